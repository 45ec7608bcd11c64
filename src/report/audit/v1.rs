//! The shape of `audit/v1`. Field names are a promise: a change of meaning is a new version.
//!
//! `--format json` prints the same document. Paths are written as reports show them, without loss (a backslash doubled, control
//! and invisible characters as `\u{…}`, bytes that are no UTF-8 as `\xNN`); `path_bytes` saves a reader from decoding them.

use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::ModelReview;
use super::configuration::Configuration;
use super::deliberation::Deliberation;
use super::notice::Notice;
use super::suppression::{Baseline, Comment, Exception, Suppression};
use super::words::{
    Completeness, Disposition, LeftOutWhy, Outcome, Policy, Scope, Section, Severity, Side, Standing, SubjectKind, Verdict,
    Version,
};

/// A finished review: the gate's input, its settings and its answer.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "audit/v1")]
pub(super) struct Audit {
    /// The version of this document's shape.
    pub(super) schema: Version,
    /// What wrote it.
    pub(super) program: Program,
    /// The verdict, made of the two axes that follow.
    pub(super) verdict: Verdict,
    /// Whether any finding blocks.
    pub(super) policy: Policy,
    /// Whether everything was verified.
    pub(super) completeness: Completeness,
    /// What the verdict does, and why the review is not complete.
    pub(super) gate: Gate,
    /// What was reviewed.
    pub(super) subject: Subject,
    /// The settings.
    pub(super) configuration: Configuration,
    /// What there is to say about whose settings these are.
    pub(super) notices: Vec<Notice>,
    /// Every engine that was asked, by name.
    pub(super) engines: Vec<Engine>,
    /// The findings that block, in the order of `findings`.
    pub(super) blocking_findings: Vec<BlockingFinding>,
    /// Every finding with what became of it, by path, line, column, rule and message. The engine of what the gate itself found is
    /// `_gate`.
    pub(super) findings: Vec<Finding>,
    /// The suppression comments of the reviewed files, by path and line.
    pub(super) comments: Vec<Comment>,
    /// What was accepted before; null when there is no baseline.
    pub(super) baseline: Option<Baseline>,
    /// The exceptions for this repository, in the configuration's order.
    pub(super) exceptions: Vec<Exception>,
    /// Files that decide what counts and that the change edits, by path.
    pub(super) edited: Vec<File>,
    /// The rules behind the findings, by name, as far as their engines describe them.
    pub(super) rules: Vec<Rule>,
    /// Changed files that no engine was shown, by path.
    pub(super) left_out: Vec<LeftOut>,
    /// What came of asking a model; absent when none was to be asked. No input of the gate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<ModelReview>,
    /// How the conversation with the model went; absent when it was offered no tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) deliberation: Option<Deliberation>,
}

/// The program that made the review.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    /// Its name.
    pub(super) name: String,
    /// Its version.
    pub(super) version: String,
}

/// What was reviewed.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Subject {
    /// What is compared with what.
    pub(super) kind: SubjectKind,
    /// The name of the base, when `kind` has one.
    pub(super) against: Option<String>,
    /// The base commit, when commits are compared.
    pub(super) base: Option<String>,
    /// The reviewed commit, when one is reviewed.
    pub(super) head: Option<String>,
    /// Number of changed files.
    pub(super) files: u64,
    /// Number of added lines.
    pub(super) added_lines: Option<u64>,
    /// Whether there was nothing to review.
    pub(super) empty: bool,
}

/// What the gate says.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Gate {
    /// Whether the change may pass.
    pub(super) decision: Outcome,
    /// Why the review is not complete; empty when it is.
    pub(super) reasons: Vec<Reason>,
}

/// One reason why the review is not complete.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Reason {
    /// The reason's fixed name, `<category>_unavailable` and the like, or `nothing_ran`.
    pub(super) reason: String,
    /// The engine, when one engine is the reason.
    pub(super) engine: Option<String>,
    /// What exactly happened; may be empty.
    pub(super) detail: String,
}

/// One engine's run.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Engine {
    /// The engine's name.
    pub(super) name: String,
    /// Its category.
    pub(super) category: String,
    /// The origin of its findings.
    pub(super) origin: String,
    /// Who declared it.
    pub(super) section: Section,
    /// Program and rules that answered; may be empty when it failed.
    pub(super) version: String,
    /// The scope that its findings were judged by.
    pub(super) scope: Scope,
    /// New findings of at least this severity block.
    pub(super) fail_on: Severity,
    /// How long it ran, in milliseconds. A time: two runs differ here and only here.
    pub(super) duration_ms: u64,
    /// Why it has no answer; null when it has one.
    pub(super) failure: Option<Failure>,
    /// Files in its scope that it could not look at, by path.
    pub(super) unreviewed: Vec<Unreviewed>,
}

/// Why an engine has no answer.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Failure {
    /// The reason's fixed name.
    pub(super) reason: String,
    /// What exactly happened; may be empty.
    pub(super) detail: String,
}

/// A file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// The path.
    pub(super) path: String,
    /// The path's bytes in hexadecimal, when they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) path_bytes: Option<String>,
}

/// A changed file that no engine was shown.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LeftOut {
    /// The path.
    pub(super) path: String,
    /// The path's bytes in hexadecimal, when they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) path_bytes: Option<String>,
    /// Why.
    pub(super) why: LeftOutWhy,
}

/// A file that an engine could not look at.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Unreviewed {
    /// The path.
    pub(super) path: String,
    /// The path's bytes in hexadecimal, when they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) path_bytes: Option<String>,
    /// Why.
    pub(super) why: String,
}

/// A finding with what became of it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Finding {
    /// The engine that found it.
    pub(super) engine: String,
    /// The rule's published name.
    pub(super) rule_id: String,
    /// The path.
    pub(super) path: String,
    /// The path's bytes in hexadecimal, when they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) path_bytes: Option<String>,
    /// The first line, from 1; null when the whole file is meant.
    pub(super) line: Option<NonZeroU32>,
    /// The last line, when the finding spans several.
    pub(super) end_line: Option<NonZeroU32>,
    /// The first column on `line`, from 1, in Unicode scalar values.
    pub(super) column: Option<NonZeroU32>,
    /// The column behind the last one.
    pub(super) end_column: Option<NonZeroU32>,
    /// The side of the diff that the lines count on.
    pub(super) side: Side,
    /// The severity that the gate used: the configuration's, else the engine's.
    pub(super) severity: Severity,
    /// The severity that the engine gave.
    pub(super) reported_severity: Severity,
    /// What is wrong.
    pub(super) message: String,
    /// Which source says so.
    pub(super) origin: String,
    /// The identity across edits.
    pub(super) fingerprint: String,
    /// New, or there before the change.
    pub(super) standing: Standing,
    /// Why it does or does not block.
    pub(super) disposition: Disposition,
    /// What silences it by the engine's own means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) engine_suppression: Option<Suppression>,
    /// What silences it, of all that does the first. It counts where `disposition` says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) suppression: Option<Suppression>,
}

/// A finding that blocks, for whoever reads no more than this list.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockingFinding {
    /// The rule's published name.
    pub(super) rule_id: String,
    /// The path.
    pub(super) path: String,
    /// The first line; null when the whole file is meant.
    pub(super) line: Option<NonZeroU32>,
    /// The severity that the gate used.
    pub(super) severity: Severity,
    /// Which source says so.
    pub(super) origin: String,
}

/// What a rule is about.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// The rule's published name.
    pub(super) rule_id: String,
    /// What it finds, on one line.
    pub(super) title: String,
    /// What to do about it, in Markdown.
    pub(super) help: String,
    /// Tags such as `CWE-798`.
    pub(super) tags: Vec<String>,
}

impl BlockingFinding {
    /// The short form of a finding.
    pub(super) fn of(finding: &Finding) -> Self {
        Self {
            rule_id: finding.rule_id.clone(),
            path: finding.path.clone(),
            line: finding.line,
            severity: finding.severity,
            origin: finding.origin.clone(),
        }
    }
}
