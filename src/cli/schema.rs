//! `aurumcode schema`: the JSON Schemas of what the program reads and writes.

use clap::{Args, ValueEnum};

use crate::baseline::baseline_schema;
use crate::config;
use crate::delivery::task_schema;
use crate::report;
use crate::scanner::Registry;

/// Which schema.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// Of what.
    #[arg(value_enum)]
    pub of: SchemaOf,
}

/// What has a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// .aurumcode.yml, with the options of every engine of this binary
    Config,
    /// The audit file
    Audit,
    /// The baseline
    Baseline,
    /// A task file, .aurumcode/tasks/<id>.yml
    Task,
}

/// The schema, indented.
pub(super) fn text(registry: &Registry, of: SchemaOf) -> String {
    let schema = match of {
        SchemaOf::Config => config::json_schema(registry),
        SchemaOf::Audit => report::audit_schema(),
        SchemaOf::Baseline => baseline_schema(),
        SchemaOf::Task => task_schema(),
    };
    format!("{schema:#}\n")
}
