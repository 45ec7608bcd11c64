//! The parts of a SARIF log that are read, as its standard spells them: SARIF 2.1.0, OASIS Standard plus Errata 01, section 3.
//!
//! Every member is optional here, and `null` is the same as an absent one: what must be there is checked where it is used, with a
//! message that says so. Unknown members are skipped. Source text (`snippet`, `contents`) is read for one purpose, to hide it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Number, Value};

/// Section 3.13.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Log {
    pub version: Option<String>,
    pub runs: Option<Vec<Run>>,
}

/// Section 3.14.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Run {
    pub tool: Option<Tool>,
    pub invocations: Option<Vec<Invocation>>,
    pub original_uri_base_ids: Option<BTreeMap<String, ArtifactLocation>>,
    pub artifacts: Option<Vec<Artifact>>,
    pub results: Option<Vec<SarifResult>>,
    pub version_control_provenance: Option<Vec<Provenance>>,
    pub external_property_file_references: Option<External>,
}

/// Section 3.15.2: what stands in another file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct External {
    pub results: Option<Value>,
}

/// Section 3.23.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Provenance {
    pub revision_id: Option<String>,
}

/// Section 3.18.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tool {
    pub driver: Option<Component>,
    pub extensions: Option<Vec<Component>>,
}

/// Section 3.19.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Component {
    pub name: Option<String>,
    pub version: Option<String>,
    pub semantic_version: Option<String>,
    pub rules: Option<Vec<Descriptor>>,
    pub notifications: Option<Vec<Descriptor>>,
    pub global_message_strings: Option<BTreeMap<String, Message>>,
}

/// Section 3.49: a rule, or a kind of notification.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub id: Option<String>,
    pub name: Option<String>,
    pub short_description: Option<Message>,
    pub full_description: Option<Message>,
    pub help: Option<Message>,
    pub help_uri: Option<String>,
    pub message_strings: Option<BTreeMap<String, Message>>,
    pub default_configuration: Option<Configuration>,
    pub relationships: Option<Vec<Relationship>>,
    pub properties: Option<Properties>,
}

/// Section 3.53.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Relationship {
    pub target: Option<Reference>,
}

/// Section 3.50.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Configuration {
    pub level: Option<String>,
}

/// Section 3.8. The two members that code scanning services read; both occur as text and as numbers.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Properties {
    #[serde(rename = "security-severity")]
    pub security_severity: Option<Value>,
    pub tags: Option<Value>,
}

/// Sections 3.52 and 3.54: names a rule and the component that it belongs to.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Reference {
    pub id: Option<String>,
    pub index: Option<Number>,
    pub name: Option<String>,
    pub tool_component: Option<Box<Reference>>,
}

/// Section 3.20.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Invocation {
    pub execution_successful: Option<bool>,
    pub exit_code_description: Option<String>,
    pub end_time_utc: Option<String>,
    pub working_directory: Option<ArtifactLocation>,
    pub rule_configuration_overrides: Option<Vec<Override>>,
    pub tool_execution_notifications: Option<Vec<Notification>>,
    pub tool_configuration_notifications: Option<Vec<Notification>>,
}

/// Section 3.51.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Override {
    pub configuration: Option<Configuration>,
    pub descriptor: Option<Reference>,
}

/// Section 3.58.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Notification {
    pub descriptor: Option<Reference>,
    pub level: Option<String>,
    pub message: Option<Message>,
    pub locations: Option<Vec<Location>>,
}

/// Section 3.27.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct SarifResult {
    pub rule_id: Option<String>,
    pub rule_index: Option<Number>,
    pub rule: Option<Reference>,
    pub kind: Option<String>,
    pub level: Option<String>,
    pub message: Option<Message>,
    pub locations: Option<Vec<Location>>,
    pub analysis_target: Option<ArtifactLocation>,
    pub suppressions: Option<Vec<Suppression>>,
    pub baseline_state: Option<String>,
    pub provenance: Option<ResultProvenance>,
    pub properties: Option<Properties>,
}

/// Section 3.48.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ResultProvenance {
    pub invocation_index: Option<Number>,
}

/// Section 3.35.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Suppression {
    pub kind: Option<String>,
    pub status: Option<String>,
    pub justification: Option<String>,
}

/// Sections 3.11 and 3.12.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Message {
    pub text: Option<String>,
    pub markdown: Option<String>,
    pub id: Option<String>,
    pub arguments: Option<Vec<String>>,
}

/// Section 3.28.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Location {
    pub physical_location: Option<PhysicalLocation>,
}

/// Section 3.29.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub artifact_location: Option<ArtifactLocation>,
    pub region: Option<Region>,
}

/// Section 3.24.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Artifact {
    pub location: Option<ArtifactLocation>,
}

/// Section 3.4.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ArtifactLocation {
    pub uri: Option<String>,
    pub uri_base_id: Option<String>,
    pub index: Option<Number>,
}

/// Section 3.30. Lines and columns count from 1; the end column is exclusive.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Region {
    pub start_line: Option<Number>,
    pub end_line: Option<Number>,
    pub start_column: Option<Number>,
    pub end_column: Option<Number>,
    pub snippet: Option<Message>,
}

/// An element of a list by the index that SARIF gives; -1 and everything outside the list is none.
pub(super) fn at<'a, T>(list: Option<&'a Vec<T>>, index: Option<&Number>) -> Option<&'a T> {
    list?.get(usize::try_from(index?.as_u64()?).ok()?)
}
