//! How an error looks: the same shape as a finding, so that a reader learns one.
//!
//! The texts of a diagnostic may hold foreign bytes; here they lose their power over the terminal. It must never decide what is
//! said: that is the room's whose error it is.

use annotate_snippets::renderer::{DEFAULT_EMPHASIS_STYLE, DEFAULT_ERROR_STYLE, DEFAULT_LINE_NUM_STYLE, Renderer, Style};
use annotate_snippets::{AnnotationKind, Group, Level, Snippet};

use crate::finding::{CODES, Diagnostic, Excerpt};

use super::foreign::harmless;

/// The longest line that is shown whole, in characters, and how much of a longer one stands before the mark.
const LONGEST: usize = 160;
const LEAD: usize = 60;

/// A tab as it is shown.
const TAB: &str = "    ";

/// The error with its place, its facts and its remedies, line by line, with a line end.
pub fn diagnostic(diagnostic: &Diagnostic, color: bool) -> String {
    let painted = |style: Style, text: &str| if color { format!("{style}{text}{style:#}") } else { text.to_owned() };
    let code = painted(DEFAULT_ERROR_STYLE, &format!("error[{}]", diagnostic.code));
    let message = painted(DEFAULT_EMPHASIS_STYLE, &format!(": {}", harmless(&diagnostic.message)));
    let mut lines = vec![format!("{code}{message}")];
    let mut gutter = " ".to_owned();
    if let Some(excerpt) = &diagnostic.excerpt {
        gutter = " ".repeat(excerpt.line.to_string().len());
        let place = format!("{}:{}:{}", harmless(&excerpt.file), excerpt.line, excerpt.column);
        lines.push(format!("{gutter}{} {place}", painted(DEFAULT_LINE_NUM_STYLE, "-->")));
        lines.extend(draw(excerpt, color));
    }
    let equals = painted(DEFAULT_LINE_NUM_STYLE, "=");
    let mut say = |label: &str, text: &str| lines.push(format!("{gutter} {equals} {label}{}", harmless(text)));
    diagnostic.notes.iter().for_each(|note| say("", note));
    diagnostic.help.iter().for_each(|help| say("help: ", help));
    lines.push(String::new());
    lines.join("\n")
}

/// The marked line between two empty ones of the gutter.
fn draw(excerpt: &Excerpt, color: bool) -> Vec<String> {
    let characters: Vec<char> = excerpt.text.chars().collect();
    let number = |value: u32| usize::try_from(value).unwrap_or(usize::MAX);
    let start = number(excerpt.column).saturating_sub(1).min(characters.len());
    let end = start.saturating_add(number(excerpt.length).max(1)).min(characters.len().max(start + 1));
    let skip = if characters.len() > LONGEST { start.saturating_sub(LEAD) } else { 0 };
    let last = characters.len().min(skip + LONGEST);
    let part = |from: usize, to: usize| -> String {
        let text: String = characters.get(from.min(last)..to.min(last).max(from.min(last))).unwrap_or_default().iter().collect();
        harmless(&text.replace('\t', TAB))
    };
    let (cut_before, cut_after) = (if skip > 0 { "…" } else { "" }, if last < characters.len() { "…" } else { "" });
    let before = format!("{cut_before}{}", part(skip, start));
    // A mark behind the end of the line needs something to stand under.
    let marked = Some(part(start, end)).filter(|text| !text.is_empty()).unwrap_or_else(|| " ".to_owned());
    let text = format!("{before}{marked}{}{cut_after}", part(end, last));
    let label = harmless(&excerpt.label);
    let mut annotation = AnnotationKind::Primary.span(before.len()..before.len() + marked.len());
    if !label.is_empty() {
        annotation = annotation.label(label.as_str());
    }
    let source = Snippet::source(text.as_str()).line_start(number(excerpt.line)).fold(false).annotation(annotation);
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let drawn = renderer.term_width(LONGEST * 2).render(&[Group::with_level(Level::ERROR).element(source)]);
    drawn.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The page `docs/errors.md`: every code with what happened, how the program ends and what to do.
pub fn error_codes_page() -> String {
    let mut page = String::from(
        "<!-- Generated from src/finding/code.rs; `AURUM_UPDATE=1 cargo test` rewrites it. -->\n# Errors\n\nEvery error names its code. The number is the exit status that the command ends with; see [exit-codes.md](exit-codes.md).\n",
    );
    for entry in CODES {
        page.push_str(&format!("\n## {}\n\n{} Exit status {}.\n\n{}\n", entry.code, entry.title, entry.exit, entry.help));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Code;

    fn shown(line: u32, column: u32, length: u32, text: &str, label: &str) -> String {
        let excerpt =
            Excerpt { file: ".aurumcode.yml".to_owned(), line, column, length, text: text.to_owned(), label: label.to_owned() };
        diagnostic(&Diagnostic::new(Code::CONFIG_UNKNOWN_ENGINE, "there is no engine `gitleak` in this binary").at(excerpt), false)
    }

    #[test]
    fn an_error_has_one_shape() {
        let problem = Diagnostic::new(Code::CONFIG_UNKNOWN_ENGINE, "there is no engine `gitleak` in this binary")
            .at(Excerpt {
                file: ".aurumcode.yml".to_owned(),
                line: 4,
                column: 15,
                length: 7,
                text: "    - engine: gitleak".to_owned(),
                label: "did you mean `gitleaks`?".to_owned(),
            })
            .note("compiled in: ast-grep, gitleaks")
            .help("`aurumcode engines` lists them");
        insta::assert_snapshot!(diagnostic(&problem, false), @"
        error[config/unknown-engine]: there is no engine `gitleak` in this binary
         --> .aurumcode.yml:4:15
          |
        4 |     - engine: gitleak
          |               ^^^^^^^ did you mean `gitleaks`?
          = compiled in: ast-grep, gitleaks
          = help: `aurumcode engines` lists them
        ");
        assert!(diagnostic(&problem, true).contains("\u{1b}["));
    }

    #[test]
    fn an_error_without_a_place_is_told_too() {
        let problem = Diagnostic::new(Code::CONFIG_UNKNOWN_ENGINE, "nowhere").help("look");
        assert_eq!(diagnostic(&problem, false), "error[config/unknown-engine]: nowhere\n  = help: look\n");
    }

    #[test]
    fn the_carets_stay_under_what_they_mark() {
        let carets = |text: &str| {
            let line = text.lines().find(|line| line.contains('^')).map(str::to_owned).unwrap_or_default();
            line.split('|').nth(1).map(|rest| (rest.find('^').unwrap_or(0), rest.matches('^').count())).unwrap_or_default()
        };
        assert_eq!(carets(&shown(1, 3, 2, "ab\tcd", "")), (3, 5));
        assert_eq!(carets(&shown(1, 1, 1, "", "")), (1, 1));
        assert_eq!(carets(&shown(1, 9, 4, "short", "")).1, 1);
        let long = shown(7, 5001, 3, &format!("{}abc{}", "x".repeat(5000), "y".repeat(5000)), "here");
        assert!(long.contains("abc") && long.contains('…') && long.lines().all(|line| line.chars().count() < 2 * LONGEST), "{long}");
    }

    #[test]
    fn hostile_text_has_no_power() {
        let text = shown(1, 1, 3, "\u{1b}[31m\u{202e}evil", "\r::error::x");
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\r']), "{text:?}");
        assert!(text.lines().all(|line| !line.trim_start().starts_with("::")), "{text}");
    }
}
