//! The digest by which a tool is known again.
//!
//! A server that is updated, or taken over, can give a trusted name another meaning. Its description and schemas are what the team read
//! when it decided to ask this tool; whoever changes them must be read again.

use rmcp::model::Tool;
use serde_json::json;
use sha2::{Digest, Sha256};

/// The SHA-256 of a tool's name, description and schemas: 64 lower-case hexadecimal digits.
///
/// They are hashed as one JSON object without spaces, whose keys are sorted at every depth, so that the order in which a server happens
/// to write them does not count.
pub fn digest(tool: &Tool) -> String {
    let mut described = json!({
        "description": tool.description,
        "inputSchema": *tool.input_schema,
        "name": tool.name,
        "outputSchema": tool.output_schema.as_deref(),
    });
    described.sort_all_objects();
    Sha256::digest(described.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(value: serde_json::Value) -> Tool {
        serde_json::from_value(value).expect("a tool")
    }

    #[test]
    fn the_order_of_keys_does_not_count_and_every_word_does() {
        let one =
            json!({"name": "t", "description": "d", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}});
        let other =
            json!({"inputSchema": {"properties": {"a": {"type": "string"}}, "type": "object"}, "description": "d", "name": "t"});
        assert_eq!(digest(&tool(one.clone())), digest(&tool(other)));
        for (pointer, value) in [("/name", "u"), ("/description", "d "), ("/inputSchema/properties/a/type", "number")] {
            let mut changed = one.clone();
            *changed.pointer_mut(pointer).expect("there") = value.into();
            assert_ne!(digest(&tool(one.clone())), digest(&tool(changed)), "{pointer}");
        }
    }
}
