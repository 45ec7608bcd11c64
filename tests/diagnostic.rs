//! How errors look, and the page that lists them.

#[path = "support/generated.rs"]
mod generated;

use aurumcode::finding::{CODES, Code, Diagnostic, Excerpt};
use aurumcode::report::{diagnostic, error_codes_page};
use proptest::prelude::*;

fn excerpt(text: &str, column: u32, length: u32, label: &str) -> Excerpt {
    Excerpt { file: ".aurumcode.yml".to_owned(), line: 4, column, length, text: text.to_owned(), label: label.to_owned() }
}

fn unknown_engine() -> Diagnostic {
    Diagnostic::new(Code::CONFIG_UNKNOWN_ENGINE, "there is no engine `gitleak` in this binary")
        .at(excerpt("    - engine: gitleak", 15, 7, "did you mean `gitleaks`?"))
        .note("compiled in: ast-grep, gitleaks, govet, sarif, secrets, semgrep")
        .help("`aurumcode engines` lists them; CONTRIBUTING.md says how to compile one in")
}

fn of(excerpt: Excerpt) -> Diagnostic {
    Diagnostic::new(Code::CONFIG_INVALID_VALUE, "the value is not accepted").at(excerpt)
}

macro_rules! shown {
    ($name:literal, $diagnostic:expr) => {
        insta::assert_snapshot!($name, diagnostic(&$diagnostic, false))
    };
}

#[test]
fn an_unknown_engine() {
    shown!("unknown_engine", unknown_engine());
}

#[test]
fn colours_only_add_to_the_text() {
    let plain = diagnostic(&unknown_engine(), false);
    let styled = diagnostic(&unknown_engine(), true);
    insta::assert_snapshot!("unknown_engine_in_colour", styled.replace('\u{1b}', "ESC"));
    assert_eq!(anstream::adapter::strip_str(&styled).to_string(), plain);
}

#[test]
fn no_excerpt() {
    shown!(
        "no_excerpt",
        Diagnostic::new(Code::CHANGE_NOT_A_REPOSITORY, "`/srv` is not inside a git repository")
            .help("name one with `--repo DIR`")
    );
}

#[test]
fn texts_of_several_lines() {
    let git = "fatal: bad object HEAD\nfatal: the remote end hung up\n";
    shown!(
        "several_lines",
        Diagnostic::new(Code::CHANGE_GIT_FAILED, "git failed:\nfatal: bad object")
            .note(format!("git said: {git}"))
            .help("run this:\ngit fetch --unshallow\ngit fsck")
    );
}

#[test]
fn a_long_line_is_cut_around_its_mark() {
    let line = format!("{}key: {}", "x".repeat(5000), "y".repeat(5000));
    shown!("long_line", of(excerpt(&line, 5001, 3, "unknown key")));
    shown!("long_line_at_its_beginning", of(excerpt(&line, 1, 3, "")));
    shown!("long_mark", of(excerpt(&line, 5006, 5000, "too long")));
}

#[test]
fn wide_characters_are_aligned() {
    shown!("wide", of(excerpt("名前: 値が違う # コメント", 5, 4, "not accepted")));
    shown!("combining", of(excerpt("cafe\u{301}: x", 8, 1, "not accepted")));
}

#[test]
fn tabs_are_aligned() {
    shown!("tab", of(excerpt("\tname:\tvalue", 8, 5, "not accepted")));
    shown!("tab_marked", of(excerpt("a:\tb", 3, 1, "a tab")));
}

#[test]
fn control_characters_do_nothing() {
    let hostile = "a\u{1b}[2J: \u{202e}evil\u{200b} x";
    let mut diagnostic = of(excerpt(hostile, 9, 6, "l\u{1b}abel")).note("n\u{7}ote\r::error::x").help("::set-output name=x::y");
    diagnostic.message = "m\u{9b}31m ##[command]x\n::warning::y".to_owned();
    diagnostic.excerpt.as_mut().expect("it has one").file = "f\n::error::\u{1b}]0;title\u{7}.yml".to_owned();
    shown!("control_characters", diagnostic);
}

#[test]
fn places_beyond_the_line_are_shown_at_its_end() {
    shown!("beyond", of(excerpt("ab", 40, 3, "expected a value")));
    shown!("empty_line", of(excerpt("", 1, 1, "")));
}

#[test]
fn much_text_is_bounded() {
    let text = "line\n".repeat(10_000) + &"x".repeat(100_000);
    let shown = diagnostic(&Diagnostic::new(Code::CHANGE_GIT_FAILED, text.clone()).note("y".repeat(100_000)).help(text), false);
    assert!(shown.len() < 8_000, "{}", shown.len());
    assert!(shown.contains("… 9961 more lines"), "{shown}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_harmless_lines(
        text in "(\\PC|[\\t ]|\\s|\\x1b|\u{202e}|::|##\\[|漢|e\u{301}){0,40}",
        other in "(\\PC|\\n|\\r|\\x1b|::error|##\\[){0,20}",
        line in any::<u32>(), column in any::<u32>(), length in any::<u32>(), near in 0..50_u32, color in any::<bool>(),
    ) {
        for (column, length) in [(column, length), (near, near % 7)] {
            let place = Excerpt { file: other.clone(), line, column, length, text: text.clone(), label: other.clone() };
            let error = Diagnostic::new(Code::CONFIG_INVALID_VALUE, other.clone()).at(place).note(text.clone()).help(other.clone());
            let shown = anstream::adapter::strip_str(&diagnostic(&error, color)).to_string();
            prop_assert!(shown.ends_with('\n'));
            for line in shown.lines() {
                let is_unsafe = |c: char| c.is_control() || aurumcode::finding::is_invisible(c);
                prop_assert!(!line.contains(is_unsafe), "{line:?}");
                prop_assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "{line:?}");
            }
        }
    }
}

#[test]
fn the_page_of_error_codes_is_fresh() {
    let page = error_codes_page();
    for entry in CODES {
        assert!(page.contains(&format!("### `{}`\n\n{}\n", entry.code, entry.title)), "{}", entry.code);
    }
    generated::assert_generated("docs/errors.md", &page);
}
