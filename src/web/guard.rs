//! Who may look and who may say something, and what a browser is told about every answer.
//!
//! The address that a browser names must be one of ours, or a foreign page could reach a site on loopback under a name of its own. Where
//! a token is set it is asked for; it is compared in a time that does not depend on it. A cookie holds a value of this run, never the
//! token.

use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::pages::SCRIPT;
use super::site::Site;

/// How long a form and its answer may take.
const FORM: Duration = Duration::from_secs(60);

/// The cookie's name.
const COOKIE: &str = "aurumcode";

/// Who may look, and who may say something.
pub struct Access {
    token: Option<String>,
    /// The names by which the site may be addressed; nothing: any, which needs a token.
    hosts: Option<Vec<String>>,
    session: String,
    proof: String,
}

impl Access {
    /// Asks for `token`, where there is one, and answers only to the names of `hosts`, where they are given.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn new(token: Option<String>, hosts: Option<Vec<String>>) -> Result<Self, String> {
        Ok(Self { token, hosts, session: random()?, proof: random()? })
    }

    /// What a form must hold, so that it is one of our own pages'.
    pub(super) fn proof(&self) -> &str {
        &self.proof
    }

    /// Whether a form's proof is right.
    pub(super) fn is_proof(&self, given: &str) -> bool {
        same(given, &self.proof)
    }

    /// The cookie for who gives the right token.
    pub(super) fn sign_in(&self, given: &str) -> Option<HeaderValue> {
        let right = self.token.as_deref().is_some_and(|token| same(given, token));
        let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", self.session);
        right.then(|| HeaderValue::from_str(&cookie).ok()).flatten()
    }

    /// Whether a token is asked for.
    pub(super) const fn asks(&self) -> bool {
        self.token.is_some()
    }

    fn knows(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let cookies = text(headers, header::COOKIE).unwrap_or_default();
        let cookie = cookies.split(';').filter_map(|pair| pair.trim().split_once('=')).find(|(name, _)| *name == COOKIE);
        bearer.is_some_and(|given| same(given.trim(), token)) || cookie.is_some_and(|(_, given)| same(given, &self.session))
    }

    fn is_ours(&self, headers: &HeaderMap) -> bool {
        let Some(hosts) = &self.hosts else { return true };
        let Some(host) = text(headers, header::HOST) else { return false };
        let name = host
            .rsplit_once(':')
            .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
            .map_or(host, |(name, _)| name);
        hosts.iter().any(|ours| ours.eq_ignore_ascii_case(name))
    }
}

/// 32 random bytes in hexadecimal digits.
fn random() -> Result<String, String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system has no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares digests, so that neither content nor length shows in the time it takes.
fn same(given: &str, expected: &str) -> bool {
    let digest = |text: &str| Sha256::digest(text.as_bytes());
    digest(given).as_slice().ct_eq(digest(expected).as_slice()).into()
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// The digest of the script, as `integrity` and the policy write it.
pub(super) fn script_digest() -> &'static str {
    static DIGEST: LazyLock<String> = LazyLock::new(|| format!("sha256-{}", STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()))));
    &DIGEST
}

/// What a page may load: our script by its digest, our style, our own answers.
fn policy() -> &'static HeaderValue {
    static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
        let text = format!(
            "default-src 'none'; script-src '{}'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            script_digest()
        );
        HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
    });
    &POLICY
}

/// Stands before every route.
pub(super) async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let (path, headers) = (request.uri().path(), request.headers());
    let open = matches!(path, "/healthz" | "/sign-in" | "/style.css");
    let mut response = if !site.access.is_ours(headers) {
        (StatusCode::MISDIRECTED_REQUEST, "this site is not known by that name\n").into_response()
    } else if request.method() != Method::GET && request.method() != Method::HEAD && is_foreign(headers) {
        (StatusCode::FORBIDDEN, "a form of another site is not taken\n").into_response()
    } else if open || site.access.knows(headers) {
        // The head of a request has arrived; a body that does not is not waited for.
        if request.method() == Method::GET || request.method() == Method::HEAD {
            next.run(request).await
        } else {
            let late = |_| (StatusCode::REQUEST_TIMEOUT, "the form did not arrive in time\n").into_response();
            tokio::time::timeout(FORM, next.run(request)).await.unwrap_or_else(late)
        }
    } else if path.starts_with("/api/") || matches!(path, "/metrics" | "/events") {
        let ask = [(header::WWW_AUTHENTICATE, "Bearer")];
        (StatusCode::UNAUTHORIZED, ask, "a token is needed: `Authorization: Bearer …`\n").into_response()
    } else {
        Redirect::to("/sign-in").into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy().clone());
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // Under `no-referrer` a browser would not say that our own forms are ours.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether a browser says that a form comes from elsewhere.
fn is_foreign(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    let origin = text(headers, header::ORIGIN).and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    site.is_some_and(|site| site != "same-origin" && site != "none")
        || text(headers, header::ORIGIN).is_some() && origin != text(headers, header::HOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).expect("a value"))).collect()
    }

    #[test]
    fn only_our_names_are_ours() {
        let access = Access::new(None, Some(vec!["localhost".to_owned(), "[::1]".to_owned()])).expect("access");
        for (host, ours) in [
            ("localhost:8090", true),
            ("LOCALHOST", true),
            ("[::1]:8090", true),
            ("[::1]", true),
            ("evil.example", false),
            ("localhost.evil.example:8090", false),
        ] {
            assert_eq!(access.is_ours(&headers(&[(header::HOST, host)])), ours, "{host}");
        }
        assert!(!access.is_ours(&headers(&[])));
    }

    #[test]
    fn a_token_or_the_cookie_of_this_run_lets_in_and_nothing_else() {
        let access = Access::new(Some("right".to_owned()), None).expect("access");
        let cookie = access.sign_in("right").expect("a cookie");
        let cookie = cookie.to_str().expect("text").split(';').next().expect("a pair").to_owned();
        assert!(access.sign_in("wrong").is_none() && !cookie.contains("right"));
        for (name, value, let_in) in [
            (header::AUTHORIZATION, "Bearer right", true),
            (header::AUTHORIZATION, "Bearer wrong", false),
            (header::AUTHORIZATION, "right", false),
            (header::COOKIE, &*format!("other=1; {cookie}"), true),
            (header::COOKIE, "aurumcode=right", false),
            (header::COOKIE, "aurumcode=", false),
        ] {
            assert_eq!(access.knows(&headers(&[(name, value)])), let_in, "{value}");
        }
        let other = Access::new(Some("right".to_owned()), None).expect("access");
        assert!(!other.knows(&headers(&[(header::COOKIE, &cookie)])), "a cookie is of one run");
    }

    #[test]
    fn a_form_of_another_site_is_foreign() {
        let host = (header::HOST, "localhost:8090");
        for (name, value, foreign) in [
            (header::ORIGIN, "http://localhost:8090", false),
            (header::ORIGIN, "https://evil.example", true),
            (header::ORIGIN, "null", true),
            (HeaderName::from_static("sec-fetch-site"), "same-origin", false),
            (HeaderName::from_static("sec-fetch-site"), "cross-site", true),
            (HeaderName::from_static("sec-fetch-site"), "same-site", true),
        ] {
            assert_eq!(is_foreign(&headers(&[host.clone(), (name, value)])), foreign, "{value}");
        }
    }
}
