//! The faults, each with what must be seen.

use std::fs;

use crate::engines::{HALF, PANICS, STEADY_ONLY, WRAPPED};
use crate::stage::{Seen, Stage};

pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) status: u8,
    pub(crate) cause: &'static str,
    pub(crate) others_shown: bool,
    pub(crate) inject: fn(&Stage) -> Seen,
}

const fn in_engine(name: &'static str, cause: &'static str, inject: fn(&Stage) -> Seen) -> Fault {
    Fault { name, status: 4, cause, others_shown: true, inject }
}

const fn before_scan(name: &'static str, status: u8, cause: &'static str, inject: fn(&Stage) -> Seen) -> Fault {
    Fault { name, status, cause, others_shown: false, inject }
}

const fn in_delivery(name: &'static str, cause: &'static str, inject: fn(&Stage) -> Seen) -> Fault {
    Fault { name, status: 7, cause, others_shown: true, inject }
}

fn scripted(stage: &Stage, script: &str) -> Seen {
    stage.scanner(script);
    stage.review(&[])
}

pub(crate) static FAULTS: &[Fault] = &[
    in_engine("scanner absent", "test_unavailable", |stage| {
        stage.remove_scanner();
        stage.review(&[])
    }),
    in_engine("scanner killed by a signal", "killed by signal 9", |stage| scripted(stage, "kill -9 $$")),
    in_engine("scanner that hangs", "still running", |stage| scripted(stage, "sleep 1000")),
    in_engine("scanner whose child hangs and holds its pipes", "still running", |stage| scripted(stage, "sleep 1000 & wait")),
    in_engine("scanner that floods its output", "more than 64 KiB", |stage| scripted(stage, "head -c 300000 /dev/zero")),
    in_engine("scanner that floods its standard error", "more than 64 KiB", |stage| {
        scripted(stage, "head -c 300000 /dev/zero >&2; echo '[]'")
    }),
    in_engine("scanner that prints half a JSON", "test_invalid_output", |stage| scripted(stage, "printf '[{\"a\":'")),
    in_engine("scanner that prints nothing", "test_invalid_output", |stage| scripted(stage, ":")),
    in_engine("scanner with an unknown exit code", "unknown exit code 42", |stage| scripted(stage, "echo '[]'; exit 42")),
    in_engine("scanner that cannot be started", "test_execution_error", |stage| {
        stage.program("#!/no/such/interpreter\n");
        stage.review(&[])
    }),
    in_engine("panic inside an engine", "panicked", |stage| stage.review_with(PANICS, &[])),
    in_engine("engine that did not look at everything", "test_incomplete", |stage| stage.review_with(HALF, &[])),
    before_scan("registry without the configured engine", 5, "there is no engine `faulty`", |stage| {
        stage.repo.write(".aurumcode.yml", "quality_gates:\n  scanners:\n    - engine: faulty\n");
        stage.review_with(STEADY_ONLY, &[])
    }),
    before_scan("configuration with an unknown key", 5, "config/unknown-key", |stage| {
        stage.repo.write(".aurumcode.yml", "gates: {}\n");
        stage.review(&[])
    }),
    before_scan("every engine switched off", 4, "nothing_ran", |stage| {
        stage.repo.write(".aurumcode.yml", "quality_gates:\n  scanners:\n    - engine: steady\n      enabled: false\n");
        stage.review(&[])
    }),
    before_scan("base that does not exist", 6, "no-such-branch", |stage| stage.review(&["--base", "no-such-branch"])),
    before_scan("content that the repository lacks", 6, "lacks objects of the reviewed content", |stage| {
        stage.repo.remove_object("HEAD~1:kept.txt");
        stage.review(&[])
    }),
    before_scan("commit that the repository lacks", 6, "which `HEAD` names", |stage| {
        stage.repo.remove_object("HEAD");
        stage.review(&[])
    }),
    before_scan("configuration that cannot be read", 5, "config/unreadable-file", |stage| {
        fs::create_dir(stage.path().join(".aurumcode.yml")).expect("a folder");
        stage.review(&[])
    }),
    before_scan("no repository", 6, "not a git repository", |stage| {
        fs::remove_dir_all(stage.path().join(".git")).expect("it was there");
        stage.review(&[])
    }),
    before_scan("git not installed", 1, "git", |stage| stage.review_on(WRAPPED, &[], "/nonexistent")),
    in_delivery("disk full while the audit is written", "No space left on device", |stage| {
        stage.review(&["--audit", "/dev/full"])
    }),
    in_delivery("disk full while the SARIF file is written", "No space left on device", |stage| {
        stage.review(&["--sarif", "/dev/full"])
    }),
    in_delivery("disk full while the HTML page is written", "No space left on device", |stage| {
        stage.review(&["--html", "/dev/full"])
    }),
    in_delivery("audit in the place of a folder", "is a directory", |stage| {
        let place = stage.path();
        stage.review(&["--audit", place.to_str().expect("UTF-8")])
    }),
    in_delivery("SARIF file where nothing can be created", "could not be written", |stage| {
        stage.review(&["--sarif", "/proc/review.sarif"])
    }),
    in_delivery("audit into a folder that does not exist", "there is no directory", |stage| {
        stage.review(&["--audit", "/nonexistent/audit.json"])
    }),
];
