//! The state machine of a claimant: it says what to read from the store and what to write to it, and is told
//! the answers. A keeper or a server does the I/O.
//!
//! The keeper or the server decides when to ask, and how often to try again. No such decision makes two
//! windows overlap: at worst the claimant gets no window. Each answer of the store must be passed on as it is, to
//! the request that it answers.

use crate::error::Error;
use crate::lease::adapt::Adaptation;
use crate::lease::step::{Effect, Mismatch, Name, Request, Step, Swap, View, step};
use crate::lease::{Caller, Held, Holder, ListId, SeatId, Section, Terms, Token};

/// How many seats a claim reads first.
const SAMPLE: u64 = 16;

/// How many seats a claim reads at a time if all of the first ones are taken.
const PAGE: u64 = 1024;

/// How many pages of that size the first attempt of a claim reads at most. Later attempts, and claims that a server
/// makes for its callers, read one page. That is enough, because the claimants that wait read different
/// pages.
const PAGES: u64 = 4;

/// The task of a claimant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// Claim a seat.
    Claim,
    /// Extend the window of the seat that is held.
    Extend,
    /// Give up the rest of the window. From the beginning of this task on the claimant holds nothing.
    Release {
        /// The end of what was used, in Unix ms of the store's clock.
        used_until: u64,
    },
}

/// The next action of the keeper or the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Read the head record and these seats, then call [`Claimant::handle_read`].
    Read(Vec<SeatId>),
    /// The same, but a keeper that cannot lease some of these seats does not leave them out of the view.
    ReadAll(Vec<SeatId>),
    /// The same for a request of a caller, with lists: then call
    /// [`CallerRequest::handle_read`](super::CallerRequest::handle_read).
    ReadLists(Box<Keys>),
    /// Make this swap, then call [`Claimant::handle_swap`].
    Swap(Box<Swap>),
    /// The task is done. [`Claimant::held`] tells what the claimant holds now.
    Done,
    /// Nothing is granted before this time of the store's clock.
    Wait(u64),
    /// No seat is free. One of the seats that were read is free at this time of the store's clock.
    Full(u64),
    /// The seat is lost. Use up the window, and claim another seat.
    Lost,
    /// The space does not have the claimant's terms.
    Mismatch(Mismatch),
    /// The caller gets no further seat.
    Refused(Error),
}

/// What a request of a caller reads, besides the head record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Keys {
    /// The seats that the request may take or extend. A server that cannot lease some of these seats leaves them out of the view.
    pub seats: Vec<SeatId>,
    /// The lists.
    pub lists: Vec<ListId>,
    /// The seats that the lists name: they are counted, whether the server can lease them or not.
    pub counted: Vec<SeatId>,
}

/// The state of a claimant between its steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Claimant {
    task: Option<Task>,
    held: Option<Held>,
    /// The seat that is given up, and the end of what was used of its window.
    released: Option<(Held, u64)>,
    /// The claim that has not succeeded yet.
    claim: Option<Claim>,
    /// What the last swap does if it applies.
    pending: Option<Effect>,
    /// The change of the space's terms that the claim makes.
    adaptation: Option<Adaptation>,
    /// The caller for whom a server performs a task, and the name that this caller has chosen for its claim.
    caller: Option<(Caller, Token)>,
    /// The taken seats that the last search has read.
    taken: Taken,
}

/// The taken seats that a search has read. Nothing is counted if the terms have no holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Taken {
    /// How many they are.
    pub seats: u64,
    /// How many of them are of the claimant's host, its own process included.
    pub of_host: u64,
    /// How many of them are of the claimant's process.
    pub of_process: u64,
}

impl Taken {
    fn add(&mut self, holder: Option<Holder>, view: &View) {
        let Some(own) = holder else { return };
        for (_, seat) in &view.seats {
            self.seats += 1;
            let holder = seat.and_then(|seat| seat.holder);
            self.of_host += u64::from(holder.is_some_and(|holder| holder.host == own.host));
            self.of_process += u64::from(holder == Some(own));
        }
    }
}

/// A claim.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Claim {
    token: Token,
    /// The seats that it has tried to take. If the reply of the store was lost, the claim may have one of these seats.
    tried: Vec<SeatId>,
    search: Search,
    /// The most pages that an attempt reads.
    pages: u64,
    /// The number of the first seat of the next page, once a page was read: each attempt goes on where the last one ended.
    next_page: Option<u64>,
}

impl Claim {
    fn new(token: Token, pages: u64) -> Self {
        Self { token, tried: Vec::new(), search: Search::default(), pages, next_page: None }
    }
}

/// How far a claim has come in its search for a free seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Search {
    /// The number of the first seat that it reads.
    start: u64,
    /// How many pages it has read.
    pages: u64,
    /// When the first of the seats that it has read becomes free.
    free_at: Option<u64>,
}

impl Task {
    /// The names of the tasks, in the order of their numbers.
    pub const NAMES: [&str; 3] = ["claim", "extend", "release"];
}

impl Claimant {
    /// A claimant that performs one task for a caller of a server: see [`CallerRequest`](super::CallerRequest).
    pub(super) fn of_caller(caller: Caller, token: Token, held: Option<Held>) -> Self {
        // The server does not know whether this is the first attempt.
        let claim = Some(Claim::new(token, 1));
        Self { held, claim, caller: Some((caller, token)), ..Self::default() }
    }

    /// The seat that is held. Its window may have ended.
    pub fn held(&self) -> Option<Held> {
        self.held
    }

    /// The taken seats that the last search has read, if it has ended with [`Action::Full`].
    pub fn taken(&self) -> Taken {
        self.taken
    }

    /// Begins a task; another one is abandoned. `random` are two random numbers: the name of a new claim, and the
    /// choice of the seats that it reads first.
    pub fn begin(&mut self, section: &Section, task: Task, random: [u64; 2]) -> Action {
        self.task = Some(task);
        self.pending = None;
        let id = match task {
            Task::Claim => return self.begin_claim(section, random),
            Task::Extend => self.held.map(|held| held.id),
            Task::Release { used_until } => {
                // The seat is not used from now on, even if the release does not reach the store.
                self.released = self.held.take().map(|held| (held, used_until)).or(self.released);
                self.released.map(|(held, _)| held.id)
            }
        };
        id.map_or(Action::Lost, |id| Action::Read(vec![id]))
    }

    fn begin_claim(&mut self, section: &Section, random: [u64; 2]) -> Action {
        // A claim keeps its name until it succeeds. The next claim has another name.
        let [name, start] = random;
        self.adaptation = None;
        let claim = self.claim.get_or_insert_with(|| Claim::new(name, PAGES));
        let mut ids = claim.tried.clone();
        let seats = section.seats();
        let start = start % seats;
        // The seats are evenly spread, and no seat is read twice.
        let stride = (seats / SAMPLE).max(1);
        ids.extend((0..seats.min(SAMPLE)).map(|i| section.seat((start + i * stride) % seats)));
        claim.search = Search { start, ..Search::default() };
        self.taken = Taken::default();
        Action::Read(ids)
    }

    /// Handles the answer to a read. `nonce` is a random number.
    pub fn handle_read(&mut self, terms: &Terms, view: &View, nonce: u64) -> Action {
        if let Some(adaptation) = &mut self.adaptation {
            return match adaptation.handle_read(terms, view, nonce) {
                Some(Action::Mismatch(mismatch)) => self.end(Action::Mismatch(mismatch)),
                Some(action) => action,
                None => self.begin_claim(&terms.section, [nonce; 2]),
            };
        }
        let request = match (self.task, &self.claim, self.held, self.released) {
            (Some(Task::Claim), Some(claim), ..) => Request::Claim(self.name(claim.token)),
            (Some(Task::Extend), _, Some(held), _) => Request::Extend { held, name: self.name(held.token) },
            (Some(Task::Release { .. }), .., Some((held, used_until))) => {
                Request::Release { held, name: self.name(held.token), used_until }
            }
            _ => return Action::Lost,
        };
        match step(terms, view, request, nonce) {
            Step::Swap(swap, effect) => self.swap(swap, effect),
            Step::Have(held) => self.take(held),
            Step::Full(free_at) => {
                self.taken.add(terms.holder, view);
                self.read_page(&terms.section, free_at)
            }
            Step::Wait(until) => self.end(Action::Wait(until)),
            Step::Lost => self.end(Action::Lost),
            Step::Done => self.end(Action::Done),
            Step::Mismatch(mismatch) => self.adapt(terms, view, mismatch),
        }
    }

    /// Begins to change the terms of the space. Only a claim does so, and none that a server makes for a caller.
    fn adapt(&mut self, terms: &Terms, view: &View, mismatch: Mismatch) -> Action {
        if self.task == Some(Task::Claim) && self.caller.is_none() {
            self.adaptation = Adaptation::new(terms, view, mismatch);
        }
        match &self.adaptation {
            Some(adaptation) => adaptation.read(),
            None => self.end(Action::Mismatch(mismatch)),
        }
    }

    /// The name of a claim: the one that the caller of the server has chosen, if there is a caller.
    fn name(&self, token: Token) -> Name {
        self.caller
            .map_or(Name { token, caller: None }, |(caller, token)| Name { token, caller: Some(caller) })
    }

    fn swap(&mut self, swap: Box<Swap>, effect: Effect) -> Action {
        if let (Some(claim), Effect::Take(held)) = (&mut self.claim, effect)
            && held.token == claim.token
            && !claim.tried.contains(&held.id)
        {
            claim.tried.push(held.id);
        }
        self.pending = Some(effect);
        Action::Swap(swap)
    }

    /// Handles the answer to the last swap: whether it has applied. `random` is as in [`Claimant::begin`]. An
    /// answer to an earlier swap must not be passed here.
    pub fn handle_swap(&mut self, section: &Section, applied: bool, random: [u64; 2]) -> Action {
        if let Some(adaptation) = &mut self.adaptation
            && let Some(action) = adaptation.handle_swap(applied)
        {
            return action;
        }
        match (self.task, self.pending.take()) {
            (_, Some(Effect::Take(held))) if applied => self.take(held),
            (_, Some(Effect::GiveUp)) if applied => self.end(Action::Done),
            // The space is prepared, or somebody else was faster.
            (Some(task), _) => self.begin(section, task, random),
            (None, _) => Action::Lost,
        }
    }

    fn take(&mut self, held: Held) -> Action {
        if self.claim.as_ref().is_some_and(|claim| claim.token == held.token) {
            self.claim = None;
        }
        self.held = Some(held);
        self.end(Action::Done)
    }

    /// Ends the task.
    fn end(&mut self, action: Action) -> Action {
        self.task = None;
        self.adaptation = None;
        if action == Action::Done {
            self.released = None;
        }
        if let Some(claim) = &mut self.claim {
            // The next attempt begins another search. For the model checker, states that differ only in an
            // old search become equal.
            claim.search = Search::default();
        }
        action
    }

    /// The next seats to read, when the seats that were read are taken.
    fn read_page(&mut self, section: &Section, free_at: u64) -> Action {
        let seats = section.seats();
        let Some(Claim { search, pages, next_page, .. }) = &mut self.claim else {
            return Action::Full(free_at);
        };
        let free_at = search.free_at.map_or(free_at, |earlier| earlier.min(free_at));
        let read = search.pages * PAGE;
        if seats <= SAMPLE || read >= seats || search.pages == *pages {
            *pages = 1;
            return self.end(Action::Full(free_at));
        }
        search.free_at = Some(free_at);
        if search.pages == 0 {
            // The pages have the first seats again.
            self.taken = Taken::default();
        }
        search.pages += 1;
        let start = next_page.unwrap_or(search.start);
        let end = start + PAGE.min(seats - read);
        *next_page = Some(end % seats);
        Action::Read((start..end).map(|number| section.seat(number % seats)).collect())
    }
}
