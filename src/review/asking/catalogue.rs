//! The closed list of rules that a model's finding can cite: the embedded ones, and what the caller adds.
//!
//! An embedded rule cannot be replaced: of two with one name the embedded one stays.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::deliberation::SkillSection;
use crate::finding::{RuleId, Severity};

/// The embedded rules.
const EMBEDDED: &str = include_str!("catalogue.toml");

/// A rule that can be cited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Citable {
    /// Its name.
    pub(super) id: RuleId,
    /// What it is about, on one line.
    pub(super) title: String,
    /// How bad a violation is at least.
    pub(super) severity: Severity,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Embedded>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Embedded {
    id: String,
    title: String,
    severity: String,
}

/// All rules by name.
pub(super) fn catalogue(sections: &[SkillSection]) -> BTreeMap<RuleId, Citable> {
    let embedded = toml::from_str::<File>(EMBEDDED).map(|file| file.rule).unwrap_or_default();
    let embedded = embedded.into_iter().map(|rule| {
        // Nothing less than it says: a word that is not known counts as the worst.
        let severity = Severity::of_scanner(&rule.severity);
        Citable { id: RuleId::new(&rule.id), title: rule.title, severity }
    });
    let own = sections.iter().map(|section| {
        let SkillSection { rule, title, severity, text: _ } = section;
        (rule.clone(), Citable { id: rule.clone(), title: title.clone(), severity: *severity })
    });
    let mut all: BTreeMap<RuleId, Citable> = own.collect();
    all.extend(embedded.map(|rule| (rule.id.clone(), rule)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_rules_are_whole_and_cannot_be_replaced() {
        let own = |id: &str| {
            let (title, text) = ("own".to_owned(), String::new());
            SkillSection { rule: RuleId::new(id), title, severity: Severity::Info, text }
        };
        let all = catalogue(&[own("security/xss"), own("style#short")]);
        assert_eq!(all.len(), 22);
        assert_eq!(all[&RuleId::new("security/xss")].severity, Severity::Error);
        assert_eq!(all[&RuleId::new("style#short")].title, "own");
        let file = toml::from_str::<File>(EMBEDDED).expect("it can be read");
        assert!(file.rule.iter().all(|rule| Severity::of_scanner(&rule.severity).as_str() == rule.severity));
    }
}
