//! Promises of the permit to move a lent run to later ticks.

use flakekit::sequencer::{GrantError, OnRollback, Policy, Run, Sequencer, Start, State};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::support::grants::{LEADING, RESET, UNLIMITED, entropy, grant, move_run};

/// A moved run has 4 of these numbers at most.
const RANGE: (u32, u32) = (10, 25);

/// Grants a run of 4 numbers from tick 50, and lets it be moved.
fn lend(sequencer: &Sequencer) -> Run {
    let run = sequencer.grant(50, 4, &LEADING, false, entropy).unwrap();
    sequencer.permit_moves(&run);
    run
}

/// Moves the run by so many ticks, where it has so many numbers, after all of its numbers were used.
fn moved(sequencer: &Sequencer, run: &Run, ticks: u64, count: u32) -> Option<Run> {
    move_run(sequencer.permit(), run, (ticks, count), run.first + run.count, RANGE.0)
}

#[test]
fn a_moved_run_leaves_the_state_of_a_granted_one() {
    for count in 1..=4 {
        let [moving, granting] = [(); 2].map(|()| Sequencer::new(RANGE, RESET, UNLIMITED));
        let run = lend(&moving);
        lend(&granting);
        for tick in [51, 60] {
            moved(&moving, &run, tick - 50, count).unwrap();
            grant(&granting, tick, count, &LEADING).unwrap();
        }
        assert_eq!(moving.state(), granting.state());
    }
}

#[test]
fn a_run_of_a_rolling_sequence_is_moved_to_the_numbers_after_those_that_were_used() {
    // The run has only numbers up to the highest one. Then it begins with the lowest one.
    let ticks = [(51, 14, 4, 3), (52, 17, 4, 4), (53, 21, 4, 3), (54, 24, 2, 2), (55, 10, 4, 1)];
    for last in 1..=ticks.len() {
        let sequencer = Sequencer::new(RANGE, Start::Rolling, UNLIMITED);
        let run = lend(&sequencer);
        let mut next = 14;
        for (tick, first, count, used) in &ticks[..last] {
            let moved = move_run(sequencer.permit(), &run, (tick - 50, 4), next, RANGE.0).unwrap();
            assert_eq!((moved.tick, moved.first, moved.count), (*tick, *first, *count));
            next = first + used;
        }
        let (tick, first, count, _) = ticks[last - 1];
        let expected = if first + count > RANGE.1 { RANGE.0 } else { first + count };
        assert_eq!(grant(&sequencer, tick, 1, &LEADING), Ok((tick, expected, 1)));
    }
}

#[test]
fn the_permit_states_the_first_number_that_was_used_in_the_tick() {
    for (start, first) in [(RESET, [0, 0, 0]), (Start::Rolling, [14, 14, -2])] {
        let sequencer = Sequencer::new(RANGE, start, UNLIMITED);
        grant(&sequencer, 49, 14, &LEADING).unwrap();
        // The second grant ends at the highest number of a rolling sequence, and the third begins with the lowest one.
        for (want, first) in [1, 1, 4].into_iter().zip(first) {
            let run = sequencer.grant(50, want, &LEADING, false, entropy).unwrap();
            sequencer.permit_moves(&run);
            assert_eq!(sequencer.permit().first.get(), f64::from(first), "{run:?}");
        }
    }
}

#[test]
fn more_numbers_than_a_moved_run_has_are_not_taken_back() {
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    let run = lend(&sequencer);
    moved(&sequencer, &run, 5, 2).unwrap();
    sequencer.take_back(&run, 3);
    assert_eq!(grant(&sequencer, 55, 1, &LEADING), Ok((55, 12, 1)));
}

#[test]
fn a_run_can_be_moved_to_the_end_of_the_window_and_no_further() {
    let sequencer = Sequencer::new(RANGE, RESET, (0, 60));
    let run = lend(&sequencer);
    assert!(moved(&sequencer, &run, 11, 4).is_none());
    assert!(moved(&sequencer, &run, 10, 4).is_some());
    // Nor back, nor twice to one tick.
    assert!(moved(&sequencer, &run, 9, 4).is_none());
    assert!(moved(&sequencer, &run, 10, 4).is_none());
}

#[test]
fn the_unused_numbers_of_a_moved_run_can_be_taken_back() {
    for (unused, next) in [(0, 14), (1, 13), (4, 10)] {
        let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
        let run = lend(&sequencer);
        moved(&sequencer, &run, 5, 4).unwrap();
        sequencer.take_back(&run, unused);
        assert_eq!(grant(&sequencer, 55, 1, &LEADING), Ok((55, next, 1)));
    }
    // Also of one that was all of its tick.
    let sequencer = Sequencer::new((10, 10), RESET, UNLIMITED);
    let run = lend(&sequencer);
    moved(&sequencer, &run, 5, 1).unwrap();
    sequencer.take_back(&run, 1);
    assert_eq!(grant(&sequencer, 55, 4, &LEADING), Ok((55, 10, 1)));
}

#[test]
fn a_moved_run_has_at_most_a_quarter_of_the_numbers_of_a_tick() {
    for (range, most) in [((10, 10), 1), ((0, 3), 1), ((0, 10), 2), (RANGE, 4), ((0, 4095), 1024)] {
        let sequencer = Sequencer::new(range, RESET, UNLIMITED);
        sequencer.permit_moves(&sequencer.grant(50, 4096, &LEADING, false, entropy).unwrap());
        assert_eq!(sequencer.permit().most.get(), f64::from(most), "{range:?}");
    }
}

#[test]
fn whatever_uses_the_sequencer_knows_where_the_run_is_and_ends_the_permit() {
    type Use = fn(&Sequencer, &Run);
    const SAVED: State = State { tick: 40, seen: 40, next: 11, used: 1, safe: 0, drifts: 0 };
    let uses: [(&str, Use); 12] = [
        ("grant", |sequencer, _| assert!(grant(sequencer, 55, 1, &LEADING).is_ok())),
        ("refuse", |sequencer, _| {
            let policy = Policy { on_rollback: OnRollback::Throw, ..LEADING };
            assert_eq!(grant(sequencer, 54, 1, &policy), Err(GrantError::Behind { by: 1 }));
        }),
        ("permit_moves", |sequencer, run| sequencer.permit_moves(&Run { serial: 0, ..*run })),
        ("move_window", |sequencer, _| sequencer.move_window(0, 1000)),
        ("open_window", |sequencer, _| sequencer.open_window(0, 1000)),
        ("take_turns_with", |sequencer, _| {
            sequencer.take_turns_with(&Sequencer::new(RANGE, RESET, UNLIMITED), 0);
        }),
        ("left_in_window", |sequencer, _| assert!(sequencer.left_in_window(55, &LEADING) > 0)),
        ("take_back", |sequencer, run| sequencer.take_back(run, 0)),
        ("state", |sequencer, _| assert_eq!(sequencer.state().unwrap().tick, 55)),
        ("recall", |sequencer, _| sequencer.recall()),
        ("checkpoint", |sequencer, _| sequencer.restore(&sequencer.checkpoint())),
        ("resume", |sequencer, _| sequencer.resume(SAVED).unwrap()),
    ];
    for (name, use_it) in uses {
        let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
        let run = lend(&sequencer);
        moved(&sequencer, &run, 5, 4).unwrap();
        use_it(&sequencer, &run);
        assert!(moved(&sequencer, &run, 6, 4).is_none(), "{name}");
        let (tick, first, _) = grant(&sequencer, 55, 1, &LEADING).unwrap();
        assert!(tick == 55 && first >= 14, "{name}: {first} of tick {tick}");
    }
}

#[test]
fn a_rival_knows_where_the_run_is() {
    let [one, other] = [(); 2].map(|()| Sequencer::new(RANGE, RESET, UNLIMITED));
    let run = lend(&one);
    moved(&one, &run, 5, 4).unwrap();
    one.take_turns_with(&other, 0);
    assert_eq!(grant(&other, 52, 1, &LEADING), Ok((56, 10, 1)));
}

#[test]
fn runs_that_the_sequencer_must_know_of_at_once_cannot_be_moved() {
    for start in [Start::Reset { threshold: 12 }, Start::Random] {
        let sequencer = Sequencer::new(RANGE, start, UNLIMITED);
        let run = lend(&sequencer);
        assert!(moved(&sequencer, &run, 5, 4).is_none(), "{start:?}");
    }
    let [one, other] = [(); 2].map(|()| Sequencer::new(RANGE, RESET, UNLIMITED));
    one.take_turns_with(&other, 0);
    let run = lend(&one);
    assert!(moved(&one, &run, 5, 4).is_none());
}

#[test]
fn only_the_latest_run_can_be_moved_and_only_until_it_is_returned() {
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    let earlier = lend(&sequencer);
    let latest = lend(&sequencer);
    assert!(moved(&sequencer, &earlier, 5, 4).is_none());
    sequencer.permit_moves(&earlier);
    assert!(moved(&sequencer, &earlier, 5, 4).is_none());
    sequencer.permit_moves(&latest);
    sequencer.take_back(&latest, 1);
    sequencer.permit_moves(&latest);
    assert!(moved(&sequencer, &latest, 5, 4).is_none());
    let none = Run::default();
    sequencer.permit_moves(&none);
    assert!(moved(&sequencer, &none, 5, 4).is_none());
}
