//! Which files and lines a change touches: every kind of content and name that public trackers report trouble with.

use aurumcode::change::{Change, ChangedFile, Kind, Status, Target, Whole};

use crate::repo::Repo;

/// The last commit against the one before it.
async fn last(repo: &Repo) -> Change {
    repo.change(Target::commits(None, None)).await
}

/// The change that turns a file from `old` into `new`.
async fn edit(old: &[u8], new: &[u8]) -> ChangedFile {
    let repo = Repo::new();
    repo.write("file", old).commit("first");
    repo.write("file", new).commit("second");
    last(&repo).await.files()[0].clone()
}

fn shape(change: &Change) -> Vec<(String, Status, Kind)> {
    change.files().iter().map(|file| (file.path.to_string(), file.status, file.kind)).collect()
}

#[tokio::test]
async fn names_are_bytes_from_end_to_end() {
    let names: [&[u8]; 16] = [
        "café.md".as_bytes(),
        "q\"uote café \\ back.md".as_bytes(),
        b"a b/c b/d",
        b"tab\there",
        b"line\nbreak",
        b"line\n@@ -1 +1 @@",
        b"line\ndiff --git a/x b/x",
        b"not\xffutf8\xfe",
        b" lead and trail ",
        b"-n",
        b"--help",
        b":(top)magic",
        b"*?[a]",
        "bidi\u{202e}gnp.js".as_bytes(),
        b"\x1b[31mred",
        b"\"quoted\"",
    ];
    for quote_path in ["true", "false"] {
        let repo = Repo::new();
        repo.configure("core.quotePath", quote_path);
        for name in names {
            repo.write(name, "1\n2\n");
        }
        repo.commit("first");
        for name in names {
            repo.write(name, "1\nnew\n2\n");
        }
        repo.commit("second");
        let change = last(&repo).await;
        let mut expected = names.to_vec();
        expected.sort_unstable();
        assert_eq!(change.files().iter().map(|file| file.path.as_bytes()).collect::<Vec<_>>(), expected);
        assert!(change.files().iter().all(|file| file.added.ranges() == [(2, 2)] && file.whole.is_none()));
        for name in names {
            let content = change.read_one(&aurumcode::finding::RepoPath::new(name), 100).await.expect("git works");
            assert_eq!(content.bytes(), Some(b"1\nnew\n2\n".as_slice()));
        }
    }
}

#[tokio::test]
async fn hostile_names_are_moved_and_copied() {
    let body: String = (0..40).map(|number| format!("line {number}\n")).collect();
    let repo = Repo::new();
    repo.write(b"old\n\"na\tme\xff", &body).commit("first");
    repo.rename(b"old\n\"na\tme\xff", b"new b/ \\\n+++ b/x");
    repo.write(b"new b/ \\\n+++ b/x", format!("{body}more\n")).commit("second");
    let change = last(&repo).await;
    let file = &change.files()[0];
    assert_eq!((change.files().len(), file.status), (1, Status::Renamed));
    assert_eq!(file.path.as_bytes(), b"new b/ \\\n+++ b/x");
    assert_eq!(file.old_path.as_ref().map(|path| path.as_bytes()), Some(b"old\n\"na\tme\xff".as_slice()));
    assert_eq!(file.added.ranges(), [(41, 41)]);
}

#[tokio::test]
async fn lines_end_at_line_feeds() {
    type Bytes = &'static [u8];
    type Ranges = &'static [(u32, u32)];
    type Row = (&'static str, Bytes, Bytes, Ranges, Ranges);
    let table: [Row; 16] = [
        ("replaced", b"a\nb\nc\n", b"a\nB\nc\n", &[(2, 2)], &[(2, 2)]),
        ("inserted", b"a\nc\n", b"a\nb\nc\n", &[(2, 2)], &[]),
        ("removed", b"a\nb\nc\n", b"a\nc\n", &[], &[(2, 2)]),
        ("newline lost", b"a\nb\n", b"a\nb", &[(2, 2)], &[(2, 2)]),
        ("newline gained", b"a\nb", b"a\nb\n", &[(2, 2)], &[(2, 2)]),
        ("appended behind a missing newline", b"a\nb", b"a\nb\nc", &[(2, 3)], &[(2, 2)]),
        ("missing newline in the middle of the hunk", b"a\nx", b"a\ny\nz", &[(2, 3)], &[(2, 2)]),
        ("to CRLF", b"a\nb\n", b"a\r\nb\r\n", &[(1, 2)], &[(1, 2)]),
        ("within CRLF", b"a\r\nb\r\nc\r\n", b"a\r\nB\r\nc\r\n", &[(2, 2)], &[(2, 2)]),
        ("mixed ends", b"a\nb\r\nc\rd\n", b"a\nb\r\nc\rD\n", &[(3, 3)], &[(3, 3)]),
        ("lone CR is no line end", b"a\rb\rc", b"a\rB\rc", &[(1, 1)], &[(1, 1)]),
        ("byte order mark", b"a\nb\n", b"\xef\xbb\xbfa\nb\n", &[(1, 1)], &[(1, 1)]),
        ("emptied", b"a\nb\n", b"", &[], &[(1, 2)]),
        ("filled", b"", b"a\nb", &[(1, 2)], &[]),
        (
            "like headers",
            b"a\n",
            b"a\n-- a/x\n++ b/x\n@ -1 +1 @@\ndiff --git a/q b/q\n\\ No newline at end of file\n",
            &[(2, 6)],
            &[],
        ),
        ("blank lines", b"a\n\n\nb\n", b"a\n\n\n\nb\n", &[(4, 4)], &[]),
    ];
    for (name, old, new, added, removed) in table {
        let file = edit(old, new).await;
        assert_eq!((file.added.ranges(), file.removed.ranges(), file.whole), (added, removed, None), "{name}");
    }
}

#[tokio::test]
async fn a_very_long_line_is_one_line() {
    let long = vec![b'x'; 300_000];
    let file = edit(&[b"a\n".as_slice(), &long, b"\nb\n"].concat(), &[b"a\n".as_slice(), &long, b"y\nb\n"].concat()).await;
    assert_eq!(file.added.ranges(), [(2, 2)]);
}

#[tokio::test]
async fn a_large_change_is_read_to_its_end() {
    let old: String = (0..120_000).map(|number| format!("{number}\n")).collect();
    let new: String =
        (0..120_000).map(|number| if number % 2 == 0 { format!("{number}\n") } else { format!("changed {number}\n") }).collect();
    let file = edit(old.as_bytes(), new.as_bytes()).await;
    assert_eq!((file.added.count(), file.added.ranges().len(), file.whole), (Some(60_000), 60_000, None));
}

#[tokio::test]
async fn a_pure_move_adds_nothing() {
    let repo = Repo::new();
    repo.write("old/name", "1\n2\n3\n").write("run", "#!/bin/sh\n").commit("first");
    repo.rename("old/name", "new/name").executable("run").commit("second");
    let change = last(&repo).await;
    assert_eq!(
        shape(&change),
        [("new/name".to_owned(), Status::Renamed, Kind::Regular), ("run".to_owned(), Status::Modified, Kind::Executable)]
    );
    for file in change.files() {
        assert!(file.added.is_empty() && file.removed.is_empty() && !file.adds() && file.blob == file.old_blob);
    }
    assert_eq!(change.files()[0].old_path, Some("old/name".into()));
    assert_eq!(change.added_lines(), Some(0));
    assert!(change.changed(&"new/name".into()) && !change.changed(&"old/name".into()));
}

#[tokio::test]
async fn all_lines_of_a_copy_are_new() {
    let body: String = (0..30).map(|number| format!("line {number}\n")).collect();
    let repo = Repo::new();
    repo.write("origin", &body).write("untouched", body.replace("line", "other")).commit("first");
    repo.write("origin", format!("{body}end\n"))
        .write("copy", &body)
        .write("copy of untouched", body.replace("line", "other"))
        .commit("second");
    let change = last(&repo).await;
    let copy = change.file(&"copy".into()).expect("the copy");
    assert_eq!(
        (copy.status, copy.old_path.clone(), copy.added.ranges()),
        (Status::Copied, Some("origin".into()), [(1, 30)].as_slice())
    );
    assert_eq!(copy.whole, Some(Whole::New));
    let other = change.file(&"copy of untouched".into()).expect("the other copy");
    assert_eq!((other.status, other.added.ranges()), (Status::Added, [(1, 30)].as_slice()));
    assert_eq!(change.added_lines(), Some(61));
}

#[tokio::test]
async fn deleted_files_are_not_read() {
    let repo = Repo::new();
    repo.write("gone", "1\n2\n").write("kept", "").commit("first");
    repo.remove("gone").commit("second");
    let change = last(&repo).await;
    let file = &change.files()[0];
    assert_eq!(
        (file.status, file.kind, file.blob, file.exists(), file.is_readable()),
        (Status::Deleted, Kind::Regular, None, false, false)
    );
    assert!(file.added.is_empty() && file.removed.is_whole() && !file.adds() && file.old_blob.is_some());
    assert_eq!(change.read_one(&"gone".into(), 100).await.expect("git works"), aurumcode::change::Content::Missing);
}

#[tokio::test]
async fn submodules_are_changes_and_never_opened() {
    let repo = Repo::new();
    let (one, two) = ("1".repeat(40), "2".repeat(40));
    let gitlink = |repo: &Repo, path: &str, oid: &str| {
        repo.git(["update-index", "--add", "--cacheinfo", &format!("160000,{oid},{path}")]);
    };
    let commit = |repo: &Repo| {
        repo.git(["commit", "--quiet", "--message", "m"]);
    };
    gitlink(&repo, "moved", &one);
    gitlink(&repo, "bumped", &one);
    gitlink(&repo, "removed", &one);
    gitlink(&repo, "becomes-file", &one);
    repo.write("becomes-module", "1\n")
        .write(".gitmodules", "[submodule \"bumped\"]\n\tpath = bumped\n\tignore = all\n\turl = ./x\n");
    repo.git(["add", "becomes-module", ".gitmodules"]);
    commit(&repo);
    repo.git(["rm", "--quiet", "--cached", "moved", "removed", "becomes-file", "becomes-module"]);
    gitlink(&repo, "moved-to", &one);
    gitlink(&repo, "bumped", &two);
    gitlink(&repo, "added", &two);
    gitlink(&repo, "becomes-module", &two);
    repo.write("becomes-file", "1\n2\n");
    repo.git(["add", "becomes-file"]);
    commit(&repo);
    let change = last(&repo).await;
    let expected = [
        ("added", Status::Added, Kind::Submodule),
        ("becomes-file", Status::TypeChanged, Kind::Regular),
        ("becomes-module", Status::TypeChanged, Kind::Submodule),
        ("bumped", Status::Modified, Kind::Submodule),
    ];
    let seen = shape(&change);
    assert_eq!(seen[..4], expected.map(|(path, status, kind)| (path.to_owned(), status, kind)));
    assert!(seen.iter().any(|file| file.0 == "moved-to" && file.2 == Kind::Submodule));
    for file in change.files() {
        assert_eq!(file.adds(), file.path == "becomes-file".into(), "{}", file.path);
        let content = change.read_one(&file.path, 100).await.expect("git works");
        if file.exists() && file.kind == Kind::Submodule {
            assert_eq!(content, aurumcode::change::Content::Submodule, "{}", file.path);
        }
    }
    assert_eq!(
        change.file(&"becomes-file".into()).map(|file| (file.old_kind, file.added.is_whole())),
        Some((Some(Kind::Submodule), true))
    );
    assert!(change.files().iter().all(|file| file.kind != Kind::Submodule || file.added.is_empty()));
}

#[tokio::test]
async fn links_and_files_that_turn_into_each_other_are_new() {
    let repo = Repo::new();
    repo.write("file", "1\n2\n")
        .symlink("link", "file")
        .symlink("aimed", "file")
        .write("directory/in", "1\n")
        .write("plain", "1\n")
        .commit("first");
    repo.remove("file").symlink("file", "link").remove("link").write("link", "1\n2\n3\n");
    repo.remove("aimed")
        .symlink("aimed", "/etc/passwd")
        .remove("directory")
        .write("directory", "1\n")
        .remove("plain")
        .write("plain/in", "2\n3\n");
    repo.commit("second");
    let change = last(&repo).await;
    let file = |path: &str| change.file(&path.into()).expect(path);
    assert_eq!(
        (file("file").status, file("file").kind, file("file").old_kind),
        (Status::TypeChanged, Kind::Symlink, Some(Kind::Regular))
    );
    assert_eq!(
        (file("link").status, file("link").kind, file("link").added.is_whole()),
        (Status::TypeChanged, Kind::Regular, true)
    );
    assert_eq!(
        (file("aimed").status, file("aimed").kind, file("aimed").added.ranges()),
        (Status::Modified, Kind::Symlink, [(1, 1)].as_slice())
    );
    assert!(!file("aimed").is_readable() && file("link").is_readable());
    assert!(file("directory").exists() && file("plain/in").exists());
    assert!(change.file(&"plain".into()).is_none_or(|file| !file.exists()));
    let content = change.read_one(&"aimed".into(), 100).await.expect("git works");
    assert_eq!(content.bytes(), Some(b"/etc/passwd".as_slice()), "the link itself, not what it points to");
}

#[tokio::test]
async fn binary_content_counts_as_a_whole() {
    let file = edit(b"a\0b\nc\n", b"a\0b\nd\n").await;
    assert_eq!((file.whole, file.added.is_whole(), file.adds()), (Some(Whole::Binary), true, true));
    let repo = Repo::new();
    repo.write("kept", "").commit("first");
    repo.write("picture", b"\x89PNG\0\0\n").write("text", "1\n").commit("second");
    let change = last(&repo).await;
    assert_eq!(change.file(&"picture".into()).map(|file| (file.status, file.whole)), Some((Status::Added, Some(Whole::Binary))));
    assert_eq!(change.added_lines(), Some(1));
}

#[tokio::test]
async fn attributes_cannot_hide_lines() {
    for attributes in ["* -diff", "* binary", "* diff=evil", "* -text -diff", "*.rs -diff linguist-generated"] {
        let body: String = (0..20).map(|number| format!("line {number}\n")).collect();
        let repo = Repo::new();
        repo.configure_globally("diff.evil.binary", "true");
        repo.write("a.rs", &body).write("moved.rs", body.replace("line", "other")).write("b.bin", b"\0\n1\n").commit("first");
        repo.write(".gitattributes", format!("{attributes}\n")).write("a.rs", format!("{body}secret\n"));
        repo.rename("moved.rs", "to.rs").write("to.rs", format!("{}secret\n", body.replace("line", "other")));
        repo.write("b.bin", b"\0\n2\n").write("new.rs", "1\n").commit("second");
        let change = last(&repo).await;
        for path in ["a.rs", "to.rs"] {
            let file = change.file(&path.into()).expect(path);
            assert_eq!((file.added.ranges(), file.whole), ([(21, 21)].as_slice(), None), "{attributes}: {path}");
        }
        assert_eq!(change.file(&"b.bin".into()).map(|file| file.whole), Some(Some(Whole::Binary)), "{attributes}");
        assert!(change.is_added(&"new.rs".into(), 1), "{attributes}");
        repo.write("a.rs", format!("new\n{body}secret\n"));
        let change = repo.change(Target::worktree()).await;
        assert_eq!(change.files()[0].added.ranges(), [(1, 1)], "{attributes}");
    }
}

#[tokio::test]
async fn more_files_than_an_interface_would_list_are_all_there() {
    let repo = Repo::new();
    let stream: Vec<u8> = [1, 2].iter().flat_map(|commit| commit_of(*commit, 3500)).collect();
    repo.git_with_input(["fast-import", "--quiet"], &stream);
    let change = repo.change(Target::commits(Some("main~1"), Some("main"))).await;
    assert_eq!(change.files().len(), 3500);
    assert!(change.files().iter().all(|file| file.status == Status::Modified && file.added.ranges() == [(1, 1)]));
    assert_eq!(change.added_lines(), Some(3500));
}

/// A commit for `git fast-import` that rewrites the first of two lines of each file.
fn commit_of(commit: u32, files: u32) -> Vec<u8> {
    let mut stream = format!("commit refs/heads/main\nmark :{commit}\ncommitter T <t@example.com> {commit} +0000\ndata 1\nm\n");
    if commit > 1 {
        stream.push_str(&format!("from :{}\n", commit - 1));
    }
    for file in 0..files {
        let content = format!("{commit} {file}\nsame\n");
        stream.push_str(&format!("M 100644 inline d{}/f{file}\ndata {}\n{content}\n", file % 50, content.len()));
    }
    stream.into_bytes()
}
