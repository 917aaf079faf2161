//! The numbers of a format, as generators need them: no name, no text.

use crate::layout::Place;

/// Where the fields of a format are, and what its ticks mean.
///
/// All fields except the time lie in the low 64 bits of an ID. A field that the format does not have has a width of 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scheme {
    /// The Unix ms of tick 0, within the range of a `Date`.
    pub epoch: i64,
    /// The length of a tick in ms, at least 1. A `Date` can hold the last tick.
    pub unit: u64,
    /// The time.
    pub time: Place,
    /// How many ticks the low bits of the time count before its high bits count one more, such as 1000 ms beside seconds. The low
    /// bits are as many as such a count needs. 1 if all bits of the time count together.
    pub per: u64,
    /// The node field whose number is chosen for generators that are given no node.
    pub node: Place,
    /// The sequence.
    pub sequence: Place,
    /// The random bits.
    pub random: Place,
    /// The metadata.
    pub metadata: Place,
    /// The timeline.
    pub toggle: Place,
}

impl Scheme {
    /// The last tick.
    pub fn last_tick(&self) -> u64 {
        (self.time.max() + 1) / self.per.next_power_of_two() * self.per - 1
    }

    /// By how much the bits of the time exceed a tick: for each step of the high bits, by the values that the low bits never have.
    pub(crate) fn skipped(&self, tick: u64) -> u64 {
        tick / self.per * (self.per.next_power_of_two() - self.per)
    }

    /// The tick of an instant in Unix ms, rounded down; `None` if the format cannot hold it.
    pub fn tick(&self, ms: i64) -> Option<u64> {
        // The epoch is within the range of a `Date`, so this overflows only for instants far outside of it.
        let tick = u64::try_from(ms.checked_sub(self.epoch)?).ok()? / self.unit;
        (tick <= self.last_tick()).then_some(tick)
    }

    /// The Unix ms at which a tick begins.
    pub fn instant(&self, tick: u64) -> i64 {
        self.epoch + (tick * self.unit) as i64
    }

    /// The last instant, in Unix ms.
    pub fn last_instant(&self) -> i64 {
        self.instant(self.last_tick()) + self.unit as i64 - 1
    }

    /// The high and the low 64 bits of an ID. `others` are its bits other than the time, at their positions.
    pub(crate) fn value(&self, tick: u64, others: u64) -> (u64, u64) {
        let shift = self.time.shift;
        let tick = tick + self.skipped(tick);
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        (if shift == 0 { 0 } else { tick >> (64 - shift) }, others | tick << shift)
    }
}
