//! What an entry of the configuration can set.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scanner::OptionProblem;

/// The options of this engine.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct GovetOptions {
    /// The platforms to check for, as `os/arch`, such as `linux/amd64`; none: that of the machine.
    pub(super) platforms: Vec<String>,
    /// Build tags that hold.
    pub(super) tags: Vec<String>,
}

impl GovetOptions {
    /// What the schema cannot say: platforms and tags are words.
    pub(super) fn problems(&self) -> Vec<OptionProblem> {
        let word =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte));
        let platform = |text: &String| text.split_once('/').is_some_and(|(system, processor)| word(system) && word(processor));
        let lists: [(&str, &[String], bool, &str); 2] = [
            ("/platforms", &self.platforms, true, "write it as `os/arch`, such as `linux/amd64`; `go tool dist list` lists them"),
            ("/tags", &self.tags, false, "a tag holds letters, digits, `_` and `.`"),
        ];
        let mut problems = Vec::new();
        for (list, texts, is_platform, help) in lists {
            let wrong = texts.iter().enumerate().filter(|(_, text)| if is_platform { !platform(text) } else { !word(text) });
            problems.extend(wrong.map(|(index, text)| OptionProblem {
                pointer: format!("{list}/{index}"),
                message: format!("`{text}` is no {}", if is_platform { "platform" } else { "build tag" }),
                help: help.to_owned(),
            }));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::GovetOptions;

    #[test]
    fn platforms_and_tags_are_words() {
        let problems = |json: &str| -> Vec<String> {
            let options: GovetOptions = serde_json::from_str(json).unwrap();
            options.problems().into_iter().map(|problem| problem.pointer).collect()
        };
        assert!(problems(r#"{"platforms": ["linux/amd64", "js/wasm"], "tags": ["integration", "go1.18"]}"#).is_empty());
        assert_eq!(
            problems(r#"{"platforms": ["linux", "linux/amd64", "/x", "a b/c"], "tags": ["", "a,b", "-x"]}"#),
            ["/platforms/0", "/platforms/2", "/platforms/3", "/tags/0", "/tags/1", "/tags/2"]
        );
    }
}
