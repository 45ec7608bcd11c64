//! The subset of SARIF 2.1.0 that is written here, in the standard's own words.
//!
//! Section numbers are those of the OASIS standard. Domain types know nothing of it.

use serde::Serialize;

/// §3.13: the file.
#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: Vec<Run>,
}

/// §3.14: one run of one tool.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    pub(super) tool: Tool,
    pub(super) automation_details: AutomationDetails,
    pub(super) invocations: [Invocation; 1],
    pub(super) column_kind: &'static str,
    pub(super) results: Vec<SarifResult>,
}

/// §3.18: the program that made the results, and the engines inside it.
#[derive(Serialize)]
pub(super) struct Tool {
    pub(super) driver: Driver,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) extensions: Vec<Extension>,
}

/// §3.19: the component that defines the rules.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Driver {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    pub(super) semantic_version: &'static str,
    pub(super) rules: Vec<Rule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notifications: Vec<Descriptor>,
}

/// §3.19: an engine, with the version of its program and rules.
#[derive(Serialize)]
pub(super) struct Extension {
    pub(super) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) version: String,
}

/// §3.49: a rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rule {
    pub(super) id: String,
    pub(super) short_description: Text,
    pub(super) full_description: Text,
    pub(super) help: Help,
    pub(super) default_configuration: DefaultConfiguration,
    pub(super) properties: RuleProperties,
}

/// §3.49: a kind of notification. Code scanning wants a full description and help of it, as of a rule.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Descriptor {
    pub(super) id: String,
    pub(super) short_description: Text,
    pub(super) full_description: Text,
    pub(super) help: Text,
}

/// §3.12: a message with its plain form only.
#[derive(Serialize)]
pub(super) struct Text {
    pub(super) text: String,
}

/// §3.12: a message with its Markdown form.
#[derive(Serialize)]
pub(super) struct Help {
    pub(super) text: String,
    pub(super) markdown: String,
}

/// §3.50: the level of a rule's results.
#[derive(Serialize)]
pub(super) struct DefaultConfiguration {
    pub(super) level: &'static str,
}

/// §3.8: what code scanning reads beside the standard.
#[derive(Serialize)]
pub(super) struct RuleProperties {
    pub(super) tags: Vec<String>,
    #[serde(rename = "security-severity", skip_serializing_if = "Option::is_none")]
    pub(super) security_severity: Option<&'static str>,
}

/// §3.17: what a run is compared with.
#[derive(Serialize)]
pub(super) struct AutomationDetails {
    pub(super) id: String,
}

/// §3.20: how the run went.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub(super) execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tool_execution_notifications: Vec<Notification>,
}

/// §3.58: something about the run, not about the code.
#[derive(Serialize)]
pub(super) struct Notification {
    pub(super) level: &'static str,
    pub(super) descriptor: DescriptorReference,
    pub(super) message: Text,
}

/// §3.52: which kind of notification.
#[derive(Serialize)]
pub(super) struct DescriptorReference {
    pub(super) id: String,
    pub(super) index: usize,
}

/// §3.27: one issue.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult {
    pub(super) rule_id: String,
    pub(super) rule_index: usize,
    pub(super) level: &'static str,
    pub(super) message: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) locations: Vec<Location>,
    pub(super) partial_fingerprints: PartialFingerprints,
    pub(super) baseline_state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suppressions: Option<Vec<Suppression>>,
    pub(super) properties: ResultProperties,
}

/// §3.27.17: the identity across runs.
#[derive(Serialize)]
pub(super) struct PartialFingerprints {
    #[serde(rename = "aurumcode/v1")]
    pub(super) aurumcode: String,
}

/// §3.35: why a result does not ask for attention.
#[derive(Serialize)]
pub(super) struct Suppression {
    pub(super) kind: &'static str,
    pub(super) status: &'static str,
    pub(super) justification: String,
}

/// §3.8: what the gate made of the issue, in the audit's words.
#[derive(Serialize)]
pub(super) struct ResultProperties {
    pub(super) origin: String,
    pub(super) disposition: &'static str,
    pub(super) section: &'static str,
    pub(super) fail_on: &'static str,
    /// What would silence it and does not count.
    #[serde(rename = "suppressionNotCounted", skip_serializing_if = "Option::is_none")]
    pub(super) not_counted: Option<String>,
}

/// §3.28: a place.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    pub(super) physical_location: PhysicalLocation,
}

/// §3.29: a place in a file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub(super) artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<Region>,
}

/// §3.4: a file, by a URI relative to the repository's root. No `uriBaseId`: code scanning does not resolve one.
#[derive(Serialize)]
pub(super) struct ArtifactLocation {
    pub(super) uri: String,
}

/// §3.30: lines and columns from 1; the end column is exclusive, as in this program.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_column: Option<u32>,
}
