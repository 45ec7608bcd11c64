//! The terminal dress as people see it, and what must hold for every review.

use aurumcode::config::Language;
use aurumcode::gate::{Disposition, Verdict};
use aurumcode::report::{Model, Style, Verbosity, terminal};

use crate::fixtures::{endings, subjects};
use crate::model::{many, mixed, silenced};

const LANGUAGES: [Language; 2] = [Language::En, Language::PtBr];
const VERBOSITIES: [Verbosity; 3] = [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose];

fn plain(model: &Model, language: Language, verbosity: Verbosity, width: usize) -> String {
    terminal(model, language, Style { color: false, width, verbosity })
}

#[test]
fn everything_at_once() {
    for language in LANGUAGES {
        for verbosity in VERBOSITIES {
            let name = format!("mixed_{}_{verbosity:?}", language.as_str()).to_lowercase();
            insta::assert_snapshot!(name, plain(&mixed(), language, verbosity, 80));
        }
    }
    for language in LANGUAGES {
        let name = format!("silenced_{}_verbose", language.as_str()).to_lowercase();
        insta::assert_snapshot!(name, plain(&silenced(), language, Verbosity::Verbose, 100));
    }
    insta::assert_snapshot!("mixed_en_normal_120", plain(&mixed(), Language::En, Verbosity::Normal, 120));
}

#[test]
fn every_ending() {
    for language in LANGUAGES {
        let shown: Vec<String> = endings()
            .iter()
            .filter(|(name, _)| *name != "everything at once")
            .map(|(name, model)| format!("######## {name}\n{}", plain(model, language, Verbosity::Normal, 80)))
            .collect();
        insta::assert_snapshot!(format!("endings_{}", language.as_str()).to_lowercase(), shown.join("\n"));
    }
}

#[test]
fn every_subject() {
    let shown: Vec<String> = LANGUAGES
        .iter()
        .flat_map(|&language| subjects().into_iter().map(move |model| plain(&model, language, Verbosity::Normal, 80)))
        .collect();
    insta::assert_snapshot!("subjects", shown.concat());
}

#[test]
fn the_last_line_is_the_verdict_and_quiet_is_silent_on_approval() {
    let words = [(Verdict::Approved, "approved: "), (Verdict::Rejected, "rejected: "), (Verdict::Inconclusive, "inconclusive: ")];
    for (name, model) in endings() {
        let word = words.iter().find(|(verdict, _)| *verdict == model.verdict).unwrap().1;
        for verbosity in VERBOSITIES {
            let text = plain(&model, Language::En, verbosity, 80);
            if verbosity == Verbosity::Quiet && model.verdict == Verdict::Approved {
                assert_eq!(text, "", "{name}");
                continue;
            }
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name}: {text}");
            assert!(text.lines().last().unwrap().starts_with(word), "{name}: {text}");
            assert_eq!(
                text.lines().filter(|line| words.iter().any(|(_, word)| line.starts_with(word))).count(),
                1,
                "{name}: {text}"
            );
        }
    }
}

#[test]
fn an_inconclusive_review_never_reads_as_a_clean_one() {
    for (name, model) in endings().into_iter().filter(|(_, model)| model.verdict == Verdict::Inconclusive) {
        for (language, finished, none) in [
            (Language::En, "in the sources that finished", ["no source finished", "nothing was looked at"]),
            (Language::PtBr, "das fontes que terminaram", ["nenhuma fonte terminou", "nada foi examinado"]),
        ] {
            for verbosity in VERBOSITIES {
                let text = plain(&model, language, verbosity, 80);
                let last = text.lines().last().unwrap().replace("nas fontes", "das fontes");
                assert!(last.contains(finished) || none.iter().any(|none| last.contains(none)), "{name}: {last}");
                for reason in &model.reasons {
                    assert!(last.contains(&format!("[{}]", reason.token)), "{name}: {last}");
                }
                assert!(!text.contains("no issues"), "{name}: {text}");
            }
        }
    }
}

#[test]
fn what_passes_only_by_a_setting_says_so() {
    for (name, model) in endings() {
        let text = plain(&model, Language::En, Verbosity::Quiet, 80);
        let passes = model.verdict == Verdict::Inconclusive && !model.decision.blocks();
        assert_eq!(text.contains("passes only because `gate.inconclusive` is `warn`"), passes, "{name}: {text}");
    }
}

#[test]
fn nothing_is_left_out_without_being_counted() {
    for (name, model) in endings() {
        let verbose = plain(&model, Language::En, Verbosity::Verbose, 80);
        for row in &model.rows {
            let place = row.issue.location.path.to_string();
            assert!(verbose.contains(&place) && verbose.contains(row.issue.rule.as_str()), "{name}: {place}");
        }
        for file in &model.left_out {
            assert!(verbose.contains(&file.path.to_string()), "{name}: {}", file.path);
        }
        for file in model.engines.iter().flat_map(|engine| &engine.unreviewed) {
            assert!(verbose.contains(&file.path.to_string()), "{name}: {}", file.path);
        }
        let normal = plain(&model, Language::En, Verbosity::Normal, 80);
        let counts = model.counts();
        for (disposition, words) in [
            (Disposition::BelowThreshold, "below"),
            (Disposition::PreExisting, "pre-existing"),
            (Disposition::RuleDisabled, "switched-off"),
            (Disposition::SourceNotCounted, "outside"),
        ] {
            let Some(number) = counts.get(&disposition) else { continue };
            let counted = normal.lines().any(|line| line.starts_with(&format!("{number} ")) && line.contains(words));
            assert!(counted, "{name}: {disposition:?} in {normal}");
        }
    }
}

#[test]
fn ten_thousand_findings_leave_a_report_that_can_be_read() {
    let text = plain(&many(10_000), Language::En, Verbosity::Normal, 80);
    assert_eq!(text.lines().filter(|line| line.starts_with("error[")).count(), 50);
    assert!(text.contains("\n9950 more findings at or above their threshold:\n"));
    assert!(text.contains("\nand 9450 more: `--audit`, `--sarif` and `--format json` hold all of them\n"), "{text}");
    assert!(text.contains("\n10000 findings below their threshold:\n"));
    assert!(text.contains("\nand 9500 more: "));
    assert!(text.lines().count() < 1_500, "{}", text.lines().count());
}

#[test]
fn colour_changes_nothing_but_colour() {
    for (name, model) in endings() {
        for verbosity in VERBOSITIES {
            let without = plain(&model, Language::En, verbosity, 80);
            assert!(!without.contains('\u{1b}'), "{name}");
            let with = terminal(&model, Language::En, Style { color: true, width: 80, verbosity });
            assert_eq!(with.contains('\u{1b}'), !without.is_empty(), "{name}");
            assert_eq!(uncoloured(&with), without, "{name}");
        }
    }
}

/// `text` without sequences of the form ESC `[` … `m`.
pub(crate) fn uncoloured(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| {
        let (codes, rest) = part.split_once('m').unwrap_or(("", part));
        assert!(codes.starts_with('[') && codes[1..].bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{codes:?}");
        out + rest
    })
}
