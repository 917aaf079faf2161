//! The sequencer against a naive model that remembers every number ever granted. Clocks step, jump and stall, policies
//! differ from request to request, and runs are outstanding while others are granted.

use std::collections::{BTreeMap, BTreeSet};

use flakekit::sequencer::{GrantError, OnExhausted, OnRollback, Policy, Run, Sequencer, Start, WaitCause};
use proptest::prelude::*;

use crate::support::grants::move_run;

const EVER: (u64, u64) = (0, u64::MAX);

#[expect(clippy::unnecessary_wraps, reason = "the signature of a source that may have none")]
fn entropy() -> Option<u32> {
    Some(0xDEAD_BEEF)
}

/// Remembers every number granted, and finds the next by looking.
#[derive(Default)]
struct Model {
    /// The ticks and numbers of each timeline.
    granted: [BTreeMap<u64, BTreeSet<u32>>; 2],
    /// Whether it is in the second timeline.
    toggle: bool,
    /// The latest reading since it came into this timeline.
    seen: u64,
    /// The number after the last one, for rolling sequences.
    cursor: u32,
    /// The window of the lease, if there is one.
    window: Option<(u64, u64)>,
}

impl Model {
    /// The one number that a caller who wants one must be granted.
    fn expect(
        &self,
        clock: u64,
        range: (u32, u32),
        start: Start,
        policy: &Policy,
        stalled: bool,
    ) -> Result<(u64, u32, bool), GrantError> {
        let wait = |until, cause| {
            Err(if stalled { GrantError::Stalled(cause) } else { GrantError::Wait { until, cause } })
        };
        let [own, other] = [self.toggle, !self.toggle].map(|toggle| &self.granted[usize::from(toggle)]);
        let (lowest, highest) = self.window.unwrap_or(EVER);
        if clock > highest {
            return self.expect_rest(clock, range, start, policy);
        }
        let none = BTreeSet::new();
        let (last, numbers, is_new) = match own.last_key_value() {
            Some((&last, numbers)) if clock.max(lowest) <= last => (last, numbers, false),
            _ if clock >= lowest => return Ok((clock, self.start(range, start), self.toggle)),
            _ => (lowest, &none, true),
        };
        if clock < self.seen {
            let safe = other.last_key_value().map_or(0, |(last, _)| *last);
            match policy.on_rollback {
                OnRollback::Throw => return Err(GrantError::Behind { by: self.seen - clock }),
                OnRollback::Wait => return wait(self.seen, WaitCause::Rollback),
                OnRollback::Toggle if clock < lowest => {}
                OnRollback::Toggle if clock > safe => {
                    return Ok((clock, self.start(range, start), !self.toggle));
                }
                OnRollback::Toggle => return wait(self.seen.min(safe + 1), WaitCause::Rollback),
                OnRollback::Lead => {}
            }
        }
        let free = |n: &u32| !numbers.contains(n);
        let (min, max) = range;
        let candidate = match (self.cursor..=max).find(free).or_else(|| (min..self.cursor).find(free)) {
            _ if is_new => (last, self.start(range, start)),
            Some(number) => (last, number),
            None if clock < last
                && policy.on_rollback == OnRollback::Lead
                && (clock >= lowest || clock < self.seen) =>
            {
                (last + 1, self.start(range, start))
            }
            None => match policy.on_exhausted {
                OnExhausted::Lead => (last + 1, self.start(range, start)),
                OnExhausted::Throw => return Err(GrantError::Exhausted),
                OnExhausted::Wait if stalled && policy.leads_when_stalled => {
                    (last + 1, self.start(range, start))
                }
                OnExhausted::Wait => return wait(last + 1, WaitCause::Exhausted),
            },
        };
        if candidate.0 > highest {
            return Err(GrantError::Expired);
        }
        if candidate.0 - clock > policy.max_lead {
            let cause = if is_new { WaitCause::Window } else { WaitCause::MaxLead };
            return wait(candidate.0 - policy.max_lead, cause);
        }
        Ok((candidate.0, candidate.1, self.toggle))
    }

    /// As [`Model::expect`], when the clock is after the window.
    fn expect_rest(
        &self,
        clock: u64,
        range: (u32, u32),
        start: Start,
        policy: &Policy,
    ) -> Result<(u64, u32, bool), GrantError> {
        let (lowest, highest) = self.window.unwrap_or(EVER);
        let granted = &self.granted[usize::from(self.toggle)];
        let last = granted.last_key_value().map_or(0, |(last, _)| *last);
        for tick in lowest.max(clock.saturating_sub(policy.max_lag)).max(last)..=highest {
            let Some(numbers) = granted.get(&tick) else {
                return Ok((tick, self.start(range, start), self.toggle));
            };
            let free = |n: &u32| !numbers.contains(n);
            let (min, max) = range;
            if let Some(number) = (self.cursor..=max).find(free).or_else(|| (min..self.cursor).find(free)) {
                return Ok((tick, number, self.toggle));
            }
        }
        Err(GrantError::Expired)
    }

    /// How many numbers the window has left from a reading of the clock on.
    fn left_in_window(&self, clock: u64, range: (u32, u32), policy: &Policy) -> u64 {
        let (lowest, highest) = self.window.unwrap_or(EVER);
        let granted = &self.granted[usize::from(self.toggle)];
        let last = granted.last_key_value().map_or(0, |(last, _)| *last);
        let free = |tick| {
            let used = granted.get(&tick).map_or(0, BTreeSet::len) as u64;
            u64::from(range.1 - range.0) + 1 - used
        };
        let earliest = if clock > highest { clock.saturating_sub(policy.max_lag) } else { clock };
        (lowest.max(earliest).max(last)..=highest).map(free).sum()
    }

    fn start(&self, (min, max): (u32, u32), start: Start) -> u32 {
        let cursor = if (min..=max).contains(&self.cursor) { self.cursor } else { min };
        match start {
            Start::Rolling => cursor,
            Start::Reset { threshold } if cursor < threshold => cursor,
            Start::Reset { .. } => min,
            Start::Random => min + (u64::from(entropy().unwrap()) % u64::from(max - min + 1)) as u32,
        }
    }

    fn take(&mut self, clock: u64, run: Run, range: (u32, u32)) {
        let seen = clock.min(run.tick);
        self.seen = if run.toggle == self.toggle { self.seen.max(seen) } else { seen };
        self.toggle = run.toggle;
        let granted = self.granted[usize::from(run.toggle)].entry(run.tick).or_default();
        for number in run.first..run.first + run.count {
            assert!((range.0..=range.1).contains(&number), "{number} is out of range");
            assert!(granted.insert(number), "granted twice: {run:?}");
            self.cursor = if number == range.1 { range.0 } else { number + 1 };
        }
    }

    fn give_back(&mut self, run: Run, unused: u32) {
        let granted = self.granted[usize::from(run.toggle)].get_mut(&run.tick).unwrap();
        for number in run.first + (run.count - unused)..run.first + run.count {
            assert!(granted.remove(&number));
        }
        if unused > 0 {
            self.cursor = run.first + (run.count - unused);
        }
    }
}

/// A run is moved by so many ticks, where it has up to `count` numbers. Before, its last numbers were not used.
#[derive(Debug, Clone, Copy)]
struct RunMove {
    ticks: u64,
    count: u32,
    unused: u32,
}

prop_compose! {
    fn run_move()(ticks in 1u64..30, count in 1u32..10, unused in 0u32..4) -> RunMove {
        RunMove { ticks, count, unused }
    }
}

/// What happens to a run.
#[derive(Debug, Clone, Copy)]
enum Fate {
    /// Its last n numbers are returned at once.
    PutBack(u32),
    /// All of it is used.
    Used,
    /// It is outstanding. It is moved several times; then a later request returns its last n numbers.
    Lent(u32, [Option<RunMove>; 3]),
}

fn fates() -> impl Strategy<Value = Fate> {
    let moves = prop::option::of(run_move());
    prop_oneof![
        3 => (0u32..10).prop_map(Fate::PutBack),
        1 => Just(Fate::Used),
        4 => (0u32..10, prop::array::uniform3(moves)).prop_map(|(unused, moves)| Fate::Lent(unused, moves)),
    ]
}

/// What happens to the clock before a request.
#[derive(Debug, Clone)]
enum Move {
    Stall,
    Step(u64),
    Jump(i64),
    YearsAhead,
}

impl Move {
    fn applied(&self, clock: u64) -> u64 {
        match self {
            Self::Stall => clock,
            Self::Step(ticks) => clock + ticks,
            Self::Jump(ticks) => clock.saturating_add_signed(*ticks),
            Self::YearsAhead => clock + 100_000_000_000,
        }
    }
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        4 => Just(Move::Stall),
        4 => (1u64..4).prop_map(Move::Step),
        2 => (-60i64..60).prop_map(Move::Jump),
        1 => Just(Move::YearsAhead),
    ]
}

fn policies() -> impl Strategy<Value = Policy> {
    let on_rollback = prop::sample::select(OnRollback::ALL.to_vec());
    let on_exhausted = prop::sample::select(OnExhausted::ALL.to_vec());
    (on_rollback, on_exhausted, any::<bool>(), 0u64..50, 0u64..50).prop_map(
        |(on_rollback, on_exhausted, leads_when_stalled, max_lead, max_lag)| Policy {
            on_rollback,
            on_exhausted,
            leads_when_stalled,
            max_lead,
            max_lag,
            ..Policy::standard(1)
        },
    )
}

/// The policies of generators that share one sequencer. Each request has one of them.
fn shared_policies() -> impl Strategy<Value = Vec<Policy>> {
    prop::collection::vec(policies(), 1..4)
}

/// A request of one of the generators.
#[derive(Debug, Clone)]
struct Request {
    movement: Move,
    want: u32,
    policy: prop::sample::Index,
    stalled: bool,
    /// Whether states are compared before and after.
    watched: bool,
    fate: Fate,
    /// The outstanding run that is returned before the request.
    returned: Option<prop::sample::Index>,
    /// How the window of the lease moves before the request.
    window: Option<WindowMove>,
}

/// How a window moves.
#[derive(Debug, Clone, Copy)]
enum WindowMove {
    /// Its end moves on, as by an extension.
    Extend(u64),
    /// It begins anew near the clock, before or after it, as after a loss. Ticks of an earlier window that are in
    /// it stay used.
    Begin(i64, u64),
    /// It ends at once, as by a release.
    Close,
}

impl WindowMove {
    fn applied(self, window: Option<(u64, u64)>, clock: u64) -> (u64, u64) {
        match (self, window) {
            (Self::Extend(ticks), Some((first, last))) => (first, last + ticks),
            (Self::Extend(ticks), None) => (clock, clock + ticks),
            (Self::Begin(distance, ticks), _) => {
                let first = clock.saturating_add_signed(distance);
                (first, first.saturating_add(ticks))
            }
            (Self::Close, _) => (1, 0),
        }
    }
}

fn window_moves() -> impl Strategy<Value = WindowMove> {
    prop_oneof![
        5 => (0u64..30).prop_map(WindowMove::Extend),
        4 => (-40i64..40, 0u64..60).prop_map(|(distance, ticks)| WindowMove::Begin(distance, ticks)),
        1 => Just(WindowMove::Close),
    ]
}

/// Requests; those of a lease move its window.
fn requests(most: usize, is_leased: bool) -> impl Strategy<Value = Vec<Request>> {
    let index = any::<prop::sample::Index>;
    let (stalled, watched) = (prop::bool::weighted(0.3), any::<bool>());
    let window = prop::option::weighted(0.2, window_moves());
    let request = (moves(), 1u32..10, index(), stalled, watched, fates(), prop::option::of(index()), window);
    prop::collection::vec(request, 1..most).prop_map(move |requests| {
        requests
            .into_iter()
            .map(|(movement, want, policy, stalled, watched, fate, returned, window)| Request {
                movement,
                want,
                policy,
                stalled,
                watched,
                fate,
                returned,
                window: window.filter(|_| is_leased),
            })
            .collect()
    })
}

fn starts() -> impl Strategy<Value = Start> {
    prop_oneof![
        3 => Just(Start::Reset { threshold: 0 }),
        1 => (1u32..8).prop_map(|threshold| Start::Reset { threshold }),
        2 => Just(Start::Rolling),
        2 => Just(Start::Random),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_sequencer_agrees_with_a_model_that_remembers_everything(
        range in (0u32..6, 0u32..12).prop_map(|(min, more)| (min, min + more)),
        start in starts(),
        policies in shared_policies(),
        requests in any::<bool>().prop_flat_map(|is_leased| requests(120, is_leased)),
    ) {
        let sequencer = Sequencer::new(range, start, EVER);
        let mut model = Model { cursor: range.0, ..Model::default() };
        let (mut clock, mut last) = (1_000u64, [None::<Run>; 2]);
        // Outstanding runs, each with how many of it are unused; and the latest run that was not returned.
        let (mut lent, mut latest) = (Vec::new(), None);
        for Request { movement, want, policy, stalled, watched, fate, returned, window } in requests {
            clock = movement.applied(clock);
            if let Some(window) = window {
                let (first, last) = window.applied(model.window, clock);
                model.window = Some((first, last));
                sequencer.move_window(first, last);
            }
            if let Some(index) = returned && !lent.is_empty() {
                let (run, unused) = lent.swap_remove(index.index(lent.len()));
                let before = watched.then(|| sequencer.state());
                sequencer.take_back(&run, unused);
                if latest.take_if(|latest| *latest == run).is_some() {
                    model.give_back(run, unused);
                } else if let Some(before) = before {
                    prop_assert_eq!(sequencer.state(), before);
                }
            }
            let policy = policy.get(&policies);
            let expected = model.expect(clock, range, start, policy, stalled);
            if watched && model.window.is_some() {
                let left = model.left_in_window(clock, range, policy);
                prop_assert_eq!(sequencer.left_in_window(clock, policy), left);
            }
            let before = watched.then(|| sequencer.state());
            let granted = sequencer.grant(clock, want, policy, stalled, entropy);
            prop_assert_eq!(granted.map(|run| (run.tick, run.first, run.toggle)), expected);
            let Ok(mut run) = granted else {
                prop_assert!(before.is_none_or(|before| before == sequencer.state()));
                continue;
            };
            prop_assert!(run.count >= 1 && run.count <= want);
            let last = &mut last[usize::from(run.toggle)];
            prop_assert!(last.is_none_or(|last| last.tick <= run.tick), "the tick went back");
            prop_assert!(run.tick - clock.min(run.tick) <= policy.max_lead, "the lead is too large");
            if let Some((first, last)) = model.window {
                prop_assert!((first..=last).contains(&run.tick), "the tick is outside of the window");
                prop_assert!(clock - clock.min(run.tick) <= policy.max_lag, "the lag is too large");
            }
            model.take(clock, run, range);
            latest = Some(run);
            match fate {
                Fate::PutBack(unused) => {
                    let unused = unused.min(run.count);
                    sequencer.take_back(&run, unused);
                    model.give_back(run, unused);
                    latest = None;
                }
                Fate::Used => {}
                Fate::Lent(unused, moves) => {
                    sequencer.permit_moves(&run);
                    let granted = run;
                    for RunMove { ticks, count, unused } in moves.into_iter().flatten() {
                        clock = clock.max(run.tick) + ticks;
                        let unused = unused.min(run.count);
                        let (movement, next) = ((clock - granted.tick, count.min(run.count)), run.first + run.count - unused);
                        let moved = move_run(sequencer.permit(), &granted, movement, next, range.0);
                        let is_inside = model.window.is_none_or(|(_, last)| clock <= last);
                        let is_near = clock - granted.tick <= 1 << 20;
                        let is_known = matches!(start, Start::Reset { threshold: 0 } | Start::Rolling);
                        prop_assert_eq!(moved.is_some(), is_known && is_inside && is_near);
                        let Some(moved) = moved else { break };
                        // As if its last numbers had been returned, and it had been granted.
                        model.give_back(run, unused);
                        let expected = model.expect(clock, range, start, policy, false);
                        prop_assert_eq!(Ok((moved.tick, moved.first, moved.toggle)), expected);
                        model.take(clock, moved, range);
                        run = moved;
                    }
                    latest = Some(run);
                    lent.push((run, unused.min(run.count)));
                }
            }
            *last = Some(run);
        }
    }

    #[test]
    fn a_snapshot_resumed_under_any_clock_repeats_nothing(
        start in starts(),
        policies in shared_policies(),
        before in requests(40, false),
        after in requests(40, false),
    ) {
        let range = (0, 9);
        let first = Sequencer::new(range, start, EVER);
        let mut model = Model::default();
        let mut clock = 1_000_000u64;
        let mut ask = |sequencer: &Sequencer, Request { movement, want, policy, stalled, fate, .. }: Request| {
            clock = movement.applied(clock);
            if let Ok(run) = sequencer.grant(clock, want, policy.get(&policies), stalled, entropy) {
                model.take(clock, run, range);
                if let Fate::PutBack(unused) = fate {
                    let unused = unused.min(run.count);
                    sequencer.take_back(&run, unused);
                    model.give_back(run, unused);
                }
            }
        };
        before.into_iter().for_each(|request| ask(&first, request));
        let second = Sequencer::new(range, start, EVER);
        prop_assert!(first.state().is_none_or(|state| second.resume(state).is_some()));
        after.into_iter().for_each(|request| ask(&second, request));
    }
}
