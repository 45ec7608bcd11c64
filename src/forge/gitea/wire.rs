//! Gitea's and Forgejo's JSON, as far as it is read and written: version 1 of their REST API.

use serde::{Deserialize, Serialize};

use crate::redaction::Redacted;

#[derive(Deserialize)]
pub(super) struct User {
    pub(super) id: i64,
    pub(super) login: String,
}

#[derive(Deserialize)]
pub(super) struct Pull {
    pub(super) number: u64,
    pub(super) head: End,
    pub(super) base: End,
    #[serde(default)]
    pub(super) merge_base: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct End {
    pub(super) sha: String,
    #[serde(rename = "ref")]
    pub(super) name: String,
    #[serde(default)]
    pub(super) repo_id: i64,
}

#[derive(Deserialize)]
pub(super) struct Comment {
    pub(super) id: i64,
    pub(super) user: Option<User>,
    #[serde(default)]
    pub(super) body: String,
}

#[derive(Deserialize)]
pub(super) struct Review {
    pub(super) id: i64,
    #[serde(default)]
    pub(super) comments_count: u64,
}

#[derive(Deserialize)]
pub(super) struct ReviewComment {
    pub(super) id: i64,
    pub(super) user: Option<User>,
    #[serde(default)]
    pub(super) body: String,
    #[serde(default)]
    pub(super) position: u64,
    #[serde(default)]
    pub(super) original_position: u64,
    #[serde(default)]
    pub(super) resolver: Option<User>,
}

#[derive(Serialize)]
pub(super) struct Body<'a> {
    pub(super) body: &'a Redacted,
}

#[derive(Serialize)]
pub(super) struct NewReview<'a> {
    pub(super) commit_id: String,
    pub(super) event: &'static str,
    pub(super) body: &'static str,
    pub(super) comments: Vec<NewComment<'a>>,
}

#[derive(Serialize)]
pub(super) struct NewComment<'a> {
    pub(super) path: &'a str,
    pub(super) body: &'a Redacted,
    /// The line on the new side; the API calls it a position.
    pub(super) new_position: u32,
    pub(super) old_position: u32,
}

#[derive(Serialize)]
pub(super) struct NewStatus<'a> {
    pub(super) state: &'static str,
    pub(super) context: &'static str,
    pub(super) description: Redacted,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target_url: Option<&'a Redacted>,
}
