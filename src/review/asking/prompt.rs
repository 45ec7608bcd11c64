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

/// The tokens of the code changes of one prompt.
pub(super) const MAX_CHANGES: u64 = 96_000;

/// The tokens of the list of findings.
const MAX_EVIDENCE: u64 = 4096;

/// How many left-out files are named.
const MAX_NAMED: usize = 100;

/// A changed file with its hunks, where they can be shown.
pub(super) struct Shown<'a> {
    pub(super) file: &'a ChangedFile,
    /// Its hunks, fenced.
    pub(super) hunks: Option<String>,
}

impl Shown<'_> {
    /// The tokens of its hunks; nothing where there is nothing to show: of a file that moved as it is, and of one that should be shown and
    /// cannot be.
    pub(super) fn tokens(&self) -> Option<u64> {
        self.hunks.as_deref().map(estimate)
    }

    /// Whether it changed, and cannot be shown.
    pub(super) fn is_lost(&self) -> bool {
        self.hunks.is_none() && !(self.file.added.is_empty() && self.file.removed.is_empty())
    }
}

/// A new finding of an engine, as prompts list it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offered {
    /// Its place among all new findings, from 1.
    pub(super) number: usize,
    pub(super) rule: RuleId,
    pub(super) path: RepoPath,
    pub(super) line: Option<NonZeroU32>,
    /// Its line in the list.
    pub(super) text: String,
}

/// The new findings of all engines, in their order.
pub(super) fn evidence(outcomes: &[Outcome]) -> Vec<Offered> {
    let all = outcomes.iter().flat_map(|outcome| outcome.issues.iter().map(move |issue| (outcome, issue)));
    let new = all.filter(|(_, issue)| issue.standing == Standing::New).enumerate();
    let offered = new.map(|(index, (outcome, issue))| {
        let (location, number) = (&issue.location, index + 1);
        let place = location.line.map_or_else(String::new, |line| format!(":{line}"));
        let message = issue.message.split_whitespace().collect::<Vec<_>>().join(" ");
        let (origin, rule, path, severity) = (outcome.origin.as_str(), &issue.rule, &location.path, issue.severity);
        let text = format!("[E{number}] {origin} {rule} {path}{place} {severity}: {message}\n");
        Offered { number, rule: rule.clone(), path: path.clone(), line: location.line, text }
    });
    offered.collect()
}

/// What a prompt is made of.
pub(super) struct Parts<'a> {
    /// The changed files that it is about.
    pub(super) files: &'a [&'a Shown<'a>],
    /// The findings that it lists.
    pub(super) evidence: &'a [&'a Offered],
    /// How many files the change has in all.
    pub(super) changed: usize,
    /// Changed files that no prompt shows, and should.
    pub(super) lost: &'a [RepoPath],
    /// How many must not be shown at all.
    pub(super) hidden: usize,
    /// How many others have prompts of their own.
    pub(super) elsewhere: usize,
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
}

impl Parts<'_> {
    /// The prompt.
    pub(super) fn prompt(&self) -> Prompt {
        let schema = format!("{:#}", reply::schema());
        let (evidence, offered) = self.evidence();
        let rules = self.rules.values().map(|rule| format!("- `{}` ({}): {}\n", rule.id, rule.severity, rule.title));
        let context = if self.context.trim().is_empty() { String::new() } else { fenced("context", self.context) };
        let shown = self.files.iter().filter(|shown| shown.hunks.is_some());
        let user = fill(
            REVIEW,
            &[
                ("summary", self.summary()),
                ("changes", shown.clone().filter_map(|shown| shown.hunks.as_deref()).collect()),
                ("evidence", evidence),
                ("tools", self.manifest.text()),
                ("coverage", self.coverage()),
                ("context", context),
                ("rules", rules.collect()),
                ("language", self.language.to_owned()),
            ],
        );
        let shown = shown.map(|shown| (shown.file.path.to_string(), shown.file.path.clone())).collect();
        Prompt { system: fill(SYSTEM, &[("schema", schema)]), user, shown, offered }
    }

    fn summary(&self) -> String {
        let lines: Vec<String> =
            self.files.iter().map(|shown| format!("{} {}", shown.file.status.as_str(), shown.file.path)).collect();
        let cut = lines.len().saturating_sub(MAX_NAMED);
        let list = lines.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join("\n");
        let more = if cut > 0 { format!("\nand {cut} more") } else { String::new() };
        format!("{} changed files.\n\n{}", self.changed, fenced("files", &format!("{list}{more}")))
    }

    fn coverage(&self) -> String {
        let lost = self.lost.iter().take(MAX_NAMED);
        let mut text: String = lost.map(|path| format!("- {path}: binary, or too long\n")).collect();
        if self.lost.len() > MAX_NAMED {
            text.push_str(&format!("- and {} more\n", self.lost.len() - MAX_NAMED));
        }
        if self.hidden > 0 {
            text.push_str(&format!("- {} changed files that are not reviewed or hold secrets\n", self.hidden));
        }
        if self.elsewhere > 0 {
            text.push_str(&format!(
                "- {} changed files that are not in this prompt, because it would be too long\n",
                self.elsewhere
            ));
        }
        text
    }

    fn evidence(&self) -> (String, BTreeMap<String, Offered>) {
        let (mut text, mut offered, mut tokens) = (String::new(), BTreeMap::new(), 0);
        for one in self.evidence {
            tokens += estimate(&one.text);
            if tokens > MAX_EVIDENCE {
                break;
            }
            text.push_str(&one.text);
            offered.insert(format!("E{}", one.number), (*one).clone());
        }
        let omitted = self.evidence.len() - offered.len();
        let note = if omitted > 0 { format!("{omitted} omitted\n") } else { String::new() };
        if text.is_empty() { (String::new(), offered) } else { (fenced("findings", &text) + &note, offered) }
    }
}

/// A text between marks that it cannot contain.
pub(super) fn fenced(name: &str, text: &str) -> String {
    let hash = Sha256::digest(format!("{name}\n{text}").as_bytes());
    let number: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("<<<DATA {number} {name}\n{}\n{number} DATA>>>\n", text.trim_end_matches('\n'))
}
