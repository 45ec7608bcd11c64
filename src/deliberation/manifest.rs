//! The list of tools for the prompt: the exact names, what each does, and what it costs.

use crate::llm::estimate;

use super::Offer;
use super::transcript::digest;

/// The tokens that the list may take: 1024.
const MAX_TOKENS: u64 = 1024;

/// The tools that a prompt lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// Those with room in the list, in their order.
    pub listed: Vec<Listed>,
    /// How many have none. They can be called all the same.
    pub omitted: usize,
}

/// One tool of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// What it costs.
    pub cost: String,
}

impl Manifest {
    /// The list of the offers, each whole or not at all.
    pub fn of(offers: &[Offer]) -> Self {
        let (mut listed, mut tokens) = (Vec::new(), 0);
        for offer in offers {
            let entry =
                Listed { name: offer.spec.name.clone(), description: offer.spec.description.clone(), cost: offer.cost.clone() };
            let size = estimate(&entry.line());
            if tokens + size > MAX_TOKENS {
                break;
            }
            tokens += size;
            listed.push(entry);
        }
        Self { omitted: offers.len() - listed.len(), listed }
    }

    /// The list as text, one tool a line; empty when there is no tool.
    pub fn text(&self) -> String {
        let mut text: String = self.listed.iter().map(Listed::line).collect();
        if self.omitted > 0 {
            text.push_str(&format!("- {} more, which can be called as well\n", self.omitted));
        }
        text
    }

    /// Identity of the list, for the cache.
    pub fn digest(&self) -> String {
        digest(self.text().as_bytes())
    }
}

impl Listed {
    fn line(&self) -> String {
        format!("- `{}`: {} (cost: {})\n", self.name, self.description, self.cost)
    }
}
