//! Reads the suppression comments of what is under review, and says whether their rules were looked for where they stand.
//!
//! The gate decides what a comment does; it can only do so when it knows which silences mean something.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::change::{Change, ChangeError, ChangedFile, Content};
use crate::config::{Ignore, Scope};
use crate::finding::{Location, RepoPath, RuleId, Snippet, Standing};
use crate::gate::{Cited, Comment};
use crate::redaction::Redactor;
use crate::scanner::{Lines, Outcome, snippet, standing};
use crate::suppression;

use super::looking::Looking;

/// A larger file is not searched for comments: 64 MiB. Its findings count.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Where comments are read, and by whose looking they are judged.
pub(super) struct Reading<'a> {
    pub(super) change: &'a Change,
    pub(super) ignored: &'a Ignore,
    pub(super) redactor: &'a Arc<Redactor>,
    pub(super) outcomes: &'a [Outcome],
    pub(super) looking: &'a Looking<'a>,
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
        Ok(found.into_iter().map(|read| self.comment(read)).collect())
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

    fn comment(&self, read: Read) -> Comment {
        let Read { place, found, snippet } = read;
        let suppression::Comment { line, last_line, directive } = found;
        let looked = |rule: &RuleId| self.looking.looked(rule, &place);
        let answerable = standing(self.change, Scope::Added, &place) == Standing::New
            || directive.rules.iter().any(|rule| self.looking.judges(rule, &place));
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
