//! The real programs that `scripts/tools` installs.

use std::path::PathBuf;

/// A file that `scripts/tools` puts into the cache; nothing when it is absent, which is said and in CI is a failure.
#[expect(clippy::disallowed_methods, reason = "the cache's place is in the environment")]
pub(crate) fn installed(path: &str) -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = variable("AURUMCODE_CACHE")
        .or_else(|| variable("XDG_CACHE_HOME").map(|cache| cache.join("aurumcode")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache/aurumcode")));
    let file = cache.map(|cache| cache.join(path)).filter(|file| file.is_file());
    if file.is_none() {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{path} is not in the cache: run scripts/tools");
        eprintln!("skipped: {path} is not in the cache; scripts/tools installs it");
    }
    file
}
