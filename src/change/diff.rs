//! Compares two states with git and joins what it says into changed files.
//!
//! Two calls run side by side: one names the changed paths, the other gives the lines of those that were modified or moved.
//! Files that are new or gone need no lines: all of theirs count. So the amount read follows the modified lines only.
//!
//! Attributes in the reviewed content (`-diff`, `binary`) may have git call a text file binary. Whether one is, its content
//! decides: such files are compared once more as text.

use std::collections::BTreeMap;

use crate::finding::RepoPath;
use crate::process::Command;

use super::git::{Git, LISTING_LIMIT};
use super::patch::{Section, sections};
use super::raw::{self, Malformed, Pair};
use super::{ChangeError, ChangedFile, Kind, LineRanges, Oid, Status, Whole, objects};

/// How much patch text is read: about five million changed lines. Of the files behind it, every line counts as added.
const PATCH_LIMIT: usize = 256 * 1024 * 1024;

/// Larger content is not looked at again when git calls it binary, and counts as binary.
const TEXT_LIMIT: u64 = 16 * 1024 * 1024;

/// How many bytes of path names one call gets, far below what any system allows.
const ARGUMENTS_LIMIT: usize = 64 * 1024;

/// Everything that could be configured about a diff, said explicitly. A file moved when half of it is alike, as is git's
/// default; beyond 1000 new and removed files only moves of unchanged content are found.
const FLAGS: [&str; 20] = [
    "-r",
    "-z",
    "--raw",
    "--full-index",
    "--find-renames=50%",
    "--find-copies=50%",
    "-l1000",
    "--diff-algorithm=myers",
    "--indent-heuristic",
    "--inter-hunk-context=0",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-relative",
    "--ignore-submodules=none",
    "--submodule=short",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--ws-error-highlight=none",
    "--no-function-context",
];

/// What is compared. The names are object ids, or the empty tree's.
#[derive(Debug, Clone)]
pub(super) enum Comparison {
    /// Two commits.
    Commits { base: Oid, head: Oid },
    /// A commit, or the empty tree, with the index.
    Index { base: String },
}

impl Comparison {
    fn command(&self, git: &Git, more: &[&str], paths: &[RepoPath]) -> Command {
        let (subcommand, between) = match self {
            Self::Commits { base, head } => (&["diff-tree"][..], vec![base.to_string(), head.to_string()]),
            Self::Index { base } => (&["diff-index", "--cached"][..], vec![base.clone()]),
        };
        let flags = subcommand.iter().chain(&FLAGS).chain(more).map(|word| (*word).to_owned());
        git.on_paths(flags.chain(between), paths)
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Commits { .. } => "diff-tree",
            Self::Index { .. } => "diff-index",
        }
    }
}

/// The changed files within `paths` (all, if there are none), sorted by path.
pub(super) async fn files(git: &Git, comparison: &Comparison, paths: &[RepoPath]) -> Result<Vec<ChangedFile>, ChangeError> {
    let listing = git.list(comparison.command(git, &[], paths));
    let (listing, lines) = tokio::try_join!(listing, lines(git, comparison, &[], paths))?;
    let (pairs, _) = raw::parse(&listing).map_err(Git::malformed(comparison.name()))?;
    if pairs.iter().any(|pair| pair.status.is_none()) {
        let mut paths: Vec<_> = pairs.into_iter().filter(|pair| pair.status.is_none()).map(|pair| pair.path).collect();
        paths.dedup();
        return Err(ChangeError::Unmerged { paths });
    }
    let mut files = pairs.into_iter().map(|pair| join(pair, &lines)).collect::<Result<Vec<_>, _>>();
    if let Ok(files) = &mut files {
        compare_as_text(git, comparison, files).await?;
        files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    }
    files.map_err(Git::malformed(comparison.name()))
}

/// The patch sections of modified and moved files, by new path. A file without a section lies behind the limit.
async fn lines(git: &Git, comparison: &Comparison, more: &[&str], paths: &[RepoPath]) -> Result<BTreeMap<RepoPath, (Pair, Section)>, ChangeError> {
    let flags = [&["--patch", "--unified=0", "--diff-filter=MR"], more].concat();
    let mut command = comparison.command(git, &flags, paths);
    command.output_limit = PATCH_LIMIT;
    let output = git.run(command).await?;
    if !output.success() {
        return Err(git.failure(comparison.name(), &output));
    }
    read_lines(&output.stdout, output.stdout_truncated).map_err(Git::malformed(comparison.name()))
}

fn read_lines(output: &[u8], truncated: bool) -> Result<BTreeMap<RepoPath, (Pair, Section)>, Malformed> {
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

fn join(pair: Pair, lines: &BTreeMap<RepoPath, (Pair, Section)>) -> Result<ChangedFile, Malformed> {
    let status = pair.status.ok_or(Malformed("an unmerged path"))?;
    let kind = pair.kind.or(pair.old_kind).ok_or(Malformed("a file without a mode"))?;
    let new = ChangedFile { old_kind: pair.old_kind, old_blob: pair.old_blob, status, old_path: pair.old_path.clone(), ..ChangedFile::new(pair.path.clone(), kind, pair.blob) };
    let removed = if pair.old_kind.is_some_and(|kind| kind != Kind::Submodule) { LineRanges::whole() } else { LineRanges::none() };
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
            Some((_, section)) => ChangedFile { added: section.added.clone(), removed: section.removed.clone(), whole: None, ..new },
            None => ChangedFile { removed, whole: Some(Whole::DiffTooLong), ..new },
        },
    })
}

/// Looks into the files that git called binary, and compares those again that hold text.
async fn compare_as_text(git: &Git, comparison: &Comparison, files: &mut [ChangedFile]) -> Result<(), ChangeError> {
    let opaque: Vec<Oid> = files.iter().filter(|file| file.whole == Some(Whole::Binary)).filter_map(|file| file.blob).collect();
    if opaque.is_empty() {
        return Ok(());
    }
    let text = objects::texts(git, opaque, TEXT_LIMIT).await?;
    let wanted = |file: &ChangedFile| file.whole == Some(Whole::Binary) && file.blob.is_some_and(|blob| text.contains(&blob));
    let mut paths: Vec<RepoPath> = Vec::new();
    for file in files.iter().filter(|file| wanted(file)) {
        paths.push(file.path.clone());
        paths.extend(file.old_path.clone());
    }
    for group in groups(&paths) {
        let lines = lines(git, comparison, &["--text"], group).await?;
        for file in files.iter_mut().filter(|file| file.whole == Some(Whole::Binary)) {
            if let Some((pair, section)) = lines.get(&file.path)
                && (pair.old_blob, pair.blob, &pair.old_path) == (file.old_blob, file.blob, &file.old_path)
                && file.blob.is_some_and(|blob| text.contains(&blob))
            {
                (file.added, file.removed, file.whole) = (section.added.clone(), section.removed.clone(), None);
            }
        }
    }
    Ok(())
}

/// Splits paths into groups that fit on a command line. A file and the path it came from stand next to each other, and a group
/// that a pair straddles only means that this file stays whole.
fn groups(paths: &[RepoPath]) -> impl Iterator<Item = &[RepoPath]> {
    let mut rest = paths;
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = rest.iter().take_while(|path| {
            bytes += path.as_bytes().len() + 16;
            bytes <= ARGUMENTS_LIMIT
        });
        let (group, behind) = rest.split_at(fits.count().max(1).min(rest.len()));
        rest = behind;
        (!group.is_empty()).then_some(group)
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
    fn a_cut_off_patch_leaves_files_unknown_and_never_unchanged() {
        let whole = output(&["a", "b", "c"], 3);
        let cut = &whole.as_bytes()[..whole.len() - 3];
        let lines = read_lines(cut, true).expect("two sections");
        assert_eq!(lines.len(), 2);
        let pair = |name: &str| raw::parse(format!(":100644 100644 {A} {B} M\0{name}\0").as_bytes()).expect("a record").0.remove(0);
        assert_eq!(join(pair("a"), &lines).expect("a file").added.ranges(), [(1, 1)]);
        let unknown = join(pair("c"), &lines).expect("a file");
        assert!(unknown.added.is_whole() && unknown.whole == Some(Whole::DiffTooLong));
    }

    #[test]
    fn groups_hold_every_path_once() {
        let paths: Vec<RepoPath> = (0..5000).map(|number| RepoPath::new(format!("{number}/{}", "x".repeat(number % 90)))).collect();
        let grouped: Vec<&[RepoPath]> = groups(&paths).collect();
        assert!(grouped.len() > 3);
        assert_eq!(grouped.concat(), paths);
        assert_eq!(groups(&[RepoPath::new(vec![b'x'; ARGUMENTS_LIMIT * 2])]).count(), 1);
        assert_eq!(groups(&[]).count(), 0);
    }
}
