//! What the host does to a complete report before anyone sees it: names, scope, code, fingerprints, redaction, order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::change::{Change, Content};
use crate::config::Scope;
use crate::finding::{Finding, Issue, Location, RepoPath, RuleInfo, Standing, Unreviewed};

use super::snippet::{Lines, snippet};
use super::{Executor, Registered, Report, ScanError};

/// A file beyond this size is flagged without a code frame.
const CODE_LIMIT: u64 = 64 * 1024 * 1024;

/// A report, settled.
#[derive(Debug, Default)]
pub(super) struct Settled {
    pub(super) issues: Vec<Issue>,
    pub(super) unreviewed: Vec<Unreviewed>,
    pub(super) rules: Vec<RuleInfo>,
}

/// Settles `report`. Nothing in it is dropped but exact duplicates and what lies in ignored paths.
pub(super) async fn settle(host: &Executor, registered: &Registered, scope: Scope, report: &Report) -> Result<Settled, ScanError> {
    for value in report.findings.iter().flat_map(|finding| &finding.sensitive) {
        host.redactor.register(value);
    }
    let mut findings: Vec<Finding> = report.findings.iter().filter(|finding| !host.ignored.matches(&finding.location.path)).cloned().collect();
    for finding in &mut findings {
        finding.rule = finding.rule.named_by(registered.entry.name);
        finding.message = host.redactor.redact(&finding.message).to_string();
    }
    findings.sort_by(|a, b| key(a).cmp(&key(b)));
    findings.dedup_by(|a, b| key(a) == key(b));

    let code = Arc::new(read_code(&host.change, &findings).await?);
    let origin = registered.engine.typed_origin();
    let mut issues = Vec::with_capacity(findings.len());
    for finding in &findings {
        let lines = code.get(&finding.location.path);
        let flagged = lines.map(|lines| lines.flagged(&finding.location)).unwrap_or_default();
        let mut issue = finding.to_issue(&origin, standing(&host.change, scope, &finding.location), &flagged);
        issue.snippet = lines.and_then(|lines| snippet(lines, &finding.location, &host.redactor));
        issues.push(issue);
    }
    Ok(Settled { issues, unreviewed: unreviewed(host, scope, report), rules: rules(registered, report, &findings) })
}

/// The order of issues, and what makes two findings the same.
fn key(finding: &Finding) -> (&RepoPath, Option<(u32, u32)>, &crate::finding::RuleId, &str, &Location) {
    (&finding.location.path, finding.location.lines(), &finding.rule, &finding.message, &finding.location)
}

/// Whether the scope takes a place as new. A finding that spans lines is new when the change adds one of them; one about a whole
/// file is new when the change adds anything to the file.
fn standing(change: &Change, scope: Scope, location: &Location) -> Standing {
    let new = match scope {
        Scope::Tree | Scope::Range => true,
        Scope::ChangedFiles => change.file(&location.path).is_some_and(|file| file.is_readable()),
        Scope::Added => match location.lines() {
            Some((first, last)) => change.adds_any(&location.path, first, last),
            None => change.file(&location.path).is_some_and(|file| file.is_readable() && file.adds()),
        },
    };
    if new { Standing::New } else { Standing::PreExisting }
}

/// Reads each flagged file once.
async fn read_code(change: &Change, findings: &[Finding]) -> Result<BTreeMap<RepoPath, Lines>, ScanError> {
    let wanted: BTreeSet<RepoPath> = findings.iter().map(|finding| finding.location.path.clone()).collect();
    let code = Arc::new(Mutex::new(BTreeMap::new()));
    let sink = Arc::clone(&code);
    change
        .read_each(wanted.into_iter().collect(), CODE_LIMIT, move |path, content| {
            if let Content::Bytes(bytes) = content {
                sink.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), Lines::of(&bytes));
            }
        })
        .await?;
    let read = std::mem::take(&mut *code.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(read)
}

/// The files that count as gaps: those the scope looks at, redacted, by path, each once.
fn unreviewed(host: &Executor, scope: Scope, report: &Report) -> Vec<Unreviewed> {
    let in_scope = |path: &RepoPath| scope == Scope::Tree || host.change.file(path).is_some_and(|file| file.is_readable());
    let files: BTreeSet<Unreviewed> = report
        .unreviewed
        .iter()
        .filter(|file| in_scope(&file.path) && !host.ignored.matches(&file.path))
        .map(|file| Unreviewed { path: file.path.clone(), why: host.redactor.redact(&file.why).to_string() })
        .collect();
    files.into_iter().collect()
}

/// The rules that the findings cite, named by the host, each once.
fn rules(registered: &Registered, report: &Report, findings: &[Finding]) -> Vec<RuleInfo> {
    let cited: BTreeSet<_> = findings.iter().map(|finding| &finding.rule).collect();
    let named = report.rules.iter().map(|rule| (rule.id.named_by(registered.entry.name), rule));
    let rules: BTreeMap<_, _> =
        named.filter(|(id, _)| cited.contains(id)).map(|(id, rule)| (id.clone(), RuleInfo { id, ..rule.clone() })).collect();
    rules.into_values().collect()
}
