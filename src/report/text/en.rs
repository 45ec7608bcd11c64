//! English.

use crate::finding::{LeftOutWhy, SuppressedBy};
use crate::gate::Verdict;

use super::{ReasonKind, Text, doctor, explain, html, init};

/// `1 finding`, `2 findings`.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn findings(number: usize) -> String {
    count(number, "finding", "findings")
}

pub(super) static EN: Text = Text {
    verdict: |verdict| match verdict {
        Verdict::Approved => "approved",
        Verdict::Rejected => "rejected",
        Verdict::Inconclusive => "inconclusive",
    },
    rejected: |number, thresholds| {
        format!("{} at or above {} threshold ({thresholds})", findings(number), if number == 1 { "its" } else { "their" })
    },
    no_findings: "no findings",
    no_new_findings: "no new findings that count",
    below_threshold: |thresholds| format!("no finding at or above its threshold ({thresholds})"),
    empty_change: "the change is empty, there is nothing to review",
    no_findings_in_finished: "no findings in the sources that finished",
    no_new_findings_in_finished: "no new findings that count in the sources that finished",
    nothing_blocks_in_finished: |thresholds| {
        format!("no finding at or above its threshold ({thresholds}) in the sources that finished")
    },
    nothing_asked: "nothing was looked at",
    nothing_finished: "no source finished",
    not_verified: |list| format!("not verified: {list}"),
    nothing_ran: "no source that counts was asked",
    passes_by_setting: "passes only because `gate.inconclusive` is `warn`",
    blocks_by_setting: "An inconclusive review blocks, because `gate.inconclusive` is `block`.",
    by_engines: |list| format!("by {list}"),
    and: "and",

    against_named: |head, base, name| format!("{head} against {base} (merge base with {name})"),
    against_default_branch: |head, base, name| format!("{head} against {base} (merge base with {name}, the default branch)"),
    against_previous: |head, base| format!("{head} against {base} (the previous commit)"),
    first_commit: |head| format!("{head} (the first commit: everything in it is new)"),
    staged: |base| format!("the index against {base} (HEAD)"),
    staged_unborn: "the index (there is no commit yet: everything in it is new)",
    worktree: |base| format!("the working files against {base} (HEAD)"),
    worktree_unborn: "the working files (there is no commit yet: everything in them is new)",
    whole_tree: |head| format!("the whole tree of {head}"),
    files: |number| count(number, "file", "files"),
    added_lines: |number| format!("{number} added {}", if number == 1 { "line" } else { "lines" }),
    lines: |number| format!("{number} {}", if number == 1 { "line" } else { "lines" }),

    defaults_used: |engines, threshold| {
        format!("no .aurumcode.yml: used the defaults ({engines}; threshold {threshold}; no model)")
    },
    defaults_without_engines: "no .aurumcode.yml, and no engine of this binary is on by default",

    the_base: "the base",
    working_copy_differs: |files| {
        format!("judged by the working copy, which differs from the base in {files}; in CI the base decides")
    },
    edits_its_gate: |files, base| {
        format!("this change edits its own gate ({files}): {base} judged, and the edit counts only after it is merged")
    },
    new_configuration: |file, base| {
        format!("{base} has no configuration, so the defaults judged; {file} takes effect after it is merged")
    },
    policy_overrides: |setting, place| format!("the central policy overrides {setting} of {place}"),
    replaces_policy: |setting, place| format!("{setting} of {place} replaces the central policy's, which does not require it"),
    uninformed: |source, why| format!("not told to a model: {source}: {why}"),
    of_commit: |file, commit| format!("{file} of {commit}"),

    note: "note",
    help: "help",
    reaches_threshold: |threshold, engine| format!("at or above the threshold `{threshold}` of {engine}"),
    origin: |origin| format!("origin {origin}"),
    declared_by_policy: "declared by the central policy",
    severity_changed: |from| format!("the configuration's `rules` changed its severity from `{from}`"),
    more_blocking: |number| {
        let threshold = if number == 1 { "its threshold" } else { "their threshold" };
        format!("{} at or above {threshold}", count(number, "more finding", "more findings"))
    },
    below: |number| format!("{} below {} threshold", findings(number), if number == 1 { "its" } else { "their" }),
    pre_existing: |number| count(number, "pre-existing finding", "pre-existing findings"),
    rule_disabled: |number| {
        format!("{} of {}", findings(number), if number == 1 { "a switched-off rule" } else { "switched-off rules" })
    },
    source_not_counted: |number| {
        format!("{} of {} outside `gate.sources`", findings(number), if number == 1 { "a source" } else { "sources" })
    },
    suppressed: |number| count(number, "suppressed finding", "suppressed findings"),
    baselined: |number| format!("{} accepted by the baseline", findings(number)),
    excepted: |number| format!("{} under an exception", findings(number)),
    silenced_by: |by| match by {
        SuppressedBy::Comment => "suppressed by a comment",
        SuppressedBy::EngineComment => "suppressed by a comment in the engine's own syntax",
        SuppressedBy::EngineFile => "suppressed by a file in the engine's own format",
        SuppressedBy::Baseline => "accepted by the baseline",
        SuppressedBy::Exception => "under an exception",
    },
    without_reason: "no reason given",
    not_heeded: "does not count, because the central policy declares this engine",
    the_gate: "the gate",
    left_out: |why, number| match why {
        LeftOutWhy::Ignored => format!("{} left out by `ignore`", count(number, "changed file", "changed files")),
        LeftOutWhy::Submodule => format!("{}, not looked into", count(number, "submodule", "submodules")),
        LeftOutWhy::Symlink => format!("{}, not followed", count(number, "symbolic link", "symbolic links")),
    },
    verbose_lists: |number| if number == 1 { "--verbose shows it" } else { "--verbose lists them" },
    more_findings: |number| format!("and {number} more: `--audit`, `--sarif` and `--format json` hold all of them"),
    more_files: |number| format!("and {number} more: `--audit` and `--format json` hold all of them"),

    unverified: "not verified",
    reason: |kind| match kind {
        ReasonKind::Unavailable => "what it needs is not there",
        ReasonKind::InvalidOutput => "its answer could not be read",
        ReasonKind::ExecutionError => "it failed before it had an answer",
        ReasonKind::Incomplete => "it did not look at everything",
        ReasonKind::NothingRan => "no source that counts was asked",
        ReasonKind::Model => "the model's review is required and missing",
        ReasonKind::Limit => "the deliberation with the model passed a limit",
        ReasonKind::Other => "it has no answer",
    },
    remedy: |kind| match kind {
        ReasonKind::Unavailable => "install what is missing, or set `enabled: false` for this engine",
        ReasonKind::InvalidOutput => "check the program's version and its own configuration; `--verbose` names the version",
        ReasonKind::ExecutionError => "mend the cause named above, and run it again",
        ReasonKind::Incomplete => "run it again; if it stops again, narrow what it looks at with `ignore` or its options",
        ReasonKind::NothingRan => "enable an engine in `quality_gates.scanners` and let `gate.sources` name it",
        ReasonKind::Model => "mend the cause named above and run it again, or do not require the model",
        ReasonKind::Limit => "raise the limit in `deliberation`, or make the change smaller",
        ReasonKind::Other => "mend the cause named above and run it again",
    },
    remedy_for_files: "review them in another way and add them to `ignore`, or mend what the reason names",
    to_do: "to do",
    unreviewed: |number| count(number, "file that it could not look at", "files that it could not look at"),
    gap_not_counted: "does not make the review inconclusive: `gate.sources` does not name it",

    the_model: "the model",
    model_answered: |model, rounds, tokens| {
        format!("{model} reviewed it in {}, {}", count(rounds, "call", "calls"), count(tokens, "token", "tokens"))
    },
    no_model_reviewed: "no model reviewed it",
    summary_of_model: |_| "what the model says of the change, which decides nothing".to_owned(),
    limitations: |number| format!("{} that the model could not judge", count(number, "thing", "things")),
    dropped_because: |why| match why {
        "place" => "it names no changed line that was shown",
        "rule" => "it cites no rule of the list",
        "proof" => "it lacks evidence, impact or a way to verify it",
        "redacted" => "it quotes what was redacted",
        "too_many" => "there were too many",
        "evidence_id" => "it is about a finding that was not shown",
        _ => "it is not of the form that was asked for",
    },
    remarks: |number| format!("{} of the model, which decide nothing", count(number, "remark", "remarks")),
    remark_proof: |evidence, impact, check| format!("evidence: {evidence}; impact: {impact}; to check: {check}"),
    proposed: |number| {
        format!("{} by the model, for a person to decide", count(number, "exception proposed", "exceptions proposed"))
    },
    as_exception: |entry| format!("as an exception: {entry}"),
    refuted: |number| format!("{} of the model taken back on a second look", count(number, "remark", "remarks")),
    refuted_by: |reason, quote| format!("taken back: {reason}; the code: {quote}"),
    not_admitted: |number| format!("{} of the model not admitted", count(number, "remark", "remarks")),
    not_shown: |number| count(number, "changed file that the model was not shown", "changed files that the model was not shown"),
    deliberation: "deliberation",
    tools_offered: "offered",
    tools_requested: "asked for",
    tools_not_requested: "not asked for",
    engines_not_run: |list| format!("not run, because the model did not ask for it: {list}"),

    details: "details",
    head: "reviewed",
    base: "base",
    settings: "settings",
    built_in_defaults: "the built-in defaults",
    engines: "engines",
    no_engine: "none was asked",
    answered: findings,
    no_answer: |token| format!("no answer [{token}]"),
    switched_off: "switched off by the configuration",
    seconds: |seconds| format!("{seconds:.2} s"),

    what: "What",
    place: "Where",
    why: "Why",
    rest: "Everything else",

    the_run: "the run",
    gone: |commit| format!("no longer found in {commit}."),

    progress: |ended, total, seconds, last| {
        let last = last.map_or(String::new(), |name| format!(", last {name}"));
        format!("{ended} of {} finished after {seconds} s{last}", count(total, "engine", "engines"))
    },

    html: &html::EN,
    doctor: &doctor::EN,
    explain: &explain::EN,
    init: &init::EN,
};
