//! Splits the changed files into prompts that a model can read: a directory stays together where it fits, a file always.

use std::collections::BTreeMap;

use crate::finding::RepoPath;

/// How much a model is shown in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLimits {
    /// Prompts; at least 1.
    pub max_batches: u32,
    /// Tokens of all prompts together, estimated.
    pub max_prompt_tokens: u64,
}

impl Default for BatchLimits {
    fn default() -> Self {
        Self { max_batches: 4, max_prompt_tokens: 480_000 }
    }
}

/// The positions of `files` (path and tokens) by prompt, each in the order of the paths; no prompt holds more than `room` tokens. What alone
/// has no room is in none.
pub(super) fn batches(files: &[(&RepoPath, u64)], room: u64) -> Vec<Vec<usize>> {
    let mut directories: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (position, (path, _)) in files.iter().enumerate().filter(|(_, (_, tokens))| *tokens <= room) {
        directories.entry(directory(path)).or_default().push(position);
    }
    let tokens = |position: &usize| files.get(*position).map_or(0, |(_, tokens)| *tokens);
    let (mut all, mut taken): (Vec<Vec<usize>>, u64) = (Vec::new(), 0);
    let mut add = |group: &[usize]| {
        let size = group.iter().map(tokens).sum();
        match all.last_mut() {
            Some(last) if taken + size <= room => {
                taken += size;
                last.extend(group);
            }
            Some(_) | None => {
                taken = size;
                all.push(group.to_vec());
            }
        }
    };
    for group in directories.values() {
        if group.iter().map(tokens).sum::<u64>() <= room {
            add(group);
        } else {
            group.chunks(1).for_each(&mut add);
        }
    }
    for batch in &mut all {
        batch.sort_unstable_by_key(|position| files.get(*position).map(|(path, _)| *path));
    }
    all
}

fn directory(path: &RepoPath) -> &[u8] {
    let bytes = path.as_bytes();
    let end = bytes.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
    bytes.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(files: &[(&str, u64)], room: u64) -> Vec<Vec<String>> {
        let paths: Vec<(RepoPath, u64)> = files.iter().map(|(path, tokens)| (RepoPath::from(*path), *tokens)).collect();
        let files: Vec<(&RepoPath, u64)> = paths.iter().map(|(path, tokens)| (path, *tokens)).collect();
        let name = |position: usize| files[position].0.to_string();
        batches(&files, room).into_iter().map(|batch| batch.into_iter().map(name).collect()).collect()
    }

    #[test]
    fn a_directory_stays_together_where_it_fits() {
        let files = [("a.py", 2), ("lib/b.py", 3), ("lib/c.py", 3), ("src/d.py", 4)];
        assert_eq!(split(&files, 12), [vec!["a.py", "lib/b.py", "lib/c.py", "src/d.py"]]);
        assert_eq!(split(&files, 7), [vec!["a.py"], vec!["lib/b.py", "lib/c.py"], vec!["src/d.py"]]);
        assert_eq!(split(&files, 5), [vec!["a.py", "lib/b.py"], vec!["lib/c.py"], vec!["src/d.py"]]);
        assert_eq!(split(&files, 3), [vec!["a.py"], vec!["lib/b.py"], vec!["lib/c.py"]], "src/d.py has no room at all");
        assert_eq!(split(&[], 3), Vec::<Vec<String>>::new());
    }

    proptest! {
        #[test]
        fn each_file_with_room_is_in_one_prompt(sizes in prop::collection::vec((0u8..4, 0u64..9), 0..30), room in 1u64..12) {
            let names: Vec<(String, u64)> =
                sizes.iter().enumerate().map(|(number, (folder, size))| (format!("d{folder}/{number:02}"), *size)).collect();
            let files: Vec<(&str, u64)> = names.iter().map(|(name, size)| (name.as_str(), *size)).collect();
            let split = split(&files, room);
            let size = |name: &String| files.iter().find(|(other, _)| other == name).expect("there").1;
            prop_assert!(split.iter().all(|batch| !batch.is_empty() && batch.iter().map(size).sum::<u64>() <= room));
            let mut seen: Vec<String> = split.concat();
            seen.sort();
            let mut expected: Vec<String> =
                files.iter().filter(|(_, size)| *size <= room).map(|(name, _)| (*name).to_owned()).collect();
            expected.sort();
            prop_assert_eq!(seen, expected);
        }
    }
}
