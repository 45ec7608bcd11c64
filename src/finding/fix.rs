//! Other lines that would mend a finding.
//!
//! A fix is an offer to whoever reads the finding. Nothing in this program ever applies one.

use std::num::NonZeroU32;

/// Whole lines in place of whole lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The first line that goes, from 1.
    pub first: NonZeroU32,
    /// The last line that goes, not before the first.
    pub last: NonZeroU32,
    /// The lines that come, without their ends.
    pub lines: Vec<String>,
}

/// The most lines, and bytes, that a fix has: what a reader compares at a glance.
const MOST: (usize, usize) = (50, 4 * 1024);

impl Fix {
    /// The lines of `source` that the edit "in place of the bytes `range`, `text`" changes, as they are after it; nothing when that is
    /// no edit of this text, or a large one.
    pub fn of_edit(source: &str, range: std::ops::Range<usize>, text: &str) -> Option<Self> {
        let (before, within, behind) = (source.get(..range.start)?, source.get(range.clone())?, source.get(range.end..)?);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let end = behind.find('\n').unwrap_or(behind.len());
        let new = format!("{}{text}{}", &before[start..], &behind[..end]);
        let lines: Vec<String> = new.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect();
        let first = u32::try_from(before.matches('\n').count()).ok()?.checked_add(1)?;
        let last = first.checked_add(u32::try_from(within.matches('\n').count()).ok()?)?;
        let small = lines.len() <= MOST.0 && new.len() <= MOST.1;
        small.then_some(Self { first: NonZeroU32::new(first)?, last: NonZeroU32::new(last)?, lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_becomes_whole_lines() {
        let source = "a = 1\nb = f(\n  x)\r\nc\n";
        let of = |range, text: &str| Fix::of_edit(source, range, text).map(|fix| (fix.first.get(), fix.last.get(), fix.lines));
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        assert_eq!(of(4..5, "2"), Some((1, 1, lines(&["a = 2"]))));
        assert_eq!(of(10..18, "g(x)"), Some((2, 3, lines(&["b = g(x)"]))));
        assert_eq!(of(6..6, "new\n"), Some((2, 2, lines(&["new", "b = f("]))));
        assert_eq!(of(0..5, ""), Some((1, 1, lines(&[""]))));
        assert_eq!((of(4..400, ""), of(4..5, &"x".repeat(5_000)), of(4..5, &"\n".repeat(60))), (None, None, None));
        assert_eq!(Fix::of_edit("é", 1..2, "e"), None);
    }
}
