//! What is to be done so that there is one comment below the pull request, and that it says `body`.
//!
//! Pure: it looks at the comments that are there and gives the steps. A comment counts as ours when it bears the mark and our account
//! wrote it; nothing else is ever edited or removed.

use super::marker::is_comment;
use super::{Author, Comment};

/// The steps, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommentPlan {
    /// What to do about the comment that stays.
    pub step: CommentStep,
    /// Further comments of ours, which runs side by side left behind: they go.
    pub remove: Vec<String>,
}

/// What to do about the comment that stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CommentStep {
    /// There is none of ours: write it.
    #[default]
    Create,
    /// Give this one the new text.
    Edit(String),
    /// It says the same already.
    Keep,
    /// Some are marked, and nobody says whether they are ours.
    Unknown,
}

/// Plans. `me` is the account that the token speaks for, when it is known.
pub fn plan_comment(there: &[Comment], me: Option<&Author>, body: &str) -> CommentPlan {
    let mut marked = there.iter().filter(|comment| is_comment(&comment.body)).peekable();
    let Some(me) = me else {
        let step = if marked.peek().is_none() { CommentStep::Create } else { CommentStep::Unknown };
        return CommentPlan { step, remove: Vec::new() };
    };
    let mut ours = marked.filter(|comment| comment.author.is(me));
    let step = match ours.next() {
        None => CommentStep::Create,
        Some(first) if same(&first.body, body) => CommentStep::Keep,
        Some(first) => CommentStep::Edit(first.id.clone()),
    };
    CommentPlan { step, remove: ours.map(|comment| comment.id.clone()).collect() }
}

/// Whether a text came back as it was sent: forges change line ends and cut white space at the end.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.trim_end().lines().eq(other.trim_end().lines())
}
