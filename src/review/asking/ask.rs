//! Asks the model: makes the prompt, holds the conversation, and reads the answer.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::change::{Change, ChangeError};
use crate::config::{Ignore, Language};
use crate::deliberation::{
    Deferred, Deliberated, Limits, Manifest, Offer, Reviewed, ScannerTool, SecretPaths, Session, SkillSection, Transcript,
    Unanswered, tool_entries,
};
use crate::finding::RepoPath;
use crate::llm::{Answer, Message, Model};
use crate::redaction::{Redacted, Redactor};
use crate::scanner::Outcome;

use super::admission::Admission;
use super::asked::{Asked, Unavailable};
use super::catalogue::catalogue;
use super::deferred::DeferredScan;
use super::prompt::{Parts, Shown};
use super::{extract::extract, reply};

/// The most bytes of the hunks of one file that a prompt shows.
const MAX_HUNKS: usize = 256 * 1024;

/// Who is asked, and how.
pub struct Asking<'a> {
    /// The model; nothing: the configuration wants one and the environment names none.
    pub model: Option<&'a dyn Model>,
    /// Whether the configuration requires its review.
    pub required: bool,
    /// The bounds of a deliberation; nothing: it is offered no tools.
    pub deliberation: Option<Limits>,
    /// Names of files that no tool shows, besides the embedded ones.
    pub secret_paths: SecretPaths,
    /// How long the whole conversation may take.
    pub timeout: Duration,
    /// The language of the answer's texts.
    pub language: Language,
    /// What else it is told.
    pub knowledge: Knowledge,
}

/// What a team tells the model.
#[derive(Debug, Clone, Default)]
pub struct Knowledge {
    /// Sections of skills that apply: rules that it may cite besides the embedded ones.
    pub sections: Vec<SkillSection>,
    /// Text for the prompt; empty: none.
    pub context: Redacted,
}

impl Asking<'_> {
    /// Whether engines that are not required wait for the model to ask for them.
    pub fn defers(&self) -> bool {
        self.deliberation.is_some() && self.model.is_some_and(Model::calls_tools)
    }
}

/// What asking needs of the review.
pub(in crate::review) struct Asker<'a> {
    pub(in crate::review) asking: &'a Asking<'a>,
    pub(in crate::review) change: &'a Arc<Change>,
    pub(in crate::review) ignored: &'a Arc<Ignore>,
    pub(in crate::review) redactor: &'a Redactor,
    pub(in crate::review) outcomes: &'a [Outcome],
    pub(in crate::review) deferred: &'a [Arc<DeferredScan>],
}

impl Asker<'_> {
    /// Asks.
    ///
    /// # Errors
    /// The change could not be read. That there is no answer is no error.
    pub(in crate::review) async fn ask(&self) -> Result<Asked, ChangeError> {
        let Some(model) = self.asking.model else {
            return Ok(Asked {
                transcript: Transcript { outcome: "model:not_configured".to_owned(), undecided: true, ..Transcript::default() },
                unavailable: Some(Unavailable {
                    token: "not_configured".to_owned(),
                    detail: Redacted::from_static("the environment names no model"),
                }),
                ..self.nothing(String::new())
            });
        };
        let knowledge = &self.asking.knowledge;
        let reviewed = Reviewed::new(Arc::clone(self.change), Arc::clone(self.ignored), self.asking.secret_paths.clone());
        let reviewed = Arc::new(reviewed.with_sections(knowledge.sections.clone()));
        let offers = self.offers(&reviewed);
        let rules = catalogue(&knowledge.sections);
        let files = self.files(&reviewed).await?;
        let parts = Parts {
            files: &files,
            outcomes: self.outcomes,
            manifest: &Manifest::of(&offers),
            rules: &rules,
            context: knowledge.context.as_str(),
            language: self.asking.language.as_str(),
        };
        let prompt = parts.prompt();
        let opening =
            vec![Message::System(self.redactor.redact(&prompt.system)), Message::User(self.redactor.redact(&prompt.user))];
        let session = Session {
            model,
            offers: &offers,
            // Without tools there is nothing that could cost more than the prompt and the answer.
            limits: self.asking.deliberation.unwrap_or(Limits { max_cost_tokens: 0, ..Limits::default() }),
            redactor: self.redactor,
            deadline: Instant::now() + self.asking.timeout,
            max_output_tokens: None,
        };
        let answer = Answer { name: reply::NAME.to_owned(), schema: reply::schema() };
        let Deliberated { answer, answered_by, transcript } = session.run(opening, Some(answer)).await;
        let mut asked = Asked { answered_by, transcript, not_shown: prompt.not_shown, ..self.nothing(model.identity()) };
        let read = answer
            .map_err(|why| (token(&why), why.to_string()))
            .and_then(|text| extract(&text).map_err(|why| ("unparseable".to_owned(), why)));
        match read {
            Err((token, detail)) => {
                // An answer that cannot be read says nothing about which engines were needed.
                asked.transcript.undecided = true;
                asked.transcript.not_requested.clear();
                asked.unavailable = Some(Unavailable { token, detail: self.line(&detail) });
            }
            Ok(reply) => {
                let admission = Admission {
                    change: self.change,
                    rules: &rules,
                    redactor: self.redactor,
                    shown: &prompt.shown,
                    offered: &prompt.offered,
                };
                (asked.remarks, asked.dropped) = admission.admit(reply.issues);
                asked.proposed = admission.proposals(reply.evidence_assessments.unwrap_or_default(), &mut asked.dropped);
                asked.summary = self.line(&reply.summary.unwrap_or_default());
                asked.limitations = reply.limitations.unwrap_or_default().iter().take(20).map(|text| self.line(text)).collect();
            }
        }
        Ok(asked)
    }

    fn nothing(&self, model: String) -> Asked {
        Asked {
            model,
            answered_by: None,
            required: self.asking.required,
            unavailable: None,
            summary: Redacted::default(),
            remarks: Vec::new(),
            dropped: Vec::new(),
            proposed: Vec::new(),
            limitations: Vec::new(),
            not_shown: Vec::new(),
            not_run: Vec::new(),
            transcript: Transcript::default(),
        }
    }

    /// The tools in the order in which they are offered: the waiting engines, then the others by name.
    fn offers(&self, reviewed: &Arc<Reviewed>) -> Vec<Offer> {
        if !self.asking.defers() {
            return Vec::new();
        }
        let scanners = self.deferred.iter().map(|deferred| {
            let deferred: Arc<dyn Deferred> = Arc::clone(deferred) as _;
            Offer::of(Arc::new(ScannerTool(deferred)))
        });
        let tools = tool_entries().iter().map(|entry| (entry.construct)(reviewed)).filter(|tool| tool.has_something());
        scanners.chain(tools.map(Offer::of)).collect()
    }

    /// The changed files with their hunks.
    async fn files(&self, reviewed: &Reviewed) -> Result<Vec<Shown<'_>>, ChangeError> {
        let files = self.change.files();
        let paths: Vec<RepoPath> =
            files.iter().filter(|file| reviewed.hidden(&file.path).is_none()).map(|file| file.path.clone()).collect();
        let mut hunks = self.change.hunks(&paths, MAX_HUNKS).await?.into_iter();
        let shown = files.iter().map(|file| {
            let hidden = reviewed.hidden(&file.path);
            let hunks = if hidden.is_some() { None } else { hunks.next().flatten() };
            Shown { file, hunks: hunks.map(|hunks| String::from_utf8_lossy(&hunks).into_owned()), hidden }
        });
        Ok(shown.collect())
    }

    /// A text on one line, redacted and cut.
    fn line(&self, text: &str) -> Redacted {
        let line = self.redactor.redact(text).as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        self.redactor.redact(&line.chars().take(2000).collect::<String>())
    }
}

/// Why there is no answer, in a word.
fn token(why: &Unanswered) -> String {
    match why {
        Unanswered::Limit(limit) => limit.token(),
        Unanswered::Model(error) => error.token().to_owned(),
    }
}

/// What the waiting engines found: those that were asked for, and all of them where the model never answered. The others are named.
pub(in crate::review) async fn settle(deferred: &[Arc<DeferredScan>], asked: &mut Asked) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for scan in deferred {
        if asked.transcript.undecided {
            outcomes.push(scan.outcome().await.clone());
        } else if let Some(outcome) = scan.known() {
            outcomes.push(outcome.clone());
        } else {
            asked.not_run.push(scan.engine().to_owned());
        }
    }
    outcomes
}
