//! The shape of `baseline/v1`. Field names are a promise: a change of meaning is a new version.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the shape.
pub(super) const SCHEMA: &str = "baseline/v1";

/// Findings that were accepted as they are. `aurumcode baseline write` adds to it, `aurumcode baseline prune` removes what is gone.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "baseline/v1")]
pub(super) struct File {
    /// The version of this document's shape.
    pub(super) schema: Version,
    /// One entry for each accepted occurrence, by path, rule and fingerprint.
    pub(super) entries: Vec<Entry>,
}

/// The version of the document's shape.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) enum Version {
    /// This version.
    #[serde(rename = "baseline/v1")]
    V1,
}

/// One accepted occurrence of a finding.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// The rule's published name, `<engine>:<rule>`.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9-]*:.+$"))]
    pub(super) rule: String,
    /// The file that it was in when it was accepted. Code may move; of several equal findings, the path says which one is meant.
    #[schemars(length(min = 1))]
    pub(super) path: String,
    /// The path's bytes in hexadecimal, when they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^([0-9a-f]{2})+$"))]
    pub(super) path_bytes: Option<String>,
    /// The finding's identity, as reports show it.
    #[schemars(regex(pattern = "^[0-9a-f]{32}$"))]
    pub(super) fingerprint: String,
    /// Why it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// The last day on which it counts, `YYYY-MM-DD`, UTC. Without one it counts until it is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub(super) expires: Option<String>,
}

/// The JSON Schema of `baseline/v1`, from the types that write and read it.
pub fn schema() -> Value {
    schemars::schema_for!(File).to_value()
}
