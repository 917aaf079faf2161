//! Seats that leases have been granted, with the sequencers that make their IDs.

use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::generator::Generator;
use crate::identity::{Identities, Identity};
use crate::lease::{RawTerms, SeatId, Seats, Terms};
use crate::options::{RawOptions, Settings};
use crate::sequencer::{Entropy, OnRollback, Policy, Start};

/// A seat that a lease holds, with its sequencer.
#[derive(Debug)]
pub struct LeasedSeat {
    format: Rc<Format>,
    identity: Rc<Identity>,
}

impl LeasedSeat {
    /// The terms of leases with these options, and where the sequences of their ticks start.
    ///
    /// # Errors
    /// As [`Seats::new`]; `INVALID_OPTION`.
    pub fn terms(format: &Format, raw: &RawTerms, options: &RawOptions) -> Result<(Terms, Start), Error> {
        let (seats, terms) = Seats::new(format, raw)?;
        let settings = settings(format, options, seats.range(SeatId { node: 0, share: 0 }))?;
        Ok((terms, settings.policy.start))
    }

    /// A seat of a space, without a window.
    pub(crate) fn new(
        identities: &mut Identities,
        format: &Rc<Format>,
        raw: &RawTerms,
        options: &RawOptions,
        (space, id): (u32, SeatId),
    ) -> Result<Self, Error> {
        let (seats, terms) = Seats::new(format, raw)?;
        if !terms.section.contains(id) {
            return Err(refuse!(
                InvalidField,
                "the terms of the lease have no seat {}.{}",
                id.node,
                id.share
            ));
        }
        let (node, range) = (seats.node(id), seats.range(id));
        if !identities.can_be_leased(format, node, range)? {
            return Err(refuse!(
                InvalidField,
                "a generator of this process has or has had the numbers of node {}, share {}, of {}: lease another seat",
                id.node,
                id.share,
                format.name()
            ));
        }
        let settings = settings(format, options, range)?;
        let identity = identities.open_leased(format, node, range, settings.policy.start, space)?;
        let seat = Self { format: Rc::clone(format), identity };
        seat.close_window();
        Ok(seat)
    }

    /// The value of the node fields.
    pub fn node(&self) -> u128 {
        self.identity.node
    }

    /// The first and the last sequence number.
    pub fn range(&self) -> (u32, u32) {
        self.identity.sequencer.range()
    }

    /// A generator of this seat.
    pub(crate) fn generator(&self, options: &RawOptions, entropy: Entropy) -> Result<Generator, Error> {
        let mut settings = settings(&self.format, options, self.range())?;
        // A sequencer has one start for all its callers.
        settings.policy.start = self.start();
        // Nobody else has the handle, so closing it frees the generator, as with a clock of its own.
        let (has_own_clock, is_automatic) = (true, false);
        let identity = Rc::clone(&self.identity);
        Generator::of_identity(&self.format, settings, identity, (has_own_clock, is_automatic), entropy)
    }

    fn start(&self) -> Start {
        self.identity.sequencer.start()
    }

    /// Moves the window to `[from, until)`, in Unix ms. A tick belongs to the window that contains its first ms.
    pub fn move_window(&self, from: u64, until: u64) {
        let (first, end) = (self.first_tick(from), self.first_tick(until));
        match end.checked_sub(1) {
            Some(last) => self.identity.sequencer.move_window(first, last.min(self.format.last_tick())),
            None => self.close_window(),
        }
    }

    fn close_window(&self) {
        self.identity.sequencer.move_window(1, 0);
    }

    /// The first tick that begins at a time or later.
    fn first_tick(&self, ms: u64) -> u64 {
        let since = (ms as i64).saturating_sub(self.epoch());
        u64::try_from(since).unwrap_or_default().div_ceil(self.format.tick_ms())
    }

    /// A format without an epoch has no seats.
    fn epoch(&self) -> i64 {
        self.format.known_epoch().unwrap_or_default()
    }

    /// Ends the lease: no ID is made from now on. Returns the end of what was used, in Unix ms. A batch in progress counts as
    /// used.
    pub(crate) fn end(self) -> u64 {
        self.close_window();
        self.identity.end_lease();
        let used = |tick| u64::try_from(self.format.instant(self.epoch(), tick + 1)).unwrap_or_default();
        self.identity.sequencer.state().map_or(0, |state| used(state.tick.max(state.safe)))
    }
}

/// The settings of a lease whose seat has this range of sequence numbers.
fn settings(format: &Format, options: &RawOptions, (first, last): (u32, u32)) -> Result<Settings, Error> {
    // The threshold counts from the seat's first number, so all seats have the same limits.
    let mut settings = Settings::new(format, options, (0, last - first))?;
    settings.range = (first, last);
    let Policy { start, on_rollback, max_lead, max_lag, .. } = &mut settings.policy;
    if let Start::Reset { threshold: threshold @ 1.. } = start {
        *threshold += first;
    }
    // The clock of a lease goes back only after it was far ahead by mistake. IDs go on increasing.
    if options.on_rollback.is_none() && *on_rollback == OnRollback::Toggle {
        *on_rollback = OnRollback::Lead;
    }
    // A window begins and ends with whole ticks. With long ticks, a new seat would make no ID until one begins.
    if options.max_lead.is_none() {
        *max_lead = 1.max(*max_lead);
        if options.max_lag.is_none() {
            *max_lag = 1.max(*max_lag);
        }
    }
    Ok(settings)
}
