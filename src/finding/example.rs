//! What leads to an error: an example for as many codes as one can be given for in a line or two. A test runs each of them.

use super::Code;

/// What a user could have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Example {
    /// A configuration that is refused with the code.
    Configuration(&'static str),
    /// The arguments of a command that ends with the code, in a repository with one commit.
    Command(&'static str),
}

use Example::{Command, Configuration};

/// The examples, in the order of the codes.
pub static EXAMPLES: &[(Code, Example)] = &[
    (Code::CHANGE_NOT_A_REPOSITORY, Command("review --repo /")),
    (Code::CHANGE_OUTSIDE_REPOSITORY, Command("review ../other/file.txt")),
    (Code::CHANGE_UNKNOWN_PATH, Command("review no-such-folder/")),
    (Code::CHANGE_UNKNOWN_REVISION, Command("review --base no-such-branch")),
    (Code::CLI_AUDIT, Command("verify no-such-file.json")),
    (Code::CLI_MCP, Command("mcp")),
    (Code::CLI_SERVE, Command("serve --listen 0.0.0.0:0")),
    (Code::CLI_UNKNOWN_TOPIC, Command("explain no-such-thing")),
    (Code::CLI_WRITE, Command("review --audit no-such-folder/audit.json")),
    (Code::CONFIG_ALIAS, Configuration("ignore: &paths\n  - vendor/\n")),
    (Code::CONFIG_AMBIGUOUS_SCALAR, Configuration("review:\n  language: no\n")),
    (Code::CONFIG_DUPLICATE_KEY, Configuration("gate:\n  fail_on: error\n  fail_on: warning\n")),
    (Code::CONFIG_INVALID_GLOB, Configuration("ignore:\n  - \"[a\"\n")),
    (Code::CONFIG_INVALID_VALUE, Configuration("gate:\n  inconclusive: pass\n")),
    (Code::CONFIG_KEY_NOT_TEXT, Configuration("1: one\n")),
    (Code::CONFIG_MERGE_KEY, Configuration("gate:\n  <<: {fail_on: error}\n")),
    (Code::CONFIG_MISSING_KEY, Configuration("quality_gates:\n  scanners:\n    - enabled: true\n")),
    (Code::CONFIG_NO_VALUE, Configuration("ignore:\n")),
    (Code::CONFIG_SEVERAL_DOCUMENTS, Configuration("gate: {fail_on: error}\n---\ngate: {fail_on: warning}\n")),
    (Code::CONFIG_TAB, Configuration("gate:\n\tfail_on: error\n")),
    (Code::CONFIG_TAG, Configuration("ignore:\n  - !vendor/keep\n")),
    (Code::CONFIG_UNKNOWN_ENGINE, Configuration("quality_gates:\n  scanners:\n    - engine: no-such-engine\n")),
    (Code::CONFIG_UNKNOWN_KEY, Configuration("gate:\n  fail-on: error\n")),
    (Code::CONFIG_UNKNOWN_RULE, Configuration("rules:\n  no-such-engine:rule: {enabled: false}\n")),
    (Code::CONFIG_UNKNOWN_SOURCE, Configuration("gate:\n  sources: [no-such-engine]\n")),
    (Code::CONFIG_WRONG_TYPE, Configuration("ignore: vendor/\n")),
    (Code::CONFIG_YAML_SYNTAX, Configuration("gate: {fail_on: error\n")),
];

impl Example {
    /// The example of a code.
    pub fn of(code: Code) -> Option<Self> {
        EXAMPLES.iter().find(|(known, _)| *known == code).map(|(_, example)| *example)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_sorted_and_each_code_has_one_at_most() {
        for pair in EXAMPLES.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} before {}", pair[0].0, pair[1].0);
        }
    }
}
