//! Two hundred generated changes, with git itself as the judge.
//!
//! A generator with a fixed seed edits a tree that it also keeps in memory. Each case is compared with what git says
//! (`--name-status`, `--numstat`, `blame`) and with a law that no other diff is needed for: the old content without the removed
//! lines is the new content without the added ones.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use aurumcode::change::{Change, ChangedFile, Kind, LineRanges, Repository, Status, Target, Whole};
use aurumcode::finding::RepoPath;

use crate::generator::{Generator, Node, Tree, import, lines, write_out};
use crate::repo::Repo;

const GROUPS: u64 = 10;
const CASES: usize = 20;

/// What a case compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A commit with its parent.
    Parent,
    /// A branch of two commits with a base that moved on.
    Advanced,
    /// A merge commit with its first parent.
    Merge,
    /// An index with a commit.
    Staged,
    /// Working files with a commit.
    Worktree,
}

const SHAPES: [Shape; 5] = [Shape::Parent, Shape::Advanced, Shape::Merge, Shape::Staged, Shape::Worktree];

macro_rules! groups {
    ($($name:ident = $group:literal;)*) => {
        $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            assert_eq!(run($group).await, CASES);
        })*

        #[test]
        fn there_are_two_hundred_cases() {
            let groups: BTreeSet<u64> = [$($group),*].into();
            assert_eq!(groups, (0..GROUPS).collect());
            assert_eq!(groups.len() * CASES, 200);
        }
    };
}

groups! {
    group_0 = 0;
    group_1 = 1;
    group_2 = 2;
    group_3 = 3;
    group_4 = 4;
    group_5 = 5;
    group_6 = 6;
    group_7 = 7;
    group_8 = 8;
    group_9 = 9;
}

/// Runs one group, in a repository of its own; the last group's has SHA-256 names. Gives the number of cases.
async fn run(group: u64) -> usize {
    let repo = if group == GROUPS - 1 { Repo::sha256() } else { Repo::new() };
    let mut generator = Generator::new(group, if group == GROUPS - 1 { 64 } else { 40 });
    let cases: Vec<(Shape, Tree, Tree, Tree)> = (0..CASES)
        .map(|case| {
            let old = generator.tree();
            let middle = generator.edited(&old);
            let mut case = (SHAPES[case % SHAPES.len()], middle.clone(), generator.edited(&middle), old);
            if case.0 == Shape::Worktree {
                // Among working files a submodule is a repository, which has its own tests.
                for tree in [&mut case.1, &mut case.2] {
                    tree.retain(|_, node| node.kind() != Kind::Submodule);
                }
            }
            case
        })
        .collect();
    let mut stream = Vec::new();
    for (case, (_, old, new, origin)) in cases.iter().enumerate() {
        let name = |what: &str| format!("refs/heads/case{case}/{what}");
        // The branch has two commits; its base gets one more, whose files the branch never sees.
        import(&mut stream, &name("base"), None, &[], old);
        import(&mut stream, &name("head"), Some(&name("base")), &[], origin);
        import(&mut stream, &name("head"), None, &[], new);
        let mut advanced = old.clone();
        advanced.insert(b"only in the base".to_vec(), Node::File { bytes: b"1\n".to_vec(), executable: false });
        import(&mut stream, &name("advanced"), Some(&name("base")), &[], &advanced);
        import(&mut stream, &name("merge"), Some(&name("base")), &[&name("advanced")], new);
        import(&mut stream, &name("single"), Some(&name("base")), &[], new);
    }
    repo.git_with_input(["fast-import", "--quiet"], &stream);
    let opened = repo.open().await;
    for (case, (shape, old, new, _)) in cases.iter().enumerate() {
        let context = format!("group {group} case {case} {shape:?}");
        let name = |what: &str| format!("case{case}/{what}");
        let (base, head) = (name("base"), name("single"));
        let change = resolve(&repo, &opened, *shape, new, &name).await;
        let judge = Judge { repo: &repo, base: &base, head: &head, old, new, context: &context };
        judge.statuses(&change);
        judge.counts(&change);
        for file in change.files() {
            judge.law(file);
        }
        judge.blame(&change);
        judge.content(&change).await;
    }
    cases.len()
}

async fn resolve(repo: &Repo, opened: &Repository, shape: Shape, new: &Tree, name: &impl Fn(&str) -> String) -> Change {
    let target = match shape {
        Shape::Parent => Target::commits(None, Some(&name("single"))),
        Shape::Advanced => Target::commits(Some(&name("advanced")), Some(&name("head"))),
        Shape::Merge => {
            // Against the merged branch a merge adds only its own work; against its first parent, all that it brought.
            Target::commits(Some(&name("base")), Some(&name("merge")))
        }
        Shape::Staged | Shape::Worktree => {
            repo.git(["update-ref", "--no-deref", "HEAD", &name("base")]);
            if shape == Shape::Staged {
                repo.git(["read-tree", &name("single")]);
                Target::staged()
            } else {
                repo.git(["read-tree", &name("base")]);
                write_out(repo, new);
                Target::worktree()
            }
        }
    };
    Change::resolve(opened.clone(), target).await.expect("the change is determined")
}

/// What a case is held against.
struct Judge<'a> {
    repo: &'a Repo,
    base: &'a str,
    head: &'a str,
    old: &'a Tree,
    new: &'a Tree,
    context: &'a str,
}

impl Judge<'_> {
    fn diff(&self, what: &str) -> Vec<Vec<u8>> {
        let output = self.repo.git(["diff-tree", "-r", "-z", what, "-M", "-C", "-l1000", self.base, self.head]);
        let mut fields: Vec<Vec<u8>> = output.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect();
        assert_eq!(fields.pop().as_deref(), Some(b"".as_slice()));
        fields
    }

    /// Every file has the status and the names that git gives it.
    fn statuses(&self, change: &Change) {
        let mut expected = BTreeMap::new();
        let mut fields = self.diff("--name-status").into_iter();
        while let Some(status) = fields.next() {
            let first = fields.next().expect("a path");
            let letter = status[0];
            match letter {
                b'R' | b'C' => expected.insert(fields.next().expect("a second path"), (letter, Some(first))),
                _ => expected.insert(first, (letter, None)),
            };
        }
        let letter = |status: Status| match status {
            Status::Added => b'A',
            Status::Modified => b'M',
            Status::Deleted => b'D',
            Status::Renamed => b'R',
            Status::Copied => b'C',
            Status::TypeChanged => b'T',
        };
        let old_path = |file: &ChangedFile| file.old_path.as_ref().map(|path| path.as_bytes().to_vec());
        let seen: BTreeMap<_, _> =
            change.files().iter().map(|file| (file.path.as_bytes().to_vec(), (letter(file.status), old_path(file)))).collect();
        assert_eq!(seen, expected, "{}", self.context);
        assert_eq!(seen.len(), change.files().len(), "{}: each path once", self.context);
        assert!(change.files().is_sorted_by(|one, other| one.path < other.path), "{}", self.context);
    }

    /// The numbers of added and removed lines are git's.
    fn counts(&self, change: &Change) {
        let mut fields = self.diff("--numstat").into_iter();
        while let Some(field) = fields.next() {
            let mut parts = field.splitn(3, |byte| *byte == b'\t').map(<[u8]>::to_vec);
            let mut number =
                || parts.next().and_then(|text| String::from_utf8(text).ok()).and_then(|text| text.parse::<u64>().ok());
            let (added, removed) = (number(), number());
            let path = parts.next().filter(|path| !path.is_empty()).unwrap_or_else(|| {
                fields.next();
                fields.next().expect("the new path")
            });
            let file = change.file(&RepoPath::new(path)).unwrap_or_else(|| panic!("{}: no such file", self.context));
            let compared = matches!(file.status, Status::Modified | Status::Renamed) && file.kind != Kind::Submodule;
            match (added, removed) {
                _ if !compared => {}
                (Some(_), Some(_)) => {
                    assert_eq!((file.added.count(), file.removed.count()), (added, removed), "{}: {}", self.context, file.path);
                }
                // Git counts no lines of a file that was or is binary. One that is text now is compared all the same.
                _ => {
                    let text = self.new[file.path.as_bytes()].text().is_some_and(|text| !text.contains(&0));
                    let expected = if text || file.blob == file.old_blob { None } else { Some(Whole::Binary) };
                    assert_eq!(file.whole, expected, "{}: {}", self.context, file.path);
                }
            }
        }
    }

    /// Old content without the removed lines is new content without the added ones; new files are added from end to end.
    fn law(&self, file: &ChangedFile) {
        let context = format!("{}: {}", self.context, file.path);
        let new = self.new.get(file.path.as_bytes());
        let old = self.old.get(file.old_path.as_ref().unwrap_or(&file.path).as_bytes());
        assert_eq!(new.is_some(), file.exists(), "{context}");
        if let Some(node) = new {
            assert_eq!(node.kind(), file.kind, "{context}");
        }
        let (new, old) = (new.and_then(Node::text), old.and_then(Node::text));
        match file.status {
            Status::Modified | Status::Renamed if file.whole.is_none() && file.kind != Kind::Submodule => {
                let kept = |text: Option<&[u8]>, gone: &LineRanges| -> Vec<Vec<u8>> {
                    let numbered = lines(text.expect("text")).into_iter().zip(1..);
                    numbered.filter(|(_, number)| !gone.contains(*number)).map(|(line, _)| line).collect()
                };
                assert_eq!(kept(old, &file.removed), kept(new, &file.added), "{context}");
                let last = |ranges: &LineRanges| ranges.ranges().last().map_or(0, |range| range.1 as usize);
                assert!(last(&file.added) <= lines(new.expect("text")).len(), "{context}");
                assert!(last(&file.removed) <= lines(old.expect("text")).len(), "{context}");
            }
            Status::Modified | Status::Renamed if file.kind != Kind::Submodule => {
                assert_eq!(file.whole, Some(Whole::Binary), "{context}");
                assert!(new.is_some_and(|text| text.contains(&0)) || old.is_some_and(|text| text.contains(&0)), "{context}");
                assert!(file.added.is_whole(), "{context}");
            }
            Status::Added | Status::Copied | Status::TypeChanged if file.kind != Kind::Submodule => {
                let count = u32::try_from(lines(new.expect("text")).len()).expect("few lines");
                assert!((1..=count).all(|line| file.added.contains(line)), "{context}");
                assert!(file.added.is_whole() || !file.added.contains(count + 1), "{context}");
            }
            Status::Deleted if file.kind != Kind::Submodule => {
                assert!(file.added.is_empty() && file.removed.is_whole(), "{context}")
            }
            _ => assert!(file.added.is_empty(), "{context}"),
        }
    }

    /// Where every line of a file is unlike all others, only one diff is shortest, and `git blame` has to agree.
    fn blame(&self, change: &Change) {
        let head = self.repo.rev(self.head);
        for file in
            change.files().iter().filter(|file| file.status == Status::Modified && file.kind.is_file() && file.whole.is_none())
        {
            let texts = [self.old, self.new].map(|tree| tree.get(file.path.as_bytes()).and_then(Node::text).unwrap_or_default());
            if !unambiguous(texts[0], texts[1]) {
                continue;
            }
            let range = format!("{}..{}", self.base, self.head);
            let words = ["--literal-pathspecs", "blame", "--porcelain", &range, "--"].map(OsString::from);
            let output = self.repo.git(words.into_iter().chain([OsStr::from_bytes(file.path.as_bytes()).to_owned()]));
            let mut added = Vec::new();
            for line in output.split(|byte| *byte == b'\n').filter(|line| line.starts_with(head.as_bytes())) {
                let words: Vec<&str> = std::str::from_utf8(line).expect("a header").split(' ').collect();
                added.push(words[2].parse::<u32>().expect("a line number"));
            }
            added.sort_unstable();
            assert_eq!(file.added, added.into_iter().collect(), "{}: {}", self.context, file.path);
        }
    }

    /// The reviewed content is the new tree.
    async fn content(&self, change: &Change) {
        let tree = change.tree().await.expect("a tree");
        let listed: BTreeMap<Vec<u8>, Kind> = tree.iter().map(|entry| (entry.path.as_bytes().to_vec(), entry.kind)).collect();
        let expected: BTreeMap<Vec<u8>, Kind> = self.new.iter().map(|(path, node)| (path.clone(), node.kind())).collect();
        assert_eq!(listed, expected, "{}", self.context);
        let paths: Vec<RepoPath> = tree.iter().map(|entry| entry.path.clone()).collect();
        let read =
            change.map_each(paths.clone(), u64::MAX, |_, content| content.bytes().map(<[u8]>::to_vec)).await.expect("git works");
        for (path, bytes) in paths.iter().zip(read) {
            assert_eq!(bytes.as_deref(), self.new[path.as_bytes()].text(), "{}: {path}", self.context);
        }
    }
}

/// Whether the lines are unlike each other in both texts, and those in both stand in the same order.
fn unambiguous(old: &[u8], new: &[u8]) -> bool {
    let (old, new) = (lines(old), lines(new));
    let sets = [&old, &new].map(|lines| lines.iter().collect::<BTreeSet<_>>());
    let common = |lines: &Vec<Vec<u8>>| {
        lines.iter().filter(|line| sets[0].contains(line) && sets[1].contains(line)).cloned().collect::<Vec<_>>()
    };
    sets[0].len() == old.len() && sets[1].len() == new.len() && common(&old) == common(&new)
}
