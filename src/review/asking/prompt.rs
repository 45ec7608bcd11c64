//! What the model is told: the change, what the scanners found, the tools, the rules. Everything from the change is fenced as data.
//!
//! The fence's number is made of the text inside it, so no text can hold the end of its own fence.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use sha2::{Digest, Sha256};

use crate::change::ChangedFile;
use crate::deliberation::Manifest;
use crate::finding::{RepoPath, RuleId, Standing};
use crate::llm::estimate;
use crate::scanner::Outcome;

use super::catalogue::Citable;
use super::reply;
use super::template::fill;

/// What the model is for.
const SYSTEM: &str = include_str!("prompts/system.md");

/// What it is asked.
const REVIEW: &str = include_str!("prompts/review.md");

/// The tokens of all code changes.
const MAX_CHANGES: u64 = 96_000;

/// The tokens of the list of findings.
const MAX_EVIDENCE: u64 = 4096;

/// How many left-out files are named.
const MAX_NAMED: usize = 100;

/// A changed file with its hunks, where they can be shown.
pub(super) struct Shown<'a> {
    pub(super) file: &'a ChangedFile,
    pub(super) hunks: Option<String>,
    /// Why it must not be shown at all.
    pub(super) hidden: Option<&'static str>,
}

/// A finding that the prompt lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offered {
    /// Its place in the list, from 1.
    pub(super) number: usize,
    pub(super) rule: RuleId,
    pub(super) path: RepoPath,
    pub(super) line: Option<NonZeroU32>,
}

/// What a prompt is made of.
pub(super) struct Parts<'a> {
    pub(super) files: &'a [Shown<'a>],
    pub(super) outcomes: &'a [Outcome],
    pub(super) manifest: &'a Manifest,
    pub(super) rules: &'a BTreeMap<RuleId, Citable>,
    pub(super) context: &'a str,
    pub(super) language: &'static str,
}

/// A prompt, not yet redacted.
#[derive(Debug)]
pub(super) struct Prompt {
    pub(super) system: String,
    pub(super) user: String,
    /// The files that it shows, as it spells them.
    pub(super) shown: BTreeMap<String, RepoPath>,
    /// The findings that it lists, by their ids.
    pub(super) offered: BTreeMap<String, Offered>,
    /// Files that should be shown and are not.
    pub(super) not_shown: Vec<RepoPath>,
}

impl Parts<'_> {
    /// The prompt.
    pub(super) fn prompt(&self) -> Prompt {
        let schema = format!("{:#}", reply::schema());
        let (changes, shown, not_shown) = self.changes();
        let (evidence, offered) = self.evidence();
        let hidden = self.files.iter().filter(|file| file.hidden.is_some()).count();
        let mut coverage: String =
            not_shown.iter().take(MAX_NAMED).map(|path| format!("- {path}: binary, or too long\n")).collect();
        if not_shown.len() > MAX_NAMED {
            coverage.push_str(&format!("- and {} more\n", not_shown.len() - MAX_NAMED));
        }
        if hidden > 0 {
            coverage.push_str(&format!("- {hidden} changed files that are not reviewed or hold secrets\n"));
        }
        let rules = self.rules.values().map(|rule| format!("- `{}` ({}): {}\n", rule.id, rule.severity, rule.title));
        let context = if self.context.trim().is_empty() { String::new() } else { fenced("context", self.context) };
        let user = fill(
            REVIEW,
            &[
                ("summary", self.summary()),
                ("changes", changes),
                ("evidence", evidence),
                ("tools", self.manifest.text()),
                ("coverage", coverage),
                ("context", context),
                ("rules", rules.collect()),
                ("language", self.language.to_owned()),
            ],
        );
        Prompt { system: fill(SYSTEM, &[("schema", schema)]), user, shown, offered, not_shown }
    }

    fn summary(&self) -> String {
        let listed = self.files.iter().filter(|file| file.hidden.is_none());
        let lines: Vec<String> = listed.map(|file| format!("{} {}", file.file.status.as_str(), file.file.path)).collect();
        let cut = lines.len().saturating_sub(MAX_NAMED);
        let list = lines.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join("\n");
        let more = if cut > 0 { format!("\nand {cut} more") } else { String::new() };
        format!("{} changed files.\n\n{}", self.files.len(), fenced("files", &format!("{list}{more}")))
    }

    /// The hunks of as many files as there is room for, each whole or not at all.
    fn changes(&self) -> (String, BTreeMap<String, RepoPath>, Vec<RepoPath>) {
        let (mut text, mut shown, mut not_shown, mut tokens) = (String::new(), BTreeMap::new(), Vec::new(), 0);
        for Shown { file, hunks, .. } in self.files.iter().filter(|file| file.hidden.is_none()) {
            let section = hunks.as_ref().map(|hunks| fenced(&file.path.to_string(), hunks));
            match section {
                Some(section) if tokens + estimate(&section) <= MAX_CHANGES => {
                    tokens += estimate(&section);
                    text.push_str(&section);
                    shown.insert(file.path.to_string(), file.path.clone());
                }
                // A file that moved as it is has nothing to show.
                None if file.added.is_empty() && file.removed.is_empty() => {}
                Some(_) | None => not_shown.push(file.path.clone()),
            }
        }
        (text, shown, not_shown)
    }

    fn evidence(&self) -> (String, BTreeMap<String, Offered>) {
        let new = self.outcomes.iter().flat_map(|outcome| outcome.issues.iter().map(move |issue| (outcome, issue)));
        let new: Vec<_> = new.filter(|(_, issue)| issue.standing == Standing::New).collect();
        let (mut text, mut offered, mut tokens) = (String::new(), BTreeMap::new(), 0);
        for (index, (outcome, issue)) in new.iter().enumerate() {
            let location = &issue.location;
            let place = location.line.map_or_else(String::new, |line| format!(":{line}"));
            let message = issue.message.split_whitespace().collect::<Vec<_>>().join(" ");
            let (origin, number) = (outcome.origin.as_str(), index + 1);
            let line = format!("[E{number}] {origin} {} {}{place} {}: {message}\n", issue.rule, location.path, issue.severity);
            tokens += estimate(&line);
            if tokens > MAX_EVIDENCE {
                break;
            }
            text.push_str(&line);
            let entry = Offered { number, rule: issue.rule.clone(), path: location.path.clone(), line: location.line };
            offered.insert(format!("E{number}"), entry);
        }
        let omitted = new.len() - offered.len();
        let note = if omitted > 0 { format!("{omitted} omitted\n") } else { String::new() };
        if text.is_empty() { (String::new(), offered) } else { (fenced("findings", &text) + &note, offered) }
    }
}

/// A text between marks that it cannot contain.
fn fenced(name: &str, text: &str) -> String {
    let hash = Sha256::digest(format!("{name}\n{text}").as_bytes());
    let number: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("<<<DATA {number} {name}\n{}\n{number} DATA>>>\n", text.trim_end_matches('\n'))
}
