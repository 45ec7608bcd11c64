//! The gate's status: a check run, and where the token may not make one, a commit status of the same name.
//!
//! Only an app's token may make check runs, which the token of a workflow is; they show the report and mark lines.

use reqwest::Method;

use crate::change::Oid;
use crate::finding::Severity;

use super::super::ForgeError;
use super::super::capabilities::{Capabilities, GATE_STATUS, Room, one_line};
use super::super::contract::{Annotation, Forge, State, Status};
use super::super::http::Repeat;
use super::{GitHub, wire};

/// The most annotations of one request ("Update a check run").
const ANNOTATIONS: usize = 50;
/// The most annotations of a run; beyond them nobody reads, and the report counts them.
const MOST_ANNOTATIONS: usize = 200;
/// The most characters of a check run's summary ("Create a check run").
const SUMMARY: Room = Room { utf16: 65_000, bytes: 65_000 };
/// The most characters of a check run's title.
const TITLE: usize = 250;

/// How the status of a commit has been told so far.
#[derive(Default)]
pub(in crate::forge) enum Reported {
    /// Not yet.
    #[default]
    Nothing,
    /// As this check run.
    CheckRun(Oid, u64),
    /// As a commit status, since the token may not make check runs.
    CommitStatus,
}

impl GitHub {
    pub(super) async fn report(&self, commit: Oid, status: &Status) -> Result<(), ForgeError> {
        let mut reported = self.reported.lock().await;
        let run = match &*reported {
            Reported::CommitStatus => return self.commit_status(commit, status).await,
            Reported::CheckRun(of, run) if *of == commit => Some(*run),
            Reported::CheckRun(..) | Reported::Nothing => None,
        };
        let annotations: Vec<wire::CheckAnnotation<'_>> =
            status.annotations.iter().filter_map(annotation).take(MOST_ANNOTATIONS).collect();
        let mut batches = annotations.chunks(ANNOTATIONS);
        let first = self.check_run(commit, run, status, batches.next().unwrap_or_default()).await;
        let run = match first {
            Ok(run) => run,
            Err(ForgeError::Forbidden { .. } | ForgeError::Missing { .. }) if run.is_none() => {
                *reported = Reported::CommitStatus;
                return self.commit_status(commit, status).await;
            }
            Err(error) => return Err(error),
        };
        *reported = Reported::CheckRun(commit, run);
        for batch in batches {
            self.check_run(commit, Some(run), status, batch).await?;
        }
        Ok(())
    }

    /// Makes a check run, or tells `run` more.
    async fn check_run(
        &self,
        commit: Oid,
        run: Option<u64>,
        status: &Status,
        annotations: &[wire::CheckAnnotation<'_>],
    ) -> Result<u64, ForgeError> {
        let conclusion = match status.state {
            State::Running => None,
            State::Success => Some("success"),
            State::Failure | State::Error => Some("failure"),
        };
        let title = one_line(&status.title, TITLE);
        let summary = status.summary.clone().filter(|summary| SUMMARY.holds(summary.as_str()));
        let output = wire::Output { summary: summary.unwrap_or_else(|| title.clone()), title, annotations: annotations.to_vec() };
        let body = wire::CheckRun {
            name: run.is_none().then_some(GATE_STATUS),
            head_sha: run.is_none().then(|| commit.to_string()),
            status: if conclusion.is_some() { "completed" } else { "in_progress" },
            conclusion,
            details_url: status.details_url.as_ref(),
            output,
        };
        let (method, url) = match run {
            None => (Method::POST, self.url(["check-runs"])),
            Some(run) => (Method::PATCH, self.url(["check-runs", &run.to_string()])),
        };
        // A second run of the same name replaces the first.
        let created: wire::Created = self.client.ask(method, url, &body, Repeat::Harmless).await?;
        Ok(created.id)
    }

    async fn commit_status(&self, commit: Oid, status: &Status) -> Result<(), ForgeError> {
        let Capabilities { status_title, .. } = *self.capabilities();
        let body = wire::NewStatus {
            state: match status.state {
                State::Running => "pending",
                State::Success => "success",
                State::Failure => "failure",
                State::Error => "error",
            },
            context: GATE_STATUS,
            description: one_line(&status.title, status_title),
            target_url: status.details_url.as_ref(),
        };
        self.client.send(Method::POST, self.url(["statuses", &commit.to_string()]), &body, Repeat::Harmless).await
    }
}

fn annotation(annotation: &Annotation) -> Option<wire::CheckAnnotation<'_>> {
    Some(wire::CheckAnnotation {
        path: annotation.path.as_str()?,
        start_line: annotation.lines.0,
        end_line: annotation.lines.1,
        annotation_level: match annotation.severity {
            Severity::Error => "failure",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        },
        title: &annotation.title,
        message: &annotation.message,
    })
}
