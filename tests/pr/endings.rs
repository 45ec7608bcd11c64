//! How a pull request ends at the command line when it does not go well.

use crate::stage::{Stage, are_installed, token};

const SECRETS_ONLY: &str = "quality_gates:\n  scanners:\n    - engine: secrets\n";

/// Adds the missing test; the rest is the story's own.
const MENDS_QA: &str = "set -eu\ncat > \"$HOME/heard.json\"\nif grep -q '\"gate\": \"qa\"' \"$HOME/heard.json\"; then\n\
    printf \"\\n// R2\\ntest('an empty message is refused', () => assert.throws(() => send('')));\\n\" >> test/send.test.js\nelse\n";

const PUSHES: &str = "\nfi\ngit add --all\ngit commit --quiet --message answer\ngit push --quiet origin topic\n";

#[test]
fn a_person_can_be_the_developer() {
    if !are_installed(&["node"]) {
        return;
    }
    let stage = Stage::set(None, SECRETS_ONLY);
    stage.expect(0, &["open", "T-1"]);
    let told = stage.expect(3, &["run"]);
    assert!(told.contains("QA asks for changes: correction 1 of 3") && told.contains("push a commit to `topic`"), "{told}");
    // Nothing new, nothing judged.
    assert!(!stage.expect(3, &["run"]).contains("QA: changes requested"));
    // What is committed and not pushed does not count.
    stage.repo.write(
        "test/send.test.js",
        format!("{}\n// R2\ntest('none', () => assert.throws(() => send('')));\n", crate::stage::TESTED),
    );
    stage.repo.write("src/credentials.js", "module.exports = process.env.CLIENT_TOKEN;\n");
    stage.repo.commit("answer");
    stage.expect(3, &["run"]);
    assert_eq!(stage.verdicts(), ["qa changes_requested"]);
    stage.repo.git(["push", "--quiet", "origin", "topic"]);
    stage.expect(0, &["run"]);
    assert_eq!(stage.verdicts(), ["qa changes_requested", "qa approved", "secops approved"]);
    // A head that moves behind the approval takes it away.
    stage.repo.write("later.js", "// more\n").commit("more");
    stage.repo.git(["push", "--quiet", "origin", "topic"]);
    let refused = stage.pr(&["approve", "1"]);
    assert_eq!((refused.status, refused.err.contains("blocked")), (2, true), "{refused:?}");
    assert_eq!(stage.shown()["blocked"]["origin"], "politica");
}

#[test]
fn a_developer_that_does_nothing_is_told_so() {
    if !are_installed(&["node"]) {
        return;
    }
    let stage = Stage::set(Some("true"), SECRETS_ONLY);
    stage.expect(0, &["open", "T-1"]);
    stage.expect(3, &["run"]);
    let shown = stage.shown();
    assert_eq!((&shown["blocked"]["reason"], &shown["blocked"]["origin"]), (&"no_new_commit".into(), &"codigo".into()));
    assert_eq!(stage.verdicts(), ["qa changes_requested"], "the gate was not asked again");
    // A person mends it and lets it go on.
    assert!(stage.expect(0, &["unblock", "--resume"]).contains("QA has to judge"));
}

#[test]
fn a_developer_that_silences_the_scanner_is_stopped() {
    if !are_installed(&["node"]) {
        return;
    }
    let stage = Stage::set(Some(Stage::DEVELOPER), SECRETS_ONLY);
    let silences = "printf '// aurumcode: ignore secrets -- a test value\\nmodule.exports = \"'\"$(sed -n \"s/.*'\\(.*\\)'.*/\\1/p\" \
        src/credentials.js)\"'\"; // gitleaks:allow\\n' > src/credentials.js\n\
        printf 'src/credentials.js\\n' > .gitleaksignore\nprintf 'src/\\n' > .semgrepignore\nprintf 'ignore: [src/]\\n' > .aurumcode.yml";
    stage.developer(&format!("{MENDS_QA}{silences}{PUSHES}"));
    stage.expect(0, &["open", "T-1"]);
    let told = stage.expect(3, &["run"]);
    let shown = stage.shown();
    assert!(stage.repo.path().join(".gitleaksignore").exists(), "the script has run");
    assert_eq!(stage.verdicts().last().map(String::as_str), Some("secops changes_requested"), "{told}");
    assert_eq!((&shown["blocked"]["reason"], &shown["blocked"]["origin"]), (&"same_finding".into(), &"codigo".into()), "{told}");
    assert!(!told.contains(&token()));
}

#[test]
fn programs_that_are_missing_are_skipped_and_said_to_be() {
    if !are_installed(&["node"]) {
        return;
    }
    let settings =
        "quality_gates:\n  scanners:\n    - engine: semgrep\n      options: { rule_packs: [rules] }\n    - engine: secrets\n";
    let mut stage = Stage::set(None, settings);
    // Only what the tests of the project need.
    let programs = stage.repo.home().join("bin");
    std::fs::create_dir(&programs).expect("a directory");
    let path = std::env::var_os("PATH").expect("a PATH");
    for name in ["node", "sh", "git"] {
        let real = std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file());
        std::os::unix::fs::symlink(real.expect("it is installed"), programs.join(name)).expect("a link");
    }
    stage.variables.retain(|(name, _)| name != "PATH");
    stage.variables.push(("PATH".into(), programs.into()));
    stage.repo.write(
        "test/send.test.js",
        format!("{}\n// R2\ntest('none', () => assert.throws(() => send('')));\n", crate::stage::TESTED),
    );
    stage.repo.write("src/credentials.js", "module.exports = process.env.CLIENT_TOKEN;\n");
    stage.repo.commit("answer");
    stage.repo.git(["push", "--quiet", "origin", "topic"]);
    stage.expect(0, &["open", "T-1"]);
    let told = stage.expect(0, &["run"]);
    assert!(told.contains("2 scanners skipped: gitleaks, semgrep"), "{told}");
    assert!(told.contains("semgrep: did not look"), "{told}");
}

#[test]
fn three_blocks_in_a_row_stop_the_work_until_a_person_rearms_it() {
    if !are_installed(&["node"]) {
        return;
    }
    let stage = Stage::set(Some("exit 7"), SECRETS_ONLY);
    for n in 1..=3 {
        let branch = format!("topic-{n}");
        stage.repo.git(["branch", &branch, "topic"]);
        stage.repo.git(["push", "--quiet", "origin", &branch]);
        stage.repo.git(["worktree", "add", "--quiet", &format!("../home/{branch}"), &branch]);
        stage.expect(0, &["open", "T-1", "--branch", &branch]);
        let told = stage.expect(4, &["run", &n.to_string()]);
        assert!(told.contains("developer_failed, infra") && told.contains("exit code 7"), "{told}");
    }
    stage.expect(0, &["open", "T-1"]);
    let stopped = stage.pr(&["run"]);
    assert_eq!((stopped.status, stopped.err.contains("delivery/breaker")), (1, true), "{stopped:?}");
    assert!(stage.expect(0, &["work", "--until-idle"]).starts_with("0 jobs"));
    assert!(stage.expect(0, &["rearm"]).contains("3 pull requests"));
    assert!(stage.expect(0, &["work", "--until-idle"]).contains("jobs were worked on"));
    assert!(stage.expect(0, &["list"]).contains("blocked (developer_failed, infra)"));
}

#[test]
fn what_cannot_be_opened_is_told_with_the_remedy() {
    let stage = Stage::set(None, SECRETS_ONLY);
    stage
        .repo
        .write("broken.yml", "id: x\ntitle: t\ntests: {}\n")
        .write("twice.yml", "id: x\ntitle: t\ntest: {command: a}\nrules: [{id: R1}, {id: R1}]\n");
    let broken = stage.repo.path().join("broken.yml");
    let twice = stage.repo.path().join("twice.yml");
    let table: [(&[&str], u8, &str); 8] = [
        (&["open", "none"], 5, "delivery/task"),
        (&["open", broken.to_str().expect("UTF-8")], 5, "unknown field `tests`"),
        (&["open", twice.to_str().expect("UTF-8")], 5, "the rule `R1` stands twice"),
        (&["open", "T-1", "--branch", "main"], 6, "delivery/branch"),
        (&["open", "T-1", "--branch", "none"], 6, "git push origin none"),
        (&["open", "T-1", "--base", "none"], 6, "--base REF"),
        (&["run"], 2, "aurumcode pr open"),
        (&["show", "9"], 2, "delivery/unknown"),
    ];
    for (arguments, status, words) in table {
        let seen = stage.pr(arguments);
        assert_eq!((seen.status, seen.err.contains(words)), (status, true), "{arguments:?}: {seen:#?}");
    }
    let elsewhere = stage.pr(&["list", "--store", "/nowhere/at/all/gates.db"]);
    assert_eq!((elsewhere.status, elsewhere.err.contains("delivery/store")), (1, true), "{elsewhere:?}");
}
