//! The skills of a review: those of the policy before those of the repository.
//!
//! A skill that cannot be read is told, never passed over. Where both layers have one for the same criteria, the policy's counts.

use std::collections::BTreeMap;

use crate::change::{Authority, ChangeError, Content};
use crate::config::Section;
use crate::finding::{RepoPath, RuleId};

use super::{Selection, Skill, SkillRule};

/// The folder whose folders are skills.
pub const FOLDER: &str = ".aurumcode/skills";

/// The document of a skill.
pub const DOC_NAME: &str = "SKILL.md";

/// A larger document is not read: 1 MiB.
const MAX_BYTES: u64 = 1024 * 1024;

/// The skills, and what is wrong with others.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// Those that count: the policy's first, each layer's by name and folder.
    pub skills: Vec<Skill>,
    /// Those that do not, and why.
    pub problems: Vec<Problem>,
}

/// A skill that does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Whose it is.
    pub layer: Section,
    /// Its document.
    pub path: RepoPath,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Whether it is no mistake, but gives way to the policy's.
    pub gives_way: bool,
}

impl Catalogue {
    /// Reads the skills of the policy, where there is one, and of the repository.
    ///
    /// # Errors
    /// A tree could not be read at all.
    pub async fn read(repository: &Authority, policy: Option<&Authority>) -> Result<Self, ChangeError> {
        let mut catalogue = Self::default();
        if let Some(policy) = policy {
            catalogue.layer(Section::Policy, policy).await?;
        }
        catalogue.layer(Section::Repository, repository).await?;
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

    async fn layer(&mut self, layer: Section, authority: &Authority) -> Result<(), ChangeError> {
        let found = authority.find(&[RepoPath::from(FOLDER)], MAX_BYTES, |path| base(path).is_some()).await?;
        let mut read = Vec::new();
        for (path, content) in &found {
            match document(content).and_then(|bytes| Skill::read(layer, &base(path).unwrap_or_default(), bytes)) {
                Ok(skill) => read.push((path.clone(), skill)),
                Err(message) => self.refuse(layer, path, message, false),
            }
        }
        read.sort_by(|(_, one), (_, other)| (&one.name, &one.base).cmp(&(&other.name, &other.base)));
        let policys: BTreeMap<_, String> = self
            .skills
            .iter()
            .filter(|skill| skill.layer != layer)
            .filter_map(|skill| Some((skill.selector()?, skill.base.clone())))
            .collect();
        for (path, skill) in read {
            let same = skill.selector().and_then(|selector| policys.get(&selector));
            let taken = self.skills.iter().find(|other| other.base == skill.base);
            if let Some(other) = same {
                self.refuse(
                    layer,
                    &path,
                    format!("the central policy's skill `{other}` has the same criteria and counts instead"),
                    true,
                );
            } else if taken.is_some() {
                self.refuse(layer, &path, "the central policy has a skill of this name, whose rules count".to_owned(), true);
            } else {
                self.skills.push(skill);
            }
        }
        Ok(())
    }

    fn refuse(&mut self, layer: Section, path: &RepoPath, message: String, gives_way: bool) {
        self.problems.push(Problem { layer, path: path.clone(), message, gives_way });
    }
}

/// The name of the folder, when `path` is the document of a skill.
fn base(path: &RepoPath) -> Option<String> {
    let inside = path.as_bytes().strip_prefix(FOLDER.as_bytes())?.strip_prefix(b"/")?;
    let folder = inside.strip_suffix(DOC_NAME.as_bytes())?.strip_suffix(b"/")?;
    (!folder.is_empty() && !folder.contains(&b'/')).then(|| RepoPath::new(folder).to_string())
}

fn document<'a>(content: &'a Content<'_>) -> Result<&'a [u8], String> {
    content.bytes().ok_or_else(|| match content {
        Content::TooLarge { size } => format!("it holds {size} bytes; at most {MAX_BYTES} are read"),
        Content::Unreadable { why } => why.clone(),
        Content::Submodule | Content::Missing | Content::Bytes(_) => "it is not a regular file".to_owned(),
    })
}
