//! What GitHub tells by GraphQL alone: whom an installation's token speaks for, and threads of a review.
//!
//! Not every token may use it, so nothing here is an error: without it threads stay open, and their comments say the same in words.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use super::super::http::Repeat;
use super::super::{Author, ForgeError};
use super::GitHub;

const VIEWER: &str = "query { viewer { login databaseId } }";
const THREADS: &str = "query($owner: String!, $name: String!, $number: Int!, $after: String) { repository(owner: $owner, name: $name) { \
     pullRequest(number: $number) { reviewThreads(first: 100, after: $after) { pageInfo { hasNextPage endCursor } \
     nodes { id isResolved comments(first: 1) { nodes { databaseId } } } } } } }";
const RESOLVE: &str = "mutation($thread: ID!) { resolveReviewThread(input: {threadId: $thread}) { thread { isResolved } } }";
const REOPEN: &str = "mutation($thread: ID!) { unresolveReviewThread(input: {threadId: $thread}) { thread { isResolved } } }";

/// The most pages of threads that are read: 2,000 threads.
const PAGES: usize = 20;

/// A thread, by the number of its first comment: its id, and whether it is closed.
pub(super) type Threads = BTreeMap<u64, (String, bool)>;

impl GitHub {
    /// Whom the token speaks for.
    pub(super) async fn viewer(&self) -> Option<Author> {
        let answer = self.query(VIEWER, json!({}), Repeat::Harmless).await?;
        let viewer = answer.get("viewer")?;
        Some(Author { id: viewer.get("databaseId")?.as_i64(), login: viewer.get("login")?.as_str()?.to_owned() })
    }

    /// The threads of a pull request, as far as they can be read.
    pub(super) async fn threads(&self, number: u64) -> Threads {
        let mut threads = Threads::new();
        let Some((owner, name)) = self.place.repository.split_once('/') else { return threads };
        let mut after = Value::Null;
        for _ in 0..PAGES {
            let variables = json!({"owner": owner, "name": name, "number": number, "after": after});
            let Some(answer) = self.query(THREADS, variables, Repeat::Harmless).await else { break };
            let page = &answer["repository"]["pullRequest"]["reviewThreads"];
            for node in page["nodes"].as_array().into_iter().flatten() {
                let first = node["comments"]["nodes"][0]["databaseId"].as_u64();
                if let (Some(first), Some(id), Some(resolved)) = (first, node["id"].as_str(), node["isResolved"].as_bool()) {
                    threads.insert(first, (id.to_owned(), resolved));
                }
            }
            if page["pageInfo"]["hasNextPage"] != Value::Bool(true) {
                break;
            }
            after = page["pageInfo"]["endCursor"].clone();
        }
        threads
    }

    /// Closes or reopens a thread, where the token may.
    pub(super) async fn resolve(&self, thread: &str, resolved: bool) {
        let mutation = if resolved { RESOLVE } else { REOPEN };
        let _told_in_words = self.query(mutation, json!({"thread": thread}), Repeat::Harmless).await;
    }

    async fn query(&self, query: &str, variables: Value, repeat: Repeat) -> Option<Value> {
        let url = self.place.graphql.clone()?;
        let asked: Result<Value, ForgeError> =
            self.client.ask(Method::POST, url, &json!({"query": query, "variables": variables}), repeat).await;
        match asked {
            Ok(mut answer) if answer.get("errors").is_none() => Some(answer["data"].take()),
            Ok(answer) => {
                tracing::info!(errors = %answer["errors"], "GraphQL is refused");
                None
            }
            Err(error) => {
                tracing::info!(%error, "GraphQL does not answer");
                None
            }
        }
    }
}
