//! The model's answer as one type: its JSON Schema, its reader and what the prompt says about it are the same thing.
//!
//! A field that nobody reads is not asked for. What a model writes besides is ignored, above all an origin or a verdict: both are not its
//! to give.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::llm::schema_of;

/// The answer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(super) struct Reply {
    /// What the change does and what speaks for and against it, in a few sentences.
    #[serde(default)]
    pub(super) summary: Option<String>,
    /// What is wrong with the changed lines. An empty list: nothing is.
    pub(super) issues: Vec<Issue>,
    /// What you say about findings of the scanners, by their ids. It changes none of them.
    #[serde(default)]
    #[schemars(with = "Option<Vec<Assessment>>")]
    pub(super) evidence_assessments: Option<Vec<Value>>,
    /// What could not be judged, and why.
    #[serde(default)]
    pub(super) limitations: Option<Vec<String>>,
}

/// One thing that is wrong.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(super) struct Issue {
    /// The changed file, as the prompt spells it.
    pub(super) file: String,
    /// The changed line: of an added line its new number, of a removed line its old one.
    pub(super) line: u32,
    /// RIGHT for an added line, LEFT for a removed one.
    #[serde(default)]
    pub(super) side: Option<SideWord>,
    /// How bad it is.
    pub(super) severity: SeverityWord,
    /// The rule that it violates, from the list of rules.
    #[serde(default)]
    pub(super) rule_id: Option<String>,
    /// What is wrong, in a sentence or two.
    pub(super) message: String,
    /// What comes of it.
    #[serde(default)]
    pub(super) impact: Option<String>,
    /// What in the shown code proves it.
    #[serde(default)]
    pub(super) evidence: Option<String>,
    /// What to do instead.
    #[serde(default)]
    pub(super) suggestion: Option<String>,
    /// How somebody else can check it.
    #[serde(default)]
    pub(super) verification: Option<String>,
}

/// A side of the diff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum SideWord {
    /// The new lines.
    Right,
    /// The old lines.
    Left,
}

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum SeverityWord {
    /// It must be mended.
    Error,
    /// It should be mended.
    Warning,
    /// It is worth knowing.
    Info,
}

/// What the model says about a finding of a scanner.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub(super) struct Assessment {
    /// The id that the prompt gives it, such as E1.
    pub(super) evidence_id: String,
    /// Whether it is right.
    pub(super) status: AssessmentWord,
    /// Why.
    #[serde(default)]
    pub(super) justification: Option<String>,
}

/// Whether a finding is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum AssessmentWord {
    /// It is.
    Confirmed,
    /// It is not.
    Disputed,
    /// What is shown does not tell.
    NeedsContext,
}

/// The name of the answer's shape, for hosts that ask for one.
pub(super) const NAME: &str = "review";

/// The schema of the answer.
pub(super) fn schema() -> Value {
    schema_of::<Reply>()
}
