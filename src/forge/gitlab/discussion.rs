//! Comments on GitLab: all of them are notes of discussions, and one that stands on a line has a position.
//!
//! A note that somebody answers becomes a discussion of several notes; the first one is still what was written first.

use reqwest::Method;

use super::super::http::Repeat;
use super::super::reading::author;
use super::super::{Comment, ForgeError, InlineComment, NewInline, PullRequest};
use super::{GitLab, wire};

impl GitLab {
    async fn discussions(&self, number: u64) -> Result<Vec<(String, wire::Note)>, ForgeError> {
        let url = self.request_url(number, &["discussions"]);
        let all: Vec<wire::Discussion> = self.client.list(url, "per_page", "10,000 discussions").await?;
        let first = |discussion: wire::Discussion| Some((discussion.id, discussion.notes.into_iter().next()?));
        Ok(all.into_iter().filter_map(first).filter(|(_, note)| !note.system).collect())
    }

    pub(super) async fn notes(&self, number: u64) -> Result<Vec<Comment>, ForgeError> {
        let read = |(_, note): (String, wire::Note)| Comment {
            id: note.id.to_string(),
            author: author(note.author.map(|user| (user.id, user.username))),
            body: note.body,
        };
        let discussions = self.discussions(number).await?.into_iter();
        Ok(discussions.filter(|(_, note)| note.position.is_none()).map(read).collect())
    }

    pub(super) async fn diff_notes(&self, number: u64) -> Result<Vec<InlineComment>, ForgeError> {
        let read = |(thread, note): (String, wire::Note)| {
            let position = note.position?;
            Some(InlineComment {
                id: note.id.to_string(),
                thread: Some(thread),
                author: author(note.author.map(|user| (user.id, user.username))),
                body: note.body,
                resolved: Some(note.resolved.unwrap_or(false)),
                shown: position.new_line.or(position.old_line).is_some(),
            })
        };
        Ok(self.discussions(number).await?.into_iter().filter_map(read).collect())
    }

    /// GitLab has no review of several comments for every edition, so each is written on its own.
    pub(super) async fn discuss(&self, pull: &PullRequest, comments: &[NewInline]) -> Result<Vec<bool>, ForgeError> {
        let mut posted = Vec::with_capacity(comments.len());
        for comment in comments {
            let Some(new_path) = comment.path.as_str() else {
                posted.push(false);
                continue;
            };
            let body = wire::NewDiscussion {
                body: &comment.body,
                position: wire::NewPosition {
                    position_type: "text",
                    base_sha: pull.start.unwrap_or(pull.base).to_string(),
                    start_sha: pull.base.to_string(),
                    head_sha: pull.head.to_string(),
                    new_path,
                    old_path: comment.old_path.as_ref().and_then(|path| path.as_str()).unwrap_or(new_path),
                    new_line: comment.lines.1,
                },
            };
            let url = self.request_url(pull.number, &["discussions"]);
            posted.push(match self.client.send(Method::POST, url, &body, Repeat::Never).await {
                Ok(()) => true,
                Err(ForgeError::Refused { .. }) => false,
                Err(error) => return Err(error),
            });
        }
        Ok(posted)
    }
}
