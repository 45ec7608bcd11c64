//! From what was asked for to the commits that bound it.
//!
//! Also where nothing is compared there is a commit that says how to judge: what is under review never does so by itself.

use super::base;
use super::{BaseChoice, ChangeError, Compared, Oid, Range, Repository, Target};

/// The commits that bound the change, why these, and the commit whose files say how to judge.
pub(super) struct Extent {
    pub(super) range: Range,
    pub(super) base: BaseChoice,
    pub(super) judge: Option<Oid>,
}

/// Determines them for `target`.
pub(super) async fn extent(repository: &Repository, target: &Target) -> Result<Extent, ChangeError> {
    match &target.compared {
        Compared::Commits { base, head } if target.all => {
            let head = base::head(repository, head.as_deref()).await?;
            let judge = base::judge(repository, base.as_deref()).await?;
            Ok(Extent { range: Range { base: None, head: Some(head) }, base: BaseChoice::Everything, judge })
        }
        Compared::Commits { base, head } => {
            let bounds = base::bounds(repository, base.as_deref(), head.as_deref()).await?;
            let range = Range { base: bounds.base, head: Some(bounds.head) };
            Ok(Extent { range, base: bounds.choice, judge: bounds.judge })
        }
        Compared::Staged | Compared::Worktree => {
            let head = match base::head(repository, None).await {
                Ok(head) => Some(head),
                Err(ChangeError::NoCommit) => None,
                Err(other) => return Err(other),
            };
            let base = match head {
                _ if target.all => BaseChoice::Everything,
                Some(_) => BaseChoice::Head,
                None => BaseChoice::Unborn,
            };
            let range = Range { base: head.filter(|_| !target.all), head: None };
            Ok(Extent { range, base, judge: head })
        }
    }
}
