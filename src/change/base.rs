//! Which commits bound the change: the rule by which a base is chosen, and the errors when none can be.
//!
//! A base that cannot be found is an error with a remedy. It is never guessed, and never "nothing changed".

use super::branches::{self, DefaultBranch, Remotes};
use super::commits::{self, Commit};
use super::settings::Settings;
use super::{ChangeError, Oid, Repository};

/// What the change is compared with, and why with that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseChoice {
    /// The merge base of the head and what the user named.
    Given {
        /// What the user named.
        reference: String,
    },
    /// The merge base of the head and the default branch of the remote.
    DefaultBranch {
        /// The branch, for example `origin/main`.
        branch: String,
    },
    /// The first parent of the head.
    PreviousCommit {
        /// Why not the default branch.
        because: WhyPrevious,
    },
    /// Nothing: the head is the first commit, so all of it is added.
    FirstCommit,
    /// `HEAD`, for what is staged and for working files.
    Head,
    /// Nothing: the working files or the index of a branch without a commit, so all of it is added.
    Unborn,
    /// Nothing: every file counts as added, as the user asked for.
    Everything,
}

/// Why the previous commit is the base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyPrevious {
    /// The repository has no remote.
    NoRemote,
    /// No remote's default branch is known here, or several are and none is `origin`'s.
    NoDefaultBranch {
        /// The remotes.
        remotes: Vec<String>,
    },
    /// The head is on the default branch already.
    OnDefaultBranch {
        /// The branch, for example `origin/main`.
        branch: String,
    },
}

/// The bounds of a change between commits.
pub(super) struct Bounds {
    pub(super) base: Option<Oid>,
    pub(super) head: Oid,
    pub(super) choice: BaseChoice,
    /// The commit whose files say how to judge: that to merge into, which may have moved on since the merge base. A change cannot
    /// escape a stricter gate by starting from before it.
    pub(super) judge: Option<Oid>,
}

/// The commit that the user named `reference`.
pub(super) async fn head(repository: &Repository, reference: Option<&str>) -> Result<Oid, ChangeError> {
    let found = commits::read(repository.git(), &[reference.unwrap_or("HEAD").to_owned()]).await?.pop().flatten();
    Ok(known(repository, found, reference).await?.oid)
}

/// The bounds, from what the user named or by the rule for the default.
pub(super) async fn bounds(repository: &Repository, base: Option<&str>, head: Option<&str>) -> Result<Bounds, ChangeError> {
    match base {
        Some(base) => given(repository, base, head).await,
        None => default(repository, head).await,
    }
}

/// The commit whose files say how to judge where nothing is compared: what the user named as the base, else the tip of the default
/// branch; nothing where neither is known.
pub(super) async fn judge(repository: &Repository, base: Option<&str>) -> Result<Option<Oid>, ChangeError> {
    if let Some(base) = base {
        let found = commits::read(repository.git(), &[base.to_owned()]).await?.pop().flatten();
        return Ok(Some(known(repository, found, Some(base)).await?.oid));
    }
    Ok(match branches::default_branch(repository.git()).await? {
        Remotes::Default(DefaultBranch { tip, .. }) => Some(tip),
        Remotes::Unclear(_) => None,
    })
}

async fn given(repository: &Repository, base: &str, head: Option<&str>) -> Result<Bounds, ChangeError> {
    let head_name = head.unwrap_or("HEAD");
    let mut found = commits::read(repository.git(), &[head_name.to_owned(), base.to_owned()]).await?.into_iter();
    let head_commit = known(repository, found.next().flatten(), head).await?;
    let base_commit = known(repository, found.next().flatten(), Some(base)).await?;
    match repository.merge_base(head_commit.oid, base_commit.oid).await? {
        Some(merge_base) => {
            let choice = BaseChoice::Given { reference: base.to_owned() };
            Ok(Bounds { base: Some(merge_base), head: head_commit.oid, choice, judge: Some(base_commit.oid) })
        }
        None => Err(no_merge_base(repository, base, head_name).await),
    }
}

async fn default(repository: &Repository, head: Option<&str>) -> Result<Bounds, ChangeError> {
    let names = [head.unwrap_or("HEAD").to_owned()];
    let (mut found, remotes) =
        tokio::try_join!(commits::read(repository.git(), &names), branches::default_branch(repository.git()))?;
    let head_commit = known(repository, found.pop().flatten(), head).await?;
    let because = match remotes {
        Remotes::Default(DefaultBranch { branch, tip }) => {
            let merge_base = if tip == head_commit.oid { Some(tip) } else { repository.merge_base(head_commit.oid, tip).await? };
            match merge_base {
                Some(merge_base) if merge_base != head_commit.oid => {
                    let choice = BaseChoice::DefaultBranch { branch };
                    return Ok(Bounds { base: Some(merge_base), head: head_commit.oid, choice, judge: Some(tip) });
                }
                Some(_) => WhyPrevious::OnDefaultBranch { branch },
                None => return Err(no_merge_base(repository, &branch, head.unwrap_or("HEAD")).await),
            }
        }
        Remotes::Unclear(remotes) if remotes.is_empty() => WhyPrevious::NoRemote,
        Remotes::Unclear(remotes) => WhyPrevious::NoDefaultBranch { remotes },
    };
    previous(repository, &head_commit, because).await
}

/// The first parent as the base, or nothing for a first commit. A parent that a shallow clone cut off is an error.
async fn previous(repository: &Repository, head: &Commit, because: WhyPrevious) -> Result<Bounds, ChangeError> {
    let Some(parent) = head.parent else {
        return Ok(Bounds { base: None, head: head.oid, choice: BaseChoice::FirstCommit, judge: None });
    };
    if repository.commit_exists(parent).await? {
        let choice = BaseChoice::PreviousCommit { because };
        return Ok(Bounds { base: Some(parent), head: head.oid, choice, judge: Some(parent) });
    }
    let missing = format!("the commit before {}", head.oid.short());
    if repository.is_shallow() {
        return Err(ChangeError::Shallow { missing, command: "git fetch --deepen=1".to_owned() });
    }
    Err(ChangeError::MissingObjects { detail: missing })
}

async fn no_merge_base(repository: &Repository, base: &str, head: &str) -> ChangeError {
    if !repository.is_shallow() {
        return ChangeError::NoMergeBase { base: base.to_owned(), head: head.to_owned() };
    }
    ChangeError::Shallow {
        missing: format!("the common ancestor of `{base}` and `{head}`"),
        command: "git fetch --unshallow".to_owned(),
    }
}

/// The commit, or the error that says what could have been meant. Without a name, `HEAD` was asked for, which stands for no
/// commit in a repository that has none.
async fn known(repository: &Repository, commit: Option<Commit>, reference: Option<&str>) -> Result<Commit, ChangeError> {
    match (commit, reference) {
        (Some(commit), _) => Ok(commit),
        (None, None | Some("HEAD" | "@")) => Err(match commits::named_by_head(repository.git()).await? {
            Some(oid) => ChangeError::MissingObjects { detail: format!("the commit {oid}, which `HEAD` names") },
            None => ChangeError::NoCommit,
        }),
        (None, Some(reference)) => {
            let (similar, settings) =
                tokio::try_join!(branches::similar(repository.git(), reference), Settings::read(repository.git()))?;
            let remote = settings.remotes.iter().find(|remote| *remote == "origin").or(settings.remotes.first()).cloned();
            let shallow = repository.is_shallow();
            Err(ChangeError::UnknownRevision { reference: reference.to_owned(), similar, remote, shallow })
        }
    }
}
