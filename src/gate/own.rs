//! What the gate itself finds: comments and entries that silence nothing, and edits of what decides.
//!
//! These findings follow from the evidence alone, so whoever holds the evidence can find them again. Their words are ours; names and
//! paths in them are foreign, and every dress makes them harmless.

use crate::config::GateSettings;
use crate::finding::{Fingerprint, GATE, Issue, Location, Origin, OwnRule, RepoPath, RuleId, Snippet, Standing};

use super::baseline::{self, Accepted};
use super::comment::{self, Comment};
use super::exception::{self, Exception, WithoutEffect};
use super::{Evidence, Source};

/// A finding of the gate itself, with the engine that it is about.
pub(super) struct Found {
    pub(super) issue: Issue,
    /// Whether the source that it is about counts; what is about none counts.
    pub(super) counted: bool,
}

/// Everything that the gate finds itself, in the order of its places.
pub(super) fn find(
    evidence: &Evidence,
    gate: &GateSettings,
    comments: &comment::Matched<'_>,
    baseline: &baseline::Matched<'_>,
) -> Vec<Found> {
    let counted = |rule: &RuleId| source_of(evidence, rule).is_none_or(|source| source.counts(gate));
    let unused = comments.unused().map(|(comment, rule)| {
        let message = format!("this comment silences `{rule}`, which finds nothing here");
        about_comment(&OwnRule::UNUSED, comment, &message, counted(rule))
    });
    let without_effect = evidence.comments.iter().filter_map(|comment| {
        let counted = comment.rules.is_empty() || comment.rules.iter().any(|cited| counted(&cited.rule));
        if let Some(name) = &comment.invalid {
            let what = if name.is_empty() { "it names no rule".to_owned() } else { format!("`{name}` is no name of a rule") };
            let message = format!("this comment silences nothing: {what}");
            Some(about_comment(&OwnRule::INVALID, comment, &message, counted))
        } else if comment.reason.is_none() {
            let message = "this comment silences nothing: it gives no reason";
            Some(about_comment(&OwnRule::NO_REASON, comment, message, counted))
        } else {
            None
        }
    });
    let edited = evidence.edited.iter().map(|path| {
        let message = "this change edits a file that decides what counts";
        found(&OwnRule::EDITED, Location::file(path.clone()), Standing::New, message, None, true)
    });
    let mut all: Vec<Found> = unused.chain(without_effect).chain(edited).collect();
    if let Some(file) = evidence.baseline.as_ref().map(|baseline| &baseline.file) {
        // A change that edits the file may remove them itself; its edit counts only later.
        let kept = baseline.stale.iter().filter(|_| !evidence.edited.contains(file));
        all.extend(kept.map(|entry| {
            let message = format!("the accepted finding of `{}` in `{}` is gone", entry.rule, entry.path);
            about_entry(&OwnRule::STALE, file, entry, &message, counted(&entry.rule))
        }));
        let expired = baseline.by_issue.values().filter(|entry| entry.expired);
        all.extend(expired.map(|entry| {
            let day = entry.expires.as_deref().unwrap_or_default();
            let message = format!("the finding of `{}` in `{}` was accepted until {day}", entry.rule, entry.path);
            about_entry(&OwnRule::EXPIRED, file, entry, &message, counted(&entry.rule))
        }));
    }
    all.extend(
        exception::without_effect(evidence).map(|(exception, why)| about_exception(exception, &why, counted(&exception.rule))),
    );
    all.sort_by(|a, b| key(&a.issue).cmp(&key(&b.issue)));
    all
}

fn key(issue: &Issue) -> (&RepoPath, Option<std::num::NonZeroU32>, &RuleId, &str) {
    (&issue.location.path, issue.location.line, &issue.rule, &issue.message)
}

/// The source whose engine owns the rule.
fn source_of<'a>(evidence: &'a Evidence, rule: &RuleId) -> Option<&'a Source> {
    let (engine, _) = rule.as_str().split_once(':')?;
    evidence.sources.iter().find(|source| source.engine == engine)
}

fn about_comment(rule: &'static OwnRule, comment: &Comment, message: &str, counted: bool) -> Found {
    let place = Location::line(comment.path.clone(), comment.line);
    found(rule, place, comment.standing, message, comment.snippet.clone(), counted)
}

fn about_entry(rule: &'static OwnRule, file: &RepoPath, entry: &Accepted, message: &str, counted: bool) -> Found {
    found(rule, Location::line(file.clone(), entry.line), Standing::New, message, None, counted)
}

fn about_exception(exception: &Exception, why: &WithoutEffect, counted: bool) -> Found {
    let Exception { rule, path, owner, expires, .. } = exception;
    let (own, message) = match why {
        WithoutEffect::Expired => {
            (&OwnRule::EXCEPTION_EXPIRED, format!("the exception of `{rule}` ({owner}) ended on {expires}"))
        }
        WithoutEffect::Unverified => (
            &OwnRule::EXCEPTION_UNVERIFIED,
            format!("the exception of `{rule}` ({owner}) cannot count: nothing says which repository this is"),
        ),
        WithoutEffect::Unused => {
            (&OwnRule::EXCEPTION_UNUSED, format!("the exception of `{rule}` ({owner}) has nothing to except"))
        }
    };
    found(own, Location::file(path.clone()), Standing::New, &message, None, counted)
}

fn found(
    rule: &'static OwnRule,
    location: Location,
    standing: Standing,
    message: &str,
    snippet: Option<Snippet>,
    counted: bool,
) -> Found {
    let id = rule.rule();
    let issue = Issue {
        fingerprint: Fingerprint::of(&id, message.as_bytes()),
        rule: id,
        severity: rule.severity,
        message: message.to_owned(),
        location,
        origin: Origin::new(GATE),
        standing,
        suppressed: None,
        fix: None,
        snippet,
    };
    Found { issue, counted }
}
