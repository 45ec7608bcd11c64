//! Comments over several lines: whether a bare marker stands in one, and where one ends.
//!
//! The search is bounded, so that a file of nothing but markers is read in one go all the same.

use super::opener::{Opener, blocks};
use super::text::Text;

/// How many lines a comment may reach above and below a marker in it.
pub(super) const REACH: usize = 100;

/// The opener of the block comment around the line at `index`, which itself opens none: the nearest line above it that begins with
/// an opener and does not close it.
pub(super) fn around(text: &Text<'_>, index: usize) -> Option<Opener> {
    for above in (index.saturating_sub(REACH)..index).rev() {
        let line = text.line(above)?;
        let line = line.trim();
        if let Some(opener) = blocks().find(|opener| line.starts_with(opener.text)) {
            let inside = &line[opener.text.len()..];
            return opener.closer.filter(|closer| !inside.contains(closer)).map(|_| opener);
        }
        if blocks().filter_map(|opener| opener.closer).any(|closer| line.contains(closer)) {
            return None;
        }
    }
    None
}

/// Where a comment ends that is open at the end of the line at `index`: the line of its closer, and whether something stands behind
/// that on its line. A comment whose end is out of reach ends with its own line.
pub(super) fn end(text: &Text<'_>, index: usize, closer: &str) -> (usize, bool) {
    for below in index + 1..text.len().min(index + 1 + REACH) {
        let Some(line) = text.line(below) else { break };
        if let Some(at) = line.find(closer) {
            return (below, !line[at + closer.len()..].trim().is_empty());
        }
    }
    (index, false)
}
