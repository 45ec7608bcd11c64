//! Reads objects out of git's store, many at a time.
//!
//! The size of each object is asked for first. So a batch is known to fit into memory before it is read, and an answer that is
//! shorter than announced is seen as an error.

use std::collections::BTreeMap;

use bstr::ByteSlice;

use super::git::{Git, LISTING_LIMIT};
use super::raw::Malformed;
use super::{ChangeError, Oid, is_binary};

/// How many bytes of content one batch holds, unless a single object is larger.
pub(super) const BATCH_BYTES: u64 = 16 * 1024 * 1024;

/// How many objects one batch holds.
pub(super) const BATCH_OBJECTS: usize = 4096;

/// A header line of `git cat-file --batch` for a blob is shorter than this: 64 digits, ` blob `, 20 digits, line ends.
const HEADER_BYTES: u64 = 96;

/// The size of each blob in bytes; nothing where there is no such blob.
pub(super) async fn sizes(git: &Git, oids: &[Oid]) -> Result<Vec<Option<u64>>, ChangeError> {
    if oids.is_empty() {
        return Ok(Vec::new());
    }
    let output = git.list(git.command(["cat-file", "--batch-check"]).input(names(oids))).await?;
    let sizes: Vec<_> = output
        .lines()
        .zip(oids)
        .map(|(line, oid)| parse_header(line, *oid))
        .collect::<Result<_, _>>()
        .map_err(Git::malformed("cat-file"))?;
    if sizes.len() == oids.len() { Ok(sizes) } else { Err(Git::malformed("cat-file")(Malformed("too few objects"))) }
}

/// Reads blobs whose sizes are known. The bytes of the n-th one are given by [`Blobs::next`] on its n-th call.
pub(super) async fn read(git: &Git, blobs: &[(Oid, u64)]) -> Result<Blobs, ChangeError> {
    let oids: Vec<Oid> = blobs.iter().map(|blob| blob.0).collect();
    let mut command = git.command(["cat-file", "--batch"]).input(names(&oids));
    let total: u64 = blobs.iter().map(|blob| blob.1 + HEADER_BYTES).sum();
    command.output_limit = usize::try_from(total).unwrap_or(LISTING_LIMIT);
    Ok(Blobs { output: git.read(command).await?, position: 0 })
}

/// What `git cat-file --batch` printed.
pub(super) struct Blobs {
    output: Vec<u8>,
    position: usize,
}

impl Blobs {
    /// The bytes of the next blob, which must be `oid`; nothing when it could not be read.
    pub(super) fn next(&mut self, oid: Oid) -> Result<Option<&[u8]>, Malformed> {
        let rest = self.output.get(self.position..).unwrap_or_default();
        let (header, body) = rest.split_once_str("\n").ok_or(Malformed("too few objects"))?;
        self.position += header.len() + 1;
        let Some(size) = parse_header(header, oid)? else { return Ok(None) };
        let size = usize::try_from(size).map_err(|_| Malformed("an impossible size"))?;
        let bytes = body.get(..size).ok_or(Malformed("an object that breaks off"))?;
        self.position += size + 1;
        Ok(Some(bytes))
    }
}

/// Those of `oids` that hold text and are not larger than `limit` bytes, with the number of their lines.
pub(super) async fn texts(git: &Git, oids: Vec<Oid>, limit: u64) -> Result<BTreeMap<Oid, u32>, ChangeError> {
    let sizes = sizes(git, &oids).await?;
    let small = |(oid, size): (Oid, Option<u64>)| Some((oid, size.filter(|size| *size <= limit)?));
    let blobs: Vec<(Oid, u64)> = oids.into_iter().zip(sizes).filter_map(small).collect();
    let mut texts = BTreeMap::new();
    for batch in batches(&blobs, BATCH_BYTES) {
        let batch = &blobs[batch];
        let mut read = read(git, batch).await?;
        for (oid, _) in batch {
            if let Some(bytes) = read.next(*oid).map_err(Git::malformed("cat-file"))?.filter(|bytes| !is_binary(bytes)) {
                let lines = bytes.find_iter("\n").count() + usize::from(!bytes.is_empty() && !bytes.ends_with(b"\n"));
                texts.insert(*oid, u32::try_from(lines).unwrap_or(u32::MAX));
            }
        }
    }
    Ok(texts)
}

/// Splits blobs, in their order, into batches of at most `bytes` (or one blob) and [`BATCH_OBJECTS`].
pub(super) fn batches(blobs: &[(Oid, u64)], bytes: u64) -> Vec<std::ops::Range<usize>> {
    let mut batches = Vec::new();
    let (mut start, mut sum) = (0, 0u64);
    for (position, (_, size)) in blobs.iter().enumerate() {
        if position > start && (sum.saturating_add(*size) > bytes || position - start == BATCH_OBJECTS) {
            batches.push(start..position);
            (start, sum) = (position, 0);
        }
        sum = sum.saturating_add(*size);
    }
    if start < blobs.len() {
        batches.push(start..blobs.len());
    }
    batches
}

fn names(oids: &[Oid]) -> String {
    oids.iter().map(|oid| format!("{oid}\n")).collect()
}

/// Reads `<oid> blob <size>`, or `<oid> missing`, or `<oid>` of another type, which is no content either.
fn parse_header(line: &[u8], oid: Oid) -> Result<Option<u64>, Malformed> {
    let mut words = line.split_str(" ");
    if words.next().and_then(Oid::parse) != Some(oid) {
        return Err(Malformed("an object that was not asked for"));
    }
    match (words.next(), words.next()) {
        (Some(b"blob"), Some(size)) => {
            size.to_str().ok().and_then(|size| size.parse().ok()).map(Some).ok_or(Malformed("a blob without a size"))
        }
        (Some(b"missing"), None) => Ok(None),
        (Some(b"commit" | b"tree" | b"tag"), Some(_)) => Err(Malformed("an object that is no blob")),
        _ => Err(Malformed("an unknown answer")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    fn oid(digit: char) -> Oid {
        Oid::parse(digit.to_string().repeat(40)).expect("an id")
    }

    #[test]
    fn blobs_are_read_one_after_the_other() {
        let (a, b, c) = (oid('a'), oid('b'), oid('c'));
        let output = format!("{a} blob 4\nx\ny\n\n{b} missing\n{c} blob 0\n\n").into_bytes();
        let mut blobs = Blobs { output, position: 0 };
        assert_eq!(blobs.next(a), Ok(Some(b"x\ny\n".as_slice())));
        assert_eq!(blobs.next(b), Ok(None));
        assert_eq!(blobs.next(c), Ok(Some(b"".as_slice())));
        assert!(blobs.next(a).is_err());
        for wrong in
            [format!("{b} blob 0\n\n"), format!("{a} tree 3\nabc\n"), format!("{a} blob 9\nabc\n"), format!("{a} blob x\n")]
        {
            assert!(Blobs { output: wrong.clone().into_bytes(), position: 0 }.next(a).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn batches_hold_every_blob_once_and_stay_small(sizes in proptest::collection::vec(0u64..50, 0..60), bytes in 1u64..100) {
            let blobs: Vec<_> = sizes.iter().map(|size| (oid('a'), *size)).collect();
            let batches = batches(&blobs, bytes);
            prop_assert_eq!(batches.iter().cloned().flatten().collect::<Vec<_>>(), (0..blobs.len()).collect::<Vec<_>>());
            for batch in batches {
                prop_assert!(batch.len() == 1 || sizes[batch].iter().sum::<u64>() <= bytes);
            }
        }

        #[test]
        fn no_output_makes_it_panic(output in proptest::collection::vec(any::<u8>(), 0..80), size in any::<u64>()) {
            let a = oid('a');
            let _ = Blobs { output: output.clone(), position: 0 }.next(a);
            let mut mixed = format!("{a} blob {size}\n").into_bytes();
            mixed.extend(output);
            let mut blobs = Blobs { output: mixed, position: 0 };
            let _ = (blobs.next(a).map(|_| ()), blobs.next(a).map(|_| ()));
        }
    }
}
