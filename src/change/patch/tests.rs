//! Tests of the patch reader: a table of what git prints, generated patches, and arbitrary bytes.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;

const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

type Ranges = &'static [(u32, u32)];

fn read(patch: &[u8]) -> Result<Vec<Section>, Malformed> {
    sections(patch).collect()
}

fn lines(ranges: &[(u32, u32)]) -> LineRanges {
    ranges.iter().flat_map(|range| range.0..=range.1).collect()
}

#[test]
fn hunks_are_read_as_git_prints_them() {
    let head = format!("diff --git a/x b/x\nindex {A}..{B} 100644\n--- a/x\n+++ b/x\n");
    let table: [(&str, &[u8], Ranges, Ranges); 9] = [
        ("replaced", b"@@ -2 +2,2 @@ fn f() @@ {\n-b\n+B\n+C\n", &[(2, 2)], &[(2, 3)]),
        ("inserted at the top", b"@@ -0,0 +1,2 @@\n+a\n+b\n", &[], &[(1, 2)]),
        ("removed", b"@@ -3,2 +2,0 @@\n-c\n-d\n", &[(3, 4)], &[]),
        (
            "no newline in the middle",
            b"@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+b\n@@ -9 +9 @@\n-x\n+y\n",
            &[(2, 2), (9, 9)],
            &[(2, 2), (9, 9)],
        ),
        (
            "no newline on both sides",
            b"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n",
            &[(1, 1)],
            &[(1, 1)],
        ),
        (
            "lines that look like headers",
            b"@@ -1,3 +1,4 @@\n--- a/y\n-diff --git a/q b/q\n-@@ -1 +1 @@\n+++ b/y\n+\\ No newline\n+diff --git a/q b/q\n+\n",
            &[(1, 3)],
            &[(1, 4)],
        ),
        ("carriage returns", b"@@ -1 +1,2 @@\n-a\r\n+a\rb\r\r\n+\r\n", &[(1, 1)], &[(1, 2)]),
        ("context", b"@@ -1,4 +1,5 @@\n a\n-b\n+B\n+C\n\n d\n", &[(2, 2)], &[(2, 3)]),
        ("not UTF-8", b"@@ -1 +1 @@\n-\xff\0\n+\xfe\0\x1b[31m\n", &[(1, 1)], &[(1, 1)]),
    ];
    for (name, hunks, removed, added) in table {
        let patch = [head.as_bytes(), hunks].concat();
        let read = read(&patch).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(read.len(), 1, "{name}");
        assert_eq!((&read[0].removed, &read[0].added), (&lines(removed), &lines(added)), "{name}");
        assert_eq!(read[0].index, Some((Oid::parse(A), Oid::parse(B))), "{name}");
    }
}

#[test]
fn sections_without_hunks_are_kept() {
    let patch = format!(
        "diff --git a/run b/run\nold mode 100644\nnew mode 100755\n\
         diff --git \"a/tab\\there\" \"b/tab\\tthere\"\nsimilarity index 100%\nrename from \"tab\\there\"\nrename to \"tab\\tthere\"\n\
         diff --git a/pic b/pic\nindex {A}..{B} 100644\nBinary files a/pic and b/pic differ\n\
         diff --git a/mod b/mod\nindex {A}..{B} 160000\n--- a/mod\n+++ b/mod\n@@ -1 +1 @@\n-Subproject commit {A}\n+Subproject commit {B}\n"
    );
    let read = read(patch.as_bytes()).expect("four sections");
    let shape: Vec<_> = read.iter().map(|section| (section.index.is_some(), section.opaque, section.added.count())).collect();
    assert_eq!(shape, [(false, false, Some(0)), (false, false, Some(0)), (true, true, Some(0)), (true, false, Some(1))]);
}

#[test]
fn a_line_of_300_000_bytes_is_one_line() {
    let long = "x".repeat(300_000);
    let patch = format!(
        "diff --git a/min.js b/min.js\nindex {A}..{B} 100644\n--- a/min.js\n+++ b/min.js\n@@ -1 +1 @@\n-{long}\n+{long}y\n"
    );
    assert_eq!(read(patch.as_bytes()).expect("one section")[0].added, lines(&[(1, 1)]));
}

#[test]
fn what_git_does_not_print_is_refused() {
    let head = "diff --git a/x b/x\n--- a/x\n+++ b/x\n";
    let table = [
        "@@ -1 +1 @@\n-a\n+b\n".to_owned(),
        format!("{head}@@ -1 +1 @@\n-a\n"),
        format!("{head}@@ -1 +1 @@\n-a\n+b"),
        format!("{head}@@ -1 +1 @@\n-a\n-b\n"),
        format!("{head}@@ -1 +1 @@\n-a\ndiff --git a/y b/y\n"),
        format!("{head}@@ -x +1 @@\n-a\n+b\n"),
        format!("{head}@@ -1 +99999999999 @@\n-a\n+b\n"),
        format!("{head}@@ -1 +0 @@\n-a\n+b\n"),
        format!("{head}@@ -0,0 +5 @@\n+b\n@@ -0,0 +4 @@\n+b\n"),
        format!("{head}index {A}\n"),
    ];
    for patch in table {
        assert!(read(patch.as_bytes()).is_err(), "{patch}");
    }
}

/// One run of equal, removed or added lines.
#[derive(Debug, Clone)]
enum Run {
    Equal(u32),
    Removed(u32),
    Added(u32),
}

fn runs() -> impl Strategy<Value = Vec<Run>> {
    let run = prop_oneof![(1u32..9).prop_map(Run::Equal), (1u32..5).prop_map(Run::Removed), (1u32..5).prop_map(Run::Added)];
    proptest::collection::vec(run, 1..12)
}

/// Writes one hunk over all runs, the way a diff with unlimited context does, and the line numbers it stands for.
fn write_patch(runs: &[Run], text: &str, missing_newline: bool) -> (String, LineRanges, LineRanges) {
    let (mut old, mut new) = (0, 0);
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    let mut body = String::new();
    for run in runs {
        let (sign, count) = match run {
            Run::Equal(count) => (' ', *count),
            Run::Removed(count) => ('-', *count),
            Run::Added(count) => ('+', *count),
        };
        for _ in 0..count {
            old += u32::from(sign != '+');
            new += u32::from(sign != '-');
            if sign == '-' {
                removed.push(old);
            } else if sign == '+' {
                added.push(new);
            }
            writeln!(body, "{sign}{text}").expect("a string takes everything");
            if missing_newline && sign != ' ' {
                body.push_str("\\ No newline at end of file\n");
            }
        }
    }
    let start = |count: u32| u32::from(count > 0);
    let patch = format!(
        "diff --git a/x b/x\nindex {A}..{B} 100644\n--- a/x\n+++ b/x\n@@ -{},{old} +{},{new} @@\n{body}",
        start(old),
        start(new)
    );
    (patch, removed.into_iter().collect(), added.into_iter().collect())
}

proptest! {
    #[test]
    fn generated_patches_are_read_back(many in proptest::collection::vec((runs(), "[ -~]{0,12}|diff --git a/x b/x|@@ -1 \\+1 @@|-- a/x", any::<bool>()), 1..4)) {
        let written: Vec<_> = many.iter().map(|(runs, text, missing)| write_patch(runs, text, *missing)).collect();
        let patch: String = written.iter().map(|one| one.0.as_str()).collect();
        let read = read(patch.as_bytes());
        let expected: Vec<_> = written.into_iter().map(|(_, removed, added)| Section { index: Some((Oid::parse(A), Oid::parse(B))), opaque: false, added, removed }).collect();
        prop_assert_eq!(read, Ok(expected));
    }

    #[test]
    fn no_input_makes_it_panic(runs in runs(), cut in 0usize..400, bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = read(&bytes);
        let (patch, ..) = write_patch(&runs, "+", true);
        let mut mixed = patch.as_bytes()[..cut.min(patch.len())].to_vec();
        mixed.extend(bytes);
        let _ = read(&mixed);
    }
}
