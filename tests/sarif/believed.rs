//! Which files are an answer: written by a step that saw the reviewed commit, whole, and inside the working directory.

use std::fs::File;
use std::time::{Duration, SystemTime};

use serde_json::json;

use crate::{findings, log, reasons, result, review, staged};

/// A log with one finding on the added line.
fn planted() -> String {
    log(&json!([result("r", "src/a.py", 2)]))
}

#[test]
fn a_finding_on_an_added_line_rejects() {
    let repo = staged("{files: ['out/*.sarif']}");
    repo.write("out/a.sarif", planted());
    let (status, audit) = review(&repo, &[]);
    assert_eq!((status, findings(&audit)), (3, vec!["new sarif:demo/r src/a.py".to_owned()]));
    assert_eq!(audit["findings"][0]["origin"], "sarif");
    let version = audit["engines"][0]["version"].as_str().expect("a version");
    assert!(version.starts_with("sarif ") && version.contains(": Demo; "), "{version}");
    repo.write("out/a.sarif", log(&json!([result("r", "src/a.py", 1)])));
    let (status, audit) = review(&repo, &[]);
    assert_eq!((status, findings(&audit)), (0, vec!["pre-existing sarif:demo/r src/a.py".to_owned()]));
    assert_ne!(audit["engines"][0]["version"].as_str(), Some(version));
}

#[test]
fn an_absent_file_is_no_answer_unless_it_need_not_exist() {
    let repo = staged("{files: ['out/*.sarif', 'out/b/x.json']}");
    repo.write("out/a.sarif", log(&json!([])));
    let (status, audit) = review(&repo, &[]);
    let reasons = reasons(&audit);
    assert_eq!(status, 4);
    assert!(reasons.contains("sarif_unavailable") && reasons.contains("`out/b/x.json`"), "{reasons}");
    let repo = staged("{files: ['out/*.sarif'], must_exist: false}");
    assert_eq!(review(&repo, &[]).0, 0);
}

#[test]
fn a_file_that_is_older_than_the_commit_is_no_answer() {
    let repo = staged("{files: [out/a.sarif]}");
    repo.write("out/a.sarif", planted());
    // The commits of the tests are of 2024-05-06.
    let committed = SystemTime::UNIX_EPOCH + Duration::from_secs(1_714_979_289);
    for (age, status) in [(Duration::ZERO, 3), (Duration::from_secs(1), 4), (Duration::from_secs(1_000_000), 4)] {
        let file = File::options().write(true).open(repo.file("out/a.sarif")).expect("the file");
        file.set_modified(committed - age).expect("its time");
        let (seen, audit) = review(&repo, &[]);
        assert_eq!(seen, status, "{age:?}: {audit}");
        assert_eq!(reasons(&audit).contains("older than the reviewed commit"), status == 4);
    }
}

#[test]
fn a_file_that_the_author_can_have_written_is_no_answer() {
    let repo = staged("{files: [clean.sarif]}");
    repo.write("clean.sarif", log(&json!([]))).commit("third");
    let (status, audit) = review(&repo, &[]);
    assert_eq!(status, 4);
    assert!(reasons(&audit).contains("git tracks `clean.sarif`"), "{audit}");
    // Also when the commit under review is not the one that is checked out.
    repo.git(["checkout", "--quiet", "HEAD~1"]);
    repo.write("clean.sarif", log(&json!([])));
    assert_eq!(review(&repo, &[]).0, 0);
    assert_eq!(review(&repo, &["--head", "main"]).0, 4);
}

#[test]
fn links_are_not_followed() {
    let outside = tempfile::tempdir().expect("a folder");
    let target = outside.path().join("a.sarif");
    std::io::Write::write_all(&mut File::create(&target).expect("a file"), planted().as_bytes()).expect("a file");
    let repo = staged("{files: ['out/a.sarif', 'out/**/a.sarif']}");
    repo.symlink("out/a.sarif", target.to_str().expect("UTF-8")).symlink("out/d", outside.path().to_str().expect("UTF-8"));
    let (status, audit) = review(&repo, &[]);
    assert_eq!(status, 4);
    assert!(reasons(&audit).contains("sarif_unavailable"), "{audit}");
}

#[test]
fn what_is_no_whole_sarif_is_invalid_output() {
    let whole = planted();
    for broken in ["", "not json", &whole[..whole.len() - 3], r#"{"version": "2.1.0", "runs": 1}"#, r#"{"runs": []}"#] {
        let repo = staged("{files: [out/a.sarif]}");
        repo.write("out/a.sarif", broken).write("out/b.sarif", planted());
        let (status, audit) = review(&repo, &[]);
        assert_eq!(status, 4, "{broken}");
        assert!(reasons(&audit).contains("sarif_invalid_output") && reasons(&audit).contains("out/a.sarif"), "{audit}");
    }
    let repo = staged("{files: [out/a.sarif], max_file_bytes: 10}");
    repo.write("out/a.sarif", planted());
    let (status, audit) = review(&repo, &[]);
    assert!(status == 4 && reasons(&audit).contains("sarif_invalid_output"), "{audit}");
}

#[test]
fn a_run_that_failed_or_did_not_look_is_incomplete() {
    for run in [
        json!({"tool": {"driver": {"name": "Demo"}}}),
        json!({"tool": {"driver": {"name": "Demo"}}, "results": [], "invocations": [{"executionSuccessful": false}]}),
    ] {
        let repo = staged("{files: [out/a.sarif]}");
        repo.write("out/a.sarif", json!({"version": "2.1.0", "runs": [run]}).to_string());
        let (status, audit) = review(&repo, &[]);
        assert!(status == 4 && reasons(&audit).contains("sarif_incomplete"), "{audit}");
    }
}

#[test]
fn only_the_runs_of_a_named_tool_count_and_they_must_be_there() {
    for (tool, status, cause) in
        [("Demo", 3, ""), ("[Demo]", 3, ""), ("[Demo, Other]", 4, "`Other`"), ("demo", 4, "there are runs of Demo")]
    {
        let repo = staged(&format!("{{files: [out/a.sarif], tool: {tool}}}"));
        repo.write("out/a.sarif", planted());
        let (seen, audit) = review(&repo, &[]);
        assert_eq!(seen, status, "{tool}: {audit}");
        assert!(reasons(&audit).contains(cause), "{audit}");
    }
    let repo = staged("{files: [out/a.sarif], tool: Other, must_exist: false}");
    repo.write("out/a.sarif", planted());
    assert_eq!(review(&repo, &[]).0, 0);
}

#[test]
fn working_files_and_the_index_are_reviewed_too() {
    let repo = staged("{files: [out/a.sarif]}");
    repo.write("src/a.py", "one\ntwo\nthree\n").write("out/a.sarif", log(&json!([result("r", "src/a.py", 3)])));
    assert_eq!(review(&repo, &["--worktree"]).0, 3);
    repo.git(["add", "src/a.py"]);
    assert_eq!(review(&repo, &["--staged"]).0, 3);
    assert_eq!(review(&repo, &["--all"]).0, 3);
}
