//! The runs of the program over the reviewed files, and what the author silences.
//!
//! The program looks at all files that it is given: the list of paths that it leaves out by itself (`tests/`, `node_modules/`, …) is
//! replaced by an empty one, and sizes are not limited. What the author silences is known from a second run that heeds it, which is
//! only made where it counts and where there is something to silence.

use std::collections::{BTreeMap, BTreeSet};

use crate::change::Content;
use crate::finding::{RepoPath, SuppressedBy, Unreviewed};
use crate::scanner::wrapped::{Stage, Wrapped};
use crate::scanner::{Report, Request, ScanError, Trust};

use super::packs::Packs;
use super::parse::{self, Match, Output, Position};
use super::program::Dialect;
use super::report;

/// The author's list of paths to leave out. Without one at the root, the program uses its own.
pub(super) const IGNORE_FILE: &str = ".semgrepignore";

/// In place of the program's own list.
const NOTHING_IGNORED: &[u8] = b"# every file that was handed over is looked at\n";

/// A larger file is not searched for comments: 64 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// One engine run.
pub(super) struct Scan<'a> {
    pub(super) dialect: Dialect,
    pub(super) request: &'a Request,
    pub(super) packs: Packs,
    pub(super) rule_timeout: u32,
}

/// What makes two findings of two runs the same.
type Key = (RepoPath, String, Position, Position);

impl Scan<'_> {
    /// Looks, and reports.
    pub(super) async fn report(&self) -> Result<Report, ScanError> {
        let program = Wrapped::unasked(self.dialect.program, self.request)?.quoting(|line| line.contains("rror"));
        let configs = self.packs.configs(&program)?;
        let stage = Stage::strict(self.request, &[IGNORE_FILE], is_readable).await?;
        if stage.is_empty() {
            let version = program.asked().await?.identity(self.packs.parts());
            let unreviewed = self.never_handed_over(&stage).await?;
            return Ok(Report { complete: true, version, unreviewed, ..Report::default() });
        }
        let strict = self.run(&program, &configs, &stage, true).await?;
        let program = program.reported(&strict.version)?;
        let mut unreviewed = report::unreviewed(&strict, &stage, self.request, &self.packs)?;
        let texts = self.texts(&strict, &stage).await?;
        let mild = self.mild(&program, &configs, &strict, &texts, &unreviewed).await?;
        if let Some(mild) = &mild {
            unreviewed.retain(|file| !mild.left_out.contains(&file.path));
        }
        unreviewed.extend(self.never_handed_over(&stage).await?);
        let mut findings = Vec::new();
        for found in &strict.results {
            let key = key(found, &stage)?;
            let mut finding = report::finding(found, key.0.clone(), texts.get(&key.0).map_or(b"", Vec::as_slice));
            if found.is_silenced() {
                finding = finding.suppressed(SuppressedBy::EngineComment, "");
            } else if mild.as_ref().is_some_and(|mild| !mild.counting.contains(&key)) {
                let by_file = mild.as_ref().is_some_and(|mild| mild.left_out.contains(&key.0));
                finding = finding.suppressed(if by_file { SuppressedBy::EngineFile } else { SuppressedBy::EngineComment }, "");
            }
            findings.push(finding);
        }
        Ok(Report {
            findings,
            complete: true,
            version: program.identity(self.packs.parts()),
            unreviewed,
            rules: report::infos(&strict.results),
        })
    }

    /// One run.
    async fn run(&self, program: &Wrapped<'_>, configs: &[String], stage: &Stage, strict: bool) -> Result<Output, ScanError> {
        stage.set(IGNORE_FILE, NOTHING_IGNORED)?;
        let mut command = program.command(stage.path())?.args(["scan", "--json", "--verbose"]);
        command = command.args(self.dialect.arguments.iter().copied());
        command = command.args(["--no-git-ignore", "--no-rewrite-rule-ids", "--max-target-bytes=0"]);
        command = command.args([format!("--timeout={}", self.rule_timeout)]);
        command = command.args(strict.then_some("--disable-nosem"));
        command = command.args(configs.iter().map(|config| format!("--config={config}"))).args(["."]);
        for (name, value) in self.dialect.environment {
            command = command.env(*name, *value);
        }
        let explain = |stdout: &[u8]| report::explained(stdout, &self.packs);
        let answer = program.run_explained(command, explain).await?;
        parse::output(&answer.stdout)
    }

    /// The run that heeds what the author silences, where that counts and there may be something.
    async fn mild(
        &self,
        program: &Wrapped<'_>,
        configs: &[String],
        strict: &Output,
        texts: &BTreeMap<RepoPath, Vec<u8>>,
        unreviewed: &[Unreviewed],
    ) -> Result<Option<Mild>, ScanError> {
        if self.request.trust == Trust::Policy || (strict.results.is_empty() && unreviewed.is_empty()) {
            return Ok(None);
        }
        let tree = self.request.change.whole_tree().await?;
        let ignores = tree.iter().any(|entry| entry.kind.is_file() && entry.path.file_name() == IGNORE_FILE);
        // A report that does not tell which findings a comment silences needs a second one, where there is such a comment.
        let untold = strict.results.iter().any(|found| found.extra.is_ignored.is_none());
        if !(ignores || untold && texts.values().any(|text| holds_comment(text))) {
            return Ok(None);
        }
        let stage = Stage::new(self.request, &[IGNORE_FILE], is_readable).await?;
        let mild = self.run(program, configs, &stage, false).await?;
        let counting = mild.results.iter().filter(|found| !found.is_silenced()).map(|found| key(found, &stage));
        Ok(Some(Mild { counting: counting.collect::<Result<_, _>>()?, left_out: report::left_out(&mild, &stage) }))
    }

    /// The flagged files with their contents; one that cannot be read any more is empty.
    async fn texts(&self, output: &Output, stage: &Stage) -> Result<BTreeMap<RepoPath, Vec<u8>>, ScanError> {
        let paths = output.results.iter().map(|found| stage.paths().file(&found.path)).collect::<Result<BTreeSet<_>, _>>()?;
        let read = |path: &RepoPath, content: Content<'_>| (path.clone(), content.bytes().unwrap_or_default().to_vec());
        Ok(self.request.change.map_each(paths.into_iter().collect(), MAX_BYTES, read).await?.into_iter().collect())
    }

    /// The files that the program never saw.
    async fn never_handed_over(&self, stage: &Stage) -> Result<Vec<Unreviewed>, ScanError> {
        let files = self.request.files().await?.into_iter().filter(|path| !is_readable(path));
        let why = "its name is not UTF-8, and the program would pass it over without a word".to_owned();
        let unreadable = files.map(|path| Unreviewed { path, why: why.clone() });
        Ok(stage.unreviewed.iter().cloned().chain(unreadable).collect())
    }
}

/// Whether the program can read a file by that name: others it lists as scanned, and finds nothing in them.
fn is_readable(path: &RepoPath) -> bool {
    path.as_str().is_some()
}

/// What the run that heeds the author says.
struct Mild {
    /// The findings that still count.
    counting: BTreeSet<Key>,
    /// The files that the author leaves out.
    left_out: BTreeSet<RepoPath>,
}

/// Whether a text may hold a comment of the program's, `nosemgrep` or `nosem`.
fn holds_comment(text: &[u8]) -> bool {
    text.windows(5).any(|window| window.eq_ignore_ascii_case(b"nosem"))
}

fn key(found: &Match, stage: &Stage) -> Result<Key, ScanError> {
    Ok((stage.paths().file(&found.path)?, found.check_id.clone(), found.start, found.end))
}

impl Match {
    /// Whether the report says that a comment silences it.
    fn is_silenced(&self) -> bool {
        self.extra.is_ignored == Some(true)
    }
}
