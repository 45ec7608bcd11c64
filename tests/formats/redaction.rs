//! The way out: the model is filtered, written, and filtered again as text. Nothing known to be secret survives it, what is no
//! secret does, and the formats stay whole.

use aurumcode::config::Language;
use aurumcode::finding::{Location, RepoPath, Severity};
use aurumcode::redaction::Redactor;
use aurumcode::report::{Model, SubjectKind, audit, github, gitlab, html, sarif, verify};
use serde_json::Value;

use crate::fixtures::small;
use crate::model::{Engine, Review, issue};

/// A value that every escaping in use spells differently.
const SECRET: &str = "hü%n\"t:er,2\\ 9#x";

/// A review with the secret in every text that is not a name of the configuration's.
fn leaky() -> Model {
    let text = format!("before {SECRET} after");
    let path = || RepoPath::from(format!("src/{SECRET}/a.rs").as_str());
    let mut found = issue("secrets:x", Severity::Error, path(), 3, &text);
    found.location = Location::line(path(), 3).columns(2, 9);
    let mut model = Review::new()
        .kind(SubjectKind::Named(text.clone()))
        .engine(Engine::new("secrets", "secrets").issue(found).unreviewed(path(), &text))
        .engine(Engine::new("sast", "sast").failed("unavailable", &text))
        .rule("secrets:x", &text, &text, &[&text])
        .left_out(path())
        .model();
    model.subject.configuration = Some(text.clone());
    model.settings.ignore = vec![text.clone()];
    model.settings.scanners[0].options = serde_json::json!({ "command": [text.clone()], text.clone(): "value" });
    model.engines.iter_mut().for_each(|engine| engine.version = text.clone());
    model
}

/// Each format as `cli` lets it out.
fn let_out(model: &Model, redactor: &Redactor) -> [(&'static str, String); 5] {
    let model = model.redacted(redactor);
    let json = |text: String| redactor.redact_json_text(&text).into_string();
    [
        ("sarif", json(sarif(&model))),
        ("audit", json(audit(&model))),
        ("gitlab", json(gitlab(&model))),
        ("github", redactor.redact(&github(&model)).into_string()),
        ("html", redactor.redact(&html(&model, Language::En)).into_string()),
    ]
}

#[test]
fn a_secret_is_in_no_format_however_it_is_spelt() {
    let redactor = Redactor::new();
    assert!(redactor.register(SECRET));
    let model = leaky();
    assert!(audit(&model).contains("before h"), "the fixture leaks");
    for (format, text) in let_out(&model, &redactor) {
        for part in ["hü", "h%C3%BC", "h\\u", "er,2", "er%2C2", "9#x", "9%23x"] {
            assert!(!text.contains(part), "{part} is in {format}: {text}");
        }
        assert!(text.contains("[REDACTED]") || text.contains("%5BREDACTED%5D"), "{format}: {text}");
    }
}

#[test]
fn what_is_filtered_is_still_its_format() {
    let redactor = Redactor::new();
    redactor.register(SECRET);
    for (name, model) in small().into_iter().chain([("leaky", leaky())]) {
        let [(_, sarif), (_, audit), (_, gitlab), (_, github), _] = let_out(&model, &redactor);
        for text in [&sarif, &audit, &gitlab] {
            assert!(serde_json::from_str::<Value>(text).is_ok(), "{name}: {text}");
        }
        assert!(github.lines().all(|line| line.starts_with("::")), "{name}: {github}");
        let verification = verify(&audit).expect("the audit can be read");
        assert!(verification.holds(), "{name}: {:?}", verification.differences);
        assert_eq!(verification.recorded, model.verdict, "{name}");
    }
}

/// The filter hides nothing that is none: not the fixed words of a format, not a rule's name, not a fingerprint.
#[test]
fn what_is_no_secret_comes_out_as_it_went_in() {
    let redactor = Redactor::new();
    for (name, model) in small() {
        let plain = [sarif(&model), audit(&model), gitlab(&model), github(&model), html(&model, Language::En)];
        for (before, (format, after)) in plain.into_iter().zip(let_out(&model, &redactor)) {
            assert_eq!(before, after, "{name} as {format}");
        }
    }
}
