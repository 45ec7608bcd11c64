//! `aurumcode schema`: the JSON Schemas of what the program reads and writes.

use crate::baseline::baseline_schema;
use crate::config;
use crate::report;
use crate::scanner::Registry;

use super::args::SchemaOf;

/// The schema, indented.
pub(super) fn text(registry: &Registry, of: SchemaOf) -> String {
    let schema = match of {
        SchemaOf::Config => config::json_schema(registry),
        SchemaOf::Audit => report::audit_schema(),
        SchemaOf::Baseline => baseline_schema(),
    };
    format!("{schema:#}\n")
}
