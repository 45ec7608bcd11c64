//! The model without secrets, before any dress is made of it.
//!
//! A dress escapes what it writes: a path in a URI, a message in a command. Escaping can hide a secret from the filter that the
//! finished text passes, so each text is filtered here first, while it is plain. Names that the gate compares (engines, origins,
//! rules, sources) are left alone: they come from code and configuration, and an audit must lead to the same decision.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::config::{ContextSettings, Override};
use crate::finding::{Issue, RepoPath, RuleId, RuleInfo, Suppression, Unreviewed};
use crate::gate::{Evidence, Gap, Reason};
use crate::redaction::Redactor;

use super::{EngineRun, Model, Notice, SubjectKind};

impl Model {
    /// The same review with every foreign text filtered: messages, paths, details, versions, descriptions, options, patterns.
    ///
    /// Verdict, order and counts stay. Code frames are filtered where they are made, because their marks depend on it.
    #[must_use]
    pub fn redacted(&self, redactor: &Redactor) -> Self {
        let mut model = self.clone();
        let filter = Filter(redactor);
        if let SubjectKind::Named(name) | SubjectKind::DefaultBranch(name) = &mut model.subject.kind {
            filter.text(name);
        }
        model.subject.configuration.iter_mut().for_each(|file| filter.text(file));
        for row in &mut model.rows {
            filter.issue(&mut row.issue);
            row.suppression.iter_mut().for_each(|suppression| filter.suppression(suppression));
        }
        model.engines.iter_mut().for_each(|engine| filter.engine(engine));
        model.layers.iter_mut().for_each(|layer| filter.text(&mut layer.file));
        for notice in &mut model.notices {
            match notice {
                Notice::Overridden(Override { setting: one, place: other, .. })
                | Notice::Uninformed { source: one, why: other } => [one, other].into_iter().for_each(|text| filter.text(text)),
                Notice::WorkingCopyDiffers { .. } | Notice::EditsItsGate { .. } | Notice::NewConfiguration { .. } => {}
            }
        }
        model.notices.iter_mut().flat_map(Notice::files_mut).for_each(|path| filter.path(path));
        model.left_out.iter_mut().for_each(|file| filter.path(&mut file.path));
        model.rules.iter_mut().for_each(|rule| filter.rule(rule));
        for entry in &mut model.settings.scanners {
            entry.options = redactor.redact_value(&entry.options);
        }
        model.settings.ignore.iter_mut().for_each(|pattern| filter.text(pattern));
        model.settings.deliberation.secret_paths.iter_mut().for_each(|glob| filter.text(glob));
        filter.context(&mut model.settings.context);
        for source in &mut model.evidence.sources {
            source.issues.iter_mut().for_each(|issue| filter.issue(issue));
            source.gap.iter_mut().for_each(|Gap { detail, .. }| filter.text(detail));
            source.unreviewed.iter_mut().for_each(|file| filter.unreviewed(file));
        }
        filter.silencers(&mut model.evidence);
        for judged in &mut model.decision.judged {
            judged.suppression.iter_mut().for_each(|suppression| filter.suppression(suppression));
        }
        model.decision.own.iter_mut().for_each(|own| filter.issue(&mut own.issue));
        filter.reasons(&mut model.decision.reasons, &model.evidence);
        model.reasons.clone_from(&model.decision.reasons);
        model
    }
}

struct Filter<'a>(&'a Redactor);

impl Filter<'_> {
    /// What the settings name and send.
    fn context(&self, context: &mut ContextSettings) {
        let ContextSettings { prompts, docs, skills, mcp } = context;
        for file in prompts.iter_mut().chain(docs).chain(skills) {
            self.path(&mut file.path);
            file.heading.iter_mut().for_each(|heading| self.text(heading));
        }
        for one in mcp {
            let texts = [&mut one.name, &mut one.command, &mut one.tool];
            texts.into_iter().chain(&mut one.args).chain(&mut one.env).chain(&mut one.sha256).for_each(|text| self.text(text));
            if let Value::Object(payload) = self.0.redact_value(&Value::Object(std::mem::take(&mut one.payload))) {
                one.payload = payload;
            }
        }
    }

    fn text(&self, text: &mut String) {
        *text = self.0.redact(text).into_string();
    }

    /// A path of bytes that are no text is shown byte by byte; what is text in it is filtered as it is shown.
    fn path(&self, path: &mut RepoPath) {
        let shown = path.as_str().map_or_else(|| path.to_string(), ToOwned::to_owned);
        let filtered = self.0.redact(&shown);
        if filtered.as_str() != shown {
            *path = RepoPath::from(filtered.as_str());
        }
    }

    /// A reason tells of a file with its path written out, where a secret may be spelt another way: it is told again from the
    /// filtered evidence.
    fn reasons(&self, reasons: &mut [Reason], evidence: &Evidence) {
        let mut told: BTreeMap<&str, _> =
            evidence.sources.iter().map(|source| (source.engine.as_str(), source.reasons().into_iter())).collect();
        for reason in reasons {
            let again = reason.engine.as_deref().and_then(|engine| told.get_mut(engine)?.next());
            match again {
                Some(again) if again.token == reason.token => *reason = again,
                Some(_) | None => {}
            }
            self.text(&mut reason.detail);
        }
    }

    fn issue(&self, issue: &mut Issue) {
        self.text(&mut issue.message);
        self.path(&mut issue.location.path);
        // Half a fix is none, and a fix with a mark in it would break what it is applied to.
        issue.fix = issue.fix.take().filter(|fix| fix.lines.iter().all(|line| self.0.redact(line).as_str() == line));
        issue.suppressed.iter_mut().for_each(|suppression| self.suppression(suppression));
    }

    fn suppression(&self, suppression: &mut Suppression) {
        self.text(&mut suppression.reason);
    }

    /// What comments and the baseline say. A name that a comment gives to a rule is foreign, unless a finding has it.
    fn silencers(&self, evidence: &mut Evidence) {
        let known: BTreeSet<RuleId> =
            evidence.sources.iter().flat_map(|source| &source.issues).map(|issue| issue.rule.clone()).collect();
        for comment in &mut evidence.comments {
            self.path(&mut comment.path);
            comment.reason.iter_mut().chain(&mut comment.invalid).for_each(|text| self.text(text));
            for cited in comment.rules.iter_mut().filter(|cited| !known.contains(&cited.rule)) {
                cited.rule = RuleId::new(self.0.redact(cited.rule.as_str()).as_str());
            }
        }
        if let Some(baseline) = &mut evidence.baseline {
            self.path(&mut baseline.file);
            for entry in &mut baseline.entries {
                self.path(&mut entry.path);
                self.text(&mut entry.reason);
            }
        }
        for exception in &mut evidence.exceptions {
            self.path(&mut exception.path);
            [&mut exception.owner, &mut exception.reason].into_iter().for_each(|text| self.text(text));
        }
        evidence.edited.iter_mut().for_each(|path| self.path(path));
    }

    fn unreviewed(&self, file: &mut Unreviewed) {
        self.path(&mut file.path);
        self.text(&mut file.why);
    }

    fn engine(&self, engine: &mut EngineRun) {
        self.text(&mut engine.version);
        engine.failure.iter_mut().for_each(|(_, detail)| self.text(detail));
        engine.unreviewed.iter_mut().for_each(|file| self.unreviewed(file));
    }

    fn rule(&self, rule: &mut RuleInfo) {
        self.text(&mut rule.title);
        self.text(&mut rule.help);
        rule.tags.iter_mut().for_each(|tag| self.text(tag));
    }
}
