//! Which base is chosen, and what is said when there is none. An unknown base is never an empty change.

use aurumcode::change::{BaseChoice, Change, ChangeError, Status, Target, WhyPrevious};
use aurumcode::finding::CODES;

use crate::repo::Repo;

/// The changed paths.
fn paths(change: &Change) -> Vec<String> {
    change.files().iter().map(|file| file.path.to_string()).collect()
}

/// An upstream whose `main` moved on after `topic` was started, and a clone that is on `topic`.
fn branched(options: &[&str]) -> (Repo, Repo) {
    let upstream = Repo::new();
    upstream.write("base.txt", "one\n").commit("first");
    upstream.write("base.txt", "one\ntwo\n").commit("second");
    upstream.git(["checkout", "--quiet", "-b", "topic"]);
    upstream.write("topic.txt", "a\n").commit("third");
    upstream.write("topic.txt", "a\nb\n").commit("fourth");
    upstream.git(["checkout", "--quiet", "main"]);
    upstream.write("later.txt", "main only\n").commit("advanced");
    let clone = upstream.clone("clone", options);
    (upstream, clone)
}

fn previous(because: WhyPrevious) -> BaseChoice {
    BaseChoice::PreviousCommit { because }
}

/// The error and its diagnostic's help, after checks that hold for every error of this kind.
fn refused(result: Result<Change, ChangeError>) -> (ChangeError, String) {
    let error = result.expect_err("no change");
    let diagnostic = error.diagnostic();
    let entry = CODES.iter().find(|entry| entry.code == diagnostic.code).expect("a documented code");
    assert_eq!(entry.exit, 6, "{error}");
    assert!(!diagnostic.help.is_empty(), "{error}");
    (error, diagnostic.help.join("\n"))
}

#[tokio::test]
async fn the_default_branch_of_the_remote_is_the_base() {
    let (_upstream, clone) = branched(&[]);
    clone.git(["checkout", "--quiet", "topic"]);
    let change = clone.change(Target::commits(None, None)).await;
    assert_eq!(change.base(), &BaseChoice::DefaultBranch { branch: "origin/main".to_owned() });
    assert_eq!(paths(&change), ["topic.txt"], "what the base gained meanwhile is no part of the change");
    assert_eq!((change.files()[0].status, change.files()[0].added.ranges()), (Status::Added, [(1, 2)].as_slice()));
    assert_eq!(change.added_lines(), Some(2));
    assert_eq!(change.range().base.map(|oid| oid.to_string()), Some(clone.text(["merge-base", "topic", "origin/main"])));
    assert_eq!(change.range().head.map(|oid| oid.to_string()), Some(clone.rev("HEAD")));
}

#[tokio::test]
async fn the_remotes_head_says_which_branch_is_the_default() {
    let (_upstream, clone) = branched(&["--origin", "fork"]);
    clone.git(["checkout", "--quiet", "topic"]);
    let named = |branch: &str| BaseChoice::DefaultBranch { branch: branch.to_owned() };
    assert_eq!(clone.change(Target::commits(None, None)).await.base(), &named("fork/main"));
    clone.git(["update-ref", "refs/remotes/fork/trunk", "fork/main~1"]);
    clone.git(["symbolic-ref", "refs/remotes/fork/HEAD", "refs/remotes/fork/trunk"]);
    assert_eq!(clone.change(Target::commits(None, None)).await.base(), &named("fork/trunk"));
    // A head that points nowhere says nothing.
    clone.git(["symbolic-ref", "refs/remotes/fork/HEAD", "refs/remotes/fork/gone"]);
    assert_eq!(clone.change(Target::commits(None, None)).await.base(), &named("fork/main"));
    // Of several remotes only `origin` is taken.
    clone.git(["update-ref", "refs/remotes/other/main", "fork/main"]);
    clone.configure("remote.other.url", "file:///nowhere");
    let unclear = previous(WhyPrevious::NoDefaultBranch { remotes: vec!["fork".to_owned(), "other".to_owned()] });
    assert_eq!(clone.change(Target::commits(None, None)).await.base(), &unclear);
    clone.git(["update-ref", "refs/remotes/origin/master", "fork/main"]);
    assert_eq!(clone.change(Target::commits(None, None)).await.base(), &named("origin/master"));
}

#[tokio::test]
async fn on_the_default_branch_the_previous_commit_is_the_base() {
    let (_upstream, clone) = branched(&[]);
    let on_main = previous(WhyPrevious::OnDefaultBranch { branch: "origin/main".to_owned() });
    let tip = clone.change(Target::commits(None, None)).await;
    assert_eq!((tip.base(), paths(&tip)), (&on_main, vec!["later.txt".to_owned()]));
    let behind = clone.change(Target::commits(None, Some("main~1"))).await;
    assert_eq!((behind.base(), paths(&behind)), (&on_main, vec!["base.txt".to_owned()]));
}

#[tokio::test]
async fn without_a_remote_the_previous_commit_is_the_base() {
    let repo = Repo::new();
    repo.write("a", "1\n").commit("first");
    repo.write("a", "1\n2\n").commit("second");
    let change = repo.change(Target::commits(None, None)).await;
    assert_eq!(change.base(), &previous(WhyPrevious::NoRemote));
    assert_eq!(change.files()[0].added.ranges(), [(2, 2)]);
    repo.configure("remote.origin.url", "file:///nowhere");
    let never_fetched = previous(WhyPrevious::NoDefaultBranch { remotes: vec!["origin".to_owned()] });
    assert_eq!(repo.change(Target::commits(None, None)).await.base(), &never_fetched);
}

#[tokio::test]
async fn a_merge_commit_is_compared_with_its_first_parent() {
    let repo = Repo::new();
    repo.write("a", "1\n").commit("first");
    repo.git(["checkout", "--quiet", "-b", "side"]);
    repo.write("side", "s\n").commit("side");
    repo.git(["checkout", "--quiet", "main"]);
    repo.write("own", "o\n").commit("own");
    repo.git(["merge", "--quiet", "--no-edit", "side"]);
    let change = repo.change(Target::commits(None, None)).await;
    assert_eq!(paths(&change), ["side"]);
    assert_eq!(change.range().base.map(|oid| oid.to_string()), Some(repo.rev("HEAD^1")));
}

#[tokio::test]
async fn all_of_a_first_commit_is_added() {
    let repo = Repo::new();
    repo.write("a", "1\n").write("b/c", "2\n").commit("first");
    let change = repo.change(Target::commits(None, None)).await;
    assert_eq!((change.base(), paths(&change)), (&BaseChoice::FirstCommit, vec!["a".to_owned(), "b/c".to_owned()]));
    assert!(change.range().is_empty() && change.range().head.is_some());
    assert!(change.files().iter().all(|file| file.status == Status::Added && file.added.is_whole()));
    assert!(change.is_added(&"b/c".into(), 1) && !change.is_added(&"b".into(), 1));
}

#[tokio::test]
async fn a_named_base_means_its_merge_base() {
    let (_upstream, clone) = branched(&[]);
    clone.git(["tag", "--annotate", "--message", "m", "v1", "main~1"]);
    let merge_base = clone.text(["merge-base", "origin/topic", "main"]);
    for name in ["main", "origin/main", "v1", "origin/topic~2", &merge_base, &merge_base[..9], ":/second", "HEAD~1"] {
        let change = clone.change(Target::commits(Some(name), Some("origin/topic"))).await;
        assert_eq!(change.base(), &BaseChoice::Given { reference: name.to_owned() });
        assert_eq!(
            (paths(&change), change.range().base.map(|oid| oid.to_string())),
            (vec!["topic.txt".to_owned()], Some(merge_base.clone())),
            "{name}"
        );
    }
    // A head that the base holds already adds nothing, which is a valid answer.
    let nothing = clone.change(Target::commits(Some("main"), Some("main~1"))).await;
    assert!(nothing.is_empty() && nothing.added_lines() == Some(0) && !nothing.range().is_empty());
}

#[tokio::test]
async fn everything_needs_no_base() {
    let repo = Repo::new();
    repo.write("a", "1\n").write("b", "2\n").commit("first");
    repo.write("a", "1\n2\n").commit("second");
    let (error, _) = refused(repo.try_change(Target::commits(Some("nonsense"), None).everything()).await);
    assert!(error.to_string().contains("`nonsense`"), "a base that is named says how to judge: {error}");
    let change = repo.change(Target::commits(None, None).everything()).await;
    assert_eq!((change.base(), paths(&change)), (&BaseChoice::Everything, vec!["a".to_owned(), "b".to_owned()]));
    assert!(change.is_added(&"b".into(), 1) && change.added_lines().is_none());
}

#[tokio::test]
async fn an_unknown_name_is_named_with_what_it_could_mean() {
    let (_upstream, clone) = branched(&[]);
    let (error, help) = refused(clone.try_change(Target::commits(Some("mian"), None)).await);
    assert!(error.to_string().contains("`mian`") && help.contains("did you mean `main`"), "{error}\n{help}");
    let (_, help) = refused(clone.try_change(Target::commits(Some("topic"), None)).await);
    assert!(help.contains("`origin/topic`") && help.contains("git fetch origin topic:refs/remotes/origin/topic"), "{help}");
    let (error, _) = refused(clone.try_change(Target::commits(None, Some("HEAD~99"))).await);
    assert!(error.to_string().contains("`HEAD~99`"), "{error}");
    for name in [
        "--help",
        "-c",
        "--output=owned",
        "main..topic",
        "main\n",
        "",
        " ",
        "HEAD:base.txt",
        "HEAD^{tree}",
        "nowhere@{upstream}",
        "nowhere@{1}",
        "\u{202e}",
        "$(touch owned)",
        &"x".repeat(9000),
    ] {
        let (error, help) = refused(clone.try_change(Target::commits(Some(name), None)).await);
        assert!(matches!(error, ChangeError::UnknownRevision { .. }), "{name}: {error}");
        assert!(!help.contains("git fetch origin -") && !help.contains("$("), "{help}");
    }
    assert!(!clone.file("owned").exists());
}

#[tokio::test]
async fn a_commit_before_the_first_is_named() {
    let repo = Repo::new();
    repo.write("a", "1\n").commit("first");
    // The ones with `@{` make git give up, for the head as well.
    for name in ["HEAD~1", "@{upstream}", "main@{push}", "HEAD@{99}"] {
        let (error, _) = refused(repo.try_change(Target::commits(Some(name), None)).await);
        assert!(matches!(&error, ChangeError::UnknownRevision { reference, .. } if reference == name), "{error}");
    }
}

/// A damaged repository is not a new one.
#[tokio::test]
async fn a_missing_head_commit_is_not_taken_for_a_repository_without_commits() {
    let repo = Repo::new();
    repo.write("a", "1\n").commit("first");
    let head = repo.rev("HEAD");
    repo.remove_object("HEAD");
    let (error, _) = refused(repo.try_change(Target::commits(None, None)).await);
    assert!(matches!(&error, ChangeError::MissingObjects { detail } if detail.contains(&head)), "{error}");
}

#[tokio::test]
async fn histories_without_a_common_ancestor_are_refused() {
    let repo = Repo::new();
    repo.write("a", "1\n").commit("first");
    repo.git(["checkout", "--quiet", "--orphan", "other"]);
    repo.write("b", "1\n").commit("unrelated");
    let (error, _) = refused(repo.try_change(Target::commits(Some("main"), None)).await);
    assert!(matches!(error, ChangeError::NoMergeBase { .. }), "{error}");
}

#[tokio::test]
async fn a_shallow_clone_without_the_merge_base_is_refused_with_the_command() {
    let (_upstream, clone) = branched(&["--depth=1", "--no-single-branch"]);
    clone.git(["checkout", "--quiet", "topic"]);
    for base in [None, Some("main"), Some("origin/main")] {
        let (error, help) = refused(clone.try_change(Target::commits(base, None)).await);
        assert!(matches!(error, ChangeError::Shallow { .. }), "{error}");
        assert!(help.contains("git fetch --unshallow"), "{help}");
    }
    let (_, help) = refused(clone.try_change(Target::commits(Some("topic~1"), None)).await);
    assert!(help.contains("git fetch --unshallow"), "{help}");
    clone.git(["-c", "protocol.file.allow=always", "fetch", "--quiet", "--unshallow"]);
    assert_eq!(paths(&clone.change(Target::commits(None, None)).await), ["topic.txt"]);
    // A later shallow fetch cuts the history off again.
    clone.git(["-c", "protocol.file.allow=always", "fetch", "--quiet", "--depth=1"]);
    let (error, _) = refused(clone.try_change(Target::commits(None, None)).await);
    assert!(matches!(error, ChangeError::Shallow { .. }), "{error}");
}

#[tokio::test]
async fn a_shallow_commit_is_no_first_commit() {
    let (_upstream, clone) = branched(&["--depth=1"]);
    assert!(clone.open().await.is_shallow());
    let (error, help) = refused(clone.try_change(Target::commits(None, None)).await);
    assert!(matches!(error, ChangeError::Shallow { .. }) && help.contains("git fetch --deepen=1"), "{error}\n{help}");
    clone.git(["-c", "protocol.file.allow=always", "fetch", "--quiet", "--deepen=1"]);
    assert_eq!(paths(&clone.change(Target::commits(None, None)).await), ["later.txt"]);
}

#[tokio::test]
async fn a_repository_without_a_commit_is_refused() {
    let repo = Repo::new();
    for target in [Target::commits(None, None), Target::commits(Some("main"), None), Target::commits(None, None).everything()] {
        let (error, help) = refused(repo.try_change(target).await);
        assert!(matches!(error, ChangeError::NoCommit) && help.contains("--staged"), "{error}\n{help}");
    }
}

#[tokio::test]
async fn paths_restrict_the_change_literally() {
    let repo = Repo::new();
    repo.write("src/a.rs", "1\n")
        .write("src/b*.rs", "1\n")
        .write("lib/moved.rs", "1\n2\n3\n")
        .write("src-old/a.rs", "1\n")
        .commit("first");
    repo.write("src/a.rs", "1\n2\n")
        .write("src/b*.rs", "2\n")
        .write("src-old/a.rs", "2\n")
        .rename("lib/moved.rs", "src/moved.rs")
        .commit("second");
    let within = |paths: &[&str]| Target::commits(None, None).within(paths.iter().map(|path| (*path).into()));
    let change = repo.change(within(&["src"])).await;
    assert_eq!(paths(&change), ["src/a.rs", "src/b*.rs", "src/moved.rs"]);
    // A file that was moved into what is reviewed counts as new.
    assert_eq!(change.file(&"src/moved.rs".into()).map(|file| (file.status, file.added.count())), Some((Status::Added, Some(3))));
    let tree = change.tree().await.expect("a tree");
    assert_eq!(tree.len(), 3);
    assert_eq!(change.whole_tree().await.expect("a tree").len(), 4);
    assert_eq!(paths(&repo.change(within(&["src/b*.rs"])).await), ["src/b*.rs"]);
    assert_eq!(paths(&repo.change(within(&["", "src/"])).await), ["src/a.rs", "src/b*.rs", "src/moved.rs"]);
    assert_eq!(paths(&repo.change(within(&["lib"])).await), ["lib/moved.rs"], "what was deleted was there");
    for unknown in ["sr", "*.rs", ":(glob)**", "src/c.rs", "a.rs", "src/a.rs/"] {
        let (error, _) = refused(repo.try_change(within(&["src", unknown])).await);
        assert!(matches!(&error, ChangeError::UnknownPath { path } if *path == unknown.into()), "{unknown}: {error}");
    }
}
