//! Which file is started, and what is said when none is.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use aurumcode::process::{Command, ProcessError, Runner};

use crate::support::{executable, runner, runner_with, scratch};

async fn refusal(path: &str, program: impl Into<OsString>, directory: &Path) -> ProcessError {
    runner_with(&[("PATH", path)]).run(Command::new(program, directory)).await.unwrap_err()
}

#[tokio::test]
async fn a_missing_program_is_not_found() {
    let directory = scratch();
    let path = directory.path().to_str().unwrap();
    for program in ["no-such-program", "/no/such/program", "", ".", ".."] {
        let error = refusal(path, program, directory.path()).await;
        assert!(matches!(&error, ProcessError::NotFound { program: named } if named == program), "{program:?}: {error:?}");
    }
    let error = runner_with(&[]).run(Command::new("sh", "/")).await.unwrap_err();
    assert!(matches!(error, ProcessError::NotFound { .. }), "without a PATH: {error:?}");
}

/// The working directory holds the reviewed change. Nothing in it may be started because of where it lies.
#[tokio::test]
async fn the_working_directory_supplies_no_program() {
    let directory = scratch();
    fs::create_dir(directory.path().join("bin")).unwrap();
    for place in ["planted", "bin/planted"] {
        executable(&directory.path().join(place), b"#!/bin/sh\necho planted\n").await;
    }
    for path in ["", ":", ".", "bin", "./bin", "/usr/bin:", ":/usr/bin", "/usr/bin::/bin", "/usr/bin:.:bin"] {
        let error = refusal(path, "planted", directory.path()).await;
        assert!(matches!(error, ProcessError::NotFound { .. }), "{path:?}: {error:?}");
    }
    for program in ["./planted", "bin/planted", "../planted", "bin/"] {
        let error = refusal("/usr/bin:/bin", program, directory.path()).await;
        assert!(matches!(error, ProcessError::Relative { .. }), "{program}: {error:?}");
    }
}

/// Nor may it supply one to the program's own children.
#[tokio::test]
async fn relative_directories_do_not_reach_the_childs_path() {
    let runner = runner_with(&[("PATH", ".:/usr/bin::bin:/bin:")]);
    let output = runner.run(Command::new("sh", "/").args(["-c", "echo $PATH"])).await.unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "/usr/bin:/bin\n");
}

#[tokio::test]
async fn a_file_that_may_not_be_executed_is_told_apart() {
    let directory = scratch();
    let (first, second) = (directory.path().join("first"), directory.path().join("second"));
    fs::create_dir(&first).unwrap();
    fs::create_dir(&second).unwrap();
    executable(&first.join("program"), b"#!/bin/sh\necho first\n").await;
    fs::set_permissions(first.join("program"), fs::Permissions::from_mode(0o644)).unwrap();
    fs::create_dir(first.join("directory")).unwrap();
    let path = format!("{}:{}", first.display(), second.display());

    for program in ["program", "directory"] {
        let error = refusal(&path, program, directory.path()).await;
        let found = first.join(program);
        assert!(matches!(&error, ProcessError::NotExecutable { path, .. } if *path == found), "{program}: {error:?}");
    }
    executable(&second.join("program"), b"#!/bin/sh\necho second\n").await;
    let output = runner_with(&[("PATH", &path)]).run(Command::new("program", "/")).await.unwrap();
    assert_eq!(output.stdout, b"second\n", "the search goes on behind a file that is not executable");
}

#[tokio::test]
async fn a_missing_interpreter_is_told_apart() {
    let directory = scratch();
    for (content, named) in [
        ("#!/no/such/interpreter\n", "`/no/such/interpreter`"),
        ("#! /no/such/interpreter -x\necho\n", "`/no/such/interpreter`"),
        ("#!/bin/sh\r\necho\r\n", "`/bin/sh\\r`"),
    ] {
        let script = directory.path().join("script");
        executable(&script, content.as_bytes()).await;
        let error = refusal("/bin", script.as_os_str(), directory.path()).await;
        assert!(
            matches!(&error, ProcessError::BadInterpreter { interpreter, path, .. } if interpreter == named && *path == script),
            "{content:?}: {error:?}"
        );
        assert!(error.to_string().contains(named), "{error}");
    }
}

#[tokio::test]
async fn an_interpreter_that_may_not_be_executed_is_told_as_such() {
    let directory = scratch();
    let (interpreter, script) = (directory.path().join("interpreter"), directory.path().join("script"));
    fs::File::create(&interpreter).unwrap();
    executable(&script, format!("#!{}\n", interpreter.display()).as_bytes()).await;
    let error = refusal("/bin", script.as_os_str(), directory.path()).await;
    assert!(matches!(&error, ProcessError::NotExecutable { path, .. } if *path == script), "{error:?}");
}

/// Neither a shell nor anything else is tried in its place.
#[tokio::test]
async fn a_file_that_is_no_program_is_not_handed_to_a_shell() {
    let directory = scratch();
    for content in [&b"echo run by a shell\n"[..], b"", b"\x7fELF rubbish"] {
        let file = directory.path().join("file");
        executable(&file, content).await;
        let error = refusal("/bin", file.as_os_str(), directory.path()).await;
        assert!(matches!(error, ProcessError::Start { .. }), "{content:?}: {error:?}");
    }
}

#[tokio::test]
async fn a_missing_directory_is_told_apart() {
    let directory = scratch();
    let file = directory.path().join("file");
    fs::File::create(&file).unwrap();
    for place in [&file, &directory.path().join("missing")] {
        let error = refusal("/usr/bin:/bin", "true", place).await;
        assert!(matches!(&error, ProcessError::Directory { directory, .. } if directory == place), "{error:?}");
    }
}

#[tokio::test]
async fn what_the_system_cannot_pass_on_is_refused() {
    for command in [
        Command::new("true", "/").args(["a\0b"]),
        Command::new("true", "/").env("A", "b\0c"),
        Command::new("true", "/").args(["x".repeat(8 << 20)]),
    ] {
        let error = runner().run(command).await.unwrap_err();
        assert!(matches!(error, ProcessError::Start { .. }), "{error:?}");
    }
}

/// A message that only says what went wrong leaves its reader alone.
#[tokio::test]
async fn every_error_names_the_program_and_a_remedy() {
    let source = || std::io::Error::other("the cause");
    let program = || "some-program".to_owned();
    let path = || Path::new("/place").to_owned();
    for (error, remedy) in [
        (ProcessError::NotFound { program: program() }, "install it"),
        (ProcessError::Relative { program: program() }, "bare name"),
        (ProcessError::NotExecutable { program: program(), path: path() }, "check its mode"),
        (ProcessError::BadInterpreter { program: program(), path: path(), interpreter: "x".into() }, "install that"),
        (ProcessError::Directory { program: program(), directory: path(), source: source() }, "give a directory"),
        (ProcessError::Start { program: program(), source: source() }, "run it by hand"),
        (ProcessError::TimedOut { program: program(), after: std::time::Duration::from_millis(1500) }, "after 1.5 s"),
        (ProcessError::Io { program: program(), source: source() }, "run the same command again"),
    ] {
        let message = error.to_string();
        assert!(message.contains("some-program") && message.contains(remedy), "{message}");
        assert_eq!(std::error::Error::source(&error).is_some(), message.contains("the cause"), "{message}");
    }
}

#[tokio::test]
async fn a_program_name_that_is_no_text_can_be_started() {
    let directory = scratch();
    let name = OsString::from_vec(b"caf\xe9 \xff".to_vec());
    executable(&directory.path().join(&name), b"#!/bin/sh\necho here\n").await;
    let runner = runner_with(&[("PATH", directory.path().to_str().unwrap())]);
    assert_eq!(runner.run(Command::new(name, "/")).await.unwrap().stdout, b"here\n");
}
