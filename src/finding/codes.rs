//! The list of error codes: one place, from which the renderer, `docs/errors.md` and the tests read.

use super::{Code, CodeEntry};

macro_rules! codes {
    ($($name:ident = $text:literal, $exit:literal, $title:literal, $help:literal;)*) => {
        impl Code {
            $(#[doc = $title] pub const $name: Self = Self($text);)*
        }

        /// Every code, in alphabetical order.
        pub static CODES: &[CodeEntry] = &[
            $(CodeEntry { code: Code::$name, exit: $exit, title: $title, help: $help },)*
        ];
    };
}

codes! {
    BASELINE_IMPORT = "baseline/import", 1,
        "A file of another tool could not be read, or is not in the format that `--from` names.",
        "Name the format with `--from`, and give the file as that tool wrote it.";
    BASELINE_INVALID = "baseline/invalid", 5,
        "The baseline is not a file that this program can have written.",
        "Take it from the last commit where it was right, or write it anew with `aurumcode baseline write --all`.";
    BASELINE_UNREADABLE = "baseline/unreadable", 5,
        "The baseline exists and cannot be read, or is not a regular file.",
        "Make it a regular file that the program may read; a symbolic link is not followed.";
    CACHE_INSIDE = "cache/inside", 1,
        "The cache lies inside the repository under review, where a change could fill it.",
        "Let AURUMCODE_CACHE_DIR name a directory outside of the repository.";
    CHANGE_DUBIOUS_OWNERSHIP = "change/dubious-ownership", 6,
        "The repository belongs to another user, so git refuses to read it.",
        "If you trust the repository, add it to `safe.directory` with the command that the message gives.";
    CHANGE_GIT_FAILED = "change/git-failed", 1,
        "Git failed, or printed something unexpected, while the change was read.",
        "The message holds what git said; `git fsck` tells whether the repository is intact.";
    CHANGE_GIT_MISSING = "change/git-missing", 1,
        "There is no git on the PATH.",
        "Install git, or put it on the PATH.";
    CHANGE_GIT_TOO_OLD = "change/git-too-old", 1,
        "The git on the PATH lacks options that reading a change needs.",
        "Install the version that the message names, or a newer one.";
    CHANGE_IO = "change/io", 1,
        "A temporary file or directory could not be used.",
        "Check the free space and the permissions of the temporary directory (`TMPDIR`).";
    CHANGE_MISSING_OBJECTS = "change/missing-objects", 6,
        "The repository lacks objects of the content under review, as in a partial clone.",
        "Fetch the objects first; a review never fetches anything by itself.";
    CHANGE_NO_COMMIT = "change/no-commit", 6,
        "The repository has no commit yet.",
        "Commit something, or review what is not committed with `--staged` or `--worktree`.";
    CHANGE_NO_MERGE_BASE = "change/no-merge-base", 6,
        "Base and head have no common ancestor.",
        "Give a base that the head descends from, or review everything with `--all`.";
    CHANGE_NO_WORKING_TREE = "change/no-working-tree", 6,
        "The index or the working files are to be reviewed, and the repository has none.",
        "Review commits instead.";
    CHANGE_NOT_A_REPOSITORY = "change/not-a-repository", 6,
        "The directory is not inside a git repository.",
        "Run inside a repository, or name one with `--repo DIR`.";
    CHANGE_OUTSIDE_REPOSITORY = "change/outside-repository", 6,
        "A path to restrict the review to lies outside the repository.",
        "Give paths inside the repository.";
    CHANGE_SHALLOW = "change/shallow", 6,
        "The history that the base needs was cut off by a shallow clone.",
        "Fetch it with the command that the message gives.";
    CHANGE_UNKNOWN_PATH = "change/unknown-path", 6,
        "A path to restrict the review to is in neither the reviewed content nor its base.",
        "Paths are taken literally, without wildcards: check the spelling.";
    CHANGE_UNKNOWN_REVISION = "change/unknown-revision", 6,
        "The base or the head names no commit of the repository.",
        "Check the spelling, or fetch the branch that it names.";
    CHANGE_UNMERGED = "change/unmerged", 6,
        "The index holds unresolved conflicts.",
        "Resolve them and `git add` the files, or review the working files with `--worktree`.";
    CHANGE_UNUSABLE_REPOSITORY = "change/unusable-repository", 6,
        "Git recognises the repository and cannot use it.",
        "The message holds what git said; `git status` shows the same problem.";
    CLI_ALREADY_CONFIGURED = "cli/already-configured", 1,
        "`aurumcode init` was asked to write a configuration where there is one.",
        "Edit the file that is there, or remove it first; `aurumcode init --print` shows what would be written.";
    CLI_AUDIT = "cli/audit", 1,
        "The audit file could not be read.",
        "Give the file that `aurumcode review --audit FILE` wrote.";
    CLI_CONFIG_FROM = "cli/config-from", 2,
        "`--config-from head` was given in CI, where the change under review must not choose what judges it.",
        "Leave the option out: the base commit decides; or give a central policy with `--policy`.";
    CLI_HOOK = "cli/hook", 1,
        "A hook of git could not be written, or something else wrote one there already.",
        "Let the hook that is there call the command that the message names, or replace it with `--force`.";
    CLI_INTERNAL = "cli/internal", 1,
        "The program itself failed; there is no verdict.",
        "Report it with the message and the version; a review that failed so is not an approval.";
    CLI_INTERRUPTED = "cli/interrupted", 1,
        "A signal stopped the review; there is no verdict.",
        "Run it again. Every process that it had started was ended.";
    CLI_LOG_FILTER = "cli/log-filter", 2,
        "The variable `AURUMCODE_LOG` asks for a log in a way that cannot be read.",
        "Write a level (`info`, `debug`, `trace`), or one for a part (`aurumcode::process=debug`).";
    CLI_MCP = "cli/mcp", 1,
        "`aurumcode mcp` was started, and nobody spoke the protocol to it.",
        "Name the command in the configuration of a coding agent, which starts it; it is not used by hand.";
    CLI_SAME_FILE = "cli/same-file", 2,
        "Two results were asked for in the same file.",
        "Give each of `--audit`, `--sarif` and `--html` a file of its own.";
    CLI_SERVE = "cli/serve", 1,
        "`aurumcode serve` cannot listen there, or would let anybody in.",
        "Give another address with `--listen`; put a long random text into AURUMCODE_SERVE_TOKEN.";
    CLI_UNKNOWN_TOPIC = "cli/unknown-topic", 2,
        "Nothing that `aurumcode explain` knows is called so.",
        "Give the name as a report, an error or `aurumcode engines` shows it; near names are offered.";
    CLI_WRITE = "cli/write", 7,
        "A result could not be written.",
        "Free space, or give another path; the verdict itself stands.";
    CONFIG_ALIAS = "config/alias", 5,
        "The configuration uses an anchor or an alias of YAML.",
        "Write the value out where it is needed, and quote text that begins with `*` or `&`.";
    CONFIG_AMBIGUOUS_SCALAR = "config/ambiguous-scalar", 5,
        "The configuration holds an unquoted value that readers of YAML understand differently, such as `no`, `0x10` or `1_000`.",
        "Quote it if it is text; write `true` or `false`, or a number in plain decimal digits.";
    CONFIG_CONTEXT_FILE = "config/context-file", 5,
        "A file that is to inform the model is not there, or cannot be read, and the configuration requires it.",
        "Mend the file, or take it out of `review.context`; what the central policy names must be there.";
    CONFIG_DUPLICATE_ENGINE = "config/duplicate-engine", 5,
        "Two entries of `quality_gates.scanners` name the same engine.",
        "Keep one entry an engine.";
    CONFIG_DUPLICATE_KEY = "config/duplicate-key", 5,
        "A key is written twice in the same mapping.",
        "Keep one of them; the message names both lines.";
    CONFIG_HIDDEN_CHARACTER = "config/hidden-character", 5,
        "The configuration contains a control character or a mark that changes how a line is shown.",
        "Remove it, or write it as an escape in double quotes.";
    CONFIG_INVALID_GLOB = "config/invalid-glob", 5,
        "A pattern of `ignore` cannot be read.",
        "docs/configuration.md describes the patterns.";
    CONFIG_INVALID_OPTION = "config/invalid-option", 5,
        "An engine does not accept one of its options.",
        "The engine's manual describes its options; the editor completes them from `aurumcode schema config`.";
    CONFIG_INVALID_VALUE = "config/invalid-value", 5,
        "The configuration holds a value outside what its key accepts.",
        "docs/configuration.md says what each key accepts.";
    CONFIG_KEY_NOT_TEXT = "config/key-not-text", 5,
        "A key of the configuration is a number, a truth value, nothing or a collection.",
        "Quote the key.";
    CONFIG_MERGE_KEY = "config/merge-key", 5,
        "The configuration uses the merge key `<<`, which YAML 1.2 does not have.",
        "Write the merged keys out.";
    CONFIG_MISNAMED_FILE = "config/misnamed-file", 5,
        "A file looks like the configuration and has a name that is not read.",
        "Rename it to `.aurumcode.yml`.";
    CONFIG_MISSING_KEY = "config/missing-key", 5,
        "A section of the configuration lacks a key that it needs.",
        "Add the key.";
    CONFIG_NO_VALUE = "config/no-value", 5,
        "A key or a list item has no value, or `null`.",
        "Remove it or write a value; `[]` is an empty list and `{}` an empty section.";
    CONFIG_NOT_UTF8 = "config/not-utf8", 5,
        "The configuration is not UTF-8.",
        "Save the file as UTF-8.";
    CONFIG_RULE_FILES = "config/rule-files", 5,
        "A rule file that the options of an engine name is not there, or the engine does not take it.",
        "The message names the file, the place and the remedy; `aurumcode explain <engine>` says which format it takes.";
    CONFIG_SCHEMA = "config/schema", 1,
        "The options schema of a compiled-in engine is not a valid JSON Schema: an error in the program, not in the file.",
        "Report it with the name of the engine; a build without that engine reads the file.";
    CONFIG_SEVERAL_DOCUMENTS = "config/several-documents", 5,
        "The configuration holds more than one YAML document.",
        "Keep one document.";
    CONFIG_TAB = "config/tab", 5,
        "A line of the configuration is indented with a tab.",
        "Indent with spaces.";
    CONFIG_TAG = "config/tag", 5,
        "The configuration uses a tag of YAML.",
        "Remove it, and quote text that begins with `!`.";
    CONFIG_TOO_DEEP = "config/too-deep", 5,
        "The configuration nests too many collections.",
        "Flatten the file.";
    CONFIG_TOO_LARGE = "config/too-large", 5,
        "The configuration is larger than what is read.",
        "Remove what is not configuration.";
    CONFIG_TWO_FILES = "config/two-files", 5,
        "Both `.aurumcode.yml` and `.aurumcode/config.yml` exist.",
        "Keep one of the two files.";
    CONFIG_TWO_READINGS = "config/two-readings", 5,
        "Two YAML readers understand the configuration differently.",
        "Quote the text that the message marks, or write it on one line.";
    CONFIG_UNKNOWN_ENGINE = "config/unknown-engine", 5,
        "The configuration names an engine that this binary does not contain.",
        "`aurumcode engines` lists what is compiled in; an engine behind a cargo feature needs a build with that feature.";
    CONFIG_UNKNOWN_KEY = "config/unknown-key", 5,
        "The configuration holds a key that nothing reads.",
        "docs/configuration.md lists the keys.";
    CONFIG_UNKNOWN_RULE = "config/unknown-rule", 5,
        "A key of `rules` is not the name of a rule, `<engine>:<rule>`, of an engine in this binary, nor of the gate itself.",
        "Copy the name of the rule from a report.";
    CONFIG_UNKNOWN_SOURCE = "config/unknown-source", 5,
        "`gate.sources` names something that is no engine, category or origin in this binary.",
        "`aurumcode engines` lists all three.";
    CONFIG_UNREADABLE_FILE = "config/unreadable-file", 5,
        "The configuration exists and cannot be read, or is not a regular file.",
        "Make it a regular file that the program may read; a symbolic link is not followed.";
    CONFIG_WRONG_TYPE = "config/wrong-type", 5,
        "A value of the configuration has another type than its key accepts.",
        "docs/configuration.md gives each key's type.";
    CONFIG_YAML_SYNTAX = "config/yaml-syntax", 5,
        "The configuration is not YAML, or uses a part of YAML that is not accepted.",
        "Check the indentation, and quote text that holds `: ` or ` #`.";
    DELIVERY_ALREADY_OPEN = "delivery/already-open", 2,
        "The branch has an open pull request, and there is never a second one.",
        "Let it go on with `aurumcode pr run`, or end it with `aurumcode pr approve`.";
    DELIVERY_BRANCH = "delivery/branch", 6,
        "The branch, its remote or what it is to be merged into cannot be determined.",
        "Push the branch, and name what is meant with `--branch`, `--base` and `--remote`.";
    DELIVERY_BREAKER = "delivery/breaker", 1,
        "Several pull requests were blocked in a row, so nothing is done any more before a person has looked.",
        "Find out why with `aurumcode pr list`, then let work go on with `aurumcode pr rearm`.";
    DELIVERY_REFUSED = "delivery/refused", 2,
        "It is not the time for what was asked: the pull request waits for somebody else.",
        "`aurumcode pr show` says whose turn it is.";
    DELIVERY_STORE = "delivery/store", 1,
        "The store of pull requests cannot be reached, read or written.",
        "Check the file or the address that `--store` or AURUMCODE_STORE names, and who may write to it.";
    DELIVERY_TASK = "delivery/task", 5,
        "The task file cannot be read, or is not of its format.",
        "`aurumcode schema task` prints the format; the message names the line where it is known.";
    DELIVERY_UNKNOWN = "delivery/unknown", 2,
        "There is no such pull request in this repository's store.",
        "`aurumcode pr list` lists them.";
    FORGE_NO_PULL_REQUEST = "forge/no-pull-request", 6,
        "There is no pull request of that number, or the token may not see it.",
        "Check `--pr`, `--repo-slug` and the token; docs/pull-requests.md says which variables count.";
    FORGE_PLACE = "forge/place", 2,
        "Nothing says which forge or which repository is meant, or what says it cannot be used.",
        "Run in the CI of the forge, or set the variable with the address of its API and give `--repo-slug OWNER/NAME`.";
    FORGE_UNDELIVERED = "forge/undelivered", 7,
        "The forge did not take the comment, the comments on lines or the status.",
        "The verdict stands; the message says what the forge answered. Run it again, or mend the token.";
    FORGE_UNREACHABLE = "forge/unreachable", 1,
        "The forge did not answer when it was asked for the pull request.",
        "Run it again; the message says what happened.";
    FORGE_UNVERIFIED_CHECKOUT = "forge/unverified-checkout", 6,
        "What is checked out is not the head of the pull request, or its base is not in the clone.",
        "Check out the head with the command that the message gives; in CI, let the checkout step take the head and the whole history.";
    MODEL_ENVIRONMENT = "model/environment", 1,
        "The environment names a model, and does not say enough about it or says something that cannot be used.",
        "Set the variable that the message names; docs/models.md lists them.";
    MODEL_FILE = "model/file", 1,
        "A file of recorded answers cannot be read.",
        "Give the file that `--record` wrote, or one of the form that docs/models.md describes.";
    POLICY_INSIDE = "policy/inside-repository", 5,
        "The central policy lies inside the repository that it is to judge.",
        "Keep it outside, where a change to the repository cannot alter it: for example in a checkout of its own.";
    POLICY_MISSING = "policy/missing", 5,
        "A central policy was asked for, and there is none at that place.",
        "Correct the path that `--policy` or `AURUMCODE_POLICY` gives; a policy that is missing never counts as none.";
    REPORT_BAD_AUDIT = "report/bad-audit", 1,
        "The file given to `aurumcode verify` is no audit that this program can check.",
        "Give the file that `--audit` wrote, unchanged, to the version of the program that wrote it.";
    RULES_INVALID = "rules/invalid", 5,
        "A rule file of an engine is not valid.",
        "Correct the place that the message shows; nothing was scanned.";
    RULES_UNREADABLE = "rules/unreadable", 5,
        "A rule file of an engine cannot be read.",
        "Check the path in the engine's options and that the file is a regular, readable file.";
    RULES_UNSUPPORTED = "rules/unsupported", 5,
        "A rule file uses a part of its format that the engine does not support.",
        "Write the rule without that part; the engine's manual lists what it supports.";
    SKILLS_REFUSED = "skills/refused", 5,
        "A document of a skill cannot be read as one.",
        "docs/skills.md describes the format; the message names the mistake.";
    SKILLS_UNKNOWN_RULE = "skills/unknown-rule", 2,
        "No skill has a rule of that name.",
        "Copy the name from a report, or look it up with `aurumcode skills list`.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_unique_and_explained() {
        for pair in CODES.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} before {}", pair[0].code, pair[1].code);
        }
        for entry in CODES {
            assert!(entry.code.as_str().contains('/') && !entry.title.is_empty() && !entry.help.is_empty(), "{}", entry.code);
            assert!(matches!(entry.exit, 1 | 2 | 5 | 6 | 7), "{}: {}", entry.code, entry.exit);
        }
    }
}
