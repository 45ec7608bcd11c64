//! What the host lets a linter hear of the author, shown with a program that tells what it was given.

use std::sync::{Arc, Mutex};

use aurumcode::process::fake::{Behaviour, ScriptedRunner};
use aurumcode::process::{Command, Exit, Output};
use aurumcode::scanner::{Trust, registry};

use crate::repo::Repo;
use crate::support::Order;

/// What the program was given in one run: its arguments, the script and the author's settings.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Given {
    deaf: bool,
    script: String,
    settings: bool,
}

const SCRIPT: &str = "#!/bin/sh\n# shellcheck disable=SC2086\necho $1\n";

/// The runs of the linter over that script, with the author's settings in the tree or without them.
async fn given(trust: Trust, script: &str, settings: bool) -> Vec<Given> {
    let repo = Repo::new();
    repo.write("README.md", "x\n").commit("first");
    repo.write("a.sh", script);
    if settings {
        repo.write("sub/.shellcheckrc", "disable=all\n");
    }
    repo.commit("second");
    let seen: Arc<Mutex<Vec<Given>>> = Arc::default();
    let runs = Arc::clone(&seen);
    let look = move |command: &Command| {
        let given = Given {
            deaf: command.arguments.iter().any(|argument| argument == "--norc"),
            script: std::fs::read_to_string(command.directory.join("a.sh")).expect("the script is there"),
            settings: command.directory.join("sub/.shellcheckrc").exists(),
        };
        runs.lock().expect("a lock").push(given);
        let stdout = b"{\"comments\": []}".to_vec();
        Ok(Output { exit: Exit::Code(0), stdout, stderr: Vec::new(), stdout_truncated: false, stderr_truncated: false })
    };
    let runner = ScriptedRunner::new().on("shellcheck", &["--version"], Behaviour::prints("version: 0.11.0")).on(
        "shellcheck",
        &[],
        Behaviour::computes(look),
    );
    let registry = registry();
    let registered = registry.get("shellcheck").expect("it is compiled in");
    let order = Order { trust, ..Order::of(&repo) };
    order.run(&*registered.engine.scanner, Arc::new(runner)).await.expect("an answer");
    let seen = seen.lock().expect("a lock");
    seen.clone()
}

#[tokio::test]
async fn a_policy_hears_nothing_of_the_author() {
    let broken = SCRIPT.replace("# shellcheck", "# _hellcheck");
    let given = given(Trust::Policy, SCRIPT, true).await;
    assert_eq!(given, [Given { deaf: true, script: broken, settings: false }]);
}

#[tokio::test]
async fn the_repository_hears_the_author_and_also_what_is_hidden() {
    let broken = SCRIPT.replace("# shellcheck", "# _hellcheck");
    let author = |settings| Given { deaf: false, script: SCRIPT.to_owned(), settings };
    let deaf = |settings| Given { deaf: true, script: broken.clone(), settings };
    assert_eq!(given(Trust::Repository, SCRIPT, false).await, [author(false), deaf(false)]);
    assert_eq!(given(Trust::Repository, SCRIPT, true).await, [author(true), deaf(true)]);
}

#[tokio::test]
async fn it_is_asked_once_where_the_author_says_nothing() {
    let plain = "#!/bin/sh\necho $1\n";
    let once = [Given { deaf: true, script: plain.to_owned(), settings: false }];
    assert_eq!(given(Trust::Repository, plain, false).await, once);
    assert_eq!(given(Trust::Policy, plain, false).await, once);
}
