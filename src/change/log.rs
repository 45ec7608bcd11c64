//! The commits that touched a path, newest first.

use bstr::ByteSlice;

use crate::finding::RepoPath;

use super::git::Git;
use super::raw::Malformed;
use super::{Change, ChangeError, Oid};

/// A commit in the log of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    /// The commit.
    pub oid: Oid,
    /// Committed at, in seconds since 1970-01-01 UTC.
    pub time: i64,
    /// The first line of its message; what is not UTF-8 is replaced.
    pub subject: String,
}

impl Change {
    /// At most `count` commits that touched `path`, behind the first `skip`, from the reviewed commit backwards. Of a change that is not
    /// committed, from the commit under it.
    ///
    /// # Errors
    /// Git failed.
    pub async fn log(&self, path: &RepoPath, skip: usize, count: usize) -> Result<Vec<Logged>, ChangeError> {
        let Some(from) = self.range().head.or(self.range().base) else { return Ok(Vec::new()) };
        let words = [
            "rev-list".to_owned(),
            format!("--skip={skip}"),
            format!("--max-count={count}"),
            "--format=%H %ct %s".to_owned(),
            from.to_string(),
        ];
        let git = self.repository().git();
        let output = git.read(git.on_paths(words, std::slice::from_ref(path))).await?;
        // Each commit is a line of git's own, and the line asked for.
        let lines = output.lines().filter(|line| !line.starts_with(b"commit "));
        lines.map(parse).collect::<Option<_>>().ok_or(Malformed("a commit without its time")).map_err(Git::malformed("rev-list"))
    }
}

fn parse(line: &[u8]) -> Option<Logged> {
    let mut fields = line.splitn_str(3, " ");
    let (oid, time, subject) = (fields.next()?, fields.next()?, fields.next().unwrap_or_default());
    Some(Logged { oid: Oid::parse(oid)?, time: time.to_str().ok()?.parse().ok()?, subject: subject.to_str_lossy().into_owned() })
}
