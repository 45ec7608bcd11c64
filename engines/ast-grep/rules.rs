//! The rules of one run: the embedded ones of the languages that occur, and the team's.
//!
//! Rules of languages without a file are not compiled, since compiling is most of the work of a small review.

use std::collections::BTreeSet;
use std::path::Path;

use ast_grep_config::{
    DeserializeEnv, GlobalRules, RuleCollection, RuleConfig, RuleConfigError, SerializableGlobalRule, SerializableRuleConfig,
    from_str,
};
use ast_grep_language::SupportLang;
use sha2::{Digest, Sha256};

use crate::finding::RepoPath;
use crate::scanner::ScanError;

use super::options::AstGrepOptions;
use super::refusal::{Document, Refusal};
use super::team::RuleFile;
use super::{embedded, language};

/// A compiled rule.
pub(super) type Rule = RuleConfig<SupportLang>;

/// The rules of one run.
pub(super) struct RuleSet {
    embedded: RuleCollection<SupportLang>,
    team: RuleCollection<SupportLang>,
}

impl RuleSet {
    /// The rules for `files`.
    pub(super) fn new(options: &AstGrepOptions, team: &[RuleFile], files: &[RepoPath]) -> Result<Self, ScanError> {
        let mut own = Vec::new();
        if options.embedded {
            for (language, ..) in language::LANGUAGES {
                if files.iter().any(|path| language::of_path(path) == Some(*language)) {
                    own.extend(compile_embedded(*language)?);
                }
            }
            own.retain(|rule| !options.disable.contains(&rule.id));
        }
        let mut theirs = Vec::new();
        for file in team {
            theirs.extend(compile_file(file)?);
        }
        check_ids(&theirs, &options.disable)?;
        let theirs = theirs.into_iter().map(|(_, rule)| rule).filter(|rule| !options.disable.contains(&rule.id)).collect();
        let globs = |error| ScanError::Execution(format!("a rule's `files` or `ignores`: {error}; correct the pattern"));
        Ok(Self { embedded: RuleCollection::try_new(own).map_err(globs)?, team: RuleCollection::try_new(theirs).map_err(globs)? })
    }

    /// The rules that look at a file of that path and language, and whether each is the team's.
    pub(super) fn of_file(&self, path: &Path, language: SupportLang) -> Vec<(&Rule, bool)> {
        let own = self.embedded.get_rule_from_lang(path, language).into_iter().map(|rule| (rule, false));
        let theirs = self.team.get_rule_from_lang(path, language).into_iter().map(|rule| (rule, true));
        own.chain(theirs).collect()
    }

    /// Calls `visit` with every rule.
    pub(super) fn each(&self, mut visit: impl FnMut(&Rule)) {
        self.embedded.for_each_rule(&mut visit);
        self.team.for_each_rule(&mut visit);
    }
}

/// The embedded rules of a language.
pub(super) fn compile_embedded(language: SupportLang) -> Result<Vec<Rule>, ScanError> {
    let broken = |file: &str, error: RuleConfigError| ScanError::from(Document { file, line: 1, text: "" }.refuse(&error));
    let mut utils = Vec::new();
    for (file, text) in language::folders(language).iter().flat_map(|folder| embedded::utils(folder)) {
        let mut util: SerializableGlobalRule<SupportLang> = from_str(text).map_err(|error| broken(file, error.into()))?;
        util.language = language;
        utils.push(util);
    }
    let globals = DeserializeEnv::parse_global_utils(utils).map_err(|error| broken("utils", error.into()))?;
    let mut rules = Vec::new();
    for (file, text) in language::folders(language).iter().flat_map(|folder| embedded::rules(folder)) {
        let mut rule: SerializableRuleConfig<SupportLang> = from_str(text).map_err(|error| broken(file, error.into()))?;
        rule.language = language;
        rules.push(RuleConfig::try_from(rule, &globals).map_err(|error| broken(file, error))?);
    }
    Ok(rules)
}

/// The rules of one file of the team, each with its refusal-to-be: who it is, if its id is a problem.
fn compile_file(file: &RuleFile) -> Result<Vec<(Refusal, Rule)>, Refusal> {
    let mut rules = Vec::new();
    for document in Document::of(&file.path, &file.text) {
        let rule: SerializableRuleConfig<SupportLang> =
            from_str(document.text).map_err(|error| document.refuse(&error.into()))?;
        if rule.id.is_empty() || !rule.id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte)) {
            return Err(document.refuse_at("id", "a rule needs an `id` of letters, digits, `-`, `_`, `.` and `/`"));
        }
        if !language::is_compiled_in(rule.language) {
            let cause = format!("this build has no grammar for {}; it has {}", rule.language, language::names());
            return Err(document.refuse_at("language", cause));
        }
        let twice = document.refuse_at("id", format!("there is another rule `{}`", rule.id));
        let rule = RuleConfig::try_from(rule, &GlobalRules::default()).map_err(|error| document.refuse(&error))?;
        rules.push((twice, rule));
    }
    Ok(rules)
}

/// Refuses an id that two rules have, and one in `disable` that none has.
fn check_ids(team: &[(Refusal, Rule)], disable: &[String]) -> Result<(), ScanError> {
    let mut seen = BTreeSet::new();
    for (refusal, rule) in team {
        let again = !seen.insert((rule.id.as_str(), rule.language.to_string()));
        if again || embedded::has(&rule.id) {
            return Err(ScanError::Execution(refusal.to_string()));
        }
    }
    let known = |id: &str| embedded::has(id) || team.iter().any(|(_, rule)| rule.id == id);
    match disable.iter().find(|id| !known(id)) {
        Some(id) => Err(ScanError::Execution(format!("`options.disable` names `{id}`, and there is no such rule; correct it"))),
        None => Ok(()),
    }
}

/// The first 12 hexadecimal digits of the SHA-256 of all rules: the embedded ones and `team`.
pub(super) fn digest(team: &[RuleFile]) -> String {
    let mut digest = Sha256::new();
    let files = embedded::FILES.iter().map(|(path, text)| (*path, *text));
    for (path, text) in files.chain(team.iter().map(|file| (file.path.as_str(), file.text.as_str()))) {
        for part in [path, text] {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
    }
    digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}
