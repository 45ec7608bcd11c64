//! Looks for many forms of values in a text at once.
//!
//! An automaton takes any number of them in one pass, and takes far longer to build than a short text takes to be searched. So the
//! few short forms of one finding's own secrets are looked for one by one, and only a whole run's are worth an automaton.

use aho_corasick::{AhoCorasick, MatchKind};
use bstr::Finder;

use super::encoding::Form;

/// Up to so many forms are looked for one by one.
const FEW: usize = 32;
/// And only forms of at most so many bytes: for longer ones, repetitive text would cost their product.
const SHORT: usize = 256;

/// Some forms, searchable.
pub(super) enum Search {
    OneByOne(Vec<Finder<'static>>),
    AtOnce(AhoCorasick),
}

impl Search {
    /// For these forms.
    pub(super) fn of(forms: &[Form]) -> Self {
        if forms.len() <= FEW && forms.iter().all(|form| form.bytes.len() <= SHORT) {
            return Self::OneByOne(forms.iter().map(|form| Finder::new(&form.bytes).into_owned()).collect());
        }
        Self::AtOnce(automaton(forms.iter().map(|form| &form.bytes[..])))
    }

    /// Tells of every occurrence, also of those that overlap: which form, and where it begins and ends.
    pub(super) fn each(&self, bytes: &[u8], mut found: impl FnMut(usize, usize, usize)) {
        match self {
            Self::AtOnce(automaton) => automaton
                .find_overlapping_iter(bytes)
                .for_each(|occurrence| found(occurrence.pattern().as_usize(), occurrence.start(), occurrence.end())),
            Self::OneByOne(finders) => {
                for (form, finder) in finders.iter().enumerate() {
                    let mut from = 0;
                    while let Some(at) = bytes.get(from..).and_then(|rest| finder.find(rest)) {
                        let start = from + at;
                        found(form, start, start + finder.needle().len());
                        from = start + 1;
                    }
                }
            }
        }
    }
}

/// The automaton of these texts.
#[expect(
    clippy::expect_used,
    reason = "the values are bounded far below the automaton's limit of 2^31 states; a value that is not searched for would leak"
)]
pub(super) fn automaton<'a>(patterns: impl Iterator<Item = &'a [u8]>) -> AhoCorasick {
    AhoCorasick::builder().match_kind(MatchKind::Standard).build(patterns).expect("bounded values fit into an automaton")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(search: &Search, text: &[u8]) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        search.each(text, |form, start, end| found.push((form, start, end)));
        found.sort_unstable();
        found
    }

    proptest! {
        /// Both ways find the same, overlapping occurrences among them.
        #[test]
        fn few_are_found_as_many_are(forms in proptest::collection::vec("[ab]{1,4}", 1..6), text in "[abc]{0,40}") {
            let forms: Vec<Form> = forms.into_iter().map(|form| Form { bytes: form.into_bytes(), base64: false }).collect();
            let few = Search::of(&forms);
            prop_assert!(matches!(few, Search::OneByOne(_)));
            let many = Search::AtOnce(automaton(forms.iter().map(|form| &form.bytes[..])));
            prop_assert_eq!(all(&few, text.as_bytes()), all(&many, text.as_bytes()));
        }
    }

    #[test]
    fn many_or_long_forms_are_taken_at_once() {
        let forms = |count: usize, length: usize| vec![Form { bytes: vec![b'a'; length], base64: false }; count];
        assert!(matches!(Search::of(&forms(FEW, SHORT)), Search::OneByOne(_)));
        assert!(matches!(Search::of(&forms(FEW + 1, 1)), Search::AtOnce(_)));
        assert!(matches!(Search::of(&forms(1, SHORT + 1)), Search::AtOnce(_)));
    }
}
