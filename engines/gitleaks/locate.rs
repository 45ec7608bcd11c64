//! Where a secret stands in a text.
//!
//! The program's columns count differently from its lines and from version to version, and in the history its lines are those of an
//! older state. So the place is looked up in the text itself. The text that stands there can differ from the secret, which the program
//! also decodes: then the whole line is what must not be shown.

/// A secret as it stands in a source.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Written {
    /// The characters that stand there.
    pub(super) text: String,
    /// Whether they are the secret itself, and not a line that encodes it.
    pub(super) exact: bool,
}

/// A place in a text; all from 1, the end column exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: u32,
    pub(super) end_line: u32,
    pub(super) column: u32,
    pub(super) end_column: u32,
}

/// How `secret`, which the program saw on these lines of `text`, is written there; nothing where there are no such lines.
pub(super) fn written(text: &str, secret: &str, first: u32, last: u32) -> Option<Written> {
    if !secret.is_empty()
        && nearest(text, secret, first).is_some_and(|spot| spot.line >= first && spot.end_line <= last.max(first))
    {
        return Some(Written { text: secret.to_owned(), exact: true });
    }
    let from = usize::try_from(first).ok()?.checked_sub(1)?;
    let count = usize::try_from(last.saturating_sub(first)).ok()?.saturating_add(1);
    let lines: Vec<&str> = text.lines().skip(from).take(count).collect();
    let line = lines.join("\n").trim().to_owned();
    (!line.is_empty()).then_some(Written { text: line, exact: false })
}

/// The place of `wanted` in `text` that is nearest to a line.
pub(super) fn nearest(text: &str, wanted: &str, line: u32) -> Option<Spot> {
    if wanted.is_empty() {
        return None;
    }
    let mut number: u32 = 1;
    let mut counted = 0;
    let mut best: Option<(u32, Spot)> = None;
    for (at, _) in text.match_indices(wanted) {
        number = number.saturating_add(newlines(&text[counted..at]));
        counted = at;
        let distance = number.abs_diff(line);
        if best.as_ref().is_none_or(|(known, _)| distance < *known) {
            let column = column(&text[..at]);
            let end = text[..at + wanted.len()].trim_end_matches('\n');
            let spot = Spot {
                line: number,
                end_line: number.saturating_add(newlines(wanted.trim_end_matches('\n'))),
                column,
                end_column: self::column(end),
            };
            best = Some((distance, spot));
        }
    }
    best.map(|(_, spot)| spot)
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX)
}

/// The column behind the last character of `before`.
fn column(before: &str) -> u32 {
    let line = before.rsplit('\n').next().unwrap_or_default();
    u32::try_from(line.chars().count()).unwrap_or(u32::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_nearest_place_counts() {
        let text = "a\nké = 'S3CRET'\n\n\nS3CRET\n";
        let first = Spot { line: 2, end_line: 2, column: 7, end_column: 13 };
        let second = Spot { line: 5, end_line: 5, column: 1, end_column: 7 };
        assert_eq!(nearest(text, "S3CRET", 1), Some(first));
        assert_eq!(nearest(text, "S3CRET", 4), Some(second));
        assert_eq!(nearest(text, "other", 1), None);
        assert_eq!(nearest(text, "", 1), None);
        assert_eq!(
            nearest("x\n--B\nm\n--E\n", "--B\nm\n--E\n", 2),
            Some(Spot { line: 2, end_line: 4, column: 1, end_column: 4 })
        );
    }

    #[test]
    fn what_is_encoded_is_its_line() {
        let text = "one\n  x = \"ZW5jb2RlZA==\"\nS3CRET\n";
        let as_it_is = written(text, "S3CRET", 3, 3).expect("the line is there");
        assert!(as_it_is.exact && as_it_is.text == "S3CRET");
        // The same characters elsewhere are not what was seen on this line.
        let encoded = written(text, "S3CRET", 2, 2).expect("the line is there");
        assert!(!encoded.exact && encoded.text == "x = \"ZW5jb2RlZA==\"");
        assert!(written(text, "S3CRET", 9, 9).is_none() && written(text, "S3CRET", 0, 0).is_none());
    }

    proptest! {
        /// A place that is found holds what was looked for.
        #[test]
        fn a_place_holds_what_was_looked_for(text in "[ab\né]{0,40}", wanted in "[abé]{1,3}", line in 0u32..9) {
            match nearest(&text, &wanted, line) {
                Some(spot) => {
                    let found: String = text.split('\n').nth(spot.line as usize - 1).unwrap().chars()
                        .skip(spot.column as usize - 1).take((spot.end_column - spot.column) as usize).collect();
                    prop_assert_eq!(found, wanted);
                }
                None => prop_assert!(!text.contains(&wanted)),
            }
        }
    }
}
