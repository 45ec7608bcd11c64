//! Reads the suppression comments of what is under review, and says what each engine looked for where they stand.
//!
//! The gate decides what a comment does; it can only do so when it knows which silences mean something. An engine that failed, that
//! could not read the file, that did not run the rule, or whose scope leaves the place out, says nothing about it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::change::{Change, ChangeError, ChangedFile, Content};
use crate::config::{Entry, Ignore, Scope};
use crate::finding::{Location, RepoPath, RuleId, Snippet, Standing};
use crate::gate::{Cited, Comment};
use crate::redaction::Redactor;
use crate::scanner::{Lines, Outcome, Registry, snippet, standing};
use crate::suppression;

/// A larger file is not searched for comments: 64 MiB. Its findings count.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Where comments are read, and by whose looking they are judged.
pub(super) struct Reading<'a> {
    pub(super) change: &'a Change,
    pub(super) ignored: &'a Ignore,
    pub(super) redactor: &'a Arc<Redactor>,
    pub(super) registry: &'a Registry,
    pub(super) entries: &'a [Entry],
    pub(super) outcomes: &'a [Outcome],
}

impl Reading<'_> {
    /// The comments of every file that an engine was to look at or has flagged, by path and line.
    pub(super) async fn comments(&self) -> Result<Vec<Comment>, ChangeError> {
        if self.outcomes.iter().all(|outcome| outcome.failure.is_some()) {
            return Ok(Vec::new());
        }
        let redactor = Arc::clone(self.redactor);
        let read = move |path: &RepoPath, content: Content<'_>| match content.bytes() {
            Some(bytes) if suppression::mentions(bytes) => of_file(path, bytes, &redactor),
            Some(_) | None => Vec::new(),
        };
        let found: Vec<Read> = self.change.map_each(self.files().await?, MAX_BYTES, read).await?.into_iter().flatten().collect();
        let looked = if found.is_empty() { BTreeMap::new() } else { self.looking() };
        Ok(found.into_iter().map(|read| self.comment(read, &looked)).collect())
    }

    async fn files(&self) -> Result<Vec<RepoPath>, ChangeError> {
        let changed = self.change.files().iter().filter(|file| file.is_readable()).map(|file| file.path.clone());
        let flagged = self.outcomes.iter().flat_map(|outcome| &outcome.issues).map(|issue| issue.location.path.clone());
        let mut files: BTreeSet<RepoPath> = changed.chain(flagged).collect();
        if self.outcomes.iter().any(|outcome| outcome.failure.is_none() && outcome.scope == Scope::Tree) {
            let tree = self.change.tree().await?;
            files.extend(tree.iter().filter(|entry| entry.kind.is_file()).map(|entry| entry.path.clone()));
        }
        files.retain(|path| !self.ignored.matches(path) && self.change.file(path).is_none_or(ChangedFile::is_readable));
        Ok(files.into_iter().collect())
    }

    fn looking(&self) -> BTreeMap<&str, Looking<'_>> {
        let answered = self.outcomes.iter().filter(|outcome| outcome.failure.is_none());
        let looking = answered.filter_map(|outcome| {
            let registered = self.registry.get(&outcome.engine)?;
            let entry = self.entries.iter().find(|entry| entry.engine == outcome.engine)?;
            let rules = registered.engine.scanner.rules(&entry.options);
            let named =
                |known: Vec<crate::finding::RuleInfo>| known.iter().map(|rule| rule.id.named_by(&outcome.engine)).collect();
            let known = rules.closed.then(|| named(rules.known));
            let unreviewed = outcome.unreviewed.iter().map(|file| &file.path).collect();
            Some((outcome.engine.as_str(), Looking { outcome, known, unreviewed }))
        });
        looking.collect()
    }

    fn comment(&self, read: Read, looking: &BTreeMap<&str, Looking<'_>>) -> Comment {
        let Read { place, found, snippet } = read;
        let suppression::Comment { line, last_line, directive } = found;
        let engine = |rule: &RuleId| looking.get(rule.as_str().split_once(':')?.0);
        let looked = |rule: &RuleId| engine(rule).is_some_and(|engine| engine.looked(self.change, rule, &place));
        let in_scope = |scope: Scope| standing(self.change, scope, &place) == Standing::New;
        let answerable =
            in_scope(Scope::Added) || directive.rules.iter().filter_map(engine).any(|engine| engine.judges(self.change, &place));
        Comment {
            line,
            last_line,
            rules: directive.rules.iter().map(|rule| Cited { rule: rule.clone(), looked: looked(rule) }).collect(),
            reason: directive.reason.map(|reason| self.redactor.redact(&reason).into_string()),
            invalid: directive.invalid.map(|invalid| self.redactor.redact(&invalid).into_string()),
            standing: if answerable { Standing::New } else { Standing::PreExisting },
            path: place.path,
            snippet,
        }
    }
}

/// A comment as it was read.
struct Read {
    /// The lines that it covers.
    place: Location,
    found: suppression::Comment,
    snippet: Option<Snippet>,
}

fn of_file(path: &RepoPath, bytes: &[u8], redactor: &Redactor) -> Vec<Read> {
    let lines = Lines::of(bytes);
    let read = |found: suppression::Comment| {
        let own_line = Location::line(path.clone(), found.line);
        Read { snippet: snippet(&lines, &own_line, &[], redactor), place: own_line.through(found.last_line), found }
    };
    suppression::comments(bytes).into_iter().map(read).collect()
}

/// What an engine that answered looked at.
struct Looking<'a> {
    outcome: &'a Outcome,
    /// Every rule that it can have, when it has a closed set of them.
    known: Option<BTreeSet<RuleId>>,
    unreviewed: BTreeSet<&'a RepoPath>,
}

impl Looking<'_> {
    /// Whether silence about `rule` at `place` means that there is nothing to silence.
    fn looked(&self, change: &Change, rule: &RuleId, place: &Location) -> bool {
        let ran = self.outcome.ran.contains(rule);
        let impossible = self.known.as_ref().is_some_and(|known| !known.contains(rule));
        (ran || impossible) && !self.unreviewed.contains(&place.path) && self.judges(change, place)
    }

    /// Whether its scope takes the place as new. Findings of a range of commits are about old content too, whose lines are others.
    fn judges(&self, change: &Change, place: &Location) -> bool {
        self.outcome.scope != Scope::Range && standing(change, self.outcome.scope, place) == Standing::New
    }
}
