//! The same as JSON, read-only: what `aurumcode pr show --json` prints.

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::delivery::{HappenedDocument, PullRequestDocument, PullRequestId, Turn};

use super::site::{Kept, Site};

/// The most on one page.
pub(super) const LONGEST: u32 = 200;

/// Which ones to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Listed {
    /// Those that are decided as well.
    #[serde(default)]
    all: bool,
    #[serde(default)]
    offset: u32,
    #[serde(default = "fifty")]
    limit: u32,
}

const fn fifty() -> u32 {
    50
}

/// One page of pull requests.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Page {
    /// How many there are on all pages.
    total: usize,
    /// How many were passed over.
    offset: u32,
    /// Those of this page, by number.
    pull_requests: Vec<PullRequestDocument>,
}

/// A pull request with everything that happened to it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Whole {
    #[serde(flatten)]
    pull_request: PullRequestDocument,
    /// What happened, in order.
    timeline: Vec<HappenedDocument>,
}

/// Why there is no answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Problem {
    /// The cause, in a sentence.
    error: String,
}

/// Whether the site works.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Health {
    /// `ok`, or why the store cannot be read.
    status: String,
}

fn problem(status: StatusCode, error: impl ToString) -> Response {
    (status, Json(Problem { error: error.to_string() })).into_response()
}

pub(super) async fn list(State(site): State<Site>, asked: Result<Query<Listed>, QueryRejection>) -> Response {
    let asked = match asked {
        Ok(Query(asked)) if (1..=LONGEST).contains(&asked.limit) => asked,
        Ok(_) => return problem(StatusCode::BAD_REQUEST, format!("`limit` is between 1 and {LONGEST}")),
        Err(rejection) => return problem(StatusCode::BAD_REQUEST, rejection.body_text()),
    };
    let seen = site.seen.borrow().clone();
    let wanted = |kept: &&Kept| asked.all || !matches!(kept.state.turn(), Turn::Over(_));
    let all: Vec<&Kept> = seen.all.values().map(AsRef::as_ref).filter(wanted).collect();
    let page = all.iter().skip(asked.offset as usize).take(asked.limit as usize);
    let pull_requests = page.map(|kept| PullRequestDocument::of(&kept.state)).collect();
    answer(&site, &Page { total: all.len(), offset: asked.offset, pull_requests })
}

pub(super) async fn one(State(site): State<Site>, id: Result<Path<PullRequestId>, PathRejection>) -> Response {
    let Ok(Path(id)) = id else { return problem(StatusCode::BAD_REQUEST, "a pull request is named by a number") };
    let seen = site.seen.borrow().clone();
    let Some(kept) = seen.all.get(&id) else { return problem(StatusCode::NOT_FOUND, format!("there is no pull request {id}")) };
    let timeline = kept.timeline.iter().map(|happened| HappenedDocument::of(happened, &kept.state)).collect();
    answer(&site, &Whole { pull_request: PullRequestDocument::of(&kept.state), timeline })
}

pub(super) async fn health(State(site): State<Site>) -> Response {
    match &site.seen.borrow().trouble {
        None => Json(Health { status: "ok".to_owned() }).into_response(),
        Some(_) => {
            (StatusCode::SERVICE_UNAVAILABLE, Json(Health { status: "the store cannot be read".to_owned() })).into_response()
        }
    }
}

pub(super) async fn description() -> Response {
    Json(super::openapi::openapi()).into_response()
}

pub(super) async fn nothing() -> Response {
    problem(StatusCode::NOT_FOUND, "there is nothing at this address; see /api/v1/openapi.json")
}

fn answer(site: &Site, document: &impl Serialize) -> Response {
    match serde_json::to_value(document) {
        Ok(value) => Json(site.redactor.redact_value(&value)).into_response(),
        Err(error) => problem(StatusCode::INTERNAL_SERVER_ERROR, format!("the answer could not be written: {error}")),
    }
}
