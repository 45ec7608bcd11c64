//! What goes wrong between a program and a forge, and what comes of it.

use crate::host::{Fault, KINDS, Kind, ME, OTHER};
use crate::stage::{Stage, bad_line};

const READ_ONLY: &str = r#"{"message":"Resource not accessible by integration"}"#;
const SECONDARY: &str = r#"{"message":"You have exceeded a secondary rate limit. Please wait."}"#;

#[test]
fn a_checkout_of_anything_else_is_refused_and_nothing_is_scanned() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        let head = stage.repo.rev("HEAD");
        stage.repo.write("b.py", "y = 1\n");
        stage.repo.commit("a merge, say");
        let seen = stage.review(&["--publish", "--check"]);
        assert_eq!(seen.status, 6, "{kind:?}");
        assert!(seen.err.contains("error[forge/unverified-checkout]: unverified_checkout"), "{}", seen.err);
        assert!(seen.err.contains(&format!("git fetch origin {head} && git checkout --detach {head}")), "{}", seen.err);
        assert!(seen.out.is_empty() && stage.host.world().comments.is_empty());
        let last = stage.host.world().statuses.last().expect("a status").1.to_string();
        assert!(last.contains("no verdict [forge/unverified-checkout]"), "{kind:?}: {last}");
    }
}

#[test]
fn a_clone_without_the_base_is_refused_with_the_command_that_mends_it() {
    let stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
    let missing = "1234567890123456789012345678901234567890";
    stage.host.world().base = missing.to_owned();
    let seen = stage.review(&[]);
    assert_eq!(seen.status, 6, "{}", seen.err);
    assert!(seen.err.contains(&format!("git fetch origin {missing}")), "{}", seen.err);
}

#[test]
fn a_push_during_the_review_makes_the_result_stale() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        stage.host.world().moves_to = Some("abcdefabcdefabcdefabcdefabcdefabcdefabcd".to_owned());
        let seen = stage.review(&["--publish", "--inline"]);
        assert_eq!(seen.status, 3, "{kind:?}");
        assert!(seen.err.contains("note: the head of the pull request moved on to abcdefabcdef"), "{kind:?}: {}", seen.err);
        assert!(stage.host.written().is_empty(), "{kind:?}: {:?}", stage.host.written());
    }
}

#[test]
fn a_token_that_may_only_read_costs_no_verdict() {
    for (change, status) in [(bad_line(1), 3), ("x = 1\n".to_owned(), 0)] {
        let mut stage = Stage::new(Kind::GitHub, &[("a.py", &change)]);
        let summary = stage.repo.home().join("summary.md");
        stage.sets("GITHUB_ACTIONS", "true");
        stage.sets("GITHUB_STEP_SUMMARY", &summary);
        stage.host.world().fork = true;
        for part in ["check-runs", "statuses", "statuses", "comments", "reviews", "comments"] {
            stage.host.fails("POST", part, 403, "", READ_ONLY);
        }
        let seen = stage.review(&["--publish", "--inline", "--check"]);
        assert_eq!(seen.status, status, "{}", seen.err);
        assert_eq!(seen.err.matches("note: the token may only read").count(), 1, "{}", seen.err);
        assert!(!seen.err.contains("pull_request_target") && !seen.err.contains("error[forge"), "{}", seen.err);
        assert_eq!(seen.err.contains("::error file=a.py"), status == 3, "annotations: {}", seen.err);
        let written = std::fs::read_to_string(&summary).expect("a summary");
        assert!(written.contains(if status == 3 { "⛔ **rejected**" } else { "✅ **approved**" }), "{written}");
        assert!(stage.host.world().comments.is_empty());
    }
}

#[test]
fn a_token_that_is_none_is_a_failed_delivery() {
    for (change, status) in [(bad_line(1), 3), ("x = 1\n".to_owned(), 7)] {
        let stage = Stage::new(Kind::GitHub, &[("a.py", &change)]);
        stage.host.fails("GET", "/user", 401, "", r#"{"message":"Bad credentials"}"#);
        let seen = stage.review(&["--publish"]);
        assert_eq!(seen.status, status, "{}", seen.err);
        assert!(seen.err.contains("error[forge/undelivered]") && seen.err.contains("Bad credentials"), "{}", seen.err);
    }
    let mut stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
    stage.unsets("GITHUB_TOKEN");
    stage.host.fails("GET", "/user", 401, "", r#"{"message":"Requires authentication"}"#);
    let seen = stage.review(&["--publish"]);
    assert_eq!(seen.status, 7);
    assert!(seen.err.contains("there is no token: set one of AURUMCODE_GITHUB_TOKEN, GITHUB_TOKEN"), "{}", seen.err);
}

#[test]
fn a_line_that_the_forge_refuses_costs_no_other_comment() {
    for kind in KINDS {
        let text: String = (1..=3).map(bad_line).collect();
        let stage = Stage::new(kind, &[("a.py", &text)]);
        stage.host.world().bad_line = Some(2);
        let seen = stage.review(&["--publish", "--inline"]);
        assert_eq!(seen.status, 3, "{kind:?}: {}", seen.err);
        let mut lines: Vec<u64> = stage.host.world().inline.iter().filter_map(|words| Some(words.on.as_ref()?.1)).collect();
        lines.sort_unstable();
        assert_eq!(lines, [1, 3], "{kind:?}");
        assert!(seen.err.contains("note: 1 findings have no comment on their line"), "{kind:?}: {}", seen.err);
        for line in 1..=3 {
            assert!(stage.comment().contains(&format!("a.py:{line}")), "{kind:?}: the one comment has them all");
        }
    }
}

#[test]
fn a_failure_is_tried_again_and_what_arrived_is_not_said_twice() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        let part = if kind == Kind::GitLab { "notes" } else { "issues/7/comments" };
        stage.host.fails("GET", "/7", 500, "", "oops");
        stage.host.fails("POST", part, 500, "", "<html>oops</html>");
        let lost = Fault { method: "POST", part, carried_out: true, answer: None };
        stage.host.world().faults.push_back(lost);
        let seen = stage.review(&["--publish"]);
        assert_eq!(seen.status, 3, "{kind:?}: {}", seen.err);
        assert!(!seen.err.contains("error["), "{kind:?}: {}", seen.err);
        assert!(stage.comment().contains("rejected"), "{kind:?}: there is exactly one");
    }
}

#[test]
fn a_review_whose_answer_is_lost_is_not_written_again() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", &format!("{}{}", bad_line(1), bad_line(2)))]);
        let part = if kind == Kind::GitLab { "discussions" } else { "reviews" };
        let lost = Fault { method: "POST", part, carried_out: true, answer: Some((502, "", "bad gateway".to_owned())) };
        stage.host.world().faults.push_back(lost);
        let seen = stage.review(&["--publish", "--inline"]);
        assert_eq!(seen.status, 3, "{kind:?}: {}", seen.err);
        assert_eq!(stage.host.world().inline.len(), 2, "{kind:?}: {:?}", stage.host.world().inline);
    }
}

#[test]
fn a_forge_that_limits_is_obeyed() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        let part = if kind == Kind::GitLab { "notes" } else { "issues/7/comments" };
        stage.host.fails("POST", part, 403, "retry-after: 0\r\n", SECONDARY);
        stage.host.fails("POST", part, 429, "retry-after: 0\r\n", "");
        let seen = stage.review(&["--publish"]);
        assert_eq!((seen.status, seen.err.contains("error[")), (3, false), "{kind:?}: {}", seen.err);
        assert!(stage.comment().contains("rejected"), "{kind:?}");
    }
    let stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
    stage.host.fails("POST", "comments", 429, "retry-after: 86400\r\n", "");
    let seen = stage.review(&["--publish"]);
    assert_eq!(seen.status, 7, "{}", seen.err);
    assert!(seen.err.contains("left alone for 86400 s"), "{}", seen.err);
}

#[test]
fn a_pull_request_that_is_not_there_is_nothing_to_review() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", "x = 1\n")]);
        let seen = stage.run(&["--pr", "8"]);
        assert_eq!(seen.status, 6, "{kind:?}");
        assert!(seen.err.contains("error[forge/no-pull-request]") && seen.err.contains("acme/shop"), "{}", seen.err);
        let seen = stage.run(&["--pr", "7", "--repo-slug", "acme"]);
        assert_eq!(seen.status, 2, "{kind:?}: {}", seen.err);
    }
    let stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
    stage.host.fails("GET", "/7", 301, "location: /elsewhere\r\n", "{}");
    let seen = stage.review(&[]);
    assert!(seen.status == 6 && seen.err.contains("may have a new name"), "{}", seen.err);
}

#[test]
fn answers_that_are_rubbish_are_no_answers() {
    for body in ["", "{}", "[]", "null", "<html>", r#"{"number":7,"head":{"sha":"zzz","ref":"t"},"base":{"sha":"","ref":"m"}}"#] {
        let stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
        stage.host.fails("GET", "/7", 200, "", body);
        let seen = stage.review(&["--publish"]);
        assert_eq!(seen.status, 1, "{body:?}: {}", seen.err);
        assert!(seen.err.contains("error[forge/unreachable]") && seen.err.contains("breaks its own rules"), "{}", seen.err);
    }
}

#[test]
fn the_next_page_is_never_fetched_from_another_host() {
    let stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
    stage.host.fails("GET", "comments", 200, "link: <http://evil.example/x>; rel=\"next\"\r\n", "[]");
    let seen = stage.review(&["--publish"]);
    assert_eq!(seen.status, 7, "{}", seen.err);
    assert!(seen.err.contains("another host"), "{}", seen.err);
}

#[test]
fn nobody_knows_whose_the_comment_is() {
    let mut stage = Stage::new(Kind::Gitea, &[("a.py", "x = 1\n")]);
    stage.host.says(OTHER, "<!-- aurumcode:comment -->\nwords");
    stage.host.fails("GET", "/user", 403, "", "{}");
    let seen = stage.review(&["--publish"]);
    assert_eq!(seen.status, 7, "{}", seen.err);
    assert!(seen.err.contains("AURUMCODE_PUBLISHER_LOGIN"), "{}", seen.err);
    assert_eq!(stage.host.world().comments.len(), 1);
    stage.host.fails("GET", "/user", 403, "", "{}");
    stage.sets("AURUMCODE_PUBLISHER_LOGIN", "gate");
    assert_eq!(stage.review(&["--publish"]).status, 0);
    assert!(stage.comment().contains("approved"));
}

#[test]
fn comments_that_runs_side_by_side_left_behind_become_one() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        for _ in 0..3 {
            stage.host.says(ME, "<!-- aurumcode:comment -->\nold");
        }
        stage.host.says(OTHER, "<!-- aurumcode:comment -->\nanother's");
        assert_eq!(stage.review(&["--publish"]).status, 3);
        assert!(stage.comment().contains("rejected"), "{kind:?}");
        assert_eq!(stage.host.world().comments.len(), 2, "{kind:?}");
    }
}
