//! The command: reads questions from standard input until it ends, and answers them on standard output.

use std::time::Duration;

use rmcp::ServiceExt;
use serde_json::{Value, json};
use tokio::io::{stdin, stdout};
use tokio::sync::mpsc;

use crate::cli::args::SubjectArgs;
use crate::cli::asking::Prepared;
use crate::cli::explain;
use crate::cli::model;
use crate::cli::output::Streams;
use crate::cli::refusal::Refusal;
use crate::cli::run::Context;
use crate::cli::runtime;
use crate::cli::survey::{Survey, Surveyed, Whose};
use crate::cli::{ExitStatus, args::Lang};
use crate::finding::{Code, Diagnostic};
use crate::report;

use super::answers;
use super::args::McpArgs;
use super::asked::{Changes, ReviewQuestion, RulesQuestion};
use super::handler::{Answer, Asked, Handler, Question};

/// How many questions may wait.
const WAITING: usize = 16;

/// The most findings or rules on one page.
const LONGEST_PAGE: u32 = 200;

/// Serves until standard input ends.
pub(in crate::cli) fn run(context: &Context<'_>, args: &McpArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let prepared = Prepared::new(context, &args.model)?;
    let (questions, asked) = mpsc::channel(WAITING);
    let runtime = runtime::start()?;
    let served = std::thread::scope(|scope| {
        // A review has a runtime of its own, so it is answered on a thread of its own.
        scope.spawn(|| Answerer { context, args, prepared: &prepared, last: None }.answer_all(asked));
        runtime.block_on(runtime::unless_interrupted(serve(Handler { questions })))
    });
    // A read of standard input cannot be taken back.
    runtime.shutdown_background();
    prepared.deliver(context, false, streams);
    served??;
    Ok(ExitStatus::Success)
}

async fn serve(handler: Handler) -> Result<(), Refusal> {
    let wrong = |error: String| {
        Refusal::from(
            Diagnostic::new(Code::CLI_MCP, format!("no MCP client spoke on standard input: {error}"))
                .help("name this command in the configuration of a client; it is not used by hand"),
        )
    };
    let running = handler.serve((stdin(), stdout())).await.map_err(|error| wrong(error.to_string()))?;
    running.waiting().await.map(drop).map_err(|error| wrong(error.to_string()))
}

/// Answers questions, one after the other.
struct Answerer<'a> {
    context: &'a Context<'a>,
    args: &'a McpArgs,
    prepared: &'a Prepared,
    /// The audit of the last review, in which findings are looked up.
    last: Option<String>,
}

impl Answerer<'_> {
    fn answer_all(mut self, mut asked: mpsc::Receiver<Asked>) {
        while let Some((question, answer)) = asked.blocking_recv() {
            let found = self.answer(&question);
            // The client may have taken its question back.
            let _ = answer.send(found);
        }
    }

    fn answer(&mut self, question: &Question) -> Answer {
        let answer = match question {
            Question::Gate(question) => self.review(question, |audit, exit| answers::gate(audit, exit, question.changes)),
            Question::Review(question) => {
                let (offset, limit) = page(question.offset, question.limit);
                self.review(&question.into(), |audit, exit| answers::review(audit, exit, question.changes, offset, limit))
            }
            Question::Rules(question) => Ok(self.rules(question)),
            Question::Explain(question) => explain::page(self.context, &question.topic, self.last.as_deref()).map(Value::String),
        };
        let redactor = &self.context.redactor;
        match answer {
            Ok(Value::String(text)) => Ok(Value::String(redactor.redact(&text).into_string())),
            Ok(document) => Ok(redactor.redact_value(&document)),
            Err(refusal) => {
                let told = refusal.diagnostics.iter().map(|diagnostic| report::diagnostic(diagnostic, false));
                Err(redactor.redact(&told.collect::<String>()).into_string())
            }
        }
    }

    fn review(&mut self, question: &ReviewQuestion, answer: impl Fn(&Value, u8) -> Value) -> Result<Value, Refusal> {
        let subject = SubjectArgs {
            base: question.base.clone(),
            staged: question.changes == Changes::Staged,
            worktree: question.changes == Changes::Worktree,
            repo: self.args.repo.clone(),
            policy: self.args.policy.clone(),
            ..SubjectArgs::default()
        };
        let survey = Survey {
            subject: &subject,
            whose: Whose::Authority(None),
            model: Some(self.prepared),
            quiet: true,
            lang: Some(Lang::En),
        };
        let limit = Duration::from_secs(self.args.timeout * 60);
        let Some(surveyed) = survey.run_within(self.context, limit)? else {
            let detail = format!("the review was not finished within {} minutes", self.args.timeout);
            return Ok(answers::inconclusive("time_limit", &detail));
        };
        let Surveyed { decided, loaded, commit, notices, baseline: _ } = surveyed;
        let mut model = model::of(decided, loaded.file());
        model.layers = loaded.files().to_vec();
        (model.judging_commit, model.notices) = (commit, notices);
        let model = model.redacted(&self.context.redactor);
        let audit = report::audit(&model);
        let internal = |error: serde_json::Error| {
            Refusal::from(Diagnostic::new(Code::CLI_INTERNAL, format!("the audit is no JSON: {error}")))
        };
        let document: Value = serde_json::from_str(&audit).map_err(internal)?;
        self.last = Some(audit);
        Ok(answer(&document, ExitStatus::of_model(&model).code()))
    }

    fn rules(&self, question: &RulesQuestion) -> Value {
        let all = explain::rules(self.context.registry);
        let search = question.search.as_deref().unwrap_or_default().to_lowercase();
        let matches = |text: &str| text.to_lowercase().contains(&search);
        let found: Vec<_> = all
            .iter()
            .filter(|rule| {
                let engine = rule.engine.as_ref().map_or("_gate", |(name, _)| name.as_str());
                question.engine.as_deref().is_none_or(|wanted| wanted == engine)
            })
            .filter(|rule| matches(&rule.name) || matches(&rule.title) || rule.tags.iter().any(|tag| matches(tag)))
            .collect();
        let (offset, limit) = page(question.offset, question.limit);
        let items = found.iter().skip(offset).take(limit).map(|rule| {
            json!({"rule_id": rule.name, "severity": rule.severity.map(|it| it.to_string()), "title": rule.title, "tags": rule.tags})
        });
        answers::page_of(offset, items.collect(), found.len())
    }
}

fn page(offset: u32, limit: u32) -> (usize, usize) {
    (offset as usize, limit.clamp(1, LONGEST_PAGE) as usize)
}
