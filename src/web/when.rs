//! Times as people and as programs read them.

use crate::delivery::Timestamp;
use crate::finding::Day;

/// `2026-12-01 14:03 UTC`.
pub(super) fn shown(at: Timestamp) -> String {
    let seconds = u64::try_from(at / 1000).unwrap_or(0);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    Day::of_unix(seconds).map_or_else(String::new, |day| format!("{day} {hours:02}:{minutes:02} UTC"))
}

/// `2026-12-01T14:03:05Z`.
pub(super) fn exact(at: Timestamp) -> String {
    let seconds = u64::try_from(at / 1000).unwrap_or(0);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    Day::of_unix(seconds).map_or_else(String::new, |day| format!("{day}T{hours:02}:{minutes:02}:{:02}Z", seconds % 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_in_both_forms() {
        assert_eq!(shown(1_796_133_785_000), "2026-12-01 14:03 UTC");
        assert_eq!(exact(1_796_133_785_000), "2026-12-01T14:03:05Z");
        assert_eq!((shown(-5).as_str(), exact(0).as_str()), ("1970-01-01 00:00 UTC", "1970-01-01T00:00:00Z"));
    }
}
