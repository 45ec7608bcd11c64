//! Suppression comments in a real review.

use serde_json::Value;

use crate::finder::{audit, aurumcode, findings};
use crate::repo::Repo;

/// A repository whose second commit writes `text` into a file that did not exist.
fn with(text: &str) -> Repo {
    let repo = Repo::new();
    repo.write("kept.txt", "kept\n");
    repo.commit("first");
    repo.write("code.py", text);
    repo.commit("second");
    repo
}

fn status(text: &str) -> (u8, Vec<(String, String)>) {
    let repo = with(text);
    (aurumcode(&repo, &["review"]).status, findings(&audit(&repo, &[])).into_iter().collect())
}

/// A finding and what became of it.
type Found = (&'static str, &'static str);

fn pairs(expected: &[Found]) -> Vec<(String, String)> {
    expected.iter().map(|(place, became)| ((*place).to_owned(), (*became).to_owned())).collect()
}

#[test]
fn a_comment_with_a_reason_silences_and_stays_in_every_report() {
    let repo = with("BAD  # aurumcode: ignore finder:bad -- only a sample\n");
    for format in ["text", "json", "markdown", "github", "gitlab"] {
        let seen = aurumcode(&repo, &["review", "--verbose", "--format", format]);
        assert_eq!(seen.status, 0, "{format}: {}", seen.text);
        assert!(seen.text.contains("only a sample") && seen.text.contains("bad is here"), "{format}: {}", seen.text);
    }
    let quiet = aurumcode(&repo, &["review"]);
    assert!(quiet.text.contains("1 suppressed finding (--verbose shows it)") && !quiet.text.contains("only a sample"));
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str| place.path().join(name).to_str().expect("UTF-8").to_owned();
    let (sarif, audit) = (file("a.sarif"), file("audit.json"));
    aurumcode(&repo, &["review", "--sarif", &sarif, "--audit", &audit]);
    let log: Value = serde_json::from_str(&std::fs::read_to_string(sarif).expect("it was written")).expect("JSON");
    let expected = serde_json::json!([{ "kind": "inSource", "status": "accepted", "justification": "only a sample" }]);
    assert_eq!(log["runs"][0]["results"][0]["suppressions"], expected);
}

#[test]
fn what_it_takes_to_silence() {
    let table: [(&str, u8, &[Found]); 9] = [
        ("BAD\n", 3, &[("finder:bad code.py:1", "blocking")]),
        ("# aurumcode: ignore finder:bad -- r\nBAD\n", 0, &[("finder:bad code.py:2", "suppressed")]),
        (
            "# aurumcode: ignore finder:bad\nBAD\n",
            3,
            &[("finder:bad code.py:2", "blocking"), ("suppression/no-reason code.py:1", "below-threshold")],
        ),
        (
            "# aurumcode: ignore finder:* -- r\nBAD\n",
            3,
            &[("finder:bad code.py:2", "blocking"), ("suppression/invalid code.py:1", "below-threshold")],
        ),
        (
            "BAD WORSE  # aurumcode: ignore finder:bad -- r\n",
            3,
            &[("finder:bad code.py:1", "suppressed"), ("finder:worse code.py:1", "blocking")],
        ),
        (
            "BAD WORSE  # aurumcode: ignore finder:bad, finder:worse -- r\n",
            0,
            &[("finder:bad code.py:1", "suppressed"), ("finder:worse code.py:1", "suppressed")],
        ),
        ("# aurumcode: ignore finder:span -- r\nSPAN\n2\nNAPS\n", 0, &[("finder:span code.py:2", "suppressed")]),
        ("BAD nofinder\n", 0, &[("finder:bad code.py:1", "suppressed")]),
        ("fine  # aurumcode: ignore finder:bad -- r\n", 0, &[("suppression/unused code.py:1", "below-threshold")]),
    ];
    for (text, expected, found) in table {
        assert_eq!(status(text), (expected, pairs(found)), "{text}");
        assert_eq!(status(&text.replace('\n', "\r\n")), (expected, pairs(found)), "{text} with CRLF");
        let marked = format!("\u{feff}{}", text.trim_end());
        assert_eq!(status(&marked), (expected, pairs(found)), "{text} with a byte order mark, without a last line end");
    }
}

/// A rule that no engine ran, a file that it could not read, another engine's rule: silence says nothing there.
#[test]
fn unselected_is_not_unused() {
    for text in [
        "fine  # aurumcode: ignore finder:off -- r\n",
        "fine  # aurumcode: ignore other:bad -- r\n",
        "UNREADABLE  # aurumcode: ignore finder:bad -- r\n",
    ] {
        assert_eq!(status(text).1, [], "{text}");
    }
    // A name that the engine cannot have is wrong in every run.
    let (_, found) = status("fine  # aurumcode: ignore finder:bda -- r\n");
    assert_eq!(found, pairs(&[("suppression/unused code.py:1", "below-threshold")]));
}

#[test]
fn an_unused_comment_is_said_only_where_the_change_or_the_scope_reaches() {
    let comment = "# aurumcode: ignore finder:bad -- r\n";
    let repo = Repo::new();
    repo.write("code.py", format!("{comment}fine\nother\n"));
    repo.commit("first");
    repo.write("code.py", format!("{comment}fine\nother, edited\n"));
    repo.commit("second");
    assert_eq!(findings(&audit(&repo, &[])).len(), 0, "the change does not touch what the comment covers");
    repo.write(".aurumcode.yml", "quality_gates: {scanners: [{engine: finder, scope: tree}]}\n");
    assert_eq!(findings(&audit(&repo, &[])).len(), 1, "the scope takes in the whole tree");
    repo.remove(".aurumcode.yml");
    repo.write("code.py", format!("{comment}fine, edited\nother, edited\n"));
    repo.commit("third");
    assert_eq!(findings(&audit(&repo, &[])).len(), 1, "the change edits the line that the comment covers");
    repo.write(".aurumcode.yml", "ignore: [code.py]\n");
    assert_eq!(findings(&audit(&repo, &[])).len(), 0, "the file is not reviewed");
}

/// A comment without a reason that the change does not touch is not the change's business; it is shown all the same.
#[test]
fn an_old_comment_without_a_reason_is_pre_existing() {
    let repo = Repo::new();
    repo.write("code.py", "BAD  # aurumcode: ignore finder:bad\nother\n");
    repo.commit("first");
    repo.write("code.py", "BAD  # aurumcode: ignore finder:bad\nother, edited\n");
    repo.commit("second");
    let found: Vec<(String, String)> = findings(&audit(&repo, &[])).into_iter().collect();
    let old = pairs(&[("finder:bad code.py:1", "pre-existing"), ("suppression/no-reason code.py:1", "pre-existing")]);
    assert_eq!(found, old);
}

#[test]
fn a_reason_and_a_name_show_no_secret() {
    let token = format!("ghp_{}{}", "x7Kq2mVt9BzLr4Wd8Ysc", "N1Fh6Jp3GaEoU5Tv");
    for text in [
        format!("BAD  # aurumcode: ignore finder:bad -- it is {token}\n"),
        format!("BAD  # aurumcode: ignore finder:{token} -- r\n"),
        format!("BAD  # aurumcode: ignore {token} -- r\n"),
    ] {
        let repo = with(&text);
        for format in ["text", "json", "markdown", "github", "gitlab"] {
            let seen = aurumcode(&repo, &["review", "--verbose", "--format", format]);
            assert!(!seen.text.contains(&token[..14]), "{format}: {}", seen.text);
        }
    }
}

#[test]
fn an_audit_of_comments_holds_until_one_is_edited() {
    let repo = with("BAD  # aurumcode: ignore finder:bad -- r\nfine  # aurumcode: ignore finder:worse -- s\n");
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("audit.json");
    let path = file.to_str().expect("UTF-8");
    assert_eq!(aurumcode(&repo, &["review", "--audit", path]).status, 0);
    let text = std::fs::read_to_string(&file).expect("it was written");
    let verify = |text: &str| aurumcode::report::verify(text).expect("an audit").holds();
    assert!(verify(&text));
    for (from, to) in [
        ("\"last_line\": 1", "\"last_line\": 9"),
        ("\"looked\": true", "\"looked\": false"),
        ("\"rule_id\": \"finder:bad\",\n          \"looked\"", "\"rule_id\": \"finder:other\",\n          \"looked\""),
        ("\"reason\": \"r\",\n      \"invalid\"", "\"reason\": null,\n      \"invalid\""),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        let edited = text.replace(from, to);
        let harmless = from.starts_with("\"last_line\"");
        assert_eq!(verify(&edited), harmless, "{from} -> {to}");
    }
}
