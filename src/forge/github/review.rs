//! Comments on lines: read as GitHub lists them, written in one review, and one by one where GitHub refuses the review for one of them.

use reqwest::Method;

use super::super::http::Repeat;
use super::super::reading::author;
use super::super::{ForgeError, InlineComment, NewInline, PullRequest};
use super::{GitHub, wire};

/// The side of the diff that shows the reviewed content.
const RIGHT: &str = "RIGHT";

impl GitHub {
    pub(super) async fn review_comments(&self, number: u64) -> Result<Vec<InlineComment>, ForgeError> {
        let url = self.url(["pulls", &number.to_string(), "comments"]);
        let comments: Vec<wire::ReviewComment> = self.client.list(url, "per_page", "10,000 comments on lines").await?;
        let threads = if comments.is_empty() { super::graphql::Threads::new() } else { self.threads(number).await };
        let read = |comment: wire::ReviewComment| {
            let thread = threads.get(&comment.id);
            InlineComment {
                id: comment.id.to_string(),
                thread: thread.map(|(id, _)| id.clone()),
                author: author(comment.user.map(|user| (user.id, user.login))),
                body: comment.body,
                resolved: thread.map(|(_, resolved)| *resolved),
                shown: comment.line.or(comment.position).is_some() || comment.subject_type.as_deref() == Some("file"),
            }
        };
        Ok(comments.into_iter().filter(|comment| comment.in_reply_to_id.is_none()).map(read).collect())
    }

    pub(super) async fn review(&self, pull: &PullRequest, comments: &[NewInline]) -> Result<Vec<bool>, ForgeError> {
        // A path that is no text cannot be written in JSON, so there is no way to comment on it.
        let bodies: Vec<Option<wire::NewComment<'_>>> = comments.iter().map(body).collect();
        let together: Vec<wire::NewComment<'_>> = bodies.iter().flatten().cloned().collect();
        if together.is_empty() {
            return Ok(vec![false; comments.len()]);
        }
        let number = pull.number.to_string();
        let review = wire::NewReview { commit_id: pull.head.to_string(), event: "COMMENT", body: "", comments: together };
        let url = self.url(["pulls", &number, "reviews"]);
        match self.client.send(Method::POST, url, &review, Repeat::Never).await {
            Ok(()) => return Ok(bodies.iter().map(Option::is_some).collect()),
            // Which of them it was, GitHub does not say.
            Err(ForgeError::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
        let mut posted = Vec::with_capacity(bodies.len());
        for body in bodies {
            let Some(body) = body else {
                posted.push(false);
                continue;
            };
            let body = wire::NewComment { commit_id: Some(pull.head.to_string()), ..body };
            let url = self.url(["pulls", &number, "comments"]);
            posted.push(match self.client.send(Method::POST, url, &body, Repeat::Never).await {
                Ok(()) => true,
                Err(ForgeError::Refused { .. }) => false,
                Err(error) => return Err(error),
            });
        }
        Ok(posted)
    }
}

fn body(comment: &NewInline) -> Option<wire::NewComment<'_>> {
    let (first, last) = comment.lines;
    let several = first < last;
    Some(wire::NewComment {
        commit_id: None,
        path: comment.path.as_str()?,
        body: &comment.body,
        line: last,
        side: RIGHT,
        start_line: several.then_some(first),
        start_side: several.then_some(RIGHT),
    })
}
