//! The engine `govet` with the real `go`: modules inside modules, what is not built, and a change that would like to be executed.

use aurumcode::config::Scope;
use aurumcode::scanner::{Report, Trust};
use serde_json::json;

use crate::repo::Repo;
use crate::support::{Order, found};

const MODULE: &str = "module example.com/m\n\ngo 1.17\n";

/// A call that the analyzer `printf` knows to be wrong, in line 5.
fn wrong(package: &str) -> String {
    format!("package {package}\n\nimport \"fmt\"\n\nfunc F() {{ fmt.Printf(\"%d\\n\", \"x\") }}\n")
}

fn repo(files: &[(&str, &str)]) -> Repo {
    let repo = Repo::new();
    repo.write("go.mod", MODULE).write("old/old.go", wrong("old")).commit("first");
    for (path, text) in files {
        repo.write(path, text);
    }
    repo.commit("second");
    repo
}

async fn report(repo: &Repo, options: serde_json::Value) -> Option<Report> {
    let order = Order { options, trust: Trust::Policy, ..Order::of(repo) };
    Some(order.really("govet").await?.expect("an answer"))
}

/// Each file that was not looked at, with why.
fn gaps(report: &Report) -> Vec<String> {
    report.unreviewed.iter().map(|file| format!("{}: {}", file.path, file.why)).collect()
}

#[tokio::test]
async fn each_package_of_each_module_is_checked() {
    let sub = "module example.com/sub\n\ngo 1.17\n";
    let test = "package a\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { t.Errorf(\"%d\", \"x\") }\n";
    let repo = repo(&[
        ("main.go", "package main\n\nfunc main() { x := 1; x = x }\n"),
        ("a/a.go", &wrong("a")),
        ("a/a_test.go", test),
        ("sub/go.mod", sub),
        ("sub/deep/er/b.go", &wrong("er")),
        ("a/testdata/x.go", "not Go"),
        ("notes.txt", "x"),
    ]);
    let Some(seen) = report(&repo, json!({})).await else { return };
    let expected = ["assign main.go:3", "printf a/a.go:5", "printf a/a_test.go:5", "printf sub/deep/er/b.go:5"];
    assert_eq!((found(&seen), gaps(&seen)), (expected.map(str::to_owned).to_vec(), Vec::new()));
    assert!(seen.version.starts_with("go 1.") && seen.rules.iter().any(|rule| rule.id.as_str() == "printf"));
    let order = Order { scope: Scope::Tree, ..Order::of(&repo) };
    let whole = order.really("govet").await.expect("installed").expect("an answer");
    assert!(found(&whole).contains(&"printf old/old.go:5".to_owned()));
}

#[tokio::test]
async fn a_package_that_cannot_be_checked_is_not_reviewed_and_the_others_are() {
    let repo = repo(&[
        ("good/a.go", &wrong("good")),
        ("types/a.go", "package types\n\nfunc F() { undefined() }\n"),
        ("syntax/a.go", "package syntax\n\nfunc (\n"),
        ("missing/a.go", "package missing\n\nimport _ \"example.com/nowhere\"\n"),
        ("cgo/a.go", "package cgo\n\n// int x;\nimport \"C\"\n"),
        ("cgo/b.go", "package cgo\n"),
        ("mixed/a.go", "package one\n"),
        ("mixed/b.go", "package two\n"),
    ]);
    let Some(seen) = report(&repo, json!({})).await else { return };
    assert_eq!(found(&seen), ["printf good/a.go:5"]);
    let gaps = gaps(&seen);
    let expected = [
        ("cgo/a.go", "needs cgo"),
        ("cgo/b.go", "needs cgo"),
        ("missing/a.go", "example.com/nowhere"),
        ("mixed/a.go", "one"),
        ("mixed/b.go", "one"),
        ("syntax/a.go", "syntax/a.go:"),
        ("types/a.go", "undefined"),
    ];
    assert_eq!(gaps.len(), expected.len(), "{gaps:#?}");
    for (gap, (path, why)) in gaps.iter().zip(expected) {
        assert!(gap.starts_with(&format!("{path}: ")) && gap.contains(why), "{gap}");
    }
}

#[tokio::test]
async fn what_build_constraints_leave_out_is_not_reviewed_unless_a_platform_or_a_tag_takes_it_in() {
    let files = [("a/a_windows.go", "windows"), ("a/b.go", "integration"), ("a/c.go", "ignore")];
    let files =
        files.map(|(path, tag)| (path, format!("//go:build {tag}\n\n{}", wrong("a").replace("func F", &format!("func F{tag}")))));
    let repo = repo(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
    let Some(seen) = report(&repo, json!({})).await else { return };
    assert!(found(&seen).is_empty());
    assert!(gaps(&seen).iter().all(|gap| gap.contains("build constraints leave it out")), "{:?}", gaps(&seen));
    assert_eq!(seen.unreviewed.len(), 3);
    let options = json!({"platforms": ["linux/amd64", "windows/amd64"], "tags": ["integration"]});
    let seen = report(&repo, options).await.expect("installed");
    assert_eq!(found(&seen).iter().map(String::as_str).collect::<std::collections::BTreeSet<_>>().len(), 2, "{:?}", found(&seen));
    assert_eq!(gaps(&seen).len(), 1);
    assert!(gaps(&seen)[0].starts_with("a/c.go: "), "{:?}", gaps(&seen));
}

#[tokio::test]
async fn files_without_a_module_are_not_reviewed() {
    let repo = Repo::new();
    repo.write("README.md", "x\n").commit("first");
    repo.write("a.go", wrong("a")).commit("second");
    let Some(seen) = report(&repo, json!({})).await else { return };
    assert_eq!(gaps(&seen), ["a.go: there is no `go.mod` above it"]);
}

#[tokio::test]
async fn nothing_of_the_change_is_executed_or_fetched() {
    let place = tempfile::tempdir().expect("a directory");
    let marker = place.path().join("marker").to_str().expect("UTF-8").to_owned();
    let run = format!("import \"os\"\n\nfunc init() {{ os.WriteFile({marker:?}, nil, 0o600) }}\n");
    let repo = repo(&[
        ("a/a.go", &format!("package a\n\n//go:generate touch {marker}\n\n{run}")),
        (
            "a/a_test.go",
            &format!(
                "package a\n\nimport (\"os\"; \"testing\")\n\nfunc TestMain(m *testing.M) {{ os.WriteFile({marker:?}, nil, 0o600) }}\n"
            ),
        ),
        ("go.work", "go 1.18\n\nuse ../elsewhere\n"),
        ("go.env", &format!("GOFLAGS=-toolexec=touch {marker}\n")),
    ]);
    let Some(seen) = report(&repo, json!({})).await else { return };
    assert!(seen.unreviewed.is_empty(), "{:?}", gaps(&seen));
    assert!(!place.path().join("marker").exists());
    // A toolchain that is not there is not fetched.
    repo.write("go.mod", "module example.com/m\n\ngo 1.17\n\ntoolchain go1.999.0\n")
        .write("a/b.go", "package a\n")
        .commit("third");
    let seen = report(&repo, json!({})).await.expect("installed");
    assert!(found(&seen).is_empty());
    assert!(!place.path().join("marker").exists());
}
