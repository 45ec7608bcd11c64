//! The change of single files as text: unified hunks, for whoever reads along.
//!
//! What counts as added is decided elsewhere, from the lines alone; this text is only shown.

use bstr::ByteSlice;

use crate::finding::RepoPath;

use super::comparison::Comparison;
use super::git::Git;
use super::{Change, ChangeError, ChangedFile, Compared, Content, Range, Whole, is_binary, worktree};

impl Change {
    /// The hunks of each of `paths`, with three lines around each change: for an added file, all of its lines. Nothing for a path that the
    /// change does not touch, for what is no text, and for hunks of more than `max_bytes`.
    ///
    /// # Errors
    /// Git failed.
    pub async fn hunks(&self, paths: &[RepoPath], max_bytes: usize) -> Result<Vec<Option<Vec<u8>>>, ChangeError> {
        let copy = match (&self.target().compared, self.range().base) {
            (Compared::Worktree, Some(_)) => Some(worktree::copy(self.repository(), &self.target().paths).await?),
            _ => None,
        };
        let git = copy.as_ref().map_or_else(|| self.repository().git(), |copy| &copy.git);
        let comparison = match self.range() {
            Range { base: Some(base), head: Some(head) } => Some(Comparison::Commits { base, head }),
            Range { base: Some(base), head: None } => Some(Comparison::Index { base }),
            Range { base: None, .. } => None,
        };
        let mut all = Vec::with_capacity(paths.len());
        for path in paths {
            all.push(match (self.file(path), &comparison) {
                (None, _) => None,
                (Some(file), Some(comparison)) if file.whole != Some(Whole::New) => {
                    compared(git, comparison, file, max_bytes).await?
                }
                (Some(file), _) => self.as_new(file, max_bytes).await?,
            });
        }
        Ok(all)
    }

    /// Every line of a file, as added.
    async fn as_new(&self, file: &ChangedFile, max_bytes: usize) -> Result<Option<Vec<u8>>, ChangeError> {
        let Content::Bytes(bytes) = self.read_one(&file.path, u64::try_from(max_bytes).unwrap_or(u64::MAX)).await? else {
            return Ok(None);
        };
        if is_binary(&bytes) {
            return Ok(None);
        }
        let mut hunks = format!("@@ -0,0 +1,{} @@\n", bytes.lines().count()).into_bytes();
        for line in bytes.lines() {
            hunks.push(b'+');
            hunks.extend_from_slice(line);
            hunks.push(b'\n');
        }
        Ok((hunks.len() <= max_bytes).then_some(hunks))
    }
}

/// What git says about one file.
async fn compared(
    git: &Git,
    comparison: &Comparison,
    file: &ChangedFile,
    max_bytes: usize,
) -> Result<Option<Vec<u8>>, ChangeError> {
    // A moved file is only recognised beside the place that it comes from.
    let paths: Vec<RepoPath> = std::iter::once(&file.path).chain(&file.old_path).cloned().collect();
    let mut command = comparison.command(git, &["--patch", "--unified=3"], &paths);
    // Beside the hunks there are a few lines in front of each section.
    command.output_limit = max_bytes.saturating_add(64 * 1024);
    let output = git.run(command).await?;
    if !output.success() {
        return Err(git.failure(comparison.name(), &output));
    }
    Ok(section(&output.stdout, file).filter(|hunks| !output.stdout_truncated && hunks.len() <= max_bytes))
}

/// The hunks of `file` in a patch; nothing where git shows none.
fn section(patch: &[u8], file: &ChangedFile) -> Option<Vec<u8>> {
    let side = if file.exists() { "+++ b/" } else { "--- a/" };
    let named = [side.as_bytes(), file.path.as_bytes()].concat();
    let sections = patch.split_str("\ndiff --git ");
    sections.into_iter().find_map(|section| {
        let at = section.find("\n@@ ")?;
        // A tab follows a name with spaces in it.
        let own = section[..at].lines().any(|line| line.strip_suffix(b"\t").unwrap_or(line) == named);
        own.then(|| {
            let mut hunks = section[at + 1..].to_vec();
            if !hunks.ends_with(b"\n") {
                hunks.push(b'\n');
            }
            hunks
        })
    })
}
