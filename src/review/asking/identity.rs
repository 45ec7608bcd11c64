//! What a question to a model was made of, as digests: where all of them are the same, the same was asked.
//!
//! It is the identity under which an answer may be kept. A prompt holds the change, the findings, the rules and the context; the rest that an
//! answer depends on stands beside it.

use sha2::{Digest, Sha256};

/// The identity of an answer. Each digest is a SHA-256 in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerKey {
    /// Who answered, and where nobody did, who was asked: host and model.
    pub model: String,
    /// The prompt, as it was sent.
    pub prompt: String,
    /// The shape of the answer that was asked for.
    pub schema: String,
    /// The list of tools.
    pub tools: String,
    /// What the called tools said.
    pub results: String,
}

impl AnswerKey {
    /// One digest of all parts.
    pub fn digest(&self) -> String {
        let Self { model, prompt, schema, tools, results } = self;
        // Each part with its length, so that no two lists of parts are the same text.
        let parts = [model, prompt, schema, tools, results].map(|part| format!("{}:{part}\n", part.len()));
        digest(parts.concat().as_bytes())
    }
}

/// SHA-256 in hexadecimal.
pub(super) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_part_is_another_identity() {
        let key = AnswerKey {
            model: "m".to_owned(),
            prompt: "p".to_owned(),
            schema: "s".to_owned(),
            tools: "t".to_owned(),
            results: "r".to_owned(),
        };
        let others = [
            AnswerKey { model: "x".to_owned(), ..key.clone() },
            AnswerKey { prompt: "x".to_owned(), ..key.clone() },
            AnswerKey { schema: "x".to_owned(), ..key.clone() },
            AnswerKey { tools: "x".to_owned(), ..key.clone() },
            AnswerKey { results: "x".to_owned(), ..key.clone() },
            AnswerKey { model: "mp".to_owned(), prompt: String::new(), ..key.clone() },
        ];
        assert_eq!(key.digest(), key.clone().digest());
        assert!(others.iter().all(|other| other.digest() != key.digest()));
    }
}
