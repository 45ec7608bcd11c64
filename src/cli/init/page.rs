//! The text of the configuration: every key with what it does, in the language of the team.

use crate::config::{EDITOR_LINE, Language};
use crate::redaction::harmless_line;
use crate::report::InitText;

use super::proposal::{Proposal, Proposed};

/// How wide comments are, without their indentation.
const WIDTH: usize = 100;

/// The file.
pub(super) fn page(proposal: &Proposal<'_>, language: Language, text: &InitText) -> String {
    let mut page = Page(format!("{EDITOR_LINE}\n"));
    page.comment("", text.heading);
    page.line("");
    page.line("quality_gates:");
    page.comment("  ", text.scanners);
    page.line("  scanners:");
    for one in &proposal.engines {
        page.engine(one, text);
    }
    if !proposal.others.is_empty() {
        page.comment("    ", &(text.others)(&proposal.others.join(", ")));
    }
    page.line("");
    page.line("gate:");
    page.comment("  ", text.fail_on);
    page.line("  fail_on: error");
    page.comment("  ", text.inconclusive);
    page.line("  inconclusive: block");
    page.line("");
    page.comment("", text.ignore);
    let ignored: &[&str] = if proposal.foreign.is_empty() { &["vendor"] } else { &proposal.foreign };
    page.line("# ignore:");
    for directory in ignored {
        page.line(&format!("#   - {directory}/"));
    }
    page.line("");
    page.line("review:");
    page.comment("  ", text.language);
    page.line(&format!("  language: {}", language.as_str()));
    page.0
}

struct Page(String);

impl Page {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// A comment, broken into lines between words.
    fn comment(&mut self, indent: &str, comment: &str) {
        let comment = harmless_line(comment);
        let mut line = String::new();
        for word in comment.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.line(&format!("{indent}# {line}"));
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(&format!("{indent}# {line}"));
    }

    fn engine(&mut self, one: &Proposed<'_>, text: &InitText) {
        let entry = one.registered.entry;
        let fits = one.example.as_deref().map(|example| (text.fits)(one.files, example));
        let about = [Some(format!("{}.", entry.summary.trim_end_matches('.'))), fits];
        self.comment("    ", &about.into_iter().flatten().collect::<Vec<_>>().join(" "));
        match &one.missing {
            None => self.line(&format!("    - engine: {}", entry.name)),
            Some(missing) => {
                self.comment("    ", &(text.missing)(&missing.why, missing.install));
                self.line(&format!("    # - engine: {}", entry.name));
            }
        }
    }
}
