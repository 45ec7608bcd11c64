//! What a schema cannot say about sources of context: paths inside the tree, names that are unique, programs that can be started.

use std::collections::BTreeMap;

use crate::config::Section;
use crate::config::layers::Layer;
use crate::config::wording::quoted;
use crate::config::yaml::{Node, Source, Span};
use crate::finding::{Code, Diagnostic, Excerpt, RepoPath};

use super::CHANGED_PATHS;

/// What is wrong with the values of `review.context`.
pub(in crate::config) fn context<'a>(source: &'a Source, root: &'a Node) -> impl Iterator<Item = Diagnostic> + 'a {
    let section = root.get("review").and_then(|review| review.get("context"));
    section.into_iter().flat_map(move |section| Checked { source, section }.problems())
}

struct Checked<'a> {
    source: &'a Source,
    section: &'a Node,
}

impl Checked<'_> {
    fn problems(&self) -> Vec<Diagnostic> {
        let mut problems: Vec<Diagnostic> = self.files().filter_map(|node| self.path(node)).collect();
        problems.extend(self.twice(self.items("skills").iter(), "two entries name the skill"));
        for server in self.items("mcp") {
            problems.extend(self.server(server));
        }
        problems.extend(self.twice(self.items("mcp").iter().filter_map(|server| server.get("name")), "two entries are named"));
        problems
    }

    /// The values that name files.
    fn files(&self) -> impl Iterator<Item = &Node> {
        let docs = self.items("docs").iter().map(|doc| doc.get("path").unwrap_or(doc));
        self.section.get("prompt").into_iter().chain(docs).chain(self.items("skills"))
    }

    fn items(&self, key: &str) -> &[Node] {
        self.section.get(key).map(Node::items).unwrap_or_default()
    }

    fn path(&self, node: &Node) -> Option<Diagnostic> {
        let text = node.text().filter(|text| !text.is_empty())?;
        let leads_out = text.split('/').any(|segment| matches!(segment, "" | "." | "..")) || text.contains('\0');
        let help = "write its path from the root, with slashes: `docs/style.md`";
        leads_out.then(|| self.refuse(node, "a file of the context lies inside the tree that names it".to_owned(), help))
    }

    fn server(&self, server: &Node) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        let mut check = |key: &str, wrong: fn(&str) -> bool, what: &str, help: &str| {
            let node = server.get(key);
            if let Some(node) = node.filter(|node| node.text().is_some_and(|text| !text.is_empty() && wrong(text))) {
                problems.push(self.refuse(node, what.to_owned(), help));
            }
        };
        check(
            "name",
            |text| !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
            "an MCP source is named with letters, digits, `-` and `_`",
            "reports call it `mcp:<name>/<tool>`",
        );
        check(
            "command",
            |text| text.contains('\0') || (text.contains('/') && !text.starts_with('/')) || matches!(text, "." | ".."),
            "a program is named by an absolute path, or as the PATH finds it",
            "a relative path could be one of the reviewed change; give the arguments under `args`",
        );
        check(
            "sha256",
            |text| text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)),
            "a SHA-256 has 64 hexadecimal digits in lower case",
            "leave the key out, and the report says what to write",
        );
        for node in server.get("env").map(Node::items).unwrap_or_default() {
            let named = |text: &str| {
                text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                    && !text.starts_with(|c: char| c.is_ascii_digit())
            };
            if node.text().is_some_and(|text| !text.is_empty() && !named(text)) {
                let what = "`env` lists names of variables, without their values".to_owned();
                problems.push(self.refuse(node, what, "write `NAME`; the value is taken from the environment of the review"));
            }
        }
        for node in texts(server.get("payload")) {
            if node.text().is_some_and(|text| text.contains("${") && text != CHANGED_PATHS) {
                let what = format!("a payload knows nothing but `{CHANGED_PATHS}`, alone in its text");
                problems.push(self.refuse(node, what, "it stands for the list of changed paths"));
            }
        }
        problems
    }

    /// Texts that an earlier node has as well.
    fn twice<'n>(&self, nodes: impl Iterator<Item = &'n Node>, what: &str) -> Vec<Diagnostic> {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        let mut problems = Vec::new();
        for (node, text) in nodes.filter_map(|node| Some((node, node.text()?))) {
            if let Some(span) = first.get(text) {
                let problem = self.refuse(node, format!("{what} {}", quoted(text)), "keep one of them");
                problems.push(problem.note(self.source.first_one(*span)));
            } else {
                first.insert(text, node.span);
            }
        }
        problems
    }

    fn refuse(&self, node: &Node, what: String, help: &str) -> Diagnostic {
        Diagnostic::new(Code::CONFIG_INVALID_VALUE, what).at(self.source.excerpt(node.span, "")).help(help)
    }
}

/// Every file that a layer names, with its place.
pub(in crate::config) fn named_files(layer: &Layer) -> Vec<(Section, RepoPath, Excerpt)> {
    let (Some(source), Some(root)) = (&layer.source, &layer.root) else { return Vec::new() };
    let Some(section) = root.get("review").and_then(|review| review.get("context")) else { return Vec::new() };
    let checked = Checked { source, section };
    checked
        .files()
        .filter_map(|node| Some((layer.section, RepoPath::from(node.text()?), source.excerpt(node.span, ""))))
        .collect()
}

/// Every text in a value.
fn texts(node: Option<&Node>) -> Vec<&Node> {
    let (mut found, mut waiting): (Vec<&Node>, Vec<&Node>) = (Vec::new(), node.into_iter().collect());
    while let Some(node) = waiting.pop() {
        found.extend(node.text().map(|_| node));
        waiting.extend(node.items());
        waiting.extend(node.names().filter_map(|name| node.get(name)));
    }
    found
}
