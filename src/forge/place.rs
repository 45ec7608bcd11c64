//! Which repository on which forge: from the CI's environment, from what the operator says, or from the address of `origin`.
//!
//! The address of the API decides where the token goes, so it comes from the operator's or the CI's environment, or is that of a
//! forge that everybody knows. The address of a remote names a repository; it never names a host that a token is sent to.

use reqwest::Url;

use crate::finding::RepoPath;

use super::ForgeError;
use super::known::{KNOWN_HOSTS, Remote};

/// The families of forges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// GitHub, in the cloud or an enterprise server.
    GitHub,
    /// GitLab, in the cloud or on a server.
    GitLab,
    /// Gitea and Forgejo, whose API is the same as far as it is used here.
    Gitea,
}

impl Service {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::GitHub, Self::GitLab, Self::Gitea];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GitHub => "GitHub",
            Self::GitLab => "GitLab",
            Self::Gitea => "Gitea",
        }
    }

    /// The variable by which an operator gives the address of its API.
    pub const fn api_variable(self) -> &'static str {
        match self {
            Self::GitHub => "AURUMCODE_GITHUB_API_URL",
            Self::GitLab => "AURUMCODE_GITLAB_API_URL",
            Self::Gitea => "AURUMCODE_GITEA_API_URL",
        }
    }

    /// The variables that may hold a token, the first that is set counts.
    pub const fn token_variables(self) -> &'static [&'static str] {
        match self {
            Self::GitHub => &["AURUMCODE_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"],
            Self::GitLab => &["AURUMCODE_GITLAB_TOKEN", "GITLAB_TOKEN"],
            Self::Gitea => &["AURUMCODE_GITEA_TOKEN", "GITEA_TOKEN", "FORGEJO_TOKEN", "GITHUB_TOKEN"],
        }
    }
}

/// One repository on a forge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The family.
    pub service: Service,
    /// The address of its REST API, without a slash at the end.
    pub api: Url,
    /// The address of its GraphQL API, where it has one.
    pub graphql: Option<Url>,
    /// The address of its pages.
    pub web: Url,
    /// `owner/name`; on GitLab there may be more groups in front.
    pub repository: String,
}

impl Place {
    /// The place, by what is given first: `slug`, the variables of the CI, the address of `origin`.
    ///
    /// # Errors
    /// Nothing names the forge or the repository, or what names it cannot be used.
    pub fn find(variable: &dyn Fn(&str) -> Option<String>, slug: Option<&str>, origin: Option<&str>) -> Result<Self, ForgeError> {
        let remote = origin.and_then(Remote::parse);
        let (service, api, web, graphql) = host(variable, remote.as_ref())?;
        let repository = slug
            .map(str::to_owned)
            .or_else(|| of_ci(service, variable))
            .or_else(|| remote.map(|remote| remote.path))
            .ok_or_else(|| {
                ForgeError::Unusable("nothing says which repository it is; give `--repo-slug OWNER/NAME`".to_owned())
            })?;
        if !is_slug(service, &repository) {
            return Err(ForgeError::Unusable(format!("`{repository}` is no name of a repository; it has the form OWNER/NAME")));
        }
        Ok(Self { service, api, graphql, web, repository })
    }

    /// The page that shows lines of a file at a commit.
    pub fn page(&self, commit: &str, path: &RepoPath, lines: Option<(u32, u32)>) -> String {
        let between = match self.service {
            Service::GitHub => "blob",
            Service::GitLab => "-/blob",
            Service::Gitea => "src/commit",
        };
        let anchor = match (lines, self.service) {
            (None, _) => String::new(),
            (Some((first, last)), _) if first == last => format!("#L{first}"),
            (Some((first, last)), Service::GitLab) => format!("#L{first}-{last}"),
            (Some((first, last)), _) => format!("#L{first}-L{last}"),
        };
        let web = self.web.as_str().trim_end_matches('/');
        format!("{web}/{}/{between}/{commit}/{}{anchor}", self.repository, encoded(path.as_bytes()))
    }
}

/// A path for an address: everything but letters, digits, `-._~` and slashes as `%XX` (RFC 3986, section 2.3).
fn encoded(path: &[u8]) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.iter().map(|&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

type Host = (Service, Url, Url, Option<Url>);

/// The forge's addresses: what the operator gives, what the CI gives, or a forge that everybody knows.
fn host(variable: &dyn Fn(&str) -> Option<String>, remote: Option<&Remote>) -> Result<Host, ForgeError> {
    let given: Vec<(Service, String)> =
        Service::ALL.iter().filter_map(|service| Some((*service, variable(service.api_variable())?))).collect();
    let ci = service_of_ci(variable);
    let (service, api) = match given.as_slice() {
        [] => match ci {
            Some(service) => (service, None),
            None => {
                let known = remote.and_then(|remote| KNOWN_HOSTS.iter().find(|known| known.host == remote.host));
                let known = known.ok_or_else(|| {
                    let names = Service::ALL.map(Service::api_variable).join(", ");
                    ForgeError::Unusable(format!("nothing says which forge it is; set one of {names} to the address of its API"))
                })?;
                return Ok((known.service, url(known.api)?, url(known.web)?, known.graphql.map(url).transpose()?));
            }
        },
        [(service, api)] => (*service, Some(api.clone())),
        [_, ..] => {
            let several = given.iter().map(|(service, _)| service.api_variable()).collect::<Vec<_>>().join(" and ");
            return Err(ForgeError::Unusable(format!("{several} are set; only one forge can be told")));
        }
    };
    let same = ci == Some(service);
    let of_ci = |name: &str| if same { variable(name) } else { None };
    let (ci_api, ci_web) = match service {
        Service::GitHub | Service::Gitea => (of_ci("GITHUB_API_URL"), of_ci("GITHUB_SERVER_URL")),
        Service::GitLab => (of_ci("CI_API_V4_URL"), of_ci("CI_SERVER_URL")),
    };
    let own = api.is_some();
    let api = api
        .or(ci_api)
        .ok_or_else(|| ForgeError::Unusable(format!("the CI does not say where its API is; set {}", service.api_variable())))?;
    let api = url(&api)?;
    let web = match ci_web.filter(|_| !own) {
        Some(web) => url(&web)?,
        None => web_of(&api)?,
    };
    let graphql = match service {
        Service::GitHub => Some(match of_ci("GITHUB_GRAPHQL_URL").filter(|_| !own) {
            Some(graphql) => url(&graphql)?,
            None => graphql_of(&api)?,
        }),
        Service::GitLab | Service::Gitea => None,
    };
    Ok((service, api, web, graphql))
}

/// Whose CI the program runs in.
pub(super) fn service_of_ci(variable: &dyn Fn(&str) -> Option<String>) -> Option<Service> {
    let set = |name: &str| variable(name).is_some_and(|value| value == "true");
    // The runners of Gitea and Forgejo say that they are GitHub's as well, so that actions made for it work.
    if set("GITEA_ACTIONS") || set("FORGEJO_ACTIONS") {
        Some(Service::Gitea)
    } else if set("GITHUB_ACTIONS") {
        Some(Service::GitHub)
    } else if set("GITLAB_CI") {
        Some(Service::GitLab)
    } else {
        None
    }
}

/// The repository that a merge request goes to, which is not the one of the pipeline when it comes from a fork.
fn of_ci(service: Service, variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    if service_of_ci(variable) != Some(service) {
        return None;
    }
    match service {
        Service::GitHub | Service::Gitea => variable("GITHUB_REPOSITORY"),
        Service::GitLab => variable("CI_MERGE_REQUEST_PROJECT_PATH").or_else(|| variable("CI_PROJECT_PATH")),
    }
}

fn is_slug(service: Service, slug: &str) -> bool {
    let parts: Vec<&str> = slug.split('/').collect();
    let length = if service == Service::GitLab { 2..=21 } else { 2..=2 };
    let plain = |part: &&str| {
        let dots = part.chars().all(|character| character == '.');
        !dots && part.chars().all(|character| character.is_alphanumeric() || "-._".contains(character))
    };
    length.contains(&parts.len()) && parts.iter().all(plain)
}

fn url(text: &str) -> Result<Url, ForgeError> {
    let parsed = Url::parse(text.trim_end_matches('/')).ok();
    parsed
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.query().is_none())
        .ok_or_else(|| {
            ForgeError::Unusable(format!("`{text}` is no address of an API; it begins with https:// and holds no credentials"))
        })
}

/// The pages beside an API: `https://host/api/v3` belongs to `https://host`, `https://api.github.com` to `https://github.com`.
fn web_of(api: &Url) -> Result<Url, ForgeError> {
    if let Some(known) = KNOWN_HOSTS.iter().find(|known| known.api == api.as_str().trim_end_matches('/')) {
        return url(known.web);
    }
    let mut web = api.clone();
    let path = web.path().trim_end_matches('/').to_owned();
    let before = ["/api/v1", "/api/v3", "/api/v4"].iter().find_map(|end| path.strip_suffix(end));
    web.set_path(before.unwrap_or("/"));
    Ok(web)
}

/// The GraphQL API beside GitHub's REST API: `https://host/api/v3` has `https://host/api/graphql`.
fn graphql_of(api: &Url) -> Result<Url, ForgeError> {
    let text = api.as_str().trim_end_matches('/');
    match text.strip_suffix("/api/v3") {
        Some(host) => url(&format!("{host}/api/graphql")),
        None => url(&format!("{text}/graphql")),
    }
}

#[cfg(test)]
mod tests;
