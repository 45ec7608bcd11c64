//! What the pages show, kept up to date by one reader of the store for all who look.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use crate::config::Language;
use crate::delivery::{Clock, Happened, PullRequest, PullRequestId, Store, StoreError, Timestamp};
use crate::redaction::Redactor;

use super::guard::Access;
use super::said::Saying;

/// How often the store is asked what is new.
const INTERVAL: Duration = Duration::from_millis(500);

/// Where a commit of a repository can be looked at, by the repository's name in the store and the commit; nothing where that is not
/// known.
pub type CommitLink = Arc<dyn Fn(&str, &str) -> Option<String> + Send + Sync>;

/// What a site serves.
#[derive(Clone)]
pub struct Site {
    /// Where pull requests are kept.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Filters all that leaves.
    pub redactor: Arc<Redactor>,
    /// Who may look, and who may say something.
    pub access: Arc<Access>,
    /// The language of the pages; nothing: the browser's.
    pub language: Option<Language>,
    /// Links to commits.
    pub link: CommitLink,
    /// Where a person's words go; nothing: the pages only show.
    pub words: Option<mpsc::Sender<Saying>>,
    /// The last look at the store.
    pub seen: watch::Receiver<Arc<Seen>>,
}

/// One look at the store.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Every pull request, by name.
    pub(super) all: BTreeMap<PullRequestId, Arc<Kept>>,
    /// Why the store could not be read, when that is so.
    pub(super) trouble: Option<String>,
}

impl Seen {
    /// A number that grows with everything that happens to one pull request, or to all of them.
    pub(super) fn revision(&self, one: Option<PullRequestId>) -> u64 {
        match one {
            Some(id) => self.all.get(&id).map_or(0, |kept| kept.state.sequence),
            None => self.all.values().map(|kept| kept.state.sequence).sum::<u64>() + u64::from(self.trouble.is_some()),
        }
    }
}

/// A pull request with what happened to it.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) state: PullRequest,
    pub(super) timeline: Vec<Happened>,
}

impl Kept {
    /// When something happened last.
    pub(super) fn last(&self) -> Timestamp {
        self.timeline.last().map_or(0, |happened| happened.at)
    }

    /// When it was opened.
    pub(super) fn opened(&self) -> Timestamp {
        self.timeline.first().map_or(0, |happened| happened.at)
    }
}

/// What the last look showed, and the work of looking on, which ends when nobody has the receiver any more.
///
/// # Errors
/// The store cannot be read at all.
pub async fn watch(
    store: Arc<dyn Store>,
) -> Result<(watch::Receiver<Arc<Seen>>, impl Future<Output = ()> + Send + 'static), StoreError> {
    let first = look(&*store, &Seen::default()).await?;
    let (sender, receiver) = watch::channel(Arc::new(first));
    let work = async move {
        loop {
            tokio::select! {
                () = sender.closed() => return,
                () = tokio::time::sleep(INTERVAL) => {}
            }
            let before = Arc::clone(&sender.borrow());
            let now = match look(&*store, &before).await {
                Ok(now) => now,
                Err(error) => Seen { trouble: Some(error.to_string()), ..(*before).clone() },
            };
            let moved = |one: &Kept| one.state.sequence;
            let same = now.trouble == before.trouble
                && now.all.len() == before.all.len()
                && now.all.iter().all(|(id, one)| before.all.get(id).is_some_and(|old| moved(old) == moved(one)));
            if !same {
                sender.send_replace(Arc::new(now));
            }
        }
    };
    Ok((receiver, work))
}

/// Reads what has changed since `before`.
async fn look(store: &dyn Store, before: &Seen) -> Result<Seen, StoreError> {
    let mut all = BTreeMap::new();
    for (id, sequence) in store.list().await? {
        let known = before.all.get(&id).filter(|kept| kept.state.sequence == sequence);
        let kept = match known {
            Some(kept) => Arc::clone(kept),
            None => {
                let timeline = store.timeline(id).await?;
                let state = PullRequest::replay(id, timeline.iter().map(|happened| &happened.event));
                let unreadable = || StoreError::Unreadable(format!("pull request {id} has no opening"));
                Arc::new(Kept { state: state.ok_or_else(unreadable)?, timeline })
            }
        };
        all.insert(id, kept);
    }
    Ok(Seen { all, trouble: None })
}
