//! All engines that wrap a program in one review: each finds what was planted for it, and the origins say who found what.

use std::ffi::OsString;
use std::path::Path;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;
use serde_json::Value;

use crate::repo::Repo;
use crate::support::{is_installed, token};

/// What is planted for one engine.
struct Planted {
    engine: &'static str,
    /// Its entry's options, in YAML.
    options: &'static str,
    path: &'static str,
    /// `@TOKEN@` stands for a token, which no file of the project may hold.
    content: &'static str,
    /// What all engines together have to find in it: `rule line`.
    found: &'static [&'static str],
}

const fn plant(engine: &'static str, path: &'static str, content: &'static str, found: &'static [&'static str]) -> Planted {
    Planted { engine, options: "{}", path, content, found }
}

/// One problem for each engine. Another engine is another line.
const PLANTED: &[Planted] = &[
    plant(
        "actionlint",
        ".github/workflows/a.yml",
        "on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    needs: none\n    steps:\n      - run: echo\n",
        &["actionlint:job-needs 4"],
    ),
    plant("bandit", "run.py", "def f(x):\n    assert x\n", &["bandit:B101 2"]),
    plant("gitleaks", "deploy.env", "REGION=eu\nTOKEN=@TOKEN@\n", &["gitleaks:github-pat 2"]),
    plant("govet", "main.go", "package main\n\nfunc main() { x := 1; x = x }\n", &["govet:assign 3"]),
    plant(
        "hadolint",
        "Dockerfile",
        "FROM debian:12.5\nRUN cd /tmp\n",
        &["hadolint:DL3003 2", "hadolint:SC2164 2", "trivy:AVD-DS-0002 null", "trivy:AVD-DS-0013 2", "trivy:AVD-DS-0026 null"],
    ),
    Planted {
        options: "{rule_packs: [rules/opengrep.yml]}",
        ..plant("opengrep", "a.rb", "eval(x)\n", &["opengrep:no-eval-ruby 1"])
    },
    plant("ruff", "unused.py", "import os\n", &["ruff:F401 1"]),
    Planted {
        options: "{rule_packs: [rules/semgrep.yml]}",
        ..plant("semgrep", "a.js", "eval(x)\n", &["semgrep:no-eval-javascript 1"])
    },
    plant("shellcheck", "a.sh", "#!/bin/sh\necho $1\n", &["shellcheck:SC2086 2"]),
    plant(
        "trivy",
        "a.tf",
        "resource \"aws_security_group_rule\" \"a\" {\n  type = \"ingress\"\n  description = \"shell\"\n  protocol = \"tcp\"\n  cidr_blocks = [\"0.0.0.0/0\"]\n  from_port = 22\n  to_port = 22\n}\n",
        &["trivy:AVD-AWS-0107 5"],
    ),
    plant(
        "zizmor",
        ".github/workflows/b.yml",
        "on: issues\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.issue.title }}\n",
        &["actionlint:expression 7", "zizmor:template-injection 7"],
    ),
];

fn planted() -> Repo {
    let repo = Repo::new();
    for (engine, language) in [("semgrep", "javascript"), ("opengrep", "ruby")] {
        let rule =
            format!("{{id: no-eval-{language}, languages: [{language}], severity: ERROR, message: No., pattern: eval(...)}}");
        repo.write(format!("rules/{engine}.yml"), format!("rules:\n  - {rule}\n"));
    }
    let entries: String =
        PLANTED.iter().map(|one| format!("    - engine: {}\n      options: {}\n", one.engine, one.options)).collect();
    repo.write("go.mod", "module example.com/m\n\ngo 1.17\n");
    repo.write(".aurumcode.yml", format!("quality_gates:\n  scanners:\n{entries}")).commit("first");
    for one in PLANTED {
        repo.write(one.path, one.content.replace("@TOKEN@", &token()));
    }
    repo.commit("second");
    repo
}

/// The programs that `scripts/programs` installs.
fn installable() -> Vec<String> {
    let script = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/programs")).expect("the script");
    let list = script.split("<<'LIST'\n").nth(1).and_then(|rest| rest.split("\nLIST").next()).expect("its list");
    list.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// The exit status and the audit of a review of the last commit.
fn review(repo: &Repo) -> (u8, Value) {
    let path = std::env::var_os("PATH").expect("a PATH");
    let variables = [("PATH", path), ("HOME", repo.home().into()), ("GIT_CONFIG_NOSYSTEM", "1".into())];
    let environment = Environment::of(variables.map(|(name, value)| (name.into(), value)));
    let words = ["aurumcode", "review", "--format", "json", "--repo", repo.path().to_str().expect("UTF-8")];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams { out: &mut out, err: &mut err };
    let status = run(&registry(), words.iter().map(OsString::from), &environment, Terminals::default(), &mut streams).code();
    let text = String::from_utf8_lossy(&out).into_owned();
    assert!(!text.contains(&token()), "no output holds the secret");
    (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&err))))
}

/// The findings as `rule path:line origin`, sorted.
fn findings(audit: &Value) -> Vec<String> {
    let shown = |finding: &Value| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        format!("{} {}:{} {}", text("rule_id"), text("path"), finding["line"], text("origin"))
    };
    let mut found: Vec<String> = audit["findings"].as_array().expect("findings").iter().map(shown).collect();
    found.sort();
    found
}

#[test]
fn something_is_planted_for_every_program_that_can_be_installed() {
    let registry = registry();
    let installable = installable();
    for registered in registry.engines() {
        let Some(program) = registered.engine.needs.program else { continue };
        let planted = PLANTED.iter().any(|one| one.engine == registered.entry.name);
        assert!(planted || !installable.iter().any(|name| name == program.name), "nothing is planted for {}", program.name);
    }
}

#[test]
fn each_engine_finds_what_was_planted_for_it_and_says_so() {
    let registry = registry();
    for one in PLANTED {
        let program = registry.get(one.engine).expect("compiled in").engine.needs.program.expect("a program");
        if is_installed(program.name).is_none() {
            return;
        }
    }
    let (status, audit) = review(&planted());
    let mut expected: Vec<String> = Vec::new();
    for one in PLANTED {
        for found in one.found {
            let (rule, line) = found.split_once(' ').expect("a rule and a line");
            expected.push(format!("{rule} {}:{line} {}", one.path, rule.split(':').next().expect("an engine")));
        }
    }
    expected.sort();
    assert_eq!((status, findings(&audit)), (3, expected), "{audit:#}");
    assert_eq!(audit["gate"]["reasons"].as_array().map(Vec::len), Some(0), "{audit:#}");
}
