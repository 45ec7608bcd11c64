//! From the command line to an exit status.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use clap::error::ErrorKind;

use crate::finding::{Code, Diagnostic};
use crate::redaction::{Redacted, Redactor, harmless};
use crate::report::{self, ProgressMode};
use crate::scanner::Registry;

use super::args::Command;
use super::output::Streams;
use super::refusal::Refusal;
use super::{
    Cli, Environment, ExitStatus, baseline, config, doctor, engines, exceptions, explain, generated, hook, init, log, mcp, pr,
    review, schema, skills, verify,
};

/// What every command works with.
pub(super) struct Context<'a> {
    pub(super) registry: &'a Registry,
    pub(super) environment: &'a Environment,
    pub(super) redactor: Arc<Redactor>,
    pub(super) terminals: Terminals,
}

/// Which streams are terminals, and how wide.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminals {
    /// Standard output.
    pub out: bool,
    /// Standard error.
    pub err: bool,
    /// The width in columns, when it is known.
    pub width: Option<u16>,
}

/// The width of text where there is no terminal to ask.
const WIDTH: usize = 100;

/// The whole program, on the process's own arguments, environment and streams.
pub fn main(registry: &Registry) -> ExitCode {
    // The default hook prints the panic's message, which may quote what was scanned. The executor tells of an engine's panic itself.
    std::panic::set_hook(Box::new(|_| {}));
    let terminals = Terminals::of_process();
    let mut streams = Streams { out: &mut std::io::stdout(), err: &mut std::io::stderr() };
    let run =
        std::panic::AssertUnwindSafe(|| run(registry, std::env::args_os(), &Environment::of_process(), terminals, &mut streams));
    match std::panic::catch_unwind(run) {
        Ok(status) => status.into(),
        Err(_) => {
            let diagnostic = Diagnostic::new(Code::CLI_INTERNAL, "an internal error stopped the review: there is no verdict");
            Streams { out: &mut std::io::stdout(), err: &mut std::io::stderr() }
                .say(&Redactor::default().redact(&report::diagnostic(&diagnostic, false)));
            ExitStatus::Failure.into()
        }
    }
}

/// Runs one command line.
pub fn run(
    registry: &Registry,
    arguments: impl IntoIterator<Item = OsString>,
    environment: &Environment,
    terminals: Terminals,
    streams: &mut Streams<'_>,
) -> ExitStatus {
    let redactor = Arc::new(Redactor::default());
    redactor.register_all(environment.secrets());
    let context = Context { registry, environment, redactor, terminals };
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&context, &error, streams),
    };
    let done = log::start(environment, &context.redactor).and_then(|()| match cli.command {
        Command::Init(args) => init::run(&context, &args, streams),
        Command::Review(args) => review::run(&context, &args, streams),
        Command::Doctor(args) => doctor::run(&context, &args, streams),
        Command::Engines(args) => {
            let text = if args.json { format!("{:#}\n", engines::json(registry)) } else { engines::text(registry) };
            context.deliver(&text, streams)
        }
        Command::Explain(args) => explain::run(&context, &args, streams),
        Command::Config(args) => config::run(&context, &args.command, streams),
        Command::Schema(args) => context.deliver(&schema::text(registry, args.of), streams),
        Command::Skills(args) => skills::run(&context, &args.command, streams),
        Command::Baseline(args) => baseline::run(&context, &args.command, streams),
        Command::Exceptions(args) => exceptions::run(&context, &args.command, streams),
        Command::Pr(args) => pr::run(&context, &args, streams),
        Command::Mcp(args) => mcp::run(&context, &args, streams),
        Command::Serve(args) => pr::serve(&context, &args, streams),
        Command::Verify(args) => verify::run(&context, &args.audit, streams),
        Command::Hook(args) => hook::run(&context, &args, streams),
        Command::Completions(args) => generated::completions(&context, &args, streams),
        Command::Man(args) => generated::man(&context, &args, streams),
    });
    done.unwrap_or_else(|refusal| {
        context.tell(&refusal, streams);
        refusal.status
    })
}

/// Help and version are results; anything else that the parser says is wrong usage.
fn usage(context: &Context<'_>, error: &clap::Error, streams: &mut Streams<'_>) -> ExitStatus {
    let text = context.redactor.redact(&error.render().to_string());
    // The parser quotes the arguments as they are, and a script may have taken them from the reviewed change.
    let text = context.redactor.redact(&harmless(text.as_str()));
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match streams.print(&text) {
            Ok(()) => ExitStatus::Success,
            Err(_) => ExitStatus::Failure,
        },
        _ => {
            streams.say(&text);
            ExitStatus::Usage
        }
    }
}

impl Terminals {
    fn of_process() -> Self {
        let width = console::Term::stdout().size_checked().map(|(_, columns)| columns);
        Self { out: std::io::stdout().is_terminal(), err: std::io::stderr().is_terminal(), width }
    }
}

impl Context<'_> {
    /// The width to wrap text at.
    pub(super) fn width(&self) -> usize {
        self.terminals.width.map_or(WIDTH, usize::from)
    }

    /// The width of a page that is read and not glanced at: longer lines tire.
    pub(super) fn reading_width(&self) -> usize {
        self.width().min(WIDTH)
    }

    /// How to show progress: a bar to whoever watches, lines in the log of a job that may seem to hang, nothing to another program.
    pub(super) fn progress(&self, quiet: bool) -> ProgressMode {
        match (quiet, self.terminals.err, self.environment.in_ci()) {
            (true, _, _) | (false, false, false) => ProgressMode::Silent,
            (false, true, _) => ProgressMode::Bar { width: self.terminals.width.unwrap_or(80) },
            (false, false, true) => ProgressMode::Lines,
        }
    }

    /// Prints a command's result.
    pub(super) fn deliver(&self, text: &str, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
        self.print(&self.redactor.redact(text), streams)?;
        Ok(ExitStatus::Success)
    }

    /// Prints text to standard output, or says why it cannot.
    pub(super) fn print(&self, text: &Redacted, streams: &mut Streams<'_>) -> Result<(), Refusal> {
        streams
            .print(text)
            .map_err(|error| Diagnostic::new(Code::CLI_WRITE, format!("standard output could not be written: {error}")).into())
    }

    /// Prints why a command ends without a result.
    pub(super) fn tell(&self, refusal: &Refusal, streams: &mut Streams<'_>) {
        for diagnostic in &refusal.diagnostics {
            streams.say(&self.redactor.redact(&report::diagnostic(diagnostic, self.color(self.terminals.err))));
        }
    }

    /// Whether to colour a stream by default: on a terminal, unless the user's environment says no.
    pub(super) fn color(&self, terminal: bool) -> bool {
        terminal && self.environment.get("NO_COLOR").is_none() && self.environment.get("TERM").is_none_or(|term| term != "dumb")
    }
}
