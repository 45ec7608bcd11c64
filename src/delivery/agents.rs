//! Those who do the work: QA, SecOps and the developer's command, on a real repository.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use async_trait::async_trait;

use crate::change::{Change, ChangeError, Repository, Target};
use crate::process::Runner;
use crate::redaction::Redactor;
use crate::scanner::Registry;

use super::secops::Secops;
use super::{
    Block, BlockReason, Gate, GateDispatcher, GateVerdict, Head, Judgement, Lineage, Paid, PullRequest, ReadsRules, Trouble,
    developer, qa,
};

/// The agents, with all that they work with.
pub struct Agents<'a> {
    /// The repository that the pull requests are of.
    pub repository: Repository,
    /// The engines of this binary.
    pub registry: &'a Registry,
    /// By what SecOps judges.
    pub rules: &'a dyn ReadsRules,
    /// The only way to start a program.
    pub command: Arc<dyn Runner>,
    /// Learns what scanners find, and cleans what leaves.
    pub redactor: Arc<Redactor>,
    /// The variables that a developer's command may be given, by name.
    pub environment: BTreeMap<String, OsString>,
    /// How many engines run at once.
    pub parallel: usize,
}

#[async_trait]
impl GateDispatcher for Agents<'_> {
    async fn head(&self, of: &PullRequest) -> Result<Head, Trouble> {
        let branch = &of.terms.branch;
        let found = match &of.terms.remote {
            Some(remote) => self.repository.remote_branch(remote, branch).await,
            None => self.repository.branch(branch).await,
        };
        let Some(commit) = found.map_err(told)? else {
            let place = of.terms.remote.as_ref().map_or("here".to_owned(), |remote| format!("in the remote `{remote}`"));
            return Err(Trouble::passing(format!("there is no branch `{branch}` {place}")));
        };
        if commit == of.head {
            return Ok(Head { commit, lineage: Lineage::Descends });
        }
        if !self.repository.commit_exists(commit).await.map_err(told)? {
            let remote = of.terms.remote.as_deref().unwrap_or_default();
            let diagnosis = format!("{} is not in this repository: `git fetch {remote} {branch}`", commit.short());
            return Err(Trouble::passing(diagnosis));
        }
        // A commit that is gone from here, as after a rewrite and a clean-up, is in no lineage.
        let kept = self.repository.commit_exists(of.head).await.map_err(told)?;
        let shared = if kept { self.repository.merge_base(of.head, commit).await.map_err(told)? } else { None };
        let lineage = if shared == Some(of.head) { Lineage::Descends } else { Lineage::Rewritten };
        Ok(Head { commit, lineage })
    }

    async fn judge(&self, of: &PullRequest, gate: Gate) -> Result<Paid<Judgement>, Trouble> {
        let target = Target::commits(Some(&of.terms.base), Some(&of.head.to_string()));
        let change = Change::resolve(self.repository.clone(), target).await.map_err(unreviewable)?;
        match gate {
            Gate::Qa => qa::judge(of, &change, &self.command, &self.redactor).await,
            Gate::Secops => {
                let secops = Secops {
                    registry: self.registry,
                    rules: self.rules,
                    command: &self.command,
                    redactor: &self.redactor,
                    parallel: self.parallel,
                };
                secops.judge(of, Arc::new(change)).await
            }
        }
        .map(Paid::free)
    }

    async fn correct(&self, of: &PullRequest, rejection: &GateVerdict) -> Result<Paid<()>, Trouble> {
        developer::correct(of, rejection, &self.repository, &self.command, &self.environment).await.map(Paid::free)
    }

    async fn tell(&self, _: &PullRequest, _: &GateVerdict) -> Result<Option<String>, Trouble> {
        Ok(None)
    }
}

fn told(error: ChangeError) -> Trouble {
    Trouble::passing(error.to_string())
}

/// What cannot be compared now cannot be compared in a minute either.
fn unreviewable(error: ChangeError) -> Trouble {
    Trouble::lasting(Block { reason: BlockReason::GateFailed, diagnosis: error.to_string() })
}
