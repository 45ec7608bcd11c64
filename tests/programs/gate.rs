//! All engines in one review: each finds what was planted for it, and the origins say who found what. OSV-Scanner is played.

use std::ffi::OsString;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;
use serde_json::Value;

use crate::played;
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
    plant("ast-grep", "hash.rs", "fn f(b: &[u8]) -> u128 {\n    md5::compute(b)\n}\n", &["ast-grep:rust-weak-hash 2"]),
    plant("bandit", "run.py", "def f(x):\n    assert x\n", &["bandit:B101 2"]),
    #[cfg(feature = "exemplo")]
    plant("exemplo", "marked.txt", concat!("EXEMPLO", "-ACHADO\n"), &["exemplo:marca 1"]),
    plant("gitleaks", "deploy.env", "REGION=eu\nTOKEN=@TOKEN@\n", &["gitleaks:github-pat 2", "secrets:github-pat 2"]),
    plant("govet", "main.go", "package main\n\nfunc main() { x := 1; x = x }\n", &["govet:assign 3"]),
    plant(
        "hadolint",
        "Dockerfile",
        "FROM debian:12.5\nRUN cd /tmp\n",
        &["hadolint:DL3003 2", "hadolint:SC2164 2", "trivy:AVD-DS-0002 null", "trivy:AVD-DS-0013 2", "trivy:AVD-DS-0026 null"],
    ),
    Planted {
        options: "{rule_packs: [rules/opengrep.yml]}",
        ..plant("opengrep", "a.rb", "halt(x)\n", &["opengrep:no-halt-ruby 1"])
    },
    plant("osv-scanner", "package-lock.json", "{\"name\": \"demo\", \"lockfileVersion\": 3}\n", played::FOUND),
    plant("ruff", "unused.py", "import os\n", &["ruff:F401 1"]),
    Planted {
        options: "{files: ['out/*.sarif']}",
        ..plant("sarif", "page.css", "a {}\nb {}\n", &["sarif:stylelint/block-no-empty 2"])
    },
    // gitleaks leaves this place out.
    plant("secrets", "node_modules/a.txt", "x\nTOKEN=@TOKEN@\n", &["secrets:github-pat 2"]),
    Planted {
        options: "{rule_packs: [rules/semgrep.yml]}",
        ..plant("semgrep", "a.js", "halt(x)\n", &["semgrep:no-halt-javascript 1"])
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
            format!("{{id: no-halt-{language}, languages: [{language}], severity: ERROR, message: No., pattern: halt(...)}}");
        repo.write(format!("rules/{engine}.yml"), format!("rules:\n  - {rule}\n"));
    }
    let entries: String =
        PLANTED.iter().map(|one| format!("    - engine: {}\n      options: {}\n", one.engine, one.options)).collect();
    repo.write("go.mod", "module example.com/m\n\ngo 1.17\n").write(".gitignore", "out/\n");
    repo.write(".aurumcode.yml", format!("quality_gates:\n  scanners:\n{entries}")).commit("first");
    for one in PLANTED {
        repo.write(one.path, one.content.replace("@TOKEN@", &token()));
    }
    repo.commit("second");
    // What another scanner left behind after the commit was made.
    let place = r#"{"physicalLocation": {"artifactLocation": {"uri": "page.css"}, "region": {"startLine": 2}}}"#;
    let result =
        format!(r#"{{"ruleId": "block-no-empty", "level": "error", "message": {{"text": "Empty."}}, "locations": [{place}]}}"#);
    let run = format!(r#"{{"tool": {{"driver": {{"name": "stylelint"}}}}, "results": [{result}]}}"#);
    repo.write("out/stylelint.sarif", format!(r#"{{"version": "2.1.0", "runs": [{run}]}}"#));
    repo
}

/// The exit status and the audit of a review of the last commit.
pub(crate) fn review(repo: &Repo, more: &[&str]) -> (u8, Value) {
    let played = played::programs();
    let mut path = OsString::from(played.path());
    path.push(":");
    path.push(std::env::var_os("PATH").expect("a PATH"));
    let variables = [("PATH", path), ("HOME", repo.home().into()), ("GIT_CONFIG_NOSYSTEM", "1".into())];
    let environment = Environment::of(variables.map(|(name, value)| (name.into(), value)));
    let words = ["aurumcode", "review", "--format", "json", "--repo", repo.path().to_str().expect("UTF-8")];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut streams = Streams { out: &mut out, err: &mut err };
    let status =
        run(&registry(), words.iter().chain(more).map(OsString::from), &environment, Terminals::default(), &mut streams).code();
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
fn something_is_planted_for_every_engine() {
    for registered in registry().engines() {
        let planted = PLANTED.iter().any(|one| one.engine == registered.entry.name);
        assert!(planted, "nothing is planted for {}", registered.entry.name);
    }
}

#[test]
fn each_engine_finds_what_was_planted_for_it_and_says_so() {
    if !everything_is_installed() {
        return;
    }
    let (status, audit) = review(&planted(), &[]);
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

/// Whether each program is there that is not played.
pub(crate) fn everything_is_installed() -> bool {
    let registry = registry();
    let programs = registry.engines().iter().filter_map(|it| it.engine.needs.program).map(|program| program.name);
    programs.filter(|name| *name != played::PROGRAM).all(|name| is_installed(name).is_some())
}
