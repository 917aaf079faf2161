//! Unix ms as ISO 8601 text, for messages and descriptions.

use crate::digits::{push_digits, push_integer};

/// The last instant that an ECMAScript `Date` can hold, in Unix ms. The first instant is its negative (ECMA-262, clause
/// "Time Values and Time Range").
pub const LAST_MS: i64 = 8_640_000_000_000_000;

const MS_PER_DAY: i64 = 86_400_000;

/// The Gregorian calendar repeats every 400 years, an era.
const DAYS_PER_ERA: u32 = 146_097;

/// The number of eras added to every instant, so that no day count is negative.
const ERAS: u32 = 700;

/// The days from 1 March of year 0 to 1970-01-01.
const DAYS_TO_1970: u32 = 719_468;

/// Appends Unix ms as ISO 8601 in UTC, for example `2022-06-28T16:07:40.105Z`. Years outside 0 to 9999
/// have a sign and six digits, as in ECMAScript. A number outside the range of `Date` is appended as it
/// is.
pub(crate) fn push_iso(text: &mut String, ms: i64) {
    if ms.unsigned_abs() > LAST_MS as u64 {
        return push_integer(text, ms);
    }
    let since = ms + i64::from(ERAS * DAYS_PER_ERA + DAYS_TO_1970) * MS_PER_DAY;
    let (year, month, day) = civil((since / MS_PER_DAY) as u32);
    if (0..=9999).contains(&year) {
        push_digits(text, year as u64, 4);
    } else {
        text.push(if year < 0 { '-' } else { '+' });
        push_digits(text, year.unsigned_abs().into(), 6);
    }
    let ms = (since % MS_PER_DAY) as u32;
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    for (separator, number) in [('-', month), ('-', day), ('T', hour), (':', minute), (':', second)] {
        text.push(separator);
        push_digits(text, number.into(), 2);
    }
    text.push('.');
    push_digits(text, (ms % 1000).into(), 3);
    text.push('Z');
}

/// The proleptic Gregorian date `(year, month, day)` of a day. `days` counts from 1 March, 700 eras before
/// year 0.
///
/// Howard Hinnant's `civil_from_days`: years begin in March, so that the leap day is the last day.
fn civil(days: u32) -> (i32, u32, u32) {
    let day_of_era = days % DAYS_PER_ERA;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year_of_era + days / DAYS_PER_ERA * 400 + next_year;
    (year as i32 - ERAS as i32 * 400, month, day)
}

#[cfg(test)]
mod tests {
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
            (-super::LAST_MS, "-271821-04-20T00:00:00.000Z"),
            (super::LAST_MS + 1, "8640000000000001"),
        ];
        for (ms, text) in published {
            let mut written = String::new();
            super::push_iso(&mut written, ms);
            assert_eq!(written, text);
        }
    }
}
