//! GitLab as a forge.

use async_trait::async_trait;
use reqwest::{Method, Url};

use crate::change::Oid;
use crate::redaction::Redacted;

use super::super::capabilities::{Capabilities, GATE_STATUS, Room, Suggestion, one_line};
use super::super::contract::{Author, Comment, Forge, InlineComment, NewInline, PullRequest, State, Status};
use super::super::http::{Auth, Client, Patience, Repeat};
use super::super::reading::commit;
use super::super::{ForgeError, Place};
use super::wire;

/// Comments: a note has at most 1,000,000 characters ("Application limits"); nobody reads that many. A status's line: 255 characters,
/// its column in the database.
const CAPABILITIES: Capabilities = Capabilities {
    name: "GitLab",
    comment: Room { utf16: 250_000, bytes: 900_000 },
    status_title: 250,
    inline: 30,
    suggestion: Some(Suggestion::LinesAbove),
    permissions: "a project access token with the scope `api` and the role Reporter, and for `--check` the role Developer",
};

/// A project on GitLab.
pub(in crate::forge) struct GitLab {
    pub(super) client: Client,
    place: Place,
}

impl GitLab {
    pub(in crate::forge) fn new(place: Place, token: Option<&str>, patience: Patience) -> Result<Self, ForgeError> {
        let client = Client::new(&place.api, token.map(|token| (Auth::PrivateToken, token)), &[], patience)?;
        Ok(Self { client, place })
    }

    /// An address below the project, whose path is one segment.
    pub(super) fn url<'a>(&'a self, parts: impl IntoIterator<Item = &'a str>) -> Url {
        self.client.url(["projects", self.place.repository.as_str()].into_iter().chain(parts))
    }

    /// An address below a merge request.
    pub(super) fn request_url(&self, number: u64, parts: &[&str]) -> Url {
        let number = number.to_string();
        self.url(["merge_requests", number.as_str()].into_iter().chain(parts.iter().copied()))
    }
}

#[async_trait]
impl Forge for GitLab {
    fn capabilities(&self) -> &Capabilities {
        &CAPABILITIES
    }

    async fn author(&self) -> Result<Option<Author>, ForgeError> {
        let user: wire::User = self.client.get(self.client.url(["user"])).await?;
        Ok(Some(Author { id: Some(user.id), login: user.username }))
    }

    async fn pull_request(&self, number: u64) -> Result<PullRequest, ForgeError> {
        let request: wire::MergeRequest = self.client.get(self.request_url(number, &[])).await?;
        // Right after a push the diff is not made yet.
        let refs = request.diff_refs.ok_or_else(|| ForgeError::Failed {
            status: 200,
            detail: "the diff of the merge request is not made yet; run again in a minute".to_owned(),
        })?;
        Ok(PullRequest {
            number: request.iid,
            head: commit(&request.sha)?,
            base: commit(&refs.start_sha)?,
            start: Some(commit(&refs.base_sha)?),
            base_name: request.target_branch,
            fork: request.source_project_id != Some(request.target_project_id),
        })
    }

    async fn comments(&self, number: u64) -> Result<Vec<Comment>, ForgeError> {
        self.notes(number).await
    }

    async fn comment(&self, number: u64, body: &Redacted) -> Result<(), ForgeError> {
        self.client.send(Method::POST, self.request_url(number, &["notes"]), &wire::Body { body }, Repeat::Never).await
    }

    async fn edit(&self, number: u64, comment: &str, body: &Redacted) -> Result<(), ForgeError> {
        let url = self.request_url(number, &["notes", comment]);
        self.client.send(Method::PUT, url, &wire::Body { body }, Repeat::Harmless).await
    }

    async fn remove(&self, number: u64, comment: &str) -> Result<(), ForgeError> {
        self.client.delete(self.request_url(number, &["notes", comment])).await
    }

    async fn inline(&self, number: u64) -> Result<Vec<InlineComment>, ForgeError> {
        self.diff_notes(number).await
    }

    async fn post_inline(&self, pull: &PullRequest, comments: &[NewInline]) -> Result<Vec<bool>, ForgeError> {
        self.discuss(pull, comments).await
    }

    async fn settle(&self, number: u64, comment: &InlineComment, body: &Redacted, resolved: bool) -> Result<(), ForgeError> {
        self.edit(number, &comment.id, body).await?;
        match &comment.thread {
            Some(thread) if comment.resolved != Some(resolved) => {
                let url = self.request_url(number, &["discussions", thread]);
                self.client.send(Method::PUT, url, &wire::Resolved { resolved }, Repeat::Harmless).await
            }
            Some(_) | None => Ok(()),
        }
    }

    async fn status(&self, commit: Oid, status: &Status) -> Result<(), ForgeError> {
        let body = wire::NewStatus {
            state: match status.state {
                State::Running => "running",
                State::Success => "success",
                State::Failure | State::Error => "failed",
            },
            name: GATE_STATUS,
            description: one_line(&status.title, CAPABILITIES.status_title),
            target_url: status.details_url.as_ref(),
        };
        let url = self.url(["statuses", &commit.to_string()]);
        match self.client.send(Method::POST, url, &body, Repeat::Harmless).await {
            // What a rerun tells again is there already.
            Err(ForgeError::Refused { detail, .. }) if detail.contains("Cannot transition status") => Ok(()),
            other => other,
        }
    }
}
