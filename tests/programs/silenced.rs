//! All that an author can write to silence an engine, in one repository: heard where the repository orders the scan, and without any
//! effect where a central policy does.

use std::path::Path;

use serde_json::Value;

use crate::gate::{everything_is_installed, review};
use crate::played;
use crate::repo::Repo;
use crate::support::token;

/// What an author writes to silence one engine.
struct Silenced {
    engine: &'static str,
    options: &'static str,
    /// Paths and texts. `@TOKEN@` stands for a token, which no file of the project may hold.
    files: &'static [(&'static str, &'static str)],
    /// What the engine finds in them nevertheless: `rule path:line`.
    found: &'static [&'static str],
}

/// Engines whose own comments have no effect, whoever orders the scan: in the repository's review their findings block.
const UNHEARD: &[&str] = &["ast-grep:", "govet:"];

/// What the author's settings take out of the rules, so that the repository's review does not look for it.
const UNASKED: &[&str] = &["ruff:F401 settings/left_out/x.py:1", "ruff:F401 settings/rules.py:1"];

const WORKFLOW: &str =
    "on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ foo.bar }}\n";

const SILENCED: &[Silenced] = &[
    Silenced {
        engine: "actionlint",
        options: "{}",
        files: &[
            (
                ".github/workflows/comment.yml",
                "on: pull_request_target\n# actionlint:ignore-next-line cache-write-untrusted -- known\ncache-mode: write\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n",
            ),
            (".github/workflows/settings.yml", WORKFLOW),
            (".github/actionlint.yaml", "paths:\n  '**/*':\n    ignore: ['.*']\n"),
        ],
        found: &["cache-write-untrusted .github/workflows/comment.yml:3", "expression .github/workflows/settings.yml:7"],
    },
    Silenced {
        engine: "ast-grep",
        options: "{}",
        files: &[("hash.rs", "fn f(b: &[u8]) -> u128 {\n    // ast-grep-ignore\n    md5::compute(b)\n}\n")],
        found: &["rust-weak-hash hash.rs:3"],
    },
    Silenced {
        engine: "bandit",
        options: "{}",
        files: &[
            ("nosec.py", "def f(x):\n    assert x  # nosec B101\n"),
            ("ini.py", "def f(x):\n    assert x\n"),
            (".bandit", "[bandit]\nskips: B101\n"),
            ("bandit.yaml", "skips: [B101]\n"),
        ],
        found: &["B101 ini.py:2", "B101 nosec.py:2"],
    },
    Silenced {
        engine: "gitleaks",
        options: "{}",
        files: &[
            ("leaks/comment.env", "TOKEN=@TOKEN@ # gitleaks:allow\n"),
            ("leaks/config.env", "TOKEN=@TOKEN@\n"),
            ("leaks/file.env", "TOKEN=@TOKEN@\n"),
            (".gitleaks.toml", "[extend]\nuseDefault = true\n[[allowlists]]\npaths = ['''leaks/config''']\n"),
            (".gitleaksignore", "leaks/file.env:github-pat:1\n"),
        ],
        found: &["github-pat leaks/comment.env:1", "github-pat leaks/config.env:1", "github-pat leaks/file.env:1"],
    },
    Silenced {
        engine: "govet",
        options: "{}",
        files: &[("main.go", "package main\n\n//nolint:all\nfunc main() { x := 1; x = x } //nolint\n")],
        found: &["assign main.go:4"],
    },
    Silenced {
        engine: "hadolint",
        options: "{}",
        files: &[
            (
                "docker/a.Dockerfile",
                "FROM debian:12.5\nHEALTHCHECK CMD true\nUSER a\n# hadolint ignore=DL3003\nRUN <<E\n# shellcheck disable=SC2164\ncd /tmp\nE\n",
            ),
            (
                "docker/b.Dockerfile",
                "# hadolint global ignore=DL3003\n# hadolint shell=powershell\nFROM debian:12.5\nRUN cd /tmp\nHEALTHCHECK CMD true\nUSER a\n",
            ),
            ("docker/c.Dockerfile", "FROM debian:12.5\nRUN cd /tmp\nHEALTHCHECK CMD true\nUSER a\n"),
            (".hadolint.yaml", "ignored: [DL3003, SC2164]\n"),
        ],
        found: &[
            "DL3003 docker/a.Dockerfile:5",
            "SC2164 docker/a.Dockerfile:5",
            "DL3003 docker/b.Dockerfile:4",
            "SC2164 docker/b.Dockerfile:4",
            "DL3003 docker/c.Dockerfile:2",
            "SC2164 docker/c.Dockerfile:2",
        ],
    },
    Silenced {
        engine: "opengrep",
        options: "{rule_packs: [rules/opengrep.yml]}",
        files: &[("a.rb", "raise(x) # nosemgrep\n"), ("left/out.rb", "raise(x)\n")],
        found: &["no-raise a.rb:1", "no-raise left/out.rb:1"],
    },
    Silenced {
        engine: "osv-scanner",
        options: "{}",
        files: &[
            ("package-lock.json", "{\"name\": \"demo\", \"lockfileVersion\": 3}\n"),
            ("osv-scanner.toml", "[[IgnoredVulns]]\nid = \"GHSA-aaaa-bbbb-cccc\"\n"),
        ],
        found: &["GHSA-aaaa-bbbb-cccc package-lock.json:null"],
    },
    Silenced {
        engine: "ruff",
        options: "{extend_select: [I001]}",
        files: &[
            ("noqa.py", "import os  # noqa: F401\n"),
            ("file.py", "# ruff: noqa\nimport os\n"),
            ("range.py", "# ruff: disable[F401]\nimport os\n\n# ruff: enable[F401]\n"),
            ("line.py", "import os  # ruff: ignore[F401]\n"),
            ("order.py", "# isort: skip_file\nimport sys\nimport os\n\nprint(os, sys)\n"),
            ("settings/rules.py", "import os\n"),
            ("settings/ruff.toml", "lint.ignore = ['ALL']\n"),
            ("settings/left_out/x.py", "import os\n"),
            ("settings/left_out/pyproject.toml", "[tool.ruff]\nexclude = ['*']\n"),
        ],
        found: &[
            "F401 file.py:2",
            "F401 line.py:1",
            "F401 noqa.py:1",
            "F401 range.py:2",
            "F401 settings/left_out/x.py:1",
            "F401 settings/rules.py:1",
            "I001 order.py:2",
        ],
    },
    Silenced {
        engine: "sarif",
        options: "{files: ['out/*.sarif']}",
        files: &[("page.css", "a {}\nb {}\n")],
        found: &["stylelint/block-no-empty page.css:2"],
    },
    Silenced {
        engine: "secrets",
        options: "{}",
        files: &[(
            "node_modules/a.txt",
            "see https://user:@TOKEN@@db.example.com/ # aurumcode: ignore secrets:github-pat -- known\n",
        )],
        found: &["github-pat node_modules/a.txt:1"],
    },
    Silenced {
        engine: "semgrep",
        options: "{rule_packs: [rules/semgrep.yml]}",
        files: &[("a.js", "stop(x) // nosemgrep\n"), ("b.js", "stop(x)\n"), (".semgrepignore", "b.js\nleft/\n")],
        found: &["no-stop a.js:1", "no-stop b.js:1"],
    },
    Silenced {
        engine: "shellcheck",
        options: "{}",
        files: &[
            ("a.sh", "#!/bin/sh\n# shellcheck disable=SC2086\necho $1\n"),
            ("b.sh", "#!/bin/sh\n# shellcheck disable=all\nif true; then\n\techo $1\nfi\n"),
            ("c.sh", "#!/bin/sh\n# shellcheck shell=bash\n[[ -n \"$1\" ]]\n"),
            ("d.sh", "#!/bin/sh\necho $1\n"),
            (".shellcheckrc", "disable=SC2086\n"),
        ],
        found: &["SC2086 a.sh:3", "SC2086 b.sh:4", "SC2086 d.sh:2", "SC3010 c.sh:3"],
    },
    Silenced {
        engine: "trivy",
        options: "{}",
        files: &[
            (
                "a.tf",
                "#trivy:ignore:AVD-AWS-0107\nresource \"aws_security_group_rule\" \"a\" {\n  type = \"ingress\"\n  description = \"shell\"\n  protocol = \"tcp\"\n  cidr_blocks = [\"0.0.0.0/0\"]\n  from_port = 22\n  to_port = 22\n}\n",
            ),
            (
                "b.tf",
                "#tfsec:exp:2999-01-01:ignore:AVD-AWS-0107\nresource \"aws_security_group_rule\" \"b\" {\n  type = \"ingress\"\n  description = \"shell\"\n  protocol = \"tcp\"\n  cidr_blocks = [\"0.0.0.0/0\"]\n  from_port = 22\n  to_port = 22\n}\n",
            ),
            // A place that Trivy passes over by itself.
            ("dev/Dockerfile", "FROM debian:12.5\nUSER root\nHEALTHCHECK CMD true\n"),
            (".trivyignore", "AVD-DS-0002\n"),
            ("trivy.yaml", "severity: [CRITICAL]\nscan:\n  skip-files: ['**/*']\n"),
        ],
        found: &["AVD-AWS-0107 a.tf:6", "AVD-AWS-0107 b.tf:6", "AVD-DS-0002 dev/Dockerfile:2"],
    },
    Silenced {
        engine: "zizmor",
        options: "{}",
        files: &[
            (
                ".github/workflows/title.yml",
                "on: issues\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.issue.body }} # zizmor: ignore[template-injection]\n",
            ),
            (
                "act/action.yml",
                "name: a\ndescription: a\nruns:\n  using: composite\n  steps:\n    - run: echo ${{ github.event.issue.body }}\n      shell: bash\n",
            ),
            ("zizmor.yml", "rules:\n  template-injection:\n    disable: true\n"),
        ],
        found: &["template-injection .github/workflows/title.yml:7", "template-injection act/action.yml:6"],
    },
];

/// The entries of all engines, each with `more`.
fn entries(more: &str) -> String {
    let entry = |one: &Silenced| format!("    - {{engine: {}, fail_on: info{more}, options: {}}}\n", one.engine, one.options);
    format!("quality_gates:\n  scanners:\n{}", SILENCED.iter().map(entry).collect::<String>())
}

/// The rules of semgrep and opengrep, below `directory`.
fn write_rules(directory: &Path) {
    std::fs::create_dir_all(directory.join("rules")).expect("a directory");
    for (engine, language, name) in [("semgrep", "javascript", "stop"), ("opengrep", "ruby", "raise")] {
        let rule = format!("{{id: no-{name}, languages: [{language}], severity: ERROR, message: No., pattern: {name}(...)}}");
        std::fs::write(directory.join(format!("rules/{engine}.yml")), format!("rules:\n  - {rule}\n")).expect("a file");
    }
}

/// A repository whose last commit silences all that it brings.
fn repo() -> Repo {
    let repo = Repo::new();
    write_rules(repo.path());
    repo.write("go.mod", "module example.com/m\n\ngo 1.17\n").write(".gitignore", "out/\nb.js\n");
    // What is no text to git has no lines that a change could add.
    repo.write(".gitattributes", "* binary -diff linguist-generated\n").commit("first");
    for (path, text) in SILENCED.iter().flat_map(|one| one.files) {
        repo.write(path, text.replace("@TOKEN@", &token()));
    }
    repo.git(["add", "--all", "--force", "."]);
    repo.commit("second");
    let place = r#"{"physicalLocation": {"artifactLocation": {"uri": "page.css"}, "region": {"startLine": 2}}}"#;
    let result = format!(
        r#"{{"ruleId": "block-no-empty", "level": "error", "message": {{"text": "Empty."}}, "locations": [{place}], "suppressions": [{{"kind": "inSource"}}]}}"#
    );
    let run = format!(r#"{{"tool": {{"driver": {{"name": "stylelint"}}}}, "results": [{result}]}}"#);
    repo.write("out/stylelint.sarif", format!(r#"{{"version": "2.1.0", "runs": [{run}]}}"#));
    repo
}

/// What became of it: `disposition engine:rule path:line`, sorted. Other findings in these files are not told, since each engine sees
/// the others' files as well.
fn dispositions(audit: &Value) -> Vec<String> {
    let expected = expected();
    let mut seen: Vec<String> = Vec::new();
    for finding in audit["findings"].as_array().expect("findings") {
        let text = |key: &str| finding[key].as_str().unwrap_or_default();
        let place = format!("{} {}:{}", text("rule_id"), text("path"), finding["line"]);
        if expected.contains(&place) {
            seen.push(format!("{} {place}", text("disposition")));
        }
    }
    seen.sort();
    seen
}

fn expected() -> Vec<String> {
    SILENCED.iter().flat_map(|one| one.found.iter().map(|found| format!("{}:{found}", one.engine))).collect()
}

/// What must become of it; nothing is not listed.
fn all(disposition: impl Fn(&str) -> Option<&'static str>) -> Vec<String> {
    let mut all: Vec<String> = expected().iter().filter_map(|found| Some(format!("{} {found}", disposition(found)?))).collect();
    all.sort();
    all
}

#[test]
fn an_author_cannot_silence_what_a_policy_orders() {
    if !everything_is_installed() {
        return;
    }
    let repo = repo();
    // Each of these words is one that somebody hears: without a policy they count.
    repo.write(".aurumcode.yml", entries(""));
    let (status, audit) = review(&repo, &[]);
    let heard = |found: &str| match found {
        found if UNHEARD.iter().any(|engine| found.starts_with(engine)) => Some("blocking"),
        found => (!UNASKED.contains(&found)).then_some("suppressed"),
    };
    assert_eq!((status, dispositions(&audit)), (3, all(heard)), "{audit:#}");

    let policy = tempfile::tempdir().expect("a directory");
    write_rules(policy.path());
    std::fs::write(policy.path().join(".aurumcode.yml"), entries(", required: true")).expect("a policy");
    let off = |one: &Silenced| format!("    - {{engine: {}, enabled: false, options: {}}}\n", one.engine, one.options);
    let off: String = SILENCED.iter().map(off).collect();
    repo.write(".aurumcode.yml", format!("ignore: ['**']\nquality_gates:\n  scanners:\n{off}"));
    let (status, audit) = review(&repo, &["--policy", policy.path().to_str().expect("UTF-8")]);
    assert_eq!((status, dispositions(&audit)), (3, all(|_| Some("blocking"))), "{audit:#}");
    let suppressed = |finding: &Value| finding["disposition"] == "suppressed";
    assert!(!audit["findings"].as_array().expect("findings").iter().any(suppressed), "{audit:#}");
    assert_eq!(audit["gate"]["reasons"].as_array().map(Vec::len), Some(0), "{audit:#}");
}

#[test]
fn something_is_silenced_for_every_engine() {
    let registry = aurumcode::scanner::registry();
    for registered in registry.engines() {
        let name = registered.entry.name;
        assert!(name == "exemplo" || SILENCED.iter().any(|one| one.engine == name), "nothing is silenced for {name}");
    }
    assert!(SILENCED.iter().any(|one| one.engine == played::PROGRAM));
}
