//! The action and the workflows: two linters that nobody here wrote find nothing in them, and every call in them is one that the command
//! line knows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use aurumcode::cli::Cli;
use clap::Parser;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a linter; nothing when it is absent, which is said and in CI is a failure.
#[expect(clippy::disallowed_methods, reason = "a test starts the linter itself")]
fn lint(program: &str, arguments: &[&str], directory: &Path) -> Option<Output> {
    match Command::new(program).args(arguments).current_dir(directory).output() {
        Ok(output) => Some(output),
        Err(error) => {
            assert!(
                std::env::var_os("CI").is_none_or(|ci| ci != "true"),
                "`{program}` cannot be run ({error}): run scripts/test"
            );
            eprintln!("skipped: `{program}` cannot be run ({error}); scripts/programs installs it");
            None
        }
    }
}

/// The workflows, ours and the examples, where a linter looks for workflows.
fn workflows() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a directory");
    let there = place.path().join(".github/workflows");
    fs::create_dir_all(&there).expect("a directory");
    for folder in [".github/workflows", "packaging"] {
        for entry in fs::read_dir(root().join(folder)).expect("the folder") {
            let file = entry.expect("an entry").path();
            fs::copy(&file, there.join(file.file_name().expect("a name"))).expect("a copy");
        }
    }
    fs::copy(root().join("action.yml"), place.path().join("action.yml")).expect("a copy");
    assert!(fs::read_dir(&there).expect("the folder").count() >= 3);
    place
}

fn assert_quiet(program: &str, output: &Output) {
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{program}: {said}");
}

#[test]
fn actionlint_finds_nothing() {
    let place = workflows();
    let mut files: Vec<String> = fs::read_dir(place.path().join(".github/workflows"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path().to_str().expect("UTF-8").to_owned())
        .collect();
    files.sort();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    if let Some(output) = lint("actionlint", &files, place.path()) {
        assert_quiet("actionlint", &output);
    }
}

#[test]
fn zizmor_finds_nothing() {
    let place = workflows();
    if let Some(output) = lint("zizmor", &["--offline", "--no-progress", "."], place.path()) {
        assert_quiet("zizmor", &output);
    }
}

/// The linters do look: an injected script is found.
#[test]
fn the_linters_find_what_is_wrong() {
    let place = workflows();
    let bad = "on: pull_request_target\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: actions/checkout@v4\n      \
               - run: echo ${{ github.event.pull_request.title }}\n";
    let file = place.path().join(".github/workflows/bad.yml");
    fs::File::create(&file).and_then(|mut file| std::io::Write::write_all(&mut file, bad.as_bytes())).expect("a file");
    for (program, arguments) in
        [("actionlint", [file.to_str().expect("UTF-8")].as_slice()), ("zizmor", ["--offline", "--no-progress", "."].as_slice())]
    {
        if let Some(output) = lint(program, arguments, place.path()) {
            assert!(!output.status.success(), "{program}");
        }
    }
}

/// The scripts inside the action are good shell.
#[test]
fn shellcheck_finds_nothing_in_the_action() {
    let text = fs::read_to_string(root().join("action.yml")).expect("the action");
    let action: serde_yaml::Value = serde_yaml::from_str(&text).expect("YAML");
    let steps = action["runs"]["steps"].as_sequence().expect("steps");
    for step in steps {
        let script = step["run"].as_str().expect("a script");
        assert!(!script.contains("${{"), "an expression in a script is a way in for whoever fills it");
        let place = tempfile::tempdir().expect("a directory");
        let file = place.path().join("script.sh");
        fs::File::create(&file).and_then(|mut file| std::io::Write::write_all(&mut file, script.as_bytes())).expect("a file");
        if let Some(output) = lint("shellcheck", &["--shell", "bash", "script.sh"], place.path()) {
            assert_quiet("shellcheck", &output);
        }
    }
}

/// Every command line of the program that a file shows, as words, with variables in place of values.
fn calls(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter_map(|line| line.split_once("aurumcode review").map(|(_, rest)| rest));
    lines
        .map(|rest| {
            let rest = rest.split(['>', '`', '|', '<', '#']).next().unwrap_or_default();
            let words = rest.split_whitespace().filter(|word| *word != "$inline").map(|word| {
                let word = word.trim_matches('"');
                match word {
                    "$PULL_REQUEST" | "$CI_MERGE_REQUEST_IID" | "N" => "7".to_owned(),
                    "$LANGUAGE_TAG" => "en".to_owned(),
                    other => other.to_owned(),
                }
            });
            ["aurumcode", "review"].into_iter().map(str::to_owned).chain(words).collect()
        })
        .collect()
}

#[test]
fn every_call_is_one_that_the_command_line_knows() {
    let mut seen = 0;
    for file in [
        "packaging/forgejo-pull-request.yml",
        "templates/review.yml",
        ".pre-commit-hooks.yaml",
        "docs/ci.md",
        "docs/pull-requests.md",
    ] {
        let text = fs::read_to_string(root().join(file)).expect("the file");
        for call in calls(&text) {
            seen += 1;
            assert!(Cli::try_parse_from(&call).is_ok(), "{file}: {call:?}");
        }
    }
    assert!(seen >= 6, "{seen}");
}

/// The options that the action puts together are known, each with what it is given.
#[test]
fn the_action_calls_the_program_as_it_is() {
    let text = fs::read_to_string(root().join("action.yml")).expect("the action");
    let action: serde_yaml::Value = serde_yaml::from_str(&text).expect("YAML");
    let script = action["runs"]["steps"][1]["run"].as_str().expect("a script");
    let options: BTreeSet<&str> =
        script.split(|c: char| c.is_whitespace() || "()\"".contains(c)).filter(|word| word.starts_with("--")).collect();
    assert_eq!(options.len(), 8, "{options:?}");
    let value = |option: &str| match option {
        "--pr" => Some("7"),
        "--lang" => Some("pt-BR"),
        "--policy" | "--sarif" | "--audit" => Some("there"),
        _ => None,
    };
    let call = options.iter().flat_map(|option| [Some(*option), value(option)]).flatten();
    let parsed = Cli::try_parse_from(["aurumcode", "review"].into_iter().chain(call));
    assert!(parsed.is_ok(), "{}", parsed.err().map(|error| error.to_string()).unwrap_or_default());
    let inputs = action["inputs"].as_mapping().expect("inputs");
    for (name, input) in inputs {
        assert!(input["description"].as_str().is_some_and(|text| text.len() > 10), "{name:?} is not described");
        assert!(text.contains(&format!("inputs.{}", name.as_str().expect("a name"))), "{name:?} is not used");
    }
}

/// GitLab's component has two documents: its inputs, all of which are used, and the job.
#[test]
fn the_component_uses_every_input() {
    let text = fs::read_to_string(root().join("templates/review.yml")).expect("the component");
    let (spec, job) = text.split_once("\n---\n").expect("two documents");
    let spec: serde_yaml::Value = serde_yaml::from_str(spec).expect("YAML");
    let inputs = spec["spec"]["inputs"].as_mapping().expect("inputs");
    for (name, _) in inputs {
        assert!(job.contains(&format!("$[[ inputs.{} ]]", name.as_str().expect("a name"))), "{name:?}");
    }
    let job: serde_yaml::Value = serde_yaml::from_str(&job.replace("$[[", "'$[[").replace("]]", "]]'")).expect("YAML");
    assert!(job["aurumcode"]["artifacts"]["reports"]["codequality"].is_string());
}
