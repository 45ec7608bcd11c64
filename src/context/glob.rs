//! The patterns by which skills and instructions say which paths they are for.
//!
//! One grammar, documented in docs/skills.md; it is not that of `ignore`, which follows gitignore.

use globset::{GlobBuilder, GlobMatcher};

/// A pattern of paths. It is anchored at the root of the repository:
///
/// | pattern | matches |
/// |---|---|
/// | `*` `?` | any characters, one byte (a character of ASCII); never a slash |
/// | `**/` `/**` | any directories in front of it, everything below it |
/// | `[a-c]` `[!0-9]` | one character of a set, one that is not in it |
/// | `{a,b}` | either |
/// | `\*` | the character itself |
pub(super) fn glob(pattern: &str) -> Result<GlobMatcher, String> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true).build();
    glob.map(|glob| glob.compile_matcher()).map_err(|error| format!("its pattern `{pattern}` cannot be read: {}", error.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_they_are_documented() {
        let table = [
            ("*.rs", "a.rs", true),
            ("*.rs", "src/a.rs", false),
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/b/a.rs", false),
            ("**/*.rs", "a.rs", true),
            ("**/*.rs", "src/b/a.rs", true),
            ("src/**", "src/b/a.rs", true),
            ("src/**", "source/a.rs", false),
            ("a/**/b", "a/b", true),
            ("a/**/b", "a/x/y/b", true),
            ("??.rs", "ç.rs", true),
            ("?.rs", "ab.rs", false),
            ("[a-c]/[!0-9].x", "b/z.x", true),
            ("[a-c]/[!0-9].x", "b/1.x", false),
            ("{src,lib}/*.{ts,tsx}", "lib/a.tsx", true),
            (r"\*.rs", "*.rs", true),
            (r"\*.rs", "a.rs", false),
        ];
        for (pattern, path, expected) in table {
            assert_eq!(glob(pattern).expect(pattern).is_match(path), expected, "{pattern} {path}");
        }
        for pattern in ["[", "{a", "a**{"] {
            assert!(glob(pattern).is_err(), "{pattern}");
        }
    }
}
