//! What `Cargo.toml` says about features and dependencies, as far as an entry can refer to it.
//!
//! Exists because a feature that is not declared would compile an engine out of every build, silently, and a missing
//! dependency would surface as an error in generated code that nobody wrote.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeTable, DeValue};

use super::refusal::Refusal;
use super::source::Source;

/// Features and dependencies by their names.
#[derive(Debug, Default)]
pub(super) struct Cargo {
    /// Each feature with what it turns on, the features that optional dependencies imply included.
    features: BTreeMap<String, Vec<String>>,
    /// Each entry of `[dependencies]`, and whether it is optional.
    dependencies: BTreeMap<String, bool>,
}

impl Cargo {
    /// Reads the text of `Cargo.toml`.
    ///
    /// # Errors
    /// Where the text is not TOML.
    pub(super) fn read(source: Source<'_>) -> Result<Self, Refusal> {
        let document = DeTable::parse(source.text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            source.refuse(offset, format!("not valid TOML: {}", error.message()), "correct it: cargo reads the same file")
        })?;
        let mut cargo = Self::default();
        for (name, value) in table(document.get_ref(), "features") {
            let turns_on = value.as_array().into_iter().flatten().filter_map(|item| item.get_ref().as_str());
            cargo.features.insert(name.to_owned(), turns_on.map(str::to_owned).collect());
        }
        for (name, value) in table(document.get_ref(), "dependencies") {
            let optional = value.get("optional").is_some_and(|value| value.get_ref().as_bool() == Some(true));
            cargo.dependencies.insert(name.to_owned(), optional);
        }
        cargo.add_implied_features();
        Ok(cargo)
    }

    /// An optional dependency is a feature of its own name, unless some feature refers to it as `dep:<name>`.
    fn add_implied_features(&mut self) {
        let named: BTreeSet<&str> = self.features.values().flatten().filter_map(|item| item.strip_prefix("dep:")).collect();
        let optional = self.dependencies.iter().filter(|(name, optional)| **optional && !named.contains(name.as_str()));
        let implied: Vec<_> = optional.map(|(name, _)| (name.clone(), vec![format!("dep:{name}")])).collect();
        self.features.extend(implied);
    }

    /// The names of all features.
    pub(super) fn features(&self) -> impl Iterator<Item = &str> {
        self.features.keys().map(String::as_str)
    }

    /// The names of all dependencies.
    pub(super) fn dependencies(&self) -> impl Iterator<Item = &str> {
        self.dependencies.keys().map(String::as_str)
    }

    /// The dependency called `name`, where `-` and `_` are the same, and whether it is optional.
    pub(super) fn dependency(&self, name: &str) -> Option<(&str, bool)> {
        let plain = name.replace('-', "_");
        let found = self.dependencies.iter().find(|(known, _)| known.replace('-', "_") == plain);
        found.map(|(known, optional)| (known.as_str(), *optional))
    }

    /// Whether `feature` turns on the optional `dependency`, through other features or not.
    pub(super) fn turns_on(&self, feature: &str, dependency: &str) -> bool {
        let mut open = vec![feature];
        let mut seen = BTreeSet::new();
        while let Some(feature) = open.pop() {
            if !seen.insert(feature) {
                continue;
            }
            for item in self.features.get(feature).into_iter().flatten() {
                // `dep:name`, `name/feature` turn it on; `name?/feature` does not.
                if item.strip_prefix("dep:") == Some(dependency)
                    || item.split_once('/').is_some_and(|(name, _)| name == dependency)
                {
                    return true;
                }
                open.push(item);
            }
        }
        false
    }
}

/// The pairs of the table `name`; none where it is absent or no table, which cargo itself refuses.
fn table<'a>(document: &'a DeTable<'_>, name: &str) -> impl Iterator<Item = (&'a str, &'a DeValue<'a>)> {
    let pairs = document.get(name).and_then(|value| value.get_ref().as_table()).into_iter().flatten();
    pairs.map(|(key, value)| (key.get_ref().as_ref(), value.get_ref()))
}
