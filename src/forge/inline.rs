//! Which comments on lines are to be written, reopened and closed, so that each finding has one and none is about what is gone.
//!
//! Pure: it compares what is found with the comments that are there, by fingerprint. A finding that already has a comment never gets a
//! second one, also when somebody closed it: the one comment below the pull request goes on listing it.

use std::collections::BTreeMap;

use crate::finding::{Fingerprint, RepoPath};
use crate::redaction::{Redacted, Redactor};

use super::marker::{finding, mark_finding};
use super::{Author, InlineComment, NewInline};

/// A finding that is worth a comment on its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its identity.
    pub fingerprint: Fingerprint,
    /// The file.
    pub path: RepoPath,
    /// The file's path before the change, where it was another.
    pub old_path: Option<RepoPath>,
    /// The first and the last line to comment on, both lines of the diff; nothing where none of the finding's lines is.
    pub lines: Option<(u32, u32)>,
    /// The text.
    pub body: Redacted,
}

/// The steps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InlinePlan {
    /// Comments to write.
    pub post: Vec<NewInline>,
    /// Comments of ours whose finding came back, with their text.
    pub reopen: Vec<(InlineComment, Redacted)>,
    /// Comments of ours whose finding is gone, with their text.
    pub close: Vec<(InlineComment, Redacted)>,
    /// How many findings have their comment already.
    pub kept: usize,
    /// How many findings lie on no line of the diff.
    pub off_the_diff: usize,
    /// How many findings have no comment because there would be too many.
    pub beyond: usize,
}

/// What a comment says when its finding is gone: the text in front of what it said before.
pub struct Closing<'a> {
    /// One line of ours.
    pub line: &'a Redacted,
    /// The filter that the old text passes again.
    pub redactor: &'a Redactor,
}

/// Plans. `notes` are in the order of their importance; at most `most` are written.
pub fn plan_inline(notes: &[Note], there: &[InlineComment], me: &Author, most: usize, closing: &Closing<'_>) -> InlinePlan {
    let mut plan = InlinePlan::default();
    let mut ours: BTreeMap<Fingerprint, Vec<(&InlineComment, bool)>> = BTreeMap::new();
    for comment in there.iter().filter(|comment| comment.author.is(me)) {
        if let Some((fingerprint, gone)) = finding(&comment.body) {
            ours.entry(fingerprint).or_default().push((comment, gone));
        }
    }
    for note in notes {
        // The same code in two places has one fingerprint and two comments. One that is open comes before one that was closed.
        let known = ours.get_mut(&note.fingerprint).filter(|known| !known.is_empty());
        if let Some(known) = known {
            let open = known.iter().position(|(_, gone)| !gone).unwrap_or(0);
            let (comment, gone) = known.remove(open);
            plan.kept += 1;
            if gone && let Some(body) = mark_finding(&note.fingerprint, false, &note.body, closing.redactor) {
                plan.reopen.push((comment.clone(), body));
            }
            continue;
        }
        let Some(lines) = note.lines else {
            plan.off_the_diff += 1;
            continue;
        };
        match mark_finding(&note.fingerprint, false, &note.body, closing.redactor) {
            Some(body) if plan.post.len() < most => {
                plan.post.push(NewInline { path: note.path.clone(), old_path: note.old_path.clone(), lines, body });
            }
            _ => plan.beyond += 1,
        }
    }
    for (fingerprint, left) in ours {
        for (comment, _) in left.into_iter().filter(|(_, gone)| !gone) {
            let text = comment.body.split_once('\n').map_or("", |(_, text)| text);
            let body = Redacted::join([closing.line, &closing.redactor.redact(text)], "\n\n");
            if let Some(body) = mark_finding(&fingerprint, true, &body, closing.redactor) {
                plan.close.push((comment.clone(), body));
            }
        }
    }
    plan
}
