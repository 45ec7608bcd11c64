//! Forges that everybody knows, and how an address of a git remote names a repository.

use super::Service;

/// A forge that everybody knows.
pub(super) struct Known {
    /// The host of its repositories.
    pub(super) host: &'static str,
    pub(super) service: Service,
    pub(super) api: &'static str,
    pub(super) graphql: Option<&'static str>,
    pub(super) web: &'static str,
}

/// Without a variable, a token goes to no other host than these.
pub(super) const KNOWN_HOSTS: &[Known] = &[
    Known {
        host: "codeberg.org",
        service: Service::Gitea,
        api: "https://codeberg.org/api/v1",
        graphql: None,
        web: "https://codeberg.org",
    },
    Known {
        host: "gitea.com",
        service: Service::Gitea,
        api: "https://gitea.com/api/v1",
        graphql: None,
        web: "https://gitea.com",
    },
    Known {
        host: "github.com",
        service: Service::GitHub,
        api: "https://api.github.com",
        graphql: Some("https://api.github.com/graphql"),
        web: "https://github.com",
    },
    Known {
        host: "gitlab.com",
        service: Service::GitLab,
        api: "https://gitlab.com/api/v4",
        graphql: None,
        web: "https://gitlab.com",
    },
];

/// What the address of a remote says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Remote {
    /// The host, in lower case, without a port.
    pub(super) host: String,
    /// The path, without `.git`.
    pub(super) path: String,
}

impl Remote {
    /// Reads `https://host/owner/name.git`, `ssh://git@host:22/owner/name.git` and `git@host:owner/name.git`; nothing for a directory.
    pub(super) fn parse(address: &str) -> Option<Self> {
        let (authority, path) = match address.split_once("://") {
            Some(("https" | "http" | "ssh" | "git", rest)) => rest.split_once('/')?,
            Some(_) => return None,
            None => address.split_once(':').filter(|(host, _)| !host.contains('/'))?,
        };
        let host = authority.rsplit('@').next()?.split(':').next()?.to_ascii_lowercase();
        let path = path.trim_matches('/');
        let path = path.strip_suffix(".git").unwrap_or(path);
        (!host.is_empty() && !path.is_empty()).then(|| Self { host, path: path.to_owned() })
    }
}

/// The page about a commit of the repository at `address`, on a forge that everybody knows; nothing elsewhere.
pub fn commit_page(address: &str, commit: &str) -> Option<String> {
    let remote = Remote::parse(address)?;
    let known = KNOWN_HOSTS.iter().find(|known| known.host == remote.host)?;
    let between = if known.service == Service::GitLab { "/-/commit" } else { "/commit" };
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte));
    (plain(&remote.path) && plain(commit)).then(|| format!("{}/{}{between}/{commit}", known.web, remote.path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_has_a_page_on_a_known_forge() {
        let table = [
            ("git@github.com:acme/shop.git", Some("https://github.com/acme/shop/commit/1a2b")),
            ("https://gitlab.com/acme/sub/shop", Some("https://gitlab.com/acme/sub/shop/-/commit/1a2b")),
            ("https://forge.example/acme/shop", None),
            ("https://github.com/acme/\"><script>", None),
            ("/srv/git/shop", None),
        ];
        for (address, page) in table {
            assert_eq!(commit_page(address, "1a2b").as_deref(), page, "{address}");
        }
    }

    #[test]
    fn addresses_of_remotes() {
        let table = [
            ("https://github.com/acme/shop.git", Some(("github.com", "acme/shop"))),
            ("https://user@GitHub.com/acme/shop/", Some(("github.com", "acme/shop"))),
            ("ssh://git@gitlab.com:2222/a/b/c.git", Some(("gitlab.com", "a/b/c"))),
            ("git@codeberg.org:acme/shop.git", Some(("codeberg.org", "acme/shop"))),
            ("/srv/git/shop.git", None),
            ("file:///srv/git/shop.git", None),
            ("../shop", None),
            ("https://github.com", None),
            ("", None),
        ];
        for (address, expected) in table {
            let found = Remote::parse(address);
            let found = found.as_ref().map(|remote| (remote.host.as_str(), remote.path.as_str()));
            assert_eq!(found, expected, "{address}");
        }
    }
}
