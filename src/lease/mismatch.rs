//! Why a space is refused, in words that name both values.

use crate::error::{Error, refuse};
use crate::lease::{Head, Mismatch, Section, Terms};
use crate::message::{Word, say};

impl Mismatch {
    /// The error that names both values. `head` is the record of the space, `now` the reading of the store's clock.
    pub fn refuse(self, terms: &Terms, head: &Head, now: u64) -> Error {
        match self {
            Self::Layout => refuse!(
                SpaceMismatch,
                "the space is for IDs with the layout {}, and this lease wants {}: use another space",
                &head.layout,
                &terms.layout
            ),
            Self::Sections => refuse!(
                SpaceMismatch,
                "the space has the sections {} (nodes/shares/window in ms), and this lease wants {}: give the same nodes, shares and window, or {}",
                &sections_text(&head.sections),
                &sections_text(&[terms.section]),
                &migration(terms)
            ),
            Self::TooManySections => refuse!(
                SpaceMismatch,
                "the space has {} sections (ranges of nodes), and its record has no room for {}: give nodes that other leases have",
                head.sections.len() as u64,
                &sections_text(&[terms.section])
            ),
            Self::Skew => refuse!(
                SpaceMismatch,
                "the space has the clockSkew {} ms, and this lease wants {} ms: give the same one, or {}",
                head.skew,
                terms.skew,
                &migration(terms)
            ),
            Self::Age => refuse!(
                SpaceMismatch,
                "the space was made with windows that allow {} ms from a decision to its write, and this lease allows {} ms: give the window that other leases have, or {}",
                head.age,
                terms.age,
                &migration(terms)
            ),
            Self::Clock => refuse!(
                StoreFailed,
                "the store's clock reads {}, and it has read {} before: it was far ahead then, or is far behind now; correct it, or reset the space",
                Word::Instant(now as i64),
                Word::Instant(head.since as i64)
            ),
        }
    }
}

/// The command that gives the space these terms.
fn migration(terms: &Terms) -> String {
    let Section { first, last, shares, window_ms } = terms.section;
    say!(
        "migrate the space: npx flakekit seats DIR --migrate FORMAT --epoch EPOCH --space SPACE --nodes {}-{} --shares {} --window {} --clock-skew {}{}",
        first,
        last,
        shares,
        window_ms,
        terms.skew,
        &terms.given
    )
}

/// Sections as text: `0-31/4/10000, 32-63/1/600000`.
pub(super) fn sections_text(sections: &[Section]) -> String {
    let mut text = String::new();
    for (i, section) in sections.iter().enumerate() {
        text.push_str(if i > 0 { ", " } else { "" });
        section.push_to(&mut text);
    }
    text
}
