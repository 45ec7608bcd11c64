//! What the host does to a complete report before anyone sees it: names, scope, code, fingerprints, redaction, order.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;

use crate::change::{Change, ChangedFile, Content};
use crate::config::Scope;
use crate::finding::{Finding, Issue, Location, RepoPath, RuleId, RuleInfo, Standing, Unreviewed, is_invisible};
use crate::redaction::Redactor;

use super::scope::standing;
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
    pub(super) ran: BTreeSet<RuleId>,
}

/// Settles `report`. Nothing in it is dropped but exact duplicates and what lies in ignored paths.
pub(super) async fn settle(
    host: &Executor,
    registered: &Registered,
    scope: Scope,
    report: &Report,
) -> Result<Settled, ScanError> {
    let mut findings: Vec<Finding> = report.findings.iter().filter(|finding| !ignored(host, finding)).cloned().collect();
    for finding in &mut findings {
        finding.rule = finding.rule.named_by(registered.entry.name);
        let cleaned = |text: &str| host.redactor.redact_with(text, finding.sensitive.iter().map(String::as_str)).into_string();
        let reason = finding.suppressed.as_ref().map(|suppression| one_line(&cleaned(&suppression.reason)));
        finding.message = cleaned(&finding.message);
        let fix = finding.fix.take().filter(|fix| fix.lines.iter().all(|line| shows_as_it_is(line) && cleaned(line) == *line));
        finding.fix = fix;
        if let Some((suppression, reason)) = finding.suppressed.as_mut().zip(reason) {
            suppression.reason = reason;
        }
    }
    // Of two that are the same, the one that nothing silences stays.
    findings.sort_by(|a, b| (key(a), &a.suppressed).cmp(&(key(b), &b.suppressed)));
    findings.dedup_by(|a, b| key(a) == key(b));

    let code = read_code(&host.change, &findings).await?;
    let origin = registered.engine.typed_origin();
    // For fingerprints, a filter that has learned nothing: what a job's environment holds must not change them.
    let patterns = Redactor::new();
    let mut issues = Vec::with_capacity(findings.len());
    for finding in &findings {
        let lines = code.get(&finding.location.path);
        let flagged = lines.map(|lines| lines.flagged(&finding.location)).unwrap_or_default();
        let standing = finding.standing.unwrap_or_else(|| standing(&host.change, scope, &finding.location));
        let mut issue = finding.to_issue(&origin, standing, &flagged, &without_secrets(&patterns, finding, &flagged));
        issue.snippet = lines.and_then(|lines| snippet(lines, &finding.location, &finding.sensitive, &host.redactor));
        issues.push(issue);
    }
    let ran = report.rules.iter().map(|rule| rule.id.named_by(registered.entry.name)).collect();
    Ok(Settled { issues, unreviewed: unreviewed(host, scope, report), rules: rules(registered, report, &findings), ran })
}

/// The flagged lines without the finding's own secrets and what the patterns know; the lines themselves where there is none.
fn without_secrets<'a>(patterns: &Redactor, finding: &Finding, flagged: &'a [u8]) -> Cow<'a, [u8]> {
    let text = flagged.to_str_lossy();
    let shown = patterns.redact_with(&text, finding.sensitive.iter().map(String::as_str));
    if shown.as_str() == text { Cow::Borrowed(flagged) } else { Cow::Owned(shown.into_string().into_bytes()) }
}

/// Whether a line shows all that is in it. One that would be applied by a click must.
fn shows_as_it_is(line: &str) -> bool {
    !line.chars().any(|character| (character.is_control() && character != '\t') || is_invisible(character))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a finding lies in an ignored path. One that is new wherever it lies is not about that path.
fn ignored(host: &Executor, finding: &Finding) -> bool {
    finding.standing != Some(Standing::New) && host.ignored.matches(&finding.location.path)
}

/// The order of issues, and what makes two findings the same.
fn key(finding: &Finding) -> (&RepoPath, Option<(u32, u32)>, &crate::finding::RuleId, &str, &Location) {
    (&finding.location.path, finding.location.lines(), &finding.rule, &finding.message, &finding.location)
}

/// Reads each flagged file once. A file that is not part of the reviewed content, or cannot be read, has no lines.
async fn read_code(change: &Change, findings: &[Finding]) -> Result<BTreeMap<RepoPath, Lines>, ScanError> {
    let flagged: BTreeSet<RepoPath> = findings.iter().map(|finding| finding.location.path.clone()).collect();
    let read = |path: &RepoPath, content: Content<'_>| content.bytes().map(|bytes| (path.clone(), Lines::of(bytes)));
    Ok(change.map_each(flagged.into_iter().collect(), CODE_LIMIT, read).await?.into_iter().flatten().collect())
}

/// The files that count as gaps: those the scope looks at, redacted, by path, each once.
fn unreviewed(host: &Executor, scope: Scope, report: &Report) -> Vec<Unreviewed> {
    let in_scope = |path: &RepoPath| scope == Scope::Tree || host.change.file(path).is_some_and(ChangedFile::exists);
    let files: BTreeSet<Unreviewed> = report
        .unreviewed
        .iter()
        .filter(|file| in_scope(&file.path) && !host.ignored.matches(&file.path))
        .map(|file| Unreviewed { path: file.path.clone(), why: host.redactor.redact(&file.why).into_string() })
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
