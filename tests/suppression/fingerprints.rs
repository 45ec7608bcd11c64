//! Fingerprints through generated edits and through what git does with commits: the same while the offending code is, another when it
//! changes.

use proptest::prelude::*;
use serde_json::Value;

use crate::finder::audit;
use crate::repo::Repo;

/// The fingerprints of the findings of `finder:bad`, sorted.
fn fingerprints(repo: &Repo, arguments: &[&str]) -> Vec<String> {
    let audit = audit(repo, arguments);
    let found = audit["findings"].as_array().expect("a list").iter().filter(|finding| finding["rule_id"] == "finder:bad");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let mut all: Vec<String> = found.map(|finding| text(&finding["fingerprint"])).collect();
    all.sort();
    all
}

/// An edit that leaves the offending code as it is.
#[derive(Debug, Clone)]
enum Edit {
    InsertAbove(String),
    InsertBelow(String),
    RewriteNeighbours(String),
    DropNeighbours,
    MoveToTheTop,
    MoveToTheEnd,
    Reindent(String),
    WidenSpaces,
    TrailingSpace,
    CrLf,
    Rename(String),
    Intermediate,
}

fn edit() -> impl Strategy<Value = Edit> {
    let line = "[a-z(){};= ]{0,20}";
    prop_oneof![
        line.prop_map(Edit::InsertAbove),
        line.prop_map(Edit::InsertBelow),
        line.prop_map(Edit::RewriteNeighbours),
        Just(Edit::DropNeighbours),
        Just(Edit::MoveToTheTop),
        Just(Edit::MoveToTheEnd),
        "[ \t]{0,8}".prop_map(Edit::Reindent),
        Just(Edit::WidenSpaces),
        Just(Edit::TrailingSpace),
        Just(Edit::CrLf),
        "[a-z]{1,5}/[a-z]{1,5}\\.(rs|py|txt)".prop_map(Edit::Rename),
        Just(Edit::Intermediate),
    ]
}

/// A file in the making: its lines, of which one is the offending one.
struct File {
    path: String,
    above: Vec<String>,
    offending: String,
    below: Vec<String>,
    line_end: &'static str,
    /// Where it was written last.
    written: Option<String>,
}

impl File {
    fn apply(&mut self, edit: &Edit) {
        match edit {
            Edit::InsertAbove(line) => self.above.push(line.clone()),
            Edit::InsertBelow(line) => self.below.insert(0, line.clone()),
            Edit::RewriteNeighbours(line) => {
                for neighbour in self.above.last_mut().into_iter().chain(self.below.first_mut()) {
                    neighbour.clone_from(line);
                }
            }
            Edit::DropNeighbours => {
                self.above.pop();
                if !self.below.is_empty() {
                    self.below.remove(0);
                }
            }
            Edit::MoveToTheTop => {
                let mut all = std::mem::take(&mut self.above);
                all.append(&mut self.below);
                self.below = all;
            }
            Edit::MoveToTheEnd => {
                let mut below = std::mem::take(&mut self.below);
                self.above.append(&mut below);
            }
            Edit::Reindent(indent) => self.offending = format!("{indent}{}", self.offending.trim_start()),
            Edit::WidenSpaces => self.offending = self.offending.replace(' ', "  "),
            Edit::TrailingSpace => self.offending.push_str(" \t"),
            Edit::CrLf => self.line_end = "\r\n",
            Edit::Rename(path) => self.path.clone_from(path),
            Edit::Intermediate => {}
        }
    }

    fn write(&mut self, repo: &Repo) {
        if let Some(old) = self.written.replace(self.path.clone()) {
            repo.remove(&old);
        }
        let lines = self.above.iter().chain([&self.offending]).chain(&self.below);
        let text: String = lines.flat_map(|line| [line.as_str(), self.line_end]).collect();
        repo.write(&self.path, text);
    }
}

fn file(offending: String) -> File {
    let lines = |words: [&str; 3]| words.map(str::to_owned).to_vec();
    File {
        path: "src/code.rs".to_owned(),
        above: lines(["fn main() {", "    let a = 1;", "    let b = 2;"]),
        offending,
        below: lines(["    done(a, b);", "}", "// the end"]),
        line_end: "\n",
        written: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever is edited around it, wherever it moves, in one commit or in many.
    #[test]
    fn the_same_code_keeps_its_fingerprint(code in "[a-z]{1,8} = BAD\\([a-z0-9, ]{0,12}\\)", edits in prop::collection::vec(edit(), 1..8)) {
        let repo = Repo::new();
        let mut file = file(format!("    {code};"));
        file.write(&repo);
        repo.commit("first");
        let before = fingerprints(&repo, &["--all"]);
        prop_assert_eq!(before.len(), 1);
        for edit in &edits {
            file.apply(edit);
            if matches!(edit, Edit::Intermediate) {
                file.write(&repo);
                repo.commit("on the way");
            }
        }
        file.write(&repo);
        repo.commit("last");
        prop_assert_eq!(&fingerprints(&repo, &["--all"]), &before, "{:?}", edits);
        // The same history in one commit.
        let root = repo.text(["rev-list", "--max-parents=0", "HEAD"]);
        repo.git(["reset", "--quiet", "--soft", &root]);
        repo.commit("squashed");
        prop_assert_eq!(&fingerprints(&repo, &["--all"]), &before);
    }

    /// Any edit of the offending code itself that is more than white space.
    #[test]
    fn other_code_has_another_fingerprint(one in "[a-z0-9]{0,10}", two in "[a-z0-9]{0,10}", place in 0..3_usize) {
        prop_assume!(one != two);
        let of = |word: &str| {
            let repo = Repo::new();
            let code = ["    {}x = BAD(y);", "    x = BAD({});", "    x = BAD(y); {}"][place].replace("{}", word);
            file(code).write(&repo);
            repo.commit("first");
            fingerprints(&repo, &["--all"])
        };
        prop_assert_ne!(of(&one), of(&two));
    }
}

/// A branch with a finding, beside a main that moves on.
fn diverged() -> (Repo, Vec<String>) {
    let repo = Repo::new();
    file("    x = 1;".to_owned()).write(&repo);
    repo.commit("first");
    repo.git(["switch", "--quiet", "--create", "topic"]);
    let mut topic = file("    x = BAD(1);".to_owned());
    topic.write(&repo);
    repo.commit("the finding");
    topic.apply(&Edit::InsertBelow("    more();".to_owned()));
    topic.write(&repo);
    repo.commit("beside it");
    let before = fingerprints(&repo, &["--base", "main"]);
    assert_eq!(before.len(), 1);
    repo.git(["switch", "--quiet", "main"]);
    repo.write("other.txt", "main moves on\n");
    repo.commit("main moves on");
    (repo, before)
}

#[test]
fn a_rebase_keeps_the_fingerprint() {
    let (repo, before) = diverged();
    repo.git(["switch", "--quiet", "topic"]);
    repo.git(["rebase", "--quiet", "main"]);
    assert_eq!(fingerprints(&repo, &["--base", "main"]), before);
}

#[test]
fn a_squash_and_a_merge_keep_the_fingerprint() {
    for how in [&["merge", "--quiet", "--squash", "topic"][..], &["merge", "--quiet", "--no-edit", "topic"]] {
        let (repo, before) = diverged();
        let main = repo.rev("main");
        repo.git(how);
        repo.commit("merged");
        assert_eq!(fingerprints(&repo, &["--base", &main]), before, "{how:?}");
    }
}

#[test]
fn a_cherry_pick_and_an_amended_commit_keep_the_fingerprint() {
    let (repo, before) = diverged();
    repo.git(["cherry-pick", "topic~1"]);
    assert_eq!(fingerprints(&repo, &[]), before);
    repo.git(["commit", "--quiet", "--amend", "--message", "other words"]);
    assert_eq!(fingerprints(&repo, &[]), before);
}
