//! What the forge is told, and when: that a review runs, what came of it, or that there is no verdict.

use crate::change::Change;
use crate::cli::output::{Streams, append_file};
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::config::Language;
use crate::finding::{Code, Diagnostic};
use crate::forge::{Outcome, Part, Publication, Room, Service, State, Status, mark_comment, publish};
use crate::redaction::Redacted;
use crate::report::{self, CommentPage, Model, Size};

use super::Pull;
use super::notes::{annotations, notes};
use super::report::Standpoint;

impl Pull<'_> {
    /// Reports that the review runs, so that a run that is killed leaves no status that looks final.
    pub(super) fn begin(&self) {
        self.status(&Status {
            state: State::Running,
            title: Redacted::from_static("the review is running"),
            summary: None,
            details_url: None,
            annotations: Vec::new(),
        });
    }

    /// Reports that there is no verdict, and why.
    pub(in crate::cli) fn no_verdict(&self, refusal: &Refusal) {
        let code = refusal.diagnostics.first().map_or(Code::CLI_INTERNAL, |first| first.code);
        let redactor = crate::redaction::Redactor::new();
        self.status(&Status {
            state: State::Error,
            title: redactor.redact(&format!("no verdict [{code}]: the run's log says what to do")),
            summary: None,
            details_url: self.surroundings.run_url.as_deref().map(|url| redactor.redact(url)),
            annotations: Vec::new(),
        });
    }

    fn status(&self, status: &Status) {
        if self.args.check {
            let told = self.runtime.block_on(self.forge.status(self.commit, status));
            self.troubles.add(told.err().map(|error| Outcome::Failed(Part::Status, error)));
        }
    }

    /// Tells the result; whether everything that was asked for arrived.
    pub(in crate::cli) fn deliver(
        &self,
        context: &Context<'_>,
        model: &Model,
        change: &Change,
        language: Language,
        annotated: bool,
        streams: &mut Streams<'_>,
    ) -> bool {
        let comment = self.comment(context, model, language);
        self.status(&self.verdict(context, model, language, &comment));
        if let (true, Some(number)) = (self.args.publish, self.args.pr) {
            let publication = Publication {
                number,
                head: self.commit,
                comment: comment.clone(),
                notes: self
                    .args
                    .inline
                    .then(|| notes(model, change, language, self.forge.capabilities().suggestion, &context.redactor)),
                gone: context.redactor.redact(&report::gone(&self.commit.to_string(), language)),
                login: self.login.as_deref(),
                redactor: &context.redactor,
                patience: self.patience,
            };
            self.troubles.add(self.runtime.block_on(publish(self.forge.as_ref(), &publication)));
        }
        let in_run = self.in_run(context, model, &comment, annotated, streams);
        let told = self.troubles.tell(&self.standpoint(), context, streams);
        told && in_run
    }

    /// The comment, as long as the forge lets it be.
    fn comment(&self, context: &Context<'_>, model: &Model, language: Language) -> Redacted {
        let head = self.commit.to_string();
        let link = |path: &crate::finding::RepoPath, lines| self.place.page(&head, path, lines);
        let Room { mut utf16, mut bytes } = self.forge.capabilities().comment;
        loop {
            let page = CommentPage { size: Size { utf16, bytes }, link: &link, run: self.surroundings.run_url.as_deref() };
            let comment = context.redactor.redact(&report::comment(model, language, &page));
            // What the filter writes in place of a short secret is longer than that.
            if self.forge.capabilities().comment.holds(mark_comment(&comment).as_str()) || utf16 < 4_000 {
                return comment;
            }
            (utf16, bytes) = (utf16 / 2, bytes / 2);
        }
    }

    fn verdict(&self, context: &Context<'_>, model: &Model, language: Language, comment: &Redacted) -> Status {
        let redact = |text: &str| context.redactor.redact(text);
        Status {
            state: if model.decision.blocks() { State::Failure } else { State::Success },
            title: redact(&report::status_line(model, language)),
            summary: Some(comment.clone()),
            details_url: self.surroundings.run_url.as_deref().map(redact),
            annotations: annotations(model, &context.redactor),
        }
    }

    /// Writes the summary of the run, and marks lines where nothing else does.
    fn in_run(
        &self,
        context: &Context<'_>,
        model: &Model,
        comment: &Redacted,
        annotated: bool,
        streams: &mut Streams<'_>,
    ) -> bool {
        if self.surroundings.service == Some(Service::GitHub) && !annotated {
            streams.say(&context.redactor.redact(&report::github(model)));
        }
        let Some(file) = &self.surroundings.summary else { return true };
        let Err(error) = append_file(file, comment) else { return true };
        let message = format!("the summary of the run, {}, could not be written: {error}", file.display());
        context.tell(&Diagnostic::new(Code::CLI_WRITE, message).help("the verdict stands").into(), streams);
        false
    }

    fn standpoint(&self) -> Standpoint<'_> {
        let capabilities = self.forge.capabilities();
        Standpoint {
            forge: capabilities.name,
            permissions: capabilities.permissions,
            tokens: self.place.service.token_variables(),
            token: self.token,
            fork: self.request.as_ref().is_some_and(|request| request.fork),
            elsewhere: self.surroundings.summary.is_some(),
        }
    }
}
