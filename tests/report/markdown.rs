//! The Markdown dress: what it looks like, and that only we can write its links, tags and emphasis.

use aurumcode::config::Language;
use aurumcode::gate::Verdict;
use aurumcode::report::markdown;

use crate::fixtures::endings;
use crate::model::{many, mixed};

#[test]
fn everything_at_once() {
    insta::assert_snapshot!("markdown_en", markdown(&mixed(), Language::En));
    insta::assert_snapshot!("markdown_pt-br", markdown(&mixed(), Language::PtBr));
}

#[test]
fn every_ending() {
    let shown: Vec<String> = endings()
        .iter()
        .filter(|(name, _)| *name != "everything at once")
        .map(|(name, model)| format!("######## {name}\n{}", markdown(model, Language::En)))
        .collect();
    insta::assert_snapshot!("markdown_endings", shown.join("\n"));
}

#[test]
fn the_first_line_is_the_verdict() {
    for (name, model) in endings() {
        let text = markdown(&model, Language::En);
        let word = match model.verdict {
            Verdict::Approved => "**approved**: ",
            Verdict::Rejected => "**rejected**: ",
            Verdict::Inconclusive => "**inconclusive**: ",
        };
        assert!(text.starts_with(word), "{name}: {text}");
        assert_eq!(text.matches("<details>").count(), text.matches("</details>").count(), "{name}");
    }
}

#[test]
fn a_long_report_is_cut_between_findings_and_says_how_much_is_missing() {
    let model = many(10_000);
    for language in [Language::En, Language::PtBr] {
        let text = markdown(&model, language);
        assert!(text.len() <= 60_000, "{}", text.len());
        assert!(text.ends_with("</details>\n"));
        let shown = text.matches("#### error `secrets:jwt`").count();
        assert!(shown > 100, "{shown}");
        let rest = 10_000 - shown;
        assert!(text.contains(&format!(" {rest}")), "{rest} is not named");
    }
}
