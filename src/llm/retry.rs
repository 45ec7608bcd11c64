//! When to ask again, and how long to wait before.

use std::time::{Duration, SystemTime};

/// How a host that is busy or failing is asked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// How often it is asked in all, at least once.
    pub attempts: u32,
    /// The wait before the second time; it doubles each time, and a host's own wish outranks it.
    pub wait: Duration,
    /// A host that asks to be left alone for longer is not asked again.
    pub longest: Duration,
}

impl Default for Retry {
    fn default() -> Self {
        Self { attempts: 3, wait: Duration::from_secs(1), longest: Duration::from_secs(60) }
    }
}

impl Retry {
    /// How long to wait before attempt `next` (2 is the first repetition); nothing: do not ask again.
    pub(super) fn before(&self, next: u32, wish: Option<Duration>) -> Option<Duration> {
        if next > self.attempts {
            return None;
        }
        let wait = wish.unwrap_or_else(|| self.wait.saturating_mul(2_u32.saturating_pow(next.saturating_sub(2))));
        (wait <= self.longest).then_some(wait)
    }
}

/// The header `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date, of which the past means now.
pub(super) fn retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_a_wish_outranks_them() {
        let retry = Retry { attempts: 4, wait: Duration::from_secs(1), longest: Duration::from_secs(10) };
        let seconds = |next, wish: Option<u64>| retry.before(next, wish.map(Duration::from_secs)).map(|wait| wait.as_secs());
        assert_eq!([2, 3, 4, 5].map(|next| seconds(next, None)), [Some(1), Some(2), Some(4), None]);
        assert_eq!([0, 7, 10, 11].map(|wish| seconds(2, Some(wish))), [Some(0), Some(7), Some(10), None]);
    }

    #[test]
    fn the_header_is_seconds_or_a_date() {
        assert_eq!(retry_after(" 7 "), Some(Duration::from_secs(7)));
        assert_eq!(retry_after("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
        assert!(retry_after("Wed, 21 Oct 2099 07:28:00 GMT").is_some_and(|wait| wait > Duration::from_secs(1_000_000)));
        for nonsense in ["", "-1", "soon", "1.5"] {
            assert_eq!(retry_after(nonsense), None, "{nonsense}");
        }
    }
}
