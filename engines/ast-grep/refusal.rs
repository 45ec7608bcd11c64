//! Why a rule file cannot be used, with its line: a rule that is not understood is never left out silently.

use std::error::Error;

use ast_grep_config::RuleConfigError;

use crate::scanner::ScanError;

/// A rule file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: {cause}; mend the rule, or take the file out of `options.rules`")]
pub(super) struct Refusal {
    /// The rule file.
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: usize,
    /// What is wrong, from the outermost cause to the innermost.
    pub(super) cause: String,
}

impl From<Refusal> for ScanError {
    fn from(refusal: Refusal) -> Self {
        Self::Execution(refusal.to_string())
    }
}

/// One document of a rule file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document<'a> {
    /// The rule file.
    pub(super) file: &'a str,
    /// The line of its first line, from 1.
    pub(super) line: usize,
    /// Its text.
    pub(super) text: &'a str,
}

impl<'a> Document<'a> {
    /// The documents of a file, without those that hold nothing but comments.
    pub(super) fn of(file: &'a str, text: &'a str) -> Vec<Self> {
        let (mut documents, mut start, mut line, mut offset, mut number) = (Vec::new(), 0, 1, 0, 1);
        for part in text.split_inclusive('\n') {
            offset += part.len();
            number += 1;
            if part.trim_end() == "---" {
                documents.push(Self { file, line, text: &text[start..offset - part.len()] });
                (start, line) = (offset, number);
            }
        }
        documents.push(Self { file, line, text: &text[start..] });
        let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        documents.retain(|document| document.text.lines().any(says));
        documents
    }

    /// The refusal of this document for a reason that has no place of its own: at the first line that has `key`.
    pub(super) fn refuse_at(&self, key: &str, cause: impl Into<String>) -> Refusal {
        let within = self.text.lines().position(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')));
        let first = self.text.lines().position(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        Refusal { file: self.file.to_owned(), line: self.line + within.or(first).unwrap_or(0), cause: cause.into() }
    }

    /// The refusal of a document that ast-grep does not accept.
    pub(super) fn refuse(&self, error: &RuleConfigError) -> Refusal {
        if let RuleConfigError::Yaml(yaml) = error {
            let text = yaml.to_string();
            let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            let (line, cause) = place(first);
            return Refusal { file: self.file.to_owned(), line: self.line + line.saturating_sub(1), cause: cause.to_owned() };
        }
        let mut causes = vec![error.to_string()];
        let mut source = error.source();
        while let Some(error) = source {
            causes.push(error.to_string());
            source = error.source();
        }
        self.refuse_at("rule", causes.join(": "))
    }
}

/// The line at the start of a YAML error (`line 4 column 1: …`), and the rest of it.
fn place(text: &str) -> (usize, &str) {
    let placed = text.strip_prefix("line ").and_then(|rest| {
        let (line, rest) = rest.split_once(' ')?;
        let (_, cause) = rest.split_once(": ")?;
        Some((line.parse().ok()?, cause))
    });
    placed.unwrap_or((1, text))
}
