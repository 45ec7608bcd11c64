//! Plays what programs really wrote to their engines: each folder `engines/<name>/testdata/<case>/` is a case.
//!
//! - `case.toml`: the program's `version`; `trust`, `scope` and `options` of the order where they matter; and its runs, in order.
//!   A run has the first `arguments` that it must have, its `exit` code, and files of the case for `stdout`, `stderr` and the
//!   `report`, which is written where the argument behind `report_option` says.
//! - `before/` and `after/`: the files of the two commits.
//! - `expected.txt`: what the engine makes of it, written by `AURUM_UPDATE=1`.
//!
//! In the program's words `@ROOT@` stands for the directory it ran in, `@HEAD@` for the reviewed commit; everywhere `@TOKEN@` for a
//! token, which no file of the project may hold.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aurumcode::config::Scope;
use aurumcode::process::fake::{Behaviour, ScriptedRunner};
use aurumcode::process::{Command, Exit, Output};
use aurumcode::scanner::{Program, Registered, Report, ScanError, Trust, registry};
use serde::Deserialize;

use crate::generated::assert_generated;
use crate::repo::Repo;
use crate::support::{Order, token};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    version: String,
    #[serde(default)]
    trust: Option<String>,
    #[serde(default)]
    scope: Option<String>,
    #[serde(default)]
    options: serde_json::Map<String, serde_json::Value>,
    run: Vec<Run>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    #[serde(default)]
    arguments: Vec<String>,
    exit: i32,
    stdout: Option<String>,
    stderr: Option<String>,
    report: Option<String>,
    report_option: Option<String>,
}

/// The folders with a `case.toml`, for each engine that wraps a program.
fn cases() -> Vec<(Arc<Registered>, Program, PathBuf)> {
    let mut cases = Vec::new();
    for registered in registry().engines() {
        let Some(program) = registered.engine.needs.program else { continue };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines").join(registered.entry.name).join("testdata");
        let mut found: Vec<PathBuf> = fs::read_dir(&folder)
            .unwrap_or_else(|_| panic!("{} has no recorded output", registered.entry.name))
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.join("case.toml").is_file())
            .collect();
        found.sort();
        assert!(!found.is_empty(), "{} has no recorded output", registered.entry.name);
        cases.extend(found.into_iter().map(|path| (Arc::clone(registered), program, path)));
    }
    cases
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn replace(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    bstr::ByteSlice::replace(bytes, from, to)
}

/// Copies the files of a case into the repository.
fn plant(repo: &Repo, folder: &Path, below: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = format!("{below}{}", path.file_name().expect("a name").to_str().expect("UTF-8"));
        if path.is_dir() {
            plant(repo, &path, &format!("{name}/"));
        } else {
            repo.write(&name, replace(&read(&path), "@TOKEN@", &token()));
        }
    }
}

/// One run of the program as it was recorded.
fn play(run: Run, folder: PathBuf, head: String) -> Behaviour {
    Behaviour::computes(move |command: &Command| {
        let arguments: Vec<_> = command.arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
        assert!(arguments.starts_with(&run.arguments), "{arguments:?} does not start with {:?}", run.arguments);
        let words = |name: &Option<String>| {
            let bytes = name.as_ref().map(|name| read(&folder.join(name))).unwrap_or_default();
            let bytes = replace(&bytes, "@ROOT@", command.directory.to_str().expect("UTF-8"));
            replace(&replace(&bytes, "@HEAD@", &head), "@TOKEN@", &token())
        };
        if run.report.is_some() {
            let option = run.report_option.as_deref().expect("report_option");
            let at = arguments.iter().position(|argument| argument == option).expect("the option is there");
            fs::write(&arguments[at + 1], words(&run.report)).expect("the report is written");
        }
        Ok(Output {
            exit: Exit::Code(run.exit),
            stdout: words(&run.stdout),
            stderr: words(&run.stderr),
            stdout_truncated: false,
            stderr_truncated: false,
        })
    })
}

/// What the engine made of it, as text.
fn shown(result: &Result<Report, ScanError>) -> String {
    let mut text = String::new();
    match result {
        Err(ScanError::Unavailable(why)) => writeln!(text, "unavailable: {why}"),
        Err(ScanError::InvalidOutput(why)) => writeln!(text, "invalid output: {why}"),
        Err(ScanError::Incomplete(why)) => writeln!(text, "incomplete: {why}"),
        Err(ScanError::Execution(why)) => writeln!(text, "execution error: {why}"),
        Ok(report) => {
            let mut lines: Vec<String> = report
                .findings
                .iter()
                .map(|finding| {
                    let place = &finding.location;
                    let number =
                        |number: Option<std::num::NonZeroU32>| number.map_or("-".to_owned(), |number| number.to_string());
                    format!(
                        "{} {} {}:{}:{}..{}:{} [{} hidden{}] {}",
                        finding.severity,
                        finding.rule,
                        place.path,
                        number(place.line),
                        number(place.column),
                        number(place.end_line),
                        number(place.end_column),
                        finding.sensitive.len(),
                        finding.suppressed.as_ref().map_or(String::new(), |one| format!(", silenced by {}", one.by.as_str())),
                        finding.message.replace('\n', "\\n")
                    )
                })
                .collect();
            lines.sort();
            lines.extend(report.unreviewed.iter().map(|file| format!("not reviewed {}: {}", file.path, file.why)));
            lines.extend(report.rules.iter().map(|rule| format!("rule {} [{}] {}", rule.id, rule.tags.join(", "), rule.title)));
            lines.push(format!("{} by {}", if report.complete { "complete" } else { "incomplete" }, report.version));
            writeln!(text, "{}", lines.join("\n"))
        }
    }
    .expect("text");
    text
}

#[tokio::test]
async fn recorded_output_is_read_as_expected() {
    for (registered, program, folder) in cases() {
        let case: Case = toml::from_str(std::str::from_utf8(&read(&folder.join("case.toml"))).expect("UTF-8"))
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let repo = Repo::new();
        plant(&repo, &folder.join("before"), "");
        repo.commit("before");
        plant(&repo, &folder.join("after"), "");
        let head = repo.commit("after");
        let mut order = Order::of(&repo);
        order.options = case.options.into();
        if case.trust.as_deref() == Some("policy") {
            order.trust = Trust::Policy;
        }
        order.scope = case.scope.map_or(Scope::ChangedFiles, |scope| {
            let known = [Scope::Added, Scope::ChangedFiles, Scope::Tree, Scope::Range];
            *known.iter().find(|known| known.as_str() == scope).expect("a scope")
        });
        let mut runner =
            ScriptedRunner::new().on(program.name, program.version_arguments, Behaviour::prints(case.version.as_str()));
        for run in case.run {
            runner = runner.once(program.name, &[], play(run, folder.clone(), head.clone()));
        }
        let text = shown(&order.run(&*registered.engine.scanner, Arc::new(runner)).await);
        assert!(!text.contains(&token()), "{}: a secret is shown: {text}", folder.display());
        let page = folder.join("expected.txt");
        let name = page.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("inside").to_str().expect("UTF-8");
        assert_generated(name, &text.replace(&head[..12], "@HEAD@"));
    }
}
