//! The file, put together.

use crate::report::{EngineRun, Model, json};

use super::limits::{keep_bytes, keep_results};
use super::notification::invocation;
use super::plan::{Plan, plan};
use super::result::results;
use super::rule::rules;
use super::text::visible;
use super::wire::{AutomationDetails, Driver, Extension, Log, Run, Tool};

/// The review as SARIF 2.1.0 on one line: an indented file of the same results is half as large again, and uploads are bounded.
///
/// The same model gives the same bytes.
pub fn sarif(model: &Model) -> String {
    let mut plans = plan(model);
    keep_results(&mut plans);
    loop {
        let text = json::compact(&log(model, &plans));
        if !keep_bytes(&mut plans, &text) {
            return text;
        }
    }
}

fn log(model: &Model, plans: &[Plan<'_>]) -> Log {
    Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: plans.iter().map(|plan| run(model, plan)).collect(),
    }
}

fn run(model: &Model, plan: &Plan<'_>) -> Run {
    let (rules, index) = rules(model, &plan.rows);
    let (invocation, notifications) = invocation(plan);
    let version = env!("CARGO_PKG_VERSION");
    Run {
        tool: Tool {
            driver: Driver { name: env!("CARGO_PKG_NAME"), version, semantic_version: version, rules, notifications },
            extensions: plan.engines.iter().map(|engine| extension(engine)).collect(),
        },
        automation_details: AutomationDetails { id: plan.id.clone() },
        invocations: [invocation],
        column_kind: "unicodeCodePoints",
        results: results(&plan.rows, &index),
    }
}

fn extension(engine: &EngineRun) -> Extension {
    Extension { name: engine.name.clone(), version: visible(&engine.version) }
}
