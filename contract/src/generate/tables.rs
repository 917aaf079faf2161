//! The tables of documents.

use flakekit::layout::Kind;
use flakekit::{Code, Format};

use super::described::{all, epoch, fields_in_words};
use crate::words::{PolicyWords, policies};

/// The table of formats.
pub fn formats() -> String {
    let mut table = "| export | IDs | fields, high bits first | tick, epoch | nodes | IDs a second and node | the time ends | text |\n\
        |---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for format in all() {
        let alias = format.alias();
        let alias = if alias.is_empty() { String::new() } else { format!(", `{alias}`") };
        let widths = if format.widths().is_empty() { "" } else { "; widths adjustable" };
        table += &format!(
            "| `{}`{alias} | `{}` | {} ({}{widths}) | {} ms, {} | {} | {} | {} | `{}` |\n",
            format.name(),
            format.native().name(),
            fields_in_words(&format),
            format.layout().bits(),
            format.unit(),
            epoch(&format),
            nodes(&format),
            grouped((format.layout().place(Kind::Sequence).max() + 1) * 1000 / format.unit()),
            end(&format),
            format.encoding().name(),
        );
    }
    table
}

/// How many nodes can make IDs at one time.
fn nodes(format: &Format) -> String {
    let fields = format.layout().fields().iter();
    let bits: u32 =
        fields.filter(|field| field.kind == Kind::Node).map(|field| u32::from(field.place.bits)).sum();
    if bits == 0 { "none".to_owned() } else { grouped(1 << bits) }
}

/// The day on which the time ends, and for IDs of 64 bits the one from which they exceed a signed `BIGINT`. A format without
/// an epoch has the years after it.
fn end(format: &Format) -> String {
    const DAY: u64 = 86_400_000;
    let span = (format.layout().place(Kind::Time).max() + 1) * format.unit();
    let Some(epoch) = format.known_epoch() else {
        return format!("{:.1} years after your epoch", span as f64 / DAY as f64 / 365.25);
    };
    let day = |ms: u64| date(epoch.saturating_add_unsigned(ms).div_euclid(DAY as i64));
    match format.layout().bits() {
        64 => format!("{}; `BIGINT`: {}", day(span), day(span / 2)),
        _ => day(span),
    }
}

/// The date of a day after 1970-01-01, by the years that begin in March.
fn date(day: i64) -> String {
    let day = day + 719_468;
    let of_era = day % 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let year = year + day / 146_097 * 400 + i64::from(month >= 10);
    format!("{year}-{:02}-{of_month:02}", if month < 10 { month + 3 } else { month - 9 })
}

/// A count, with a space between each three digits of five and more.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && digits.len() > 4 && (digits.len() - i).is_multiple_of(3) {
            // The space does not break, so that a number stays on one line.
            grouped.push_str("&nbsp;");
        }
        grouped.push(digit);
    }
    grouped
}

/// The table of policies.
pub fn policies_table() -> String {
    let mut table = "| option | value | meaning |\n|---|---|---|\n".to_owned();
    for PolicyWords { option, words, standard, .. } in policies() {
        for (word, meaning) in words {
            let default = if word == standard { " (default)" } else { "" };
            table += &format!("| `{option}` | `{word}`{default} | {meaning} |\n");
        }
    }
    table
}

/// The table of error codes.
pub fn codes() -> String {
    let mut table = "| code | meaning | `statusCode` |\n|---|---|---|\n".to_owned();
    for code in Code::ALL {
        let status = code.status().map_or_else(String::new, |status| format!(" {status}"));
        table += &format!("| `{}` | {} |{status} |\n", code.as_str(), code.meaning());
    }
    table
}
