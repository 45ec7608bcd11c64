//! Looks at one file: parses it, runs the rules over its tree, and says when it could not.
//!
//! `ast-grep-ignore` comments have no effect: who writes the code does not silence its review. The host's own suppressions do
//! what a team needs, with a reason.

use std::sync::Arc;
use std::time::Instant;

use ast_grep_core::matcher::MatcherExt;
use ast_grep_core::tree_sitter::StrDoc;
use ast_grep_core::{AstGrep, Matcher, Node, NodeMatch};
use ast_grep_language::SupportLang;

use crate::change::{Change, Content};
use crate::finding::{Finding, Fix, RepoPath, Unreviewed};

use super::errors::{Misread, that_counts};
use super::rules::{Rule, RuleSet};
use super::{language, php, report};

/// How many nodes are visited between two looks at the clock.
const NODES_PER_GLANCE: usize = 256;

/// What looking needs, for all files of a run.
pub(super) struct Look {
    pub(super) rules: Arc<RuleSet>,
    pub(super) change: Arc<Change>,
    /// Whether only added lines count as new.
    pub(super) added_only: bool,
    pub(super) deadline: Instant,
}

/// What was seen in one file.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) findings: Vec<Finding>,
    pub(super) unreviewed: Option<Unreviewed>,
}

impl Look {
    /// Looks at `path`. A file that no rule is about gives nothing, whatever its content.
    pub(super) fn file(&self, path: &RepoPath, content: &Content<'_>) -> Seen {
        let Some(language) = language::of_path(path) else { return Seen::default() };
        let rules = self.rules.of_file(path.as_path(), language);
        if rules.is_empty() {
            return Seen::default();
        }
        let source = match text(content) {
            Ok(source) => source,
            Err(why) => return Seen { unreviewed: Some(Unreviewed { path: path.clone(), why }), ..Seen::default() },
        };
        let mut scan = scan(path, source, language, &rules, self.deadline);
        let why = match scan.stopped.take() {
            Some(why) => Some(why),
            None => that_counts(&scan.misread, self.added_only, &self.change, path)
                .map(|lines| format!("line {} is not understood as {language}", lines.first)),
        };
        Seen { findings: scan.findings, unreviewed: why.map(|why| Unreviewed { path: path.clone(), why }) }
    }
}

/// What a scan of one text gave.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) findings: Vec<Finding>,
    pub(super) misread: Vec<Misread>,
    /// Why not everything was looked at.
    pub(super) stopped: Option<String>,
}

/// Runs `rules` over `source`. The findings are those of the whole text, also where parts of it were misread.
pub(super) fn scan(path: &RepoPath, source: &str, language: SupportLang, rules: &[(&Rule, bool)], deadline: Instant) -> Scan {
    let mut scan = Scan::default();
    let source = if language == SupportLang::Php { php::only(source) } else { source.into() };
    let root = match StrDoc::try_new(&source, language) {
        Ok(document) => AstGrep::doc(document),
        Err(why) => return Scan { stopped: Some(format!("it cannot be parsed: {why}")), ..scan },
    };
    let by_kind = by_kind(rules);
    let top = root.root();
    let broken = top.get_inner_node().has_error();
    for (count, node) in top.dfs().enumerate() {
        if count % NODES_PER_GLANCE == 0 && Instant::now() >= deadline {
            scan.stopped = Some("the time for the review ran out".to_owned());
            break;
        }
        if broken && (node.is_error() || node.is_missing()) {
            scan.misread.push(lines(&node));
        }
        for index in by_kind.get(usize::from(node.kind_id())).into_iter().flatten() {
            let (rule, is_team) = rules[*index];
            if let Some(found) = rule.matcher.match_node(node.clone()) {
                let found = finding(path, rule, is_team, &found).fix(fix(&source, language, rule, &found));
                scan.findings.push(found);
            }
        }
    }
    scan
}

/// For each kind of node, the rules that can match it.
fn by_kind(rules: &[(&Rule, bool)]) -> Vec<Vec<usize>> {
    let mut by_kind: Vec<Vec<usize>> = Vec::new();
    for (index, (rule, _)) in rules.iter().enumerate() {
        for kind in rule.matcher.potential_kinds().iter().flatten() {
            if by_kind.len() <= kind {
                by_kind.resize(kind + 1, Vec::new());
            }
            by_kind[kind].push(index);
        }
    }
    by_kind
}

/// The finding at a match.
fn finding(path: &RepoPath, rule: &Rule, is_team: bool, found: &NodeMatch<'_, StrDoc<SupportLang>>) -> Finding {
    // Only the team's messages may have metavariables: an embedded one may write `$( )` and mean it.
    let message = if is_team { rule.get_message(found) } else { rule.message.clone() };
    report::finding(path, rule, message, found)
}

/// What the rule would write in place of the match. What is looked at in a file of PHP is not all of its text, so there it is not said.
fn fix(source: &str, language: SupportLang, rule: &Rule, found: &NodeMatch<'_, StrDoc<SupportLang>>) -> Option<Fix> {
    if rule.fix.is_none() || language == SupportLang::Php {
        return None;
    }
    let fixers = rule.get_fixer().ok()?;
    let edit = found.make_edit(&rule.matcher, fixers.first()?);
    let text = String::from_utf8(edit.inserted_text).ok()?;
    Fix::of_edit(source, edit.position..edit.position + edit.deleted_length, &text)
}

/// The lines of a node.
fn lines(node: &Node<'_, StrDoc<SupportLang>>) -> Misread {
    Misread { first: report::one_based(node.start_pos().line()), last: report::one_based(node.end_pos().line()) }
}

/// The text of a file, without a byte order mark.
fn text<'a>(content: &'a Content<'_>) -> Result<&'a str, String> {
    let bytes = content.bytes().ok_or_else(|| why_not(content))?;
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Why there are no bytes to look at.
pub(super) fn why_not(content: &Content<'_>) -> String {
    match content {
        Content::TooLarge { size } => format!("{size} bytes are more than the limit"),
        Content::Unreadable { why } => why.clone(),
        Content::Submodule => "it is the commit of another repository".to_owned(),
        Content::Missing => "it is gone".to_owned(),
        Content::Bytes(_) => "it was read".to_owned(),
    }
}
