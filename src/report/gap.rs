//! What was not verified: one gap per engine without a whole answer, and what the gate itself missed.
//!
//! The gate gives one reason per file; a person reads one paragraph per engine. A gap of an engine that does not count is shown
//! as well, and said to be without effect.

use std::borrow::Cow;

use crate::finding::Unreviewed;

use super::text::{ReasonKind, Text};
use super::{EngineRun, Model};

/// One thing that was not verified.
pub(super) struct Gap<'a> {
    /// The engine; nothing when the review as a whole is meant.
    pub(super) engine: Option<&'a EngineRun>,
    /// The family of its token.
    pub(super) kind: ReasonKind,
    /// The reason token.
    pub(super) token: Cow<'a, str>,
    /// What exactly happened; may be empty.
    pub(super) detail: &'a str,
    /// Whether it makes the review incomplete.
    pub(super) counted: bool,
}

impl<'a> Gap<'a> {
    /// Every gap: the engines' by name, then the others.
    pub(super) fn all(model: &'a Model) -> Vec<Self> {
        let others = model.reasons.iter().filter(|reason| reason.engine.is_none()).map(|reason| Self {
            engine: None,
            kind: ReasonKind::of(&reason.token),
            token: Cow::Borrowed(&reason.token),
            detail: &reason.detail,
            counted: true,
        });
        model.engines.iter().filter_map(|engine| Self::of(engine, model)).chain(others).collect()
    }

    fn of(engine: &'a EngineRun, model: &Model) -> Option<Self> {
        let (token, detail) = match &engine.failure {
            Some((token, detail)) => (Cow::Borrowed(token.as_str()), detail.as_str()),
            None if engine.unreviewed.is_empty() => return None,
            None => (Cow::Owned(format!("{}_incomplete", engine.category)), ""),
        };
        let counted = model.reasons.iter().any(|reason| reason.engine.as_ref() == Some(&engine.name));
        Some(Self { engine: Some(engine), kind: ReasonKind::of(&token), token, detail, counted })
    }

    /// The files that were not looked at.
    pub(super) fn files(&self) -> &'a [Unreviewed] {
        self.engine.map_or(&[], |engine| &engine.unreviewed)
    }

    /// What to do about it.
    pub(super) fn remedy(&self, text: &Text) -> &'static str {
        match self.engine {
            Some(engine) if engine.failure.is_none() => text.remedy_for_files,
            _ => (text.remedy)(self.kind),
        }
    }
}
