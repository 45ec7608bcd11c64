//! Whose files say how an engine judges: rules, and settings of a wrapped program.
//!
//! Who changes the code must not choose what judges it, and who orders a scan says by which rules. So an entry of the central policy
//! reads its files there; every other reads them where the configuration was read: from the base commit, or, where a developer
//! judges their own work, from the working copy.

use crate::change::{Authority, Content, JudgingFiles};
use crate::config::Section;
use crate::finding::RepoPath;

use super::{Request, ScanError};

/// The trees that say how to judge.
#[derive(Debug, Clone)]
pub struct Judges {
    /// Where the repository's own configuration was read.
    pub repository: Authority,
    /// The central policy, where there is one.
    pub policy: Option<Authority>,
}

impl Judges {
    /// The repository's own, without a policy.
    pub const fn repository(authority: Authority) -> Self {
        Self { repository: authority, policy: None }
    }

    /// The tree for what `section` declares.
    pub fn of(&self, section: Section) -> &Authority {
        match (section, &self.policy) {
            (Section::Policy, Some(policy)) => policy,
            (Section::Policy | Section::Repository | Section::Default, _) => &self.repository,
        }
    }
}

impl Request {
    /// The regular files at `paths` and below them that `wanted` takes, each with its content; one of more than `max_bytes` is not
    /// read. The empty path is the root.
    ///
    /// # Errors
    /// The tree could not be read.
    pub async fn judging_files(
        &self,
        paths: &[RepoPath],
        max_bytes: u64,
        wanted: impl Fn(&RepoPath) -> bool,
    ) -> Result<JudgingFiles, ScanError> {
        Ok(self.judge.find(paths, max_bytes, wanted).await?)
    }

    /// The content of one file; [`Content::Missing`] where there is none.
    ///
    /// # Errors
    /// The tree could not be read.
    pub async fn judging_file(&self, path: &RepoPath, max_bytes: u64) -> Result<Content<'static>, ScanError> {
        Ok(self.judge.read_one(path, max_bytes).await?)
    }
}
