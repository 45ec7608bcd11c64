//! The central policy over the repository.

use std::path::PathBuf;

use serde_json::Value;

use crate::repo::Repo;
use crate::support::{Call, found, notices, put, token};

const REQUIRED: &str = "quality_gates: {scanners: [{engine: secrets, required: true}]}\n";
const OFF: &str = "quality_gates: {scanners: [{engine: secrets, enabled: false}]}\n";

/// A policy in a directory of its own.
struct Policy(tempfile::TempDir);

impl Policy {
    fn new(text: &str) -> Self {
        let policy = Self(tempfile::tempdir().expect("a directory"));
        put(&policy.0.path().join(".aurumcode.yml"), text);
        policy
    }

    fn path(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    fn audit(&self, repo: &Repo) -> (u8, Value) {
        Call::in_ci(repo).variable("AURUMCODE_POLICY", self.path()).audit(&[])
    }

    fn page(&self, repo: &Repo, arguments: &[&str]) -> (u8, String) {
        let directory = self.path();
        let policy = ["--policy", directory.to_str().expect("UTF-8")];
        Call::in_ci(repo).review(&[&policy, arguments].concat())
    }
}

/// A repository with this configuration, whose last commit adds `line` to a file.
fn repo(configuration: &str, line: &str) -> Repo {
    let repo = Repo::new();
    repo.write(".aurumcode.yml", configuration).write("config.py", "REGION = 1\n").commit("first");
    repo.write("config.py", format!("REGION = 1\n{line}\n")).commit("second");
    repo
}

fn planted(configuration: &str) -> Repo {
    repo(configuration, &format!("TOKEN = \"{}\"", token()))
}

#[test]
fn a_required_entry_that_the_repository_disables_still_runs_with_the_warning() {
    let repo = planted(OFF);
    let (status, audit) = Policy::new(REQUIRED).audit(&repo);
    assert_eq!((status, notices(&audit)), (3, vec!["overridden".to_owned()]), "{audit:#}");
    let notice = &audit["notices"][0];
    assert_eq!((&notice["setting"], &notice["counts"]), (&"quality_gates.scanners[secrets]".into(), &"policy".into()));
    assert_eq!(notice["place"], ".aurumcode.yml:1:28");
    assert_eq!(audit["engines"][0]["section"], "policy");
    let layers = audit["configuration"]["layers"].as_array().expect("a list");
    let sections: Vec<&str> = layers.iter().map(|layer| layer["section"].as_str().expect("a word")).collect();
    assert_eq!(sections, ["policy", "repo"]);
    let (status, page) = Policy::new(REQUIRED).page(&repo, &[]);
    assert_eq!(status, 3, "{page}");
    assert!(page.contains("the central policy overrides quality_gates.scanners[secrets] of .aurumcode.yml:1:28"), "{page}");
    let (_, page) = Policy::new(REQUIRED).page(&repo, &["--format", "markdown", "--lang", "pt-BR"]);
    assert!(page.contains("a política central prevalece sobre"), "{page}");
}

#[test]
fn a_required_entry_cannot_be_relaxed_in_any_way() {
    let relaxed = [
        "quality_gates: {scanners: [{engine: secrets, fail_on: error, options: {disable: [github-pat]}}]}\n",
        "quality_gates: {scanners: []}\n",
        "quality_gates: {scanners: [{engine: ast-grep}]}\n",
        "ignore: ['*.py']\n",
        "rules: {'secrets:github-pat': {enabled: false}}\n",
        "rules: {'secrets:github-pat': {severity: info}}\n",
        "gate: {sources: [ast-grep]}\n",
        "quality_gates: {scanners: [{engine: secrets, scope: added}]}\n",
        "",
    ];
    for configuration in relaxed {
        let (status, audit) = Policy::new(REQUIRED).audit(&planted(configuration));
        assert_eq!(status, 3, "{configuration}: {audit:#}");
        assert!(found(&audit).contains(&"secrets:github-pat config.py blocking".to_owned()), "{configuration}: {audit:#}");
    }
}

#[test]
fn the_authors_comments_do_not_count_for_what_the_policy_orders() {
    let line = format!("TOKEN = \"{}\"  # aurumcode: ignore secrets:github-pat -- trust me", token());
    let own = repo("quality_gates: {scanners: [{engine: secrets}]}\n", &line);
    assert_eq!(Call::in_ci(&own).review(&[]).0, 0, "under repository trust it counts");
    let (status, audit) = Policy::new(REQUIRED).audit(&own);
    assert_eq!(status, 3, "{audit:#}");
}

#[test]
fn an_entry_that_the_policy_does_not_require_gives_way_with_a_warning() {
    let policy = Policy::new("quality_gates: {scanners: [{engine: secrets}]}\n");
    let (status, audit) = policy.audit(&planted(OFF));
    assert_eq!((status, notices(&audit)), (4, vec!["overridden".to_owned()]), "{audit:#}");
    assert_eq!(audit["notices"][0]["counts"], "repo");
}

#[test]
fn the_policys_rule_files_are_the_policys() {
    let policy = Policy::new("quality_gates: {scanners: [{engine: secrets, required: true, options: {rules: team.toml}}]}\n");
    let allows_all = "[allowlist]\npaths = ['.*']\n";
    let ours = "[[rules]]\nid = 'ours'\ndescription = 'Ours'\nregex = '''TOKEN'''\nkeywords = ['token']\n";
    put(&policy.path().join("team.toml"), ours);
    let repo = Repo::new();
    repo.write("team.toml", allows_all).write("config.py", "x = 1\n").commit("first");
    repo.write("config.py", "TOKEN = 1\n").commit("second");
    let (status, audit) = policy.audit(&repo);
    assert_eq!((status, found(&audit)), (3, vec!["secrets:ours config.py blocking".to_owned()]), "{audit:#}");
}

#[test]
fn a_broken_policy_never_becomes_no_policy() {
    let repo = planted("");
    let nothing = tempfile::tempdir().expect("a directory");
    let refused = |directory: &std::path::Path, code: &str| {
        let option = directory.to_str().expect("UTF-8");
        for (status, page) in [
            Call::at_the_desk(&repo).review(&["--policy", option]),
            Call::at_the_desk(&repo).variable("AURUMCODE_POLICY", option).review(&[]),
            Call::at_the_desk(&repo).run(&["config", "check"], &["--policy", option]),
        ] {
            assert!(status == 5 && page.contains(&format!("error[{code}]")), "{code}: {status} {page}");
        }
    };
    refused(nothing.path(), "policy/missing");
    refused(&nothing.path().join("gone"), "policy/missing");
    let broken = Policy::new("gat: {}\n");
    refused(&broken.path(), "config/unknown-key");
    let both = Policy::new(REQUIRED);
    put(&both.path().join(".aurumcode/config.yml"), REQUIRED);
    refused(&both.path(), "config/two-files");
    put(&repo.path().join("policy/.aurumcode.yml"), REQUIRED);
    refused(&repo.path().join("policy"), "policy/inside-repository");
    refused(&repo.path().join(".git"), "policy/inside-repository");
    let outside = tempfile::tempdir().expect("a directory");
    std::os::unix::fs::symlink(repo.path().join("policy"), outside.path().join("link")).expect("a link");
    refused(&outside.path().join("link"), "policy/inside-repository");
    let (status, page) = Call::at_the_desk(&repo).variable("AURUMCODE_POLICY", "").review(&[]);
    assert!(status == 5 && page.contains("error[policy/missing]"), "{page}");
    let (status, page) = Call::at_the_desk(&repo).review(&["--policy", ""]);
    assert_eq!(status, 2, "{page}");
}

#[test]
fn a_broken_repository_is_refused_under_a_policy_too() {
    let (status, page) = Policy::new(REQUIRED).page(&planted("{"), &[]);
    assert!(status == 5 && page.contains(".aurumcode.yml:1"), "{page}");
}

#[test]
fn the_layer_of_each_value_is_shown() {
    let policy = Policy::new("gate: {fail_on: warning}\nquality_gates: {scanners: [{engine: secrets, required: true}]}\n");
    let repo = planted("gate: {fail_on: error}\nquality_gates: {scanners: [{engine: secrets, enabled: false}]}\n");
    let directory = policy.path();
    let option = directory.to_str().expect("UTF-8");
    let (status, page) = Call::at_the_desk(&repo).run(&["config", "show", "--origin"], &["--policy", option]);
    let page = page.replace(option, "POLICY");
    assert_eq!(status, 0, "{page}");
    let line = |start: &str| page.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {page}"));
    assert!(line("gate.fail_on").ends_with("  policy POLICY/.aurumcode.yml:1:17"), "{page}");
    assert!(line("quality_gates.scanners[secrets].required").ends_with("policy POLICY/.aurumcode.yml:2:56"), "{page}");
    assert!(page.contains("# the central policy overrides `gate` of .aurumcode.yml:1:7"), "{page}");
    let (_, page) = Call::at_the_desk(&repo).run(&["config", "show", "--json"], &["--policy", option]);
    let shown: Value = serde_json::from_str(&page).expect("JSON");
    assert_eq!(shown["overrides"].as_array().map(Vec::len), Some(2), "{page}");
}
