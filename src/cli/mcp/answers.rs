//! What the tools answer, made of the audit document of a review, so that a client sees no other verdict than CI does.

use serde_json::{Value, json};

use super::asked::Changes;

/// The gate's answer: the verdict, why, and what blocks, with the remedies.
///
/// An empty change is not approved here: whoever asks has made one, so it is not in what was looked at.
pub(super) fn gate(audit: &Value, exit_status: u8, changes: Changes) -> Value {
    if audit["subject"]["empty"] == true {
        let hint = match changes {
            Changes::Committed => {
                "there is nothing in the commits from the base to HEAD; commit first, or ask with `changes: worktree`"
            }
            Changes::Staged => "nothing is staged; stage the change, or ask with `changes: worktree`",
            Changes::Worktree => "the working files do not differ from HEAD; ask with `changes: committed`",
        };
        return inconclusive("empty_change", hint);
    }
    let rule = |finding: &Value| {
        let id = &finding["rule_id"];
        audit["rules"].as_array().and_then(|rules| rules.iter().find(|rule| rule["rule_id"] == *id)).cloned()
    };
    let blocking: Vec<Value> = findings(audit)
        .iter()
        .filter(|finding| finding["disposition"] == "blocking")
        .map(|finding| {
            let mut shown = short(finding);
            if let (Some(rule), Some(shown)) = (rule(finding), shown.as_object_mut()) {
                shown.insert("remedy".to_owned(), rule["help"].clone());
            }
            shown
        })
        .collect();
    json!({
        "verdict": audit["verdict"],
        "may_pass": audit["gate"]["decision"] == "pass",
        "exit_status": exit_status,
        "reviewed": audit["subject"],
        "not_verified": audit["gate"]["reasons"],
        "blocking": blocking,
        "findings": findings(audit).len(),
    })
}

/// The gate's answer with one page of all findings and with what was not looked at.
pub(super) fn review(audit: &Value, exit_status: u8, changes: Changes, offset: usize, limit: usize) -> Value {
    let mut answer = gate(audit, exit_status, changes);
    let page: Vec<Value> = findings(audit).iter().skip(offset).take(limit).map(short).collect();
    if let Some(answer) = answer.as_object_mut() {
        answer.insert("engines".to_owned(), engines(audit));
        answer.insert("left_out".to_owned(), audit["left_out"].clone());
        answer.insert("notices".to_owned(), audit["notices"].clone());
        answer.insert("page".to_owned(), page_of(offset, page, findings(audit).len()));
    }
    answer
}

/// One page of a longer list, and where the next one begins.
pub(super) fn page_of(offset: usize, items: Vec<Value>, total: usize) -> Value {
    let next = offset + items.len();
    let next = (next < total && !items.is_empty()).then_some(next);
    json!({"offset": offset, "total": total, "next_offset": next, "items": items})
}

/// A question without a verdict.
pub(super) fn inconclusive(reason: &str, detail: &str) -> Value {
    json!({
        "verdict": "inconclusive",
        "may_pass": false,
        "not_verified": [{"reason": reason, "engine": null, "detail": detail}],
        "blocking": [],
    })
}

fn findings(audit: &Value) -> &[Value] {
    audit["findings"].as_array().map_or(&[], Vec::as_slice)
}

/// What a client needs of a finding to mend it.
fn short(finding: &Value) -> Value {
    let keys = [
        "rule_id",
        "path",
        "line",
        "end_line",
        "column",
        "severity",
        "message",
        "origin",
        "fingerprint",
        "standing",
        "disposition",
    ];
    keys.iter().map(|key| ((*key).to_owned(), finding[*key].clone())).collect::<serde_json::Map<_, _>>().into()
}

fn engines(audit: &Value) -> Value {
    let all = audit["engines"].as_array().map_or(&[][..], Vec::as_slice);
    let shown = all.iter().map(|engine| {
        let keys = ["name", "version", "unreviewed"];
        keys.iter().map(|key| ((*key).to_owned(), engine[*key].clone())).collect::<serde_json::Map<_, _>>()
    });
    shown.map(Value::from).collect()
}
