//! The findings: what blocks with its source, what does not in one line, the rest in numbers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{LeftOutWhy, RepoPath};
use crate::gate::Disposition;
use crate::report::foreign::{self, one_line};
use crate::report::frame::Frame;
use crate::report::summary::{Voice, of};
use crate::report::{Model, Row};

use super::page::{Page, Verbosity};

/// How many findings get a code frame. Fifty frames are some 400 lines, about what a person scrolls through; a change with more
/// blocking findings is mended by rule, not one by one.
const FRAMES: usize = 50;
/// How many findings of a kind are listed in one line each: GitHub and GitLab fold or cut a job's log beyond some thousand lines.
pub(super) const LINES: usize = 500;
/// How many rule or source names a counted line gives.
const NAMES: usize = 5;

/// Each blocking finding with its source, by file.
pub(super) fn blocking(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let mut explained = BTreeSet::new();
    let rows: Vec<&Row> = of(model, Disposition::Blocking).collect();
    for row in rows.iter().take(FRAMES) {
        page.gap();
        let rule = &row.issue.rule;
        let help = model.rules.iter().find(|info| info.id == *rule).map(|info| one_line(first_line(&info.help)));
        let help = help.filter(|help| !help.is_empty() && explained.insert(rule));
        let mut notes = vec![(voice.text.note, voice.why(row))];
        notes.extend(voice.silenced(row, one_line).map(|silenced| (voice.text.note, silenced)));
        notes.extend(help.map(|help| (voice.text.help, help)));
        let style = page.style();
        for line in (Frame { issue: &row.issue, severity: row.severity, notes }).draw(style.color, style.width) {
            page.line(&line);
        }
    }
    if let Some(rest) = rows.get(FRAMES..).filter(|rest| !rest.is_empty()) {
        list(page, &voice.heading(Disposition::Blocking, rest.len()), rest, voice);
    }
}

/// Each blocking finding in one line.
pub(super) fn blocking_lines(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let rows: Vec<&Row> = of(model, Disposition::Blocking).collect();
    one_liners(page, &rows, voice);
}

/// Each finding below its threshold in one line.
pub(super) fn below(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let rows: Vec<&Row> = of(model, Disposition::BelowThreshold).collect();
    if !rows.is_empty() {
        list(page, &voice.heading(Disposition::BelowThreshold, rows.len()), &rows, voice);
    }
}

/// What does not count, in numbers and names; with `--verbose` in lines.
pub(super) fn uncounted(page: &mut Page, model: &Model, voice: &Voice<'_>) {
    let verbose = page.style().verbosity == Verbosity::Verbose;
    page.gap();
    for disposition in [
        Disposition::Suppressed,
        Disposition::Baselined,
        Disposition::Excepted,
        Disposition::PreExisting,
        Disposition::RuleDisabled,
        Disposition::SourceNotCounted,
    ] {
        let rows: Vec<&Row> = of(model, disposition).collect();
        if rows.is_empty() {
            continue;
        }
        let heading = voice.heading(disposition, rows.len());
        // Who answers for what, until when and why is said in every report.
        if verbose || disposition == Disposition::Excepted {
            list(page, &heading, &rows, voice);
            continue;
        }
        let names = match disposition {
            Disposition::RuleDisabled => format!(": {}", names(rows.iter().map(|row| row.issue.rule.as_str()))),
            Disposition::SourceNotCounted => format!(": {}", names(rows.iter().map(|row| row.engine.as_str()))),
            Disposition::Blocking
            | Disposition::BelowThreshold
            | Disposition::PreExisting
            | Disposition::Suppressed
            | Disposition::Baselined
            | Disposition::Excepted => String::new(),
        };
        page.wrapped("", &format!("{heading}{names} ({})", (voice.text.verbose_lists)(rows.len())));
    }
    for why in LeftOutWhy::ALL {
        left_out(page, model, voice, why);
    }
}

fn left_out(page: &mut Page, model: &Model, voice: &Voice<'_>, why: LeftOutWhy) {
    let paths: Vec<&RepoPath> = model.left_out.iter().filter(|file| file.why == why).map(|file| &file.path).collect();
    if paths.is_empty() {
        return;
    }
    let heading = (voice.text.left_out)(why, paths.len());
    if page.style().verbosity != Verbosity::Verbose {
        // A link is itself no risk, and a tree can hold thousands; what a submodule brings in, nobody has looked at.
        if why != LeftOutWhy::Symlink {
            page.line(&format!("{heading} ({})", (voice.text.verbose_lists)(paths.len())));
        }
        return;
    }
    page.gap();
    page.line(&page.bold(&format!("{heading}:")));
    for path in paths.iter().take(LINES) {
        page.line(&format!("  {}", foreign::path(path)));
    }
    if let Some(more) = paths.len().checked_sub(LINES).filter(|more| *more > 0) {
        page.line(&format!("  {}", (voice.text.more_files)(more)));
    }
}

fn list(page: &mut Page, heading: &str, rows: &[&Row], voice: &Voice<'_>) {
    page.gap();
    page.line(&page.bold(&format!("{heading}:")));
    one_liners(page, rows, voice);
}

fn one_liners(page: &mut Page, rows: &[&Row], voice: &Voice<'_>) {
    for row in rows.iter().take(LINES) {
        let location = &row.issue.location;
        // A name may begin like a command of a CI system; behind `./` it is still the same file.
        let path = foreign::path(&location.path);
        let path = if path.starts_with(':') { format!("./{path}") } else { path };
        let line = location.line.map_or(String::new(), |line| format!(":{line}"));
        let (severity, rule) = (page.severity(row.severity), one_line(row.issue.rule.as_str()));
        let silenced = voice.silenced(row, one_line).map(|silenced| format!(" — {silenced}")).unwrap_or_default();
        page.line(&format!("{path}{line}: {severity} {rule} — {}{silenced}", one_line(&row.issue.message)));
    }
    if let Some(more) = rows.len().checked_sub(LINES).filter(|more| *more > 0) {
        page.line(&(voice.text.more_findings)(more));
    }
}

/// The most frequent names with their numbers: `a ×3, b, …`.
fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in all {
        *counts.entry(name).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, number)| Reverse(*number));
    let times = |number: usize| if number == 1 { String::new() } else { format!(" ×{number}") };
    let mut shown: Vec<String> =
        counts.iter().take(NAMES).map(|(name, number)| format!("{}{}", one_line(name), times(*number))).collect();
    if counts.len() > NAMES {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}
