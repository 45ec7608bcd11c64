//! The MCP servers that inform a review, as sources: whose are started, and what each of them sees.
//!
//! A server is a program that a configuration names. The central policy's count always, the repository's where the commit to merge into
//! holds them: nobody's change starts a program. A working copy can be anybody's branch, so its servers count only when the operator
//! says that it is trusted.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use crate::config::{McpSetting, Section};
use crate::context::mcp::Source;
use crate::context::{ContextProvider, ProviderError, async_trait};
use crate::finding::RepoPath;
use crate::process::{BaseEnvironment, SystemRunner};
use crate::scanner::Judges;

use super::run::Context;

/// Lets the servers of a working copy start.
const TRUST: &str = "AURUMCODE_TRUST_LOCAL_MCP";

/// The sources, in the order of the settings.
pub(super) fn sources(context: &Context<'_>, servers: &[McpSetting], judges: &Judges) -> Vec<Box<dyn ContextProvider>> {
    let trusted = context.environment.get(TRUST).is_some_and(|value| value == "true") || judges.repository.root().is_none();
    let source = |server: &McpSetting| -> Box<dyn ContextProvider> {
        if trusted || server.layer == Section::Policy {
            Box::new(started(context, server))
        } else {
            Box::new(Untrusted::of(server))
        }
    };
    servers.iter().map(source).collect()
}

fn started(context: &Context<'_>, server: &McpSetting) -> Source {
    let declared = |name: &String| Some((OsString::from(name), context.environment.given(name)?.to_owned()));
    let variables: BTreeMap<OsString, OsString> = server.env.iter().filter_map(declared).collect();
    // Whatever they are called, the values are handed to a stranger and must come back in no answer.
    context.redactor.register_all(variables.values().filter_map(|value| value.to_str()).filter(|value| value.len() >= 8));
    let base = context.environment.variables().filter(|(name, _)| name == "PATH" || name == "HOME");
    Source::new(server.clone(), variables, SystemRunner::new(BaseEnvironment::pick(base)), Arc::clone(&context.redactor))
}

/// A server that is not started.
struct Untrusted {
    name: String,
    required: bool,
}

impl Untrusted {
    fn of(server: &McpSetting) -> Self {
        Self { name: format!("mcp:{}/{}", server.name, server.tool), required: server.required }
    }
}

#[async_trait]
impl ContextProvider for Untrusted {
    fn name(&self) -> &str {
        &self.name
    }

    fn required(&self) -> bool {
        self.required
    }

    async fn provide(&self, _: &[RepoPath]) -> Result<String, ProviderError> {
        let why = format!(
            "the working copy names it, and it is a program: set {TRUST}=true to start it, or name it in a central policy"
        );
        Err(ProviderError(why))
    }
}
