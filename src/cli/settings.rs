//! The settings of a repository, read from its working copy.

use std::path::Path;

use crate::config::{self, Directory, Files, Loaded};
use crate::process::{BaseEnvironment, SystemRunner};

use super::refusal::Refusal;
use super::run::Context;

/// No files at all: a bare repository.
struct Nothing;

impl Files for Nothing {
    fn read(&self, _: &str, _: usize) -> std::io::Result<Option<Vec<u8>>> {
        Ok(None)
    }
}

/// The settings of the working copy at `top`.
pub(super) fn load(context: &Context<'_>, top: Option<&Path>) -> Result<Loaded, Refusal> {
    let loaded = match top {
        Some(top) => config::load(&Directory::new(top), context.registry),
        None => config::load(&Nothing, context.registry),
    };
    loaded.map_err(Refusal::of)
}

/// The settings of the repository that `directory` lies in.
pub(super) fn of_repository(context: &Context<'_>, directory: &Path) -> Result<Loaded, Refusal> {
    let runner = std::sync::Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let repository = super::runtime::start()?.block_on(crate::change::Repository::open(directory, runner))?;
    load(context, repository.top_level())
}
