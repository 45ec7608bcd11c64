//! Every refusal: the text of a file, and what is said about which characters of it.

use std::collections::BTreeSet;

use aurumcode::finding::CODES;

use crate::support::{places, read, told};

/// A file, and `code line:column+length` of each problem.
type Case = (&'static [u8], &'static [&'static str]);

/// What is not the plain YAML that every reader understands in the same way.
const YAML: &[Case] = &[
    // Characters.
    (b"gate:\n  fail_on: \xff\n", &["not-utf8 2:12+1"]),
    (b"caf\xe9: 1\n", &["not-utf8 1:4+1"]),
    (b"gate:\0 {}\n", &["hidden-character 1:6+1"]),
    ("ignore: [a]\u{85}gate: {}\n".as_bytes(), &["hidden-character 1:12+1"]),
    ("# a\u{2028}gate: {}\n".as_bytes(), &["hidden-character 1:4+1"]),
    ("# \u{202e}\ngate: {}\n".as_bytes(), &["hidden-character 1:3+1"]),
    ("gate: {}\n\u{feff}\n".as_bytes(), &["hidden-character 2:1+1"]),
    // Indentation.
    (b"gate:\n\tfail_on: error\n", &["tab 2:1+1"]),
    (b"gate:\n  fail_on: error\n \tinconclusive: warn\n", &["tab 3:2+1"]),
    (b"ignore:\n  - a\n\t- b\n", &["tab 3:1+1"]),
    (b"\tgate: {}\n", &["tab 1:1+1"]),
    (b"gate: {\n\tfail_on: error}\n", &["tab 2:1+1"]),
    (b"gate: {}\n\t\n", &["tab 2:1+1"]),
    (b"gate: {}\n  \t# note\n", &["tab 2:3+1"]),
    // Syntax.
    (b"gate: fail_on: error\n", &["yaml-syntax 1:14+1"]),
    (b"gate: {fail_on: error\n", &["yaml-syntax 2:1+1"]),
    (b"gate: [", &["yaml-syntax 1:8+1"]),
    (b"ignore: @x\n", &["yaml-syntax 1:9+2"]),
    (b"ignore: [`x`]\n", &["yaml-syntax 1:10+3"]),
    (b"%YAML 1.1\n---\ngate: {}\n", &["yaml-syntax 1:1+9"]),
    (b"gate: {}\n---\ngate: {}\n", &["several-documents 2:1+3"]),
    (b"---\n---\n", &["several-documents 2:1+3"]),
    // Anchors, aliases, tags, merge keys.
    (b"ignore: &a [x]\nrules: {}\n", &["alias 1:9+2"]),
    (b"ignore: &a [x]\nrules: *a\n", &["alias 1:9+2", "alias 2:8+2"]),
    (b"ignore:\n  - *.md\n", &["alias 2:5+4"]),
    (b"ignore:\n  - !src/**\n", &["tag 2:5+7"]),
    (b"gate: !!map {}\n", &["tag 1:7+5"]),
    (b"gate:\n  <<: {fail_on: error}\n", &["merge-key 2:3+2"]),
    (b"gate:\n  <<: {fail_on: error}\n  <<: {inconclusive: warn}\n", &["merge-key 2:3+2", "merge-key 3:3+2"]),
    // Keys.
    (b"gate: {}\ngate: {}\n", &["duplicate-key 2:1+4"]),
    (b"gate:\n  fail_on: error\n  sources: []\n  fail_on: info\n", &["duplicate-key 4:3+7"]),
    (b"gate: {fail_on: error, 'fail_on': info}\n", &["duplicate-key 1:24+9"]),
    (b"rules:\n  gamma:first: {enabled: false, enabled: true}\n", &["duplicate-key 2:33+7"]),
    (b"1: x\n", &["key-not-text 1:1+1"]),
    (b"true: x\n", &["key-not-text 1:1+4"]),
    (b"~: x\n", &["key-not-text 1:1+1"]),
    (b": x\n", &["key-not-text 1:1+1"]),
    (b"? [gate]\n: x\n", &["key-not-text 1:3+6"]),
    (b"on: x\n", &["ambiguous-scalar 1:1+2"]),
    // Values.
    (b"gate:\n", &["no-value 1:1+4"]),
    (b"gate: ~\n", &["no-value 1:7+1"]),
    (b"gate:\n  fail_on: null\n", &["no-value 2:12+4"]),
    (b"ignore:\n  -\n  - x\n", &["no-value 2:4+1"]),
    (b"review: {language: no}\n", &["ambiguous-scalar 1:20+2"]),
    (
        b"ignore: [NO, yes, 0x10, 0o17, 017, 1_000, 12:30:45, .inf, 1e3]\n",
        &[
            "ambiguous-scalar 1:10+2",
            "ambiguous-scalar 1:14+3",
            "ambiguous-scalar 1:19+4",
            "ambiguous-scalar 1:25+4",
            "ambiguous-scalar 1:31+3",
            "ambiguous-scalar 1:36+5",
            "ambiguous-scalar 1:43+8",
            "ambiguous-scalar 1:53+4",
            "ambiguous-scalar 1:59+3",
        ],
    ),
    // Texts that one of the two parsers takes and the other does not, or reads in another way.
    (b"ignore: [|]\n", &["two-readings 1:10+1"]),
    (b"ignore:\n-\tx\n", &["two-readings 2:2+1"]),
    (b"ignore:\n- >+\n  x", &["two-readings 3:3+1"]),
];

/// What has no meaning in a configuration.
const MEANING: &[Case] = &[
    // Keys, at every level.
    (b"gates: {}\n", &["unknown-key 1:1+5"]),
    (b"scanners: []\n", &["unknown-key 1:1+8"]),
    (b"gate: {fail-on: error}\n", &["unknown-key 1:8+7"]),
    (b"quality_gates:\n  scanners:\n    - engine: alpha\n      fail_onn: error\n", &["unknown-key 4:7+8"]),
    (b"rules:\n  gamma:first:\n    enable: false\n", &["unknown-key 3:5+6"]),
    (b"review: {lang: en}\n", &["unknown-key 1:10+4"]),
    (b"quality_gates: {scanners: [{enabled: true}]}\n", &["missing-key 1:28+15"]),
    // Types.
    (b"- gate\n", &["wrong-type 1:1+1"]),
    (b"hello\n", &["wrong-type 1:1+5"]),
    (b"ignore: target\n", &["wrong-type 1:9+6"]),
    (b"ignore: [1, true]\n", &["wrong-type 1:10+1", "wrong-type 1:13+4"]),
    (b"gate: {fail_on: 3}\n", &["wrong-type 1:17+1"]),
    (b"gate:\n  fail_on: {error: true}\n", &["wrong-type 2:12+13"]),
    (b"gate: {inconclusive: [block]}\n", &["wrong-type 1:22+7"]),
    (b"quality_gates: {scanners: {alpha: true}}\n", &["wrong-type 1:27+13"]),
    (b"quality_gates: {scanners: [alpha]}\n", &["wrong-type 1:28+5"]),
    (b"quality_gates: {scanners: [{engine: alpha, enabled: 'true'}]}\n", &["wrong-type 1:53+6"]),
    (b"quality_gates: {scanners: [{engine: 3}]}\n", &["wrong-type 1:37+1"]),
    // Words.
    (b"gate: {fail_on: eror}\n", &["invalid-value 1:17+4"]),
    (b"gate: {fail_on: [error, blocker]}\n", &["invalid-value 1:25+7"]),
    (b"gate: {fail_on: []}\n", &["invalid-value 1:17+2"]),
    (b"gate: {inconclusive: blok}\n", &["invalid-value 1:22+4"]),
    (b"quality_gates: {scanners: [{engine: alpha, scope: chnaged_files}]}\n", &["invalid-value 1:51+13"]),
    (b"rules: {'gamma:first': {severity: fatal}}\n", &["invalid-value 1:35+5"]),
    (b"review: {language: pt}\n", &["invalid-value 1:20+2"]),
    // Engines, sources, rules.
    (b"quality_gates:\n  scanners:\n    - engine: alpah\n", &["unknown-engine 3:15+5"]),
    (b"quality_gates: {scanners: [{engine: ''}]}\n", &["unknown-engine 1:37+2"]),
    (b"quality_gates: {scanners: [{engine: '  '}]}\n", &["unknown-engine 1:37+4"]),
    (b"quality_gates: {scanners: [{engine: Alpha}]}\n", &["unknown-engine 1:37+5"]),
    (b"quality_gates: {scanners: [{engine: delta}]}\n", &["unknown-engine 1:37+5"]),
    (b"quality_gates: {scanners: [{engine: something-else}]}\n", &["unknown-engine 1:37+14"]),
    (
        b"quality_gates:\n  scanners:\n    - engine: alpha\n    - engine: gamma\n    - engine: alpha\n",
        &["duplicate-engine 5:15+5"],
    ),
    (
        b"quality_gates:\n  scanners:\n    - {engine: alpha, enabled: false, required: true}\n    - {engine: gamma, enabled: false, required: false}\n",
        &["invalid-value 3:32+5"],
    ),
    (b"gate: {sources: [alpha, secret]}\n", &["unknown-source 1:25+6"]),
    (b"rules: {'alpa:x': {enabled: false}}\n", &["unknown-rule 1:9+8"]),
    (b"rules: {'suppression/unusd': {enabled: false}}\n", &["unknown-rule 1:9+19"]),
    (b"rules: {'gamma:frist': {enabled: false}}\n", &["unknown-rule 1:9+13"]),
    (b"rules: {x: {enabled: false}, z: {enabled: false}}\n", &["unknown-rule 1:9+1", "unknown-rule 1:30+1"]),
    // Sources of context.
    (b"review: {context: {prompt: /etc/passwd}}\n", &["invalid-value 1:28+11"]),
    (b"review: {context: {prompt: ''}}\n", &["invalid-value 1:28+2"]),
    (b"review:\n  context:\n    docs: [../a.md, {path: a/./b.md}, {section: x}, 3]\n", &[
        "invalid-value 3:12+7",
        "invalid-value 3:28+8",
        "missing-key 3:39+12",
        "wrong-type 3:53+1",
    ]),
    (b"review: {context: {docs: [{path: a, sections: b}]}}\n", &["unknown-key 1:37+8"]),
    (b"review: {context: {skills: [a.md, b.md, a.md]}}\n", &["invalid-value 1:41+4"]),
    (b"review: {context: {skills: {a: b}}}\n", &["wrong-type 1:28+6"]),
    (b"review: {context: {files: []}}\n", &["unknown-key 1:20+5"]),
    (b"review:\n  context:\n    mcp:\n      - {name: a b, command: ./a, tool: t, sha256: ABC, env: ['A=1', B]}\n", &[
        "invalid-value 4:16+3",
        "invalid-value 4:30+3",
        "invalid-value 4:52+3",
        "invalid-value 4:63+5",
    ]),
    (b"review: {context: {mcp: [{name: a, command: b}]}}\n", &["missing-key 1:26+21"]),
    (
        b"review:\n  context:\n    mcp:\n      - {name: a, command: b, tool: t}\n      - {name: a, command: b, tool: t, payload: {x: ['${home}']}, max_bytes: 0}\n",
        &["invalid-value 5:16+1", "invalid-value 5:54+9", "invalid-value 5:78+1"],
    ),
    // Patterns.
    (b"ignore: ['']\n", &["invalid-value 1:10+2"]),
    (b"ignore:\n  - 'a['\n  - '!keep'\n  - ok\n", &["invalid-glob 2:5+4", "invalid-glob 3:5+7"]),
    // Options, where the engine's schema, its definitions, or the engine itself complains.
    (
        b"quality_gates:\n  scanners:\n    - engine: alpha\n      options:\n        max_byte: 3\n        max_bytes: 0\n        mode: fsat\n        rules: [x]\n",
        &["invalid-option 5:9+8", "invalid-option 6:20+1", "invalid-option 7:15+4", "invalid-option 8:16+3"],
    ),
    (b"quality_gates: {scanners: [{engine: alpha, options: []}]}\n", &["invalid-option 1:53+2"]),
    (b"quality_gates: {scanners: [{engine: beta}]}\n", &["missing-key 1:28+14"]),
    (b"quality_gates: {scanners: [{engine: beta, options: {}}]}\n", &["invalid-option 1:52+2"]),
    (
        b"quality_gates:\n  scanners:\n    - engine: alpha\n      options: {disable: [x, forbidden]}\n",
        &["invalid-option 4:30+9"],
    ),
];

/// Several mistakes of different kinds are all reported, in the order of the file, and none twice.
const TOGETHER: &[Case] = &[(
    b"gate:\n  fail_on: no\n  inconclusive: blok\nquality_gates:\n  scanners:\n    - engine: alpha\n      required: &r true\n      options: {mode: 1_0}\n    - enigne: beta\nignore:\n  - a[\n  - *.md2\n",
    // The unknown alias ends the reading, and with it what depends on the whole tree.
    &["ambiguous-scalar 2:12+2", "alias 7:17+2", "ambiguous-scalar 8:23+3", "alias 12:5+5"],
), (
    b"gate:\n  fail_on: no\n  inconclusive: blok\nquality_gates:\n  scanners:\n    - engine: alpha\n      options: {mode: 1_0, max_bytes: x}\n    - enigne: beta\nignore:\n  - a[\n",
    &[
        "ambiguous-scalar 2:12+2",
        "invalid-value 3:17+4",
        "ambiguous-scalar 7:23+3",
        "invalid-option 7:39+1",
        "unknown-key 8:7+6",
        "missing-key 8:7+6",
        "invalid-glob 10:5+2",
    ],
)];

fn cases() -> impl Iterator<Item = &'static Case> {
    YAML.iter().chain(MEANING).chain(TOGETHER)
}

#[test]
fn each_refusal_is_told_at_its_place() {
    let mut wrong = String::new();
    for (text, expected) in cases() {
        let shown = String::from_utf8_lossy(text);
        let expected: Vec<String> = expected.iter().map(|place| format!("config/{place}")).collect();
        match read(text) {
            Ok(_) => wrong.push_str(&format!("{shown}\n  accepted; expected {expected:?}\n")),
            Err(problems) if places(&problems) != expected => {
                wrong.push_str(&format!("{shown}\n  {:?}\n  expected {expected:?}\n", places(&problems)));
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_refusal_says_what_to_do() {
    let mut all = String::new();
    for (text, _) in cases() {
        let problems = read(text).expect_err("refused");
        for problem in &problems {
            assert!(!problem.help.is_empty() && problem.help.iter().all(|help| !help.is_empty()), "{problem:?}");
            assert!(!problem.message.is_empty() && !problem.message.ends_with('.'), "{problem:?}");
        }
        all.push_str(&told(&problems));
        all.push('\n');
    }
    insta::assert_snapshot!(all);
}

/// Codes whose cause is not a short text; the tests of `trees` and `bounds` raise them, those of rule files in `tests/review`, and those of files of the context in
/// `tests/authority`.
const ELSEWHERE: &[&str] = &[
    "config/context-file",
    "config/misnamed-file",
    "config/rule-files",
    "config/schema",
    "config/too-deep",
    "config/too-large",
    "config/two-files",
    "config/unreadable-file",
];

#[test]
fn every_code_of_the_room_is_raised() {
    let here: BTreeSet<String> = cases()
        .flat_map(|(_, places)| places.iter())
        .filter_map(|place| Some(format!("config/{}", place.split(' ').next()?)))
        .collect();
    for entry in CODES.iter().filter(|entry| entry.code.as_str().starts_with("config/")) {
        let code = entry.code.as_str();
        assert!(here.contains(code) != ELSEWHERE.contains(&code), "{code} is raised in exactly one of the two places");
    }
}

#[test]
fn the_documented_form_of_an_unknown_engine() {
    let problems = read("quality_gates:\n  scanners:\n    - engine: alpah\n").expect_err("refused");
    insta::assert_snapshot!(told(&problems), @r"
    error[config/unknown-engine]: there is no engine `alpah` in this binary
      --> .aurumcode.yml:3:15
       |     - engine: alpah
       |               ^^^^^ did you mean `alpha`?
       = compiled in: alpha, beta, gamma
       = help: `aurumcode engines` lists them; CONTRIBUTING.md says how to compile one in
    ");
}
