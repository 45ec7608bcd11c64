//! Reads git's raw diff: which paths changed, and how (git-diff(1), "Raw output format", in its `-z` form).
//!
//! Names come from here and only from here: between NUL bytes they need no unquoting and can hold anything.

use bstr::ByteSlice;

use crate::finding::RepoPath;

use super::{Kind, Oid, Status};

/// Git printed something that its documentation does not describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Malformed(pub(super) &'static str);

/// One changed path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) old_kind: Option<Kind>,
    pub(super) kind: Option<Kind>,
    pub(super) old_blob: Option<Oid>,
    pub(super) blob: Option<Oid>,
    /// Nothing for an unmerged path.
    pub(super) status: Option<Status>,
    pub(super) old_path: Option<RepoPath>,
    pub(super) path: RepoPath,
}

/// Reads the records, and gives back what follows them: nothing, or a patch behind one more NUL.
pub(super) fn parse(input: &[u8]) -> Result<(Vec<Pair>, &[u8]), Malformed> {
    let mut pairs = Vec::new();
    let mut rest = input;
    while let Some(record) = rest.strip_prefix(b":") {
        let (head, after) = field(record)?;
        let mut fields = head.split_str(" ");
        let mut next = || fields.next().ok_or(Malformed("a raw record with too few fields"));
        let (old_kind, kind) = (mode(next()?)?, mode(next()?)?);
        let (old_blob, blob) = (object(next()?)?, object(next()?)?);
        let letter = next()?.first().copied();
        let (first, after) = field(after)?;
        let (old_path, path, after) = match letter {
            Some(b'R' | b'C') => {
                let (second, after) = field(after)?;
                (Some(RepoPath::new(first)), RepoPath::new(second), after)
            }
            _ => (None, RepoPath::new(first), after),
        };
        let status = match letter {
            Some(b'A') => Some(Status::Added),
            Some(b'M') => Some(Status::Modified),
            Some(b'D') => Some(Status::Deleted),
            Some(b'R') => Some(Status::Renamed),
            Some(b'C') => Some(Status::Copied),
            Some(b'T') => Some(Status::TypeChanged),
            Some(b'U') => None,
            _ => return Err(Malformed("an unknown status letter")),
        };
        pairs.push(Pair { old_kind, kind, old_blob, blob, status, old_path, path });
        rest = after;
    }
    match rest.strip_prefix(b"\0") {
        Some(patch) => Ok((pairs, patch)),
        None if rest.is_empty() => Ok((pairs, rest)),
        None => Err(Malformed("something behind the raw records")),
    }
}

/// Splits off what stands before the next NUL.
pub(super) fn field(input: &[u8]) -> Result<(&[u8], &[u8]), Malformed> {
    input.split_once_str("\0").ok_or(Malformed("a field without its end"))
}

fn mode(text: &[u8]) -> Result<Option<Kind>, Malformed> {
    match text {
        b"000000" => Ok(None),
        _ => Kind::of_mode(text).map(Some).ok_or(Malformed("an unknown file mode")),
    }
}

fn object(text: &[u8]) -> Result<Option<Oid>, Malformed> {
    Oid::parse_or_null(text).ok_or(Malformed("no object id where one is expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    const NONE: &str = "0000000000000000000000000000000000000000";

    #[test]
    fn every_status_is_read() {
        let table = [
            (format!(":000000 100644 {NONE} {A} A\0new\0"), Some(Status::Added), None, "new"),
            (format!(":100644 100755 {A} {A} M\0run.sh\0"), Some(Status::Modified), None, "run.sh"),
            (format!(":100644 000000 {A} {NONE} D\0gone\0"), Some(Status::Deleted), None, "gone"),
            (
                format!(":100644 100644 {A} {B} R087\0old\nname\0new b/name\0"),
                Some(Status::Renamed),
                Some("old\nname"),
                "new b/name",
            ),
            (format!(":100644 100644 {A} {A} C100\0one\0two\0"), Some(Status::Copied), Some("one"), "two"),
            (format!(":160000 120000 {A} {B} T\0sub\0"), Some(Status::TypeChanged), None, "sub"),
            (format!(":100644 000000 {A} {NONE} U\0conflict\0"), None, None, "conflict"),
        ];
        for (input, status, old_path, path) in &table {
            let (pairs, rest) = parse(input.as_bytes()).expect(path);
            assert!(rest.is_empty());
            assert_eq!(pairs.len(), 1);
            assert_eq!((pairs[0].status, pairs[0].path.as_str()), (*status, Some(*path)));
            assert_eq!(pairs[0].old_path.as_ref().and_then(|path| path.as_str()), *old_path);
        }
        let all: String = table.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(
            parse(format!("{all}\0diff").as_bytes()).map(|(pairs, rest)| (pairs.len(), rest)),
            Ok((7, b"diff".as_slice()))
        );
    }

    #[test]
    fn what_git_does_not_print_is_refused() {
        let table = [
            format!(":100644 100644 {A} {B} M\0cut"),
            format!(":100644 100644 {A} {B} R100\0only one\0"),
            format!(":100644 100644 {A} {B} X\0path\0"),
            format!(":100644 040000 {A} {B} M\0path\0"),
            format!(":100644 100644 {A} nothing M\0path\0"),
            format!(":100644 100644 {A}\0path\0"),
            "diff --git a/x b/x\n".to_owned(),
        ];
        for input in table {
            assert!(parse(input.as_bytes()).is_err(), "{input:?}");
        }
    }

    proptest! {
        #[test]
        fn no_input_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0usize..60) {
            let _ = parse(&bytes);
            let valid = format!(":100644 100644 {A} {B} R087\0old\0new\0");
            let mut mixed = valid.as_bytes()[..cut.min(valid.len())].to_vec();
            mixed.extend(bytes);
            let _ = parse(&mixed);
        }
    }
}
