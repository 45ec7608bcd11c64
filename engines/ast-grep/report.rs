//! What a match says to people: the finding, and the rule behind it.

use ast_grep_config::{SerializableRuleConfig, Severity as RuleSeverity, from_str};
use ast_grep_core::NodeMatch;
use ast_grep_core::tree_sitter::StrDoc;
use ast_grep_language::SupportLang;
use serde_json::Value;

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity};

use super::embedded;
use super::rules::{Rule, RuleSet};

/// The finding of `rule` at a match.
pub(super) fn finding(path: &RepoPath, rule: &Rule, message: String, found: &NodeMatch<'_, StrDoc<SupportLang>>) -> Finding {
    let (start, end) = (found.start_pos(), found.end_pos());
    let place = Location::line(path.clone(), one_based(start.line()))
        .through(one_based(end.line()))
        .columns(one_based(start.column(found)), one_based(end.column(found)));
    let message = if message.is_empty() { format!("the rule `{}` matches here", rule.id) } else { message };
    Finding::new(RuleId::new(&rule.id), severity(&rule.severity), place, message)
}

/// The rank that a rule gives. `hint` and `info` are one rank here; a rule that is `off` does not run.
fn severity(severity: &RuleSeverity) -> Severity {
    match severity {
        RuleSeverity::Error => Severity::Error,
        RuleSeverity::Warning => Severity::Warning,
        RuleSeverity::Info | RuleSeverity::Hint | RuleSeverity::Off => Severity::Info,
    }
}

/// What the rules of a run are about, each once, by id.
pub(super) fn rule_infos(rules: &RuleSet) -> Vec<RuleInfo> {
    let mut infos = Vec::new();
    rules.each(|rule| infos.push(info(rule)));
    each_once(infos)
}

/// What the embedded rules are about, each once, by id.
pub(super) fn embedded_infos() -> Vec<RuleInfo> {
    let rules = embedded::FILES.iter().filter(|(path, _)| path.starts_with("rules/"));
    each_once(rules.filter_map(|(_, text)| Some(info(&from_str(text).ok()?))).collect())
}

fn each_once(mut infos: Vec<RuleInfo>) -> Vec<RuleInfo> {
    infos.sort_by(|one, other| one.id.cmp(&other.id));
    infos.dedup_by(|next, first| next.id == first.id);
    infos
}

/// What one rule is about.
pub(super) fn info(rule: &SerializableRuleConfig<SupportLang>) -> RuleInfo {
    let title = if rule.message.is_empty() { rule.id.clone() } else { rule.message.clone() };
    let mut help = rule.note.clone().unwrap_or_default();
    if let Some(url) = &rule.url {
        help = format!("{help}\n\n{url}").trim().to_owned();
    }
    let metadata = rule.metadata.as_ref().and_then(|metadata| serde_json::to_value(metadata).ok()).unwrap_or(Value::Null);
    let mut tags: Vec<String> =
        words(&metadata["cwe"]).iter().map(|text| text.split(':').next().unwrap_or(text).trim().to_owned()).collect();
    tags.extend(words(&metadata["tags"]));
    tags.sort();
    tags.dedup();
    RuleInfo { id: RuleId::new(&rule.id), severity: Some(severity(&rule.severity)), title, help, tags }
}

/// A text, or a list of texts.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    }
}

/// A line or a column from 1, of one from 0.
pub(super) fn one_based(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX - 1) + 1
}
