//! Which files of the working directory are meant, and which of them can be believed.
//!
//! A pattern is only looked for below the directories that it writes out, so that `reports/*.sarif` does not walk through every
//! dependency that is installed in a repository.

use globset::{GlobBuilder, GlobMatcher};

use crate::change::{Below, Change, Product};
use crate::finding::RepoPath;
use crate::scanner::ScanError;

/// The compiled patterns of `files`.
#[derive(Debug, Clone)]
pub(super) struct Patterns(Vec<(String, GlobMatcher)>);

impl Patterns {
    /// Compiles patterns; an error is the index of the one that is refused, with the reason.
    pub(super) fn new(patterns: &[String]) -> Result<Self, (usize, String)> {
        let one = |(index, pattern): (usize, &String)| match compile(pattern) {
            Ok(matcher) => Ok((pattern.clone(), matcher)),
            Err(why) => Err((index, why)),
        };
        patterns.iter().enumerate().map(one).collect::<Result<_, _>>().map(Self)
    }

    fn matches(&self, path: &RepoPath) -> bool {
        self.0.iter().any(|(_, matcher)| matcher.is_match(path.as_path()))
    }

    fn places(&self) -> Vec<Below> {
        self.0.iter().map(|(pattern, _)| place(pattern)).collect()
    }

    /// The files that match, by path.
    ///
    /// With `must_exist`, each pattern must match one. A file of the repository itself and one that is older than the reviewed
    /// commit were not written by a step that saw it.
    pub(super) async fn find(&self, change: &Change, must_exist: bool) -> Result<Vec<RepoPath>, ScanError> {
        let unavailable = |why: String| Err(ScanError::Unavailable(why));
        if change.repository().top_level().is_none() {
            return unavailable(
                "a bare repository has no working directory in which a scanner could have left a file".to_owned(),
            );
        }
        let wanted = self.clone();
        let products = change.products(self.places(), move |path| wanted.matches(path)).await?;
        for (pattern, matcher) in self.0.iter().filter(|_| must_exist) {
            if !products.iter().any(|product| matcher.is_match(product.path.as_path())) {
                return unavailable(format!(
                    "no file in the working directory matches `{pattern}`: run the scanner in an earlier step, or set `must_exist: false`"
                ));
            }
        }
        let committed = change.committed_at().await?;
        if let Some(why) = products.iter().find_map(|product| distrust(product, committed)) {
            return unavailable(why);
        }
        Ok(products.into_iter().map(|product| product.path).collect())
    }
}

/// Why a file cannot be the answer of a scanner that saw the reviewed commit.
fn distrust(product: &Product, committed: Option<i64>) -> Option<String> {
    let Product { path, modified, tracked } = product;
    if *tracked {
        return Some(format!(
            "git tracks `{path}`, so the author can have written it; have the scanner write to an untracked path"
        ));
    }
    let older = committed.is_some_and(|committed| *modified < committed);
    older.then(|| format!("`{path}` is older than the reviewed commit; run the scanner again"))
}

fn compile(pattern: &str) -> Result<GlobMatcher, String> {
    let pattern = pattern.trim_start_matches("./");
    if pattern.is_empty() || pattern.starts_with('/') || pattern.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err(format!("`{pattern}` is not a path inside the repository"));
    }
    let glob = GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true).build();
    glob.map(|glob| glob.compile_matcher()).map_err(|error| format!("`{pattern}`: {}", error.kind()))
}

/// The directory that a pattern writes out, and how many levels below it can matter.
fn place(pattern: &str) -> Below {
    let pattern = pattern.trim_start_matches("./");
    let parts: Vec<&str> = pattern.split('/').collect();
    let is_plain = |part: &&&str| !part.contains(['*', '?', '[', '{', '\\']);
    let plain = parts.iter().take(parts.len() - 1).take_while(is_plain).count();
    // `**` and alternatives with a slash can stand for any number of directories.
    let open = pattern.contains("**") || pattern.contains('{');
    Below { directory: RepoPath::from(&*parts[..plain].join("/")), levels: (!open).then(|| parts.len() - plain) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_looked_for_where_it_can_match() {
        let table = [
            ("a.sarif", "", Some(1)),
            ("./reports/a.sarif", "reports", Some(1)),
            ("reports/*.sarif", "reports", Some(1)),
            ("build/*/out/x.sarif", "build", Some(3)),
            ("**/*.sarif", "", None),
            ("a/b/**/c.sarif", "a/b", None),
            ("a/{b,c/d}/e.sarif", "a", None),
        ];
        for (pattern, directory, levels) in table {
            assert_eq!(place(pattern), Below { directory: directory.into(), levels }, "{pattern}");
        }
    }

    #[test]
    fn patterns_are_of_paths_and_stay_inside() {
        let patterns = Patterns::new(&["reports/*.sarif".to_owned(), "**/out/x.json".to_owned()]).expect("patterns");
        for (path, expected) in [
            ("reports/a.sarif", true),
            ("reports/a/b.sarif", false),
            ("x/reports/a.sarif", false),
            ("out/x.json", true),
            ("a/b/out/x.json", true),
        ] {
            assert_eq!(patterns.matches(&path.into()), expected, "{path}");
        }
        for refused in ["", "/tmp/x.sarif", "../x.sarif", "a/../b.sarif", "a//b.sarif", "[a", "a/{b"] {
            assert_eq!(Patterns::new(&["ok".to_owned(), refused.to_owned()]).expect_err(refused).0, 1);
        }
    }
}
