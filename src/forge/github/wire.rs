//! GitHub's JSON, as far as it is read and written: version 2022-11-28 of its REST API.

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
}

/// One end of a pull request. The repository of a deleted fork is null.
#[derive(Deserialize)]
pub(super) struct End {
    pub(super) sha: String,
    #[serde(rename = "ref")]
    pub(super) name: String,
    pub(super) repo: Option<Repo>,
}

#[derive(Deserialize)]
pub(super) struct Repo {
    pub(super) full_name: String,
}

#[derive(Deserialize)]
pub(super) struct Comment {
    pub(super) id: u64,
    /// Null when the account is gone.
    pub(super) user: Option<User>,
    #[serde(default)]
    pub(super) body: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct ReviewComment {
    pub(super) id: u64,
    pub(super) user: Option<User>,
    pub(super) body: String,
    #[serde(default)]
    pub(super) line: Option<u32>,
    #[serde(default)]
    pub(super) position: Option<u32>,
    #[serde(default)]
    pub(super) subject_type: Option<String>,
    #[serde(default)]
    pub(super) in_reply_to_id: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct Body<'a> {
    pub(super) body: &'a Redacted,
}

#[derive(Serialize)]
pub(super) struct NewReview<'a> {
    pub(super) commit_id: String,
    pub(super) event: &'static str,
    /// Required by the description; empty, so that the review is nothing but its comments.
    pub(super) body: &'static str,
    pub(super) comments: Vec<NewComment<'a>>,
}

#[derive(Clone, Serialize)]
pub(super) struct NewComment<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) commit_id: Option<String>,
    pub(super) path: &'a str,
    pub(super) body: &'a Redacted,
    pub(super) line: u32,
    pub(super) side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_side: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct NewStatus<'a> {
    pub(super) state: &'static str,
    pub(super) context: &'static str,
    pub(super) description: Redacted,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target_url: Option<&'a Redacted>,
}

#[derive(Serialize)]
pub(super) struct CheckRun<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) head_sha: Option<String>,
    pub(super) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) conclusion: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) details_url: Option<&'a Redacted>,
    pub(super) output: Output<'a>,
}

#[derive(Clone, Serialize)]
pub(super) struct Output<'a> {
    pub(super) title: Redacted,
    pub(super) summary: Redacted,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) annotations: Vec<CheckAnnotation<'a>>,
}

#[derive(Clone, Serialize)]
pub(super) struct CheckAnnotation<'a> {
    pub(super) path: &'a str,
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    pub(super) annotation_level: &'static str,
    pub(super) title: &'a Redacted,
    pub(super) message: &'a Redacted,
}

#[derive(Deserialize)]
pub(super) struct Created {
    pub(super) id: u64,
}
