//! The central policy over the repository: which layer gives each value, and what one takes from the other.
//!
//! Nothing is taken silently: every value that a layer gave and that does not count is an [`Override`].

use std::borrow::Cow;

use super::file::{File, Scanner};
use super::governance::{Governance, governance, policy_first};
use super::vocabulary::KnownEngine;
use super::yaml::{Node, Source};
use super::{Section, ValueSource};

/// A file that passed every check, and whose it is. For no file, `root` and `source` are nothing and `file` holds the defaults.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub(super) section: Section,
    pub(super) file: File,
    pub(super) root: Option<Node>,
    pub(super) source: Option<Source>,
}

/// A value that a layer gave and that does not count, since the other layer's does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The setting: `gate`, `rules.<rule>`, `ignore`, `quality_gates.scanners[<engine>]`.
    pub setting: String,
    /// Whose value counts.
    pub winner: Section,
    /// Where the repository's value stands: `file:line:column`.
    pub place: String,
}

impl Override {
    /// One line about it.
    pub(super) fn told(&self) -> String {
        match self.winner {
            Section::Policy => format!("the central policy overrides `{}` of {}", self.setting, self.place),
            Section::Repository | Section::Default => {
                format!("`{}` of {} replaces the central policy's, which does not require it", self.setting, self.place)
            }
        }
    }
}

/// The layers that make the settings.
#[derive(Clone, Copy)]
pub(super) struct Layers<'a> {
    pub(super) policy: Option<&'a Layer>,
    pub(super) repository: &'a Layer,
}

/// An effective entry of `quality_gates.scanners`.
pub(super) struct Chosen<'a> {
    pub(super) layer: &'a Layer,
    /// Its place in the layer's list; nothing for an engine that runs because nothing is listed.
    pub(super) index: Option<usize>,
    pub(super) entry: Cow<'a, Scanner>,
}

impl Layer {
    /// The defaults, where there is no file.
    pub(super) fn none() -> Self {
        Self { section: Section::Repository, file: File::default(), root: None, source: None }
    }

    /// Where the file gives the value at `pointer`.
    pub(super) fn written(&self, pointer: &str) -> Option<ValueSource> {
        let (root, source) = (self.root.as_ref()?, self.source.as_ref()?);
        let span = root.find(pointer)?.span;
        let (file, section) = (source.file().to_owned(), self.section);
        Some(ValueSource::File { section, file, line: span.line, column: span.column })
    }

    fn entries(&self) -> Option<&[Scanner]> {
        self.file.quality_gates.scanners.as_deref()
    }
}

impl<'a> Layers<'a> {
    /// The layer whose value of a field counts; `pointer` is where it would stand.
    pub(super) fn of(&self, field: &str, pointer: &str) -> &'a Layer {
        match (self.policy, governance(field)) {
            (None, _) | (Some(_), Governance::ByEngine | Governance::Both) => self.repository,
            (Some(policy), Governance::Policy) => policy,
            (Some(policy), Governance::PolicyFirst) if policy.written(pointer).is_some() => policy,
            (Some(_), Governance::PolicyFirst) => self.repository,
        }
    }

    /// The effective entries, by engine; `engines` are sorted by name.
    pub(super) fn entries(&self, engines: &[KnownEngine<'_>]) -> Vec<Chosen<'a>> {
        let policys = self.policy.and_then(|policy| Some((policy, policy.entries()?)));
        let own = self.repository.entries();
        let chosen = |layer: &'a Layer, index: usize, entry: &'a Scanner| Chosen {
            layer,
            index: Some(index),
            entry: Cow::Borrowed(entry),
        };
        let mut all: Vec<Chosen<'a>> = Vec::new();
        if let Some((policy, listed)) = policys {
            let stands =
                |entry: &&Scanner| entry.required || own.is_none_or(|own| own.iter().all(|one| one.engine != entry.engine));
            all.extend(
                listed.iter().enumerate().filter(|(_, entry)| stands(entry)).map(|(index, entry)| chosen(policy, index, entry)),
            );
        }
        let taken =
            |engine: &str| policys.is_some_and(|(_, listed)| listed.iter().any(|entry| entry.required && entry.engine == engine));
        for (index, entry) in own.into_iter().flatten().enumerate().filter(|(_, entry)| !taken(&entry.engine)) {
            all.push(chosen(self.repository, index, entry));
        }
        if policys.is_none() && own.is_none() {
            let on = engines.iter().filter(|engine| engine.default_on);
            all.extend(on.map(|engine| Chosen { layer: self.repository, index: None, entry: Cow::Owned(unlisted(engine)) }));
        }
        all.sort_by(|one, other| one.entry.engine.cmp(&other.entry.engine));
        all
    }

    /// Whether a list of engines is written and empty, and where.
    pub(super) fn empty_list(&self) -> Option<ValueSource> {
        let layers = [self.policy, Some(self.repository)];
        let mut written = layers.into_iter().flatten().filter(|layer| layer.entries().is_some());
        let first = written.next()?;
        let empty = |layer: &Layer| layer.entries().is_some_and(<[Scanner]>::is_empty);
        (empty(first) && written.all(empty)).then(|| first.written("/quality_gates/scanners")).flatten()
    }

    /// What does not count, in the order of the repository's file.
    pub(super) fn overrides(&self) -> Vec<Override> {
        let Some(policy) = self.policy else { return Vec::new() };
        let own = self.repository;
        let mut all: Vec<(u32, u32, Override)> = Vec::new();
        let mut add = |setting: String, winner: Section, pointer: &str| {
            if let Some(source @ ValueSource::File { line, column, .. }) = own.written(pointer) {
                all.push((line, column, Override { setting, winner, place: source.place() }));
            }
        };
        add("gate".to_owned(), Section::Policy, "/gate");
        for (index, pattern) in own.file.ignore.iter().enumerate() {
            add(format!("ignore[{pattern}]"), Section::Policy, &format!("/ignore/{index}"));
        }
        for rule in own.file.rules.keys() {
            add(format!("rules.{rule}"), Section::Policy, &format!("/rules/{}", escaped(rule)));
        }
        for (index, exception) in own.file.exceptions.iter().enumerate() {
            let named = format!("exceptions[{} in {}]", exception.rule, exception.path);
            add(named, Section::Policy, &format!("/exceptions/{index}"));
        }
        for field in policy_first() {
            let pointer = format!("/{}", field.replace('.', "/"));
            if policy.written(&pointer).is_some() {
                add(field.to_owned(), Section::Policy, &pointer);
            }
        }
        for (index, entry) in own.entries().into_iter().flatten().enumerate() {
            let other = policy.entries().into_iter().flatten().find(|other| other.engine == entry.engine);
            if let Some(other) = other {
                let winner = if other.required { Section::Policy } else { Section::Repository };
                add(format!("quality_gates.scanners[{}]", entry.engine), winner, &format!("/quality_gates/scanners/{index}"));
            }
        }
        let policys = |name: &str| policy.file.review.context.mcp.iter().any(|other| other.name == name);
        for (index, one) in own.file.review.context.mcp.iter().enumerate().filter(|(_, one)| policys(&one.name)) {
            let named = format!("review.context.mcp[{}]", one.name);
            add(named, Section::Policy, &format!("/review/context/mcp/{index}"));
        }
        all.sort_by_key(|(line, column, _)| (*line, *column));
        all.into_iter().map(|(_, _, one)| one).collect()
    }
}

/// A name as a segment of a JSON pointer (RFC 6901).
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The entry of an engine that runs because nothing is listed.
fn unlisted(engine: &KnownEngine<'_>) -> Scanner {
    Scanner {
        engine: engine.name.to_owned(),
        enabled: true,
        required: false,
        fail_on: None,
        scope: None,
        options: serde_json::Map::new(),
    }
}
