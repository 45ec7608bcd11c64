//! What a user's word can mean.
//!
//! The kinds of names are made so that they do not meet: a rule has a colon, an error code a slash, a status is a number, a fingerprint
//! is hexadecimal. Only the bare name of a rule can be several things, and then the user is asked.

use std::collections::BTreeSet;

use crate::cli::exit::EXIT_STATUSES;
use crate::cli::refusal::Refusal;
use crate::finding::{CODES, Code, Diagnostic};
use crate::report::{Explanation, ReasonKind, Recorded, RuleExplanation, Text};
use crate::scanner::Registry;

use super::rules;

/// The shortest part of a fingerprint that is looked up, in characters.
const SHORTEST_FINGERPRINT: usize = 7;
/// How many near names are offered.
const OFFERED: usize = 3;
/// The endings that make a category a reason token.
const ENDINGS: [&str; 4] = ["unavailable", "execution_error", "invalid_output", "incomplete"];

/// What topics are looked up in.
pub(super) struct Topics<'a> {
    pub(super) registry: &'a Registry,
    pub(super) audit: Option<&'a Recorded>,
    pub(super) text: &'a Text,
}

impl Topics<'_> {
    /// What `topic` is.
    pub(super) fn find(&self, topic: &str) -> Result<Explanation, Refusal> {
        let topic = topic.trim();
        if let Some(found) = self.fixed(topic) {
            return Ok(found);
        }
        let all = rules::all(self.registry);
        if let Some(found) = self.rule(topic, &all)? {
            return Ok(Explanation::Rule(found));
        }
        if is_fingerprint(topic) {
            return self.finding(topic, &all);
        }
        Err(self.unknown(topic, &all))
    }

    /// What has a fixed name: an engine, an error code, an exit status, a reason.
    fn fixed(&self, topic: &str) -> Option<Explanation> {
        if let Some(registered) = self.registry.get(topic) {
            let (summary, manual) = (registered.entry.summary.to_owned(), registered.entry.readme.to_owned());
            return Some(Explanation::Engine { name: topic.to_owned(), summary, manual });
        }
        if let Some(absent) = self.registry.absent().iter().find(|absent| absent.name == topic) {
            let (summary, feature) = (absent.summary.to_owned(), absent.feature.to_owned());
            return Some(Explanation::Absent { name: topic.to_owned(), summary, feature });
        }
        if let Some(entry) = CODES.iter().find(|entry| entry.code.as_str() == topic) {
            let exit = EXIT_STATUSES.iter().find(|exit| exit.status.code() == entry.exit)?;
            return Some(Explanation::Error { entry, exit_meaning: exit.meaning });
        }
        let number = topic.strip_prefix("exit").unwrap_or(topic).trim();
        if let Some(exit) = EXIT_STATUSES.iter().find(|exit| exit.status.code().to_string() == number) {
            let (status, meaning, reason) = (exit.status.code(), exit.meaning, exit.reason);
            return Some(Explanation::Exit { status, meaning, reason });
        }
        self.reason(topic)
    }

    /// A reason token of this binary.
    fn reason(&self, topic: &str) -> Option<Explanation> {
        let kind = ReasonKind::of(topic);
        let token = topic.to_owned();
        if kind == ReasonKind::NothingRan {
            return Some(Explanation::Reason { token, engines: Vec::new() });
        }
        let category = ENDINGS.iter().find_map(|ending| topic.strip_suffix(ending)?.strip_suffix('_'))?;
        let of_category = self.registry.engines().iter().filter(|registered| registered.engine.category == category);
        let engines: Vec<String> = of_category.map(|registered| registered.entry.name.to_owned()).collect();
        (!engines.is_empty()).then_some(Explanation::Reason { token, engines })
    }

    /// A rule by its published name, or by its bare name when only one engine has it.
    fn rule(&self, topic: &str, all: &[RuleExplanation]) -> Result<Option<RuleExplanation>, Refusal> {
        let of_audit = |name: &str| {
            let info = self.audit?.rules.iter().find(|info| info.id.as_str() == name)?;
            Some(rules::of_audit(info, self.registry))
        };
        if let Some(found) = all.iter().find(|rule| rule.name == topic).cloned().or_else(|| of_audit(topic)) {
            return Ok(Some(found));
        }
        let bare = |name: &str| name.split_once(':').is_some_and(|(_, bare)| bare == topic);
        let known = all.iter().map(|rule| rule.name.as_str());
        let recorded = self.audit.into_iter().flat_map(|audit| audit.rules.iter().map(|info| info.id.as_str()));
        let names: BTreeSet<&str> = known.chain(recorded).filter(|name| bare(name)).collect();
        match names.iter().collect::<Vec<_>>().as_slice() {
            [] => Ok(None),
            [name] => Ok(all.iter().find(|rule| rule.name == **name).cloned().or_else(|| of_audit(name))),
            names => {
                let names = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                Err(Diagnostic::new(Code::CLI_UNKNOWN_TOPIC, (self.text.explain.ambiguous)(topic, &names)).into())
            }
        }
    }

    /// A finding of the audit, by its fingerprint or the beginning of it.
    fn finding(&self, topic: &str, all: &[RuleExplanation]) -> Result<Explanation, Refusal> {
        let explain = self.text.explain;
        let unknown = Diagnostic::new(Code::CLI_UNKNOWN_TOPIC, (explain.unknown)(topic));
        let Some(audit) = self.audit else { return Err(unknown.help(explain.needs_audit).into()) };
        let found: Vec<_> = audit.findings.iter().filter(|finding| finding.fingerprint.starts_with(topic)).collect();
        match found.as_slice() {
            [finding] => {
                let rule = self.rule(&finding.rule, all)?;
                Ok(Explanation::Finding { finding: (*finding).clone(), rule })
            }
            [] => {
                let help = (explain.not_in_audit)(audit.findings.len());
                let near = near(topic, audit.findings.iter().map(|finding| finding.fingerprint.as_str()));
                Err(self.offering(unknown.help(help), &near).into())
            }
            several => {
                let names: Vec<String> = several.iter().map(|finding| format!("`{}`", finding.fingerprint)).collect();
                Err(Diagnostic::new(Code::CLI_UNKNOWN_TOPIC, (explain.ambiguous)(topic, &names.join(", "))).into())
            }
        }
    }

    fn unknown(&self, topic: &str, all: &[RuleExplanation]) -> Refusal {
        let explain = self.text.explain;
        let mut told = Diagnostic::new(Code::CLI_UNKNOWN_TOPIC, (explain.unknown)(topic));
        let engine = topic.split_once(':').and_then(|(engine, _)| self.registry.get(engine));
        if let Some(registered) = engine.filter(|it| !it.engine.scanner.rules(&serde_json::json!({})).closed) {
            told = told.note((explain.rules_at_run_time)(registered.entry.name));
        }
        let reasons = self
            .registry
            .engines()
            .iter()
            .flat_map(|registered| ENDINGS.iter().map(move |ending| format!("{}_{ending}", registered.engine.category)));
        let reasons: BTreeSet<String> = reasons.chain(["nothing_ran".to_owned()]).collect();
        let rules = all.iter().map(|rule| rule.name.as_str());
        let bare = all.iter().filter_map(|rule| rule.name.split_once(':')).map(|(_, bare)| bare);
        let codes = CODES.iter().map(|entry| entry.code.as_str());
        let engines = self.registry.engines().iter().map(|registered| registered.entry.name);
        let names = engines.chain(rules).chain(bare).chain(codes).chain(reasons.iter().map(String::as_str));
        let near = near(topic, names);
        self.offering(told, &near).help(explain.topics).into()
    }

    fn offering(&self, told: Diagnostic, near: &[&str]) -> Diagnostic {
        if near.is_empty() {
            return told;
        }
        let names = near.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        told.help((self.text.explain.did_you_mean)(&names))
    }
}

fn is_fingerprint(topic: &str) -> bool {
    (SHORTEST_FINGERPRINT..=64).contains(&topic.len()) && topic.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The nearest names, best first: those that could be a typing error of `topic`, and those that it is a part of.
fn near<'a>(topic: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    // A longer word is no name, and a distance costs the product of both lengths.
    if topic.is_empty() || topic.len() > 120 {
        return Vec::new();
    }
    let allowed = (topic.chars().count() / 4).clamp(1, 3);
    let lower = topic.to_lowercase();
    let distance = |name: &str| {
        let edits = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
        let part = lower.len() > 3 && name.contains(lower.as_str());
        if edits <= allowed { Some(edits) } else { part.then_some(allowed + 1) }
    };
    let mut ranked: Vec<(usize, usize, &str)> = names.filter_map(|name| Some((distance(name)?, name.len(), name))).collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(OFFERED).map(|(_, _, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_offered_best_first() {
        let names = ["github-pat", "github-pat-fine", "gitlab-pat", "config/unknown-key", "sast_unavailable"];
        let table: [(&str, &[&str]); 5] = [
            ("githbu-pat", &["github-pat"]),
            ("github", &["github-pat", "github-pat-fine"]),
            ("config/unkown-key", &["config/unknown-key"]),
            ("SAST_unavailable", &["sast_unavailable"]),
            ("zzz", &[]),
        ];
        for (topic, expected) in table {
            assert_eq!(near(topic, names.into_iter()), expected, "{topic}");
        }
        assert!(near(&"a".repeat(1_000_000), names.into_iter()).is_empty());
    }

    #[test]
    fn a_fingerprint_is_hexadecimal() {
        for (topic, expected) in [("8be5c0ffee", true), ("8be5c0", false), ("github-pat", false), ("facade", false), ("", false)]
        {
            assert_eq!(is_fingerprint(topic), expected, "{topic}");
        }
    }
}
