//! `aurumcode serve`: the pages over the store, and where a person's words on them are decided.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::delivery::{Resume, SystemClock, UserDecision, Verdict, decide_by_user, unblock};
use crate::finding::{Code, Diagnostic};
use crate::forge;
use crate::web::{Access, Limits, Said, Saying, Site, Word, serve as serve_site, watch};

use super::super::args::Lang;
use super::super::output::Streams;
use super::super::refusal::Refusal;
use super::super::run::Context;
use super::super::{ExitStatus, runtime};
use super::args::PlaceArgs;
use super::decide::record;
use super::wired::{Wired, refused};

/// The variable that holds the token.
const TOKEN: &str = "AURUMCODE_SERVE_TOKEN";

/// The shortest token.
const SHORTEST: usize = 16;

/// How many words of people may wait to be decided.
const WAITING: usize = 16;

/// What is served, and to whom.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Where pull requests are.
    #[command(flatten)]
    place: PlaceArgs,
    /// The address to listen at; any but a loopback one needs a token in AURUMCODE_SERVE_TOKEN
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// Take a person's words on the pages: approve, reject, unblock; needs a token in AURUMCODE_SERVE_TOKEN
    #[arg(long)]
    allow_actions: bool,
    /// The language of the pages [default: the browser's]
    #[arg(long, value_enum, value_name = "LANG")]
    lang: Option<Lang>,
}

/// Serves until a signal ends it.
pub(in crate::cli) fn run(context: &Context<'_>, args: &ServeArgs, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let access = access(context, args)?;
    let runtime = runtime::start()?;
    let work = async {
        let wired = Wired::new(context, &args.place).await?;
        let listener = TcpListener::bind(args.listen).await.map_err(|error| not_heard(args.listen, &error.to_string()))?;
        let address = listener.local_addr().map_err(|error| not_heard(args.listen, &error.to_string()))?;
        let (seen, watching) = watch(Arc::clone(&wired.store)).await.map_err(refused)?;
        let (words, said) = mpsc::channel(WAITING);
        let site = Site {
            store: Arc::clone(&wired.store),
            clock: Arc::new(SystemClock),
            redactor: Arc::clone(&context.redactor),
            access: Arc::new(access),
            language: args.lang.map(Lang::language),
            link: Arc::new(forge::commit_page),
            words: args.allow_actions.then_some(words),
            seen,
        };
        streams.say(&context.redactor.redact(&format!("serving at http://{address}/ until it is stopped\n")));
        tokio::spawn(watching);
        tokio::join!(serve_site(site, listener, Limits::default()), decide_all(&wired, said));
        Ok::<(), Refusal>(())
    };
    let done = runtime.block_on(runtime::unless_interrupted(work));
    runtime.shutdown_background();
    match done {
        Ok(done) => done.map(|()| ExitStatus::Success),
        // A signal is how this ends.
        Err(_) => Ok(ExitStatus::Success),
    }
}

fn access(context: &Context<'_>, args: &ServeArgs) -> Result<Access, Refusal> {
    let token = context.environment.get(TOKEN).map(|value| value.to_string_lossy().into_owned());
    let wrong = |message: String| {
        Refusal::from(Diagnostic::new(Code::CLI_SERVE, message).help(format!("put a long random text into {TOKEN}")))
    };
    let loopback = args.listen.ip().is_loopback();
    match &token {
        Some(token) if token.len() < SHORTEST => {
            return Err(wrong(format!("the token in {TOKEN} has fewer than {SHORTEST} characters")));
        }
        None if !loopback => {
            return Err(wrong(format!("{} can be reached from other machines, so a token is needed", args.listen)));
        }
        None if args.allow_actions => {
            return Err(wrong("`--allow-actions` lets a page approve and reject, so a token is needed".to_owned()));
        }
        Some(_) | None => {}
    }
    context.redactor.register_all(token.as_deref());
    let own = match args.listen.ip() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    let hosts = loopback.then(|| vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "[::1]".to_owned(), own]);
    Access::new(token, hosts).map_err(|why| Diagnostic::new(Code::CLI_INTERNAL, why).into())
}

fn not_heard(address: SocketAddr, why: &str) -> Refusal {
    Diagnostic::new(Code::CLI_SERVE, format!("{address} cannot be listened at: {why}"))
        .help("give another address with `--listen`")
        .into()
}

/// Decides what people say, one after the other.
async fn decide_all(wired: &Wired<'_>, mut said: mpsc::Receiver<Saying>) {
    while let Some((said, answer)) = said.recv().await {
        let decided = decide(wired, said).await.map_err(|refusal| {
            let told: Vec<&str> = refusal.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
            told.join("; ")
        });
        // The person may have gone.
        let _ = answer.send(decided);
    }
    // Nobody can say anything; the pages are served all the same.
    std::future::pending::<()>().await;
}

async fn decide(wired: &Wired<'_>, said: Said) -> Result<(), Refusal> {
    let found = wired.of(said.pull_request).await?;
    // Whoever speaks has seen one state of it, with one head.
    let state = wired.looked(&wired.worker(), found.id).await?;
    if state.sequence != said.sequence {
        let message = "something happened to it since the page was made: look again, then say it again".to_owned();
        return Err(Diagnostic::new(Code::DELIVERY_REFUSED, message).into());
    }
    let reason = wired.context.redactor.redact(&said.reason).to_string();
    let by_user = |verdict| decide_by_user(&state, UserDecision { verdict, head: state.head, reason: reason.clone() });
    let recorded = match said.word {
        Word::Approve => by_user(Verdict::Approved),
        Word::Reject if reason.trim().is_empty() => {
            return Err(Diagnostic::new(Code::DELIVERY_REFUSED, "a rejection needs a reason, which the developer reads").into());
        }
        Word::Reject => by_user(Verdict::ChangesRequested),
        Word::Resume => unblock(&state, Resume::Resume),
        Word::Restart => unblock(&state, Resume::Restart),
    };
    record(wired, &state, recorded).await.map(drop)
}
