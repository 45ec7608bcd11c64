//! Reads a baseline: whole and exact, or not at all.
//!
//! An entry that is misread would let a finding pass or come back, so nothing in the file is guessed: an unknown key, a wrong word or a
//! day that does not exist refuses the file, with its line.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::config::Files;
use crate::finding::{Day, Excerpt, Fingerprint, RepoPath, RuleId};

use super::v1;
use super::{Baseline, BaselineError, Entry, FILE};

/// The largest file that is read: 32 MiB, some hundred thousand entries.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;

/// The most characters of a line that a message quotes.
const QUOTED: usize = 400;

/// The document with its entries as they are written, so that each is known by its line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    #[serde(rename = "schema")]
    _schema: v1::Version,
    #[serde(borrow)]
    entries: Vec<&'a RawValue>,
}

/// The baseline of a tree; nothing when it has none.
///
/// # Errors
/// The file cannot be read, or is no baseline.
pub fn load(files: &dyn Files) -> Result<Option<Baseline>, BaselineError> {
    let bytes = files.read(FILE, MAX_BYTES).map_err(|error| BaselineError::Unreadable(error.to_string()))?;
    bytes.map(|bytes| parse(&bytes)).transpose()
}

/// Reads the content of the file.
///
/// # Errors
/// It is no baseline, with the first place where it is none.
pub fn parse(bytes: &[u8]) -> Result<Baseline, BaselineError> {
    let whole = |message| BaselineError::Invalid { message, excerpt: None };
    if bytes.len() > MAX_BYTES {
        return Err(whole(format!("`{FILE}` is larger than {} MiB", MAX_BYTES / 1024 / 1024)));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| whole(format!("`{FILE}` is not UTF-8: {error}")))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let at = |message, line, column| BaselineError::Invalid { message, excerpt: Some(Box::new(excerpt(text, line, column))) };
    let document: Document<'_> = serde_json::from_str(text)
        .map_err(|error| at(format!("`{FILE}` is no baseline/v1: {}", told(&error)), error.line(), error.column()))?;
    let mut entries = Vec::with_capacity(document.entries.len());
    // Entries lie in the order of the text, so their lines are counted in one pass.
    let (mut line, mut seen) = (1, 0);
    for raw in document.entries {
        let offset = (raw.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        line += text.get(seen..offset).map_or(0, |between| between.matches('\n').count());
        seen = offset.max(seen);
        entries.push(entry(raw.get(), line).map_err(|why| at(why, line, 1))?);
    }
    Ok(Baseline { entries })
}

fn entry(raw: &str, line: usize) -> Result<Entry, String> {
    let wire: v1::Entry =
        serde_json::from_str(raw).map_err(|error| format!("an entry of `{FILE}` cannot be read: {}", told(&error)))?;
    let no = |what: &str, value: &str| format!("{what} of an entry of `{FILE}` is wrong: `{value}`");
    let named = wire.rule.split_once(':').is_some_and(|(engine, rule)| !engine.is_empty() && !rule.is_empty());
    let path = match &wire.path_bytes {
        Some(hex) => RepoPath::new(bytes_of(hex).ok_or_else(|| no("`path_bytes`", hex))?),
        None => RepoPath::from(wire.path.as_str()),
    };
    if !named {
        return Err(no("the rule", &wire.rule));
    }
    if path.as_bytes().is_empty() {
        return Err(no("the path", &wire.path));
    }
    Ok(Entry {
        fingerprint: Fingerprint::parse(&wire.fingerprint).ok_or_else(|| no("the fingerprint", &wire.fingerprint))?,
        rule: RuleId::new(wire.rule),
        path,
        reason: wire.reason.filter(|reason| !reason.trim().is_empty()),
        expires: wire.expires.map(|day| day.parse::<Day>().map_err(|error| no("`expires`", &error.0))).transpose()?,
        line: u32::try_from(line).unwrap_or(u32::MAX),
    })
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        hex.chars().map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect())
}

/// What the parser says, without its own line and column.
fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| what.to_owned())
}

fn excerpt(text: &str, line: usize, column: usize) -> Excerpt {
    let number = |value: usize| u32::try_from(value.max(1)).unwrap_or(u32::MAX);
    let shown = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    Excerpt {
        file: FILE.to_owned(),
        line: number(line),
        column: number(column.min(shown.chars().count().min(QUOTED))),
        length: 1,
        text: shown.chars().take(QUOTED).collect(),
        label: String::new(),
    }
}
