//! The rules in one pass: a single automaton finds every word that any rule begins with, and the rule reads on from there.
//!
//! Ordinary text costs one linear scan. The automaton is built once, at the first text that is filtered.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::bare::bare_end;
use super::shape::{Runs, SHAPES, Shape, find_discord};
use super::span::Spans;
use super::value::{is_harmless, looks_random};
use super::{assignment, key_block, url};

/// What a word may begin.
#[derive(Debug, Clone, Copy)]
enum Start {
    /// A URL, behind its scheme.
    Url,
    /// The name of a secret: the word is part of it.
    Name,
    /// A bearer token without its header.
    Bearer,
    /// The header of a private key.
    KeyHeader,
    /// The footer of a private key.
    KeyFooter,
    /// A token of a known shape.
    Shape(&'static Shape),
}

/// The words of [`Start::Name`]: each name that [`super::name`] takes for a secret holds one of them.
const NAMES: [&str; 16] = [
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "cred",
    "auth",
    "jwt",
    "bearer",
    "cookie",
    "session",
    "signature",
    "otp",
    "senha",
    "segredo",
    "kennwort",
];

struct Automaton {
    words: AhoCorasick,
    starts: Vec<Start>,
}

static AUTOMATON: LazyLock<Automaton> = LazyLock::new(|| {
    let fixed =
        [("://", Start::Url), ("bearer ", Start::Bearer), ("-----END ", Start::KeyFooter), ("---- END ", Start::KeyFooter)];
    let headers = ["-----BEGIN ", "---- BEGIN ", "Private-Lines:"].map(|word| (word, Start::KeyHeader));
    let names = NAMES.into_iter().map(|word| (word, Start::Name));
    let shapes = SHAPES.iter().map(|shape| (shape.prefix, Start::Shape(shape)));
    let (words, starts): (Vec<_>, Vec<_>) = fixed.into_iter().chain(headers).chain(names).chain(shapes).unzip();
    #[expect(
        clippy::expect_used,
        reason = "the words are literals of this room, far below the automaton's limits; without it nothing may leave"
    )]
    let words = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .kind(Some(AhoCorasickKind::DFA))
        .build(words)
        .expect("a few hundred short words fit into an automaton");
    Automaton { words, starts }
});

/// Marks everything that a rule recognises.
pub(super) fn find(text: &str, spans: &mut Spans<'_>) {
    let mut url = 0;
    let (mut name, mut value) = (0, 0);
    let mut runs = Runs::default();
    for (start, range) in starts(text) {
        match start {
            Start::Url => url = url::find(text, range.start, range.end, url, spans),
            Start::Name => assignment::find(text, range, &mut name, &mut value, spans),
            Start::Bearer => find_bearer(text, range.end, spans),
            Start::KeyHeader | Start::KeyFooter | Start::Shape(_) => find_shape(text, start, range.start, &mut runs, spans),
        }
    }
    find_discord(text, spans);
}

/// Marks only what is known by its shape, and so cannot reach beyond itself: for a document whose structure must stay whole.
pub(super) fn find_shapes(text: &str, spans: &mut Spans<'_>) {
    let mut runs = Runs::default();
    for (start, range) in starts(text) {
        find_shape(text, start, range.start, &mut runs, spans);
    }
    find_discord(text, spans);
}

/// Every place where a rule may begin, by its end.
fn starts(text: &str) -> impl Iterator<Item = (Start, std::ops::Range<usize>)> {
    AUTOMATON.words.find_overlapping_iter(text).map(|found| (AUTOMATON.starts[found.pattern().as_usize()], found.range()))
}

/// `Bearer` and a token, in a sentence or a log: the word alone is ordinary English.
fn find_bearer(text: &str, from: usize, spans: &mut Spans<'_>) {
    let end = bare_end(text.as_bytes(), from, 4096);
    let token = &text[from..text.floor_char_boundary(end)];
    if token.len() >= 16 && looks_random(token) && !is_harmless(token) {
        spans.push(from..end);
    }
}

fn find_shape(text: &str, start: Start, at: usize, runs: &mut Runs, spans: &mut Spans<'_>) {
    match start {
        Start::Shape(shape) => shape.find(text, at, runs, spans),
        Start::KeyHeader => key_block::find_after(text, at, spans),
        Start::KeyFooter => key_block::find_before(text, at, spans),
        Start::Url | Start::Name | Start::Bearer => {}
    }
}
