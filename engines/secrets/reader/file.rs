//! From the document to the specification: the keys of the format, one function a table.

use std::ops::Range;

use super::super::pattern::translate;
use super::allow::allow_lists;
use super::document::{At, Source, Table};
use super::error::RulesError;
use super::expression::{bad_value, expression};
use super::spec::{FileSpec, RuleSpec};

const FILE: &[&str] = &["title", "description", "minVersion", "extend", "rules", "allowlist", "allowlists"];
const EXTEND: &[&str] = &["useDefault", "disabledRules", "path", "url"];
const RULE: &[&str] = &[
    "id",
    "description",
    "regex",
    "path",
    "keywords",
    "entropy",
    "secretGroup",
    "tags",
    "allowlist",
    "allowlists",
    "required",
    "skipReport",
    "provider",
    "help",
    "severity",
];
const ALLOW: &[&str] = &["description", "condition", "regexTarget", "regexes", "stopwords", "paths", "commits"];
const GLOBAL_ALLOW: &[&str] =
    &["description", "condition", "regexTarget", "regexes", "stopwords", "paths", "commits", "targetRules"];

/// Reads the rule file `name` with the content `text`. `check` tries every expression.
pub(crate) fn read<'f>(name: &'f str, text: &'f str, check: bool) -> Result<FileSpec<'f>, RulesError> {
    let source = Source { name, text, check };
    let document = source.parse()?;
    let file = Table::new(source, &document, "a rule file");
    file.only(FILE)?;
    for key in ["title", "description", "minVersion"] {
        file.string(key)?;
    }
    let (use_default, disabled) = extend(file)?;
    let mut rules: Vec<RuleSpec> = Vec::new();
    for (table, header) in file.tables("rules", "a rule")? {
        let spec = rule(table, header)?;
        if rules.iter().any(|other| other.id.value == spec.id.value) {
            let message = format!("the rule `{}` is in the file twice", spec.id.value);
            return Err(bad_value(table, spec.id.span, message, "give one of them another `id`, or remove it"));
        }
        rules.push(spec);
    }
    Ok(FileSpec { source, rules, allow: allow_lists(file, GLOBAL_ALLOW, "the file")?, use_default, disabled })
}

fn extend(file: Table<'_>) -> Result<(Option<bool>, Vec<At<String>>), RulesError> {
    let Some(table) = file.table("extend", "`[extend]`")? else { return Ok((None, Vec::new())) };
    table.only(EXTEND)?;
    for (key, what) in [("path", "`path` under `[extend]`"), ("url", "`url` under `[extend]`")] {
        if let Some(place) = table.key(key) {
            let help = "put the rules into this file: one file, from one trusted place, decides what is found";
            return Err(RulesError::Unsupported { place, what, help });
        }
    }
    let use_default = table.boolean("useDefault")?.map(|written| written.value);
    Ok((use_default, table.strings("disabledRules")?))
}

fn rule(table: Table<'_>, header: Range<usize>) -> Result<RuleSpec, RulesError> {
    table.only(RULE)?;
    for (key, what) in [("required", "a composite rule (`required`)"), ("skipReport", "`skipReport`, a part of composite rules,")]
    {
        if let Some(place) = table.key(key) {
            let help = "write one expression that matches both parts, or remove the rule";
            return Err(RulesError::Unsupported { place, what, help });
        }
    }
    let Some(id) = table.string("id")?.filter(|id| !id.value.trim().is_empty()) else {
        return Err(bad_value(
            table,
            header,
            "a rule has no `id`".to_owned(),
            "give it a name in kebab-case, such as `acme-token`",
        ));
    };
    let owner = format!("the rule `{}`", id.value);
    let regex = expression(table, "regex", &owner)?;
    let secret_group = secret_group(table, &owner, regex.as_deref())?;
    let entropy = table.number("entropy")?;
    if let Some(written) = entropy.as_ref().filter(|written| !(0.0..=8.0).contains(&written.value)) {
        let help = "Shannon entropy is between 0 and 8 bits a byte; random base64 has about 4.5, random hexadecimal 3.5";
        return Err(bad_value(table, written.span.clone(), format!("the entropy of {owner} is out of range"), help));
    }
    let severity = match table.string("severity")? {
        Some(written) => match written.value.parse() {
            Ok(severity) => Some(severity),
            Err(error) => {
                return Err(bad_value(table, written.span, format!("{owner}: {error}"), "write `error`, `warning` or `info`"));
            }
        },
        None => None,
    };
    let text = |key| table.string(key).map(|written| written.map(|written| written.value));
    Ok(RuleSpec {
        description: text("description")?,
        provider: text("provider")?,
        help: text("help")?,
        severity,
        regex,
        path: expression(table, "path", &owner)?,
        keywords: keywords(table)?,
        entropy: entropy.map(|written| written.value),
        secret_group,
        tags: table.strings("tags")?.into_iter().map(|tag| tag.value).collect(),
        allow: allow_lists(table, ALLOW, &owner)?,
        id,
    })
}

fn keywords(table: Table<'_>) -> Result<Vec<String>, RulesError> {
    let mut keywords = Vec::new();
    for keyword in table.strings("keywords")? {
        if keyword.value.is_empty() {
            let help = "remove it: an empty keyword is in every text";
            return Err(bad_value(table, keyword.span, "a keyword is empty".to_owned(), help));
        }
        keywords.push(keyword.value.to_ascii_lowercase());
    }
    Ok(keywords)
}

fn secret_group(table: Table<'_>, owner: &str, regex: Option<&str>) -> Result<Option<At<usize>>, RulesError> {
    let Some(number) = table.number("secretGroup")? else { return Ok(None) };
    let whole = (0..=1000usize).find(|group| f64::from(u32::try_from(*group).unwrap_or(0)) == number.value);
    let help = "name a capture group of the expression, counted from 1; 0 means the first one that matched, else the whole match";
    let groups = regex.and_then(|regex| translate(regex, &[]).ok()).map(|translated| translated.groups);
    match (whole, groups) {
        (Some(group), Some(groups)) if group > groups => {
            let message = format!("secretGroup of {owner} is {group}, but the expression has {groups} capture groups");
            Err(bad_value(table, number.span, message, help))
        }
        (Some(group), _) => Ok(Some(At { value: group, span: number.span })),
        (None, _) => Err(bad_value(table, number.span, format!("secretGroup of {owner} is no group number"), help)),
    }
}
