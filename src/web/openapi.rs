//! The description of the JSON, in OpenAPI 3.1: its schemas come from the types that are sent.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::api::{Health, LONGEST, Page, Problem, Whole};

/// The description.
pub fn openapi() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let refused = answer::<Problem>(&mut generator, "Why there is no answer.");
    let paths = json!({
        "/healthz": {"get": {
            "operationId": "health", "summary": "Whether the site works.", "security": [],
            "responses": {
                "200": answer::<Health>(&mut generator, "It works."),
                "503": answer::<Health>(&mut generator, "The store cannot be read."),
            },
        }},
        "/api/v1/pull-requests": {"get": {
            "operationId": "listPullRequests", "summary": "The pull requests in review, by number.",
            "parameters": [
                query("all", "Those that a person has decided as well.", &json!({"type": "boolean", "default": false})),
                query("offset", "How many to pass over.", &json!({"type": "integer", "minimum": 0, "maximum": u32::MAX, "default": 0})),
                query("limit", "How many to list.", &json!({"type": "integer", "minimum": 1, "maximum": LONGEST, "default": 50})),
            ],
            "responses": {
                "200": answer::<Page>(&mut generator, "One page of them."), "400": refused.clone(), "401": unauthorised(),
            },
        }},
        "/api/v1/pull-requests/{id}": {"get": {
            "operationId": "showPullRequest", "summary": "One pull request with everything that happened to it.",
            "parameters": [{
                "name": "id", "in": "path", "required": true, "description": "Its number.",
                "schema": {"type": "integer", "minimum": 1, "maximum": i64::MAX},
            }],
            "responses": {
                "200": answer::<Whole>(&mut generator, "It."), "400": refused.clone(), "401": unauthorised(), "404": refused,
            },
        }},
        "/api/v1/openapi.json": {"get": {
            "operationId": "describe", "summary": "This description.",
            "responses": {"200": {"description": "It.", "content": {"application/json": {"schema": {"type": "object"}}}}, "401": unauthorised()},
        }},
    });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "aurumcode", "version": env!("CARGO_PKG_VERSION"), "license": {"name": "MIT", "identifier": "MIT"},
            "description": "The gates of pull requests, read-only.",
        },
        "paths": paths,
        "security": [{}, {"token": []}],
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": generator.take_definitions(true),
        },
    })
}

fn answer<T: JsonSchema>(generator: &mut SchemaGenerator, description: &str) -> Value {
    let schema = generator.subschema_for::<T>();
    json!({"description": description, "content": {"application/json": {"schema": schema}}})
}

fn query(name: &str, description: &str, schema: &Value) -> Value {
    json!({"name": name, "in": "query", "description": description, "schema": schema})
}

fn unauthorised() -> Value {
    json!({"description": "A token is needed.", "content": {"text/plain": {"schema": {"type": "string"}}}})
}
