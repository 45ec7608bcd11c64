//! A verdict as it is handed on: JSON for the developer's command, Markdown for people and for agents that read files.

use std::fmt::Write as _;

use super::{Event, GateVerdict, PullRequest, Verdict, payload_of};

/// The verdict and what it is about, as JSON: the object of its event, with the gate, the branch and the task beside it.
pub fn verdict_json(of: &PullRequest, verdict: &GateVerdict) -> String {
    let (_, payload) = payload_of(&Event::Judged(verdict.clone()), &of.terms.task.id);
    let mut object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&payload).unwrap_or_default();
    let terms = &of.terms;
    let rules: Vec<_> = terms
        .task
        .rules
        .iter()
        .map(|rule| serde_json::json!({ "id": rule.id, "title": rule.title, "description": rule.description }))
        .collect();
    object.extend([
        ("gate".to_owned(), verdict.gate.as_str().into()),
        ("pull_request".to_owned(), of.id.into()),
        ("branch".to_owned(), terms.branch.as_str().into()),
        ("base".to_owned(), terms.base.as_str().into()),
        ("remote".to_owned(), terms.remote.as_deref().into()),
        ("correction".to_owned(), of.corrections.into()),
        ("max_corrections".to_owned(), terms.max_corrections.get().into()),
        (
            "task".to_owned(),
            serde_json::json!({
                "id": terms.task.id, "title": terms.task.title, "description": terms.task.description, "rules": rules,
                "test": { "command": terms.task.test.command },
            }),
        ),
    ]);
    format!("{:#}\n", serde_json::Value::Object(object))
}

/// The verdict as Markdown.
pub fn verdict_markdown(verdict: &GateVerdict) -> String {
    let word = match verdict.verdict {
        Verdict::Approved => "approved",
        Verdict::ChangesRequested => "changes requested",
    };
    let gate = match verdict.gate {
        super::Gate::Qa => "QA",
        super::Gate::Secops => "SecOps",
    };
    let mut page = format!("### {gate}: {word}\n\n{}\n", plain(&verdict.summary));
    if !verdict.items.is_empty() {
        page.push('\n');
    }
    for item in &verdict.items {
        let _ = writeln!(page, "- {}", plain(&item.text).replace('\n', "\n  "));
    }
    if !verdict.matrix.is_empty() {
        page.push_str("\n| rule | tests | |\n|---|---|---|\n");
    }
    for row in &verdict.matrix {
        let tests: Vec<String> = row.tests.iter().map(|test| cell(test)).collect();
        let covered = if row.covered { "covered" } else { "no test" };
        let _ = writeln!(page, "| {} | {} | {covered} |", cell(&row.rule), tests.join("<br>"));
    }
    if !verdict.scanners.is_empty() {
        page.push_str("\n| scanner | findings | |\n|---|---|---|\n");
    }
    for answer in &verdict.scanners {
        let findings = answer.findings.map_or("did not look".to_owned(), |count| count.to_string());
        let _ = writeln!(page, "| {} | {findings} | {} |", cell(&answer.scanner), cell(&answer.detail));
    }
    let _ = write!(page, "\nCommit {}, round {}.\n", verdict.head, verdict.round);
    page
}

/// Text of which nothing is a tag, a link or a mention: names of tests and messages come from the code under review.
fn plain(text: &str) -> String {
    crate::redaction::harmless(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('@', "@\u{200b}")
        .replace("](", "]\u{200b}(")
}

fn cell(text: &str) -> String {
    plain(&text.split_whitespace().collect::<Vec<_>>().join(" ")).replace('|', "\\|")
}
