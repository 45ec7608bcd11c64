//! Comments by which an author silences a program, found in the files that it is given, and broken there.
//!
//! Most programs have an option that makes them deaf to such comments. For the others one letter of the comment's word is replaced in
//! the copy that they read: it is a comment like any other then, and no line and no column moves.

use bstr::ByteSlice;

/// A word in a comment that silences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker {
    /// The word, for example `nosec`. Upper and lower case are the same.
    pub word: &'static str,
    /// What must follow on the same line, one of these, in any case; nothing: the word is enough.
    pub with: &'static [&'static str],
    /// How a file begins in which it silences; nothing: any file.
    pub begins: &'static str,
}

impl Marker {
    /// A word that is enough.
    pub const fn word(word: &'static str) -> Self {
        Self::with(word, &[])
    }

    /// A word that one of `with` must follow.
    pub const fn with(word: &'static str, with: &'static [&'static str]) -> Self {
        Self { word, with, begins: "" }
    }

    /// The same, in files that begin so.
    #[must_use]
    pub const fn in_files(self, begins: &'static str) -> Self {
        Self { begins, ..self }
    }

    /// Where the word begins in a line, as often as it stands there in its meaning. It errs towards finding it.
    fn find<'a>(&'a self, line: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let lower = line.to_ascii_lowercase();
        let found: Vec<usize> = lower.find_iter(&self.word.to_ascii_lowercase()).collect();
        let fits = move |at: &usize| {
            let rest = &lower[at + self.word.len()..];
            self.with.is_empty() || self.with.iter().any(|word| rest.contains_str(word.to_ascii_lowercase()))
        };
        found.into_iter().filter(fits)
    }
}

/// Whether a text holds one of the markers.
pub(super) fn is_marked(text: &[u8], markers: &[Marker]) -> bool {
    text.lines().any(|line| of_file(text, markers).any(|marker| marker.find(line).next().is_some()))
}

/// The markers that mean something in this file.
fn of_file<'a>(text: &[u8], markers: &'a [Marker]) -> impl Iterator<Item = &'a Marker> {
    markers.iter().filter(|marker| text.starts_with(marker.begins.as_bytes()))
}

/// Replaces the first letter of each marker's word.
pub(super) fn break_all(text: &mut [u8], markers: &[Marker]) {
    let mut places = Vec::new();
    let mut start = 0;
    for line in text.lines_with_terminator() {
        for marker in of_file(text, markers) {
            places.extend(marker.find(line).map(|at| start + at));
        }
        start += line.len();
    }
    for place in places {
        text[place] = b'_';
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MARKERS: [Marker; 3] = [
        Marker::with("shellcheck", &["disable", "extended-analysis"]),
        Marker::word("lint:ignore"),
        Marker::with("shellcheck", &["shell="]).in_files("#!"),
    ];

    fn broken(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        break_all(&mut bytes, &MARKERS);
        String::from_utf8(bytes).expect("letters were replaced")
    }

    #[test]
    fn comments_that_silence_are_broken_in_place_and_no_others() {
        for (text, expected) in [
            ("# shellcheck disable=SC1\r\nx\n", "# _hellcheck disable=SC1\r\nx\n"),
            ("# shellcheck shell=sh disable=all", "# _hellcheck shell=sh disable=all"),
            ("# shellcheck shell=bash\ndisable=1\n", "# shellcheck shell=bash\ndisable=1\n"),
            ("é # Lint:Ignore x lint:ignore", "é # _int:Ignore x _int:ignore"),
            ("#shellcheck\tEXTENDED-analysis=false", "#_hellcheck\tEXTENDED-analysis=false"),
            ("disable shellcheck", "disable shellcheck"),
            ("# shellcheck shell=bash\nx\n", "# shellcheck shell=bash\nx\n"),
            ("#!/bin/sh\n# shellcheck shell=bash\n", "#!/bin/sh\n# _hellcheck shell=bash\n"),
            ("", ""),
        ] {
            assert_eq!(broken(text), expected);
            assert_eq!(is_marked(text.as_bytes(), &MARKERS), text != expected);
        }
    }

    proptest! {
        #[test]
        fn nothing_moves_and_nothing_is_left(
            text in "(shellcheck|disable|lint:ignore|LINT:ignore|[ \n\ra#é]){0,20}",
            tail in proptest::collection::vec(any::<u8>(), 0..5),
        ) {
            let before = [text.as_bytes(), &tail].concat();
            let mut after = before.clone();
            break_all(&mut after, &MARKERS);
            prop_assert!(!is_marked(&after, &MARKERS));
            prop_assert_eq!(before.len(), after.len());
            prop_assert!(before.iter().zip(&after).all(|(one, other)| one == other || *other == b'_'));
        }
    }
}
