//! The sections of a skill as rules: `## Small functions` in the skill `style` is the rule `style#small-functions`.
//!
//! Headings are found as CommonMark finds them, so that one in a code block is none. A section's severity is a floor; whatever else
//! the text says is text.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::finding::{RuleId, Severity};

/// The most characters of a rule's description.
const DESCRIPTION: usize = 400;

/// A section of a skill, as a rule that a finding can cite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillRule {
    /// The name: the skill's folder, `#`, and the heading in lower case with dashes.
    pub id: RuleId,
    /// The heading.
    pub title: String,
    /// The first 400 characters of the section.
    pub description: String,
    /// The whole section.
    pub text: String,
    /// The least severity of a finding that cites it.
    pub severity: Severity,
}

/// The rules of a skill, in its order; a heading that gives no name, or the name of an earlier one, gives none.
pub(super) fn rules(base: &str, text: &str) -> Vec<SkillRule> {
    let mut rules: Vec<SkillRule> = Vec::new();
    for (title, body) in sections(text) {
        let slug = slug(&title);
        let id = RuleId::new(format!("{base}#{slug}"));
        if slug.is_empty() || rules.iter().any(|rule| rule.id == id) {
            continue;
        }
        let (severity, body) = severity(&body);
        let description: String = body.trim().chars().take(DESCRIPTION).collect();
        let text = body.trim().to_owned();
        rules.push(SkillRule { id, title, description: description.trim_end().to_owned(), text, severity });
    }
    rules
}

/// Each heading of the second level with the text up to the next one of the first or second level.
fn sections(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, usize, usize)> = Vec::new();
    let mut title: Option<String> = None;
    let mut open = false;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H2 => {
                if let Some(last) = found.last_mut().filter(|_| open) {
                    last.2 = range.start;
                }
                open = false;
                title = (level == HeadingLevel::H2).then(String::new);
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(title) = &mut title {
                    title.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                if let Some(title) = title.take() {
                    found.push((title.trim().to_owned(), range.end, text.len()));
                    open = true;
                }
            }
            _ => {}
        }
    }
    found.into_iter().map(|(title, start, end)| (title, text.get(start..end).unwrap_or_default().to_owned())).collect()
}

/// The severity that the first line of a section gives, and the rest. Without one it is `warning`.
fn severity(body: &str) -> (Severity, String) {
    let body = body.trim_start();
    let (first, rest) = body.split_once('\n').unwrap_or((body, ""));
    let given = first.trim().strip_prefix("severity:").map(str::trim);
    let known = given.filter(|word| ["info", "warning", "error"].contains(word)).and_then(|word| word.parse().ok());
    known.map_or_else(|| (Severity::Warning, body.to_owned()), |severity| (severity, rest.to_owned()))
}

/// A heading as a name: lower case, without accents, runs of anything but letters and digits as one dash.
fn slug(title: &str) -> String {
    let mut slug = String::new();
    for character in title.nfd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_become_rules_with_a_floor() {
        let text = "# Style\n\nIntro.\n\n## Funções  pequenas!\nseverity: error\nUma função faz uma coisa.\n\n### Detail\nmore\n\n\
                    ## `unwrap` is not an error path\n\nseverity: critical\nx\n# End\nafter\n";
        let rules = rules("style", text);
        let seen: Vec<(&str, &str, Severity)> =
            rules.iter().map(|rule| (rule.id.as_str(), rule.title.as_str(), rule.severity)).collect();
        assert_eq!(
            seen,
            [
                ("style#funcoes-pequenas", "Funções  pequenas!", Severity::Error),
                ("style#unwrap-is-not-an-error-path", "unwrap is not an error path", Severity::Warning),
            ]
        );
        assert_eq!(rules[0].description, "Uma função faz uma coisa.\n\n### Detail\nmore");
        assert_eq!(rules[1].description, "severity: critical\nx", "an unknown word is text");
    }

    #[test]
    fn what_only_looks_like_a_section_is_none() {
        let text = "```\n## in code\n```\n\n    ## indented code\n\n##no space\n\n## !!!\n\n## Once\na\n## once\nb\n";
        let ids: Vec<String> = rules("x", text).iter().map(|rule| rule.id.to_string()).collect();
        assert_eq!(ids, ["x#once"]);
    }

    #[test]
    fn a_description_is_cut_between_characters() {
        let rules = rules("x", &format!("## Long\n{}", "ç".repeat(1000)));
        assert_eq!((rules[0].description.chars().count(), rules[0].text.chars().count()), (DESCRIPTION, 1000));
    }
}
