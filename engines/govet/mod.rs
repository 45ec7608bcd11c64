//! Finds suspicious Go code with `go vet`.
//!
//! The type checker runs over the packages of the reviewed files, in each module that the tree holds. Nothing of the change is
//! executed and nothing is fetched: no cgo, no network, no toolchain, tool or flag that a file of the tree could name. What is left
//! out of a build is not looked at, and is said to be.

mod environment;
mod modules;
mod options;
mod packages;
mod parse;
mod places;
mod vet;

use crate::scanner::wrapped::{Meaning, Wrapped};
use crate::scanner::{Engine, Needs, Options, Program, Report, Request, ScanError, Scanner, Scope, async_trait};

use options::GovetOptions;

const PROGRAM: Program = Program {
    name: "go",
    version_arguments: &["version"],
    from: [1, 17, 0],
    below: Some([2, 0, 0]),
    install: "apt-get install golang-go",
    exits: &[
        (0, Meaning::Answered),
        (1, Meaning::Answered), // a package could not be loaded
        (2, Meaning::Answered), // a package could not be checked
    ],
};

/// The engine's line in the registry.
pub fn engine() -> Engine {
    Engine {
        scanner: Box::new(Govet),
        category: "lint",
        origin: None,
        default_on: false,
        default_scope: Scope::Added,
        fits: &["**/go.mod"],
        needs: Needs { program: Some(PROGRAM) },
        options: Options::checked(GovetOptions::problems),
    }
}

struct Govet;

#[async_trait]
impl Scanner for Govet {
    fn name(&self) -> &str {
        "govet"
    }

    fn identity(&self) -> String {
        PROGRAM.identity()
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: GovetOptions = request.options()?;
        let go = Wrapped::find(PROGRAM, request).await?;
        let (platforms, tags) = (options.platforms.join(","), options.tags.join(","));
        let version = go.identity([platforms.as_bytes(), tags.as_bytes()]);
        let seen = vet::vet(&go, request, &options).await?;
        Ok(Report { findings: seen.findings, complete: true, version, unreviewed: seen.unreviewed, rules: seen.rules })
    }
}
