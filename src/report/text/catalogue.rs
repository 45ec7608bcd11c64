//! The messages that a language has to have.

use crate::config::Language;
use crate::finding::{LeftOutWhy, SuppressedBy};
use crate::gate::Verdict;

use super::en::EN;
use super::pt_br::PT_BR;
use super::{DoctorText, ExplainText, HtmlText, InitText, ReasonKind};

/// One language. A field that takes a number says it in the right plural; a field that takes text takes it as it is to appear.
///
/// A language is a complete value of this type: leaving a message out, or adding one to this list only, is a compile error.
#[expect(missing_debug_implementations, reason = "a table of function pointers has nothing to show")]
pub struct Text {
    // The verdict line.
    /// The word in front of the verdict line.
    pub verdict: fn(Verdict) -> &'static str,
    /// Rejected: how many findings block, and the thresholds that they reached.
    pub rejected: fn(usize, &str) -> String,
    /// Approved, and nothing at all was found.
    pub no_findings: &'static str,
    /// Approved, and only findings that do not count were found.
    pub no_new_findings: &'static str,
    /// Approved, and everything new is below its threshold, which is named.
    pub below_threshold: fn(&str) -> String,
    /// Approved, since the change is empty.
    pub empty_change: &'static str,
    /// Inconclusive, and the sources that finished found nothing.
    pub no_findings_in_finished: &'static str,
    /// Inconclusive, and the sources that finished found only what does not count.
    pub no_new_findings_in_finished: &'static str,
    /// Inconclusive, and what the sources that finished found does not block; the thresholds are named.
    pub nothing_blocks_in_finished: fn(&str) -> String,
    /// Inconclusive, and no source was asked.
    pub nothing_asked: &'static str,
    /// Inconclusive, and no source finished.
    pub nothing_finished: &'static str,
    /// Introduces the list of what was not verified, on the verdict line.
    pub not_verified: fn(&str) -> String,
    /// What `nothing_ran` is about, where an engine's name would stand.
    pub nothing_ran: &'static str,
    /// An inconclusive verdict passes by the configuration.
    pub passes_by_setting: &'static str,
    /// An inconclusive verdict blocks by the configuration.
    pub blocks_by_setting: &'static str,
    /// The engines that answered.
    pub by_engines: fn(&str) -> String,
    /// The word between the last two names of a list.
    pub and: &'static str,

    // What was reviewed. The arguments are the head, the base and the base's name, as far as there are any.
    /// Against the merge base with the named base.
    pub against_named: fn(&str, &str, &str) -> String,
    /// Against the merge base with the remote's default branch.
    pub against_default_branch: fn(&str, &str, &str) -> String,
    /// Against the first parent.
    pub against_previous: fn(&str, &str) -> String,
    /// The first commit.
    pub first_commit: fn(&str) -> String,
    /// The index against `HEAD`.
    pub staged: fn(&str) -> String,
    /// The index of a repository without a commit.
    pub staged_unborn: &'static str,
    /// The working files against `HEAD`.
    pub worktree: fn(&str) -> String,
    /// The working files of a repository without a commit.
    pub worktree_unborn: &'static str,
    /// The whole tree.
    pub whole_tree: fn(&str) -> String,
    /// How many files.
    pub files: fn(usize) -> String,
    /// How many added lines.
    pub added_lines: fn(u64) -> String,
    /// How many lines, of the whole tree.
    pub lines: fn(u64) -> String,

    // Settings.
    /// No configuration: which engines ran instead, and the threshold.
    pub defaults_used: fn(&str, &str) -> String,
    /// The same, where no engine is on by default.
    pub defaults_without_engines: &'static str,

    /// The commit to merge into, with its article; its id follows.
    pub the_base: &'static str,
    /// The working copy judged; the files that differ from the base's.
    pub working_copy_differs: fn(&str) -> String,
    /// The base judged; the files that the change edits in vain, and the base.
    pub edits_its_gate: fn(&str, &str) -> String,
    /// The defaults judged, since the base has no configuration; the new file, and the base.
    pub new_configuration: fn(&str, &str) -> String,
    /// The policy's value counts; the repository's setting and its place.
    pub policy_overrides: fn(&str, &str) -> String,
    /// The repository's entry counts, which the policy does not require; the setting and its place.
    pub replaces_policy: fn(&str, &str) -> String,
    /// A source of context informs nobody; the source, and why.
    pub uninformed: fn(&str, &str) -> String,
    /// Where settings came from: the file and the commit that holds it.
    pub of_commit: fn(&str, &str) -> String,

    // Findings.
    /// The label of a fact under a code frame.
    pub note: &'static str,
    /// The label of a remedy.
    pub help: &'static str,
    /// Why a finding blocks: the threshold and the engine.
    pub reaches_threshold: fn(&str, &str) -> String,
    /// The typed origin, where it is not the engine's name.
    pub origin: fn(&str) -> String,
    /// The source was declared by the central policy.
    pub declared_by_policy: &'static str,
    /// The configuration changed the severity that the engine gave.
    pub severity_changed: fn(&str) -> String,
    /// Blocking findings beyond the code frames, as a heading.
    pub more_blocking: fn(usize) -> String,
    /// The findings below their threshold, as a heading.
    pub below: fn(usize) -> String,
    /// Pre-existing findings, as a heading.
    pub pre_existing: fn(usize) -> String,
    /// Findings of rules that the configuration switches off, as a heading.
    pub rule_disabled: fn(usize) -> String,
    /// Findings of sources that `gate.sources` does not name, as a heading.
    pub source_not_counted: fn(usize) -> String,
    /// Findings that a comment or an engine's own means silences, as a heading.
    pub suppressed: fn(usize) -> String,
    /// Findings that the baseline accepts, as a heading.
    pub baselined: fn(usize) -> String,
    /// Findings that an exception answers for, as a heading.
    pub excepted: fn(usize) -> String,
    /// What silences a finding; the reason follows behind a colon.
    pub silenced_by: fn(SuppressedBy) -> &'static str,
    /// Where the reason would stand when none is given.
    pub without_reason: &'static str,
    /// What silences a finding does not count.
    pub not_heeded: &'static str,
    /// What the gate itself is called where an engine's name would stand.
    pub the_gate: &'static str,
    /// Changed files that no engine is shown, as a heading: why, and how many.
    pub left_out: fn(LeftOutWhy, usize) -> String,
    /// Findings that are only counted, and how to see them.
    pub verbose_lists: fn(usize) -> &'static str,
    /// What is cut off a long list, and where all of it is.
    pub more_findings: fn(usize) -> String,
    /// What is cut off a long list of files, and how to see it.
    pub more_files: fn(usize) -> String,

    // What was not verified.
    /// The heading.
    pub unverified: &'static str,
    /// Why, in plain words, by the family of the reason token.
    pub reason: fn(ReasonKind) -> &'static str,
    /// What to do about it.
    pub remedy: fn(ReasonKind) -> &'static str,
    /// What to do about files that a source could not look at.
    pub remedy_for_files: &'static str,
    /// The label in front of the remedy.
    pub to_do: &'static str,
    /// How many files a source could not look at.
    pub unreviewed: fn(usize) -> String,
    /// The source does not count, so its gap does not make the review inconclusive.
    pub gap_not_counted: &'static str,

    // The model.
    /// What the model is called where an engine's name would stand.
    pub the_model: &'static str,
    /// A model answered: which, in how many calls and with how many tokens.
    pub model_answered: fn(&str, usize, usize) -> String,
    /// No answer of a model; the reason follows behind a colon.
    pub no_model_reviewed: &'static str,
    /// What the model says of the change as a whole, as a heading.
    pub summary_of_model: fn(usize) -> String,
    /// What the model says that it could not judge, as a heading.
    pub limitations: fn(usize) -> String,
    /// Why a remark is not admitted, by its fixed word.
    pub dropped_because: fn(&str) -> &'static str,
    /// What the model found, as a heading.
    pub remarks: fn(usize) -> String,
    /// The proof of a remark: evidence, impact, and how to check it.
    pub remark_proof: fn(&str, &str, &str) -> String,
    /// Findings that the model disputes, as a heading.
    pub proposed: fn(usize) -> String,
    /// The entry of the configuration that would except it.
    pub as_exception: fn(&str) -> String,
    /// What the model refuted on a second look, as a heading.
    pub refuted: fn(usize) -> String,
    /// Why it is refuted, and the quote that proves it.
    pub refuted_by: fn(&str, &str) -> String,
    /// Remarks without proof, place or rule, as a heading.
    pub not_admitted: fn(usize) -> String,
    /// Changed files that the model did not see, as a heading.
    pub not_shown: fn(usize) -> String,
    /// The heading of the conversation.
    pub deliberation: &'static str,
    /// The label in front of the tools that were offered.
    pub tools_offered: &'static str,
    /// The label in front of those that were asked for.
    pub tools_requested: &'static str,
    /// The label in front of those that were not.
    pub tools_not_requested: &'static str,
    /// Engines that waited in vain.
    pub engines_not_run: fn(&str) -> String,

    // Details.
    /// The heading of the run's details.
    pub details: &'static str,
    /// The full id of the reviewed commit.
    pub head: &'static str,
    /// The full id of the base commit.
    pub base: &'static str,
    /// Where the settings came from.
    pub settings: &'static str,
    /// Settings without a file.
    pub built_in_defaults: &'static str,
    /// The heading of the engines.
    pub engines: &'static str,
    /// No engine was asked.
    pub no_engine: &'static str,
    /// An engine that answered: how many findings.
    pub answered: fn(usize) -> String,
    /// An engine that has no answer: the token.
    pub no_answer: fn(&str) -> String,
    /// An engine that the configuration switches off.
    pub switched_off: &'static str,
    /// Seconds, with the language's decimal mark.
    pub seconds: fn(f64) -> String,

    // Markdown.
    /// The label in front of a finding's message.
    pub what: &'static str,
    /// The label in front of a finding's place.
    pub place: &'static str,
    /// The label in front of the reason why a finding blocks.
    pub why: &'static str,
    /// The title of the folded rest.
    pub rest: &'static str,

    // Comments below a pull request.
    /// The page of the CI run, as a link.
    pub the_run: &'static str,
    /// A finding is gone; the commit in which it is.
    pub gone: fn(&str) -> String,

    // Progress.
    /// Engines that ended, of how many, after how many seconds, and the last one's name.
    pub progress: fn(usize, usize, u64, Option<&str>) -> String,

    /// The HTML report.
    pub html: &'static HtmlText,
    /// The command `doctor`.
    pub doctor: &'static DoctorText,
    /// The command `explain`.
    pub explain: &'static ExplainText,
    /// The command `init`, and the file that it writes.
    pub init: &'static InitText,
}

impl Text {
    /// The catalogue of `language`.
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::PtBr => &PT_BR,
        }
    }
}
