//! What a child sees: exactly what was declared.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use aurumcode::process::{BaseEnvironment, Command, RUN_VARIABLE, Runner, SystemRunner};

use crate::support::{runner, runner_with, scratch, sh};

/// The variables that `env` prints, sorted, without the one that every run carries.
async fn seen(runner: &SystemRunner, command: Command) -> Vec<String> {
    let output = runner.run(command.args(["-0"])).await.unwrap();
    assert!(output.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let (mark, mut seen): (Vec<_>, Vec<_>) =
        text.split_terminator('\0').map(str::to_owned).partition(|variable| variable.starts_with(RUN_VARIABLE));
    assert_eq!(mark.len(), 1, "{mark:?}");
    seen.sort();
    seen
}

#[tokio::test]
async fn a_child_sees_the_declared_variables_and_no_other() {
    let given = [
        ("PATH", "/usr/bin:/bin"),
        ("HOME", "/nowhere"),
        ("GITHUB_TOKEN", "token-of-the-job"),
        ("LD_PRELOAD", "/evil.so"),
        ("GIT_CONFIG_COUNT", "2"),
        ("GIT_CONFIG_KEY_0", "http.extraheader"),
        ("GIT_CONFIG_VALUE_0", "Authorization: x"),
        ("GIT_CONFIG_KEY_1", "safe.directory"),
        ("GIT_CONFIG_VALUE_1", "/repo"),
    ];
    let picked = BaseEnvironment::pick(given.iter().map(|(name, value)| (name.into(), value.into())));
    let command = Command::new("env", "/").env("HOME", "/declared").env("EMPTY", "").env("LINES", "a\nb");
    let expected = [
        "EMPTY=",
        "GIT_CONFIG_COUNT=1",
        "GIT_CONFIG_KEY_0=safe.directory",
        "GIT_CONFIG_VALUE_0=/repo",
        "HOME=/declared",
        "LINES=a\nb",
        "PATH=/usr/bin:/bin",
    ];
    assert_eq!(seen(&SystemRunner::new(picked), command).await, expected);
}

/// Cargo sets variables for every test, so an inherited environment would be seen here.
#[tokio::test]
async fn nothing_is_inherited() {
    let host = std::env::vars_os().map(|(name, _)| name).collect::<Vec<_>>();
    assert!(host.iter().any(|name| name == "CARGO_MANIFEST_DIR"), "this test must run with something to inherit");
    assert_eq!(seen(&runner_with(&[]), Command::new("/usr/bin/env", "/")).await, [""; 0]);
}

#[tokio::test]
async fn the_directory_is_the_declared_one() {
    let directory = scratch();
    let place = directory.path().canonicalize().unwrap().join(OsString::from_vec(b"with space \xff \"'$(x)".to_vec()));
    fs::create_dir(&place).unwrap();
    let output = runner().run(sh(&place, "pwd -P")).await.unwrap();
    assert_eq!(output.stdout.trim_ascii_end(), place.as_os_str().as_bytes());
}

#[tokio::test]
async fn bytes_that_are_no_text_pass_unchanged() {
    let odd: Vec<u8> = (1..=255).collect();
    let odd = OsString::from_vec(odd);
    let command =
        sh(Path::new("/"), r#"printf '%s|%s|%s' "$1" "$2" "$ODD""#).args([odd.clone(), OsString::new()]).env("ODD", &odd);
    let output = runner().run(command).await.unwrap();
    let expected = [odd.as_bytes(), b"", odd.as_bytes()].join(&b'|');
    assert_eq!(output.stdout, expected);
}

#[test]
fn debug_shows_neither_values_nor_input() {
    let command = Command::new("env", "/").env("NAME", "value-to-hide").input("input-to-hide");
    let shown = format!("{command:?}");
    assert!(shown.contains("NAME") && !shown.contains("to-hide"), "{shown}");
}
