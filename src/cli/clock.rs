//! The only reader of the clock for anything that decides: which day it is.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::finding::Day;

/// Today, UTC. With a clock that shows no day of the calendar it is the last one there is: what expires has then expired.
pub(super) fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map(|passed| passed.as_secs());
    seconds.ok().and_then(Day::of_unix).unwrap_or(Day::LAST)
}
