//! Reading the reviewed content: one file, many files, too large ones, missing ones; and writing it out for other programs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aurumcode::change::{Change, Content, Target, is_binary};
use aurumcode::finding::RepoPath;

use crate::repo::Repo;
use crate::runners::Counting;

const KIB: u64 = 1024;

async fn all_paths(change: &Change) -> Vec<RepoPath> {
    change.tree().await.expect("a tree").iter().map(|entry| entry.path.clone()).collect()
}

/// A repository whose content has `count` files of growing size, committed.
fn many(count: usize) -> Repo {
    let repo = Repo::new();
    let mut stream = b"commit refs/heads/main\ncommitter T <t@example.com> 1 +0000\ndata 1\nm\n".to_vec();
    for number in 0..count {
        let content = body(number);
        stream.extend(format!("M 100644 inline d{}/{number:05}\ndata {}\n", number % 37, content.len()).bytes());
        stream.extend(content);
        stream.push(b'\n');
    }
    repo.git_with_input(["fast-import", "--quiet"], &stream);
    repo.git(["reset", "--quiet", "--hard"]);
    repo
}

fn body(number: usize) -> Vec<u8> {
    format!("{number}\n").repeat(number % 700).into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_files_are_read_whole_and_answered_in_order() {
    let repo = many(2500);
    for target in [Target::commits(None, None), Target::staged().everything(), Target::worktree().everything()] {
        let change = repo.change(target).await;
        let mut paths = all_paths(&change).await;
        assert_eq!(paths.len(), 2500);
        paths.reverse();
        paths.push("not/there".into());
        let read = change
            .map_each(paths.clone(), u64::MAX, |path, content| (path.clone(), content.bytes().map(<[u8]>::to_vec)))
            .await
            .expect("git works");
        assert_eq!(read.len(), paths.len());
        for ((path, bytes), asked) in read.iter().zip(&paths) {
            assert_eq!(path, asked);
            let expected = path.file_name().to_string().parse().ok().map(body);
            assert_eq!(*bytes, expected, "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_file_is_told_and_not_read() {
    let repo = Repo::new();
    repo.write("small", "x").write("exact", vec![b'x'; 4096]).write("large", vec![b'x'; 4097]).write("empty", "").commit("first");
    for target in [Target::commits(None, None), Target::staged().everything(), Target::worktree().everything()] {
        let change = repo.change(target).await;
        let read =
            change.map_each(all_paths(&change).await, 4 * KIB, |_, content| content.into_owned()).await.expect("git works");
        let bytes = |bytes: &[u8]| Content::Bytes(bytes.to_vec().into());
        assert_eq!(read, [bytes(b""), bytes(&[b'x'; 4096]), Content::TooLarge { size: 4097 }, bytes(b"x")]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn content_is_bytes() {
    let repo = Repo::new();
    let everything: Vec<u8> = (0..=255).collect();
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n";
    repo.write("bytes", &everything).write("pointer", pointer).write("header", "0123 blob 5\n").commit("first");
    let change = repo.change(Target::commits(None, None)).await;
    for (path, expected) in [("bytes", everything.as_slice()), ("pointer", pointer), ("header", b"0123 blob 5\n")] {
        assert_eq!(change.read_one(&path.into(), KIB).await.expect("git works").bytes(), Some(expected));
    }
    assert!(is_binary(&everything) && !is_binary(pointer) && !is_binary(b"") && !is_binary(&[&[b'x'; 8000][..], b"\0"].concat()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_object_is_one_unreadable_file() {
    let repo = Repo::new();
    repo.write("a", "1\n").write("b", "2\n").write("c", "3\n").commit("first");
    let lost = repo.rev("HEAD:b");
    repo.remove(format!(".git/objects/{}/{}", &lost[..2], &lost[2..]));
    let change = repo.change(Target::commits(None, None)).await;
    let read = change.map_each(all_paths(&change).await, KIB, |_, content| content.into_owned()).await.expect("git works");
    assert!(
        matches!((&read[0], &read[1], &read[2]), (Content::Bytes(_), Content::Unreadable { .. }, Content::Bytes(_))),
        "{read:?}"
    );
    let written = change.materialised().await.expect("the others are written");
    assert_eq!(written.left_out.iter().map(|(path, _)| path.to_string()).collect::<Vec<_>>(), ["b"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partial_clone_says_what_is_missing() {
    let upstream = Repo::new();
    upstream.configure("uploadpack.allowFilter", "true");
    upstream.write("a", "1\n").commit("first");
    upstream.write("a", "2\n").commit("second");
    let clone = upstream.clone("partial", &["--filter=blob:none", "--no-checkout"]);
    let error = clone.try_change(Target::commits(Some("HEAD~1"), None)).await.expect_err("objects are missing");
    assert_eq!(error.code().as_str(), "change/missing-objects", "{error}");
    assert!(error.diagnostic().help.iter().any(|help| help.contains("fetch --refetch")), "{error}");
    let command = [
        "-c",
        "protocol.file.allow=always",
        "-c",
        "remote.origin.partialclonefilter=",
        "fetch",
        "--quiet",
        "--refetch",
        "origin",
    ];
    clone.git(command);
    assert_eq!(clone.change(Target::commits(Some("HEAD~1"), None)).await.files().len(), 1, "the command helps");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_goes_on_in_the_caller() {
    let repo = many(300);
    for target in [Target::commits(None, None), Target::worktree().everything()] {
        let change = Arc::new(repo.change(target).await);
        let paths = all_paths(&change).await;
        let task = {
            let (change, paths) = (Arc::clone(&change), paths.clone());
            tokio::spawn(async move {
                change
                    .read_each(paths, u64::MAX, |path, _| assert!(!path.to_string().ends_with("00123"), "the engine gives up"))
                    .await
            })
        };
        let panic = task.await.expect_err("it panicked").into_panic();
        assert!(
            panic.downcast_ref::<&str>().is_some_and(|text| text.contains("gives up"))
                || panic.downcast_ref::<String>().is_some_and(|text| text.contains("gives up"))
        );
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        change
            .read_each(paths, u64::MAX, move |_, _| {
                counted.fetch_add(1, Ordering::Relaxed);
            })
            .await
            .expect("the next reader is served");
        assert_eq!(count.load(Ordering::Relaxed), 300);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_works_for_a_reader_that_has_gone() {
    let repo = many(600);
    for target in [Target::commits(None, None), Target::worktree().everything()] {
        let change = Arc::new(repo.change(target).await);
        let paths = all_paths(&change).await;
        let (started, seen) = std::sync::mpsc::channel();
        let (proceed, gate) = std::sync::mpsc::channel::<()>();
        let gate = std::sync::Mutex::new(gate);
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let reader = Arc::clone(&change);
        let task = tokio::spawn(async move {
            let work = move |_: &RepoPath, _: Content<'_>| {
                counted.fetch_add(1, Ordering::SeqCst);
                let _ = started.send(());
                // Waits until the test has dropped the reader; afterwards the channel is closed and nobody waits.
                let _ = gate.lock().map(|gate| gate.recv());
            };
            reader.read_each(paths, u64::MAX, work).await
        });
        tokio::task::spawn_blocking(move || seen.recv().expect("a first call")).await.expect("a thread");
        task.abort();
        assert!(task.await.expect_err("it was aborted").is_cancelled());
        drop(proceed);
        // The permits come back only when the threads have ended.
        change.read_each(all_paths(&change).await, u64::MAX, |_, _| {}).await.expect("the next reader is served");
        let calls = count.load(Ordering::SeqCst);
        let threads = std::thread::available_parallelism().map_or(2, std::num::NonZeroUsize::get);
        assert!(calls <= threads, "{calls} calls");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_out_is_what_is_reviewed() {
    let repo = Repo::new();
    repo.write("src/a.rs", "committed\n")
        .write("run", "#!/bin/sh\n")
        .executable("run")
        .symlink("link", "src/a.rs")
        .symlink("out", "/etc");
    repo.write(".gitattributes", "*.rs eol=crlf filter=evil\n").write(b"not\xffutf8 \n", "odd\n");
    repo.git(["add", "--all"]);
    repo.git(["update-index", "--add", "--cacheinfo", &format!("160000,{},mod", "1".repeat(40))]);
    repo.git(["commit", "--quiet", "--message", "first"]);
    repo.configure("filter.evil.smudge", "echo smudged");
    repo.write("src/a.rs", "working\n");
    for (target, expected) in [(Target::commits(None, None), "committed\n"), (Target::worktree().everything(), "working\n")] {
        let change = repo.change(target).await;
        let written = change.materialised().await.expect("it is written");
        let root = written.path().to_owned();
        assert_eq!(fs::read_to_string(root.join("src/a.rs")).expect("a file"), expected);
        assert_eq!(fs::read(root.join(RepoPath::new(&b"not\xffutf8 \n"[..]).as_path())).expect("a file"), b"odd\n");
        let mode = |path: &str| fs::metadata(root.join(path)).expect("it exists").permissions().mode() & 0o777;
        assert_eq!((mode("run"), mode("src/a.rs"), mode("")), (0o700, 0o600, 0o700));
        for link in ["link", "out"] {
            assert!(fs::symlink_metadata(root.join(link)).is_err(), "{link}");
        }
        assert!(written.left_out.is_empty(), "{:?}", written.left_out);
        assert!(!root.join(".git").exists());
        assert_eq!(change.materialised().await.expect("it is there").path(), root, "once");
        drop(change);
        assert!(!root.exists(), "it is removed with the change");
    }
    let change = repo.change(Target::commits(None, None)).await;
    assert!(change.materialised().await.expect("it is written").path().join("mod").is_dir(), "a submodule is an empty directory");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_made_tree_cannot_write_elsewhere() {
    let repo = Repo::new();
    let blob =
        String::from_utf8(repo.git_with_input(["hash-object", "-w", "--stdin"], b"evil\n")).expect("UTF-8").trim().to_owned();
    let raw = |entries: &[(&str, &[u8], &str)]| {
        let mut bytes = Vec::new();
        for (mode, name, oid) in entries {
            bytes.extend(mode.bytes().chain([b' ']).chain(name.iter().copied()).chain([0]));
            bytes.extend(
                (0..20).map(|position| u8::from_str_radix(&oid[2 * position..2 * position + 2], 16).expect("hexadecimal")),
            );
        }
        String::from_utf8(repo.git_with_input(["hash-object", "-w", "--literally", "-t", "tree", "--stdin"], &bytes))
            .expect("UTF-8")
            .trim()
            .to_owned()
    };
    let inner = raw(&[("100644", b"config", &blob), ("100644", b"passwd", &blob)]);
    let long = vec![b'n'; 5000];
    let tree = raw(&[
        ("100644", b"../escaped", &blob),
        ("40000", b"..", &inner),
        ("40000", b".GIT", &inner),
        ("40000", b".git", &inner),
        ("100644", b"/absolute", &blob),
        ("100644", b"fine", &blob),
        ("40000", b"fine", &inner),
        ("120000", b"link", &blob),
        ("40000", b"link", &inner),
        ("100644", &long, &blob),
    ]);
    let commit = repo.text(["commit-tree", "-m", "evil", &tree]);
    repo.git(["update-ref", "refs/heads/main", &commit]);
    let change = repo.change(Target::commits(None, None)).await;
    let written = change.materialised().await.expect("what can be written is");
    let mut found = Vec::new();
    for entry in fs::read_dir(written.path()).expect("a directory") {
        found.push(entry.expect("an entry").file_name().to_string_lossy().into_owned());
    }
    found.sort();
    assert_eq!(found, ["fine", "link"]);
    assert!(!written.path().parent().expect("a parent").join("escaped").exists());
    assert!(written.left_out.len() >= 9, "{:?}", written.left_out);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ordinary_review_needs_few_calls_of_git() {
    let repo = many(400);
    let upstream = repo.path().display().to_string();
    repo.configure("remote.origin.url", &upstream);
    repo.git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
    for number in 0..50 {
        repo.write(format!("d{}/{number:05}", number % 37), "edited\n");
    }
    repo.commit("second");
    let runner = Arc::new(Counting::new(repo.runner()));
    let opened = aurumcode::change::Repository::open(repo.path(), runner.clone()).await.expect("it opens");
    let change = Change::resolve(opened, Target::commits(None, None)).await.expect("a change");
    let paths: Vec<RepoPath> = change.files().iter().map(|file| file.path.clone()).collect();
    assert_eq!(paths.len(), 50);
    change.read_each(paths, u64::MAX, |_, _| {}).await.expect("git works");
    let calls = runner.calls();
    assert!(calls.len() <= 10, "{calls:?}");
}
