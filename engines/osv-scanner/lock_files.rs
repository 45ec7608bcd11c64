//! The files that OSV-Scanner reads dependencies from (its manual, "Supported artifacts and manifests").

use crate::finding::RepoPath;

/// Their names.
const NAMES: [&str; 31] = [
    "Cargo.lock",
    "Gemfile.lock",
    "Pipfile.lock",
    "buildscript-gradle.lockfile",
    "bun.lock",
    "cabal.project.freeze",
    "composer.lock",
    "conan.lock",
    "deps.json",
    "gems.locked",
    "go.mod",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "packages.config",
    "packages.lock.json",
    "pdm.lock",
    "pnpm-lock.yaml",
    "poetry.lock",
    "pom.xml",
    "pubspec.lock",
    "pylock.toml",
    "renv.lock",
    "requirements.txt",
    "stack.yaml.lock",
    "uv.lock",
    "verification-metadata.xml",
    "yarn.lock",
    "bom.json",
    "bom.xml",
];

/// Whether a file is one of them, by its name.
pub(super) fn is_one(path: &RepoPath) -> bool {
    let name = path.file_name();
    let requirements = path.as_str().is_some_and(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.contains("requirements") && name.ends_with(".txt")
    });
    requirements || NAMES.iter().any(|known| name == *known)
}

#[cfg(test)]
mod tests {
    use super::is_one;

    #[test]
    fn lock_files_are_known_by_their_names() {
        for path in ["Cargo.lock", "web/package-lock.json", "requirements-dev.txt", "a/dev_requirements.txt", "go.mod"] {
            assert!(is_one(&path.into()), "{path}");
        }
        for path in ["package.json", "notes.txt", "requirements/readme.txt", "cargo.lock.orig"] {
            assert!(!is_one(&path.into()), "{path}");
        }
    }
}
