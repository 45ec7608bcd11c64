//! The pages without a browser: what they say, in both languages, and that what they quote has no power.

use aurumcode::delivery::{Gate, Item, Judgement, Verdict};

use crate::fixtures::{approval, commit};
use crate::stage::{Stage, client, untested};

#[tokio::test]
async fn the_list_counts_what_is_in_review_and_says_whose_turn_it_is() {
    let mut stage = Stage::new().await;
    let site = stage.serve(&["--lang", "en"], &[]);
    assert!(site.get("/").await.1.contains("Nothing is in review."));
    let one = stage.open("T-1", "Send a message").await;
    stage.judged(&one, untested(&one)).await;
    let two = stage.open("T-2", "Pay an invoice").await;
    stage.blocked(&two, "the program `npm` was not found").await;
    // Whoever starts now sees it at once.
    let (status, page) = stage.serve(&["--lang", "en"], &[]).get("/").await;
    assert_eq!(status, 200);
    assert!(page.contains(r#"In review <span class="count">2</span>"#), "{page}");
    assert!(page.contains("QA asks for changes: correction 1 of 3"), "{page}");
    assert!(
        page.contains("Blocked: gate_failed (infrastructure)") && page.contains("the program <code>npm</code> was not found"),
        "{page}"
    );
    assert!(page.find("Pay an invoice") < page.find("Send a message"), "what waits for a person comes first");

    let site = stage.serve(&[], &[]);
    let answer =
        client().get(site.url("/")).header("accept-language", "pt-BR,pt;q=0.9,en;q=0.8").send().await.expect("an answer");
    let page = answer.text().await.expect("text");
    assert!(page.contains(r#"<html lang="pt-BR">"#) && page.contains("QA pede mudanças: correção 1 de 3"), "{page}");
}

#[tokio::test]
async fn one_pull_request_shows_its_verdicts_and_what_happened() {
    let mut stage = Stage::new().await;
    let mut state = stage.open("T-1", "Send a message").await;
    for _ in 0..6 {
        state = stage.step(&state).await;
    }
    let (status, page) = stage.serve(&["--lang", "en"], &[]).get("/pull-requests/1").await;
    assert_eq!(status, 200);
    assert_eq!(page.matches("<details class=\"verdict").count(), 4, "{page}");
    assert_eq!(page.matches("<details class=\"verdict returned\"").count(), 2);
    assert!(page.contains("both gates have approved: your turn"));
    assert!(page.contains(r#"<tr class="weak"><th scope="row">R2</th>"#) && page.contains("no test"), "{page}");
    assert!(page.contains("did not look") && page.contains("the program <code>semgrep</code> was not found"));
    let happened = ["The gates opened at", "QA judged", "The developer pushed", "SecOps judged"];
    let places: Vec<_> = happened.iter().map(|text| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"))).collect();
    assert!(places.is_sorted(), "{places:?}");
    let link = format!("https://github.com/acme/shop/commit/{}", commit(3));
    assert!(page.contains(&format!(r#"<a href="{link}" rel="noreferrer">"#)), "{page}");
    assert!(!page.contains("<form"), "the pages only show");
}

#[tokio::test]
async fn what_is_quoted_has_no_power_and_much_of_it_is_counted() {
    let mut stage = Stage::new().await;
    let hostile = "<script>alert(1)</script><img src=x onerror=alert(1)>\u{202e}gnp\u{2069} \u{1b}[31m";
    let state = stage.open("T-<b>", hostile).await;
    let items = (0..10_000).map(|number| Item { text: format!("{hostile} {number}"), fingerprint: Some(number.to_string()) });
    let items: Vec<Item> = items.chain([Item { text: "x".repeat(1 << 20), fingerprint: None }]).collect();
    let judgement =
        Judgement { verdict: Verdict::ChangesRequested, items, summary: hostile.to_owned(), ..approval(&state, Gate::Qa) };
    let state = stage.judged(&state, judgement).await;
    stage.blocked(&state, hostile).await;
    let site = stage.serve(&["--lang", "en"], &[]);
    for path in ["/", "/pull-requests/1"] {
        let (status, page) = site.get(path).await;
        assert_eq!(status, 200);
        assert_eq!(page.matches("<script").count(), 1, "only our own");
        assert!(!page.contains("<img") && !page.contains("<b>"), "{path}");
        assert!(!page.contains(['\u{202e}', '\u{2069}', '\u{1b}']), "{path}");
        assert!(page.len() < 4 << 20, "{path}: {} bytes", page.len());
    }
    assert!(site.get("/pull-requests/1").await.1.contains("and 9501 more"));
}

#[tokio::test]
async fn an_address_without_a_page_is_not_found_in_html_and_in_json() {
    let stage = Stage::new().await;
    let site = stage.serve(&[], &[]);
    for path in ["/pull-requests/7", "/pull-requests/x", "/nothing", "/pull-requests/99999999999999999999"] {
        let (status, page) = site.get(path).await;
        assert!(status == 404 && page.contains("There is no such page"), "{path}: {status} {page}");
    }
    assert_eq!(site.get("/api/v1/nothing").await.0, 404);
}
