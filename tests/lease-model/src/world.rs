//! The events of a world.

use std::ops::{Range, RangeInclusive};

use flakekit::lease::{Action as Next, Held, Order, Preparer, SeatId, Section, Task, Terms, View};
use stateright::{Model, Property};

use crate::rule::Rule;
use crate::state::{Event, Faults, Process, State};
use crate::store::{Message, MetaRecord, RecordChange, Records, SeatRecord};

/// The property that must always hold.
pub const NEVER_OVERLAP: &str = "windows of one seat are disjoint";

/// The record of a reserved seat. The record has an owner that no claim has, and no end.
const RESERVED: SeatRecord = SeatRecord { owner: Some(u8::MAX), from: 0, until: u8::MAX };

/// The identity of all IDs.
pub(crate) const LAYOUT: &str = "ids";

/// A section from node 0 on.
pub(crate) fn section(nodes: u64, shares: u64, window_ms: u64) -> Section {
    Section { first: 0, last: nodes - 1, shares, window_ms }
}

/// A section of one node.
pub(crate) fn node(number: u64, shares: u64, window_ms: u64) -> Section {
    Section { first: number, last: number, shares, window_ms }
}

/// A small world. Times are ms.
#[derive(Debug, Clone)]
pub struct World {
    /// The count of processes.
    pub processes: u8,
    /// The sections that processes want. The last process wants the last one, each process before it the one with its number, or
    /// else the first one.
    pub sections: Vec<Section>,
    /// How many of these sections the space has in the beginning.
    pub known: usize,
    /// How far the store's clock may step back at a restart.
    pub skew: u64,
    /// How old a decision may be when it is written.
    pub age: u64,
    /// The same for the decisions of the last process, if it differs.
    pub other_age: Option<u64>,
    /// Whether the space is new. Otherwise its grace period ends in the beginning.
    pub is_new: bool,
    /// How many ms are looked at. The clock begins with 1, or with the end of the grace period.
    pub duration: u8,
    /// The faults that may happen, all together.
    pub faults: Faults,
    /// Whether the store forgets nothing: no restarts and no flushes.
    pub is_durable: bool,
    /// Whether the script of `nextSql` may run once, which reserves the first seat for the database that is the store.
    pub reserves: bool,
    /// How often an operator may prepare the space.
    pub preparations: u8,
    /// The rule that is left out.
    pub without: Option<Rule>,
}

/// An event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// A process reads the store and decides. `start` is the seat that a claim looks at first.
    Ask { process: u8, task: Task, start: u8 },
    /// A process goes on: it reads seats, and decides.
    GoOn { process: u8 },
    /// A message arrives. Its answer arrives too, unless it is `lost`. The message arrives again if it is
    /// `repeated`.
    Deliver { message: usize, lost: bool, repeated: bool },
    /// A process stops waiting for an answer. The message may still arrive.
    StopWaiting { process: u8 },
    /// A ms passes.
    Tick,
    /// A process is killed, and another one starts.
    Kill { process: u8 },
    /// The store restarts with its present state, or with an earlier one.
    Restart { state: usize, now: u8 },
    /// The store loses all records.
    Flush,
    /// The store's clock jumps.
    Jump { now: u8 },
    /// The script reserves the first seat.
    Reserve,
    /// An operator reads the store, and sends the swap that prepares the space.
    Prepare,
    /// An operator reads the store, and sends the swap that resets the space.
    Reset,
}

impl World {
    /// Two processes that want one seat.
    #[must_use]
    pub fn small() -> Self {
        Self {
            processes: 2,
            sections: vec![section(1, 1, 2)],
            known: 1,
            skew: 1,
            age: 1,
            other_age: None,
            is_new: false,
            duration: 6,
            faults: Faults::default(),
            is_durable: false,
            reserves: false,
            preparations: 0,
            without: None,
        }
    }

    /// A small world with a section beside the one whose shares the last process wants to change. The first process wants the section
    /// beside.
    pub(crate) fn beside(faults: Faults) -> Self {
        let sections = vec![node(1, 1, 4), section(1, 2, 2), section(1, 1, 2)];
        let faults = Faults { adaptations: 1, ..faults };
        Self { sections, known: 2, faults, ..Self::small() }
    }

    /// A small world of three processes: one wants a section of two nodes, one wants longer windows for the second node, and one wants
    /// the first node only.
    pub(crate) fn divided(faults: Faults) -> Self {
        let sections = vec![section(2, 1, 1), node(1, 1, 3), node(1, 1, 1), section(1, 1, 1)];
        let faults = Faults { adaptations: 1, ..faults };
        Self { processes: 3, sections, skew: 0, duration: 4, faults, ..Self::small() }
    }

    /// The number of the section that a process wants.
    fn section_of(&self, process: u8) -> usize {
        let last = self.sections.len() - 1;
        let number = usize::from(process);
        if process + 1 == self.processes { last } else { number * usize::from(number < last) }
    }

    /// The terms of a process.
    fn terms_of(&self, process: u8) -> Terms {
        let age = self.other_age.filter(|_| process + 1 == self.processes);
        Terms {
            layout: LAYOUT.to_owned(),
            section: self.sections[self.section_of(process)],
            skew: self.skew,
            age: age.unwrap_or(self.age),
            is_durable: self.is_durable,
            given: String::new(),
            holder: None,
        }
    }

    /// The number of a section.
    pub(crate) fn number_of(&self, section: &Section) -> usize {
        self.sections.iter().position(|known| known == section).expect("a section of this world")
    }

    /// Those of these sections that do not overlap this one, one bit each.
    pub(crate) fn others(&self, sections: u8, section: &Section) -> u8 {
        let overlaps = |number: &usize| self.sections[*number].overlaps(section);
        (0..self.sections.len()).filter(overlaps).fold(sections, |bits, number| bits & !(1 << number))
    }

    /// Whether processes want different terms.
    fn has_others(&self) -> bool {
        self.sections.len() > 1
    }

    /// The head record of the space in the beginning.
    fn first_head(&self) -> MetaRecord {
        let age = self.age as u8;
        MetaRecord { generation: 1, sections: (1 << self.known) - 1, age, ..MetaRecord::default() }
    }

    /// The count of parts of a node: no seat has less than a part.
    pub(crate) fn parts(&self) -> u8 {
        self.sections.iter().map(|section| section.shares as u8).max().unwrap_or(1)
    }

    /// The count of parts of all nodes.
    fn all_parts(&self) -> usize {
        let nodes = self.sections.iter().map(|section| section.last + 1).max().unwrap_or(1);
        nodes as usize * usize::from(self.parts())
    }

    /// The number of the first part of a seat, which is the number of its record.
    pub(crate) fn part(&self, id: SeatId) -> usize {
        id.node as usize * usize::from(self.parts()) + id.share as usize
    }

    /// The parts of a seat that has this many shares beside it.
    fn parts_of(&self, id: SeatId, shares: u64) -> Range<usize> {
        let parts = usize::from(self.parts());
        let length = parts / shares as usize;
        let first = id.node as usize * parts + id.share as usize * length;
        first..first + length
    }

    /// The longest window.
    fn longest(&self) -> u64 {
        self.sections.iter().map(|section| section.window_ms).max().unwrap_or(0)
    }

    /// The window of the first section.
    pub(crate) fn window(&self) -> u64 {
        self.sections[0].window_ms
    }

    /// Whether the store may forget writes.
    fn forgets(&self) -> bool {
        self.faults.restarts > 0 || self.faults.flushes > 0
    }

    fn first_reading(&self) -> u8 {
        if self.is_new {
            1
        } else {
            (self.longest() + self.skew + self.age.max(self.other_age.unwrap_or(0))) as u8
        }
    }

    fn last_reading(&self) -> u8 {
        self.first_reading() + self.duration
    }

    /// Whether this rule is left out.
    fn lacks(&self, rule: Rule) -> bool {
        self.without == Some(rule)
    }

    /// The answer to a read of these seats.
    fn view(&self, state: &State, seats: &[SeatId]) -> View {
        let record = |id: &SeatId| state.records.seats[self.part(*id)].map(SeatRecord::to_seat);
        View {
            now: state.now.into(),
            generation: state.generation.to_string(),
            head: state.records.head.map(|head| head.to_meta(self)),
            seats: seats.iter().map(|id| (*id, record(id))).collect(),
        }
    }

    /// The readings that the store's clock can have after a restart.
    fn clocks_after_restart(&self, state: &State) -> RangeInclusive<u8> {
        state.highest.saturating_sub(self.skew as u8)..=(state.highest + 1).min(self.last_reading())
    }

    /// The tasks that a claimant may be given.
    fn tasks(state: &State, process: &Process) -> Vec<Task> {
        let held = process.claimant.held().filter(|_| !process.has_lost);
        let Some(held) = held else { return vec![Task::Claim] };
        let mut tasks = vec![Task::Extend];
        if state.faults.releases > 0 {
            // Nothing was used, one tick was used, or all was used.
            tasks.extend([0, held.own + 1, held.until].map(|used_until| Task::Release { used_until }));
        }
        tasks
    }

    /// A process begins a task, reads the store, and sends the swap that follows.
    fn ask(&self, state: &mut State, number: u8, task: Task, start: u8) {
        let mut process = state.processes[usize::from(number)].clone();
        let before = process.claimant.held();
        if task == Task::Claim && !process.is_claiming {
            process.is_claiming = true;
            process.claims += u8::from(!self.lacks(Rule::NewName));
        }
        if let (Task::Release { used_until }, Some(held)) = (task, before) {
            state.faults.releases -= 1;
            state.give_up(&self.parts_of(held.id, self.terms_of(number).section.shares), held, used_until);
        }
        let name = u64::from(process.claims) * u64::from(self.processes) + u64::from(number);
        let random = [name, u64::from(start)];
        let next = process.claimant.begin(&self.terms_of(number).section, task, random);
        self.follow(state, number, process, task, next);
    }

    /// A process reads the store until a swap follows, which it sends, or its task ends.
    fn follow(&self, state: &mut State, number: u8, mut process: Process, task: Task, mut next: Next) {
        let before = process.claimant.held();
        let mut terms = self.terms_of(number);
        let window = terms.section.window_ms;
        let head = state.records.head.map(|head| head.to_meta(self));
        terms.is_durable |= match self.without {
            Some(Rule::NewWindowsAreCovered) => true,
            Some(Rule::EachSectionCoversNewWindows | Rule::RestStaysSection) => {
                head.is_some_and(|head| window <= head.longest_window())
            }
            Some(Rule::NoGraceCoversNewWindows) => head.is_some_and(|head| window <= head.grace),
            _ => false,
        };
        let mut view = self.view(state, &[]);
        while let Next::Read(seats) | Next::ReadAll(seats) = &next {
            view = self.view(state, seats);
            if let Some(rule) = self.without {
                rule.change_view(self, task, before.map(|held| held.token), &mut view);
                rule.change_view_of_others(&terms, matches!(next, Next::ReadAll(_)), &mut view);
            }
            next = process.claimant.handle_read(&terms, &view, self.new_nonce(state).into());
        }
        match next {
            Next::Swap(swap) => {
                let is_young =
                    state.records.head.is_some_and(|head| self.is_young(state, head, &terms.section));
                let extends_young = is_young && task == Task::Extend;
                let mut message = Message::new(self, Some(number), &swap, &view, extends_young);
                if let Some(rule) = self.without {
                    // The guard has the head record that was read, and not the record that the absence of the rule made
                    // of it.
                    message.head = state.records.head;
                    message.before = state.now + terms.age as u8;
                    if let RecordChange::Seat { seat, previous, .. } = &mut message.change {
                        *previous = state.records.seats[usize::from(*seat)];
                    }
                    rule.change_message(self, &terms, task, state, &mut message);
                }
                if Records::locks(&message) {
                    // Otherwise two processes could change the terms to and fro for ever.
                    let Some(left) = state.faults.adaptations.checked_sub(1) else { return };
                    state.faults.adaptations = left;
                }
                state.network.push(message);
            }
            Next::Done => self.finish(state, number, &mut process, before),
            Next::Lost => process.has_lost = true,
            _ => {}
        }
        state.processes[usize::from(number)] = process;
    }

    fn is_young(&self, state: &State, head: MetaRecord, section: &Section) -> bool {
        u64::from(state.now) < u64::from(head.since) + section.window_ms + self.skew + self.age
    }

    /// The smallest nonce that occurs nowhere, so that equal states look equal.
    ///
    /// In a world with other terms it is larger than all that occur, because a process remembers the nonce of a record that it has
    /// replaced.
    fn new_nonce(&self, state: &State) -> u8 {
        let records = state.earlier.iter().chain([&state.records]).filter_map(|records| records.head);
        let sent = state.network.iter().flat_map(|message| {
            let RecordChange::Head(head) = message.change else { return [message.head, None] };
            [message.head, Some(head)]
        });
        let used: Vec<_> = records.chain(sent.flatten()).map(|head| head.nonce).collect();
        if self.has_others() {
            return used.iter().max().map_or(0, |nonce| nonce + 1);
        }
        (0..=u8::MAX).find(|nonce| !used.contains(nonce)).expect("fewer records than nonces")
    }

    /// A task of a process has ended well.
    fn finish(&self, state: &mut State, number: u8, process: &mut Process, before: Option<Held>) {
        let Some(held) = process.claimant.held().filter(|held| before != Some(*held)) else { return };
        process.is_claiming = false;
        process.has_lost = false;
        let continues = before.is_some_and(|before| {
            before.token == held.token && (before.own == held.own || self.lacks(Rule::NewBeginning))
        });
        let first = before.filter(|_| continues).map_or(held.own, |before| before.until);
        let parts = self.parts_of(held.id, self.terms_of(number).section.shares);
        state.grant(&parts, number, held, first);
    }

    /// A message arrives at the store.
    fn deliver(&self, state: &mut State, index: usize, lost: bool, repeated: bool) {
        let mut message = state.network[index].clone();
        let applies = (state.records.matches(&message) || self.lacks(Rule::RecordGuard))
            && (state.records.head == message.head || self.lacks(Rule::MetaGuard))
            && (state.generation == message.generation || self.lacks(Rule::GenerationGuard))
            && (state.now < message.before || self.lacks(Rule::AgeGuard));
        if applies {
            Self::remember(state);
            if state.records.changes_terms(&message) {
                state.note(Event::SpaceIsAdapted);
            }
            state.records.apply(&message);
        }
        let sender = message.sender.take();
        if repeated {
            state.network[index] = message.clone();
        } else {
            state.network.remove(index);
        }
        if let Some(number) = sender
            && !lost
        {
            self.answer(state, number, applies, message.extends_young);
        }
    }

    /// The answer to a swap arrives.
    fn answer(&self, state: &mut State, number: u8, applied: bool, extends_young: bool) {
        let mut process = state.processes[usize::from(number)].clone();
        let before = process.claimant.held();
        match process.claimant.handle_swap(&self.terms_of(number).section, applied, [0; 2]) {
            Next::Done => {
                self.finish(state, number, &mut process, before);
                if extends_young {
                    state.note(Event::YoungIsExtended);
                }
            }
            Next::ReadAll(seats) => process.reads = Some(seats),
            _ => {}
        }
        state.processes[usize::from(number)] = process;
    }

    /// The first seat is reserved, unless a window of it runs. It is one step, because the script has the locks of a swap. The database
    /// makes the seat's IDs from the end of the grace period on.
    fn reserve(&self, state: &mut State) {
        let head = state.records.head.unwrap_or(self.first_head());
        let shares = head.to_meta(self).sections[0].shares as usize;
        let runs = |seat: &Option<SeatRecord>| seat.is_some_and(|seat| seat.until > state.now);
        if state.records.seats[..shares].iter().any(runs) && !self.lacks(Rule::FreeReservation) {
            return;
        }
        Self::remember(state);
        let is_known = head.generation == state.generation;
        let since = if is_known { head.since } else { state.now };
        let grace =
            if self.lacks(Rule::ReservationAfterGrace) { 0 } else { self.window() + self.skew + self.age };
        let from = state.now.max(since + grace as u8);
        let nonce = self.new_nonce(state);
        state.records.head =
            Some(MetaRecord { nonce, is_locked: false, generation: state.generation, since, ..head });
        state.records.seats[..shares].fill(Some(SeatRecord { from, ..RESERVED }));
        state.reserve(self.parts().into(), from);
    }

    /// An operator prepares the space, and does not wait for the answer.
    fn prepare(&self, state: &mut State) {
        let (terms, view) = (self.terms_of(0), self.view(state, &[]));
        let nonce = self.new_nonce(state).into();
        if let Next::Swap(swap) = Preparer::default().handle_read(&terms, &view, nonce) {
            let mut message = Message::new(self, None, &swap, &view, false);
            if let RecordChange::Head(head) = &mut message.change
                && self.lacks(Rule::PreparationBeginsGrace)
            {
                head.since = 0;
            }
            state.preparations -= 1;
            state.network.push(message);
            state.note(Event::SpaceIsPrepared);
        }
    }

    /// An operator resets the space, and does not wait for the answer.
    fn reset(&self, state: &mut State) {
        let view = self.view(state, &[]);
        let nonce = self.new_nonce(state).into();
        if let Ok(Some(swap)) = Order::Reset.carry_out(&view, nonce) {
            let message = Message::new(self, None, &swap, &view, false);
            state.faults.resets -= 1;
            state.network.push(message);
        }
    }

    /// Keeps the records, to which a restart may go back.
    fn remember(state: &mut State) {
        if state.faults.restarts > 0 && !state.earlier.contains(&state.records) {
            let records = state.records.clone();
            state.earlier.push(records);
        }
    }

    /// Removes the messages that can never apply, after answering them.
    fn remove_hopeless(&self, state: &mut State) {
        let has_jumps = state.faults.jumps > 0;
        while let Some(index) = state.network.iter().position(|message| {
            let is_of_past = message.generation != state.generation && !self.lacks(Rule::GenerationGuard);
            let is_too_old = message.before <= state.now && !has_jumps && !self.lacks(Rule::AgeGuard);
            is_of_past || is_too_old
        }) {
            self.deliver(state, index, false, false);
        }
    }

    /// Whether a process waits for an answer.
    fn waits(state: &State, number: u8) -> bool {
        state.network.iter().any(|message| message.sender == Some(number))
    }
}

impl Model for World {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let now = self.first_reading();
        let head = (!self.is_new).then_some(self.first_head());
        let parts = self.all_parts();
        vec![State {
            now,
            highest: now,
            generation: 1,
            records: Records { head, seats: vec![None; parts] },
            earlier: Vec::new(),
            processes: vec![Process::default(); self.processes.into()],
            network: Vec::new(),
            faults: self.faults,
            granted: vec![0; parts],
            owners: vec![None; parts],
            has_reserved: false,
            preparations: self.preparations,
            overlaps: false,
            events: 0,
            served: 0,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        let faults = state.faults;
        for process in 0..self.processes {
            if state.processes[usize::from(process)].reads.is_some() {
                actions.push(Action::GoOn { process });
            } else if !Self::waits(state, process) {
                for task in Self::tasks(state, &state.processes[usize::from(process)]) {
                    let seats = self.terms_of(process).section.seats() as u8;
                    let starts = if task == Task::Claim { seats } else { 1 };
                    actions.extend((0..starts).map(|start| Action::Ask { process, task, start }));
                }
            } else if faults.losses > 0 {
                actions.push(Action::StopWaiting { process });
            }
            if faults.kills > 0 {
                actions.push(Action::Kill { process });
            }
        }
        for message in 0..state.network.len() {
            actions.push(Action::Deliver { message, lost: false, repeated: false });
            if faults.losses > 0 {
                actions.push(Action::Deliver { message, lost: true, repeated: false });
                actions.push(Action::Deliver { message, lost: false, repeated: true });
            }
        }
        if state.now < self.last_reading() {
            actions.push(Action::Tick);
        }
        if faults.restarts > 0 {
            for now in self.clocks_after_restart(state) {
                actions.extend((0..=state.earlier.len()).map(|state| Action::Restart { state, now }));
            }
        }
        if faults.flushes > 0 {
            actions.push(Action::Flush);
        }
        if self.reserves && !state.has_reserved {
            actions.push(Action::Reserve);
        }
        if state.preparations > 0 {
            actions.push(Action::Prepare);
        }
        if faults.resets > 0 {
            actions.push(Action::Reset);
        }
        if faults.jumps > 0 {
            actions.extend((0..=self.last_reading()).map(|now| Action::Jump { now }));
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut state = last.clone();
        match action {
            Action::Ask { process, task, start } => self.ask(&mut state, process, task, start),
            Action::GoOn { process: number } => {
                let mut process = state.processes[usize::from(number)].clone();
                let next = process.reads.take().map_or(Next::Lost, Next::ReadAll);
                self.follow(&mut state, number, process, Task::Claim, next);
            }
            Action::Deliver { message, lost, repeated } => {
                state.faults.losses -= u8::from(lost || repeated);
                self.deliver(&mut state, message, lost, repeated);
            }
            Action::StopWaiting { process } => {
                state.faults.losses -= 1;
                for message in &mut state.network {
                    message.sender = message.sender.filter(|sender| *sender != process);
                }
            }
            Action::Tick => state.now += 1,
            Action::Kill { process } => {
                state.faults.kills -= 1;
                let claims = state.processes[usize::from(process)].claims;
                state.processes[usize::from(process)] = Process { claims, ..Process::default() };
                for message in &mut state.network {
                    message.sender = message.sender.filter(|sender| *sender != process);
                }
            }
            Action::Restart { state: index, now } => {
                state.faults.restarts -= 1;
                state.generation += 1;
                state.now = now;
                if let Some(records) = state.earlier.get(index).cloned() {
                    let present = std::mem::replace(&mut state.records, records);
                    state.earlier.push(present);
                }
                if state.faults.restarts == 0 {
                    state.earlier.clear();
                }
                if state.records.seats[0].is_none_or(|seat| seat.owner != RESERVED.owner) {
                    // The function is forgotten with the reservation.
                    state.forget_reserved(self.parts().into(), self.window() + self.age);
                }
            }
            Action::Flush => {
                state.faults.flushes -= 1;
                state.records = Records { head: None, seats: vec![None; state.records.seats.len()] };
            }
            Action::Jump { now } => {
                state.faults.jumps -= 1;
                state.now = now;
            }
            Action::Reserve => self.reserve(&mut state),
            Action::Prepare => self.prepare(&mut state),
            Action::Reset => self.reset(&mut state),
        }
        state.highest = state.highest.max(state.now);
        self.remove_hopeless(&mut state);
        // An action without an effect leads nowhere.
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(NEVER_OVERLAP, |_, state: &State| !state.overlaps),
            Property::sometimes("a seat changes hands", |world: &World, state: &State| {
                world.has_others() || state.events & Event::SeatChangesHands as u8 != 0
            }),
            Property::sometimes("a young space is extended", |world: &World, state: &State| {
                !world.forgets() || state.events & Event::YoungIsExtended as u8 != 0
            }),
            Property::sometimes("a seat is reserved", |world: &World, state: &State| {
                !world.reserves || state.has_reserved
            }),
            Property::sometimes("a space is prepared", |world: &World, state: &State| {
                world.preparations == 0 || state.events & Event::SpaceIsPrepared as u8 != 0
            }),
            Property::sometimes("a space takes other terms", |world: &World, state: &State| {
                !world.has_others() || state.events & Event::SpaceIsAdapted as u8 != 0
            }),
            Property::sometimes("everyone is served", |world: &World, state: &State| {
                world.has_others() || state.served == (1 << world.processes) - 1
            }),
        ]
    }
}
