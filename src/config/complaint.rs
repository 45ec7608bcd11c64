//! What a JSON Schema validator says, reduced to what a person can act on.
//!
//! A validator reports every branch of every choice. Here a choice collapses into one statement: which words are accepted, which
//! type is expected, or what is wrong in the branch that was meant.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complaint {
    /// The JSON pointer of the value.
    pub(super) pointer: String,
    pub(super) what: What,
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// Keys that nothing reads, and those that something does.
    UnknownKeys { unknown: Vec<String>, accepted: Vec<String> },
    /// A key is missing.
    MissingKey(String),
    /// Another type is expected: one of these JSON types.
    Type(Vec<String>),
    /// One of these words is expected.
    Words(Vec<String>),
    /// A key that has not the form that keys have here.
    Name(String),
    /// Anything else, in words.
    Other(String),
}

/// The complaints about `value`, at most `limit` of them, in no particular order.
pub(super) fn complaints(schema: &Value, validator: &jsonschema::Validator, value: &Value, limit: usize) -> Vec<Complaint> {
    let all: Vec<Complaint> = validator.iter_errors(value).flat_map(|error| reduce(schema, &error)).take(limit).collect();
    // A value of the wrong type breaks every other demand too; only the type is worth saying.
    let typed = |pointer: &str| all.iter().any(|other| other.pointer == pointer && matches!(other.what, What::Type(_)));
    let kept = all.iter().filter(|complaint| matches!(complaint.what, What::Type(_)) || !typed(&complaint.pointer));
    // Two parts of the schema can ask for the same.
    distinct(kept.cloned())
}

fn reduce(schema: &Value, error: &ValidationError<'_>) -> Vec<Complaint> {
    let pointer = error.instance_path().as_str();
    let one = |what| vec![Complaint { pointer: pointer.to_owned(), what }];
    match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => choice(schema, pointer, context),
        Kind::AdditionalProperties { unexpected } => {
            one(What::UnknownKeys { unknown: unexpected.clone(), accepted: properties(schema, error.schema_path().as_str()) })
        }
        Kind::Required { property } => one(What::MissingKey(word(property))),
        Kind::Type { kind: TypeKind::Single(kind) } => one(What::Type(vec![kind.to_string()])),
        Kind::Type { kind: TypeKind::Multiple(kinds) } => one(What::Type(kinds.iter().map(|kind| kind.to_string()).collect())),
        Kind::Enum { options } => one(What::Words(options.as_array().into_iter().flatten().map(word).collect())),
        Kind::Constant { expected_value } => one(What::Words(vec![word(expected_value)])),
        Kind::PropertyNames { error } => one(What::Name(word(error.instance()))),
        Kind::MinItems { limit: 1 } | Kind::MinLength { limit: 1 } | Kind::MinProperties { limit: 1 } => {
            one(What::Other("must not be empty".to_owned()))
        }
        Kind::Minimum { limit } => one(What::Other(format!("must be at least {limit}"))),
        Kind::Maximum { limit } => one(What::Other(format!("must be at most {limit}"))),
        // The masked message leaves the value out: it can be long, and the line is shown anyway.
        _ => one(What::Other(error.masked_with("the value").to_string().trim_start_matches("the value ").to_owned())),
    }
}

/// One statement about a choice none of whose branches fits.
fn choice(schema: &Value, pointer: &str, branches: &[Vec<ValidationError<'_>>]) -> Vec<Complaint> {
    let branches: Vec<Vec<Complaint>> =
        branches.iter().map(|errors| errors.iter().flat_map(|error| reduce(schema, error)).collect()).collect();
    let here = |complaint: &&Complaint| complaint.pointer == pointer;
    let types = |branch: &Vec<Complaint>| -> Vec<String> {
        branch
            .iter()
            .filter(here)
            .filter_map(|complaint| if let What::Type(types) = &complaint.what { Some(types.clone()) } else { None })
            .flatten()
            .collect()
    };
    let one = |what| vec![Complaint { pointer: pointer.to_owned(), what }];
    let fitting: Vec<&Vec<Complaint>> = branches.iter().filter(|branch| types(branch).is_empty()).collect();
    if fitting.is_empty() {
        return one(What::Type(distinct(branches.iter().flat_map(types))));
    }
    let words = fitting
        .iter()
        .flat_map(|branch| branch.iter().filter(here))
        .filter_map(|complaint| if let What::Words(words) = &complaint.what { Some(words.clone()) } else { None });
    let words = distinct(words.flatten());
    if words.is_empty() {
        fitting.into_iter().min_by_key(|branch| branch.len()).cloned().unwrap_or_default()
    } else {
        one(What::Words(words))
    }
}

/// The names of the properties beside the keyword at `path`.
fn properties(schema: &Value, path: &str) -> Vec<String> {
    let object = path.rsplit_once('/').and_then(|(parent, _)| schema.pointer(parent));
    object
        .and_then(|object| object["properties"].as_object())
        .into_iter()
        .flat_map(|properties| properties.keys().cloned())
        .collect()
}

/// A value as the file would write it.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    for item in items {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    all
}
