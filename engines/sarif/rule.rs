//! Which rule a result cites, how reports name it, and what it is about.
//!
//! The published name is `<tool>/<rule>`: two scanners may have rules of the same name, and configuration must be able to tell them
//! apart. The name comes from a foreign file, so it is made harmless before anyone sees it.

use serde_json::{Number, Value};

use crate::finding::{RuleId, RuleInfo, is_invisible};

use super::message::{one_line, written};
use super::wire::{self, Component, Descriptor, Reference, SarifResult, Tool};

/// The longest names and texts, in characters.
const TOOL: usize = 60;
const RULE: usize = 200;
const TITLE: usize = 300;
const HELP: usize = 8000;
/// At most so many tags.
const TAGS: usize = 10;

/// The rules of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules<'a> {
    pub(super) driver: &'a Component,
    extensions: Option<&'a Vec<Component>>,
}

/// A rule that a result cites.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cited<'a> {
    /// What the file says of the rule, when it describes it.
    pub(super) descriptor: Option<&'a Descriptor>,
    /// The component that it belongs to.
    pub(super) component: &'a Component,
}

impl<'a> Rules<'a> {
    pub(super) fn of(tool: &'a Tool) -> Option<Self> {
        Some(Self { driver: tool.driver.as_ref()?, extensions: tool.extensions.as_ref() })
    }

    /// The rule of a result, and its name in the file (section 3.27.5: by id, by index, or by a reference with both).
    pub(super) fn of_result(&self, result: &'a SarifResult) -> (Cited<'a>, Option<&'a str>) {
        let reference = result.rule.as_ref();
        let id = result.rule_id.as_deref().or_else(|| reference?.id.as_deref());
        let index = result.rule_index.as_ref().or_else(|| reference?.index.as_ref());
        let cited = self.find(id, index, reference.and_then(|reference| reference.tool_component.as_deref()));
        (cited, id.or_else(|| cited.descriptor?.id.as_deref()))
    }

    /// The rule of that id or index in a component. An index whose rule has another id than the one that is named is wrong.
    pub(super) fn find(&self, id: Option<&str>, index: Option<&Number>, component: Option<&Reference>) -> Cited<'a> {
        let component = component.and_then(|reference| self.component(reference)).unwrap_or(self.driver);
        let indexed = wire::at(component.rules.as_ref(), index);
        let fits = |descriptor: &&Descriptor| match (id, descriptor.id.as_deref()) {
            (Some(id), Some(own)) => own == id || id.strip_prefix(own).is_some_and(|rest| rest.starts_with('/')),
            (None, _) | (_, None) => true,
        };
        if let Some(descriptor) = indexed.filter(fits) {
            return Cited { descriptor: Some(descriptor), component };
        }
        let mut id = id;
        while let Some(name) = id {
            let all = [component, self.driver].into_iter().chain(self.extensions.into_iter().flatten());
            for component in all {
                let own = |descriptor: &&Descriptor| descriptor.id.as_deref() == Some(name);
                if let Some(descriptor) = component.rules.iter().flatten().find(own) {
                    return Cited { descriptor: Some(descriptor), component };
                }
            }
            // The id may name a part of a rule: `CA1000/1` (section 3.52.4).
            id = name.rsplit_once('/').map(|(above, _)| above);
        }
        Cited { descriptor: None, component }
    }

    /// A component by its index among the extensions, or by its name (section 3.54).
    fn component(&self, reference: &Reference) -> Option<&'a Component> {
        let named = |component: &&Component| reference.name.is_some() && component.name == reference.name;
        wire::at(self.extensions, reference.index.as_ref()).or_else(|| self.extensions?.iter().find(named))
    }
}

/// A tool's name as a part of a rule's name: `Semgrep OSS` is `semgrep-oss`.
pub(super) fn slug(tool: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    let dashed: String = tool.chars().map(|c| if plain(c) { c.to_ascii_lowercase() } else { '-' }).collect();
    let parts: Vec<&str> = dashed.split('-').filter(|part| !part.is_empty()).collect();
    let name: String = parts.join("-").chars().take(TOOL).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// The published name.
pub(super) fn id(tool: &str, rule: Option<&str>) -> RuleId {
    let harmless = |c: char| if c.is_whitespace() || c.is_control() || is_invisible(c) { '-' } else { c };
    let rule: String = rule.unwrap_or_default().trim().chars().take(RULE).map(harmless).collect();
    let tool = slug(tool);
    // Some scanners put their name there themselves.
    let rule = rule.strip_prefix(&tool).and_then(|rest| rest.strip_prefix('/')).unwrap_or(&rule);
    RuleId::new(format!("{tool}/{}", if rule.is_empty() { "no-rule" } else { rule }))
}

/// What a rule is about.
pub(super) fn info(id: RuleId, cited: &Cited<'_>) -> Option<RuleInfo> {
    let rule = cited.descriptor?;
    let texts = [rule.short_description.as_ref(), rule.full_description.as_ref()];
    let title = texts.into_iter().flatten().find_map(written).or(rule.name.as_deref()).or(rule.id.as_deref()).unwrap_or_default();
    let help = rule.help.as_ref().and_then(|help| help.markdown.as_deref().or(help.text.as_deref())).unwrap_or_default();
    let help: String = help.trim().chars().take(HELP).collect();
    let link = rule.help_uri.as_deref().filter(|uri| !help.contains(*uri)).unwrap_or_default();
    Some(RuleInfo {
        id,
        severity: None,
        title: one_line(title, TITLE),
        help: format!("{help}\n\n{}", one_line(link, TITLE)).trim().to_owned(),
        tags: tags(rule),
    })
}

/// The tags of a rule, each once, weaknesses first and as `CWE-79`, at most ten.
pub(super) fn tags(rule: &Descriptor) -> Vec<String> {
    let taxa = rule.relationships.iter().flatten().filter_map(|relationship| relationship.target.as_ref()?.id.as_deref());
    let listed = match rule.properties.as_ref().and_then(|properties| properties.tags.as_ref()) {
        Some(Value::Array(tags)) => tags.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(tag)) => vec![tag.as_str()],
        _ => Vec::new(),
    };
    let mut all: Vec<String> =
        taxa.map(|taxon| (taxon, true)).chain(listed.into_iter().map(|tag| (tag, false))).filter_map(tag).collect();
    all.sort_by_key(|tag| !tag.starts_with("CWE-"));
    let mut kept: Vec<String> = Vec::new();
    for tag in all {
        if kept.len() < TAGS && !kept.contains(&tag) {
            kept.push(tag);
        }
    }
    kept
}

/// One tag as we spell it. Scanners write weaknesses as `CWE-079`, `cwe79`, `external/cwe/cwe-079` and `CWE-79: a title`; of the
/// taxa that a rule is related to, only weaknesses are kept.
fn tag((tag, is_taxon): (&str, bool)) -> Option<String> {
    let last = tag.rsplit('/').next().unwrap_or(tag).trim();
    let lower = last.to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix("cwe") {
        let digits: String = rest.trim_start_matches('-').chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse::<u32>() {
            return Some(format!("CWE-{number}"));
        }
    }
    let plain = one_line(tag, TOOL);
    (!is_taxon && !plain.is_empty()).then_some(plain)
}

/// Whether a rule is about secrets, so that the flagged text itself must be in no output.
pub(super) fn is_about_secrets(tool: &str, rule: Option<&str>, cited: &Cited<'_>) -> bool {
    let tags = cited.descriptor.map(tags).unwrap_or_default();
    if tags.iter().any(|tag| matches!(tag.as_str(), "CWE-259" | "CWE-312" | "CWE-321" | "CWE-522" | "CWE-798")) {
        return true;
    }
    let name = cited.descriptor.and_then(|rule| rule.name.as_deref());
    let words = [Some(tool), rule, name].into_iter().flatten().chain(tags.iter().map(String::as_str));
    let telling =
        ["secret", "leak", "trufflehog", "kingfisher", "password", "credential", "token", "api-key", "apikey", "private-key"];
    words.map(str::to_ascii_lowercase).any(|word| telling.iter().any(|part| word.contains(part)))
}
