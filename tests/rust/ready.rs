//! Promises of the numbers that a sequencer keeps ready for a generator: they are the numbers that the
//! generator would be granted, and a number that was not taken is not used.

use flakekit::sequencer::{
    Base, GrantError, OnExhausted, OnRollback, Policy, Run, Sequencer, Start, State, WaitCause,
};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::support::EPOCH;
use crate::support::grants::{LEADING, RESET, UNLIMITED, entropy, grant, take_turns, wait};

const RANGE: (u32, u32) = (10, 25);
const OWNER: u64 = 7;

const BASE: Base =
    Base { epoch: EPOCH, unit: 10, value: 5 << 12, until: u64::MAX, time: 22, sequence: 0, is_random: false };

/// The reading of the clock this many ms after the beginning of a tick.
fn at(tick: u64, ms: f64) -> f64 {
    EPOCH as f64 + tick as f64 * 10.0 + ms
}

/// Requests the rest of a tick, and keeps it ready.
fn keep(sequencer: &Sequencer, clock: u64) -> Run {
    keep_with(sequencer, clock, &BASE)
}

fn keep_with(sequencer: &Sequencer, clock: u64, base: &Base) -> Run {
    let run = sequencer.grant(clock, u32::MAX, &LEADING, false, entropy).unwrap();
    sequencer.keep_ready(OWNER, &run, clock, base);
    run
}

/// The tick and the number that are ready at a reading, if any are.
fn next(sequencer: &Sequencer, now: f64) -> Option<(u64, u32)> {
    let hot = sequencer.hot();
    if !hot.is_ready(OWNER, now) && !sequencer.advance(OWNER, now) {
        return None;
    }
    let value = hot.take();
    assert_eq!((hot.high(), value >> 12 & 1023), (0, 5));
    Some((value >> 22, value as u32 & 4095))
}

/// Uses up this many numbers at a reading.
fn take(sequencer: &Sequencer, now: f64, count: u32) {
    for _ in 0..count {
        next(sequencer, now).unwrap();
    }
}

/// The state after these grants.
fn granted(start: Start, grants: &[(u64, u32)]) -> Option<State> {
    let sequencer = Sequencer::new(RANGE, start, UNLIMITED);
    for &(clock, want) in grants {
        for _ in 0..want {
            grant(&sequencer, clock, 1, &LEADING).unwrap();
        }
    }
    sequencer.state()
}

#[test]
fn the_rest_of_a_tick_is_ready_as_long_as_the_clock_reads_it() {
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    let hot = sequencer.hot();
    assert!(!hot.is_ready(OWNER, at(50, 0.0)));
    keep(&sequencer, 50);
    for (tick, ms, is_ready) in
        [(50, 0.0, true), (50, 9.999, true), (50, -0.001, false), (51, 0.0, false), (30, 0.0, false)]
    {
        assert_eq!(hot.is_ready(OWNER, at(tick, ms)), is_ready, "{ms} ms after {tick}");
    }
    for number in 10..=25 {
        assert_eq!(next(&sequencer, at(50, f64::from(number) / 3.0)), Some((50, number)));
    }
    assert_eq!(next(&sequencer, at(50, 9.0)), None);
    assert_eq!(grant(&sequencer, 50, 1, &LEADING), wait(51, WaitCause::Exhausted));
}

#[test]
fn numbers_are_ready_for_one_generator_only() {
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    assert!(!sequencer.hot().is_ready(OWNER, at(0, 0.0)) && !sequencer.advance(OWNER, at(0, 0.0)));
    keep(&sequencer, 50);
    for owner in [OWNER - 1, OWNER + 1, OWNER + (1 << 32)] {
        assert!(!sequencer.hot().is_ready(owner, at(50, 0.0)), "{owner}");
        assert!(!sequencer.advance(owner, at(51, 0.0)), "{owner}");
    }
    assert!(sequencer.hot().is_ready(OWNER, at(50, 0.0)));
    sequencer.settle();
    assert!(!sequencer.hot().is_ready(OWNER, at(50, 0.0)) && !sequencer.advance(OWNER, at(51, 0.0)));
}

#[test]
fn the_state_is_that_of_grants_of_what_was_taken_one_by_one() {
    // How many numbers are taken in the ticks 50, 51 and 60. A tick has 16.
    for counts in [&[1][..], &[5], &[16], &[5, 1], &[5, 16, 1], &[16, 16, 16], &[3, 12, 9], &[1, 15, 2]] {
        for start in [RESET, Start::Rolling, Start::Random, Start::Reset { threshold: 14 }] {
            let sequencer = Sequencer::new(RANGE, start, UNLIMITED);
            let grants: Vec<_> = [50, 51, 60].into_iter().zip(counts.iter().copied()).collect();
            for &(clock, count) in &grants {
                for _ in 0..count {
                    if next(&sequencer, at(clock, 5.0)).is_none() {
                        keep(&sequencer, clock);
                        take(&sequencer, at(clock, 5.5), 1);
                    }
                }
            }
            assert_eq!(sequencer.state(), granted(start, &grants), "{start:?} {grants:?}");
        }
    }
}

#[test]
fn the_clock_begins_ticks_without_a_request_as_grants_do() {
    // The ticks, how many numbers are taken in each, and the first one of a rolling sequence.
    let script =
        [(50, 4, 10), (51, 1, 14), (60, 11, 15), (61, 5, 10), (1_000_000, 2, 15), (1_000_001, 1, 17)];
    for start in [RESET, Start::Rolling] {
        for last in 1..=script.len() {
            let sequencer = Sequencer::new(RANGE, start, UNLIMITED);
            keep(&sequencer, 50);
            for &(tick, count, rolling) in &script[..last] {
                let first = if start == RESET { 10 } else { rolling };
                for number in first..first + count {
                    assert_eq!(next(&sequencer, at(tick, 9.75)), Some((tick, number)));
                }
            }
            let grants: Vec<_> = script[..last].iter().map(|&(tick, count, _)| (tick, count)).collect();
            assert_eq!(sequencer.state(), granted(start, &grants), "{start:?}, {last}");
        }
    }
}

#[test]
fn a_rolling_sequence_wraps_within_a_tick_that_began_without_a_request() {
    let sequencer = Sequencer::new(RANGE, Start::Rolling, UNLIMITED);
    keep(&sequencer, 50);
    take(&sequencer, at(50, 0.0), 14);
    // The numbers 24 and 25 are ready, and the other numbers are granted.
    take(&sequencer, at(51, 0.0), 2);
    assert_eq!(next(&sequencer, at(51, 0.0)), None);
    assert_eq!(grant(&sequencer, 51, 100, &LEADING), Ok((51, 10, 14)));
    assert_eq!(grant(&sequencer, 51, 1, &LEADING), wait(52, WaitCause::Exhausted));
}

#[test]
fn numbers_that_are_not_taken_are_granted_to_the_next_caller() {
    for start in [RESET, Start::Rolling, Start::Random] {
        let sequencer = Sequencer::new(RANGE, start, UNLIMITED);
        let first = keep(&sequencer, 50).first;
        for taken in 0..8 {
            // A random start is anywhere in the range.
            let expected = |at| RANGE.0 + (first - RANGE.0 + at) % 16;
            assert_eq!(grant(&sequencer, 50, 1, &LEADING), Ok((50, expected(2 * taken), 1)));
            keep(&sequencer, 50);
            assert_eq!(next(&sequencer, at(50, 0.0)), Some((50, expected(2 * taken + 1))));
        }
        assert_eq!(grant(&sequencer, 50, 1, &LEADING), wait(51, WaitCause::Exhausted));
    }
}

#[test]
fn the_clock_begins_ticks_up_to_the_end_of_the_window_and_no_further() {
    for is_leased in [false, true] {
        let sequencer = Sequencer::new(RANGE, RESET, (0, 60));
        if is_leased {
            sequencer.move_window(40, 60);
        }
        keep(&sequencer, 50);
        assert_eq!(next(&sequencer, at(61, 0.0)), None);
        assert_eq!(next(&sequencer, at(60, 9.99)), Some((60, 10)));
        assert_eq!(next(&sequencer, at(61, 0.0)), None);
        assert_eq!(next(&sequencer, at(60, 0.0)), Some((60, 11)));
        // No number is ready after the clock has gone back.
        assert_eq!(next(&sequencer, at(59, 9.99)), None);
    }
}

#[test]
fn a_window_that_has_moved_holds_for_the_next_number() {
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    sequencer.move_window(40, 60);
    keep(&sequencer, 50);
    sequencer.move_window(40, 80);
    assert_eq!(next(&sequencer, at(50, 0.0)), None);
    keep(&sequencer, 50);
    assert_eq!(next(&sequencer, at(80, 0.0)), Some((80, 10)));
    sequencer.move_window(1, 0);
    assert_eq!(next(&sequencer, at(80, 0.0)), None);
    assert_eq!(grant(&sequencer, 80, 1, &LEADING), Err(GrantError::Expired));
    sequencer.open_window(0, 90);
    keep(&sequencer, 80);
    assert_eq!(next(&sequencer, at(80, 0.0)), Some((80, 11)));
    sequencer.open_window(0, 100);
    assert_eq!(next(&sequencer, at(80, 0.0)), None);
    assert_eq!(grant(&sequencer, 95, 1, &LEADING), Ok((95, 10, 1)));
}

#[test]
fn whatever_reads_or_changes_the_state_returns_what_is_ready_first() {
    type Use = fn(&Sequencer);
    const SAVED: State = State { tick: 40, seen: 40, next: 11, used: 1, safe: 0, drifts: 0 };
    let uses: [(&str, Use, u32); 12] = [
        ("grant", |sequencer| assert_eq!(grant(sequencer, 55, 1, &LEADING), Ok((55, 14, 1))), 15),
        (
            "refuse",
            |sequencer| {
                let policy = Policy { on_rollback: OnRollback::Throw, ..LEADING };
                assert_eq!(grant(sequencer, 54, 1, &policy), Err(GrantError::Behind { by: 1 }));
            },
            14,
        ),
        ("settle", |sequencer| sequencer.settle(), 14),
        ("move_window", |sequencer| sequencer.move_window(0, 1000), 14),
        ("open_window", |sequencer| sequencer.open_window(0, 1000), 14),
        ("take_turns", |sequencer| take_turns(sequencer, &Sequencer::new(RANGE, RESET, UNLIMITED)), 14),
        ("the other one", |sequencer| take_turns(&Sequencer::new(RANGE, RESET, UNLIMITED), sequencer), 14),
        ("left_in_window", |sequencer| assert_eq!(sequencer.left_in_window(999_998, &LEADING), 32), 14),
        (
            "state",
            |sequencer| assert_eq!(sequencer.state().map(|state| (state.used, state.next)), Some((4, 14))),
            14,
        ),
        ("checkpoint", |sequencer| sequencer.restore(&sequencer.checkpoint()), 14),
        ("restore", |sequencer| sequencer.restore(&Sequencer::new(RANGE, RESET, UNLIMITED).checkpoint()), 10),
        ("resume", |sequencer| sequencer.resume(SAVED).unwrap(), 14),
    ];
    for (name, use_it, expected) in uses {
        let sequencer = Sequencer::new(RANGE, RESET, (0, 999_999));
        keep(&sequencer, 50);
        take(&sequencer, at(50, 0.0), 2);
        take(&sequencer, at(55, 0.0), 4);
        use_it(&sequencer);
        assert_eq!(next(&sequencer, at(55, 0.0)), None, "{name}");
        assert_eq!(next(&sequencer, at(56, 0.0)), None, "{name}");
        assert_eq!(grant(&sequencer, 55, 1, &LEADING), Ok((55, expected, 1)), "{name}");
        assert_eq!(sequencer.state().unwrap().used, u64::from(expected - 9), "{name}");
    }
}

#[test]
fn a_rival_that_comes_later_knows_the_tick_that_began_without_a_request() {
    for is_first in [true, false] {
        let [one, other] = [(); 2].map(|()| Sequencer::new(RANGE, RESET, UNLIMITED));
        keep(&one, 50);
        take(&one, at(55, 0.0), 1);
        assert!(!one.has_rivals() && !other.has_rivals());
        if is_first {
            take_turns(&one, &other);
        } else {
            take_turns(&other, &one);
        }
        assert!(one.has_rivals() && other.has_rivals());
        assert_eq!(grant(&other, 52, 1, &LEADING), Ok((56, 10, 1)));
    }
}

#[test]
fn a_rival_that_comes_later_knows_the_latest_tick_of_both_timelines() {
    let [one, other] = [(); 2].map(|()| Sequencer::new(RANGE, RESET, UNLIMITED));
    let toggling = Policy { on_rollback: OnRollback::Toggle, ..LEADING };
    grant(&one, 90, 1, &toggling).unwrap();
    let run = one.grant(50, 16, &toggling, false, entropy).unwrap();
    one.keep_ready(OWNER, &run, 50, &BASE);
    assert_eq!(next(&one, at(51, 0.0)), Some((51, 10)));
    take_turns(&one, &other);
    assert_eq!(grant(&other, 90, 1, &LEADING), wait(91, WaitCause::Exhausted));
}

#[test]
fn where_others_may_decide_the_sequencer_is_asked_for_each_tick() {
    // The rest of the tick is ready, and no later tick.
    let asks = |sequencer: &Sequencer, clock| {
        keep(sequencer, clock);
        assert!(next(sequencer, at(clock, 9.0)).is_some());
        assert_eq!(next(sequencer, at(clock + 1, 0.0)), None);
    };
    for start in [Start::Reset { threshold: 12 }, Start::Reset { threshold: 1 }, Start::Random] {
        asks(&Sequencer::new(RANGE, start, UNLIMITED), 50);
    }
    let [one, other] = [(); 2].map(|()| Sequencer::new(RANGE, RESET, UNLIMITED));
    take_turns(&one, &other);
    asks(&one, 50);
    // One run leads the clock, and another run lags behind it.
    let leading = Sequencer::new(RANGE, RESET, UNLIMITED);
    grant(&leading, 50, 1, &LEADING).unwrap();
    asks(&leading, 45);
    assert_eq!(keep(&leading, 46).tick, 50);
    let lagging = Sequencer::new(RANGE, RESET, UNLIMITED);
    lagging.move_window(0, 40);
    asks(&lagging, 45);
    // A run cannot have all numbers of 32 bits.
    asks(&Sequencer::new((0, u32::MAX), RESET, UNLIMITED), 50);
    let sequencer = Sequencer::new((1, u32::MAX), RESET, UNLIMITED);
    keep(&sequencer, 50);
    assert_eq!(next(&sequencer, at(51, 0.0)), Some((51, 1)));
    assert_eq!(sequencer.state().unwrap().used, 1);
}

#[test]
fn a_lead_does_not_grow_by_numbers_that_are_not_taken() {
    let leading = Policy { on_exhausted: OnExhausted::Lead, ..LEADING };
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    grant(&sequencer, 50, 16, &leading).unwrap();
    for number in 10..=25 {
        let clock = 40 + u64::from(number / 2 - 5);
        let run = sequencer.grant(clock, u32::MAX, &leading, false, entropy).unwrap();
        sequencer.keep_ready(OWNER, &run, clock, &BASE);
        assert_eq!(next(&sequencer, at(clock, 0.0)), Some((51, number)));
    }
    assert_eq!(grant(&sequencer, 52, 1, &leading), Ok((52, 10, 1)));
}

#[test]
fn after_a_checkpoint_nothing_is_ready_without_a_grant() {
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    keep(&sequencer, 50);
    take(&sequencer, at(51, 0.0), 3);
    let (checkpoint, revision) = (sequencer.checkpoint(), sequencer.revision());
    for clock in [51, 52] {
        assert_eq!(next(&sequencer, at(clock, 0.0)), None);
    }
    keep(&sequencer, 51);
    assert_ne!(sequencer.revision(), revision);
    take(&sequencer, at(53, 0.0), 3);
    sequencer.restore(&checkpoint);
    assert_eq!(grant(&sequencer, 51, 1, &LEADING), Ok((51, 13, 1)));
}

#[test]
fn values_have_the_bits_of_the_base_the_tick_and_the_number_wherever_they_are() {
    for (time, sequence) in [
        (0, 54),
        (1, 53),
        (12, 0),
        (22, 32),
        (31, 0),
        (41, 0),
        (41, 24),
        (62, 7),
        (63, 0),
        (64, 48),
        (70, 50),
    ] {
        let sequencer = Sequencer::new((3, 1000), RESET, UNLIMITED);
        // All of the low 64 bits that ticks of 10 bits and numbers of 3 bits leave.
        let value = !(1023_u128 << time | 7 << sequence) as u64;
        let base = Base { value, time, sequence, is_random: sequence == 7, ..BASE };
        keep_with(&sequencer, 500, &base);
        let hot = sequencer.hot();
        assert_eq!(hot.is_random(), sequence == 7);
        for (tick, number) in [(500_u64, 3_u32), (500, 4), (501, 3), (777, 3), (777, 4), (777, 5)] {
            let now = at(tick, 1.0);
            assert!(hot.is_ready(OWNER, now) || sequencer.advance(OWNER, now));
            let made = u128::from(hot.take()) | u128::from(hot.high()) << 64;
            let expected = u128::from(value) | u128::from(tick) << time | u128::from(number) << sequence;
            assert_eq!(made, expected, "{tick} << {time}, {number} << {sequence}");
        }
    }
}

#[test]
fn readings_are_exact_from_the_first_to_the_last_one_of_a_date() {
    const END: i64 = 8_640_000_000_000_000;
    for (epoch, unit, first) in [
        (-END, 1, 0),
        (-END, 3, 0),
        (-END, 3, 3_100_000_000_000_001),
        (-END, 7, 2_000_000_000_000_001),
        (-END, 86_400_000, 1),
        (-1000, 1, 0),
        (0, 4, 0),
        (1, 10, 441_722_889_000),
        (END - 86_400_000, 1000, 0),
    ] {
        let base = Base { epoch, unit, ..BASE };
        let begin = |tick| i128::from(epoch) + i128::from(tick) * i128::from(unit);
        for gap in [1, 2, 3, 1000, 1001, 1 << 40, (1 << 40) + 1] {
            let (last, sequencer) = (first + gap, Sequencer::new(RANGE, RESET, UNLIMITED));
            if begin(last + 1) > END.into() {
                continue;
            }
            keep_with(&sequencer, first, &base);
            let hot = sequencer.hot();
            for (ms, is_ready) in [
                (begin(first) - 1, false),
                (begin(first), true),
                (begin(first + 1) - 1, true),
                (begin(first + 1), false),
            ] {
                assert_eq!(hot.is_ready(OWNER, ms as f64), is_ready, "{ms} of tick {first} from {epoch}");
            }
            // The last reading before the end of the tick that a number can have.
            let now = (begin(last + 1) as f64).next_down();
            assert!(sequencer.advance(OWNER, now), "tick {last} of {unit} ms from {epoch}");
            assert!(hot.is_ready(OWNER, begin(last) as f64));
            assert!(!hot.is_ready(OWNER, (begin(last) as f64).next_down()));
            assert!(!hot.is_ready(OWNER, begin(last + 1) as f64));
            assert_eq!(sequencer.state().unwrap().tick, last);
        }
    }
}

#[test]
fn a_clock_that_moves_on_by_more_than_numbers_can_state_exactly_asks() {
    const END: i64 = 8_640_000_000_000_000;
    let sequencer = Sequencer::new(RANGE, RESET, UNLIMITED);
    keep_with(&sequencer, 0, &Base { epoch: -END, unit: 1, ..BASE });
    let limit = 1.0 - END as f64 + (1_u64 << 53) as f64;
    assert!(!sequencer.advance(OWNER, END as f64));
    assert!(!sequencer.advance(OWNER, limit));
    assert!(sequencer.advance(OWNER, limit.next_down()));
    assert_eq!(sequencer.state().unwrap().tick, 1 << 53);
}
