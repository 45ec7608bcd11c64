//! From the locations of a run to files of the reviewed content.
//!
//! A scanner says where it saw a file in terms of its own machine: an absolute path, a base that it names, a path from wherever it
//! was started. The file is looked for among the reviewed ones under every reading that the run allows, in a fixed order, and the
//! first one that exists is it. What is found under none is said to lie elsewhere, and never guessed from its name.

use std::collections::BTreeMap;

use serde_json::Number;

use crate::finding::{Location, RepoPath};

use super::uri::{self, Segments, Target};
use super::wire::{self, ArtifactLocation, Region};

/// Bases may name bases; so many in a row are followed.
const BASES: usize = 16;

/// Where a location leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// A file of the reviewed content.
    Reviewed(RepoPath),
    /// Inside the repository, where the reviewed content has no file: generated, removed, or installed there.
    Unknown(RepoPath),
    /// Outside, or nowhere that can be told; the reference as it stands.
    Outside(String),
    /// The location names no file.
    None,
}

/// What the run and the options say about the tree that the scanner saw.
pub(super) struct Tree<'a> {
    /// Whether the reviewed content has a file at a path.
    pub is_file: &'a dyn Fn(&RepoPath) -> bool,
    /// Where the working directory of the repository is here.
    pub root: Segments,
    /// `options.checkout`: where the scanner saw the repository.
    pub checkout: Option<Segments>,
    /// `options.relative_to`: the directory that relative paths start from.
    pub relative_to: Segments,
    /// The directories in which the invocations ran.
    pub working_directories: Vec<&'a ArtifactLocation>,
    /// The run's bases.
    pub bases: Option<&'a BTreeMap<String, ArtifactLocation>>,
    /// The run's artifacts.
    pub artifacts: Option<&'a Vec<wire::Artifact>>,
}

impl Tree<'_> {
    /// The file that a location means.
    pub(super) fn place(&self, location: &ArtifactLocation) -> Place {
        let listed = wire::at(self.artifacts, location.index.as_ref()).and_then(|artifact| artifact.location.as_ref());
        let location = if location.uri.is_some() { Some(location) } else { listed };
        let Some((location, reference)) = location.and_then(|location| Some((location, location.uri.as_deref()?))) else {
            return Place::None;
        };
        let mut inside = None;
        for (turn, target) in [uri::parse(reference), uri::parse_unencoded(reference)].into_iter().enumerate() {
            for candidate in self.candidates(target, location.uri_base_id.as_deref()) {
                match uri::normalise(&candidate).map(RepoPath::new) {
                    Some(path) if (self.is_file)(&path) => return Place::Reviewed(path),
                    // What the standard does not read so must exist to be believed.
                    Some(path) if turn == 0 => inside = inside.or(Some(path)),
                    Some(_) | None => {}
                }
            }
        }
        match inside {
            Some(path) => Place::Unknown(path),
            None if reference.trim().is_empty() => Place::None,
            None => Place::Outside(reference.to_owned()),
        }
    }

    /// The paths from the repository's root that a target can mean, the likeliest first.
    fn candidates(&self, target: Target, base: Option<&str>) -> Vec<Segments> {
        match target {
            Target::Elsewhere => Vec::new(),
            Target::Absolute(path) => self.absolute(&path),
            Target::Relative(path) => match self.base(base) {
                // A base is the scanner's own place for the path that follows it.
                Some((Target::Absolute(base), _)) => self.absolute(&[base, path].concat()),
                Some((Target::Relative(base), true)) => self.relative(&[base, path].concat()),
                Some((Target::Elsewhere, _)) => Vec::new(),
                Some((Target::Relative(_), false)) | None => self.relative(&path),
            },
        }
    }

    /// A path without a known base: from `relative_to`, from the root, from where the scanner ran.
    fn relative(&self, path: &[Vec<u8>]) -> Vec<Segments> {
        let mut candidates = vec![[&self.relative_to, path].concat(), path.to_vec()];
        for directory in self.directories() {
            candidates.extend(self.offsets(&directory).into_iter().map(|offset| [&offset, path].concat()));
        }
        candidates
    }

    /// An absolute path: below the working directory here, below `checkout`, below what the run calls its bases.
    fn absolute(&self, path: &[Vec<u8>]) -> Vec<Segments> {
        let mut roots = vec![self.root.clone()];
        roots.extend(self.checkout.clone());
        let mut own: Vec<Segments> = self.directories();
        own.extend(self.bases.iter().flat_map(|bases| bases.keys()).filter_map(|id| match self.base(Some(id))?.0 {
            Target::Absolute(base) => Some(base),
            Target::Relative(_) | Target::Elsewhere => None,
        }));
        // The shortest is the outermost: the root of what the scanner saw, if any of them is.
        own.sort_by_key(Vec::len);
        roots.extend(own);
        roots.iter().filter_map(|root| uri::below(path, root)).map(<[Vec<u8>]>::to_vec).collect()
    }

    /// Where a directory of the scanner's machine lies in the repository, when it lies in it.
    fn offsets(&self, directory: &[Vec<u8>]) -> Vec<Segments> {
        let roots = [Some(&self.root), self.checkout.as_ref()];
        roots.into_iter().flatten().filter_map(|root| uri::below(directory, root)).map(<[Vec<u8>]>::to_vec).collect()
    }

    /// The absolute directories in which the invocations ran.
    fn directories(&self) -> Vec<Segments> {
        let directory = |location: &&ArtifactLocation| match uri::parse(location.uri.as_deref()?) {
            Target::Absolute(directory) => Some(directory),
            Target::Relative(path) => match self.base(location.uri_base_id.as_deref())?.0 {
                Target::Absolute(base) => Some([base, path].concat()),
                Target::Relative(_) | Target::Elsewhere => None,
            },
            Target::Elsewhere => None,
        };
        self.working_directories.iter().filter_map(directory).collect()
    }

    /// What a base stands for, through the bases that it is relative to, and whether the run defines it at all. The outermost may
    /// be undefined on purpose (section 3.14.14): then it is the root.
    fn base(&self, id: Option<&str>) -> Option<(Target, bool)> {
        let mut id = id?;
        let mut path = Segments::new();
        let mut defined = false;
        for _ in 0..BASES {
            let Some(location) = self.bases.and_then(|bases| bases.get(id)) else { break };
            defined = true;
            match uri::parse(location.uri.as_deref().unwrap_or_default()) {
                Target::Absolute(base) => return Some((Target::Absolute([base, path].concat()), true)),
                Target::Relative(base) => path = [base, path].concat(),
                Target::Elsewhere => return Some((Target::Elsewhere, true)),
            }
            match location.uri_base_id.as_deref() {
                Some(next) => id = next,
                None => break,
            }
        }
        Some((Target::Relative(path), defined))
    }
}

/// The lines and columns of a region in a file. Without a usable first line the whole file is meant: scanners write 0 and -1 for
/// "unknown", and an offset alone says nothing without the file.
pub(super) fn lines(path: RepoPath, region: Option<&Region>) -> Location {
    let Some((region, first)) = region.and_then(|region| Some((region, positive(region.start_line.as_ref())?))) else {
        return Location::file(path);
    };
    let last = positive(region.end_line.as_ref()).filter(|last| *last >= first).unwrap_or(first);
    let (start, end) = (positive(region.start_column.as_ref()), positive(region.end_column.as_ref()));
    // What ends in front of the first column of a line ends with the line before.
    let (last, end) = if last > first && end == Some(1) { (last - 1, None) } else { (last, end) };
    let place = Location::line(path, first).through(last);
    match (start, end) {
        (Some(start), Some(end)) if last > first || end > start => place.columns(start, end),
        (Some(start), _) => place.columns(start, 0),
        (None, _) => place,
    }
}

/// A line or a column: a whole number from 1. Some writers put a decimal point behind it.
fn positive(number: Option<&Number>) -> Option<u32> {
    let number = number?;
    let whole = number.as_u64().or_else(|| {
        let text = number.as_f64().filter(|value| value.fract() == 0.0 && *value >= 1.0)?.to_string();
        text.parse().ok()
    })?;
    u32::try_from(whole).ok().filter(|number| *number > 0)
}
