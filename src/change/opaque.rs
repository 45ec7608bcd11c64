//! Files that git does not compare by lines, looked at once more.
//!
//! Attributes in the reviewed content (`-diff`, `binary`) may have git call a text file binary, and all of its lines would count
//! as added. Whether it is text, its content decides.

use crate::finding::RepoPath;

use super::comparison::Comparison;
use super::diff::lines;
use super::git::Git;
use super::{ChangeError, ChangedFile, LineRanges, Oid, Status, Whole, objects};

/// Larger content is not looked at again, and counts as binary.
const TEXT_LIMIT: u64 = 16 * 1024 * 1024;

/// How many bytes of path names one call gets, far below what any system allows.
const ARGUMENTS_LIMIT: usize = 64 * 1024;

/// Looks into the files that git called binary, and compares those again that hold text.
pub(super) async fn compare_as_text(git: &Git, comparison: &Comparison, files: &mut [ChangedFile]) -> Result<(), ChangeError> {
    let opaque: Vec<Oid> = files.iter().filter(|file| file.whole == Some(Whole::Binary)).filter_map(|file| file.blob).collect();
    if opaque.is_empty() {
        return Ok(());
    }
    let texts = objects::texts(git, opaque, TEXT_LIMIT).await?;
    let text = |file: &ChangedFile| file.blob.and_then(|blob| texts.get(&blob)).filter(|_| file.whole == Some(Whole::Binary));
    let mut paths: Vec<RepoPath> = Vec::new();
    for file in files.iter_mut() {
        let Some(lines) = text(file) else { continue };
        if matches!(file.status, Status::Added | Status::Copied) {
            (file.added, file.whole) = (LineRanges::first(*lines), Some(Whole::New));
        } else {
            paths.push(file.path.clone());
            paths.extend(file.old_path.clone());
        }
    }
    for group in groups(&paths) {
        let lines = lines(git, comparison, &["--text"], group).await?;
        for file in files.iter_mut().filter(|file| text(file).is_some()) {
            if let Some((pair, section)) = lines.get(&file.path)
                && (pair.old_blob, pair.blob, &pair.old_path) == (file.old_blob, file.blob, &file.old_path)
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

    #[test]
    fn groups_hold_every_path_once() {
        let paths: Vec<RepoPath> =
            (0..5000).map(|number| RepoPath::new(format!("{number}/{}", "x".repeat(number % 90)))).collect();
        let grouped: Vec<&[RepoPath]> = groups(&paths).collect();
        assert!(grouped.len() > 3);
        assert_eq!(grouped.concat(), paths);
        assert_eq!(groups(&[RepoPath::new(vec![b'x'; ARGUMENTS_LIMIT * 2])]).count(), 1);
        assert_eq!(groups(&[]).count(), 0);
    }
}
