//! Seats that leases have been granted, with the sequencers that make their IDs.

use std::rc::Rc;

use crate::generator::Generator;
use crate::identity::{Identities, Identity};
use crate::options::Settings;
use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;
use crate::sequencer::{Entropy, Start};

/// The numbers of a seat's IDs: see [`Seats`](crate::lease::Seats).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatNumbers {
    /// The value of the node fields.
    pub node: u64,
    /// The first and the last sequence number, both inclusive.
    pub range: (u32, u32),
    /// Where the sequence of a tick starts.
    pub start: Start,
}

/// A seat that a lease holds, with its sequencer.
#[derive(Debug)]
pub struct LeasedSeat {
    scheme: Scheme,
    identity: Rc<Identity>,
}

impl LeasedSeat {
    /// A seat of a space, without a window.
    pub(crate) fn new(
        identities: &mut Identities,
        scheme: &Scheme,
        SeatNumbers { node, range, start }: SeatNumbers,
        space: u32,
    ) -> Result<Self, Refusal> {
        if !identities.can_be_leased(scheme, node, range) {
            return Err(Refusal::bare(Reason::SeatUsed));
        }
        let identity = identities.open_leased(scheme, node, range, start, space);
        let seat = Self { scheme: *scheme, identity };
        // The window of a new sequencer contains all ticks.
        seat.close_window();
        Ok(seat)
    }

    /// The value of the node fields.
    pub fn node(&self) -> u64 {
        self.identity.node
    }

    /// The first and the last sequence number.
    pub fn range(&self) -> (u32, u32) {
        self.identity.sequencer.range()
    }

    /// A generator of this seat.
    pub(crate) fn generator(&self, settings: Settings, entropy: Entropy) -> Generator {
        let settings = Settings { range: self.range(), ..settings };
        // Nobody else has the handle of this generator, so closing the handle frees the generator, as it frees an
        // own-clock generator.
        let (has_own_clock, is_automatic) = (true, false);
        let identity = Rc::clone(&self.identity);
        Generator::of_identity(&self.scheme, settings, identity, (has_own_clock, is_automatic), entropy)
    }

    /// Moves the window to `[from, until)`, in Unix ms. A tick belongs to the window that contains its first ms.
    pub fn move_window(&self, from: u64, until: u64) {
        let (first, end) = (self.first_tick(from), self.first_tick(until));
        match end.checked_sub(1) {
            Some(last) => self.identity.sequencer.move_window(first, last.min(self.scheme.last_tick())),
            None => self.close_window(),
        }
    }

    fn close_window(&self) {
        self.identity.sequencer.move_window(1, 0);
    }

    /// The first tick that begins at a time or later.
    fn first_tick(&self, ms: u64) -> u64 {
        let since = (ms as i64).saturating_sub(self.scheme.epoch);
        u64::try_from(since).unwrap_or_default().div_ceil(self.scheme.unit)
    }

    /// Ends the lease: no ID is made from now on. Returns the end of what was used, in Unix ms. A batch in progress counts as
    /// used.
    pub(crate) fn end(self) -> u64 {
        self.close_window();
        self.identity.end_lease();
        let used = |tick| u64::try_from(self.scheme.instant(tick + 1)).unwrap_or_default();
        self.identity.sequencer.state().map_or(0, |state| used(state.tick.max(state.safe)))
    }
}
