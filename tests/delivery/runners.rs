//! What test runners really print, and what is read of it.

use std::fmt::Write as _;

use aurumcode::delivery::{TestOutcome, TestsRead, read_junit, read_printed};

macro_rules! printed {
    ($($name:literal),+) => { [$(($name, include_bytes!(concat!("printed/", $name)).as_slice())),+] };
}

fn shown(read: &TestsRead) -> String {
    let mut text = String::new();
    for (name, outcome) in &read.tests {
        let _ = writeln!(text, "{outcome:?} {name}");
    }
    let _ = writeln!(text, "{} passed, {} failed, {} skipped", read.counts.passed, read.counts.failed, read.counts.skipped);
    text
}

#[test]
fn what_runners_print_is_read() {
    let all = printed!(
        "pytest-v.txt",
        "pytest-rA.txt",
        "pytest-q.txt",
        "jest-verbose.txt",
        "vitest-verbose.txt",
        "vitest.txt",
        "node-tap.txt",
        "node-spec.txt",
        "go-v.txt",
        "go-json.txt",
        "cargo-test.txt",
        "nextest.txt"
    );
    let mut text = String::new();
    for (name, bytes) in all {
        // Standard output or standard error: runners differ.
        let (out, err) = (read_printed(bytes, b""), read_printed(b"", bytes));
        assert_eq!(out, err);
        let _ = writeln!(text, "== {name}\n{}", shown(&out));
    }
    let report = read_junit(include_bytes!("printed/pytest.xml")).expect("XML");
    let _ = writeln!(text, "== pytest.xml\n{}", shown(&report));
    insta::assert_snapshot!(text);
}

#[test]
fn what_no_runner_prints_is_no_test() {
    let noise = "test this ... please\nok then\nok 1\nPASS [now] x\n--- MAYBE: TestA (0.00s)\na.py PASSED\nx::y PASSED\n{\"Action\":\"pass\"}\n✓\n";
    assert_eq!(read_printed(noise.as_bytes(), b"\xff\xfe\x00"), TestsRead::default());
    for broken in ["<a", "<testsuite><testcase name='x'></testsuite>", "<testcase name='&unknown;'/>"] {
        assert!(read_junit(broken.as_bytes()).is_err(), "{broken}");
    }
    let report = "<testsuites><testsuite><testcase classname='a.B' name='c &amp; d'/><testcase name='e'><failure/></testcase>\
        <testcase name='f'><skipped/></testcase><testcase name='g'><system-out/></testcase></testsuite></testsuites>";
    let read = read_junit(report.as_bytes()).expect("XML");
    let expected = [
        ("a.B::c & d", TestOutcome::Passed),
        ("e", TestOutcome::Failed),
        ("f", TestOutcome::Skipped),
        ("g", TestOutcome::Passed),
    ];
    assert_eq!(read.tests, expected.map(|(name, outcome)| (name.to_owned(), outcome)).into());
}

#[test]
fn of_two_ends_of_one_name_the_worse_counts() {
    let read = read_printed(b"test a ... ok\ntest a ... FAILED\ntest b ... ignored\ntest b ... ok\n", b"");
    assert_eq!((read.tests["a"], read.tests["b"]), (TestOutcome::Failed, TestOutcome::Skipped));
}
