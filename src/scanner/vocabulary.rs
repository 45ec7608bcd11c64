//! What the configuration's reader may know about the engines: names and schemas, as data.
//!
//! `config` may not import this room, so that no configuration code can come to know a single engine.

use crate::config::{AbsentEngine, KnownEngine, Vocabulary};

use super::{Registered, Registry};

impl Vocabulary for Registry {
    fn engines(&self) -> Vec<KnownEngine<'_>> {
        Registry::engines(self).iter().map(|registered| known(registered)).collect()
    }

    fn rules(&self, engine: &str, options: &serde_json::Value) -> Option<Vec<String>> {
        let rules = self.get(engine)?.engine.scanner.rules(options);
        rules.closed.then(|| rules.known.iter().map(|rule| rule.id.as_str().to_owned()).collect())
    }

    fn absent(&self) -> Vec<AbsentEngine<'_>> {
        Registry::absent(self).iter().map(|absent| AbsentEngine { name: absent.name, feature: absent.feature }).collect()
    }
}

fn known(registered: &Registered) -> KnownEngine<'_> {
    let engine = &registered.engine;
    KnownEngine {
        name: registered.entry.name,
        category: engine.category,
        origin: engine.origin.unwrap_or(registered.entry.name),
        default_on: engine.default_on,
        default_scope: engine.default_scope,
        options_schema: engine.options.schema(),
        check_options: engine.options.check(),
    }
}
