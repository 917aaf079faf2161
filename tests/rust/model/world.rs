//! The processes and generators of a script, and the models of their sequencers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use flakekit::layout::Kind;
use flakekit::sequencer::{GrantError, Policy, Run, Start, State, WaitCause};
use flakekit::snapshot::Saved;
use flakekit::{Code, DEFAULT_WAIT_MS, Error, Format, Generator, NextError};
use proptest::prelude::*;

use super::numbers::{EVER, Model};
use super::steps::{Action, BEGIN, Options, Owner, Setup, Step};
use crate::support::leased::Process;
use crate::support::{Given, run_of, saved_numbers};

/// How IDs are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As the wrapper asks: ready numbers are taken first.
    Ready,
    /// No number is ever ready, because the state is read before each request.
    Asking,
}

/// The answer of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Ids(Vec<u128>, Option<NextError>),
    Opened(usize),
    Refused(Code),
    Saved(Saved),
    Progress((u32, u64)),
    Count(u64),
}

/// A sequencer's model, and the IDs that its generators have handed out.
struct Ledger {
    model: Model,
    /// Whether the generators are wide, their range, and their start.
    identity: (bool, (u32, u32), Start),
    owner: Owner,
    /// The places of all ledgers that are connected with this ledger by rivals.
    rivals: Vec<usize>,
    /// The IDs that were handed out.
    made: HashSet<Parts>,
    /// The numbers that are used by resumed snapshots.
    resumed: HashSet<Parts>,
    /// The count of grants and of resumed snapshots.
    grants: u64,
    last_granted: Option<u64>,
}

/// A batch in progress.
struct Batch {
    number: u32,
    before: (Model, Option<u64>),
    /// The count of grants, also of rivals, after the last grant of the batch.
    grants: u64,
}

struct Member {
    handle: usize,
    options: Options,
    /// The place of the generator's ledger.
    ledger: usize,
}

/// The state that the generators of one handle share: they differ at most in their policies.
#[derive(Default)]
struct Shared {
    stalled_at: Option<i64>,
    waited: u64,
    batch: Option<Batch>,
    /// The IDs of the batch, which are not handed out yet.
    pending: Vec<u128>,
}

/// A snapshot, and every number that is used by it.
pub struct Snapshot {
    options: Options,
    tick: u64,
    numbers: Given,
    used: HashSet<Parts>,
}

pub struct World {
    setup: Setup,
    way: Way,
    process: Process,
    /// The reading of the clock, in ms.
    now: f64,
    ledgers: Vec<Ledger>,
    members: Vec<Member>,
    /// The shared state of generators, by handle.
    shared: BTreeMap<usize, Shared>,
    /// The number of the seat, if there is a lease.
    seat: Option<usize>,
    /// The window of the seat, in Unix ms.
    window: (u64, u64),
    pub answers: Vec<Answer>,
}

/// The tick and the number of an ID, and whether it is in the second timeline.
type Parts = (u64, u32, bool);

type Check = Result<(), TestCaseError>;

impl World {
    pub fn new(setup: Setup, way: Way, generators: &[Options]) -> Self {
        let mut world = Self {
            setup,
            way,
            process: Process::default(),
            now: BEGIN,
            ledgers: Vec::new(),
            members: Vec::new(),
            shared: BTreeMap::new(),
            seat: None,
            window: (0, 0),
            answers: Vec::new(),
        };
        generators.iter().for_each(|options| world.open(options, None));
        world
    }

    /// The reading of the clock in whole ms.
    fn ms(&self) -> i64 {
        self.now.floor() as i64
    }

    /// The tick of the clock.
    fn clock(&self) -> u64 {
        self.setup.format(false).tick(self.ms()).unwrap()
    }

    fn shared(&mut self, which: usize) -> &mut Shared {
        self.shared.entry(self.process.handle(self.members[which].handle)).or_default()
    }

    fn generator(&mut self, which: usize) -> &mut Generator {
        self.process.generator(self.members[which].handle)
    }

    /// The beginning of a tick in Unix ms.
    fn instant(&self, tick: u64) -> i64 {
        let format = self.setup.format(false);
        format.epoch().unwrap() + (tick * format.unit()) as i64
    }

    fn parts(format: &Format, id: u128) -> Parts {
        let read = |kind| format.layout().place(kind).read(id);
        (read(Kind::Time), read(Kind::Sequence) as u32, read(Kind::Toggle) == 1)
    }

    fn refused(&mut self, error: &Error) {
        self.answers.push(Answer::Refused(error.code()));
    }

    /// Opens a generator; takes its seat first, if it is of a seat, and resumes a snapshot, if there is one.
    fn open(&mut self, options: &Options, snapshot: Option<&Snapshot>) {
        let (setup, owner) = (self.setup, options.owner);
        let (format, mut given) = (options.format(setup), options.given(setup));
        let takes_seat = owner == Owner::Seat && self.seat.is_none();
        let handle = if owner == Owner::Seat {
            if takes_seat {
                let (terms, seat) = setup.seat();
                match self.process.try_take(&format, &terms, &given, seat) {
                    Ok(seat) => self.seat = Some(seat),
                    Err(error) => return self.refused(&error),
                }
            }
            self.process.open_on_seat(&format, self.seat.unwrap(), &given)
        } else {
            given.extend(snapshot.map(|saved| ("snapshot", saved.numbers)));
            match self.process.open(&format, &given, owner == Owner::Itself) {
                Ok(handle) => handle,
                Err(error) => return self.refused(&error),
            }
        };
        self.answers.push(Answer::Opened(handle));
        let ledger = self.ledger(options, handle);
        if takes_seat {
            let from = self.ms() as u64;
            self.move_window((from, from + 100));
        }
        if let Some(snapshot) = snapshot {
            let state = self.process.generator(handle).state().unwrap();
            let ledger = &mut self.ledgers[ledger];
            ledger.model = ledger.model.resumed(state);
            ledger.grants += 1;
            ledger.last_granted = ledger.last_granted.max(Some(snapshot.tick));
            ledger.resumed.extend(&snapshot.used);
        }
        if !self.members.iter().any(|member| member.handle == handle) {
            self.members.push(Member { handle, options: options.clone(), ledger });
        }
    }

    /// The place of the ledger of a generator that was opened.
    fn ledger(&mut self, options: &Options, handle: usize) -> usize {
        let (setup, owner) = (self.setup, options.owner);
        let mut identity = options.identity(setup);
        if owner == Owner::Seat {
            identity = (false, self.process.generator(handle).range(), options.seat_start(setup));
        }
        let is_same = |known: &Ledger| known.owner == owner && known.identity == identity;
        if owner != Owner::Itself
            && let Some(at) = self.ledgers.iter().position(is_same)
        {
            return at;
        }
        let mut model = Model::new(identity.1, identity.2);
        model.window = (owner == Owner::Seat).then_some((1, 0));
        let at = self.ledgers.len();
        let overlapping: Vec<_> = (0..at).filter(|&other| self.overlaps(other, owner, identity)).collect();
        // The lease of an old seat has ended for good, so its ledger takes no turns.
        let (seats, mut connected): (Vec<_>, Vec<_>) =
            overlapping.into_iter().partition(|&other| self.ledgers[other].owner == Owner::Seat);
        let used = seats.into_iter().filter_map(|seat| self.ledgers[seat].last_granted).max();
        used.into_iter().for_each(|tick| model.retire(tick));
        let further: Vec<_> =
            connected.iter().flat_map(|&other| self.ledgers[other].rivals.clone()).collect();
        connected.extend(further);
        connected.sort_unstable();
        connected.dedup();
        let all: Vec<_> = connected.iter().copied().chain([at]).collect();
        for &rival in &connected {
            self.ledgers[rival].rivals = all.iter().copied().filter(|&other| other != rival).collect();
        }
        let rivals = connected;
        self.ledgers.push(Ledger {
            model,
            identity,
            owner,
            rivals,
            made: HashSet::new(),
            resumed: HashSet::new(),
            grants: 0,
            last_granted: None,
        });
        at
    }

    /// Whether a ledger has numbers in common with a new ledger.
    fn overlaps(&self, at: usize, owner: Owner, (wide, range, _): (bool, (u32, u32), Start)) -> bool {
        let (is_wide, others, _) = self.ledgers[at].identity;
        match (owner, self.ledgers[at].owner) {
            (Owner::Pool, Owner::Pool) => is_wide != wide || others.0 <= range.1 && range.0 <= others.1,
            (Owner::Pool, Owner::Seat) => wide,
            _ => false,
        }
    }

    /// The count of grants and of resumed snapshots of a ledger and its rivals.
    fn grants(&self, ledger: usize) -> u64 {
        let rivals = self.ledgers[ledger].rivals.iter();
        rivals.chain([&ledger]).map(|&at| self.ledgers[at].grants).sum()
    }

    /// Retires the ticks of the rivals of a ledger.
    fn retire(&mut self, ledger: usize) {
        let rivals = self.ledgers[ledger].rivals.iter();
        let last = rivals.filter_map(|&rival| self.ledgers[rival].last_granted).max();
        let model = &mut self.ledgers[ledger].model;
        let (_, end) = model.window.unwrap_or(EVER);
        last.into_iter().for_each(|tick| model.retire(tick.min(end)));
    }

    /// The number that the model grants next to a generator; or its refusal.
    fn expect(
        &mut self,
        which: usize,
        policy: &Policy,
        waited: u64,
    ) -> Result<Parts, Result<(u32, WaitCause), Code>> {
        let (ms, clock) = (self.ms(), self.clock());
        let stalled_at = self.shared(which).stalled_at;
        let ledger = self.members[which].ledger;
        self.retire(ledger);
        let stalled = stalled_at == Some(ms);
        self.ledgers[ledger].model.expect(clock, policy, stalled).map_err(|error| match error {
            GrantError::Wait { until, cause } => {
                let wait = (self.instant(until) - ms) as u64;
                if wait + waited <= DEFAULT_WAIT_MS {
                    Ok((wait as u32, cause))
                } else {
                    Err(Code::WaitTooLong)
                }
            }
            GrantError::Behind { .. } => Err(Code::ClockBehind),
            GrantError::Exhausted => Err(Code::SequenceExhausted),
            GrantError::Stalled(_) => Err(Code::ClockStalled),
            GrantError::OutsideWindow => Err(Code::ClockOutOfRange),
            GrantError::Expired => Err(Code::LeaseExpired),
            GrantError::NoRandomness => Err(Code::NoRandomness),
        })
    }

    /// Notes a number that the model has granted.
    fn grant(&mut self, which: usize, parts: Parts) -> Check {
        let (clock, (tick, first, toggle)) = (self.clock(), parts);
        let ledger = &mut self.ledgers[self.members[which].ledger];
        prop_assert!(!ledger.resumed.contains(&parts), "{parts:?} is one of a snapshot");
        ledger.model.take(clock, Run { tick, first, count: 1, toggle });
        ledger.grants += 1;
        ledger.last_granted = ledger.last_granted.max(Some(tick));
        Ok(())
    }

    fn hand_out(&mut self, which: usize, id: u128) -> Check {
        let Member { ledger, options, .. } = &self.members[which];
        let parts = Self::parts(&options.format(self.setup), id);
        let ledger = &mut self.ledgers[*ledger];
        prop_assert!(ledger.made.insert(parts), "{parts:?} was handed out twice");
        Ok(())
    }

    fn check_refusal(error: &NextError, expected: Result<(u32, WaitCause), Code>) -> Check {
        let given = match error {
            NextError::Wait(ms, cause) => Ok((*ms, *cause)),
            NextError::Error(error) => Err(error.code()),
        };
        prop_assert_eq!(given, expected);
        Ok(())
    }

    /// Asks for an ID.
    fn ask(&mut self, which: usize) -> Result<u128, NextError> {
        let (now, ms, way) = (self.now, self.ms(), self.way);
        let handle = self.members[which].handle;
        if way == Way::Asking {
            let ids = self.generator(which);
            ids.state();
            return ids.next(ms);
        }
        if let Some(hot) = self.process.ready(handle, now)
            && !hot.is_random()
        {
            return Ok(u128::from(hot.take()) | u128::from(hot.high()) << 64);
        }
        let ids = self.generator(which);
        ids.next_low(now).map(|low| u128::from(low) | u128::from(ids.high()) << 64)
    }

    fn next(&mut self, which: usize, count: u32, gap: f64) -> Check {
        let options = self.members[which].options.clone();
        let (format, policy) = (options.format(self.setup), options.policy(self.setup));
        let mut made = Vec::new();
        let mut refusal = None;
        for _ in 0..count {
            let waited = std::mem::take(&mut self.shared(which).waited);
            let expected = self.expect(which, &policy, waited);
            match (self.ask(which), expected) {
                (Ok(id), expected) => {
                    let parts = Self::parts(&format, id);
                    prop_assert_eq!(Ok(parts), expected, "of {:?} at {}", options, self.now);
                    let node = self.generator(which).node();
                    let place = format.layout().place(Kind::Random);
                    let fixed =
                        [Kind::Time, Kind::Sequence, Kind::Toggle].map(|kind| format.layout().place(kind));
                    let rest = fixed.iter().fold(id, |id, place| id & !place.to_value(place.max()));
                    prop_assert_eq!(rest & !place.to_value(place.max()), u128::from(node));
                    self.grant(which, parts)?;
                    self.hand_out(which, id)?;
                    made.push(id);
                }
                (Err(error), Err(expected)) => {
                    Self::check_refusal(&error, expected)?;
                    refusal = Some(error);
                    break;
                }
                (answer, expected) => prop_assert!(false, "{answer:?} instead of {expected:?}"),
            }
            self.now += gap;
        }
        self.answers.push(Answer::Ids(made, refusal));
        Ok(())
    }

    fn fill(&mut self, which: usize, want: u32, is_batch: bool) -> Check {
        let options = self.members[which].options.clone();
        let (format, policy) = (options.format(self.setup), options.policy(self.setup));
        let (ms, way) = (self.ms(), self.way);
        let ledger = self.members[which].ledger;
        let grants = self.grants(ledger);
        let of_batch = self.shared(which).batch.as_ref().filter(|_| is_batch);
        let number = of_batch.map_or(0, |batch| batch.number);
        let continues = of_batch.is_some_and(|batch| batch.grants == grants);
        let waited = std::mem::take(&mut self.shared(which).waited);

        let (mut made, ids) = (Vec::new(), self.generator(which));
        if way == Way::Asking {
            ids.state();
        }
        let step = ids.step();
        let filled =
            ids.fill_runs(ms, want, number, &mut |first, count| made.extend(run_of(first, count, step)));
        prop_assert_eq!(filled.as_ref().map_or(0, |filled| *filled as usize), made.len());
        for at in 0..want as usize {
            match (made.get(at), self.expect(which, &policy, waited)) {
                (Some(&id), expected) => {
                    let parts = Self::parts(&format, id);
                    prop_assert_eq!(Ok(parts), expected, "the {}th of {:?} at {}", at, options, ms);
                    self.grant(which, parts)?;
                }
                (None, Ok(expected)) => prop_assert!(false, "{expected:?} was not granted"),
                (None, Err(expected)) => {
                    if let Err(error) = &filled {
                        Self::check_refusal(error, expected)?;
                    }
                    break;
                }
            }
        }
        if number == 0 {
            made.iter().try_for_each(|&id| self.hand_out(which, id))?;
        } else {
            self.shared(which).pending.extend(&made);
        }
        let grants = self.grants(ledger);
        match &mut self.shared(which).batch {
            Some(batch) if continues => batch.grants = grants,
            batch if !made.is_empty() => *batch = None,
            _ => {}
        }
        self.answers.push(Answer::Ids(made, filled.err()));
        Ok(())
    }

    /// Hands out the IDs of a batch.
    fn complete(&mut self, which: usize) -> Check {
        let pending = std::mem::take(&mut self.shared(which).pending);
        pending.into_iter().try_for_each(|id| self.hand_out(which, id))
    }

    fn begin(&mut self, which: usize) -> Check {
        self.complete(which)?;
        let number = self.generator(which).begin_batch();
        let ledger = self.members[which].ledger;
        let Ledger { model, last_granted, .. } = &self.ledgers[ledger];
        let batch = Batch { number, before: (model.clone(), *last_granted), grants: self.grants(ledger) };
        self.shared(which).batch = Some(batch);
        Ok(())
    }

    fn cancel(&mut self, which: usize) {
        let Some(batch) = self.shared(which).batch.take() else { return };
        self.shared(which).pending.clear();
        self.generator(which).cancel_batch(batch.number);
        let ledger = self.members[which].ledger;
        if batch.grants == self.grants(ledger) {
            let ledger = &mut self.ledgers[ledger];
            let window = ledger.model.window;
            (ledger.model, ledger.last_granted) = batch.before;
            ledger.model.window = window;
        }
    }

    /// The state of a generator, which must be the state of its model.
    fn saved(&mut self, which: usize) -> Result<Saved, TestCaseError> {
        let saved = self.generator(which).saved();
        let Ledger { model, identity: (_, range, _), .. } = &self.ledgers[self.members[which].ledger];
        let none = State { tick: 0, seen: 0, next: range.0, used: 0, safe: 0, drifts: 0 };
        let state = State { drifts: saved.state.drifts % 2, ..saved.state };
        prop_assert_eq!(state, model.state().unwrap_or(none));
        self.answers.push(Answer::Saved(saved));
        Ok(saved)
    }

    fn save(&mut self, which: usize) -> Result<Snapshot, TestCaseError> {
        let (saved, ms) = (self.saved(which)?, self.ms());
        let Member { ledger, options, .. } = &self.members[which];
        let format = options.format(self.setup);
        let handles: BTreeSet<_> = self
            .members
            .iter()
            .filter(|member| member.ledger == *ledger)
            .map(|member| self.process.handle(member.handle))
            .collect();
        let pending = handles.iter().filter_map(|handle| self.shared.get(handle));
        let pending = pending.flat_map(|shared| &shared.pending).map(|&id| Self::parts(&format, id));
        let Ledger { made, resumed, .. } = &self.ledgers[*ledger];
        let used = made.iter().chain(resumed).copied().chain(pending).collect();
        let (options, tick) = (options.clone(), saved.state.tick);
        let numbers = Given::Snapshot(saved_numbers(self.generator(which), ms));
        Ok(Snapshot { options, tick, numbers, used })
    }

    fn progress(&mut self, which: usize) -> Check {
        let (clock, ms) = (self.clock(), self.ms());
        let progress = self.generator(which).progress(ms).unwrap();
        let Ledger { model, identity: (_, range, _), .. } = &self.ledgers[self.members[which].ledger];
        let state = model.state().filter(|state| state.tick == clock && state.used > 0);
        let last = |next| if next == range.0 { range.1 } else { next - 1 };
        prop_assert_eq!(progress, state.map_or((range.0, 0), |state| (last(state.next), state.used)));
        self.answers.push(Answer::Progress(progress));
        Ok(())
    }

    fn left(&mut self, which: usize) -> Check {
        let Member { ledger, options, .. } = &self.members[which];
        let (ledger, policy) = (&self.ledgers[*ledger], options.policy(self.setup));
        if ledger.owner == Owner::Seat {
            let expected = ledger.model.left_in_window(self.clock(), &policy);
            let ms = self.ms();
            let left = self.generator(which).left_in_window(ms);
            prop_assert_eq!(left, expected);
            self.answers.push(Answer::Count(left));
        }
        Ok(())
    }

    fn close(&mut self, which: usize) {
        let Member { handle, options, .. } = &self.members[which];
        self.process.close(*handle);
        if options.owner != Owner::Pool {
            self.shared.remove(&self.process.handle(*handle));
            self.members.swap_remove(which);
        }
    }

    /// Moves the window of the seat.
    fn move_window(&mut self, (from, until): (u64, u64)) {
        let Some(seat) = self.seat else { return };
        self.window = (from, until);
        self.process.handles.seat(seat).unwrap().move_window(from, until);
        let format = self.setup.format(false);
        let epoch = format.epoch().unwrap();
        let first_tick = |ms: u64| ((ms as i64 - epoch).max(0) as u64).div_ceil(format.unit());
        let window = (first_tick(from), first_tick(until) - 1);
        self.seat_ledgers().for_each(|ledger| ledger.model.window = Some(window));
    }

    fn seat_ledgers(&mut self) -> impl Iterator<Item = &mut Ledger> {
        self.ledgers.iter_mut().filter(|ledger| ledger.owner == Owner::Seat)
    }

    fn end(&mut self) -> Check {
        let Some(seat) = self.seat.take() else { return Ok(()) };
        let end = self.process.handles.end_seat(seat).unwrap();
        self.seat_ledgers().for_each(|ledger| ledger.model.window = Some((1, 0)));
        let state = self.seat_ledgers().next().and_then(|ledger| ledger.model.state());
        prop_assert_eq!(end, state.map_or(0, |state| self.instant(state.tick.max(state.safe) + 1) as u64));
        self.answers.push(Answer::Count(end));
        Ok(())
    }

    pub fn happen(&mut self, step: &Step, snapshots: &mut Vec<Snapshot>, generators: &[Options]) -> Check {
        match &step.action {
            Action::Open(index) => {
                self.open(index.get(generators), None);
                return Ok(());
            }
            Action::Resume(index) => {
                let recent = &snapshots[snapshots.len() - snapshots.len().min(4)..];
                if !recent.is_empty() {
                    let snapshot = index.get(recent);
                    self.open(&snapshot.options.clone(), Some(snapshot));
                }
                return Ok(());
            }
            Action::Extend(ms) => {
                let (from, until) = self.window;
                self.move_window((from, until.max(self.ms() as u64) + ms));
                return Ok(());
            }
            Action::Window(distance, ms) => {
                let from = (self.ms() + distance) as u64;
                self.move_window((from, from + ms));
                return Ok(());
            }
            Action::End => return self.end(),
            _ if self.members.is_empty() => return Ok(()),
            _ => {}
        }
        let which = step.which.index(self.members.len());
        let ms = self.ms();
        match step.action {
            Action::Next(count, gap) => self.next(which, count, gap)?,
            Action::Early => {
                self.shared(which).waited = 0;
                let now = std::mem::replace(&mut self.now, -8_640_000_000_000_001.0);
                match self.ask(which) {
                    Ok(id) => prop_assert!(false, "{id} was made before the epoch"),
                    Err(error) => Self::check_refusal(&error, Err(Code::ClockOutOfRange))?,
                }
                self.now = now;
            }
            Action::Fill(want, is_batch) => self.fill(which, want, is_batch)?,
            Action::Begin => self.begin(which)?,
            Action::Cancel => self.cancel(which),
            Action::Stall => {
                self.generator(which).stall(ms);
                self.shared(which).stalled_at = Some(ms);
            }
            Action::Waited(ms) => {
                self.generator(which).waited(ms);
                self.shared(which).waited = ms;
            }
            Action::Progress => self.progress(which)?,
            Action::Left => self.left(which)?,
            Action::Save if self.members[which].options.owner == Owner::Seat => _ = self.saved(which)?,
            Action::Save => snapshots.push(self.save(which)?),
            Action::Close => self.close(which),
            _ => unreachable!(),
        }
        Ok(())
    }

    /// Moves the clock.
    pub fn move_clock(&mut self, ms: f64) {
        self.now += ms;
    }

    /// Hands out all batches that are in progress. Then the clock moves past all ticks, and all generators go
    /// on.
    pub fn finish(&mut self) -> Check {
        for which in 0..self.members.len() {
            self.complete(which)?;
        }
        self.now += 4_000_000.0;
        let from = self.ms() as u64;
        self.move_window((from, from + 1_000_000));
        for which in 0..self.members.len() {
            self.now += 10_000.0;
            self.next(which, 1, 0.5)?;
            let last = self.answers.last();
            let is_ended = self.members[which].options.owner == Owner::Seat && self.seat.is_none();
            prop_assert!(is_ended || matches!(last, Some(Answer::Ids(_, None))), "{:?}", last);
        }
        Ok(())
    }
}
