//! The exit statuses: what each means, which wins, and why.
//!
//! A caller in CI sees only this number, so each has one meaning, and nothing but an approval may be 0.

use std::process::ExitCode;

use crate::gate::Verdict;
use crate::report::Model;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// The change may pass, or the command did what it was asked.
    Success,
    /// The program could not do its work: IO, environment, internal error.
    Failure,
    /// The command line was wrong.
    Usage,
    /// A finding at or above its threshold.
    Rejected,
    /// Something was not verified, and that blocks.
    Inconclusive,
    /// The configuration was refused.
    Configuration,
    /// Nothing reviewable could be determined.
    NothingReviewable,
    /// There is a verdict, but something that was asked for could not be delivered.
    Undelivered,
}

/// What is said about a status on its page.
pub struct ExitEntry {
    /// The status.
    pub status: ExitStatus,
    /// When the program ends so.
    pub meaning: &'static str,
    /// Why it is a status of its own.
    pub reason: &'static str,
}

/// Every status, by number.
pub static EXIT_STATUSES: &[ExitEntry] = &[
    ExitEntry {
        status: ExitStatus::Success,
        meaning: "approved; or inconclusive under `gate.inconclusive: warn`, and the output says so",
        reason: "The only status that lets a change pass. An empty range is approved too, with a line that says it is empty.",
    },
    ExitEntry {
        status: ExitStatus::Failure,
        meaning: "could not run: IO, internal error, environment; `doctor`: a review would fail",
        reason: "No verdict exists. A pipeline that reads 1 as \"findings\" would be wrong, so findings have their own number. `doctor` gives no verdict, and says which status a review would end with.",
    },
    ExitEntry {
        status: ExitStatus::Usage,
        meaning: "wrong usage of the command line",
        reason: "The convention of command-line parsers; nothing was read or run.",
    },
    ExitEntry {
        status: ExitStatus::Rejected,
        meaning: "rejected: at least one finding at or above its threshold",
        reason: "The change is to be mended. It outranks 4 and 7: a known problem is not made uncertain by what else failed.",
    },
    ExitEntry {
        status: ExitStatus::Inconclusive,
        meaning: "inconclusive and blocking",
        reason: "Nothing reached its threshold, but something was not verified. \"Not looked\" is never \"nothing found\".",
    },
    ExitEntry {
        status: ExitStatus::Configuration,
        meaning: "configuration or policy refused",
        reason: "Refused before anything runs: a gate whose rules are in doubt must not give a verdict.",
    },
    ExitEntry {
        status: ExitStatus::NothingReviewable,
        meaning: "nothing reviewable could be determined (base, range, repository)",
        reason: "An unknown base is not an empty change. The message names the command that mends it.",
    },
    ExitEntry {
        status: ExitStatus::Undelivered,
        meaning: "a verdict was reached but a requested delivery failed (audit, SARIF, comment, status)",
        reason: "What was asked for and is missing must not look like success, and must not hide a rejection.",
    },
];

impl ExitStatus {
    /// The number that the process ends with.
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Usage => 2,
            Self::Rejected => 3,
            Self::Inconclusive => 4,
            Self::Configuration => 5,
            Self::NothingReviewable => 6,
            Self::Undelivered => 7,
        }
    }

    /// The status of a command that ends with an error code of the list.
    pub const fn of_error(exit: u8) -> Self {
        match exit {
            2 => Self::Usage,
            5 => Self::Configuration,
            6 => Self::NothingReviewable,
            7 => Self::Undelivered,
            _ => Self::Failure,
        }
    }

    /// The status of a verdict.
    pub fn of_model(model: &Model) -> Self {
        match model.verdict {
            Verdict::Approved => Self::Success,
            Verdict::Rejected => Self::Rejected,
            Verdict::Inconclusive if model.decision.blocks() => Self::Inconclusive,
            Verdict::Inconclusive => Self::Success,
        }
    }

    /// This status, unless a delivery failed and there is nothing worse to say.
    #[must_use]
    pub const fn after_delivery(self, delivered: bool) -> Self {
        match self {
            Self::Success if !delivered => Self::Undelivered,
            other => other,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.code())
    }
}

/// What `--help` says below the options: the statuses, and the variables that no flag replaces.
pub(super) fn below_help() -> String {
    let statuses = EXIT_STATUSES.iter().map(|entry| format!("  {}  {}\n", entry.status.code(), entry.meaning));
    let heading = "Exit status:\n".to_owned();
    let variables = "\nEnvironment:\n  AURUMCODE_LOG     a level (info, debug, trace): logs to standard error what the program does\n  \
                     AURUMCODE_POLICY  the directory of the central policy, where `--policy` does not name one\n  \
                     GITHUB_TOKEN, …   for `--pr` and `--check`: docs/pull-requests.md lists what each forge needs\n  \
                     CI                set: the base commit decides how the change is judged\n  \
                     NO_COLOR          no colour";
    std::iter::once(heading).chain(statuses).collect::<String>() + variables
}

/// The page `docs/exit-codes.md`.
pub fn exit_codes_page() -> String {
    let mut page = String::from(
        "<!-- Generated from src/cli/exit.rs; `AURUM_UPDATE=1 cargo test` rewrites it. -->\n# Exit statuses\n\n| status | meaning | why it is one of its own |\n|---|---|---|\n",
    );
    for entry in EXIT_STATUSES {
        page.push_str(&format!("| {} | {} | {} |\n", entry.status.code(), entry.meaning, entry.reason));
    }
    page.push_str(
        "\nWhen several apply: 5, 6 and 2 come before any verdict; 3 outranks 4, and 4 outranks 7. Status 1 means that there is no verdict.\n",
    );
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole_and_in_order() {
        let codes: Vec<u8> = EXIT_STATUSES.iter().map(|entry| entry.status.code()).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_failed_delivery_never_hides_a_verdict_and_never_looks_like_success() {
        for entry in EXIT_STATUSES {
            let expected = if entry.status == ExitStatus::Success { ExitStatus::Undelivered } else { entry.status };
            assert_eq!(entry.status.after_delivery(false), expected);
            assert_eq!(entry.status.after_delivery(true), entry.status);
        }
    }
}
