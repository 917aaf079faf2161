//! A space that takes other nodes, shares or windows by itself, because nobody can be hurt: all windows that the store knows have
//! ended long ago, and so have those that it may have forgotten.
//!
//! A swap of the head record does not notice that the record of a seat has changed. So the head record is locked first:
//! before any step under the old terms writes a seat, it unlocks the head record. If the second swap applies, the seats
//! are as they were read under the lock, whatever the clocks read meanwhile. Nobody waits for a lock.

use crate::lease::records::LOCK;
use crate::lease::step::{Change, Swap, View};
use crate::lease::{Action, Head, Mismatch, Seat, SeatId, Section, Terms};

/// How many seats are read at a time.
const PAGE: usize = 1_024;

/// A space with more seats is not read as a whole by a claim: an operator must migrate it.
const MAX_SEATS: u64 = 16 * PAGE as u64;

/// A change of a space's terms by a claim that wants other ones.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Adaptation {
    mismatch: Mismatch,
    /// The seats that must be idle.
    seats: Vec<SeatId>,
    /// How long ago their windows, and forgotten ones, must have ended.
    span: u64,
    /// How many seats were read.
    read: usize,
    /// The nonce of the head record with which the seats are read.
    nonce: u64,
}

impl Adaptation {
    /// A change to terms that a view of the space refuses for this reason; `None` if the space does not take them by itself.
    pub fn new(terms: &Terms, view: &View, mismatch: Mismatch) -> Option<Self> {
        let head = view.head.as_ref().filter(|head| head.generation == view.generation)?;
        let is_possible = match mismatch {
            Mismatch::Sections => true,
            // All sections have one age, so leases of another section would be refused.
            Mismatch::Age => head.sections.iter().all(|section| section.overlaps(&terms.section)),
            _ => false,
        };
        let known = head.longest_window().max(head.grace);
        let window = terms.section.window_ms;
        // If the store forgets the change, the grace period of each replaced section must be long enough for the new windows. It
        // may also forget the longer grace period of a reset or a migration.
        let covers = |section: &Section| window <= section.window_ms;
        let mut replaced = head.sections.iter().filter(|section| section.overlaps(&terms.section));
        let is_covered = terms.is_durable || replaced.all(covers);
        let span = known.max(window) + head.skew + head.age.max(terms.age);
        let count: u64 = head.sections.iter().map(Section::seats).sum();
        if !is_possible || !is_covered || view.now < head.since + span || count > MAX_SEATS {
            return None;
        }
        let mut seats = Vec::new();
        for section in &head.sections {
            seats.extend((0..section.seats()).map(|number| section.seat(number)));
        }
        Some(Self { mismatch, seats, span, read: 0, nonce: head.nonce })
    }

    /// The end of the page that is read.
    fn end(&self) -> usize {
        self.seats.len().min(self.read + PAGE)
    }

    /// The next action: reads seats.
    pub fn read(&self) -> Action {
        Action::ReadAll(self.seats[self.read..self.end()].to_vec())
    }

    /// Handles the answer to a read. `nonce` is a random number. `None` if others have changed the space: begin again.
    pub fn handle_read(&mut self, terms: &Terms, view: &View, nonce: u64) -> Option<Action> {
        let is_same = |head: &&Head| head.nonce == self.nonce && head.generation == view.generation;
        let head = view.head.as_ref().filter(is_same)?;
        // The window of a reserved seat never ends.
        let is_idle = |end: u64| end + self.span <= view.now;
        let is_seat_idle = |(_, seat): &(SeatId, Option<Seat>)| seat.is_none_or(|seat| is_idle(seat.until));
        if view.seats.len() != self.end() - self.read
            || !is_idle(head.since)
            || !view.seats.iter().all(is_seat_idle)
        {
            return Some(Action::Mismatch(self.mismatch));
        }
        self.read = self.end();
        if self.read < self.seats.len() {
            return Some(self.read());
        }
        let mut next = head.clone();
        next.nonce = nonce | LOCK;
        if head.is_locked() {
            // The claims under the new terms begin now, and not before, even if the clock goes back.
            next.since = view.now - terms.section.window_ms.max(head.grace) - terms.skew - terms.age;
            next.nonce = Head::unlocked(nonce);
            next.age = terms.age;
            // Without a section, nodes could get longer windows, which the grace period of a forgotten section does not cover.
            next.sections = terms.section.among(&head.sections, !terms.is_durable);
            if next.is_too_long() {
                return Some(Action::Mismatch(Mismatch::TooManySections));
            }
        }
        self.nonce = next.nonce;
        self.read = 0;
        Some(Action::Swap(Box::new(Swap { change: Change::Head(next), before: view.now + head.age })))
    }

    /// Handles the answer to a swap: whether it has applied. `None` if nothing is left to do: begin again.
    pub fn handle_swap(&mut self, applied: bool) -> Option<Action> {
        (applied && Head::is_lock(self.nonce)).then(|| self.read())
    }
}
