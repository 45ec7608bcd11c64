//! Makes the model that a review asks, from the operator's environment and the command line, and writes what it was told.
//!
//! The repository has no say in where the model is: only these variables name it.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::change::Change;
use crate::config::{McpSetting, Settings};
use crate::context::{ContextProvider, Sources, build_context_block, context_entries};
use crate::deliberation::{Limits, SecretPaths, SkillSection};
use crate::finding::{Code, Diagnostic, RepoPath};
use crate::llm::{
    Capture, Captured, Chain, ChatModel, Dollars, Endpoint, Fixture, Kept, Model, Recorder, Replay, Retry, endpoints, profiles,
};
use crate::redaction::Redacted;
use crate::report::Notice;
use crate::review::{Asking, BatchLimits, Knowledge};
use crate::scanner::Judges;

use super::cache::{Cache, Unused};
use super::cost::Cost;
use super::output::{Streams, write_file};
use super::refusal::Refusal;
use super::run::Context;

/// Answers out of a file.
const FIXTURE: &str = "AURUMCODE_LLM_FIXTURE";

/// Where every prompt is written.
const CAPTURE: &str = "AURUMCODE_PROMPT_CAPTURE";

/// The operator's own profiles.
const PROFILES: &str = "LLM_PROVIDERS_FILE";

/// A larger file of recorded answers is refused: 64 MiB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Prompts and conversations quote the reviewed code, so only their owner reads them.
const MODE: u32 = 0o600;

/// Which model takes part: the one that the environment names, unless these say otherwise.
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// Ask no model, whatever the environment names
    #[arg(long, conflicts_with_all = ["record", "replay"])]
    pub no_model: bool,
    /// Write the conversation with the model to a file, redacted
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Take the model's answers from a recorded conversation
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    pub replay: Option<PathBuf>,
    /// Say on standard error what each call of the model may cost, and at the end what all of them did
    #[arg(long, conflicts_with = "no_model")]
    pub explain_cost: bool,
    /// Make no call of the model that could bring their price above this many dollars
    #[arg(long, value_name = "USD", conflicts_with = "no_model")]
    pub max_usd: Option<Dollars>,
}

/// The model of one review.
#[derive(Default)]
pub(super) struct Prepared {
    model: Option<Box<dyn Model>>,
    capture: Option<(PathBuf, Captured)>,
    record: Option<(PathBuf, Kept)>,
    replayed: bool,
    cost: Option<Cost>,
    cache: Option<Result<Cache, Unused>>,
}

impl Prepared {
    /// The model that the command line or the environment names, if any.
    pub(super) fn new(context: &Context<'_>, args: &ModelArgs) -> Result<Self, Refusal> {
        if args.no_model {
            return Ok(Self::default());
        }
        let cost = Cost::new(context, args)?;
        let counted = |model| match &cost {
            Some(cost) => cost.metered(model),
            None => model,
        };
        let Some(mut model) = named(context, args, &counted)? else { return Ok(Self::default()) };
        let mut prepared = Self { replayed: args.replay.is_some(), ..Self::default() };
        if args.replay.is_none() {
            prepared.cache = Cache::new(context);
        }
        if let Some(Ok(cache)) = &prepared.cache {
            model = cache.remembering(model);
        }
        if let Some(file) = &args.record {
            let kept = Kept::default();
            model = Box::new(Recorder::new(model, kept.clone()));
            prepared.record = Some((file.clone(), kept));
        }
        if let Some(file) = context.environment.get(CAPTURE) {
            let captured = Captured::default();
            model = Box::new(Capture::new(model, captured.clone()));
            prepared.capture = Some((PathBuf::from(file), captured));
        }
        prepared.model = Some(model);
        prepared.cost = cost;
        Ok(prepared)
    }

    /// How to ask it under these settings; nothing: no model takes part.
    pub(super) fn asking(&self, settings: &Settings, knowledge: Knowledge) -> Result<Option<Asking<'_>>, Refusal> {
        let wanted = settings.model.enabled && (self.model.is_some() || settings.model.required);
        if !wanted {
            return Ok(None);
        }
        let deliberation = &settings.deliberation;
        let limits = Limits {
            max_rounds: deliberation.max_rounds,
            max_cost_tokens: deliberation.max_cost_tokens,
            per_tool_timeout: deliberation.per_tool_timeout,
            max_read_bytes: deliberation.max_read_bytes,
        };
        let secret_paths = SecretPaths::new(&deliberation.secret_paths).map_err(|error| {
            Diagnostic::new(Code::CONFIG_INVALID_GLOB, format!("`deliberation.secret_paths`: {error}"))
                .help("write globs such as `vault/**`")
        })?;
        Ok(Some(Asking {
            model: self.model.as_deref(),
            required: settings.model.required,
            deliberation: deliberation.enabled.then_some(limits),
            secret_paths,
            batches: BatchLimits { max_batches: settings.model.max_batches, max_prompt_tokens: settings.model.max_prompt_tokens },
            verification: settings.model.verification,
            timeout: settings.model.timeout,
            language: settings.language,
            memory: self.cache().map(|cache| cache.memory().clone()),
            knowledge,
        }))
    }

    /// Whether there is a model at all.
    pub(super) fn is_there(&self) -> bool {
        self.model.is_some()
    }

    /// The cache, where one is used.
    pub(super) fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref().and_then(|cache| cache.as_ref().ok())
    }

    /// Whether the command line names a recorded conversation.
    pub(super) fn is_replayed(&self) -> bool {
        self.replayed
    }

    /// Writes the files that were asked for; whether all of them could be.
    pub(super) fn deliver(&self, context: &Context<'_>, verbose: bool, streams: &mut Streams<'_>) -> bool {
        let told = match &self.cache {
            Some(Ok(cache)) => cache.told(verbose),
            Some(Err(unused)) => Some(unused.told()),
            None => None,
        };
        if let Some(told) = told {
            streams.say(&context.redactor.redact(&told));
        }
        if let Some(told) = self.cost.as_ref().and_then(Cost::told) {
            streams.say(&context.redactor.redact(&told));
        }
        let prompts = self.capture.as_ref().map(|(path, captured)| (path, "captured prompts", captured.text()));
        let conversation = self
            .record
            .as_ref()
            .zip(self.model.as_ref())
            .map(|((path, kept), model)| (path, "recorded conversation", kept.document(model.as_ref(), &context.redactor)));
        let mut delivered = true;
        for (path, what, text) in prompts.into_iter().chain(conversation) {
            delivered &= write(context, path, what, &text, streams);
        }
        delivered
    }
}

fn write(context: &Context<'_>, path: &Path, what: &str, text: &Redacted, streams: &mut Streams<'_>) -> bool {
    let Err(error) = write_file(path, text, MODE) else { return true };
    let problem = Diagnostic::new(Code::CLI_WRITE, format!("the {what} {} could not be written: {error}", path.display()))
        .help("the verdict stands; give a path that can be written");
    context.tell(&problem.into(), streams);
    false
}

/// The model without what is wrapped around it. Each model of a chain is `counted` by itself: a fallback is one more call.
fn named(
    context: &Context<'_>,
    args: &ModelArgs,
    counted: &dyn Fn(Box<dyn Model>) -> Box<dyn Model>,
) -> Result<Option<Box<dyn Model>>, Refusal> {
    if let Some(file) = &args.replay {
        let text = read(file)?;
        let replay = Replay::read(&text).map_err(|error| wrong(Code::MODEL_FILE, format!("{}: {error}", file.display())))?;
        return Ok(Some(counted(Box::new(replay))));
    }
    match Named::of(context)? {
        Named::Nothing => Ok(None),
        Named::Fixture(_, fixture) => Ok(Some(counted(Box::new(fixture)))),
        Named::Endpoints(endpoints) => {
            let mut models: Vec<Box<dyn Model>> = Vec::new();
            for endpoint in endpoints {
                let model = ChatModel::new(endpoint, Retry::default());
                models.push(counted(Box::new(model.map_err(|error| wrong(Code::MODEL_ENVIRONMENT, error.to_string()))?)));
            }
            Ok(Chain::new(models).map(|chain| Box::new(chain) as Box<dyn Model>))
        }
    }
}

/// The model that the environment names.
pub(super) enum Named {
    /// None.
    Nothing,
    /// Answers out of this file.
    Fixture(PathBuf, Fixture),
    /// Hosts, the one to ask first in front.
    Endpoints(Vec<Endpoint>),
}

impl Named {
    /// Reads the environment. From here on no output tells a key.
    pub(super) fn of(context: &Context<'_>) -> Result<Self, Refusal> {
        if let Some(file) = context.environment.get(FIXTURE) {
            let file = PathBuf::from(file);
            let fixture = Fixture::read(&read(&file)?);
            let fixture = fixture.map_err(|error| wrong(Code::MODEL_FILE, format!("{}: {error}", file.display())))?;
            return Ok(Self::Fixture(file, fixture));
        }
        let own = context.environment.get(PROFILES).map(|file| read(Path::new(file))).transpose()?;
        let environment = |message: String| wrong(Code::MODEL_ENVIRONMENT, message);
        let profiles = profiles(own.as_deref()).map_err(|error| environment(error.to_string()))?;
        let variable = |name: &str| context.environment.get(name).map(|value| value.to_string_lossy().into_owned());
        let endpoints = endpoints(&profiles, &variable).map_err(|error| environment(error.to_string()))?;
        context.redactor.register_all(endpoints.iter().filter_map(|endpoint| endpoint.key.as_deref()));
        Ok(if endpoints.is_empty() { Self::Nothing } else { Self::Endpoints(endpoints) })
    }
}

fn wrong(code: Code, message: String) -> Refusal {
    Diagnostic::new(code, message).help("docs/models.md describes it").into()
}

fn read(file: &Path) -> Result<String, Refusal> {
    let unreadable = |why: String| {
        Refusal::from(
            Diagnostic::new(Code::MODEL_FILE, format!("{} cannot be read: {why}", file.display())).help("correct the path"),
        )
    };
    match std::fs::metadata(file) {
        Ok(found) if found.len() > MAX_BYTES => return Err(unreadable(format!("it is larger than {MAX_BYTES} bytes"))),
        Ok(_) => {}
        Err(error) => return Err(unreadable(error.to_string())),
    }
    std::fs::read_to_string(file).map_err(|error| unreadable(error.to_string()))
}

/// What the model is told besides the change, and which sources had no answer.
pub(super) async fn knowledge(
    context: &Context<'_>,
    sources: &Sources,
    servers: &[McpSetting],
    judges: &Judges,
    change: &Change,
) -> (Knowledge, Vec<Notice>) {
    let changed: Vec<RepoPath> = change.files().iter().map(|file| file.path.clone()).collect();
    let mut sections = Vec::new();
    for selection in sources.catalogue.select(&changed).iter().filter(|selection| selection.answer.applies()) {
        sections.extend(selection.skill.rules.iter().map(|rule| SkillSection {
            rule: rule.id.clone(),
            title: rule.title.clone(),
            severity: rule.severity,
            text: rule.text.clone(),
        }));
    }
    // The team's own words first, then what comes from outside.
    let outside = super::servers::sources(context, servers, judges);
    let mut providers = sources.providers();
    providers.extend(context_entries().iter().map(|entry| (entry.construct)(&judges.repository)));
    providers.extend(outside);
    let providers: Vec<&dyn ContextProvider> = providers.iter().map(AsRef::as_ref).collect();
    let block = build_context_block(&providers, &changed, &context.redactor).await;
    let uninformed = block
        .warnings
        .iter()
        .map(|warning| Notice::Uninformed { source: warning.provider.to_string(), why: warning.reason.to_string() });
    (Knowledge { sections, context: block.text, missing: block.required }, uninformed.collect())
}
