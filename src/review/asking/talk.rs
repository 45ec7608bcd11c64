//! One prompt of a review and the conversation that follows: from what is sent to an answer that can be read, or why there is none.

use tokio::time::Instant;

use crate::deliberation::{Deliberated, Limits, Manifest, Offer, Session, Unanswered};
use crate::llm::{Answer, Message, Model};
use crate::redaction::Redacted;

use super::ask::Asker;
use super::asked::{Asked, Prompted, Unavailable};
use super::extract::extract;
use super::identity::{AnswerKey, digest};
use super::prompt::Prompt;
use super::reply::{self, Reply};

/// The most characters that are kept of an answer that cannot be read.
const MAX_KEPT: usize = 4000;

/// The conversation of one review, prompt by prompt.
pub(super) struct Talk<'a> {
    pub(super) asker: &'a Asker<'a>,
    pub(super) model: &'a dyn Model,
    pub(super) offers: &'a [Offer],
    pub(super) deadline: Instant,
}

impl Talk<'_> {
    /// Holds the conversation that begins with `prompt`, and returns the answer; nothing where there is none, which `asked` then says.
    pub(super) async fn hold(&self, prompt: &Prompt, manifest: &Manifest, asked: &mut Asked) -> Option<Reply> {
        let Asker { asking, redactor, .. } = self.asker;
        let (system, user) = (redactor.redact(&prompt.system), redactor.redact(&prompt.user));
        let schema = reply::schema();
        let mut key = AnswerKey {
            model: self.model.identity(),
            prompt: digest(format!("{}\0{}", system.as_str(), user.as_str()).as_bytes()),
            schema: digest(schema.to_string().as_bytes()),
            tools: manifest.digest(),
            results: String::new(),
        };
        let session = Session {
            model: self.model,
            offers: self.offers,
            // Without tools there is nothing that could cost more than the prompt and the answer.
            limits: asking.deliberation.unwrap_or(Limits { max_cost_tokens: 0, ..Limits::default() }),
            redactor,
            deadline: self.deadline,
            max_output_tokens: None,
        };
        let opening = vec![Message::System(system), Message::User(user)];
        let Deliberated { answer, answered_by, transcript } =
            session.run(opening, Some(Answer { name: reply::NAME.to_owned(), schema })).await;
        key.results = transcript.tools_digest();
        if let Some(model) = &answered_by {
            key.model.clone_from(model);
        }
        asked.transcript.append(transcript);
        asked.answered_by = answered_by;
        asked.prompts.push(Prompted { files: prompt.shown.values().cloned().collect(), key });
        let why = match answer {
            Ok(text) => match extract::<Reply>(&text) {
                Ok(reply) => return Some(reply),
                Err(why) => {
                    // An answer that cannot be read says nothing about which engines were needed.
                    asked.transcript.undecided = true;
                    asked.transcript.not_requested.clear();
                    let answer = redactor.redact(&redactor.redact(&text).as_str().chars().take(MAX_KEPT).collect::<String>());
                    Unavailable { token: "unparseable".to_owned(), detail: self.asker.line(&why), answer }
                }
            },
            Err(why) => {
                Unavailable { token: token(&why), detail: self.asker.line(&why.to_string()), answer: Redacted::default() }
            }
        };
        asked.unavailable = Some(why);
        None
    }
}

/// Why there is no answer, in a word.
fn token(why: &Unanswered) -> String {
    match why {
        Unanswered::Limit(limit) => limit.token(),
        Unanswered::Model(error) => error.token().to_owned(),
    }
}
