//! The keys of the configuration as a list, walked out of its JSON Schema.
//!
//! Two readers need it: the reference page, and the complaint about a key that stands in the wrong section.

use serde_json::Value;

/// One key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// The path: names joined by dots, `[]` for the items of a list, `<id>` for a name that the user chooses.
    pub path: String,
    /// Its type in words, such as `list of texts`.
    pub kind: String,
    /// Whether its section needs it.
    pub required: bool,
    /// The value that counts when it is absent: JSON, or what it is taken from in words.
    pub default: Option<String>,
    /// What it does.
    pub meaning: String,
    /// The accepted words and what each means, where the set is closed.
    pub words: Vec<(String, String)>,
}

/// Every key of the schema, in the schema's order, sections before their content.
pub fn keys(schema: &Value) -> Vec<KeyInfo> {
    let mut found = Vec::new();
    section(schema, schema, "", &mut found);
    found
}

/// The keys of one section.
fn section(root: &Value, schema: &Value, path: &str, found: &mut Vec<KeyInfo>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let target = resolve(root, property);
        let required = schema["required"].as_array().is_some_and(|required| required.iter().any(|key| key == name));
        let words = target["oneOf"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|choice| Some((text(&choice["const"])?, text(&choice["description"])?)));
        found.push(KeyInfo {
            path: path.clone(),
            kind: kind(root, target),
            required,
            default: default(property, target),
            meaning: text(&property["description"]).unwrap_or_default(),
            words: words.collect(),
        });
        section(root, target, &path, found);
        let item = resolve(root, &target["items"]);
        for item in item["anyOf"].as_array().into_iter().flatten().map(|choice| resolve(root, choice)).chain([item]) {
            section(root, item, &format!("{path}[]"), found);
        }
        section(root, resolve(root, &target["additionalProperties"]), &format!("{path}.<id>"), found);
    }
}

/// The schema behind a reference inside the same document.
fn resolve<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().and_then(|reference| root.pointer(reference.strip_prefix('#')?));
    target.unwrap_or(schema)
}

fn kind(root: &Value, schema: &Value) -> String {
    if let Some(choices) = schema["anyOf"].as_array().filter(|_| schema["type"].is_null()) {
        return choices.iter().map(|choice| kind(root, resolve(root, choice))).collect::<Vec<_>>().join(" or ");
    }
    match schema["type"].as_str() {
        Some("array") => match kind(root, resolve(root, &schema["items"])).as_str() {
            "severity" => "list of severities".to_owned(),
            item => format!("list of {item}s"),
        },
        Some("object") => "section".to_owned(),
        Some("string") if schema["anyOf"].is_array() => "severity".to_owned(),
        Some("string") => "text".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some(other) => other.to_owned(),
        None => "word".to_owned(),
    }
}

/// A section's default is said by its keys.
fn default(property: &Value, target: &Value) -> Option<String> {
    match (&property["default"], &property["x-default"]) {
        (_, Value::String(words)) => Some(words.clone()),
        (Value::Null, _) => None,
        _ if target["type"] == "object" => None,
        (Value::String(word), _) => Some(format!("`{word}`")),
        (other, _) => Some(format!("`{other}`")),
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
