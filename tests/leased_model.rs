//! Leases and generators of two processes, at random: seats are taken, extended, lost, ended and taken again, while runs
//! are lent and batches are in progress. A naive store grants the windows. No ID is made twice within a space, and none
//! outside of the windows of its seat.
#![cfg(not(target_family = "wasm"))]

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use flakekit::layout::Kind;
use flakekit::lease::SeatId;
use flakekit::{Code, Format, Generator, NextError};
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[path = "support/leased.rs"]
mod leased;
mod support;

use leased::{Lease, Process, shares};
use support::{EPOCH, Given, NOW, custom_format, no_random, range};

/// The formats of a trial. Their IDs have 47 bits.
#[derive(Debug, Clone, Copy)]
struct Setup {
    /// Whether they have two timelines.
    toggles: bool,
    tick_ms: u64,
}

impl Setup {
    /// A format with these bits for nodes and sequence numbers.
    fn format(self, nodes: u8, numbers: u8) -> Rc<Format> {
        let toggles = u8::from(self.toggles);
        let fields = [
            (Kind::Time, "timestamp", 41 - toggles),
            (Kind::Toggle, "toggle", toggles),
            (Kind::Node, "node", nodes),
            (Kind::Sequence, "sequence", numbers),
        ];
        let fields: Vec<_> = fields.into_iter().filter(|(_, _, bits)| *bits > 0).collect();
        custom_format(&fields, self.tick_ms, EPOCH)
    }

    /// The format of the seats.
    fn usual(self) -> Rc<Format> {
        self.format(2, 4)
    }
}

prop_compose! {
    fn setups()(toggles in any::<bool>(), tick_ms in select(vec![1, 4, 10])) -> Setup {
        Setup { toggles, tick_ms }
    }
}

/// The options of a lease or of a generator.
#[derive(Debug, Clone)]
struct Options {
    start: &'static str,
    on_rollback: Option<&'static str>,
    on_exhausted: &'static str,
    max_lead: u64,
    max_lag: u64,
}

impl Options {
    fn given(&self, setup: Setup) -> Vec<(&'static str, Given)> {
        let usual = if setup.toggles { "toggle" } else { "lead" };
        vec![
            ("sequence", self.start.into()),
            ("onRollback", self.on_rollback.unwrap_or(usual).into()),
            ("onExhausted", self.on_exhausted.into()),
            ("maxLead", self.max_lead.into()),
            ("maxLag", self.max_lag.into()),
        ]
    }
}

prop_compose! {
    fn options()(
        start in select(vec!["reset", "reset", "reset", "rolling", "random"]),
        on_rollback in select(vec![None, None, Some("lead"), Some("wait"), Some("throw")]),
        on_exhausted in select(vec!["wait", "lead", "throw"]),
        max_lead in 0u64..60,
        max_lag in 0u64..60,
    ) -> Options {
        Options { start, on_rollback, on_exhausted, max_lead, max_lag }
    }
}

/// A seat of one of two spaces. The second one has two shares.
fn seats() -> impl Strategy<Value = (u32, SeatId)> {
    select(vec![(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1)])
        .prop_map(|(space, node, share)| (space, SeatId { node, share }))
}

#[derive(Debug, Clone)]
enum Action {
    /// A process claims a seat, if it is free, with a window of so many ms.
    Take {
        process: usize,
        seat: (u32, SeatId),
        options: Options,
        ms: u64,
    },
    /// A lease extends its window, if it has not lost the seat.
    Extend(Index, u64),
    /// A lease closes its window, until it is extended.
    Suspend(Index),
    /// A lease ends, and the store hears of it or not.
    End(Index, bool),
    /// A process opens a generator: of the usual format, or of one whose sequence covers the node.
    Open {
        process: usize,
        wide: bool,
        node: u64,
        range: (u64, u64),
        options: Options,
    },
    Next(Index),
    /// A run is lent. The number is the length of the caller's last run.
    Lend(Index, u32),
    /// Up to n IDs of a lent run are handed out.
    Use(Index, u32),
    /// The rest of a lent run is returned.
    Return(Index),
    /// A batch begins; the one before is complete.
    Begin(Index),
    /// Up to n IDs are added to a batch.
    Fill(Index, u32),
    /// A batch is cancelled.
    Cancel(Index),
}

fn actions() -> impl Strategy<Value = Action> {
    let index = any::<Index>;
    let window = || 10u64..120;
    let ranges = select(vec![(0, 15), (0, 15), (0, 7), (8, 15), (5, 9)]);
    prop_oneof![
        6 => (0usize..2, seats(), options(), window())
            .prop_map(|(process, seat, options, ms)| Action::Take { process, seat, options, ms }),
        6 => (index(), window()).prop_map(|(lease, ms)| Action::Extend(lease, ms)),
        1 => index().prop_map(Action::Suspend),
        3 => (index(), any::<bool>()).prop_map(|(lease, heard)| Action::End(lease, heard)),
        1 => (0usize..2, prop::bool::weighted(0.2), 0u64..2, ranges, options()).prop_map(
            |(process, wide, node, range, options)| Action::Open { process, wide, node, range, options }
        ),
        20 => index().prop_map(Action::Next),
        6 => (index(), select(vec![0, 1, 4, 16])).prop_map(|(which, before)| Action::Lend(which, before)),
        10 => (index(), 1u32..8).prop_map(|(loan, count)| Action::Use(loan, count)),
        4 => index().prop_map(Action::Return),
        2 => index().prop_map(Action::Begin),
        4 => (index(), 1u32..30).prop_map(|(which, count)| Action::Fill(which, count)),
        2 => index().prop_map(Action::Cancel),
    ]
}

#[derive(Debug, Clone)]
struct Step {
    /// By how many ms the store's clock moves before.
    ms: u64,
    /// How far the clocks of the processes are ahead of it.
    ahead: Option<[i64; 2]>,
    stalled: bool,
    action: Action,
}

prop_compose! {
    fn steps()(
        ms in prop_oneof![20 => Just(0), 6 => 1u64..12, 2 => 12u64..80],
        ahead in prop::option::weighted(0.08, [-60i64..60, -60i64..60]),
        stalled in prop::bool::weighted(0.1),
        action in actions(),
    ) -> Step {
        Step { ms, ahead, stalled, action }
    }
}

/// The record of a seat.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// The number of the lease that has it.
    owner: Option<usize>,
    from: u64,
    until: u64,
}

/// A lease or a generator without one.
struct Member {
    process: usize,
    handle: usize,
    options: Options,
    lease: Option<Leased>,
    /// The number of the batch in progress, and its IDs.
    batch: Option<(u32, Vec<u128>)>,
}

/// What a lease holds.
struct Leased {
    lease: Lease,
    seat: (u32, SeatId),
    /// The windows that it was granted. Only the last one is extended.
    windows: Vec<(u64, u64)>,
    is_open: bool,
}

/// A lent run.
struct Loan {
    lender: usize,
    first: u128,
    step: u128,
    serial: u64,
    count: u32,
    used: u32,
    is_open: bool,
}

struct World {
    setup: Setup,
    /// The store's clock, in ms after [`NOW`].
    now: u64,
    ahead: [i64; 2],
    records: BTreeMap<(u32, SeatId), Record>,
    processes: [Process; 2],
    members: Vec<Member>,
    loans: Vec<Loan>,
    /// By space.
    leased: [HashSet<u128>; 2],
    /// By process: the IDs of its leases, and those of its generators without a lease.
    of_leases: [HashSet<u128>; 2],
    of_generators: [HashSet<u128>; 2],
}

/// One of the last 4 places that `is_wanted` accepts.
fn recent<T>(index: Index, all: &[T], is_wanted: impl Fn(&T) -> bool) -> Option<usize> {
    let wanted: Vec<_> = (0..all.len()).rev().filter(|&at| is_wanted(&all[at])).take(4).collect();
    (!wanted.is_empty()).then(|| wanted[index.index(wanted.len())])
}

fn can_request(member: &Member) -> bool {
    member.lease.as_ref().is_none_or(|leased| leased.is_open)
}

fn is_open_lease(member: &Member) -> bool {
    member.lease.as_ref().is_some_and(|leased| leased.is_open)
}

impl World {
    fn new(setup: Setup) -> Self {
        Self {
            setup,
            now: 1_000,
            ahead: [0, 0],
            records: BTreeMap::new(),
            processes: Default::default(),
            members: Vec::new(),
            loans: Vec::new(),
            leased: Default::default(),
            of_leases: Default::default(),
            of_generators: Default::default(),
        }
    }

    /// The reading of a member's clock, in Unix ms.
    fn reading(&self, which: usize) -> i64 {
        NOW + self.now as i64 + self.ahead[self.members[which].process]
    }

    fn generator(&mut self, which: usize) -> &mut Generator {
        let Member { process, handle, .. } = self.members[which];
        self.processes[process].generator(handle)
    }

    fn hand_out(&mut self, which: usize, id: u128) -> Result<(), TestCaseError> {
        let Member { process, lease, .. } = &self.members[which];
        if let Some(Leased { seat: (space, _), .. }) = lease {
            prop_assert!(self.leased[*space as usize].insert(id), "{id} was made twice in space {space}");
            prop_assert!(!self.of_generators[*process].contains(&id), "{id} was made by a generator");
            self.of_leases[*process].insert(id);
        } else {
            prop_assert!(self.of_generators[*process].insert(id), "{id} was made twice");
            prop_assert!(!self.of_leases[*process].contains(&id), "{id} was made by a lease");
        }
        Ok(())
    }

    /// The beginning of an ID's tick, in ms after [`NOW`].
    fn instant(&self, id: u128) -> u64 {
        (self.setup.usual().decode(id).unwrap().timestamp - NOW) as u64
    }

    /// Checks that an ID that is granted now is in a window of its seat, and neither leads nor lags too far.
    fn check(&mut self, which: usize, id: u128) -> Result<(), TestCaseError> {
        let (instant, reading) = (self.instant(id), self.reading(which) - NOW);
        let Member { lease, options, .. } = &self.members[which];
        let begin = |ms: i64| ms.div_euclid(self.setup.tick_ms as i64) * self.setup.tick_ms as i64;
        // All ticks begin at a multiple of their length after `NOW`.
        let ahead = instant as i64 - begin(reading);
        prop_assert!(ahead <= options.max_lead as i64, "{id} leads by {ahead} ms");
        if let Some(Leased { windows, .. }) = lease {
            prop_assert!(-ahead <= options.max_lag as i64, "{id} lags by {} ms", -ahead);
            let is_inside = windows.iter().any(|(from, until)| (*from..*until).contains(&instant));
            prop_assert!(is_inside, "{id} of {instant} is outside of {windows:?}");
        }
        Ok(())
    }

    fn check_refusal(&self, which: usize, error: &NextError) -> Result<(), TestCaseError> {
        let is_expired = matches!(error, NextError::Error(error) if error.code() == Code::LeaseExpired);
        prop_assert!(!is_expired || self.members[which].lease.is_some(), "{error:?}");
        Ok(())
    }

    fn take(&mut self, process: usize, seat: (u32, SeatId), options: Options, ms: u64) {
        let record = self.records.get(&seat);
        if record.is_some_and(|record| record.until > self.now) {
            return;
        }
        let terms = shares(u64::from(seat.0) + 1);
        let (format, given) = (self.setup.usual(), options.given(self.setup));
        let can_take = self.processes[process].handles.can_take(&format, &terms, seat.1).unwrap();
        let taken = self.processes[process].try_lease(&format, &terms, &given, seat);
        assert_eq!(taken.is_ok(), can_take);
        let Ok(lease) = taken else { return };
        let window = (self.now, self.now + ms);
        self.processes[process].move_window(lease, window);
        let owner = Some(self.members.len());
        self.records.insert(seat, Record { owner, from: window.0, until: window.1 });
        let leased = Leased { lease, seat, windows: vec![window], is_open: true };
        self.members.push(Member {
            process,
            handle: lease.handle,
            options,
            lease: Some(leased),
            batch: None,
        });
    }

    fn extend(&mut self, which: usize, ms: u64) {
        let now = self.now;
        let Member { process, lease, .. } = &mut self.members[which];
        let leased = lease.as_mut().unwrap();
        let record = self.records.get_mut(&leased.seat).unwrap();
        if record.owner != Some(which) {
            return;
        }
        if record.until <= now {
            record.from = now;
            leased.windows.push((now, now));
        }
        record.until = record.until.max(now + ms);
        leased.windows.last_mut().unwrap().1 = record.until;
        self.processes[*process].move_window(leased.lease, (record.from, record.until));
    }

    fn end(&mut self, which: usize, is_heard: bool) -> Result<(), TestCaseError> {
        let Member { process, lease, batch, .. } = &mut self.members[which];
        let process = *process;
        let leased = lease.as_mut().unwrap();
        leased.is_open = false;
        let (lease, seat) = (leased.lease, leased.seat);
        let pending = batch.as_ref().map_or(Vec::new(), |(_, ids)| ids.clone());
        let used_until = self.processes[process].end(lease).max(0) as u64;
        // All that was granted counts as used, also if it is not handed out yet.
        let loans = self.loans.iter().filter(|loan| loan.lender == which && loan.is_open);
        for id in loans.map(|loan| loan.first).chain(pending) {
            prop_assert!(self.instant(id) < used_until, "{id} is not before {used_until}");
        }
        let record = self.records.get_mut(&seat).unwrap();
        if is_heard && record.owner == Some(which) {
            record.owner = None;
            record.until = used_until.clamp(record.from, record.until);
        }
        Ok(())
    }

    /// Makes an ID and hands it out.
    fn next(&mut self, which: usize) -> Result<(), TestCaseError> {
        let now = self.reading(which);
        match self.generator(which).next(now) {
            Ok(id) => {
                self.check(which, id)?;
                self.hand_out(which, id)
            }
            Err(error) => self.check_refusal(which, &error),
        }
    }

    fn lend(&mut self, which: usize, before: u32) -> Result<(), TestCaseError> {
        let now = self.reading(which);
        let ids = self.generator(which);
        let step = ids.step();
        match ids.lend(now, before, no_random) {
            Ok((first, run)) => {
                self.check(which, first)?;
                let (serial, count) = (run.serial, run.count);
                self.loans.push(Loan { lender: which, first, step, serial, count, used: 0, is_open: true });
                Ok(())
            }
            Err(error) => self.check_refusal(which, &error),
        }
    }

    fn use_loan(&mut self, at: usize, count: u32) -> Result<(), TestCaseError> {
        for _ in 0..count {
            let loan = &mut self.loans[at];
            if !loan.is_open || loan.used == loan.count {
                break;
            }
            let (lender, id) = (loan.lender, loan.first + u128::from(loan.used) * loan.step);
            loan.used += 1;
            self.hand_out(lender, id)?;
        }
        Ok(())
    }

    /// Hands out the IDs of a batch.
    fn complete_batch(&mut self, which: usize) -> Result<(), TestCaseError> {
        let (_, ids) = self.members[which].batch.take().unwrap_or_default();
        ids.into_iter().try_for_each(|id| self.hand_out(which, id))
    }

    fn fill(&mut self, which: usize, want: u32) -> Result<(), TestCaseError> {
        let now = self.reading(which);
        let Some((number, mut pending)) = self.members[which].batch.take() else { return Ok(()) };
        let mut made = Vec::new();
        let ids = self.generator(which);
        let step = ids.step();
        let filled = ids.fill_runs(now, want, number, |first, count| {
            made.extend((0..count).map(|i| first + u128::from(i) * step));
        });
        for id in &made {
            self.check(which, *id)?;
        }
        pending.extend(made);
        self.members[which].batch = Some((number, pending));
        filled.map_or_else(|error| self.check_refusal(which, &error), |_| Ok(()))
    }

    fn happen(&mut self, Step { ms, ahead, stalled, action }: Step) -> Result<(), TestCaseError> {
        self.now += ms;
        self.ahead = ahead.unwrap_or(self.ahead);
        let requester = |index: Index, world: &Self| recent(index, &world.members, can_request);
        if let (true, Action::Next(index) | Action::Lend(index, _) | Action::Fill(index, _)) =
            (stalled, &action)
            && let Some(which) = requester(*index, self)
        {
            let now = self.reading(which);
            self.generator(which).stall(now);
        }
        match action {
            Action::Take { process, seat, options, ms } => self.take(process, seat, options, ms),
            Action::Open { process, wide, node, range: (first, last), options } => {
                let format = if wide { self.setup.format(0, 6) } else { self.setup.usual() };
                let mut given = options.given(self.setup);
                given.push(("sequenceRange", range(first, last)));
                given.extend((!wide).then(|| ("node", node.into())));
                if let Ok(handle) = self.processes[process].open(&format, &given, false) {
                    self.members.push(Member { process, handle, options, lease: None, batch: None });
                }
            }
            Action::Extend(index, ms) => {
                recent(index, &self.members, is_open_lease)
                    .into_iter()
                    .for_each(|which| self.extend(which, ms));
            }
            Action::Suspend(index) => {
                if let Some(which) = recent(index, &self.members, is_open_lease) {
                    let Member { process, lease, .. } = &self.members[which];
                    let seat = lease.as_ref().unwrap().lease.seat;
                    self.processes[*process].handles.seat(seat).unwrap().move_window(0, 0);
                }
            }
            Action::End(index, heard) => {
                if let Some(which) = recent(index, &self.members, is_open_lease) {
                    self.end(which, heard)?;
                }
            }
            Action::Next(index) => {
                if let Some(which) = requester(index, self) {
                    self.next(which)?;
                }
            }
            Action::Lend(index, before) => {
                if let Some(which) = requester(index, self) {
                    self.lend(which, before)?;
                }
            }
            Action::Use(index, count) => {
                if let Some(at) = recent(index, &self.loans, |loan| loan.is_open) {
                    self.use_loan(at, count)?;
                }
            }
            Action::Return(index) => {
                if let Some(at) = recent(index, &self.loans, |loan| loan.is_open) {
                    self.loans[at].is_open = false;
                    let Loan { lender, serial, count, used, .. } = self.loans[at];
                    self.generator(lender).give_back(serial, count - used);
                }
            }
            Action::Begin(index) => {
                if let Some(which) = requester(index, self) {
                    self.complete_batch(which)?;
                    let number = self.generator(which).begin_batch();
                    self.members[which].batch = Some((number, Vec::new()));
                }
            }
            Action::Fill(index, want) => {
                if let Some(which) = requester(index, self) {
                    self.fill(which, want)?;
                }
            }
            // Also after the end of a lease.
            Action::Cancel(index) => {
                if let Some(which) = recent(index, &self.members, |member| member.batch.is_some()) {
                    let (number, _) = self.members[which].batch.take().unwrap();
                    self.generator(which).cancel_batch(number);
                }
            }
        }
        Ok(())
    }

    /// All that is outstanding is handed out.
    fn finish(&mut self) -> Result<(), TestCaseError> {
        for which in 0..self.members.len() {
            self.complete_batch(which)?;
        }
        for at in 0..self.loans.len() {
            self.use_loan(at, u32::MAX)?;
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_id_is_made_twice_in_a_space_nor_outside_of_the_windows_of_its_seat(
        setup in setups(),
        steps in prop::collection::vec(steps(), 50..300),
    ) {
        let mut world = World::new(setup);
        for step in steps {
            world.happen(step)?;
        }
        world.finish()?;
    }
}
