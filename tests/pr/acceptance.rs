//! The story that these gates are for: a rule without a test and a secret in the tree. QA returns the one, SecOps the other, the
//! developer mends both on the same branch, and then it is the person's turn.

use std::ffi::OsStr;

use crate::browser::play;
use crate::stage::{Stage, are_installed};

/// Both programs, and what is compiled in. The rules of semgrep are the project's own.
const SETTINGS: &str = "quality_gates:
  scanners:
    - engine: ast-grep
    - engine: gitleaks
    - engine: secrets
    - engine: semgrep
      options: { rule_packs: [rules] }
";

/// Answers QA with the missing test and SecOps with a variable in place of the secret; keeps what it heard.
const SCRIPT: &str = r##"
set -eu
cat > "$HOME/heard.json"
cp "$AURUMCODE_VERDICT" "$HOME/heard.md"
cat "$HOME/heard.json" >> "$HOME/all.json"
if grep -q '"gate": "qa"' "$HOME/heard.json"; then
  cat >> test/send.test.js <<'END'

// R2
test('an empty message is refused', () => {
  assert.throws(() => send(''));
});
END
else
  printf 'module.exports = process.env.CLIENT_TOKEN;\n' > src/credentials.js
fi
git add --all
git commit --quiet --message "answer the gate"
git push --quiet origin topic
"##;

#[test]
fn a_rule_without_a_test_and_a_secret_are_returned_one_after_the_other() {
    if !are_installed(&["node", "gitleaks", "semgrep"]) {
        return;
    }
    let stage = Stage::set(Some(Stage::DEVELOPER), SETTINGS);
    stage.developer(SCRIPT);
    let opened = stage.expect(0, &["open", "T-1", "--max-corrections", "3"]);
    assert!(opened.starts_with("pull request 1: `topic` into `main`"), "{opened}");
    let first_head = stage.remote_head();

    let page = stage.serve();
    let (url, signs) = (page.url("/pull-requests/1"), tempfile::tempdir().expect("a directory"));
    let folder = signs.path().to_owned();
    // A page that is left open sees every verdict as it comes, without being loaded again.
    let watching = std::thread::spawn(move || play("web/pages.mjs", "watch", OsStr::new(&url), &[("SIGNS", folder.as_os_str())]));
    while !signs.path().join("watching").exists() && !watching.is_finished() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let told = stage.expect(0, &["run"]);
    assert!(told.contains("both gates have approved: your turn"), "{told}");
    watching.join().expect("it is played to the end");
    drop(page);
    let shown = stage.shown();
    let expected = ["qa changes_requested", "qa approved", "secops changes_requested", "secops approved"];
    assert_eq!(stage.verdicts(), expected, "{told}");
    assert_eq!((&shown["gate_status"], &shown["gate_correction_count"]), (&"awaiting_user".into(), &0.into()));
    assert_eq!((&shown["branch"], &shown["blocked"]), (&"topic".into(), &serde_json::Value::Null));
    // What was judged is what is pushed, and it came about by commits on the same branch.
    assert_eq!(shown["head_sha"], stage.remote_head().as_str());
    assert_eq!(stage.repo.text(["rev-list", "--count", &format!("{first_head}..{}", stage.remote_head())]), "2");
    assert_eq!(stage.expect(0, &["list"]).lines().count(), 1, "one pull request");

    let timeline = shown["timeline"].as_array().expect("a timeline");
    let payloads: Vec<_> = timeline
        .iter()
        .filter(|event| event["kind"].as_str().is_some_and(|kind| kind.starts_with("artifact.")))
        .map(|event| &event["payload"])
        .collect();
    // The first verdict names the rule, and shows what covers the other one.
    assert!(payloads[0]["itens"][0].as_str().is_some_and(|item| item.contains("`R2`")), "{}", payloads[0]);
    let covered = serde_json::json!({ "rule": "R1", "tests": ["a message is sent"], "covered": true });
    assert_eq!(payloads[0]["coverageMatrix"][0], covered);
    assert_eq!(payloads[0]["suite"]["exit_code"], 0);
    // The third one names the secret's place, never the secret, and that it was there before.
    let items: Vec<&str> = payloads[2]["itens"].as_array().expect("items").iter().filter_map(|item| item.as_str()).collect();
    for scanner in ["gitleaks:", "secrets:"] {
        let named = |item: &&&str| item.starts_with(&format!("[{scanner}")) && item.contains("src/credentials.js:2");
        assert!(items.iter().find(named).is_some_and(|item| item.ends_with("(pre_existing)")), "{scanner} {items:?}");
    }
    let scanners: Vec<_> = payloads[3]["scanners"].as_array().expect("scanners").clone();
    let looked: Vec<&str> =
        scanners.iter().filter(|one| one["findings"] == 0).filter_map(|one| one["scanner"].as_str()).collect();
    assert_eq!(looked, ["ast-grep", "gitleaks", "secrets", "semgrep"]);
    // Nothing that leaves holds the secret, and the developer heard each rejection once, in both dresses.
    let heard = std::fs::read_to_string(stage.repo.home().join("all.json")).expect("it was called");
    assert_eq!(heard.matches("\"veredito\": \"changes_requested\"").count(), 2);
    assert!(
        std::fs::read_to_string(stage.repo.home().join("heard.md")).expect("a file").starts_with("### SecOps: changes requested")
    );
    for text in [&told, &heard, &shown.to_string()] {
        assert!(!text.contains(&crate::stage::token()));
    }

    // Nobody merges but the person, whose word comes last.
    let refused = stage.pr(&["unblock", "--resume"]);
    assert_eq!((refused.status, refused.err.contains("delivery/refused")), (2, true), "{refused:?}");
    let again = stage.pr(&["open", "T-1"]);
    assert_eq!((again.status, again.err.contains("delivery/already-open")), (2, true), "{again:?}");
    assert!(stage.expect(0, &["approve", "--reason", "looks right"]).contains("approved"));
    assert_eq!(stage.repo.text(["rev-parse", "origin/main"]), stage.repo.rev("main"));
    assert_eq!(stage.pr(&["reject", "1", "--reason", "too late"]).status, 2);
}
