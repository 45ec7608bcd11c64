//! Allow lists: what a rule, or the whole file, does not report.

use std::ops::Range;

use super::document::Table;
use super::error::RulesError;
use super::expression::{bad_value, expressions};
use super::spec::{AllowSpec, Target};

/// The allow lists of a table in both spellings, `allowlist` and `allowlists`; `owner` names the table in errors.
pub(super) fn allow_lists(table: Table<'_>, known: &'static [&'static str], owner: &str) -> Result<Vec<AllowSpec>, RulesError> {
    let legacy = table.table("allowlist", "an allow list")?;
    let lists = table.tables("allowlists", "an allow list")?;
    if let (Some(_), Some(place)) = (legacy, table.key("allowlists")) {
        let message = format!("{owner} has both `allowlist` and `allowlists`");
        return Err(RulesError::BadValue { place, message, help: "move the old `allowlist` into `allowlists`".to_owned() });
    }
    let header = legacy.iter().map(|list| (*list, 0..0));
    header.chain(lists).map(|(list, header)| allow_list(table, list, header, known, owner)).collect()
}

fn allow_list(
    parent: Table<'_>,
    list: Table<'_>,
    header: Range<usize>,
    known: &'static [&'static str],
    owner: &str,
) -> Result<AllowSpec, RulesError> {
    list.only(known)?;
    list.string("description")?;
    let all = match list.string("condition")? {
        None => false,
        Some(written) => match written.value.to_ascii_uppercase().as_str() {
            "" | "OR" | "||" => false,
            "AND" | "&&" => true,
            _ => {
                let message = format!("`{}` is no condition", written.value);
                return Err(bad_value(list, written.span, message, "write `AND` (all checks must hold) or `OR` (one is enough)"));
            }
        },
    };
    let target = match list.string("regexTarget")? {
        None => Target::Secret,
        Some(written) => match written.value.as_str() {
            "" | "secret" => Target::Secret,
            "match" => Target::Match,
            "line" => Target::Line,
            _ => {
                let message = format!("`{}` is no regexTarget", written.value);
                return Err(bad_value(list, written.span, message, "write `secret`, `match` or `line`"));
            }
        },
    };
    let owner = format!("an allow list of {owner}");
    let spec = AllowSpec {
        all,
        target,
        regexes: expressions(list, "regexes", &owner)?,
        paths: expressions(list, "paths", &owner)?,
        stopwords: list.strings("stopwords")?.into_iter().map(|word| word.value.to_lowercase()).collect(),
        commits: !list.strings("commits")?.is_empty(),
        target_rules: list.strings("targetRules")?,
    };
    if spec.regexes.is_empty() && spec.paths.is_empty() && spec.stopwords.is_empty() && !spec.commits {
        let place = if header.is_empty() { parent.key("allowlist") } else { None };
        let place = place.unwrap_or_else(|| list.source().place(header));
        let help = "give it `regexes`, `stopwords`, `paths` or `commits`".to_owned();
        return Err(RulesError::BadValue { place, message: format!("{owner} checks nothing"), help });
    }
    if let Some(word) = list.strings("stopwords")?.into_iter().find(|word| word.value.is_empty()) {
        let help = "remove it: an empty stop word is in every secret";
        return Err(bad_value(list, word.span, "a stop word is empty".to_owned(), help));
    }
    Ok(spec)
}
