//! The conversation: rounds of questions and results until the model answers or a limit ends it.

use tokio::time::Instant;

use crate::llm::{Answer, Message, Model, ModelError, Request, Usage, estimate_reply, estimate_request};
use crate::redaction::{Redacted, Redactor};

use super::calls::Calls;
use super::{LimitError, Limits, Offer, Transcript};

/// What the model is told before it must answer.
const LAST_ROUND: &str =
    "This is the last round: no tool can be called any more. Deliver the review now, with the evidence gathered so far.";

/// A conversation that has not begun.
pub struct Session<'a> {
    /// Who is asked.
    pub model: &'a dyn Model,
    /// The tools, in the order in which they are offered; none: the model answers at once.
    pub offers: &'a [Offer],
    /// What bounds it.
    pub limits: Limits,
    /// The filter that everything sent and recorded passes.
    pub redactor: &'a Redactor,
    /// When nobody waits any more.
    pub deadline: Instant,
    /// How many tokens one reply may hold, where that is bounded.
    pub max_output_tokens: Option<u32>,
}

/// How a conversation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deliberated {
    /// The answer, as the model wrote it: nobody has believed it yet.
    pub answer: Result<String, Unanswered>,
    /// Who gave it.
    pub answered_by: Option<String>,
    /// How it came about.
    pub transcript: Transcript,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// A limit was passed.
    #[error(transparent)]
    Limit(LimitError),
    /// The model gave none.
    #[error(transparent)]
    Model(ModelError),
}

impl Unanswered {
    /// The word for the transcript and the report.
    pub fn token(&self) -> String {
        match self {
            Self::Limit(limit) => limit.token(),
            Self::Model(error) => format!("model:{}", error.token()),
        }
    }
}

impl Session<'_> {
    /// Holds the conversation that begins with `opening`.
    pub async fn run(&self, opening: Vec<Message>, answer: Option<Answer>) -> Deliberated {
        let mut transcript =
            Transcript { offered: self.offers.iter().map(|offer| offer.spec.name.clone()).collect(), ..Transcript::default() };
        let mut answered_by = None;
        let answer = self.rounds(opening, answer, &mut transcript, &mut answered_by).await;
        match &answer {
            Ok(_) => {
                transcript.outcome = "answered".to_owned();
                let offered = transcript.offered.iter();
                transcript.not_requested = offered.filter(|name| !transcript.requested.contains(name)).cloned().collect();
            }
            Err(why) => {
                transcript.outcome = why.token();
                transcript.undecided = true;
                if let Unanswered::Limit(limit) = why {
                    transcript.limit = Some(limit.limit.to_owned());
                }
            }
        }
        Deliberated { answer, answered_by, transcript }
    }

    async fn rounds(
        &self,
        mut messages: Vec<Message>,
        answer: Option<Answer>,
        transcript: &mut Transcript,
        answered_by: &mut Option<String>,
    ) -> Result<String, Unanswered> {
        let mut calls = Calls { offers: self.offers, limits: self.limits, redactor: self.redactor, read: 0 };
        let max_rounds = if self.offers.is_empty() { 1 } else { self.limits.max_rounds };
        for round in 1..=max_rounds {
            // A conversation of one round has no round of its own for the answer.
            let last = round == max_rounds && max_rounds > 1;
            if last {
                messages.push(Message::User(Redacted::from_static(LAST_ROUND)));
            }
            let offered = if last { &[][..] } else { self.offers };
            let request = Request {
                messages,
                tools: offered.iter().map(|offer| offer.spec.clone()).collect(),
                answer: answer.clone(),
                max_output_tokens: self.max_output_tokens,
                deadline: self.deadline,
            };
            transcript.rounds = round;
            let reply = self.model.call(&request).await.map_err(Unanswered::Model)?;
            let estimated = || Usage { input: estimate_request(&request), output: estimate_reply(&reply) };
            let usage = reply.usage.unwrap_or_else(estimated);
            transcript.estimated |= reply.usage.is_none();
            self.charge(round, usage, transcript).map_err(Unanswered::Limit)?;
            if reply.calls.is_empty() {
                *answered_by = Some(reply.answered_by);
                return Ok(reply.text);
            }
            if self.offers.is_empty() {
                let why = "it asks for tools, and none was offered".to_owned();
                return Err(Unanswered::Model(ModelError::Malformed(why)));
            }
            if round == max_rounds {
                break;
            }
            messages = request.messages;
            messages.extend(calls.answer(round, &reply.text, reply.calls, transcript).await.map_err(Unanswered::Limit)?);
        }
        Err(Unanswered::Limit(LimitError {
            limit: "max_rounds",
            detail: format!("the model still asked for tools after {max_rounds} rounds"),
        }))
    }

    /// Adds up what a round cost. The prompt itself is under the prompt's own bound; every token beyond it counts.
    fn charge(&self, round: u32, usage: Usage, transcript: &mut Transcript) -> Result<(), LimitError> {
        if round == 1 {
            transcript.base_tokens = usage.input;
        }
        transcript.tokens_in = transcript.tokens_in.saturating_add(usage.input);
        transcript.tokens_out = transcript.tokens_out.saturating_add(usage.output);
        let beyond = usage.input.saturating_sub(transcript.base_tokens).saturating_add(usage.output);
        transcript.cost_tokens = transcript.cost_tokens.saturating_add(beyond);
        if self.limits.max_cost_tokens > 0 && transcript.cost_tokens > self.limits.max_cost_tokens {
            return Err(LimitError {
                limit: "max_cost_tokens",
                detail: format!(
                    "the deliberation cost {} tokens beyond the prompt; at most {} are allowed",
                    transcript.cost_tokens, self.limits.max_cost_tokens
                ),
            });
        }
        Ok(())
    }
}
