//! Tells a pull request what came of its review: the one comment, and the comments on lines.
//!
//! Everything is bound to the commit that was reviewed. Before anything is written the pull request is read again, and when its head has
//! moved on the result is stale and nothing is said. A failure of one part costs no other part.

use tokio::time::sleep;

use crate::change::Oid;
use crate::redaction::{Redacted, Redactor};

use super::comment::{CommentStep, plan_comment, same};
use super::inline::{Closing, Note, plan_inline};
use super::marker::mark_comment;
use super::{Author, Forge, ForgeError, NewInline, Patience, PullRequest};

/// What is to be told.
pub struct Publication<'a> {
    /// The pull request's number.
    pub number: u64,
    /// The commit that was reviewed.
    pub head: Oid,
    /// The one comment, without its mark.
    pub comment: Redacted,
    /// Comments on lines, in the order of their importance; nothing where none are wanted.
    pub notes: Option<Vec<Note>>,
    /// What a comment on a line begins with when its finding is gone.
    pub gone: Redacted,
    /// The account that the token speaks for, where the operator says so.
    pub login: Option<&'a str>,
    /// The filter, for texts that come back from the forge.
    pub redactor: &'a Redactor,
    /// How often what may have arrived is looked for and tried again.
    pub patience: Patience,
}

/// One part of what was to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The pull request's own data.
    PullRequest,
    /// The one comment.
    Comment,
    /// The comments on lines.
    Inline,
    /// The status.
    Status,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was written.
    Written(Part),
    /// It stands there already.
    Unchanged(Part),
    /// So many findings have no comment on their line: they lie on no line of the diff, the forge refused the place, or there were too
    /// many. They are in the one comment.
    NotOnLines(usize),
    /// The pull request has another head by now; nothing was written.
    Stale {
        /// The new head.
        now: Oid,
    },
    /// It could not be written.
    Failed(Part, ForgeError),
}

/// Tells, and says what came of each part.
pub async fn publish(forge: &dyn Forge, publication: &Publication<'_>) -> Vec<Outcome> {
    let pull = match forge.pull_request(publication.number).await {
        Ok(pull) => pull,
        Err(error) => return vec![Outcome::Failed(Part::PullRequest, error)],
    };
    if pull.head != publication.head {
        return vec![Outcome::Stale { now: pull.head }];
    }
    let told = publication.login.map(|login| Author { id: None, login: login.to_owned() });
    let me = match forge.author().await {
        Ok(me) => me.or(told),
        // Who may not even ask who they are may not write either; the first part that is tried says so.
        Err(error) => match told {
            Some(told) => Some(told),
            None => return vec![Outcome::Failed(Part::Comment, error)],
        },
    };
    let mut outcomes = vec![one_comment(forge, publication, me.as_ref()).await];
    if let Some(notes) = &publication.notes {
        match &me {
            Some(me) => on_lines(forge, publication, &pull, notes, me, &mut outcomes).await,
            None => outcomes.push(Outcome::Failed(Part::Inline, ForgeError::UnknownAuthor)),
        }
    }
    outcomes
}

async fn one_comment(forge: &dyn Forge, publication: &Publication<'_>, me: Option<&Author>) -> Outcome {
    let body = mark_comment(&publication.comment);
    let mut attempt = 1;
    loop {
        let error = match try_comment(forge, publication.number, me, &body).await {
            Ok(true) => return Outcome::Written(Part::Comment),
            Ok(false) => return Outcome::Unchanged(Part::Comment),
            Err(error) => error,
        };
        attempt += 1;
        // What broke off may have arrived: the next look finds it, so that nothing is said twice.
        match publication.patience.again(attempt).filter(|_| error.is_transient()) {
            Some(wait) => sleep(wait).await,
            None => return Outcome::Failed(Part::Comment, error),
        }
    }
}

/// Whether anything had to be written.
async fn try_comment(forge: &dyn Forge, number: u64, me: Option<&Author>, body: &Redacted) -> Result<bool, ForgeError> {
    let plan = plan_comment(&forge.comments(number).await?, me, body.as_str());
    let mut written = !plan.remove.is_empty();
    match plan.step {
        CommentStep::Create => {
            forge.comment(number, body).await?;
            written = true;
        }
        CommentStep::Edit(id) => {
            forge.edit(number, &id, body).await?;
            written = true;
        }
        CommentStep::Keep => {}
        CommentStep::Unknown => return Err(ForgeError::UnknownAuthor),
    }
    for id in plan.remove {
        forge.remove(number, &id).await?;
    }
    Ok(written)
}

async fn on_lines(
    forge: &dyn Forge,
    publication: &Publication<'_>,
    pull: &PullRequest,
    notes: &[Note],
    me: &Author,
    outcomes: &mut Vec<Outcome>,
) {
    let mut attempt = 1;
    let mut refused = 0;
    loop {
        match try_lines(forge, publication, pull, notes, me).await {
            Ok(done) => {
                refused += done.refused;
                let part = Part::Inline;
                outcomes.push(if done.written { Outcome::Written(part) } else { Outcome::Unchanged(part) });
                if refused > 0 {
                    outcomes.push(Outcome::NotOnLines(refused));
                }
                return;
            }
            Err(error) => {
                attempt += 1;
                match publication.patience.again(attempt).filter(|_| error.is_transient()) {
                    Some(wait) => sleep(wait).await,
                    None => {
                        outcomes.push(Outcome::Failed(Part::Inline, error));
                        return;
                    }
                }
            }
        }
    }
}

struct Done {
    written: bool,
    refused: usize,
}

async fn try_lines(
    forge: &dyn Forge,
    publication: &Publication<'_>,
    pull: &PullRequest,
    notes: &[Note],
    me: &Author,
) -> Result<Done, ForgeError> {
    let there = forge.inline(pull.number).await?;
    let closing = Closing { line: &publication.gone, redactor: publication.redactor };
    let plan = plan_inline(notes, &there, me, forge.capabilities().inline, &closing);
    let mut refused = plan.off_the_diff + plan.beyond;
    let written = !(plan.post.is_empty() && plan.reopen.is_empty() && plan.close.is_empty());
    if !plan.post.is_empty() {
        let posted = forge.post_inline(pull, &plan.post).await?;
        refused += posted.iter().filter(|posted| !**posted).count();
        refused += unseen(forge, pull, me, &plan.post).await;
    }
    for (comment, body) in &plan.reopen {
        forge.settle(pull.number, comment, body, false).await?;
    }
    for (comment, body) in &plan.close {
        forge.settle(pull.number, comment, body, true).await?;
    }
    Ok(Done { written, refused })
}

/// How many of the comments that were accepted stand on no line: a forge may take a place and then show nothing there.
async fn unseen(forge: &dyn Forge, pull: &PullRequest, me: &Author, posted: &[NewInline]) -> usize {
    // They were accepted; that nobody can look again changes nothing about it.
    let Ok(there) = forge.inline(pull.number).await else { return 0 };
    let hidden = there.iter().filter(|comment| comment.author.is(me) && !comment.shown);
    hidden.filter(|comment| posted.iter().any(|posted| same(posted.body.as_str(), &comment.body))).count()
}
