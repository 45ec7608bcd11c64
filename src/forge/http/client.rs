//! The client of one forge: its address, its token, and how often it asks again.

use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderName, HeaderValue, LINK};
use reqwest::{Method, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time::sleep;

use super::super::ForgeError;
use super::Patience;
use super::exchange::{Answer, exchange};
use super::patience::limited;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(15);

/// The most pages that are read of a list: 10,000 entries.
const PAGES: usize = 100;

/// How a forge takes its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::forge) enum Auth {
    /// `Authorization: Bearer …`
    Bearer,
    /// `Authorization: token …`
    Token,
    /// `PRIVATE-TOKEN: …`
    PrivateToken,
}

/// Whether sending a request twice does the same as sending it once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::forge) enum Repeat {
    /// It does.
    Harmless,
    /// It would say something twice: after a failure in which it may have arrived, the caller looks first.
    Never,
}

/// The client of one forge.
pub(in crate::forge) struct Client {
    api: Url,
    http: reqwest::Client,
    headers: Vec<(HeaderName, HeaderValue)>,
    patience: Patience,
}

impl Client {
    /// A client for the API at `api`.
    pub(in crate::forge) fn new(
        api: &Url,
        token: Option<(Auth, &str)>,
        accept: &'static [(&'static str, &'static str)],
        patience: Patience,
    ) -> Result<Self, ForgeError> {
        // The second caller finds the provider installed, which is what it wants.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT)
            .user_agent(concat!("aurumcode/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| ForgeError::Unusable(format!("no HTTP client can be made: {error}")))?;
        let mut headers = vec![(ACCEPT, HeaderValue::from_static("application/json"))];
        for (name, value) in accept {
            headers.retain(|(known, _)| known.as_str() != *name);
            headers.push((HeaderName::from_static(name), HeaderValue::from_static(value)));
        }
        if let Some((auth, token)) = token {
            let (name, text) = match auth {
                Auth::Bearer => (AUTHORIZATION, format!("Bearer {token}")),
                Auth::Token => (AUTHORIZATION, format!("token {token}")),
                Auth::PrivateToken => (HeaderName::from_static("private-token"), token.to_owned()),
            };
            let unusable = |_| ForgeError::Unusable("the token holds characters that no token has".to_owned());
            let mut value = HeaderValue::from_str(&text).map_err(unusable)?;
            value.set_sensitive(true);
            headers.push((name, value));
        }
        Ok(Self { api: api.clone(), http, headers, patience })
    }

    /// An address below the API. Each part is one segment, whatever it holds.
    pub(in crate::forge) fn url<'a>(&self, parts: impl IntoIterator<Item = &'a str>) -> Url {
        let mut url = self.api.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(parts);
        }
        url
    }

    /// Reads one thing.
    pub(in crate::forge) async fn get<T: DeserializeOwned>(&self, url: Url) -> Result<T, ForgeError> {
        read(&self.call(Method::GET, url, None, Repeat::Harmless).await?)
    }

    /// Reads a whole list, page by page.
    pub(in crate::forge) async fn list<T: DeserializeOwned>(
        &self,
        mut url: Url,
        size: &'static str,
        what: &'static str,
    ) -> Result<Vec<T>, ForgeError> {
        url.query_pairs_mut().append_pair(size, "100");
        let mut all = Vec::new();
        for _ in 0..PAGES {
            let answer = self.call(Method::GET, url, None, Repeat::Harmless).await?;
            all.extend(read::<Vec<T>>(&answer)?);
            match self.next(&answer)? {
                Some(next) => url = next,
                None => return Ok(all),
            }
        }
        Err(ForgeError::TooMuch(what))
    }

    /// Sends `body` and does not look at the answer's content.
    pub(in crate::forge) async fn send(
        &self,
        method: Method,
        url: Url,
        body: &impl Serialize,
        repeat: Repeat,
    ) -> Result<(), ForgeError> {
        self.call(method, url, Some(json(body)?), repeat).await.map(drop)
    }

    /// Sends `body` and reads the answer.
    pub(in crate::forge) async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        url: Url,
        body: &impl Serialize,
        repeat: Repeat,
    ) -> Result<T, ForgeError> {
        read(&self.call(method, url, Some(json(body)?), repeat).await?)
    }

    /// Takes something away; that it is gone already is what was wanted.
    pub(in crate::forge) async fn delete(&self, url: Url) -> Result<(), ForgeError> {
        match self.call(Method::DELETE, url, None, Repeat::Harmless).await {
            Ok(_) | Err(ForgeError::Missing { status: 404 | 410, .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// One call, asked again as far as that is harmless and patience goes.
    async fn call(&self, method: Method, url: Url, body: Option<Vec<u8>>, repeat: Repeat) -> Result<Answer, ForgeError> {
        let mut attempt = 1;
        loop {
            let mut request = self.http.request(method.clone(), url.clone());
            for (name, value) in &self.headers {
                request = request.header(name, value.clone());
            }
            if let Some(body) = &body {
                request = request.header(reqwest::header::CONTENT_TYPE, "application/json").body(body.clone());
            }
            let (error, wish) = match exchange(request, self.patience.exchange).await {
                Ok(answer) if (200..300).contains(&answer.status) => return Ok(answer),
                Ok(answer) => {
                    let wish = limited(answer.status, &answer.headers, &answer.body, self.patience.unsaid);
                    (wish.map_or_else(|| answer.error(), ForgeError::Limited), wish)
                }
                Err(error) => (error, None),
            };
            attempt += 1;
            // Who limits has not done it, so asking again says nothing twice.
            let again = wish.is_some() || (repeat == Repeat::Harmless && error.is_transient());
            tracing::info!(%method, path = url.path(), attempt, %error, again, "a call of the forge has no result");
            let wait = self.patience.again(attempt).map(|wait| wish.unwrap_or(wait));
            match wait.filter(|wait| again && *wait <= self.patience.longest) {
                Some(wait) => sleep(wait).await,
                None => return Err(error),
            }
        }
    }

    /// The next page, as the header `Link` gives it (RFC 8288): only below the same API, for the token goes along.
    fn next(&self, answer: &Answer) -> Result<Option<Url>, ForgeError> {
        let header = answer.headers.get(LINK).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let Some(next) = next_link(header) else { return Ok(None) };
        let next = Url::parse(next).ok().filter(|next| next.origin() == self.api.origin());
        next.map(Some).ok_or_else(|| ForgeError::Malformed("its next page lies on another host".to_owned()))
    }
}

fn json(body: &impl Serialize) -> Result<Vec<u8>, ForgeError> {
    serde_json::to_vec(body).map_err(|error| ForgeError::Unusable(format!("what is to be sent is no JSON: {error}")))
}

fn read<T: DeserializeOwned>(answer: &Answer) -> Result<T, ForgeError> {
    serde_json::from_slice(&answer.body).map_err(|error| ForgeError::Malformed(error.to_string()))
}

/// The target of `rel="next"`.
fn next_link(header: &str) -> Option<&str> {
    header.split(',').find_map(|link| {
        let (target, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
        let next = |parameter: &str| matches!(parameter.trim(), r#"rel="next""# | "rel=next");
        parameters.split(';').any(next).then_some(target)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_found() {
        let github = r#"<https://a.example/x?page=2>; rel="next", <https://a.example/x?page=9>; rel="last""#;
        assert_eq!(next_link(github), Some("https://a.example/x?page=2"));
        let last = r#"<https://a.example/x?page=1>; rel="first", <https://a.example/x?page=8>; rel="prev""#;
        assert_eq!((next_link(last), next_link(""), next_link("<>")), (None, None, None));
    }

    #[test]
    fn a_segment_cannot_leave_its_place() {
        let api = Url::parse("https://a.example/api/v4").expect("an address");
        let client = Client::new(&api, None, &[], Patience::default()).expect("a client");
        let url = client.url(["projects", "acme/shop", "x?y#z", "notes"]);
        assert_eq!(url.as_str(), "https://a.example/api/v4/projects/acme%2Fshop/x%3Fy%23z/notes");
    }

    #[test]
    fn a_token_that_is_none_is_refused() {
        let api = Url::parse("https://a.example").expect("an address");
        assert!(Client::new(&api, Some((Auth::Bearer, "a\nb")), &[], Patience::default()).is_err());
    }
}
