//! How complaints about a configuration are worded: types, lists and places in plain words.

use super::yaml::Value;

/// The most characters of a foreign text inside a sentence.
const MAX_QUOTED: usize = 100;

/// A text of the file inside a sentence: in backquotes, cut when it is long.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// `accepted: a, b, c`.
pub(super) fn accepted(words: &[String]) -> String {
    if words.is_empty() { "no key is accepted".to_owned() } else { format!("accepted: {}", words.join(", ")) }
}

/// JSON types in words: `text or a list`.
pub(super) fn types(types: &[String]) -> String {
    let words: Vec<&str> = types.iter().map(|name| type_name(name)).collect();
    words.join(" or ")
}

/// What a value is, in words.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Refused => "unknown",
        Value::Bool(_) => type_name("boolean"),
        Value::Integer(_) | Value::Float(_) => "a number",
        Value::Text(_) => type_name("string"),
        Value::List(_) => type_name("array"),
        Value::Map(_) => type_name("object"),
    }
}

/// How a value of the first of these JSON types is written.
pub(super) fn how_to_write(types: &[String]) -> &'static str {
    match types.first().map(String::as_str) {
        Some("array") => "write a list: one `- item` a line, or `[item, item]`",
        Some("object") => "write its keys below it, indented: `key: value`",
        Some("boolean") => "write `true` or `false` without quotes",
        Some("integer") => "write a whole number in decimal digits, without quotes",
        Some("number") => "write a number in decimal digits, without quotes",
        _ => "write text; put a number or `true` in double quotes to make it text",
    }
}

/// A JSON pointer as people write it: `quality_gates.scanners[0].engine`.
pub(super) fn dotted(pointer: &str) -> String {
    let mut path = String::new();
    for segment in pointer.split('/').skip(1) {
        if !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit()) {
            path.push_str(&format!("[{segment}]"));
        } else {
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(&segment.replace("~1", "/").replace("~0", "~"));
        }
    }
    path
}

/// Where an engine's options are described.
pub(super) fn manual(engine: &str) -> String {
    format!("the manual of `{engine}` describes its options")
}

fn type_name(json: &str) -> &'static str {
    match json {
        "string" => "text",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "array" => "a list",
        "object" => "a section of keys",
        _ => "something else",
    }
}
