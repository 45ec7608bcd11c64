//! What people look at, in a real browser: opened from disk, read, filtered, with the keyboard, in the dark and on a phone.

#![expect(clippy::expect_used, clippy::disallowed_methods, reason = "a test stops where its set-up fails, and writes pages")]

#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/model.rs"]
#[expect(dead_code, reason = "each test binary uses a part of it")]
mod model;

mod report;
