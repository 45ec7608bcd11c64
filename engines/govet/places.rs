//! Comments by which a file says that its code stands in another place: `//line file:line`, `/*line file:line:column*/`.
//!
//! Generators write them, and anybody can: `go vet` then names a place that the change does not touch, and what it found there would
//! count as old. So a file with one is not believed to be looked at.

use bstr::ByteSlice;

/// Whether a text holds such a comment (go.dev/cmd/compile, "Line directives"). It errs towards finding one.
pub(super) fn moves(text: &[u8]) -> bool {
    let names_a_line = |rest: &[u8]| {
        let end = rest.find("*/").unwrap_or(rest.len());
        rest[..end].windows(2).any(|pair| pair[0] == b':' && pair[1].is_ascii_digit())
    };
    text.lines().any(|line| {
        let whole = line.strip_prefix(b"//line ").is_some_and(names_a_line);
        whole || line.find_iter("/*line ").any(|at| names_a_line(&line[at + 7..]))
    })
}

#[cfg(test)]
mod tests {
    use super::moves;

    #[test]
    fn comments_that_move_places_are_known() {
        for text in ["//line a.go:1", "package a\n//line a.y:3:4\r\n", "x = /*line a.go:1:1*/y", "a /*line x*/ b /*line :1*/"] {
            assert!(moves(text.as_bytes()), "{text}");
        }
        for text in ["", " //line a.go:1", "//lines a.go:1", "// line a.go:1", "/*line*/ x:1", "//line up", "x /*line a*/ y[:1]"]
        {
            assert!(!moves(text.as_bytes()), "{text}");
        }
    }
}
