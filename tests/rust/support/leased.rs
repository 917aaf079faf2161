//! A process with seats of leases.

use std::rc::Rc;

use flakekit::lease::{RawTerms, SeatId, Seats};
use flakekit::sequencer::Hot;
use flakekit::{
    Error, Format, Generator, GeneratorOptions, Handles, NextError, RawOptions, SeatNumbers, Settings,
};

use crate::support::{Given, NOW, entropy, raw_options};

/// The first seat of the first space.
pub const FIRST: (u32, SeatId) = (0, SeatId { node: 0, share: 0 });

/// This seat of the first space.
pub fn seat(node: u64, share: u64) -> (u32, SeatId) {
    (0, SeatId { node, share })
}

/// The terms of a lease of one seat for each node.
pub fn default_terms() -> RawTerms {
    RawTerms::default()
}

/// The terms of a lease with this many shares.
pub fn shares(shares: u64) -> RawTerms {
    RawTerms { shares: Some(shares), ..RawTerms::default() }
}

/// A seat, and a generator of it.
#[derive(Debug, Clone, Copy)]
pub struct Lease {
    pub seat: usize,
    pub handle: usize,
}

/// A process. In these tests, each generator has a number of its own, as in JavaScript each generator has its
/// policies beside its handle.
#[derive(Debug, Default)]
pub struct Process {
    pub handles: Handles,
    /// The handles of generators, and their settings.
    generators: Vec<(usize, Settings)>,
}

impl Process {
    /// Whether a lease can have a seat.
    pub fn can_take(&mut self, format: &Format, terms: &RawTerms, id: SeatId) -> Result<bool, Error> {
        let numbers = numbers_of(format, terms, &RawOptions::default(), id)?;
        Ok(self.handles.can_take(&format.scheme()?, numbers))
    }

    pub fn try_take(
        &mut self,
        format: &Rc<Format>,
        terms: &RawTerms,
        options: &[(&str, Given)],
        (space, id): (u32, SeatId),
    ) -> Result<usize, Error> {
        let numbers = numbers_of(format, terms, &raw_options(format, options), id)?;
        Ok(self.handles.take_seat(&format.scheme()?, numbers, space)?)
    }

    /// Takes a seat, without a window, and opens a generator of it.
    pub fn try_lease(
        &mut self,
        format: &Rc<Format>,
        terms: &RawTerms,
        options: &[(&str, Given)],
        seat: (u32, SeatId),
    ) -> Result<Lease, Error> {
        let seat = self.try_take(format, terms, options, seat)?;
        Ok(Lease { seat, handle: self.open_on_seat(format, seat, options) })
    }

    pub fn lease(
        &mut self,
        format: &Rc<Format>,
        terms: &RawTerms,
        options: &[(&str, Given)],
        seat: (u32, SeatId),
    ) -> Lease {
        self.try_lease(format, terms, options, seat).unwrap()
    }

    /// A lease of the first seat of the first space, with a window of ms after [`NOW`].
    pub fn first_lease(
        &mut self,
        format: &Rc<Format>,
        options: &[(&str, Given)],
        window: (u64, u64),
    ) -> Lease {
        let lease = self.lease(format, &default_terms(), options, FIRST);
        self.move_window(lease, window);
        lease
    }

    /// Opens a generator of a seat that exists.
    pub fn try_open_on_seat(
        &mut self,
        format: &Format,
        seat: usize,
        options: &[(&str, Given)],
    ) -> Result<usize, Error> {
        let range = self.handles.seat(seat).unwrap().range();
        let settings = Settings::of_lease(format, &raw_options(format, options), range)?;
        let handle = self.handles.open_on_seat(seat, settings, entropy).unwrap();
        Ok(self.add(handle, settings))
    }

    pub fn open_on_seat(&mut self, format: &Format, seat: usize, options: &[(&str, Given)]) -> usize {
        self.try_open_on_seat(format, seat, options).unwrap()
    }

    /// Moves the window, in ms after [`NOW`].
    pub fn move_window(&self, lease: Lease, (from, until): (u64, u64)) {
        self.handles.seat(lease.seat).unwrap().move_window(NOW as u64 + from, NOW as u64 + until);
    }

    /// Ends a lease. Returns the end of the used time, in ms after [`NOW`].
    pub fn end(&mut self, lease: Lease) -> i64 {
        self.handles.end_seat(lease.seat).unwrap() as i64 - NOW
    }

    /// Opens a generator without a lease.
    pub fn open(
        &mut self,
        format: &Rc<Format>,
        options: &[(&str, Given)],
        has_own_clock: bool,
    ) -> Result<usize, Error> {
        let options = GeneratorOptions::new(format, &raw_options(format, options))?;
        let handle = self.handles.open(&format.scheme()?, &options, has_own_clock, entropy)?;
        Ok(self.add(handle, options.settings))
    }

    fn add(&mut self, handle: usize, settings: Settings) -> usize {
        let known = self.generators.iter().position(|known| *known == (handle, settings));
        known.unwrap_or_else(|| {
            self.generators.push((handle, settings));
            self.generators.len() - 1
        })
    }

    /// The handle of a generator.
    pub fn handle(&self, generator: usize) -> usize {
        self.generators[generator].0
    }

    /// The numbers that are ready for a generator at a reading of the clock in Unix ms.
    pub fn ready(&self, generator: usize, now: f64) -> Option<&Hot> {
        let (handle, settings) = self.generators[generator];
        self.handles.ready(handle, settings.policy.number(), now)
    }

    pub fn close(&mut self, generator: usize) {
        self.handles.close(self.generators[generator].0);
    }

    pub fn generator(&mut self, handle: usize) -> &mut Generator {
        let (handle, settings) = self.generators[handle];
        let ids = self.handles.generator(handle).unwrap();
        ids.set_settings(settings);
        ids
    }

    /// An ID for a reading of the clock, in ms after [`NOW`].
    pub fn next(&mut self, handle: usize, ms: i64) -> Result<u128, NextError> {
        self.generator(handle).next(NOW + ms)
    }

    /// All IDs for a reading of the clock.
    pub fn fill(&mut self, handle: usize, ms: i64) -> Vec<u128> {
        let mut made = Vec::new();
        // Errors mean that no ID is left.
        _ = self.generator(handle).fill(NOW + ms, u32::MAX, |id| made.push(id));
        made
    }
}

/// The numbers of a seat that the terms have.
fn numbers_of(
    format: &Format,
    terms: &RawTerms,
    options: &RawOptions,
    id: SeatId,
) -> Result<SeatNumbers, Error> {
    let (seats, terms) = Seats::new(format, terms)?;
    assert!(terms.section.contains(id), "{id:?} is outside of {:?}", terms.section);
    seats.numbers(format, options, id)
}

/// The beginning of an ID's tick, in ms after [`NOW`].
pub fn instant(format: &Format, id: u128) -> i64 {
    format.decode(id).unwrap().timestamp - NOW
}
