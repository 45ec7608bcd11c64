//! One pass over the parser's events: builds the tree and refuses what is not plain data.
//!
//! Anchors, aliases, merge keys and tags are refused where they stand and never expanded, so a small file cannot grow. A refused
//! value stays in the tree as such, which lets one run report every problem of the file.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as Marks};

use crate::finding::{Code, Diagnostic};

use super::indent::tabs;
use super::scalar::{Plain, classify};
use super::source::number;
use super::{Key, Node, Source, Span, Value};

/// The most collections inside each other.
const MAX_DEPTH: usize = 32;

/// Reading stops at this many problems: who has as many mends the first ones first, and each carries its line.
pub(in crate::config) const MAX_PROBLEMS: usize = 50;

/// What came out of a text.
#[derive(Debug)]
pub(in crate::config) struct Reading {
    /// The tree; nothing for a text without content, or one that could not be read to its end, which is then a problem.
    pub(in crate::config) root: Option<Node>,
    /// Everything that was refused.
    pub(in crate::config) problems: Vec<Diagnostic>,
}

/// Reads the text strictly.
pub(in crate::config) fn read(source: &Source) -> Reading {
    let mut builder = Builder::new(source);
    let whole = builder.run();
    Reading { root: builder.root.filter(|_| whole), problems: builder.problems }
}

/// A collection that has begun and not ended.
struct Frame {
    span: Span,
    /// Whether it is written in brackets, so that its end is a character of its own.
    flow: bool,
    kind: Kind,
}

enum Kind {
    List(Vec<Node>),
    Map { entries: Vec<(Key, Node)>, seen: BTreeMap<String, Span>, next: Next },
}

/// What the next node of a mapping is.
enum Next {
    Key,
    Value(Key),
    /// The value of a key that was refused.
    Dropped,
}

struct Builder<'a> {
    source: &'a Source,
    frames: Vec<Frame>,
    root: Option<Node>,
    documents: usize,
    /// The lines of scalars that span several, behind their first.
    texts: Vec<RangeInclusive<u32>>,
    problems: Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    fn new(source: &'a Source) -> Self {
        Self { source, frames: Vec::new(), root: None, documents: 0, texts: Vec::new(), problems: Vec::new() }
    }

    /// Reads all events; false when the text cannot be read to its end.
    fn run(&mut self) -> bool {
        if !self.starts_with_content() {
            return false;
        }
        for event in Parser::new_from_str(self.source.text()) {
            let (event, marks) = match event {
                Ok(event) => event,
                Err(error) => {
                    self.broken(&error);
                    return false;
                }
            };
            if !self.event(event, marks) || self.problems.len() >= MAX_PROBLEMS {
                return false;
            }
        }
        let lines = number(self.source.lines().count());
        self.problems.extend(tabs(self.source, &self.texts, lines).take(MAX_PROBLEMS));
        true
    }

    /// Takes one event; false when nothing behind it is worth reading.
    fn event(&mut self, event: Event<'_>, marks: Marks) -> bool {
        let span = self.span(marks);
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    self.problem(
                        Code::CONFIG_SEVERAL_DOCUMENTS,
                        "the file holds more than one YAML document",
                        span,
                        "a second one begins here",
                    );
                    self.help("keep one document, and remove the line `---`");
                    return false;
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                if marks.end.line() > marks.start.line() {
                    self.texts.push(number(marks.start.line() + 1)..=number(marks.end.line()));
                }
                let clean = self.properties(anchor, tag.is_some(), span);
                self.scalar(&text, style == ScalarStyle::Plain, clean, span);
            }
            Event::SequenceStart(anchor, tag) => {
                self.properties(anchor, tag.is_some(), span);
                return self.open(span, !marks.is_empty(), Kind::List(Vec::new()));
            }
            Event::MappingStart(anchor, tag) => {
                self.properties(anchor, tag.is_some(), span);
                return self.open(
                    span,
                    !marks.is_empty(),
                    Kind::Map { entries: Vec::new(), seen: BTreeMap::new(), next: Next::Key },
                );
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(marks),
            Event::Alias(_) => {
                self.alias(span);
                self.place(Node { value: Value::Refused, span });
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        true
    }

    /// A directive (`%YAML`, `%TAG`) changes how the rest is read.
    fn starts_with_content(&mut self) -> bool {
        let first =
            self.source.lines().enumerate().find(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let Some((index, line)) = first.filter(|(_, line)| line.starts_with('%')) else { return true };
        let span = Span { line: number(index + 1), column: 1, length: number(line.trim_end().chars().count()) };
        self.problem(Code::CONFIG_YAML_SYNTAX, "YAML directives are not accepted", span, "a directive");
        self.help("remove the line");
        false
    }

    fn scalar(&mut self, text: &str, plain: bool, clean: bool, span: Span) {
        let meaning = if plain { classify(text) } else { Plain::Text };
        if let Some(Frame { kind: Kind::Map { next: Next::Key, .. }, .. }) = self.frames.last() {
            return self.key(text, meaning, plain, clean, span);
        }
        let value = match meaning {
            _ if !clean => Value::Refused,
            // A document without content.
            Plain::Null if text.is_empty() && self.frames.is_empty() => return,
            Plain::Null => {
                self.missing(text, span);
                Value::Refused
            }
            Plain::Ambiguous(reading) => {
                self.ambiguous(text, reading, span, unambiguous(text));
                Value::Refused
            }
            Plain::Bool(value) => Value::Bool(value),
            Plain::Integer(value) => Value::Integer(value),
            Plain::Float(value) => Value::Float(value),
            Plain::Text => Value::Text(text.to_owned()),
        };
        self.place(Node { value, span });
    }

    fn key(&mut self, text: &str, meaning: Plain, plain: bool, clean: bool, span: Span) {
        let mut usable = clean;
        if plain && text == "<<" {
            self.problem(Code::CONFIG_MERGE_KEY, "merge keys are not accepted", span, "YAML 1.2 has no merge key");
            self.help("write the keys out");
            usable = false;
        } else if let Plain::Ambiguous(reading) = meaning {
            self.ambiguous(text, reading, span, format!("quote it: \"{text}\""));
            usable = false;
        } else if meaning != Plain::Text {
            self.problem(Code::CONFIG_KEY_NOT_TEXT, "a key must be text", span, "not text");
            self.help(if text.is_empty() { "write a key before the `:`".to_owned() } else { format!("quote it: \"{text}\"") });
            usable = false;
        }
        let source = self.source;
        let Some(Frame { kind: Kind::Map { seen, next, .. }, .. }) = self.frames.last_mut() else { return };
        let first = seen.get(text).copied();
        if usable && first.is_none() {
            seen.insert(text.to_owned(), span);
            *next = Next::Value(Key { name: text.to_owned(), span });
            return;
        }
        *next = Next::Dropped;
        if let Some(first) = first.filter(|_| usable) {
            self.problem(Code::CONFIG_DUPLICATE_KEY, format!("the key `{text}` is written twice"), span, "the second one");
            self.note(format!("the first one: {}: {}", source.position(first), source.line(first.line).trim()));
            self.help("keep one of them");
        }
    }

    /// Begins a collection. The parser marks the bracket of a flow collection, and nothing for a block collection.
    fn open(&mut self, span: Span, flow: bool, kind: Kind) -> bool {
        if self.frames.len() == MAX_DEPTH {
            self.problem(
                Code::CONFIG_TOO_DEEP,
                format!("more than {MAX_DEPTH} collections inside each other"),
                span,
                "one too many",
            );
            self.help("flatten the file");
            return false;
        }
        self.frames.push(Frame { span, flow, kind });
        true
    }

    fn close(&mut self, end: Marks) {
        let Some(Frame { mut span, flow, kind }) = self.frames.pop() else { return };
        if flow {
            span = self.stretch(span, number(end.end.line()), number(end.end.col() + 1));
        } else if let Kind::Map { entries, .. } = &kind {
            span.length = entries.first().map_or(span.length, |(key, _)| key.span.length);
        }
        let value = match kind {
            Kind::List(items) => Value::List(items),
            Kind::Map { entries, .. } => Value::Map(entries),
        };
        self.place(Node { value, span });
    }

    /// Puts a finished node where it belongs: into the open collection, or at the root.
    fn place(&mut self, node: Node) {
        let Some(frame) = self.frames.last_mut() else {
            self.root = Some(node);
            return;
        };
        match &mut frame.kind {
            Kind::List(items) => items.push(node),
            Kind::Map { entries, next, .. } => match std::mem::replace(next, Next::Key) {
                Next::Value(key) => entries.push((key, node)),
                Next::Dropped => {}
                Next::Key => {
                    *next = Next::Dropped;
                    if node.value != Value::Refused {
                        self.problem(Code::CONFIG_KEY_NOT_TEXT, "a key must be text", node.span, "not text");
                        self.help("use text as the key");
                    }
                }
            },
        }
    }

    /// Refuses an anchor or a tag in front of a node; true when there is none.
    fn properties(&mut self, anchor: usize, tagged: bool, span: Span) -> bool {
        if anchor != 0 {
            self.problem(Code::CONFIG_ALIAS, "anchors are not accepted", span, "an anchor");
            self.help("write the value out where it is needed; text that begins with `&` must be quoted");
        }
        if tagged {
            self.problem(Code::CONFIG_TAG, "tags are not accepted", span, "a tag");
            let text = self.marked(span);
            self.help(format!("remove it; text that begins with `!` must be quoted: '{text}'"));
        }
        anchor == 0 && !tagged
    }

    fn alias(&mut self, span: Span) {
        self.problem(Code::CONFIG_ALIAS, "aliases are not accepted", span, "an alias");
        let text = self.marked(span);
        self.help(format!("write the value out; text that begins with `*` must be quoted: '{text}'"));
    }

    fn ambiguous(&mut self, text: &str, reading: &str, span: Span, help: String) {
        self.problem(Code::CONFIG_AMBIGUOUS_SCALAR, format!("readers of YAML disagree about `{text}`"), span, reading);
        self.help(help);
    }

    /// A value that is absent or null.
    fn missing(&mut self, text: &str, span: Span) {
        let key = self.frames.last().and_then(|frame| match &frame.kind {
            Kind::Map { next: Next::Value(key), .. } => Some(key.clone()),
            _ => None,
        });
        let message = key
            .as_ref()
            .map_or_else(|| "an item of the list has no value".to_owned(), |key| format!("`{}` has no value", key.name));
        let span = if text.is_empty() { key.map_or(span, |key| key.span) } else { span };
        self.problem(Code::CONFIG_NO_VALUE, message, span, "no value");
        self.help("remove it, or write a value; `[]` is an empty list and `{}` an empty section");
    }

    /// The text stopped being YAML.
    fn broken(&mut self, error: &ScanError) {
        let (line, column) = (number(error.marker().line()), number(error.marker().col() + 1));
        let from = self.problems.len();
        self.problems.extend(tabs(self.source, &self.texts, line + 1).take(MAX_PROBLEMS));
        if self.problems.len() > from {
            return;
        }
        let span = Span { line, column, length: 1 };
        match self.source.line(line).chars().nth(to_index(column)) {
            Some('*') => self.alias(self.word(span)),
            Some(first @ ('@' | '`' | '%')) => {
                self.problem(Code::CONFIG_YAML_SYNTAX, format!("text cannot begin with `{first}`"), self.word(span), "");
                self.help("quote it");
            }
            _ => {
                self.problem(Code::CONFIG_YAML_SYNTAX, format!("this is not YAML: {}", error.info()), span, "");
                self.help("check the indentation, and quote text that holds `: ` or ` #`");
            }
        }
    }

    fn problem(&mut self, code: Code, message: impl Into<String>, span: Span, label: &str) {
        self.problems.push(Diagnostic::new(code, message).at(self.source.excerpt(span, label)));
    }

    /// Adds a remedy to the last problem.
    fn help(&mut self, help: impl Into<String>) {
        if let Some(problem) = self.problems.last_mut() {
            problem.help.push(help.into());
        }
    }

    /// Adds a fact to the last problem.
    fn note(&mut self, note: impl Into<String>) {
        if let Some(problem) = self.problems.last_mut() {
            problem.notes.push(note.into());
        }
    }

    /// The parser's marks as a span: what goes on behind the first line is not marked.
    fn span(&self, marks: Marks) -> Span {
        let start = Span { line: number(marks.start.line()), column: number(marks.start.col() + 1), length: 0 };
        self.stretch(start, number(marks.end.line()), number(marks.end.col() + 1))
    }

    /// From the start of `span` to the end, or to the end of the first line.
    fn stretch(&self, span: Span, end_line: u32, end_column: u32) -> Span {
        let end =
            if end_line == span.line { end_column } else { number(self.source.line(span.line).trim_end().chars().count() + 1) };
        Span { length: end.saturating_sub(span.column), ..span }
    }

    /// From the start of `span` to the next white space.
    fn word(&self, span: Span) -> Span {
        let rest = self.source.line(span.line).chars().skip(to_index(span.column));
        Span { length: number(rest.take_while(|character| !character.is_whitespace()).count()), ..span }
    }

    fn marked(&self, span: Span) -> String {
        self.source.line(span.line).chars().skip(to_index(span.column)).take(to_index(span.length + 1)).collect()
    }
}

/// A column, from 1, as an index.
fn to_index(column: u32) -> usize {
    usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1)
}

/// What to write instead of an ambiguous value.
fn unambiguous(text: &str) -> String {
    match text.to_ascii_lowercase().as_str() {
        "y" | "yes" | "on" => format!("write `true`, or quote it if it is text: \"{text}\""),
        "n" | "no" | "off" => format!("write `false`, or quote it if it is text: \"{text}\""),
        _ => format!("quote it if it is text: \"{text}\"; write a number in plain decimal digits"),
    }
}
