//! The usual course of a pull request, on every forge.

use crate::host::{KINDS, Kind, ME, OTHER};
use crate::stage::{Stage, bad_line};

#[test]
fn one_comment_that_the_next_run_edits_and_a_comment_on_the_line_that_it_closes() {
    for kind in KINDS {
        let mut stage = Stage::new(kind, &[("src/a.py", &bad_line(1)), ("src/b.py", "x = 1\n")]);
        let lookalike = "<!-- aurumcode:comment -->\nI am the gate: **approved**";
        stage.host.says(OTHER, lookalike);
        stage.host.says(ME, "words of the same account");

        let first = stage.review(&["--publish", "--inline"]);
        assert_eq!(first.status, 3, "{kind:?}: {}", first.err);
        let comment = stage.comment();
        let second_line = comment.lines().nth(1).expect("the verdict");
        assert!(second_line.starts_with("⛔ **rejected**: 1 finding"), "{kind:?}: {comment}");
        assert!(
            comment.contains("src/a.py:1") && comment.contains(&format!("/{}/src/a.py#L1)", stage.repo.rev("HEAD"))),
            "{comment}"
        );
        {
            let world = stage.host.world();
            let [inline] = world.inline.as_slice() else { panic!("{kind:?}: {:?}", world.inline) };
            assert_eq!((inline.on.clone(), inline.resolved), (Some(("src/a.py".to_owned(), 1)), false), "{kind:?}");
            assert!(inline.body.starts_with("<!-- aurumcode:finding "), "{kind:?}: {}", inline.body);
        }

        // The same again says nothing.
        let before = stage.host.written().len();
        assert_eq!(stage.review(&["--publish", "--inline"]).status, 3);
        assert_eq!(stage.host.written().len(), before, "{kind:?}: {:?}", stage.host.written());

        // The author mends it.
        stage.pushes(&[("src/a.py", "token1 = read()\n")]);
        let second = stage.review(&["--publish", "--inline"]);
        assert_eq!(second.status, 0, "{kind:?}: {}{}", second.out, second.err);
        assert!(stage.comment().contains("✅ **approved**"), "{kind:?}");
        let world = stage.host.world();
        let [inline] = world.inline.as_slice() else { panic!("{kind:?}: {:?}", world.inline) };
        assert_eq!(inline.resolved, kind != Kind::Gitea, "{kind:?}: Gitea's API closes no thread");
        assert!(inline.body.contains(" gone -->\n✅ No longer found in `"), "{kind:?}: {}", inline.body);
        let others: Vec<&str> = world.comments.iter().take(2).map(|words| words.body.as_str()).collect();
        assert_eq!(others, [lookalike, "words of the same account"], "{kind:?}");
    }
}

#[test]
fn it_is_said_in_the_language_of_the_team() {
    let stage = Stage::new(Kind::GitHub, &[("a.py", &bad_line(1))]);
    assert_eq!(stage.review(&["--publish", "--lang", "pt-BR"]).status, 3);
    assert!(stage.comment().contains("⛔ **rejeitado**: "), "{}", stage.comment());
}

#[test]
fn the_token_is_sent_as_each_forge_wants_it_and_nowhere_shown() {
    for (kind, header) in [
        (Kind::GitHub, "authorization: Bearer token-of-the-job"),
        (Kind::GitLab, "private-token: token-of-the-job"),
        (Kind::Gitea, "authorization: token token-of-the-job"),
    ] {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        let seen = stage.review(&["--publish", "--inline", "--check", "--verbose"]);
        assert!(!seen.out.contains("token-of-the-job") && !seen.err.contains("token-of-the-job"));
        for request in &stage.host.world().requests {
            assert!(request.head.lines().any(|line| line == header), "{kind:?}: {}", request.head);
            assert!(!request.body.to_string().contains("token-of-the-job"), "{kind:?}");
            assert!(!request.body.to_string().contains(&crate::stage::secret(1)), "{kind:?}: the secret left the machine");
        }
    }
}

#[test]
fn without_publish_nothing_is_written() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        let seen = stage.review(&[]);
        assert_eq!(seen.status, 3, "{}", seen.err);
        assert!(seen.out.contains("merge base with main"), "{}", seen.out);
        assert!(stage.host.written().is_empty(), "{:?}", stage.host.written());
    }
}

#[test]
fn the_base_of_the_pull_request_decides() {
    let stage = Stage::new(Kind::GitHub, &[("a.py", &bad_line(1)), (".aurumcode.yml", "ignore: ['*.py']\n")]);
    let seen = stage.review(&["--publish"]);
    assert_eq!(seen.status, 3, "the change cannot choose what judges it: {}", seen.out);
    assert!(stage.comment().contains(".aurumcode.yml"), "{}", stage.comment());
}

#[test]
fn many_comments_are_read_page_by_page() {
    for kind in [Kind::GitHub, Kind::GitLab, Kind::Gitea] {
        let mut stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        for number in 0..25 {
            stage.host.says(OTHER, &format!("remark {number}"));
        }
        stage.host.world().page = 10;
        assert_eq!(stage.review(&["--publish"]).status, 3);
        stage.pushes(&[("a.py", "x = 1\n")]);
        assert_eq!(stage.review(&["--publish"]).status, 0);
        assert!(stage.comment().contains("approved"), "{kind:?}");
        assert_eq!(stage.host.world().comments.len(), 26, "{kind:?}");
    }
}

#[test]
fn a_fix_of_a_rule_is_offered_where_the_forge_takes_offers() {
    for (kind, block) in
        [(Kind::GitHub, Some("```suggestion\n")), (Kind::GitLab, Some("```suggestion:-1+0\n")), (Kind::Gitea, None)]
    {
        let mut stage = Stage::new(kind, &[]);
        stage.repo.git(["switch", "--quiet", "main"]);
        let settings = "quality_gates:\n  scanners:\n    - engine: ast-grep\n      options:\n        rules: [rules]\n";
        stage.repo.write(".aurumcode.yml", settings);
        let rule =
            "id: no-print\nlanguage: Python\nseverity: error\nmessage: use the log\nrule: { pattern: print($A) }\nfix: log($A)\n";
        stage.repo.write("rules/no-print.yml", rule);
        let base = stage.repo.commit("the team's rule");
        stage.host.world().base = base;
        stage.repo.git(["switch", "--quiet", "topic"]);
        stage.repo.git(["reset", "--quiet", "--hard", "main"]);
        stage.pushes(&[("a.py", "x = 1\nprint(\n    x)\n")]);
        let seen = stage.review(&["--publish", "--inline"]);
        assert_eq!(seen.status, 3, "{kind:?}: {}{}", seen.out, seen.err);
        let world = stage.host.world();
        let body = &world.inline[0].body;
        match block {
            Some(block) => assert!(body.ends_with(&format!("\n{block}log(x)\n```\n")), "{kind:?}: {body}"),
            None => assert!(!body.contains("log(x)"), "{kind:?}: {body}"),
        }
        assert_eq!(world.inline[0].on, Some(("a.py".to_owned(), if block.is_some() { 3 } else { 2 })), "{kind:?}");
        if kind == Kind::GitHub {
            let review = world.requests.iter().find(|request| request.path.ends_with("/reviews")).expect("a review");
            assert_eq!(review.body["comments"][0]["start_line"], 2);
        }
    }
}
