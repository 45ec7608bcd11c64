//! The checks for programs. Field names are a promise.

use serde_json::{Value, json};

use crate::finding::Diagnostic;

use super::{Check, Checkup};

/// `ready`, `exit` (what a review would end with; 0 when ready) and `checks`, in the order in which a review would meet them.
pub fn checkup_json(checkup: &Checkup) -> Value {
    let checks: Vec<Value> = checkup.checks.iter().map(check).collect();
    json!({ "ready": checkup.is_ready(), "exit": checkup.exit(), "checks": checks })
}

fn check(check: &Check) -> Value {
    let program = check
        .program
        .as_ref()
        .map(|program| json!({ "name": program.name, "version": program.version, "accepted": program.accepted }));
    json!({
        "area": check.area.as_str(),
        "subject": check.subject,
        "status": check.status.as_str(),
        "message": check.message,
        "required": check.required,
        "program": program,
        "command": check.command,
        "help": check.help,
        "problems": check.problems.iter().map(problem).collect::<Vec<_>>(),
        "exit": check.exit,
    })
}

fn problem(problem: &Diagnostic) -> Value {
    let place = problem.excerpt.as_ref();
    json!({
        "code": problem.code.as_str(),
        "message": problem.message,
        "file": place.map(|place| &place.file),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "notes": problem.notes,
        "help": problem.help,
    })
}
