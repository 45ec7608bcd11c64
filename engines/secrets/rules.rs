//! The set of rules that a run uses: the embedded ones, those of an extra file, without those that are disabled.

use sha2::{Digest, Sha256};

use super::allow::Allow;
use super::embedded::EMBEDDED;
use super::prefilter::Prefilter;
use super::reader::{AllowSpec, FileSpec, RuleSpec, RulesError, closest, read};
use super::rule::Rule;

/// A set of rules, ready to scan. It can be used by several threads at once.
#[derive(Debug)]
pub(super) struct Rules {
    rules: Vec<Rule>,
    allow: Vec<Allow>,
    prefilter: Prefilter,
    digest: String,
}

impl Rules {
    /// Puts the set together. `extra` is the name and the content of a rule file; `disable` names rules to leave out.
    ///
    /// The file adds to the embedded set, and changes those of its rules that it names; with `[extend] useDefault = false` it
    /// stands alone. Its rules come first: on the same secret, the team's own rule is reported.
    pub(super) fn assemble(extra: Option<(&str, &str)>, disable: &[String]) -> Result<Self, RulesError> {
        let mut hash = Sha256::new();
        let extra = extra.map(|(name, text)| {
            hash.update(text);
            read(name, text, true)
        });
        let extra = extra.transpose()?;
        let (mut rules, mut allow) = (Vec::new(), Vec::new());
        if extra.as_ref().is_none_or(|file| file.use_default != Some(false)) {
            for (name, text) in EMBEDDED {
                hash.update(text);
                let file = read(name, text, false)?;
                rules.extend(file.rules);
                allow.extend(file.allow);
            }
        }
        if let Some(file) = &extra {
            rules = merge(file, rules)?;
            allow.extend(file.allow.iter().cloned());
        }
        for id in disable {
            hash.update([0]);
            hash.update(id);
            if !rules.iter().any(|rule| rule.id.value == *id) {
                let similar = closest(id, rules.iter().map(|rule| rule.id.value.as_str()));
                return Err(RulesError::UnknownDisabled { id: id.clone(), similar });
            }
        }
        rules.retain(|rule| !disable.contains(&rule.id.value));
        let digest = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Ok(Self::new(&mut rules, &allow, digest))
    }

    fn new(rules: &mut [RuleSpec], allow: &[AllowSpec], digest: String) -> Self {
        for list in allow {
            for rule in rules.iter_mut().filter(|rule| list.target_rules.iter().any(|target| target.value == rule.id.value)) {
                rule.allow.push(list.clone());
            }
        }
        let rules: Vec<Rule> = rules.iter().map(Rule::new).collect();
        let everywhere = allow.iter().filter(|list| list.target_rules.is_empty()).map(Allow::new).collect();
        Self { prefilter: Prefilter::new(&rules), rules, allow: everywhere, digest }
    }

    /// The rules, in the order in which they are ranked; [`super::scan::Hit::rule`] is an index into it.
    pub(super) fn list(&self) -> &[Rule] {
        &self.rules
    }

    /// 16 hexadecimal digits that change with any change of the rules.
    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    pub(super) fn allow(&self) -> &[Allow] {
        &self.allow
    }

    pub(super) fn prefilter(&self) -> &Prefilter {
        &self.prefilter
    }

    /// The same rules, each searching the whole text: what the search around keywords is compared with.
    #[cfg(test)]
    pub(super) fn without_windows(mut self) -> Self {
        self.rules.iter_mut().for_each(|rule| rule.reach = super::rule::Reach::Text);
        self
    }
}

/// The rules of `file` before those of `base`, without those that the file disables.
fn merge(file: &FileSpec<'_>, mut base: Vec<RuleSpec>) -> Result<Vec<RuleSpec>, RulesError> {
    for disabled in &file.disabled {
        if !base.iter().any(|rule| rule.id.value == disabled.value) {
            return Err(file.unknown_rule(disabled, base.iter().map(|rule| rule.id.value.as_str())));
        }
        base.retain(|rule| rule.id.value != disabled.value);
    }
    let mut merged = Vec::new();
    for rule in &file.rules {
        let position = base.iter().position(|other| other.id.value == rule.id.value);
        merged.push(match position.map(|index| base.remove(index)) {
            Some(old) => over(file, old, rule)?,
            None => rule.clone(),
        });
    }
    for rule in &merged {
        if rule.regex.is_none() && rule.path.is_none() {
            let message = format!("the rule `{}` has neither `regex` nor `path`", rule.id.value);
            return Err(file.bad_value(&rule.id.span, message, "give it an expression, or the id of an embedded rule to change"));
        }
    }
    merged.extend(base);
    for target in file.allow.iter().flat_map(|list| &list.target_rules) {
        if !merged.iter().any(|rule| rule.id.value == target.value) {
            return Err(file.unknown_rule(target, merged.iter().map(|rule| rule.id.value.as_str())));
        }
    }
    Ok(merged)
}

/// An embedded rule with the values that a file writes over it: single values replace, lists grow, as in gitleaks.
fn over(file: &FileSpec<'_>, old: RuleSpec, new: &RuleSpec) -> Result<RuleSpec, RulesError> {
    let joined = |old: Vec<String>, new: &[String]| old.into_iter().chain(new.iter().cloned()).collect();
    let rule = RuleSpec {
        id: new.id.clone(),
        description: new.description.clone().or(old.description),
        provider: new.provider.clone().or(old.provider),
        help: new.help.clone().or(old.help),
        severity: new.severity.or(old.severity),
        regex: new.regex.clone().or(old.regex),
        path: new.path.clone().or(old.path),
        keywords: joined(old.keywords, &new.keywords),
        entropy: new.entropy.or(old.entropy),
        secret_group: new.secret_group.clone().or_else(|| old.secret_group.filter(|_| new.regex.is_none())),
        tags: joined(old.tags, &new.tags),
        allow: old.allow.into_iter().chain(new.allow.iter().cloned()).collect(),
    };
    if let (Some(group), Some(regex)) = (&rule.secret_group, &rule.regex) {
        let groups = super::pattern::translate(regex, &[]).map_or(0, |translated| translated.groups);
        if group.value > groups {
            let message =
                format!("secretGroup of the rule `{}` is {}, but its expression has {groups}", rule.id.value, group.value);
            return Err(file.bad_value(&group.span, message, "name a capture group of the expression, counted from 1"));
        }
    }
    Ok(rule)
}
