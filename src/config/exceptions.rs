//! What a schema cannot say about an exception: names without wildcards, a path inside the repository, a day of the calendar.

use crate::finding::{Code, Day, Diagnostic, OwnRule};

use super::yaml::{Node, Source};

/// What is wrong with the values of `exceptions`.
pub(super) fn exceptions(source: &Source, root: &Node) -> impl Iterator<Item = Diagnostic> {
    let entries = root.get("exceptions").map(Node::items).unwrap_or_default();
    entries.iter().flat_map(|entry| KEYS.iter().filter_map(move |(key, check)| Some((entry.get(key)?, check)))).filter_map(
        move |(node, check)| {
            let problem = check(node.text().filter(|text| !text.is_empty())?)?;
            let message = format!("an exception {}", problem.what);
            Some(Diagnostic::new(Code::CONFIG_INVALID_VALUE, message).at(source.excerpt(node.span, "")).help(problem.help))
        },
    )
}

/// What is wrong with one value.
struct Problem {
    what: &'static str,
    help: &'static str,
}

type Check = fn(&str) -> Option<Problem>;

const KEYS: &[(&str, Check)] =
    &[("rule", rule), ("path", path), ("repository", repository), ("owner", words), ("reason", words), ("expires", expires)];

fn rule(text: &str) -> Option<Problem> {
    let known = OwnRule::ALL.iter().any(|own| own.id == text);
    let named = text.split_once(':').is_some_and(|(engine, rule)| !engine.is_empty() && !rule.is_empty());
    if text.contains('*') {
        Some(Problem { what: "is for one rule, without `*`", help: "write one exception for each rule" })
    } else if !known && !named {
        Some(Problem { what: "names a rule as `<engine>:<rule>`", help: "copy the name of the rule from a report" })
    } else {
        None
    }
}

fn path(text: &str) -> Option<Problem> {
    let leads_out = text.split('/').any(|segment| matches!(segment, "" | "." | ".."));
    if text.contains('*') {
        Some(Problem { what: "is for one file, without `*`", help: "write one exception for each file" })
    } else if leads_out {
        Some(Problem { what: "names a file of the repository", help: "copy the path from a report: `src/main.py`" })
    } else {
        None
    }
}

fn repository(text: &str) -> Option<Problem> {
    let segments: Vec<&str> = text.split('/').collect();
    let plain = |segment: &&str| !segment.is_empty() && !segment.contains(|c: char| c.is_whitespace() || matches!(c, '*' | ':'));
    let named = segments.len() > 1 && segments.iter().all(plain);
    (!named).then_some(Problem {
        what: "is for one repository, `owner/name`",
        help: "write the end of the address of its remote `origin`, without `.git`",
    })
}

fn words(text: &str) -> Option<Problem> {
    text.trim()
        .is_empty()
        .then_some(Problem { what: "needs an owner and a reason in words", help: "write who answers for it, and why" })
}

fn expires(text: &str) -> Option<Problem> {
    text.parse::<Day>().is_err().then_some(Problem {
        what: "ends on a day of the calendar, written YYYY-MM-DD",
        help: "write the last day on which it counts: `2030-06-30`",
    })
}
