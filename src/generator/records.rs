//! Many IDs as records of one width: bytes or texts, one after the other.
//!
//! A record is written as two integers, its first eight bytes and its last eight bytes. Consecutive records
//! often differ in the last one only.

use std::rc::Rc;

use super::{Generator, NextError};
use crate::text::Style;

impl Generator {
    /// Fills a buffer with up to `want` IDs with this metadata, as texts in the format's own encoding or as
    /// big-endian bytes; returns their count. The IDs belong to a batch, or to
    /// [`NO_BATCH`](crate::generator::NO_BATCH).
    ///
    /// # Errors
    /// As [`Generator::fill`].
    ///
    /// # Panics
    /// If the format's texts (or bytes) do not all have the same length from 8 to 16.
    pub fn fill_records(
        &mut self,
        now: i64,
        want: u32,
        batch: u32,
        metadata: u128,
        texts: bool,
        buffer: &mut [u8],
    ) -> Result<u32, NextError> {
        let format = Rc::clone(self.format());
        let step = self.step() as u64;
        let mut text = format.write(0, Style::OWN)?;
        let width = if texts { text.as_bytes().len() } else { format.layout().bytes() };
        // If the lengths differ, the text of the smallest value is shorter than 8.
        assert!((8..=16).contains(&width), "no records of 8 to 16 bytes");
        let want = want.min((buffer.len() / width) as u32);
        let mut records = buffer.chunks_exact_mut(width);
        self.fill_runs(now, want, batch, |first, count| {
            // Equivalent mutant `replace | with ^`: fields have no bit in common.
            let value = first | metadata;
            // A run does not change the bits above the low 64.
            let (high, mut low) = (value >> 64 << 64, value as u64);
            let (mut head, mut tail) = ends(&bytes_of(value)[16 - width..]);
            let mut last_characters = [].iter();
            for record in records.by_ref().take(count as usize) {
                if !texts {
                    tail = low.swap_bytes();
                } else if let Some(&last) = last_characters.next() {
                    // Equivalent mutant `replace | with ^`: the halves have no bit in common.
                    tail = tail << 8 >> 8 | u64::from(last) << 56;
                // Equivalent mutant `replace | with ^`: the halves have no bit in common.
                } else if format.write_to(&mut text, high | u128::from(low), Style::OWN).is_ok() {
                    (head, tail) = ends(text.as_bytes());
                    // If IDs count up by one, so does the last character, up to the last digit.
                    if step == 1 {
                        // Equivalent mutant `replace >> with <<`: without next characters, each text is written anew.
                        last_characters = format.encoding().next_last_characters((tail >> 56) as u8).iter();
                    }
                }
                write_record(record, head, tail);
                low = low.wrapping_add(step);
            }
        })
    }
}

/// The first eight and the last eight bytes, the first byte in the lowest bits.
fn ends(bytes: &[u8]) -> (u64, u64) {
    let [first, last] = [bytes.first_chunk(), bytes.last_chunk()];
    (first.map_or(0, |first| u64::from_le_bytes(*first)), last.map_or(0, |last| u64::from_le_bytes(*last)))
}

/// Writes the two integers of [`ends`].
#[expect(clippy::inline_always, reason = "two stores; a call for each ID would cost a third more")]
#[inline(always)]
fn write_record(record: &mut [u8], head: u64, tail: u64) {
    if let Some(first) = record.first_chunk_mut() {
        *first = head.to_le_bytes();
    }
    if let Some(last) = record.last_chunk_mut() {
        *last = tail.to_le_bytes();
    }
}

/// The big-endian bytes of a value.
#[inline(never)]
pub fn bytes_of(value: u128) -> [u8; 16] {
    let (mut bytes, mut rest) = ([0; 16], value);
    for byte in bytes.iter_mut().rev() {
        *byte = rest as u8;
        rest >>= 8;
    }
    bytes
}
