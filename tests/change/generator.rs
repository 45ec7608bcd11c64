//! Makes trees and edits them, the same ones for the same seed.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;

use aurumcode::change::Kind;

use crate::repo::Repo;

/// Paths and what they hold.
pub(crate) type Tree = BTreeMap<Vec<u8>, Node>;

/// What a path holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    File { bytes: Vec<u8>, executable: bool },
    Link(Vec<u8>),
    Module(String),
}

impl Node {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::File { executable: false, .. } => Kind::Regular,
            Self::File { executable: true, .. } => Kind::Executable,
            Self::Link(_) => Kind::Symlink,
            Self::Module(_) => Kind::Submodule,
        }
    }

    /// The bytes that a reader gets.
    pub(crate) fn text(&self) -> Option<&[u8]> {
        match self {
            Self::File { bytes, .. } => Some(bytes),
            Self::Link(target) => Some(target),
            Self::Module(_) => None,
        }
    }
}

/// The lines of a text, each with its end.
pub(crate) fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
pub(crate) struct Generator {
    state: u64,
    digits: usize,
    serial: u64,
}

impl Generator {
    /// A generator for a seed and for object names of so many digits.
    pub(crate) fn new(seed: u64, digits: usize) -> Self {
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), digits, serial: 0 }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).expect("small")
    }

    fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn line(&mut self) -> Vec<u8> {
        self.serial += 1;
        let serial = self.serial;
        match self.below(12) {
            // Repeated lines make a diff ambiguous.
            0 => b"}\n".to_vec(),
            1 => b"\n".to_vec(),
            2 => format!("-- {serial}\n").into_bytes(),
            3 => format!("@@ -{serial} +1 @@\n").into_bytes(),
            4 => format!("diff --git a/{serial} b/x\n").into_bytes(),
            5 => [format!("\u{feff}ünï {serial}").as_bytes(), b"\xff\xfe\n"].concat(),
            6 => format!("\\ No newline at end of file {serial}\n").into_bytes(),
            7 => format!("carriage {serial}\r\r\n").into_bytes(),
            _ => format!("let value_{serial} = compute({});\n", serial * 7).into_bytes(),
        }
    }

    fn unique(&mut self) -> Vec<u8> {
        self.serial += 1;
        format!("unique line number {}\n", self.serial).into_bytes()
    }

    fn text(&mut self) -> Vec<u8> {
        let count = 4 + self.below(40);
        let unique = self.below(2) == 0;
        let mut text: Vec<u8> = (0..count).flat_map(|_| if unique { self.unique() } else { self.line() }).collect();
        match self.below(8) {
            0 => drop(text.pop()),
            1 => text = to_crlf(&text),
            2 => text.splice(0..0, *b"\xef\xbb\xbf").for_each(drop),
            3 => text.extend(vec![b'x'; 40_000]),
            _ => {}
        }
        text
    }

    fn module(&mut self) -> Node {
        let digit = char::from_digit(1 + u32::try_from(self.below(15)).expect("small"), 16).expect("a digit");
        Node::Module(digit.to_string().repeat(self.digits))
    }

    /// A path that neither is a directory of the tree, nor lies below a file of it.
    fn path(&mut self, tree: &Tree) -> Vec<u8> {
        loop {
            self.serial += 1;
            let serial = self.serial;
            let path = match self.below(10) {
                0 => format!("café {serial}.md").into_bytes(),
                1 => format!("q\"uote\\{serial}").into_bytes(),
                2 => format!("a b/c b/d{serial}").into_bytes(),
                3 => format!("tab\t{serial}\nbreak").into_bytes(),
                4 => [format!("bytes{serial}").as_bytes(), b"\xff\xfe"].concat(),
                5 => format!(":(top){serial}*").into_bytes(),
                6 => format!("deep/er/and/deeper/{serial}.rs").into_bytes(),
                7 => format!(" {serial} ").into_bytes(),
                8 => format!("-{serial}").into_bytes(),
                _ => format!("src/file{serial}.rs").into_bytes(),
            };
            if !tree.contains_key(&path) {
                return path;
            }
        }
    }

    /// A tree with something of everything.
    pub(crate) fn tree(&mut self) -> Tree {
        let mut tree = Tree::new();
        for number in 0..6 + self.below(6) {
            let path = self.path(&tree);
            let node = match number {
                0 => Node::Link(format!("target{}", self.serial).into_bytes()),
                1 => self.module(),
                2 => Node::File { bytes: [self.text(), vec![0, 1, 2, b'\n']].concat(), executable: false },
                _ => Node::File { bytes: self.text(), executable: self.below(4) == 0 },
            };
            tree.insert(path, node);
        }
        tree
    }

    /// The tree after some edits.
    pub(crate) fn edited(&mut self, tree: &Tree) -> Tree {
        let mut tree = tree.clone();
        for _ in 0..1 + self.below(5) {
            let paths: Vec<Vec<u8>> = tree.keys().cloned().collect();
            let path = self.pick(&paths);
            let node = tree[&path].clone();
            match self.below(14) {
                0 if paths.len() > 2 => drop(tree.remove(&path)),
                1 => {
                    let new = self.path(&tree);
                    let bytes = self.text();
                    tree.insert(new, Node::File { bytes, executable: false });
                }
                2 | 3 => {
                    let new = self.path(&tree);
                    tree.remove(&path);
                    let node = if self.below(2) == 0 { node } else { self.edit(node) };
                    tree.insert(new, node);
                }
                4 => {
                    let new = self.path(&tree);
                    tree.insert(new, node.clone());
                    let edited = self.edit(node);
                    tree.insert(path, edited);
                }
                5 => {
                    let other = match self.below(3) {
                        0 => Node::Link(b"/etc/passwd".to_vec()),
                        1 => self.module(),
                        _ => Node::File { bytes: self.text(), executable: false },
                    };
                    tree.insert(path, other);
                }
                6 => {
                    // A file becomes a directory.
                    tree.remove(&path);
                    tree.insert([path.as_slice(), b"/inside"].concat(), node);
                }
                _ => {
                    let edited = self.edit(node);
                    tree.insert(path, edited);
                }
            }
        }
        tree
    }

    fn edit(&mut self, node: Node) -> Node {
        match node {
            Node::Link(target) => Node::Link([target, b"x".to_vec()].concat()),
            Node::Module(_) => self.module(),
            Node::File { bytes, executable } => match self.below(10) {
                0 => Node::File { bytes, executable: !executable },
                _ => Node::File { bytes: self.edit_text(bytes), executable },
            },
        }
    }

    fn edit_text(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let mut all = lines(&bytes);
        let unique = bytes.windows(6).any(|window| window == b"unique");
        for _ in 0..1 + self.below(4) {
            let at = self.below(all.len() + 1);
            let to = (at + 1 + self.below(4)).min(all.len());
            let fresh: Vec<Vec<u8>> = (0..1 + self.below(4)).map(|_| if unique { self.unique() } else { self.line() }).collect();
            match self.below(11) {
                0..=2 => drop(all.splice(at..at, fresh)),
                3 | 4 => drop(all.splice(at..to, fresh)),
                5 => drop(all.drain(at..to)),
                6 if !unique => {
                    let block: Vec<Vec<u8>> = all.drain(at..to).collect();
                    let place = self.below(all.len() + 1);
                    drop(all.splice(place..place, block));
                }
                7 if !unique => {
                    let block = all[at..to].to_vec();
                    drop(all.splice(at..at, block));
                }
                8 => all = lines(&toggle_end(all.concat())),
                9 if self.below(3) == 0 => all = lines(&to_crlf(&all.concat())),
                10 if self.below(6) == 0 => all.insert(0, b"\0binary\n".to_vec()),
                _ => drop(all.splice(at..at, fresh)),
            }
        }
        all.concat()
    }
}

fn to_crlf(text: &[u8]) -> Vec<u8> {
    lines(text)
        .into_iter()
        .flat_map(|line| line.strip_suffix(b"\n").map_or(line.clone(), |line| [line, b"\r\n"].concat()))
        .collect()
}

fn toggle_end(mut text: Vec<u8>) -> Vec<u8> {
    if text.last() == Some(&b'\n') {
        text.pop();
    } else {
        text.push(b'\n');
    }
    text
}

/// Appends a commit of a tree to a stream for `git fast-import`: on top of `reference`, or of `from`.
pub(crate) fn import(stream: &mut Vec<u8>, reference: &str, from: Option<&str>, merged: &[&str], tree: &Tree) {
    stream.extend(format!("commit {reference}\ncommitter T <t@example.com> 1714979289 +0000\ndata 1\nm\n").bytes());
    stream.extend(from.iter().flat_map(|from| format!("from {from}\n").into_bytes()));
    stream.extend(merged.iter().flat_map(|merged| format!("merge {merged}\n").into_bytes()));
    stream.extend(b"deleteall\n");
    for (path, node) in tree {
        let path = quote(path);
        let (mode, bytes) = match node {
            Node::File { bytes, executable: false } => ("100644", bytes),
            Node::File { bytes, executable: true } => ("100755", bytes),
            Node::Link(target) => ("120000", target),
            Node::Module(oid) => {
                stream.extend(format!("M 160000 {oid} {path}\n").bytes());
                continue;
            }
        };
        stream.extend(format!("M {mode} inline {path}\ndata {}\n", bytes.len()).bytes());
        stream.extend(bytes);
        stream.push(b'\n');
    }
}

/// Quotes a path as `git fast-import` reads it.
fn quote(path: &[u8]) -> String {
    let mut quoted = String::from("\"");
    for byte in path {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(*byte)]),
            0x20..=0x7e => quoted.push(char::from(*byte)),
            _ => quoted.push_str(&format!("\\{byte:03o}")),
        }
    }
    quoted + "\""
}

/// Makes the working directory hold a tree, and nothing else; the index stays as it is.
pub(crate) fn write_out(repo: &Repo, tree: &Tree) {
    for entry in std::fs::read_dir(repo.path()).expect("a directory") {
        let name = entry.expect("an entry").file_name();
        if name != ".git" {
            repo.remove(name.as_bytes());
        }
    }
    for (path, node) in tree {
        match node {
            Node::File { bytes, executable } => {
                repo.write(path, bytes);
                if *executable {
                    repo.executable(path);
                }
            }
            Node::Link(target) => {
                repo.symlink(path, target);
            }
            Node::Module(_) => panic!("a submodule needs a repository of its own"),
        }
    }
}
