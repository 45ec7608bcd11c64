//! Finds the marker of the extension guide: the smallest complete engine.
//!
//! It shows the contract and nothing else: it asks the host for the reviewed files, reads each within a bound, and reports every
//! line that carries the marker. Compiled in only with `--features exemplo`.

use std::sync::{Arc, Mutex, PoisonError};

use crate::change::Content;
use crate::scanner::Scope;
use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity, Unreviewed};
use crate::scanner::{Engine, Needs, Options, Report, Request, ScanError, Scanner, async_trait};

/// What a flagged line contains.
pub const MARKER: &str = "EXEMPLO-ACHADO";

/// A larger file is not looked at: 1 MiB.
const MAX_BYTES: u64 = 1024 * 1024;

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Exemplo),
        category: "exemplo",
        origin: None,
        default_on: false,
        default_scope: Scope::Tree,
        needs: Needs::default(),
        options: Options::none(),
    }
}

struct Exemplo;

#[async_trait]
impl Scanner for Exemplo {
    fn name(&self) -> &str {
        "exemplo"
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let seen = Arc::new(Mutex::new(Report { complete: true, version: self.identity(), rules: vec![rule()], ..Report::default() }));
        let sink = Arc::clone(&seen);
        request
            .read_each(request.files().await?, MAX_BYTES, move |path, content| {
                let mut report = sink.lock().unwrap_or_else(PoisonError::into_inner);
                match content {
                    Content::Bytes(bytes) => report.findings.extend(look(path, &bytes)),
                    other => report.unreviewed.push(Unreviewed { path: path.clone(), why: other.to_string() }),
                }
            })
            .await?;
        Ok(std::mem::take(&mut *seen.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// One finding a line with the marker. The message does not repeat it, so that a report is never a finding.
fn look<'a>(path: &'a RepoPath, bytes: &'a [u8]) -> impl Iterator<Item = Finding> + 'a {
    let marked = |line: &[u8]| line.windows(MARKER.len()).any(|window| window == MARKER.as_bytes());
    (1u32..).zip(bytes.split(|byte| *byte == b'\n')).filter(move |(_, line)| marked(line)).map(|(number, _)| {
        let place = Location::line(path.clone(), number);
        Finding::new(RuleId::new("marca"), Severity::Error, place, "this line carries the marker of the extension guide; remove it")
    })
}

fn rule() -> RuleInfo {
    RuleInfo {
        id: RuleId::new("marca"),
        title: "The marker of the extension guide".to_owned(),
        help: "Remove the line. The rule exists to show how an engine reports a finding.".to_owned(),
        tags: vec!["example".to_owned()],
    }
}
