//! A secret is planted in each place that foreign text can come from, and looked for in everything that leaves the program.
//!
//! Two secrets, since they are recognised in different ways: a token by its shape, and a plain word that the job's environment holds.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::stage::{Stage, token};

const CONFIGURATION: &str = "quality_gates:
  scanners:
    - engine: secrets
    - engine: ast-grep
    - {engine: shellcheck, required: true}
    - engine: exemplo
deliberation: {enabled: true}
review:
  context:
    docs: [docs/house.md]
";

/// The value of a variable of the job whose name says that it is a secret. Its shape says nothing.
const WORD: &str = "quiet-lantern-orchard-73";

/// A word that is no secret, planted beside them: where it can be read, the search can find something.
const PEBBLE: &str = "pebble-of-no-secret";

/// Where a canary is planted: what the place is called, and how.
type Place = (&'static str, fn(&mut Planted, &[&str]));

const PLACES: &[Place] = &[
    ("the diff", |planted, words| {
        for word in words {
            planted.app.push_str(&format!("TOKEN = \"{word}\"\neval(\"{word}\")\n"));
        }
    }),
    ("a file name", |planted, words| {
        for word in words {
            planted.write(&format!("src/{word}/{word}.py"), "eval(input())\n");
        }
    }),
    ("the name of a skill", |planted, words| {
        for word in words {
            planted.write(
                &format!(".aurumcode/skills/{word}/SKILL.md"),
                &format!("---\npaths: ['**/{word}', '**']\n---\n## One\nx\n"),
            );
        }
    }),
    ("a skill", |planted, words| {
        let words = words.join(" and ");
        let text = format!("---\nname: {words}\npaths: ['**']\n---\n## Never write {words}\n{words}\n");
        planted.write(".aurumcode/skills/style/SKILL.md", &text);
    }),
    ("a skill that is not read", |planted, words| {
        for (index, word) in words.iter().enumerate() {
            planted.write(&format!(".aurumcode/skills/broken{index}/SKILL.md"), &format!("---\npaths: ['[{word}']\n---\n"));
        }
    }),
    ("a document", |planted, words| planted.write("docs/house.md", &format!("# House\n{}\n", words.join(" and ")))),
    ("the configuration", |planted, words| {
        let ignored: Vec<String> = words.iter().map(|word| format!("'{word}/'")).collect();
        planted.configuration.push_str(&format!("    prompt: team/{}.md\nignore: [{}]\n", words.join("/"), ignored.join(", ")));
    }),
    ("a model's reply", |planted, words| planted.reply = words.join(" and ")),
    ("a scanner's standard error", |planted, words| planted.scanner_says = words.join(" and ")),
];

/// What is planted where.
#[derive(Default)]
struct Planted {
    configuration: String,
    app: String,
    files: Vec<(String, String)>,
    reply: String,
    scanner_says: String,
}

impl Planted {
    fn write(&mut self, path: &str, text: &str) {
        self.files.push((path.to_owned(), text.to_owned()));
    }
}

/// A review of what is planted: every text that left the program, each with a name.
fn everything_that_leaves(planted: &Planted) -> Vec<(String, String)> {
    let exemplo = cfg!(feature = "exemplo");
    let configuration = format!("{CONFIGURATION}{}", planted.configuration);
    let configuration = if exemplo { configuration } else { configuration.replace("    - engine: exemplo\n", "") };
    let stage = Stage::set(&configuration, &format!("def total(items):\n    return eval(items)\n{}", planted.app));
    stage.repo.write("run.sh", "#!/bin/sh\necho $1\n").write("docs/house.md", "# House\n");
    for (path, text) in &planted.files {
        stage.repo.write(path.as_str(), text.as_str());
    }
    stage.repo.commit("third");
    let programs = programs(&stage, &planted.scanner_says);
    let path = |name: &str| stage.file(name).to_str().expect("UTF-8").to_owned();
    let (cache, record, html) = (path("cache"), path("record.json"), path("review.html"));
    let stage = stage
        .variable("PATH", &format!("{}:/usr/local/bin:/usr/bin:/bin", programs.display()))
        .variable("AURUM_SECRET_CANARY", WORD)
        .variable("AURUMCODE_CACHE_DIR", &cache)
        .variable("AURUMCODE_CACHE_KEY", "0123456789abcdef0123456789abcdef")
        .model(fixture(&planted.reply));
    let mut texts = Vec::new();
    let wanted = ["--base", "HEAD~2", "--verbose", "--record", &record, "--html", &html];
    for format in ["markdown", "github", "gitlab"] {
        let seen = stage.review(&[&wanted[..], &["--format", format, "--lang", "pt-BR"]].concat());
        assert!(matches!(seen.status, 0 | 3 | 4), "{format}: {}", seen.text);
        texts.push((format.to_owned(), seen.text));
    }
    // The log goes to the standard error of the process.
    let stage = stage.variable("AURUMCODE_LOG", "trace");
    let repo = stage.repo.path().to_str().expect("UTF-8").to_owned();
    let (out, err) = stage.spawn(&[&["review", "--repo", &repo], &wanted[..]].concat());
    assert!(err.contains("TRACE") || err.contains("DEBUG") || err.contains("INFO"), "{err}");
    texts.extend([("the terminal".to_owned(), out), ("the log".to_owned(), err)]);
    let stage = stage.variable("AURUMCODE_LOG", "");
    for file in ["audit.json", "review.sarif", "review.html", "record.json", "prompt.txt"] {
        texts.push((file.to_owned(), fs::read_to_string(stage.file(file)).unwrap_or_else(|error| panic!("{file}: {error}"))));
    }
    for command in [&["skills", "list"][..], &["skills", "check"], &["config", "show", "--origin"], &["exceptions", "list"]] {
        texts.push((command.join(" "), stage.run(&[command, &["--repo", &repo]].concat()).1));
    }
    for entry in fs::read_dir(stage.file("cache")).into_iter().flatten() {
        let file = entry.expect("an entry").path();
        texts.push(("the cache".to_owned(), String::from_utf8_lossy(&fs::read(&file).expect("an entry")).into_owned()));
    }
    texts
}

/// A program in the place of a scanner, which fails and says something; without anything to say, none.
#[expect(clippy::disallowed_methods, reason = "a test writes its own files")]
fn programs(stage: &Stage, says: &str) -> PathBuf {
    let folder = stage.file("programs");
    fs::create_dir_all(&folder).expect("a folder");
    if !says.is_empty() {
        let script = format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'version: 0.10.0'; exit 0; fi\necho 'cannot read {says}' >&2\nexit 2\n"
        );
        let file: &Path = &folder.join("shellcheck");
        fs::write(file, script).expect("a script");
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("executable");
    }
    folder
}

/// A model that calls a tool and puts the secret into every field of its answer.
fn fixture(secret: &str) -> String {
    let remark = json!({
        "file": "app.py", "line": 2, "severity": "error", "rule_id": "security/command-injection",
        "message": format!("Never {secret}"), "impact": secret, "evidence": secret, "suggestion": secret, "verification": format!("x {secret}"),
    });
    let unproven = json!({ "file": secret, "line": 1, "severity": "error", "rule_id": secret, "message": secret });
    let answer = json!({
        "issues": [remark, unproven], "summary": format!("In short: {secret}"), "limitations": [secret],
        "evidence_assessments": [{ "evidence_id": "E1", "assessment": "false_positive", "justification": secret }],
    });
    let call = |tool: &str, arguments: Value| json!({ "tool": tool, "arguments": arguments });
    let calls = [
        call("read_file", json!({ "path": "app.py", "reason": secret })),
        call(&format!("tool_{secret}"), json!({ secret: secret })),
    ];
    json!({ "aurumcode_fixture": { "tool_calls": calls, "default": answer } }).to_string()
}

/// The texts in which the secret can be read: as it is, or broken by the line ends that wrapping adds.
fn leaks(texts: &[(String, String)], secret: &str) -> Vec<String> {
    let holds = |text: &str| {
        let unwrapped: String = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '│').collect();
        text.contains(secret) || unwrapped.contains(secret)
    };
    texts.iter().filter(|(_, text)| holds(text)).map(|(name, _)| name.clone()).collect()
}

#[test]
fn a_planted_secret_leaves_by_no_way() {
    let mut leaked = Vec::new();
    for (place, plant) in PLACES {
        let mut planted = Planted::default();
        plant(&mut planted, &[&token(), WORD, PEBBLE]);
        let texts = everything_that_leaves(&planted);
        for secret in [&token(), WORD] {
            leaked.extend(leaks(&texts, secret).into_iter().map(|name| format!("{place}: {name} ({})", &secret[..4])));
        }
        if leaks(&texts, PEBBLE).is_empty() {
            leaked.push(format!("{place}: nothing at all of it leaves, so nothing is shown"));
        }
    }
    assert!(leaked.is_empty(), "{leaked:#?}");
}
