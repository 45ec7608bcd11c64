//! Asks the model: makes the prompt, holds the conversation, and reads the answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::change::{Change, ChangeError, ChangedFile};
use crate::config::{Ignore, Language};
use crate::deliberation::{
    Deferred, Limits, Manifest, Offer, Reviewed, ScannerTool, SecretPaths, SkillSection, Transcript, tool_entries,
};
use crate::finding::RepoPath;
use crate::llm::{Memory, Model, estimate};
use crate::redaction::{Redacted, Redactor};
use crate::scanner::Outcome;

use super::admission::Admission;
use super::asked::{Asked, Unavailable};
use super::batches::BatchLimits;
use super::catalogue::catalogue;
use super::cut::{Batch, Cut};
use super::deferred::DeferredScan;
use super::prompt::{Parts, Shown, evidence, fenced};
use super::second_look::SecondLook;
use super::talk::Talk;

/// The most bytes of the hunks of one file that a prompt shows.
const MAX_HUNKS: usize = 256 * 1024;

/// How many limitations of one answer are kept.
const MAX_LIMITATIONS: usize = 20;

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
    /// How much it is shown.
    pub batches: BatchLimits,
    /// How many of its findings it is asked about again; 0: none.
    pub verification: u32,
    /// How long the whole conversation may take.
    pub timeout: Duration,
    /// The language of the answer's texts.
    pub language: Language,
    /// Its answers of earlier runs, where they may be used.
    pub memory: Option<Memory>,
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
    /// Why it cannot be asked at all: each is a required source of context without an answer. Empty: it can.
    pub missing: Vec<Redacted>,
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
                    answer: Redacted::default(),
                }),
                ..self.nothing(String::new())
            });
        };
        // An incomplete run uses no answer of an earlier one.
        let incomplete = |outcome: &Outcome| outcome.failure.is_some() || !outcome.unreviewed.is_empty();
        if let Some(memory) = self.asking.memory.as_ref().filter(|_| self.outcomes.iter().any(incomplete)) {
            memory.stop_reading();
        }
        if let [first, ..] = self.asking.knowledge.missing.as_slice() {
            return Ok(Asked {
                transcript: Transcript { outcome: "model:context".to_owned(), undecided: true, ..Transcript::default() },
                unavailable: Some(Unavailable {
                    token: "context".to_owned(),
                    detail: first.clone(),
                    answer: Redacted::default(),
                }),
                required: true,
                ..self.nothing(model.identity())
            });
        }
        let knowledge = &self.asking.knowledge;
        let reviewed = Reviewed::new(Arc::clone(self.change), Arc::clone(self.ignored), self.asking.secret_paths.clone());
        let reviewed = Arc::new(reviewed.with_sections(knowledge.sections.clone()));
        let offers = self.offers(&reviewed);
        let (manifest, rules) = (Manifest::of(&offers), catalogue(&knowledge.sections));
        let files = self.files(&reviewed).await?;
        let evidence = evidence(self.outcomes);
        let cut = Cut::of(&files, &evidence);
        let mut asked = Asked { not_shown: cut.lost.clone(), ..self.nothing(model.identity()) };
        let talk = Talk { asker: self, model, offers: &offers, deadline: Instant::now() + self.asking.timeout };
        let (mut disputed, mut tokens) = (BTreeMap::new(), 0_u64);
        for (number, Batch { files: shown, evidence, elsewhere }) in cut.batches.iter().enumerate() {
            let parts = Parts {
                files: shown,
                evidence,
                changed: self.change.files().len(),
                lost: &cut.lost,
                hidden: self.change.files().len() - files.len(),
                elsewhere: *elsewhere,
                manifest: &manifest,
                rules: &rules,
                context: knowledge.context.as_str(),
                language: self.asking.language.as_str(),
            };
            let prompt = parts.prompt();
            tokens = tokens.saturating_add(estimate(&prompt.system)).saturating_add(estimate(&prompt.user));
            let limits = self.asking.batches;
            if number >= usize::try_from(limits.max_batches).unwrap_or(usize::MAX) || tokens > limits.max_prompt_tokens {
                let left = cut.batches.iter().skip(number).flat_map(|batch| &batch.files);
                asked.not_shown.extend(left.map(|shown| shown.file.path.clone()));
                asked.not_shown.sort();
                asked.not_shown.dedup();
                break;
            }
            let Some(reply) = talk.hold(&prompt, &manifest, &mut asked).await else { break };
            let admission = Admission {
                change: self.change,
                rules: &rules,
                redactor: self.redactor,
                shown: &prompt.shown,
                offered: &prompt.offered,
            };
            admission.admit(reply.issues, &mut asked.remarks, &mut asked.dropped);
            admission.proposals(reply.evidence_assessments.unwrap_or_default(), &mut disputed, &mut asked.dropped);
            let summary = format!("{} {}", asked.summary, reply.summary.unwrap_or_default());
            asked.summary = self.line(&summary);
            let limitations = reply.limitations.unwrap_or_default();
            asked.limitations.extend(limitations.iter().take(MAX_LIMITATIONS).map(|text| self.line(text)));
        }
        asked.proposed = disputed.into_values().collect();
        self.conclude(talk, &reviewed, &mut asked).await;
        Ok(asked)
    }

    /// Takes back what a later prompt made worthless, and looks again at what is left.
    async fn conclude(&self, talk: Talk<'_>, reviewed: &Reviewed, asked: &mut Asked) {
        if asked.prompts.is_empty() {
            let detail = "the first prompt is longer than `batches.max_prompt_tokens` allows".to_owned();
            asked.transcript.undecided = true;
            asked.transcript.outcome = "model:batches".to_owned();
            asked.unavailable = Some(Unavailable {
                token: "batches".to_owned(),
                detail: self.redactor.redact(&detail),
                answer: Redacted::default(),
            });
        }
        if asked.unavailable.is_some() {
            // Half a review is none: what an earlier prompt brought would look like all that there is.
            (asked.remarks, asked.dropped, asked.proposed, asked.limitations) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            asked.summary = Redacted::default();
        } else if self.asking.verification > 0 && !asked.remarks.is_empty() {
            let look = SecondLook {
                model: talk.model,
                reviewed,
                redactor: self.redactor,
                language: self.asking.language,
                deadline: talk.deadline,
                max_calls: self.asking.verification,
            };
            asked.verification = Some(look.look(&mut asked.remarks).await);
        }
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
            prompts: Vec::new(),
            verification: None,
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

    /// The changed files that may be shown, with their hunks.
    async fn files(&self, reviewed: &Reviewed) -> Result<Vec<Shown<'_>>, ChangeError> {
        let files: Vec<&ChangedFile> = self.change.files().iter().filter(|file| reviewed.hidden(&file.path).is_none()).collect();
        let paths: Vec<RepoPath> = files.iter().map(|file| file.path.clone()).collect();
        let hunks = self.change.hunks(&paths, MAX_HUNKS).await?;
        let shown = files.into_iter().zip(hunks).map(|(file, hunks)| {
            let hunks = hunks.map(|hunks| fenced(&file.path.to_string(), &String::from_utf8_lossy(&hunks)));
            Shown { file, hunks }
        });
        Ok(shown.collect())
    }

    /// A text on one line, redacted and cut.
    pub(super) fn line(&self, text: &str) -> Redacted {
        let line = self.redactor.redact(text).as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        self.redactor.redact(&line.chars().take(2000).collect::<String>())
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
