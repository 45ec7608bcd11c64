//! Workflow commands, read as the runner reads them.

use std::collections::BTreeMap;

use aurumcode::config::Language;
use aurumcode::finding::Severity;
use aurumcode::report::{Model, github};

use crate::fixtures::{odd, odd_paths, small, thirty_thousand};
use crate::model::{Engine, Review, hostile, issue, many, mixed, pre_existing};

#[derive(Debug)]
struct Annotation {
    kind: String,
    properties: BTreeMap<String, String>,
    message: String,
}

/// Takes a line apart as `ActionCommand.TryParseV2` of actions/runner does.
fn annotation(line: &str) -> Option<Annotation> {
    let line = line.trim_start().strip_prefix("::")?;
    let (head, message) = line.split_once("::")?;
    let (kind, properties) = head.split_once(' ').unwrap_or((head, ""));
    let data = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    let property = |text: &str| data(&text.replace("%3A", ":").replace("%2C", ","));
    Some(Annotation {
        kind: kind.to_owned(),
        properties: properties
            .split(',')
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key.to_owned(), property(value)))
            .collect(),
        message: data(message),
    })
}

fn annotations(model: &Model) -> Vec<Annotation> {
    github(model).lines().map(|line| annotation(line).unwrap_or_else(|| panic!("no command: {line}"))).collect()
}

#[test]
fn every_line_is_one_of_our_commands() {
    for (name, model) in small().into_iter().chain([("thirty thousand", thirty_thousand()), ("many", many(200))]) {
        let all = annotations(&model);
        for kind in ["error", "warning", "notice"] {
            assert!(all.iter().filter(|one| one.kind == kind).count() <= 10, "{name}: GitHub drops the eleventh {kind}");
        }
        for one in &all {
            assert!(!one.message.is_empty(), "{name}: {one:?}");
            assert!(["error", "warning", "notice"].contains(&one.kind.as_str()), "{name}: {one:?}");
            assert!(
                one.properties.keys().all(|key| ["file", "line", "endLine", "col", "endColumn", "title"].contains(&key.as_str())),
                "{name}: {one:?}"
            );
            let number = |key: &str| one.properties.get(key).map(|value| value.parse::<u32>().expect("a number"));
            assert!(number("endLine") >= number("line") && number("endColumn") >= number("col"), "{name}: {one:?}");
            assert!(
                number("col").is_none() || number("line") == number("endLine"),
                "{name}: the runner drops columns over lines"
            );
        }
        let last = all.last().expect("the verdict has the last word");
        assert!(last.properties["title"] == model.verdict.as_str() && !last.properties.contains_key("file"), "{name}: {last:?}");
        assert_eq!(last.kind, if model.decision.blocks() { "error" } else { "notice" }, "{name}");
    }
}

#[test]
fn a_path_arrives_as_it_is() {
    let files: Vec<String> = annotations(&odd()).into_iter().filter_map(|mut one| one.properties.remove("file")).collect();
    let plain: Vec<String> =
        odd_paths().iter().filter(|path| path.as_str() == Some(&path.to_string())).map(ToString::to_string).collect();
    assert!(plain.len() > 4);
    let shown = files.iter().filter(|file| plain.contains(file)).count();
    assert!(shown > 0 && files.iter().all(|file| !file.contains(['\n', '\r', '\u{1b}'])), "{files:?}");
    for path in plain {
        let model =
            Review::new().engine(Engine::new("e", "lint").issue(issue("e:r", Severity::Error, path.as_str(), 3, "m"))).model();
        let first = &annotations(&model)[0];
        assert_eq!(
            (&first.properties["file"], &first.properties["line"], first.message.as_str()),
            (&path.replace("##", "\\u{23}#"), &"3".to_owned(), "m")
        );
    }
}

#[test]
fn the_most_important_come_first_and_the_rest_is_counted() {
    let all = annotations(&many(200));
    assert_eq!(all.iter().filter(|one| one.properties.get("title").is_some_and(|title| title == "secrets:jwt")).count(), 9);
    let verdict = &all.last().expect("a verdict").message;
    // 191 errors and 190 informations are not shown.
    assert!(verdict.contains("and 381 more"), "{verdict}");
}

#[test]
fn only_what_the_change_is_answerable_for_is_annotated() {
    let old = pre_existing(issue("lint:x", Severity::Error, "a.rs", 1, "old"));
    let model = Review::new().engine(Engine::new("lint", "lint").issue(old)).model();
    let all = annotations(&model);
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].message.contains("1 pre-existing finding"), "{all:?}");
}

#[test]
fn what_was_not_verified_is_named() {
    let all = annotations(&mixed());
    let gap =
        |title: &str| all.iter().find(|one| one.properties["title"] == title).unwrap_or_else(|| panic!("{title} in {all:#?}"));
    assert!(gap("not verified: semgrep").message.contains("[sast_unavailable]: `semgrep` was not found"));
    assert!(gap("not verified: secrets").message.contains("assets/dump.sql"));
    let many = (0..30).fold(Review::new(), |review, number| {
        review.engine(Engine::new(&format!("e{number:02}"), "lint").failed("unavailable", "gone"))
    });
    let all = annotations(&many.model());
    assert_eq!(all.len(), 10, "8 gaps, one for the other 22, the verdict");
    assert!(all[8].message.contains("22"), "{:?}", all[8]);
}

#[test]
fn people_read_their_language() {
    let mut model = hostile();
    model.settings.language = Language::PtBr;
    let all = annotations(&model);
    assert_ne!(all.last().expect("a verdict").message, annotations(&hostile()).last().expect("a verdict").message);
}
