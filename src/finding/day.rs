//! A calendar day, for what is accepted until one: no time, no zone, the proleptic Gregorian calendar in UTC.

use std::fmt;
use std::str::FromStr;

/// A day; the order is that of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    /// The last day that can be written.
    pub const LAST: Self = Self { year: 9999, month: 12, day: 31 };

    /// The day of a moment in seconds since 1970-01-01, UTC; nothing beyond the year 9999.
    pub fn of_unix(seconds: u64) -> Option<Self> {
        let mut days = seconds / 86_400;
        let mut year = 1970_u16;
        while days >= u64::from(days_of_year(year)) {
            days -= u64::from(days_of_year(year));
            year = year.checked_add(1).filter(|year| *year <= 9999)?;
        }
        let mut month = 1_u8;
        while days >= u64::from(days_of_month(year, month)) {
            days -= u64::from(days_of_month(year, month));
            month += 1;
        }
        Some(Self { year, month, day: u8::try_from(days).ok()? + 1 })
    }
}

const fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_of_year(year: u16) -> u16 {
    if is_leap(year) { 366 } else { 365 }
}

const fn days_of_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The text is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no day of the calendar, written YYYY-MM-DD")]
pub struct NoDay(pub String);

impl FromStr for Day {
    type Err = NoDay;

    /// Accepts exactly `YYYY-MM-DD`, of a day that exists.
    fn from_str(text: &str) -> Result<Self, NoDay> {
        let read = || {
            let (year, month, day) = (text.get(..4)?, text.get(5..7)?, text.get(8..)?);
            let digits = [year, month, day].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
            let dashes = (text.get(4..5)?, text.get(7..8)?) == ("-", "-");
            let found = Self { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
            let exists = (1..=12).contains(&found.month) && (1..=days_of_month(found.year, found.month)).contains(&found.day);
            (text.len() == 10 && digits && dashes && exists).then_some(found)
        };
        read().ok_or_else(|| NoDay(text.to_owned()))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_days_that_exist_are_read() {
        for text in ["2024-02-29", "2000-02-29", "1999-12-31", "0001-01-01", "9999-12-31"] {
            assert_eq!(text.parse::<Day>().map(|day| day.to_string()).as_deref(), Ok(text));
        }
        for text in [
            "2023-02-29",
            "1900-02-29",
            "2024-04-31",
            "2024-13-01",
            "2024-00-01",
            "2024-1-1",
            "24-01-01",
            "2024/01/01",
            "+024-01-01",
            "2024-01-01 ",
            "",
            "é024-01-01",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_moment_has_its_day() {
        let table = [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (86_400, "1970-01-02"),
            (951_782_400, "2000-02-29"),
            (1_735_689_599, "2024-12-31"),
        ];
        for (seconds, day) in table {
            assert_eq!(Day::of_unix(seconds).map(|day| day.to_string()).as_deref(), Some(day));
        }
        assert_eq!(Day::of_unix(u64::MAX), None);
    }

    proptest! {
        #[test]
        fn time_and_days_have_the_same_order(one in 0..253_402_300_800_u64, other in 0..253_402_300_800_u64) {
            let (first, second) = (Day::of_unix(one).unwrap(), Day::of_unix(other).unwrap());
            prop_assert_eq!(first.cmp(&second), (one / 86_400).cmp(&(other / 86_400)));
            prop_assert_eq!(first.to_string().parse::<Day>(), Ok(first));
        }
    }
}
