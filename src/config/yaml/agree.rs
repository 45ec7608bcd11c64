//! Whether both parsers of this program read the file in the same way.
//!
//! Positions come from one parser and the typed values from another. A text on which they differ could pass the checks in one
//! reading and take effect in the other, so it is refused whatever the difference is.

use serde_yaml::Value as Other;

use crate::finding::{Code, Diagnostic};

use super::source::number;
use super::{Member, Node, Source, Span, Value};

/// The problem, when the readings differ; `root` is nothing for a file without content.
pub(in crate::config) fn disagreement(source: &Source, root: Option<&Node>) -> Option<Diagnostic> {
    let other = match serde_yaml::from_str::<Other>(source.text()) {
        Ok(other) => other,
        Err(error) => {
            let message = format!("the second YAML reader refuses the file: {error}");
            let problem = Diagnostic::new(Code::CONFIG_TWO_READINGS, message).help("quote the text that it stumbles over");
            let span =
                error.location().map(|place| Span { line: number(place.line()), column: number(place.column()), length: 1 });
            return Some(match span {
                Some(span) => problem.at(source.excerpt(span, "")),
                None => problem,
            });
        }
    };
    let span = match root {
        None => (!other.is_null()).then_some(Span { line: 1, column: 1, length: 1 }),
        Some(node) => differs(node, &other),
    };
    let problem = Diagnostic::new(Code::CONFIG_TWO_READINGS, "two YAML readers understand this differently");
    Some(problem.at(source.excerpt(span?, "read in two ways")).help("quote the text, or write it on one line"))
}

/// The first place where the readings differ.
fn differs(node: &Node, other: &Other) -> Option<Span> {
    let same = match (&node.value, other) {
        (Value::Bool(value), Other::Bool(other)) => value == other,
        (Value::Integer(value), Other::Number(other)) => other.as_i64() == Some(*value),
        (Value::Float(value), Other::Number(other)) => other.is_f64() && other.as_f64() == Some(*value),
        (Value::Text(value), Other::String(other)) => value == other,
        (Value::List(items), Other::Sequence(others)) if items.len() == others.len() => {
            return items.iter().zip(others).find_map(|(item, other)| differs(item, other));
        }
        (Value::Map(members), Other::Mapping(others)) if members.len() == others.len() => {
            let pair = |(name, member): (&String, &Member)| match others.get(name.as_str()) {
                Some(other) => differs(&member.node, other),
                None => Some(member.key),
            };
            return members.iter().filter_map(pair).min();
        }
        _ => false,
    };
    (!same).then_some(node.span)
}
