//! The steps of the way as checks, in words.

use crate::change::{BaseChoice, Change, Repository, WhyPrevious};
use crate::cli::model;
use crate::cli::refusal::Refusal;
use crate::config::{Language, Loaded, MAIN_FILE};
use crate::finding::RepoPath;
use crate::report::{self, Area, Check, CheckStatus, Text};

use super::way::Way;

/// Makes the default branch of a remote known, whatever a CI job has fetched of it.
fn know_default_branch(remote: &str) -> String {
    format!("git fetch {remote} '+refs/heads/*:refs/remotes/{remote}/*' && git remote set-head {remote} --auto")
}

/// The checks of git, the repository, the policy, the change and the configuration.
pub(super) fn of_way(way: &Way, language: Language) -> Vec<Check> {
    let text = Text::of(language);
    let mut checks = vec![step(Area::Git, way.git.as_ref(), text, |version| Check::ok(Area::Git, version.as_str()))];
    let git_refused = matches!(way.git, Some(Err(_)));
    checks.push(match way.repository.as_ref().filter(|_| !git_refused) {
        Some(repository) => step(Area::Repository, Some(repository), text, |it| of_repository(it, text)),
        None => Check::skipped(Area::Repository, text.doctor.not_checked),
    });
    if let Some(policy) = &way.policy {
        checks.push(step(Area::Policy, Some(policy), text, |file| Check::ok(Area::Policy, (text.doctor.accepted)(file))));
    }
    checks.push(step(Area::Change, way.change.as_ref(), text, |change| of_change(change, &way.missing, language)));
    checks.push(step(Area::Configuration, way.settings.as_ref(), text, |loaded| of_settings(loaded, text)));
    checks
}

/// One step: what it came to, what it was refused for, or that it was not reached.
fn step<T>(area: Area, result: Option<&Result<T, Refusal>>, text: &Text, ok: impl FnOnce(&T) -> Check) -> Check {
    match result {
        Some(Ok(found)) => ok(found),
        Some(Err(refusal)) => Check::refused(area, refusal.diagnostics.clone(), refusal.status.code()),
        None => Check::skipped(area, text.doctor.not_checked),
    }
}

fn of_repository(repository: &Repository, text: &Text) -> Check {
    let place = repository.top_level().unwrap_or_else(|| repository.git_dir());
    let mut message = place.display().to_string();
    for (is_so, what) in [(repository.is_bare(), text.doctor.bare), (repository.is_shallow(), text.doctor.shallow)] {
        if is_so {
            message = format!("{message}, {what}");
        }
    }
    Check::ok(Area::Repository, message)
}

fn of_change(change: &Change, missing: &[RepoPath], language: Language) -> Check {
    let text = Text::of(language);
    if let Some(first) = missing.first() {
        return Check {
            status: CheckStatus::Failed,
            command: Some(crate::change::FETCH_OBJECTS.to_owned()),
            // A review would go on and list the files as not reviewed.
            exit: crate::cli::ExitStatus::Inconclusive.code(),
            ..Check::ok(Area::Change, (text.doctor.missing_content)(missing.len(), &first.to_string()))
        };
    }
    let message = report::subject(&model::subject(change, None), change.is_empty(), language);
    let check = Check::ok(Area::Change, message);
    let BaseChoice::PreviousCommit { because: WhyPrevious::NoDefaultBranch { remotes } } = change.base() else { return check };
    let Some(remote) = remotes.iter().find(|remote| *remote == "origin").or(remotes.first()) else { return check };
    let message = format!("{}; {}", check.message, (text.doctor.no_default_branch)(&remotes.join(", ")));
    let plain = remote.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) && !remote.starts_with('-');
    Check { message, ..check }.warning(plain.then(|| know_default_branch(remote)))
}

fn of_settings(loaded: &Loaded, text: &Text) -> Check {
    let message = match loaded.file() {
        Some(file) => (text.doctor.accepted)(file),
        None => (text.doctor.no_configuration)(MAIN_FILE),
    };
    Check::ok(Area::Configuration, message)
}
