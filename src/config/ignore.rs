//! `ignore`: patterns of paths that are not reviewed, in the manner of gitignore, over paths as bytes.
//!
//! Each pattern becomes a regular expression without backtracking, so a hostile pattern or path costs linear time. It differs from
//! git on purpose: `!` is refused (what is ignored must not depend on the order of lines), a leading `#` is no comment, `?` is one
//! character and not one byte, and stars that are not a whole name are one star, as git's manual says and its code does not.

use std::borrow::Cow;

use regex::{RegexSet, RegexSetBuilder};

use crate::finding::RepoPath;

/// The most bytes of one pattern.
const MAX_PATTERN: usize = 1024;

/// The most patterns: they are matched together against every path.
const MAX_PATTERNS: usize = 1000;

/// Matches paths against the patterns of `ignore`.
///
/// | pattern | matches |
/// |---|---|
/// | `*.lock` | without a slash: a name at any depth |
/// | `docs/*.md`, `/build` | with a slash at the front or in the middle: from the root of the repository |
/// | `target/` | with a slash at the end: a directory only |
/// | `*` `?` | any characters, one character; never a slash |
/// | `[a-c]` `[!0-9]` | one character of a set, one that is not in it |
/// | `**/x` `x/**` `a/**/b` | any directories in front of it, everything below it, any directories between |
/// | `\*` | the character itself |
///
/// A directory that matches takes everything below it along.
#[derive(Debug, Clone)]
pub struct Ignore(RegexSet);

/// Why a pattern is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    /// Nothing to match.
    #[error("the pattern is empty or holds only slashes")]
    Empty,
    /// A leading `!`.
    #[error("a pattern cannot take a path back with `!`")]
    Negated,
    /// `[` without `]`.
    #[error("`[` is never closed")]
    OpenClass,
    /// A set without characters, or a range from high to low.
    #[error("the set in brackets matches nothing")]
    EmptyClass,
    /// `[[:alpha:]]` and the like.
    #[error("named sets such as `[:alpha:]` are not accepted; write the range, such as `[a-z]`")]
    NamedClass,
    /// A `\` at the end.
    #[error("`\\` at the end has nothing to escape")]
    LoneEscape,
    /// `.`, `..` or an empty name between slashes: no path of a repository has one.
    #[error("no path of a repository holds `.`, `..` or `//`")]
    DotSegment,
    /// Too long.
    #[error("the pattern is longer than {MAX_PATTERN} bytes")]
    TooLong,
    /// All patterns together.
    #[error("there are more patterns than {MAX_PATTERNS}, or they are too large together")]
    TooMany,
}

impl Ignore {
    /// Compiles the patterns.
    ///
    /// # Errors
    /// The index of the first pattern that is refused, with the reason; patterns that are too large together are refused at the
    /// last one.
    pub fn new<S: AsRef<str>>(patterns: &[S]) -> Result<Self, (usize, GlobError)> {
        if patterns.len() > MAX_PATTERNS {
            return Err((MAX_PATTERNS, GlobError::TooMany));
        }
        let regexes =
            patterns.iter().enumerate().map(|(index, pattern)| translate(pattern.as_ref()).map_err(|error| (index, error)));
        let regexes = regexes.collect::<Result<Vec<_>, _>>()?;
        let set = RegexSetBuilder::new(regexes).dot_matches_new_line(true).build();
        set.map(Self).map_err(|_| (patterns.len().saturating_sub(1), GlobError::TooMany))
    }

    /// Whether the path, or a directory above it, matches a pattern. A byte that is no UTF-8 counts as one character.
    pub fn matches(&self, path: &RepoPath) -> bool {
        self.0.is_match(&text(path.as_bytes()))
    }
}

/// The path as text, with U+FFFD for each byte that is no UTF-8.
fn text(path: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(path) {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in path.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    Cow::Owned(text)
}

/// The regular expression of a pattern.
pub(super) fn translate(pattern: &str) -> Result<String, GlobError> {
    if pattern.len() > MAX_PATTERN {
        return Err(GlobError::TooLong);
    }
    if pattern.starts_with('!') {
        return Err(GlobError::Negated);
    }
    let (body, directory) = pattern.strip_suffix('/').map_or((pattern, false), |body| (body, true));
    let (body, rooted) = body.strip_prefix('/').map_or((body, false), |body| (body, true));
    if body.is_empty() {
        return Err(GlobError::Empty);
    }
    let segments: Vec<&str> = body.split('/').collect();
    if segments.iter().any(|segment| matches!(*segment, "" | "." | "..")) {
        return Err(GlobError::DotSegment);
    }
    let mut regex = String::from(if rooted || segments.len() > 1 { "^" } else { "^(?:.*/)?" });
    let last = segments.len() - 1;
    for (index, segment) in segments.iter().enumerate() {
        match (*segment, index == last) {
            // Everything below: at least one name.
            ("**", true) => regex.push_str(".+"),
            ("**", false) => regex.push_str("(?:.*/)?"),
            (segment, end) => {
                name(segment, &mut regex)?;
                regex.push_str(if end { "" } else { "/" });
            }
        }
    }
    regex.push_str(if directory { "/" } else { "(?:/|$)" });
    Ok(regex)
}

/// One name of a pattern: what matches between two slashes.
fn name(segment: &str, regex: &mut String) -> Result<(), GlobError> {
    let mut rest = segment.chars();
    while let Some(character) = rest.next() {
        match character {
            '*' => regex.push_str("[^/]*"),
            '?' => regex.push_str("[^/]"),
            '[' => rest = class(rest.as_str(), regex)?.chars(),
            '\\' => literal(rest.next().ok_or(GlobError::LoneEscape)?, regex),
            other => literal(other, regex),
        }
    }
    Ok(())
}

/// A set in brackets, from behind the `[`; returns what stands behind the `]`.
fn class<'a>(text: &'a str, regex: &mut String) -> Result<&'a str, GlobError> {
    let (text, negated) = text.strip_prefix(['!', '^']).map_or((text, false), |text| (text, true));
    let mut members = String::new();
    let mut rest = text.char_indices();
    let mut first = true;
    loop {
        let (at, start) = rest.next().ok_or(GlobError::OpenClass)?;
        if start == '[' && rest.as_str().starts_with([':', '.', '=']) {
            return Err(GlobError::NamedClass);
        }
        if start == ']' && !first {
            if members.is_empty() {
                return Err(GlobError::EmptyClass);
            }
            // A set never matches the slash, whatever it lists.
            regex.push_str(&if negated { format!("[^/{members}]") } else { format!("[[{members}]--[/]]") });
            return Ok(&text[at + 1..]);
        }
        first = false;
        let start = if start == '\\' { rest.next().ok_or(GlobError::OpenClass)?.1 } else { start };
        let mut ahead = rest.clone();
        let end = match (ahead.next(), ahead.next()) {
            (Some((_, '-')), Some((_, end))) if end != ']' => {
                rest = ahead;
                if end == '\\' { rest.next().ok_or(GlobError::OpenClass)?.1 } else { end }
            }
            _ => start,
        };
        if start <= end {
            literal(start, &mut members);
            members.push('-');
            literal(end, &mut members);
        }
    }
}

fn literal(character: char, regex: &mut String) {
    regex.push_str(&regex::escape(character.encode_utf8(&mut [0; 4])));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pattern, paths that it matches, paths that it does not.
    const TABLE: &[(&str, &[&str], &[&str])] = &[
        ("*.lock", &["Cargo.lock", "a/b/yarn.lock", ".lock", "x.lock/file"], &["lock", "Cargo.lock2", "a.lock.rs"]),
        ("docs/*.md", &["docs/a.md", "docs/.md"], &["docs/a/b.md", "x/docs/a.md", "docs/a.mdx"]),
        ("/build", &["build", "build/x/y"], &["a/build", "builds"]),
        ("target/", &["target/x", "a/target/y/z"], &["target", "a/target", "targets/x"]),
        ("**/gen", &["gen", "a/gen", "a/b/gen/x"], &["agen", "gen2"]),
        ("gen/**", &["gen/a", "gen/a/b"], &["gen", "a/gen/b"]),
        ("a/**/b", &["a/b", "a/x/b", "a/x/y/b", "a/b/c"], &["ab", "x/a/b", "a/xb"]),
        ("**", &["a", "a/b"], &[]),
        ("a**b", &["ab", "axxb", "d/ab"], &["a/b"]),
        ("caf?.md", &["café.md", "cafe.md"], &["caf.md", "cafee.md", "caf/.md"]),
        ("??", &["ab", "éé"], &["é", "a", "a/b"]),
        ("[a-c]x", &["ax", "cx", "d/bx"], &["dx", "x", "/x"]),
        ("[!a-c]x", &["dx", "éx"], &["ax", "x"]),
        ("[]a]x", &["]x", "ax"], &["x"]),
        ("[a-]x", &["ax", "-x"], &["bx"]),
        ("[+-9]x", &["5x", "-x"], &["/x", "a/+y"]),
        (r"\*.md", &["*.md"], &["a.md"]),
        (r"\!important", &["!important"], &["important"]),
        ("#file", &["#file"], &["file"]),
        ("a.b", &["a.b"], &["axb"]),
        ("{a,b}", &["{a,b}"], &["a", "b"]),
        ("a b", &["a b"], &["a", "b"]),
    ];

    #[test]
    fn the_grammar() {
        for (pattern, yes, no) in TABLE {
            let ignore = Ignore::new(&[pattern]).unwrap();
            for path in *yes {
                assert!(ignore.matches(&RepoPath::from(*path)), "{pattern} should match {path}: {}", translate(pattern).unwrap());
            }
            for path in *no {
                assert!(
                    !ignore.matches(&RepoPath::from(*path)),
                    "{pattern} should not match {path}: {}",
                    translate(pattern).unwrap()
                );
            }
        }
    }

    #[test]
    fn paths_are_bytes() {
        let any = Ignore::new(&["a?c", "*.bin"]).unwrap();
        assert!(any.matches(&RepoPath::new(*b"a\xffc")));
        assert!(any.matches(&RepoPath::new(*b"\xff\xfe.bin")));
        assert!(!any.matches(&RepoPath::new(*b"a\xff\xffc")));
        assert!(any.matches(&RepoPath::new(*b"line\nbreak.bin")));
        assert!(!Ignore::new::<&str>(&[]).unwrap().matches(&RepoPath::from("a")));
    }

    #[test]
    fn what_means_nothing_is_refused() {
        let table = [
            ("", GlobError::Empty),
            ("/", GlobError::Empty),
            ("!keep", GlobError::Negated),
            ("[a", GlobError::OpenClass),
            ("[]", GlobError::OpenClass),
            ("[z-a]", GlobError::EmptyClass),
            ("[[:alpha:]]", GlobError::NamedClass),
            ("a\\", GlobError::LoneEscape),
            ("./a", GlobError::DotSegment),
            ("../a", GlobError::DotSegment),
            ("a//b", GlobError::DotSegment),
            ("//", GlobError::Empty),
        ];
        for (pattern, error) in table {
            assert_eq!(Ignore::new(&["ok", pattern]).unwrap_err(), (1, error), "{pattern}");
        }
        assert_eq!(Ignore::new(&["x".repeat(MAX_PATTERN + 1)]).unwrap_err(), (0, GlobError::TooLong));
    }
}
