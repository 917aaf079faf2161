//! Instants as Unix milliseconds, written as people read them.
//!
//! Only error messages and tables need this; the hot path counts ticks.

use std::fmt;

use crate::plain::Figure;

/// The last instant an ECMAScript `Date` can hold, in Unix ms; the first is its negative
/// (ECMA-262, clause "Time Values and Time Range").
pub const LAST_MS: i64 = 8_640_000_000_000_000;

const MS_PER_DAY: i64 = 86_400_000;

/// Displays Unix ms as ISO 8601 in UTC, `2022-06-28T16:07:40.105Z`; years outside 0..=9999 take a
/// sign and six digits, as ECMAScript writes them. What is no instant is displayed as a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Instant(pub f64);

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_nan() || self.0.abs() > LAST_MS as f64 {
            return Figure(self.0).fmt(f);
        }
        let instant = self.0.floor() as i64;
        let (year, month, day) = civil(instant.div_euclid(MS_PER_DAY));
        match year {
            0..=9999 => write!(f, "{year:04}")?,
            _ => write!(f, "{}{:06}", if year < 0 { "-" } else { "+" }, year.abs())?,
        }
        let ms = instant.rem_euclid(MS_PER_DAY);
        let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
        write!(f, "-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1000)
    }
}

/// The proleptic Gregorian date of a day counted from 1970-01-01: `(year, month, day)`.
///
/// Howard Hinnant's `civil_from_days`: years begin in March, so that the leap day comes last, and
/// 400 of them are one era of 146 097 days.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year_of_era + era * 400 + next_year, month, day)
}

#[cfg(test)]
mod tests {
    use super::Instant;

    #[test]
    fn instants_are_written_as_ecmascript_writes_them() {
        let published = [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_656_432_460_105, "2022-06-28T16:07:40.105Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
            (-62_198_755_200_000, "-000001-01-01T00:00:00.000Z"),
            (super::LAST_MS, "+275760-09-13T00:00:00.000Z"),
        ];
        for (ms, text) in published {
            assert_eq!(Instant(ms as f64).to_string(), text);
        }
    }
}
