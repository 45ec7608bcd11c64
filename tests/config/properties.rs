//! What holds for every text: no panic, no growth, and nothing lost between writing and reading.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::support::{places, read};

/// Pieces that YAML treats specially, so that random texts reach the corners of the grammar.
const PIECES: &[&str] = &[
    "a",
    "gate",
    "ignore",
    "rules",
    "quality_gates",
    "scanners",
    "engine",
    "alpha",
    "options",
    ": ",
    ":",
    "\n",
    "\n  ",
    "\n    ",
    "- ",
    "? ",
    " #",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "|",
    ">",
    "|-",
    ">+",
    " ",
    "\t",
    "\\",
    "\"",
    "'",
    "---\n",
    "...\n",
    "\r",
    "\r\n",
    "&a ",
    "*a",
    "!t ",
    "<<",
    "%",
    "~",
    "0x1",
    "no",
    "1",
    "é",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
    "\0",
    "\u{202e}",
    "💥",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![proptest::collection::vec(proptest::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat()), ".{0,200}",]
}

/// A configuration as data, valid by construction.
fn valid() -> impl Strategy<Value = Value> {
    let severity = || proptest::sample::select(vec!["info", "warning", "error", "low", "HIGH", "Critical"]).prop_map(Value::from);
    let threshold = prop_oneof![severity(), proptest::collection::vec(severity(), 1..3).prop_map(Value::from)];
    let options = (proptest::option::of(1u32..9), proptest::option::of("r[ -~é]{0,12}")).prop_map(|(max, rules)| {
        let max = max.map(|max| ("max_bytes".to_owned(), json!(max)));
        let rules = rules.map(|rules| ("rules".to_owned(), json!(rules)));
        Value::Object(max.into_iter().chain(rules).collect())
    });
    let alpha = (any::<bool>(), any::<bool>(), threshold, options).prop_map(
        |(enabled, required, fail_on, options)| json!({ "engine": "alpha", "enabled": enabled, "required": required && enabled, "fail_on": fail_on, "options": options }),
    );
    let scanners = proptest::option::of(proptest::sample::subsequence(vec![0, 1], 0..=2)).prop_flat_map(move |chosen| {
        let alpha = alpha.clone();
        alpha.prop_map(move |alpha| {
            let all = [alpha, json!({ "engine": "gamma", "scope": "added" })];
            chosen.as_ref().map(|chosen| Value::Array(chosen.iter().map(|index| all[*index].clone()).collect()))
        })
    });
    let ignore = proptest::collection::vec(
        "p[a-z*?é .-]{0,8}(/[a-z]{1,3})?"
            .prop_filter("paths have no dots as names", |pattern| !pattern.split('/').any(|name| name == "." || name == "..")),
        0..4,
    );
    let rules = proptest::collection::btree_map("alpha:[a-z][a-z0-9/ -]{0,8}", severity(), 0..4).prop_map(|rules| {
        rules.into_iter().map(|(name, severity)| (name, json!({ "severity": severity }))).collect::<Map<_, _>>()
    });
    (scanners, ignore, rules).prop_map(|(scanners, ignore, rules)| {
        let mut file = json!({ "ignore": ignore, "rules": rules });
        if let Some(scanners) = scanners {
            file["quality_gates"] = json!({ "scanners": scanners });
        }
        file
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered_at_places_that_exist(text in text()) {
        let lines: Vec<String> = text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(str::to_owned).collect();
        if let Err(problems) = read(&text) {
            prop_assert!(!problems.is_empty());
            for problem in problems {
                prop_assert!(!problem.help.is_empty() && !problem.message.is_empty());
                let Some(at) = problem.excerpt else { continue };
                let line = lines.get(usize::try_from(at.line).unwrap() - 1).map(|line| line.trim_start_matches('\u{feff}'));
                prop_assert_eq!(line.map(str::trim_end), Some(at.text.trim_start_matches('\u{feff}').trim_end()), "{:?}", text);
                let width = u32::try_from(at.text.chars().count()).unwrap();
                prop_assert!(at.column >= 1 && at.length >= 1 && at.column <= width + 1, "{at:?} in {text:?}");
                prop_assert!(at.length == 1 || at.column + at.length <= width + 1, "{at:?} in {text:?}");
            }
        }
    }

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(bytes);
    }

    #[test]
    fn what_is_written_is_read(file in valid()) {
        let yaml = serde_yaml::to_string(&file).unwrap();
        let json = serde_json::to_string_pretty(&file).unwrap();
        let accepted = |text: &str| read(text).unwrap_or_else(|problems| panic!("{text}: {:?}", places(&problems)));
        let (loaded, from_json) = (accepted(&yaml), accepted(&json));
        prop_assert_eq!(loaded.settings(), from_json.settings());
        let settings = loaded.settings();
        prop_assert_eq!(json!(settings.ignore), file["ignore"].clone());
        let names: BTreeMap<_, _> = settings.rules.keys().map(|rule| (rule.as_str().to_owned(), ())).collect();
        prop_assert_eq!(names.keys().collect::<Vec<_>>(), file["rules"].as_object().unwrap().keys().collect::<Vec<_>>());
        for entry in file["quality_gates"]["scanners"].as_array().into_iter().flatten() {
            let found = settings.scanners.iter().find(|found| found.engine == entry["engine"]).unwrap();
            let options = entry.get("options").cloned().unwrap_or_else(|| json!({}));
            prop_assert_eq!(&found.options, &options);
        }
    }
}

/// Nine levels of nine aliases each would be 387 million texts; they are refused unexpanded, and in no time that a test could measure.
#[test]
fn aliases_are_never_expanded() {
    let mut bomb = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for level in 1..9 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    let problems = read(&bomb).expect_err("refused");
    assert!(problems.iter().all(|problem| problem.code.as_str() == "config/alias"), "{:?}", places(&problems));
    assert_eq!(problems.len(), 50, "and not more are shown than a person reads");
}

/// Texts of a megabyte that make careless readers slow or deep.
#[test]
fn large_hostile_texts_are_answered() {
    let limit = 1024 * 1024;
    let fill = |piece: &str| piece.repeat(limit / piece.len());
    let texts = [
        fill("["),
        fill("{"),
        fill("- "),
        fill("? "),
        fill("a: "),
        fill("- a\n"),
        fill("[],"),
        fill("\t\n"),
        fill("\0"),
        fill("!a "),
        fill("&a "),
        fill("\"\n"),
        fill("a\n"),
        fill(" "),
        fill("'"),
        fill("1"),
        fill("#\n"),
        format!("ignore: [{}]\n", "a, ".repeat(limit / 3 - 20)),
        format!("ignore: [{}]\n", "1, ".repeat(limit / 3 - 20)),
        format!("{}\n", (0..70_000).map(|number| format!("k{number}: 1\n")).collect::<String>()),
        format!("rules:\n{}", (0..70_000).map(|number| format!("  k{number}: 1\n")).collect::<String>()),
    ];
    for text in texts {
        if let Err(problems) = read(&text) {
            assert!((1..=50).contains(&problems.len()), "{}", problems.len());
        }
    }
}
