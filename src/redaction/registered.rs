//! Exact values that nothing may show: what engines found, and the tokens that the job itself holds.
//!
//! A value is also found with line breaks between its characters, as mail, certificates and narrow terminals put them. What is too
//! short or too ordinary is not taken: a change that plants `password = "error"` must not be able to black out a report.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

use super::encoding::{Form, forms};
use super::search::{Search, automaton};
use super::span::{MARKER, Spans};

/// The shortest value that is taken, in characters.
const SHORTEST: usize = 6;
/// A single word in letters of one case is taken from this length on.
const LONG_WORD: usize = 12;
/// A line of a value that spans lines is taken on its own from this length on.
const LONG_LINE: usize = 16;
/// A longer value is taken line by line only.
const LONGEST: usize = 16 * 1024;
/// How many characters of a value must stand at the end of a text before the rest is waited for.
const BEGINNING: usize = 4;

/// The values, searchable. They are kept in layers of growing size, so that adding one does not rebuild the search for all.
#[derive(Default)]
pub(super) struct Registered {
    values: BTreeSet<String>,
    layers: Vec<Layer>,
    /// Texts of our own, a line each, that no value may be part of.
    reserved: String,
}

struct Layer {
    values: Vec<String>,
    forms: Vec<Form>,
    search: Search,
    /// Made when it is first asked for: only text that comes in pieces needs it.
    beginnings: OnceLock<Beginnings>,
}

/// The first bytes of the forms, and which forms begin so.
struct Beginnings {
    search: AhoCorasick,
    begun: Vec<Vec<usize>>,
}

impl Registered {
    /// For values that are known to be secret in one text: nothing is too ordinary, only what is shorter than three characters.
    pub(super) fn of<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        let values: Vec<String> = values
            .into_iter()
            .map(str::trim)
            .filter(|value| value.chars().count() >= 3 && !MARKER.contains(value))
            .flat_map(with_lines)
            .collect();
        let layers = Layer::of(values).into_iter().collect();
        Self { layers, ..Self::default() }
    }

    /// Adds the values that are worth hiding. Returns how many of them are hidden now.
    pub(super) fn add<'a>(&mut self, values: impl IntoIterator<Item = &'a str>) -> usize {
        let mut count = 0;
        let mut new = Vec::new();
        for value in values.into_iter().map(str::trim).filter(|value| is_telling(value)) {
            let parts: Vec<String> =
                with_lines(value).into_iter().filter(|part| !self.reserved.contains(part.as_str())).collect();
            count += usize::from(!parts.is_empty());
            new.extend(parts.into_iter().filter(|part| self.values.insert(part.clone())));
        }
        // The last layers are taken along until each is larger than all that come behind it: every value is rebuilt a
        // logarithmic number of times.
        while self.layers.last().is_some_and(|last| last.values.len() <= new.len()) {
            new.extend(self.layers.pop().map(|last| last.values).unwrap_or_default());
        }
        self.layers.extend(Layer::of(new));
        count
    }

    pub(super) fn reserve<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) {
        for text in texts {
            self.reserved.push_str(text);
            self.reserved.push('\n');
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Marks every value.
    pub(super) fn find(&self, text: &str, spans: &mut Spans<'_>) {
        if self.layers.is_empty() {
            return;
        }
        let squeezed = Squeezed::of(text);
        for layer in &self.layers {
            layer.search.each(squeezed.bytes.as_ref(), |form, start, end| {
                let (mut start, mut end) = (squeezed.original(start), squeezed.original(end - 1) + 1);
                if layer.forms[form].base64 {
                    let bytes = text.as_bytes();
                    start -= bytes[..start].iter().rev().take_while(|byte| is_base64(**byte)).count();
                    end += bytes[end..].iter().take_while(|byte| is_base64(**byte)).count();
                }
                spans.push(start..end);
            });
        }
    }

    /// Where a value begins that the end of `text` cuts off, when enough of it is there to tell.
    pub(super) fn unfinished(&self, text: &str) -> Option<usize> {
        let longest = self.layers.iter().flat_map(|layer| &layer.forms).map(|form| form.bytes.len()).max()?;
        // Line breaks may stand between all of its characters.
        let from = text.ceil_char_boundary(text.len().saturating_sub(3 * longest));
        let squeezed = Squeezed::of(&text[from..]);
        let bytes = squeezed.bytes.as_ref();
        let begins = |layer: &Layer| {
            let beginnings = layer.beginnings();
            let mut found =
                beginnings.search.find_overlapping_iter(bytes).map(|found| (found.start(), found.pattern().as_usize()));
            found
                .find(|(at, beginning)| {
                    beginnings.begun[*beginning].iter().any(|form| is_cut(&layer.forms[*form].bytes, &bytes[*at..]))
                })
                .map(|(at, _)| at)
        };
        self.layers.iter().filter_map(begins).min().map(|at| from + squeezed.original(at))
    }
}

impl Layer {
    fn of(values: Vec<String>) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let forms: Vec<Form> = values.iter().flat_map(|value| forms(value)).collect();
        let search = Search::of(&forms);
        Some(Self { values, forms, search, beginnings: OnceLock::new() })
    }

    fn beginnings(&self) -> &Beginnings {
        self.beginnings.get_or_init(|| {
            let mut beginnings: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
            for (index, form) in self.forms.iter().enumerate() {
                beginnings.entry(&form.bytes[..form.bytes.len().min(BEGINNING)]).or_default().push(index);
            }
            Beginnings { search: automaton(beginnings.keys().copied()), begun: beginnings.into_values().collect() }
        })
    }
}

/// A value, and each of its lines that is long enough to stand for it: a code frame may show only some.
fn with_lines(value: &str) -> Vec<String> {
    let lines = value.lines().map(str::trim).filter(|line| line.len() >= LONG_LINE && line.len() <= LONGEST && is_telling(line));
    let whole = Some(value).filter(|value| value.len() <= LONGEST);
    let mut parts: Vec<String> = whole.into_iter().chain(lines).map(str::to_owned).collect();
    parts.dedup();
    parts
}

/// Whether `text` ends before the form that it begins does.
fn is_cut(form: &[u8], text: &[u8]) -> bool {
    form.len() > text.len() && form.starts_with(text)
}

/// Whether a value says enough to be hidden everywhere: not part of the marker, of some length, no plain word, no short number,
/// more than three different characters.
fn is_telling(value: &str) -> bool {
    let length = value.chars().count();
    let word =
        |case: fn(&char) -> bool| value.chars().skip(1).all(|c| case(&c)) && value.chars().all(|c| c.is_ascii_alphabetic());
    let plain = length < LONG_WORD && (word(char::is_ascii_lowercase) || word(char::is_ascii_uppercase));
    let number = length < 8 && value.bytes().all(|byte| byte.is_ascii_digit());
    let different: BTreeSet<char> = value.chars().take(64).collect();
    length >= SHORTEST && !MARKER.contains(value) && !plain && !number && different.len() > 3
}

/// A text without its line breaks, and the way back.
struct Squeezed<'a> {
    bytes: Cow<'a, [u8]>,
    /// For each line break that was taken out, where it would stand in `bytes`.
    breaks: Vec<usize>,
}

impl<'a> Squeezed<'a> {
    fn of(text: &'a str) -> Self {
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        if !text.as_bytes().iter().any(is_break) {
            return Self { bytes: Cow::Borrowed(text.as_bytes()), breaks: Vec::new() };
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut breaks = Vec::new();
        for byte in text.as_bytes() {
            if is_break(byte) { breaks.push(bytes.len()) } else { bytes.push(*byte) }
        }
        Self { bytes: Cow::Owned(bytes), breaks }
    }

    /// The place in the text of the byte at `at`.
    fn original(&self, at: usize) -> usize {
        at + self.breaks.partition_point(|place| *place <= at)
    }
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::super::span::replace;
    use super::*;

    fn cleaned(registered: &Registered, text: &str) -> String {
        let mut spans = Spans::of(text);
        registered.find(text, &mut spans);
        replace(text, &spans.united())
    }

    #[test]
    fn only_telling_values_are_taken() {
        for value in ["hunter2", "correct horse", "Abc-def", "ünïcödé!", "correcthorsebattery", "20260131", "error-code"] {
            assert!(is_telling(value), "{value}");
        }
        for value in [
            "",
            "abc",
            "error",
            "approved",
            "ERROR",
            "Approved",
            "1234567",
            "aaaaaaaa",
            "abababab",
            "REDACTED",
            "[REDACTED]",
            "REDACT",
        ] {
            assert!(!is_telling(value), "{value}");
        }
    }

    #[test]
    fn a_value_is_found_in_all_its_forms() {
        let mut registered = Registered::default();
        assert_eq!(registered.add(["pa\"ss/wörd+1"]), 1);
        for form in
            ["pa\"ss/wörd+1", "pa\\\"ss/wörd+1", "pa%22ss%2Fw%C3%B6rd%2B1", "pa%22ss%2fw%c3%b6rd%2b1", "pa\"s\ns/wö\r\nrd+1"]
        {
            let out = cleaned(&registered, &format!("<{form}>"));
            assert!(out.starts_with("<[REDACTED]") && out.ends_with("[REDACTED]>"), "{form} -> {out}");
        }
        // The Base64 of `user:` and the value, which no piece covers alone.
        assert_eq!(cleaned(&registered, "Basic dXNlcjpwYSJzcy93w7ZyZCsx."), "Basic [REDACTED].");
    }

    #[test]
    fn overlapping_values_leave_nothing() {
        let mut registered = Registered::default();
        registered.add(["abc-def", "def-ghi", "abc-def-ghi-jkl"]);
        assert_eq!(cleaned(&registered, "(abc-def-ghi-jk)"), "([REDACTED]-jk)");
        assert_eq!(cleaned(&registered, "(abc-def-ghi-jkl)"), "([REDACTED])");
    }

    #[test]
    fn lines_of_a_long_value_are_found_alone() {
        let mut registered = Registered::default();
        registered.add(["first line of 1 secret\nshort\nsecond line of 1 secret"]);
        assert_eq!(cleaned(&registered, " 7 | second line of 1 secret\n 8 | short"), " 7 | [REDACTED]\n 8 | short");
        let long = format!("a-line-of-its-own-1\n{}", "0123456789\n".repeat(2000));
        registered.add([long.as_str()]);
        assert_eq!(cleaned(&registered, "a-line-of-its-own-1"), "[REDACTED]");
    }

    #[test]
    fn our_own_words_are_not_taken() {
        let mut registered = Registered::default();
        registered.add(["taken-before"]);
        registered.reserve(["secrets:github-pat", "src/auth.rs", "taken-before"]);
        assert_eq!(registered.add(["github-pat", "src/auth", "src/auth.rs!"]), 1);
        assert_eq!(
            cleaned(&registered, "github-pat src/auth.rs src/auth.rs! taken-before"),
            "github-pat src/auth.rs [REDACTED] [REDACTED]"
        );
    }

    #[test]
    fn layers_stay_few_and_lose_nothing() {
        let mut registered = Registered::default();
        let values: Vec<String> = (0..200).map(|n| format!("value-{n:03}-x")).collect();
        for value in &values {
            assert_eq!(registered.add([value.as_str()]), 1);
            assert_eq!(registered.add([value.as_str()]), 1);
        }
        assert!(registered.layers.len() <= 9, "{}", registered.layers.len());
        assert_eq!(registered.layers.iter().map(|layer| layer.values.len()).sum::<usize>(), 200);
        assert_eq!(registered.len(), 200);
        for value in &values {
            assert_eq!(cleaned(&registered, value), MARKER);
        }
    }

    #[test]
    fn the_beginning_of_a_value_is_noticed() {
        let mut registered = Registered::default();
        registered.add(["abcdef-123456"]);
        assert_eq!(registered.unfinished("x abcdef-1234"), Some(2));
        assert_eq!(registered.unfinished("x abc\nd\r\n"), Some(2));
        assert_eq!(registered.unfinished("x abc"), None);
        assert_eq!(registered.unfinished("x abcdef-123456"), None);
        assert_eq!(registered.unfinished("x abcdx"), None);
        assert_eq!(Registered::default().unfinished("x"), None);
    }
}
