//! The little of the repository's configuration that matters here: names of remotes and of content filters.

use bstr::ByteSlice;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use super::ChangeError;
use super::git::Git;

/// What the configuration names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Settings {
    /// The remotes that have an address, in alphabetical order.
    pub(super) remotes: Vec<String>,
    /// The content filters (`filter.<name>`), which could run programs.
    filters: Vec<Vec<u8>>,
}

impl Settings {
    /// Asks git, in one call.
    pub(super) async fn read(git: &Git) -> Result<Self, ChangeError> {
        let command = git.command(["config", "-z", "--name-only", "--get-regexp", r"^(remote\..*\.url|filter\..*)$"]);
        let output = git.run(command).await?;
        match output.exit {
            crate::process::Exit::Code(0) => Ok(Self::parse(&output.stdout)),
            crate::process::Exit::Code(1) => Ok(Self::default()), // nothing matches
            _ => Err(git.failure("config", &output)),
        }
    }

    fn parse(output: &[u8]) -> Self {
        let mut settings = Self::default();
        for name in output.split_str("\0") {
            if let Some(remote) = name.strip_prefix(b"remote.").and_then(|name| name.strip_suffix(b".url")) {
                settings.remotes.extend(remote.to_str().ok().map(str::to_owned));
            } else if let Some((filter, _)) = name.strip_prefix(b"filter.").and_then(|name| name.rsplit_once_str(".")) {
                settings.filters.push(filter.to_vec());
            }
        }
        settings.remotes.sort_unstable();
        settings.remotes.dedup();
        settings.filters.sort_unstable();
        settings.filters.dedup();
        settings
    }

    /// The same git, to which every content filter is an empty program, which git does not run.
    ///
    /// `--config-env` is used because a filter's name may hold the sign that ends a name in `-c`.
    pub(super) fn without_filters(&self, git: Git) -> Git {
        let mut options = Vec::new();
        for filter in &self.filters {
            for (key, variable) in [("clean", "AURUMCODE_EMPTY"), ("process", "AURUMCODE_EMPTY"), ("required", "AURUMCODE_FALSE")]
            {
                let name = [b"--config-env=filter.".as_slice(), filter, b".", key.as_bytes(), b"=", variable.as_bytes()].concat();
                options.push(OsString::from(OsStr::from_bytes(&name)));
            }
        }
        git.options(options).env("AURUMCODE_EMPTY", "").env("AURUMCODE_FALSE", "false")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_dots() {
        let settings = Settings::parse(
            b"remote.up.stream.url\0filter.lfs.clean\0filter.a=b.c.process\0filter.lfs.required\0remote.origin.url\0",
        );
        assert_eq!(settings.remotes, ["origin", "up.stream"]);
        assert_eq!(settings.filters, [b"a=b.c".to_vec(), b"lfs".to_vec()]);
        assert_eq!(Settings::parse(b""), Settings::default());
    }
}
