//! The events of a world.

use stateright::{Model, Property};

use super::rule::NextRule;
use super::state::{Event, NextFaults, NextState, Session, Step};

/// The property that must always hold.
pub const NEVER_TWICE: &str = "no ID is used twice";

/// The property that must always hold. IDs are compared in the order in which calls had the lock.
pub const NEVER_BACK: &str = "IDs increase";

/// A small world. Times are ticks.
#[derive(Debug, Clone)]
pub struct NextWorld {
    /// The count of sessions.
    pub sessions: u8,
    /// How many calls a session makes.
    pub calls: u8,
    /// The count of sequence numbers of a tick.
    pub numbers: u8,
    /// How far an ID may lead the clock.
    pub lead: u8,
    /// The last reading of the clock. The first reading is 1.
    pub end: u8,
    /// The faults that may happen, all together.
    pub faults: NextFaults,
    /// Whether a call reads the clock before it takes the lock.
    pub reads_clock_before_lock: bool,
    /// The rule that is left out.
    pub without: Option<NextRule>,
}

/// An event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextAction {
    /// A session makes the next step of a call, or begins one.
    Go { session: u8 },
    /// A call ends before its next step. The transaction goes on, because there was a savepoint before the call.
    Cancel { session: u8 },
    /// A session commits its transaction.
    Commit { session: u8 },
    /// A transaction is rolled back, by its session or because its connection ends.
    RollBack { session: u8 },
    /// A tick passes.
    Tick,
    /// The clock steps.
    StepClock { now: u8 },
    /// The server crashes. This many of the changes of the sequence that nobody waited for were on the disk.
    Crash { written: usize },
}

impl NextWorld {
    /// Two sessions with two calls each, and ticks of two numbers.
    #[must_use]
    pub fn small() -> Self {
        Self {
            sessions: 2,
            calls: 2,
            numbers: 2,
            lead: 1,
            end: 3,
            faults: NextFaults::default(),
            reads_clock_before_lock: false,
            without: None,
        }
    }

    fn lacks(&self, rule: NextRule) -> bool {
        self.without == Some(rule)
    }

    /// The next ID, or `None` if it would lead the clock by too much.
    fn next(&self, last: u8, tick: u8) -> Option<u8> {
        let first = tick * self.numbers;
        let next = if self.lacks(NextRule::Greatest) && last / self.numbers != tick {
            first
        } else {
            first.max(last + 1)
        };
        (next / self.numbers <= tick + self.lead).then_some(next)
    }

    /// Makes the next step of a call. Returns `None` if it waits for the lock.
    fn go(&self, state: &mut NextState, number: u8) -> Option<()> {
        let index = usize::from(number);
        let (last, now) = (state.last, state.now);
        let next = match state.sessions[index].step {
            Step::Idle => {
                let session = &mut state.sessions[index];
                session.calls = session.calls.checked_sub(1)?;
                if session.open.is_empty() {
                    session.before = last;
                }
                if self.reads_clock_before_lock {
                    Step::HasTime { last: 0, tick: now }
                } else if self.lacks(NextRule::ReadUnderLock) {
                    Step::HasRead { last }
                } else {
                    self.lock(state, number)?;
                    Step::Locked
                }
            }
            Step::Locked => Step::HasRead { last },
            Step::HasRead { last } => {
                if self.lacks(NextRule::ReadUnderLock) {
                    self.lock(state, number)?;
                }
                Step::HasTime { last, tick: now }
            }
            // The clock was read first: the lock and the read of the sequence follow.
            Step::HasTime { last: 0, tick } => {
                self.lock(state, number)?;
                Step::HasTime { last: state.last, tick }
            }
            Step::HasTime { last, tick } => self.set(state, number, last, tick),
            Step::HasSet { id } => {
                state.sessions[index].open.push(id);
                if self.lacks(NextRule::UsedAfterCommit) {
                    state.use_id(id);
                }
                Step::Idle
            }
        };
        state.sessions[index].step = next;
        if next == Step::Idle {
            Self::unlock(state, number);
        }
        Some(())
    }

    fn set(&self, state: &mut NextState, number: u8, last: u8, tick: u8) -> Step {
        let Some(id) = self.next(last, tick) else {
            state.note(Event::Refusal);
            return Step::Idle;
        };
        if id / self.numbers > state.now {
            state.note(Event::Lead);
        }
        if (0..).zip(&state.sessions).any(|(other, session)| other != number && !session.open.is_empty()) {
            state.note(Event::Overlap);
        }
        state.set(id);
        Step::HasSet { id }
    }

    /// Takes the lock; `None` if another session has it.
    fn lock(&self, state: &mut NextState, number: u8) -> Option<()> {
        if self.lacks(NextRule::Lock) {
            return Some(());
        }
        state.lock.is_none().then(|| state.lock = Some(number))
    }

    fn unlock(state: &mut NextState, number: u8) {
        state.lock = state.lock.filter(|holder| *holder != number);
    }

    /// A session commits: its IDs are used.
    fn commit(&self, state: &mut NextState, number: u8) {
        if !self.lacks(NextRule::FlushedBeforeUse) {
            state.flush();
        }
        for id in std::mem::take(&mut state.sessions[usize::from(number)].open) {
            if !self.lacks(NextRule::UsedAfterCommit) {
                state.use_id(id);
            }
        }
    }

    fn roll_back(&self, state: &mut NextState, number: u8) {
        Self::unlock(state, number);
        let session = &mut state.sessions[usize::from(number)];
        session.step = Step::Idle;
        session.open.clear();
        let before = session.before;
        if self.lacks(NextRule::NeverUndone) {
            state.last = before;
            state.unwritten.push(before);
        }
    }

    /// The server crashes and starts again, which takes at least a tick.
    fn crash(state: &mut NextState, written: usize) {
        if written < state.unwritten.len() {
            state.note(Event::Loss);
        }
        state.unwritten.truncate(written);
        state.flush();
        state.last = state.disk;
        state.lock = None;
        state.now += 1;
        for session in &mut state.sessions {
            session.step = Step::Idle;
            session.open.clear();
        }
        state.highest = (state.used | 1).ilog2() as u8;
    }
}

impl Model for NextWorld {
    type State = NextState;
    type Action = NextAction;

    fn init_states(&self) -> Vec<NextState> {
        // The sequence is that of a function that has made the IDs of the tick before.
        let last = self.numbers;
        let session = Session { step: Step::Idle, open: Vec::new(), before: last, calls: self.calls };
        vec![NextState {
            now: 1,
            last,
            disk: last,
            unwritten: Vec::new(),
            lock: None,
            sessions: vec![session; self.sessions.into()],
            faults: self.faults,
            used: 1 << last,
            highest: last,
            is_repeated: false,
            goes_back: false,
            events: 0,
        }]
    }

    fn actions(&self, state: &NextState, actions: &mut Vec<NextAction>) {
        let faults = state.faults;
        for (session, Session { step, open, .. }) in (0..).zip(&state.sessions) {
            actions.push(NextAction::Go { session });
            if *step != Step::Idle && faults.cancels > 0 {
                actions.push(NextAction::Cancel { session });
            }
            if *step == Step::Idle && !open.is_empty() {
                actions.push(NextAction::Commit { session });
            }
            if (*step != Step::Idle || !open.is_empty()) && faults.rollbacks > 0 {
                actions.push(NextAction::RollBack { session });
            }
        }
        if state.now < self.end {
            actions.push(NextAction::Tick);
        }
        if faults.clock_steps > 0 {
            actions.extend((1..=self.end).map(|now| NextAction::StepClock { now }));
        }
        if faults.crashes > 0 {
            actions.extend((0..=state.unwritten.len()).map(|written| NextAction::Crash { written }));
        }
    }

    fn next_state(&self, last: &NextState, action: NextAction) -> Option<NextState> {
        let mut state = last.clone();
        match action {
            NextAction::Go { session } => self.go(&mut state, session)?,
            NextAction::Cancel { session } => {
                state.faults.cancels -= 1;
                Self::unlock(&mut state, session);
                state.sessions[usize::from(session)].step = Step::Idle;
            }
            NextAction::Commit { session } => self.commit(&mut state, session),
            NextAction::RollBack { session } => {
                state.faults.rollbacks -= 1;
                self.roll_back(&mut state, session);
            }
            NextAction::Tick => state.now += 1,
            NextAction::StepClock { now } => {
                state.faults.clock_steps -= 1;
                state.now = now;
            }
            NextAction::Crash { written } => {
                state.faults.crashes -= 1;
                Self::crash(&mut state, written);
            }
        }
        // An action without an effect leads nowhere.
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(NEVER_TWICE, |_, state: &NextState| !state.is_repeated),
            Property::always(NEVER_BACK, |_, state: &NextState| !state.goes_back),
            Property::sometimes("all IDs are used", |world: &Self, state: &NextState| {
                state.used.count_ones() == u32::from(world.sessions * world.calls) + 1
            }),
            Property::sometimes("transactions overlap", |world: &Self, state: &NextState| {
                world.sessions == 1 || state.has(Event::Overlap)
            }),
            Property::sometimes("an ID leads the clock", |_, state: &NextState| state.has(Event::Lead)),
            Property::sometimes("a call is refused", |world: &Self, state: &NextState| {
                world.faults.clock_steps == 0 || state.has(Event::Refusal)
            }),
            Property::sometimes("a crash loses something", |world: &Self, state: &NextState| {
                world.faults.crashes == 0 || state.has(Event::Loss)
            }),
        ]
    }
}
