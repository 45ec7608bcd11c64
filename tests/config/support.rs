//! A vocabulary of made-up engines that exercises every form of options, and a plain rendering of problems.

use std::fmt::Write as _;

use aurumcode::config::{AbsentEngine, KnownEngine, Loaded, OptionProblem, Scope, Vocabulary, parse};
use aurumcode::finding::Diagnostic;
use schemars::JsonSchema;
use serde_json::{Value, json};

/// Options with nested types, bounds, a closed set of words and defaults.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct AlphaOptions {
    /// A file with more rules.
    rules: Option<String>,
    /// The largest file.
    #[schemars(range(min = 1))]
    max_bytes: u64,
    /// How to look.
    mode: Option<Mode>,
    /// Rules to leave out.
    disable: Vec<String>,
}

impl Default for AlphaOptions {
    fn default() -> Self {
        Self { rules: None, max_bytes: 1_048_576, mode: None, disable: Vec::new() }
    }
}

impl serde::Serialize for AlphaOptions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "max_bytes": self.max_bytes, "disable": self.disable }).serialize(serializer)
    }
}

#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "only the schema of the type is used")]
enum Mode {
    /// Quickly.
    Fast,
    /// Thoroughly.
    Deep,
}

/// Options without which the engine cannot run.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the schema of the type is used")]
struct BetaOptions {
    /// Where its report lies.
    report: String,
}

/// What only the engine itself can check.
fn no_secret_rules(options: &Value) -> Vec<OptionProblem> {
    let disabled = options["disable"].as_array().into_iter().flatten().enumerate();
    disabled
        .filter(|(_, rule)| *rule == "forbidden")
        .map(|(index, _)| OptionProblem {
            pointer: format!("/disable/{index}"),
            message: "the rule `forbidden` cannot be left out".to_owned(),
            help: "remove it from the list".to_owned(),
        })
        .collect()
}

/// The engines `alpha` (on by default), `beta` (needs options) and `gamma` (a closed list of rules); `delta` is left out.
pub(crate) struct Engines;

impl Vocabulary for Engines {
    fn engines(&self) -> Vec<KnownEngine<'_>> {
        let nothing: &dyn Fn(&Value) -> Vec<OptionProblem> = &|_| Vec::new();
        let none = json!({ "type": "object", "additionalProperties": false });
        let engine = |name, category, default_on, options_schema, check_options| KnownEngine {
            name,
            category,
            origin: name,
            default_on,
            default_scope: Scope::Added,
            options_schema,
            check_options,
        };
        vec![
            KnownEngine { default_scope: Scope::Tree, origin: "greek", ..engine("gamma", "lint", false, none, nothing) },
            engine("alpha", "secrets", true, schemars::schema_for!(AlphaOptions).to_value(), &no_secret_rules),
            engine("beta", "lint", false, schemars::schema_for!(BetaOptions).to_value(), nothing),
        ]
    }

    fn rules(&self, engine: &str, _: &Value) -> Option<Vec<String>> {
        (engine == "gamma").then(|| vec!["first".to_owned(), "second".to_owned()])
    }

    fn absent(&self) -> Vec<AbsentEngine<'_>> {
        vec![AbsentEngine { name: "delta", feature: "greek-delta" }]
    }
}

pub(crate) fn read(text: impl AsRef<[u8]>) -> Result<Loaded, Vec<Diagnostic>> {
    parse(".aurumcode.yml", text.as_ref(), &Engines)
}

/// `code line:column+length`, one for each problem.
pub(crate) fn places(problems: &[Diagnostic]) -> Vec<String> {
    let place = |problem: &Diagnostic| match &problem.excerpt {
        Some(at) => format!("{} {}:{}+{}", problem.code, at.line, at.column, at.length),
        None => problem.code.to_string(),
    };
    problems.iter().map(place).collect()
}

/// Everything that a problem says, as plain text.
pub(crate) fn told(problems: &[Diagnostic]) -> String {
    let mut text = String::new();
    for problem in problems {
        let _ = writeln!(text, "error[{}]: {}", problem.code, problem.message);
        if let Some(at) = &problem.excerpt {
            let before = usize::try_from(at.column).unwrap_or_default() - 1;
            let marks = "^".repeat(usize::try_from(at.length).unwrap_or_default());
            let _ = writeln!(text, "  --> {}:{}:{}", at.file, at.line, at.column);
            let _ = writeln!(
                text,
                "   | {}",
                at.text.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'").replace("\\\\", "\\")
            );
            let _ = writeln!(text, "{}", format!("   | {}{marks} {}", " ".repeat(before), at.label).trim_end());
        }
        for note in &problem.notes {
            let _ = writeln!(text, "   = {note}");
        }
        for help in &problem.help {
            let _ = writeln!(text, "   = help: {help}");
        }
    }
    text
}
