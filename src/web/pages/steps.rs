//! The stepper: developer, QA, SecOps, you.

use maud::{Markup, html};

use crate::delivery::{PullRequest, Turn, Verdict};
use crate::web::words::{Words, step};

/// What a step is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Done,
    Now,
    Stopped,
    Later,
}

/// Where it stands, as a list whose current step is marked for screen readers too.
pub(super) fn steps(words: &Words, of: &PullRequest) -> Markup {
    let at = step(of.status);
    let now = match of.turn() {
        Turn::Developer(_) => 0,
        Turn::Gate(_) | Turn::User | Turn::Blocked(_) | Turn::Over(_) => at,
    };
    let state = |index: usize| match of.turn() {
        Turn::Over(decision) if decision.verdict == Verdict::Approved => State::Done,
        Turn::Blocked(_) | Turn::Over(_) if index == now => State::Stopped,
        _ if index == now => State::Now,
        // The developer's turn comes back, and the gates that have approved stay approved.
        _ if index < at => State::Done,
        _ => State::Later,
    };
    let names = [words.developer, "QA", "SecOps", words.you];
    html! {
        ol class="steps" aria-label=(words.steps) {
            @for (index, name) in names.into_iter().enumerate() {
                @let (class, word) = match state(index) {
                    State::Done => ("done", words.step_done),
                    State::Now => ("now", words.step_now),
                    State::Stopped => ("stopped", words.blocked),
                    State::Later => ("later", words.step_later),
                };
                li class=(class) aria-current=[(index == now && class != "done").then_some("step")] {
                    span class="name" { (name) } " " span class="word" { (word) }
                }
            }
        }
    }
}
