//! GitHub as a forge.

use async_trait::async_trait;
use reqwest::Method;
use tokio::sync::Mutex;

use crate::change::Oid;
use crate::redaction::Redacted;

use super::super::capabilities::{Capabilities, Room, Suggestion};
use super::super::contract::{Author, Comment, Forge, InlineComment, NewInline, PullRequest, Status};
use super::super::http::{Auth, Client, Patience, Repeat};
use super::super::reading::{author, commit};
use super::super::{ForgeError, Place};
use super::status::Reported;
use super::wire;

/// The version of the API, which GitHub keeps as it is.
const ACCEPT: &[(&str, &str)] = &[("accept", "application/vnd.github+json"), ("x-github-api-version", "2022-11-28")];

/// Comments: GitHub names 65,536 characters as the limit and has been seen to count UTF-16 units in some places and bytes (262,144)
/// in others; some room is kept. A status's line: 140 characters ("Commit statuses"). Thirty comments in one review is what other
/// programs post without being slowed down.
const CAPABILITIES: Capabilities = Capabilities {
    name: "GitHub",
    comment: Room { utf16: 65_000, bytes: 260_000 },
    status_title: 140,
    inline: 30,
    suggestion: Some(Suggestion::OfTheComment),
    permissions: "`pull-requests: write`, and for `--check` `checks: write` or `statuses: write`",
};

/// A repository on GitHub.
pub(in crate::forge) struct GitHub {
    pub(super) client: Client,
    pub(super) place: Place,
    pub(super) reported: Mutex<Reported>,
}

impl GitHub {
    pub(in crate::forge) fn new(place: Place, token: Option<&str>, patience: Patience) -> Result<Self, ForgeError> {
        let client = Client::new(&place.api, token.map(|token| (Auth::Bearer, token)), ACCEPT, patience)?;
        Ok(Self { client, place, reported: Mutex::default() })
    }

    /// An address below the repository.
    pub(super) fn url<'a>(&'a self, parts: impl IntoIterator<Item = &'a str>) -> reqwest::Url {
        self.client.url(["repos"].into_iter().chain(self.place.repository.split('/')).chain(parts))
    }
}

#[async_trait]
impl Forge for GitHub {
    fn capabilities(&self) -> &Capabilities {
        &CAPABILITIES
    }

    async fn author(&self) -> Result<Option<Author>, ForgeError> {
        match self.client.get::<wire::User>(self.client.url(["user"])).await {
            Ok(user) => Ok(Some(Author { id: Some(user.id), login: user.login })),
            // The token of a workflow belongs to an installation, which has no user of its own here; GraphQL knows who it is.
            Err(ForgeError::Forbidden { .. } | ForgeError::Missing { .. }) => Ok(self.viewer().await),
            Err(error) => Err(error),
        }
    }

    async fn pull_request(&self, number: u64) -> Result<PullRequest, ForgeError> {
        let pull: wire::Pull = self.client.get(self.url(["pulls", &number.to_string()])).await?;
        let name = |end: &wire::End| end.repo.as_ref().map(|repo| repo.full_name.to_ascii_lowercase());
        Ok(PullRequest {
            number: pull.number,
            head: commit(&pull.head.sha)?,
            base: commit(&pull.base.sha)?,
            start: None,
            fork: name(&pull.head) != name(&pull.base),
            base_name: pull.base.name,
        })
    }

    async fn comments(&self, number: u64) -> Result<Vec<Comment>, ForgeError> {
        let url = self.url(["issues", &number.to_string(), "comments"]);
        let comments: Vec<wire::Comment> = self.client.list(url, "per_page", "10,000 comments").await?;
        let read = |comment: wire::Comment| Comment {
            id: comment.id.to_string(),
            author: author(comment.user.map(|user| (user.id, user.login))),
            body: comment.body.unwrap_or_default(),
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

    async fn settle(&self, _: u64, comment: &InlineComment, body: &Redacted, resolved: bool) -> Result<(), ForgeError> {
        let url = self.url(["pulls", "comments", &comment.id]);
        self.client.send(Method::PATCH, url, &wire::Body { body }, Repeat::Harmless).await?;
        match &comment.thread {
            Some(thread) if comment.resolved != Some(resolved) => self.resolve(thread, resolved).await,
            Some(_) | None => {}
        }
        Ok(())
    }

    async fn status(&self, commit: Oid, status: &Status) -> Result<(), ForgeError> {
        self.report(commit, status).await
    }
}
