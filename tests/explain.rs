//! What `explain` says is true: its examples lead to the errors that they stand for, and no filter eats a part of a page.

#![expect(clippy::expect_used, clippy::disallowed_methods, reason = "a test runs the program, and stops where its set-up fails")]

#[path = "support/repo.rs"]
mod repo;

use std::process::{Command, Stdio};

use aurumcode::config::{MAIN_FILE, parse};
use aurumcode::finding::{CODES, EXAMPLES, Example};
use aurumcode::redaction::Redactor;
use aurumcode::report::manual;
use aurumcode::scanner::registry;

use repo::Repo;

#[test]
fn each_configuration_is_refused_as_the_example_says() {
    let registry = registry();
    let mut count = 0;
    for (code, example) in EXAMPLES {
        let Example::Configuration(text) = example else { continue };
        let Err(problems) = parse(MAIN_FILE, text.as_bytes(), &registry) else { panic!("{code}: accepted: {text}") };
        let codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, [*code], "{text}");
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn each_command_ends_as_the_example_says() {
    let repo = Repo::new();
    repo.write("a.txt", "one\n");
    repo.commit("first");
    let mut count = 0;
    for (code, example) in EXAMPLES {
        let Example::Command(arguments) = example else { continue };
        let output = Command::new(env!("CARGO_BIN_EXE_aurumcode"))
            .args(arguments.split(' '))
            .current_dir(repo.path())
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.starts_with(&format!("error[{code}]: ")), "aurumcode {arguments}: {errors}");
        let entry = CODES.iter().find(|entry| entry.code == *code).expect("the code is listed");
        assert_eq!(output.status.code(), Some(i32::from(entry.exit)), "aurumcode {arguments}");
        count += 1;
    }
    assert!(count > 3);
}

#[test]
fn the_filter_leaves_the_manuals_whole() {
    for registered in registry().engines() {
        let page = manual(registered.entry.readme, 100, false);
        for (shown, line) in Redactor::default().redact(&page).as_str().lines().zip(page.lines()) {
            assert_eq!(shown, line, "{}", registered.entry.name);
        }
    }
}
