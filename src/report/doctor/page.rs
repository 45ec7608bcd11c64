//! The checks for people: a line each, below it what mends what is wrong, and a line that says whether a review can run.

use anstyle::{AnsiColor, Style};

use crate::report::diagnostic;
use crate::report::foreign::{harmless, no_command, one_line};
use crate::report::text::Text;

use super::{Check, CheckStatus, Checkup};

/// The page, with a line break at its end; with `quiet` only what is not well, and nothing when all is.
pub fn checkup(checkup: &Checkup, text: &Text, quiet: bool, color: bool) -> String {
    let statuses = [CheckStatus::Ok, CheckStatus::Warning, CheckStatus::Failed, CheckStatus::Skipped];
    let width = statuses.map(|status| (text.doctor.status)(status).chars().count()).into_iter().max().unwrap_or_default();
    let page = Page { text, width, color };
    let mut out = String::new();
    for check in checkup.checks.iter().filter(|check| !quiet || check.status != CheckStatus::Ok) {
        page.check(check, &mut out);
    }
    let (failed, warnings) = (checkup.count(CheckStatus::Failed), checkup.count(CheckStatus::Warning));
    let summary = match (failed, warnings) {
        (0, 0) if quiet => return out,
        (0, 0) => text.doctor.ready.to_owned(),
        (0, warnings) => (text.doctor.ready_with)(warnings),
        (failed, _) => (text.doctor.not_ready)(failed, checkup.checks.len(), checkup.exit()),
    };
    out.push('\n');
    out.push_str(&summary);
    out.push('\n');
    out
}

struct Page<'a> {
    text: &'a Text,
    width: usize,
    color: bool,
}

impl Page<'_> {
    fn check(&self, check: &Check, out: &mut String) {
        let word = (self.text.doctor.status)(check.status);
        let space = " ".repeat(self.width - word.chars().count());
        let mut label = (self.text.doctor.area)(check.area).to_owned();
        if let Some(subject) = &check.subject {
            label.push(' ');
            label.push_str(&one_line(subject));
        }
        if let Some(required) = check.required {
            label.push_str(if required { self.text.doctor.required } else { self.text.doctor.optional });
        }
        // With its place in a file, or as one of several, a problem is shown as the review shows it.
        let whole = check.problems.len() > 1 || check.problems.iter().any(|problem| problem.excerpt.is_some());
        let message = if whole { (self.text.doctor.problems)(check.problems.len()) } else { one_line(&check.message) };
        out.push_str(&no_command(&format!("{}{space}  {label}: {message}", self.paint(check.status, word))));
        out.push('\n');
        if whole {
            check.problems.iter().for_each(|problem| out.push_str(&diagnostic(problem, self.color)));
            return;
        }
        let indent = " ".repeat(self.width + 4);
        let mut add = |label: &str, text: &str| out.push_str(&format!("{indent}{label}: {}\n", harmless(text)));
        // A remedy that ends with the command says when to run it.
        let lead = |help: &String| Some(help.strip_suffix(check.command.as_deref()?)?.trim_end_matches([':', ' ']).to_owned());
        if let Some(command) = &check.command {
            match check.help.iter().find_map(lead).filter(|when| !when.is_empty()) {
                Some(when) => add(&format!("{} ({})", self.text.doctor.run, harmless(&when)), command),
                None => add(self.text.doctor.run, command),
            }
        }
        check.help.iter().filter(|help| lead(help).is_none()).for_each(|help| add(self.text.help, help));
    }

    fn paint(&self, status: CheckStatus, word: &str) -> String {
        let color = match status {
            CheckStatus::Ok => AnsiColor::Green,
            CheckStatus::Warning => AnsiColor::Yellow,
            CheckStatus::Failed => AnsiColor::Red,
            CheckStatus::Skipped => AnsiColor::BrightBlack,
        };
        let style = Style::new().bold().fg_color(Some(color.into()));
        if self.color { format!("{style}{word}{style:#}") } else { word.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Language;
    use crate::finding::{Code, Diagnostic};
    use crate::report::doctor::Area;

    fn page(checks: &[Check], quiet: bool) -> String {
        checkup(&Checkup { checks: checks.to_vec() }, Text::of(Language::En), quiet, false)
    }

    #[test]
    fn what_is_well_is_one_line_and_what_is_not_says_what_to_run() {
        let refused =
            Diagnostic::new(Code::CHANGE_SHALLOW, "cut\noff").help("if it helps: git fetch").help("more").mended_by("git fetch");
        let checks = [
            Check::ok(Area::Git, "2.47.3"),
            Check::refused(Area::Change, vec![refused], 6),
            Check::skipped(Area::Configuration, "not checked"),
            Check { required: Some(true), ..Check::ok(Area::Engine, "x 1.0").of("lint") },
        ];
        let expected = "ok       git: 2.47.3\nfailed   change: cut off\n           run (if it helps): git fetch\n           help: more\n\
                        skipped  configuration: not checked\nok       engine lint, required: x 1.0\n\n\
                        not ready: 1 of 4 checks failed, and a review would end with status 6 (`aurumcode explain exit 6`)\n";
        assert_eq!(page(&checks, false), expected);
        assert!(!page(&checks, true).contains("git: 2.47.3"));
    }

    #[test]
    fn quiet_says_nothing_when_all_is_well() {
        assert_eq!(page(&[Check::ok(Area::Git, "2")], true), "");
        let warning = Check::ok(Area::Git, "2").warning(Some("x".to_owned()));
        assert_eq!(page(&[warning], true), "warning  git: 2\n           run: x\n\nready, with 1 warning\n");
    }

    #[test]
    fn foreign_text_steers_nothing() {
        let check = Check::ok(Area::Output, "a\u{1b}[2J ##[error] b").of("\n::error::x").warning(Some("\u{9b}2J".to_owned()));
        let text = page(&[check], false);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{9b}') && !text.contains("##["), "{text:?}");
        assert!(!text.contains("\n::"), "{text:?}");
    }
}
