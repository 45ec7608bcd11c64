//! `aurumcode engines`: what this binary can run, and what it was built without.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::scanner::{Registered, Registry};

/// The list for people.
pub(super) fn text(registry: &Registry) -> String {
    let mut page = String::new();
    for registered in registry.engines() {
        let engine = &registered.engine;
        let default = if engine.default_on { "on by default" } else { "off by default" };
        let _ = writeln!(page, "{}  ({}, {default})", registered.entry.name, named(registered));
        let _ = writeln!(page, "    {}", registered.entry.summary);
        let _ = writeln!(page, "    identity: {}", engine.scanner.identity());
        let needs = engine
            .needs
            .program
            .map_or_else(|| "no external program".to_owned(), |program| format!("`{}` on the PATH", program.name));
        let _ = writeln!(page, "    needs: {needs}; scope: {}", engine.default_scope.as_str());
    }
    if !registry.absent().is_empty() {
        page.push_str("\nnot in this binary:\n");
        for absent in registry.absent() {
            let _ = writeln!(page, "{}  (build with `cargo build --features {}`)", absent.name, absent.feature);
            let _ = writeln!(page, "    {}", absent.summary);
        }
    }
    page
}

/// The category, and the origin where it differs from the name.
fn named(registered: &Registered) -> String {
    let (category, origin) = (registered.engine.category, registered.engine.typed_origin());
    if origin.as_str() == registered.entry.name {
        format!("category {category}")
    } else {
        format!("category {category}, origin {origin}")
    }
}

/// The list for programs.
pub(super) fn json(registry: &Registry) -> Value {
    let engines: Vec<Value> = registry
        .engines()
        .iter()
        .map(|registered| {
            let engine = &registered.engine;
            json!({
                "name": registered.entry.name,
                "category": engine.category,
                "origin": engine.typed_origin().as_str(),
                "summary": registered.entry.summary,
                "default_on": engine.default_on,
                "default_scope": engine.default_scope.as_str(),
                "needs": { "program": engine.needs.program.map(|program| program.name) },
                "identity": engine.scanner.identity(),
            })
        })
        .collect();
    let absent: Vec<Value> = registry
        .absent()
        .iter()
        .map(|absent| json!({ "name": absent.name, "summary": absent.summary, "feature": absent.feature, "get": format!("cargo build --features {}", absent.feature) }))
        .collect();
    json!({ "engines": engines, "absent": absent })
}
