//! The JSON Schema of the configuration: from the types, with what this binary's engines add.
//!
//! Editors complete from it and `load` validates with it, so what the schema refuses the program refuses. What a schema cannot
//! say (an engine listed twice, a pattern that cannot be read, an engine's own checks) is checked in `check` alone.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::finding::OwnRule;

use super::file::File;
use super::vocabulary::{KnownEngine, Vocabulary, by_name, sources};

/// The name of the schema, which also names its version.
pub const SCHEMA_ID: &str = "urn:aurumcode:schema:config:v1";

/// Where the schema is written, relative to the root of the repository: `aurumcode schema config > .aurumcode/schema.json`.
pub const SCHEMA_FILE: &str = ".aurumcode/schema.json";

/// The first line of a written `.aurumcode.yml`: editors with a YAML language server find the schema by it.
pub const EDITOR_LINE: &str = "# yaml-language-server: $schema=.aurumcode/schema.json";

/// The JSON Schema (2020-12) of a configuration for these engines.
pub fn json_schema(vocabulary: &dyn Vocabulary) -> Value {
    compose(&by_name(vocabulary))
}

/// The same for engines that are sorted by name.
pub(super) fn compose(engines: &[KnownEngine<'_>]) -> Value {
    let mut root = of_type::<File>();
    root["$id"] = SCHEMA_ID.into();
    let names: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
    root["$defs"]["Scanner"]["properties"]["engine"]["enum"] = json!(names);
    root["$defs"]["Gate"]["properties"]["sources"]["items"]["enum"] = json!(sources(engines));
    root["properties"]["rules"]["propertyNames"] = rule_names(engines);
    let mut choices = Vec::new();
    for engine in engines {
        let options = embed(&mut root, engine);
        let mut then = json!({ "properties": { "options": { "$ref": options } } });
        if !accepts_nothing(engine) {
            then["required"] = json!(["options"]);
        }
        choices.push(
            json!({ "if": { "properties": { "engine": { "const": engine.name } }, "required": ["engine"] }, "then": then }),
        );
    }
    if !choices.is_empty() {
        root["$defs"]["Scanner"]["allOf"] = choices.into();
    }
    heading_first(root)
}

/// What the document is, before what it says.
fn heading_first(mut root: Value) -> Value {
    let Some(rest) = root.as_object_mut().map(std::mem::take) else { return root };
    let (mut all, rest): (Map<_, _>, Map<_, _>) =
        rest.into_iter().partition(|(key, _)| matches!(key.as_str(), "$schema" | "$id" | "title" | "description"));
    all.sort_keys();
    all.extend(rest);
    Value::Object(all)
}

/// What a key of `rules` may be: the name of a rule of these engines, or of the gate itself.
fn rule_names(engines: &[KnownEngine<'_>]) -> Value {
    let names: Vec<String> = engines.iter().map(|engine| regex::escape(engine.name)).collect();
    let own: Vec<&str> = OwnRule::ALL.iter().map(|rule| rule.id).collect();
    json!({ "pattern": format!("^(({}):.+|{})$", names.join("|"), own.join("|")) })
}

/// The schema of a type, without null: the configuration has none.
fn of_type<T: JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    RecursiveTransform(without_null).transform(&mut schema);
    RecursiveTransform(one_line).transform(&mut schema);
    schema.to_value()
}

/// Joins the lines of a doc comment.
fn one_line(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

/// Whether an entry needs no options.
fn accepts_nothing(engine: &KnownEngine<'_>) -> bool {
    jsonschema::validator_for(&engine.options_schema).is_ok_and(|validator| validator.is_valid(&json!({})))
}

/// Puts an engine's options schema, and each of its definitions, among the definitions of `root`; returns the reference to it.
fn embed(root: &mut Value, engine: &KnownEngine<'_>) -> String {
    let prefix = format!("{}.", engine.name);
    let reference = format!("#/$defs/{prefix}options");
    let Ok(mut options) = Schema::try_from(engine.options_schema.clone()) else { return reference };
    RecursiveTransform(without_null).transform(&mut options);
    RecursiveTransform(|schema: &mut Schema| {
        if let Some(Value::String(target)) = schema.get_mut("$ref") {
            if target == "#" {
                target.clone_from(&reference);
            } else if let Some(name) = target.strip_prefix("#/$defs/") {
                *target = format!("#/$defs/{prefix}{name}");
            }
        }
    })
    .transform(&mut options);
    options.remove("$schema");
    options.remove("$id");
    let own = options.remove("$defs");
    if let Some(definitions) = root["$defs"].as_object_mut() {
        for (name, schema) in own.iter().filter_map(Value::as_object).flatten() {
            definitions.insert(format!("{prefix}{name}"), schema.clone());
        }
        definitions.insert(format!("{prefix}options"), options.to_value());
    }
    reference
}

/// Takes null out of a schema that was derived from an `Option`.
fn without_null(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    if object.get("default") == Some(&Value::Null) {
        object.remove("default");
    }
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        choices.retain(|choice| choice != &json!({ "type": "null" }));
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            object.remove("anyOf");
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
    }
}
