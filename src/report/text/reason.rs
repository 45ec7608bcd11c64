//! The families of reason tokens, each with its explanation in plain words.
//!
//! Tokens are made of an engine's category and one of a few endings, so explaining the endings explains every engine's tokens,
//! also those of an engine that this catalogue has never heard of.

/// What a reason token is about, by its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReasonKind {
    /// `<category>_unavailable`: what the source needs is not there.
    Unavailable,
    /// `<category>_invalid_output`: it answered with something that is not its format.
    InvalidOutput,
    /// `<category>_execution_error`: it broke off.
    ExecutionError,
    /// `<category>_incomplete`: it did not look at everything.
    Incomplete,
    /// `nothing_ran`: no source that counts was asked.
    NothingRan,
    /// `model_…`: the model's review was required and is missing.
    Model,
    /// `deliberation_limit:<limit>`: a conversation with a model went on for too long.
    Limit,
    /// A token of no family; its detail has to speak for itself.
    Other,
}

impl ReasonKind {
    /// The family of `token`.
    pub fn of(token: &str) -> Self {
        if token == "nothing_ran" {
            return Self::NothingRan;
        }
        if token.starts_with("model_") {
            return Self::Model;
        }
        if token.starts_with("deliberation_limit:") {
            return Self::Limit;
        }
        let families = [
            ("_unavailable", Self::Unavailable),
            ("_invalid_output", Self::InvalidOutput),
            ("_execution_error", Self::ExecutionError),
            ("_incomplete", Self::Incomplete),
        ];
        families.iter().find(|(ending, _)| token.ends_with(ending)).map_or(Self::Other, |(_, kind)| *kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_belongs_to_the_family_of_its_ending() {
        let table = [
            ("sast_unavailable", ReasonKind::Unavailable),
            ("secrets_invalid_output", ReasonKind::InvalidOutput),
            ("lint_execution_error", ReasonKind::ExecutionError),
            ("demo_incomplete", ReasonKind::Incomplete),
            ("nothing_ran", ReasonKind::NothingRan),
            ("sast_nothing_ran", ReasonKind::Other),
            ("deliberation_limit:max_rounds", ReasonKind::Limit),
            ("model_unavailable", ReasonKind::Model),
            ("house_rule", ReasonKind::Other),
        ];
        for (token, kind) in table {
            assert_eq!(ReasonKind::of(token), kind, "{token}");
        }
    }
}
