//! Many IDs at once. A batch that is refused uses up no number.

use std::ops::Deref;

use super::next_error::NextError;
use super::{Generator, joined};
use crate::identity::Identity;
use crate::sequencer::{Checkpoint, GrantError};

/// The batch number of IDs that belong to no batch.
pub const NO_BATCH: u32 = 0;

/// A batch in progress.
#[derive(Debug)]
pub(super) struct Batch {
    pub number: u32,
    /// The state of the sequencer before the batch.
    checkpoint: Checkpoint,
    /// The sequencer's revision after the last grant of this batch. It changes when anybody is granted numbers.
    pub revision: u64,
}

impl<I: Deref<Target = Identity>> Generator<I> {
    /// Passes up to `want` IDs for one reading of the clock to `put`, and returns their count.
    ///
    /// # Errors
    /// Why there is no ID. Fewer IDs than wanted are no error.
    pub fn fill(&mut self, now: i64, want: u32, mut put: impl FnMut(u128)) -> Result<u32, NextError> {
        let step = u128::from(self.step());
        self.fill_runs(now, want, NO_BATCH, &mut |(high, low), count| {
            (0..count).for_each(|i| put(joined(high, low) + step * u128::from(i)));
        })
    }

    /// As [`Generator::fill`], run by run: `put` receives the high and the low 64 bits of the first ID, and
    /// the count of IDs. The low bits grow by [`Generator::step`] from each ID to the next. The IDs belong to
    /// a batch, or to [`NO_BATCH`].
    ///
    /// # Errors
    /// As [`Generator::fill`].
    pub fn fill_runs(
        &mut self,
        now: i64,
        want: u32,
        batch: u32,
        put: &mut dyn FnMut((u64, u64), u32),
    ) -> Result<u32, NextError> {
        let mut filled = 0;
        while filled < want {
            let run = match self.request_run(now, want - filled, batch) {
                Ok((_, run)) => run,
                Err(error) if filled == 0 => return Err(error),
                Err(_) => break,
            };
            // A run does not change the bits above the low 64.
            let (high, mut low) = self.scheme.value(run.tick, self.others(run.toggle, run.first));
            let mut left = run.count;
            while left > 0 {
                // Each ID has its own random bits, if any.
                let count = if self.scheme.random.bits > 0 { 1 } else { left };
                let Some(random) = self.random_bits() else {
                    self.identity.sequencer.take_back(left);
                    let error = self.explain(GrantError::NoRandomness, 0, 0);
                    return if filled == 0 { Err(error) } else { Ok(filled) };
                };
                // Equivalent mutant `replace | with ^`: fields have no bit in common.
                put((high, low | random), count);
                left -= count;
                // The low bits of the next ID, if the IDs of the run are passed one by one.
                low = low.wrapping_add(self.step());
                filled += count;
            }
        }
        Ok(filled)
    }

    /// Begins a batch and returns its number.
    pub fn begin_batch(&mut self) -> u32 {
        // Skips `NO_BATCH`. A number recurs after 4 billion batches.
        self.batches = self.batches.checked_add(1).unwrap_or(1);
        let sequencer = &self.identity.sequencer;
        let (checkpoint, revision) = (sequencer.checkpoint(), sequencer.revision());
        self.batch = Some(Batch { number: self.batches, checkpoint, revision });
        self.batches
    }

    /// Takes back all IDs of a batch, none of which may have been handed out. If anybody else, such as a rival, was
    /// granted numbers since the batch began, the batch's numbers stay granted.
    pub fn cancel_batch(&mut self, number: u32) {
        let sequencer = &self.identity.sequencer;
        if let Some(batch) = self.batch.take()
            && batch.number == number
            && batch.revision == sequencer.revision()
        {
            sequencer.restore(&batch.checkpoint);
        }
    }
}
