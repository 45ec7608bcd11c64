//! Checks a file's tree against the schema and against what a schema cannot say, and reports everything at once.
//!
//! Each problem is told at the characters it is about, with what would be accepted instead. Nothing here changes a value.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::finding::{Code, Diagnostic, OwnRule};

use super::complaint::{Complaint, What, complaints};
use super::context::context;
use super::exceptions::exceptions;
use super::ignore::{GlobError, Ignore, translate};
use super::keys::keys;
use super::schema;
use super::subject::Subject;
use super::suggest::did_you_mean;
use super::vocabulary::{AbsentEngine, KnownEngine, Vocabulary};
use super::wording::{self, quoted};
use super::yaml::{MAX_PROBLEMS, Node, Source, Span};

/// What a file is checked with.
pub(super) struct Check<'a> {
    pub(super) source: &'a Source,
    pub(super) root: &'a Node,
    pub(super) engines: &'a [KnownEngine<'a>],
    pub(super) absent: &'a [AbsentEngine<'a>],
    pub(super) vocabulary: &'a dyn Vocabulary,
}

impl Check<'_> {
    /// Every problem, in no particular order; of very many, one more than are shown.
    pub(super) fn run(&self) -> Vec<Diagnostic> {
        let schema = schema::compose(self.engines);
        let validator = match jsonschema::validator_for(&schema) {
            Ok(validator) => validator,
            Err(error) => {
                let message = format!("an engine of this binary describes its options wrongly: {error}");
                return vec![
                    Diagnostic::new(Code::CONFIG_SCHEMA, message)
                        .help("this is an error in the program: report it with this message"),
                ];
            }
        };
        let complaints = complaints(&schema, &validator, &self.root.to_json(), MAX_PROBLEMS + 1);
        // Lazily: each problem holds its line, and a line can be as long as the file.
        let told = complaints.iter().flat_map(|complaint| self.tell(&schema, complaint));
        told.chain(self.twice())
            .chain(self.required_and_off())
            .chain(self.globs())
            .chain(self.rules())
            .chain(exceptions(self.source, self.root))
            .chain(context(self.source, self.root))
            .chain(self.options(&complaints))
            .take(MAX_PROBLEMS + 1)
            .collect()
    }

    /// What a complaint of the schema means here.
    fn tell(&self, schema: &Json, complaint: &Complaint) -> Vec<Diagnostic> {
        let Some(node) = self.root.find(&complaint.pointer) else { return Vec::new() };
        let about_keys = matches!(complaint.what, What::UnknownKeys { .. } | What::MissingKey(_) | What::Name(_));
        if !about_keys && node.is_tainted() {
            return Vec::new();
        }
        let at = Subject::of(&complaint.pointer);
        match &complaint.what {
            What::UnknownKeys { unknown, accepted } => {
                let told = unknown.iter().map(|key| self.unknown_key(schema, &at, node, key, accepted));
                told.take(MAX_PROBLEMS + 1).collect()
            }
            What::Name(name) => vec![self.unknown_rule(node, name, &[])],
            What::MissingKey(key) => vec![self.missing_key(&at, node, key)],
            What::Type(types) => vec![self.wrong_type(&at, node, types)],
            What::Words(words) if at.is_engine() => vec![self.unknown_engine(node, words)],
            What::Words(words) => vec![self.unknown_word(&at, node, words)],
            What::Other(words) => {
                let problem =
                    self.at(at.code(Code::CONFIG_INVALID_VALUE), format!("{} {words}", at.name(self.root)), node.span, "");
                vec![problem.help(at.manual(self.root))]
            }
        }
    }

    fn unknown_key(&self, schema: &Json, at: &Subject<'_>, node: &Node, key: &str, accepted: &[String]) -> Diagnostic {
        let span = node.key(key).unwrap_or(node.span);
        let label = did_you_mean(key, accepted.iter().map(String::as_str));
        let message = match at.pointer {
            "" => format!("there is no key {}", quoted(key)),
            _ => format!("{} has no key {}", at.name(self.root), quoted(key)),
        };
        let elsewhere =
            keys(schema).into_iter().filter(|info| info.path.rsplit('.').next() == Some(key)).map(|info| info.path).next();
        let problem = self.at(at.code(Code::CONFIG_UNKNOWN_KEY), message, span, &label).note(wording::accepted(accepted));
        match elsewhere.filter(|_| label.is_empty() && !at.is_options()) {
            Some(path) => problem.help(format!("`{key}` belongs elsewhere: `{path}`")),
            None => problem.help(at.manual(self.root)),
        }
    }

    fn unknown_rule(&self, node: &Node, name: &str, known: &[String]) -> Diagnostic {
        let span = node.key(name).unwrap_or(node.span);
        let (message, label) = match name.split_once(':') {
            None => {
                let own = did_you_mean(name, OwnRule::ALL.iter().map(|rule| rule.id));
                let label = if own.is_empty() { "a rule is named `<engine>:<rule>`".to_owned() } else { own };
                (format!("{} is not the name of a rule", quoted(name)), label)
            }
            Some((engine, rule)) => match self.engines.iter().find(|known| known.name == engine) {
                None => {
                    let known = self.engines.iter().map(|known| known.name);
                    (format!("there is no engine {} in this binary", quoted(engine)), did_you_mean(engine, known))
                }
                Some(_) => (
                    format!("{} has no rule {}", quoted(engine), quoted(rule)),
                    did_you_mean(rule, known.iter().map(String::as_str)),
                ),
            },
        };
        let problem = self.at(Code::CONFIG_UNKNOWN_RULE, message, span, &label).note(self.compiled_in());
        problem.help("copy the name of the rule from a report, as `<engine>:<rule>`")
    }

    fn missing_key(&self, at: &Subject<'_>, node: &Node, key: &str) -> Diagnostic {
        let code = at.code(Code::CONFIG_MISSING_KEY);
        let problem =
            self.at(code, format!("{} needs the key {}", at.name(self.root), quoted(key)), node.span, &format!("no `{key}`"));
        problem.help(if key == "options" {
            "the engine's manual says which options it needs".to_owned()
        } else {
            format!("add `{key}: …`")
        })
    }

    fn wrong_type(&self, at: &Subject<'_>, node: &Node, types: &[String]) -> Diagnostic {
        let expected = wording::types(types);
        let message = format!("{} must be {expected}, and is {}", at.name(self.root), wording::type_of(&node.value));
        let problem = self.at(at.code(Code::CONFIG_WRONG_TYPE), message, node.span, &format!("expected {expected}"));
        problem.help(wording::how_to_write(types))
    }

    fn unknown_engine(&self, node: &Node, known: &[String]) -> Diagnostic {
        let name = node.text().unwrap_or_default();
        if name.trim().is_empty() {
            let problem = self.at(Code::CONFIG_UNKNOWN_ENGINE, "the name of the engine is blank", node.span, "no name");
            return problem.note(self.compiled_in()).help("write the name of an engine; `aurumcode engines` lists them");
        }
        let absent = self.absent.iter().find(|engine| engine.name == name);
        let all = known.iter().map(String::as_str).chain(self.absent.iter().map(|engine| engine.name));
        let label = if absent.is_some() { "not in this build".to_owned() } else { did_you_mean(name, all) };
        let message = format!("there is no engine {} in this binary", quoted(name));
        let mut problem = self.at(Code::CONFIG_UNKNOWN_ENGINE, message, node.span, &label).note(self.compiled_in());
        if let Some(absent) = absent {
            problem = problem.note(format!("`{name}` is in engines.toml but needs a build with `--features {}`", absent.feature));
        }
        problem.help("`aurumcode engines` lists them; CONTRIBUTING.md says how to compile one in")
    }

    fn unknown_word(&self, at: &Subject<'_>, node: &Node, words: &[String]) -> Diagnostic {
        let written = node.text().map_or_else(|| node.to_json().to_string(), str::to_owned);
        let label = did_you_mean(&written, words.iter().map(String::as_str));
        let message = format!("{} does not accept {}", at.name(self.root), quoted(&written));
        let code = if at.is_source() { Code::CONFIG_UNKNOWN_SOURCE } else { at.code(Code::CONFIG_INVALID_VALUE) };
        self.at(code, message, node.span, &label).note(wording::accepted(words)).help(at.manual(self.root))
    }

    /// Engines that two entries name.
    fn twice(&self) -> impl Iterator<Item = Diagnostic> {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        let named = self.entries().iter().filter_map(|entry| entry.get("engine"));
        let again = named.filter_map(move |node| {
            let name = node.text()?;
            match first.get(name) {
                Some(span) => Some((name, node, *span)),
                None => {
                    first.insert(name, node.span);
                    None
                }
            }
        });
        again.map(|(name, node, first)| {
            let message = format!("two entries name the engine {}", quoted(name));
            let problem = self.at(Code::CONFIG_DUPLICATE_ENGINE, message, node.span, "the second one");
            problem.note(self.source.first_one(first)).help("keep one entry an engine")
        })
    }

    /// Entries that must run and are switched off: whoever reads only one of the two keys is misled.
    fn required_and_off(&self) -> impl Iterator<Item = Diagnostic> {
        let is = |entry: &Node, key: &str, value: bool| entry.get(key).is_some_and(|node| node.to_json() == Json::Bool(value));
        let entries = self.entries().iter().filter(move |entry| is(entry, "required", true));
        let off = entries.filter_map(move |entry| is(entry, "enabled", false).then(|| entry.get("enabled")).flatten());
        off.map(|node| {
            let message = "an engine that is `required: true` cannot be switched off";
            let problem = self.at(Code::CONFIG_INVALID_VALUE, message, node.span, "the entry is required");
            problem.help("remove one of the two keys")
        })
    }

    /// Patterns that cannot be read, each by itself or all together.
    fn globs(&self) -> impl Iterator<Item = Diagnostic> {
        let patterns = self.root.get("ignore").map(Node::items).unwrap_or_default();
        let texts = || patterns.iter().filter_map(|node| Some((node, node.text()?))).filter(|(_, text)| !text.is_empty());
        let broken = |node: &Node, error: GlobError| {
            let problem = self.at(Code::CONFIG_INVALID_GLOB, error.to_string(), node.span, "");
            problem.help("docs/configuration.md describes the patterns")
        };
        let readable = texts().all(|(_, text)| translate(text).is_ok());
        let all: Vec<&str> = if readable { texts().map(|(_, text)| text).collect() } else { Vec::new() };
        let together = Ignore::new(&all).err().and_then(|(index, error)| Some((texts().nth(index)?.0, error)));
        let each = texts().filter_map(|(node, text)| Some((node, translate(text).err()?)));
        each.chain(together).map(move |(node, error)| broken(node, error))
    }

    /// Names of rules behind an engine that, with the options of its entry, cannot cite them.
    fn rules(&self) -> impl Iterator<Item = Diagnostic> {
        let section = self.root.get("rules");
        section.into_iter().flat_map(Node::names).filter_map(move |name| {
            let (engine, rule) = name.split_once(':').filter(|(_, rule)| !rule.is_empty())?;
            let known = self.engines.iter().find(|known| known.name == engine)?;
            let entry = self.entries().iter().find(|entry| entry.get("engine").and_then(Node::text) == Some(engine));
            let options = entry.and_then(|entry| entry.get("options")).map(Node::to_json);
            let closed = self.vocabulary.rules(known.name, &options.unwrap_or_else(|| Json::Object(serde_json::Map::new())))?;
            if closed.iter().any(|known| known == rule) { None } else { Some(self.unknown_rule(section?, name, &closed)) }
        })
    }

    /// What the engines themselves say about their options, where the schema has nothing to complain about.
    fn options(&self, complaints: &[Complaint]) -> impl Iterator<Item = Diagnostic> {
        self.entries().iter().enumerate().flat_map(move |(index, entry)| {
            let name = entry.get("engine").and_then(Node::text);
            let pointer = format!("/quality_gates/scanners/{index}");
            let inside = |other: &str| other.strip_prefix(&pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            let clean = !entry.is_tainted() && !complaints.iter().any(|complaint| inside(&complaint.pointer));
            let engine = self.engines.iter().find(|engine| clean && Some(engine.name) == name);
            engine.map(|engine| self.engines_own(engine, entry)).unwrap_or_default()
        })
    }

    fn engines_own(&self, engine: &KnownEngine<'_>, entry: &Node) -> Vec<Diagnostic> {
        let options = entry.get("options");
        let value = options.map_or_else(|| Json::Object(serde_json::Map::new()), Node::to_json);
        let told = (engine.check_options)(&value).into_iter().map(|problem| {
            let place = options.and_then(|node| node.find(&problem.pointer)).or(options).unwrap_or(entry);
            let help = if problem.help.is_empty() { wording::manual(engine.name) } else { problem.help };
            self.at(Code::CONFIG_INVALID_OPTION, problem.message, place.span, "").help(help)
        });
        told.take(MAX_PROBLEMS + 1).collect()
    }

    fn entries(&self) -> &[Node] {
        self.root.get("quality_gates").and_then(|section| section.get("scanners")).map(Node::items).unwrap_or_default()
    }

    fn compiled_in(&self) -> String {
        let names: Vec<&str> = self.engines.iter().map(|engine| engine.name).collect();
        format!("compiled in: {}", if names.is_empty() { "none".to_owned() } else { names.join(", ") })
    }

    fn at(&self, code: Code, message: impl Into<String>, span: Span, label: &str) -> Diagnostic {
        Diagnostic::new(code, message).at(self.source.excerpt(span, label))
    }
}
