//! Checks what a model wrote as arguments, before any tool sees it.
//!
//! Nothing is guessed: text that is no JSON object is never run as if it were an empty one.

use serde_json::Value;

/// The most bytes of arguments.
const MAX_BYTES: usize = 64 * 1024;

/// How many things that are wrong are told at once.
const MAX_PROBLEMS: usize = 5;

/// The arguments as JSON, valid under `schema`.
///
/// # Errors
/// What is wrong, for the model: no JSON, no object, or what the schema refuses.
pub fn validate_arguments(schema: &Value, arguments: &str) -> Result<Value, String> {
    if arguments.len() > MAX_BYTES {
        return Err(format!("the arguments are {} bytes; at most {MAX_BYTES} are read", arguments.len()));
    }
    let value: Value = serde_json::from_str(arguments).map_err(|error| format!("the arguments are not JSON: {error}"))?;
    if !value.is_object() {
        return Err("the arguments are not a JSON object".to_owned());
    }
    let validator = jsonschema::validator_for(schema).map_err(|error| format!("the tool's schema is broken: {error}"))?;
    let problems = validator.iter_errors(&value).take(MAX_PROBLEMS).map(|error| match error.instance_path().to_string() {
        path if path.is_empty() => error.to_string(),
        path => format!("{path}: {error}"),
    });
    let problems: Vec<String> = problems.collect();
    if problems.is_empty() { Ok(value) } else { Err(problems.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::schema_of;
    use proptest::prelude::*;

    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Arguments {
        path: String,
        line: Option<u32>,
        all: Option<bool>,
    }

    #[test]
    fn only_what_the_schema_says_passes() {
        let schema = schema_of::<Arguments>();
        for good in [r#"{"path":"a"}"#, r#"{"path":"","line":3,"all":true}"#, " {\"path\":\"a\"}\n"] {
            assert!(validate_arguments(&schema, good).is_ok(), "{good}");
        }
        let wrong = [
            ("", "not JSON"),
            ("{path: 'a'}", "not JSON"),
            ("{\"path\":\"a\"", "not JSON"),
            ("{\"path\":\"a\"} {}", "not JSON"),
            ("null", "object"),
            ("[]", "object"),
            ("\"{}\"", "object"),
            ("{}", "path"),
            (r#"{"path":3}"#, "/path"),
            (r#"{"path":null}"#, "/path"),
            (r#"{"path":"a","line":"3"}"#, "/line"),
            (r#"{"path":"a","line":-1}"#, "/line"),
            (r#"{"path":"a","line":1.5}"#, "/line"),
            (r#"{"path":"a","line":null}"#, "/line"),
            (r#"{"path":"a","all":"yes"}"#, "/all"),
            (r#"{"path":"a","more":1}"#, "more"),
        ];
        for (text, part) in wrong {
            let problem = validate_arguments(&schema, text).expect_err(text);
            assert!(problem.contains(part), "{text}: {problem}");
        }
        assert!(validate_arguments(&schema, &format!("{{\"path\":\"{}\"}}", "a".repeat(70_000))).is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".*") {
            let _ = validate_arguments(&schema_of::<Arguments>(), &text);
        }
    }
}
