//! When to ask a forge again, and how long to wait before.
//!
//! A forge that limits says so in one of several ways; what it says is obeyed, up to a wait that a job can afford.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::header::HeaderMap;

/// How patient the client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How often a thing is asked in all, at least once.
    pub attempts: u32,
    /// The wait before the second time; it doubles each time.
    pub wait: Duration,
    /// The longest wait that a forge may ask for; beyond it the call ends.
    pub longest: Duration,
    /// How long one exchange may take.
    pub exchange: Duration,
    /// The wait where a forge limits and does not say for how long: GitHub asks for at least a minute ("Best practices for using the
    /// REST API").
    pub unsaid: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            attempts: 4,
            wait: Duration::from_secs(1),
            longest: Duration::from_secs(120),
            exchange: Duration::from_secs(30),
            unsaid: Duration::from_secs(60),
        }
    }
}

impl Patience {
    /// How long to wait before attempt `next` (2 is the first repetition); nothing: do not ask again.
    pub(in crate::forge) fn again(&self, next: u32) -> Option<Duration> {
        let wait = self.wait.saturating_mul(2_u32.saturating_pow(next.saturating_sub(2)));
        (next <= self.attempts).then(|| wait.min(self.longest))
    }
}

/// For how long a forge that answers with `status` wants to be left alone; nothing when it does not limit.
///
/// GitHub limits with 429 or 403 and says so in `Retry-After`, in `X-RateLimit-Remaining: 0` with `X-RateLimit-Reset`, or only in words;
/// GitLab with 429 and `Retry-After`; a proxy in front of either with 503 and `Retry-After`.
pub(super) fn limited(status: u16, headers: &HeaderMap, body: &[u8], unsaid: Duration) -> Option<Duration> {
    if !matches!(status, 403 | 429 | 503) {
        return None;
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(wait) = text("retry-after").and_then(retry_after) {
        return Some(wait);
    }
    if text("x-ratelimit-remaining") == Some("0") {
        let reset = text("x-ratelimit-reset").and_then(|reset| reset.parse::<u64>().ok());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        return Some(reset.map_or(unsaid, |reset| Duration::from_secs(reset).saturating_sub(now)));
    }
    let says = String::from_utf8_lossy(body).to_ascii_lowercase();
    let in_words = ["secondary rate limit", "abuse detection", "rate limit exceeded"].iter().any(|words| says.contains(words));
    (status == 429 || (status == 403 && in_words)).then_some(unsaid)
}

/// The header `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date, of which the past means now.
fn retry_after(value: &str) -> Option<Duration> {
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNSAID: Duration = Duration::from_secs(60);

    fn after(status: u16, headers: &[(&'static str, &str)], body: &str) -> Option<u64> {
        let map = headers.iter().map(|(name, value)| {
            (reqwest::header::HeaderName::from_static(name), reqwest::header::HeaderValue::from_str(value).expect("a value"))
        });
        limited(status, &map.collect(), body.as_bytes(), UNSAID).map(|wait| wait.as_secs())
    }

    #[test]
    fn each_way_to_limit_is_understood() {
        let secondary = r#"{"message":"You have exceeded a secondary rate limit. Please wait a few minutes."}"#;
        assert_eq!(after(403, &[("retry-after", "7")], secondary), Some(7));
        assert_eq!(after(403, &[], secondary), Some(60));
        assert_eq!(after(429, &[], ""), Some(60));
        assert_eq!(after(429, &[("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT")], ""), Some(0));
        assert_eq!(after(503, &[("retry-after", "3")], ""), Some(3));
        assert_eq!(after(403, &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1")], ""), Some(0));
        assert_eq!(after(403, &[("x-ratelimit-remaining", "0")], ""), Some(60));
        let far = after(403, &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "99999999999")], "");
        assert!(far.is_some_and(|wait| wait > 1_000_000));
    }

    #[test]
    fn a_refusal_is_no_limit() {
        let read_only = r#"{"message":"Resource not accessible by integration"}"#;
        assert_eq!(after(403, &[("x-ratelimit-remaining", "4999")], read_only), None);
        assert_eq!(after(503, &[], ""), None);
        assert_eq!(after(500, &[("retry-after", "7")], ""), None);
        assert_eq!(after(200, &[("retry-after", "7")], ""), None);
    }

    #[test]
    fn waits_grow_to_a_bound() {
        let patience =
            Patience { attempts: 5, wait: Duration::from_secs(1), longest: Duration::from_secs(3), ..Patience::default() };
        let waits = [2, 3, 4, 5, 6].map(|next| patience.again(next).map(|wait| wait.as_secs()));
        assert_eq!(waits, [Some(1), Some(2), Some(3), Some(3), None]);
    }
}
