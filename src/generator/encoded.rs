//! Many IDs of 80 bits encoded at one width: bytes or texts, one after the other.
//!
//! An encoded ID is written as two integers, its first eight bytes and its last eight bytes. Consecutive IDs differ in
//! the second integer only.

use std::ops::Deref;

use super::{Generator, NextError};
use crate::identity::Identity;
use crate::text::{sno_digits, sno_digits_after};

/// The count of bytes of an ID, and of characters of its text.
const WIDTHS: [usize; 2] = [10, 16];

/// The bits of the last eight characters.
const LOW_40: u64 = (1 << 40) - 1;

impl<I: Deref<Target = Identity>> Generator<I> {
    /// Fills a buffer with up to `want` IDs with this metadata, as texts of sno's encoding or as big-endian
    /// bytes; returns their count. The IDs have 80 bits, and their sequence is the lowest field. They belong
    /// to a batch, or to [`NO_BATCH`](crate::generator::NO_BATCH).
    ///
    /// # Errors
    /// As [`Generator::fill`].
    pub fn fill_encoded(
        &mut self,
        now: i64,
        want: u32,
        batch: u32,
        metadata: u64,
        texts: bool,
        buffer: &mut [u8],
    ) -> Result<u32, NextError> {
        let metadata = self.metadata_bits(metadata);
        let width = WIDTHS[usize::from(texts)];
        let want = want.min((buffer.len() / width) as u32);
        let mut places = buffer.chunks_exact_mut(width);
        self.fill_runs(now, want, batch, &mut |(high, low), count| {
            // Equivalent mutant `replace | with ^`: fields have no bit in common.
            let mut low = low | metadata;
            // Within a run, only the low 40 bits change. The first eight and the last eight of 10 bytes overlap. The
            // last eight are written later, so the bytes of `head` in the overlap do not matter. Equivalent mutant
            // `replace | with ^`: the halves have no bit in common.
            let upper = high << 24 | low >> 40;
            let head = if texts { sno_digits(upper) } else { upper << 24 };
            let mut tail = if texts { sno_digits(low & LOW_40) } else { low };
            for place in places.by_ref().take(count as usize) {
                write_encoded(place, head, tail);
                low = low.wrapping_add(1);
                tail = if texts { sno_digits_after(tail, low & LOW_40) } else { low };
            }
        })
    }

    /// The value of metadata, which must be in range.
    pub fn metadata_bits(&self, metadata: u64) -> u64 {
        metadata << self.scheme.metadata.shift
    }
}

/// Writes the first eight and the last eight bytes, the first byte from the highest bits.
#[expect(clippy::inline_always, reason = "two stores; a call for each ID would cost a third more")]
#[inline(always)]
fn write_encoded(place: &mut [u8], head: u64, tail: u64) {
    if let Some(first) = place.first_chunk_mut() {
        *first = head.to_be_bytes();
    }
    if let Some(last) = place.last_chunk_mut() {
        *last = tail.to_be_bytes();
    }
}
