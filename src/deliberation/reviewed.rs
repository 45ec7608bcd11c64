//! The reviewed content as tools may see it: by name, whole or not at all, and never from the file system.
//!
//! A tool asks for a path that a model wrote. It is looked up in the listing of what is under review and read from there; nothing is
//! resolved, opened or followed, so `../`, an absolute path or a link leads nowhere.

use std::sync::Arc;

use crate::change::{Change, Content, is_binary};
use crate::config::Ignore;
use crate::finding::RepoPath;

use super::{SecretPaths, SkillSection, ToolError};

/// The most bytes of a file that a tool reads: 1 MiB.
const MAX_FILE: u64 = 1024 * 1024;

/// The most hunks of a file, in bytes.
const MAX_HUNKS: usize = 1024 * 1024;

/// What tools can see of a review.
pub struct Reviewed {
    change: Arc<Change>,
    ignored: Arc<Ignore>,
    secret: SecretPaths,
    sections: Vec<SkillSection>,
}

impl Reviewed {
    /// The content of `change`, without the paths that are not reviewed and those that hold secrets.
    pub fn new(change: Arc<Change>, ignored: Arc<Ignore>, secret: SecretPaths) -> Self {
        Self { change, ignored, secret, sections: Vec::new() }
    }

    /// The same, with the sections of the skills that apply to the change.
    #[must_use]
    pub fn with_sections(self, sections: Vec<SkillSection>) -> Self {
        Self { sections, ..self }
    }

    /// The sections of the skills that apply to the change. They are the team's and no content of the change.
    pub fn sections(&self) -> &[SkillSection] {
        &self.sections
    }

    /// Every file that can be read, by path.
    ///
    /// # Errors
    /// Git failed.
    pub async fn files(&self) -> Result<Vec<RepoPath>, ToolError> {
        let tree = self.change.tree().await?;
        let seen = tree.iter().filter(|entry| entry.kind.is_file() && self.hidden(&entry.path).is_none());
        Ok(seen.map(|entry| entry.path.clone()).collect())
    }

    /// The changed files that tools may show, by path.
    pub fn changed(&self) -> impl Iterator<Item = &RepoPath> + '_ {
        self.change.files().iter().map(|file| &file.path).filter(|path| self.hidden(path).is_none())
    }

    /// The path that a model wrote, when it names a file that can be read.
    ///
    /// # Errors
    /// It names none, or one that must not be read.
    pub async fn locate(&self, path: &str) -> Result<RepoPath, ToolError> {
        let wanted = clean(path)?;
        if let Some(why) = self.hidden(&wanted) {
            return Err(ToolError::Refused(format!("{wanted} {why}")));
        }
        let tree = self.change.tree().await?;
        let entry = tree.binary_search_by(|entry| entry.path.cmp(&wanted)).ok().and_then(|position| tree.get(position));
        match entry {
            Some(entry) if entry.kind.is_file() => Ok(wanted),
            Some(_) => Err(ToolError::Refused(format!("{wanted} is no file: links and submodules are not followed"))),
            None => Err(ToolError::Refused(format!("there is no file {wanted} in what is under review"))),
        }
    }

    /// The text of a file; what is not UTF-8 in it is replaced.
    ///
    /// # Errors
    /// As [`Reviewed::locate`], or it is binary or too large.
    pub async fn text(&self, path: &str) -> Result<String, ToolError> {
        let path = self.locate(path).await?;
        match self.change.read_one(&path, MAX_FILE).await? {
            Content::Bytes(bytes) if is_binary(&bytes) => Err(ToolError::Refused(format!("{path} is binary"))),
            Content::Bytes(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            other => Err(ToolError::Refused(format!("{path} cannot be read: {other}"))),
        }
    }

    /// Calls `look` with the bytes of each of `paths` on all cores, and returns the results in their order; nothing for a file that is
    /// binary, too large or unreadable.
    ///
    /// # Errors
    /// Git failed.
    pub async fn look<T: Send + 'static>(
        &self,
        paths: Vec<RepoPath>,
        look: impl Fn(&RepoPath, &str) -> T + Send + Sync + 'static,
    ) -> Result<Vec<Option<T>>, ToolError> {
        let look = move |path: &RepoPath, content: Content<'_>| {
            let bytes = content.bytes().filter(|bytes| !is_binary(bytes))?;
            Some(look(path, &String::from_utf8_lossy(bytes)))
        };
        Ok(self.change.map_each(paths, MAX_FILE, look).await?)
    }

    /// The hunks of a changed file; what is not UTF-8 in them is replaced.
    ///
    /// # Errors
    /// The file is not changed, must not be read, or has no hunks that can be shown.
    pub async fn hunks(&self, path: &str) -> Result<String, ToolError> {
        let wanted = self.locate_changed(path)?;
        let hunks = self.change.hunks(std::slice::from_ref(&wanted), MAX_HUNKS).await?.pop().flatten();
        let hunks = hunks.ok_or_else(|| ToolError::Refused(format!("the change of {wanted} is no text, or too long")))?;
        Ok(String::from_utf8_lossy(&hunks).into_owned())
    }

    /// The path that a model wrote, when the change touches it.
    ///
    /// # Errors
    /// It does not, or it must not be read.
    pub fn locate_changed(&self, path: &str) -> Result<RepoPath, ToolError> {
        let wanted = clean(path)?;
        if let Some(why) = self.hidden(&wanted) {
            return Err(ToolError::Refused(format!("{wanted} {why}")));
        }
        if !self.change.changed(&wanted) {
            return Err(ToolError::Refused(format!("the change does not touch {wanted}")));
        }
        Ok(wanted)
    }

    /// What is under review.
    pub fn change(&self) -> &Change {
        &self.change
    }

    /// Why no tool shows the file.
    pub fn hidden(&self, path: &RepoPath) -> Option<&'static str> {
        if self.ignored.matches(path) {
            Some("is not reviewed: the configuration ignores it")
        } else if self.secret.matches(path) {
            Some("is not shown: files of that name hold secrets")
        } else {
            None
        }
    }
}

/// A path from the root, in its one spelling.
fn clean(path: &str) -> Result<RepoPath, ToolError> {
    let odd = path.is_empty() || path.contains('\0') || path.split('/').any(|segment| matches!(segment, "" | "." | ".."));
    if odd {
        let path = RepoPath::from(path);
        return Err(ToolError::Refused(format!("`{path}` is no path from the root: write it as `src/main.rs`")));
    }
    Ok(RepoPath::from(path))
}
