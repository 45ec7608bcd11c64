//! From the layers' sections to the effective sources: the policy's first, then the repository's.

use serde_json::json;

use crate::config::effective::Rows;
use crate::config::layers::{Layer, Layers};
use crate::config::{Section, ValueSource};
use crate::finding::RepoPath;

use super::{ContextSettings, ListedFile, Mcp, McpSetting, PROMPT_FILE, Presence};

impl Rows {
    /// The sources of both layers.
    pub(in crate::config) fn context(&mut self, layers: Layers<'_>) -> ContextSettings {
        let mut settings = ContextSettings::default();
        for layer in layers.policy.into_iter().chain([layers.repository]) {
            settings.prompts.push(self.prompt(layer));
            self.docs(layer, &mut settings.docs);
            self.skills(layer, &mut settings.skills);
            for (index, one) in layer.file.review.context.mcp.iter().enumerate() {
                // Of two with the same name the policy's counts: see `Layers::overrides`.
                if settings.mcp.iter().all(|other| other.name != one.name) {
                    settings.mcp.push(self.mcp(layer, index, one));
                }
            }
        }
        let lists =
            [("docs", settings.docs.is_empty()), ("skills", settings.skills.is_empty()), ("mcp", settings.mcp.is_empty())];
        for (key, _) in lists.into_iter().filter(|(_, empty)| *empty) {
            self.add(&format!("review.context.{key}"), json!([]), layers.repository, &format!("/review/context/{key}"));
        }
        settings
    }

    fn prompt(&mut self, layer: &Layer) -> ListedFile {
        let named = layer.file.review.context.prompt.as_deref();
        let path = named.unwrap_or(PROMPT_FILE);
        self.add("review.context.prompt", path, layer, "/review/context/prompt");
        let presence = if named.is_none() { Presence::Optional } else { wanted(layer, false) };
        ListedFile { layer: layer.section, path: RepoPath::from(path), heading: None, presence }
    }

    fn docs(&mut self, layer: &Layer, docs: &mut Vec<ListedFile>) {
        for (index, doc) in layer.file.review.context.docs.iter().enumerate() {
            let (name, pointer) = (format!("review.context.docs[{}]", docs.len()), format!("/review/context/docs/{index}"));
            let of_entry = layer.written(&pointer).unwrap_or(ValueSource::Default);
            let presence = wanted(layer, doc.required());
            self.push(format!("{name}.path"), doc.path(), layer.written(&format!("{pointer}/path")).unwrap_or(of_entry));
            if let Some(heading) = doc.section() {
                self.add(&format!("{name}.section"), heading, layer, &format!("{pointer}/section"));
            }
            let required = presence == Presence::Required;
            self.add(&format!("{name}.required"), required, layer, &format!("{pointer}/required"));
            let heading = doc.section().map(|heading| heading.trim().to_owned());
            docs.push(ListedFile { layer: layer.section, path: RepoPath::from(doc.path()), heading, presence });
        }
    }

    fn skills(&mut self, layer: &Layer, skills: &mut Vec<ListedFile>) {
        for (index, path) in layer.file.review.context.skills.iter().enumerate() {
            let pointer = format!("/review/context/skills/{index}");
            self.add(&format!("review.context.skills[{}]", skills.len()), path.as_str(), layer, &pointer);
            let path = RepoPath::from(path.as_str());
            skills.push(ListedFile { layer: layer.section, path, heading: None, presence: Presence::Required });
        }
    }

    fn mcp(&mut self, layer: &Layer, index: usize, one: &Mcp) -> McpSetting {
        let values = [
            ("command", json!(one.command)),
            ("args", json!(one.args)),
            ("env", json!(one.env)),
            ("tool", json!(one.tool)),
            ("payload", json!(one.payload)),
            ("sha256", json!(one.sha256)),
            ("max_bytes", json!(one.max_bytes)),
            ("required", json!(one.required)),
        ];
        for (key, value) in values {
            let pointer = format!("/review/context/mcp/{index}/{key}");
            self.add(&format!("review.context.mcp[{}].{key}", one.name), value, layer, &pointer);
        }
        McpSetting {
            layer: layer.section,
            name: one.name.clone(),
            command: one.command.clone(),
            args: one.args.clone(),
            env: one.env.clone(),
            tool: one.tool.clone(),
            payload: one.payload.clone(),
            sha256: one.sha256.clone(),
            max_bytes: usize::try_from(one.max_bytes).unwrap_or(usize::MAX),
            required: one.required,
        }
    }
}

/// What it means that a file that the layer names is not there.
fn wanted(layer: &Layer, required: bool) -> Presence {
    if required || layer.section == Section::Policy { Presence::Required } else { Presence::Wanted }
}
