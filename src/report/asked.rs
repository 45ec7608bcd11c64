//! What came of asking a model, in the words that the terminal and Markdown share.
//!
//! It stands below what decides, and each heading says that it decides nothing.

use crate::deliberation::Transcript;
use crate::finding::RepoPath;
use crate::review::Asked;

use super::summary::Voice;

/// How many entries of a list are shown; the audit holds all of them.
const ENTRIES: usize = 20;

/// A part of the section: a heading, and its entries.
pub(super) struct Part {
    pub(super) heading: String,
    pub(super) entries: Vec<String>,
}

/// How a dress shows foreign text: a sentence, and a path.
pub(super) struct Shown<'a> {
    pub(super) sentence: &'a dyn Fn(&str) -> String,
    pub(super) path: &'a dyn Fn(&RepoPath) -> String,
}

impl Voice<'_> {
    /// One line about whether a model reviewed the change.
    pub(super) fn model_line(&self, asked: &Asked, shown: &Shown<'_>) -> String {
        let again = asked.verification.as_ref().map_or(0, |look| look.tokens_in.saturating_add(look.tokens_out));
        let tokens = asked.transcript.tokens_in.saturating_add(asked.transcript.tokens_out).saturating_add(again);
        let looks = asked.verification.as_ref().map_or(0, |look| look.calls);
        let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        match (&asked.unavailable, &asked.answered_by) {
            (None, Some(model)) => {
                let (model, rounds) = ((self.name)(model), number(u64::from(asked.transcript.rounds) + u64::from(looks)));
                (self.text.model_answered)(&model, rounds, number(tokens))
            }
            (Some(why), _) => {
                let detail = (shown.sentence)(why.detail.as_str());
                format!("{}: {} ({detail})", self.text.no_model_reviewed, (self.name)(&why.token))
            }
            (None, None) => self.text.no_model_reviewed.to_owned(),
        }
    }

    /// What the model said and how the conversation went.
    pub(super) fn model_parts(&self, asked: &Asked, shown: &Shown<'_>) -> Vec<Part> {
        let text = self.text;
        let sentence = |text: &crate::redaction::Redacted| (shown.sentence)(text.as_str());
        let remarks = asked.remarks.iter().map(|remark| {
            let place = format!("{}:{}", (shown.path)(&remark.path), remark.line);
            let proof =
                (text.remark_proof)(&sentence(&remark.evidence), &sentence(&remark.impact), &sentence(&remark.verification));
            let rule = (self.name)(remark.rule.as_str());
            format!("{place} {} {rule} — {}; {proof}", remark.severity, sentence(&remark.message))
        });
        let proposed = asked.proposed.iter().map(|one| {
            let line = one.line.map_or_else(String::new, |line| format!(":{line}"));
            let rule = (self.name)(one.rule.as_str());
            let exception = (shown.sentence)(&one.as_exception());
            format!(
                "{}{line} {rule} — {}; {}",
                (shown.path)(&one.path),
                sentence(&one.justification),
                (text.as_exception)(&exception)
            )
        });
        let refuted = asked.verification.iter().flat_map(|verification| &verification.refuted).map(|one| {
            let (rule, place) = ((self.name)(one.remark.rule.as_str()), (shown.path)(&one.remark.path));
            let message = sentence(&one.remark.message);
            let why = (text.refuted_by)(&sentence(&one.reason), &sentence(&one.quote));
            format!("{place}:{} {rule} — {message}; {why}", one.remark.line)
        });
        let dropped = asked.dropped.iter().map(|one| format!("{} ({})", sentence(&one.what), (text.dropped_because)(one.why)));
        let summary = Some(&asked.summary).filter(|summary| !summary.as_str().trim().is_empty()).map(sentence);
        let limitations = asked.limitations.iter().map(sentence);
        let unseen = asked.not_shown.iter().map(|path| (shown.path)(path));
        let parts = [
            (text.summary_of_model as fn(usize) -> String, summary.into_iter().collect::<Vec<_>>()),
            (text.remarks, remarks.collect()),
            (text.proposed, proposed.collect()),
            (text.refuted, refuted.collect()),
            (text.not_admitted, dropped.collect()),
            (text.limitations, limitations.collect()),
            (text.not_shown, unseen.collect()),
        ];
        let parts = parts.into_iter().filter(|(_, entries)| !entries.is_empty());
        let mut parts: Vec<Part> = parts.map(|(heading, entries)| self.part(heading(entries.len()), entries)).collect();
        if asked.deliberated() {
            parts.push(self.conversation(asked, shown));
        }
        parts
    }

    fn part(&self, heading: String, mut entries: Vec<String>) -> Part {
        let more = entries.len().saturating_sub(ENTRIES);
        entries.truncate(ENTRIES);
        if more > 0 {
            entries.push((self.text.more_files)(more));
        }
        Part { heading, entries }
    }

    fn conversation(&self, asked: &Asked, shown: &Shown<'_>) -> Part {
        let Transcript { offered, requested, not_requested, calls, outcome, .. } = &asked.transcript;
        let names = |label: &str, names: &[String]| {
            let names: Vec<String> = names.iter().map(|name| (self.name)(name)).collect();
            format!("{label}: {}", if names.is_empty() { "–".to_owned() } else { names.join(", ") })
        };
        let mut entries = vec![
            names(self.text.tools_offered, offered),
            names(self.text.tools_requested, requested),
            names(self.text.tools_not_requested, not_requested),
        ];
        entries.extend(calls.iter().map(|call| {
            let arguments = (shown.sentence)(call.arguments.as_str());
            let (tool, result) = ((self.name)(call.tool.as_str()), (shown.sentence)(call.result.as_str()));
            format!("{}. {tool}({arguments}) {}: {result}", call.round, call.status.as_str())
        }));
        if !asked.not_run.is_empty() {
            let list: Vec<String> = asked.not_run.iter().map(|name| (self.name)(name)).collect();
            entries.push((self.text.engines_not_run)(&list.join(", ")));
        }
        Part { heading: format!("{} ({})", self.text.deliberation, (self.name)(outcome)), entries }
    }
}
