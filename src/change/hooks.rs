//! Where the repository keeps its hooks. They are never run here; whoever writes one has to know the place.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

use crate::process::Exit;

use super::{ChangeError, Repository};

impl Repository {
    /// The directory that git takes hooks from: `core.hooksPath`, else `hooks` in the directory that all worktrees share. It need not
    /// exist.
    ///
    /// # Errors
    /// Git cannot be run, or cannot read its configuration.
    pub async fn hooks_directory(&self) -> Result<PathBuf, ChangeError> {
        let arguments = ["config", "-z", "--show-scope", "--type=path", "--get-all", "core.hooksPath"];
        let output = self.git().run(self.git().command(arguments)).await?;
        let configured = match output.exit {
            Exit::Code(0 | 1) => configured(&output.stdout),
            _ => return Err(self.git().failure("config", &output)),
        };
        let from = self.top_level().unwrap_or_else(|| self.git_dir());
        Ok(configured.map_or_else(|| self.common_dir().join("hooks"), |path| from.join(path)))
    }
}

/// The last value that a file gives: `<scope>\0<value>\0`, where the scope `command` is what this program itself says.
fn configured(output: &[u8]) -> Option<&Path> {
    let fields: Vec<&[u8]> = output.split_str("\0").collect();
    let mut values = fields.chunks_exact(2).filter(|pair| pair[0] != b"command").map(|pair| pair[1]);
    values.next_back().filter(|value| !value.is_empty()).map(|value| Path::new(OsStr::from_bytes(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_file_counts_and_our_own_word_does_not() {
        let table: [(&[u8], Option<&str>); 4] = [
            (b"global\0/a\0local\0.husky\0command\0/dev/null\0", Some(".husky")),
            (b"command\0/dev/null\0", None),
            (b"local\0\0", None),
            (b"", None),
        ];
        for (output, expected) in table {
            assert_eq!(configured(output), expected.map(Path::new));
        }
    }
}
