//! A second look at what the model found, before it is shown: each remark goes back to it with the code that it cites.
//!
//! Only a refutation with a quote that stands in that code takes a remark out, and whether the quote stands there is looked up here, not
//! believed. A remark decides nothing either way; this keeps readers from chasing what is not so.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use tokio::time::Instant;

use crate::config::Language;
use crate::deliberation::{Reviewed, holds_word, shortened};
use crate::finding::Side;
use crate::llm::{Answer, Message, Model, Request, Usage, estimate_reply, estimate_request, schema_of};
use crate::redaction::{Redacted, Redactor};

use super::asked::{Refuted, Remark, Verification};
use super::extract::extract;
use super::prompt::fenced;
use super::template::fill;

/// What the model is for.
const SYSTEM: &str = include_str!("prompts/verify_system.md");

/// What it is asked.
const VERIFY: &str = include_str!("prompts/verify.md");

/// Lines of code in front of the cited one, and behind it.
const AROUND: usize = 30;

/// The most bytes of a shown line.
const MAX_LINE: usize = 240;

/// The most lines of hunks that are shown of a removed line.
const MAX_HUNK: usize = 200;

/// Names that are looked up for one remark, and lines of each that are shown.
const MAX_NAMES: usize = 3;
const MAX_USES: usize = 20;

/// Files that are searched for them.
const MAX_FILES: usize = 2000;

/// A shorter quote stands in any code.
const MIN_QUOTE: usize = 8;

/// The answer.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
struct Verdict {
    /// Whether the remark is right.
    verdict: VerdictWord,
    /// Why, in a sentence.
    reason: String,
    /// Of a refutation: a line of the shown code, or a part of one, that proves it, copied literally.
    #[serde(default)]
    quote: Option<String>,
}

/// Whether a remark is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum VerdictWord {
    /// It is.
    Confirmed,
    /// It is not, and the quote proves it.
    Refuted,
    /// What is shown does not tell.
    Uncertain,
}

/// Who looks, and at what.
pub(super) struct SecondLook<'a> {
    pub(super) model: &'a dyn Model,
    pub(super) reviewed: &'a Reviewed,
    pub(super) redactor: &'a Redactor,
    pub(super) language: Language,
    pub(super) deadline: Instant,
    /// The most remarks that are looked at again.
    pub(super) max_calls: u32,
}

impl SecondLook<'_> {
    /// Takes the refuted ones out of `remarks`: the worst are looked at first. A call that fails ends it, and nothing more is taken out.
    pub(super) async fn look(&self, remarks: &mut Vec<Remark>) -> Verification {
        let mut verification = Verification::default();
        let mut order: Vec<usize> = (0..remarks.len()).collect();
        order.sort_by_key(|position| std::cmp::Reverse(remarks.get(*position).map(|remark| remark.severity)));
        order.truncate(usize::try_from(self.max_calls).unwrap_or(usize::MAX));
        let chosen: Vec<(usize, Remark)> =
            order.into_iter().filter_map(|position| Some((position, remarks.get(position)?.clone()))).collect();
        let uses = self.uses(chosen.iter().map(|(_, remark)| remark)).await;
        let mut refuted: BTreeMap<usize, Refuted> = BTreeMap::new();
        for (position, remark) in chosen {
            let Some(code) = self.code(&remark).await else { continue };
            let names = names(&remark).into_iter().filter_map(|name| uses.get(&name));
            let shown = self.redactor.redact(&code);
            let uses = self.redactor.redact(&names.flatten().map(|line| format!("{line}\n")).collect::<String>());
            let request = self.request(&remark, &shown, &uses);
            verification.calls += 1;
            let Ok(reply) = self.model.call(&request).await else {
                verification.unanswered += 1;
                break;
            };
            let estimated = || Usage { input: estimate_request(&request), output: estimate_reply(&reply) };
            let usage = reply.usage.unwrap_or_else(estimated);
            verification.tokens_in = verification.tokens_in.saturating_add(usage.input);
            verification.tokens_out = verification.tokens_out.saturating_add(usage.output);
            let Ok(Verdict { verdict, reason, quote }) = extract::<Verdict>(&reply.text) else {
                verification.unanswered += 1;
                continue;
            };
            let quote = quote.unwrap_or_default();
            let quote = quote.trim();
            let stands = quote.chars().count() >= MIN_QUOTE && [&shown, &uses].iter().any(|text| text.as_str().contains(quote));
            if verdict == VerdictWord::Refuted && stands {
                refuted.insert(position, Refuted { remark, reason: self.line(&reason), quote: self.line(quote) });
            }
        }
        let mut position = 0;
        remarks.retain(|_| {
            position += 1;
            !refuted.contains_key(&(position - 1))
        });
        verification.refuted = refuted.into_values().collect();
        verification
    }

    fn request(&self, remark: &Remark, code: &Redacted, uses: &Redacted) -> Request {
        let Remark { rule, severity, path, line, side: _, message, impact, evidence, suggestion: _, verification } = remark;
        let text = format!(
            "{rule} ({severity}) at {path}:{line}\nwhat: {message}\nimpact: {impact}\nevidence: {evidence}\nhow to verify: {verification}\n"
        );
        let uses = if uses.is_empty() { String::new() } else { fenced("names", uses.as_str()) };
        let slots = [
            ("remark", fenced("remark", &text)),
            ("code", fenced(&path.to_string(), code.as_str())),
            ("uses", uses),
            ("language", self.language.as_str().to_owned()),
        ];
        let schema = schema_of::<Verdict>();
        let system = fill(SYSTEM, &[("schema", format!("{schema:#}"))]);
        Request {
            messages: vec![
                Message::System(self.redactor.redact(&system)),
                Message::User(self.redactor.redact(&fill(VERIFY, &slots))),
            ],
            tools: Vec::new(),
            answer: Some(Answer { name: "verdict".to_owned(), schema }),
            max_output_tokens: None,
            deadline: self.deadline,
        }
    }

    /// The code around the cited line: of an added line the reviewed file, of a removed one the hunks.
    async fn code(&self, remark: &Remark) -> Option<String> {
        let path = remark.path.to_string();
        let line = usize::try_from(remark.line.get()).unwrap_or(usize::MAX);
        let (text, first, count) = match remark.side {
            Side::Right => (self.reviewed.text(&path).await.ok()?, line.saturating_sub(AROUND + 1), 2 * AROUND + 1),
            Side::Left => {
                let hunks = self.reviewed.hunks(&path).await.ok()?;
                let first = hunk_at(&hunks, line);
                (hunks, first, MAX_HUNK)
            }
        };
        let lines = text.lines().skip(first).take(count);
        Some(lines.map(|line| format!("{}\n", shortened(line, MAX_LINE))).collect())
    }

    /// The lines of the reviewed files that hold the names in the remarks, by name.
    async fn uses(&self, remarks: impl Iterator<Item = &Remark>) -> BTreeMap<String, Vec<String>> {
        let mut wanted: Vec<String> = remarks.flat_map(names).collect();
        wanted.sort();
        wanted.dedup();
        let Ok(mut files) = self.reviewed.files().await else { return BTreeMap::new() };
        if wanted.is_empty() {
            return BTreeMap::new();
        }
        files.truncate(MAX_FILES);
        let names = wanted.clone();
        let look = move |path: &crate::finding::RepoPath, text: &str| -> Vec<(usize, String)> {
            let there = names.iter().enumerate().filter(|(_, name)| text.contains(name.as_str()));
            let lines = there.flat_map(|(index, name)| {
                let lines = text.lines().zip(1..).filter(|(line, _)| holds_word(line, name)).take(MAX_USES);
                lines.map(move |(line, number)| (index, format!("{path}:{number}: {}", shortened(line.trim(), MAX_LINE))))
            });
            lines.collect()
        };
        let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (index, line) in self.reviewed.look(files, look).await.unwrap_or_default().into_iter().flatten().flatten() {
            if let Some(name) = wanted.get(index) {
                let lines = uses.entry(name.clone()).or_default();
                if lines.len() < MAX_USES {
                    lines.push(line);
                }
            }
        }
        uses
    }

    fn line(&self, text: &str) -> Redacted {
        let line = self.redactor.redact(text).as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        self.redactor.redact(&line.chars().take(1000).collect::<String>())
    }
}

/// The names that a remark writes as code.
fn names(remark: &Remark) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in [&remark.message, &remark.evidence] {
        for name in text.as_str().split('`').skip(1).step_by(2) {
            let name = name.trim_end_matches("()");
            let plain = name.chars().all(|character| character.is_alphanumeric() || character == '_');
            if plain && name.chars().count() > 2 && !found.iter().any(|other| other == name) {
                found.push(name.to_owned());
            }
        }
    }
    found.truncate(MAX_NAMES);
    found
}

/// The position of the hunk that holds the old line; the first one where none does.
fn hunk_at(hunks: &str, line: usize) -> usize {
    let old = |header: &str| {
        let range = header.strip_prefix("@@ -")?.split(' ').next()?;
        // A hunk of one line gives no count.
        let (start, count) = range.split_once(',').unwrap_or((range, "1"));
        let (start, count): (usize, usize) = (start.parse().ok()?, count.parse().ok()?);
        Some(start..start.saturating_add(count))
    };
    hunks.lines().position(|header| old(header).is_some_and(|old| old.contains(&line))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hunk_of_a_removed_line_is_found() {
        let hunks = "@@ -1,3 +1,2 @@\n a\n-b\n c\n@@ -10,2 +9 @@ fn x\n-d\n e\n@@ -20 +18,0 @@\n-f\n";
        assert_eq!([2, 10, 11, 20, 50].map(|line| hunk_at(hunks, line)), [0, 4, 4, 7, 0]);
    }
}
