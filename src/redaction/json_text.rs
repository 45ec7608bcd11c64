//! JSON that is text already, without secrets and without being written anew.
//!
//! A report fixes the order of its fields and how it escapes what a log would act on; a parsed value forgets both. So the strings
//! are filtered where they stand, and everything else stays byte for byte.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::json::strings;
use super::name::{Name, judge};
use super::span::MARKER;
use super::{Redacted, Redactor, harmless};

impl Redactor {
    /// The JSON text with every string and every key filtered as it reads without its escapes, and the whole filtered again; see
    /// [`Redactor::redact_json`]. Strings without a secret keep their spelling. Text that is no JSON is filtered as any other text.
    pub fn redact_json_text(&self, text: &str) -> Redacted {
        if serde_json::from_str::<IgnoredAny>(text).is_err() {
            return self.redact(text);
        }
        let mut filtered = String::with_capacity(text.len());
        let mut copied = 0;
        let mut name = Name::Plain;
        for inside in strings(text) {
            let before = &text[copied..inside.start];
            let raw = &text[inside.clone()];
            let read = unescaped(raw);
            let hidden = name == Name::Secret && !read.is_empty() && before.trim_matches(OUTSIDE) == ":";
            let is_key = text[inside.end..].trim_start_matches(OUTSIDE).starts_with(':');
            name = if is_key { judge(&read) } else { Name::Plain };
            filtered.push_str(before);
            let shown = if hidden { MARKER.to_owned() } else { self.redact(&read).into_string() };
            filtered.push_str(&if shown == read { Cow::Borrowed(raw) } else { Cow::Owned(escaped(&shown)) });
            copied = inside.end;
        }
        filtered.push_str(&text[copied..]);
        self.redact_written(filtered)
    }
}

/// What stands between a string and the colon beside it.
const OUTSIDE: [char; 5] = ['"', ' ', '\t', '\n', '\r'];

/// The inside of a JSON string as it reads. One that is no Unicode text (half a surrogate pair) is taken as it is written.
fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    serde_json::from_str(&format!("\"{raw}\"")).map_or(Cow::Borrowed(raw), Cow::Owned)
}

/// The inside of a JSON string that reads as `text`, made harmless for a log, since its own escapes are lost.
fn escaped(text: &str) -> String {
    let written = serde_json::Value::from(harmless(text)).to_string();
    written[1..written.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(text: &str) -> String {
        let redactor = Redactor::new();
        redactor.register("hunter2-hunter2");
        redactor.redact_json_text(text).into_string()
    }

    #[test]
    fn strings_are_filtered_where_they_stand() {
        for (text, shown) in [
            (r#"{ "b": "x",  "a": ["\u202e#\u0023[", 1e3] }"#, r#"{ "b": "x",  "a": ["\u202e#\u0023[", 1e3] }"#),
            (r#"{"m":"a hunter2-hunter2 b"}"#, r#"{"m":"a [REDACTED] b"}"#),
            (r#"["\u0068unter2-hunter2\u202e"]"#, r#"["[REDACTED]\\u{202e}"]"#),
            (
                r#"{"password" : "x y", "password2":"", "n": "password"}"#,
                r#"{"password" : "[REDACTED]", "password2":"", "n": "password"}"#,
            ),
            (r#"{"password": ["open"], "o": {"k": "v"}}"#, r#"{"password": ["open"], "o": {"k": "v"}}"#),
            (r#"["\ud800 hunter2-hunter2"]"#, r#"["\\ud800 [REDACTED]"]"#),
            (r#"["password=\"abc\\def\"", "x"]"#, r#"["password=\"[REDACTED]\"", "x"]"#),
            ("no JSON: hunter2-hunter2", "no JSON: [REDACTED]"),
        ] {
            assert_eq!(filtered(text), shown, "{text}");
        }
    }
}
