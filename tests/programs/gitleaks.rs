//! The engine `gitleaks` with the real program: history and files, and what an author can write to silence it.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;

use aurumcode::change::Target;
use aurumcode::config::Scope;
use aurumcode::finding::{Severity, SuppressedBy};
use aurumcode::process::fake::{Behaviour, ScriptedRunner};
use aurumcode::scanner::{ScanError, Trust, registry};

use crate::repo::Repo;
use crate::support::{Order, found, token};

fn assigned() -> String {
    format!("key = '{}'\n", token())
}

/// Three commits: the second adds two secrets, the third takes one away again.
fn history() -> Repo {
    let repo = Repo::new();
    repo.write("a.py", "x = 1\n").commit("first");
    repo.write("a.py", format!("x = 1\n{}", assigned())).write("gone.py", assigned()).commit("second");
    repo.write("a.py", format!("# moved\n\nx = 1\n{}", assigned())).remove("gone.py").commit("third");
    repo
}

#[tokio::test]
async fn the_history_of_the_range_is_searched_and_places_are_those_of_the_reviewed_files() {
    let repo = history();
    let order = Order { scope: Scope::Range, target: Target::commits(Some("HEAD~2"), None), ..Order::of(&repo) };
    let Some(report) = order.really("gitleaks").await else { return };
    let report = report.expect("an answer");
    assert_eq!(found(&report), ["github-pat a.py:4", "github-pat gone.py"]);
    assert!(report.complete && report.version.starts_with("gitleaks 8."), "{}", report.version);
    let gone = report.findings.iter().find(|finding| finding.location.line.is_none()).expect("the removed one");
    assert!(gone.message.contains(&repo.rev("HEAD~1")[..12]) && gone.message.contains("line 1"), "{}", gone.message);
    for finding in &report.findings {
        assert_eq!((finding.severity, finding.sensitive.as_slice()), (Severity::Error, [token()].as_slice()));
        assert!(!finding.message.contains(&token()));
    }
    // The last commit alone adds nothing new.
    let order = Order { scope: Scope::Range, ..Order::of(&repo) };
    let report = order.really("gitleaks").await.expect("installed").expect("an answer");
    assert!(report.findings.is_empty() && report.complete, "{:?}", found(&report));
}

#[tokio::test]
async fn files_are_searched_where_no_commits_are_reviewed_and_in_other_scopes() {
    let repo = history();
    repo.write("new.py", assigned());
    repo.git(["add", "--all"]);
    for target in [Target::staged(), Target::worktree()] {
        let order = Order { scope: Scope::Range, target, ..Order::of(&repo) };
        let Some(report) = order.really("gitleaks").await else { return };
        assert_eq!(found(&report.expect("an answer")), ["github-pat new.py:1"]);
    }
    let order = Order { scope: Scope::Tree, target: Target::worktree(), ..Order::of(&repo) };
    let report = order.really("gitleaks").await.expect("installed").expect("an answer");
    assert_eq!(found(&report), ["github-pat a.py:4", "github-pat new.py:1"]);
}

#[tokio::test]
async fn what_only_a_merge_brings_is_seen_and_what_it_merges_is_not() {
    let repo = Repo::new();
    repo.write("conflict", "one\n").commit("first");
    repo.git(["branch", "topic"]);
    repo.write("elsewhere.py", assigned()).write("conflict", "main\n").commit("main goes on");
    repo.git(["switch", "--quiet", "topic"]);
    repo.write("conflict", "topic\n").commit("topic");
    // The merge conflicts, and is resolved with a secret.
    let merge = repo.at(".");
    let merged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| merge.git(["merge", "--quiet", "main"])));
    assert!(merged.is_err(), "the merge conflicts");
    repo.write("conflict", format!("both\n{}", assigned())).write("evil.py", assigned()).commit("merge");
    let order = Order { scope: Scope::Range, target: Target::commits(Some("main"), Some("topic")), ..Order::of(&repo) };
    let Some(report) = order.really("gitleaks").await else { return };
    assert_eq!(found(&report.expect("an answer")), ["github-pat conflict:2", "github-pat evil.py:1"]);
}

#[tokio::test]
async fn names_of_every_kind_and_encoded_secrets_are_found_again() {
    let repo = Repo::new();
    repo.commit("first");
    let names: [&[u8]; 6] = [b"caf\xe9.py", b"new\nline.py", b"q\"uote.py", b"tab\t.py", b"d ir/ lead ", b"b/real.py"];
    for name in names {
        repo.write(name, assigned());
    }
    // The base64 form of `token='…'`, which the program decodes.
    let encoded: String = base64(format!("token='{}'", token()).as_bytes());
    repo.write("encoded.py", format!("\nx = \"{encoded}\"\n")).commit("second");
    for scope in [Scope::Range, Scope::ChangedFiles] {
        let Some(report) = (Order { scope, ..Order::of(&repo) }).really("gitleaks").await else { return };
        let report = report.expect("an answer");
        let mut paths: Vec<&[u8]> = report.findings.iter().map(|finding| finding.location.path.as_bytes()).collect();
        paths.sort_unstable();
        let mut expected: Vec<&[u8]> = names.iter().copied().chain([b"encoded.py".as_slice()]).collect();
        expected.sort_unstable();
        assert_eq!(paths, expected);
        let decoded = report.findings.iter().find(|finding| finding.location.path.as_bytes() == b"encoded.py").expect("decoded");
        assert_eq!(decoded.location.lines(), Some((2, 2)));
        assert!(decoded.sensitive.iter().any(|hidden| hidden.contains(&encoded)), "its encoded form is hidden too");
    }
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = bytes.chunks(3).flat_map(|chunk| {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        (0..4).map(move |n| if n <= chunk.len() { char::from(DIGITS[(bits >> (18 - 6 * n) & 63) as usize]) } else { '=' })
    });
    digits.collect()
}

/// Everything that an author can write to silence the program.
fn silenced() -> Repo {
    let repo = Repo::new();
    repo.write(".gitleaks.toml", "[extend]\nuseDefault = true\n[[allowlists]]\npaths = ['''by_config''']\n");
    repo.write(".gitattributes", "*.py -diff\n").commit("first");
    repo.write("by_comment.py", format!("key = '{}' # gitleaks:allow\n", token()))
        .write("by_config.py", assigned())
        .write("by_file.py", assigned())
        .write(".gitleaksignore", "by_file.py:github-pat:1\n")
        .commit("second");
    repo
}

#[tokio::test]
async fn an_author_cannot_silence_what_a_policy_ordered() {
    let repo = silenced();
    for scope in [Scope::Range, Scope::ChangedFiles] {
        let order = Order { trust: Trust::Policy, scope, ..Order::of(&repo) };
        let Some(report) = order.really("gitleaks").await else { return };
        let report = report.expect("an answer");
        assert_eq!(found(&report), ["github-pat by_comment.py:1", "github-pat by_config.py:1", "github-pat by_file.py:1"]);
        assert!(report.findings.iter().all(|finding| finding.severity == Severity::Error && finding.suppressed.is_none()));
    }
}

#[tokio::test]
async fn what_the_author_silences_is_listed_where_it_counts() {
    let repo = silenced();
    repo.write("open.py", assigned()).commit("third");
    for scope in [Scope::Range, Scope::ChangedFiles] {
        let order = Order { scope, target: Target::commits(Some("HEAD~2"), None), ..Order::of(&repo) };
        let Some(report) = order.really("gitleaks").await else { return };
        let report = report.expect("an answer");
        assert_eq!(report.findings.len(), 4, "{:?}", found(&report));
        for finding in &report.findings {
            let by = finding.suppressed.as_ref().map(|suppression| suppression.by);
            let expected = match finding.location.path.as_str() {
                Some("open.py") => None,
                Some("by_comment.py") => Some(SuppressedBy::EngineComment),
                _ => Some(SuppressedBy::EngineFile),
            };
            assert_eq!((by, finding.severity), (expected, Severity::Error), "{}", finding.location.path);
        }
    }
}

#[tokio::test]
async fn a_configuration_is_that_of_the_base_and_holds_rules() {
    let repo = Repo::new();
    let rule = "[[rules]]\nid = \"acme\"\nregex = '''acme_[0-9]{8}'''\n";
    repo.write("policy/leaks.toml", rule).commit("first");
    repo.write("policy/leaks.toml", "[[rules]]\nid = \"none\"\nregex = '''zzzzzzzz'''\n")
        .write("a.txt", "acme_12345678\n")
        .commit("second");
    let order = |path: &str| Order { options: serde_json::json!({ "config": path }), ..Order::of(&repo) };
    let Some(report) = order("policy/leaks.toml").really("gitleaks").await else { return };
    assert_eq!(found(&report.expect("an answer")), ["acme a.txt:1"]);
    let missing = order("policy/none.toml").really("gitleaks").await.expect("installed");
    assert!(matches!(missing, Err(ScanError::Execution(why)) if why.contains("there is no such file")));
    let broken = Repo::new();
    broken.write("bad.toml", "[[rules]]\nid = \"bad\"\nregex = '''(('''\n").commit("first");
    broken.write("a", "1\n").commit("second");
    let order = Order { options: serde_json::json!({ "config": "bad.toml" }), ..Order::of(&broken) };
    let result = order.really("gitleaks").await.expect("installed");
    assert!(
        matches!(&result, Err(ScanError::Execution(why)) if why.contains("a rule of its configuration is broken")),
        "{result:?}"
    );
}

#[tokio::test]
async fn a_history_that_cannot_be_read_is_no_answer() {
    fn order(repo: &Repo) -> Order<'_> {
        Order { scope: Scope::Range, target: Target::commits(Some("HEAD~2"), None), ..Order::of(repo) }
    }
    let mut repo = history();
    // A `git` that is stopped half way: the program itself calls that clean.
    let programs = tempfile::tempdir().expect("a directory");
    let path = std::env::var_os("PATH").expect("a PATH");
    let real = std::env::split_paths(&path).map(|directory| directory.join("git")).find(|git| git.is_file()).expect("git");
    let script = format!("#!/bin/sh\ncase \"$*\" in *--remerge-diff*) echo; kill -9 $$;; esac\nexec {} \"$@\"\n", real.display());
    std::fs::write(programs.path().join("git"), script).expect("a script");
    std::fs::set_permissions(programs.path().join("git"), std::fs::Permissions::from_mode(0o755)).expect("its mode");
    let both: Vec<_> = [programs.path().to_owned()].into_iter().chain(std::env::split_paths(&path)).collect();
    repo.set("PATH", std::env::join_paths(both).expect("a PATH"));
    let Some(result) = order(&repo).really("gitleaks").await else { return };
    assert!(matches!(&result, Err(ScanError::Execution(why)) if why.contains("its `git` was stopped")), "{result:?}");
    // An object that is gone.
    repo.set("PATH", path);
    let blob = repo.rev("HEAD~1:gone.py");
    repo.remove(format!(".git/objects/{}/{}", &blob[..2], &blob[2..]));
    let result = order(&repo).really("gitleaks").await.expect("installed");
    assert!(matches!(&result, Err(ScanError::Execution(why)) if why.contains("met an error")), "{result:?}");
}

#[tokio::test]
async fn without_the_program_there_is_no_answer() {
    let repo = history();
    let registry = registry();
    let scanner = &registry.get("gitleaks").expect("compiled in").engine.scanner;
    for (behaviour, why) in [
        (Behaviour::Missing, "was not found on PATH"),
        (Behaviour::prints("8.18.4"), "8.18.4 is not accepted"),
        (Behaviour::prints("version is set by build process"), "names no version"),
    ] {
        let runner = ScriptedRunner::new().on("gitleaks", &["version"], behaviour);
        let result = Order::of(&repo).run(&**scanner, Arc::new(runner)).await;
        assert!(matches!(&result, Err(ScanError::Unavailable(text)) if text.contains(why)), "{result:?}");
    }
    let runner = Arc::new(ScriptedRunner::new().on("gitleaks", &["version"], Behaviour::prints("8.30.1")).on(
        "gitleaks",
        &[],
        Behaviour::TimesOut,
    ));
    assert!(matches!(Order::of(&repo).run(&**scanner, Arc::clone(&runner) as _).await, Err(ScanError::Execution(_))));
    let scan = runner.commands().pop().expect("a run");
    assert!(
        scan.arguments.contains(&OsString::from("--exit-code=77"))
            && scan.arguments.contains(&OsString::from("--ignore-gitleaks-allow"))
    );
}
