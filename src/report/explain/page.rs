//! An explanation as a page of Markdown, for `manual` to lay out.

use std::fmt::Write;

use crate::finding::{CodeEntry, Example, Severity};
use crate::report::foreign::one_line;
use crate::report::text::{ReasonKind, Text};

use super::{Explanation, RecordedFinding, RuleExplanation};

/// The page, in the language of `text` as far as it is not a rule's, an error's or an engine's own words, which are English.
pub fn explanation(explanation: &Explanation, text: &Text) -> String {
    match explanation {
        Explanation::Rule(rule) => {
            let severity = rule.severity.map_or(text.explain.severity_varies, Severity::as_str);
            let facts = [(text.explain.severity, severity.to_owned())].into_iter().chain(facts(rule, text));
            format!("# {}\n\n{}\n\n{}{}", rule.name, paragraph(&rule.title), list(facts), advice(&rule.name, Some(rule), text))
        }
        Explanation::Finding { finding, rule } => of_finding(finding, rule.as_ref(), text),
        Explanation::Error { entry, exit_meaning } => {
            let exit = (text.explain.exit_status)(entry.exit, exit_meaning);
            let example = match Example::of(entry.code) {
                Some(example) => format!("## {}\n\n{}", text.explain.example, block(example)),
                None => String::new(),
            };
            format!("# {}\n\n{}\n\n{}\n\n{exit}\n\n{example}", entry.code, entry.title, entry.help)
        }
        Explanation::Reason { token, engines } => of_reason(token, engines, text),
        Explanation::Exit { status, meaning, reason } => {
            format!("# {}\n\n{reason}\n", (text.explain.exit_status)(*status, meaning).trim_end_matches('.'))
        }
        Explanation::Engine { manual, .. } => manual.clone(),
        Explanation::Absent { name, summary, feature } => {
            format!("# {name}\n\n{summary}\n\n{}\n", (text.explain.absent)(feature))
        }
    }
}

/// One code for the page of all of them: what happened, what to do, an example, and how the command ends.
pub(in crate::report) fn error_code(entry: &CodeEntry) -> String {
    let example = Example::of(entry.code).map_or(String::new(), |example| format!("{}\n", block(example)));
    format!("{}\n\n{}\n\n{example}Exit status {}.\n", entry.title, entry.help, entry.exit)
}

fn block(example: Example) -> String {
    match example {
        Example::Configuration(text) => format!("```yaml\n{text}```\n"),
        Example::Command(arguments) => format!("```sh\naurumcode {arguments}\n```\n"),
    }
}

fn facts<'a>(rule: &'a RuleExplanation, text: &'a Text) -> impl Iterator<Item = (&'a str, String)> {
    let engine = rule
        .engine
        .iter()
        .map(|(engine, category)| (text.explain.engine, format!("`{engine}` ({})", (text.explain.category)(category))));
    let tags = (!rule.tags.is_empty()).then(|| (text.explain.tags, escaped(&rule.tags.join(", "))));
    engine.chain(tags)
}

fn list<'a>(facts: impl Iterator<Item = (&'a str, String)>) -> String {
    facts.map(|(label, value)| format!("- {label}: {value}\n")).collect::<String>() + "\n"
}

/// What to do about a finding of the rule, and what the configuration can say about it.
fn advice(name: &str, rule: Option<&RuleExplanation>, text: &Text) -> String {
    let explain = text.explain;
    let mut page = String::new();
    if let Some(help) = rule.map(|rule| rule.help.trim()).filter(|help| !help.is_empty()) {
        let _ = write!(page, "## {}\n\n{help}\n\n", explain.what_to_do);
    }
    let _ = write!(page, "## {}\n\n{}\n\n", explain.configuration, explain.configure_rule);
    let _ = write!(page, "```yaml\nrules:\n  {}:\n    severity: warning\n```\n\n", one_line(name));
    if let Some((engine, _)) = rule.and_then(|rule| rule.engine.as_ref()) {
        let _ = writeln!(page, "{}", (explain.see_manual)(engine));
    }
    page
}

fn of_finding(finding: &RecordedFinding, rule: Option<&RuleExplanation>, text: &Text) -> String {
    let explain = text.explain;
    let mut page = format!("# {}\n\n{}\n\n", escaped(&finding.rule), paragraph(&finding.message));
    for place in &finding.places {
        let mut at = place.path.clone();
        for number in [place.line, place.column].into_iter().map_while(|number| number) {
            let _ = write!(at, ":{number}");
        }
        let _ = writeln!(page, "- {} — {}", escaped(&at), escaped(&place.disposition));
    }
    let own = [(text.explain.severity, finding.severity.to_string()), (explain.fingerprint, escaped(&finding.fingerprint))];
    let head = finding.head.iter().map(|head| (text.head, escaped(head)));
    page.push_str(&list(own.into_iter().chain(head).chain(rule.into_iter().flat_map(|rule| facts(rule, text)))));
    page.push_str(&advice(&finding.rule, rule, text));
    page
}

fn of_reason(token: &str, engines: &[String], text: &Text) -> String {
    let kind = ReasonKind::of(token);
    let engines = engines.iter().map(|engine| format!("`{engine}`")).collect::<Vec<_>>().join(", ");
    let who = if engines.is_empty() { String::new() } else { format!("{}\n\n", (text.explain.can_come_from)(&engines)) };
    let (why, remedy) = (sentence((text.reason)(kind)), sentence((text.remedy)(kind)));
    let (heading, inconclusive) = (text.explain.what_to_do, text.explain.no_answer);
    format!("# {token}\n\n{why} {inconclusive}\n\n{who}## {heading}\n\n{remedy}\n")
}

/// A phrase of the catalogue as a sentence.
fn sentence(phrase: &str) -> String {
    let mut characters = phrase.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", characters.as_str())
}

/// A title or a message, which may be foreign, as a sentence of its own.
fn paragraph(text: &str) -> String {
    let text = text.trim().trim_end_matches('.');
    format!("{}.", escaped(text))
}

/// Foreign text that is text and no Markdown; what stands in backquotes stays code. CommonMark takes a backslash in front of any
/// ASCII punctuation (section 2.4).
fn escaped(text: &str) -> String {
    let text = one_line(text);
    let paired = text.matches('`').count().is_multiple_of(2);
    let mut code = false;
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if character == '`' && paired {
            code = !code;
        } else if character.is_ascii_punctuation() && !code {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_no_markdown() {
        let table = [
            ("use `a_b` *now*", "use `a_b` \\*now\\*"),
            ("a ` b", "a \\` b"),
            ("# x\n- y", "\\# x \\- y"),
            ("<b>[l](m)", "\\<b\\>\\[l\\]\\(m\\)"),
        ];
        for (text, shown) in table {
            assert_eq!(escaped(text), shown);
        }
    }
}
