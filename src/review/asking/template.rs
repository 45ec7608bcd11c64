//! Fills the prompts' templates: `{{name}}` stands for a text, and `{{#name}}` … `{{/name}}` around lines that only stand with it.
//!
//! A template is read once; what is filled in is never read for further names, so no text of the change can ask for another slot.

/// A slot's name and text. An empty text takes its lines out.
pub(super) type Slot<'a> = (&'a str, String);

/// The template with its slots filled. Each marker stands on a line of its own.
pub(super) fn fill(template: &str, slots: &[Slot<'_>]) -> String {
    let text = |name: &str| slots.iter().find(|(slot, _)| *slot == name).map_or("", |(_, text)| text.as_str());
    let mut filled = String::new();
    let mut hidden: Option<&str> = None;
    for line in template.lines() {
        let marker = line.strip_prefix("{{").and_then(|line| line.strip_suffix("}}"));
        match (marker, hidden) {
            (Some(name), Some(open)) if name.strip_prefix('/') == Some(open) => hidden = None,
            (_, Some(_)) => {}
            (Some(name), None) => {
                if let Some(name) = name.strip_prefix('#') {
                    if text(name).is_empty() {
                        hidden = Some(name);
                    }
                } else if !name.starts_with('/') {
                    filled.push_str(text(name).trim_end());
                    filled.push('\n');
                }
            }
            (None, None) => {
                filled.push_str(line);
                filled.push('\n');
            }
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_slot_renders_nothing_and_a_filled_one_is_not_read_again() {
        let template = "top\n{{#a}}\n## A\n{{a}}\n\n{{/a}}\n{{#b}}\n## B\n{{b}}\n{{/b}}\nend\n";
        let filled = fill(template, &[("a", "{{b}}\n".to_owned()), ("b", String::new())]);
        assert_eq!(filled, "top\n## A\n{{b}}\n\nend\n");
        assert_eq!(fill(template, &[]), "top\nend\n");
    }
}
