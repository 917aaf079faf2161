//! The ready numbers of a sequencer, from which the hot calls take IDs.
//!
//! The short ways have `Option<&Hot>` and straight lines, because closures and `Option<u64>` cost 30 to 50 ns at the core's
//! optimisation level.

use std::cell::Cell;

/// The numbers that follow the last one in its run, kept ready for the generator that was granted the run. As
/// long as the clock reads the same tick and no other generator asks, each call of the generator takes the
/// next number without asking the sequencer. The state counts these numbers as used. Whatever reads or
/// changes the state first gives them back: see [`Sequencer::settle`](super::Sequencer::settle).
#[derive(Debug)]
#[repr(C)]
pub struct Hot {
    /// The generator for which numbers are kept, and its policy, in one number: see `Generator::owner`. 0 if the
    /// sequencer must be asked.
    pub(super) owner: Cell<u64>,
    /// The readings of the clock, in Unix ms, for which the numbers are granted: from the first one to before
    /// the second one.
    pub(super) readings: (Cell<f64>, Cell<f64>),
    /// The low 64 bits of the next value, and how much larger each further value is.
    low: Cell<u64>,
    pub(super) step: Cell<u64>,
    /// The count of numbers that are left.
    pub(super) left: Cell<u32>,
    /// See [`Base::is_random`].
    pub(super) is_random: Cell<bool>,
    pub(super) is_rolling: bool,
    /// See [`Base::time`] and [`Base::sequence`].
    pub(super) shifts: (Cell<u8>, Cell<u8>),
    /// The bits of the value above the low 64.
    high: Cell<u64>,
    /// The Unix ms from which on the sequencer must be asked. Before that time, the grants of later ticks are known.
    pub(super) end: Cell<f64>,
    /// See [`Base::unit`] and [`Base::value`].
    pub(super) unit: Cell<f64>,
    pub(super) base: Cell<u64>,
}

/// How values are made of ticks and numbers.
#[derive(Debug, Clone, Copy)]
pub struct Base {
    /// Unix ms of tick 0.
    pub epoch: i64,
    /// The length of a tick in ms.
    pub unit: u64,
    /// The low 64 bits of a value whose tick and number are 0. Its high bits are 0. The tick is added to it.
    pub value: u64,
    /// The first tick that needs another `value`.
    pub until: u64,
    /// The shift of the tick.
    pub time: u8,
    /// The shift of the number, which lies in the low 64 bits.
    pub sequence: u8,
    /// Whether each ID has random bits, which the generator adds.
    pub is_random: bool,
}

#[expect(clippy::inline_always, reason = "the hot path")]
impl Hot {
    pub(super) fn new(is_rolling: bool) -> Self {
        Self {
            owner: Cell::default(),
            readings: Default::default(),
            low: Cell::default(),
            step: Cell::default(),
            left: Cell::default(),
            is_random: Cell::default(),
            is_rolling,
            shifts: Default::default(),
            high: Cell::default(),
            end: Cell::default(),
            unit: Cell::default(),
            base: Cell::default(),
        }
    }

    /// Whether a number is ready for a generator at a reading of the clock.
    #[inline(always)]
    pub fn is_ready(&self, owner: u64, now: f64) -> bool {
        self.owner.get() == owner
            && self.left.get() != 0
            && now >= self.readings.0.get()
            && now < self.readings.1.get()
    }

    /// Whether each ID has random bits, which the generator adds.
    #[inline(always)]
    pub fn is_random(&self) -> bool {
        self.is_random.get()
    }

    /// Takes the next number, which must be ready: the low 64 bits of its value.
    #[inline(always)]
    pub fn take(&self) -> u64 {
        let low = self.low.get();
        self.left.set(self.left.get() - 1);
        self.low.set(low.wrapping_add(self.step.get()));
        low
    }

    /// The bits above the low 64 of the value that was taken last.
    #[inline(always)]
    pub fn high(&self) -> u64 {
        self.high.get()
    }

    /// Makes the value of this tick and number the next one.
    #[inline(always)]
    pub(super) fn set_value(&self, tick: u64, number: u32) {
        let time = self.shifts.0.get();
        let (high, low) =
            if time < 64 { (tick >> 1 >> (63 - time), tick << time) } else { (tick << (time - 64), 0) };
        // Equivalent mutant `replace | with ^`: the number has no bit in common with other fields.
        self.low.set(self.base.get().wrapping_add(low) | u64::from(number) << self.shifts.1.get());
        self.high.set(high);
    }
}
