//! Instructions for certain paths: `.aurumcode/instructions/<name>.md`, whose front matter says by `applyTo` for which.
//!
//! The format is the one that coding agents read (`applyTo`, with patterns joined by commas), so that one file serves both. A file
//! without `applyTo` applies to nothing: what is for everything says `**`.

use async_trait::async_trait;
use globset::GlobMatcher;

use crate::config::Section;
use crate::finding::RepoPath;

use super::front_matter::split;
use super::glob::glob;
use super::{ContextProvider, CuratedProvider, ProviderError};

/// The folder whose files are instructions.
pub const INSTRUCTIONS: &str = ".aurumcode/instructions";

/// One file of instructions.
#[derive(Debug, Clone)]
pub(super) struct Instruction {
    layer: Section,
    path: RepoPath,
    globs: Vec<GlobMatcher>,
    text: String,
}

impl Instruction {
    /// Reads a file of the folder.
    pub(super) fn read(layer: Section, path: &RepoPath, bytes: &[u8]) -> Result<Self, String> {
        let (matter, text) = split(bytes)?;
        let words = matter.apply_to.list().unwrap_or_default();
        let globs = words.iter().flat_map(|word| patterns(word)).map(glob).collect::<Result<_, _>>()?;
        Ok(Self { layer, path: path.clone(), globs, text })
    }

    /// Whether it says for which paths it is.
    pub(super) fn is_on(&self) -> bool {
        !self.globs.is_empty()
    }
}

/// Whether `path` is a file of instructions.
pub(super) fn is_instruction(path: &RepoPath) -> bool {
    let inside = path.as_bytes().strip_prefix(INSTRUCTIONS.as_bytes()).and_then(|rest| rest.strip_prefix(b"/"));
    inside.is_some_and(|name| name.ends_with(b".md") && !name.contains(&b'/'))
}

/// The patterns of a text, which commas outside braces divide.
fn patterns(text: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found.into_iter().map(str::trim).filter(|pattern| !pattern.is_empty()).collect()
}

/// The instructions as a source.
#[derive(Debug, Clone)]
pub(super) struct Instructions(pub(super) Vec<Instruction>);

#[async_trait]
impl ContextProvider for Instructions {
    fn name(&self) -> &str {
        "instructions"
    }

    async fn provide(&self, changed: &[RepoPath]) -> Result<String, ProviderError> {
        let fits = |one: &&Instruction| changed.iter().any(|path| one.globs.iter().any(|glob| glob.is_match(path.as_path())));
        let texts = self.0.iter().filter(fits).map(|one| super::listed::titled(&one.path, one.layer, &one.text));
        Ok(texts.collect())
    }

    fn curated(&self) -> Option<&dyn CuratedProvider> {
        Some(self)
    }
}

impl CuratedProvider for Instructions {}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Instruction, String> {
        Instruction::read(Section::Repository, &".aurumcode/instructions/a.md".into(), text.as_bytes())
    }

    #[tokio::test]
    async fn they_apply_where_they_say() {
        let table = [
            ("applyTo: '**/*.ts, **/*.tsx'", "src/a.tsx", true),
            ("applyTo: '{src,lib}/*.ts,docs/**'", "lib/a.ts", true),
            ("applyTo: ['docs/**', '*.md']", "docs/a/b", true),
            ("applyTo: '*.md'", "docs/a.md", false),
            ("applyTo: '**'", "any/where", true),
            ("applyTo: ''", "a", false),
            ("name: x", "a", false),
        ];
        for (key, path, applies) in table {
            let source = Instructions(vec![one(&format!("---\n{key}\n---\nText.\n")).expect(key)]);
            let text = source.provide(&[path.into()]).await.expect("a text");
            assert_eq!(text.contains("Text."), applies, "{key} {path}");
        }
        assert!(one("Text.\n").is_ok_and(|one| !one.is_on()), "without front matter it is off");
        assert!(one("---\napplyTo: '['\n---\n").is_err() && one("---\napplyTo: x\n").is_err());
    }

    #[test]
    fn they_lie_in_their_folder_alone() {
        for (path, expected) in [
            (".aurumcode/instructions/a.md", true),
            (".aurumcode/instructions/a/b.md", false),
            (".aurumcode/instructions/a.txt", false),
            (".aurumcode/instructions.md", false),
        ] {
            assert_eq!(is_instruction(&path.into()), expected, "{path}");
        }
    }
}
