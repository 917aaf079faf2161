//! The requests of callers of a server, and the quota of each caller, which holds for all servers of a space.
//!
//! A *list* in the store names the seats that callers may have. Only the record of a seat decides who has it. A caller has a
//! number, and so a list, for each secret of the server; the first number is written into records. Five rules keep the quota:
//!
//! - A claim counts the seats of all numbers of its caller.
//! - A seat is written into the list of its number before it is granted, by a swap of the list. Two claims of one caller want
//!   to replace the same record, so one of them begins again and counts the other one's seat. While secrets are replaced,
//!   servers may differ in which secret is the first one. So a seat that is counted is also written into the first one of the
//!   caller's lists by their order, which is the same for all servers with these secrets.
//! - An extension that writes a seat under another number than before counts it as a claim does, among the seats that the
//!   new number has.
//! - A seat is taken off only if its record, read at the same moment as the list, says that it is not the caller's or that its
//!   window has ended, and the time in which the grant could still have been written is over. That time is also over for a
//!   request whose swap of the seat was refused, unless the head record was the reason: another request may have written the
//!   same entry in the same ms, and have read the present head.
//! - A caller's window is extended, and a seat that it has given back is claimed by it again, only before its end (`step.rs`),
//!   so the window does not come back after that.
//!
//! So a server that dies between the writes of the list and of the seat leaves the seat in the list for some seconds. A seat
//! whose grant was lost with the reply counts until its window ends. A list that is wrong, or forgotten, changes only how many
//! seats a caller gets: [`step()`](super::step()) alone grants seats.

use crate::error::{Error, refuse};
use crate::lease::claimant::{Action, Claimant, Keys, Task};
use crate::lease::records::{Entry, List, ListId};
use crate::lease::step::{Change, Swap, View};
use crate::lease::{Caller, Held, Seat, SeatId, Terms, Token};

/// How often a list is read again because it names seats that were not read with it.
const MAX_READS: u8 = 5;

/// What a request of a caller has read, in one answer of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallersView {
    /// The head record, and the seats that the request may take or extend.
    pub view: View,
    /// The lists; `None` if the record is missing.
    pub lists: Vec<(ListId, Option<List>)>,
    /// Further seats, which are only counted.
    pub counted: Vec<(SeatId, Option<Seat>)>,
}

impl CallersView {
    /// All seats that were read.
    fn seats(&self) -> impl Iterator<Item = &(SeatId, Option<Seat>)> {
        self.view.seats.iter().chain(&self.counted)
    }

    /// The record of a seat.
    fn seat(&self, id: SeatId) -> Option<Seat> {
        self.seats().find(|(read, _)| *read == id)?.1
    }

    /// Whether the caller of an entry has its seat.
    fn has(&self, entry: &Entry) -> bool {
        let seat = self.seat(entry.seat);
        seat.is_some_and(|seat| caller_of(Some(seat)) == Some(entry.caller) && self.view.now < seat.until)
    }

    /// The entries of all lists.
    fn entries(&self) -> Vec<Listed> {
        let mut entries = Vec::new();
        for (id, list) in &self.lists {
            for &entry in list.iter().flat_map(|list| &list.entries) {
                entries.push((*id, entry));
            }
        }
        entries
    }
}

/// An entry and its list.
type Listed = (ListId, Entry);

/// The caller for whom a server leases a seat.
fn caller_of(seat: Option<Seat>) -> Option<Caller> {
    seat?.leased_to.map(|leased_to| leased_to.caller)
}

/// One request of a caller: the server asks it for the next action, and tells it the answers of the store, as a keeper does
/// with a [`Claimant`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallerRequest {
    /// The caller's numbers: one for each secret of the server. Records are written with the first one.
    numbers: Vec<Caller>,
    quota: usize,
    claimant: Claimant,
    task: Option<Task>,
    /// Whether the request counts the caller's seats.
    counts: bool,
    /// The seats that the claimant wants to read.
    wanted: Vec<SeatId>,
    /// How often the wanted seats were read.
    reads: u8,
    /// The entries of the lists, as they were read last.
    listed: Vec<Listed>,
    /// The swaps that follow the one that is on its way, the last one first.
    swaps: Vec<Swap>,
    /// What the lists say of the seat of the last swap.
    entry: Option<Entry>,
    /// The entries whose seats this request wanted and did not get.
    missed: Vec<Entry>,
    /// The nonce of the head record with which the missed entries were read.
    nonce: u64,
}

impl CallerRequest {
    /// A request for one task. `numbers` are those of the caller: one for each secret of the server, of which the first one
    /// signs. `quota` is the count of seats that the caller may have. `token` is the name of the claim; of an extension, the
    /// name from then on. `held` is the seat that the caller holds.
    ///
    /// # Panics
    /// If there is no number.
    pub fn new(numbers: &[Caller], quota: usize, token: Token, held: Option<Held>) -> Self {
        Self {
            numbers: numbers.to_vec(),
            quota,
            claimant: Claimant::of_caller(numbers[0], token, held),
            task: None,
            counts: false,
            wanted: Vec::new(),
            reads: 0,
            listed: Vec::new(),
            swaps: Vec::new(),
            entry: None,
            missed: Vec::new(),
            nonce: 0,
        }
    }

    /// The seat that the caller holds. Its window may have ended.
    pub fn held(&self) -> Option<Held> {
        self.claimant.held()
    }

    /// Begins the task. `random` is as in [`Claimant::begin`].
    pub fn begin(&mut self, terms: &Terms, task: Task, random: [u64; 2]) -> Action {
        self.task = Some(task);
        self.counts = task == Task::Claim;
        let action = self.claimant.begin(&terms.section, task, random);
        self.go_on(terms, action)
    }

    /// Handles the answer to a read. `nonce` is a random number.
    pub fn handle_read(&mut self, terms: &Terms, read: &CallersView, nonce: u64) -> Action {
        if !self.needs_quota() {
            return self.claimant.handle_read(terms, &read.view, nonce);
        }
        let counted = self.counts;
        // An extension writes a seat under the first number.
        self.counts |= read.view.seats.iter().any(|(_, seat)| caller_of(*seat) != Some(self.numbers[0]));
        if self.counts {
            self.listed = read.entries();
            let is_read = |entry: &Entry| read.seats().any(|(id, _)| *id == entry.seat);
            if !counted || !self.listed.iter().all(|(_, entry)| is_read(entry)) {
                return self.read(terms);
            }
        }
        let head = read.view.head.as_ref().map_or(0, |head| head.nonce);
        if head != self.nonce {
            // Another request may have read this head record, and get the seat by the missed entry.
            self.missed.clear();
            self.nonce = head;
        }
        match self.claimant.handle_read(terms, &self.shown(&read.view), nonce) {
            Action::Swap(swap) => self.list_first(terms, read, swap),
            action => self.go_on(terms, action),
        }
    }

    /// Handles the answer to the last swap: whether it has applied. `random` is as in [`Claimant::begin`].
    pub fn handle_swap(&mut self, terms: &Terms, applied: bool, random: [u64; 2]) -> Action {
        match self.swaps.pop() {
            Some(next) if applied => return Action::Swap(Box::new(next)),
            Some(_) => self.swaps.clear(),
            // Equivalent mutant `replace match guard applied with false`: nothing is read after a seat was written.
            None if applied => {}
            None => self.missed.extend(self.entry.take()),
        }
        let action = self.claimant.handle_swap(&terms.section, applied, random);
        self.go_on(terms, action)
    }

    /// Whether the task may give the caller more than it has. A release changes neither the caller of the seat nor the end of
    /// its window.
    fn needs_quota(&self) -> bool {
        !matches!(self.task, Some(Task::Release { .. }))
    }

    /// The claimant's action. If it is a read, it also reads lists.
    fn go_on(&mut self, terms: &Terms, action: Action) -> Action {
        match action {
            Action::Read(seats) if self.needs_quota() => {
                self.wanted = seats;
                self.reads = 0;
                self.read(terms)
            }
            action => action,
        }
    }

    fn read(&mut self, terms: &Terms) -> Action {
        if self.reads == MAX_READS {
            return Action::Refused(refuse!(
                StoreFailed,
                "the seats of callers changed all the time while they were counted: try again"
            ));
        }
        self.reads += 1;
        let mut lists = Vec::new();
        for &number in if self.counts { &self.numbers[..] } else { &self.numbers[..1] } {
            let id = ListId::of(&terms.section, number);
            if !lists.contains(&id) {
                lists.push(id);
            }
        }
        let mut seats = Vec::new();
        if self.task == Some(Task::Claim) {
            // The caller's own seats come first, because an earlier claim of this name may have got one of them.
            seats = seats_of(&self.numbers, &self.listed);
        }
        for &id in &self.wanted {
            if !seats.contains(&id) {
                seats.push(id);
            }
        }
        let counted = self.listed.iter().map(|(_, entry)| entry.seat).collect();
        Action::ReadLists(Box::new(Keys { seats, lists, counted }))
    }

    /// A view with the caller's first number in place of its other ones, so that the protocol takes a seat under another number
    /// for the caller's own.
    fn shown(&self, view: &View) -> View {
        let mut view = view.clone();
        for leased_to in view.seats.iter_mut().filter_map(|(_, seat)| seat.as_mut()?.leased_to.as_mut()) {
            if self.numbers.contains(&leased_to.caller) {
                leased_to.caller = self.numbers[0];
            }
        }
        view
    }

    /// The first one of the swaps that write a seat into lists, and then the seat.
    fn list_first(&mut self, terms: &Terms, read: &CallersView, mut swap: Box<Swap>) -> Action {
        self.entry = None;
        let Change::Seat { id, previous, .. } = &mut swap.change else { return Action::Swap(swap) };
        // The record as it was read, and not as it was shown to the protocol.
        *previous = read.seat(*id);
        let entry = Entry { caller: self.numbers[0], seat: *id, until: swap.before };
        self.entry = Some(entry);
        let before = swap.before;
        let own = ListId::of(&terms.section, entry.caller);
        // All lists of the caller were read if the seat is counted.
        let shared = read.lists.iter().fold(own, |first, (id, _)| first.min(*id));
        self.swaps = vec![*swap];
        let mut kept = read.entries();
        kept.retain(|(_, entry)| self.keeps(entry, read));
        // The swap that is pushed last is made first.
        for id in if own == shared { vec![own] } else { vec![own, shared] } {
            match self.write_into((id, entry), &kept, read) {
                Ok(Some(change)) => self.swaps.push(Swap { change, before }),
                Ok(None) => {}
                Err(error) => return Action::Refused(error),
            }
        }
        self.swaps.pop().map_or(Action::Done, |swap| Action::Swap(Box::new(swap)))
    }

    /// The change that writes an entry into a list; `None` if the list says already that the caller may have the seat for as
    /// long as the grant may be written.
    fn write_into(
        &self,
        (id, entry): Listed,
        kept: &[Listed],
        read: &CallersView,
    ) -> Result<Option<Change>, Error> {
        let mut next = List::default();
        for &(list, other) in kept {
            if list != id {
                continue;
            }
            if (other.caller, other.seat) != (entry.caller, entry.seat) {
                next.entries.push(other);
            } else if other.until >= entry.until || read.has(&other) {
                return Ok(None);
            }
        }
        next.entries.push(entry);
        let is_full = next.is_too_long();
        if self.counts {
            let is_claim = self.task == Some(Task::Claim);
            let numbers = if is_claim { &self.numbers[..] } else { &self.numbers[..1] };
            let seats = seats_of(numbers, kept);
            if seats.len() - usize::from(seats.contains(&entry.seat)) >= self.quota {
                return Err(refuse!(
                    NoFreeSeat,
                    "this caller has its quota of {} seats: close leases that are not used",
                    self.quota
                ));
            }
            if is_full {
                return Err(refuse!(
                    NoFreeSeat,
                    "the list '{}' of callers is full: try again when a window has ended, or use a smaller quota",
                    &id.key()
                ));
            }
        }
        let previous = read.lists.iter().find(|(read, _)| *read == id).and_then(|(_, list)| list.clone());
        // A window that was granted is extended even if its list is full.
        Ok((!is_full).then_some(Change::List { id, previous, next }))
    }

    /// Whether an entry must stay in its list.
    fn keeps(&self, entry: &Entry, read: &CallersView) -> bool {
        let may_get = read.view.now < entry.until && !self.missed.contains(entry);
        !self.counts || read.has(entry) || may_get
    }
}

/// The seats that are listed for a caller with these numbers, each once.
fn seats_of(numbers: &[Caller], listed: &[Listed]) -> Vec<SeatId> {
    let mut seats = Vec::new();
    for (_, entry) in listed {
        if numbers.contains(&entry.caller) && !seats.contains(&entry.seat) {
            seats.push(entry.seat);
        }
    }
    seats
}
