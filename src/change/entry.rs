//! One path of the reviewed content, and the listings it is read from.

use bstr::ByteSlice;

use crate::finding::RepoPath;

use super::raw::{Malformed, field};
use super::{Kind, Oid};

/// A path of the reviewed content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path.
    pub path: RepoPath,
    /// What it holds.
    pub kind: Kind,
    /// How many bytes it holds, where the listing says so (working files); of a symbolic link, its target's name.
    pub size: Option<u64>,
    /// The object it holds, a commit for a submodule. Nothing for working files: their content need not be an object.
    pub blob: Option<Oid>,
}

/// Reads `git ls-tree -r -z` (git-ls-tree(1), "Output format"): `<mode> <type> <object>\t<path>\0`.
pub(super) fn parse_tree(output: &[u8]) -> Result<Vec<Entry>, Malformed> {
    let entries = parse(output, |fields| match fields {
        [mode, _, object] => Some((mode, object, true)),
        _ => None,
    })?;
    Ok(entries.into_iter().map(|entry| entry.0).collect())
}

/// Reads `git ls-files --stage -z` (git-ls-files(1), "Output"): `<mode> <object> <stage>\t<path>\0`. The paths that have
/// unresolved conflicts, whose stages are 1 to 3, come apart and once each.
pub(super) fn parse_index(output: &[u8]) -> Result<(Vec<Entry>, Vec<RepoPath>), Malformed> {
    let mut unmerged = Vec::new();
    let mut entries = parse(output, |fields| match fields {
        [mode, object, stage] => Some((mode, object, *stage == b"0")),
        _ => None,
    })?;
    entries.retain(|(entry, merged)| {
        if !merged {
            unmerged.push(entry.path.clone());
        }
        *merged
    });
    unmerged.dedup();
    Ok((entries.into_iter().map(|entry| entry.0).collect(), unmerged))
}

fn parse<'a>(
    output: &'a [u8],
    read: impl Fn(&[&'a [u8]]) -> Option<(&'a [u8], &'a [u8], bool)>,
) -> Result<Vec<(Entry, bool)>, Malformed> {
    let mut entries = Vec::new();
    let mut rest = output;
    let mut fields = Vec::with_capacity(3);
    while !rest.is_empty() {
        let (record, after) = field(rest)?;
        let (head, path) = record.split_once_str("\t").ok_or(Malformed("an entry without a path"))?;
        fields.clear();
        fields.extend(head.split_str(" "));
        let (mode, object, flag) = read(&fields).ok_or(Malformed("an entry without its three fields"))?;
        // A directory of a sparse index is no file, and git expands it wherever it lists files.
        let kind = Kind::of_mode(mode).ok_or(Malformed("an entry with an unknown mode"))?;
        let blob = Oid::parse(object).ok_or(Malformed("an entry without an object"))?;
        entries.push((Entry { path: RepoPath::new(path), kind, size: None, blob: Some(blob) }, flag));
        rest = after;
    }
    Ok(entries)
}

/// Reads a list of paths that end in NUL.
pub(super) fn parse_paths(output: &[u8]) -> Vec<RepoPath> {
    output.split_str("\0").filter(|path| !path.is_empty()).map(RepoPath::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    #[test]
    fn listings_are_read() {
        let tree = format!("100644 blob {A}\ta b\n\tc\0160000 commit {A}\tsub\0120000 blob {A}\tlink\0100755 blob {A}\trun\0");
        let entries = parse_tree(tree.as_bytes()).expect("four entries");
        let shape: Vec<_> = entries.iter().map(|entry| (entry.path.as_str(), entry.kind)).collect();
        let expected =
            [("a b\n\tc", Kind::Regular), ("sub", Kind::Submodule), ("link", Kind::Symlink), ("run", Kind::Executable)];
        assert_eq!(shape, expected.map(|(path, kind)| (Some(path), kind)));
        let index = format!("100644 {A} 0\tone\0100644 {A} 2\tconflict\0100644 {A} 3\tconflict\0");
        let (entries, unmerged) = parse_index(index.as_bytes()).expect("one entry");
        assert_eq!((entries.len(), unmerged), (1, vec![RepoPath::from("conflict")]));
        assert_eq!(parse_paths(b"a\0b c\0"), [RepoPath::from("a"), RepoPath::from("b c")]);
    }

    #[test]
    fn what_git_does_not_print_is_refused() {
        for text in [
            format!("100644 blob {A} path\0"),
            format!("100644 blob {A}\tpath"),
            "100644 blob\tpath\0".to_owned(),
            format!("777 blob {A}\tp\0"),
        ] {
            assert!(parse_tree(text.as_bytes()).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_input_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
            let _ = (parse_tree(&bytes), parse_index(&bytes), parse_paths(&bytes));
        }
    }
}
