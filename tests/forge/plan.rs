//! The plans: one comment, one comment a finding, and nobody else's words touched.

use aurumcode::finding::{Fingerprint, RepoPath, RuleId};
use aurumcode::forge::{
    Author, Closing, Comment, CommentStep, InlineComment, InlinePlan, Note, mark_comment, mark_finding, plan_comment, plan_inline,
};
use aurumcode::redaction::{Redacted, Redactor};
use proptest::prelude::*;

const ME: i64 = 7;

fn account(id: i64, login: &str) -> Author {
    Author { id: Some(id), login: login.to_owned() }
}

fn me() -> Author {
    account(ME, "gate[bot]")
}

fn comment(id: &str, author: Author, body: &str) -> Comment {
    Comment { id: id.to_owned(), author, body: body.to_owned() }
}

fn text(text: &str) -> Redacted {
    Redactor::new().redact(text)
}

#[test]
fn there_is_one_comment_and_it_is_found_by_mark_and_author() {
    let body = mark_comment(&text("new"));
    let old = mark_comment(&text("old"));
    let plan = |there: &[Comment]| plan_comment(there, Some(&me()), body.as_str());
    assert_eq!(plan(&[]).step, CommentStep::Create);
    let others = [
        comment("1", account(8, "gate[bot]"), old.as_str()),
        comment("2", me(), "a person's words"),
        comment("3", me(), &format!("> {}", old.as_str())),
        comment("4", account(9, "lookalike"), body.as_str()),
    ];
    assert_eq!((plan(&others).step, plan(&others).remove), (CommentStep::Create, vec![]));
    let mut there = others.to_vec();
    there.extend([comment("5", me(), old.as_str()), comment("6", me(), old.as_str())]);
    assert_eq!(plan(&there).step, CommentStep::Edit("5".to_owned()));
    assert_eq!(plan(&there).remove, ["6"]);
    there[4].body = body.as_str().replace('\n', "\r\n");
    assert_eq!(plan(&there).step, CommentStep::Keep);
}

#[test]
fn an_account_is_known_by_its_number_and_only_then_by_its_name() {
    let named = |login: &str| Author { id: None, login: login.to_owned() };
    assert!(account(7, "old-name").is(&account(7, "new-name")));
    assert!(!account(7, "gate").is(&account(8, "gate")));
    assert!(named("Gate").is(&account(8, "gate")) && !named("gate").is(&named("other")));
}

#[test]
fn without_an_author_nothing_is_edited() {
    let body = mark_comment(&text("new"));
    let there = [comment("1", account(8, "x"), "hello")];
    assert_eq!(plan_comment(&there, None, body.as_str()).step, CommentStep::Create);
    let there = [comment("1", account(8, "x"), body.as_str())];
    assert_eq!(plan_comment(&there, None, body.as_str()).step, CommentStep::Unknown);
}

fn note(code: &str, lines: Option<(u32, u32)>) -> Note {
    Note {
        fingerprint: Fingerprint::of(&RuleId::new("e:r"), code.as_bytes()),
        path: RepoPath::from("src/a.rs"),
        old_path: None,
        lines,
        body: text(&format!("about {code}")),
    }
}

fn inline(id: &str, author: Author, note: &Note, gone: bool) -> InlineComment {
    let body = mark_finding(&note.fingerprint, gone, &note.body, &Redactor::new()).expect("no secret");
    InlineComment { id: id.to_owned(), thread: None, author, body: body.into_string(), resolved: Some(gone), shown: true }
}

fn plan(notes: &[Note], there: &[InlineComment], most: usize) -> InlinePlan {
    let line = text("Gone.");
    plan_inline(notes, there, &me(), most, &Closing { line: &line, redactor: &Redactor::new() })
}

#[test]
fn a_finding_is_commented_once_reopened_when_it_returns_and_closed_when_it_goes() {
    let (one, two, three, off) =
        (note("one", Some((3, 3))), note("two", Some((4, 6))), note("three", Some((9, 9))), note("off", None));
    let there = [
        inline("11", me(), &one, false),
        inline("12", me(), &three, false),
        inline("13", account(8, "lookalike"), &two, false),
        inline("14", me(), &note("former", Some((1, 1))), true),
        InlineComment { body: "a person's words".to_owned(), ..inline("15", me(), &one, false) },
    ];
    let planned = plan(&[one.clone(), two.clone(), off], &there, 30);
    assert_eq!((planned.kept, planned.off_the_diff, planned.beyond), (1, 1, 0));
    assert_eq!(planned.post.iter().map(|new| new.lines).collect::<Vec<_>>(), [(4, 6)]);
    assert!(planned.reopen.is_empty());
    let closed: Vec<_> = planned.close.iter().map(|(comment, body)| (comment.id.as_str(), body.as_str())).collect();
    let mark = format!("<!-- aurumcode:finding {} gone -->", three.fingerprint);
    assert_eq!(closed, [("12", format!("{mark}\nGone.\n\nabout three").as_str())]);
    // It comes back.
    let there = [inline("12", me(), &three, true)];
    let planned = plan(std::slice::from_ref(&three), &there, 30);
    let mark = format!("<!-- aurumcode:finding {} -->", three.fingerprint);
    assert_eq!(planned.reopen[0].1.as_str(), format!("{mark}\nabout three"));
    assert!(planned.post.is_empty() && planned.close.is_empty());
}

#[test]
fn the_same_code_twice_has_two_comments_and_many_findings_have_a_bound() {
    let twice = [note("same", Some((3, 3))), note("same", Some((8, 8)))];
    assert_eq!(plan(&twice, &[], 30).post.len(), 2);
    let there = [inline("1", me(), &twice[0], false)];
    assert_eq!((plan(&twice, &there, 30).post.len(), plan(&twice, &there, 30).kept), (1, 1));
    let both = [inline("1", me(), &twice[0], true), inline("2", me(), &twice[1], false)];
    let planned = plan(&twice[..1], &both, 30);
    assert!(planned.post.is_empty() && planned.reopen.is_empty() && planned.close.is_empty(), "the open one is its comment");
    let many: Vec<Note> = (0..100).map(|number| note(&format!("n{number}"), Some((1, 1)))).collect();
    let planned = plan(&many, &[], 30);
    assert_eq!((planned.post.len(), planned.beyond), (30, 70));
}

proptest! {
    /// However often and in whatever order findings come and go, carrying a plan out and planning again asks for nothing more.
    #[test]
    fn a_second_run_says_nothing_twice(rounds in proptest::collection::vec(proptest::collection::vec(0_u8..6, 0..6), 1..6)) {
        let mut there: Vec<InlineComment> = Vec::new();
        let mut next = 0;
        for round in rounds {
            let notes: Vec<Note> = round.iter().map(|code| note(&format!("c{code}"), Some((1, 1)))).collect();
            let planned = plan(&notes, &there, 30);
            for new in &planned.post {
                next += 1;
                there.push(InlineComment {
                    id: next.to_string(), thread: None, author: me(), body: new.body.as_str().to_owned(), resolved: Some(false), shown: true,
                });
            }
            for (comment, body) in planned.reopen.iter().chain(&planned.close) {
                let place = there.iter().position(|known| known.id == comment.id).expect("one that is there");
                there[place].body = body.as_str().to_owned();
            }
            let again = plan(&notes, &there, 30);
            prop_assert!(again.post.is_empty() && again.reopen.is_empty() && again.close.is_empty(), "{:?}", again);
            prop_assert_eq!(again.kept, notes.len());
        }
    }
}
