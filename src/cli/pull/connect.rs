//! Finds the forge and the pull request, before anything is reviewed.
//!
//! What stands in the way of a review ends the command here; what only stands in the way of telling its result does not.

use std::sync::Arc;

use crate::change::{Oid, Repository};
use crate::cli::args::SubjectArgs;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::{runtime, subject};
use crate::finding::{Code, Diagnostic};
use crate::forge::{Forge, ForgeError, Patience, Place, PullRequest, Surroundings, open};
use crate::process::{BaseEnvironment, SystemRunner};

use super::PullArgs;
use super::report::Troubles;
use super::verified::verify;

/// The forge of one review, and what it is to be told.
pub(in crate::cli) struct Pull<'a> {
    pub(super) args: &'a PullArgs,
    pub(super) forge: Box<dyn Forge>,
    pub(super) place: Place,
    pub(super) surroundings: Surroundings,
    pub(super) patience: Patience,
    /// Whether there is a token at all.
    pub(super) token: bool,
    /// The account that the operator says the token speaks for.
    pub(super) login: Option<String>,
    pub(super) request: Option<PullRequest>,
    /// The commit whose status is reported.
    pub(super) commit: Oid,
    /// The forge's connections live as long as this.
    pub(super) runtime: tokio::runtime::Runtime,
    pub(super) troubles: Troubles,
}

/// The variable that says whom the token speaks for, where the forge does not.
const LOGIN: &str = "AURUMCODE_PUBLISHER_LOGIN";

impl<'a> Pull<'a> {
    /// The forge and the pull request; nothing when no forge has to do with this review.
    pub(in crate::cli) fn open(
        context: &Context<'_>,
        args: &'a PullArgs,
        subject: &SubjectArgs,
    ) -> Result<Option<Self>, Refusal> {
        if !args.any() {
            return Ok(None);
        }
        let runtime = runtime::start()?;
        let opened = runtime.block_on(runtime::unless_interrupted(Connection::make(context, args, subject)))??;
        let Connection { forge, place, token, request, commit, head, base_known } = opened;
        let variable = |name: &str| variable(context, name);
        let pull = Self {
            args,
            forge,
            surroundings: Surroundings::read(&variable),
            patience: Patience::default(),
            place,
            token,
            login: variable(LOGIN),
            request,
            commit,
            runtime,
            troubles: Troubles::default(),
        };
        pull.begin();
        if let Some(request) = &pull.request
            && let Err(refusal) = verify(request, pull.args, head, base_known)
        {
            pull.no_verdict(&refusal);
            return Err(refusal);
        }
        Ok(Some(pull))
    }

    /// What is reviewed of the pull request: its head against its base.
    pub(in crate::cli) fn subject(&self, subject: &SubjectArgs) -> Option<SubjectArgs> {
        let request = self.request.as_ref()?;
        Some(SubjectArgs {
            base: Some(request.base.to_string()),
            head: Some(request.head.to_string()),
            paths: subject.paths.clone(),
            repo: subject.repo.clone(),
            policy: subject.policy.clone(),
            config_from: subject.config_from,
            ..SubjectArgs::default()
        })
    }

    /// The name of the branch to merge into.
    pub(in crate::cli) fn base_name(&self) -> Option<&str> {
        Some(&self.request.as_ref()?.base_name)
    }
}

/// What is known once the forge and the repository have been asked.
struct Connection {
    forge: Box<dyn Forge>,
    place: Place,
    token: bool,
    request: Option<PullRequest>,
    commit: Oid,
    head: Oid,
    base_known: bool,
}

impl Connection {
    async fn make(context: &Context<'_>, args: &PullArgs, subject: &SubjectArgs) -> Result<Self, Refusal> {
        let command = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
        let repository: Repository = subject::open(context, subject, command).await?;
        let head = repository.commit_named(subject.head.as_deref()).await?;
        let origin = repository.remote_url("origin").await?;
        let variable = |name: &str| variable(context, name);
        let place = Place::find(&variable, args.repo_slug.as_deref(), origin.as_deref()).map_err(|error| unplaced(&error))?;
        let token = place.service.token_variables().iter().find_map(|name| variable(name));
        let forge = open(place.clone(), token.as_deref(), Patience::default()).map_err(|error| unplaced(&error))?;
        let request = match args.pr {
            None => None,
            Some(number) => {
                Some(forge.pull_request(number).await.map_err(|error| unread(&error, number, &place, token.is_some()))?)
            }
        };
        let base_known = match &request {
            None => true,
            Some(request) => repository.commit_exists(request.base).await?,
        };
        let commit = request.as_ref().map_or(head, |request| request.head);
        Ok(Self { forge, place, token: token.is_some(), request, commit, head, base_known })
    }
}

/// A variable that is text; one that is not names nothing on a forge.
fn variable(context: &Context<'_>, name: &str) -> Option<String> {
    context.environment.get(name)?.to_str().map(str::to_owned)
}

fn unplaced(error: &ForgeError) -> Refusal {
    Diagnostic::new(Code::FORGE_PLACE, error.to_string())
        .help("docs/pull-requests.md says which variables name the forge, the repository and the token")
        .into()
}

fn unread(error: &ForgeError, number: u64, place: &Place, token: bool) -> Refusal {
    let name = format!("{} #{number} of {}", place.service.name(), place.repository);
    let refused = matches!(error, ForgeError::Missing { .. } | ForgeError::Unauthorised(_) | ForgeError::Forbidden { .. });
    let tokens = place.service.token_variables().join(", ");
    let hint = if token { "check the number, the repository and what the token may read" } else { "there is no token" };
    let code = if refused { Code::FORGE_NO_PULL_REQUEST } else { Code::FORGE_UNREACHABLE };
    let diagnostic = Diagnostic::new(code, format!("the pull request ({name}) could not be read: {error}"))
        .note(format!("asked at {}", place.api));
    let diagnostic = if refused {
        diagnostic.help(format!("{hint}; a token is taken from the first of {tokens} that is set"))
    } else {
        diagnostic.help("run it again; without the pull request there is nothing to compare")
    };
    diagnostic.into()
}
