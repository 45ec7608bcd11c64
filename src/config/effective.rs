//! From a file, or from none, to the effective settings, remembering where each value comes from.
//!
//! Runs only on files that passed every check; it decides nothing that could fail.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::finding::RuleId;

use super::explain::{Explained, ValueSource};
use super::file::{File, Rule, Scanner};
use super::vocabulary::KnownEngine;
use super::yaml::{Node, Source};
use super::{Entry, GateSettings, RuleSetting, Section, Settings};

/// A file that passed every check. For no file, `root` and `source` are nothing and `file` holds the defaults.
pub(super) struct Checked<'a> {
    pub(super) file: File,
    pub(super) root: Option<&'a Node>,
    pub(super) source: Option<&'a Source>,
}

/// The effective settings and the source of each value. `engines` are sorted by name.
pub(super) fn effective(checked: &Checked<'_>, engines: &[KnownEngine<'_>]) -> (Settings, Vec<Explained>) {
    let mut rows = Rows { checked, all: Vec::new() };
    let file = &checked.file;
    let gate = GateSettings {
        fail_on: file.gate.fail_on.lowest(),
        inconclusive: file.gate.inconclusive,
        sources: file.gate.sources.clone(),
    };
    rows.add("gate.fail_on", gate.fail_on.as_str(), "/gate/fail_on");
    rows.add("gate.inconclusive", gate.inconclusive.as_str(), "/gate/inconclusive");
    rows.add("gate.sources", json!(gate.sources), "/gate/sources");
    rows.add("ignore", json!(file.ignore), "/ignore");
    let scanners = match &file.quality_gates.scanners {
        Some(listed) => {
            if listed.is_empty() {
                rows.add("quality_gates.scanners", json!([]), "/quality_gates/scanners");
            }
            let mut entries: Vec<(usize, &Scanner)> = listed.iter().enumerate().collect();
            entries.sort_by(|(_, a), (_, b)| a.engine.cmp(&b.engine));
            entries
                .into_iter()
                .filter_map(|(index, entry)| rows.entry(Some(index), entry, engine(engines, &entry.engine)?, &gate))
                .collect()
        }
        None => engines
            .iter()
            .filter(|engine| engine.default_on)
            .filter_map(|engine| rows.entry(None, &unlisted(engine), engine, &gate))
            .collect(),
    };
    let language = file.review.language;
    rows.add("review.language", language.as_str(), "/review/language");
    let rules =
        file.rules.iter().map(|(name, rule)| (RuleId::new(name.as_str()), rows.rule(name, rule))).collect::<BTreeMap<_, _>>();
    (Settings { scanners, gate, ignore: file.ignore.clone(), rules, language }, rows.all)
}

fn engine<'a, 'b>(engines: &'a [KnownEngine<'b>], name: &str) -> Option<&'a KnownEngine<'b>> {
    engines.iter().find(|engine| engine.name == name)
}

/// The entry of an engine that runs because nothing is listed.
fn unlisted(engine: &KnownEngine<'_>) -> Scanner {
    Scanner {
        engine: engine.name.to_owned(),
        enabled: true,
        required: false,
        fail_on: None,
        scope: None,
        options: serde_json::Map::new(),
    }
}

/// Collects values with their sources.
struct Rows<'a> {
    checked: &'a Checked<'a>,
    all: Vec<Explained>,
}

impl Rows<'_> {
    /// A value that the file may give at `pointer`, else the program's default.
    fn add(&mut self, path: &str, value: impl Into<Value>, pointer: &str) {
        let source = self.written(pointer).unwrap_or(ValueSource::Default);
        self.push(path.to_owned(), value, source);
    }

    fn push(&mut self, path: String, value: impl Into<Value>, source: ValueSource) {
        self.all.push(Explained { path, value: value.into(), source });
    }

    /// Where the file gives the value at `pointer`.
    fn written(&self, pointer: &str) -> Option<ValueSource> {
        let (root, source) = (self.checked.root?, self.checked.source?);
        let span = root.find(pointer)?.span;
        Some(ValueSource::File { file: source.file().to_owned(), line: span.line, column: span.column })
    }

    /// The effective entry; `index` is its place in the file's list. Nothing never happens, and lets callers filter.
    fn entry(&mut self, index: Option<usize>, entry: &Scanner, engine: &KnownEngine<'_>, gate: &GateSettings) -> Option<Entry> {
        let path = format!("quality_gates.scanners[{}]", entry.engine);
        let pointer = |key: &str| index.map_or_else(String::new, |index| format!("/quality_gates/scanners/{index}/{key}"));
        let written = |rows: &Self, key: &str| index.and_then(|_| rows.written(&pointer(key)));
        let fail_on = entry.fail_on.as_ref().map_or(gate.fail_on, |threshold| threshold.lowest());
        let fail_on_source = written(self, "fail_on").or_else(|| self.written("/gate/fail_on")).unwrap_or(ValueSource::Default);
        let of_program = |rows: &Self, key: &str| written(rows, key).unwrap_or(ValueSource::Default);
        let of_engine = |rows: &Self, key: &str| written(rows, key).unwrap_or(ValueSource::Engine);
        self.push(format!("{path}.enabled"), entry.enabled, of_program(self, "enabled"));
        self.push(format!("{path}.required"), entry.required, of_program(self, "required"));
        self.push(format!("{path}.fail_on"), fail_on.as_str(), fail_on_source);
        self.push(format!("{path}.scope"), entry.scope.unwrap_or(engine.default_scope).as_str(), of_engine(self, "scope"));
        for (key, value) in options(entry, engine) {
            let pointer = format!("options/{}", key.replace('~', "~0").replace('/', "~1"));
            self.push(format!("{path}.options.{key}"), value, of_engine(self, &pointer));
        }
        let section = if index.is_some() { Section::Repository } else { Section::Default };
        Some(Entry {
            engine: entry.engine.clone(),
            enabled: entry.enabled,
            required: entry.required,
            fail_on,
            scope: entry.scope,
            options: Value::Object(entry.options.clone()),
            section,
        })
    }

    fn rule(&mut self, name: &str, rule: &Rule) -> RuleSetting {
        let pointer = format!("/rules/{}", name.replace('~', "~0").replace('/', "~1"));
        if let Some(enabled) = rule.enabled {
            self.add(&format!("rules.{name}.enabled"), enabled, &format!("{pointer}/enabled"));
        }
        if let Some(severity) = rule.severity {
            self.add(&format!("rules.{name}.severity"), severity.0.as_str(), &format!("{pointer}/severity"));
        }
        RuleSetting { enabled: rule.enabled, severity: rule.severity.map(|rank| rank.0) }
    }
}

/// The options of an entry with the defaults that the engine's schema names.
fn options(entry: &Scanner, engine: &KnownEngine<'_>) -> BTreeMap<String, Value> {
    let properties = engine.options_schema["properties"].as_object().into_iter().flatten();
    let defaults = properties
        .filter_map(|(key, schema)| Some((key.clone(), schema.get("default").filter(|value| !value.is_null())?.clone())));
    let mut options: BTreeMap<String, Value> = defaults.collect();
    options.extend(entry.options.iter().map(|(key, value)| (key.clone(), value.clone())));
    options
}
