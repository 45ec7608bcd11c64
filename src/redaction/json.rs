//! JSON documents without secrets: field by field, and again as a whole.
//!
//! Escaping can hide a secret from the filter, so each string is filtered before it is written; the written text is filtered once
//! more for registered values and token shapes. Whatever is found, the result is valid JSON of the same structure.

use std::ops::Range;

use serde_json::{Map, Value};

use super::name::{Name, judge};
use super::redactor::PASSES;
use super::span::{MARKER, Span, Spans, replace};
use super::{Redacted, Redactor, rules};

/// How JSON text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// On one line.
    Compact,
    /// Indented by two spaces.
    Pretty,
}

impl Redactor {
    /// The same document with every string and every key filtered. A string under the name of a secret is hidden whole, as is the
    /// `value` beside a `name` that is one.
    ///
    /// Two keys that become the same are kept apart by a number.
    pub fn redact_value(&self, value: &Value) -> Value {
        match value {
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
            Value::String(text) => Value::String(self.redact(text).into_string()),
            Value::Array(items) => Value::Array(items.iter().map(|item| self.redact_value(item)).collect()),
            Value::Object(fields) => Value::Object(self.redact_fields(fields)),
        }
    }

    fn redact_fields(&self, fields: &Map<String, Value>) -> Map<String, Value> {
        let name = ["name", "key"].iter().find_map(|key| fields.get(*key)).and_then(Value::as_str);
        let pair = name.is_some_and(|name| judge(name) == Name::Secret);
        let mut out = Map::new();
        for (key, value) in fields {
            let secret = judge(key) == Name::Secret || pair && key == "value";
            let value = match value {
                Value::String(text) if secret && !text.is_empty() => Value::from(MARKER),
                Value::Number(number) if secret && number.to_string().len() >= 6 => Value::from(MARKER),
                other => self.redact_value(other),
            };
            let key = self.redact(key).into_string();
            let mut unique = key.clone();
            let mut number = 2_usize;
            while out.contains_key(&unique) {
                unique = format!("{key} ({number})");
                number += 1;
            }
            out.insert(unique, value);
        }
        out
    }

    /// The document as JSON text that may leave, without a line break at its end.
    pub fn redact_json(&self, value: &Value, layout: Layout) -> Redacted {
        let value = self.redact_value(value);
        self.redact_written(match layout {
            Layout::Compact => value.to_string(),
            Layout::Pretty => format!("{value:#}"),
        })
    }

    /// The second pass: JSON text whose strings are filtered already.
    pub(super) fn redact_written(&self, mut text: String) -> Redacted {
        let registered = self.read();
        for _ in 0..PASSES {
            let mut spans = Spans::of(&text);
            rules::find_shapes(&text, &mut spans);
            registered.find(&text, &mut spans);
            if spans.is_empty() {
                break;
            }
            let next = replace(&text, &within_strings(&text, spans.united()));
            if next == text {
                break;
            }
            text = next;
        }
        Redacted::passed(text)
    }
}

/// The places as far as they lie in JSON strings: at whole escapes inside one, and all of each string that a place enters from
/// outside. The name of a field stays when a place only runs over it: a value must not take fields away.
fn within_strings(text: &str, spans: Vec<Span>) -> Vec<Span> {
    let mut inside = Vec::new();
    let mut strings = strings(text).peekable();
    for Span { range, .. } in spans {
        while strings.next_if(|string| string.end <= range.start).is_some() {}
        while let Some(string) = strings.peek().filter(|string| string.start < range.end) {
            let whole = range.start < string.start || range.end > string.end;
            if !whole {
                inside.push(Span { range: at_escapes(&text[string.clone()], string.start, &range), quote: None });
                break;
            }
            if !text[string.end..].trim_start_matches('"').trim_start().starts_with(':') {
                inside.push(Span { range: string.clone(), quote: None });
            }
            strings.next();
        }
    }
    inside.retain(|span: &Span| !span.range.is_empty());
    inside.dedup_by(|b, a| {
        let joined = b.range.start <= a.range.end;
        if joined {
            a.range.end = a.range.end.max(b.range.end);
        }
        joined
    });
    inside
}

/// The insides of the strings of a JSON text.
pub(super) fn strings(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| *byte == b'"')? + 1;
        let mut end = start;
        while bytes.get(end).is_some_and(|byte| *byte != b'"') {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        at = (end + 1).min(bytes.len());
        Some(start..end.min(bytes.len()))
    })
}

/// `range` widened so that it cuts no escape of the string that begins at `start`.
fn at_escapes(string: &str, start: usize, range: &Range<usize>) -> Range<usize> {
    let bytes = string.as_bytes();
    let mut widened = range.clone();
    let mut at = 0;
    while at < bytes.len() {
        let length = match (bytes[at], bytes.get(at + 1)) {
            (b'\\', Some(b'u')) => 6,
            (b'\\', _) => 2,
            _ => 1,
        };
        let (first, next) = (start + at, start + at + length);
        if length > 1 && first < range.start && range.start < next {
            widened.start = first;
        }
        if length > 1 && first < range.end && range.end < next {
            widened.end = next;
        }
        at += length;
    }
    widened
}
