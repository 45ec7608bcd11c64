//! From a finished review to the report's model.

use crate::change::{BaseChoice, Change, Compared};
use crate::finding::RuleInfo;
use crate::report::{EngineRun, Model, Subject, SubjectKind};
use crate::review::Decided;
use crate::scanner::Outcome;

/// The model of `decided`, whose settings came from `file`, or from nowhere.
pub(super) fn of(decided: Decided, file: Option<&str>) -> Model {
    let subject = subject(&decided.change, file);
    let engines = decided.outcomes.iter().map(engine).collect();
    let mut rules: Vec<RuleInfo> = decided.outcomes.into_iter().flat_map(|outcome| outcome.rules).collect();
    rules.sort_by(|a, b| a.id.cmp(&b.id));
    rules.dedup_by(|a, b| a.id == b.id);
    let asked = decided.asked;
    Model {
        asked,
        ..Model::assemble(subject, engines, decided.left_out, rules, decided.settings, decided.evidence, decided.decision)
    }
}

/// What is reviewed.
pub(super) fn subject(change: &Change, file: Option<&str>) -> Subject {
    let range = change.range();
    Subject {
        base: range.base.map(|oid| oid.to_string()),
        head: range.head.map(|oid| oid.to_string()),
        kind: kind(change),
        files: change.files().len(),
        added_lines: change.added_lines(),
        configuration: file.map(str::to_owned),
    }
}

fn kind(change: &Change) -> SubjectKind {
    match (change.base(), &change.target().compared) {
        (BaseChoice::Everything, _) => SubjectKind::All,
        (BaseChoice::Given { reference }, _) => SubjectKind::Named(reference.clone()),
        (BaseChoice::DefaultBranch { branch }, _) => SubjectKind::DefaultBranch(branch.clone()),
        (BaseChoice::PreviousCommit { .. }, _) => SubjectKind::PreviousCommit,
        (BaseChoice::FirstCommit, _) => SubjectKind::FirstCommit,
        (BaseChoice::Head | BaseChoice::Unborn, Compared::Worktree) => SubjectKind::Worktree,
        (BaseChoice::Head | BaseChoice::Unborn, Compared::Staged | Compared::Commits { .. }) => SubjectKind::Staged,
    }
}

fn engine(outcome: &Outcome) -> EngineRun {
    EngineRun {
        name: outcome.engine.clone(),
        category: outcome.category.to_owned(),
        origin: outcome.origin.as_str().to_owned(),
        section: outcome.section,
        version: outcome.version.clone(),
        scope: outcome.scope,
        fail_on: outcome.fail_on,
        duration: outcome.duration,
        failure: outcome.failure.as_ref().map(|failure| (failure.reason.to_string(), failure.detail.clone())),
        unreviewed: outcome.unreviewed.clone(),
    }
}
