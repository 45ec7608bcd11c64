//! The patterns of `ignore` mean what they mean to git, which is the oracle here.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use aurumcode::config::Ignore;
use aurumcode::finding::RepoPath;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Every path of up to three names out of these.
const NAMES: &[&str] = &["a", "b", "ab", "a.b", "ba", "*", "A", "-"];

fn paths() -> Vec<String> {
    let mut paths: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    for _ in 0..2 {
        let longer = paths.iter().flat_map(|path| NAMES.iter().map(move |name| format!("{path}/{name}")));
        paths = paths.iter().cloned().chain(longer).collect::<BTreeSet<_>>().into_iter().collect();
    }
    paths
}

/// The paths that git ignores in a repository with this one pattern.
fn ignored_by_git(repository: &Path, pattern: &str, paths: &[String]) -> BTreeSet<String> {
    let mut file = fs::File::create(repository.join(".gitignore")).expect("created");
    writeln!(file, "{pattern}").expect("written");
    let input = paths.iter().map(|path| format!("{path}\0")).collect::<String>();
    let shown = git(repository, &["check-ignore", "--no-index", "--stdin", "-z"], &input);
    shown.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

#[expect(clippy::disallowed_methods, reason = "the oracle is git itself, in a directory of the test")]
fn git(directory: &Path, arguments: &[&str], input: &str) -> String {
    let mut child = Command::new("git")
        .args(arguments)
        .current_dir(directory)
        .env("HOME", directory)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("git starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("git ends");
    writer.join().expect("no panic").expect("git reads its input");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    String::from_utf8(output.stdout).expect("the paths are UTF-8")
}

fn pattern() -> impl Strategy<Value = String> {
    let pieces = [
        "a", "b", "a", "b", "*", "**", "?", "/", "/", "**/", "/**", "/**/", ".", "[ab]", "[!a]", "[^b]", "[a-b]", "[]a]", "[a-]",
        "\\*", "\\a", "-", "A",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 1..6).prop_map(|pieces| pieces.concat())
}

#[test]
fn git_agrees_about_every_pattern() {
    let repository = tempfile::tempdir().expect("a temporary directory");
    git(repository.path(), &["init", "--quiet"], "");
    let paths = paths();
    let (mut compared, mut matching) = (0, 0);
    let mut runner = TestRunner::new_with_rng(
        Config { failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    for _ in 0..400 {
        let pattern = pattern().new_tree(&mut runner).expect("a pattern").current();
        // Git's manual calls other stars in a row a plain `*`, which they are here; git itself takes `a**/b` for `a` and `**/b`.
        if pattern.split('/').any(|name| name.contains("**") && name != "**") {
            continue;
        }
        let Ok(ignore) = Ignore::new(&[&pattern]) else { continue };
        let ours: BTreeSet<String> =
            paths.iter().filter(|path| ignore.matches(&RepoPath::from(path.as_str()))).cloned().collect();
        assert_eq!(ours, ignored_by_git(repository.path(), &pattern, &paths), "{pattern}");
        compared += 1;
        matching += usize::from(!ours.is_empty());
    }
    assert!(compared > 150 && matching > 100, "{compared} patterns compared, {matching} of them match something");
}
