//! Between the host and the reader: finds the files, has each read on a thread, and puts the answers together.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::change::{Change, Compared, Content};
use crate::finding::RepoPath;
use crate::scanner::{self, Engine, Needs, Report, Request, ScanError, Scanner, Scope, async_trait};

use super::files::Patterns;
use super::finished::Reviewed;
use super::log;
use super::options::Options;
use super::run::{self, Asked, Seen};
use super::uri::{self, Segments};

/// What the host must know about this engine.
pub(super) fn registered() -> Engine {
    Engine {
        scanner: Box::new(Sarif),
        category: "sarif",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &[],
        needs: Needs::default(),
        options: scanner::Options::checked(Options::problems),
    }
}

struct Sarif;

/// What one file says.
#[derive(Debug, Default)]
struct OfFile {
    seen: Seen,
    /// The tools whose runs count, with their versions, and the names of all.
    tools: Vec<String>,
    named: Vec<String>,
    digest: [u8; 32],
}

#[async_trait]
impl Scanner for Sarif {
    fn name(&self) -> &str {
        "sarif"
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: Options = request.options()?;
        let patterns = Patterns::new(&options.files).map_err(|(_, why)| ScanError::Execution(why))?;
        let change = &request.change;
        let files = patterns.find(change, options.must_exist).await?;
        let reading = Arc::new(Reading::of(request, options.clone()).await?);
        let read = {
            let reading = Arc::clone(&reading);
            move |path: &RepoPath, content: Content<'_>| reading.file(path, &content)
        };
        let read = change.map_products(files, options.max_file_bytes, read).await?;
        let all = read.into_iter().collect::<Result<Vec<OfFile>, ScanError>>()?;
        let named: BTreeSet<&String> = all.iter().flat_map(|file| &file.named).collect();
        if let Some(absent) = options.tools().into_iter().flatten().find(|tool| options.must_exist && !named.contains(tool)) {
            let named: Vec<&str> = named.into_iter().map(String::as_str).collect();
            return Err(ScanError::Unavailable(format!(
                "no file holds a run of `{absent}`; there are runs of {}",
                named.join(", ")
            )));
        }
        let mut report = Report { complete: true, version: version(&all), ..Report::default() };
        for file in all {
            report.findings.extend(file.seen.findings);
            report.unreviewed.extend(file.seen.unreviewed);
            report.rules.extend(file.seen.rules);
        }
        Ok(report)
    }
}

/// Everything that reading a file needs.
struct Reading {
    options: Options,
    reviewed: Reviewed,
    root: Segments,
    files: BTreeSet<RepoPath>,
    ignored: Box<dyn Fn(&RepoPath) -> bool + Send + Sync>,
}

impl Reading {
    async fn of(request: &Request, options: Options) -> Result<Self, ScanError> {
        let change = &request.change;
        let tree = change.whole_tree().await?;
        let ignored = Arc::clone(&request.ignored);
        Ok(Self {
            options,
            reviewed: reviewed(change).await?,
            root: root(change),
            files: tree.iter().filter(|entry| entry.kind.is_file()).map(|entry| entry.path.clone()).collect(),
            ignored: Box::new(move |path| ignored.matches(path)),
        })
    }

    fn file(&self, path: &RepoPath, content: &Content<'_>) -> Result<OfFile, ScanError> {
        let Some(bytes) = content.bytes() else {
            return Err(ScanError::InvalidOutput(format!("`{path}` cannot be read: {content}")));
        };
        let log = log::read(path, bytes)?;
        let asked = Asked {
            reviewed: &self.reviewed,
            root: self.root.clone(),
            checkout: self.options.checkout(),
            relative_to: self.options.relative_to(),
            is_file: &|path| self.files.contains(path),
            ignored: &*self.ignored,
        };
        let mut of_file = OfFile { digest: Sha256::digest(bytes).into(), ..OfFile::default() };
        for (one, tool) in log::runs(path, &log)? {
            if self.options.tools().is_none_or(|names| names.contains(&tool)) {
                let seen = run::read(one, &tool, path, &asked)?;
                of_file.seen.findings.extend(seen.findings);
                of_file.seen.unreviewed.extend(seen.unreviewed);
                of_file.seen.rules.extend(seen.rules);
                of_file.tools.push(log::tool(one, &tool));
            }
            of_file.named.push(tool);
        }
        Ok(of_file)
    }
}

/// The reviewed commit. Of the index and of working files, the commit that they build on says only when.
async fn reviewed(change: &Change) -> Result<Reviewed, ScanError> {
    let commits = matches!(change.target().compared, Compared::Commits { .. });
    let head = change.range().head.filter(|_| commits).map(|head| head.to_string());
    Ok(Reviewed { head, committed: change.committed_at().await? })
}

/// The working directory of the repository, as path segments.
fn root(change: &Change) -> Segments {
    change.repository().top_level().map(|top| uri::segments(top.as_os_str().as_bytes())).unwrap_or_default()
}

/// Which scanners answered, and a digest of what they wrote.
fn version(all: &[OfFile]) -> String {
    let tools: BTreeSet<&str> = all.iter().flat_map(|file| &file.tools).map(String::as_str).collect();
    let digest = all.iter().fold(Sha256::new(), |digest, file| digest.chain_update(file.digest)).finalize();
    let digest: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let tools = if tools.is_empty() { "no run".to_owned() } else { tools.into_iter().collect::<Vec<_>>().join(", ") };
    format!("sarif {}: {tools}; {digest}", env!("CARGO_PKG_VERSION"))
}
