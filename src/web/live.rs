//! The streams that pages follow: one short event whenever something changed.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Deserialize;

use crate::delivery::PullRequestId;

use super::site::Site;

/// How often a stream says that it is still there.
const ALIVE: Duration = Duration::from_secs(15);

/// What to follow.
#[derive(Debug, Deserialize)]
pub(super) struct Followed {
    /// One pull request; nothing: all of them.
    pull_request: Option<PullRequestId>,
    /// The revision that the page was made of.
    after: Option<u64>,
}

/// First at once `here`, or `changed` where the page is older than what is known; then `changed` whenever there is something new.
pub(super) async fn events(State(site): State<Site>, Query(followed): Query<Followed>) -> impl IntoResponse {
    let mut seen = site.seen.clone();
    seen.mark_changed();
    let stream = futures_util::stream::unfold((seen, None), move |(mut seen, last)| async move {
        loop {
            // The watcher ends with the site.
            seen.changed().await.ok()?;
            let now = seen.borrow_and_update().revision(followed.pull_request);
            if last != Some(now) {
                let is_news = last.or(followed.after).is_some_and(|before| before != now);
                let event = Event::default().event(if is_news { "changed" } else { "here" });
                return Some((Ok::<_, Infallible>(event.data(now.to_string())), (seen, Some(now))));
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE))
}
