//! The git directory for programs that read the history by themselves.

use std::ffi::OsString;

use crate::repo::Repo;

/// What `git log` shows of `range` in the detached directory of `repo`; nothing when it fails.
#[expect(clippy::disallowed_methods, reason = "a test looks with git itself")]
async fn log(repo: &Repo, range: &str) -> Option<String> {
    let detached = repo.open().await.detached().expect("a directory");
    let output = std::process::Command::new("git")
        .arg("-C")
        .arg(detached.path())
        .args(["log", "-p", "--format=%s", "--no-color"])
        .arg(range)
        .env("HOME", repo.home())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .expect("git starts");
    output.status.success().then(|| String::from_utf8(output.stdout).expect("UTF-8"))
}

#[tokio::test]
async fn it_shows_the_history_and_follows_nothing_that_the_repository_says() {
    for repo in [Repo::new(), Repo::sha256()] {
        let base = repo.write("a.py", "1\n").commit("first");
        let head = repo.write("a.py", "2\n").write(".gitattributes", "*.py -diff diff=x\n").commit("second");
        repo.configure("diff.x.textconv", "false");
        repo.configure("diff.external", "false");
        let other = repo.git_with_input(["commit-tree", "-m", "instead", &format!("{base}^{{tree}}")], b"");
        repo.git(["replace", &head, String::from_utf8(other).expect("UTF-8").trim()]);
        let shown = log(&repo, &format!("{base}..{head}")).await.expect("git reads it");
        assert!(shown.starts_with("second\n") && shown.contains("+2\n") && !shown.contains("Binary"), "{shown}");
        assert!(log(&repo, "HEAD").await.is_none(), "there are no names");
    }
}

#[tokio::test]
async fn a_history_that_is_cut_off_fails_instead_of_ending() {
    let repo = Repo::new();
    let base = repo.write("a", "1\n").commit("first");
    repo.write("a", "2\n").commit("second");
    let head = repo.write("a", "3\n").commit("third");
    let shallow = repo.clone("shallow", &["--depth=1"]);
    assert!(log(&shallow, &format!("{base}..{head}")).await.is_none());
    assert!(log(&shallow, &head).await.is_none());
}

#[tokio::test]
async fn a_directory_with_any_name_is_found() {
    let repo = Repo::new();
    let above = repo.at("a \"quoted\"\\:\nname");
    repo.git([OsString::from("init"), OsString::from("--quiet"), above.path().into()]);
    let head = above.write("a", "1\n").commit("first");
    assert!(log(&above, &head).await.is_some());
}
