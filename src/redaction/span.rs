//! The places that a text must not show, and their replacement.
//!
//! Every rule marks places in the same, unchanged text; only then all of them are replaced at once. So no rule can hide from
//! another one half of what the other would have recognised.

use std::ops::Range;

/// What stands where a secret stood.
pub const MARKER: &str = "[REDACTED]";

/// A marked place, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    /// The quotes to write around the mark, as a place in the same text: a bare JSON scalar must become a string.
    pub(super) quote: Option<Range<usize>>,
}

/// The marked places of one text.
#[derive(Debug)]
pub(super) struct Spans<'a> {
    text: &'a str,
    spans: Vec<Span>,
}

impl<'a> Spans<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, spans: Vec::new() }
    }

    /// Marks a place; nothing when it is empty.
    pub(super) fn push(&mut self, range: Range<usize>) {
        self.push_span(range, None);
    }

    /// Marks a bare value whose mark is written between these quotes.
    pub(super) fn push_quoted(&mut self, range: Range<usize>, quote: Range<usize>) {
        self.push_span(range, Some(quote));
    }

    fn push_span(&mut self, range: Range<usize>, quote: Option<Range<usize>>) {
        let range = self.text.floor_char_boundary(range.start)..self.text.ceil_char_boundary(range.end);
        if !range.is_empty() {
            self.spans.push(Span { range, quote });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The places in order, united where they touch. A mark that is there already unites with what touches it, so that filtering
    /// in two steps gives the same text as filtering in one.
    pub(super) fn united(mut self) -> Vec<Span> {
        self.spans.extend(self.text.match_indices(MARKER).map(|(at, mark)| Span { range: at..at + mark.len(), quote: None }));
        self.spans.sort_by(|a, b| (a.range.start, b.range.end).cmp(&(b.range.start, a.range.end)));
        let mut united: Vec<Span> = Vec::with_capacity(self.spans.len());
        for span in self.spans {
            match united.last_mut() {
                Some(last) if span.range.start <= last.range.end => {
                    if span.range == last.range {
                        last.quote = last.quote.take().or(span.quote);
                    } else if span.range.end > last.range.end {
                        last.range.end = span.range.end;
                        last.quote = None;
                    }
                }
                _ => united.push(span),
            }
        }
        united
    }
}

/// The text with each place replaced. A place over several lines gives a mark on each of them: the number of lines stays.
pub(super) fn replace(text: &str, spans: &[Span]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        out.push_str(&text[at..span.range.start]);
        let quote = span.quote.clone().map_or("", |quote| &text[quote]);
        out.push_str(quote);
        for (index, line) in text[span.range.clone()].split('\n').enumerate() {
            if index > 0 {
                out.push('\n');
            }
            let (line, end) = line.strip_suffix('\r').map_or((line, ""), |line| (line, "\r"));
            if !line.is_empty() {
                out.push_str(MARKER);
            }
            out.push_str(end);
        }
        out.push_str(quote);
        at = span.range.end;
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str, ranges: &[(usize, usize)]) -> String {
        let mut spans = Spans::of(text);
        for (start, end) in ranges {
            spans.push(*start..*end);
        }
        replace(text, &spans.united())
    }

    #[test]
    fn touching_places_become_one_mark() {
        assert_eq!(replaced("abcdefgh", &[(4, 6), (1, 3)]), "a[REDACTED]d[REDACTED]gh");
        assert_eq!(replaced("abcdefgh", &[(1, 3), (3, 5), (2, 4)]), "a[REDACTED]fgh");
        assert_eq!(replaced("abcdefgh", &[(1, 7), (2, 3), (8, 8)]), "a[REDACTED]h");
        assert_eq!(replaced("x[REDACTED]y[REDACTED]", &[(11, 12)]), "x[REDACTED]");
        assert_eq!(replaced("x[REDACTED]y", &[(0, 3)]), "[REDACTED]y");
    }

    #[test]
    fn the_number_of_lines_stays() {
        assert_eq!(replaced("ab\ncd\r\n\nef", &[(1, 9)]), "a[REDACTED]\n[REDACTED]\r\n\n[REDACTED]f");
    }

    #[test]
    fn a_place_inside_a_character_takes_all_of_it() {
        assert_eq!(replaced("aéb", &[(2, 3)]), "a[REDACTED]b");
    }

    #[test]
    fn a_bare_value_gets_its_quotes_unless_it_grew() {
        let text = r#""k": 1234"#;
        let mut spans = Spans::of(text);
        spans.push_quoted(5..9, 2..3);
        spans.push(5..9);
        assert_eq!(replace(text, &spans.united()), r#""k": "[REDACTED]""#);
    }
}
