//! What is staged and what is in the working files, against `HEAD`.

use std::fs;

use aurumcode::change::{BaseChoice, Change, ChangeError, Kind, Status, Target, Whole};

use crate::repo::Repo;

fn shape(change: &Change) -> Vec<(String, Status)> {
    change.files().iter().map(|file| (file.path.to_string(), file.status)).collect()
}

fn expect(pairs: &[(&str, Status)]) -> Vec<(String, Status)> {
    pairs.iter().map(|(path, status)| ((*path).to_owned(), *status)).collect()
}

async fn text(change: &Change, path: &str) -> Option<Vec<u8>> {
    change.read_one(&path.into(), 1_000_000).await.expect("git works").bytes().map(<[u8]>::to_vec)
}

async fn tree(change: &Change) -> Vec<String> {
    change.tree().await.expect("a tree").iter().map(|entry| entry.path.to_string()).collect()
}

#[tokio::test]
async fn the_index_and_the_working_files_are_two_things() {
    let repo = Repo::new();
    repo.write("a", "1\n2\n3\n").write("b", "1\n").write("gone", "was here\n").commit("first");
    repo.write("a", "1\nstaged\n2\n3\n").remove("gone");
    repo.git(["add", "--all"]);
    repo.write("a", "1\nstaged\n2\n3\nworking\n")
        .write("b", "2\n")
        .write("untracked", "unlike\n")
        .write("ignored", "1\n")
        .write(".git/info/exclude", "ignored\n");
    let staged = repo.change(Target::staged()).await;
    assert_eq!(shape(&staged), expect(&[("a", Status::Modified), ("gone", Status::Deleted)]));
    assert_eq!(staged.files()[0].added.ranges(), [(2, 2)]);
    assert_eq!((staged.base(), staged.range().head, staged.range().is_empty()), (&BaseChoice::Head, None, true));
    assert_eq!(text(&staged, "a").await.as_deref(), Some(b"1\nstaged\n2\n3\n".as_slice()));
    assert_eq!(tree(&staged).await, ["a", "b"]);
    let working = repo.change(Target::worktree()).await;
    let expected = [("a", Status::Modified), ("b", Status::Modified), ("gone", Status::Deleted), ("untracked", Status::Added)];
    assert_eq!(shape(&working), expect(&expected));
    assert_eq!(working.files()[0].added.ranges(), [(2, 2), (5, 5)]);
    assert_eq!(text(&working, "a").await.as_deref(), Some(b"1\nstaged\n2\n3\nworking\n".as_slice()));
    assert_eq!(
        (text(&working, "ignored").await, text(&working, ".git/config").await, text(&working, "../repo/a").await),
        (None, None, None)
    );
    assert_eq!(tree(&working).await, ["a", "b", "untracked"]);
    assert_eq!(repo.change(Target::commits(None, None)).await.files().len(), 3);
}

/// Git tells by size and time whether a file is as it was entered, and by content where the time tells nothing.
#[tokio::test]
async fn a_file_that_changed_in_the_moment_of_the_index_is_seen() {
    let repo = Repo::new();
    repo.configure("core.trustctime", "false");
    let moment = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
    let at_that_moment = |path: &str| {
        std::fs::File::options().write(true).open(repo.file(path)).and_then(|file| file.set_modified(moment)).expect("its time");
    };
    repo.write("a", "1\n").write("b", "1\n");
    at_that_moment("a");
    at_that_moment("b");
    repo.commit("first");
    at_that_moment(".git/index");
    repo.write("b", "2\n");
    at_that_moment("b");
    let working = repo.change(Target::worktree()).await;
    assert_eq!(shape(&working), expect(&[("b", Status::Modified)]));
}

#[tokio::test]
async fn a_clean_repository_has_an_empty_change() {
    let repo = Repo::new();
    repo.write("a", "1\n").commit("first");
    for target in [Target::staged(), Target::worktree()] {
        let change = repo.change(target).await;
        assert!(change.is_empty() && change.base() == &BaseChoice::Head);
    }
    // Written again with the same bytes, a file is not changed.
    repo.remove("a").write("a", "1\n");
    assert!(repo.change(Target::worktree()).await.is_empty());
}

#[tokio::test]
async fn before_the_first_commit_everything_is_added() {
    let repo = Repo::new();
    repo.write("staged", "1\n").write("deep/untracked", "1\n").write(".gitignore", "*.log\n").write("x.log", "1\n");
    repo.git(["add", "staged"]);
    let staged = repo.change(Target::staged()).await;
    assert_eq!((staged.base(), shape(&staged)), (&BaseChoice::Unborn, expect(&[("staged", Status::Added)])));
    let working = repo.change(Target::worktree()).await;
    let expected = [(".gitignore", Status::Added), ("deep/untracked", Status::Added), ("staged", Status::Added)];
    assert_eq!((working.base(), shape(&working)), (&BaseChoice::Unborn, expect(&expected)));
    assert!(working.is_added(&"staged".into(), 1));
    assert_eq!(text(&working, "deep/untracked").await.as_deref(), Some(b"1\n".as_slice()));
    assert!(Repo::new().change(Target::worktree()).await.is_empty());
}

#[tokio::test]
async fn everything_is_the_whole_of_it() {
    let repo = Repo::new();
    repo.write("a", "1\n").write("sub/b.log", "1\n").commit("first");
    repo.write(".gitignore", "*.log\n").write("c", "1\n").write("d.log", "1\n").symlink("link", "/etc/passwd").remove("a");
    let working = repo.change(Target::worktree().everything()).await;
    let expected = [(".gitignore", Status::Added), ("c", Status::Added), ("link", Status::Added), ("sub/b.log", Status::Added)];
    assert_eq!((working.base(), shape(&working)), (&BaseChoice::Everything, expect(&expected)), "what is tracked is not ignored");
    assert_eq!(working.file(&"link".into()).map(|file| file.kind), Some(Kind::Symlink));
    let sizes: Vec<_> = working.tree().await.expect("a tree").iter().map(|entry| entry.size).collect();
    assert_eq!(sizes, [Some(6), Some(2), Some(11), Some(2)]);
    let staged = repo.change(Target::staged().everything()).await;
    assert_eq!(shape(&staged), expect(&[("a", Status::Added), ("sub/b.log", Status::Added)]));
}

#[tokio::test]
async fn moves_are_found_among_untracked_files() {
    let body: String = (0..40).map(|number| format!("line {number}\n")).collect();
    let repo = Repo::new();
    repo.write("old", &body).write("kept", "1\n").commit("first");
    repo.rename("old", "new").write("new", format!("{body}more\n"));
    let change = repo.change(Target::worktree()).await;
    assert_eq!(shape(&change), expect(&[("new", Status::Renamed)]));
    assert_eq!(
        (change.files()[0].old_path.clone(), change.files()[0].added.ranges()),
        (Some("old".into()), [(41, 41)].as_slice())
    );
}

#[tokio::test]
async fn very_many_untracked_files_are_new_without_being_copied() {
    let repo = Repo::new();
    repo.write("old", "1\n2\n3\n").commit("first");
    repo.remove("old");
    for number in 0..2100 {
        repo.write(format!("many/{number}"), "1\n2\n3\n");
    }
    let change = repo.change(Target::worktree()).await;
    assert_eq!(change.files().len(), 2101);
    let count = |status: Status| change.files().iter().filter(|file| file.status == status).count();
    assert_eq!((count(Status::Added), count(Status::Deleted)), (2100, 1));
    assert!(change.is_added(&"many/7".into(), 3));
}

#[tokio::test]
async fn unresolved_conflicts_are_refused_in_the_index_and_reviewed_in_the_files() {
    let repo = Repo::new();
    repo.write("a", "base\n").write("b", "base\n").commit("first");
    repo.git(["checkout", "--quiet", "-b", "other"]);
    repo.write("a", "other\n").commit("other");
    repo.git(["checkout", "--quiet", "main"]);
    repo.write("a", "main\n").write("b", "main\n").commit("main");
    let blob = |name: &str| repo.rev(name);
    let stages = [blob("other~1:a"), blob("main:a"), blob("other:a")];
    let lines = stages.iter().enumerate().map(|(number, blob)| format!("100644 {blob} {}\ta\n", number + 1));
    let removal = format!("0 {} 0\ta\n", "0".repeat(40));
    repo.git_with_input(["update-index", "--index-info"], (removal + &lines.collect::<String>()).as_bytes());
    repo.write("a", "<<<<<<< main\nmain\n=======\nother\n>>>>>>> other\n");
    for target in [Target::staged(), Target::staged().everything()] {
        let error = repo.try_change(target).await.expect_err("unresolved");
        assert!(matches!(&error, ChangeError::Unmerged { paths } if *paths == ["a".into()]), "{error}");
        assert_eq!(error.code().as_str(), "change/unmerged");
    }
    let working = repo.change(Target::worktree()).await;
    assert_eq!(shape(&working), expect(&[("a", Status::Modified)]));
    assert_eq!(working.files()[0].added.ranges(), [(1, 1), (3, 5)]);
    assert_eq!(tree(&working).await, ["a", "b"]);
    repo.remove("a");
    assert_eq!(shape(&repo.change(Target::worktree()).await), expect(&[("a", Status::Deleted)]));
}

#[tokio::test]
async fn other_repositories_among_the_files_are_named_and_not_entered() {
    let repo = Repo::new();
    repo.write("a", "1\n").commit("first");
    for name in ["empty", "full"] {
        repo.git(["init", "--quiet", "--initial-branch=main", name]);
    }
    repo.at("full").write("inner", "1\n").commit("inner");
    let change = repo.change(Target::worktree()).await;
    assert_eq!(shape(&change), expect(&[("empty", Status::Added), ("full", Status::Added)]));
    assert!(change.files().iter().all(|file| file.kind == Kind::Submodule && !file.adds() && !file.is_readable()));
    assert_eq!(text(&change, "full").await, None);
    assert_eq!(tree(&change).await, ["a", "empty", "full"]);
}

#[tokio::test]
async fn a_submodule_changes_by_its_commit_only() {
    let inner = Repo::new();
    inner.write("a", "1\n").commit("first");
    let repo = Repo::new();
    let url = format!("file://{}", inner.path().display());
    repo.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "mod"]);
    repo.commit("first");
    let module = repo.at("mod");
    module.write("a", "dirty\n").write("new", "1\n");
    assert!(repo.change(Target::worktree()).await.is_empty(), "its files belong to another repository");
    module.commit("second");
    let change = repo.change(Target::worktree()).await;
    assert_eq!(shape(&change), expect(&[("mod", Status::Modified)]));
    assert_eq!((change.files()[0].kind, change.files()[0].adds()), (Kind::Submodule, false));
    // `ignore = all` in the reviewed content hides it from `git status`, and from nobody else.
    repo.git(["config", "--file", ".gitmodules", "submodule.mod.ignore", "all"]);
    repo.git(["add", "--force", "mod"]);
    assert!(shape(&repo.change(Target::staged()).await).contains(&("mod".to_owned(), Status::Modified)));
}

#[tokio::test]
async fn line_ends_that_git_converts_are_no_change() {
    let repo = Repo::new();
    repo.write(".gitattributes", "* text eol=crlf\n").write("a", "1\n2\n3\n").commit("first");
    repo.remove("a");
    repo.git(["checkout", "--quiet", "a"]);
    assert_eq!(fs::read(repo.file("a")).expect("a file"), b"1\r\n2\r\n3\r\n");
    repo.write("a", "1\r\nnew\r\n2\r\n3\r\n");
    let change = repo.change(Target::worktree()).await;
    assert_eq!(change.files()[0].added.ranges(), [(2, 2)]);
    assert_eq!(text(&change, "a").await.as_deref(), Some(b"1\r\nnew\r\n2\r\n3\r\n".as_slice()), "the file as it lies there");
}

#[tokio::test]
async fn directories_files_and_links_replace_each_other() {
    let repo = Repo::new();
    repo.write("dir/a", "1\n")
        .write("dir/b", "1\n")
        .write("file", "1\n")
        .write("target/x", "inside\n")
        .symlink("link", "file")
        .commit("first");
    repo.remove("dir").write("dir", "now a file\n").remove("file").write("file/in", "1\n2\n").remove("link").write("link", "3\n");
    repo.remove("target").symlink("target", "/etc");
    let change = repo.change(Target::worktree()).await;
    let file = |path: &str| change.file(&path.into()).unwrap_or_else(|| panic!("{path}: {:?}", shape(&change)));
    assert!(file("dir").exists() && file("file/in").exists() && !file("target/x").exists());
    assert_eq!((file("link").status, file("link").kind), (Status::TypeChanged, Kind::Regular));
    assert_eq!(file("target").kind, Kind::Symlink);
    assert_eq!(tree(&change).await, ["dir", "file/in", "link", "target"]);
    assert_eq!(text(&change, "target").await.as_deref(), Some(b"/etc".as_slice()));
    for path in ["target/passwd", "target/x", "dir/a"] {
        assert_eq!(text(&change, path).await, None, "{path}");
    }
}

#[tokio::test]
async fn paths_restrict_the_working_files() {
    let repo = Repo::new();
    repo.write("src/a", "1\n").write("lib/b", "1\n").commit("first");
    repo.write("src/a", "2\n").write("lib/b", "2\n").write("src/new", "unlike\n").write("lib/new", "unlike\n");
    let change = repo.change(Target::worktree().within(["src".into()])).await;
    assert_eq!(shape(&change), expect(&[("src/a", Status::Modified), ("src/new", Status::Added)]));
    let all = repo.change(Target::worktree().everything().within(["lib".into()])).await;
    assert_eq!(shape(&all), expect(&[("lib/b", Status::Added), ("lib/new", Status::Added)]));
    let staged = repo.change(Target::staged().within(["src/a".into()])).await;
    assert!(staged.is_empty());
}

#[tokio::test]
async fn an_unreadable_file_is_changed_and_says_so() {
    let repo = Repo::new();
    repo.write("tracked", "1\n").write("fine", "1\n").commit("first");
    repo.write("tracked", "2\n").write("untracked", "1\n").write("fine", "2\n");
    for path in ["tracked", "untracked"] {
        fs::set_permissions(repo.file(path), std::os::unix::fs::PermissionsExt::from_mode(0o000)).expect("its mode");
    }
    if fs::read(repo.file("tracked")).is_ok() {
        println!("skipped: this user can read every file");
        return;
    }
    let change = repo.change(Target::worktree()).await;
    assert_eq!(
        shape(&change),
        expect(&[("fine", Status::Modified), ("tracked", Status::Modified), ("untracked", Status::Added)])
    );
    for path in ["tracked", "untracked"] {
        assert_eq!(
            change.file(&path.into()).map(|file| (file.whole, file.added.is_whole())),
            Some((Some(Whole::Unreadable), true))
        );
        let content = change.read_one(&path.into(), 100).await.expect("git works");
        assert!(matches!(content, aurumcode::change::Content::Unreadable { .. }), "{content:?}");
    }
    assert_eq!(text(&change, "fine").await.as_deref(), Some(b"2\n".as_slice()));
}
