//! The tree that strict reading builds: values with their places in the text.
//!
//! It stays beside the typed configuration so that any later complaint, however deep, can point at the characters it is about.

use std::collections::BTreeMap;

/// Marked characters of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::config) struct Span {
    /// The line, from 1.
    pub(in crate::config) line: u32,
    /// The column in characters, from 1.
    pub(in crate::config) column: u32,
    /// How many characters; 0 where a value is missing.
    pub(in crate::config) length: u32,
}

/// A value and where it stands. What spans several lines is marked on its first one.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::config) struct Node {
    pub(in crate::config) value: Value,
    pub(in crate::config) span: Span,
}

/// What a place in the file holds. There is no null: a key without a value is refused.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::config) enum Value {
    /// Reported already and of no known meaning; whoever checks the tree says nothing more about it.
    Refused,
    /// `true` or `false`.
    Bool(bool),
    /// A decimal integer.
    Integer(i64),
    /// A decimal fraction; finite.
    Float(f64),
    /// Text, quoted or plain.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A mapping, by its keys.
    Map(BTreeMap<String, Member>),
}

/// The value of a key, and where the key stands.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::config) struct Member {
    pub(in crate::config) key: Span,
    pub(in crate::config) node: Node,
}

impl Node {
    /// The value that a JSON pointer (RFC 6901) leads to; the empty pointer is the node itself.
    pub(in crate::config) fn find(&self, pointer: &str) -> Option<&Self> {
        segments(pointer).try_fold(self, |node, segment| match &node.value {
            Value::List(items) => items.get(segment.parse::<usize>().ok()?),
            _ => node.get(&segment),
        })
    }

    /// The value of a key of this mapping.
    pub(in crate::config) fn get(&self, key: &str) -> Option<&Self> {
        match &self.value {
            Value::Map(members) => members.get(key).map(|member| &member.node),
            _ => None,
        }
    }

    /// Where a key of this mapping stands.
    pub(in crate::config) fn key(&self, key: &str) -> Option<Span> {
        match &self.value {
            Value::Map(members) => members.get(key).map(|member| member.key),
            _ => None,
        }
    }

    /// The keys of this mapping, by name; nothing when it is none.
    pub(in crate::config) fn names(&self) -> impl Iterator<Item = &str> {
        let members = match &self.value {
            Value::Map(members) => Some(members),
            _ => None,
        };
        members.into_iter().flatten().map(|(name, _)| name.as_str())
    }

    /// The items of this list; nothing when it is none.
    pub(in crate::config) fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The text, when it is one.
    pub(in crate::config) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether something in here was reported already.
    pub(in crate::config) fn is_tainted(&self) -> bool {
        match &self.value {
            Value::Refused => true,
            Value::List(items) => items.iter().any(Self::is_tainted),
            Value::Map(members) => members.values().any(|member| member.node.is_tainted()),
            Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Text(_) => false,
        }
    }

    /// The same tree as JSON, without places; what was refused is null.
    pub(in crate::config) fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Refused => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Integer(value) => (*value).into(),
            Value::Float(value) => (*value).into(),
            Value::Text(value) => value.as_str().into(),
            Value::List(items) => items.iter().map(Self::to_json).collect(),
            Value::Map(members) => {
                serde_json::Value::Object(members.iter().map(|(key, member)| (key.clone(), member.node.to_json())).collect())
            }
        }
    }
}

/// The unescaped segments of a JSON pointer.
fn segments(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer.split('/').skip(1).map(|segment| segment.replace("~1", "/").replace("~0", "~"))
}
