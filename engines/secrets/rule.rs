//! One rule, ready to run.

use super::allow::Allow;
use super::expression::Expression;
use super::pattern::translate;
use super::reader::RuleSpec;
use crate::finding::Severity;

/// The tag that ranks a rule behind the specific ones: on the same secret, they are reported and it is not.
const GENERIC: &str = "generic";

/// A rule.
#[derive(Debug)]
pub(super) struct Rule {
    /// The name, without the engine's.
    pub id: String,
    /// One line: what the rule finds.
    pub description: String,
    /// Whose secret it is.
    pub provider: Option<String>,
    /// How bad a finding is.
    pub severity: Severity,
    /// Free words.
    pub tags: Vec<String>,
    help: Option<String>,
    /// The expression; nothing for a rule about the file's path alone.
    pub(super) regex: Option<Expression>,
    pub(super) path: Option<Expression>,
    pub(super) keywords: Vec<String>,
    pub(super) entropy: Option<f64>,
    pub(super) secret_group: Option<usize>,
    pub(super) allow: Vec<Allow>,
    pub(super) reach: Reach,
}

/// How much text around a keyword the expression must see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// A match contains the keyword, is at most so many bytes long and, if `line`, stays on its line.
    Near {
        /// The greatest length of a match.
        bytes: usize,
        /// A match contains no line feed.
        line: bool,
    },
    /// A match contains the keyword and stays on its line, however long.
    Line,
    /// Anything: the keyword only says that the text is worth a search.
    Text,
}

impl Rule {
    /// Makes the rule of its specification.
    pub(super) fn new(spec: &RuleSpec) -> Self {
        let facts = spec.regex.as_deref().and_then(|regex| translate(regex, &spec.keywords).ok());
        let reach = facts.map_or(Reach::Text, |facts| match facts.longest {
            _ if !facts.certain => Reach::Text,
            Some(bytes) => Reach::Near { bytes, line: !facts.newline },
            None if facts.newline => Reach::Text,
            None => Reach::Line,
        });
        Self {
            id: spec.id.value.clone(),
            description: spec.description.clone().unwrap_or_else(|| format!("A secret of the rule {}", spec.id.value)),
            provider: spec.provider.clone(),
            severity: spec.severity.unwrap_or(Severity::Error),
            tags: spec.tags.clone(),
            help: spec.help.clone(),
            path: spec.path.as_deref().map(Expression::new),
            keywords: spec.keywords.clone(),
            entropy: spec.entropy,
            secret_group: spec.secret_group.as_ref().map(|group| group.value).filter(|group| *group > 0),
            allow: spec.allow.iter().map(Allow::new).collect(),
            reach,
            regex: spec.regex.as_deref().map(Expression::new),
        }
    }

    /// Whether more specific rules go first on the same secret.
    pub(super) fn is_generic(&self) -> bool {
        self.tags.iter().any(|tag| tag == GENERIC)
    }

    /// What to do about a finding: the rule's own words, else what holds for any secret.
    pub(super) fn help(&self) -> String {
        match (&self.help, &self.provider) {
            (Some(help), _) => help.clone(),
            (None, Some(provider)) => format!("Revoke it at {provider} and issue a new one."),
            (None, None) => "Revoke it where it was issued and issue a new one.".to_owned(),
        }
    }

    /// The text of a finding: what was found and what to do. It is made of the rule alone, so it cannot contain the secret.
    pub(super) fn message(&self) -> String {
        let description = self.description.trim_end_matches('.');
        format!("{description}: revoke it, and keep the new one in a secret store or the environment")
    }
}
