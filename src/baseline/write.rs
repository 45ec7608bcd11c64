//! A baseline as the text of its file: sorted, one entry a line, the same bytes for the same entries.

use crate::finding::is_invisible;

use super::v1::{self, SCHEMA};
use super::{Baseline, Entry};

/// The text of the file, ending in a line end.
pub fn text(baseline: &Baseline) -> String {
    let mut entries: Vec<&Entry> = baseline.entries.iter().collect();
    entries.sort_by(|a, b| a.key().cmp(&b.key()));
    let lines: Vec<String> = entries.into_iter().map(|entry| format!("    {}", line(entry))).collect();
    let list = if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", lines.join(",\n")) };
    format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"entries\": {list}\n}}\n")
}

#[expect(
    clippy::expect_used,
    reason = "writing a wire struct to memory fails only for a map key that is no text, and it has no map"
)]
fn line(entry: &Entry) -> String {
    let path = entry.path.as_str();
    let wire = v1::Entry {
        rule: entry.rule.to_string(),
        path: path.map_or_else(|| entry.path.to_string(), ToOwned::to_owned),
        path_bytes: path.is_none().then(|| entry.path.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect()),
        fingerprint: entry.fingerprint.to_string(),
        reason: entry.reason.clone(),
        expires: entry.expires.map(|day| day.to_string()),
    };
    escaped(&serde_json::to_string(&wire).expect("wire structs are JSON"))
}

/// Characters that a difference would not show, or would show elsewhere, as `\u` escapes: a parser reads the same.
fn escaped(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_control() || is_invisible(character) {
            character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| safe.push_str(&format!("\\u{unit:04x}")));
        } else {
            safe.push(character);
        }
    }
    safe
}
