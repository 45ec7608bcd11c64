//! A moment as SARIF writes it: `2026-03-01T12:30:00.5Z` (section 3.9).

/// The moment in whole seconds since 1970-01-01 UTC; nothing when it is not written so.
pub(super) fn seconds(text: &str) -> Option<i64> {
    let (date, time) = text.trim().strip_suffix('Z')?.split_once('T')?;
    let time = time.split('.').next()?;
    let [year, month, day] = numbers(date, '-')?;
    let [hour, minute, second] = numbers(time, ':')?;
    let valid = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    valid.then(|| ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second)
}

fn numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let digits = |part: &str| !part.is_empty() && part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<i64> = text.split(separator).map(|part| part.parse().ok().filter(|_| digits(part))).collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// The days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March, so that a leap day is the last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn moments_are_counted_from_1970() {
        let table = [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2000-02-29T12:00:00.999Z", Some(951_825_600)),
            ("2024-12-31T23:59:60Z", Some(1_735_689_600)),
            ("2026-03-01T00:00:00Z", Some(1_772_323_200)),
            ("2026-03-01", None),
            ("2026-03-01T00:00:00+01:00", None),
            ("2026-13-01T00:00:00Z", None),
            ("x", None),
            ("+026-03-01T00:00:00Z", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }
}
