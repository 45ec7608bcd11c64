//! Finds the marker of the extension guide: the smallest complete engine.
//!
//! It shows the contract and nothing else: it asks the host for the reviewed files, reads each within a bound, and reports every
//! line that carries the marker. Compiled in only with `--features exemplo`.

use crate::change::Content;
use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity, Unreviewed};
use crate::scanner::{Engine, Needs, Options, Report, Request, Rules, ScanError, Scanner, Scope, async_trait};

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
        fits: &[],
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

    fn rules(&self, _: &serde_json::Value) -> Rules {
        Rules { known: vec![rule()], closed: true }
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let mut report = Report { complete: true, version: self.identity(), rules: vec![rule()], ..Report::default() };
        let look = |path: &RepoPath, content: Content<'_>| match content {
            Content::Bytes(bytes) => Ok(look(path, &bytes)),
            other => Err(Unreviewed { path: path.clone(), why: other.to_string() }),
        };
        for seen in request.map(MAX_BYTES, look).await? {
            match seen {
                Ok(findings) => report.findings.extend(findings),
                Err(file) => report.unreviewed.push(file),
            }
        }
        Ok(report)
    }
}

/// One finding a line with the marker. The message does not repeat it, so that a report is never a finding.
fn look(path: &RepoPath, bytes: &[u8]) -> Vec<Finding> {
    let marked = |line: &[u8]| line.windows(MARKER.len()).any(|window| window == MARKER.as_bytes());
    let found = (1u32..).zip(bytes.split(|byte| *byte == b'\n')).filter(|(_, line)| marked(line)).map(|(number, _)| {
        let place = Location::line(path.clone(), number);
        Finding::new(
            RuleId::new("marca"),
            Severity::Error,
            place,
            "this line carries the marker of the extension guide; remove it",
        )
    });
    found.collect()
}

fn rule() -> RuleInfo {
    RuleInfo {
        id: RuleId::new("marca"),
        severity: Some(Severity::Error),
        title: "The marker of the extension guide".to_owned(),
        help: "Remove the line. The rule exists to show how an engine reports a finding.".to_owned(),
        tags: vec!["example".to_owned()],
    }
}
