//! One skill, as its folder holds it.

use globset::{GlobBuilder, GlobMatcher};

use crate::config::Section;

use super::front_matter::split;
use super::section::{SkillRule, rules};

/// A skill.
#[derive(Debug, Clone)]
pub struct Skill {
    /// Whose it is.
    pub layer: Section,
    /// The name of its folder, from which its rules are named.
    pub base: String,
    /// What it calls itself; its folder's name where it does not.
    pub name: String,
    /// What it says that it is for; may be empty.
    pub description: String,
    /// Its version; `1` where it gives none.
    pub version: String,
    /// The languages that it is for, as it writes them; nothing when it names none.
    pub languages: Option<Vec<String>>,
    /// The patterns of paths that it is for; nothing when it gives none.
    pub paths: Option<Vec<String>>,
    /// The text behind the front matter.
    pub text: String,
    /// Its sections as rules.
    pub rules: Vec<SkillRule>,
    pub(super) globs: Vec<GlobMatcher>,
}

impl Skill {
    /// Reads the document of the skill in the folder `base`.
    pub(super) fn read(layer: Section, base: &str, bytes: &[u8]) -> Result<Self, String> {
        if !base.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter)) {
            return Err("the name of its folder is no name for rules; use letters, digits, `-`, `_` and `.`".to_owned());
        }
        let (matter, text) = split(bytes)?;
        let paths = matter.paths.list();
        let globs = paths.iter().flatten().map(|pattern| glob(pattern)).collect::<Result<_, _>>()?;
        let given = |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        Ok(Self {
            layer,
            base: base.to_owned(),
            name: given(matter.name).unwrap_or_else(|| base.to_owned()),
            description: given(matter.description).unwrap_or_default(),
            version: matter.version.map_or_else(|| "1".to_owned(), |version| version.to_string()),
            languages: matter.languages.list(),
            paths,
            rules: rules(base, &text),
            text,
            globs,
        })
    }
}

/// A pattern of paths. It is anchored at the root of the repository:
///
/// | pattern | matches |
/// |---|---|
/// | `*` `?` | any characters, one byte (a character of ASCII); never a slash |
/// | `**/` `/**` | any directories in front of it, everything below it |
/// | `[a-c]` `[!0-9]` | one character of a set, one that is not in it |
/// | `{a,b}` | either |
/// | `\*` | the character itself |
fn glob(pattern: &str) -> Result<GlobMatcher, String> {
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
