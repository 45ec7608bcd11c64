//! What the work on a pull request may cost: one ledger over the developer and the gates, from the opening to the end.
//!
//! A ledger that began anew with each run would never end a loop. No ceiling is ever absent: who wants more says how much.

/// What all work on a pull request together may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Milliseconds of running time.
    pub milliseconds: u64,
    /// Tokens of language models.
    pub tokens: u64,
    /// Millionths of a US dollar.
    pub micro_usd: u64,
}

impl Default for Budget {
    /// Eight hours, two million tokens, ten dollars.
    fn default() -> Self {
        Self { milliseconds: 8 * 3_600_000, tokens: 2_000_000, micro_usd: 10_000_000 }
    }
}

/// Who spent something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spender {
    /// A gate.
    Gate,
    /// The developer's command.
    Developer,
}

impl Spender {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Gate, Self::Developer];

    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gate => "gate",
            Self::Developer => "developer",
        }
    }

    /// Reads a wire name; nothing for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|spender| spender.as_str() == text)
    }
}

/// What one piece of work has cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spending {
    /// Who did it.
    pub by: Spender,
    /// Milliseconds of running time.
    pub milliseconds: u64,
    /// Tokens of language models.
    pub tokens: u64,
    /// Millionths of a US dollar.
    pub micro_usd: u64,
}

/// What has been spent so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Milliseconds of running time.
    pub milliseconds: u64,
    /// Tokens of language models.
    pub tokens: u64,
    /// Millionths of a US dollar.
    pub micro_usd: u64,
}

impl Ledger {
    /// Adds one piece of work.
    pub fn add(&mut self, spending: Spending) {
        self.milliseconds = self.milliseconds.saturating_add(spending.milliseconds);
        self.tokens = self.tokens.saturating_add(spending.tokens);
        self.micro_usd = self.micro_usd.saturating_add(spending.micro_usd);
    }

    /// What is used up of this budget, in words; nothing when something is left of everything.
    pub fn exhausted(&self, budget: Budget) -> Option<String> {
        if self.milliseconds >= budget.milliseconds {
            Some(format!("{} s of {} s are used up", self.milliseconds / 1000, budget.milliseconds / 1000))
        } else if self.tokens >= budget.tokens {
            Some(format!("{} of {} tokens are used up", self.tokens, budget.tokens))
        } else if self.micro_usd >= budget.micro_usd {
            Some(format!("{} of {} millionths of a dollar are used up", self.micro_usd, budget.micro_usd))
        } else {
            None
        }
    }
}
