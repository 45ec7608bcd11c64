//! What a suppression comment says: which rules, and why.

use crate::finding::RuleId;

/// The longest name of a rule, and how much is kept of a reason and of what is no rule, in characters.
const NAME: usize = 200;
const REASON: usize = 400;
const INVALID: usize = 60;

/// The text behind `aurumcode: ignore`, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Directive {
    /// The rules that it names, each once, in its order.
    pub rules: Vec<RuleId>,
    /// Why; nothing when there is no reason, or one without a letter or digit.
    pub reason: Option<String>,
    /// The first thing that stands where a rule should and is none, empty when there is nothing at all.
    pub invalid: Option<String>,
}

impl Directive {
    /// Reads `<rule>[, <rule>…] -- <reason>`. A dash of any length (`—`, `–`) stands for `--`, which XML does not allow in a comment.
    pub(super) fn parse(text: &str) -> Self {
        let (names, reason) = split(text);
        let mut directive = Self { reason: reason.and_then(worded), ..Self::default() };
        for part in names.split(',') {
            let mut words = part.split_whitespace();
            let name = words.next().unwrap_or_default();
            let more = words.next().is_some();
            if !is_rule(name) || (more && reason.is_some()) {
                directive.invalid = Some(part.trim().chars().take(INVALID).collect());
                break;
            }
            let rule = RuleId::new(name);
            if !directive.rules.contains(&rule) {
                directive.rules.push(rule);
            }
            if more {
                // The rest reads like a reason that lacks its dashes.
                break;
            }
        }
        directive
    }
}

/// The names and, behind the first dashes that begin a word, the reason.
fn split(text: &str) -> (&str, Option<&str>) {
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let rest = &text[at..];
        for dash in ["--", "—", "–"] {
            if let Some(reason) = rest.strip_prefix(dash) {
                return (&text[..at], Some(reason));
            }
        }
        at += word.len();
    }
    (text, None)
}

/// A reason on one line, when it says anything.
fn worded(text: &str) -> Option<String> {
    let reason = text.split_whitespace().collect::<Vec<_>>().join(" ");
    reason.chars().any(char::is_alphanumeric).then(|| reason.chars().take(REASON).collect())
}

/// Whether it is an exact name, `<engine>:<rule>`: no wildcard is one.
fn is_rule(name: &str) -> bool {
    let Some((engine, rule)) = name.split_once(':') else { return false };
    let engine_is_one = engine.starts_with(|c: char| c.is_ascii_lowercase())
        && engine.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    engine_is_one && !rule.is_empty() && !rule.contains('*') && name.chars().count() <= NAME
}
