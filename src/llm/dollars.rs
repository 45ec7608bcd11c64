//! Amounts of money: whole millionths of a dollar, so that no sum depends on its order.

use std::fmt;
use std::str::FromStr;

/// Millionths of a dollar in a dollar.
const MILLION: u64 = 1_000_000;

/// An amount of money, to the millionth of a dollar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Dollars {
    millionths: u64,
}

impl Dollars {
    /// So many millionths of a dollar.
    pub const fn of_millionths(millionths: u64) -> Self {
        Self { millionths }
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { millionths: self.millionths.saturating_add(other.millionths) }
    }

    /// What is left of it without the other; nothing less than nothing.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { millionths: self.millionths.saturating_sub(other.millionths) }
    }
}

/// The text is no amount above nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it is no amount in dollars above 0, such as 0.50, with at most six decimals")]
pub struct NoAmount;

impl FromStr for Dollars {
    type Err = NoAmount;

    /// Reads `2`, `0.50` or `.5`.
    fn from_str(text: &str) -> Result<Self, NoAmount> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(part) || whole.len() > 9 || part.len() > 6 {
            return Err(NoAmount);
        }
        let number = |text: &str| if text.is_empty() { Ok(0) } else { text.parse::<u64>().map_err(|_| NoAmount) };
        let millionths = number(whole)? * MILLION + number(&format!("{part:0<6}"))?;
        if millionths == 0 { Err(NoAmount) } else { Ok(Self { millionths }) }
    }
}

impl fmt::Display for Dollars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cents = format!("{:06}", self.millionths % MILLION);
        let end = cents.trim_end_matches('0').len().max(2);
        write!(f, "${}.{}", self.millionths / MILLION, cents.get(..end).unwrap_or(&cents))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_exactly_or_not_at_all() {
        for (text, millionths) in [("2", 2_000_000), ("0.50", 500_000), (".5", 500_000), ("0.000001", 1), ("3.", 3_000_000)] {
            assert_eq!(text.parse(), Ok(Dollars::of_millionths(millionths)), "{text}");
        }
        for wrong in ["", ".", "0", "0.0", "-1", "+1", "1e3", "NaN", "inf", "1,5", "0.0000001", " 1", "9999999999", "$1"] {
            assert_eq!(wrong.parse::<Dollars>(), Err(NoAmount), "{wrong}");
        }
    }

    #[test]
    fn amounts_are_shown_to_the_cent_and_finer_where_they_are() {
        for (millionths, shown) in [(0, "$0.00"), (10_000, "$0.01"), (1_500_000, "$1.50"), (30, "$0.00003")] {
            assert_eq!(Dollars::of_millionths(millionths).to_string(), shown);
        }
    }
}
