//! The one model that every dress is made from.
//!
//! It holds plain facts in their final order; a dress only arranges and words them. Nothing here knows how the review was run.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::config::{Inconclusive, LayerFile, Scope, Section, Settings};
use crate::finding::{GATE, Issue, LeftOut, OwnRule, RepoPath, RuleId, RuleInfo, Severity, Suppression, Unreviewed};
use crate::gate::{Completeness, Decision, Disposition, Evidence, Judged, Own, Policy, Reason, Verdict};

use crate::review::Asked;

use super::Notice;

/// A finished review, ready to be shown.
#[derive(Debug, Clone)]
pub struct Model {
    /// What was reviewed.
    pub subject: Subject,
    /// The verdict and its two axes.
    pub verdict: Verdict,
    /// Whether anything reached its threshold.
    pub policy: Policy,
    /// Whether everything was verified.
    pub completeness: Completeness,
    /// What an inconclusive verdict does.
    pub inconclusive: Inconclusive,
    /// Why the review is not complete.
    pub reasons: Vec<Reason>,
    /// Every issue with what became of it, by path, line, column, rule and message.
    pub rows: Vec<Row>,
    /// Every engine that was asked, by name.
    pub engines: Vec<EngineRun>,
    /// Changed files that no engine was shown, by path.
    pub left_out: Vec<LeftOut>,
    /// The rules behind the issues, by name.
    pub rules: Vec<RuleInfo>,
    /// The files that the settings came from, the policy's first.
    pub layers: Vec<LayerFile>,
    /// The commit whose files say how to judge; nothing for the working copy.
    pub judging_commit: Option<String>,
    /// What there is to say about whose settings these are.
    pub notices: Vec<Notice>,
    /// The effective settings, for the audit.
    pub settings: Settings,
    /// The gate's own input, for the audit.
    pub evidence: Evidence,
    /// The gate's own output, for the audit.
    pub decision: Decision,
    /// What came of asking a model; nothing when none was to be asked.
    pub asked: Option<Asked>,
}

/// What was reviewed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The base commit, when commits are compared.
    pub base: Option<String>,
    /// The reviewed commit, when one is reviewed.
    pub head: Option<String>,
    /// What is reviewed and against what, as a key of the language catalogue with its value: see [`SubjectKind`].
    pub kind: SubjectKind,
    /// Number of changed files.
    pub files: usize,
    /// Number of added lines; nothing where they were not counted, as when the whole tree counts as added.
    pub added_lines: Option<u64>,
    /// Where the settings came from: the file, or nothing for the defaults.
    pub configuration: Option<String>,
}

/// What is compared with what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubjectKind {
    /// `head` against the merge base with the base that the user named.
    Named(String),
    /// `head` against the merge base with the remote's default branch, which is named.
    DefaultBranch(String),
    /// `head` against its first parent.
    PreviousCommit,
    /// The first commit: everything is added.
    FirstCommit,
    /// The index against `HEAD`.
    Staged,
    /// The working files against `HEAD`.
    Worktree,
    /// The whole tree, as if every line were added.
    All,
}

/// One issue with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The engine's name; [`GATE`] for what the gate itself found.
    pub engine: String,
    /// The issue.
    pub issue: Issue,
    /// Its rank after the configuration's `rules`.
    pub severity: Severity,
    /// The threshold that it was held against.
    pub fail_on: Severity,
    /// What became of it.
    pub disposition: Disposition,
    /// What silences it, whether or not that counts: see [`Row::is_silenced`].
    pub suppression: Option<Suppression>,
    /// Who declared its source.
    pub section: Section,
}

/// One engine's run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineRun {
    /// The engine's name.
    pub name: String,
    /// Its category.
    pub category: String,
    /// Its typed origin.
    pub origin: String,
    /// Who declared it.
    pub section: Section,
    /// Program and rules that answered; may be empty when it failed.
    pub version: String,
    /// The scope that its issues were judged by.
    pub scope: Scope,
    /// The threshold.
    pub fail_on: Severity,
    /// How long it ran. Declared as a time: two runs differ here.
    pub duration: Duration,
    /// The reason token and detail, when it has no answer.
    pub failure: Option<(String, String)>,
    /// Files in its scope that it could not look at.
    pub unreviewed: Vec<Unreviewed>,
}

impl Model {
    /// Puts the parts of a finished review together: joins each judgement with its issue and brings the rows into their order.
    ///
    /// The settings are taken for those of the working copy, without a notice: `layers`,
    /// `judging_commit` and `notices` say otherwise. No model was asked, unless `asked` says so.
    ///
    /// `decision` must be the gate's answer to `evidence`; a judgement that points at no issue of it is left out.
    pub fn assemble(
        subject: Subject,
        engines: Vec<EngineRun>,
        left_out: Vec<LeftOut>,
        mut rules: Vec<RuleInfo>,
        settings: Settings,
        evidence: Evidence,
        decision: Decision,
    ) -> Self {
        let mut rows: Vec<Row> = decision.judged.iter().filter_map(|judged| Row::of(&evidence, judged)).collect();
        rows.extend(decision.own.iter().map(Row::of_gate));
        let cited = |rule: &&OwnRule| decision.own.iter().any(|own| own.issue.rule.as_str() == rule.id);
        rules.extend(OwnRule::ALL.iter().filter(cited).map(OwnRule::info));
        rules.sort_by(|a, b| a.id.cmp(&b.id));
        rows.sort_by(|a, b| a.key().cmp(&b.key()));
        Self {
            subject,
            verdict: decision.verdict(),
            policy: decision.policy,
            completeness: decision.completeness,
            inconclusive: decision.inconclusive,
            reasons: decision.reasons.clone(),
            rows,
            engines,
            left_out,
            rules,
            layers: Vec::new(),
            judging_commit: None,
            notices: Vec::new(),
            settings,
            evidence,
            decision,
            asked: None,
        }
    }

    /// How many rows there are of each disposition.
    pub fn counts(&self) -> BTreeMap<Disposition, usize> {
        let mut counts = BTreeMap::new();
        for row in &self.rows {
            *counts.entry(row.disposition).or_insert(0) += 1;
        }
        counts
    }
}

impl Row {
    fn of(evidence: &Evidence, judged: &Judged) -> Option<Self> {
        let source = evidence.sources.get(judged.source)?;
        Some(Self {
            engine: source.engine.clone(),
            issue: source.issues.get(judged.issue)?.clone(),
            severity: judged.severity,
            fail_on: source.fail_on,
            disposition: judged.disposition,
            suppression: judged.suppression.clone(),
            section: source.section,
        })
    }

    fn of_gate(own: &Own) -> Self {
        Self {
            engine: GATE.to_owned(),
            issue: own.issue.clone(),
            severity: own.severity,
            fail_on: own.fail_on,
            disposition: own.disposition,
            suppression: None,
            section: Section::Default,
        }
    }

    /// Whether what silences it counts.
    pub fn is_silenced(&self) -> bool {
        matches!(self.disposition, Disposition::Suppressed | Disposition::Baselined | Disposition::Excepted)
    }

    /// What rows are ordered by: path, line, column, rule and message. A finding about a whole file comes first.
    fn key(&self) -> (&RepoPath, Option<NonZeroU32>, Option<NonZeroU32>, &RuleId, &str) {
        let Issue { rule, message, location, .. } = &self.issue;
        (&location.path, location.line, location.column, rule, message)
    }
}
