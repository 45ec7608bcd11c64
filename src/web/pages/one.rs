//! One pull request: where it stands, what each gate said, and everything that happened.

use maud::{Markup, html};

use crate::change::Oid;
use crate::delivery::{Event, GateVerdict, Happened, Lineage, Turn, Verdict};
use crate::web::site::{CommitLink, Kept};
use crate::web::words::{Words, name};

use super::frame::{frame, lines, prose, text, time};
use super::list::{title, turn};
use super::steps::steps;

/// How many items, rows and scanners of one verdict are shown; the JSON has them all.
const ROWS: usize = 500;

/// How many characters of one foreign text are shown.
const CHARACTERS: usize = 2_000;

/// How many events are told, the latest ones.
const EVENTS: usize = 500;

/// What a page about one needs.
pub(in crate::web) struct Shown<'a> {
    pub(in crate::web) words: &'static Words,
    pub(in crate::web) kept: &'a Kept,
    pub(in crate::web) link: &'a CommitLink,
    /// The form's proof that it comes from this page; nothing: a person's words are not taken here.
    pub(in crate::web) proof: Option<&'a str>,
}

/// The page.
pub(in crate::web) fn one(shown: &Shown<'_>) -> Markup {
    let Shown { words, kept, .. } = shown;
    let state = &kept.state;
    let verdicts: Vec<(&Happened, &GateVerdict)> = kept.timeline.iter().filter_map(judged).collect();
    let content = html! {
        p { a href="/" { "← " (words.back) } }
        h1 { (title(kept)) }
        (steps(words, state))
        div class="standing" role="status" {
            p class="turn" { (turn(words, kept)) }
            @if let Turn::Blocked(block) = state.turn() { p class="why" { (prose(&lines(&block.diagnosis, CHARACTERS))) } }
            @if let Turn::Over(decision) = state.turn() { @if !decision.reason.is_empty() { p class="why" { (lines(&decision.reason, CHARACTERS)) } } }
        }
        @if let Some(proof) = shown.proof { (forms(words, kept, proof)) }
        section aria-labelledby="verdicts" {
            h2 id="verdicts" { (words.verdicts) }
            @if verdicts.is_empty() { p class="quiet" { (words.no_verdicts) } }
            @for (index, (happened, verdict)) in verdicts.iter().enumerate() {
                (self::verdict(shown, happened, verdict, index + 1 == verdicts.len()))
            }
        }
        section aria-labelledby="activity" {
            h2 id="activity" { (words.activity) }
            (activity(shown))
        }
        section aria-labelledby="about" {
            h2 id="about" { (words.terms) }
            (about(shown))
        }
    };
    frame(words, &title(kept), Some(&format!("/events?pull_request={}&after={}", state.id, state.sequence)), &content)
}

fn judged(happened: &Happened) -> Option<(&Happened, &GateVerdict)> {
    match &happened.event {
        Event::Judged(verdict) => Some((happened, verdict)),
        _ => None,
    }
}

/// One verdict as a row that opens. The last one is open.
fn verdict(shown: &Shown<'_>, happened: &Happened, verdict: &GateVerdict, open: bool) -> Markup {
    let words = shown.words;
    let class = match verdict.verdict {
        Verdict::Approved => "verdict approved",
        Verdict::ChangesRequested => "verdict returned",
    };
    html! {
        details class=(class) id={ "event-" (happened.sequence) } open[open] {
            summary {
                span class="gate" { (name(verdict.gate)) } " "
                span class="word" { (words.verdict(verdict.verdict)) } " "
                span class="quiet" { (words.round) " " (verdict.round) " · " code { (verdict.head.short()) } " · " (time(happened.at)) }
            }
            p { (prose(&lines(&verdict.summary, CHARACTERS))) }
            @if !verdict.items.is_empty() {
                h3 { (words.to_change) }
                ul { @for item in verdict.items.iter().take(ROWS) { li class="item" { (prose(&lines(&item.text, CHARACTERS))) } } }
                (more(words, verdict.items.len()))
            }
            @if !verdict.matrix.is_empty() { (matrix(words, verdict)) }
            @if !verdict.scanners.is_empty() { (scanners(words, verdict)) }
        }
    }
}

fn more(words: &Words, count: usize) -> Markup {
    let more = count.saturating_sub(ROWS);
    html! { @if more > 0 { p class="quiet" { ((words.more)(more)) } } }
}

fn matrix(words: &Words, verdict: &GateVerdict) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label=(words.matrix) {
            table {
                caption { (words.matrix) }
                thead { tr { th scope="col" { (words.rule) } th scope="col" { (words.tests) } th scope="col" { (words.coverage) } } }
                tbody {
                    @for row in verdict.matrix.iter().take(ROWS) {
                        tr class=[(!row.covered).then_some("weak")] {
                            th scope="row" { (text(&row.rule)) }
                            td {
                                @for test in row.tests.iter().take(ROWS) { code class="test" { (text(test)) } " " }
                            }
                            td { (if row.covered { words.covered } else { words.uncovered }) }
                        }
                    }
                }
            }
        }
        (more(words, verdict.matrix.len()))
    }
}

fn scanners(words: &Words, verdict: &GateVerdict) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label=(words.scanners) {
            table {
                caption { (words.scanners) }
                thead { tr { th scope="col" { (words.scanner) } th scope="col" { (words.findings) } th scope="col" { (words.answer) } } }
                tbody {
                    @for answer in verdict.scanners.iter().take(ROWS) {
                        tr class=[answer.findings.is_none().then_some("weak")] {
                            th scope="row" { (text(&answer.scanner)) }
                            td { @match answer.findings { Some(count) => { (count) } None => { (words.did_not_look) } } }
                            td { (prose(&lines(&answer.detail, CHARACTERS))) }
                        }
                    }
                }
            }
        }
    }
}

fn activity(shown: &Shown<'_>) -> Markup {
    let told: Vec<(&Happened, String)> =
        shown.kept.timeline.iter().filter_map(|happened| Some((happened, sentence(shown.words, &happened.event)?))).collect();
    let earlier = told.len().saturating_sub(EVENTS);
    html! {
        @if earlier > 0 { p class="quiet" { ((shown.words.more)(earlier)) } }
        ol class="feed" {
            @for (happened, sentence) in told.iter().skip(earlier) {
                li { (time(happened.at)) " " span { (prose(&lines(sentence, CHARACTERS))) } }
            }
        }
    }
}

/// An event as a sentence; those that only keep the books have none.
fn sentence(words: &Words, event: &Event) -> Option<String> {
    Some(match event {
        Event::Opened { head, .. } => (words.opened_at)(&head.short().to_string()),
        Event::Judged(verdict) => {
            (words.judged)(name(verdict.gate), words.verdict(verdict.verdict), &verdict.head.short().to_string())
        }
        Event::HeadMoved { head, lineage: Lineage::Descends } => (words.new_commit)(&head.short().to_string()),
        Event::HeadMoved { head, lineage: Lineage::Rewritten } => (words.rewritten)(&head.short().to_string()),
        Event::Blocked(block) => (words.blocked_by)(&block.diagnosis),
        Event::Unblocked(how) => (words.unblocked)(*how == crate::delivery::Resume::Restart).to_owned(),
        Event::UserDecided(decision) => {
            let word = (words.person)(decision.verdict == Verdict::Approved);
            if decision.reason.is_empty() { word.to_owned() } else { format!("{word}: {}", decision.reason) }
        }
        Event::CommentPosted { place, .. } => (words.told)(place),
        Event::CommentFailed { detail, .. } => (words.not_told)(detail),
        Event::GateChanged { blocked: true, .. } => return None,
        Event::GateChanged { .. } | Event::Spent(_) => return None,
    })
}

fn about(shown: &Shown<'_>) -> Markup {
    let (words, state) = (shown.words, &shown.kept.state);
    let terms = &state.terms;
    let (minutes, cents) = (state.spent.milliseconds / 60_000, state.spent.micro_usd / 10_000);
    html! {
        dl {
            dt { (words.task) } dd { (text(&terms.task.id)) }
            dt { (words.repository) } dd { (text(&terms.repository)) }
            dt { (words.branch) } dd { code { (text(&terms.branch)) } " → " code { (text(&terms.base)) } }
            dt { (words.commit) } dd { (commit(shown, &state.head)) }
            dt { (words.corrections) } dd { (state.corrections) " / " (terms.max_corrections) }
            dt { (words.spent) } dd { (minutes) " min · " (state.spent.tokens) " tokens · US$ " (cents / 100) "." (format!("{:02}", cents % 100)) }
            dt { (words.last) } dd { (time(shown.kept.last())) }
        }
    }
}

/// A commit, with a link where the forge has a page about it.
fn commit(shown: &Shown<'_>, commit: &Oid) -> Markup {
    let full = commit.to_string();
    let link = (shown.link)(&shown.kept.state.terms.repository, &full);
    html! {
        @match link {
            Some(link) => a href=(link) rel="noreferrer" { code { (full) } },
            None => code { (full) },
        }
    }
}

/// What a person may say now.
fn forms(words: &Words, kept: &Kept, proof: &str) -> Markup {
    let state = &kept.state;
    let choices: &[(&str, &str)] = match state.turn() {
        Turn::User => &[("approve", words.approve), ("reject", words.reject)],
        Turn::Blocked(_) => &[("resume", words.resume), ("restart", words.restart)],
        Turn::Gate(_) | Turn::Developer(_) | Turn::Over(_) => return html! {},
    };
    let blocked = matches!(state.turn(), Turn::Blocked(_));
    html! {
        form class="say" method="post" action={ "/pull-requests/" (state.id) "/say" } {
            h2 { (words.your_word) }
            input type="hidden" name="proof" value=(proof);
            input type="hidden" name="sequence" value=(state.sequence);
            @if blocked { p class="quiet" { (words.resume_help) } }
            @else { label { (words.reason) textarea name="reason" rows="2" maxlength="2000" {} } }
            div class="buttons" { @for (word, shown) in choices { button name="word" value=(word) class=(word) { (shown) } } }
        }
    }
}
