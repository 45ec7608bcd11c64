//! The JSON and the metrics.

use std::process::Command;

use serde_json::Value;

use crate::stage::{Stage, TOKEN, client};
use crate::tools::installed;

/// A stage with one pull request before its end and one that is blocked.
async fn filled() -> Stage {
    let mut stage = Stage::new().await;
    let mut state = stage.open("T-1", "Send a message").await;
    for _ in 0..6 {
        state = stage.step(&state).await;
    }
    let two = stage.open("T-2", "Pay an invoice").await;
    stage.blocked(&two, "the program `npm` was not found").await;
    stage
}

#[tokio::test]
async fn the_json_is_what_the_command_line_shows() {
    let stage = filled().await;
    let site = stage.serve(&[], &[]);
    let (status, text) = site.get("/api/v1/pull-requests/1").await;
    let served: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(status, 200);
    assert_eq!((&served["gate_status"], &served["timeline"][0]["kind"]), (&"awaiting_user".into(), &"pr.opened".into()));
    let mut shown = Command::new(env!("CARGO_BIN_EXE_aurumcode"));
    shown.args(["pr", "show", "1", "--json", "--store"]).arg(stage.repo.home().join("gates.db"));
    shown.arg("--repo").arg(stage.repo.path()).env_clear().env("HOME", stage.repo.home());
    let shown = shown.env("PATH", std::env::var_os("PATH").unwrap_or_default()).output().expect("it ends");
    assert_eq!(serde_json::from_slice::<Value>(&shown.stdout).expect("JSON"), served);

    let (_, text) = site.get("/api/v1/pull-requests?limit=1&offset=1").await;
    let page: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&page["total"], &page["pull_requests"][0]["id"]), (&2.into(), &2.into()));
    for wrong in ["?limit=0", "?limit=201", "?limit=x", "?offset=-1", "?unknown=1"] {
        let (status, text) = site.get(&format!("/api/v1/pull-requests{wrong}")).await;
        assert!(status == 400 && text.contains("\"error\""), "{wrong}: {status} {text}");
    }
    assert_eq!(site.get("/api/v1/pull-requests/9").await.0, 404);
    assert_eq!(site.get("/healthz").await, (200, r#"{"status":"ok"}"#.to_owned()));
}

#[tokio::test]
async fn the_metrics_count_what_is_there() {
    let stage = filled().await;
    let (_, page) = stage.serve(&[], &[]).get("/metrics").await;
    for line in [
        r#"aurumcode_pull_requests{status="awaiting_user",turn="person"} 1"#,
        r#"aurumcode_pull_requests{status="awaiting_qa",turn="blocked"} 1"#,
        r#"aurumcode_verdicts_total{gate="qa",verdict="changes_requested"} 1"#,
        r#"aurumcode_verdicts_total{gate="secops",verdict="approved"} 1"#,
        r#"aurumcode_blocks_total{origin="infra"} 1"#,
        "aurumcode_store_readable 1",
    ] {
        assert!(page.lines().any(|found| found == line), "{line}: {page}");
    }
    for family in page.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let name = family.split(' ').next().expect("a name");
        assert!(page.contains(&format!("# HELP {name} ")), "{name}");
    }
}

#[tokio::test]
async fn programs_show_their_token_with_each_request() {
    let stage = filled().await;
    let site = stage.serve(&[], &[("AURUMCODE_SERVE_TOKEN", TOKEN)]);
    for path in ["/api/v1/pull-requests", "/metrics", "/events", "/api/v1/openapi.json"] {
        assert_eq!(site.get(path).await.0, 401, "{path}");
    }
    assert_eq!(site.get("/healthz").await.0, 200);
    let with = client().get(site.url("/api/v1/pull-requests")).bearer_auth(TOKEN).send().await.expect("an answer");
    assert_eq!(with.status().as_u16(), 200);
}

/// Thousands of generated requests find no answer that the description does not allow.
#[tokio::test]
async fn the_description_holds_under_generated_requests() {
    let Some(schemathesis) = installed("schemathesis/bin/schemathesis") else { return };
    let stage = filled().await;
    let site = stage.serve(&[], &[]);
    let output = Command::new(schemathesis)
        .args([
            "run",
            &site.url("/api/v1/openapi.json"),
            "--checks",
            "all",
            "--max-examples",
            "50",
            "--workers",
            "1",
            "--no-color",
        ])
        .current_dir(stage.repo.home())
        .output()
        .expect("it ends");
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
}
