//! The two timelines of `OnRollback::Toggle` when a live generator resumes snapshots of another history.

use std::collections::BTreeSet;

use flakekit::sequencer::{OnExhausted, OnRollback, Policy, Run, Sequencer, Start, State};
use proptest::prelude::*;

const WINDOW: (u64, u64) = (0, 1 << 39);
const RANGE: (u32, u32) = (0, 3);

fn toggling(on_exhausted: OnExhausted) -> Policy {
    Policy { on_rollback: OnRollback::Toggle, on_exhausted, max_lead: 5, ..Policy::standard(1) }
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of an entropy source, which can fail")]
fn entropy() -> Option<u32> {
    Some(0x1234_5677)
}

/// A sequencer with a clock, and all numbers that it has granted.
struct Process {
    sequencer: Sequencer,
    clock: u64,
    granted: BTreeSet<(u64, bool, u32)>,
}

impl Process {
    fn new(start: Start, clock: u64) -> Self {
        Self { sequencer: Sequencer::new(RANGE, start, WINDOW), clock, granted: BTreeSet::new() }
    }

    /// Moves the clock and requests numbers. Returns the run if one of its numbers was granted before.
    fn request(&mut self, step: i64, want: u32, stalled: bool, policy: &Policy) -> Result<(), Run> {
        self.clock = self.clock.saturating_add_signed(step).clamp(1, 1 << 30);
        let Ok(run) = self.sequencer.grant(self.clock, want, policy, stalled, entropy) else { return Ok(()) };
        let mut numbers = run.first..run.first + run.count;
        if numbers.all(|number| self.granted.insert((run.tick, run.toggle, number))) {
            Ok(())
        } else {
            Err(run)
        }
    }
}

type Step = (i64, u32, bool);

fn history() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![4 => 0i64..3, 3 => -40i64..40, 1 => -400i64..400];
    prop::collection::vec((step, 1u32..6, prop::bool::weighted(0.1)), 0..40)
}

fn starts() -> impl Strategy<Value = Start> {
    prop_oneof![
        2 => Just(Start::Reset { threshold: 0 }),
        1 => Just(Start::Reset { threshold: 3 }),
        1 => Just(Start::Rolling),
        1 => Just(Start::Random),
    ]
}

fn policies() -> impl Strategy<Value = Policy> {
    prop_oneof![Just(OnExhausted::Wait), Just(OnExhausted::Lead), Just(OnExhausted::Throw)].prop_map(toggling)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_live_generator_that_resumes_a_snapshot_repeats_no_number_of_either_history(
        start in starts(),
        policy in policies(),
        clocks in (500u64..600, 500u64..600),
        own in history(),
        other in history(),
        merges in prop::collection::vec((history(), history()), 1..4),
    ) {
        let mut live = Process::new(start, clocks.0);
        let mut elsewhere = Process::new(start, clocks.1);
        for (step, want, stalled) in own {
            prop_assert_eq!(live.request(step, want, stalled, &policy), Ok(()));
        }
        for (step, want, stalled) in other {
            prop_assert_eq!(elsewhere.request(step, want, stalled, &policy), Ok(()));
        }
        for (before, after) in merges {
            for (step, want, stalled) in before {
                prop_assert_eq!(elsewhere.request(step, want, stalled, &policy), Ok(()));
            }
            if let Some(saved) = elsewhere.sequencer.state() {
                prop_assert!(live.sequencer.resume(saved).is_some());
                live.granted.extend(&elsewhere.granted);
            }
            for (step, want, stalled) in after {
                prop_assert_eq!(live.request(step, want, stalled, &policy), Ok(()));
            }
        }
    }
}

#[test]
fn a_merge_retires_each_timeline_up_to_the_last_tick_of_either_history() {
    let reset = Start::Reset { threshold: 0 };
    let policy = toggling(OnExhausted::Wait);
    // This history is in the second timeline at tick 50. Its first timeline was used up to tick 100.
    let own = State { tick: 50, seen: 50, next: 1, used: 1, safe: 100, drifts: 1 };
    // This history is in the first timeline at tick 60. Its second timeline was used up to tick 55.
    let saved = State { tick: 60, seen: 60, next: 1, used: 1, safe: 55, drifts: 2 };
    for (first, second) in [(own, saved), (saved, own)] {
        let sequencer = Sequencer::new(RANGE, reset, WINDOW);
        sequencer.resume(first).unwrap();
        sequencer.resume(second).unwrap();
        for clock in [56, 60, 70, 99, 56, 100, 101, 70, 120] {
            let Ok(run) = sequencer.grant(clock, 1, &policy, false, entropy) else { continue };
            assert!(run.tick > if run.toggle { 55 } else { 100 }, "{run:?}");
        }
        assert!(sequencer.state().unwrap().tick >= 120);
    }
}

#[test]
fn after_a_merge_a_grant_at_the_clock_uses_the_timeline_that_is_free_there() {
    let sequencer = Sequencer::new(RANGE, Start::Reset { threshold: 0 }, WINDOW);
    sequencer.resume(State { tick: 50, seen: 50, next: 1, used: 1, safe: 100, drifts: 1 }).unwrap();
    sequencer.resume(State { tick: 60, seen: 60, next: 1, used: 1, safe: 55, drifts: 2 }).unwrap();
    let run = sequencer.grant(56, 1, &toggling(OnExhausted::Wait), false, entropy);
    assert_eq!(run, Ok(Run { tick: 56, first: 0, count: 1, toggle: true }));
}
