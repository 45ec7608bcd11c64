//! Faults that users of gates and scanners report again and again, each with the tests that show what this program does about it.
//!
//! The tests stand where their subject is tested; here is the list, and a test that nothing on it is only said.

use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What goes wrong elsewhere, what happens here, and where that is shown: `file::test`, or a folder of cases that a harness plays.
type Known = (&'static str, &'static str, &'static [&'static str]);

const SCANNERS: &[Known] = &[
    (
        "the exit code for findings is also the one for failures",
        "a private exit code where the program offers one; the report and the code must agree",
        &[
            "src/scanner/wrapped/answer.rs::exit_code_and_report_must_agree",
            "tests/programs/manuals.rs::the_exit_codes_are_those_of_the_manual",
            "engines/gitleaks/testdata/config-broken",
        ],
    ),
    (
        "an option is unknown to the program, which writes no report",
        "the report is looked for in a directory that was made for this run: an old one cannot be there, and none is no answer",
        &["tests/programs/facility.rs::the_program_sees_no_home_of_the_user", "engines/gitleaks/testdata/report-missing"],
    ),
    (
        "the report is `null`, empty, cut off or missing",
        "only a whole report is one; `null` and `[]` are clean where the program writes them for that",
        &[
            "src/scanner/wrapped/answer.rs::a_cut_report_is_refused",
            "engines/gitleaks/testdata/null",
            "engines/gitleaks/testdata/report-empty",
            "engines/gitleaks/testdata/report-truncated",
        ],
    ),
    (
        "a rule pack is absent, broken or holds no rule",
        "refused by name, before the run where that can be known",
        &[
            "tests/programs/semgrep.rs::a_rule_pack_that_does_not_work_is_no_answer",
            "tests/review/rule_files.rs::what_a_run_would_refuse_is_refused_before",
        ],
    ),
    (
        "a report holds findings and errors",
        "the findings count, and each file with an error is not reviewed",
        &[
            "tests/programs/semgrep.rs::what_was_not_understood_or_took_too_long_is_not_reviewed",
            "tests/programs/linters.rs::a_file_that_cannot_be_read_is_not_reviewed_and_the_others_are",
        ],
    ),
    (
        "binary files, UTF-16, bytes that are no text",
        "nothing breaks, nothing is hidden by a NUL, and what is shown is text",
        &[
            "tests/review/main.rs::a_nul_byte_in_a_source_file_hides_no_secret",
            "src/scanner/snippet.rs::wide_encodings_are_shown_as_their_text",
            "tests/programs/semgrep.rs::every_file_is_looked_at_whatever_it_is_called",
        ],
    ),
    (
        "files are skipped because of their size",
        "each is listed as not reviewed, and the review is inconclusive",
        &["tests/cmd/default/status-4-inconclusive.md", "engines/semgrep/testdata/skipped"],
    ),
    (
        "exit code 1 means findings in one program and failure in the next",
        "each engine has a table, which its manual shows and a test compares; any other code is a failure",
        &[
            "tests/programs/manuals.rs::the_exit_codes_are_those_of_the_manual",
            "src/scanner/wrapped/exits.rs::what_the_table_does_not_know_is_a_failure",
        ],
    ),
    (
        "a scanner fails behind an upload of its SARIF file",
        "a file of a failed, older or absent run is no answer",
        &[
            "tests/sarif/believed.rs::a_run_that_failed_or_did_not_look_is_incomplete",
            "tests/sarif/believed.rs::a_file_that_is_older_than_the_commit_is_no_answer",
        ],
    ),
    (
        "a scanner runs for ever",
        "it is ended at its deadline with its whole process group",
        &["tests/fault_matrix/main.rs::no_fault_is_ever_green", "tests/process/killing.rs"],
    ),
    (
        "a scanner updates itself between two runs",
        "versions out of the accepted range are refused, and the version is part of the report's identity",
        &[
            "src/scanner/wrapped/version.rs::only_the_accepted_range_is_taken",
            "tests/programs/facility.rs::a_program_that_was_not_asked_is_judged_by_its_report_and_by_its_failure",
        ],
    ),
    (
        "after a timeout another method steps in silently",
        "a model never stands in for an engine, nor an engine for a model",
        &[
            "tests/asking/unavailable.rs::a_required_review_that_is_missing_is_inconclusive_and_says_why",
            "tests/asking/deliberated.rs::a_model_that_never_answers_leaves_no_engine_waiting",
        ],
    ),
    (
        "a secret that was found stands in a log, a report or a prompt",
        "every text that leaves passes one filter, which knows the values that engines found",
        &[
            "tests/formats/redaction.rs::a_secret_is_in_no_format_however_it_is_spelt",
            "tests/review/main.rs::a_planted_token_rejects_and_stands_in_no_output",
            "tests/asking/admitted.rs::the_prompt_fences_the_change_and_shows_nothing_secret",
        ],
    ),
    (
        "one rule or one file takes a scanner far longer than all others",
        "each engine has its deadline, and how long it ran stands in the audit; a rule that ran out of time is told with its files",
        &[
            "tests/programs/semgrep.rs::what_was_not_understood_or_took_too_long_is_not_reviewed",
            "engines/semgrep/testdata/timeout",
        ],
    ),
];

const PROTOCOL: &[Known] = &[
    (
        "an MCP server never answers `initialize`, or hangs later",
        "it is ended at its bound, with all that it started; the report names the server and the step, and the review goes on",
        &["tests/mcp/fakes.rs::a_server_that_hangs_is_ended_and_the_step_is_named"],
    ),
    (
        "a server writes more to standard error than a pipe holds",
        "it is read all the time, and the last 8 KiB are kept",
        &["tests/mcp/fakes.rs::text_parts_are_joined_and_harmless_oddities_are_passed_over"],
    ),
    (
        "a server dies, and all that is told is that a deadline passed",
        "the reason holds the step, the exit status or the signal, and the last words, redacted",
        &["tests/mcp/fakes.rs::each_failure_has_a_reason_that_names_it"],
    ),
    (
        "an answer is huge",
        "it is cut at `max_bytes` with a mark; a server that floods its output is ended",
        &["tests/mcp/fakes.rs::a_long_answer_is_cut_with_a_mark", "tests/mcp/fakes.rs::each_failure_has_a_reason_that_names_it"],
    ),
    (
        "a tool changes its description or its schema after it was trusted",
        "a tool is pinned by a digest; one that is not the pinned one, or not pinned, is not called",
        &[
            "tests/mcp/fakes.rs::a_tool_that_is_not_the_pinned_one_is_not_called",
            "src/context/mcp/pin.rs::the_order_of_keys_does_not_count_and_every_word_does",
        ],
    ),
    (
        "a server inherits the tokens of the job",
        "it sees `PATH`, `HOME` and the variables that its entry names, in an empty directory",
        &[
            "tests/mcp/fakes.rs::the_process_sees_an_empty_directory_and_declared_variables",
            "tests/authority/servers.rs::a_secret_of_the_job_reaches_neither_the_server_nor_through_it_the_prompt_or_the_report",
        ],
    ),
    (
        "a change brings a server of its own, which is a program",
        "only the central policy's and the base commit's are started; a working copy's needs a word of the operator",
        &[
            "tests/authority/servers.rs::the_bases_server_answers_in_ci_and_a_changed_one_is_not_started",
            "tests/authority/servers.rs::a_working_copys_server_is_started_only_where_the_operator_trusts_it",
        ],
    ),
];

const GATE: &[Known] = &[
    (
        "a file is not parsed, and nothing is found in it",
        "the review is inconclusive",
        &["tests/ast_grep.rs::a_file_that_is_not_understood_is_not_reviewed_and_the_others_are"],
    ),
    (
        "no rule was applied at all",
        "that nothing ran is a reason of its own, and blocks",
        &["src/gate/tests.rs::nothing_ran_is_never_nothing_found"],
    ),
    (
        "the registry is empty, or lacks what the configuration names",
        "the build fails; a configuration that names an unknown engine is refused before anything runs",
        &["tests/codegen/refusals.rs", "tests/cmd/default/status-5-engine-not-compiled-in.md"],
    ),
    (
        "a change edits its own gate",
        "in CI the base commit decides, and the attempt is reported",
        &["tests/authority/sides.rs::a_change_that_edits_its_own_gate_does_not_pass_by_it"],
    ),
    (
        "one wrong token in the configuration",
        "it is refused with its place; defaults never step in",
        &["tests/config/refused.rs::each_refusal_is_told_at_its_place"],
    ),
    (
        "something else gives no verdict (a limit, a timeout)",
        "inconclusive, with an exit status of its own",
        &["src/gate/tests.rs::an_inconclusive_verdict_blocks_unless_the_configuration_says_warn"],
    ),
    (
        "a skipped check counts as a passed one; a queue of merges has no pull request",
        "a status is always reported, also without a verdict and in a queue",
        &[
            "tests/forge/status.rs::no_verdict_is_never_green",
            "tests/forge/status.rs::a_queue_of_merges_has_no_pull_request_and_a_status",
        ],
    ),
    (
        "a gate that nothing triggers is waited for",
        "an empty change is approved, and says so",
        &["tests/cmd/default/status-0-empty.md", "tests/forge/status.rs::a_change_with_nothing_in_it_is_told_too"],
    ),
    (
        "findings of no weight block a change",
        "only what reaches its threshold blocks",
        &["src/gate/tests.rs::the_verdict_follows_from_both_axes"],
    ),
    (
        "moved lines count as new",
        "a pure move adds nothing, and what is not new is shown as such",
        &["tests/change/lines.rs::a_pure_move_adds_nothing", "tests/suppression/scope.rs::what_is_not_new_is_shown_as_such"],
    ),
    (
        "what is switched off looks like a pass",
        "a rule that is taken out is counted and named, and without any engine the review is inconclusive",
        &["src/gate/tests.rs::rules_change_the_rank_or_take_a_rule_out", "src/gate/tests.rs::nothing_ran_is_never_nothing_found"],
    ),
    (
        "accepted findings vanish from SARIF",
        "they stay, with `baselineState` and `suppressions`",
        &["tests/formats/sarif.rs::every_row_is_a_result_with_its_place_and_its_standing"],
    ),
    (
        "the baseline differs from run to run",
        "writing it again changes no byte",
        &["tests/suppression/baseline.rs::writing_again_changes_nothing_and_a_later_write_adds_only_what_is_new"],
    ),
    (
        "a squash, a rebase or a move makes an accepted finding new",
        "the fingerprint follows the code; entries whose finding is gone are reported",
        &[
            "tests/suppression/fingerprints.rs::a_squash_and_a_merge_keep_the_fingerprint",
            "tests/suppression/fingerprints.rs::a_rebase_keeps_the_fingerprint",
            "src/gate/tests/accepted.rs::an_entry_is_stale_only_where_somebody_looked_and_its_finding_is_gone",
        ],
    ),
    (
        "people silence whole paths because nothing narrower is at hand",
        "a comment silences one rule on one line, and needs a reason",
        &[
            "tests/suppression/comments.rs::what_it_takes_to_silence",
            "src/gate/tests/silenced.rs::a_comment_silences_its_rule_on_its_lines_in_its_file_and_nothing_else",
        ],
    ),
    (
        "finding, comment and baseline meet",
        "every combination is a row of a table, of the repository's sources and of the policy's",
        &["src/gate/tests/silenced.rs::every_case_of_finding_comment_and_baseline"],
    ),
    (
        "a comment is called unused because its rule did not run",
        "unselected is not unused",
        &["tests/suppression/comments.rs::unselected_is_not_unused"],
    ),
    (
        "a silenced finding counts as mended",
        "what nobody looked at is neither stale nor pruned",
        &["tests/suppression/baseline.rs::what_nobody_looked_at_is_neither_stale_nor_pruned"],
    ),
    (
        "an author's comment or ignore file silences what a policy orders",
        "it does not count, and the report says that it was there",
        &[
            "tests/programs/silenced.rs::an_author_cannot_silence_what_a_policy_orders",
            "tests/programs/gitleaks.rs::an_author_cannot_silence_what_a_policy_ordered",
            "tests/programs/semgrep.rs::an_author_cannot_silence_what_a_policy_ordered",
            "src/gate/tests/silenced.rs::a_policys_source_heeds_nothing_of_the_repository",
        ],
    ),
];

const MODEL: &[Known] = &[
    (
        "arguments of a call are no JSON",
        "the call is answered with what is wrong, and never run as if they were an empty object",
        &["tests/deliberation/calls.rs::arguments_that_are_no_json_are_refused_and_answered_and_never_run_as_an_empty_object"],
    ),
    (
        "a broken call is sent back to the host, which refuses every further request",
        "what goes back is always valid: an object as arguments, a name that was offered",
        &["tests/deliberation/calls.rs::what_goes_back_to_the_host_is_always_valid"],
    ),
    (
        "a call that cannot be run is dropped silently",
        "it is answered with the names that there are, and stands in the transcript as refused",
        &["tests/deliberation/calls.rs::an_unknown_tool_is_refused_with_the_names_that_there_are"],
    ),
    (
        "several calls at once, and one of them fails",
        "each has exactly one result under its id, in order",
        &[
            "tests/deliberation/calls.rs::one_that_fails_takes_no_other_with_it",
            "tests/asking/served.rs::a_model_asks_for_an_engine_and_a_file_and_its_answer_changes_nothing",
        ],
    ),
    (
        "a long conversation is trimmed, and results lose their calls",
        "a conversation is never trimmed: it ends at its limits, and every request holds each call with its result",
        &["tests/deliberation/calls.rs::no_request_holds_a_call_without_its_result_however_long_the_conversation"],
    ),
    (
        "the answer stands in a fence, between sentences, or holds brackets and line breaks",
        "the first whole object that is an answer counts; nothing in it is rewritten",
        &["src/review/asking/extract.rs::an_answer_is_found_wherever_it_stands"],
    ),
    (
        "an empty list of findings is taken for a failure, or a failure for an empty list",
        "an empty list is an answer, and a missing one is none",
        &["src/review/asking/extract.rs::an_empty_list_is_an_answer_and_a_missing_one_is_none"],
    ),
    (
        "a fallback steps in and what the model wrote is lost",
        "an answer that cannot be read is kept in the audit, and no fallback is asked because of it",
        &[
            "tests/asking/batches.rs::a_prompt_without_an_answer_makes_the_whole_review_missing_and_leaves_no_engine_waiting",
            "tests/llm/chain.rs",
        ],
    ),
    (
        "text of the change makes the model refuse",
        "told as `refused`; the verdict is that of the engines, and no other model is asked",
        &["tests/asking/unavailable.rs::a_refusal_that_the_change_provokes_is_told_as_one_and_changes_no_verdict"],
    ),
    (
        "a path leads out of the repository: `../`, absolute, a link, a link above it",
        "tools read blobs of the reviewed commit by name; nothing is resolved, opened or followed",
        &[
            "tests/tools/hostile.rs::no_spelling_of_a_path_leads_anywhere_else",
            "tests/tools/hostile.rs::arbitrary_paths_are_refused_without_a_panic",
            "tools/read_file/testdata/link",
        ],
    ),
    (
        "a tool is asked for `/proc/self/environ`",
        "there is no such path among the reviewed files, and no program sees a variable that was not declared",
        &[
            "tools/read_file/testdata/proc",
            "tests/tools/hostile.rs::no_spelling_of_a_path_leads_anywhere_else",
            "tests/process/environment.rs",
        ],
    ),
    (
        "the change edits the instructions that its reviewer follows",
        "skills are read from the base commit; what the change does to them is shown as data and counts after the merge",
        &["tests/authority/skills.rs", "tests/asking/admitted.rs::the_prompt_fences_the_change_and_shows_nothing_secret"],
    ),
    (
        "the change says \"report zero findings\", or holds a finished answer",
        "findings of engines stand, whatever the answer is: the same decision, audit and SARIF file, byte for byte",
        &[
            "tests/asking/decides_nothing.rs::over_ten_thousand_replies_the_decision_and_its_evidence_are_the_same",
            "tests/asking/decides_nothing.rs::hostile_replies_change_neither_the_audits_deterministic_part_nor_sarif",
        ],
    ),
    (
        "a tool's result is huge",
        "cut with a note and a way to the next part; what all of them read is bounded",
        &[
            "tests/deliberation/calls.rs::a_long_result_is_cut_with_a_note_and_between_characters",
            "tests/deliberation/limits.rs::the_bytes_of_all_tools_together_are_bounded",
        ],
    ),
];

const CONFIGURATION: &[Known] = &[
    (
        "a key is written twice, and the last one wins silently",
        "refused with both lines",
        &["tests/config/refused.rs::each_refusal_is_told_at_its_place", "tests/config/refused.rs::each_refusal_says_what_to_do"],
    ),
    (
        "merge keys, aliases and tags mean something else to each reader, or a text without end",
        "YAML 1.2 as two parsers read it alike; `<<`, anchors, aliases and tags are refused unexpanded",
        &["tests/config/properties.rs::aliases_are_never_expanded", "tests/config/refused.rs::each_refusal_is_told_at_its_place"],
    ),
    (
        "a typing mistake in a key, a word or a rule is passed over, at any depth",
        "refused at its place, with what may have been meant",
        &["tests/config/refused.rs::each_refusal_is_told_at_its_place", "tests/config/refused.rs::each_refusal_says_what_to_do"],
    ),
    (
        "a key is documented and nothing reads it",
        "each key of the schema changes what is seen",
        &[
            "tests/review/main.rs::every_key_of_the_configuration_changes_what_is_seen",
            "tests/config/layers.rs::every_field_is_classified",
        ],
    ),
    (
        "`no`, `1_000`, `0x10` and tabs",
        "a value that two YAML versions read differently is refused unless it is quoted, a tab with its column",
        &["tests/config/refused.rs::each_refusal_is_told_at_its_place"],
    ),
    (
        "a skill begins with a byte order mark",
        "it is read as without",
        &["src/context/front_matter.rs::every_spelling_of_the_same_means_the_same"],
    ),
    (
        "a skill has CRLF, and its name is lost or its front matter gets into the prompt",
        "one parser for all of them, and every line end means the same",
        &[
            "src/context/front_matter.rs::every_spelling_of_the_same_means_the_same",
            "src/context/listed.rs::texts_are_told_whose_they_are_and_empty_ones_not_at_all",
        ],
    ),
    (
        "a skill has no end of its front matter, is no UTF-8, or cannot be read",
        "it does not count, and every report and `aurumcode skills` say so; of the central policy it is refused",
        &[
            "src/context/front_matter.rs::what_cannot_be_read_is_told_and_never_passed_over",
            "tests/authority/context.rs::a_mistake_in_the_repositorys_files_is_a_notice_in_every_form",
            "tests/authority/context.rs::what_the_policy_names_must_be_there_and_be_readable",
        ],
    ),
    (
        "the configuration names a skill that does not exist",
        "refused at its place",
        &["tests/authority/context.rs::what_is_not_there_is_told_or_refused_and_never_passed_over"],
    ),
];

/// All of them, by what they are about.
const ALL: [(&str, &[Known]); 5] = [
    ("Scanner processes", SCANNERS),
    ("Gate and verdict", GATE),
    ("Configuration, globs, skills", CONFIGURATION),
    ("Language models", MODEL),
    ("Model Context Protocol", PROTOCOL),
];

/// The second half of the page.
pub(crate) fn page() -> String {
    let mut page = String::from(
        "\n# Known faults\n\nWhat users of gates and scanners meet elsewhere, and the tests that show what happens here. A test holds that each of them exists.\n",
    );
    for (title, faults) in ALL {
        let _ = write!(page, "\n## {title}\n\n| fault | here | shown by |\n|---|---|---|\n");
        for (fault, here, proofs) in faults {
            let proofs: Vec<String> = proofs.iter().map(|proof| format!("`{proof}`")).collect();
            let _ = writeln!(page, "| {fault} | {here} | {} |", proofs.join("<br>"));
        }
    }
    page
}

#[test]
fn every_proof_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    for proof in ALL.iter().flat_map(|(_, faults)| *faults).flat_map(|(_, _, proofs)| *proofs) {
        let (file, test) = proof.split_once("::").map_or((*proof, None), |(file, test)| (file, Some(test)));
        let is_there = match test {
            None => root.join(file).exists(),
            Some(test) => fs::read_to_string(root.join(file)).is_ok_and(|text| is_test(&text, test)),
        };
        if !is_there {
            missing.push(*proof);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// Whether the function is marked as a test.
fn is_test(text: &str, name: &str) -> bool {
    let Some((before, _)) = text.split_once(&format!("fn {name}(")) else { return false };
    let marked = before.trim_end().trim_end_matches("async").trim_end();
    marked.ends_with("#[test]") || marked.ends_with("#[tokio::test]")
}
