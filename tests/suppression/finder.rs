//! An engine that flags words, so that a test says in the reviewed text itself what is found there; and the program run with it.

use std::collections::BTreeMap;
use std::ffi::OsString;

use aurumcode::change::Content;
use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity, SuppressedBy, Unreviewed};
use aurumcode::scanner::{
    AbsentEntry, Engine, EngineEntry, Needs, Options, Registry, Report, Request, Rules, ScanError, Scanner, Scope, async_trait,
};
use serde_json::Value;

use crate::repo::Repo;

static ENGINES: &[EngineEntry] =
    &[EngineEntry { name: "finder", summary: "Finds words.", readme: "", construct: || engine(Finder) }];
static NONE_ABSENT: &[AbsentEntry] = &[];

fn engine(scanner: impl Scanner + 'static) -> Engine {
    Engine {
        scanner: Box::new(scanner),
        category: "test",
        origin: None,
        default_on: true,
        default_scope: Scope::Added,
        fits: &["**"],
        needs: Needs::default(),
        options: Options::none(),
    }
}

/// Flags `BAD` and `WORSE` where they stand, `SPAN` through the line with `NAPS`, a file with `WHOLE` as a whole, and `BAD` on a line
/// with `nofinder` as silenced by its own comment. It cannot look at a file with `UNREADABLE`, and does not run the rule `off`.
struct Finder;

#[async_trait]
impl Scanner for Finder {
    fn name(&self) -> &str {
        "finder"
    }

    fn rules(&self, _: &Value) -> Rules {
        Rules { known: ["bad", "worse", "span", "whole", "off"].map(info).into(), closed: true }
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let rules = ["bad", "worse", "span", "whole"].map(info).into();
        let mut report = Report { complete: true, version: "finder 1".to_owned(), rules, ..Report::default() };
        let look = |path: &RepoPath, content: Content<'_>| match content.bytes().map(String::from_utf8_lossy) {
            Some(text) if !text.contains("UNREADABLE") => Ok(found(path, &text)),
            _ => Err(Unreviewed { path: path.clone(), why: "it cannot be read".to_owned() }),
        };
        for seen in request.map(1 << 20, look).await? {
            match seen {
                Ok(findings) => report.findings.extend(findings),
                Err(file) => report.unreviewed.push(file),
            }
        }
        Ok(report)
    }
}

fn info(name: &str) -> RuleInfo {
    RuleInfo {
        id: RuleId::new(name),
        severity: Some(Severity::Error),
        title: format!("the word {name}"),
        help: "remove it".to_owned(),
        tags: Vec::new(),
    }
}

fn found(path: &RepoPath, text: &str) -> Vec<Finding> {
    let finding = |rule: &str, place| Finding::new(RuleId::new(rule), Severity::Error, place, format!("{rule} is here"));
    let mut findings = Vec::new();
    let lines: Vec<(u32, &str)> = (1..).zip(text.split('\n')).collect();
    for (number, line) in &lines {
        let here = || Location::line(path.clone(), *number);
        if line.contains("BAD") {
            let found = finding("bad", here());
            let own = line.contains("nofinder");
            findings.push(if own { found.suppressed(SuppressedBy::EngineComment, "its own") } else { found });
        }
        if line.contains("WORSE") {
            findings.push(finding("worse", here()));
        }
        if line.contains("SPAN") {
            let last = lines.iter().find(|(_, line)| line.contains("NAPS")).map_or(*number, |(last, _)| *last);
            findings.push(finding("span", here().through(last)));
        }
    }
    if text.contains("WHOLE") {
        findings.push(finding("whole", Location::file(path.clone())));
    }
    findings
}

/// What a run showed.
pub(crate) struct Seen {
    pub(crate) status: u8,
    pub(crate) text: String,
}

/// Runs `aurumcode` on `repo` with the finder.
pub(crate) fn aurumcode(repo: &Repo, arguments: &[&str]) -> Seen {
    aurumcode_in(repo, arguments, &[])
}

/// The same with more variables.
pub(crate) fn aurumcode_in(repo: &Repo, arguments: &[&str], more: &[(&str, &str)]) -> Seen {
    let home = repo.home();
    let variables = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", home.to_str().expect("UTF-8"))];
    let environment = Environment::of(variables.iter().chain(more).map(|(name, value)| (name.into(), value.into())));
    let place = repo.path().to_str().expect("UTF-8");
    let all: Vec<OsString> = ["aurumcode"].iter().chain(arguments).chain(&["--repo", place]).map(OsString::from).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let terminals = Terminals { width: Some(1000), ..Terminals::default() };
    let mut streams = Streams { out: &mut out, err: &mut err };
    let status = run(&Registry::new(ENGINES, NONE_ABSENT), all, &environment, terminals, &mut streams).code();
    Seen { status, text: String::from_utf8_lossy(&[out, err].concat()).into_owned() }
}

/// The audit of a review, as the program writes it into a file.
pub(crate) fn audit(repo: &Repo, arguments: &[&str]) -> Value {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("audit.json");
    aurumcode(repo, &[&["review", "--audit", file.to_str().expect("UTF-8")], arguments].concat());
    let text = std::fs::read_to_string(file).expect("the audit was written");
    serde_json::from_str(&text).expect("an audit is JSON")
}

/// Each finding as `rule path:line`, with what became of it.
pub(crate) fn findings(audit: &Value) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let findings = audit["findings"].as_array().expect("a list").iter();
    findings
        .map(|found| {
            let place = format!("{} {}:{}", text(&found["rule_id"]), text(&found["path"]), found["line"].as_u64().unwrap_or(0));
            (place, text(&found["disposition"]))
        })
        .collect()
}
