//! Reads rule files in the gitleaks TOML format into specifications, strictly.
//!
//! A key that is misspelt or not supported would silently change what is found, so everything unknown is refused with file,
//! line, column and a remedy. This part does no IO and runs no rule.

mod allow;
mod document;
mod error;
mod expression;
mod file;
mod spec;

pub(super) use error::{RulesError, closest};
pub(super) use file::read;
pub(super) use spec::{AllowSpec, FileSpec, RuleSpec, Target};
