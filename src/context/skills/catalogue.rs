//! The skills of a review: those of the policy before those of the repository.
//!
//! A skill that cannot be read is told, never passed over. Where both layers have one for the same criteria, the policy's counts.

use std::collections::{BTreeMap, BTreeSet};

use crate::change::{Authority, ChangeError};
use crate::config::{ListedFile, Section};
use crate::context::sources::document;
use crate::context::{MAX_BYTES, Problem};
use crate::finding::{RepoPath, RuleId};

use super::{Selection, Skill, SkillRule};

/// The folder whose folders are skills.
pub const FOLDER: &str = ".aurumcode/skills";

/// The document of a skill.
pub const DOC_NAME: &str = "SKILL.md";

/// The skills, and what is wrong with others.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// Those that count: the policy's first; of each layer those that are listed, then those in folders by name and folder.
    pub skills: Vec<Skill>,
    /// Those that do not, and why.
    pub problems: Vec<Problem>,
}

impl Catalogue {
    /// Reads the skills of the policy, where there is one, and of the repository: the `listed` ones, and those in folders.
    ///
    /// # Errors
    /// A tree could not be read at all.
    pub async fn read(listed: &[ListedFile], repository: &Authority, policy: Option<&Authority>) -> Result<Self, ChangeError> {
        let mut catalogue = Self::default();
        for (layer, tree) in [(Section::Policy, policy), (Section::Repository, Some(repository))] {
            let Some(tree) = tree else { continue };
            let named: Vec<RepoPath> = listed.iter().filter(|file| file.layer == layer).map(|file| file.path.clone()).collect();
            catalogue.listed(layer, tree, &named).await?;
            catalogue.folders(layer, tree, &named).await?;
        }
        Ok(catalogue)
    }

    /// What a change of these paths makes of each skill.
    pub fn select(&self, changed: &[RepoPath]) -> Vec<Selection<'_>> {
        self.skills.iter().map(|skill| skill.select(changed)).collect()
    }

    /// The skill and the section that the rule `id` names.
    pub fn rule(&self, id: &RuleId) -> Option<(&Skill, &SkillRule)> {
        self.skills.iter().find_map(|skill| Some((skill, skill.rules.iter().find(|rule| rule.id == *id)?)))
    }

    async fn listed(&mut self, layer: Section, tree: &Authority, paths: &[RepoPath]) -> Result<(), ChangeError> {
        let found = tree.read(paths, MAX_BYTES).await?;
        for path in paths {
            let content = found.get(path).ok_or_else(|| "there is no such file".to_owned());
            let read = content.and_then(|content| document(content));
            match read.and_then(|bytes| Skill::read(layer, &name(path), bytes)) {
                Ok(skill) => self.take(layer, path, Skill { listed: true, ..skill }),
                Err(message) => self.problems.push(Problem { refused: true, ..Problem::of(layer, path, message) }),
            }
        }
        Ok(())
    }

    async fn folders(&mut self, layer: Section, tree: &Authority, listed: &[RepoPath]) -> Result<(), ChangeError> {
        let wanted = |path: &RepoPath| base(path).is_some() && !listed.contains(path);
        let found = tree.find(&[RepoPath::from(FOLDER)], MAX_BYTES, wanted).await?;
        let mut read = Vec::new();
        for (path, content) in &found {
            match document(content).and_then(|bytes| Skill::read(layer, &base(path).unwrap_or_default(), bytes)) {
                Ok(skill) => read.push((path.clone(), skill)),
                Err(message) => self.problems.push(Problem::of(layer, path, message)),
            }
        }
        read.sort_by(|(_, one), (_, other)| (&one.name, &one.base).cmp(&(&other.name, &other.base)));
        let policys: BTreeMap<Selector, String> = self
            .skills
            .iter()
            .filter(|skill| skill.layer != layer)
            .filter_map(|skill| Some((skill.selector()?, skill.base.clone())))
            .collect();
        for (path, skill) in read {
            match skill.selector().and_then(|selector| policys.get(&selector)) {
                Some(other) => {
                    let message = format!("the central policy's skill `{other}` has the same criteria and counts instead");
                    self.problems.push(Problem { gives_way: true, ..Problem::of(layer, &path, message) });
                }
                None => self.take(layer, &path, skill),
            }
        }
        Ok(())
    }

    /// Lets a skill count, unless another one has its name: then its rules could not be told apart.
    fn take(&mut self, layer: Section, path: &RepoPath, skill: Skill) {
        match self.skills.iter().find(|other| other.base == skill.base) {
            None => self.skills.push(skill),
            Some(other) if other.layer != layer => {
                let message = "the central policy has a skill of this name, whose rules count".to_owned();
                self.problems.push(Problem { gives_way: true, ..Problem::of(layer, path, message) });
            }
            Some(_) => {
                let message =
                    format!("`review.context.skills` lists another skill that is called `{}`; rename one of them", skill.base);
                self.problems.push(Problem::of(layer, path, message));
            }
        }
    }
}

/// Languages and patterns: see [`Skill::selector`].
type Selector = (BTreeSet<String>, BTreeSet<String>);

/// The name of the folder, when `path` is the document of a skill.
fn base(path: &RepoPath) -> Option<String> {
    let inside = path.as_bytes().strip_prefix(FOLDER.as_bytes())?.strip_prefix(b"/")?;
    let folder = inside.strip_suffix(DOC_NAME.as_bytes())?.strip_suffix(b"/")?;
    (!folder.is_empty() && !folder.contains(&b'/')).then(|| RepoPath::new(folder).to_string())
}

/// What the rules of a listed file are named from: the folder of a `SKILL.md`, else the file without its extension.
fn name(path: &RepoPath) -> String {
    let text = path.to_string();
    let mut segments = text.rsplit('/');
    let file = segments.next().unwrap_or_default();
    match segments.next() {
        Some(folder) if file == DOC_NAME => folder.to_owned(),
        _ => file.rsplit_once('.').map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem }).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_file_gives_its_rules_their_name() {
        for (path, expected) in [
            ("docs/style.md", "style"),
            ("style", "style"),
            ("a.b.md", "a.b"),
            (".md", ".md"),
            ("team/errors/SKILL.md", "errors"),
            ("SKILL.md", "SKILL"),
        ] {
            assert_eq!(name(&path.into()), expected, "{path}");
        }
    }
}
