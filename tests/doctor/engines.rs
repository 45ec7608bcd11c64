//! An engine that wraps the program `lint-under-test`, and one that needs none.

use aurumcode::scanner::{
    AbsentEntry, Engine, EngineEntry, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait, wrapped,
};

pub(crate) const PROGRAM: Program = Program {
    name: "lint-under-test",
    version_arguments: &["--version"],
    from: [2, 1, 0],
    below: Some([3, 0, 0]),
    install: "get lint-under-test",
    exits: &[(0, wrapped::Meaning::Answered)],
};

pub(crate) static ENGINES: &[EngineEntry] = &[
    EngineEntry { name: "builtin", summary: "Works.", readme: "", construct: builtin },
    EngineEntry { name: "lint", summary: "Wraps.", readme: "", construct: lint },
];
pub(crate) static ABSENT: &[AbsentEntry] = &[];

fn engine(scanner: impl Scanner + 'static, category: &'static str, program: Option<Program>) -> Engine {
    Engine {
        scanner: Box::new(scanner),
        category,
        origin: None,
        default_on: true,
        default_scope: Scope::ChangedFiles,
        fits: &[],
        needs: Needs { program },
        options: Options::none(),
    }
}

fn builtin() -> Engine {
    engine(Builtin, "inside", None)
}

fn lint() -> Engine {
    engine(Lint, "lint", Some(PROGRAM))
}

struct Builtin;

#[async_trait]
impl Scanner for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }

    async fn run(&self, _: &Request) -> Result<Report, ScanError> {
        Ok(Report { complete: true, ..Report::default() })
    }
}

struct Lint;

#[async_trait]
impl Scanner for Lint {
    fn name(&self) -> &str {
        "lint"
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        wrapped::Wrapped::find(PROGRAM, request).await?;
        Ok(Report { complete: true, ..Report::default() })
    }
}
