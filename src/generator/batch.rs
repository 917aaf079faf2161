//! Many IDs at once, and how they are taken back where the last of them are refused.

use super::{Generator, Refused, joined};
use crate::sequencer::{Checkpoint, Sequencer, State};

/// What stands for no batch where the number of one is asked for.
pub const NO_BATCH: u32 = 0;

/// A batch that is being made.
#[derive(Debug)]
pub(super) struct Batch {
    pub number: u32,
    /// The sequencer's state when it began.
    checkpoint: Checkpoint,
    /// What the sequencer had reached after the last grant of this batch.
    pub reached: Reached,
}

/// What differs once anybody has been granted numbers: the state, and how often one was resumed.
pub(super) type Reached = (Option<State>, u64);

pub(super) fn reached(sequencer: &Sequencer) -> Reached {
    (sequencer.state(), sequencer.resumes())
}

impl Generator {
    /// As many IDs as there are for this reading, up to `want`; each is passed to `put`.
    ///
    /// # Errors
    /// Says why there is none. Where there are some but fewer than wanted, that is no error.
    pub fn fill(&mut self, now: f64, want: u32, mut put: impl FnMut(u128)) -> Result<u32, Refused> {
        let step = self.step();
        let put_run = |first, count| (0..count).for_each(|i| put(first + step * u128::from(i)));
        self.fill_runs(now, want, NO_BATCH, put_run)
    }

    /// As [`Generator::fill`], a run at a time: `put` is passed its first ID and how many there are, of
    /// which each next one is [`Generator::step`] larger. They are part of a batch, or [`NO_BATCH`].
    ///
    /// # Errors
    /// As [`Generator::fill`].
    pub fn fill_runs(
        &mut self,
        now: f64,
        want: u32,
        batch: u32,
        mut put: impl FnMut(u128, u32),
    ) -> Result<u32, Refused> {
        let mut filled = 0;
        while filled < want {
            match self.refill(now, want - filled, 0, batch) {
                Ok(()) => {}
                Err(refused) if filled == 0 => return Err(refused),
                Err(_) => break,
            }
            while self.left > 0 {
                // Each ID has random bits of its own, where there are any.
                let count = if self.random.bits > 0 { 1 } else { self.left };
                let noise = match self.noise() {
                    Ok(noise) => noise,
                    Err(refused) => {
                        // What is left could be handed out by another request, and the batch cancelled after that.
                        self.put_back();
                        return if filled == 0 { Err(refused) } else { Ok(filled) };
                    }
                };
                // Equivalent mutant `replace | with ^`: fields have no bit in common.
                put(joined(self.high, self.low | noise), count);
                self.left -= count;
                self.low = self.low.wrapping_add(u64::from(count) << self.sequence.shift);
                filled += count;
            }
        }
        Ok(filled)
    }

    /// Begins a batch, whose IDs can be taken back together, and gives its number.
    pub fn begin_batch(&mut self) -> u32 {
        self.put_back();
        // Never `NO_BATCH`, and other than the last 4 billion.
        self.batches = self.batches.checked_add(1).unwrap_or(1);
        let sequencer = &self.identity.sequencer;
        let (checkpoint, reached) = (sequencer.checkpoint(), reached(sequencer));
        self.batch = Some(Batch { number: self.batches, checkpoint, reached });
        self.batches
    }

    /// Takes back all IDs of a batch, none of which may have been handed out. If somebody else was granted
    /// numbers since it began, its numbers are not granted again.
    pub fn cancel_batch(&mut self, number: u32) {
        self.put_back();
        let sequencer = &self.identity.sequencer;
        if let Some(batch) = self.batch.take()
            && batch.number == number
            && batch.reached == reached(sequencer)
        {
            sequencer.restore(&batch.checkpoint);
        }
    }
}
