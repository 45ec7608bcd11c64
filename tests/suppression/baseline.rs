//! The baseline as people work with it: accept, go on, mend, prune; and what it must not accept.

use crate::finder::{Seen, audit, aurumcode, aurumcode_in, findings};
use crate::generated::assert_generated;
use crate::repo::Repo;

const FILE: &str = ".aurumcode/baseline.json";

#[test]
fn the_schema_is_published() {
    let schema = format!("{:#}\n", aurumcode::baseline::baseline_schema());
    assert_generated("docs/schemas/baseline-v1.json", &schema);
}

/// What the schema accepts the reader reads, and what the program writes the schema accepts.
#[test]
fn the_schema_and_the_reader_agree() {
    let schema = aurumcode::baseline::baseline_schema();
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let repo = old();
    write(&repo, &["--all", "--reason", "known", "--expires", "2030-01-01"]);
    let value: serde_json::Value = serde_json::from_str(&text(&repo)).expect("JSON");
    assert!(validator.is_valid(&value), "{value}");
    for (pointer, wrong) in [
        ("/schema", "baseline/v2"),
        ("/entries/0/rule", "bad"),
        ("/entries/0/path", ""),
        ("/entries/0/fingerprint", "0"),
        ("/entries/0/expires", "soon"),
    ] {
        let mut edited = value.clone();
        *edited.pointer_mut(pointer).expect("the place exists") = wrong.into();
        assert!(!validator.is_valid(&edited), "{pointer}");
        assert!(aurumcode::baseline::parse(edited.to_string().as_bytes()).is_err(), "{pointer}");
    }
}

/// A repository with two old findings, looked at as a whole.
fn old() -> Repo {
    let repo = Repo::new();
    repo.write(".aurumcode.yml", "quality_gates: {scanners: [{engine: finder, scope: tree}]}\n");
    repo.write("a.txt", "BAD one\nplain\n");
    repo.write("b.txt", "WORSE two\nplain\n");
    repo.commit("first");
    repo
}

fn write(repo: &Repo, more: &[&str]) -> Seen {
    aurumcode(repo, &[&["baseline", "write"], more].concat())
}

fn text(repo: &Repo) -> String {
    std::fs::read_to_string(repo.file(FILE)).expect("there is a baseline")
}

fn dispositions(repo: &Repo) -> Vec<(String, String)> {
    findings(&audit(repo, &[])).into_iter().collect()
}

fn is(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(place, became)| ((*place).to_owned(), (*became).to_owned())).collect()
}

#[test]
fn a_team_begins_goes_on_and_mends() {
    let repo = old();
    assert_eq!(aurumcode(&repo, &["review"]).status, 3);
    let seen = write(&repo, &["--all", "--reason", "known before the gate"]);
    assert_eq!(seen.status, 0, "{}", seen.text);
    assert!(seen.text.contains("accepts 2 more findings") && seen.text.contains("a.txt:1: error finder:bad"), "{}", seen.text);
    repo.commit("accept");
    assert_eq!(dispositions(&repo), is(&[("finder:bad a.txt:1", "baselined"), ("finder:worse b.txt:1", "baselined")]));
    for format in ["text", "json", "markdown", "github", "gitlab"] {
        let seen = aurumcode(&repo, &["review", "--verbose", "--format", format]);
        assert_eq!(seen.status, 0, "{format}: {}", seen.text);
        // An annotation a finding would drown what counts, so there GitHub gets the number.
        let expected = if format == "github" { "2 findings accepted by the baseline" } else { "known before the gate" };
        assert!(seen.text.contains(expected), "{format}: {}", seen.text);
    }
    assert_eq!(aurumcode(&repo, &["baseline", "check"]).status, 0);

    // A new one counts, an accepted one that moves does not.
    repo.remove("b.txt");
    repo.write("elsewhere/c.txt", "plain\n  WORSE   two\nBAD three\n");
    repo.commit("move and add");
    let seen = aurumcode(&repo, &["review"]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    let moved = [
        ("finder:bad a.txt:1", "baselined"),
        ("finder:bad elsewhere/c.txt:3", "blocking"),
        ("finder:worse elsewhere/c.txt:2", "baselined"),
    ];
    assert_eq!(dispositions(&repo), is(&moved));

    // One is mended: its entry is stale until it is pruned.
    repo.write("a.txt", "mended\nplain\n");
    repo.write("elsewhere/c.txt", "plain\n  WORSE   two\n");
    repo.commit("mend");
    assert_eq!(
        dispositions(&repo),
        is(&[(&format!("baseline/stale {FILE}:4"), "below-threshold"), ("finder:worse elsewhere/c.txt:2", "baselined")])
    );
    let check = aurumcode(&repo, &["baseline", "check"]);
    assert_eq!(check.status, 3, "{}", check.text);
    assert!(check.text.contains("2 entries, 1 holds, 1 stale") && check.text.contains("finder:bad in a.txt"), "{}", check.text);
    assert_eq!(aurumcode(&repo, &["baseline", "prune"]).status, 0);
    assert!(!text(&repo).contains("finder:bad") && text(&repo).contains("finder:worse"));
    assert_eq!(aurumcode(&repo, &["baseline", "check"]).status, 0);
    assert!(aurumcode(&repo, &["baseline", "prune"]).text.contains("nothing to remove"));
}

#[test]
fn writing_again_changes_nothing_and_a_later_write_adds_only_what_is_new() {
    let repo = old();
    write(&repo, &["--all", "--reason", "first"]);
    let first = text(&repo);
    assert!(write(&repo, &["--all", "--reason", "second"]).text.contains("nothing to accept"));
    assert_eq!(text(&repo), first);
    repo.commit("accept");
    repo.write("c.txt", "BAD three\n");
    repo.commit("more");
    write(&repo, &["--reason", "third", "--expires", "9999-01-01"]);
    let lines: Vec<String> = text(&repo).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), first.lines().count() + 1, "{lines:?}");
    assert!(lines[5].contains("c.txt") || lines[6].contains("c.txt"), "{lines:?}");
    for line in first.lines().filter(|line| line.contains("\"rule\"")) {
        assert!(lines.iter().any(|other| other.trim_end_matches(',') == line.trim_end_matches(',')), "{line} in {lines:?}");
    }
}

/// Without `--all`, only what the change adds is accepted.
#[test]
fn the_change_alone_is_accepted_unless_the_tree_is_asked_for() {
    let repo = Repo::new();
    repo.write("a.txt", "BAD old\n");
    repo.commit("first");
    repo.write("a.txt", "BAD old\nBAD new\n");
    repo.commit("second");
    let seen = write(&repo, &[]);
    assert!(seen.text.contains("accepts 1 more finding:") && seen.text.contains("a.txt:2"), "{}", seen.text);
    repo.remove(FILE);
    assert!(write(&repo, &["--all"]).text.contains("accepts 2 more findings"));
}

#[test]
fn a_copy_of_an_accepted_problem_is_new_even_where_nobody_looks_at_the_first() {
    let repo = Repo::new();
    repo.write("a.txt", "BAD one\n");
    repo.commit("first");
    assert!(write(&repo, &["--all"]).text.contains("accepts 1 more"));
    repo.commit("accept");
    // Scope `added`: a.txt is not looked at in this change.
    repo.write("copy.txt", "BAD one\n");
    repo.commit("copy");
    assert_eq!(dispositions(&repo), is(&[("finder:bad copy.txt:1", "blocking")]));
    // Moved as a whole it is the same one.
    repo.remove("copy.txt");
    repo.rename("a.txt", "moved.txt");
    repo.write("moved.txt", "BAD one\nmore\n");
    repo.commit("move");
    let base = repo.rev("HEAD~2");
    let found = findings(&audit(&repo, &["--base", &base]));
    assert_eq!(found["finder:bad moved.txt:1"], "baselined");
    // Twice in the same file is one too many.
    repo.write("moved.txt", "BAD one\nmore\nBAD one\n");
    repo.commit("twice");
    let found = findings(&audit(&repo, &["--base", &base]));
    assert_eq!((found["finder:bad moved.txt:1"].as_str(), found["finder:bad moved.txt:3"].as_str()), ("baselined", "blocking"));
}

#[test]
fn an_expired_entry_accepts_nothing_and_is_said() {
    let repo = old();
    write(&repo, &["--all", "--expires", "2020-02-29"]);
    repo.commit("accept");
    let found = dispositions(&repo);
    assert!(found.contains(&("finder:bad a.txt:1".to_owned(), "blocking".to_owned())), "{found:?}");
    assert!(found.contains(&(format!("baseline/expired {FILE}:4"), "below-threshold".to_owned())), "{found:?}");
    let check = aurumcode(&repo, &["baseline", "check"]);
    assert!(check.status == 3 && check.text.contains("accepted until 2020-02-29"), "{}", check.text);
    // Accepted anew, the entry is replaced, not doubled.
    assert_eq!(write(&repo, &["--all", "--expires", "9999-12-31"]).status, 0);
    assert_eq!(text(&repo).matches("\"rule\"").count(), 2);
    assert_eq!(aurumcode(&repo, &["baseline", "check"]).status, 0);
}

#[test]
fn a_broken_baseline_refuses_the_review() {
    let repo = old();
    for broken in ["", "{}", "{\"schema\": \"baseline/v2\", \"entries\": []}"] {
        repo.write(FILE, broken);
        for command in [&["review"][..], &["baseline", "check"], &["baseline", "write", "--all"], &["baseline", "prune"]] {
            let seen = aurumcode(&repo, command);
            assert!(seen.status == 5 && seen.text.contains("error[baseline/invalid]"), "{command:?}: {}", seen.text);
        }
    }
    repo.remove(FILE);
    repo.symlink(FILE, "/etc/passwd");
    let seen = aurumcode(&repo, &["review"]);
    assert!(seen.status == 5 && seen.text.contains("error[baseline/unreadable]"), "{}", seen.text);
    assert!(!seen.text.contains("root:"));
}

/// In CI the base's baseline judges: a change cannot accept its own findings, and its edit is said.
#[test]
fn a_change_cannot_accept_its_own_findings_in_ci() {
    let repo = Repo::new();
    repo.write("a.txt", "plain\n");
    repo.commit("first");
    repo.write("a.txt", "plain\nBAD one\n");
    repo.commit("second");
    write(&repo, &[]);
    repo.git(["add", "--all"]);
    repo.git(["commit", "--quiet", "--amend", "--no-edit"]);
    let ci = |arguments: &[&str]| aurumcode_in(&repo, arguments, &[("CI", "true")]);
    let seen = ci(&["review", "--base", "HEAD~1"]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    assert!(seen.text.contains("gate/edited") && seen.text.contains(FILE), "{}", seen.text);
    // Outside CI a developer judges their own work, and the difference is said.
    let seen = aurumcode(&repo, &["review", "--base", "HEAD~1"]);
    assert_eq!(seen.status, 0, "{}", seen.text);
    assert!(seen.text.contains(FILE), "{}", seen.text);
    // The commands that keep the file work on the working copy, in CI too.
    assert_eq!(ci(&["baseline", "check"]).status, 0);
}

/// What a policy orders stays, whatever the repository accepts.
#[test]
fn a_policys_engine_heeds_neither_baseline_nor_comment() {
    let repo = Repo::new();
    repo.write("a.txt", "BAD one\nBAD two  # aurumcode: ignore finder:bad -- fine\n");
    repo.commit("first");
    write(&repo, &["--all"]);
    repo.commit("accept");
    let policy = tempfile::tempdir().expect("a folder");
    let entry = "quality_gates: {scanners: [{engine: finder, required: true, scope: tree}]}\n";
    std::fs::File::create(policy.path().join(".aurumcode.yml"))
        .and_then(|mut file| std::io::Write::write_all(&mut file, entry.as_bytes()))
        .expect("a policy");
    let policy = policy.path().to_str().expect("UTF-8");
    let seen = aurumcode(&repo, &["review", "--policy", policy]);
    assert_eq!(seen.status, 3, "{}", seen.text);
    assert_eq!(seen.text.matches("does not count, because the central policy declares this engine").count(), 2, "{}", seen.text);
    let seen = write(&repo, &["--all", "--policy", policy]);
    assert!(seen.text.contains("2 findings stay, because the central policy orders the engine"), "{}", seen.text);
}

/// A file that an engine cannot read says nothing about its entries, and the commands say so.
#[test]
fn what_nobody_looked_at_is_neither_stale_nor_pruned() {
    let repo = old();
    write(&repo, &["--all"]);
    repo.write("a.txt", "UNREADABLE\n");
    repo.commit("unreadable");
    let check = aurumcode(&repo, &["baseline", "check"]);
    assert!(check.status == 4 && check.text.contains("1 not looked at"), "{}: {}", check.status, check.text);
    let before = text(&repo);
    assert!(aurumcode(&repo, &["baseline", "prune"]).text.contains("nothing to remove"));
    assert_eq!(text(&repo), before);
    // Another engine's entries, too.
    repo.write("a.txt", "BAD one\n");
    repo.write(FILE, before.replacen("finder:bad", "other:bad", 1));
    repo.commit("another engine's");
    let check = aurumcode(&repo, &["baseline", "check"]);
    assert!(check.status == 0 && check.text.contains("1 not looked at"), "{}: {}", check.status, check.text);
}

#[test]
fn the_audit_of_a_baseline_holds_until_it_is_edited() {
    let repo = old();
    write(&repo, &["--all"]);
    repo.commit("accept");
    repo.write("a.txt", "mended\nplain\n");
    repo.commit("mend");
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("audit.json");
    aurumcode(&repo, &["review", "--audit", file.to_str().expect("UTF-8")]);
    let text = std::fs::read_to_string(&file).expect("it was written");
    let verify = |text: &str| aurumcode::report::verify(text).expect("an audit").holds();
    assert!(verify(&text));
    let entry = text.split("\"baseline\": {").nth(1).expect("a baseline").to_owned();
    for (from, to) in
        [("\"looked\": true", "\"looked\": false"), ("\"expired\": false", "\"expired\": true"), ("finder:worse", "finder:other")]
    {
        assert!(entry.contains(from));
        assert!(!verify(&text.replace(&entry, &entry.replace(from, to))), "{from} -> {to}");
    }
    let forged = text.replace("\"disposition\": \"baselined\"", "\"disposition\": \"blocking\"");
    assert!(forged != text && !verify(&forged));
}

#[test]
fn files_of_other_tools_are_taken_over_as_far_as_they_hold() {
    let repo = Repo::new();
    repo.write("a.txt", "plain\nBAD one\nplain\nWORSE two\n");
    let commit = repo.commit("first");
    repo.write("a.txt", "a line above\nplain\nBAD one\nplain\nWORSE other\n");
    repo.commit("second");
    let import = |format: &str, name: &str| {
        let path = repo.file(name);
        aurumcode(&repo, &["baseline", "import", "--from", format, path.to_str().expect("UTF-8")])
    };
    // The first one is found by its line in the commit, the second one stands for other code today, the third and fourth nowhere.
    let unknown = "0123456789abcdef0123456789abcdef01234567";
    repo.write(
        "ignore",
        format!("{commit}:a.txt:bad:2\n{commit}:a.txt:worse:4\n{unknown}:a.txt:bad:2\nb.txt:bad:1\na.txt:bad:2\n"),
    );
    let seen = import("gitleaks-ignore", "ignore");
    assert_eq!(seen.status, 0, "{}", seen.text);
    assert!(seen.text.contains("accepts 1 more finding:\n  a.txt:3: error finder:bad"), "{}", seen.text);
    for line in [
        "4 entries mean no finding of today and accepted nothing:",
        "a.txt:4: worse — this rule is reported in this file for other code",
        "a.txt:2: bad — its line counts in a commit that is not in this repository",
        "b.txt:1: bad — no engine that runs reports this rule in this file",
        "a.txt:2: bad — this rule is reported in this file on other lines: 3",
    ] {
        assert!(seen.text.contains(line), "{line}: {}", seen.text);
    }
    assert!(text(&repo).contains("\"reason\":\"imported from ignore\""));
    repo.write("report.json", r#"[{"RuleID": "worse", "File": "a.txt", "StartLine": 1, "Secret": "other", "Commit": ""}]"#);
    let seen = import("gitleaks-report", "report.json");
    assert!(seen.text.contains("accepts 1 more finding:\n  a.txt:5: error finder:worse"), "{}", seen.text);
    let results = r#"{"results": [{"check_id": "bad", "path": "a.txt", "start": {"line": 3}, "extra": {"lines": "BAD one"}}]}"#;
    repo.write("semgrep.json", results);
    let seen = import("semgrep", "semgrep.json");
    assert!(seen.text.contains("1 finding is accepted or silenced already"), "{}", seen.text);
    for (format, name) in [("semgrep", "ignore"), ("gitleaks-report", "semgrep.json"), ("gitleaks-ignore", "nothing-there")] {
        let seen = import(format, name);
        assert!(seen.status == 1 && seen.text.contains("error[baseline/import]"), "{format} {name}: {}", seen.text);
    }
}
