//! Every rule that the binary knows: those of its engines under default options, and the gate's own.

use crate::finding::{OwnRule, RuleId, RuleInfo};
use crate::report::RuleExplanation;
use crate::scanner::{Registered, Registry};

/// The rules of one engine, by their published names.
pub(super) fn of_engine(registered: &Registered) -> Vec<RuleExplanation> {
    let (name, engine) = (registered.entry.name, &registered.engine);
    let known = engine.scanner.rules(&serde_json::json!({})).known;
    known.into_iter().map(|info| rule(info.id.named_by(name), Some((name, engine.category)), info)).collect()
}

/// All rules: the gate's own, then each engine's.
pub(in crate::cli) fn all(registry: &Registry) -> Vec<RuleExplanation> {
    let own = OwnRule::ALL.iter().map(|own| rule(own.rule(), None, own.info()));
    own.chain(registry.engines().iter().flat_map(|registered| of_engine(registered))).collect()
}

/// A rule that an audit describes.
pub(super) fn of_audit(info: &RuleInfo, registry: &Registry) -> RuleExplanation {
    let engine = info.id.as_str().split_once(':').and_then(|(engine, _)| registry.get(engine));
    let engine = engine.map(|registered| (registered.entry.name, registered.engine.category));
    rule(info.id.clone(), engine, info.clone())
}

fn rule(id: RuleId, engine: Option<(&str, &str)>, info: RuleInfo) -> RuleExplanation {
    RuleExplanation {
        name: id.as_str().to_owned(),
        engine: engine.map(|(name, category)| (name.to_owned(), category.to_owned())),
        severity: info.severity,
        title: info.title,
        help: info.help,
        tags: info.tags,
    }
}
