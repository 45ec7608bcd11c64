//! Which address leads where.

use std::time::Duration;

use axum::Router;
use axum::extract::rejection::{FormRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, Form, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::Markup;
use serde::Deserialize;
use tokio::sync::oneshot;

use crate::config::Language;
use crate::delivery::PullRequestId;

use super::pages::{self, Shown};
use super::said::{Said, Word};
use super::site::Site;
use super::words::Words;
use super::{api, guard, live, metrics};

/// A larger form is refused.
const BODY: usize = 16 * 1024;

/// How long the page that follows a person's word waits to be able to show it.
const SHOWN: Duration = Duration::from_secs(3);

pub(super) fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(list))
        .route("/pull-requests/{id}", get(one))
        .route("/pull-requests/{id}/say", post(say))
        .route("/sign-in", get(sign_in).post(signed_in))
        .route("/events", get(live::events))
        .route("/live.js", get(script))
        .route("/style.css", get(style))
        .route("/healthz", get(api::health))
        .route("/metrics", get(numbers))
        .route("/api/v1/pull-requests", get(api::list))
        .route("/api/v1/pull-requests/{id}", get(api::one))
        .route("/api/v1/openapi.json", get(api::description))
        .route("/api/{*rest}", get(api::nothing))
        .fallback(lost)
        .layer(middleware::from_fn_with_state(site.clone(), guard::guard))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(site)
}

/// The language that is set, else the first of the browser's that is spoken here.
fn words(site: &Site, headers: &HeaderMap) -> &'static Words {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let known = |tag: &str| {
        let tag = tag.trim().to_ascii_lowercase();
        let is = |language: &str| {
            tag == language || tag.starts_with(&format!("{language}-")) || tag.starts_with(&format!("{language};"))
        };
        if is("pt") { Some(Language::PtBr) } else { is("en").then_some(Language::En) }
    };
    Words::of(site.language.or_else(|| accepted.split(',').find_map(known)).unwrap_or(Language::En))
}

fn page(site: &Site, status: StatusCode, page: Markup) -> Response {
    (status, Html(site.redactor.redact(&page.into_string()).into_string())).into_response()
}

async fn list(State(site): State<Site>, headers: HeaderMap) -> Response {
    let seen = site.seen.borrow().clone();
    page(&site, StatusCode::OK, pages::list(words(&site, &headers), &seen))
}

async fn one(State(site): State<Site>, headers: HeaderMap, id: Result<Path<PullRequestId>, PathRejection>) -> Response {
    let seen = site.seen.borrow().clone();
    let kept = id.ok().and_then(|Path(id)| seen.all.get(&id));
    let words = words(&site, &headers);
    match kept {
        Some(kept) => {
            let proof = site.words.is_some().then(|| site.access.proof());
            page(&site, StatusCode::OK, pages::one(&Shown { words, kept, link: &site.link, proof }))
        }
        None => page(&site, StatusCode::NOT_FOUND, pages::not_found(words)),
    }
}

async fn lost(State(site): State<Site>, headers: HeaderMap) -> Response {
    page(&site, StatusCode::NOT_FOUND, pages::not_found(words(&site, &headers)))
}

/// A form of a person.
#[derive(Debug, Deserialize)]
struct Sent {
    proof: String,
    sequence: u64,
    word: String,
    #[serde(default)]
    reason: String,
}

async fn say(
    State(site): State<Site>,
    headers: HeaderMap,
    id: Result<Path<PullRequestId>, PathRejection>,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let words = words(&site, &headers);
    let (Some(listener), Ok(Path(id))) = (&site.words, id) else {
        return page(&site, StatusCode::NOT_FOUND, pages::not_found(words));
    };
    let back = format!("/pull-requests/{id}");
    let failed = |status, why: &str| page(&site, status, pages::failed(words, why, &back));
    let sent = match sent {
        Ok(Form(sent)) => sent,
        Err(rejection) => return failed(StatusCode::BAD_REQUEST, &rejection.body_text()),
    };
    if !site.access.is_proof(&sent.proof) {
        return failed(StatusCode::FORBIDDEN, "the form is not of this page: load the page again");
    }
    let Some(word) = Word::parse(&sent.word) else { return failed(StatusCode::BAD_REQUEST, "that word is not known") };
    let said = Said { pull_request: id, sequence: sent.sequence, word, reason: sent.reason };
    let (answer, told) = oneshot::channel();
    if listener.send((said, answer)).await.is_err() {
        return failed(StatusCode::SERVICE_UNAVAILABLE, "the site is ending");
    }
    match told.await {
        Ok(Ok(())) => {
            // The page that follows is to show what was just said.
            let mut seen = site.seen.clone();
            let shown = seen.wait_for(|seen| seen.revision(Some(id)) > sent.sequence);
            let _ = tokio::time::timeout(SHOWN, shown).await;
            Redirect::to(&back).into_response()
        }
        Ok(Err(why)) => failed(StatusCode::CONFLICT, &why),
        Err(_) => failed(StatusCode::SERVICE_UNAVAILABLE, "the site is ending"),
    }
}

async fn sign_in(State(site): State<Site>, headers: HeaderMap) -> Response {
    if !site.access.asks() {
        return Redirect::to("/").into_response();
    }
    page(&site, StatusCode::OK, pages::sign_in(words(&site, &headers), false))
}

/// The token of a form.
#[derive(Deserialize)]
struct Given {
    token: String,
}

async fn signed_in(State(site): State<Site>, headers: HeaderMap, given: Result<Form<Given>, FormRejection>) -> Response {
    let cookie = given.ok().and_then(|Form(given)| site.access.sign_in(&given.token));
    match cookie {
        Some(cookie) => ([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response(),
        None => page(&site, StatusCode::FORBIDDEN, pages::sign_in(words(&site, &headers), true)),
    }
}

async fn script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], pages::SCRIPT).into_response()
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], pages::STYLE).into_response()
}

async fn numbers(State(site): State<Site>) -> Response {
    let text = metrics::metrics(&site.seen.borrow(), site.clock.now());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
