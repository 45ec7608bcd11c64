//! What every command of `pr` works with: the repository, the store, and a worker with its agents.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use async_trait::async_trait;

use crate::change::{Change, Repository, Side};
use crate::delivery::{
    Agents, PullRequest, PullRequestId, Reach, ReadsRules, SecopsRules, SqlStore, Store, StoreError, SystemClock, Trouble,
    TroubleKind, Turn, Worker,
};
use crate::finding::{Code, Diagnostic};
use crate::process::{BaseEnvironment, SystemRunner};
use crate::scanner::Judges;

use super::super::policy::{Policy, policy};
use super::super::refusal::Refusal;
use super::super::run::Context;
use super::super::settings;
use super::args::{OneArgs, PlaceArgs};

/// The variable that names the store, where no option does.
const STORE: &str = "AURUMCODE_STORE";

/// The file below the git directory that all worktrees share.
const FILE: &str = "aurumcode/gates.db";

/// The parts, wired together.
pub(super) struct Wired<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) repository: Repository,
    /// The repository's name in the store.
    pub(super) name: String,
    pub(super) remote: Option<String>,
    pub(super) store: Arc<dyn Store>,
    command: Arc<SystemRunner>,
    policy: Option<Policy>,
}

impl<'a> Wired<'a> {
    pub(super) async fn new(context: &'a Context<'a>, place: &PlaceArgs) -> Result<Self, Refusal> {
        let command = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
        let repository = Repository::open(&place.repo, command.clone()).await?;
        let policy = policy(context, place.policy.as_deref(), &repository).await?;
        let (remote, url) = remote(&repository, place.remote.as_deref()).await?;
        let name = url.unwrap_or_else(|| repository.common_dir().display().to_string());
        let store = store(context, place.store.as_deref(), &repository).await?;
        Ok(Self { context, repository, name, remote, store, command, policy })
    }

    /// A worker for this repository.
    pub(super) fn worker(&self) -> Worker<'_> {
        let variables = self.context.environment.variables();
        let environment: BTreeMap<_, _> = variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value))).collect();
        let agents = Agents {
            repository: self.repository.clone(),
            registry: self.context.registry,
            rules: self,
            command: self.command.clone(),
            redactor: Arc::clone(&self.context.redactor),
            environment,
            parallel: available_parallelism().map_or(1, std::num::NonZero::get),
        };
        Worker {
            store: Arc::clone(&self.store),
            dispatcher: Arc::new(agents),
            clock: Arc::new(SystemClock),
            redactor: Arc::clone(&self.context.redactor),
            name: worker_name(),
        }
    }

    /// The pull request that `args` name: by its number, or the open one of the branch that is checked out.
    pub(super) async fn find(&self, args: &OneArgs) -> Result<PullRequest, Refusal> {
        if let Some(id) = args.id {
            return self.of(id).await;
        }
        let Some(branch) = self.repository.current_branch().await? else {
            let message = "no branch is checked out, so no pull request is meant";
            return Err(Diagnostic::new(Code::DELIVERY_UNKNOWN, message).help("give its number: `aurumcode pr list`").into());
        };
        for (id, _) in self.store.list().await.map_err(refused)? {
            let found = self.store.load(id).await.map_err(refused)?;
            let over = matches!(found.turn(), Turn::Over(_));
            if (&found.terms.repository, &found.terms.branch) == (&self.name, &branch) && !over {
                return Ok(found);
            }
        }
        let message = format!("the branch `{branch}` has no open pull request");
        Err(Diagnostic::new(Code::DELIVERY_UNKNOWN, message).help("open one: `aurumcode pr open <task>`").into())
    }

    /// The pull request of this number, which must be of this repository.
    pub(super) async fn of(&self, id: PullRequestId) -> Result<PullRequest, Refusal> {
        let found = self.store.load(id).await.map_err(refused)?;
        if found.terms.repository != self.name {
            let message = format!("the pull request {id} is of another repository: {}", found.terms.repository);
            return Err(Diagnostic::new(Code::DELIVERY_UNKNOWN, message).help("run the command there").into());
        }
        Ok(found)
    }

    /// Looks for a new head of a pull request that waits for a person, and reads it anew.
    pub(super) async fn looked(&self, worker: &Worker<'_>, id: PullRequestId) -> Result<PullRequest, Refusal> {
        worker.look(id).await.map_err(refused)?.map_err(|trouble| troubled(&trouble))?;
        self.store.load(id).await.map_err(refused)
    }

    /// The work of this repository.
    pub(super) fn reach(&self) -> Reach {
        Reach::Repository(self.name.clone())
    }
}

#[async_trait]
impl ReadsRules for Wired<'_> {
    async fn of(&self, change: &Change) -> Result<SecopsRules, String> {
        let authority = change.authority(Side::Base);
        let loaded = settings::load(self.context, self.policy.as_ref(), &authority).await.map_err(|refusal| {
            let told: Vec<&str> = refusal.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
            format!("the configuration of the base is refused: {}", told.join("; "))
        })?;
        let judges = Judges { repository: authority, policy: self.policy.as_ref().map(|policy| policy.authority.clone()) };
        Ok(SecopsRules { settings: loaded.settings().clone(), judges })
    }
}

async fn remote(repository: &Repository, asked: Option<&str>) -> Result<(Option<String>, Option<String>), Refusal> {
    let name = asked.unwrap_or("origin");
    let url = repository.remote_url(name).await?;
    match (&url, asked) {
        (None, Some(name)) => {
            let message = format!("there is no remote `{name}`");
            Err(Diagnostic::new(Code::DELIVERY_BRANCH, message).help("`git remote -v` lists the remotes").into())
        }
        (None, None) => Ok((None, None)),
        (Some(_), _) => Ok((Some(name.to_owned()), url)),
    }
}

async fn store(context: &Context<'_>, asked: Option<&str>, repository: &Repository) -> Result<Arc<dyn Store>, Refusal> {
    let variable = context.environment.get(STORE).map(|value| value.to_string_lossy().into_owned());
    let place = asked.map(str::to_owned).or(variable);
    let opened = match &place {
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => SqlStore::postgres(url).await,
        Some(url) if url.contains("://") => Err(StoreError::Failed("it is neither a file nor `postgres://…`".to_owned())),
        Some(file) => SqlStore::sqlite(Path::new(file)).await,
        None => {
            let file = repository.common_dir().join(FILE);
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder).map_err(|error| refused(StoreError::Failed(error.to_string())))?;
            }
            SqlStore::sqlite(&file).await
        }
    };
    Ok(Arc::new(opened.map_err(refused)?))
}

/// A name that no other worker has: this process, at this time.
fn worker_name() -> String {
    use crate::delivery::Clock as _;
    format!("{}-{}", std::process::id(), SystemClock.now())
}

/// How a store's error is told.
pub(super) fn refused(error: StoreError) -> Refusal {
    let code = match &error {
        StoreError::Unknown(_) => Code::DELIVERY_UNKNOWN,
        StoreError::AlreadyOpen { .. } => Code::DELIVERY_ALREADY_OPEN,
        StoreError::Conflict | StoreError::LeaseLost | StoreError::Unreadable(_) | StoreError::Failed(_) => Code::DELIVERY_STORE,
    };
    let help = match &error {
        StoreError::Unknown(_) => "`aurumcode pr list` lists them".to_owned(),
        StoreError::AlreadyOpen { id, .. } => format!("let it go on: `aurumcode pr run {id}`"),
        StoreError::Unreadable(_) => "use the version of aurumcode that wrote it, or a newer one".to_owned(),
        StoreError::Conflict | StoreError::LeaseLost => "run the command again".to_owned(),
        StoreError::Failed(_) => "check the file or the address of the store, and who may write to it".to_owned(),
    };
    Diagnostic::new(code, error.to_string()).help(help).into()
}

/// How it is told that a head could not be determined.
fn troubled(trouble: &Trouble) -> Refusal {
    let why = match &trouble.kind {
        TroubleKind::Passing(why) => why.clone(),
        TroubleKind::Lasting(block) => block.diagnosis.clone(),
    };
    Diagnostic::new(Code::DELIVERY_BRANCH, why).help("push the branch, and fetch what was pushed elsewhere").into()
}
