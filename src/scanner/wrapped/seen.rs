//! What one look of a program gave, and what the difference between two looks says.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, SuppressedBy, Suppression, Unreviewed};

/// What a program saw.
#[derive(Debug, Default)]
pub struct Seen {
    /// What it found.
    pub findings: Vec<Finding>,
    /// Files that it was given and could not look at.
    pub unreviewed: Vec<Unreviewed>,
    /// What it says of the rules behind the findings.
    pub rules: Vec<RuleInfo>,
}

impl Seen {
    /// Adds a file that could not be looked at; the first reason stays.
    pub fn not_looked_at(&mut self, path: RepoPath, why: impl Into<String>) {
        if !self.unreviewed.iter().any(|file| file.path == path) {
            self.unreviewed.push(Unreviewed { path, why: why.into() });
        }
    }

    /// This look, in which the author said nothing, beside one in which the author's word counted: what only this one holds is
    /// silenced, by what `by` says of its file. What only the other one holds is kept too, since settings can ask for more.
    #[must_use]
    pub fn silenced(mut self, with_author: Self, by: impl Fn(&RepoPath) -> SuppressedBy) -> Self {
        let heard: BTreeMap<_, _> = with_author.findings.iter().map(|finding| (key(finding), &finding.suppressed)).collect();
        for finding in &mut self.findings {
            let silencer = Suppression { by: by(&finding.location.path), reason: String::new() };
            match heard.get(&key(finding)) {
                Some(suppressed) => finding.suppressed.clone_from(suppressed),
                None => finding.suppressed = Some(silencer),
            }
        }
        let known: BTreeSet<_> = self.findings.iter().map(|finding| owned(key(finding))).collect();
        self.findings.extend(with_author.findings.into_iter().filter(|finding| !known.contains(&owned(key(finding)))));
        self.rules.extend(with_author.rules);
        // A file that is unreadable either way is unreadable. One that the author alone has made unreadable was looked at here.
        self
    }
}

/// What makes two findings the same.
fn key(finding: &Finding) -> (&Location, &RuleId, &str) {
    (&finding.location, &finding.rule, &finding.message)
}

fn owned(key: (&Location, &RuleId, &str)) -> (Location, RuleId, String) {
    (key.0.clone(), key.1.clone(), key.2.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;

    fn finding(rule: &str, line: u32) -> Finding {
        Finding::new(RuleId::new(rule), Severity::Warning, Location::line("a".into(), line), "m")
    }

    fn seen(findings: &[(&str, u32)]) -> Seen {
        Seen { findings: findings.iter().map(|(rule, line)| finding(rule, *line)).collect(), ..Seen::default() }
    }

    #[test]
    fn what_the_author_hides_is_silenced_and_what_settings_add_is_kept() {
        let mut with_author = seen(&[("kept", 1), ("added", 9)]);
        with_author.findings[0] = finding("kept", 1).suppressed(SuppressedBy::EngineFile, "its own word");
        let both = seen(&[("kept", 1), ("hidden", 2), ("kept", 3)]).silenced(with_author, |_| SuppressedBy::EngineComment);
        let shown: Vec<_> = both
            .findings
            .iter()
            .map(|one| {
                (one.rule.as_str(), one.location.lines(), one.suppressed.as_ref().map(|one| (one.by, one.reason.as_str())))
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("kept", Some((1, 1)), Some((SuppressedBy::EngineFile, "its own word"))),
                ("hidden", Some((2, 2)), Some((SuppressedBy::EngineComment, ""))),
                ("kept", Some((3, 3)), Some((SuppressedBy::EngineComment, ""))),
                ("added", Some((9, 9)), None),
            ]
        );
    }

    #[test]
    fn a_file_is_not_looked_at_once() {
        let mut seen = Seen::default();
        seen.not_looked_at("a".into(), "first");
        seen.not_looked_at("a".into(), "second");
        assert_eq!(seen.unreviewed, [Unreviewed { path: "a".into(), why: "first".to_owned() }]);
    }
}
