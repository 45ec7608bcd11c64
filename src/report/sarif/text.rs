//! Foreign text as a SARIF message.
//!
//! A viewer shows messages to people and makes links of `[text](target)` in them (§3.11.6). What a scanner or a file says must not
//! become a link, and must not reorder or hide the text around it.

use crate::finding::is_invisible;

use super::wire::Text;

/// The text as a message, or `otherwise` when it is blank: code scanning refuses an empty message.
pub(super) fn message(text: &str, otherwise: &str) -> Text {
    let text = if text.trim().is_empty() { otherwise } else { text };
    Text { text: visible(text).replace("](", "] (") }
}

/// The text with control characters and invisible characters written out as `\u{…}`; line ends and tabs stay.
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if (c.is_control() && !matches!(c, '\n' | '\t')) || is_invisible(c) {
            shown.push_str(&format!("\\u{{{:x}}}", c as u32));
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_text() {
        assert_eq!(
            message("see [here](https://evil.example)\r\nor\tnot\u{202e}", "x").text,
            "see [here] (https://evil.example)\\u{d}\nor\tnot\\u{202e}"
        );
        assert_eq!(message(" \n", "secrets:jwt").text, "secrets:jwt");
    }
}
