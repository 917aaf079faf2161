//! The events of a world of callers.

use flakekit::Code;
use flakekit::lease::{
    Action as Next, CallerRequest, CallersView, Change, Head, Keys, Seat, SeatId, Section, Task, Terms, View,
};
use stateright::{Model, Property};

use super::rule::QuotaRule;
use super::state::{Asked, CallersFaults, CallersState, Event, Grant, Message, Read};

/// The property of quotas that must always hold.
pub const WITHIN_QUOTA: &str = "no caller has more than its quota";

/// The property of windows that must always hold.
pub const NEVER_OF_TWO: &str = "no tick of a seat is of two callers";

/// A small world of callers. Times are ms.
#[derive(Debug, Clone)]
pub struct CallersWorld {
    /// The count of callers.
    pub callers: u8,
    /// The secrets of each server, of which the first one signs.
    pub servers: Vec<Vec<u8>>,
    /// How many seats a caller may have.
    pub quota: usize,
    /// The count of seats that servers can lease. There are further seats, which generators of the servers' processes
    /// use.
    pub seats: u8,
    /// The count of lists: 1 or 2.
    pub lists: u8,
    /// The length of a window.
    pub window: u64,
    /// How old a decision may be when it is written.
    pub age: u64,
    /// How many ms are looked at.
    pub duration: u8,
    /// How many requests may run at the same time.
    pub concurrency: usize,
    /// The events that may happen, and how often.
    pub faults: CallersFaults,
    /// The rule that is left out.
    pub without: Option<QuotaRule>,
}

/// An event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallersAction {
    /// A caller asks a server. The server reads the store and decides. The name is new, or the name of the caller's
    /// last request.
    Ask { caller: u8, server: u8, task: Task, grant: Option<usize>, again: bool },
    /// The swap of a request arrives, and the server goes on. The swap arrives once more later if it is `repeated`.
    Deliver { request: usize, repeated: bool },
    /// The server of a request dies. Its swap may still arrive.
    Die { request: usize },
    /// The swap of a server that has died arrives, or a swap arrives for the second time.
    Arrive { orphan: usize },
    /// A ms passes.
    Tick,
    /// Somebody writes another section into the head record.
    Head,
}

impl CallersWorld {
    /// One caller and two servers.
    #[must_use]
    pub fn small() -> Self {
        Self {
            callers: 1,
            servers: vec![vec![0], vec![0]],
            quota: 1,
            seats: 2,
            lists: 1,
            window: 3,
            age: 2,
            duration: 4,
            concurrency: 2,
            faults: CallersFaults { asks: 2, ..CallersFaults::default() },
            without: None,
        }
    }

    /// The terms of all servers.
    pub(crate) fn terms(&self) -> Terms {
        // One list for 8 seats, and two for 9.
        let section =
            Section { first: 0, last: u64::from(self.lists) + 6, shares: 1, window_ms: self.window };
        Terms {
            layout: "ids".to_owned(),
            section,
            skew: 0,
            age: self.age,
            is_durable: true,
            given: String::new(),
            holder: None,
        }
    }

    /// The numbers of a caller for a server.
    pub(crate) fn numbers(&self, caller: u8, server: u8) -> Vec<u64> {
        let secrets = &self.servers[usize::from(server)];
        secrets.iter().map(|&secret| number_of(caller, secret)).collect()
    }

    /// Whether each server knows the first secrets of all others, so that quotas hold for all numbers of a caller together.
    /// Otherwise quotas hold for each number.
    fn knows_all(&self) -> bool {
        self.servers.iter().all(|known| self.servers.iter().all(|secrets| known.contains(&secrets[0])))
    }

    /// How many seats a caller has.
    fn count(state: &CallersState, numbers: &[u64]) -> usize {
        let is_of = |seat: &&Seat| {
            let caller = seat.leased_to.map(|leased_to| leased_to.caller);
            u64::from(state.now) < seat.until && caller.is_some_and(|caller| numbers.contains(&caller))
        };
        state.seats.iter().flatten().filter(is_of).count()
    }

    /// The numbers of which a caller may have as many seats as its quota.
    fn counted_numbers(&self, caller: u8) -> Vec<Vec<u64>> {
        let mut secrets: Vec<_> = self.servers.iter().flatten().copied().collect();
        secrets.sort_unstable();
        secrets.dedup();
        let numbers: Vec<_> = secrets.iter().map(|&secret| number_of(caller, secret)).collect();
        if self.knows_all() {
            vec![numbers]
        } else {
            numbers.into_iter().map(|number| vec![number]).collect()
        }
    }

    fn is_within_quota(&self, state: &CallersState) -> bool {
        (0..self.callers)
            .flat_map(|caller| self.counted_numbers(caller))
            .all(|numbers| Self::count(state, &numbers) <= self.quota)
    }

    /// The answer to a read. The servers leave out the seats that they can't lease.
    fn view(&self, state: &CallersState, keys: &Keys) -> CallersView {
        let Terms { layout, section, skew, age, .. } = self.terms();
        let head = Head {
            nonce: state.nonce.into(),
            generation: "1".to_owned(),
            since: 0,
            skew,
            age,
            grace: 0,
            layout,
            sections: vec![section],
        };
        let record = |id: SeatId| (id, state.seats[id.node as usize]);
        let seats = keys.seats.iter().filter(|id| id.node < self.seats.into()).copied().map(record).collect();
        CallersView {
            view: View { now: state.now.into(), generation: "1".to_owned(), head: Some(head), seats },
            lists: keys.lists.iter().map(|id| (*id, state.lists[id.number as usize].clone())).collect(),
            counted: keys.counted.iter().copied().map(record).collect(),
        }
    }

    /// The present store, as far as it matters later which state a request has read.
    fn read(&self, state: &CallersState) -> Read {
        let CallersState { nonce, now, seats, lists, .. } = state;
        let (nonce, now) = (*nonce, *now);
        let is_whole = self.without.is_some();
        if is_whole {
            Read { nonce, now, seats: seats.clone(), lists: lists.clone() }
        } else {
            Read { nonce, ..Read::default() }
        }
    }

    fn first_reading(&self) -> u8 {
        (self.window + self.age) as u8
    }

    /// A caller asks a server.
    fn ask(
        &self,
        state: &mut CallersState,
        (caller, server): (u8, u8),
        task: Task,
        grant: Option<usize>,
        again: bool,
    ) {
        if !again {
            state.names[usize::from(caller)] += 1;
        }
        state.faults.asks -= 1;
        state.faults.releases -= u8::from(matches!(task, Task::Release { .. }));
        let token = u64::from(caller) * 100 + u64::from(state.names[usize::from(caller)]);
        let held = grant.map(|grant| state.grants[grant].held);
        let numbers = self.numbers(caller, server);
        let mut request = CallerRequest::new(&numbers, self.quota, token, held);
        let next = request.begin(&self.terms(), task, [0, server.into()]);
        let asked = Asked { server, caller, task, request, began: self.read(state), read: Read::default() };
        self.go_on(state, asked, next);
    }

    /// A server goes on with a request, until the request waits for a swap or has ended.
    fn go_on(&self, state: &mut CallersState, mut asked: Asked, mut next: Next) {
        let terms = self.terms();
        loop {
            next = match next {
                Next::ReadLists(keys) => {
                    asked.read = self.read(state);
                    let mut read = self.view(state, &keys);
                    if let Some(rule) = self.without {
                        rule.change_view(self, &asked, &mut read);
                    }
                    asked.request.handle_read(&terms, &read, 0)
                }
                Next::Read(seats) => {
                    asked.read = self.read(state);
                    let keys = Keys { seats, lists: Vec::new(), counted: Vec::new() };
                    asked.request.handle_read(&terms, &self.view(state, &keys), 0)
                }
                Next::Swap(swap) => {
                    if let (Some(rule), Change::List { id, .. }) = (self.without, &swap.change)
                        && rule.leaves_out(self, &asked, *id)
                    {
                        next = asked.request.handle_swap(&terms, true, [0; 2]);
                        continue;
                    }
                    let mut message = Message { swap: *swap, nonce: asked.read.nonce };
                    if let Some(rule) = self.without {
                        rule.change_message(self, &asked.read, &mut message);
                    }
                    return state.requests.push((asked, message));
                }
                Next::Done => return self.reply(state, &asked),
                Next::Refused(error) => {
                    assert_eq!(error.code(), Code::NoFreeSeat, "{error}");
                    return state.note(Event::Refused);
                }
                _ => return,
            };
        }
    }

    /// A caller gets a reply.
    fn reply(&self, state: &mut CallersState, asked: &Asked) {
        let Some(held) = asked.request.held() else { return };
        // If there is only one caller, it overlaps with nobody.
        if self.callers > 1 {
            let since = held.leased_to.map_or(held.own, |leased_to| leased_to.since.min(held.own));
            let ticks = &mut state.granted[usize::from(asked.caller)][held.id.node as usize];
            *ticks |= (since..held.until).fold(0, |ticks, tick| ticks | 1 << tick);
        }
        let secret = self.servers[usize::from(asked.server)][0];
        let grant = Grant { caller: asked.caller, secret, held };
        if !state.grants.contains(&grant) {
            state.grants.push(grant);
        }
    }

    /// A swap arrives at the store. Returns whether it applies.
    fn apply(state: &mut CallersState, Message { swap, nonce }: &Message) -> bool {
        let is_valid = state.nonce == *nonce && u64::from(state.now) < swap.before;
        match &swap.change {
            Change::Seat { id, previous, next } if is_valid && state.seats[id.node as usize] == *previous => {
                let before = previous.and_then(|seat| seat.leased_to);
                if let (Some(before), Some(after)) = (before, next.leased_to)
                    && before.caller != after.caller
                    && before.since == after.since
                {
                    state.note(Event::Moved);
                }
                state.seats[id.node as usize] = Some(*next);
            }
            Change::List { id, previous, next }
                if is_valid && state.lists[id.number as usize] == *previous =>
            {
                state.lists[id.number as usize] = Some(next.clone());
            }
            _ => return false,
        }
        true
    }

    /// Forgets state that can never matter again, so that equal states look equal.
    fn forget(state: &mut CallersState) {
        let (now, nonce) = (u64::from(state.now), state.nonce);
        state.orphans.retain(|message| message.nonce == nonce && now < message.swap.before);
        // No server extends a window that has ended.
        state.grants.retain(|grant| now < grant.held.until);
    }

    /// The tasks of a caller, with the grants that it may show to a server.
    fn tasks(&self, state: &CallersState, caller: u8, server: u8) -> Vec<(Task, Option<usize>)> {
        let mut tasks = vec![(Task::Claim, None)];
        for (i, grant) in state.grants.iter().enumerate() {
            if grant.caller == caller && self.servers[usize::from(server)].contains(&grant.secret) {
                tasks.push((Task::Extend, Some(i)));
                if state.faults.releases > 0 {
                    tasks.push((Task::Release { used_until: 0 }, Some(i)));
                }
            }
        }
        tasks
    }
}

/// The number of a caller under a secret. Two secrets that follow each other have two lists, if there are two.
fn number_of(caller: u8, secret: u8) -> u64 {
    u64::from(caller) * 10 + 10 + u64::from(secret)
}

impl Model for CallersWorld {
    type State = CallersState;
    type Action = CallersAction;

    fn init_states(&self) -> Vec<CallersState> {
        let (callers, seats) = (usize::from(self.callers), usize::from(self.seats));
        vec![CallersState {
            now: self.first_reading(),
            nonce: 0,
            seats: vec![None; seats],
            lists: vec![None; self.lists.into()],
            requests: Vec::new(),
            orphans: Vec::new(),
            grants: Vec::new(),
            names: vec![0; callers],
            faults: self.faults,
            granted: vec![vec![0; seats]; callers],
            events: 0,
        }]
    }

    fn actions(&self, state: &CallersState, actions: &mut Vec<CallersAction>) {
        let faults = state.faults;
        if faults.asks > 0 && state.requests.len() < self.concurrency {
            for caller in 0..self.callers {
                let has_name = state.names[usize::from(caller)] > 0;
                for server in 0..self.servers.len() as u8 {
                    for (task, grant) in self.tasks(state, caller, server) {
                        let ask = |again| CallersAction::Ask { caller, server, task, grant, again };
                        actions.push(ask(false));
                        if has_name && self.faults.losses > 0 {
                            actions.push(ask(true));
                        }
                    }
                }
            }
        }
        for request in 0..state.requests.len() {
            actions.push(CallersAction::Deliver { request, repeated: false });
            if faults.losses > 0 {
                actions.push(CallersAction::Deliver { request, repeated: true });
                actions.push(CallersAction::Die { request });
            }
        }
        actions.extend((0..state.orphans.len()).map(|orphan| CallersAction::Arrive { orphan }));
        if state.now < self.first_reading() + self.duration {
            actions.push(CallersAction::Tick);
        }
        if faults.heads > 0 {
            actions.push(CallersAction::Head);
        }
    }

    fn next_state(&self, last: &CallersState, action: CallersAction) -> Option<CallersState> {
        let mut state = last.clone();
        match action {
            CallersAction::Ask { caller, server, task, grant, again } => {
                self.ask(&mut state, (caller, server), task, grant, again);
                if state.requests.len() == last.requests.len() && state.grants == last.grants {
                    // A request that was refused at once costs nothing.
                    state = CallersState { events: state.events, ..last.clone() };
                }
            }
            CallersAction::Deliver { request, repeated } => {
                let (mut asked, message) = state.requests.remove(request);
                let applied = Self::apply(&mut state, &message);
                if repeated {
                    state.faults.losses -= 1;
                    state.orphans.push(message);
                }
                let next = asked.request.handle_swap(&self.terms(), applied, [0, asked.server.into()]);
                self.go_on(&mut state, asked, next);
            }
            CallersAction::Die { request } => {
                state.faults.losses -= 1;
                let (_, message) = state.requests.remove(request);
                state.orphans.push(message);
            }
            CallersAction::Arrive { orphan } => {
                let message = state.orphans.remove(orphan);
                Self::apply(&mut state, &message);
            }
            CallersAction::Tick => state.now += 1,
            CallersAction::Head => {
                state.faults.heads -= 1;
                state.nonce += 1;
            }
        }
        Self::forget(&mut state);
        // An action without an effect leads nowhere.
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(WITHIN_QUOTA, |world: &Self, state: &CallersState| world.is_within_quota(state)),
            Property::always(NEVER_OF_TWO, |_, state: &CallersState| !state.overlaps()),
            Property::sometimes("a caller has its quota", |world: &Self, state: &CallersState| {
                let mut numbers = (0..world.callers).flat_map(|caller| world.counted_numbers(caller));
                numbers.any(|numbers| Self::count(state, &numbers) == world.quota)
            }),
            Property::sometimes("a caller is refused", |world: &Self, state: &CallersState| {
                usize::from(world.seats) <= world.quota || state.has(Event::Refused)
            }),
            Property::sometimes("a window is extended", |world: &Self, state: &CallersState| {
                state.seats.iter().flatten().any(|seat| seat.until - seat.from > world.window)
            }),
            Property::sometimes(
                "a caller gets a seat after the window of another one",
                |world: &Self, state: &CallersState| {
                    world.seats == 1
                        || u64::from(world.duration) < world.window
                        || state.grants.iter().any(|Grant { held, .. }| {
                            let caller = held.leased_to.map(|leased_to| leased_to.caller);
                            state.seats.iter().flatten().any(|seat| {
                                seat.leased_to.map(|leased_to| leased_to.caller) == caller
                                    && seat.until <= held.own
                            })
                        })
                },
            ),
            Property::sometimes(
                "a seat is written under another number",
                |world: &Self, state: &CallersState| {
                    world.servers.iter().all(|secrets| secrets[0] == world.servers[0][0])
                        || state.has(Event::Moved)
                },
            ),
        ]
    }
}
