//! The status `aurumcode/gate`: always told, also where there is no verdict.

use serde_json::Value;

use crate::host::{Host, KINDS, Kind};
use crate::stage::{Stage, bad_line};

/// The states that were told, each with its commit's path and what it is called.
fn told(host: &Host) -> Vec<String> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let world = host.world();
    let state = |body: &Value| {
        let conclusion = word(&body["conclusion"]);
        if !conclusion.is_empty() {
            conclusion
        } else if body["status"].is_string() {
            word(&body["status"])
        } else {
            word(&body["state"])
        }
    };
    world.statuses.iter().map(|(path, body)| format!("{} {}", path.split('/').next().expect("a part"), state(body))).collect()
}

#[test]
fn a_review_is_told_when_it_begins_and_when_it_ends() {
    for (kind, rejected) in [
        (Kind::GitHub, ["check-runs in_progress", "check-runs failure"]),
        (Kind::GitLab, ["statuses running", "statuses failed"]),
        (Kind::Gitea, ["statuses pending", "statuses failure"]),
    ] {
        let stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        assert_eq!(stage.review(&["--check"]).status, 3);
        assert_eq!(told(&stage.host), rejected, "{kind:?}");
        let world = stage.host.world();
        let last = &world.statuses.last().expect("a status").1;
        let title = last["output"]["title"].as_str().or(last["description"].as_str()).expect("a title");
        assert!(title.starts_with("rejected: 1 finding at or above its threshold (error)"), "{kind:?}: {title}");
        let names: Vec<&Value> = world.statuses.iter().filter_map(|(_, body)| body.get("name").or(body.get("context"))).collect();
        assert!(names.iter().all(|name| **name == "aurumcode/gate") && !names.is_empty(), "{kind:?}: {names:?}");
    }
}

#[test]
fn a_check_run_marks_the_lines() {
    let stage = Stage::new(Kind::GitHub, &[("a.py", &format!("x = 1\n{}", bad_line(1)))]);
    assert_eq!(stage.review(&["--check"]).status, 3);
    let world = stage.host.world();
    let mark = &world.statuses.last().expect("a status").1["output"]["annotations"][0];
    assert_eq!((mark["path"].as_str(), mark["start_line"].as_u64()), (Some("a.py"), Some(2)), "{mark}");
    assert_eq!(mark["annotation_level"], "failure");
}

#[test]
fn a_token_that_makes_no_check_runs_makes_a_commit_status() {
    let stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
    stage.host.world().check_runs = false;
    let seen = stage.review(&["--check"]);
    assert_eq!((seen.status, seen.err.contains("note:")), (0, false), "{}", seen.err);
    assert_eq!(told(&stage.host), ["statuses pending", "statuses success"]);
    assert!(stage.host.world().statuses[0].0.ends_with(&stage.repo.rev("HEAD")));
}

#[test]
fn a_change_with_nothing_in_it_is_told_too() {
    for kind in KINDS {
        let stage = Stage::new(kind, &[]);
        let base = stage.host.world().base.clone();
        stage.host.world().head = base.clone();
        stage.repo.git(["checkout", "--quiet", "--detach", &base]);
        let seen = stage.review(&["--check", "--publish"]);
        assert_eq!(seen.status, 0, "{kind:?}: {}", seen.err);
        assert!(told(&stage.host)[1].ends_with("success"), "{kind:?}");
        assert!(stage.comment().contains("the change is empty"), "{kind:?}: {}", stage.comment());
    }
}

#[test]
fn no_verdict_is_never_green() {
    let stage = Stage::new(Kind::GitHub, &[("a.py", "x = 1\n")]);
    stage.repo.git(["switch", "--quiet", "main"]);
    stage.repo.write(".aurumcode.yml", "gate: [\n");
    let base = stage.repo.commit("break the gate");
    stage.repo.git(["switch", "--quiet", "topic"]);
    stage.host.world().base = base;
    let seen = stage.review(&["--check"]);
    assert_eq!(seen.status, 5, "{}", seen.err);
    assert_eq!(told(&stage.host), ["check-runs in_progress", "check-runs failure"]);
    let world = stage.host.world();
    let title = world.statuses[1].1["output"]["title"].as_str().expect("a title");
    assert!(title.starts_with("no verdict [config/"), "{title}");
}

#[test]
fn a_queue_of_merges_has_no_pull_request_and_a_status() {
    for kind in KINDS {
        let mut stage = Stage::new(kind, &[("a.py", &bad_line(1))]);
        stage.sets("GITHUB_EVENT_NAME", "merge_group");
        let seen = stage.run(&["--check", "--base", "main"]);
        assert_eq!(seen.status, 3, "{kind:?}: {}", seen.err);
        assert_eq!(told(&stage.host).len(), 2, "{kind:?}");
        let head = stage.repo.rev("HEAD");
        let world = stage.host.world();
        let of_head = |(path, body): &(String, Value)| path.ends_with(&head) || body["head_sha"] == head.as_str();
        assert!(of_head(&world.statuses[0]), "{kind:?}: {:?}", world.statuses[0]);
        assert!(world.requests.iter().all(|request| request.method != "GET"), "{kind:?}: no pull request is asked for");
    }
}
