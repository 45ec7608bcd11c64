//! Reads everything that a team wrote to inform the model: prompts, instructions, documents, skills.
//!
//! Each layer's files are read from the side of it that has power, before anything runs, so that a broken policy is refused and
//! nothing is passed over. What the change itself makes of these files is not read here at all.

use std::sync::Arc;

use crate::change::{Authority, ChangeError, Content};
use crate::config::{ContextSettings, ListedFile, Presence, Section};
use crate::finding::RepoPath;

use super::instructions::{INSTRUCTIONS, Instruction, Instructions, is_instruction};
use super::listed::{Listed, Text};
use super::skills::{self, Catalogue};
use super::{ContextProvider, MAX_BYTES, Problem};

/// The curated sources of one review.
#[derive(Debug, Clone)]
pub struct Sources {
    prompt: Listed,
    instructions: Instructions,
    documents: Listed,
    /// The skills.
    pub catalogue: Arc<Catalogue>,
    /// Files that inform nobody, and why: those of the skills too.
    pub problems: Vec<Problem>,
}

impl Sources {
    /// Reads the sources of the policy, where there is one, and of the repository.
    ///
    /// # Errors
    /// A tree could not be read at all.
    pub async fn read(
        settings: &ContextSettings,
        repository: &Authority,
        policy: Option<&Authority>,
    ) -> Result<Self, ChangeError> {
        let catalogue = Catalogue::read(&settings.skills, repository, policy).await?;
        let mut sources = Self {
            prompt: Listed { name: "prompt", texts: Vec::new() },
            instructions: Instructions(Vec::new()),
            documents: Listed { name: "documents", texts: Vec::new() },
            problems: Vec::new(),
            catalogue: Arc::new(catalogue),
        };
        for (layer, tree) in [(Section::Policy, policy), (Section::Repository, Some(repository))] {
            let Some(tree) = tree else { continue };
            sources.prompt.texts.extend(texts(layer, tree, &settings.prompts, &mut sources.problems).await?);
            sources.instructions(layer, tree).await?;
            sources.documents.texts.extend(texts(layer, tree, &settings.docs, &mut sources.problems).await?);
        }
        sources.problems.extend(sources.catalogue.problems.iter().cloned());
        Ok(sources)
    }

    /// They, in the order in which they are told.
    pub fn providers(&self) -> Vec<Box<dyn ContextProvider>> {
        let skills = skills::Provider::new(Arc::clone(&self.catalogue));
        vec![
            Box::new(self.prompt.clone()),
            Box::new(self.instructions.clone()),
            Box::new(self.documents.clone()),
            Box::new(skills),
        ]
    }

    async fn instructions(&mut self, layer: Section, tree: &Authority) -> Result<(), ChangeError> {
        let found = tree.find(&[RepoPath::from(INSTRUCTIONS)], MAX_BYTES, is_instruction).await?;
        for (path, content) in &found {
            let read = document(content).and_then(|bytes| Instruction::read(layer, path, bytes));
            match read {
                Ok(one) if one.is_on() => self.instructions.0.push(one),
                Ok(_) => self.problems.push(Problem {
                    gives_way: true,
                    refused: false,
                    ..Problem::of(layer, path, "it is off: its front matter gives no `applyTo`".to_owned())
                }),
                Err(message) => self.problems.push(Problem::of(layer, path, message)),
            }
        }
        Ok(())
    }
}

/// The listed files of a layer that can be read; the others are problems.
async fn texts(
    layer: Section,
    tree: &Authority,
    listed: &[ListedFile],
    problems: &mut Vec<Problem>,
) -> Result<Vec<Text>, ChangeError> {
    let own: Vec<&ListedFile> = listed.iter().filter(|file| file.layer == layer).collect();
    let paths: Vec<RepoPath> = own.iter().map(|file| file.path.clone()).collect();
    let found = tree.read(&paths, MAX_BYTES).await?;
    let mut texts = Vec::new();
    for file in own {
        let read = match found.get(&file.path) {
            None | Some(Content::Missing) if file.presence == Presence::Optional => continue,
            None => Err("there is no such file".to_owned()),
            Some(content) => document(content).and_then(|bytes| Text::read(layer, &file.path, file.heading.as_deref(), bytes)),
        };
        match read {
            Ok(text) => texts.push(text),
            Err(message) => problems.push(Problem {
                refused: layer == Section::Policy || file.presence == Presence::Required,
                ..Problem::of(layer, &file.path, message)
            }),
        }
    }
    Ok(texts)
}

/// The bytes of a file, or why there are none.
pub(super) fn document<'a>(content: &'a Content<'_>) -> Result<&'a [u8], String> {
    content.bytes().ok_or_else(|| match content {
        Content::TooLarge { size } => format!("it holds {size} bytes; at most {MAX_BYTES} are read"),
        Content::Unreadable { why } => why.clone(),
        Content::Missing => "there is no such file".to_owned(),
        Content::Submodule | Content::Bytes(_) => "it is not a regular file".to_owned(),
    })
}
