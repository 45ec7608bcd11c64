//! Injects every fault that can be injected and holds the program to three promises: the exit status is not 0, the cause is
//! named, and what the other engines found is still shown. The table goes into `docs/fault-matrix.md`.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test stops where its own set-up fails, and one engine panics on purpose"
)]

mod engines;
mod faults;
mod known;
mod stage;

#[path = "../support/generated.rs"]
mod generated;
#[path = "../support/repo.rs"]
mod repo;

use faults::FAULTS;
use stage::Stage;

#[test]
fn no_fault_is_ever_green() {
    let mut wrong = Vec::new();
    for fault in FAULTS {
        let stage = Stage::set();
        let seen = (fault.inject)(&stage);
        if seen.status == 0 || seen.status != fault.status {
            wrong.push(format!("{}: exit {} instead of {}\n{}", fault.name, seen.status, fault.status, seen.text));
        }
        if !seen.text.contains(fault.cause) {
            wrong.push(format!("{}: the cause `{}` is not named in\n{}", fault.name, fault.cause, seen.text));
        }
        if fault.others_shown && !seen.text.contains(engines::STEADY_MESSAGE) {
            wrong.push(format!("{}: what the other engine found is not shown in\n{}", fault.name, seen.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n----\n"));
}

#[test]
fn without_a_fault_the_stage_is_green() {
    let seen = Stage::set().review(&["--verbose"]);
    assert_eq!(seen.status, 0, "{}", seen.text);
    assert!(seen.text.contains(engines::STEADY_MESSAGE), "{}", seen.text);
}

#[test]
fn the_page_is_fresh() {
    let mut page = String::from(
        "<!-- Generated from tests/fault_matrix; `AURUM_UPDATE=1 cargo test` rewrites it. -->\n# Fault matrix\n\nEach fault is injected by a test, which fails when the exit status is 0, when the cause is not named, or when the findings of the\nother engines are lost.\n\n| fault | exit | the cause that is named | other findings shown |\n|---|---|---|---|\n",
    );
    for fault in FAULTS {
        let shown = if fault.others_shown { "yes" } else { "nothing was scanned" };
        page.push_str(&format!("| {} | {} | `{}` | {shown} |\n", fault.name, fault.status, fault.cause));
    }
    page.push_str(&known::page());
    generated::assert_generated("docs/fault-matrix.md", &page);
}
