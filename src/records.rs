//! Many IDs as records of one width: their bytes, or their texts, one after the other.
//!
//! A record is written as two integers, its first eight bytes and its last eight; most of what follows on a
//! record is the same.

use std::rc::Rc;

use crate::generator::{Generator, Refused};
use crate::text::Style;

impl Generator {
    /// Fills a place with up to `want` IDs, each with this metadata, as texts in the format's own encoding
    /// or as bytes, the high one first; tells how many there are. They are part of a batch, or
    /// [`NO_BATCH`](crate::generator::NO_BATCH).
    ///
    /// # Errors
    /// As [`Generator::fill`].
    ///
    /// # Panics
    /// Where the format's texts, or its bytes, are not all as many, or are fewer than 8 or more than 16.
    pub fn fill_records(
        &mut self,
        now: f64,
        want: u32,
        batch: u32,
        metadata: u128,
        texts: bool,
        place: &mut [u8],
    ) -> Result<u32, Refused> {
        let format = Rc::clone(self.format());
        let step = self.step() as u64;
        let mut text = format.write(0, Style::OWN)?;
        let width = if texts { text.as_bytes().len() } else { format.layout().bytes() };
        // The text of the smallest value is shorter than 8 where texts differ in length.
        assert!((8..=16).contains(&width), "no records of 8 to 16 bytes");
        let want = want.min((place.len() / width) as u32);
        let mut records = place.chunks_exact_mut(width);
        self.fill_runs(now, want, batch, |first, count| {
            let value = first | metadata;
            // A run stays within the low 64 bits, so what is above them is the same.
            let (above, mut low) = (value >> 64 << 64, value as u64);
            let (mut head, mut tail) = ends(&bytes_of(value)[16 - width..]);
            let mut following = [].iter();
            for record in records.by_ref().take(count as usize) {
                if !texts {
                    tail = low.swap_bytes();
                } else if let Some(&last) = following.next() {
                    tail = tail << 8 >> 8 | u64::from(last) << 56;
                } else if format.write_to(&mut text, above | u128::from(low), Style::OWN).is_ok() {
                    (head, tail) = ends(text.as_bytes());
                    // Where IDs are counted up by one, so is the last character, up to the last digit.
                    if step == 1 {
                        following = format.text().following((tail >> 56) as u8).iter();
                    }
                }
                put(record, head, tail);
                low = low.wrapping_add(step);
            }
        })
    }
}

/// The first eight and the last eight of some bytes, the first of them lowest.
fn ends(bytes: &[u8]) -> (u64, u64) {
    let [first, last] = [bytes.first_chunk(), bytes.last_chunk()];
    (first.map_or(0, |first| u64::from_le_bytes(*first)), last.map_or(0, |last| u64::from_le_bytes(*last)))
}

/// Writes what [`ends`] has read.
#[expect(clippy::inline_always, reason = "two stores; a call for each ID would cost a third more")]
#[inline(always)]
fn put(record: &mut [u8], head: u64, tail: u64) {
    if let Some(first) = record.first_chunk_mut() {
        *first = head.to_le_bytes();
    }
    if let Some(last) = record.last_chunk_mut() {
        *last = tail.to_le_bytes();
    }
}

/// The bytes of a value, the high one first.
#[inline(never)]
pub fn bytes_of(value: u128) -> [u8; 16] {
    let (mut bytes, mut rest) = ([0; 16], value);
    for byte in bytes.iter_mut().rev() {
        *byte = rest as u8;
        rest >>= 8;
    }
    bytes
}
