//! Which kinds of IDs a text has, the likeliest first, each with its score and its reasons.
//!
//! An integer fits most formats, so width and alphabet rarely decide. Facts about each service decide: when
//! it began, how many IDs it has made, and which numbers are common in them. A score is a probability: what the scores of all
//! candidates leave of 1 is the probability that the text is no ID of a known kind.

mod ascii;
mod candidate;
mod column;
mod context;
mod joint;
mod judged;
mod kinds;
mod likelihood;
mod maker;
mod mixture;
mod nothing;
mod number;
mod origin;
mod pattern;
mod reason;
mod report;
mod scan;
mod sites;
mod table;
mod weigh;
mod words;

use crate::formats::Format;
use crate::report::Report;
use crate::text::{Encoding, Zeros};

pub use candidate::{Candidate, ColumnCandidate, FieldValue, Fit};
pub use column::{Cell, Column};
pub use context::{Warning, first_given};
pub use judged::Judged;
pub use likelihood::FAST_CLOCK_MS;
pub use reason::{Reason, Said};
pub use scan::Found;
pub use weigh::Reader;

/// The share of texts with another form than the usual one: another case, a separator, another base.
const UNUSUAL: f64 = 1.0 / 16.0;

/// The share of texts that mix both cases, of kinds whose digits are read in both cases.
const BOTH_CASES: f64 = 1e-7;

fn has_both_cases(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_lowercase) && text.iter().any(u8::is_ascii_uppercase)
}

/// The names of the kinds of other families that are read.
pub fn foreign_names() -> impl Iterator<Item = &'static str> {
    kinds::names()
}

/// The kinds of other families whose texts are a number in a base, as serializable data: their fields, and how they are written.
pub fn foreign_formats() -> Report<'static> {
    kinds::describe()
}

/// The value of a short code of a service: the digits of base 64, without leading zeros. The code of a private post has 28 more
/// characters. It is told from other texts only in a link.
fn short_code(format: &Format, text: &[u8], is_named: bool) -> Option<u128> {
    const SECRET: usize = 28;
    let code = if is_named && text.len() > SECRET { &text[..text.len() - SECRET] } else { text };
    if !format.has_short_codes() || !(10..=11).contains(&code.len()) {
        return None;
    }
    Encoding::Base64Url.read(code, format.layout().bits(), Zeros::Usual).ok()
}

/// The kinds that could have made an ID, the likeliest first. `now` is the clock's reading in Unix ms.
pub fn inspect(text: &str, now: i64) -> Vec<Candidate> {
    let units: Vec<u16> = text.encode_utf16().collect();
    Reader::new(now, None, Vec::new()).inspect(&units, false)
}
