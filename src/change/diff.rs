//! Compares two states with git and joins what it says into changed files.
//!
//! Two calls run side by side: one names the changed paths, the other gives the lines of those that were modified or moved.
//! Of files that are new or gone all lines count, so their content is not asked for, only counted. The amount read follows the
//! modified lines.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;

use crate::finding::RepoPath;

use super::comparison::Comparison;
use super::git::Git;
use super::patch::{Section, sections};
use super::raw::{self, Malformed, Pair, field};
use super::{ChangeError, ChangedFile, Kind, LineRanges, Status, Whole, opaque};

/// How much patch text is read: about five million changed lines. Of the files behind it, every line counts as added.
const PATCH_LIMIT: usize = 256 * 1024 * 1024;

/// Of how many new files the lines are counted.
const COUNTED_FILES: usize = 5000;

/// The changed files within `paths` (all, if there are none), sorted by path.
pub(super) async fn files(git: &Git, comparison: &Comparison, paths: &[RepoPath]) -> Result<Vec<ChangedFile>, ChangeError> {
    let malformed = Git::malformed(comparison.name());
    let listing = git.list(comparison.command(git, &["--raw"], paths));
    let (listing, lines) = tokio::try_join!(listing, lines(git, comparison, &[], paths))?;
    let (pairs, _) = raw::parse(&listing).map_err(&malformed)?;
    if pairs.iter().any(|pair| pair.status.is_none()) {
        let mut paths: Vec<_> = pairs.into_iter().filter(|pair| pair.status.is_none()).map(|pair| pair.path).collect();
        paths.dedup();
        return Err(ChangeError::Unmerged { paths });
    }
    let files = pairs.into_iter().map(|pair| join(pair, &lines)).collect::<Result<Vec<_>, _>>();
    let mut files = files.map_err(&malformed)?;
    let listed: BTreeSet<&RepoPath> = files.iter().map(|file| &file.path).collect();
    if !lines.keys().all(|path| listed.contains(path)) {
        return Err(malformed(Malformed("two different lists of files")));
    }
    let new = files.iter().filter(|file| file.whole == Some(Whole::New)).count();
    if (1..=COUNTED_FILES).contains(&new) {
        count(&mut files, &counts(git, comparison, paths).await?);
    }
    opaque::compare_as_text(git, comparison, &mut files).await?;
    files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

/// How many lines each new path has; nothing for what git takes for binary.
type Counts = BTreeMap<RepoPath, Option<u32>>;

/// Gives each new file the lines that were counted.
fn count(files: &mut [ChangedFile], counts: &Counts) {
    // A submodule is a line of text to git, and none here.
    for file in files.iter_mut().filter(|file| file.whole == Some(Whole::New)) {
        match counts.get(&file.path) {
            Some(Some(lines)) => (file.added, file.whole) = (LineRanges::first(*lines), Some(Whole::New)),
            Some(None) => file.whole = Some(Whole::Binary),
            None => {}
        }
    }
}

/// Counts the lines of new files. A moved file counts as new here.
async fn counts(git: &Git, comparison: &Comparison, paths: &[RepoPath]) -> Result<Counts, ChangeError> {
    let flags = ["--numstat", "--no-renames", "--diff-filter=A"];
    let output = git.list(comparison.command(git, &flags, paths)).await?;
    read_counts(&output).map_err(Git::malformed(comparison.name()))
}

/// Reads `--numstat -z`: `<added>\t<removed>\t<path>\0`, with `-` for both numbers of a binary file.
fn read_counts(output: &[u8]) -> Result<Counts, Malformed> {
    let mut counts = BTreeMap::new();
    let mut rest = output;
    while !rest.is_empty() {
        let (record, after) = field(rest)?;
        let mut fields = record.splitn_str(3, "\t");
        let (Some(added), Some(_), Some(path)) = (fields.next(), fields.next(), fields.next()) else {
            return Err(Malformed("a count without its path"));
        };
        let added = match added {
            b"-" => None,
            number => {
                Some(number.to_str().ok().and_then(|number| number.parse().ok()).ok_or(Malformed("a count that is no number"))?)
            }
        };
        counts.insert(RepoPath::new(path), added);
        rest = after;
    }
    Ok(counts)
}

/// What a patch says, by new path.
pub(super) type Lines = BTreeMap<RepoPath, (Pair, Section)>;

/// The patch sections of modified and moved files, by new path. A file without a section lies behind the limit.
pub(super) async fn lines(git: &Git, comparison: &Comparison, more: &[&str], paths: &[RepoPath]) -> Result<Lines, ChangeError> {
    let flags = [&["--raw", "--patch", "--unified=0", "--diff-filter=MR"], more].concat();
    let mut command = comparison.command(git, &flags, paths);
    command.output_limit = PATCH_LIMIT;
    let output = git.run(command).await?;
    if !output.success() {
        return Err(git.failure(comparison.name(), &output));
    }
    read_lines(&output.stdout, output.stdout_truncated).map_err(Git::malformed(comparison.name()))
}

fn read_lines(output: &[u8], truncated: bool) -> Result<Lines, Malformed> {
    let (pairs, patch) = raw::parse(output)?;
    let mut sections = sections(patch);
    let mut lines = BTreeMap::new();
    for pair in pairs {
        match sections.next() {
            Some(Ok(section)) if section.index.is_none_or(|index| index == (pair.old_blob, pair.blob)) => {
                lines.insert(pair.path.clone(), (pair, section));
            }
            Some(Ok(_)) => return Err(Malformed("patches in another order than its list of files")),
            // What was cut off is not known, and neither is the section that the cut went through.
            Some(Err(_)) | None if truncated => return Ok(lines),
            Some(Err(malformed)) => return Err(malformed),
            None => return Err(Malformed("fewer patches than files")),
        }
    }
    match sections.next() {
        None => Ok(lines),
        Some(_) => Err(Malformed("more patches than files")),
    }
}

fn join(pair: Pair, lines: &Lines) -> Result<ChangedFile, Malformed> {
    let status = pair.status.ok_or(Malformed("an unmerged path"))?;
    let kind = pair.kind.or(pair.old_kind).ok_or(Malformed("a file without a mode"))?;
    let new = ChangedFile {
        old_kind: pair.old_kind,
        old_blob: pair.old_blob,
        status,
        old_path: pair.old_path.clone(),
        ..ChangedFile::new(pair.path.clone(), kind, pair.blob)
    };
    let removed =
        if pair.old_kind.is_some_and(|kind| kind != Kind::Submodule) { LineRanges::whole() } else { LineRanges::none() };
    let none = LineRanges::none;
    Ok(match status {
        // A copy is new code in a new place, whatever it resembles; the original still stands.
        Status::Added | Status::Copied => new,
        Status::TypeChanged => ChangedFile { removed, ..new },
        Status::Deleted => ChangedFile { added: none(), removed, whole: None, ..new },
        Status::Modified | Status::Renamed if kind == Kind::Submodule || pair.blob == pair.old_blob => {
            ChangedFile { added: none(), whole: None, ..new }
        }
        Status::Modified | Status::Renamed => match lines.get(&pair.path) {
            Some((seen, _)) if *seen != pair => return Err(Malformed("two different lists of files")),
            Some((_, section)) if section.opaque => ChangedFile { removed, whole: Some(Whole::Binary), ..new },
            Some((_, section)) => {
                ChangedFile { added: section.added.clone(), removed: section.removed.clone(), whole: None, ..new }
            }
            None => ChangedFile { removed, whole: Some(Whole::DiffTooLong), ..new },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

    fn output(files: &[&str], sections: usize) -> String {
        let raw: String = files.iter().map(|file| format!(":100644 100644 {A} {B} M\0{file}\0")).collect();
        let section = format!("diff --git a/x b/x\nindex {A}..{B} 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
        format!("{raw}\0{}", section.repeat(sections))
    }

    #[test]
    fn every_file_needs_its_section() {
        assert_eq!(read_lines(output(&["a", "b"], 2).as_bytes(), false).map(|lines| lines.len()), Ok(2));
        assert!(read_lines(output(&["a", "b"], 1).as_bytes(), false).is_err());
        assert!(read_lines(output(&["a"], 2).as_bytes(), false).is_err());
        let swapped = output(&["a"], 1).replace(&format!("index {A}..{B}"), &format!("index {B}..{A}"));
        assert!(read_lines(swapped.as_bytes(), false).is_err());
    }

    #[test]
    fn counts_are_read_and_rubbish_is_not() {
        let counts = read_counts(b"3\t0\ta\tb\n\0-\t-\tpicture\0").expect("two files");
        assert_eq!(counts, BTreeMap::from([("a\tb\n".into(), Some(3)), ("picture".into(), None)]));
        for wrong in [b"3\t0\ta".as_slice(), b"3\t0\0", b"x\t0\ta\0", b"-1\t0\ta\0"] {
            assert!(read_counts(wrong).is_err());
        }
    }

    #[test]
    fn a_cut_off_patch_leaves_files_unknown_and_never_unchanged() {
        let whole = output(&["a", "b", "c"], 3);
        let cut = &whole.as_bytes()[..whole.len() - 3];
        let lines = read_lines(cut, true).expect("two sections");
        assert_eq!(lines.len(), 2);
        let pair =
            |name: &str| raw::parse(format!(":100644 100644 {A} {B} M\0{name}\0").as_bytes()).expect("a record").0.remove(0);
        assert_eq!(join(pair("a"), &lines).expect("a file").added.ranges(), [(1, 1)]);
        let unknown = join(pair("c"), &lines).expect("a file");
        assert!(unknown.added.is_whole() && unknown.whole == Some(Whole::DiffTooLong));
    }
}
