//! The text of a message: written out, or named by an id with arguments (section 3.11), on one line and bounded.

use std::collections::BTreeMap;

use super::wire::Message;

/// The longest message, in characters.
const LONGEST: usize = 1000;

/// The messages that a component names.
pub(super) type Strings = BTreeMap<String, Message>;

/// The message as one line of text; nothing when it says nothing.
pub(super) fn line(message: Option<&Message>, strings: &[Option<&Strings>]) -> Option<String> {
    let message = message?;
    let named = || {
        let id = message.id.as_deref()?;
        // "The value may be hierarchical" only for rules; the name of a message is exact.
        written(strings.iter().flatten().find_map(|strings| strings.get(id))?)
    };
    let template = message.text.as_deref().or_else(named).or(message.markdown.as_deref())?;
    let text = match message.arguments.as_deref() {
        Some(arguments) if !arguments.is_empty() => filled(template, arguments),
        _ => template.to_owned(),
    };
    Some(one_line(&unlinked(&text), LONGEST)).filter(|line| !line.is_empty())
}

/// The text of a message that stands by itself.
pub(super) fn written(message: &Message) -> Option<&str> {
    message.text.as_deref().or(message.markdown.as_deref()).filter(|text| !text.trim().is_empty())
}

/// The text on one line, cut to `longest` characters.
pub(super) fn one_line(text: &str, longest: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= longest {
        return line;
    }
    line.chars().take(longest).chain(['…']).collect()
}

/// Puts the arguments in place of `{0}`, `{1}`, … (section 3.11.5). `{{` and `}}` stand for braces.
fn filled(template: &str, arguments: &[String]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let placeholder = from.strip_prefix('{').and_then(|inner| inner.split_once('}'));
        let argument = placeholder.and_then(|(index, after)| Some((arguments.get(index.parse::<usize>().ok()?)?, after)));
        if let Some((argument, after)) = argument {
            text.push_str(argument);
            rest = after;
        } else {
            let brace = &from[..1];
            text.push_str(brace);
            rest = from[1..].strip_prefix(brace).unwrap_or(&from[1..]);
        }
    }
    text + rest
}

/// Takes the links to other locations of the same result out: `[text](1)` (section 3.11.6) is `text`.
fn unlinked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let target = after.split_once(')').filter(|(target, _)| !target.is_empty() && target.bytes().all(|b| b.is_ascii_digit()));
        match (before.rfind('['), target) {
            (Some(open), Some((_, after))) => {
                plain.push_str(&before[..open]);
                plain.push_str(&before[open + 1..]);
                rest = after;
            }
            _ => {
                plain.push_str(before);
                plain.push_str("](");
                rest = after;
            }
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<String> {
        let own: Strings = serde_json::from_str(r#"{"default": {"text": "use of {0} in {1}"}}"#).expect("messages");
        let global: Strings =
            serde_json::from_str(r#"{"default": {"text": "no"}, "other": {"markdown": "*x*"}}"#).expect("messages");
        line(Some(&serde_json::from_str(json).expect("a message")), &[Some(&own), None, Some(&global)])
    }

    #[test]
    fn messages_are_written_out_or_named() {
        let table = [
            (r#"{"text": " a\n\tb "}"#, Some("a b")),
            (r#"{"text": "a {0}"}"#, Some("a {0}")),
            (r#"{"text": "{0}{{0}} {2} } {", "arguments": ["a", "b"]}"#, Some("a{0} {2} } {")),
            (r#"{"id": "default", "arguments": ["md5", "{0}"]}"#, Some("use of md5 in {0}")),
            (r#"{"id": "other"}"#, Some("*x*")),
            (r#"{"id": "gone"}"#, None),
            (r#"{"markdown": "**b**"}"#, Some("**b**")),
            (r#"{"text": "a [user value](1) and [page](https://e) [x](2"}"#, Some("a user value and [page](https://e) [x](2")),
            (r#"{"text": "[a]](3) ](4)"}"#, Some("a] ](4)")),
            (r#"{"text": "é{", "arguments": ["x"]}"#, Some("é{")),
            (r#"{"text": "  "}"#, None),
            (r"{}", None),
        ];
        for (json, expected) in table {
            assert_eq!(read(json).as_deref(), expected, "{json}");
        }
        let long = read(&format!(r#"{{"text": "{}"}}"#, "é".repeat(5000))).expect("a text");
        assert_eq!(long.chars().count(), LONGEST + 1);
    }
}
