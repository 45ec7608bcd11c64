//! The search in one text: keywords first, then expressions, only around the keywords where the facts allow it.
//!
//! It must find what a search of the whole text with every expression would find (a test compares the two), in time linear in
//! the text: each rule looks at each byte a bounded number of times, also in a minified file of one line.

use std::fmt;
use std::ops::Range;

use bstr::ByteSlice;
use regex::bytes::Regex;

use super::allow::Judged;
use super::binary;
use super::entropy::shannon;
use super::overlap::{Match, settle};
use super::position::{Cursor, Position};
use super::rule::{Reach, Rule};
use super::rules::Rules;
use crate::change::decode;
use crate::finding::RepoPath;

/// What a rule found in a file.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Hit {
    /// The index of the rule in its set.
    pub rule: usize,
    /// First character and the one behind the last; nothing when the rule is about the file's path.
    pub place: Option<(Position, Position)>,
    /// The secret: no output may show it. Empty when the rule is about the file's path.
    pub secret: String,
}

/// Written by hand so that a log line never shows the secret.
impl fmt::Debug for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hit").field("rule", &self.rule).field("place", &self.place).finish_non_exhaustive()
    }
}

impl Rules {
    /// Searches one file and appends what was found, in the order of the text. `path` is relative to the repository's root.
    /// In a file of a binary format only rules about the path find something.
    pub(super) fn scan(&self, path: &RepoPath, content: &[u8], hits: &mut Vec<Hit>) {
        let path = path.as_bytes();
        if self.allow().iter().any(|allow| allow.allows_file(path)) {
            return;
        }
        for (rule, _) in self.about_paths(path) {
            hits.push(Hit { rule, place: None, secret: String::new() });
        }
        if !binary::is_known(path, content) {
            let text = &*decode(content);
            let mut cursor = Cursor::new(text);
            hits.extend(settle(self.matches(path, text)).into_iter().map(|found| Hit {
                rule: found.rule,
                place: Some((cursor.at(found.secret.start), cursor.at(found.secret.end))),
                secret: text[found.secret].to_str_lossy().into_owned(),
            }));
        }
    }

    /// Rules about the path alone that hold for `path`.
    fn about_paths(&self, path: &[u8]) -> impl Iterator<Item = (usize, &Rule)> {
        let whole = Judged { path, text: &[], start: 0, end: 0, secret: &[] };
        self.list().iter().enumerate().filter(move |(_, rule)| {
            rule.regex.is_none()
                && rule.path.as_ref().is_some_and(|expression| expression.is_match(path))
                && !rule.allow.iter().chain(self.allow()).any(|allow| allow.allows(whole))
        })
    }

    /// Every match that passes its rule, overlaps included.
    pub(super) fn matches(&self, path: &[u8], text: &[u8]) -> Vec<Match> {
        let mut search = Search { rules: self, path, text, pending: vec![None; self.list().len()], found: Vec::new() };
        search.run();
        search.found
    }
}

/// The state of a search in one text.
struct Search<'s> {
    rules: &'s Rules,
    path: &'s [u8],
    text: &'s [u8],
    /// By rule: the part of the text that is next to be searched, grown while keyword hits overlap it.
    pending: Vec<Option<Range<usize>>>,
    found: Vec<Match>,
}

impl Search<'_> {
    fn run(&mut self) {
        let rules = self.rules;
        for index in rules.prefilter().always() {
            self.pending[*index] = Some(0..self.text.len());
        }
        rules.prefilter().each(self.text, |index, start, end| self.keyword(index, start, end));
        for index in 0..self.pending.len() {
            if let Some(window) = self.pending[index].take() {
                self.search(index, window);
            }
        }
    }

    /// Takes note of a keyword of a rule at `start..end`.
    fn keyword(&mut self, index: usize, start: usize, end: usize) {
        let text = self.text;
        let last = self.pending[index].clone();
        let known = last.as_ref().map_or(0, |window| window.end);
        let rule = &self.rules.list()[index];
        let window = match rule.reach {
            Reach::Text => 0..text.len(),
            Reach::Line if start < known => return, // on a line that is already noted
            Reach::Line => {
                let first = text[known..start].rfind_byte(b'\n').map_or(known, |position| known + position + 1);
                first..text[end..].find_byte(b'\n').map_or(text.len(), |position| end + position)
            }
            Reach::Near { bytes, line } => {
                let window = end.saturating_sub(bytes)..start.saturating_add(bytes).min(text.len());
                if line { on_line(text, window, start, end) } else { window }
            }
        };
        match last {
            Some(last) if window.start <= last.end => self.pending[index] = Some(last.start..window.end.max(last.end)),
            Some(last) => {
                self.pending[index] = Some(window);
                self.search(index, last);
            }
            None => self.pending[index] = Some(window),
        }
    }

    /// Searches a part of the text with the expression of a rule.
    fn search(&mut self, index: usize, window: Range<usize>) {
        let rule = &self.rules.list()[index];
        let Some(regex) = rule.regex.as_ref().and_then(|regex| regex.regex()) else { return };
        if rule.path.as_ref().is_some_and(|path| !path.is_match(self.path)) {
            return;
        }
        // One byte more than the window, so that a word boundary or a line's end at its edge is seen as what it is.
        let text = &self.text[..window.end.saturating_add(1).min(self.text.len())];
        let mut from = window.start;
        while let Some(found) = regex.find_at(text, from) {
            let matched = trim(self.text, found.range());
            from = if found.is_empty() { found.end() + 1 } else { found.end() };
            if let Some(secret) = secret(rule, regex, text, found.start(), &matched)
                && self.counts(rule, &matched, &secret)
            {
                self.found.push(Match { rule: index, generic: rule.is_generic(), secret });
            }
            if from > text.len() {
                break;
            }
        }
    }

    fn counts(&self, rule: &Rule, matched: &Range<usize>, secret: &Range<usize>) -> bool {
        let value = &self.text[secret.clone()];
        let judged = Judged { path: self.path, text: self.text, start: matched.start, end: matched.end, secret: value };
        !value.is_empty()
            && rule.entropy.is_none_or(|least| shannon(value) > least)
            && !rule.allow.iter().chain(self.rules.allow()).any(|allow| allow.allows(judged))
    }
}

/// The part of `window` that is on the line of `start..end`.
fn on_line(text: &[u8], window: Range<usize>, start: usize, end: usize) -> Range<usize> {
    let first = text[window.start..start].rfind_byte(b'\n').map_or(window.start, |position| window.start + position + 1);
    let last = text[end..window.end].find_byte(b'\n').map_or(window.end, |position| end + position);
    first..last
}

/// The match without line feeds around it.
fn trim(text: &[u8], matched: Range<usize>) -> Range<usize> {
    let part = &text[matched.clone()];
    let start = part.iter().take_while(|byte| **byte == b'\n').count();
    let end = part.iter().skip(start).rev().take_while(|byte| **byte == b'\n').count();
    matched.start + start..matched.end - end
}

/// Where the secret is in a match: in the group that the rule names, else in the first group that took part, else all of it.
/// Nothing when the named group took no part.
fn secret(rule: &Rule, regex: &Regex, text: &[u8], start: usize, matched: &Range<usize>) -> Option<Range<usize>> {
    if regex.captures_len() == 1 {
        return Some(matched.clone());
    }
    let captures = regex.captures_at(text, start)?;
    match rule.secret_group {
        Some(group) => captures.get(group).map(|group| group.range()),
        None => {
            let first = captures.iter().skip(1).flatten().find(|group| !group.is_empty());
            Some(first.map_or_else(|| matched.clone(), |group| group.range()))
        }
    }
}
