//! What people look at, in a real browser: opened from disk, read, filtered, with the keyboard, in the dark and on a phone.
//!
//! `scripts/tools` installs the browser's driver and the checker of accessibility. Without them the tests skip; with `CI=true` that
//! is a failure.

#![expect(
    clippy::expect_used,
    clippy::disallowed_methods,
    reason = "a test stops where its set-up fails, writes pages and starts a browser"
)]

#[path = "../support/model.rs"]
#[expect(dead_code, reason = "each test binary uses a part of it")]
mod model;

mod report;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Plays a scenario of `tests/browser/<script>` on a page; nothing when the machine has no browser.
fn play(script: &str, scenario: &str, page: &Path) -> Option<()> {
    let modules = cache().join("npm/node_modules");
    let installed = ["playwright-core", "axe-core"].iter().all(|name| modules.join(name).is_dir());
    let browser = ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| on_path(name));
    let (Some(browser), true) = (browser, installed) else {
        assert!(std::env::var_os("CI").is_none(), "a browser and its driver are needed: run scripts/test, which installs them");
        return None;
    };
    let output = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser").join(script))
        .args([scenario.as_ref(), page.as_os_str()])
        .env("BROWSER", browser)
        .env("MODULES", &modules)
        .env_remove("NODE_OPTIONS")
        .output()
        .expect("node can be started");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{scenario}: {told}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), format!("played {scenario}"), "{told}");
    Some(())
}

fn cache() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let user = || std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home).map(|cache| cache.join("aurumcode"));
    std::env::var_os("AURUMCODE_CACHE").map(PathBuf::from).or_else(user).unwrap_or_default()
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|program| program.is_file())
}
