//! Exceptions as people work with them: for one rule in one file of one repository, until a day; and what they must not except.

use serde_json::Value;

use crate::finder::{audit, aurumcode, findings};
use crate::repo::Repo;

/// A repository of this address, whose last commit adds a finding that this exception is about.
fn repo(address: Option<&str>, exception: &str) -> Repo {
    let repo = Repo::new();
    if let Some(address) = address {
        repo.git(["remote", "add", "origin", address]);
    }
    repo.write(".aurumcode.yml", format!("exceptions:\n  - {{{exception}}}\n")).write("a.txt", "plain\n").commit("first");
    repo.write("a.txt", "plain\nBAD\n").commit("second");
    repo
}

const ADDRESS: Option<&str> = Some("https://forge.example/Acme/shop.git");

fn exception(rule: &str, path: &str, repository: &str, expires: &str) -> String {
    format!("rule: '{rule}', path: {path}, repository: {repository}, owner: The team, reason: a test value, expires: {expires}")
}

/// The disposition of the finding, and the rules of what the gate itself found.
fn judged(repo: &Repo) -> (String, Vec<String>) {
    let seen = audit(repo, &[]);
    let own = seen["findings"].as_array().into_iter().flatten().filter(|one| one["engine"] == "_gate");
    let own = own.filter_map(|one| one["rule_id"].as_str().map(str::to_owned)).collect();
    let of_engine = findings(&seen).into_iter().find(|(what, _)| what.contains("finder:bad"));
    (of_engine.expect("the finding is never dropped").1, own)
}

#[test]
fn an_exception_is_for_one_rule_in_one_file_of_one_repository_until_a_day() {
    let fits = exception("finder:bad", "a.txt", "acme/shop", "2999-12-31");
    let table = [
        (ADDRESS, fits.clone(), "excepted", vec![]),
        (Some("git@forge.example:acme/shop.git"), fits.clone(), "excepted", vec![]),
        (ADDRESS, exception("finder:worse", "a.txt", "acme/shop", "2999-12-31"), "blocking", vec!["exception/unused"]),
        (ADDRESS, exception("finder:bad", "b.txt", "acme/shop", "2999-12-31"), "blocking", vec!["exception/unused"]),
        (ADDRESS, exception("finder:bad", "a.txt", "acme/other", "2999-12-31"), "blocking", vec![]),
        (ADDRESS, exception("finder:bad", "a.txt", "acme/shop", "2001-01-01"), "blocking", vec!["exception/expired"]),
        (None, fits.clone(), "blocking", vec!["exception/unverified"]),
        (Some("/srv/acme/shop"), fits, "blocking", vec!["exception/unverified"]),
    ];
    for (address, exception, disposition, own) in table {
        let found = judged(&repo(address, &exception));
        let expected: Vec<String> = own.into_iter().map(str::to_owned).collect();
        assert_eq!(found, (disposition.to_owned(), expected), "{address:?} {exception}");
    }
}

#[test]
fn what_is_excepted_is_in_every_report_with_owner_day_and_reason() {
    let repo = repo(ADDRESS, &exception("finder:bad", "a.txt", "acme/shop", "2999-12-31"));
    for format in ["text", "markdown", "github", "json", "gitlab"] {
        let seen = aurumcode(&repo, &["review", "--format", format]);
        assert_eq!(seen.status, 0, "{format}: {}", seen.text);
        let told = if format == "github" { "under an exception" } else { "a test value (The team, until 2999-12-31)" };
        assert!(seen.text.contains(told), "{format}: {}", seen.text);
    }
}

/// The audit holds the exceptions, and an edit of one is seen.
#[test]
fn an_audit_is_recomputed_with_its_exceptions() {
    let repo = repo(ADDRESS, &exception("finder:bad", "a.txt", "acme/shop", "2999-12-31"));
    let file = repo.file("audit.json");
    let name = file.to_str().expect("UTF-8");
    aurumcode(&repo, &["review", "--audit", name]);
    let verify = || {
        let mut out = Vec::new();
        let report = aurumcode::report::verify(&std::fs::read_to_string(&file).expect("an audit")).expect("it can be read");
        out.extend(report.differences.clone());
        (report.holds(), out)
    };
    assert_eq!(verify(), (true, vec![]));
    let mut edited: Value = serde_json::from_str(&std::fs::read_to_string(&file).expect("an audit")).expect("JSON");
    edited["exceptions"][0]["expired"] = true.into();
    repo.write("audit.json", edited.to_string());
    assert!(!verify().0, "an exception that had ended excepts nothing");
}

#[test]
fn a_wrong_exception_is_refused_where_it_stands() {
    let table = [
        (exception("finder:*", "a.txt", "acme/shop", "2999-12-31"), "without `*`"),
        (exception("finder", "a.txt", "acme/shop", "2999-12-31"), "<engine>:<rule>"),
        (exception("finder:bad", "'**/a.txt'", "acme/shop", "2999-12-31"), "without `*`"),
        (exception("finder:bad", "../a.txt", "acme/shop", "2999-12-31"), "a file of the repository"),
        (exception("finder:bad", "/a.txt", "acme/shop", "2999-12-31"), "a file of the repository"),
        (exception("finder:bad", "a.txt", "shop", "2999-12-31"), "owner/name"),
        (exception("finder:bad", "a.txt", "acme/*", "2999-12-31"), "owner/name"),
        (exception("finder:bad", "a.txt", "acme/shop", "2999-02-30"), "a day of the calendar"),
        (exception("finder:bad", "a.txt", "acme/shop", "soon"), "a day of the calendar"),
        (exception("finder:bad", "a.txt", "acme/shop", "2999-12-31").replace("The team", "' '"), "an owner"),
        (
            exception("finder:bad", "a.txt", "acme/shop", "2999-12-31").replace(", reason: a test value", ""),
            "needs the key `reason`",
        ),
    ];
    for (exception, why) in table {
        let seen = aurumcode(&repo(ADDRESS, &exception), &["review"]);
        assert_eq!(seen.status, 5, "{exception}: {}", seen.text);
        assert!(seen.text.contains(why) && seen.text.contains(".aurumcode.yml:2:"), "{exception}: {}", seen.text);
    }
}

#[test]
fn the_commands_say_what_counts_and_what_is_left_over() {
    let table = [
        (ADDRESS, exception("finder:bad", "a.txt", "acme/shop", "2999-12-31"), "until 2999-12-31", 0, "excepts what is found"),
        (ADDRESS, exception("finder:bad", "a.txt", "acme/shop", "2001-01-01"), "ended on 2001-01-01", 3, "is still found"),
        (ADDRESS, exception("finder:worse", "a.txt", "acme/shop", "2999-12-31"), "until 2999-12-31", 3, "nothing to except"),
        (
            ADDRESS,
            exception("finder:bad", "a.txt", "acme/other", "2999-12-31"),
            "for acme/other, not for Acme/shop",
            0,
            "no exceptions",
        ),
        (None, exception("finder:bad", "a.txt", "acme/shop", "2999-12-31"), "does not count", 3, "cannot count"),
    ];
    for (address, exception, listed, status, checked) in table {
        let repo = repo(address, &exception);
        let list = aurumcode(&repo, &["exceptions", "list"]);
        assert!(list.status == 0 && list.text.contains(listed), "{exception}: {}", list.text);
        let check = aurumcode(&repo, &["exceptions", "check"]);
        assert!(check.status == status && check.text.contains(checked), "{exception}: {} {}", check.status, check.text);
    }
    let none = Repo::new();
    none.write("a.txt", "plain\n").commit("first");
    assert_eq!(aurumcode(&none, &["exceptions", "list"]).text, "there are no exceptions\n");
}
