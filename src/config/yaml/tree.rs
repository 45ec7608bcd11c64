//! Puts nodes together into a tree while the parser's events pass by.

use std::collections::BTreeMap;

use super::{Member, Node, Span, Value};

/// The tree so far.
#[derive(Debug, Default)]
pub(super) struct Tree {
    frames: Vec<Frame>,
    root: Option<Node>,
}

/// A collection that has begun and not ended.
#[derive(Debug)]
struct Frame {
    span: Span,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    List(Vec<Node>),
    Map { members: BTreeMap<String, Member>, next: Next },
}

/// What the next node of a mapping is.
#[derive(Debug)]
enum Next {
    Key,
    Value(String, Span),
    /// The value of a key that was refused.
    Dropped,
}

/// A collection stood where a key belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NotAKey(pub(super) Span);

impl Tree {
    /// How many collections are open.
    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The finished tree; nothing for a text without content.
    pub(super) fn finish(self) -> Option<Node> {
        self.root
    }

    /// Whether the next scalar is a key.
    pub(super) fn awaits_key(&self) -> bool {
        matches!(self.frames.last(), Some(Frame { kind: Kind::Map { next: Next::Key, .. }, .. }))
    }

    /// The key whose value is next, and its place.
    pub(super) fn awaiting(&self) -> Option<(&str, Span)> {
        match self.frames.last() {
            Some(Frame { kind: Kind::Map { next: Next::Value(name, span), .. }, .. }) => Some((name, *span)),
            _ => None,
        }
    }

    /// Takes a key. A key that the mapping has already is not taken again: its first place is returned, and its value dropped.
    pub(super) fn key(&mut self, name: &str, span: Span) -> Option<Span> {
        let Some(Frame { kind: Kind::Map { members, next }, .. }) = self.frames.last_mut() else { return None };
        let first = members.get(name).map(|member| member.key);
        *next = if first.is_none() { Next::Value(name.to_owned(), span) } else { Next::Dropped };
        first
    }

    /// Takes note of a key that was refused: its value is dropped.
    pub(super) fn refused_key(&mut self) {
        if let Some(Frame { kind: Kind::Map { next, .. }, .. }) = self.frames.last_mut() {
            *next = Next::Dropped;
        }
    }

    /// Begins a list.
    pub(super) fn open_list(&mut self, span: Span) {
        self.frames.push(Frame { span, kind: Kind::List(Vec::new()) });
    }

    /// Begins a mapping.
    pub(super) fn open_map(&mut self, span: Span) {
        self.frames.push(Frame { span, kind: Kind::Map { members: BTreeMap::new(), next: Next::Key } });
    }

    /// Where the innermost open collection begins.
    pub(super) fn opened(&self) -> Option<Span> {
        self.frames.last().map(|frame| frame.span)
    }

    /// Ends the innermost collection. `span` marks it; a block mapping, which has no end of its own, is marked on its first key.
    pub(super) fn close(&mut self, span: Option<Span>) -> Result<(), NotAKey> {
        let Some(Frame { span: mut place, kind }) = self.frames.pop() else { return Ok(()) };
        let value = match kind {
            Kind::List(items) => Value::List(items),
            Kind::Map { members, .. } => {
                place.length = members.values().map(|member| member.key).min().map_or(place.length, |first| first.length);
                Value::Map(members)
            }
        };
        self.place(Node { value, span: span.unwrap_or(place) })
    }

    /// Puts a finished node where it belongs: into the open collection, or at the root.
    pub(super) fn place(&mut self, node: Node) -> Result<(), NotAKey> {
        match self.frames.last_mut().map(|frame| &mut frame.kind) {
            None => self.root = Some(node),
            Some(Kind::List(items)) => items.push(node),
            Some(Kind::Map { members, next }) => match std::mem::replace(next, Next::Key) {
                Next::Value(name, key) => {
                    members.insert(name, Member { key, node });
                }
                Next::Dropped => {}
                Next::Key => {
                    *next = Next::Dropped;
                    return Err(NotAKey(node.span));
                }
            },
        }
        Ok(())
    }
}
