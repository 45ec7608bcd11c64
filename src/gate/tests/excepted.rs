//! What an exception does, as a table over everything that meets: the finding, the exception, and whose the source is.

use super::silenced::decided;
use super::{evidence, issue, source};
use crate::config::Section;
use crate::finding::{OwnRule, RepoPath, RuleId, Severity, Standing};
use crate::gate::Disposition::{Blocking, Excepted};
use crate::gate::{Disposition, Evidence, Exception, Source};

const EXPIRED: &str = OwnRule::EXCEPTION_EXPIRED.id;
const UNUSED: &str = OwnRule::EXCEPTION_UNUSED.id;
const UNVERIFIED: &str = OwnRule::EXCEPTION_UNVERIFIED.id;

fn exception(rule: &str, path: &str) -> Exception {
    Exception {
        rule: RuleId::new(rule),
        path: RepoPath::from(path),
        owner: "the team".to_owned(),
        reason: "a test token".to_owned(),
        expires: "2030-01-01".to_owned(),
        expired: false,
        verified: true,
        looked: true,
    }
}

#[test]
fn an_exception_counts_for_its_rule_in_its_file_for_every_source() {
    let fits = || exception("scan:a", "a.rs");
    let (ended, unknown) = (|| Exception { expired: true, ..fits() }, || Exception { verified: false, ..fits() });
    let unseen = |one: Exception| Exception { looked: false, ..one };
    let table: [(Vec<Exception>, Disposition, Vec<&str>); 11] = [
        (vec![], Blocking, vec![]),
        (vec![fits()], Excepted, vec![]),
        (vec![unseen(fits())], Excepted, vec![]),
        (vec![exception("scan:b", "a.rs")], Blocking, vec![UNUSED]),
        (vec![exception("scan:a", "A.rs")], Blocking, vec![UNUSED]),
        (vec![unseen(exception("scan:a", "b.rs"))], Blocking, vec![]),
        (vec![ended()], Blocking, vec![EXPIRED]),
        (vec![unknown()], Blocking, vec![UNVERIFIED]),
        (vec![Exception { verified: false, ..exception("scan:b", "a.rs") }], Blocking, vec![]),
        // One that counts beats one that has ended, in any order.
        (vec![ended(), fits()], Excepted, vec![]),
        (vec![fits(), ended()], Excepted, vec![]),
    ];
    for section in [Section::Default, Section::Repository, Section::Policy] {
        for (exceptions, disposition, own) in &table {
            let found = Source { section, ..source(vec![issue("scan:a", Severity::Error, Standing::New)]) };
            let evidence = Evidence { exceptions: exceptions.clone(), ..evidence(vec![found]) };
            let decision = decided(&evidence);
            assert_eq!(decision.judged[0].disposition, *disposition, "{section:?} {exceptions:?}");
            let told: Vec<&str> = decision.own.iter().map(|own| own.issue.rule.as_str()).collect();
            assert_eq!(told, *own, "{section:?} {exceptions:?}");
            assert!(decision.own.iter().all(|own| own.disposition == Disposition::BelowThreshold), "they warn");
        }
    }
}

#[test]
fn the_owner_the_day_and_the_reason_stay_with_the_finding() {
    let found = source(vec![issue("scan:a", Severity::Error, Standing::New)]);
    let decision = decided(&Evidence { exceptions: vec![exception("scan:a", "a.rs")], ..evidence(vec![found]) });
    let suppression = decision.judged[0].suppression.as_ref().expect("it is told");
    assert_eq!(suppression.reason, "a test token (the team, until 2030-01-01)");
}
