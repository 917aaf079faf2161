//! A sequencer against the model. Clocks step, jump and stall, policies differ from request to request, and runs are kept ready,
//! taken back, or used.

use flakekit::sequencer::{Base, OnExhausted, OnRollback, Policy, Run, Sequencer, Start, State};
use proptest::prelude::*;
use proptest::sample::select;

use super::numbers::{EVER, Model};
use crate::support::trial::trials;
use crate::support::{EPOCH, entropy};

/// The generator for which runs are kept ready.
const OWNER: u64 = 1;

/// A reading of the clock, at which single numbers are asked for.
#[derive(Debug, Clone, Copy)]
struct Reading {
    /// By how many ticks the clock moves before the reading.
    ticks: i64,
    /// The part of the tick that has passed.
    part: f64,
    count: u32,
}

fn readings() -> impl Strategy<Value = Vec<Reading>> {
    let ticks = prop_oneof![4 => Just(0), 4 => 1i64..4, 1 => -30i64..60];
    let part = select(vec![0.0, 0.0, 0.25, 0.5, 0.999]);
    let reading = (ticks, part, 1u32..8).prop_map(|(ticks, part, count)| Reading { ticks, part, count });
    prop::collection::vec(reading, 1..5)
}

/// What happens to a run.
#[derive(Debug, Clone)]
enum Fate {
    /// The last n numbers of the run are taken back at once.
    TakenBack(u32),
    /// All numbers of the run are used.
    Used,
    /// The run is kept ready, and numbers are taken one by one.
    Ready(Vec<Reading>),
}

fn fates() -> impl Strategy<Value = Fate> {
    prop_oneof![
        3 => (0u32..10).prop_map(Fate::TakenBack),
        1 => Just(Fate::Used),
        6 => readings().prop_map(Fate::Ready),
    ]
}

/// How values are made of ticks and numbers.
fn bases() -> impl Strategy<Value = Base> {
    let epochs = select(vec![EPOCH, 0, 1, -1000, -8_640_000_000_000_000]);
    let shifts = select(vec![(22, 0), (0, 53), (41, 0), (41, 24), (63, 40), (64, 0)]);
    (epochs, select(vec![1, 3, 4, 10, 1000]), shifts).prop_map(|(epoch, unit, (time, sequence))| Base {
        epoch,
        unit,
        value: 0,
        until: u64::MAX,
        time,
        sequence,
        is_random: false,
    })
}

/// The tick of a reading.
fn tick_of(base: &Base, now: f64) -> u64 {
    (now.floor() as i64 - base.epoch) as u64 / base.unit
}

/// The tick and the number of a value, whose ticks and numbers have up to 40 and 11 bits.
fn parts_of(base: &Base, value: u128) -> (u64, u32) {
    ((value >> base.time) as u64 & ((1 << 53) - 1), (value >> base.sequence) as u32 & 2047)
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
    /// How the window of the lease moves before the request.
    window: Option<WindowMove>,
}

/// How a window moves.
#[derive(Debug, Clone, Copy)]
enum WindowMove {
    /// The end of the window moves on, as by an extension.
    Extend(u64),
    /// The window begins anew near the clock, before or after it, as after a loss. Its ticks that were in an
    /// earlier window stay used.
    Begin(i64, u64),
    /// The window ends at once, as by a release.
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
    let request = (moves(), 1u32..10, index(), stalled, watched, fates(), window);
    prop::collection::vec(request, 1..most).prop_map(move |requests| {
        requests
            .into_iter()
            .map(|(movement, want, policy, stalled, watched, fate, window)| Request {
                movement,
                want,
                policy,
                stalled,
                watched,
                fate,
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

/// The state. Its count of timelines is reduced to the number of the present timeline.
fn state(sequencer: &Sequencer) -> Option<State> {
    sequencer.state().map(|state| State { drifts: state.drifts % 2, ..state })
}

/// A sequencer and its model.
struct Pair {
    sequencer: Sequencer,
    model: Model,
    range: (u32, u32),
    start: Start,
    base: Base,
    clock: u64,
}

impl Pair {
    /// Asks for single numbers, as long as they are ready. Returns the last number.
    fn take_ready(&mut self, run: &Run, readings: &[Reading], policy: &Policy) -> Result<Run, TestCaseError> {
        let Self { sequencer, model, base, range, .. } = self;
        sequencer.keep_ready(OWNER, run, self.clock, base);
        let is_known =
            run.tick == self.clock && matches!(self.start, Start::Reset { threshold: 0 } | Start::Rolling);
        let (mut begun, mut left, mut last) = (self.clock, run.count, *run);
        for Reading { ticks, part, count } in readings {
            let clock = self.clock.saturating_add_signed(*ticks);
            let now = base.epoch as f64 + (clock as f64 + part) * base.unit as f64;
            self.clock = tick_of(base, now);
            for _ in 0..*count {
                let is_inside = model.window.is_none_or(|(_, last)| self.clock <= last);
                let begins = is_known && is_inside && self.clock > begun;
                let hot = sequencer.hot();
                let is_ready = hot.is_ready(OWNER, now) || sequencer.advance(OWNER, now);
                prop_assert_eq!(is_ready, begins || self.clock == begun && left > 0, "{}", now);
                if !is_ready {
                    break;
                }
                let (tick, number) = parts_of(base, u128::from(hot.take()) | u128::from(hot.high()) << 64);
                if begins {
                    (begun, left) = (self.clock, range.1 - number + 1);
                }
                left -= 1;
                prop_assert_eq!(Ok((tick, number, run.toggle)), model.expect(self.clock, policy, false));
                last = Run { tick, first: number, count: 1, ..*run };
                model.take(self.clock, last);
            }
        }
        Ok(last)
    }
}

proptest! {
    #![proptest_config(trials(800))]

    #[test]
    fn the_sequencer_agrees_with_a_model_that_remembers_everything(
        range in (0u32..6, 0u32..12).prop_map(|(min, more)| (min, min + more)),
        start in starts(),
        base in bases(),
        policies in shared_policies(),
        requests in any::<bool>().prop_flat_map(|is_leased| requests(120, is_leased)),
    ) {
        let (sequencer, model) = (Sequencer::new(range, start, EVER), Model::new(range, start));
        let mut pair = Pair { sequencer, model, range, start, base, clock: 1_000 };
        let mut last = [None::<u64>; 2];
        for Request { movement, want, policy, stalled, watched, fate, window } in requests {
            pair.clock = movement.applied(pair.clock);
            let Pair { sequencer, model, clock, .. } = &mut pair;
            let clock = *clock;
            if let Some(window) = window {
                let (first, last) = window.applied(model.window, clock);
                model.window = Some((first, last));
                sequencer.move_window(first, last);
            }
            let policy = policy.get(&policies);
            if watched && model.window.is_some() {
                let left = model.left_in_window(clock, policy);
                prop_assert_eq!(sequencer.left_in_window(clock, policy), left);
            }
            if watched {
                prop_assert_eq!(state(sequencer), model.state());
            }
            let expected = model.expect(clock, policy, stalled);
            let granted = sequencer.grant(clock, want, policy, stalled, entropy);
            prop_assert_eq!(granted.map(|run| (run.tick, run.first, run.toggle)), expected);
            let Ok(run) = granted else {
                prop_assert!(!watched || state(sequencer) == model.state());
                continue;
            };
            prop_assert!(run.count >= 1 && run.count <= want);
            let last = &mut last[usize::from(run.toggle)];
            prop_assert!(last.is_none_or(|last| last <= run.tick), "the tick went back");
            prop_assert!(run.tick - clock.min(run.tick) <= policy.max_lead, "the lead is too large");
            if let Some((first, last)) = model.window {
                prop_assert!((first..=last).contains(&run.tick), "the tick is outside of the window");
                prop_assert!(clock - clock.min(run.tick) <= policy.max_lag, "the lag is too large");
            }
            *last = Some(run.tick);
            match fate {
                Fate::TakenBack(unused) => {
                    let unused = unused.min(run.count);
                    model.take(clock, run);
                    sequencer.take_back(unused);
                    model.take_back(run, unused);
                }
                Fate::Used => model.take(clock, run),
                Fate::Ready(readings) => {
                    // Ready numbers count as granted in the model only when they are taken.
                    model.take(clock, run);
                    model.take_back(run, run.count);
                    *last = Some(pair.take_ready(&run, &readings, policy)?.tick);
                }
            }
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
        let mut model = Model::new(range, start);
        let mut clock = 1_000_000u64;
        let mut ask = |sequencer: &Sequencer, Request { movement, want, policy, stalled, fate, .. }: Request| {
            clock = movement.applied(clock);
            if let Ok(run) = sequencer.grant(clock, want, policy.get(&policies), stalled, entropy) {
                model.take(clock, run);
                if let Fate::TakenBack(unused) = fate {
                    let unused = unused.min(run.count);
                    sequencer.take_back(unused);
                    model.take_back(run, unused);
                }
            }
        };
        before.into_iter().for_each(|request| ask(&first, request));
        let second = Sequencer::new(range, start, EVER);
        prop_assert!(first.state().is_none_or(|state| second.resume(state).is_some()));
        after.into_iter().for_each(|request| ask(&second, request));
    }
}
