//! One pass over the parser's events: builds the tree and refuses what is not plain data.
//!
//! Anchors, aliases, merge keys and tags are refused where they stand and never expanded, so a small file cannot grow. A refused
//! value stays in the tree as such, which lets one run report every problem of the file.

use std::ops::RangeInclusive;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as Marks};

use crate::finding::Diagnostic;

use super::indent::tabs;
use super::refusal::Refusal;
use super::scalar::{Plain, classify};
use super::source::number;
use super::tree::{NotAKey, Tree};
use super::{Node, Source, Span, Value};

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
    let mut reader = Reader { source, tree: Tree::default(), documents: 0, texts: Vec::new(), problems: Vec::new() };
    let whole = reader.run();
    Reading { root: reader.tree.finish().filter(|_| whole), problems: reader.problems }
}

struct Reader<'a> {
    source: &'a Source,
    tree: Tree,
    documents: usize,
    /// The lines of scalars that span several, behind their first.
    texts: Vec<RangeInclusive<u32>>,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Reads all events; false when the text cannot be read to its end.
    fn run(&mut self) -> bool {
        if let Some(span) = self.directive() {
            self.refuse(span, Refusal::Directive);
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
                    self.refuse(span, Refusal::SeveralDocuments);
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
                self.tree.open_list(span);
                return self.fits(span);
            }
            Event::MappingStart(anchor, tag) => {
                self.properties(anchor, tag.is_some(), span);
                self.tree.open_map(span);
                return self.fits(span);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                // The end of a flow collection is a bracket; that of a block collection is marked by nothing.
                let begin = self.tree.opened().filter(|_| !marks.is_empty());
                let whole = begin.map(|begin| self.stretch(begin, number(marks.end.line()), number(marks.end.col() + 1)));
                let closed = self.tree.close(whole);
                self.placed(closed);
            }
            Event::Alias(_) => {
                let (place, text) = self.word(span);
                self.refuse(place, Refusal::Alias(text));
                if self.tree.awaits_key() {
                    self.tree.refused_key();
                } else {
                    self.put(Value::Refused, span);
                }
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        true
    }

    /// A `%` line in front of the document, which would change how the rest is read.
    fn directive(&self) -> Option<Span> {
        let mut lines = self.source.lines().enumerate();
        let (index, line) = lines.find(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))?;
        let length = number(line.trim_end().chars().count());
        line.starts_with('%').then_some(Span { line: number(index + 1), column: 1, length })
    }

    fn scalar(&mut self, text: &str, plain: bool, clean: bool, span: Span) {
        let meaning = if plain { classify(text) } else { Plain::Text };
        if self.tree.awaits_key() {
            return self.key(text, meaning, plain, clean, span);
        }
        let value = match meaning {
            _ if !clean => Value::Refused,
            // A document without content.
            Plain::Null if text.is_empty() && self.tree.depth() == 0 => return,
            Plain::Null => {
                let key = self.tree.awaiting().map(|(name, place)| (name.to_owned(), place));
                let place = key.as_ref().filter(|_| text.is_empty()).map_or(span, |(_, place)| *place);
                self.refuse(place, Refusal::NoValue(key.map(|(name, _)| name)));
                Value::Refused
            }
            Plain::Ambiguous(reading) => {
                self.refuse(span, Refusal::Ambiguous { text: text.to_owned(), reading, is_key: false });
                Value::Refused
            }
            Plain::Bool(value) => Value::Bool(value),
            Plain::Integer(value) => Value::Integer(value),
            Plain::Float(value) => Value::Float(value),
            Plain::Text => Value::Text(text.to_owned()),
        };
        self.put(value, span);
    }

    fn key(&mut self, text: &str, meaning: Plain, plain: bool, clean: bool, span: Span) {
        let refusal = match meaning {
            _ if plain && text == "<<" => Some(Refusal::MergeKey),
            Plain::Ambiguous(reading) => Some(Refusal::Ambiguous { text: text.to_owned(), reading, is_key: true }),
            Plain::Text => None,
            Plain::Null | Plain::Bool(_) | Plain::Integer(_) | Plain::Float(_) => {
                Some(Refusal::KeyNotText(Some(text.to_owned())))
            }
        };
        match refusal {
            None if clean => {
                if let Some(first) = self.tree.key(text, span) {
                    self.refuse(span, Refusal::DuplicateKey { name: text.to_owned(), first });
                }
            }
            None => self.tree.refused_key(),
            Some(refusal) => {
                self.tree.refused_key();
                self.refuse(span, refusal);
            }
        }
    }

    /// Whether the collection that begins at `span` is not nested too deeply.
    fn fits(&mut self, span: Span) -> bool {
        let fits = self.tree.depth() <= MAX_DEPTH;
        if !fits {
            self.refuse(span, Refusal::TooDeep(MAX_DEPTH));
        }
        fits
    }

    /// Refuses an anchor or a tag in front of a node; true when there is none.
    fn properties(&mut self, anchor: usize, tagged: bool, span: Span) -> bool {
        if anchor != 0 {
            self.refuse(self.word(span).0, Refusal::Anchor);
        }
        if tagged {
            let (span, text) = self.word(span);
            self.refuse(span, Refusal::Tag(text));
        }
        anchor == 0 && !tagged
    }

    /// The text stopped being YAML. What looks like another mistake is told as that one.
    fn broken(&mut self, error: &ScanError) {
        let (line, column) = (number(error.marker().line()), number(error.marker().col() + 1));
        let before = self.problems.len();
        self.problems.extend(tabs(self.source, &self.texts, line + 1).take(MAX_PROBLEMS));
        if self.problems.len() > before {
            return;
        }
        let span = Span { line, column, length: 1 };
        let (place, word) = self.word(span);
        match word.chars().next() {
            Some('*') => self.refuse(place, Refusal::Alias(word)),
            Some(first @ ('@' | '`' | '%')) => self.refuse(place, Refusal::Reserved(first)),
            _ => self.refuse(span, Refusal::Syntax(error.info().to_owned())),
        }
    }

    fn put(&mut self, value: Value, span: Span) {
        let placed = self.tree.place(Node { value, span });
        self.placed(placed);
    }

    /// A collection in the place of a key is refused.
    fn placed(&mut self, placed: Result<(), NotAKey>) {
        if let Err(NotAKey(span)) = placed {
            self.refuse(span, Refusal::KeyNotText(None));
        }
    }

    fn refuse(&mut self, span: Span, refusal: Refusal) {
        self.problems.push(refusal.told(self.source, span));
    }

    /// The parser's marks as a span: what goes on behind the first line is not marked.
    fn span(&self, marks: Marks) -> Span {
        let start = Span { line: number(marks.start.line()), column: number(marks.start.col() + 1), length: 0 };
        self.stretch(start, number(marks.end.line()), number(marks.end.col() + 1))
    }

    /// From the start of `span` to the end, or to the end of the first line.
    fn stretch(&self, span: Span, end_line: u32, end_column: u32) -> Span {
        let line_end = || number(self.source.line(span.line).trim_end().chars().count() + 1);
        let end = if end_line == span.line { end_column } else { line_end() };
        Span { length: end.saturating_sub(span.column), ..span }
    }

    /// The word that begins where `span` does: up to white space, without the commas and brackets of a flow collection behind it.
    fn word(&self, span: Span) -> (Span, String) {
        let rest = self.source.line(span.line).chars().skip(to_index(span.column));
        let word: String = rest.take_while(|character| !character.is_whitespace()).collect();
        let word = word.trim_end_matches([',', ']', '}']);
        (Span { length: number(word.chars().count()), ..span }, word.to_owned())
    }
}

/// A column, from 1, as an index.
fn to_index(column: u32) -> usize {
    usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1)
}
