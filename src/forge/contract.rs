//! What every forge can be asked, in one vocabulary.
//!
//! A forge is where a change is discussed: it is told the verdict and decides nothing about it. What it can do is data, so that nobody
//! has to ask which forge it is. Only redacted text is sent.

use async_trait::async_trait;

use crate::change::Oid;
use crate::finding::RepoPath;
use crate::redaction::Redacted;

use super::{Capabilities, ForgeError};

/// One repository on a forge.
#[async_trait]
pub trait Forge: Send + Sync {
    /// What it can do.
    fn capabilities(&self) -> &Capabilities;

    /// Whom the token speaks for; nothing when the forge does not tell.
    ///
    /// # Errors
    /// The forge cannot be reached, or refuses the token.
    async fn author(&self) -> Result<Option<Author>, ForgeError>;

    /// The pull request as it is now.
    ///
    /// # Errors
    /// There is none of that number, or the forge does not answer.
    async fn pull_request(&self, number: u64) -> Result<PullRequest, ForgeError>;

    /// Every comment that stands below the pull request, whoever wrote it, oldest first.
    ///
    /// # Errors
    /// The forge does not answer, or there are more than anybody reads.
    async fn comments(&self, number: u64) -> Result<Vec<Comment>, ForgeError>;

    /// Writes a new comment.
    ///
    /// # Errors
    /// The forge refuses, or does not answer: then the comment may be there all the same.
    async fn comment(&self, number: u64, body: &Redacted) -> Result<(), ForgeError>;

    /// Gives a comment another text.
    ///
    /// # Errors
    /// The forge refuses, or does not answer.
    async fn edit(&self, number: u64, comment: &str, body: &Redacted) -> Result<(), ForgeError>;

    /// Takes a comment away.
    ///
    /// # Errors
    /// The forge refuses, or does not answer.
    async fn remove(&self, number: u64, comment: &str) -> Result<(), ForgeError>;

    /// Every comment on a line of the pull request, whoever wrote it, oldest first.
    ///
    /// # Errors
    /// As for [`Forge::comments`].
    async fn inline(&self, number: u64) -> Result<Vec<InlineComment>, ForgeError>;

    /// Writes comments on lines, in one review where the forge has such a thing. One that the forge refuses does not cost the others:
    /// the result has, for each of `comments`, whether it is there.
    ///
    /// # Errors
    /// None of them could be written, or it is not known which were.
    async fn post_inline(&self, pull: &PullRequest, comments: &[NewInline]) -> Result<Vec<bool>, ForgeError>;

    /// Gives a comment on a line another text, and closes or reopens its thread where the forge lets the token do that.
    ///
    /// # Errors
    /// The forge refuses the new text, or does not answer.
    async fn settle(&self, number: u64, comment: &InlineComment, body: &Redacted, resolved: bool) -> Result<(), ForgeError>;

    /// Tells what the gate says of a commit. Telling it again replaces what was told before.
    ///
    /// # Errors
    /// The forge refuses, or does not answer.
    async fn status(&self, commit: Oid, status: &Status) -> Result<(), ForgeError>;
}

/// Whom a token speaks for, or who wrote something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The number that the forge knows the account by; nothing where only a name was given.
    pub id: Option<i64>,
    /// The account's name.
    pub login: String,
}

impl Author {
    /// Whether both are the same account: by number where both have one, which a rename does not change.
    pub fn is(&self, other: &Self) -> bool {
        match (self.id, other.id) {
            (Some(one), Some(two)) => one == two,
            _ => self.login.eq_ignore_ascii_case(&other.login),
        }
    }
}

/// A pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullRequest {
    /// Its number.
    pub number: u64,
    /// The last commit of its branch.
    pub head: Oid,
    /// The tip of the branch to merge into, as of the last update of the pull request.
    pub base: Oid,
    /// Where the forge counts the change from, when it says so.
    pub start: Option<Oid>,
    /// The name of the branch to merge into.
    pub base_name: String,
    /// Whether its branch lies in another repository, whose owner need not be trusted here.
    pub fork: bool,
}

/// A comment below a pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// What the forge calls it.
    pub id: String,
    /// Who wrote it.
    pub author: Author,
    /// Its text.
    pub body: String,
}

/// A comment on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineComment {
    /// What the forge calls it.
    pub id: String,
    /// What the forge calls its thread, where that is another thing.
    pub thread: Option<String>,
    /// Who wrote it.
    pub author: Author,
    /// Its text.
    pub body: String,
    /// Whether somebody closed its thread; nothing where the forge does not say.
    pub resolved: Option<bool>,
    /// Whether the forge shows it: one that was accepted and has no line is seen by nobody.
    pub shown: bool,
}

/// A comment on a line that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInline {
    /// The file.
    pub path: RepoPath,
    /// The file's path before the change, where it was another.
    pub old_path: Option<RepoPath>,
    /// The first and the last line, on the new side; mostly the same.
    pub lines: (u32, u32),
    /// The text.
    pub body: Redacted,
}

/// What the gate says of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// Whether it may pass.
    pub state: State,
    /// Why, in one line.
    pub title: Redacted,
    /// The whole report, where the forge shows one beside the status.
    pub summary: Option<Redacted>,
    /// Where to read on.
    pub details_url: Option<Redacted>,
    /// Marks on lines, where the forge shows such.
    pub annotations: Vec<Annotation>,
}

/// Whether a commit may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The review has begun.
    Running,
    /// It may.
    Success,
    /// It may not.
    Failure,
    /// There is no verdict.
    Error,
}

/// A mark on lines of the reviewed commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// The file.
    pub path: RepoPath,
    /// The first and the last line.
    pub lines: (u32, u32),
    /// How bad it is.
    pub severity: crate::finding::Severity,
    /// The rule.
    pub title: Redacted,
    /// What is wrong.
    pub message: Redacted,
}
