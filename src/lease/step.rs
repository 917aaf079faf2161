//! One step of the protocol: a pure function of what was read from the store and of a request. It has no
//! state, no I/O and no clock. The model checker runs this function (`tests/lease-model`).
//!
//! A step reads records together with the store's clock and generation, and replaces one record by a
//! [`Swap`]. Why each rule is necessary is in this folder's README.md.

use crate::lease::records::{Head, List, ListId};
use crate::lease::{Caller, Held, LeasedTo, Seat, SeatId, Terms, Token};

/// What was read from the store, in one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The store's clock, in Unix ms.
    pub now: u64,
    /// The store's generation, which changes whenever the store may have forgotten writes: 1 to 1000
    /// printable ASCII characters without spaces.
    pub generation: String,
    /// The head record.
    pub head: Option<Head>,
    /// The seats that were read; `None` if the record is missing.
    pub seats: Vec<(SeatId, Option<Seat>)>,
}

/// What a claimant wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Request {
    /// A seat, by a claim of this name.
    Claim(Name),
    /// A longer window of the seat that it holds.
    Extend {
        /// The seat that it holds.
        held: Held,
        /// The name of the seat's claim from now on. If a server extends for a caller, the name is new, so
        /// that of two who show the same grant only one gets the longer window. Otherwise it is that of
        /// `held`.
        name: Name,
    },
    /// To give up the rest of its window.
    Release {
        /// The seat that it holds.
        held: Held,
        /// The name of an extension whose answer may have been lost; otherwise that of `held`.
        name: Name,
        /// The end of what it has used, in Unix ms.
        used_until: u64,
    },
}

/// The name of a claim, and the caller for whom a server makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name {
    /// The name.
    pub token: Token,
    /// `None` if a claimant claims for itself.
    pub caller: Option<Caller>,
}

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Replace a record. If that succeeds, it has this effect.
    Swap(Box<Swap>, Effect),
    /// The claimant holds this already, because an earlier swap has succeeded.
    Have(Held),
    /// Nothing is granted before this time of the store's clock, because the store may have forgotten windows.
    Wait(u64),
    /// None of these seats is free before this time of the store's clock.
    Full(u64),
    /// The seat cannot be extended. Use up the window, then claim with a new token.
    Lost,
    /// Nothing is left to do.
    Done,
    /// The space does not have the claimant's terms.
    Mismatch(Mismatch),
}

/// What a swap does for the claimant that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The swap prepares the space. The claimant begins again.
    Prepare,
    /// The claimant holds this.
    Take(Held),
    /// The claimant has given up the rest of its window.
    GiveUp,
}

/// How a space differs from a claimant's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mismatch {
    /// The identity of the IDs.
    Layout,
    /// The section overlaps another one.
    Sections,
    /// The head record would be too long with another section.
    TooManySections,
    /// `clockSkew`.
    Skew,
    /// The age of a decision, which depends on `window`.
    Age,
    /// The store's clock was far ahead when the space began, or it is far behind now.
    Clock,
}

/// Replaces a record. It must apply only if the record, the head record and the generation are as they
/// were read, and the store's clock is below `before`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Swap {
    /// The record that is replaced, and what replaces it.
    pub change: Change,
    /// In ms of the store's clock.
    pub before: u64,
}

/// A record and what replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Change {
    /// The head record.
    Head(Head),
    /// The record of a seat.
    Seat {
        /// Which seat.
        id: SeatId,
        /// What was read.
        previous: Option<Seat>,
        /// What replaces it.
        next: Seat,
    },
    /// A list of callers.
    List {
        /// Which list.
        id: ListId,
        /// What was read.
        previous: Option<List>,
        /// What replaces it.
        next: List,
    },
}

/// What to do for a request. `nonce` is a random number.
pub fn step(terms: &Terms, view: &View, request: Request, nonce: u64) -> Step {
    let head = match check_head(terms, view, nonce) {
        Ok(head) => head,
        // A window that is not given up ends by itself.
        Err(Step::Swap(..)) if matches!(request, Request::Release { .. }) => return Step::Done,
        Err(step) => return step,
    };
    let young_until = head.grants_from(&view.generation, view.now, terms.section.window_ms);
    let young_until = (view.now < young_until).then_some(young_until);
    match request {
        Request::Claim(name) => claim(terms, view, name, young_until),
        Request::Extend { held, name } => extend(terms, view, (held, name), young_until),
        Request::Release { held, name, used_until } => release(terms, view, (held, name), used_until),
    }
}

/// A swap of the record that was read.
fn swap(terms: &Terms, view: &View, change: Change, effect: Effect) -> Step {
    swap_before(view.now + terms.age, change, effect)
}

fn swap_before(before: u64, change: Change, effect: Effect) -> Step {
    Step::Swap(Box::new(Swap { change, before }), effect)
}

/// The head record, if it is of this generation and has the claimant's terms; otherwise the outcome of the
/// request.
pub(super) fn check_head<'v>(terms: &Terms, view: &'v View, nonce: u64) -> Result<&'v Head, Step> {
    let nonce = Head::unlocked(nonce);
    let prepare = |head| swap(terms, view, Change::Head(head), Effect::Prepare);
    let Some(head) = &view.head else {
        return Err(prepare(Head {
            nonce,
            generation: view.generation.clone(),
            // A store that forgets nothing has no windows in a space that it does not know.
            since: if terms.is_durable { 0 } else { view.now },
            skew: terms.skew,
            age: terms.age,
            grace: 0,
            layout: terms.layout.clone(),
            sections: vec![terms.section],
        }));
    };
    if head.layout != terms.layout {
        return Err(Step::Mismatch(Mismatch::Layout));
    }
    if head.skew != terms.skew {
        return Err(Step::Mismatch(Mismatch::Skew));
    }
    if head.age != terms.age {
        return Err(Step::Mismatch(Mismatch::Age));
    }
    let is_known = head.sections.contains(&terms.section);
    if !is_known && head.sections.iter().any(|other| other.overlaps(&terms.section)) {
        return Err(Step::Mismatch(Mismatch::Sections));
    }
    let is_current = head.generation == view.generation;
    if is_current && head.since > view.now + terms.skew {
        return Err(Step::Mismatch(Mismatch::Clock));
    }
    if is_current && is_known && !head.is_locked() {
        return Ok(head);
    }
    let mut next = Head { nonce, ..head.clone() };
    if !is_current {
        (next.generation, next.since) = (view.generation.clone(), view.now);
    } else if !is_known {
        next.sections = terms.section.among(&head.sections, false);
        if next.is_too_long() {
            return Err(Step::Mismatch(Mismatch::TooManySections));
        }
    }
    Err(prepare(next))
}

/// The record of a seat that was never taken.
const NEVER_TAKEN: Seat = Seat { owner: None, from: 0, until: 0, leased_to: None, holder: None };

fn claim(terms: &Terms, view: &View, Name { token, caller }: Name, young_until: Option<u64>) -> Step {
    for &(id, seat) in &view.seats {
        let Seat { owner, from, until, leased_to, .. } = seat.unwrap_or(NEVER_TAKEN);
        if owner == Some(token) {
            return Step::Have(Held { token, id, own: from, until, leased_to });
        }
    }
    if let Some(until) = young_until {
        return Step::Wait(until);
    }
    let end = view.now + terms.section.window_ms;
    for &(id, previous) in &view.seats {
        let Seat { owner, from, until, leased_to, .. } = previous.unwrap_or(NEVER_TAKEN);
        let is_callers = caller.is_some() && leased_to.map(|leased_to| leased_to.caller) == caller;
        if is_callers && owner.is_none() && until > view.now {
            // The caller has given back this seat. Until its window ends, only the same caller may take it.
            let held = Held { token, id, own: from.max(view.now), until: until.max(end), leased_to };
            let change = Change::Seat { id, previous, next: held.record(terms.holder) };
            // A seat whose window has ended does not count for the quota of a caller: it is claimed as any other one then.
            return swap_before((view.now + terms.age).min(until), change, Effect::Take(held));
        }
    }
    let leased_to = caller.map(|caller| LeasedTo { caller, since: view.now });
    let mut free_at = u64::MAX;
    for &(id, previous) in &view.seats {
        let until = previous.unwrap_or(NEVER_TAKEN).until;
        if until <= view.now {
            let held = Held { token, id, own: view.now, until: end, leased_to };
            let change = Change::Seat { id, previous, next: held.record(terms.holder) };
            return swap(terms, view, change, Effect::Take(held));
        }
        free_at = free_at.min(until);
    }
    Step::Full(free_at)
}

fn extend(terms: &Terms, view: &View, (held, name): (Held, Name), young_until: Option<u64>) -> Step {
    let Some(&(id, previous)) = view.seats.iter().find(|(id, _)| *id == held.id) else { return Step::Lost };
    let Seat { owner, from, until, leased_to, .. } = previous.unwrap_or(NEVER_TAKEN);
    let Name { token, caller } = name;
    if owner == Some(token) && until > held.until {
        let own = if from > held.until { from } else { held.own };
        return Step::Have(Held { token, own, until, leased_to, ..held });
    }
    let is_ours = owner == Some(held.token) || owner == Some(token);
    let end = view.now + terms.section.window_ms;
    let longest = until.max(held.until).max(end);
    // `ends` is the end of the window that the swap extends.
    let (own, until, ends) = if young_until.is_some() {
        // The store may have forgotten that the seat is the claimant's.
        let is_unclaimed = is_ours || until < held.until;
        if !is_unclaimed || held.until <= view.now + terms.skew {
            return Step::Lost;
        }
        (held.own, longest, held.until)
    } else if !is_ours {
        return Step::Lost;
    } else if until > view.now {
        (held.own, longest, until)
    } else if caller.is_some() {
        return Step::Lost;
    } else {
        // The window has ended. Since then, somebody may have had a window that the store has forgotten.
        (view.now.max(held.until), end, end)
    };
    let is_callers = leased_to.map(|leased_to| leased_to.caller) == caller;
    let recorded = leased_to.filter(|_| is_callers && is_ours);
    // A caller may use a name again. Then an old grant can name the seat that the caller has now, or a
    // restored record can name a seat that the caller had once. Somebody else may have had the seat in
    // between, so the later beginning counts.
    let since = match (recorded, held.leased_to) {
        (Some(recorded), Some(granted)) => recorded.since.max(granted.since),
        _ => held.own,
    };
    let own = own.max(since);
    let held = Held { token, id, own, until, leased_to: caller.map(|caller| LeasedTo { caller, since }) };
    let change = Change::Seat { id, previous, next: held.record(terms.holder) };
    let before = view.now + terms.age;
    // A seat whose window has ended does not count for the quota of a caller, so it is not extended from then on.
    let before = if caller.is_some() { before.min(ends) } else { before };
    swap_before(before, change, Effect::Take(held))
}

fn release(terms: &Terms, view: &View, (held, name): (Held, Name), used_until: u64) -> Step {
    let Some(&(id, Some(seat))) = view.seats.iter().find(|(id, _)| *id == held.id) else { return Step::Done };
    let used_until = used_until.clamp(seat.from, seat.until);
    let next = if name.caller.is_none() && seat.owner == Some(held.token) && seat.until == held.until {
        Seat { owner: None, holder: None, until: used_until, ..seat }
    } else if name.caller.is_some() && (seat.owner == Some(held.token) || seat.owner == Some(name.token)) {
        Seat { owner: None, holder: None, from: used_until, ..seat }
    } else {
        return Step::Done;
    };
    let change = Change::Seat { id, previous: Some(seat), next };
    swap(terms, view, change, Effect::GiveUp)
}
