//! The two timelines of `OnRollback::Toggle`, when snapshots of one history are restored beside another.
#![cfg(not(target_family = "wasm"))]

use std::collections::BTreeSet;

use flakekit::sequencer::{OnExhausted, OnRollback, Policy, Run, Sequencer, Start, State};
use proptest::prelude::*;

const EVER: (u64, u64) = (0, 1 << 39);
const RANGE: (u32, u32) = (0, 3);

fn toggling(on_exhausted: OnExhausted) -> Policy {
    Policy { on_rollback: OnRollback::Toggle, on_exhausted, leads_when_stalled: true, max_lead: 5 }
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a source that may have none")]
fn entropy() -> Option<u32> {
    Some(0x1234_5677)
}

/// A sequencer on a clock of its own, and everything that it has granted.
struct Process {
    sequencer: Sequencer,
    clock: u64,
    granted: BTreeSet<(u64, bool, u32)>,
}

impl Process {
    fn new(start: Start, clock: u64) -> Self {
        Self { sequencer: Sequencer::new(RANGE, start, EVER), clock, granted: BTreeSet::new() }
    }

    /// Moves the clock, asks, and notes what is granted; `Err` where any of it was granted before.
    fn ask(&mut self, step: i64, want: u32, stalled: bool, policy: &Policy) -> Result<(), Run> {
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
    fn a_snapshot_restored_beside_a_live_generator_repeats_nothing_of_either(
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
            prop_assert_eq!(live.ask(step, want, stalled, &policy), Ok(()));
        }
        for (step, want, stalled) in other {
            prop_assert_eq!(elsewhere.ask(step, want, stalled, &policy), Ok(()));
        }
        for (before, after) in merges {
            for (step, want, stalled) in before {
                prop_assert_eq!(elsewhere.ask(step, want, stalled, &policy), Ok(()));
            }
            if let Some(saved) = elsewhere.sequencer.state() {
                prop_assert!(live.sequencer.resume(saved).is_some());
                live.granted.extend(&elsewhere.granted);
            }
            for (step, want, stalled) in after {
                prop_assert_eq!(live.ask(step, want, stalled, &policy), Ok(()));
            }
        }
    }
}

#[test]
fn a_merge_retires_what_either_timeline_reached_in_either_history() {
    let reset = Start::Reset { threshold: 0 };
    let policy = toggling(OnExhausted::Wait);
    // One history is in the second timeline at 50; its first was used up to 100.
    let own = State { tick: 50, seen: 50, next: 1, used: 1, safe: 100, drifts: 1 };
    // The other is back in the first, at 60; its second was used up to 55.
    let saved = State { tick: 60, seen: 60, next: 1, used: 1, safe: 55, drifts: 2 };
    for (first, second) in [(own, saved), (saved, own)] {
        let sequencer = Sequencer::new(RANGE, reset, EVER);
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
fn a_merge_goes_on_at_the_clock_where_one_timeline_is_free() {
    let sequencer = Sequencer::new(RANGE, Start::Reset { threshold: 0 }, EVER);
    sequencer.resume(State { tick: 50, seen: 50, next: 1, used: 1, safe: 100, drifts: 1 }).unwrap();
    sequencer.resume(State { tick: 60, seen: 60, next: 1, used: 1, safe: 55, drifts: 2 }).unwrap();
    let run = sequencer.grant(56, 1, &toggling(OnExhausted::Wait), false, entropy);
    assert_eq!(run, Ok(Run { tick: 56, first: 0, count: 1, toggle: true }));
}
