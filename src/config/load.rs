//! Reading a configuration: from bytes to effective settings, or to everything that is wrong with it.

use crate::finding::{Code, Diagnostic};

use super::check::Check;
use super::effective::{Checked, effective};
use super::explain::Explained;
use super::file::File;
use super::files::{Files, locate};
use super::vocabulary::{Vocabulary, by_name};
use super::yaml::{MAX_BYTES, MAX_PROBLEMS, Source, disagreement, read};
use super::{Ignore, Settings};

/// A configuration that was accepted, or the defaults where there is none.
#[derive(Debug, Clone)]
pub struct Loaded {
    settings: Settings,
    ignore: Ignore,
    file: Option<String>,
    explained: Vec<Explained>,
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

    /// The file that was read; nothing when there is no configuration and the defaults apply.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
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
    match locate(files, MAX_BYTES)? {
        Some((name, bytes)) => {
            tracing::info!(file = name, bytes = bytes.len(), "the configuration is read");
            parse(name, &bytes, vocabulary)
        }
        None => finish(&Checked { file: File::default(), root: None, source: None }, vocabulary),
    }
}

/// Reads the content of one configuration file, which messages call `file`. A file without content is a valid configuration.
///
/// # Errors
/// Everything that is wrong, in the order of the file.
pub fn parse(file: &str, bytes: &[u8], vocabulary: &dyn Vocabulary) -> Result<Loaded, Vec<Diagnostic>> {
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
    finish(&Checked { file, root: reading.root.as_ref(), source: Some(&source) }, vocabulary)
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

fn finish(checked: &Checked<'_>, vocabulary: &dyn Vocabulary) -> Result<Loaded, Vec<Diagnostic>> {
    let (settings, explained) = effective(checked, &by_name(vocabulary));
    let ignore = Ignore::new(&settings.ignore).map_err(|(_, error)| {
        vec![Diagnostic::new(Code::CONFIG_INVALID_GLOB, error.to_string()).help("docs/configuration.md describes the patterns")]
    })?;
    Ok(Loaded { settings, ignore, file: checked.source.map(|source| source.file().to_owned()), explained })
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
