//! The tables of documents.

use flakekit::layout::Kind;
use flakekit::{Code, Format};

use super::described::{all, epoch, fields_in_words};
use crate::words::{PolicyWords, policies};

/// The table of formats.
pub fn formats() -> String {
    let mut table =
        "| export | fields, high bits first | tick, epoch | IDs | text | IDs a second |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for format in all() {
        let alias = format.alias();
        let alias = if alias.is_empty() { String::new() } else { format!(", `{alias}`") };
        let widths = if format.widths().is_empty() { "" } else { "; widths adjustable" };
        table += &format!(
            "| `{}`{alias} | {} ({}{widths}) | {} ms, {} | `{}` | `{}` | {} |\n",
            format.name(),
            fields_in_words(&format),
            format.layout().bits(),
            format.unit(),
            epoch(&format),
            format.native().name(),
            format.encoding().name(),
            per_second(&format)
        );
    }
    table
}

/// The count of IDs that one node can make in a second, with a space between each three digits.
fn per_second(format: &Format) -> String {
    let digits = ((format.layout().place(Kind::Sequence).max() + 1) * 1000 / format.unit()).to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
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
