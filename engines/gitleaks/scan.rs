//! The runs of the program: over the commits of the range, or over the reviewed files.
//!
//! The commits are read through a git directory that holds nothing but the objects, so that no attribute, configuration or ignore file
//! of the repository takes part. Merges are compared with what git would have made of them, so that a secret that only the merge itself
//! brings is seen, and what the merge brings from the other side is not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::change::{Content, Detached, Oid, Range};
use crate::finding::{Finding, RepoPath, Unreviewed};
use crate::scanner::wrapped::{Paths, Stage, Wrapped};
use crate::scanner::{Request, ScanError, Scope, Trust};

use super::config::Rules;
use super::parse::{self, Leak};
use super::{FOUND, report};

/// The file with the author's ignored findings.
pub(super) const IGNORE_FILE: &str = ".gitleaksignore";

/// A larger file is not looked into for the place of a secret: 64 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// How much of the log is read: it shows every text that the program decodes.
const LOG_LIMIT: usize = 256 * 1024 * 1024;

/// Git before this version cannot show what a merge itself changes.
const REMERGE: (u32, u32) = (2, 35);

/// What is searched.
enum Place {
    History { git: Detached, base: Oid, head: Oid },
    Files(Stage),
}

/// One engine run.
pub(super) struct Scan<'a> {
    gitleaks: &'a Wrapped<'a>,
    request: &'a Request,
    place: Place,
    /// An empty directory: for what the program would look for by itself.
    nothing: PathBuf,
    config: PathBuf,
    authors_config: Option<PathBuf>,
}

impl<'a> Scan<'a> {
    /// Prepares what is searched: the commits, where the scope is the range and there are commits under review; else the files.
    pub(super) async fn new(gitleaks: &'a Wrapped<'a>, request: &'a Request, rules: &Rules) -> Result<Self, ScanError> {
        let place = match (request.scope, request.range) {
            (Scope::Range, Range { base: Some(base), head: Some(head) }) => {
                Place::History { git: request.change.repository().detached()?, base, head }
            }
            _ => Place::Files(Stage::new(request, &[], |path| path.as_bytes() != IGNORE_FILE.as_bytes()).await?),
        };
        let config = gitleaks.write("config/rules.toml", &rules.text)?;
        let authors_config = rules.authors.as_ref().map(|text| gitleaks.write("config/authors.toml", text)).transpose()?;
        Ok(Self { gitleaks, request, place, nothing: gitleaks.empty_directory()?, config, authors_config })
    }

    /// Files that could not be looked at.
    pub(super) fn unreviewed(&self) -> Vec<Unreviewed> {
        match &self.place {
            Place::Files(stage) => stage.unreviewed.clone(),
            Place::History { .. } => Vec::new(),
        }
    }

    /// What is found, each with whether the author silences it. Who silences is only asked where that counts.
    pub(super) async fn leaks(&self) -> Result<Vec<(Leak, bool)>, ScanError> {
        if matches!(&self.place, Place::Files(stage) if stage.is_empty()) {
            return Ok(Vec::new());
        }
        let strict = self.run(&self.config, None).await?;
        let asked = self.request.trust == Trust::Repository && (!strict.is_empty() || self.authors_config.is_some());
        if !asked {
            return Ok(strict.into_iter().map(|leak| (leak, false)).collect());
        }
        let ignored = self.ignore_file().await?;
        let config = self.authors_config.as_deref().unwrap_or(&self.config);
        let mild = self.run(config, Some(&ignored)).await?;
        let key = |leak: &Leak| (leak.fingerprint.clone(), leak.secret.clone());
        let counting: BTreeSet<_> = mild.iter().map(key).collect();
        let silenced = strict.into_iter().filter(|leak| !counting.contains(&key(leak))).map(|leak| (leak, true));
        Ok(silenced.chain(mild.iter().map(|leak| (leak.clone(), false))).collect())
    }

    /// The finding of a leak, which the author may have silenced.
    pub(super) async fn finding(&self, leak: &Leak, silenced: bool) -> Result<Finding, ScanError> {
        let change = &self.request.change;
        let (path, source) = match &self.place {
            Place::Files(stage) => (stage.paths().file(&leak.file)?, None),
            Place::History { .. } => {
                let commit = Oid::parse(&leak.commit)
                    .ok_or_else(|| ScanError::InvalidOutput("its report names something that is no commit".to_owned()))?;
                let path = self.path_at(commit, &leak.file).await?;
                let source = change.repository().read_at(commit, &path, MAX_BYTES).await?;
                (path, Some(source))
            }
        };
        let now = text(&change.read_one(&path, MAX_BYTES).await?);
        let source = source.as_ref().map_or_else(|| now.clone(), text);
        let finding = report::finding(leak, path, source.as_deref(), now.as_deref());
        Ok(if silenced { finding.suppressed(report::silencer(leak, source.as_deref()), "") } else { finding })
    }

    /// The path of a commit that the program means. It replaces bytes that are no UTF-8, and writes `b/` in front of a path whose
    /// merge had a conflict.
    async fn path_at(&self, commit: Oid, named: &str) -> Result<RepoPath, ScanError> {
        let repository = self.request.change.repository();
        let spellings: Vec<&str> = [named].into_iter().chain(named.strip_prefix("b/")).collect();
        for spelling in &spellings {
            let path = RepoPath::from(*spelling);
            if !matches!(repository.read_at(commit, &path, 0).await?, Content::Missing) {
                return Ok(path);
            }
        }
        let tree = repository.tree_at(commit, &[]).await?;
        let paths = Paths::new(&self.nothing, tree.into_iter().map(|entry| entry.path));
        spellings.iter().find_map(|spelling| paths.file(spelling).ok()).ok_or_else(|| {
            let shown = RepoPath::from(named);
            ScanError::InvalidOutput(format!("its report names `{shown}`, which is no file of the commit {}", commit.short()))
        })
    }

    /// The author's ignored findings, as a file for the program.
    async fn ignore_file(&self) -> Result<PathBuf, ScanError> {
        let content = self.request.change.read_one(&RepoPath::from(IGNORE_FILE), MAX_BYTES).await?;
        self.gitleaks.write("config/ignore", content.bytes().unwrap_or_default())
    }

    /// One run. Without `ignored`, nothing that an author can write silences anything.
    async fn run(&self, config: &Path, ignored: Option<&Path>) -> Result<Vec<Leak>, ScanError> {
        let report = self.gitleaks.report("report.json")?;
        let (directory, what) = match &self.place {
            Place::History { git, base, head } => {
                let merges = if self.remerges() { "--remerge-diff" } else { "--diff-merges=first-parent" };
                (git.path(), vec!["git".into(), format!("--log-opts={merges} {base}..{head}").into(), ".".into()])
            }
            Place::Files(stage) => (stage.path(), vec!["dir".into(), ".".into()]),
        };
        let command = self.gitleaks.command(directory)?.args::<std::ffi::OsString>(what);
        let command = command
            .args(["--no-banner", "--no-color", "--log-level=debug", "--report-format=json"])
            .args([format!("--exit-code={FOUND}")])
            .args(["--report-path".into(), report.path().as_os_str().to_owned()])
            .args(["--config".into(), config.as_os_str().to_owned()])
            .args(["--gitleaks-ignore-path".into(), ignored.unwrap_or(&self.nothing).as_os_str().to_owned()])
            .args(ignored.is_none().then_some("--ignore-gitleaks-allow"))
            .output_limit(LOG_LIMIT);
        parse::leaks(&self.gitleaks.run(command).await?, &report).map_err(|error| match error {
            ScanError::Execution(why) => ScanError::Execution(self.gitleaks.without_place(&why)),
            other => other,
        })
    }

    fn remerges(&self) -> bool {
        let version = self.request.change.repository().git_version();
        let mut numbers = version.split('.').map(str::parse);
        matches!((numbers.next(), numbers.next()), (Some(Ok(major)), Some(Ok(minor))) if (major, minor) >= REMERGE)
    }
}

/// The text of a file, as far as there is any.
fn text(content: &Content<'_>) -> Option<String> {
    content.bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}
