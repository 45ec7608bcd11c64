//! Opening a repository from every kind of place, and what is said where it cannot be.

use std::path::Path;
use std::sync::Arc;

use aurumcode::change::{ChangeError, Oid, Repository, Target};
use aurumcode::finding::RepoPath;
use aurumcode::process::fake::{Behaviour, ScriptedRunner};

use crate::repo::Repo;

fn two_commits(repo: &Repo) {
    repo.write("src/a.rs", "1\n").commit("first");
    repo.write("src/a.rs", "1\n2\n").commit("second");
}

/// The path of the only changed file.
async fn only_change(repo: &Repo) -> String {
    let change = repo.change(Target::commits(None, None)).await;
    let paths: Vec<String> = change.files().iter().map(|file| file.path.to_string()).collect();
    assert_eq!(paths.len(), 1, "{paths:?}");
    paths.concat()
}

#[tokio::test]
async fn it_opens_from_a_directory_below() {
    let repo = Repo::new();
    two_commits(&repo);
    let below = repo.at("src");
    assert_eq!(below.open().await.top_level(), Some(repo.path()));
    assert_eq!(only_change(&below).await, "src/a.rs");
    assert_eq!(below.open().await.locate(Path::new("a.rs")).expect("inside"), "src/a.rs".into());
}

#[tokio::test]
async fn it_opens_a_linked_worktree() {
    let repo = Repo::new();
    two_commits(&repo);
    repo.git(["worktree", "add", "--quiet", "--detach", "../linked tree", "HEAD"]);
    let linked = repo.at("../linked tree").resolved();
    let opened = linked.open().await;
    assert_eq!((opened.top_level(), opened.common_dir()), (Some(linked.path()), repo.path().join(".git").as_path()));
    assert_ne!(opened.git_dir(), opened.common_dir());
    linked.write("src/a.rs", "1\n2\n3\n").write("new", "n\n");
    let change = linked.change(Target::worktree()).await;
    assert_eq!(change.files().len(), 2);
    assert_eq!(only_change(&linked).await, "src/a.rs");
}

#[tokio::test]
async fn it_opens_a_submodule_as_a_repository_of_its_own() {
    let inner = Repo::new();
    two_commits(&inner);
    let outer = Repo::new();
    outer.write("own", "1\n").commit("first");
    let url = format!("file://{}", inner.path().display());
    outer.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "mod"]);
    let module = outer.at("mod");
    assert_eq!(module.open().await.top_level(), Some(outer.file("mod").as_path()));
    module.write("src/a.rs", "1\n2\n3\n");
    assert_eq!(module.change(Target::worktree()).await.files().len(), 1);
}

#[tokio::test]
async fn it_opens_a_bare_repository() {
    let repo = Repo::new();
    two_commits(&repo);
    let bare = repo.clone("bare.git", &["--bare"]);
    let opened = bare.open().await;
    assert!(opened.is_bare() && opened.top_level().is_none());
    assert_eq!(only_change(&bare).await, "src/a.rs");
    for target in [Target::staged(), Target::worktree(), Target::worktree().everything()] {
        let error = bare.try_change(target).await.expect_err("no working files");
        assert!(matches!(error, ChangeError::NoWorkingTree { .. }), "{error}");
    }
    // Inside `.git`, commits can be reviewed as well.
    assert_eq!(only_change(&repo.at(".git")).await, "src/a.rs");
}

#[tokio::test]
async fn it_opens_a_repository_with_sha_256_names() {
    let repo = Repo::sha256();
    two_commits(&repo);
    let change = repo.change(Target::commits(None, None)).await;
    assert_eq!(change.range().head.map(|oid| oid.to_string().len()), Some(64));
    assert!(change.is_added(&"src/a.rs".into(), 2) && !change.is_added(&"src/a.rs".into(), 1));
    repo.write("src/a.rs", "0\n1\n2\n");
    let change = repo.change(Target::worktree()).await;
    assert_eq!(change.files()[0].added.ranges(), [(1, 1)]);
}

#[tokio::test]
async fn it_opens_under_a_directory_with_a_line_break_in_its_name() {
    let repo = Repo::new();
    repo.git(["init", "--quiet", "--initial-branch=main", "a\nb: \"c\""]);
    let inner = repo.at("a\nb: \"c\"");
    two_commits(&inner);
    assert_eq!(inner.open().await.top_level(), Some(inner.path()));
    assert_eq!(only_change(&inner).await, "src/a.rs");
    inner.write("src/a.rs", "0\n");
    assert_eq!(inner.change(Target::worktree()).await.files().len(), 1);
}

#[tokio::test]
async fn a_hooks_own_index_is_reviewed() {
    let repo = Repo::new();
    two_commits(&repo);
    repo.write("src/a.rs", "staged\n");
    repo.git(["add", "src/a.rs"]);
    repo.git(["read-tree", "--index-output=.git/hook-index", "HEAD"]);
    let opened =
        Repository::open_with_index(repo.path(), repo.runner(), Some(Path::new(".git/hook-index"))).await.expect("it opens");
    let change = aurumcode::change::Change::resolve(opened, Target::staged()).await.expect("a change");
    assert!(change.is_empty(), "the hook's index is the commit");
    // `git read-tree --index-output` leaves the index itself alone only in newer versions of git.
    repo.git(["add", "src/a.rs"]);
    assert_eq!(repo.change(Target::staged()).await.files().len(), 1);
}

#[tokio::test]
async fn a_repository_of_another_user_is_refused_with_the_command() {
    let mut repo = Repo::new();
    two_commits(&repo);
    repo.set("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    let error = repo.try_open().await.expect_err("it is not opened");
    assert!(matches!(error, ChangeError::DubiousOwnership { .. }), "{error}");
    let command = format!("git config --global --add safe.directory {}", repo.path().display());
    assert!(error.diagnostic().help.iter().any(|help| help.ends_with(&command)), "{:?}", error.diagnostic());
    assert_eq!(error.code().as_str(), "change/dubious-ownership");
    repo.git(["config", "--global", "--add", "safe.directory", repo.path().to_str().expect("UTF-8")]);
    assert_eq!(only_change(&repo).await, "src/a.rs", "the command helps");
}

#[tokio::test]
async fn what_is_no_repository_is_refused() {
    let nothing = Repo::nothing();
    let error = nothing.try_open().await.expect_err("no repository");
    assert!(matches!(error, ChangeError::NotARepository { .. }) && error.to_string().contains("not a git repository"), "{error}");
    let error = nothing.at("gone").try_open().await.expect_err("no directory");
    assert!(matches!(error, ChangeError::NoDirectory { .. }), "{error}");
    nothing.write("file", "");
    let error = nothing.at("file").try_open().await.expect_err("a file");
    assert!(matches!(error, ChangeError::NoDirectory { .. }), "{error}");
    for error in [error, nothing.try_open().await.expect_err("no repository")] {
        assert_eq!(error.code().as_str(), "change/not-a-repository");
    }
}

#[tokio::test]
async fn a_broken_repository_is_refused_with_gits_words() {
    let repo = Repo::new();
    two_commits(&repo);
    repo.write(".git/config", "[core\n");
    let error = repo.try_open().await.expect_err("it is broken");
    assert!(matches!(error, ChangeError::UnusableRepository { .. } | ChangeError::GitFailed { .. }), "{error}");
    assert!(error.to_string().contains("bad config"), "{error}");
    let unknown = Repo::new();
    unknown.write(".git/config", "[core]\nrepositoryformatversion = 1\n[extensions]\nfromTheFuture = true\n");
    let error = unknown.try_open().await.expect_err("it is from the future");
    assert!(error.to_string().to_lowercase().contains("fromthefuture"), "{error}");
}

#[tokio::test]
async fn without_git_nothing_is_said_about_the_change() {
    let directory = tempfile::tempdir().expect("a directory");
    let open = |runner: ScriptedRunner| Repository::open(directory.path(), Arc::new(runner));
    let error = open(ScriptedRunner::new()).await.expect_err("no git");
    assert!(matches!(error, ChangeError::GitMissing), "{error}");
    let old = ScriptedRunner::new().on("git", &[], Behaviour::prints("git version 2.17.1\n"));
    let error = open(old).await.expect_err("an old git");
    assert!(error.to_string().contains("git 2.17.1 is too old: 2.31"), "{error}");
    for behaviour in [
        Behaviour::rubbish(0),
        Behaviour::rubbish(1),
        Behaviour::Dies(9),
        Behaviour::TimesOut,
        Behaviour::Broken,
        Behaviour::Floods(0),
        Behaviour::prints(""),
    ] {
        let error = open(ScriptedRunner::new().on("git", &[], behaviour)).await.expect_err("a broken git");
        assert!(matches!(error.code().as_str(), "change/git-failed" | "change/git-too-old"), "{error}");
    }
}

#[tokio::test]
async fn it_tells_about_commits_and_remotes() {
    let repo = Repo::new();
    two_commits(&repo);
    let opened = repo.open().await;
    let oid = |name: &str| Oid::parse(repo.rev(name)).expect("an id");
    let (head, blob) = (oid("HEAD"), oid("HEAD:src/a.rs"));
    assert_eq!(opened.merge_base(head, oid("HEAD~1")).await.expect("git works"), Some(oid("HEAD~1")));
    assert!(opened.commit_exists(head).await.expect("git works"));
    assert_eq!(opened.commit_time(head).await.expect("git works"), Some(1_714_979_289));
    for unknown in [blob, Oid::parse("a".repeat(40)).expect("an id")] {
        assert!(!opened.commit_exists(unknown).await.expect("git works"));
        assert_eq!(opened.commit_time(unknown).await.expect("git works"), None);
        assert!(opened.merge_base(head, unknown).await.is_err());
    }
    repo.configure("remote.origin.url", "short:team/project.git");
    repo.configure("url.https://user:token@host.example/.insteadOf", "short:");
    assert_eq!(opened.remote_url("origin").await.expect("git works").as_deref(), Some("https://host.example/team/project.git"));
    for unknown in ["upstream", "--help", "", "-v"] {
        assert_eq!(opened.remote_url(unknown).await.expect("git works"), None, "{unknown}");
    }
    assert!(!opened.is_shallow() && opened.git_version().starts_with(|digit: char| digit.is_ascii_digit()));
}

#[tokio::test]
async fn another_commits_content_can_be_read() {
    let repo = Repo::new();
    repo.write("conf.yml", "old\n").write("skills/a/S.md", "1").write("skills/b", "2").commit("first");
    repo.write("conf.yml", "new\n").remove("skills").commit("second");
    let opened = repo.open().await;
    let base = Oid::parse(repo.rev("HEAD~1")).expect("an id");
    let read = |path: &'static str, max: u64| {
        let opened = opened.clone();
        async move { opened.read_at(base, &path.into(), max).await.expect("git works").bytes().map(<[u8]>::to_vec) }
    };
    assert_eq!(read("conf.yml", 100).await.as_deref(), Some(b"old\n".as_slice()));
    assert_eq!(read("conf.yml", 3).await, None);
    for path in ["gone", "skills", "skills/", "*", "../conf.yml", ""] {
        assert_eq!(read(path, 100).await, None, "{path}");
    }
    let skills = opened.tree_at(base, &["skills".into()]).await.expect("git works");
    assert_eq!(skills.iter().map(|entry| entry.path.to_string()).collect::<Vec<_>>(), ["skills/a/S.md", "skills/b"]);
    assert!(opened.tree_at(Oid::parse("b".repeat(40)).expect("an id"), &[]).await.is_err());
}

#[tokio::test]
async fn paths_of_the_user_are_taken_from_the_root() {
    let repo = Repo::new();
    repo.write("src/deep/a.rs", "1\n").commit("first");
    let opened = repo.at("src/deep").open().await;
    let absolute = repo.file("src/a b");
    let table: [(&Path, &str); 6] = [
        (Path::new("a.rs"), "src/deep/a.rs"),
        (Path::new("./../../src/deep/./a.rs"), "src/deep/a.rs"),
        (Path::new("../.."), ""),
        (Path::new("."), "src/deep"),
        (Path::new("new/../other"), "src/deep/other"),
        (&absolute, "src/a b"),
    ];
    for (given, expected) in table {
        assert_eq!(opened.locate(given).expect("inside"), RepoPath::from(expected), "{}", given.display());
    }
    let elsewhere = tempfile::tempdir().expect("a directory");
    let link = elsewhere.path().join("link");
    std::os::unix::fs::symlink(repo.path(), &link).expect("a link");
    std::os::unix::fs::symlink(".", repo.file("self")).expect("a link");
    for (given, expected) in [("src/a.rs", "src/a.rs"), ("self/a.rs", "self/a.rs"), ("", "")] {
        let given = link.join(given);
        assert_eq!(opened.locate(&given).expect("inside"), RepoPath::from(expected), "{}", given.display());
    }
    for outside in ["../../..", "/", "/etc/passwd", "../../../x"] {
        assert!(matches!(opened.locate(Path::new(outside)), Err(ChangeError::OutsideRepository { .. })), "{outside}");
    }
    let bare = repo.clone("bare.git", &["--bare"]).open().await;
    for (given, expected) in [("src/deep", "src/deep"), ("./src/../x", "x"), ("", "")] {
        assert_eq!(bare.locate(Path::new(given)).expect("inside"), RepoPath::from(expected), "{given}");
    }
    for outside in ["/", "/etc/passwd", "../x", "a/../../x"] {
        assert!(matches!(bare.locate(Path::new(outside)), Err(ChangeError::OutsideRepository { .. })), "{outside}");
    }
}
