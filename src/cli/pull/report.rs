//! What could not be told, said once.
//!
//! A token that may only read is no failure: whoever gave it wanted that, and the verdict, the summary and the annotations are there all
//! the same. Anything else that keeps a requested delivery from arriving is one, and ends the command with status 7.

use std::cell::RefCell;

use crate::cli::output::Streams;
use crate::cli::run::Context;
use crate::finding::{Code, Diagnostic};
use crate::forge::{ForgeError, Outcome, Part};

/// Collected while the review goes on.
#[derive(Default)]
pub(super) struct Troubles(RefCell<Vec<Outcome>>);

impl Troubles {
    pub(super) fn add(&self, outcomes: impl IntoIterator<Item = Outcome>) {
        self.0.borrow_mut().extend(outcomes);
    }
}

/// What the trouble is measured by.
pub(super) struct Standpoint<'a> {
    /// What the forge calls itself.
    pub(super) forge: &'a str,
    /// The permissions that a token needs.
    pub(super) permissions: &'a str,
    /// The variables that may hold a token.
    pub(super) tokens: &'a [&'a str],
    /// Whether there is one.
    pub(super) token: bool,
    /// Whether the pull request comes from another repository, whose runs are given no token that may write.
    pub(super) fork: bool,
    /// Where else the result is.
    pub(super) elsewhere: bool,
}

impl Troubles {
    /// Says everything, and whether all that was asked for arrived, as far as the token was meant to.
    pub(super) fn tell(&self, by: &Standpoint<'_>, context: &Context<'_>, streams: &mut Streams<'_>) -> bool {
        let mut notes = Vec::new();
        let mut read_only: Vec<&'static str> = Vec::new();
        let mut delivered = true;
        for outcome in self.0.borrow().iter() {
            match outcome {
                Outcome::Written(_) | Outcome::Unchanged(_) => {}
                Outcome::NotOnLines(number) => {
                    notes.push(format!("{number} findings have no comment on their line; the one comment lists them"));
                }
                Outcome::Stale { now } => notes.push(format!(
                    "the head of the pull request moved on to {} during the review: nothing was written below it",
                    now.short()
                )),
                Outcome::Failed(part, error) if by.is_read_only(error) => {
                    if !read_only.contains(&name(*part)) {
                        read_only.push(name(*part));
                    }
                }
                Outcome::Failed(part, error) => {
                    delivered = false;
                    let message = format!("{}: {} could not be written: {error}", by.forge, name(*part));
                    let diagnostic = Diagnostic::new(Code::FORGE_UNDELIVERED, message).help(by.remedy(error));
                    context.tell(&diagnostic.into(), streams);
                }
            }
        }
        if !read_only.is_empty() {
            let also = if by.elsewhere { "; the summary of the run and its annotations hold the result" } else { "" };
            notes.push(format!(
                "the token may only read, so {} could not be written{also}. It would need {}",
                read_only.join(" and "),
                by.permissions
            ));
        }
        for note in notes {
            streams.say(&context.redactor.redact(&format!("note: {}\n", crate::redaction::harmless_line(&note))));
        }
        delivered
    }
}

impl Standpoint<'_> {
    /// Whether a refusal means that the token was given to read alone.
    fn is_read_only(&self, error: &ForgeError) -> bool {
        match error {
            ForgeError::Forbidden { .. } => true,
            ForgeError::Unauthorised(_) | ForgeError::Missing { .. } => self.fork,
            _ => false,
        }
    }

    fn remedy(&self, error: &ForgeError) -> String {
        let tokens = self.tokens.join(", ");
        match error {
            _ if !self.token => format!("there is no token: set one of {tokens}; it needs {}", self.permissions),
            ForgeError::Unauthorised(_) | ForgeError::Missing { .. } => {
                format!("check the token in the first of {tokens} that is set; it needs {}", self.permissions)
            }
            ForgeError::UnknownAuthor => "set AURUMCODE_PUBLISHER_LOGIN to the name of the token's account".to_owned(),
            _ => "the verdict stands; run it again to write it".to_owned(),
        }
    }
}

const fn name(part: Part) -> &'static str {
    match part {
        Part::PullRequest => "the comment",
        Part::Comment => "the comment",
        Part::Inline => "the comments on lines",
        Part::Status => "the status",
    }
}
