//! What every dress for people says in the same words: the verdict line, and what it is about.
//!
//! The line is one sentence, so that it survives being cut out of a log. It must never read as an approval while something was
//! not verified, and never say that nothing was found where a source has no answer.

use crate::config::{Language, Section};
use crate::finding::{GATE, RepoPath, Severity};
use crate::gate::{Completeness, Disposition, Verdict};

use super::foreign::one_line;
use super::text::{ReasonKind, Text};
use super::{Model, Notice, Row, Subject, SubjectKind};

/// How many characters of a commit's id are shown; the audit holds all of them. Seven is what git and the forges show at least.
const SHORT_ID: usize = 7;

/// How many files a notice names; the audit holds all of them.
const NOTICE_FILES: usize = 5;

/// What is reviewed and how large it is, unless it is `empty`: a line for people.
pub fn subject(subject: &Subject, empty: bool, language: Language) -> String {
    let voice = Voice { text: Text::of(language), name: &one_line };
    let mut parts = voice.subject(subject, empty);
    parts.extend(empty.then(|| voice.text.empty_change.to_owned()));
    parts.join(", ")
}

/// The verdict in one line, for a status beside a commit: its word first, then why, without what was compared.
pub fn status_line(model: &Model, language: Language) -> String {
    let voice = Voice { text: Text::of(language), name: &one_line };
    format!("{}: {}", (voice.text.verdict)(model.verdict), voice.outcome_and_gaps(model).join("; "))
}

/// The words of a language, and how a dress shows a name that is not its own.
pub(super) struct Voice<'a> {
    pub(super) text: &'static Text,
    pub(super) name: &'a dyn Fn(&str) -> String,
}

impl Voice<'_> {
    /// `a`, `a and b`, `a, b and c`.
    fn list(&self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [all @ .., last] => format!("{} {} {last}", all.join(", "), self.text.and),
        }
    }

    /// The verdict line behind its word.
    pub(super) fn verdict(&self, model: &Model) -> String {
        let mut parts = self.outcome_and_gaps(model);
        parts.push(self.scope(model));
        parts.join("; ")
    }

    /// What came of the review, and what was not verified.
    pub(super) fn outcome_and_gaps(&self, model: &Model) -> Vec<String> {
        let mut parts = vec![self.outcome(model)];
        if model.completeness == Completeness::Incomplete {
            parts.push((self.text.not_verified)(&self.gaps(model).join(", ")));
        }
        if model.verdict == Verdict::Inconclusive && !model.decision.blocks() {
            parts.push(self.text.passes_by_setting.to_owned());
        }
        parts
    }

    fn outcome(&self, model: &Model) -> String {
        let any_finished = model.engines.iter().any(|engine| engine.failure.is_none());
        let below = thresholds(model, Disposition::BelowThreshold);
        match model.verdict {
            Verdict::Rejected => {
                let number = of(model, Disposition::Blocking).count();
                (self.text.rejected)(number, &thresholds(model, Disposition::Blocking))
            }
            Verdict::Approved if model.evidence.empty_change => self.text.empty_change.to_owned(),
            Verdict::Approved if model.rows.is_empty() => self.text.no_findings.to_owned(),
            Verdict::Approved if below.is_empty() => self.text.no_new_findings.to_owned(),
            Verdict::Approved => (self.text.below_threshold)(&below),
            Verdict::Inconclusive if model.engines.is_empty() => self.text.nothing_asked.to_owned(),
            Verdict::Inconclusive if !any_finished => self.text.nothing_finished.to_owned(),
            Verdict::Inconclusive if model.rows.is_empty() => self.text.no_findings_in_finished.to_owned(),
            Verdict::Inconclusive if below.is_empty() => self.text.no_new_findings_in_finished.to_owned(),
            Verdict::Inconclusive => (self.text.nothing_blocks_in_finished)(&below),
        }
    }

    /// Each gap once, as `engine [token]`.
    fn gaps(&self, model: &Model) -> Vec<String> {
        let mut gaps = Vec::new();
        for reason in &model.reasons {
            let nobody = match ReasonKind::of(&reason.token) {
                ReasonKind::Model | ReasonKind::Limit => self.text.the_model,
                _ => self.text.nothing_ran,
            };
            let name = reason.engine.as_ref().map_or_else(|| nobody.to_owned(), |engine| (self.name)(engine));
            let gap = format!("{name} [{}]", (self.name)(&reason.token));
            if !gaps.contains(&gap) {
                gaps.push(gap);
            }
        }
        gaps
    }

    /// What was reviewed, how large it is, and who answered.
    pub(super) fn scope(&self, model: &Model) -> String {
        let mut parts = self.subject(&model.subject, model.evidence.empty_change);
        let answered: Vec<String> =
            model.engines.iter().filter(|engine| engine.failure.is_none()).map(|engine| (self.name)(&engine.name)).collect();
        if !answered.is_empty() {
            parts.push((self.text.by_engines)(&self.list(&answered)));
        }
        parts.join(", ")
    }

    /// What was reviewed, and how large it is unless it is `empty`.
    pub(super) fn subject(&self, subject: &Subject, empty: bool) -> Vec<String> {
        let mut parts = vec![self.compared(subject)];
        if !empty {
            parts.push((self.text.files)(subject.files));
            // Where everything is new, and in very large changes, lines are not counted: then no number is better than a zero.
            if let Some(number) = subject.added_lines.filter(|number| *number > 0) {
                let lines = if subject.kind == SubjectKind::All { self.text.lines } else { self.text.added_lines };
                parts.push(lines(number));
            }
        }
        parts
    }

    fn compared(&self, subject: &Subject) -> String {
        let short =
            |id: &Option<String>| (self.name)(&id.as_deref().unwrap_or("HEAD").chars().take(SHORT_ID).collect::<String>());
        let (head, base) = (short(&subject.head), short(&subject.base));
        match &subject.kind {
            SubjectKind::Named(name) => (self.text.against_named)(&head, &base, &(self.name)(name)),
            SubjectKind::DefaultBranch(name) => (self.text.against_default_branch)(&head, &base, &(self.name)(name)),
            SubjectKind::PreviousCommit => (self.text.against_previous)(&head, &base),
            SubjectKind::FirstCommit => (self.text.first_commit)(&head),
            SubjectKind::Staged if subject.base.is_none() => self.text.staged_unborn.to_owned(),
            SubjectKind::Worktree if subject.base.is_none() => self.text.worktree_unborn.to_owned(),
            SubjectKind::Staged => (self.text.staged)(&base),
            SubjectKind::Worktree => (self.text.worktree)(&base),
            SubjectKind::All => (self.text.whole_tree)(&head),
        }
    }

    /// The line that says that there is no configuration; nothing when there is one.
    pub(super) fn defaults(&self, model: &Model) -> Option<String> {
        if model.subject.configuration.is_some() {
            return None;
        }
        let engines: Vec<String> =
            model.settings.scanners.iter().filter(|entry| entry.enabled).map(|entry| (self.name)(&entry.engine)).collect();
        if engines.is_empty() {
            return Some(self.text.defaults_without_engines.to_owned());
        }
        Some((self.text.defaults_used)(&self.list(&engines), model.settings.gate.fail_on.as_str()))
    }

    /// Whose settings these are, as far as a reader could be wrong about it: a line each.
    pub(super) fn notices(&self, model: &Model, shown: fn(&RepoPath) -> String) -> Vec<String> {
        let text = self.text;
        let short = |id: &str| (self.name)(&id.chars().take(SHORT_ID).collect::<String>());
        let base = model
            .judging_commit
            .as_deref()
            .map_or_else(|| text.the_base.to_owned(), |id| format!("{} {}", text.the_base, short(id)));
        let line = |notice: &Notice| {
            let files: Vec<String> = notice.files().iter().take(NOTICE_FILES).map(shown).collect();
            let more = notice.files().len() - files.len();
            let mut files = self.list(&files);
            if more > 0 {
                files = format!("{files}, +{more}");
            }
            match notice {
                Notice::WorkingCopyDiffers { .. } => (text.working_copy_differs)(&files),
                Notice::EditsItsGate { .. } => (text.edits_its_gate)(&files, &base),
                Notice::NewConfiguration { .. } => (text.new_configuration)(&files, &base),
                Notice::Uninformed { source, why } => (text.uninformed)(&(self.name)(source), &(self.name)(why)),
                Notice::Overridden(one) => {
                    let told = if one.winner == Section::Policy { text.policy_overrides } else { text.replaces_policy };
                    told(&(self.name)(&one.setting), &(self.name)(&one.place))
                }
            }
        };
        model.notices.iter().map(line).collect()
    }

    /// How many findings ended so, as a heading.
    pub(super) fn heading(&self, disposition: Disposition, number: usize) -> String {
        let heading = match disposition {
            Disposition::Blocking => self.text.more_blocking,
            Disposition::BelowThreshold => self.text.below,
            Disposition::PreExisting => self.text.pre_existing,
            Disposition::RuleDisabled => self.text.rule_disabled,
            Disposition::SourceNotCounted => self.text.source_not_counted,
            Disposition::Suppressed => self.text.suppressed,
            Disposition::Baselined => self.text.baselined,
            Disposition::Excepted => self.text.excepted,
        };
        heading(number)
    }

    /// Why a blocking finding blocks, in one sentence.
    pub(super) fn why(&self, row: &Row) -> String {
        let engine = if row.engine == GATE { self.text.the_gate.to_owned() } else { (self.name)(&row.engine) };
        let mut parts = vec![(self.text.reaches_threshold)(row.fail_on.as_str(), &engine)];
        if row.issue.origin.as_str() != row.engine {
            parts.push((self.text.origin)(&(self.name)(row.issue.origin.as_str())));
        }
        if row.section == crate::config::Section::Policy {
            parts.push(self.text.declared_by_policy.to_owned());
        }
        if row.severity != row.issue.severity {
            parts.push((self.text.severity_changed)(row.issue.severity.as_str()));
        }
        parts.join("; ")
    }

    /// What silences a finding and why, and where that does not count, that it does not; nothing when nothing does.
    pub(super) fn silenced(&self, row: &Row, shown: fn(&str) -> String) -> Option<String> {
        let suppression = row.suppression.as_ref()?;
        let reason = suppression.reason.trim();
        let reason = if reason.is_empty() { self.text.without_reason.to_owned() } else { shown(reason) };
        let silenced = format!("{}: {reason}", (self.text.silenced_by)(suppression.by));
        let heeded = row.is_silenced() || row.section != crate::config::Section::Policy;
        Some(if heeded { silenced } else { format!("{silenced} ({})", self.text.not_heeded) })
    }
}

/// One of our own phrases at the beginning of a line or a heading.
pub(super) fn capital(phrase: &str) -> String {
    let mut characters = phrase.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

/// The rows that ended so.
pub(super) fn of(model: &Model, disposition: Disposition) -> impl Iterator<Item = &Row> {
    model.rows.iter().filter(move |row| row.disposition == disposition)
}

/// The thresholds that those rows were held against, the highest first.
fn thresholds(model: &Model, disposition: Disposition) -> String {
    let mut found: Vec<Severity> = of(model, disposition).map(|row| row.fail_on).collect();
    found.sort_by(|a, b| b.cmp(a));
    found.dedup();
    found.iter().map(|severity| severity.as_str()).collect::<Vec<_>>().join(", ")
}
