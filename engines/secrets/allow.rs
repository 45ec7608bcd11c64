//! Allow lists, compiled: what a rule, or every rule, does not report.

use super::expression::Expression;
use super::reader::{AllowSpec, Target};

/// How much of a line, on each side of the match, an expression with `regexTarget = "line"` sees: a minified file is one line,
/// and reading megabytes for each match would take minutes.
const LINE_REACH: usize = 4096;

/// One allow list.
#[derive(Debug)]
pub(super) struct Allow {
    all: bool,
    target: Target,
    regexes: Vec<Expression>,
    paths: Vec<Expression>,
    stopwords: Vec<String>,
    commits: bool,
}

/// A match that allow lists judge.
#[derive(Clone, Copy)]
pub(super) struct Judged<'t> {
    /// The path of the file, relative to the repository's root.
    pub path: &'t [u8],
    /// The whole text of the file.
    pub text: &'t [u8],
    /// Where in the text the match starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The secret in it.
    pub secret: &'t [u8],
}

impl Allow {
    /// Compiles nothing yet: expressions do so when first asked.
    pub(super) fn new(spec: &AllowSpec) -> Self {
        let expressions = |list: &[String]| list.iter().map(|pattern| Expression::new(pattern)).collect();
        Self {
            all: spec.all,
            target: spec.target,
            regexes: expressions(&spec.regexes),
            paths: expressions(&spec.paths),
            stopwords: spec.stopwords.clone(),
            commits: spec.commits,
        }
    }

    /// Whether the list, on its own, lets every match in the file pass: then the file need not be read.
    pub(super) fn allows_file(&self, path: &[u8]) -> bool {
        let only_paths = self.regexes.is_empty() && self.stopwords.is_empty() && !self.commits;
        (only_paths || !self.all) && self.allows_path(path)
    }

    /// Whether the list lets this match pass.
    pub(super) fn allows(&self, judged: Judged<'_>) -> bool {
        // A content under review has no commit yet, so a list that also asks for one lets nothing pass.
        let checks: [(bool, &dyn Fn() -> bool); 4] = [
            (self.commits, &|| false),
            (!self.paths.is_empty(), &|| self.allows_path(judged.path)),
            (!self.stopwords.is_empty(), &|| self.has_stopword(judged.secret)),
            (!self.regexes.is_empty(), &|| self.regexes.iter().any(|regex| regex.is_match(self.seen(judged)))),
        ];
        let mut present = checks.iter().filter(|(present, _)| *present).map(|(_, check)| check());
        if self.all { present.all(|allowed| allowed) } else { present.any(|allowed| allowed) }
    }

    fn allows_path(&self, path: &[u8]) -> bool {
        self.paths.iter().any(|regex| regex.is_match(path))
    }

    fn has_stopword(&self, secret: &[u8]) -> bool {
        let secret = String::from_utf8_lossy(secret).to_lowercase();
        self.stopwords.iter().any(|word| secret.contains(word.as_str()))
    }

    fn seen<'t>(&self, judged: Judged<'t>) -> &'t [u8] {
        let Judged { text, start, end, secret, .. } = judged;
        match self.target {
            Target::Secret => secret,
            Target::Match => &text[start..end],
            Target::Line => {
                let floor = start.saturating_sub(LINE_REACH);
                let ceiling = end.saturating_add(LINE_REACH).min(text.len());
                let first = text[floor..start].iter().rposition(|byte| *byte == b'\n').map_or(floor, |index| floor + index + 1);
                let last = text[end..ceiling].iter().position(|byte| *byte == b'\n').map_or(ceiling, |index| end + index);
                &text[first..last]
            }
        }
    }
}
