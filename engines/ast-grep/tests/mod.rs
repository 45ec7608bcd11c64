//! The engine against its own test data, and what it does with files and rules that are not as they should be.

mod cases;
mod files;
mod hostile;
mod manual;
mod php;
mod team;

use std::time::{Duration, Instant};

use ast_grep_language::SupportLang;

use crate::finding::RepoPath;

use super::look::{Scan, scan};
use super::rules::Rule;

/// Runs `rules` over a text as if it were a file of that language.
fn look(source: &str, language: SupportLang, rules: &[Rule]) -> Scan {
    let rules: Vec<(&Rule, bool)> = rules.iter().map(|rule| (rule, false)).collect();
    scan(&RepoPath::from("a"), source, language, &rules, Instant::now() + Duration::from_secs(600))
}

/// What all rules of a set, the team's among them, find in a Python text.
fn look_with_team(source: &str, rules: &super::rules::RuleSet) -> Vec<crate::finding::Finding> {
    let of_file = rules.of_file(std::path::Path::new("a.py"), SupportLang::Python);
    scan(&RepoPath::from("a.py"), source, SupportLang::Python, &of_file, Instant::now() + Duration::from_secs(600)).findings
}
