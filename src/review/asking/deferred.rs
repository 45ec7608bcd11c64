//! An engine that waits for the model to ask for it, and runs at most once.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::config::Entry;
use crate::deliberation::{Deferred, Scanned, async_trait};
use crate::finding::Standing;
use crate::scanner::{Executor, Outcome, Registered};

/// The waiting engine.
pub(in crate::review) struct DeferredScan {
    executor: Executor,
    registered: Arc<Registered>,
    entry: Entry,
    outcome: OnceCell<Outcome>,
}

impl DeferredScan {
    pub(in crate::review) fn new(executor: Executor, registered: Arc<Registered>, entry: Entry) -> Self {
        Self { executor, registered, entry, outcome: OnceCell::new() }
    }

    /// Runs it, unless it ran.
    pub(in crate::review) async fn outcome(&self) -> &Outcome {
        self.outcome.get_or_init(|| self.executor.scan(Arc::clone(&self.registered), &self.entry)).await
    }

    /// What came of it, if it ran.
    pub(in crate::review) fn known(&self) -> Option<&Outcome> {
        self.outcome.get()
    }
}

#[async_trait]
impl Deferred for DeferredScan {
    fn engine(&self) -> &str {
        self.registered.entry.name
    }

    fn summary(&self) -> &str {
        self.registered.entry.summary
    }

    async fn scan(&self) -> Result<Scanned, String> {
        let outcome = self.outcome().await;
        if let Some(failure) = &outcome.failure {
            return Err(format!("{}: {}", failure.reason, failure.detail));
        }
        let new = outcome.issues.iter().filter(|issue| issue.standing == Standing::New);
        let line = |issue: &crate::finding::Issue| {
            let place = issue.location.line.map_or_else(String::new, |line| format!(":{line}"));
            format!("{}{place}: {} {}: {}", issue.location.path, issue.severity, issue.rule, issue.message)
        };
        let lines: Vec<String> = new.map(line).collect();
        let identity = format!("{}\n{}", outcome.version, lines.join("\n"));
        let digest = Sha256::digest(identity.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Scanned { origin: outcome.origin.as_str().to_owned(), lines, digest })
    }
}
