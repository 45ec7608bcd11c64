//! The engines that lint files with a program, each with its real program: one planted problem, what an author can write to silence it,
//! and a file that the program cannot read. OSV-Scanner is not among them, since no registry of packages has it: `recorded.rs` plays
//! its reports.

use aurumcode::finding::SuppressedBy;
use aurumcode::scanner::{Report, Trust};

use crate::repo::Repo;
use crate::support::{Order, found};

type Files = &'static [(&'static str, &'static str)];

/// What is planted for an engine.
struct Planted {
    engine: &'static str,
    /// Files with problems, and what must be found in them: `rule path:line`.
    files: Files,
    found: &'static [&'static str],
    /// Files whose problem a comment silences, and files whose problem the author's settings silence.
    comments: Files,
    settings: Files,
    /// What must be found in those two, each alone.
    commented: &'static [&'static str],
    set: &'static [&'static str],
    /// Files that the program cannot read.
    broken: &'static [(&'static str, &'static [u8])],
}

/// A rule for a firewall that lets everybody in, in line 6.
const OPEN_TO_ALL: &str = "#trivy:ignore:AVD-AWS-0107
resource \"aws_security_group_rule\" \"a\" {
  type = \"ingress\"
  description = \"shell\"
  protocol = \"tcp\"
  cidr_blocks = [\"0.0.0.0/0\"]
  from_port = 22
  to_port = 22
}
";

const PLANTED: &[Planted] = &[
    Planted {
        engine: "actionlint",
        files: &[
            (
                ".github/workflows/a.yml",
                "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ foo.bar }}\n",
            ),
            ("other.yml", "on: {}\n"),
        ],
        found: &["expression .github/workflows/a.yml:6"],
        comments: &[(
            ".github/workflows/a.yml",
            "on: pull_request_target\n# actionlint:ignore-next-line cache-write-untrusted -- known\ncache-mode: write\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo\n",
        )],
        commented: &["cache-write-untrusted .github/workflows/a.yml:3"],
        settings: &[
            (
                ".github/workflows/a.yml",
                "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ foo.bar }}\n",
            ),
            (".github/actionlint.yaml", "paths:\n  '**/*':\n    ignore: ['.*']\n"),
        ],
        set: &["expression .github/workflows/a.yml:6"],
        broken: &[(".github/workflows/b.yml", b"on: push\njobs: [\n")],
    },
    Planted {
        engine: "bandit",
        files: &[("a b.py", "import os\n\n\ndef f(name):\n    exec(\n        name\n    )\n"), ("a.txt", "exec(name)\n")],
        found: &["B102 a b.py:5"],
        comments: &[("a.py", "exec(name)  # nosec\n")],
        commented: &["B102 a.py:1"],
        settings: &[("a.py", "exec(name)\n"), (".bandit", "[bandit]\nskips: B102\n")],
        set: &["B102 a.py:1"],
        broken: &[("broken.py", b"def (:\n"), ("latin.py", b"x = '\xff'\n"), ("nul.py", b"x = 1\0\n")],
    },
    Planted {
        engine: "hadolint",
        files: &[("deploy/Dockerfile", "FROM debian:12.5\nRUN cd /tmp\n")],
        found: &["DL3003 deploy/Dockerfile:2", "SC2164 deploy/Dockerfile:2"],
        comments: &[(
            "Dockerfile",
            "FROM debian:12.5\n# hadolint ignore=DL3003\nRUN <<E\n# shellcheck disable=SC2164\ncd /tmp\nE\n",
        )],
        commented: &["DL3003 Dockerfile:3", "SC2164 Dockerfile:3"],
        settings: &[("Dockerfile", "FROM debian:12.5\nRUN cd /tmp\n"), (".hadolint.yaml", "ignored: [DL3003, SC2164]\n")],
        set: &["DL3003 Dockerfile:2", "SC2164 Dockerfile:2"],
        broken: &[("x.Dockerfile", b"FROM debian:12.5\nBAD x\n")],
    },
    Planted {
        engine: "ruff",
        files: &[("a b.py", "import os\n"), ("a.txt", "import os\n")],
        found: &["F401 a b.py:1"],
        comments: &[
            ("a.py", "import os  # noqa\n"),
            ("b.py", "# ruff: noqa\nimport os\n"),
            ("c.py", "import os  # ruff: ignore[F401]\n"),
        ],
        commented: &["F401 a.py:1", "F401 b.py:2", "F401 c.py:1"],
        settings: &[],
        set: &[],
        broken: &[("broken.py", b"def (:\n"), ("latin.py", b"x = '\xff'\n"), ("nul.py", b"x = 1\0\n")],
    },
    Planted {
        engine: "shellcheck",
        files: &[
            ("a b.sh", "#!/bin/sh\necho $1\n"),
            ("run", "#!/usr/bin/env bash\n[ $1 == 2 ]\n"),
            ("x.sh", "#!/bin/zsh\necho $1\n"),
        ],
        found: &["SC2086 a b.sh:2", "SC2086 run:2"],
        comments: &[
            ("a.sh", "#!/bin/sh\n# shellcheck disable=SC2086\necho $1\n"),
            ("b.sh", "#!/bin/sh\n# shellcheck disable=all\nif true; then\n\techo $1\nfi\n"),
        ],
        commented: &["SC2086 a.sh:3", "SC2086 b.sh:4"],
        settings: &[("a.sh", "#!/bin/sh\necho $1\n"), (".shellcheckrc", "disable=SC2086\n")],
        set: &["SC2086 a.sh:2"],
        broken: &[("broken.sh", b"#!/bin/sh\n# shellcheck disable=all\nif true; then\n")],
    },
    Planted {
        engine: "trivy",
        files: &[("deploy/Dockerfile", "FROM debian:12\nUSER root\nHEALTHCHECK CMD true\n"), ("notes.txt", "USER root\n")],
        found: &["AVD-DS-0002 deploy/Dockerfile:2"],
        comments: &[("a.tf", OPEN_TO_ALL)],
        commented: &["AVD-AWS-0107 a.tf:6"],
        settings: &[
            ("Dockerfile", "FROM debian:12\nUSER root\nHEALTHCHECK CMD true\n"),
            (".trivyignore", "AVD-DS-0002\n"),
            ("trivy.yaml", "severity: [CRITICAL]\nscan:\n  skip-files: ['**/*']\n"),
        ],
        set: &["AVD-DS-0002 Dockerfile:2"],
        broken: &[("bad.tf", b"resource \"x\" {\n")],
    },
    Planted {
        engine: "zizmor",
        files: &[(
            ".github/workflows/a.yml",
            "on: issues\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.issue.title }}\n",
        )],
        found: &["template-injection .github/workflows/a.yml:7"],
        comments: &[(
            ".github/workflows/a.yml",
            "on: issues\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.issue.title }} # zizmor: ignore[template-injection]\n",
        )],
        commented: &["template-injection .github/workflows/a.yml:7"],
        settings: &[
            (
                ".github/workflows/a.yml",
                "on: issues\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.issue.title }}\n",
            ),
            ("zizmor.yml", "rules:\n  template-injection:\n    disable: true\n"),
        ],
        set: &["template-injection .github/workflows/a.yml:7"],
        broken: &[(".github/workflows/b.yml", b"on: push\njobs: [\n")],
    },
];

/// A repository whose last commit brings these files.
fn repo<T: AsRef<[u8]>>(files: &[(&str, T)]) -> Repo {
    let repo = Repo::new();
    repo.write("README.md", "x\n").commit("first");
    for (path, text) in files {
        repo.write(path, text);
    }
    repo.commit("second");
    repo
}

/// What the engine reports about these files; nothing when its program is absent.
async fn report<T: AsRef<[u8]>>(planted: &Planted, files: &[(&str, T)], trust: Trust) -> Option<Report> {
    let repo = repo(files);
    let order = Order { trust, ..Order::of(&repo) };
    let report = order.really(planted.engine).await?;
    Some(report.unwrap_or_else(|error| panic!("{}: {error}", planted.engine)))
}

#[tokio::test]
async fn a_planted_problem_gives_exactly_its_finding() {
    for planted in PLANTED {
        for trust in [Trust::Repository, Trust::Policy] {
            let Some(report) = report(planted, planted.files, trust).await else { continue };
            assert_eq!(found(&report), planted.found, "{}", planted.engine);
            assert!(report.complete && report.unreviewed.is_empty(), "{}: {:?}", planted.engine, report.unreviewed);
            assert!(report.findings.iter().all(|finding| finding.suppressed.is_none()), "{}", planted.engine);
            assert!(report.version.starts_with(&format!("{} ", planted.engine)), "{}", report.version);
            for finding in &report.findings {
                let rule = report.rules.iter().find(|rule| rule.id == finding.rule).expect("the rule is described");
                assert!(!rule.title.is_empty() && rule.help.contains("https://"), "{rule:?}");
            }
        }
    }
}

#[tokio::test]
async fn what_the_author_silences_is_told_and_counts_only_for_the_repository() {
    for planted in PLANTED {
        let kinds = [
            (planted.comments, planted.commented, SuppressedBy::EngineComment),
            (planted.settings, planted.set, SuppressedBy::EngineFile),
        ];
        for (files, expected, by) in kinds.into_iter().filter(|(files, ..)| !files.is_empty()) {
            let Some(strict) = report(planted, files, Trust::Policy).await else { continue };
            assert_eq!(found(&strict), expected, "{} {by:?}", planted.engine);
            assert!(strict.findings.iter().all(|finding| finding.suppressed.is_none()), "{}", planted.engine);
            let mild = report(planted, files, Trust::Repository).await.expect("installed");
            assert_eq!(found(&mild), expected, "{} {by:?}", planted.engine);
            for finding in &mild.findings {
                assert_eq!(finding.suppressed.as_ref().map(|one| one.by), Some(by), "{} {}", planted.engine, finding.rule);
            }
        }
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_not_reviewed_and_the_others_are() {
    for planted in PLANTED {
        let good = planted.files.iter().map(|(path, text)| (*path, text.as_bytes()));
        let files: Vec<(&str, &[u8])> = good.chain(planted.broken.iter().copied()).collect();
        for trust in [Trust::Repository, Trust::Policy] {
            let Some(report) = report(planted, &files, trust).await else { continue };
            assert_eq!(found(&report), planted.found, "{}", planted.engine);
            let unreviewed: Vec<String> = report.unreviewed.iter().map(|file| file.path.to_string()).collect();
            let expected: Vec<&str> = planted.broken.iter().map(|(path, _)| *path).collect();
            assert_eq!(unreviewed, expected, "{}", planted.engine);
        }
        // Nothing but what cannot be read.
        let alone = report(planted, planted.broken, Trust::Policy).await;
        assert!(alone.is_none_or(|report| report.unreviewed.len() == planted.broken.len()), "{}", planted.engine);
    }
}

#[tokio::test]
async fn files_of_other_kinds_are_none_of_its_business() {
    for planted in PLANTED {
        let Some(report) = report(planted, &[("notes.txt", "exec(name)\n")], Trust::Policy).await else { continue };
        assert!(report.complete && report.findings.is_empty() && report.unreviewed.is_empty(), "{}", planted.engine);
    }
}
