//! The permit to begin ticks without a call of the sequencer.

use std::cell::Cell;

use super::Run;

/// A record through which the holder of the latest run moves it to later ticks. JavaScript reads and writes it in linear memory,
/// so that the first ID of a tick needs no call of the core. Counts are `f64`s, because JavaScript has these.
///
/// The holder may move the run if `serial` is its own, and by more than `moved` and at most `limit` ticks in all. It writes
/// `moved`, `first` and `count`. Before the sequencer reads or changes its state, it reads them and closes the permit. So a move
/// is a grant that the sequencer notes later.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Permit {
    /// By how many ticks the run may be moved in all; 0 if it may not be moved.
    pub limit: Cell<f64>,
    /// The serial number of the run.
    pub serial: Cell<f64>,
    /// By how many ticks the run has been moved.
    pub moved: Cell<f64>,
    /// The first number that was used in the tick of the run, counted from the lowest one of the sequence; negative if the sequence
    /// has wrapped since. When the holder moves the run, it writes the first number of the moved run: the number after the last one
    /// that was used, if the sequence is rolling; otherwise 0.
    pub first: Cell<f64>,
    /// How many numbers the run has since it was moved; at most as many as it was granted, and at most up to the highest number.
    pub count: Cell<f64>,
    /// The largest `count`: a part of the numbers of a tick, because nobody else is granted those that stay unused.
    pub most: Cell<f64>,
    /// The count of numbers of the sequence.
    pub numbers: Cell<f64>,
    /// 1 if the sequence is rolling, else 0.
    pub rolling: Cell<f64>,
    /// The tick that the run was granted from.
    tick: Cell<u64>,
}

/// A moved run has at most one of so many equal parts of the numbers of a tick.
const PARTS: u64 = 4;

/// The most ticks by which a run may be moved. JavaScript multiplies them by the low half of the difference between two ticks,
/// which has 32 bits. So the product has at most 52 bits, and is exact in an `f64`.
const MAX_MOVE: u64 = 1 << 20;

impl Permit {
    /// Lets a run of a sequence of `numbers` be moved up to the tick `last`. `first` is as in the record.
    pub(super) fn open(&self, run: &Run, last: u64, numbers: u64, first: i64, is_rolling: bool) {
        self.first.set(first as f64);
        self.most.set((numbers / PARTS).max(1) as f64);
        self.numbers.set(numbers as f64);
        self.rolling.set(f64::from(is_rolling));
        self.serial.set(run.serial as f64);
        self.tick.set(run.tick);
        self.moved.set(0.0);
        self.limit.set(last.saturating_sub(run.tick).min(MAX_MOVE) as f64);
    }

    pub(super) fn is_open(&self) -> bool {
        self.limit.get() > 0.0
    }

    pub(crate) fn close(&self) {
        self.limit.set(0.0);
    }

    /// The tick of the run, if it has been moved.
    pub(super) fn moved_to(&self) -> Option<u64> {
        let moved = self.moved.get() as u64;
        (moved > 0).then(|| self.tick.get() + moved)
    }

    /// The tick to which a run has been moved. Only the latest run that had the permit is known.
    pub(super) fn tick_of(&self, run: &Run) -> u64 {
        match self.moved_to() {
            Some(tick) if self.serial.get() == run.serial as f64 => tick,
            _ => run.tick,
        }
    }
}
