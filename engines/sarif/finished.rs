//! Whether a run is an answer: it looked, it came to its end, and it can have seen the reviewed commit.

use crate::scanner::ScanError;

use super::message::one_line;
use super::time;
use super::wire::Run;

/// The reviewed commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Reviewed {
    /// Its id, where commits are reviewed.
    pub(super) head: Option<String>,
    /// When it was committed, in seconds since 1970-01-01 UTC.
    pub(super) committed: Option<i64>,
}

/// Refuses a run that is no answer; `name` says which.
pub(super) fn check(run: &Run, name: &str, reviewed: &Reviewed) -> Result<(), ScanError> {
    let incomplete = |why: &str| Err(ScanError::Incomplete(format!("{name}: {why}")));
    let failed = run.invocations.iter().flatten().find(|invocation| invocation.execution_successful == Some(false));
    if let Some(invocation) = failed {
        let why = invocation.exit_code_description.as_deref().map(|why| one_line(why, 100)).unwrap_or_default();
        return incomplete(format!("its run failed (`executionSuccessful` is false) {why}").trim_end());
    }
    if run.external_property_file_references.as_ref().is_some_and(|external| external.results.is_some()) {
        return incomplete("its results stand in another file, which is not read");
    }
    if run.results.is_none() {
        // Section 3.14.23: absent is "it did not scan", null is "it tried to"; nothing found is an empty list.
        return incomplete("the run has no `results`, so it did not look; a scanner that found nothing writes an empty list");
    }
    stale(run, reviewed).map_or(Ok(()), |why| Err(ScanError::Unavailable(format!("{name}: {why}; run the scanner again"))))
}

/// Why the run cannot have seen the reviewed commit, by its own word.
fn stale(run: &Run, reviewed: &Reviewed) -> Option<String> {
    let ends = run.invocations.iter().flatten().filter_map(|invocation| time::seconds(invocation.end_time_utc.as_deref()?));
    if ends.max().zip(reviewed.committed).is_some_and(|(end, committed)| end < committed) {
        return Some("it ended before the reviewed commit was made".to_owned());
    }
    let revisions: Vec<&str> = run
        .version_control_provenance
        .iter()
        .flatten()
        .filter_map(|one| one.revision_id.as_deref())
        .filter(|id| is_id(id))
        .collect();
    let head = reviewed.head.as_deref()?;
    let other = revisions.first().filter(|_| !revisions.iter().any(|id| id.eq_ignore_ascii_case(head)))?;
    Some(format!("it scanned commit {}, and {} is reviewed", &other[..12], &head[..12.min(head.len())]))
}

/// Whether a revision is the whole id of a commit of git.
fn is_id(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(json: &str) -> &'static str {
        let run: Run = serde_json::from_str(json).expect("a run");
        let reviewed = Reviewed { head: Some("a".repeat(40)), committed: Some(1_772_323_200) };
        match check(&run, "X", &reviewed) {
            Ok(()) => "answer",
            Err(ScanError::Incomplete(_)) => "incomplete",
            Err(ScanError::Unavailable(_)) => "unavailable",
            Err(_) => "other",
        }
    }

    #[test]
    fn only_a_finished_run_of_this_commit_is_an_answer() {
        let provenance = |ids: &str| format!(r#"{{"results": [], "versionControlProvenance": [{ids}]}}"#);
        let revision = |id: &str| format!(r#"{{"revisionId": "{id}"}}"#);
        let (this, other) = (revision(&"A".repeat(40)), revision(&"b".repeat(40)));
        let table = [
            (r#"{"results": []}"#.to_owned(), "answer"),
            (r#"{"results": null}"#.to_owned(), "incomplete"),
            (r"{}".to_owned(), "incomplete"),
            (
                r#"{"results": [], "invocations": [{"executionSuccessful": true}, {"executionSuccessful": false}]}"#.to_owned(),
                "incomplete",
            ),
            (r#"{"results": [], "invocations": [{}]}"#.to_owned(), "answer"),
            (r#"{"results": [], "externalPropertyFileReferences": {"results": [{}]}}"#.to_owned(), "incomplete"),
            (r#"{"results": [], "externalPropertyFileReferences": {"rules": [{}]}}"#.to_owned(), "answer"),
            (r#"{"results": [], "invocations": [{"endTimeUtc": "2026-02-28T23:59:59Z"}]}"#.to_owned(), "unavailable"),
            (r#"{"results": [], "invocations": [{"endTimeUtc": "2026-03-01T00:00:00Z"}]}"#.to_owned(), "answer"),
            (r#"{"results": [], "invocations": [{"endTimeUtc": "yesterday"}]}"#.to_owned(), "answer"),
            (provenance(&this), "answer"),
            (provenance(&other), "unavailable"),
            (provenance(&format!("{other}, {this}")), "answer"),
            (provenance(&revision("main")), "answer"),
        ];
        for (json, expected) in table {
            assert_eq!(kind(&json), expected, "{json}");
        }
    }
}
