//! `--format github`: workflow commands, which GitHub shows as annotations on the changed lines.
//!
//! GitHub shows ten annotations of each kind a step and drops the rest in silence, so the most important come first and a last
//! one counts what is not there. Every line is a command of ours; foreign text stands in it escaped, so that it can end neither its
//! property nor its line.

use crate::finding::{Location, Severity, Side, Standing};
use crate::gate::Disposition;

use super::foreign::{harmless, no_command, one_line};
use super::gap::Gap;
use super::summary::Voice;
use super::{Model, Row, Text};

/// Annotations of one kind that GitHub shows for a step (actions/toolkit, "Problem matchers", section "Limitations").
const SHOWN: usize = 10;

/// Notices about what was not verified; the others of the ten are one for those beyond, and the verdict's.
const GAPS: usize = SHOWN - 2;

/// The review as workflow commands, a line each: new findings that count, then what was not verified, then the verdict.
///
/// The verdict's line is an error when the change may not pass. The same model gives the same bytes.
pub fn github(model: &Model) -> String {
    let text = Text::of(model.settings.language);
    let gaps: Vec<Gap<'_>> = Gap::all(model).into_iter().filter(|gap| gap.counted).collect();
    let mut notices: Vec<String> = gaps.iter().take(GAPS).map(|gap| gap_line(gap, text)).collect();
    let more_gaps = gaps.len() - notices.len();
    if more_gaps > 0 {
        notices.push(command("notice", &[("title", text.unverified.to_owned())], &(text.more_findings)(more_gaps)));
    }
    let mut lines = Vec::new();
    let mut more = 0;
    for severity in [Severity::Error, Severity::Warning, Severity::Info] {
        let taken = match severity {
            Severity::Error => usize::from(model.decision.blocks()),
            Severity::Warning => 0,
            Severity::Info => notices.len() + usize::from(!model.decision.blocks()),
        };
        let room = SHOWN - taken;
        let mut rows: Vec<&Row> = model.rows.iter().filter(|row| shown(row) == Some(severity)).collect();
        rows.sort_by_key(|row| (row.disposition != Disposition::Blocking, row.is_silenced()));
        more += rows.len().saturating_sub(room);
        lines.extend(rows.into_iter().take(room).map(|row| finding_line(row, severity, &Voice { text, name: &one_line })));
    }
    lines.extend(notices);
    lines.push(verdict_line(model, text, more));
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// As what kind of annotation a row is shown: what the change is answerable for as its severity says, what is suppressed in it as a
/// notice. The others are in the summary's count, the audit and SARIF.
fn shown(row: &Row) -> Option<Severity> {
    match row.disposition {
        Disposition::Blocking | Disposition::BelowThreshold => Some(row.severity),
        Disposition::Suppressed if row.issue.standing == Standing::New => Some(Severity::Info),
        Disposition::Suppressed
        | Disposition::Baselined
        | Disposition::Excepted
        | Disposition::PreExisting
        | Disposition::RuleDisabled
        | Disposition::SourceNotCounted => None,
    }
}

fn finding_line(row: &Row, severity: Severity, voice: &Voice<'_>) -> String {
    let name = match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let mut properties = place(&row.issue.location);
    let rule = row.issue.rule.to_string();
    let mut message = if row.issue.message.trim().is_empty() { rule.clone() } else { row.issue.message.clone() };
    if let Some(silenced) = voice.silenced(row, one_line) {
        message.push_str(&format!(" — {silenced}"));
    }
    properties.push(("title", rule));
    command(name, &properties, &message)
}

/// The place as the runner takes it: columns only on one line, an inclusive end. A line of the old side is not in the file.
fn place(location: &Location) -> Vec<(&'static str, String)> {
    let mut place = vec![("file", location.path.to_string())];
    let Some((first, last)) = location.lines().filter(|_| location.side == Side::Right) else { return place };
    place.push(("line", first.to_string()));
    place.push(("endLine", last.to_string()));
    if let Some(column) = location.column.map(|column| column.get()).filter(|_| first == last) {
        let end = location.end_column.map_or(column, |end| (end.get() - 1).max(column));
        place.extend([("col", column.to_string()), ("endColumn", end.to_string())]);
    }
    place
}

/// One line per engine: which, why, how many files, and what to do.
fn gap_line(gap: &Gap<'_>, text: &Text) -> String {
    let mut message = format!("{} [{}]", (text.reason)(gap.kind), gap.token);
    if !gap.detail.is_empty() {
        message.push_str(&format!(": {}", gap.detail));
    }
    if let [first, others @ ..] = gap.files() {
        let others = if others.is_empty() { "" } else { ", …" };
        message.push_str(&format!(": {} ({}{others})", (text.unreviewed)(gap.files().len()), first.path));
    }
    message.push_str(&format!("; {}: {}", text.to_do, gap.remedy(text)));
    let engine = gap.engine.map(|engine| format!(": {}", engine.name)).unwrap_or_default();
    command("notice", &[("title", format!("{}{engine}", text.unverified))], &message)
}

fn verdict_line(model: &Model, text: &'static Text, more: usize) -> String {
    let counts = model.counts();
    let count = |disposition: Disposition, told: fn(usize) -> String| counts.get(&disposition).map(|&number| told(number));
    let beside = [
        count(Disposition::Suppressed, text.suppressed),
        count(Disposition::Baselined, text.baselined),
        count(Disposition::Excepted, text.excepted),
        count(Disposition::PreExisting, text.pre_existing),
        count(Disposition::RuleDisabled, text.rule_disabled),
        count(Disposition::SourceNotCounted, text.source_not_counted),
        (more > 0).then(|| (text.more_findings)(more)),
    ];
    let voice = Voice { text, name: &one_line };
    let parts: Vec<String> = std::iter::once(voice.verdict(model)).chain(beside.into_iter().flatten()).collect();
    let name = if model.decision.blocks() { "error" } else { "notice" };
    command(name, &[("title", (text.verdict)(model.verdict).to_owned())], &parts.join("; "))
}

/// A workflow command, as the runner takes it apart again (actions/runner, `ActionCommand.cs`).
fn command(name: &str, properties: &[(&str, String)], message: &str) -> String {
    let data = |text: &str| no_command(text).replace('%', "%25");
    let property = |text: &str| data(&harmless(text)).replace(':', "%3A").replace(',', "%2C");
    let properties: Vec<String> = properties.iter().map(|(key, value)| format!("{key}={}", property(value))).collect();
    format!("::{name} {}::{}", properties.join(","), data(&one_line(message)))
}
