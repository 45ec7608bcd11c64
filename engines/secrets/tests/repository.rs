//! The project's own files hold no secret, the rules and examples of this engine included: a review of the project must pass.

use std::path::{Path, PathBuf};

use super::examples::{RULES, scan};
use crate::finding::RepoPath;

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a readable folder").map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        let kind = entry.file_type().expect("a type");
        if kind.is_dir() {
            files(&path, found);
        } else if kind.is_file() {
            found.push(path);
        }
    }
}

#[test]
fn the_projects_own_files_are_clean() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for top in ["docs", "engines", "src"] {
        files(&root.join(top), &mut found);
    }
    assert!(found.len() > 50);
    let mut wrong = Vec::new();
    for file in found {
        let path = RepoPath::from(&*file.strip_prefix(root).expect("below the root").to_string_lossy());
        for hit in scan(&RULES, &path, &std::fs::read(&file).expect("a readable file")) {
            let line = hit.place.map_or(0, |(start, _)| start.line);
            wrong.push(format!("{path}:{line}: {}", RULES.list()[hit.rule].id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
