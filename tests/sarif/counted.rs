//! What becomes of results: those without a place in the reviewed content count, and nothing is lost silently.

use serde_json::json;

use crate::{findings, log, reasons, result, review, staged};

#[test]
fn a_result_without_a_place_counts_as_new() {
    let repo = staged("{files: [out/a.sarif]}");
    let configuration = std::fs::read_to_string(repo.file(".aurumcode.yml")).expect("the configuration");
    // Even where the folder of the reports is ignored: the finding is not about the report.
    repo.write(".aurumcode.yml", format!("{configuration}ignore: [out/]\n")).commit("third");
    for place in [json!([]), json!([{"physicalLocation": {"artifactLocation": {"uri": "file:///usr/include/x.h"}}}])] {
        let result = json!({"ruleId": "r", "level": "error", "message": {"text": "m"}, "locations": place});
        repo.write("out/a.sarif", log(&json!([result])));
        let (status, audit) = review(&repo, &[]);
        assert_eq!((status, findings(&audit)), (3, vec!["new sarif:demo/r out/a.sarif".to_owned()]));
    }
}

#[test]
fn a_result_in_a_file_that_is_not_reviewed_counts_unless_it_is_ignored() {
    let repo = staged("{files: [out/a.sarif]}");
    repo.write("out/a.sarif", log(&json!([result("r", "generated/x.py", 1)])));
    let (status, audit) = review(&repo, &[]);
    assert_eq!((status, findings(&audit)), (3, vec!["new sarif:demo/r generated/x.py".to_owned()]));
    let configuration = std::fs::read_to_string(repo.file(".aurumcode.yml")).expect("the configuration");
    repo.write(".aurumcode.yml", format!("{configuration}ignore: [generated/]\n")).commit("third");
    repo.write("out/a.sarif", log(&json!([result("r", "generated/x.py", 1)])));
    assert_eq!(review(&repo, &[]).0, 0);
}

#[test]
fn a_file_that_the_scanner_could_not_read_is_not_reviewed() {
    let notification =
        json!({"level": "error", "message": {"text": "syntax error"}, "locations": result("r", "src/a.py", 1)["locations"]});
    let run = json!({"tool": {"driver": {"name": "Demo"}}, "results": [result("r", "src/b.py", 1)],
        "invocations": [{"executionSuccessful": true, "toolExecutionNotifications": [notification]}]});
    let repo = staged("{files: [out/a.sarif]}");
    repo.write("out/a.sarif", json!({"version": "2.1.0", "runs": [run]}).to_string());
    let (status, audit) = review(&repo, &[]);
    assert_eq!((status, findings(&audit)), (4, vec!["pre-existing sarif:demo/r src/b.py".to_owned()]));
    assert!(audit["engines"][0]["unreviewed"].to_string().contains("src/a.py"), "{}", reasons(&audit));
}

#[test]
fn the_text_of_a_secret_is_in_no_output() {
    let repo = staged("{files: [out/a.sarif]}");
    let secret = "correct horse battery";
    repo.write("src/a.py", format!("one\npassword = '{secret}'\n")).commit("third");
    let mut found = result("hardcoded-password", "src/a.py", 2);
    found["locations"][0]["physicalLocation"]["region"]["snippet"] = json!({"text": format!("password = '{secret}'")});
    found["message"] = json!({"text": format!("Possible hardcoded password: '{secret}'")});
    repo.write("out/a.sarif", log(&json!([found])));
    let (status, audit) = review(&repo, &[]);
    assert_eq!(status, 3);
    assert!(!audit.to_string().contains(secret), "{audit}");
}
