//! Which skills a change calls for, and why.
//!
//! A skill in a folder applies when every criterion that it declares fits some changed file. One that declares none is off: a skill
//! for everything would be one that nobody chose. One that the configuration lists was chosen, and always applies.

use std::collections::BTreeSet;

use crate::finding::RepoPath;

use super::{Skill, language};

/// What became of one skill.
#[derive(Debug, Clone)]
pub struct Selection<'a> {
    /// The skill.
    pub skill: &'a Skill,
    /// Whether it applies, and why.
    pub answer: Answer,
    /// Languages that it names and that nobody is known to have. They fit nothing, and are always told.
    pub unknown_languages: Vec<String>,
}

/// Why a skill applies, or does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It applies: for each criterion the first changed file that fits it.
    Applies {
        /// `languages` or `paths`, and the file.
        because: Vec<(&'static str, RepoPath)>,
    },
    /// It applies, since the configuration lists it.
    Listed,
    /// No changed file fits this criterion: `languages` or `paths`.
    NoFile(&'static str),
    /// It declares no criterion, so it is off.
    NoCriterion,
}

impl Answer {
    /// Whether the skill applies.
    pub const fn applies(&self) -> bool {
        matches!(self, Self::Applies { .. } | Self::Listed)
    }
}

impl Skill {
    /// What it makes of a change of these paths.
    pub fn select(&self, changed: &[RepoPath]) -> Selection<'_> {
        let named = self.languages.iter().flatten();
        let unknown_languages = named.filter(|word| language::named(word).is_none()).cloned().collect();
        Selection { skill: self, answer: self.answer(changed), unknown_languages }
    }

    fn answer(&self, changed: &[RepoPath]) -> Answer {
        if self.listed {
            return Answer::Listed;
        }
        let mut because = Vec::new();
        if let Some(words) = &self.languages {
            let wanted: BTreeSet<&str> = words.iter().filter_map(|word| language::named(word)).collect();
            match changed.iter().find(|path| language::of(path).is_some_and(|language| wanted.contains(language))) {
                Some(path) => because.push(("languages", path.clone())),
                None => return Answer::NoFile("languages"),
            }
        }
        if self.paths.is_some() {
            match changed.iter().find(|path| self.globs.iter().any(|glob| glob.is_match(path.as_path()))) {
                Some(path) => because.push(("paths", path.clone())),
                None => return Answer::NoFile("paths"),
            }
        }
        if because.is_empty() { Answer::NoCriterion } else { Answer::Applies { because } }
    }

    /// Its criteria, so that two skills with the same ones can be told: languages by their names, patterns as they are, sorted.
    pub(super) fn selector(&self) -> Option<(BTreeSet<String>, BTreeSet<String>)> {
        let languages = self.languages.iter().flatten();
        let languages = languages.map(|word| language::named(word).map_or_else(|| word.to_lowercase(), str::to_owned)).collect();
        let paths = self.paths.iter().flatten().cloned().collect();
        (!self.listed && (self.languages.is_some() || self.paths.is_some())).then_some((languages, paths))
    }
}
