//! Expressions in rule files: each is checked when the file is read, so that a bad one is named with its place.

use std::ops::Range;

use super::super::pattern::translate;
use super::document::{At, Source, Table};
use super::error::RulesError;

/// A list of expressions, each checked; `owner` names the table in errors.
pub(super) fn expressions(table: Table<'_>, key: &str, owner: &str) -> Result<Vec<String>, RulesError> {
    let list = table.strings(key)?;
    list.iter().try_for_each(|written| check(table, written, owner, key))?;
    Ok(list.into_iter().map(|written| written.value).collect())
}

/// One expression, checked; an empty one counts as not written.
pub(super) fn expression(table: Table<'_>, key: &str, owner: &str) -> Result<Option<String>, RulesError> {
    let Some(written) = table.string(key)?.filter(|written| !written.value.is_empty()) else { return Ok(None) };
    check(table, &written, owner, key)?;
    Ok(Some(written.value))
}

/// Refuses an expression that does not translate, and one whose translation does not compile.
fn check(table: Table<'_>, written: &At<String>, owner: &str, key: &str) -> Result<(), RulesError> {
    if !table.source().check {
        return Ok(());
    }
    let refused = |offset: Option<usize>, message: String| {
        let place = table.source().place(inside(table.source(), written, offset));
        RulesError::BadRegex { place, owner: format!("{owner} (`{key}`)"), message }
    };
    let translated = translate(&written.value, &[]).map_err(|error| refused(Some(error.offset), error.message))?;
    match translated.compile() {
        Ok(_) => Ok(()),
        Err(regex::Error::CompiledTooBig(limit)) => Err(refused(None, format!("it needs more than {limit} bytes when compiled"))),
        Err(error) => Err(refused(None, error.to_string().lines().last().unwrap_or_default().to_owned())),
    }
}

/// The byte range in the file of the character at `offset` of the string `written`: exact where the file holds the string as
/// it is (no escapes in it), else the whole string.
fn inside(source: Source<'_>, written: &At<String>, offset: Option<usize>) -> Range<usize> {
    let raw = source.text.get(written.span.clone()).unwrap_or_default();
    match (offset, raw.find(&written.value)) {
        (Some(offset), Some(start)) => {
            let here = written.span.start + start + offset;
            here..here + 1
        }
        (_, _) => written.span.clone(),
    }
}

/// A refusal with its remedy.
pub(super) fn bad_value(table: Table<'_>, span: Range<usize>, message: String, help: &str) -> RulesError {
    RulesError::BadValue { place: table.source().place(span), message, help: help.to_owned() }
}
