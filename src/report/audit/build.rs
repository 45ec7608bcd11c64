//! A review as an audit.

use serde_json::Value;

use crate::config::LayerFile;
use crate::finding::{Issue, LeftOut, RepoPath, RuleInfo};
use crate::gate::{Disposition, Reason};
use crate::report::{EngineRun, Model, Row, Subject, SubjectKind, json};

use super::asked::ModelReview;
use super::configuration::{Configuration, DeliberationSettings, GateSettings, Layer, ModelSettings, RuleSetting, Scanner};
use super::context::ContextSettings;
use super::deliberation::Deliberation;
use super::notice;
use super::suppression::{Baseline, Comment, Exception, Suppression};
use super::v1;
use super::words;

/// The review as an `audit/v1` document, indented. `--format json` prints the same.
///
/// The same model gives the same bytes.
pub fn audit(model: &Model) -> String {
    let findings: Vec<v1::Finding> = model.rows.iter().map(finding).collect();
    let blocking = findings.iter().filter(|finding| finding.disposition == Disposition::Blocking.into());
    json::indented(&v1::Audit {
        schema: words::Version::V1,
        program: v1::Program { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        subject: subject(&model.subject, model.evidence.empty_change),
        configuration: configuration(model),
        notices: model.notices.iter().map(notice::Notice::of).collect(),
        verdict: model.verdict.into(),
        policy: model.policy.into(),
        completeness: model.completeness.into(),
        gate: v1::Gate {
            decision: if model.decision.blocks() { words::Outcome::Block } else { words::Outcome::Pass },
            reasons: model.reasons.iter().map(reason).collect(),
        },
        engines: model.engines.iter().map(engine).collect(),
        blocking_findings: blocking.map(v1::BlockingFinding::of).collect(),
        findings,
        comments: model.evidence.comments.iter().map(|comment| Comment::of(comment, path_bytes)).collect(),
        baseline: model.evidence.baseline.as_ref().map(Baseline::of),
        exceptions: model.evidence.exceptions.iter().map(Exception::of).collect(),
        edited: model.evidence.edited.iter().map(file).collect(),
        rules: model.rules.iter().map(rule).collect(),
        left_out: model.left_out.iter().map(left_out).collect(),
        model: model.asked.as_ref().map(|asked| ModelReview::of(asked, file)),
        deliberation: model.asked.as_ref().and_then(Deliberation::of),
    })
}

/// The JSON Schema of `audit/v1`, from the types that write and read it.
pub fn audit_schema() -> Value {
    schemars::schema_for!(v1::Audit).to_value()
}

fn subject(subject: &Subject, empty: bool) -> v1::Subject {
    let (kind, against) = match &subject.kind {
        SubjectKind::Named(base) => (words::SubjectKind::Named, Some(base.clone())),
        SubjectKind::DefaultBranch(base) => (words::SubjectKind::DefaultBranch, Some(base.clone())),
        SubjectKind::PreviousCommit => (words::SubjectKind::PreviousCommit, None),
        SubjectKind::FirstCommit => (words::SubjectKind::FirstCommit, None),
        SubjectKind::Staged => (words::SubjectKind::Staged, None),
        SubjectKind::Worktree => (words::SubjectKind::Worktree, None),
        SubjectKind::All => (words::SubjectKind::All, None),
    };
    v1::Subject {
        kind,
        against,
        base: subject.base.clone(),
        head: subject.head.clone(),
        files: subject.files as u64,
        added_lines: subject.added_lines,
        empty,
    }
}

fn configuration(model: &Model) -> Configuration {
    let settings = &model.settings;
    let scanners = settings.scanners.iter().map(|entry| Scanner {
        engine: entry.engine.clone(),
        enabled: entry.enabled,
        required: entry.required,
        fail_on: entry.fail_on.into(),
        scope: entry.scope.map(Into::into),
        options: entry.options.as_object().cloned().unwrap_or_default(),
        section: entry.section.into(),
    });
    let rules = settings.rules.iter().map(|(rule, setting)| RuleSetting {
        rule_id: rule.to_string(),
        enabled: setting.enabled,
        severity: setting.severity.map(Into::into),
    });
    Configuration {
        source: model.subject.configuration.clone(),
        commit: model.judging_commit.clone(),
        layers: model.layers.iter().map(layer).collect(),
        scanners: scanners.collect(),
        gate: GateSettings {
            fail_on: settings.gate.fail_on.into(),
            inconclusive: settings.gate.inconclusive.into(),
            sources: settings.gate.sources.clone(),
        },
        rules: rules.collect(),
        ignore: settings.ignore.clone(),
        language: settings.language.into(),
        model: ModelSettings::of(settings.model),
        deliberation: DeliberationSettings::of(&settings.deliberation),
        context: ContextSettings::of(&settings.context),
    }
}

fn layer(layer: &LayerFile) -> Layer {
    Layer { section: layer.section.into(), file: layer.file.clone(), sha256: layer.sha256.clone() }
}

fn reason(reason: &Reason) -> v1::Reason {
    v1::Reason { reason: reason.token.clone(), engine: reason.engine.clone(), detail: reason.detail.clone() }
}

fn engine(run: &EngineRun) -> v1::Engine {
    let failure = |(reason, detail): &(String, String)| v1::Failure { reason: reason.clone(), detail: detail.clone() };
    let unreviewed = run.unreviewed.iter().map(|file| v1::Unreviewed {
        path: file.path.to_string(),
        path_bytes: path_bytes(&file.path),
        why: file.why.clone(),
    });
    v1::Engine {
        name: run.name.clone(),
        category: run.category.clone(),
        origin: run.origin.clone(),
        section: run.section.into(),
        version: run.version.clone(),
        scope: run.scope.into(),
        fail_on: run.fail_on.into(),
        duration_ms: u64::try_from(run.duration.as_millis()).unwrap_or(u64::MAX),
        failure: run.failure.as_ref().map(failure),
        unreviewed: unreviewed.collect(),
    }
}

fn finding(row: &Row) -> v1::Finding {
    let Issue { rule, severity, message, location, origin, fingerprint, standing, suppressed, fix: _, snippet: _ } = &row.issue;
    v1::Finding {
        engine: row.engine.clone(),
        rule_id: rule.to_string(),
        path: location.path.to_string(),
        path_bytes: path_bytes(&location.path),
        line: location.line,
        end_line: location.end_line,
        column: location.column,
        end_column: location.end_column,
        side: location.side.into(),
        severity: row.severity.into(),
        reported_severity: (*severity).into(),
        message: message.clone(),
        origin: origin.to_string(),
        fingerprint: fingerprint.to_string(),
        standing: (*standing).into(),
        disposition: row.disposition.into(),
        engine_suppression: suppressed.as_ref().map(Suppression::of),
        suppression: row.suppression.as_ref().map(Suppression::of),
    }
}

fn rule(info: &RuleInfo) -> v1::Rule {
    v1::Rule { rule_id: info.id.to_string(), title: info.title.clone(), help: info.help.clone(), tags: info.tags.clone() }
}

pub(super) fn file(path: &RepoPath) -> v1::File {
    v1::File { path: path.to_string(), path_bytes: path_bytes(path) }
}

fn left_out(file: &LeftOut) -> v1::LeftOut {
    v1::LeftOut { path: file.path.to_string(), path_bytes: path_bytes(&file.path), why: file.why.into() }
}

fn path_bytes(path: &RepoPath) -> Option<String> {
    path.as_str().is_none().then(|| path.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect())
}
