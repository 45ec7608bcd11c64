//! How a tool is described to a model: a name, a sentence and the JSON Schema of its arguments.
//!
//! The schema comes from the type that the arguments are read into, so the two cannot disagree.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// A tool, as a model sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// The name by which it is called: `[a-z][a-z0-9_]*`.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// The JSON Schema of its arguments, which are always an object.
    pub parameters: Value,
}

/// The JSON Schema (2020-12) of a type, as strict as a schema can be: nothing undeclared in any object, no null, no references.
pub fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(strict).transform(&mut schema);
    schema.remove("title");
    let mut value = schema.to_value();
    if value["type"] == "object" && value.get("properties").is_none() {
        value["properties"] = json!({});
    }
    value
}

fn strict(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".to_owned(), only);
        }
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
    if object.get("default") == Some(&Value::Null) {
        object.remove("default");
    }
    // The size of a Rust number is no concern of a model's.
    object.remove("format");
    if object.get("type") == Some(&json!("object")) && object.get("additionalProperties").is_none() {
        object.insert("additionalProperties".to_owned(), json!(false));
    }
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Inner {
        /// How many.
        count: Option<u32>,
    }

    /// Not shown.
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is looked at")]
    struct Arguments {
        /// The file,
        /// on two lines.
        path: String,
        inner: Option<Inner>,
    }

    #[derive(JsonSchema)]
    struct Nothing {}

    #[test]
    fn a_schema_allows_nothing_undeclared_and_no_null() {
        let schema = schema_of::<Arguments>();
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["required"], json!(["path"]));
        assert_eq!(schema["properties"]["path"]["description"], "The file, on two lines.");
        let inner = &schema["properties"]["inner"];
        assert_eq!((&inner["type"], &inner["additionalProperties"]), (&json!("object"), &json!(false)));
        assert_eq!(inner["properties"]["count"]["type"], "integer");
        assert!(!schema.to_string().contains("null") && !schema.to_string().contains("$ref"), "{schema}");
        assert_eq!(schema_of::<Nothing>(), json!({ "type": "object", "properties": {}, "additionalProperties": false }));
    }
}
