//! What strict reading refuses, as data; and how each refusal is told.

use crate::finding::{Code, Diagnostic};

use super::super::wording::quoted;
use super::{Source, Span};

/// A part of YAML, or a value, that is not accepted. Texts are the file's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// `*name`, with its text.
    Alias(String),
    /// `text` in front of which stands `&name`.
    Anchor,
    /// `!name`, with its text.
    Tag(String),
    /// `<<`.
    MergeKey,
    /// A scalar that readers disagree about, and how they read it.
    Ambiguous { text: String, reading: &'static str, is_key: bool },
    /// A key that is not text, with what it is where it is a scalar.
    KeyNotText(Option<String>),
    /// A key again, and where it stood first.
    DuplicateKey { name: String, first: Span },
    /// No value, or null, of a key or of a list's item.
    NoValue(Option<String>),
    /// A second document.
    SeveralDocuments,
    /// Too many collections inside each other; the limit.
    TooDeep(usize),
    /// `%YAML` or `%TAG`.
    Directive,
    /// A plain scalar that begins with a reserved character.
    Reserved(char),
    /// The parser's own words about what is not YAML.
    Syntax(String),
}

impl Refusal {
    /// The problem at `span` of `source`.
    pub(super) fn told(self, source: &Source, span: Span) -> Diagnostic {
        let (code, message, label, help) = self.words();
        let problem = Diagnostic::new(code, message).at(source.excerpt(span, label)).help(help);
        match self {
            Self::DuplicateKey { first, .. } => problem.note(source.first_one(first)),
            _ => problem,
        }
    }

    /// Code, message, label and help.
    fn words(&self) -> (Code, String, &str, String) {
        match self {
            Self::Alias(text) => {
                let help = format!("write the value out; text that begins with `*` must be quoted: '{text}'");
                (Code::CONFIG_ALIAS, "aliases are not accepted".to_owned(), "an alias", help)
            }
            Self::Anchor => {
                let help = "write the value out where it is needed; text that begins with `&` must be quoted".to_owned();
                (Code::CONFIG_ALIAS, "anchors are not accepted".to_owned(), "an anchor", help)
            }
            Self::Tag(text) => {
                let help = format!("remove it; text that begins with `!` must be quoted: '{text}'");
                (Code::CONFIG_TAG, "tags are not accepted".to_owned(), "a tag", help)
            }
            Self::MergeKey => {
                let message = "merge keys are not accepted: YAML 1.2 has none".to_owned();
                (Code::CONFIG_MERGE_KEY, message, "a merge key", "write the keys out".to_owned())
            }
            Self::Ambiguous { text, reading, is_key } => {
                let help = if *is_key { quote(text) } else { unambiguous(text) };
                (Code::CONFIG_AMBIGUOUS_SCALAR, format!("readers of YAML disagree about {}", quoted(text)), reading, help)
            }
            Self::KeyNotText(text) => {
                let help = match text.as_deref() {
                    None => "use text as the key".to_owned(),
                    Some("") => "write a key before the `:`".to_owned(),
                    Some(text) => quote(text),
                };
                (Code::CONFIG_KEY_NOT_TEXT, "a key must be text".to_owned(), "not text", help)
            }
            Self::DuplicateKey { name, .. } => {
                let message = format!("the key {} is written twice", quoted(name));
                (Code::CONFIG_DUPLICATE_KEY, message, "the second one", "keep one of them".to_owned())
            }
            Self::NoValue(key) => {
                let owner = key.as_ref().map_or_else(|| "an item of the list".to_owned(), |key| quoted(key));
                let help = "remove it, or write a value; `[]` is an empty list and `{}` an empty section".to_owned();
                (Code::CONFIG_NO_VALUE, format!("{owner} has no value"), "no value", help)
            }
            Self::SeveralDocuments => {
                let message = "the file holds more than one YAML document".to_owned();
                let help = "keep one document, and remove the line `---`".to_owned();
                (Code::CONFIG_SEVERAL_DOCUMENTS, message, "a second one begins here", help)
            }
            Self::TooDeep(limit) => {
                let message = format!("more than {limit} collections inside each other");
                (Code::CONFIG_TOO_DEEP, message, "one too many", "flatten the file".to_owned())
            }
            Self::Directive => (
                Code::CONFIG_YAML_SYNTAX,
                "YAML directives are not accepted".to_owned(),
                "a directive",
                "remove the line".to_owned(),
            ),
            Self::Reserved(character) => {
                let message = format!("unquoted text cannot begin with '{character}'");
                (Code::CONFIG_YAML_SYNTAX, message, "", "quote it".to_owned())
            }
            Self::Syntax(words) => {
                let help = "check the indentation, and quote text that holds `: ` or ` #`".to_owned();
                (Code::CONFIG_YAML_SYNTAX, format!("this is not YAML: {words}"), "", help)
            }
        }
    }
}

fn quote(text: &str) -> String {
    format!("quote it: \"{text}\"")
}

/// What to write instead of an ambiguous value.
fn unambiguous(text: &str) -> String {
    match text.to_ascii_lowercase().as_str() {
        "y" | "yes" | "on" => format!("write `true`, or quote it if it is text: \"{text}\""),
        "n" | "no" | "off" => format!("write `false`, or quote it if it is text: \"{text}\""),
        _ => format!("quote it if it is text: \"{text}\"; write a number in plain decimal digits"),
    }
}
