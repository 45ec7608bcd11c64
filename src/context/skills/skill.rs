//! One skill, as its folder holds it.

use globset::GlobMatcher;

use crate::config::Section;
use crate::context::front_matter::split;
use crate::context::glob::glob;

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
    /// Whether the configuration lists it, so that it always applies.
    pub listed: bool,
    /// Its sections as rules.
    pub rules: Vec<SkillRule>,
    pub(super) globs: Vec<GlobMatcher>,
}

impl Skill {
    /// Reads the document of the skill in the folder `base`.
    pub(super) fn read(layer: Section, base: &str, bytes: &[u8]) -> Result<Self, String> {
        if !base.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter)) {
            return Err("its name is no name for rules; use letters, digits, `-`, `_` and `.`".to_owned());
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
            listed: false,
            rules: rules(base, &text),
            text,
            globs,
        })
    }
}
