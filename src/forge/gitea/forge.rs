//! Gitea and Forgejo as a forge.

use async_trait::async_trait;
use reqwest::{Method, Url};

use crate::change::Oid;
use crate::redaction::Redacted;

use super::super::capabilities::{Capabilities, GATE_STATUS, Room, one_line};
use super::super::contract::{Author, Comment, Forge, InlineComment, NewInline, PullRequest, State, Status};
use super::super::http::{Auth, Client, Patience, Repeat};
use super::super::reading::{author, commit};
use super::super::{ForgeError, Place};
use super::wire;

/// Comments have no limit of their own; what fits GitHub is what people read. A status's line is text without a limit.
const CAPABILITIES: Capabilities = Capabilities {
    name: "Gitea",
    comment: Room { utf16: 65_000, bytes: 260_000 },
    status_title: 250,
    inline: 30,
    suggestion: None,
    permissions: "a token with the scopes `write:issue` and `write:repository`",
};

/// A repository on Gitea or Forgejo.
pub(in crate::forge) struct Gitea {
    pub(super) client: Client,
    place: Place,
}

impl Gitea {
    pub(in crate::forge) fn new(place: Place, token: Option<&str>, patience: Patience) -> Result<Self, ForgeError> {
        let client = Client::new(&place.api, token.map(|token| (Auth::Token, token)), &[], patience)?;
        Ok(Self { client, place })
    }

    /// An address below the repository.
    pub(super) fn url<'a>(&'a self, parts: impl IntoIterator<Item = &'a str>) -> Url {
        self.client.url(["repos"].into_iter().chain(self.place.repository.split('/')).chain(parts))
    }
}

#[async_trait]
impl Forge for Gitea {
    fn capabilities(&self) -> &Capabilities {
        &CAPABILITIES
    }

    async fn author(&self) -> Result<Option<Author>, ForgeError> {
        match self.client.get::<wire::User>(self.client.url(["user"])).await {
            Ok(user) => Ok(Some(Author { id: Some(user.id), login: user.login })),
            // A token that may comment need not be one that may read its own account.
            Err(ForgeError::Forbidden { .. } | ForgeError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn pull_request(&self, number: u64) -> Result<PullRequest, ForgeError> {
        let pull: wire::Pull = self.client.get(self.url(["pulls", &number.to_string()])).await?;
        Ok(PullRequest {
            number: pull.number,
            head: commit(&pull.head.sha)?,
            base: commit(&pull.base.sha)?,
            start: pull.merge_base.as_deref().filter(|text| !text.is_empty()).map(commit).transpose()?,
            fork: pull.head.repo_id != pull.base.repo_id,
            base_name: pull.base.name,
        })
    }

    async fn comments(&self, number: u64) -> Result<Vec<Comment>, ForgeError> {
        let url = self.url(["issues", &number.to_string(), "comments"]);
        let comments: Vec<wire::Comment> = self.client.list(url, "limit", "10,000 comments").await?;
        let read = |comment: wire::Comment| Comment {
            id: comment.id.to_string(),
            author: author(comment.user.map(|user| (user.id, user.login))),
            body: comment.body,
        };
        Ok(comments.into_iter().map(read).collect())
    }

    async fn comment(&self, number: u64, body: &Redacted) -> Result<(), ForgeError> {
        let url = self.url(["issues", &number.to_string(), "comments"]);
        self.client.send(Method::POST, url, &wire::Body { body }, Repeat::Never).await
    }

    async fn edit(&self, _number: u64, comment: &str, body: &Redacted) -> Result<(), ForgeError> {
        let url = self.url(["issues", "comments", comment]);
        self.client.send(Method::PATCH, url, &wire::Body { body }, Repeat::Harmless).await
    }

    async fn remove(&self, _number: u64, comment: &str) -> Result<(), ForgeError> {
        self.client.delete(self.url(["issues", "comments", comment])).await
    }

    async fn inline(&self, number: u64) -> Result<Vec<InlineComment>, ForgeError> {
        self.review_comments(number).await
    }

    async fn post_inline(&self, pull: &PullRequest, comments: &[NewInline]) -> Result<Vec<bool>, ForgeError> {
        self.review(pull, comments).await
    }

    /// Threads cannot be closed by this API; the text says that the finding is gone.
    async fn settle(&self, number: u64, comment: &InlineComment, body: &Redacted, _: bool) -> Result<(), ForgeError> {
        self.edit(number, &comment.id, body).await
    }

    async fn status(&self, commit: Oid, status: &Status) -> Result<(), ForgeError> {
        let body = wire::NewStatus {
            state: match status.state {
                State::Running => "pending",
                State::Success => "success",
                State::Failure => "failure",
                State::Error => "error",
            },
            context: GATE_STATUS,
            description: one_line(&status.title, CAPABILITIES.status_title),
            target_url: status.details_url.as_ref(),
        };
        self.client.send(Method::POST, self.url(["statuses", &commit.to_string()]), &body, Repeat::Harmless).await
    }
}
