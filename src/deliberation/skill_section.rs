//! A section of a team's skill, as tools may show it. Which sections there are is the caller's business; here they are only text.

use crate::finding::{RuleId, Severity};

/// A section of a skill that applies to the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillSection {
    /// The rule that it states.
    pub rule: RuleId,
    /// Its heading, on one line.
    pub title: String,
    /// How bad a violation is at least.
    pub severity: Severity,
    /// All that stands under the heading.
    pub text: String,
}
