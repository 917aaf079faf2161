//! Handles: numbers for generators, for callers that cannot own a generator, such as JavaScript.
//!
//! Generators of one identity have the same handle, whatever their policies are: the policies come with each call. So a
//! generator made for each ID costs no memory.

use std::rc::Rc;

use crate::generator::Generator;
use crate::identity::Identities;
use crate::leased::{LeasedSeat, SeatNumbers};
use crate::options::{GeneratorOptions, Settings};
use crate::refusal::Refusal;
use crate::scheme::Scheme;
use crate::sequencer::{Entropy, Hot};

/// The generators of a process, or of one instance of the wasm module, by their handles.
#[derive(Debug, Default)]
pub struct Handles {
    identities: Identities,
    /// By handle; `None` if the generator was closed.
    entries: Vec<Option<Entry>>,
    /// Handles of freed generators, to be given again.
    free: Vec<usize>,
    /// The seats that leases have been granted, by number; `None` if the lease has ended.
    seats: Vec<Option<LeasedSeat>>,
    /// Numbers of seats whose leases have ended, to be given again.
    free_seats: Vec<usize>,
}

/// A generator with a handle.
#[derive(Debug)]
struct Entry {
    generator: Box<Generator>,
    /// The handle of the previous generator of the same identity, without a clock of its own.
    previous: Option<usize>,
}

impl Handles {
    /// No generator yet.
    pub const fn new() -> Self {
        Self {
            identities: Identities::new(),
            entries: Vec::new(),
            free: Vec::new(),
            seats: Vec::new(),
            free_seats: Vec::new(),
        }
    }

    /// Makes a generator and returns its handle. Generators that differ at most in their policies and in `maxWait` have the same
    /// handle; but each own-clock generator has its own.
    ///
    /// # Errors
    /// As [`Generator::new`]. After an error, nothing is kept.
    pub fn open(
        &mut self,
        scheme: &Scheme,
        options: &GeneratorOptions,
        has_own_clock: bool,
        entropy: Entropy,
    ) -> Result<usize, Refusal> {
        let identities = Some(&mut self.identities);
        let identity = Generator::identity_of(scheme, options, identities, has_own_clock, entropy)?;
        let flags = (has_own_clock, options.node.is_none());
        // A generator with a clock of its own shares its handle with no other one.
        let latest = if has_own_clock { None } else { identity.latest_handle.get() };
        let mut candidate = latest;
        while let Some(handle) = candidate
            && let Some(entry) = self.entry(handle)
        {
            if entry.generator.makes_ids_of(scheme, flags.1) {
                return Ok(handle);
            }
            candidate = entry.previous;
        }
        let generator =
            Generator::of_identity(scheme, options.settings, Rc::clone(&identity), flags, entropy);
        let handle = self.add(generator, latest);
        if !has_own_clock {
            identity.latest_handle.set(Some(handle));
        }
        Ok(handle)
    }

    fn add(&mut self, generator: Generator, previous: Option<usize>) -> usize {
        let entry = Some(Entry { generator: Box::new(generator), previous });
        let handle = free_place(&mut self.free, self.entries.len());
        if handle == self.entries.len() {
            self.entries.push(None);
        }
        self.entries[handle] = entry;
        handle
    }

    #[expect(clippy::inline_always, reason = "the hot path")]
    #[inline(always)]
    fn entry(&self, handle: usize) -> Option<&Entry> {
        self.entries.get(handle)?.as_ref()
    }

    /// The ready numbers of the generator of a handle, under the policy of a number; `None` if none are ready at this
    /// reading of the clock, in Unix ms.
    #[expect(clippy::inline_always, reason = "the hot path")]
    #[inline(always)]
    pub fn ready(&self, handle: usize, policy: u32, now: f64) -> Option<&Hot> {
        let generator = &self.entry(handle)?.generator;
        let owner = generator.owner_with(policy);
        let sequencer = &generator.identity().sequencer;
        let hot = sequencer.hot();
        if hot.is_ready(owner, now) || sequencer.advance(owner, now) { Some(hot) } else { None }
    }

    /// The generator of a handle.
    pub fn generator(&mut self, handle: usize) -> Option<&mut Generator> {
        self.entries.get_mut(handle)?.as_mut().map(|entry| &mut *entry.generator)
    }

    /// Closes a generator. It frees an own-clock generator, and the node that was chosen for a generator.
    /// Shared state stays, so that no ID repeats.
    pub fn close(&mut self, handle: usize) {
        let Some(place) = self.entries.get_mut(handle) else { return };
        let Some(Entry { generator, .. }) = place else { return };
        if generator.is_automatic() {
            self.identities.release(generator.scheme(), generator.identity());
        }
        if generator.has_own_clock() {
            *place = None;
            self.free.push(handle);
        }
    }

    /// Forgets all generators and which numbers they have used, for tests: later IDs may repeat earlier ones.
    /// Handles of forgotten generators are never given again. Returns `false`, and forgets nothing, if there
    /// is a leased seat.
    pub fn reset(&mut self) -> bool {
        let is_possible = self.free_seats.len() == self.seats.len();
        if is_possible {
            self.entries.iter_mut().for_each(|entry| *entry = None);
            self.identities = Identities::default();
        }
        is_possible
    }

    /// Whether no generator without a lease could make an ID of a seat.
    pub fn can_take(&mut self, scheme: &Scheme, numbers: SeatNumbers) -> bool {
        self.identities.can_be_leased(scheme, numbers.node, numbers.range)
    }

    /// Takes a seat that a lease has been granted, and returns its number. It has no window yet. `space`: the number of
    /// the space, which the caller chooses.
    ///
    /// # Errors
    /// `INVALID_FIELD` if a generator without a lease could make an ID of the seat.
    pub fn take_seat(&mut self, scheme: &Scheme, numbers: SeatNumbers, space: u32) -> Result<usize, Refusal> {
        let seat = LeasedSeat::new(&mut self.identities, scheme, numbers, space)?;
        let number = free_place(&mut self.free_seats, self.seats.len());
        match self.seats.get_mut(number) {
            Some(place) => *place = Some(seat),
            None => self.seats.push(Some(seat)),
        }
        Ok(number)
    }

    /// The seat with a number.
    pub fn seat(&self, number: usize) -> Option<&LeasedSeat> {
        self.seats.get(number)?.as_ref()
    }

    /// Makes a generator of a seat, and returns its handle; `None` if there is no such seat.
    pub fn open_on_seat(&mut self, number: usize, settings: Settings, entropy: Entropy) -> Option<usize> {
        let generator = self.seat(number)?.generator(settings, entropy);
        Some(self.add(generator, None))
    }

    /// Ends the lease of a seat, whose generators make no more IDs. Returns the end of what was used, in Unix ms; `None`
    /// if there is no such seat.
    pub fn end_seat(&mut self, number: usize) -> Option<u64> {
        let seat = self.seats.get_mut(number)?.take()?;
        self.free_seats.push(number);
        Some(seat.end())
    }
}

/// Takes a free place of a list of this length; its end if there is none.
#[inline(never)]
fn free_place(free: &mut Vec<usize>, length: usize) -> usize {
    free.pop().unwrap_or_else(|| {
        // So that noting a free place never needs memory.
        // Equivalent mutant `replace + with *`: natively, nothing shows the capacity.
        free.reserve(length + 1);
        length
    })
}
