//! Reads the team's own rule file from where the configuration comes from: the working copy, never the reviewed commit.
//!
//! The configuration names the path, so the file is read with care: no link is followed, and the size is bounded.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::change::Change;
use crate::finding::RepoPath;

/// The largest rule file that is read: 4 MiB.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// A rule file of the team.
#[derive(Debug)]
pub(super) struct Extra {
    /// The path, as the options give it.
    pub name: String,
    /// The content.
    pub text: String,
    /// The change under review edits the file.
    pub changed: bool,
}

/// Reads the rule file at `path`, relative to the repository's root; an error says which file and why.
pub(super) fn read(change: &Change, path: &str) -> Result<Extra, String> {
    let Some(root) = change.repository().top_level() else {
        return Err(format!("cannot read the rule file `{path}`: a bare repository has no working copy"));
    };
    let text = read_below(root, path).map_err(|why| format!("cannot read the rule file `{path}`: {why}"))?;
    // When everything is reviewed, everything counts as changed.
    let changed = !change.target().all && change.changed(&RepoPath::from(path.trim_start_matches("./")));
    Ok(Extra { name: path.to_owned(), text, changed })
}

fn read_below(root: &Path, path: &str) -> Result<String, String> {
    let mut full = root.to_path_buf();
    for part in Path::new(path).components() {
        full.push(part);
        if fs::symlink_metadata(&full).map_err(|error| error.to_string())?.is_symlink() {
            return Err("a symbolic link is not followed".to_owned());
        }
    }
    if !fs::metadata(&full).map_err(|error| error.to_string())?.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = File::open(&full).map_err(|error| error.to_string())?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_BYTES {
        return Err(format!("it is larger than {MAX_BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::read_below;

    #[test]
    fn only_regular_text_below_the_root_is_read() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let root = directory.path();
        std::fs::create_dir(root.join("policy")).expect("a folder");
        let write = |name: &str, bytes: &[u8]| {
            use std::io::Write;
            std::fs::File::create(root.join(name)).and_then(|mut file| file.write_all(bytes)).expect("a file");
        };
        write("policy/rules.toml", b"title = 'x'");
        write("latin1.toml", b"# caf\xe9");
        write("large.toml", &vec![b'#'; 4 * 1024 * 1024 + 1]);
        std::os::unix::fs::symlink(root.join("policy"), root.join("link")).expect("a link");
        assert_eq!(read_below(root, "policy/rules.toml").as_deref(), Ok("title = 'x'"));
        assert_eq!(read_below(root, "./policy/rules.toml").as_deref(), Ok("title = 'x'"));
        let refused =
            [("policy", "regular"), ("link/rules.toml", "link"), ("latin1.toml", "UTF-8"), ("large.toml", "larger"), ("no", "")];
        for (path, why) in refused {
            let error = read_below(root, path).expect_err(path);
            assert!(error.contains(why), "{path}: {error}");
        }
    }
}
