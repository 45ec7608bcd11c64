//! The table of who governs what, held against the schema and against what the layering does.

use aurumcode::config::{
    Directory, GOVERNANCE, Governance, ListedFile, Loaded, Override, Policy, Section, governance, json_schema, keys,
};
use aurumcode::config::{load_policy, load_under};

use crate::support::Engines;

fn tree(text: &str) -> (tempfile::TempDir, Directory) {
    let root = tempfile::tempdir().expect("a temporary directory");
    let file = std::fs::File::create(root.path().join(".aurumcode.yml"));
    file.and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes())).expect("written");
    let directory = Directory::new(root.path());
    (root, directory)
}

fn policy(text: &str) -> Policy {
    let (_root, files) = tree(text);
    load_policy(&files, "/policy/", &Engines).expect("accepted").expect("it is there")
}

fn under(policy_text: &str, own: &str) -> Loaded {
    let (_root, files) = tree(own);
    load_under(Some(&policy(policy_text)), &files, &Engines).expect("accepted")
}

fn overrides(loaded: &Loaded) -> Vec<String> {
    let told = |one: &Override| format!("{} {} {}", one.setting, one.winner.as_str(), one.place);
    loaded.overrides().iter().map(told).collect()
}

#[test]
fn every_field_is_classified() {
    let mut known: Vec<String> = keys(&json_schema(&Engines)).into_iter().map(|key| key.path).collect();
    known.retain(|key| !key.contains(".options."));
    known.sort();
    let table: Vec<&str> = GOVERNANCE.iter().map(|(field, _)| *field).collect();
    assert_eq!(table, known, "a field without a line in the table, or a line without its field, or not in order");
    assert_eq!(governance("a field of tomorrow"), Governance::Policy);
}

/// For each field: what the policy says, what the repository says, and what counts.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("gate.fail_on", "gate: {fail_on: info}", "gate: {fail_on: error}", "\"info\""),
    ("gate.fail_on", "ignore: []", "gate: {fail_on: info}", "\"error\""),
    ("gate.inconclusive", "ignore: []", "gate: {inconclusive: warn}", "\"block\""),
    ("gate.sources", "gate: {}", "gate: {sources: [alpha]}", "[]"),
    ("ignore", "gate: {}", "ignore: [a]", "[]"),
    ("ignore", "ignore: [b]", "ignore: [a]", "[\"b\"]"),
    ("review.language", "review: {}", "review: {language: pt-BR}", "\"pt-BR\""),
    ("review.language", "review: {language: en}", "review: {language: pt-BR}", "\"en\""),
    (
        "rules.gamma:first.severity",
        "rules: {'gamma:first': {severity: info}}",
        "rules: {'gamma:first': {severity: error}}",
        "\"info\"",
    ),
    (
        "quality_gates.scanners[alpha].enabled",
        "quality_gates: {scanners: [{engine: alpha, required: true}]}",
        "quality_gates: {scanners: [{engine: alpha, enabled: false}]}",
        "true",
    ),
    (
        "quality_gates.scanners[alpha].enabled",
        "quality_gates: {scanners: [{engine: alpha}]}",
        "quality_gates: {scanners: [{engine: alpha, enabled: false}]}",
        "false",
    ),
    (
        "quality_gates.scanners[alpha].fail_on",
        "gate: {fail_on: warning}",
        "quality_gates: {scanners: [{engine: alpha}]}",
        "\"warning\"",
    ),
];

#[test]
fn each_field_is_governed_as_the_table_says() {
    for (path, policys, own, expected) in CASES {
        let loaded = under(policys, own);
        let row = loaded.explain().iter().find(|row| row.path == *path).unwrap_or_else(|| panic!("{path}: {policys} / {own}"));
        assert_eq!(row.value.to_string(), *expected, "{path}: {policys} / {own}");
    }
    assert!(under("rules: {}", "rules: {'gamma:first': {enabled: false}}").settings().rules.is_empty());
}

#[test]
fn nothing_is_taken_silently() {
    let policys =
        "gate: {}\nreview: {language: en}\nquality_gates: {scanners: [{engine: alpha, required: true}, {engine: gamma}]}\n";
    let own = "gate: {fail_on: info}\nignore: [a, b]\nreview: {language: en}\nrules: {'gamma:first': {}}\nquality_gates:\n  scanners:\n    - engine: alpha\n    - engine: gamma\n";
    assert_eq!(
        overrides(&under(policys, own)),
        [
            "gate policy .aurumcode.yml:1:7",
            "ignore[a] policy .aurumcode.yml:2:10",
            "ignore[b] policy .aurumcode.yml:2:13",
            "review.language policy .aurumcode.yml:3:20",
            "rules.gamma:first policy .aurumcode.yml:4:24",
            "quality_gates.scanners[alpha] policy .aurumcode.yml:7:7",
            "quality_gates.scanners[gamma] repo .aurumcode.yml:8:7",
        ]
    );
    assert!(overrides(&under(policys, "")).is_empty());
}

#[test]
fn sources_of_context_are_added_to_the_policys() {
    let policys =
        "review: {context: {prompt: p.md, docs: [house.md], skills: [rules.md], mcp: [{name: wiki, command: w, tool: t}]}}";
    let own = "review: {context: {docs: [own.md], skills: [mine.md], mcp: [{name: wiki, command: evil, tool: t}, {name: other, command: o, tool: t}]}}";
    let loaded = under(policys, own);
    let context = &loaded.settings().context;
    let files = |list: &[ListedFile]| -> Vec<String> {
        list.iter().map(|file| format!("{} {} {:?}", file.layer.as_str(), file.path, file.presence)).collect()
    };
    assert_eq!(files(&context.prompts), ["policy p.md Required", "repo .aurumcode/prompt.md Optional"]);
    assert_eq!(files(&context.docs), ["policy house.md Required", "repo own.md Wanted"]);
    assert_eq!(files(&context.skills), ["policy rules.md Required", "repo mine.md Required"]);
    let servers: Vec<(&str, &str)> = context.mcp.iter().map(|one| (one.name.as_str(), one.command.as_str())).collect();
    assert_eq!(servers, [("wiki", "w"), ("other", "o")]);
    assert_eq!(overrides(&loaded), ["review.context.mcp[wiki] policy .aurumcode.yml:1:61"]);
    let rows: Vec<String> = loaded.explain().iter().map(|row| format!("{} {}", row.path, row.source)).collect();
    for row in
        ["review.context.docs[0].path policy /policy/.aurumcode.yml:1:41", "review.context.docs[1].path .aurumcode.yml:1:27"]
    {
        assert!(rows.contains(&row.to_owned()), "{row}: {rows:#?}");
    }
}

#[test]
fn engines_come_from_both_sides_and_each_keeps_its_own() {
    let engines = |policys: &str, own: &str| -> Vec<(String, Section)> {
        let loaded = under(policys, own);
        loaded.settings().scanners.iter().map(|entry| (entry.engine.clone(), entry.section)).collect()
    };
    let one = |engine: &str, section: Section| (engine.to_owned(), section);
    let gamma = "quality_gates: {scanners: [{engine: gamma}]}";
    let alpha = "quality_gates: {scanners: [{engine: alpha}]}";
    assert_eq!(engines(gamma, alpha), [one("alpha", Section::Repository), one("gamma", Section::Policy)]);
    assert_eq!(engines(gamma, ""), [one("gamma", Section::Policy)], "only what is listed runs");
    assert_eq!(engines("gate: {}", ""), [one("alpha", Section::Default)], "nobody lists any");
    assert_eq!(engines("gate: {}", alpha), [one("alpha", Section::Repository)]);
    assert!(engines("quality_gates: {scanners: []}", "").is_empty());
}
