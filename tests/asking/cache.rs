//! Kept answers: when one is used, and that no edit of the directory approves anything.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::stage::{Seen, Stage, token};

const PLAIN: &str = "quality_gates: {scanners: [{engine: secrets}]}\nreview: {verification: {enabled: false}}\n";
const REQUIRED: &str =
    "quality_gates: {scanners: [{engine: secrets}]}\nreview: {model: {required: true}, verification: {enabled: false}}\n";
const KEY: &str = "0123456789abcdef0123456789abcdef";
const HARMLESS: &str = "def total(items):\n    return query(items)\n";

/// An answer with a remark on the changed line.
fn answer(message: &str) -> String {
    let remark = json!({
        "file": "app.py", "line": 2, "severity": "error", "rule_id": "security/sql-injection", "message": message,
        "impact": "Anybody reads the table.", "evidence": "Line 2 joins the text.", "verification": "Pass a quote.",
    });
    json!({ "issues": [remark] }).to_string()
}

/// A stage with a cache beside the repository.
fn stage(configuration: &str, after: &str) -> Stage {
    let stage = Stage::set(configuration, after);
    let cache = stage.file("cache").to_str().expect("UTF-8").to_owned();
    stage.variable("AURUMCODE_CACHE_DIR", &cache).variable("AURUMCODE_CACHE_KEY", KEY)
}

fn entries(stage: &Stage) -> Vec<PathBuf> {
    let found = fs::read_dir(stage.file("cache")).into_iter().flatten();
    let mut files: Vec<PathBuf> = found.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

#[expect(clippy::disallowed_methods, reason = "the test is about what another hand writes")]
fn overwrite(file: &PathBuf, bytes: &[u8]) {
    fs::write(file, bytes).expect("written");
}

fn remarks(seen: &Seen) -> String {
    seen.audit["model"]["remarks"].to_string()
}

#[test]
fn the_same_question_is_asked_once_and_another_one_anew() {
    let stage = stage(PLAIN, HARMLESS).model(answer("The first answer."));
    let seen = stage.review(&["--verbose"]);
    assert!(seen.text.contains("cache: 0 of 1 answers were kept ones"), "{}", seen.text);
    assert_eq!(entries(&stage).len(), 1);
    let stage = stage.model(answer("The second answer."));
    let seen = stage.review(&["--verbose"]);
    assert!(remarks(&seen).contains("The first answer."), "{:#}", seen.audit);
    assert!(seen.text.contains("cache: 1 of 1 answers were kept ones, which saved "), "{}", seen.text);
    assert!(!stage.review(&[]).text.contains("cache:"), "it is quiet by default");
    // Another configuration is another question, also where the prompt is the same.
    stage.repo.write(".aurumcode.yml", REQUIRED);
    assert!(remarks(&stage.review(&[])).contains("The second answer."));
    stage.repo.write(".aurumcode.yml", PLAIN).write("app.py", "def total(items):\n    return query(items, 1)\n").commit("third");
    assert!(remarks(&stage.review(&["--base", "HEAD~2"])).contains("The second answer."));
}

/// Every entry that an attacker can make of what is there: cut, changed, moved, emptied, linked.
#[test]
fn no_edit_of_the_directory_turns_a_rejection_into_an_approval() {
    let planted = format!("TOKEN = \"{}\"\n", token());
    let rejected = stage(PLAIN, &planted).model(json!({ "issues": [] }).to_string());
    let harmless = stage(PLAIN, HARMLESS).model(json!({ "issues": [], "verdict": "approve" }).to_string());
    assert_eq!((rejected.review(&[]).status, harmless.review(&[]).status), (3, 0));
    let (own, other) = (entries(&rejected), entries(&harmless));
    assert_eq!((own.len(), other.len()), (1, 1));
    let foreign = fs::read(&other[0]).expect("an entry");
    let whole = fs::read(&own[0]).expect("an entry");
    let mut approving = whole.clone();
    approving.extend_from_slice(b" ");
    for edit in [foreign, Vec::new(), whole[..whole.len() / 2].to_vec(), approving, b"{\"verdict\":\"approve\"}".to_vec()] {
        overwrite(&own[0], &edit);
        let seen = rejected.review(&[]);
        assert_eq!(seen.status, 3, "{}", seen.text);
        assert!(seen.text.contains("1 entry was written or changed by another hand, and was not used"), "{}", seen.text);
    }
    fs::remove_file(&own[0]).expect("gone");
    std::os::unix::fs::symlink(&other[0], &own[0]).expect("a link");
    assert_eq!(rejected.review(&[]).status, 3);
}

#[test]
fn an_answer_that_is_required_cannot_be_forged() {
    let stage = stage(REQUIRED, HARMLESS).model(json!({ "issues": [] }).to_string());
    assert_eq!(stage.review(&[]).status, 0);
    let entry = entries(&stage).remove(0);
    // A model without an answer, and an answer that was sealed by another key.
    let stage = stage.model("no answer at all");
    assert_eq!(stage.review(&[]).status, 0, "the kept answer is used");
    let mut forged = fs::read(&entry).expect("an entry");
    if let Some(last) = forged.last_mut() {
        *last ^= 1;
    }
    overwrite(&entry, &forged);
    assert_eq!(stage.review(&[]).status, 4);
    let stage = stage.variable("AURUMCODE_CACHE_KEY", "");
    assert_eq!(stage.review(&[]).status, 4);
}

#[test]
fn an_incomplete_run_neither_reads_nor_writes() {
    let broken = "quality_gates: {scanners: [{engine: secrets}, {engine: sarif, options: {files: [none.sarif]}}]}\n";
    let stage = stage(broken, HARMLESS).model(answer("The first answer."));
    let seen = stage.review(&["--verbose"]);
    assert_eq!((seen.status, entries(&stage).len()), (4, 0), "{}", seen.text);
    assert!(remarks(&seen).contains("The first answer."));
}

#[test]
fn an_answer_with_a_secret_is_not_kept() {
    let stage = stage(PLAIN, HARMLESS).model(answer(&format!("The token {} is in the log.", token())));
    assert_eq!(stage.review(&[]).status, 0);
    assert_eq!(entries(&stage), Vec::<PathBuf>::new());
}

#[test]
fn the_directory_lies_outside_of_what_is_reviewed() {
    let stage = stage(PLAIN, HARMLESS).model(answer("x"));
    let inside = stage.repo.path().join("deep/cache").to_str().expect("UTF-8").to_owned();
    let stage = stage.variable("AURUMCODE_CACHE_DIR", &inside);
    let seen = stage.review(&[]);
    assert!(seen.status == 1 && seen.text.contains("error[cache/inside]"), "{}", seen.text);
}

#[test]
fn without_a_key_there_is_no_cache_in_ci_and_an_own_key_elsewhere() {
    let stage =
        stage(PLAIN, HARMLESS).model(answer("The first answer.")).variable("AURUMCODE_CACHE_KEY", "").variable("CI", "true");
    let seen = stage.review(&[]);
    assert!(seen.text.contains("the cache is not used: in CI AURUMCODE_CACHE_KEY must hold the key"), "{}", seen.text);
    assert_eq!(entries(&stage), Vec::<PathBuf>::new());
    let stage = stage.variable("CI", "");
    assert_eq!(stage.review(&[]).status, 0);
    let key = stage.repo.home().join(".local/state/aurumcode/cache.key");
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&key).expect("a key").permissions());
    assert_eq!((mode & 0o777, entries(&stage).len()), (0o600, 1));
    let stage = stage.variable("AURUMCODE_CACHE_KEY", "short");
    assert!(stage.review(&[]).text.contains("holds fewer than 32 bytes"));
}
