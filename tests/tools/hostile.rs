//! Whatever path a model writes, no tool shows anything but the reviewed content, and none panics.

use proptest::prelude::*;

use super::small::{offers, small};

/// What stands in files that no tool may show, or on this machine.
const FORBIDDEN: &[&str] = &["TOKEN", "root:", "total = 1"];

#[tokio::test]
async fn no_spelling_of_a_path_leads_anywhere_else() {
    let (repo, reviewed) = small().await;
    let absolute = repo.path().join(".env").to_string_lossy().into_owned();
    let paths = [
        "../.env",
        "./.env",
        ".env",
        ".ENV",
        "src/../.env",
        "/.env",
        ".env/",
        "//.env",
        "vendor/lib.py",
        "./vendor/lib.py",
        "src//total.py",
        "/proc/self/environ",
        "proc/self/environ",
        "../../../../etc/passwd",
        "link.py",
        ".git/config",
        ".git/HEAD",
        "HEAD:.env",
        ":/.env",
        "src\\..\\.env",
        "\u{202e}vne.",
        ".env\0",
        "~/.env",
        "$HOME/.env",
        "*",
        "",
        ".",
        "..",
        &absolute,
    ];
    for offer in offers(&reviewed).iter().filter(|offer| offer.spec.parameters["properties"].get("path").is_some()) {
        for path in paths {
            match offer.tool.run(serde_json::json!({ "path": path })).await {
                Ok(result) => {
                    let shown = FORBIDDEN.iter().any(|part| result.content.contains(part));
                    assert!(!shown && offer.spec.name == "git_log", "{} {path}: {}", offer.spec.name, result.content);
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

#[tokio::test]
async fn what_must_not_be_read_is_not_found_either() {
    let (_repo, reviewed) = small().await;
    let offers = offers(&reviewed);
    let run = async |name: &str, arguments: serde_json::Value| {
        let offer = offers.iter().find(|offer| offer.spec.name == name).expect("the tool");
        offer.tool.run(arguments).await.expect("an answer").content
    };
    assert!(run("search_text", serde_json::json!({"query": "TOKEN"})).await.starts_with("0 hits"));
    let listed = run("list_files", serde_json::json!({})).await;
    assert!(!listed.contains(".env") && !listed.contains("vendor") && !listed.contains("link.py"), "{listed}");
    assert!(!run("find_symbol", serde_json::json!({"name": "total"})).await.contains("vendor"));
}

#[test]
fn arbitrary_paths_are_refused_without_a_panic() {
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let (_repo, reviewed) = runtime.block_on(small());
    let offers = offers(&reviewed);
    let offer = offers.iter().find(|offer| offer.spec.name == "read_file").expect("the tool");
    proptest!(ProptestConfig::with_cases(200), |(path in ".{0,40}")| {
        let result = runtime.block_on(offer.tool.run(serde_json::json!({ "path": path })));
        prop_assert!(result.is_err());
    });
}
