//! What an operator can do to a space: free a seat, let everybody wait for the grace period, or change the terms.
//!
//! Like [`step()`](super::step()), these are pure functions of what was read.

use crate::error::{Error, refuse};
use crate::lease::mismatch::sections_text;
use crate::lease::step::{Change, Swap, View};
use crate::lease::{Head, Mismatch, Seat, SeatId, Terms};
use crate::message::Word;

/// What an operator wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// End the window of a seat now. The holder could still use its window, and could have made IDs of later
    /// times. So the operator must know that the holder is dead, and that its IDs did not lead the store's
    /// clock. A seat that is reserved for a database is not freed.
    Free(SeatId),
    /// Begin a grace period: nobody gets a seat until all windows that the store may not know have ended.
    Reset,
    /// Replace the sections that overlap this one, and the skew and the age, and begin a grace period that is long
    /// enough for all windows that were granted before.
    Migrate(Terms),
}

impl Order {
    /// The names of the orders, in the order of their numbers.
    pub const NAMES: [&str; 3] = ["free", "reset", "migrate"];

    /// The swap that carries out the order; `None` if there is nothing to do. To migrate, the view must contain all
    /// seats of the space. `nonce` is a random number.
    ///
    /// # Errors
    /// `SPACE_MISMATCH` if the space does not exist or is for IDs of another layout; `INVALID_FIELD` if it has no such
    /// seat, or the seat is reserved; `STORE_FAILED` if a seat is taken for longer than the grace period.
    pub fn carry_out(&self, view: &View, nonce: u64) -> Result<Option<Swap>, Error> {
        let Some(head) = &view.head else {
            return Err(refuse!(SpaceMismatch, "the store has no such space: see the spelling of its name"));
        };
        let change = match self {
            Self::Free(id) => free(head, view, *id)?,
            Self::Reset => Some(Change::Head(with_grace_period(head, view, nonce))),
            Self::Migrate(terms) => Some(Change::Head(migrated(head, view, terms, nonce)?)),
        };
        let age = head.age;
        Ok(change.map(|change| Swap { change, before: view.now + age }))
    }
}

fn free(head: &Head, view: &View, id: SeatId) -> Result<Option<Change>, Error> {
    if head.section_of(id).is_none() {
        return Err(refuse!(
            InvalidField,
            "the space has no seat {}.{}; it has the sections {} (nodes/shares/window in ms)",
            id.node,
            id.share,
            &sections_text(&head.sections)
        ));
    }
    let read = view.seats.iter().find(|(read, _)| *read == id);
    if read.is_some_and(|(_, seat)| seat.is_some_and(|seat| seat.is_reserved())) {
        return Err(refuse!(
            InvalidField,
            "the seat {}.{} is reserved for a database: free another one",
            id.node,
            id.share
        ));
    }
    Ok(read.and_then(|&(_, previous)| {
        let seat = previous?;
        let until = seat.until.min(view.now);
        let next = Seat { owner: None, holder: None, from: seat.from.min(until), until, ..seat };
        (seat.owner.is_some() || until < seat.until).then_some(Change::Seat { id, previous, next })
    }))
}

/// The head record with a grace period: nobody gets a seat before all windows of the space have ended.
fn with_grace_period(head: &Head, view: &View, nonce: u64) -> Head {
    Head {
        nonce: Head::unlocked(nonce),
        generation: view.generation.clone(),
        since: view.now,
        grace: head.longest_window().max(head.grace),
        ..head.clone()
    }
}

/// Refuses a migration after which leases could have a part of a node that is reserved for a database.
fn keep_reserved(head: &Head, terms: &Terms, id: SeatId) -> Result<(), Error> {
    let Some(section) = head.section_of(id) else { return Ok(()) };
    let next = terms.section;
    // All shares of the node are reserved, so the new terms may have fewer shares.
    let keeps_node = (next.first..=next.last).contains(&id.node);
    if !section.overlaps(&next) || keeps_node && next.shares <= section.shares {
        return Ok(());
    }
    Err(refuse!(
        SpaceMismatch,
        "node {} is reserved for a database, with {} shares: keep it, without more shares, or use another space",
        id.node,
        section.shares
    ))
}

fn migrated(head: &Head, view: &View, terms: &Terms, nonce: u64) -> Result<Head, Error> {
    if head.layout != terms.layout {
        return Err(refuse!(
            SpaceMismatch,
            "the space is for IDs with the layout {}, and cannot be migrated to {}: use another space",
            &head.layout,
            &terms.layout
        ));
    }
    let mut next = with_grace_period(head, view, nonce);
    // Until the migration is written, windows are extended under the old terms, whose skew and age may be
    // larger.
    next.grace += (head.skew + head.age).saturating_sub(terms.skew + terms.age);
    let end = view.now + next.grace + terms.skew;
    for (id, seat) in &view.seats {
        let Some(seat) = seat else { continue };
        if seat.is_reserved() {
            keep_reserved(head, terms, *id)?;
        } else if seat.until > end {
            return Err(refuse!(
                StoreFailed,
                "node {}, share {} is taken until {}, later than any window may end: the store's clock was far ahead once; wait, or see freeSeat",
                id.node,
                id.share,
                Word::Instant(seat.until as i64)
            ));
        }
    }
    next.sections = terms.section.among(&next.sections, false);
    next.skew = terms.skew;
    next.age = terms.age;
    if next.is_too_long() {
        return Err(Mismatch::TooManySections.refuse(terms, head, view.now));
    }
    Ok(next)
}
