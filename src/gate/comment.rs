//! Suppression comments: which issues they silence, and which of them silence nothing.
//!
//! The host reads the comments and says what it looked at; what a comment does is decided here. A comment without a reason, or one
//! that does not name rules exactly, has no effect. It must never match by anything but rule, file and line.

use std::collections::BTreeMap;

use crate::finding::{Issue, RepoPath, RuleId, Snippet, Standing};

use super::Evidence;

/// A comment `aurumcode: ignore <rule>[, <rule>…] -- <reason>` in the reviewed content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The file.
    pub path: RepoPath,
    /// The line that it stands on, from 1.
    pub line: u32,
    /// The last line that it covers: findings that begin on `line` through this one are silenced.
    pub last_line: u32,
    /// The rules that it names, in its order.
    pub rules: Vec<Cited>,
    /// The reason, redacted, on one line; nothing when there is none.
    pub reason: Option<String>,
    /// What stands where a rule should, redacted; nothing when every name is one.
    pub invalid: Option<String>,
    /// Whether the change is answerable for it.
    pub standing: Standing,
    /// The source around it, redacted.
    pub snippet: Option<Snippet>,
}

/// A rule that a comment names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// The published name.
    pub rule: RuleId,
    /// Whether its engine looked for it there: with this rule, over all of this file, and within its scope. Only then does silence
    /// mean that there is nothing to silence.
    pub looked: bool,
}

impl Comment {
    /// Whether it may silence anything.
    fn has_effect(&self) -> bool {
        self.reason.is_some() && self.invalid.is_none()
    }

    fn covers(&self, issue: &Issue) -> bool {
        issue.location.line.is_some_and(|line| (self.line..=self.last_line).contains(&line.get()))
    }
}

/// What the comments of an evidence do.
pub(super) struct Matched<'a> {
    by_path: BTreeMap<&'a RepoPath, Vec<usize>>,
    comments: &'a [Comment],
    used: Vec<Vec<bool>>,
}

impl<'a> Matched<'a> {
    /// The comments of `evidence`, none of them used yet.
    pub(super) fn new(evidence: &'a Evidence) -> Self {
        let mut by_path: BTreeMap<&RepoPath, Vec<usize>> = BTreeMap::new();
        for (index, comment) in evidence.comments.iter().enumerate() {
            by_path.entry(&comment.path).or_default().push(index);
        }
        let used = evidence.comments.iter().map(|comment| vec![false; comment.rules.len()]).collect();
        Self { by_path, comments: &evidence.comments, used }
    }

    /// The comment that silences `issue`, the last of several; all of them count as used.
    pub(super) fn silences(&mut self, issue: &Issue) -> Option<&'a Comment> {
        let comments = self.comments;
        let mut found = None;
        for &index in self.by_path.get(&issue.location.path)? {
            let comment = &comments[index];
            if !comment.has_effect() || !comment.covers(issue) {
                continue;
            }
            for (place, cited) in comment.rules.iter().enumerate().filter(|(_, cited)| cited.rule == issue.rule) {
                let _: &Cited = cited;
                self.used[index][place] = true;
                found = Some(comment);
            }
        }
        found
    }

    /// Each comment with the rules that it names in vain.
    pub(super) fn unused(&self) -> impl Iterator<Item = (&'a Comment, &'a RuleId)> {
        let in_vain = |(comment, used): (&'a Comment, &Vec<bool>)| {
            let rules: Vec<(&Comment, &RuleId)> = comment
                .rules
                .iter()
                .zip(used)
                .filter(|(cited, used)| comment.has_effect() && cited.looked && !**used)
                .map(|(cited, _)| (comment, &cited.rule))
                .collect();
            rules
        };
        self.comments.iter().zip(&self.used).flat_map(in_vain)
    }
}
