//! How JSON is written: one line for machines that count bytes, indented for people who read along.
//!
//! JSON goes to CI logs too (`--format json`), so characters that a terminal or a runner would act on are written as `\u` escapes.
//! A parser reads the same values; this must never change what a document means.

use serde::Serialize;

use crate::finding::is_invisible;

/// The document on one line, without a line end.
pub(super) fn compact(document: &impl Serialize) -> String {
    escaped(written(serde_json::to_string(document)))
}

/// The document indented by two spaces, ending in one line end.
pub(super) fn indented(document: &impl Serialize) -> String {
    let mut text = escaped(written(serde_json::to_string_pretty(document)));
    text.push('\n');
    text
}

#[expect(
    clippy::expect_used,
    reason = "writing a wire struct to memory fails only for a map key that is no text, and none has one"
)]
fn written(text: serde_json::Result<String>) -> String {
    text.expect("wire structs are JSON")
}

/// Escapes what is safe for a JSON parser but not for whoever prints the text: control characters that JSON allows, characters
/// that reorder or hide text, and `##`, with which runners' commands begin anywhere in a line (`##[group]`, `##vso[…]`).
///
/// None of them occurs outside a string of a JSON document, and the writer puts no backslash before them.
fn escaped(text: String) -> String {
    let hostile = |c: char| c == '\u{7f}' || ('\u{80}'..='\u{9f}').contains(&c) || is_invisible(c);
    if !text.contains(|c| hostile(c) || c == '#') {
        return text;
    }
    let mut safe = String::with_capacity(text.len());
    let mut hash = false;
    for c in text.chars() {
        if hostile(c) || (hash && c == '#') {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| safe.push_str(&format!("\\u{unit:04x}")));
            hash = false;
        } else {
            safe.push(c);
            hash = c == '#';
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_log_would_act_on_is_escaped() {
        let text = "a##[error]b ###vso[c \u{7f}\u{9b}31m\u{202e}\u{feff}\u{e0041}\u{1b}é\n::warning::";
        let written = compact(&text);
        assert_eq!(
            written,
            r###""a#\u0023[error]b #\u0023#vso[c \u007f\u009b31m\u202e\ufeff\udb40\udc41\u001bé\n::warning::""###
        );
    }

    proptest! {
        #[test]
        fn a_parser_reads_the_same_value(text in any::<String>(), hashes in "[#\\\\\"\u{202e}\u{9f}a]{0,12}") {
            for value in [text, hashes] {
                let (short, long) = (compact(&[&value]), indented(&[&value]));
                prop_assert!(!short.contains("##") && !short.contains(is_invisible) && !short.contains(char::is_control));
                prop_assert_eq!(&serde_json::from_str::<Vec<String>>(&short).unwrap()[0], &value);
                prop_assert_eq!(&serde_json::from_str::<Vec<String>>(&long).unwrap()[0], &value);
            }
        }
    }
}
