//! Lent runs are outstanding while other generators of the pool grant and lend. The generators have one identity or rival
//! identities. Runs are returned in any order. Snapshots are restored in between, also those of another process.

use std::collections::{BTreeMap, HashSet};

use flakekit::layout::Kind;
use flakekit::sequencer::Run;
use flakekit::{Code, Generator, Identities, NextError};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::loan::Loan;
use crate::support::trial::{Setup, setups};
use crate::support::{Given, NOW, no_random, range, snapshot, try_generator};

/// Generators of one identity share one counter.
type Identity = (bool, (u64, u64), &'static str);

/// The options of a generator.
#[derive(Debug, Clone)]
struct Options {
    /// Whether its sequence covers the bits of the other generators' nodes.
    wide: bool,
    range: (u64, u64),
    start: &'static str,
    on_rollback: Option<&'static str>,
    on_exhausted: &'static str,
    max_lead: u64,
}

impl Options {
    fn identity(&self) -> Identity {
        (self.wide, self.range, self.start)
    }

    /// A generator with these options. `None` if it would be a rival where there are two timelines.
    fn open(&self, setup: Setup, saved: Option<Given>, identities: &mut Identities) -> Option<Generator> {
        let format = if self.wide { setup.format(0, 8) } else { setup.format(2, 6) };
        let usual = if setup.toggles { "toggle" } else { "lead" };
        let mut options = vec![
            ("sequenceRange", range(self.range.0, self.range.1)),
            ("sequence", self.start.into()),
            ("onRollback", self.on_rollback.unwrap_or(usual).into()),
            ("onExhausted", self.on_exhausted.into()),
            ("maxLead", self.max_lead.into()),
        ];
        options.extend((!self.wide).then(|| ("node", 1.into())));
        options.extend(saved.map(|saved| ("snapshot", saved)));
        let opened = try_generator(&format, &options, Some(identities));
        if let Err(error) = &opened {
            assert!(setup.toggles && error.code() == Code::InvalidOption, "{error}");
        }
        opened.ok()
    }
}

prop_compose! {
    fn options()(
        wide in prop::bool::weighted(0.15),
        range in select(vec![(0, 40), (0, 40), (0, 7), (30, 50), (41, 63), (3, 3)]),
        start in select(vec!["reset", "reset", "rolling", "random"]),
        on_rollback in select(vec![None, None, Some("lead"), Some("wait"), Some("throw")]),
        on_exhausted in select(vec!["wait", "lead", "throw"]),
        max_lead in 0u64..40,
    ) -> Options {
        Options { wide, range, start, on_rollback, on_exhausted, max_lead }
    }
}

/// What happens, after the clock has moved.
#[derive(Debug, Clone)]
enum Action {
    Next,
    /// A run is lent. The number is the length of the caller's last run.
    Lend(u32),
    /// Up to n IDs of an outstanding run are handed out.
    Use(Index, u32),
    /// The clock advances by so many ms, and an outstanding run is moved to its tick, where it has up to n IDs.
    Move(Index, u32, u32),
    /// The rest of a run is returned. It may be an older run of the generator, or one that was returned before.
    Return(Index),
    Save,
    /// One of the latest snapshots is restored, whichever process it is from.
    Restore(Index),
}

/// How often the actions with lent runs and the ones with snapshots are taken.
#[derive(Clone, Copy)]
struct Mix {
    loans: u32,
    snapshots: u32,
}

fn actions(mix: Mix) -> impl Strategy<Value = Action> {
    let index = any::<Index>;
    prop_oneof![
        5 => Just(Action::Next),
        mix.loans => select(vec![0, 1, 4, 16, 64]).prop_map(Action::Lend),
        mix.loans => (index(), 1u32..20).prop_map(|(loan, count)| Action::Use(loan, count)),
        mix.loans => (index(), 1u32..20, 1u32..20).prop_map(|(loan, ms, count)| Action::Move(loan, ms, count)),
        mix.loans => index().prop_map(Action::Return),
        mix.snapshots => Just(Action::Save),
        mix.snapshots => index().prop_map(Action::Restore),
    ]
}

#[derive(Debug, Clone)]
struct Step {
    /// Whether it happens in the second process, if there are two.
    second: bool,
    /// By how much the clock moves before.
    ms: i32,
    /// The generator.
    which: Index,
    /// Whether the generator is told that the clock stands still.
    stalled: bool,
    /// Whether snapshots are compared before and after. Taking one returns the run that the generator itself holds.
    watched: bool,
    action: Action,
}

prop_compose! {
    fn step(mix: Mix)(
        second in any::<bool>(),
        ms in prop_oneof![24 => Just(0), 3 => 1i32..9, 2 => -30i32..30, 1 => Just(20_000)],
        which in any::<Index>(),
        stalled in prop::bool::weighted(0.2),
        watched in prop::bool::weighted(0.3),
        action in actions(mix),
    ) -> Step {
        Step { second, ms, which, stalled, watched, action }
    }
}

/// The place of one of the last 4.
fn recent<T>(index: Index, all: &[T]) -> Option<usize> {
    let last = all.len().min(4);
    (last > 0).then(|| all.len() - last + index.index(last))
}

/// A generator of the pool.
struct Member {
    ids: Generator,
    options: Options,
    /// The place of the loan that its last request has got.
    latest: Option<usize>,
    stalled_at: Option<i64>,
    /// The last ID of each timeline.
    last: [Option<u128>; 2],
}

impl Member {
    fn new(ids: Generator, options: &Options) -> Self {
        Self { ids, options: options.clone(), latest: None, stalled_at: None, last: [None; 2] }
    }

    fn field(&self, kind: Kind, id: u128) -> u64 {
        self.ids.format().layout().place(kind).read(id)
    }

    /// Notes an ID that is the generator's newest one.
    fn increases(&mut self, id: u128) -> bool {
        let timeline = self.field(Kind::Toggle, id) as usize;
        let last = self.last[timeline].replace(id);
        self.options.start != "reset" || last.is_none_or(|last| last < id)
    }

    /// Whether the ID's sequence number and its lead are allowed at this reading.
    fn allows(&self, id: u128, now: i64, tick_ms: u64) -> bool {
        let (first, last) = self.options.range;
        let lead = self.field(Kind::Time, id).saturating_sub(self.ids.tick(now).unwrap());
        (first..=last).contains(&self.field(Kind::Sequence, id)) && lead * tick_ms <= self.options.max_lead
    }

    /// Whether the refusal fits the clock: a stalled request never waits, others are never refused for a stall.
    fn may_refuse(&self, error: &NextError, now: i64) -> bool {
        let stalled = self.stalled_at == Some(now);
        match error {
            NextError::Wait(..) => !stalled,
            NextError::Error(error) => stalled || error.code() != Code::ClockStalled,
        }
    }
}

/// A snapshot, and every ID that it says is used.
struct Saved {
    options: Options,
    numbers: Given,
    used: HashSet<u128>,
}

/// The generators of a process and its clock's reading.
struct Process {
    setup: Setup,
    identities: Identities,
    members: Vec<Member>,
    now: i64,
    loans: Vec<Loan>,
    made: HashSet<u128>,
    made_by: BTreeMap<Identity, HashSet<u128>>,
}

impl Process {
    fn new(setup: Setup, all: &[Options]) -> Self {
        let mut identities = Identities::new();
        let open =
            |options: &Options| Some(Member::new(options.open(setup, None, &mut identities)?, options));
        let members = all.iter().filter_map(open).collect();
        let (made, made_by) = (HashSet::new(), BTreeMap::new());
        Self { setup, identities, members, now: NOW, loans: Vec::new(), made, made_by }
    }

    fn hand_out(&mut self, which: usize, id: u128) -> Result<(), TestCaseError> {
        prop_assert!(self.made.insert(id), "{id} was handed out twice");
        self.made_by.entry(self.members[which].options.identity()).or_default().insert(id);
        Ok(())
    }

    /// Whether the generator has rivals. A refused request of such a generator may retire the ticks of its rivals.
    fn has_rivals(&self, which: usize) -> bool {
        let own = self.members[which].options.identity();
        self.members.iter().any(|other| {
            let other = other.options.identity();
            other != own && (other.0 != own.0 || other.1.0 <= own.1.1 && own.1.0 <= other.1.1)
        })
    }

    /// Makes an ID and hands it out. If `before` is given, lends a run instead.
    fn request(&mut self, which: usize, before: Option<u32>, watched: bool) -> Result<(), TestCaseError> {
        let watched = watched && !self.has_rivals(which);
        let (now, tick_ms) = (self.now, self.setup.tick_ms);
        let member = &mut self.members[which];
        member.latest = None;
        let saved = watched.then(|| member.ids.saved());
        let granted = match before {
            Some(before) => member.ids.lend(now, before, 0, no_random),
            None => member.ids.next(now).map(|id| (id, Run { count: 1, ..Run::default() })),
        };
        let loan = match granted {
            Ok(granted) => Loan::new(which, granted, member.ids.step()),
            Err(error) => {
                prop_assert!(member.may_refuse(&error, now), "{error:?}");
                prop_assert!(saved.is_none_or(|saved| saved == member.ids.saved()), "{error:?}");
                return Ok(());
            }
        };
        for id in loan.ends() {
            prop_assert!(member.allows(id, now, tick_ms), "{id} is out of range or leads too far");
        }
        member.latest = Some(self.loans.len());
        self.loans.push(loan);
        if before.is_none() {
            self.use_loan(self.loans.len() - 1, 1)?;
            self.loans.pop();
        }
        Ok(())
    }

    fn use_loan(&mut self, at: usize, count: u32) -> Result<(), TestCaseError> {
        for _ in 0..count {
            let Some(id) = self.loans[at].hand_out() else { break };
            let which = self.loans[at].lender;
            if self.members[which].latest == Some(at) {
                prop_assert!(self.members[which].increases(id), "{id} is not larger than the last ID");
            }
            self.hand_out(which, id)?;
        }
        Ok(())
    }

    fn move_loan(&mut self, at: usize, count: u32) -> Result<(), TestCaseError> {
        let (loan, now, tick_ms) = (&mut self.loans[at], self.now, self.setup.tick_ms);
        let member = &self.members[loan.lender];
        if loan.move_to(now, count, &member.ids) {
            for id in loan.ends() {
                prop_assert!(member.allows(id, now, tick_ms), "{id} is out of range or leads too far");
            }
        }
        Ok(())
    }

    fn save(&mut self, which: usize) -> Saved {
        let member = &mut self.members[which];
        let (options, numbers) = (member.options.clone(), snapshot(&mut member.ids, self.now));
        let identity = options.identity();
        let mut used = self.made_by.get(&identity).cloned().unwrap_or_default();
        let of_identity =
            |loan: &&Loan| loan.is_open && self.members[loan.lender].options.identity() == identity;
        used.extend(self.loans.iter().filter(of_identity).flat_map(Loan::unused));
        Saved { options, numbers, used }
    }

    /// Opens one more generator, from a snapshot. No ID of an earlier run is handed out any more.
    fn restore(&mut self, saved: &Saved) {
        self.loans.iter_mut().for_each(|loan| loan.is_open = false);
        let ids = saved.options.open(self.setup, Some(saved.numbers), &mut self.identities);
        self.members.push(Member::new(ids.unwrap(), &saved.options));
        self.made.extend(&saved.used);
        self.made_by.entry(saved.options.identity()).or_default().extend(&saved.used);
    }

    fn step(&mut self, step: &Step, snapshots: &mut Vec<Saved>) -> Result<(), TestCaseError> {
        let which = step.which.index(self.members.len());
        if step.stalled {
            self.members[which].ids.stall(self.now);
            self.members[which].stalled_at = Some(self.now);
        }
        match &step.action {
            Action::Next => self.request(which, None, step.watched)?,
            Action::Lend(before) => self.request(which, Some(*before), step.watched)?,
            Action::Use(loan, count) => {
                if let Some(at) = recent(*loan, &self.loans) {
                    self.use_loan(at, *count)?;
                }
            }
            Action::Move(loan, ms, count) => {
                self.now += i64::from(*ms);
                if let Some(at) = recent(*loan, &self.loans) {
                    self.move_loan(at, *count)?;
                }
            }
            Action::Return(loan) => {
                if let Some(at) = recent(*loan, &self.loans) {
                    let lender = self.loans[at].lender;
                    self.loans[at].give_back(&mut self.members[lender].ids);
                }
            }
            Action::Save => snapshots.push(self.save(which)),
            Action::Restore(saved) => {
                recent(*saved, snapshots).into_iter().for_each(|at| self.restore(&snapshots[at]));
            }
        }
        Ok(())
    }

    /// All runs that are still outstanding are used. Then the clock is past everything, and all generators go on.
    fn finish(&mut self) -> Result<(), TestCaseError> {
        for at in 0..self.loans.len() {
            self.use_loan(at, u32::MAX)?;
        }
        self.now += 4_000_000;
        for which in 0..self.members.len() {
            self.now += 100;
            let id = self.members[which].ids.next(self.now);
            prop_assert!(id.is_ok(), "{id:?}");
            self.hand_out(which, id.unwrap())?;
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_id_is_handed_out_twice_while_lent_runs_are_outstanding(
        setup in setups(&[1, 4]),
        options in prop::collection::vec(options(), 1..4),
        steps in prop::collection::vec(step(Mix { loans: 5, snapshots: 0 }), 1..60),
    ) {
        let mut process = Process::new(setup, &options);
        for step in &steps {
            process.now += i64::from(step.ms);
            process.step(step, &mut Vec::new())?;
        }
        process.finish()?;
    }

    #[test]
    fn a_snapshot_repeats_nothing_of_its_process_nor_of_the_one_where_it_is_restored(
        setup in setups(&[1, 4]),
        options in prop::collection::vec(options(), 1..4),
        ahead in prop_oneof![2 => Just(0), 1 => -8i64..8],
        steps in prop::collection::vec(step(Mix { loans: 2, snapshots: 3 }), 1..60),
    ) {
        let mut processes = [Process::new(setup, &options), Process::new(setup, &options)];
        let (mut snapshots, mut now) = (Vec::new(), NOW);
        for step in &steps {
            now += i64::from(step.ms);
            let process = &mut processes[usize::from(step.second)];
            process.now = if step.second { now + ahead } else { now };
            process.step(step, &mut snapshots)?;
        }
        for process in &mut processes {
            process.now = now;
            process.finish()?;
        }
    }
}
