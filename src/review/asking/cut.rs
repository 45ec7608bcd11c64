//! The change and its findings, cut into prompts that a model can read.

use crate::finding::RepoPath;

use super::batches::batches;
use super::prompt::{MAX_CHANGES, Offered, Shown};

/// The change, cut into prompts.
pub(super) struct Cut<'a> {
    /// At least one.
    pub(super) batches: Vec<Batch<'a>>,
    /// Changed files that no prompt has room for, or that are no text, by path.
    pub(super) lost: Vec<RepoPath>,
}

/// What one prompt is about.
pub(super) struct Batch<'a> {
    pub(super) files: Vec<&'a Shown<'a>>,
    pub(super) evidence: Vec<&'a Offered>,
    /// How many files have something to show and are in other prompts.
    pub(super) elsewhere: usize,
}

impl<'a> Cut<'a> {
    /// Each file with something to show is in one batch; the others, and the findings in them, are in the first one.
    pub(super) fn of(files: &'a [Shown<'a>], evidence: &'a [Offered]) -> Self {
        let sized: Vec<(&Shown<'a>, u64)> = files.iter().filter_map(|shown| Some((shown, shown.tokens()?))).collect();
        let sizes: Vec<(&RepoPath, u64)> = sized.iter().map(|(shown, tokens)| (&shown.file.path, *tokens)).collect();
        let is_lost = |shown: &Shown<'_>| shown.is_lost() || shown.tokens().is_some_and(|tokens| tokens > MAX_CHANGES);
        let lost = files.iter().filter(|shown| is_lost(shown)).map(|shown| shown.file.path.clone()).collect();
        let of_positions = |positions: Vec<usize>| -> Vec<&'a Shown<'a>> {
            positions.into_iter().filter_map(|position| sized.get(position).map(|(shown, _)| *shown)).collect()
        };
        let mut batches: Vec<Vec<&'a Shown<'a>>> = batches(&sizes, MAX_CHANGES).into_iter().map(of_positions).collect();
        if batches.is_empty() {
            batches.push(Vec::new());
        }
        let has = |batch: &[&Shown<'_>], path: &RepoPath| batch.iter().any(|shown| shown.file.path == *path);
        let homes: Vec<usize> =
            evidence.iter().map(|one| batches.iter().position(|batch| has(batch, &one.path)).unwrap_or(0)).collect();
        let evidence_of =
            |number: usize| evidence.iter().zip(&homes).filter(|(_, home)| **home == number).map(|(one, _)| one).collect();
        let shown: usize = batches.iter().map(Vec::len).sum();
        let elsewhere: Vec<usize> = batches.iter().map(|batch| shown - batch.len()).collect();
        if let Some(first) = batches.first_mut() {
            first.extend(files.iter().filter(|shown| shown.tokens().is_none_or(|tokens| tokens > MAX_CHANGES)));
            first.sort_by(|one, other| one.file.path.cmp(&other.file.path));
        }
        let batches = batches.into_iter().zip(elsewhere).enumerate();
        let batches = batches.map(|(number, (files, elsewhere))| Batch { files, evidence: evidence_of(number), elsewhere });
        Self { batches: batches.collect(), lost }
    }
}
