//! Every way to name a place, and every way to fail at it.

use super::*;

type Variables = &'static [(&'static str, &'static str)];

const GITHUB: Variables = &[
    ("GITHUB_ACTIONS", "true"),
    ("GITHUB_API_URL", "https://api.github.com"),
    ("GITHUB_GRAPHQL_URL", "https://api.github.com/graphql"),
    ("GITHUB_SERVER_URL", "https://github.com"),
    ("GITHUB_REPOSITORY", "acme/shop"),
];
const ENTERPRISE: Variables = &[
    ("GITHUB_ACTIONS", "true"),
    ("GITHUB_API_URL", "https://git.acme.example/api/v3"),
    ("GITHUB_GRAPHQL_URL", "https://git.acme.example/api/graphql"),
    ("GITHUB_SERVER_URL", "https://git.acme.example"),
    ("GITHUB_REPOSITORY", "acme/shop"),
];
const GITLAB: Variables = &[
    ("GITLAB_CI", "true"),
    ("CI_API_V4_URL", "https://gitlab.acme.example/api/v4"),
    ("CI_SERVER_URL", "https://gitlab.acme.example"),
    ("CI_PROJECT_PATH", "fork/shop"),
    ("CI_MERGE_REQUEST_PROJECT_PATH", "acme/tools/shop"),
];
const FORGEJO: Variables = &[
    ("GITHUB_ACTIONS", "true"),
    ("FORGEJO_ACTIONS", "true"),
    ("GITHUB_API_URL", "https://git.acme.example/api/v1"),
    ("GITHUB_SERVER_URL", "https://git.acme.example/"),
    ("GITHUB_REPOSITORY", "acme/shop"),
];

fn find(variables: Variables, slug: Option<&str>, origin: Option<&str>) -> Result<String, String> {
    let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    let place = Place::find(&variable, slug, origin).map_err(|error| error.to_string())?;
    let graphql = place.graphql.map_or_else(String::new, |url| format!(" {url}"));
    let trimmed = |url: &Url| url.as_str().trim_end_matches('/').to_owned();
    Ok(format!("{:?} {} {}{graphql} {}", place.service, trimmed(&place.api), trimmed(&place.web), place.repository))
}

#[test]
fn the_ci_names_it() {
    let github = "GitHub https://api.github.com https://github.com https://api.github.com/graphql acme/shop";
    assert_eq!(find(GITHUB, None, None).as_deref(), Ok(github));
    assert_eq!(find(GITHUB, Some("acme/other"), None).expect("a place").replace("other", "shop"), github);
    assert_eq!(
        find(ENTERPRISE, None, None).as_deref(),
        Ok("GitHub https://git.acme.example/api/v3 https://git.acme.example https://git.acme.example/api/graphql acme/shop")
    );
    assert_eq!(
        find(GITLAB, None, None).as_deref(),
        Ok("GitLab https://gitlab.acme.example/api/v4 https://gitlab.acme.example acme/tools/shop")
    );
    assert_eq!(
        find(FORGEJO, None, None).as_deref(),
        Ok("Gitea https://git.acme.example/api/v1 https://git.acme.example acme/shop")
    );
}

#[test]
fn the_operator_names_the_host() {
    const HOST: Variables = &[("AURUMCODE_GITHUB_API_URL", "https://git.acme.example/api/v3/")];
    let expected =
        "GitHub https://git.acme.example/api/v3 https://git.acme.example https://git.acme.example/api/graphql acme/shop";
    assert_eq!(find(HOST, None, Some("git@git.acme.example:acme/shop.git")).as_deref(), Ok(expected));
    const LOOPBACK: Variables = &[("AURUMCODE_GITHUB_API_URL", "http://127.0.0.1:4020")];
    let expected = "GitHub http://127.0.0.1:4020 http://127.0.0.1:4020 http://127.0.0.1:4020/graphql acme/shop";
    assert_eq!(find(LOOPBACK, Some("acme/shop"), None).as_deref(), Ok(expected));
    // It outranks the CI that the program runs in: a mirror reports to where the work is done.
    const MIRROR: Variables = &[
        ("GITLAB_CI", "true"),
        ("CI_PROJECT_PATH", "mirror/shop"),
        ("AURUMCODE_GITEA_API_URL", "https://git.acme.example/api/v1"),
    ];
    let expected = "Gitea https://git.acme.example/api/v1 https://git.acme.example acme/shop";
    assert_eq!(find(MIRROR, None, Some("https://git.acme.example/acme/shop")).as_deref(), Ok(expected));
}

#[test]
fn a_remote_names_the_repository_and_no_unknown_host() {
    let gitlab = find(&[], None, Some("git@gitlab.com:acme/tools/shop.git"));
    assert_eq!(gitlab.as_deref(), Ok("GitLab https://gitlab.com/api/v4 https://gitlab.com acme/tools/shop"));
    for (slug, origin, part) in [
        (None, Some("https://evil.example/acme/shop"), "which forge"),
        (Some("acme/shop"), None, "which forge"),
        (None, None, "which forge"),
        (Some("acme"), Some("https://github.com/acme/shop"), "OWNER/NAME"),
        (Some("a/b/c"), Some("https://github.com/acme/shop"), "OWNER/NAME"),
        (Some("../shop"), Some("https://github.com/acme/shop"), "OWNER/NAME"),
        (Some("acme/shop?x=1"), Some("https://github.com/acme/shop"), "OWNER/NAME"),
        (Some("acme/"), Some("https://github.com/acme/shop"), "OWNER/NAME"),
    ] {
        let error = find(&[], slug, origin).expect_err("no place");
        assert!(error.contains(part), "{slug:?} {origin:?}: {error}");
    }
}

#[test]
fn addresses_that_cannot_be_used() {
    const TWO: Variables =
        &[("AURUMCODE_GITHUB_API_URL", "https://a.example"), ("AURUMCODE_GITLAB_API_URL", "https://b.example")];
    assert!(find(TWO, Some("a/b"), None).expect_err("two").contains("only one"));
    for value in ["ftp://a.example", "a.example", "https://user:pass@a.example", "https://a.example/?token=x", ""] {
        let variable = |name: &str| (name == "AURUMCODE_GITHUB_API_URL").then(|| value.to_owned());
        assert!(Place::find(&variable, Some("a/b"), None).is_err(), "{value}");
    }
    const BARE: Variables = &[("GITHUB_ACTIONS", "true"), ("GITHUB_REPOSITORY", "acme/shop")];
    assert!(find(BARE, None, None).expect_err("no API").contains("AURUMCODE_GITHUB_API_URL"));
}

#[test]
fn pages_of_files() {
    let place = |variables: Variables| {
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Place::find(&variable, None, None).expect("a place")
    };
    let path = RepoPath::new(b"src/a b](x)#\xff.rs".as_slice());
    let name = "src/a%20b%5D%28x%29%23%FF.rs";
    assert_eq!(place(GITHUB).page("c0ffee", &path, Some((3, 3))), format!("https://github.com/acme/shop/blob/c0ffee/{name}#L3"));
    assert_eq!(
        place(GITLAB).page("c0ffee", &path, Some((3, 5))),
        format!("https://gitlab.acme.example/acme/tools/shop/-/blob/c0ffee/{name}#L3-5")
    );
    assert_eq!(
        place(FORGEJO).page("c0ffee", &path, Some((3, 5))),
        format!("https://git.acme.example/acme/shop/src/commit/c0ffee/{name}#L3-L5")
    );
    assert_eq!(place(GITHUB).page("c0ffee", &path, None), format!("https://github.com/acme/shop/blob/c0ffee/{name}"));
}
