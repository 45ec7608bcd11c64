//! From the layers to the effective settings, remembering where each value comes from.
//!
//! Runs only on files that passed every check; it decides nothing that could fail.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::finding::{RepoPath, RuleId};

use super::explain::{Explained, ValueSource};
use super::file::{Exception, Rule, Scanner};
use super::layers::{Chosen, Layer, Layers, escaped};
use super::vocabulary::KnownEngine;
use super::{DeliberationSettings, Entry, ExceptionSetting, GateSettings, ModelSettings, RuleSetting, Section, Settings};

/// The effective settings and the source of each value. `engines` are sorted by name.
pub(super) fn effective(layers: Layers<'_>, engines: &[KnownEngine<'_>]) -> (Settings, Vec<Explained>) {
    let mut rows = Rows { all: Vec::new() };
    let of = |field: &str| layers.of(field, &format!("/{}", field.replace('.', "/")));
    let gate = GateSettings {
        fail_on: of("gate.fail_on").file.gate.fail_on.lowest(),
        inconclusive: of("gate.inconclusive").file.gate.inconclusive,
        sources: of("gate.sources").file.gate.sources.clone(),
    };
    rows.add("gate.fail_on", gate.fail_on.as_str(), of("gate.fail_on"), "/gate/fail_on");
    rows.add("gate.inconclusive", gate.inconclusive.as_str(), of("gate.inconclusive"), "/gate/inconclusive");
    rows.add("gate.sources", json!(gate.sources), of("gate.sources"), "/gate/sources");
    let ignore = of("ignore").file.ignore.clone();
    rows.add("ignore", json!(ignore), of("ignore"), "/ignore");
    if let Some(source) = layers.empty_list() {
        rows.push("quality_gates.scanners".to_owned(), json!([]), source);
    }
    let threshold = of("gate.fail_on").written("/gate/fail_on").unwrap_or(ValueSource::Default);
    let entries = layers.entries(engines);
    let scanners = entries.iter().filter_map(|chosen| {
        let engine = engines.iter().find(|engine| engine.name == chosen.entry.engine)?;
        Some(rows.entry(chosen, engine, &gate, &threshold))
    });
    let scanners = scanners.collect();
    let language = of("review.language").file.review.language;
    rows.add("review.language", language.as_str(), of("review.language"), "/review/language");
    let layer = of("rules");
    let rules = layer.file.rules.iter();
    let rules = rules.map(|(name, rule)| (RuleId::new(name.as_str()), rows.rule(layer, name, rule))).collect::<BTreeMap<_, _>>();
    let layer = of("exceptions");
    let exceptions = layer.file.exceptions.iter().enumerate();
    let exceptions = exceptions.filter_map(|(index, one)| rows.exception(layer, index, one)).collect();
    let (model, deliberation, context) = (rows.model(of), rows.deliberation(of), rows.context(layers));
    (Settings { scanners, gate, ignore, rules, exceptions, language, model, deliberation, context }, rows.all)
}

/// Collects values with their sources.
pub(super) struct Rows {
    all: Vec<Explained>,
}

impl Rows {
    /// A value that the layer's file may give at `pointer`, else the program's default.
    pub(super) fn add(&mut self, path: &str, value: impl Into<Value>, layer: &Layer, pointer: &str) {
        self.push(path.to_owned(), value, layer.written(pointer).unwrap_or(ValueSource::Default));
    }

    pub(super) fn push(&mut self, path: String, value: impl Into<Value>, source: ValueSource) {
        self.all.push(Explained { path, value: value.into(), source });
    }

    /// The effective entry; `threshold` is where that of the gate comes from.
    fn entry(&mut self, chosen: &Chosen<'_>, engine: &KnownEngine<'_>, gate: &GateSettings, threshold: &ValueSource) -> Entry {
        let entry = chosen.entry.as_ref();
        let path = format!("quality_gates.scanners[{}]", entry.engine);
        let written = |key: &str| chosen.layer.written(&format!("/quality_gates/scanners/{}/{key}", chosen.index?));
        let of_program = |key: &str| written(key).unwrap_or(ValueSource::Default);
        let of_engine = |key: &str| written(key).unwrap_or(ValueSource::Engine);
        let fail_on = entry.fail_on.as_ref().map_or(gate.fail_on, |threshold| threshold.lowest());
        let fail_on_source = written("fail_on").unwrap_or_else(|| threshold.clone());
        self.push(format!("{path}.enabled"), entry.enabled, of_program("enabled"));
        self.push(format!("{path}.required"), entry.required, of_program("required"));
        self.push(format!("{path}.fail_on"), fail_on.as_str(), fail_on_source);
        self.push(format!("{path}.scope"), entry.scope.unwrap_or(engine.default_scope).as_str(), of_engine("scope"));
        for (key, value) in options(entry, engine) {
            let source = of_engine(&format!("options/{}", escaped(&key)));
            self.push(format!("{path}.options.{key}"), value, source);
        }
        Entry {
            engine: entry.engine.clone(),
            enabled: entry.enabled,
            required: entry.required,
            fail_on,
            scope: entry.scope,
            options: Value::Object(entry.options.clone()),
            section: if chosen.index.is_some() { chosen.layer.section } else { Section::Default },
        }
    }

    /// The model's review; `of` gives the layer whose value of a field counts.
    fn model<'a>(&mut self, of: impl Fn(&str) -> &'a Layer) -> ModelSettings {
        let layer = |key: &str| of(&format!("review.model.{key}"));
        let (enabled, required, timeout) = (layer("enabled"), layer("required"), layer("timeout_seconds"));
        let (look, calls) = (of("review.verification.enabled"), of("review.verification.max_calls"));
        let (batches, tokens) = (of("batches.max_batches"), of("batches.max_prompt_tokens"));
        let (looks, max_calls) = (look.file.review.verification.enabled, calls.file.review.verification.max_calls);
        let settings = ModelSettings {
            enabled: enabled.file.review.model.enabled,
            required: required.file.review.model.required,
            timeout: Duration::from_secs(timeout.file.review.model.timeout_seconds.into()),
            verification: if looks { max_calls } else { 0 },
            max_batches: batches.file.batches.max_batches,
            max_prompt_tokens: tokens.file.batches.max_prompt_tokens,
        };
        self.add("review.model.enabled", settings.enabled, enabled, "/review/model/enabled");
        self.add("review.model.required", settings.required, required, "/review/model/required");
        self.add("review.model.timeout_seconds", settings.timeout.as_secs(), timeout, "/review/model/timeout_seconds");
        self.add("review.verification.enabled", looks, look, "/review/verification/enabled");
        self.add("review.verification.max_calls", max_calls, calls, "/review/verification/max_calls");
        self.add("batches.max_batches", settings.max_batches, batches, "/batches/max_batches");
        self.add("batches.max_prompt_tokens", settings.max_prompt_tokens, tokens, "/batches/max_prompt_tokens");
        settings
    }

    /// The section `deliberation`, each value from the layer that counts.
    fn deliberation<'a>(&mut self, of: impl Fn(&str) -> &'a Layer) -> DeliberationSettings {
        let layer = |key: &str| of(&format!("deliberation.{key}"));
        let settings = DeliberationSettings {
            enabled: layer("enabled").file.deliberation.enabled,
            max_rounds: layer("max_rounds").file.deliberation.max_rounds,
            max_cost_tokens: layer("max_cost_tokens").file.deliberation.max_cost_tokens,
            per_tool_timeout: Duration::from_secs(
                layer("per_tool_timeout_seconds").file.deliberation.per_tool_timeout_seconds.into(),
            ),
            max_read_bytes: layer("max_read_bytes").file.deliberation.max_read_bytes,
            secret_paths: layer("secret_paths").file.deliberation.secret_paths.clone(),
        };
        let values = [
            ("enabled", json!(settings.enabled)),
            ("max_rounds", json!(settings.max_rounds)),
            ("max_cost_tokens", json!(settings.max_cost_tokens)),
            ("per_tool_timeout_seconds", json!(settings.per_tool_timeout.as_secs())),
            ("max_read_bytes", json!(settings.max_read_bytes)),
            ("secret_paths", json!(settings.secret_paths)),
        ];
        for (key, value) in values {
            self.add(&format!("deliberation.{key}"), value, layer(key), &format!("/deliberation/{key}"));
        }
        settings
    }

    /// An exception; every one that the checks accept has a day.
    fn exception(&mut self, layer: &Layer, index: usize, one: &Exception) -> Option<ExceptionSetting> {
        let Exception { rule, path, repository, owner, reason, expires } = one;
        for (key, value) in [("repository", repository), ("owner", owner), ("reason", reason), ("expires", expires)] {
            let (name, pointer) = (format!("exceptions[{rule} in {path}].{key}"), format!("/exceptions/{index}/{key}"));
            self.add(&name, value.as_str(), layer, &pointer);
        }
        Some(ExceptionSetting {
            rule: RuleId::new(rule.as_str()),
            path: RepoPath::from(path.as_str()),
            repository: repository.clone(),
            owner: owner.clone(),
            reason: reason.clone(),
            expires: expires.parse().ok()?,
        })
    }

    fn rule(&mut self, layer: &Layer, name: &str, rule: &Rule) -> RuleSetting {
        let pointer = format!("/rules/{}", escaped(name));
        if let Some(enabled) = rule.enabled {
            self.add(&format!("rules.{name}.enabled"), enabled, layer, &format!("{pointer}/enabled"));
        }
        if let Some(severity) = rule.severity {
            self.add(&format!("rules.{name}.severity"), severity.0.as_str(), layer, &format!("{pointer}/severity"));
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
