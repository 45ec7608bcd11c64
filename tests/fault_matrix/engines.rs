//! Engines that fail in every way an engine can, and one that does not.

use std::time::Duration;

use aurumcode::finding::{Finding, Location, RuleId, Severity};
use aurumcode::process::{Command, Exit};
use aurumcode::scanner::{
    AbsentEntry, Engine, EngineEntry, Needs, Options, Report, Request, ScanError, Scanner, Scope, async_trait,
};

/// What the engine without a fault says about each file.
pub(crate) const STEADY_MESSAGE: &str = "the steady engine looked here";

/// A table with the steady engine and `faulty`.
macro_rules! table {
    ($name:ident, $construct:path) => {
        pub(crate) static $name: &[EngineEntry] = &[
            EngineEntry { name: "faulty", summary: "Fails.", readme: "", construct: $construct },
            EngineEntry { name: "steady", summary: "Works.", readme: "", construct: steady },
        ];
    };
}

table!(WRAPPED, wrapped);
table!(PANICS, panics);
table!(HALF, half);
pub(crate) static STEADY_ONLY: &[EngineEntry] =
    &[EngineEntry { name: "steady", summary: "Works.", readme: "", construct: steady }];
pub(crate) static NONE_ABSENT: &[AbsentEntry] = &[];

fn engine(scanner: impl Scanner + 'static) -> Engine {
    Engine {
        scanner: Box::new(scanner),
        category: "test",
        origin: None,
        default_on: true,
        default_scope: Scope::ChangedFiles,
        fits: &[],
        needs: Needs::default(),
        options: Options::none(),
    }
}

fn steady() -> Engine {
    engine(Steady)
}

fn wrapped() -> Engine {
    engine(Wrapped)
}

fn panics() -> Engine {
    engine(Panics)
}

fn half() -> Engine {
    engine(Half)
}

struct Steady;

#[async_trait]
impl Scanner for Steady {
    fn name(&self) -> &str {
        "steady"
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let finding = |path| Finding::new(RuleId::new("seen"), Severity::Warning, Location::line(path, 1), STEADY_MESSAGE);
        let findings = request.files().await?.into_iter().map(finding).collect();
        Ok(Report { findings, complete: true, version: "steady 1".to_owned(), ..Report::default() })
    }
}

/// Wraps the program `scanner-under-test`, whose answer is the JSON text `[]`, with exit code 0.
struct Wrapped;

#[async_trait]
impl Scanner for Wrapped {
    fn name(&self) -> &str {
        "faulty"
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let mut command = Command::new("scanner-under-test", request.root().await?);
        command.timeout = Duration::from_secs(1);
        command.output_limit = 64 * 1024;
        let output = request.command.run(command).await?;
        if output.stdout_truncated || output.stderr_truncated {
            return Err(ScanError::InvalidOutput("it printed more than 64 KiB".to_owned()));
        }
        match output.exit {
            Exit::Code(0) => {}
            Exit::Code(code) => return Err(ScanError::Execution(format!("unknown exit code {code}"))),
            Exit::Signal(signal) => return Err(ScanError::Execution(format!("killed by signal {signal}"))),
        }
        let answer: Vec<serde_json::Value> =
            serde_json::from_slice(&output.stdout).map_err(|error| ScanError::InvalidOutput(format!("not JSON: {error}")))?;
        Ok(Report { complete: answer.is_empty(), version: "wrapped 1".to_owned(), ..Report::default() })
    }
}

struct Panics;

#[async_trait]
impl Scanner for Panics {
    fn name(&self) -> &str {
        "faulty"
    }

    async fn run(&self, _: &Request) -> Result<Report, ScanError> {
        panic!("index out of bounds in the engine")
    }
}

/// Returns without having looked at everything.
struct Half;

#[async_trait]
impl Scanner for Half {
    fn name(&self) -> &str {
        "faulty"
    }

    async fn run(&self, _: &Request) -> Result<Report, ScanError> {
        Ok(Report { complete: false, version: "half 1".to_owned(), ..Report::default() })
    }
}
