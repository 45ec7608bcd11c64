//! Comments on lines: they belong to reviews, and are listed review by review.

use reqwest::Method;

use super::super::http::Repeat;
use super::super::reading::author;
use super::super::{ForgeError, InlineComment, NewInline, PullRequest};
use super::{Gitea, wire};

/// Of how many reviews with comments the comments are read.
const REVIEWS: usize = 200;

impl Gitea {
    pub(super) async fn review_comments(&self, number: u64) -> Result<Vec<InlineComment>, ForgeError> {
        let number = number.to_string();
        let reviews: Vec<wire::Review> =
            self.client.list(self.url(["pulls", &number, "reviews"]), "limit", "10,000 reviews").await?;
        let with_comments: Vec<wire::Review> = reviews.into_iter().filter(|review| review.comments_count > 0).collect();
        if with_comments.len() > REVIEWS {
            return Err(ForgeError::TooMuch("200 reviews with comments"));
        }
        let mut all = Vec::new();
        for review in with_comments {
            let url = self.url(["pulls", &number, "reviews", &review.id.to_string(), "comments"]);
            let comments: Vec<wire::ReviewComment> = self.client.list(url, "limit", "10,000 comments on lines").await?;
            all.extend(comments.into_iter().map(|comment| InlineComment {
                id: comment.id.to_string(),
                thread: None,
                author: author(comment.user.map(|user| (user.id, user.login))),
                body: comment.body,
                resolved: Some(comment.resolver.is_some()),
                shown: comment.position > 0 || comment.original_position > 0,
            }));
        }
        Ok(all)
    }

    pub(super) async fn review(&self, pull: &PullRequest, comments: &[NewInline]) -> Result<Vec<bool>, ForgeError> {
        match self.review_of(pull, comments).await {
            Ok(()) => Ok(comments.iter().map(|comment| comment.path.as_str().is_some()).collect()),
            Err(ForgeError::Refused { .. }) => {
                let mut posted = Vec::with_capacity(comments.len());
                for comment in comments {
                    posted.push(match self.review_of(pull, std::slice::from_ref(comment)).await {
                        Ok(()) => comment.path.as_str().is_some(),
                        Err(ForgeError::Refused { .. }) => false,
                        Err(error) => return Err(error),
                    });
                }
                Ok(posted)
            }
            Err(error) => Err(error),
        }
    }

    /// One review of these comments, apart from those whose path is no text: they cannot be written in JSON.
    async fn review_of(&self, pull: &PullRequest, comments: &[NewInline]) -> Result<(), ForgeError> {
        let comments: Vec<wire::NewComment<'_>> = comments
            .iter()
            .filter_map(|comment| {
                Some(wire::NewComment {
                    path: comment.path.as_str()?,
                    body: &comment.body,
                    new_position: comment.lines.1,
                    old_position: 0,
                })
            })
            .collect();
        if comments.is_empty() {
            return Ok(());
        }
        let review = wire::NewReview { commit_id: pull.head.to_string(), event: "COMMENT", body: "", comments };
        let url = self.url(["pulls", &pull.number.to_string(), "reviews"]);
        self.client.send(Method::POST, url, &review, Repeat::Never).await
    }
}
