//! A real browser: `scripts/tools` installs its driver and the checker of accessibility. Without them the tests skip; with `CI=true` that
//! is a failure.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Plays a scenario of a script below `tests/` on a page, with variables more; nothing when the machine has no browser.
#[expect(clippy::disallowed_methods, reason = "a test starts a browser and reads where it is")]
pub(crate) fn play(script: &str, scenario: &str, page: &OsStr, variables: &[(&str, &OsStr)]) -> Option<()> {
    let modules = cache().join("npm/node_modules");
    let installed = ["playwright-core", "axe-core"].iter().all(|name| modules.join(name).is_dir());
    let browser = ["chromium", "chromium-browser", "google-chrome"].iter().find_map(|name| on_path(name));
    let (Some(browser), true) = (browser, installed) else {
        assert!(std::env::var_os("CI").is_none(), "a browser and its driver are needed: run scripts/test, which installs them");
        return None;
    };
    let output = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script))
        .args([scenario.as_ref(), page])
        .env("BROWSER", browser)
        .env("MODULES", &modules)
        .envs(variables.iter().copied())
        .env_remove("NODE_OPTIONS")
        .output()
        .expect("node can be started");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{scenario}: {told}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), format!("played {scenario}"), "{told}");
    Some(())
}

#[expect(clippy::disallowed_methods, reason = "the cache's place is in the environment")]
fn cache() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let user = || std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or_else(home).map(|cache| cache.join("aurumcode"));
    std::env::var_os("AURUMCODE_CACHE").map(PathBuf::from).or_else(user).unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "programs are where the environment says")]
fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|program| program.is_file())
}
