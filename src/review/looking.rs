//! What each engine looked at: only where one looked does its silence say that nothing is there.
//!
//! An engine that failed, that could not read a file, that did not run a rule, or whose scope leaves a place out, says nothing about
//! it. One that reads a range of commits is silent about the reviewed content, whose lines are others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::change::{Change, Entry as TreeEntry};
use crate::config::{Entry, Ignore, Scope};
use crate::finding::{Location, RepoPath, RuleId, Standing};
use crate::scanner::{Outcome, Registry, standing};

/// What the engines of a review looked at.
pub(super) struct Looking<'a> {
    change: &'a Change,
    ignored: &'a Ignore,
    engines: BTreeMap<&'a str, Engine<'a>>,
}

/// An engine that answered.
struct Engine<'a> {
    outcome: &'a Outcome,
    /// Every rule that it can have, when it has a closed set of them.
    known: Option<BTreeSet<RuleId>>,
    unreviewed: BTreeSet<&'a RepoPath>,
}

impl<'a> Looking<'a> {
    /// What the engines of `outcomes` looked at, which ran by `entries`.
    pub(super) fn new(
        change: &'a Change,
        ignored: &'a Ignore,
        registry: &Registry,
        entries: &[Entry],
        outcomes: &'a [Outcome],
    ) -> Self {
        let answered = outcomes.iter().filter(|outcome| outcome.failure.is_none());
        let engines = answered.filter_map(|outcome| {
            let registered = registry.get(&outcome.engine)?;
            let entry = entries.iter().find(|entry| entry.engine == outcome.engine)?;
            let rules = registered.engine.scanner.rules(&entry.options);
            let known = rules.closed.then(|| rules.known.iter().map(|rule| rule.id.named_by(&outcome.engine)).collect());
            let unreviewed = outcome.unreviewed.iter().map(|file| &file.path).collect();
            Some((outcome.engine.as_str(), Engine { outcome, known, unreviewed }))
        });
        Self { change, ignored, engines: engines.collect() }
    }

    /// The engine that owns a rule, when it answered and looked at the reviewed content.
    fn engine(&self, rule: &RuleId) -> Option<&Engine<'a>> {
        let engine = self.engines.get(rule.as_str().split_once(':')?.0)?;
        let history = engine.outcome.scope == Scope::Range && self.change.range().base.is_some();
        (!history).then_some(engine)
    }

    /// Whether the scope of the rule's engine takes the place as new.
    pub(super) fn judges(&self, rule: &RuleId, place: &Location) -> bool {
        self.engine(rule).is_some_and(|engine| standing(self.change, engine.outcome.scope, place) == Standing::New)
    }

    /// Whether silence of the rule at the place, which its engine's scope takes as new, means that nothing is there.
    pub(super) fn looked(&self, rule: &RuleId, place: &Location) -> bool {
        let read = |engine: &Engine<'_>| engine.runs(rule) && !engine.unreviewed.contains(&place.path);
        self.engine(rule).is_some_and(read) && self.judges(rule, place)
    }

    /// Whether silence of the rule about a whole file means that nothing is in it. A file that is gone holds nothing. `tree` is the
    /// whole reviewed content.
    pub(super) fn looked_through(&self, rule: &RuleId, path: &RepoPath, tree: &Arc<[TreeEntry]>) -> bool {
        let Some(engine) = self.engine(rule).filter(|engine| engine.runs(rule)) else { return false };
        let read = || !self.ignored.matches(path) && !engine.unreviewed.contains(path);
        match (self.change.file(path), tree.binary_search_by(|entry| entry.path.cmp(path))) {
            (Some(file), _) => !file.is_readable() || read(),
            (None, Err(_)) => true,
            (None, Ok(found)) if !tree[found].kind.is_file() => true,
            (None, Ok(_)) => engine.outcome.scope == Scope::Tree && self.change.target().covers(path) && read(),
        }
    }
}

impl Engine<'_> {
    /// Whether the rule ran, or can be none of this engine's in any run.
    fn runs(&self, rule: &RuleId) -> bool {
        self.outcome.ran.contains(rule) || self.known.as_ref().is_some_and(|known| !known.contains(rule))
    }
}
