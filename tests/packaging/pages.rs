//! Completions that their shells accept, and manual pages that man can read.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use aurumcode::cli::Cli;
use clap::CommandFactory;

#[expect(clippy::disallowed_methods, reason = "a test runs the program and its shells")]
fn output(program: &str, arguments: &[&str]) -> Option<(bool, String)> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    Some((output.status.success(), String::from_utf8(output.stdout).expect("UTF-8")))
}

fn aurumcode(arguments: &[&str]) -> String {
    let (success, text) = output(env!("CARGO_BIN_EXE_aurumcode"), arguments).expect("it starts");
    assert!(success, "{arguments:?}");
    text
}

#[test]
fn the_shells_accept_their_completions() {
    let place = tempfile::tempdir().expect("a directory");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = aurumcode(&["completions", shell]);
        for word in ["--publish", "--repo-slug", "baseline"] {
            assert!(script.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
        let file = place.path().join(shell);
        std::fs::File::create(&file)
            .and_then(|mut file| std::io::Write::write_all(&mut file, script.as_bytes()))
            .expect("a file");
        // A shell that is not there checks nothing; bash is there wherever the tests run.
        let syntax = output(shell, &["-n", file.to_str().expect("UTF-8")]);
        assert!(syntax.is_some() || shell != "bash");
        assert!(syntax.is_none_or(|(success, _)| success || shell == "powershell" || shell == "elvish"), "{shell}");
    }
}

/// The name of the page of each command.
fn names(command: &clap::Command, all: &mut BTreeSet<String>) {
    all.insert(format!("{}.1", command.get_display_name().unwrap_or(command.get_name())));
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        names(below, all);
    }
}

#[test]
fn every_command_has_a_page() {
    let place = tempfile::tempdir().expect("a directory");
    aurumcode(&["man", "--dir", place.path().to_str().expect("UTF-8")]);
    let mut expected = BTreeSet::new();
    let mut command = Cli::command();
    command.build();
    names(&command, &mut expected);
    let written: BTreeSet<String> = std::fs::read_dir(place.path())
        .expect("the pages")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    assert_eq!(written, expected);
    assert!(written.contains("aurumcode-hook-install.1") && written.contains("aurumcode-review.1"));
    let review = std::fs::read_to_string(place.path().join("aurumcode-review.1")).expect("the page");
    assert!(review.starts_with(".ie") && review.contains(".TH aurumcode-review 1"), "{}", &review[..200]);
    assert!(aurumcode(&["man"]).contains(".TH aurumcode 1"));
}
