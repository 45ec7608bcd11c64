//! Which module each reviewed file belongs to: the nearest `go.mod` above it, as the `go` command has it.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{RepoPath, Unreviewed};

/// A module of the tree, with what is to be checked in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Module {
    /// Whether its dependencies lie in its own folder `vendor`.
    pub(super) vendored: bool,
    /// The directories of packages, relative to the module, each with the reviewed files in it.
    pub(super) packages: BTreeMap<RepoPath, BTreeSet<RepoPath>>,
}

/// Sorts `files` by module and package; `tree` are all files of the reviewed content. A file without a module comes apart.
pub(super) fn sort(files: &[RepoPath], tree: &BTreeSet<RepoPath>) -> (BTreeMap<RepoPath, Module>, Vec<Unreviewed>) {
    let mut modules: BTreeMap<RepoPath, Module> = BTreeMap::new();
    let mut homeless = Vec::new();
    for file in files.iter().filter(|file| is_go(file) && is_of_a_build(file)) {
        let directory = parent(file);
        let module = ancestors(&directory).find(|place| tree.contains(&below(place, b"go.mod")));
        let Some(module) = module else {
            homeless.push(Unreviewed { path: file.clone(), why: "there is no `go.mod` above it".to_owned() });
            continue;
        };
        let package = relative(&directory, &module);
        let vendored = tree.contains(&below(&module, b"vendor/modules.txt"));
        let entry = modules.entry(module).or_default();
        entry.vendored = vendored;
        entry.packages.entry(package).or_default().insert(file.clone());
    }
    (modules, homeless)
}

pub(super) fn is_go(file: &RepoPath) -> bool {
    file.extension().is_some_and(|extension| extension == "go")
}

/// Whether the `go` command would look there: not in `testdata`, `vendor`, and what begins with `_` or `.`.
fn is_of_a_build(file: &RepoPath) -> bool {
    let passed_over = |name: &[u8]| name == b"testdata" || name == b"vendor" || name.starts_with(b"_") || name.starts_with(b".");
    !file.as_bytes().split(|byte| *byte == b'/').any(passed_over)
}

/// The directory that a file lies in; the empty path is the root.
pub(super) fn parent(file: &RepoPath) -> RepoPath {
    let end = file.as_bytes().iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    RepoPath::new(&file.as_bytes()[..end])
}

/// A directory and those above it, the root last.
fn ancestors(directory: &RepoPath) -> impl Iterator<Item = RepoPath> {
    std::iter::successors(Some(directory.clone()), |place| (!place.as_bytes().is_empty()).then(|| parent(place)))
}

/// `name` in a directory.
pub(super) fn below(directory: &RepoPath, name: &[u8]) -> RepoPath {
    if directory.as_bytes().is_empty() { RepoPath::new(name) } else { RepoPath::new([directory.as_bytes(), b"/", name].concat()) }
}

/// A directory as seen from one above it.
fn relative(directory: &RepoPath, above: &RepoPath) -> RepoPath {
    let rest = directory.as_bytes().strip_prefix(above.as_bytes()).unwrap_or_default();
    RepoPath::new(rest.strip_prefix(b"/").unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_to_the_nearest_module() {
        let tree: BTreeSet<RepoPath> =
            ["go.mod", "sub/go.mod", "sub/vendor/modules.txt", "tools/x.go"].map(RepoPath::from).into_iter().collect();
        let files =
            ["main.go", "a/b.go", "a/c.go", "sub/x/y.go", "sub/z.go", "a/testdata/t.go", "sub/vendor/v.go", "_x/a.go", "a.txt"];
        let (modules, homeless) = sort(&files.map(RepoPath::from), &tree);
        let shown: Vec<String> = modules
            .iter()
            .flat_map(|(path, module)| {
                module
                    .packages
                    .iter()
                    .map(move |(package, files)| format!("{path}|{package}|{}|{}", files.len(), module.vendored))
            })
            .collect();
        assert_eq!(shown, ["||1|false", "|a|2|false", "sub||1|true", "sub|x|1|true"]);
        assert!(homeless.is_empty());
        let (modules, homeless) = sort(&["a/b.go".into()], &BTreeSet::new());
        assert!(modules.is_empty() && homeless.len() == 1);
    }
}
