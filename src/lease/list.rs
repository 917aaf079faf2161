//! What an operator sees of a space: when it grants seats, which seats it has, and their states.

use crate::lease::{Head, Seat, SeatId, Section};

/// The state of a seat, in the order of [`SeatState::NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatState {
    /// A claim may take it.
    Free,
    /// A window runs, or the seat stays reserved for the caller of a server until its window ends.
    Held,
    /// Its window ends later than any that could be granted now: the store's clock was far ahead once.
    Ahead,
    /// Nobody gets it: a database makes its IDs.
    Reserved,
}

impl SeatState {
    /// The names of the states.
    pub const NAMES: [&str; 4] = ["free", "held", "ahead", "reserved"];
}

impl Head {
    /// From this time on, the space grants new seats to claims for windows of this length, in ms. `generation` and `now` are the
    /// store's. If the generation is another one, the store may have forgotten windows, and the grace period begins now.
    pub fn grants_from(&self, generation: &str, now: u64, window_ms: u64) -> u64 {
        let since = if self.generation == generation { self.since } else { now };
        since + window_ms.max(self.grace) + self.skew + self.age
    }

    /// The longest window of its sections, in ms.
    pub fn longest_window(&self) -> u64 {
        self.sections.iter().map(|section| section.window_ms).max().unwrap_or_default()
    }

    /// The section with a seat.
    pub fn section_of(&self, id: SeatId) -> Option<&Section> {
        self.sections.iter().find(|section| section.contains(id))
    }

    /// The state of a seat at a reading of the store's clock.
    pub fn state_of(&self, id: SeatId, seat: &Seat, now: u64) -> SeatState {
        let window_ms = self.section_of(id).map_or(0, |section| section.window_ms);
        if seat.is_reserved() {
            SeatState::Reserved
        } else if seat.until > now + window_ms.max(self.grace) + self.skew {
            SeatState::Ahead
        } else if seat.until <= now || seat.owner.is_none() && seat.leased_to.is_none() {
            SeatState::Free
        } else {
            SeatState::Held
        }
    }
}
