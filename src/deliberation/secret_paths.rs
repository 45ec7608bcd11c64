//! Files that hold secrets by their names, which no tool reads.
//!
//! The filter hides what it recognises in a text; a file that is made of secrets is not handed to it in the first place. Names are compared
//! without regard to case.

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use crate::finding::RepoPath;

/// Names by which programs find their secrets.
const EMBEDDED: &[&str] = &[
    "**/.env",
    "**/.env.*",
    "**/*.env",
    "**/.envrc",
    "**/.netrc",
    "**/_netrc",
    "**/.npmrc",
    "**/.pypirc",
    "**/.pgpass",
    "**/.my.cnf",
    "**/.htpasswd",
    "**/.git-credentials",
    "**/.dockercfg",
    "**/.docker/config.json",
    "**/.aws/**",
    "**/.azure/**",
    "**/.kube/**",
    "**/.ssh/**",
    "**/.gnupg/**",
    "**/kubeconfig",
    "**/id_rsa*",
    "**/id_dsa*",
    "**/id_ecdsa*",
    "**/id_ed25519*",
    "**/*.pem",
    "**/*.key",
    "**/*.p12",
    "**/*.pfx",
    "**/*.jks",
    "**/*.keystore",
    "**/*.kdbx",
    "**/*.ppk",
    "**/*.asc",
    "**/*.gpg",
    "**/*.tfstate",
    "**/*.tfstate.*",
    "**/*.tfvars",
    "**/credentials",
    "**/credentials.*",
    "**/secrets/**",
    "**/secrets.*",
    "**/secret.*",
    "**/service-account*.json",
    "**/client_secret*.json",
    "**/terraform.rc",
    "**/.terraformrc",
    "**/.vault-token",
    "**/master.key",
];

/// A matcher of such names.
#[derive(Debug, Clone)]
pub struct SecretPaths {
    globs: GlobSet,
}

impl SecretPaths {
    /// The embedded names and the team's `more`.
    ///
    /// # Errors
    /// The glob that cannot be read, and why.
    pub fn new<S: AsRef<str>>(more: &[S]) -> Result<Self, String> {
        let mut globs = GlobSetBuilder::new();
        for glob in EMBEDDED.iter().copied().chain(more.iter().map(AsRef::as_ref)) {
            globs.add(compile(glob).map_err(|error| error.to_string())?);
        }
        Ok(Self { globs: globs.build().map_err(|error| error.to_string())? })
    }

    /// Whether no tool may read the file.
    pub fn matches(&self, path: &RepoPath) -> bool {
        self.globs.is_match(path.as_path())
    }
}

fn compile(glob: &str) -> Result<Glob, globset::Error> {
    GlobBuilder::new(glob).literal_separator(true).case_insensitive(true).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_secrets_is_known_by_its_name() {
        let paths = SecretPaths::new(&["vault/**"]).expect("globs");
        let table = [
            (".env", true),
            ("a/.ENV.production", true),
            ("deploy/Server.PEM", true),
            ("home/.ssh/config", true),
            ("config/secrets/db.yml", true),
            ("vault/a/b", true),
            ("src/env.rs", false),
            ("src/secrets.rs", true),
            ("docs/environment.md", false),
            ("src/main.rs", false),
        ];
        for (path, secret) in table {
            assert_eq!(paths.matches(&RepoPath::from(path)), secret, "{path}");
        }
        assert!(SecretPaths::new(&["[a"]).is_err());
    }
}
