//! The rules that a run's results cite, each once.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{RuleId, RuleInfo, Severity};
use crate::report::{Model, Row};

use super::limits::MAX_TAGS;
use super::result::level;
use super::text::{message, visible};
use super::wire::{DefaultConfiguration, Help, Rule, RuleProperties};

/// The rules of `rows` in the order of their names, and the index of each.
pub(super) fn rules<'a>(model: &Model, rows: &[(usize, &'a Row)]) -> (Vec<Rule>, BTreeMap<&'a RuleId, usize>) {
    let known: BTreeMap<&RuleId, &RuleInfo> = model.rules.iter().map(|info| (&info.id, info)).collect();
    let mut worst: BTreeMap<&RuleId, Severity> = BTreeMap::new();
    for (_, row) in rows {
        let severity = worst.entry(&row.issue.rule).or_insert(row.severity);
        *severity = row.severity.max(*severity);
    }
    let rules = worst.iter().map(|(id, severity)| rule(id, known.get(id).copied(), *severity)).collect();
    (rules, worst.into_keys().enumerate().map(|(index, id)| (id, index)).collect())
}

/// A rule that its engine did not describe is described by its name.
fn rule(id: &RuleId, info: Option<&RuleInfo>, worst: Severity) -> Rule {
    let title = message(info.map_or("", |info| &info.title), id.as_str());
    let help = info.map(|info| info.help.as_str()).filter(|help| !help.trim().is_empty()).unwrap_or(&title.text);
    let tags = tags(info.map_or(&[], |info| &info.tags));
    let security_severity = tags.iter().any(|tag| tag == SECURITY).then(|| security_severity(worst));
    Rule {
        id: id.to_string(),
        help: Help { text: message(help, id.as_str()).text, markdown: visible(help) },
        full_description: message(&title.text, id.as_str()),
        short_description: title,
        default_configuration: DefaultConfiguration { level: level(worst) },
        properties: RuleProperties { tags, security_severity },
    }
}

/// The tag that makes code scanning treat a rule as one about security.
const SECURITY: &str = "security";

/// The scores that code scanning shows as high, medium and low (GitHub's page "SARIF support": over 7.0, 4.0, 0.1).
const fn security_severity(worst: Severity) -> &'static str {
    match worst {
        Severity::Error => "8.0",
        Severity::Warning => "5.0",
        Severity::Info => "2.0",
    }
}

/// At most ten unique tags in the engine's order. A weakness (`CWE-79`) is written as code scanning reads it
/// (`external/cwe/cwe-079`) and makes the rule one about security.
fn tags(tags: &[String]) -> Vec<String> {
    let weakness = |tag: &str| -> Option<String> {
        let number: u32 = tag.get(..4).filter(|head| head.eq_ignore_ascii_case("CWE-")).and_then(|_| tag[4..].parse().ok())?;
        Some(format!("external/cwe/cwe-{number:03}"))
    };
    let security = tags.iter().any(|tag| weakness(tag.trim()).is_some()).then(|| SECURITY.to_owned());
    let written = tags.iter().map(|tag| visible(tag.trim())).map(|tag| weakness(&tag).unwrap_or(tag));
    let mut seen = BTreeSet::new();
    security.into_iter().chain(written).filter(|tag| !tag.is_empty() && seen.insert(tag.clone())).take(MAX_TAGS).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn tags_are_unique_few_and_in_order() {
        let owned = |tags: &[&str]| tags.iter().map(|&tag| tag.to_owned()).collect::<Vec<_>>();
        assert_eq!(super::tags(&owned(&["b", "a", " b ", "", "a"])), ["b", "a"]);
        assert_eq!(super::tags(&owned(&["x", "cwe-79", "security"])), ["security", "x", "external/cwe/cwe-079"]);
        assert_eq!(super::tags(&owned(&["CWE-x", "CWÉ"])), ["CWE-x", "CWÉ"]);
        let forty: Vec<String> = (0..40).map(|number| format!("tag{number}")).collect();
        assert_eq!(super::tags(&forty), forty[..10]);
    }
}
