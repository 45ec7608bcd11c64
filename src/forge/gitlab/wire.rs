//! GitLab's JSON, as far as it is read and written: version 4 of its REST API.

use serde::{Deserialize, Serialize};

use crate::redaction::Redacted;

#[derive(Deserialize)]
pub(super) struct User {
    pub(super) id: i64,
    pub(super) username: String,
}

#[derive(Deserialize)]
pub(super) struct MergeRequest {
    pub(super) iid: u64,
    pub(super) sha: String,
    pub(super) target_branch: String,
    pub(super) source_project_id: Option<u64>,
    pub(super) target_project_id: u64,
    pub(super) diff_refs: Option<DiffRefs>,
}

/// The commits that the newest diff of a merge request was made of.
#[derive(Deserialize)]
pub(super) struct DiffRefs {
    /// The merge base.
    pub(super) base_sha: String,
    /// The tip of the target branch.
    pub(super) start_sha: String,
}

#[derive(Deserialize)]
pub(super) struct Discussion {
    pub(super) id: String,
    pub(super) notes: Vec<Note>,
}

#[derive(Deserialize)]
pub(super) struct Note {
    pub(super) id: u64,
    pub(super) body: String,
    pub(super) author: Option<User>,
    #[serde(default)]
    pub(super) system: bool,
    #[serde(default)]
    pub(super) resolved: Option<bool>,
    #[serde(default)]
    pub(super) position: Option<Position>,
}

#[derive(Deserialize)]
pub(super) struct Position {
    #[serde(default)]
    pub(super) new_line: Option<u32>,
    #[serde(default)]
    pub(super) old_line: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Body<'a> {
    pub(super) body: &'a Redacted,
}

#[derive(Serialize)]
pub(super) struct Resolved {
    pub(super) resolved: bool,
}

#[derive(Serialize)]
pub(super) struct NewDiscussion<'a> {
    pub(super) body: &'a Redacted,
    pub(super) position: NewPosition<'a>,
}

#[derive(Serialize)]
pub(super) struct NewPosition<'a> {
    pub(super) position_type: &'static str,
    pub(super) base_sha: String,
    pub(super) start_sha: String,
    pub(super) head_sha: String,
    pub(super) new_path: &'a str,
    pub(super) old_path: &'a str,
    pub(super) new_line: u32,
}

#[derive(Serialize)]
pub(super) struct NewStatus<'a> {
    pub(super) state: &'static str,
    pub(super) name: &'static str,
    pub(super) description: Redacted,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target_url: Option<&'a Redacted>,
}
