//! Whatever the user or the repository configured: the answer is the same, nothing is run, nothing is touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use aurumcode::change::{Change, ChangedFile, Target};

use crate::repo::Repo;

/// A repository with something of everything: two commits, staged and unstaged edits, untracked files, a move.
fn busy() -> Repo {
    let body: String = (0..30).map(|number| format!("line {number}\n")).collect();
    let repo = Repo::new();
    repo.write("a.txt", &body)
        .write("sub/moved.txt", body.replace("line", "other"))
        .write("crlf.txt", "a\r\nb\r\n")
        .write("ünï.txt", "1\n");
    repo.commit("first");
    repo.write("a.txt", format!("  {body}\n\nend\n"))
        .rename("sub/moved.txt", "sub/to.txt")
        .write("crlf.txt", "a\r\nB\r\n")
        .write("ünï.txt", "2\n");
    repo.commit("second");
    repo.write("a.txt", format!("staged\n{body}\n\nend\n"));
    repo.git(["add", "a.txt"]);
    repo.write("a.txt", format!("staged\n{body}\n\nend\nworking\n")).write("new.txt", "untracked\n").remove("crlf.txt");
    repo
}

fn targets() -> [Target; 4] {
    [Target::commits(None, None), Target::commits(None, None).everything(), Target::staged(), Target::worktree()]
}

async fn files(repo: &Repo, target: Target) -> Vec<ChangedFile> {
    repo.change(target).await.files().to_vec()
}

/// Every file below a directory with its bytes and the time of its last change.
fn snapshot(directory: &Path) -> BTreeMap<String, (Vec<u8>, std::time::SystemTime)> {
    let mut all = BTreeMap::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            let metadata = fs::symlink_metadata(&path).expect("it exists");
            if metadata.is_dir() {
                waiting.push(path);
            } else {
                let bytes = if metadata.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
                let name = path.to_string_lossy().into_owned();
                // Every git that reads a split index renews the time of its shared part, or it would be thrown away.
                let time =
                    if name.contains("/sharedindex.") { std::time::UNIX_EPOCH } else { metadata.modified().expect("a time") };
                all.insert(name, (bytes, time));
            }
        }
    }
    all
}

/// Looks at all there is to look at.
async fn exhaust(change: &Change) {
    let tree = change.tree().await.expect("a tree");
    let paths = tree.iter().map(|entry| entry.path.clone()).collect();
    change.read_each(paths, 1_000_000, |_, _| {}).await.expect("git works");
    change.materialised().await.expect("it is written");
}

#[tokio::test]
async fn configuration_cannot_change_the_answer() {
    let settings = [
        ("core.quotePath", "true"),
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("diff.srcPrefix", "left/"),
        ("diff.renames", "false"),
        ("diff.renameLimit", "1"),
        ("diff.algorithm", "patience"),
        ("diff.context", "7"),
        ("diff.interHunkContext", "50"),
        ("diff.submodule", "log"),
        ("diff.ignoreSubmodules", "all"),
        ("diff.suppressBlankEmpty", "true"),
        ("diff.indentHeuristic", "false"),
        ("diff.orderFile", "/dev/null"),
        ("diff.relative", "true"),
        ("diff.wsErrorHighlight", "all"),
        ("diff.colorMoved", "zebra"),
        ("diff.wordRegex", "."),
        ("diff.statGraphWidth", "1"),
        ("color.ui", "always"),
        ("color.diff", "always"),
        ("core.pager", "false"),
        ("core.whitespace", "cr-at-eol"),
        ("core.abbrev", "4"),
        ("core.untrackedCache", "true"),
        ("core.splitIndex", "true"),
        ("core.attributesFile", "~/attributes"),
        ("core.safecrlf", "true"),
        ("core.preloadIndex", "false"),
        ("pager.diff-tree", "false"),
        ("alias.diff-tree", "!false"),
        ("status.showUntrackedFiles", "no"),
        ("status.renames", "false"),
        ("log.showSignature", "true"),
        ("submodule.recurse", "true"),
        ("feature.manyFiles", "true"),
        ("index.threads", "1"),
    ];
    let repo = busy();
    fs::File::create(repo.home().join("attributes"))
        .and_then(|mut file| std::io::Write::write_all(&mut file, b"* -diff\n"))
        .expect("a file");
    let mut expected = Vec::new();
    for target in targets() {
        expected.push(files(&repo, target).await);
    }
    assert!(expected.iter().all(|files| !files.is_empty()));
    for (key, value) in settings {
        repo.configure_globally(key, value);
        for (target, expected) in targets().into_iter().zip(&expected).skip(usize::from(key != "color.ui") * 2) {
            assert_eq!(&files(&repo, target).await, expected, "{key}");
        }
        repo.git(["config", "--global", "--unset-all", key]);
    }
    for (key, value) in settings {
        repo.configure(key, value);
    }
    for (target, expected) in targets().into_iter().zip(&expected) {
        assert_eq!(&files(&repo, target).await, expected, "all at once");
    }
    assert_eq!(files(&repo.at("sub"), Target::worktree()).await, expected[3], "from a directory below");
}

#[tokio::test]
async fn replaced_and_grafted_history_is_not_believed() {
    let repo = busy();
    let expected = files(&repo, Target::commits(None, None)).await;
    let range = repo.change(Target::commits(None, None)).await.range();
    repo.git(["replace", &repo.rev("HEAD:a.txt"), &repo.rev("HEAD~1:a.txt")]);
    assert_eq!(files(&repo, Target::commits(None, None)).await, expected);
    repo.git(["replace", "--graft", "HEAD"]);
    assert_eq!(repo.change(Target::commits(None, None)).await.range(), range);
    repo.write(".git/info/grafts", format!("{}\n", repo.rev("HEAD")));
    assert_eq!(repo.change(Target::commits(None, None)).await.range(), range);
    assert_eq!(repo.change(Target::commits(Some("HEAD~1"), None)).await.range(), range);
}

#[tokio::test]
async fn nothing_that_is_configured_is_run() {
    let repo = busy();
    let mark = |what: &str| format!("touch '{}'; cat", repo.home().join(format!("ran-{what}")).display());
    let script = |what: &str| {
        let path = repo.home().join(format!("script-{what}"));
        fs::File::create(&path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, format!("#!/bin/sh\n{}\n", mark(what)).as_bytes()))
            .expect("a script");
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("its mode");
        path.display().to_string()
    };
    repo.write(".gitattributes", "* diff=evil filter=evil merge=evil\nnew.txt filter=e=v.il\n").write("a.txt", "filtered?\n");
    repo.configure("core.fsmonitor", &script("fsmonitor"));
    repo.configure("diff.external", &script("external"));
    repo.configure("diff.evil.command", &script("driver"));
    repo.configure("diff.evil.textconv", &script("textconv"));
    repo.configure("diff.evil.cachetextconv", "true");
    for filter in ["evil", "e=v.il"] {
        // The command line cannot set a name with this sign, so the file is written.
        let config = fs::read_to_string(repo.file(".git/config")).expect("a file");
        let section = format!(
            "{config}[filter \"{filter}\"]\nclean = \"{}\"\nsmudge = \"{}\"\nprocess = \"{}\"\nrequired = true\n",
            mark("clean"),
            mark("smudge"),
            script("process")
        );
        repo.write(".git/config", section);
    }
    repo.configure("core.pager", &script("pager"));
    repo.configure("core.editor", &script("editor"));
    repo.configure("core.sshCommand", &script("ssh"));
    repo.configure("core.alternateRefsCommand", &script("alternates"));
    repo.configure("credential.helper", &script("credential"));
    repo.configure("uploadpack.packObjectsHook", &script("pack"));
    repo.configure("remote.origin.url", &format!("ext::{}", script("transport")));
    repo.configure("remote.origin.promisor", "true");
    repo.configure("protocol.ext.allow", "always");
    repo.configure("core.hooksPath", &repo.home().join("hooks").display().to_string());
    fs::create_dir(repo.home().join("hooks")).expect("a directory");
    for hook in
        ["post-index-change", "pre-commit", "post-checkout", "reference-transaction", "fsmonitor-watchman", "post-rewrite"]
    {
        let path = repo.home().join("hooks").join(hook);
        fs::copy(script(hook), path).expect("a hook");
    }
    for target in targets() {
        exhaust(&repo.change(target).await).await;
    }
    let opened = repo.open().await;
    // A missing object is no reason to ask the remote for it.
    let missing = aurumcode::change::Oid::parse("d".repeat(40)).expect("an id");
    assert!(!opened.commit_exists(missing).await.expect("git works"));
    opened.remote_url("origin").await.expect("git works");
    let ran: Vec<String> = fs::read_dir(repo.home())
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with("ran-"))
        .collect();
    assert_eq!(ran, Vec::<String>::new());
    // The stage is set: git itself does run the filter.
    repo.git(["config", "--unset", "filter.evil.process"]);
    repo.git(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "add", "a.txt"]);
    assert!(repo.home().join("ran-clean").exists());
}

#[tokio::test]
async fn the_repository_is_not_touched() {
    let repo = busy();
    repo.configure("core.untrackedCache", "true");
    repo.configure("core.splitIndex", "true");
    repo.configure("gc.auto", "1");
    // An index with an older time than the files makes git want to refresh it.
    repo.write("touched.txt", "same\n");
    repo.git(["add", "touched.txt"]);
    repo.write("touched.txt", "same\n");
    let before = snapshot(repo.path());
    for target in targets() {
        exhaust(&repo.change(target).await).await;
    }
    for refused in [Target::commits(Some("nope"), None), Target::worktree().within(["nope".into()])] {
        repo.try_change(refused).await.expect_err("refused");
    }
    let after = snapshot(repo.path());
    let touched: Vec<&String> = before.keys().chain(after.keys()).filter(|path| before.get(*path) != after.get(*path)).collect();
    assert!(touched.is_empty(), "{touched:?}");
    assert!(!repo.file(".git/index.lock").exists());
}

#[tokio::test]
async fn a_lock_of_someone_else_is_no_obstacle() {
    let repo = busy();
    repo.write(".git/index.lock", "");
    for target in targets() {
        exhaust(&repo.change(target).await).await;
    }
    assert!(repo.file(".git/index.lock").exists());
}
