//! Reading a configuration: from bytes to effective settings, or to everything that is wrong with it.

use sha2::{Digest, Sha256};

use crate::finding::{Code, Diagnostic, Excerpt, RepoPath};

use super::check::Check;
use super::context;
use super::effective::effective;
use super::explain::Explained;
use super::file::File;
use super::files::{Files, locate};
use super::layers::{Layer, Layers, Override};
use super::vocabulary::{Vocabulary, by_name};
use super::yaml::{MAX_BYTES, MAX_PROBLEMS, Source, disagreement, read};
use super::{Ignore, Section, Settings};

/// A configuration that was accepted, or the defaults where there is none.
#[derive(Debug, Clone)]
pub struct Loaded {
    settings: Settings,
    ignore: Ignore,
    file: Option<String>,
    explained: Vec<Explained>,
    files: Vec<LayerFile>,
    overrides: Vec<Override>,
    context_files: Vec<(Section, RepoPath, Excerpt)>,
}

/// A file that settings came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerFile {
    /// Whose it is.
    pub section: Section,
    /// The file as the user would name it.
    pub file: String,
    /// The SHA-256 of its text, in hexadecimal.
    pub sha256: String,
}

/// A central policy's configuration, which was accepted.
#[derive(Debug, Clone)]
pub struct Policy(Layer);

impl Policy {
    /// The file that it was read from, as messages call it.
    pub fn file(&self) -> &str {
        self.0.source.as_ref().map(Source::file).unwrap_or_default()
    }
}

impl Loaded {
    /// The effective settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The compiled matcher of `settings().ignore`.
    pub fn ignore(&self) -> &Ignore {
        &self.ignore
    }

    /// The files that the settings came from, the policy's first.
    pub fn files(&self) -> &[LayerFile] {
        &self.files
    }

    /// Every value that one layer gave and that does not count, since the other's does, in the order of the repository's file.
    pub fn overrides(&self) -> &[Override] {
        &self.overrides
    }

    /// The repository's file that was read; nothing when it has no configuration.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Where a layer names a file of the context; nothing for one that nobody names.
    pub fn context_file(&self, layer: Section, path: &RepoPath) -> Option<&Excerpt> {
        self.context_files.iter().find(|(whose, named, _)| *whose == layer && named == path).map(|(_, _, excerpt)| excerpt)
    }

    /// Every effective value and where it comes from.
    pub fn explain(&self) -> &[Explained] {
        &self.explained
    }
}

/// Reads the configuration of a tree: `.aurumcode.yml`, or `.aurumcode/config.yml`. A tree without one gets the defaults: the
/// engines that are on by default, threshold `error`.
///
/// # Errors
/// Everything that is wrong, in the order of the file.
pub fn load(files: &dyn Files, vocabulary: &dyn Vocabulary) -> Result<Loaded, Vec<Diagnostic>> {
    load_under(None, files, vocabulary)
}

/// The same, under a central policy.
///
/// # Errors
/// As for [`load`].
pub fn load_under(policy: Option<&Policy>, files: &dyn Files, vocabulary: &dyn Vocabulary) -> Result<Loaded, Vec<Diagnostic>> {
    let layer = match locate(files, MAX_BYTES)? {
        Some((name, bytes)) => {
            tracing::info!(file = name, bytes = bytes.len(), "the configuration is read");
            layer(Section::Repository, name, &bytes, vocabulary)?
        }
        None => Layer::none(),
    };
    finish(Layers { policy: policy.map(|policy| &policy.0), repository: &layer }, vocabulary)
}

/// Reads the configuration of a central policy, whose directory messages call `label`; nothing when the directory has none.
///
/// # Errors
/// As for [`load`].
pub fn load_policy(files: &dyn Files, label: &str, vocabulary: &dyn Vocabulary) -> Result<Option<Policy>, Vec<Diagnostic>> {
    let Some((name, bytes)) = locate(files, MAX_BYTES)? else { return Ok(None) };
    let file = format!("{}/{name}", label.trim_end_matches('/'));
    tracing::info!(file, bytes = bytes.len(), "the central policy is read");
    Ok(Some(Policy(layer(Section::Policy, &file, &bytes, vocabulary)?)))
}

/// Reads the content of one configuration file, which messages call `file`. A file without content is a valid configuration.
///
/// # Errors
/// Everything that is wrong, in the order of the file.
pub fn parse(file: &str, bytes: &[u8], vocabulary: &dyn Vocabulary) -> Result<Loaded, Vec<Diagnostic>> {
    let layer = layer(Section::Repository, file, bytes, vocabulary)?;
    finish(Layers { policy: None, repository: &layer }, vocabulary)
}

/// A file that passes every check.
fn layer(section: Section, file: &str, bytes: &[u8], vocabulary: &dyn Vocabulary) -> Result<Layer, Vec<Diagnostic>> {
    let source = Source::open(file, bytes).map_err(in_order)?;
    let reading = read(&source);
    let mut problems = reading.problems;
    if let Some(root) = &reading.root {
        let engines = by_name(vocabulary);
        let absent = vocabulary.absent();
        problems.extend(Check { source: &source, root, engines: &engines, absent: &absent, vocabulary }.run());
    }
    if !problems.is_empty() {
        return Err(in_order(problems));
    }
    if let Some(problem) = disagreement(&source, reading.root.as_ref()) {
        return Err(vec![problem]);
    }
    let file = if reading.root.is_some() { decode(&source)? } else { File::default() };
    Ok(Layer { section, file, root: reading.root, source: Some(source) })
}

/// The typed configuration. The schema comes from the same types, so a text that it accepts can be read into them; should they ever
/// disagree, the file is refused.
fn decode(source: &Source) -> Result<File, Vec<Diagnostic>> {
    serde_yaml::from_str(source.text()).map_err(|error| {
        let message = format!("the schema accepts the file and its types do not: {error}");
        vec![
            Diagnostic::new(Code::CONFIG_TWO_READINGS, message)
                .help("this is an error in the program: report it with this message"),
        ]
    })
}

fn finish(layers: Layers<'_>, vocabulary: &dyn Vocabulary) -> Result<Loaded, Vec<Diagnostic>> {
    let (settings, explained) = effective(layers, &by_name(vocabulary));
    let ignore = Ignore::new(&settings.ignore).map_err(|(_, error)| {
        vec![Diagnostic::new(Code::CONFIG_INVALID_GLOB, error.to_string()).help("docs/configuration.md describes the patterns")]
    })?;
    let both = layers.policy.into_iter().chain([layers.repository]);
    let files = both.filter_map(|layer| {
        let source = layer.source.as_ref()?;
        let sha256 = Sha256::digest(source.text()).iter().map(|byte| format!("{byte:02x}")).collect();
        Some(LayerFile { section: layer.section, file: source.file().to_owned(), sha256 })
    });
    let file = layers.repository.source.as_ref().map(|source| source.file().to_owned());
    let files = files.collect();
    let layers_with_files = layers.policy.into_iter().chain([layers.repository]);
    let context_files = layers_with_files.flat_map(context::named_files).collect();
    Ok(Loaded { settings, ignore, file, explained, files, overrides: layers.overrides(), context_files })
}

/// In the order of the file, and not more than a person reads.
fn in_order(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    problems.sort_by_key(|problem| problem.excerpt.as_ref().map(|excerpt| (excerpt.line, excerpt.column)));
    let more = problems.len() > MAX_PROBLEMS;
    problems.truncate(MAX_PROBLEMS);
    if let Some(last) = problems.last_mut().filter(|_| more) {
        last.notes.push("there are more problems, which are not shown".to_owned());
    }
    problems
}
