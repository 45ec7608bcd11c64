//! What a run says about itself: why it is not complete, and how many results were left out.
//!
//! A run with a reason was not successful, whatever it found: a viewer must not take silence for "nothing found".

use crate::gate::Reason;

use super::plan::Plan;
use super::text::message;
use super::wire::{Descriptor, DescriptorReference, Invocation, Notification};

/// Notifications of one run beyond this are counted in one more. A run over a large tree may skip thousands of files.
const MAX_NOTIFICATIONS: usize = 100;

/// The invocation of a run and the kinds of notification that it cites.
pub(super) fn invocation(plan: &Plan<'_>) -> (Invocation, Vec<Descriptor>) {
    let mut notes = Notes::default();
    for reason in plan.reasons.iter().take(MAX_NOTIFICATIONS) {
        notes.add(&reason.token, &GAP, &told(reason));
    }
    let unlisted = plan.reasons.len().saturating_sub(MAX_NOTIFICATIONS);
    if unlisted > 0 {
        notes.add("more-reasons", &GAP, &format!("{unlisted} more reasons are not listed here; the audit lists all"));
    }
    let left_out = plan.total - plan.rows.len();
    if left_out > 0 {
        let text = format!("{left_out} of {} results are left out, the least important ones", plan.total);
        notes.add("results-left-out", &LEFT_OUT, &text);
    }
    let invocation =
        Invocation { execution_successful: plan.reasons.is_empty(), tool_execution_notifications: notes.notifications };
    (invocation, notes.descriptors)
}

/// What a kind of notification means.
struct Meaning {
    level: &'static str,
    what: &'static str,
    help: &'static str,
}

const GAP: Meaning = Meaning {
    level: "error",
    what: "Part of the review could not be done.",
    help: "What was not verified is never approved: mend the cause that the message names and review again.",
};

const LEFT_OUT: Meaning = Meaning {
    level: "warning",
    what: "The file would be over code scanning's limits with every result.",
    help: "The audit lists every finding. Mend the most important ones first, or take generated files out with `ignore`.",
};

fn told(reason: &Reason) -> String {
    let engine = reason.engine.as_deref().map(|engine| format!("{engine}: ")).unwrap_or_default();
    let detail = if reason.detail.is_empty() { String::new() } else { format!(" - {}", reason.detail) };
    format!("{engine}{}{detail}", reason.token)
}

#[derive(Default)]
struct Notes {
    notifications: Vec<Notification>,
    descriptors: Vec<Descriptor>,
}

impl Notes {
    fn add(&mut self, id: &str, meaning: &Meaning, text: &str) {
        let known = self.descriptors.iter().position(|descriptor| descriptor.id == id);
        let index = known.unwrap_or_else(|| {
            self.descriptors.push(Descriptor {
                id: id.to_owned(),
                short_description: message(meaning.what, id),
                full_description: message(meaning.what, id),
                help: message(meaning.help, id),
            });
            self.descriptors.len() - 1
        });
        let descriptor = DescriptorReference { id: id.to_owned(), index };
        self.notifications.push(Notification { level: meaning.level, descriptor, message: message(text, id) });
    }
}
