//! All pull requests: those in review first, each with its stepper and whose turn it is.

use maud::{Markup, html};

use crate::delivery::{Block, Turn};
use crate::web::site::{Kept, Seen};
use crate::web::words::Words;

use super::frame::{frame, prose, text, time};
use super::steps::steps;

/// How many that are decided are listed, the latest first.
const DECIDED: usize = 50;

/// The page.
pub(in crate::web) fn list(words: &Words, seen: &Seen) -> Markup {
    let over = |kept: &&Kept| matches!(kept.state.turn(), Turn::Over(_));
    let mut open: Vec<&Kept> = seen.all.values().map(AsRef::as_ref).filter(|kept| !over(kept)).collect();
    let mut decided: Vec<&Kept> = seen.all.values().map(AsRef::as_ref).filter(over).collect();
    // What waits for a person comes first, then what has waited longest.
    open.sort_by_key(|kept| (!waits_for_a_person(kept), kept.last()));
    decided.sort_by_key(|kept| std::cmp::Reverse(kept.last()));
    let more = decided.len().saturating_sub(DECIDED);
    let content = html! {
        h1 { (words.in_review) " " span class="count" { (open.len()) } }
        @if seen.trouble.is_some() { p class="trouble" role="status" { (words.trouble) } }
        @if open.is_empty() { p { (words.none) } p class="quiet" { (prose(words.none_help)) } }
        @for kept in open { (card(words, kept)) }
        @if !decided.is_empty() {
            details id="decided" {
                summary { h2 { (words.decided) " " span class="count" { (decided.len()) } } }
                ul class="plain" {
                    @for kept in decided.iter().take(DECIDED) {
                        li { a href={ "/pull-requests/" (kept.state.id) } { (title(kept)) } " — " (turn(words, kept)) ", " (time(kept.last())) }
                    }
                }
                @if more > 0 { p class="quiet" { ((words.more)(more)) } }
            }
        }
    };
    frame(words, words.in_review, Some(&format!("/events?after={}", seen.revision(None))), &content)
}

fn waits_for_a_person(kept: &Kept) -> bool {
    matches!(kept.state.turn(), Turn::User | Turn::Blocked(_))
}

fn card(words: &Words, kept: &Kept) -> Markup {
    let state = &kept.state;
    let block = match state.turn() {
        Turn::Blocked(block) => Some(block),
        Turn::Gate(_) | Turn::Developer(_) | Turn::User | Turn::Over(_) => None,
    };
    let class = if block.is_some() {
        "card blocked"
    } else if waits_for_a_person(kept) {
        "card yours"
    } else {
        "card"
    };
    html! {
        article class=(class) {
            h2 { a href={ "/pull-requests/" (state.id) } { (title(kept)) } }
            p class="quiet" {
                span class="id" { (text(&state.terms.task.id)) } " · " code { (text(&state.terms.branch)) } " → " code { (text(&state.terms.base)) } " · "
                (text(&state.terms.repository)) " · " (time(kept.last()))
            }
            (steps(words, state))
            p class="turn" { (turn(words, kept)) }
            @if let Some(Block { diagnosis, .. }) = block { p class="why" { (prose(&text(diagnosis))) } }
        }
    }
}

/// The task's title, or its name where it has none.
pub(super) fn title(kept: &Kept) -> String {
    let task = &kept.state.terms.task;
    text(if task.title.trim().is_empty() { &task.id } else { &task.title })
}

pub(super) fn turn(words: &Words, kept: &Kept) -> String {
    let state = &kept.state;
    words.turn(state.turn(), state.corrections, state.terms.max_corrections.get())
}
