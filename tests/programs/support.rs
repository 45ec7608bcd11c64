//! A change in a real repository, and an engine run over it: with a scripted program, or with the real one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use aurumcode::change::Target;
use aurumcode::config::{Ignore, Scope};
use aurumcode::process::Runner;
use aurumcode::scanner::{Request, Trust};

use crate::repo::Repo;

/// An order for an engine, with defaults that a test changes.
pub(crate) struct Order<'a> {
    pub(crate) repo: &'a Repo,
    pub(crate) target: Target,
    pub(crate) trust: Trust,
    pub(crate) scope: Scope,
    pub(crate) options: serde_json::Value,
    pub(crate) ignore: &'a [&'a str],
}

impl<'a> Order<'a> {
    /// The last commit of `repo`, ordered by the repository itself.
    pub(crate) fn of(repo: &'a Repo) -> Self {
        Self {
            repo,
            target: Target::commits(Some("HEAD~1"), None),
            trust: Trust::Repository,
            scope: Scope::ChangedFiles,
            options: serde_json::json!({}),
            ignore: &[],
        }
    }

    /// The request that the host would make of it.
    pub(crate) async fn request(&self, command: Arc<dyn Runner>) -> Request {
        let change = self.repo.change(self.target.clone()).await;
        Request {
            trust: self.trust,
            options: self.options.clone(),
            range: change.range(),
            scope: self.scope,
            change: Arc::new(change),
            command,
            ignored: Arc::new(Ignore::new(self.ignore).expect("patterns")),
            deadline: Instant::now() + Duration::from_secs(110),
        }
    }
}
