//! Hooks, run by git itself.

use std::path::Path;
use std::process::{Command, Output};

use crate::repo::Repo;

/// Runs a program with this binary on the `PATH`, in the repository.
#[expect(clippy::disallowed_methods, reason = "a test starts git as a developer does")]
fn run(repo: &Repo, program: &str, arguments: &[&str]) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_aurumcode")).parent().expect("a directory");
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", binary.display());
    let mut command = Command::new(program);
    command.env_clear().env("PATH", path).env("HOME", repo.home()).env("GIT_CONFIG_NOSYSTEM", "1");
    command.current_dir(repo.path()).args(arguments).output().expect("it starts")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A line with a finding that blocks, made here so that no file of the project holds one.
fn bad_line() -> String {
    format!("token = \"ghp_{}{}\"\n", "x7Kq2mVt9BzLr4Wd8Ysc", "N1Fh6Jp3GaEoU5Tv")
}

fn repository() -> Repo {
    let repo = Repo::new();
    repo.write("README.md", "a shop\n");
    repo.commit("first");
    repo
}

#[test]
fn a_commit_is_reviewed_before_it_is_made() {
    let repo = repository();
    let installed = run(&repo, "aurumcode", &["hook", "install", "pre-commit"]);
    assert!(installed.status.success(), "{}", text(&installed));
    assert!(text(&installed).contains(".git/hooks/pre-commit"), "{}", text(&installed));
    repo.write("a.py", bad_line());
    repo.git(["add", "a.py"]);
    let refused = run(&repo, "git", &["commit", "--quiet", "--message", "add"]);
    assert!(!refused.status.success() && text(&refused).contains("rejected: 1 finding"), "{}", text(&refused));
    repo.write("a.py", "token = read()\n");
    repo.git(["add", "a.py"]);
    let made = run(&repo, "git", &["commit", "--quiet", "--message", "add"]);
    assert!(made.status.success(), "{}", text(&made));
}

#[test]
fn a_branch_is_reviewed_before_it_is_pushed_and_a_deletion_is_not() {
    let repo = repository();
    let remote = repo.home().join("remote.git");
    repo.git(["init", "--quiet", "--bare", remote.to_str().expect("UTF-8")]);
    repo.git(["remote", "add", "origin", remote.to_str().expect("UTF-8")]);
    repo.git(["push", "--quiet", "origin", "main"]);
    assert!(run(&repo, "aurumcode", &["hook", "install"]).status.success());
    repo.git(["switch", "--quiet", "--create", "topic"]);
    repo.write("a.py", bad_line());
    repo.git(["add", "a.py"]);
    repo.git(["commit", "--quiet", "--no-verify", "--message", "add"]);
    let refused = run(&repo, "git", &["push", "--quiet", "origin", "topic"]);
    assert!(!refused.status.success() && text(&refused).contains("rejected: 1 finding"), "{}", text(&refused));
    repo.write("a.py", "token = read()\n");
    repo.git(["add", "a.py"]);
    repo.git(["commit", "--quiet", "--no-verify", "--message", "mend"]);
    let pushed = run(&repo, "git", &["push", "--quiet", "origin", "topic"]);
    assert!(pushed.status.success(), "{}", text(&pushed));
    let deleted = run(&repo, "git", &["push", "--quiet", "origin", ":topic"]);
    assert!(deleted.status.success(), "{}", text(&deleted));
}

#[test]
fn the_place_is_the_one_that_git_uses() {
    for (value, place) in [(".husky", "repo/.husky"), ("~/hooks", "home/hooks"), ("", "repo/.git/hooks")] {
        let repo = repository();
        if !value.is_empty() {
            repo.configure("core.hooksPath", value);
        }
        assert!(run(&repo, "aurumcode", &["hook", "install", "pre-commit"]).status.success());
        let file = repo.path().parent().expect("a parent").join(place).join("pre-commit");
        assert!(file.is_file(), "{value}: {}", file.display());
        repo.write("a.py", bad_line());
        repo.git(["add", "a.py"]);
        assert!(!run(&repo, "git", &["commit", "--quiet", "--message", "add"]).status.success(), "{value}: git runs it");
    }
}

#[test]
fn another_ones_hook_is_never_written_over() {
    let repo = repository();
    let file = repo.path().join(".git/hooks/pre-commit");
    repo.write(".git/hooks/pre-commit", "#!/bin/sh\necho mine\n");
    let refused = run(&repo, "aurumcode", &["hook", "install"]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused));
    assert!(
        text(&refused).contains("error[cli/hook]") && text(&refused).contains("aurumcode review --staged"),
        "{}",
        text(&refused)
    );
    assert_eq!(std::fs::read_to_string(&file).expect("the hook"), "#!/bin/sh\necho mine\n");
    assert!(!repo.path().join(".git/hooks/pre-push").exists(), "all or none");
    assert!(run(&repo, "aurumcode", &["hook", "install", "--force"]).status.success());
    assert!(run(&repo, "aurumcode", &["hook", "install"]).status.success(), "ours is replaced");
    assert!(std::fs::read_to_string(&file).expect("the hook").contains("aurumcode review --staged"));
}
