//! An issue as a SARIF result.

use std::collections::BTreeMap;

use crate::config::{Language, Section};
use crate::finding::{Fingerprint, Location, RepoPath, RuleId, Severity, Side, Standing};
use crate::gate::Disposition;
use crate::report::{Row, Text};

use super::text::{message, visible};
use super::uri::relative;
use super::wire::{
    ArtifactLocation, Location as WireLocation, PartialFingerprints, PhysicalLocation, Region, ResultProperties, SarifResult,
    Suppression,
};

/// The SARIF level of a severity.
pub(super) const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The rows as results, in their order; `rules` gives each rule's index in its run.
pub(super) fn results(rows: &[(usize, &Row)], rules: &BTreeMap<&RuleId, usize>) -> Vec<SarifResult> {
    let suppresses = rows.iter().any(|(_, row)| suppression(row).is_some());
    let mut seen = Occurrences::default();
    let mut results = Vec::with_capacity(rows.len());
    for (_, row) in rows {
        let issue = &row.issue;
        results.push(SarifResult {
            rule_id: issue.rule.to_string(),
            // Every row's rule is in the map: it was made from these rows.
            rule_index: rules.get(&issue.rule).copied().unwrap_or_default(),
            level: level(row.severity),
            message: message(&issue.message, issue.rule.as_str()),
            locations: location(&issue.location).into_iter().collect(),
            partial_fingerprints: PartialFingerprints { aurumcode: seen.name(&issue.location.path, &issue.fingerprint) },
            baseline_state: match (issue.standing, row.disposition) {
                (Standing::PreExisting, _) | (_, Disposition::Baselined) => "unchanged",
                (Standing::New, _) => "new",
            },
            // §3.27.23: either every result of a run has the property, or none.
            suppressions: suppresses.then(|| suppression(row).into_iter().collect()),
            properties: ResultProperties {
                origin: issue.origin.to_string(),
                disposition: row.disposition.as_str(),
                section: row.section.as_str(),
                fail_on: row.fail_on.as_str(),
                not_counted: not_counted(row),
            },
        });
    }
    results
}

/// What hides a result: a rule that is switched off, a suppression that counts, the baseline. What lies below a threshold, was there
/// before or comes from a source that the gate does not count stays in view; `disposition` says that it does not block.
fn suppression(row: &Row) -> Option<Suppression> {
    let accepted =
        |kind, reason: &str, otherwise| Suppression { kind, status: "accepted", justification: message(reason, otherwise).text };
    match &row.suppression {
        _ if row.disposition == Disposition::RuleDisabled => {
            Some(accepted("external", "", "the configuration switches this rule off"))
        }
        Some(suppression) if row.is_silenced() => {
            let kind = if suppression.by.in_source() { "inSource" } else { "external" };
            let otherwise = Text::of(Language::En).silenced_by;
            Some(accepted(kind, &suppression.reason, otherwise(suppression.by)))
        }
        _ => None,
    }
}

/// A suppression that does not count, since the central policy declares the source. It is no `suppressions` entry of the status
/// `rejected`, because a viewer that does not read the status would hide a result that blocks.
fn not_counted(row: &Row) -> Option<String> {
    let suppression = row.suppression.as_ref().filter(|_| row.section == Section::Policy && !row.is_silenced())?;
    Some(visible(&format!("{}: {}", suppression.by.as_str(), suppression.reason)))
}

fn location(location: &Location) -> Option<WireLocation> {
    let uri = relative(&location.path)?;
    Some(WireLocation {
        physical_location: PhysicalLocation { artifact_location: ArtifactLocation { uri }, region: region(location) },
    })
}

/// The region, or nothing when the whole file is meant, or a line of the old side, which the file no longer has.
fn region(location: &Location) -> Option<Region> {
    let (first, last) = location.lines().filter(|_| location.side == Side::Right)?;
    let start_column = location.column.map(|column| column.get());
    let end_column = location.end_column.map(|column| column.get()).filter(|&end| match start_column {
        Some(start) => last > first || end >= start,
        None => false,
    });
    Some(Region { start_line: first, start_column, end_line: (last > first).then_some(last), end_column })
}

/// Numbers the issues of a file that share a fingerprint, so that two results are never taken for one.
///
/// The count is per file because code scanning identifies an alert by rule, file and fingerprint: a new duplicate in one file then
/// moves no number in another. `primaryLocationLineHash` is left to GitHub's upload action, which computes it from the source and
/// warns about every value that is not its own.
#[derive(Default)]
struct Occurrences<'a>(BTreeMap<(&'a RepoPath, &'a Fingerprint), usize>);

impl<'a> Occurrences<'a> {
    fn name(&mut self, path: &'a RepoPath, fingerprint: &'a Fingerprint) -> String {
        let count = self.0.entry((path, fingerprint)).or_default();
        *count += 1;
        format!("{fingerprint}:{count}")
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn a_region_never_points_nowhere() {
        let file = || RepoPath::from("a");
        let reversed = Location { end_line: NonZeroU32::new(2), ..Location::line(file(), 5).columns(9, 3) };
        let old = Location { side: Side::Left, ..Location::line(file(), 5) };
        let no_start = Location { end_column: NonZeroU32::new(7), ..Location::line(file(), 5) };
        let table = [
            (Location::line(file(), 0), "null"),
            (Location::file(file()), "null"),
            (old, "null"),
            (Location::line(file(), 5), r#"{"startLine":5}"#),
            (reversed, r#"{"startLine":5,"startColumn":9}"#),
            (no_start, r#"{"startLine":5}"#),
            (Location::line(file(), 5).columns(2, 4), r#"{"startLine":5,"startColumn":2,"endColumn":4}"#),
            (Location::line(file(), 5).through(6).columns(9, 1), r#"{"startLine":5,"startColumn":9,"endLine":6,"endColumn":1}"#),
        ];
        for (location, written) in table {
            assert_eq!(serde_json::to_string(&region(&location)).unwrap(), written);
        }
        assert!(super::location(&Location::line(RepoPath::from(""), 1)).is_none());
    }
}
