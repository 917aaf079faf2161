//! Promises of the sequencer, on scripted clocks.

use flakekit::sequencer::{GrantError, OnExhausted, OnRollback, Policy, Sequencer, Start, State, WaitCause};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::support::grants::{LEADING, RESET, UNLIMITED, entropy, grant, take_turns, wait};

#[test]
fn each_tick_has_exactly_the_numbers_of_the_range() {
    let sequencer = Sequencer::new((10, 19), RESET, UNLIMITED);
    assert_eq!(grant(&sequencer, 5, 4, &LEADING), Ok((5, 10, 4)));
    assert_eq!(grant(&sequencer, 5, 100, &LEADING), Ok((5, 14, 6)));
    let wait = GrantError::Wait { until: 6, cause: WaitCause::Exhausted };
    assert_eq!(grant(&sequencer, 5, 1, &LEADING), Err(wait));
    assert_eq!(grant(&sequencer, 6, 1, &LEADING), Ok((6, 10, 1)));
}

#[test]
fn after_a_rollback_grants_use_up_the_last_tick_and_then_the_next_one() {
    let sequencer = Sequencer::new((0, 3), RESET, UNLIMITED);
    assert_eq!(grant(&sequencer, 50, 2, &LEADING), Ok((50, 0, 2)));
    assert_eq!(grant(&sequencer, 20, 4, &LEADING), Ok((50, 2, 2)));
    assert_eq!(grant(&sequencer, 20, 4, &LEADING), Ok((51, 0, 4)));
    assert_eq!(grant(&sequencer, 21, 4, &LEADING), Ok((52, 0, 4)));
}

#[test]
fn a_lead_never_exceeds_its_limit_and_then_waits_tick_by_tick() {
    let policy = Policy { max_lead: 2, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, UNLIMITED);
    assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((10, 0, 1)));
    assert_eq!(grant(&sequencer, 9, 1, &policy), Ok((11, 0, 1)));
    let wait = GrantError::Wait { until: 10, cause: WaitCause::MaxLead };
    assert_eq!(grant(&sequencer, 9, 1, &policy), Err(wait));
    assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((12, 0, 1)));
}

#[test]
fn a_rollback_is_a_wait_or_an_error_as_the_policy_says() {
    for (on_rollback, error) in [
        (OnRollback::Wait, GrantError::Wait { until: 50, cause: WaitCause::Rollback }),
        (OnRollback::Throw, GrantError::Behind { by: 30 }),
    ] {
        let policy = Policy { on_rollback, ..LEADING };
        let sequencer = Sequencer::new((0, 3), RESET, UNLIMITED);
        assert_eq!(grant(&sequencer, 50, 1, &policy), Ok((50, 0, 1)));
        assert_eq!(grant(&sequencer, 20, 1, &policy), Err(error));
        assert_eq!(grant(&sequencer, 50, 1, &policy), Ok((50, 1, 1)));
    }
}

#[test]
fn a_lead_is_not_mistaken_for_a_rollback() {
    let policy =
        Policy { on_rollback: OnRollback::Throw, on_exhausted: OnExhausted::Lead, max_lead: 5, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, UNLIMITED);
    for tick in 10..=15 {
        assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((tick, 0, 1)));
    }
    assert_eq!(grant(&sequencer, 11, 1, &policy), Ok((16, 0, 1)));
    assert_eq!(grant(&sequencer, 10, 1, &policy), Err(GrantError::Behind { by: 1 }));
}

const TOGGLING: Policy = Policy { on_rollback: OnRollback::Toggle, ..LEADING };

#[test]
fn a_rollback_continues_at_once_in_the_other_timeline() {
    let sequencer = Sequencer::new((0, 3), RESET, UNLIMITED);
    let next = |clock| {
        sequencer.grant(clock, 1, &TOGGLING, false, entropy).map(|run| (run.tick, run.first, run.toggle))
    };
    assert_eq!(next(100), Ok((100, 0, false)));
    assert_eq!(next(50), Ok((50, 0, true)));
    assert_eq!(next(50), Ok((50, 1, true)));
    assert_eq!(next(100), Ok((100, 0, true)));
    assert_eq!(next(120), Ok((120, 0, true)));
    assert_eq!(next(101), Ok((101, 0, false)));
}

#[test]
fn a_rollback_to_a_tick_used_in_both_timelines_waits_until_one_is_free_or_the_clock_catches_up() {
    let sequencer = Sequencer::new((0, 3), RESET, UNLIMITED);
    let next = |clock| sequencer.grant(clock, 1, &TOGGLING, false, entropy).map(|run| (run.tick, run.toggle));
    let wait = |until| Err(GrantError::Wait { until, cause: WaitCause::Rollback });
    assert_eq!(next(100), Ok((100, false)));
    assert_eq!(next(50), Ok((50, true)));
    assert_eq!(next(40), wait(50));
    assert_eq!(next(50), Ok((50, true)));
    assert_eq!(next(150), Ok((150, true)));
    assert_eq!(next(100), wait(101));
    assert_eq!(next(101), Ok((101, false)));
}

#[test]
fn exhaustion_is_an_error_if_the_policy_is_throw() {
    let policy = Policy { on_exhausted: OnExhausted::Throw, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, UNLIMITED);
    assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((10, 0, 1)));
    assert_eq!(grant(&sequencer, 10, 1, &policy), Err(GrantError::Exhausted));
    assert_eq!(grant(&sequencer, 11, 1, &policy), Ok((11, 0, 1)));
}

#[test]
fn a_stall_turns_a_wait_for_the_next_tick_into_a_lead_and_other_waits_into_errors() {
    let waiting = Policy { on_rollback: OnRollback::Wait, max_lead: 1, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, UNLIMITED);
    let stalled = |clock| sequencer.grant(clock, 1, &waiting, true, entropy).map(|run| run.tick);
    assert_eq!(stalled(10), Ok(10));
    assert_eq!(stalled(10), Ok(11));
    assert_eq!(stalled(10), Err(GrantError::Stalled(WaitCause::MaxLead)));
    assert_eq!(stalled(9), Err(GrantError::Stalled(WaitCause::Rollback)));
}

#[test]
fn a_stall_leads_only_if_the_policy_allows_it() {
    for (policy, error) in [
        (Policy { leads_when_stalled: false, ..LEADING }, GrantError::Stalled(WaitCause::Exhausted)),
        (Policy { on_exhausted: OnExhausted::Throw, ..LEADING }, GrantError::Exhausted),
    ] {
        let sequencer = Sequencer::new((0, 0), RESET, UNLIMITED);
        assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((10, 0, 1)));
        assert_eq!(sequencer.grant(10, 1, &policy, true, entropy), Err(error));
        assert_eq!(grant(&sequencer, 11, 1, &policy), Ok((11, 0, 1)));
    }
}

#[test]
fn below_the_threshold_a_sequence_continues_over_ticks_and_wraps_as_in_the_reference() {
    let sequencer = Sequencer::new((0, 7), Start::Reset { threshold: 6 }, UNLIMITED);
    assert_eq!(grant(&sequencer, 1, 5, &LEADING), Ok((1, 0, 5)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 5, 3)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 0, 5)));
    assert!(grant(&sequencer, 2, 1, &LEADING).is_err());
    assert_eq!(grant(&sequencer, 3, 1, &LEADING), Ok((3, 5, 1)));
    assert_eq!(grant(&sequencer, 4, 1, &LEADING), Ok((4, 0, 1)));
}

#[test]
fn a_rival_never_grants_from_a_tick_up_to_which_the_other_has_granted() {
    let (low, high) = (Sequencer::new((0, 5), RESET, UNLIMITED), Sequencer::new((5, 9), RESET, UNLIMITED));
    take_turns(&low, &high);
    assert_eq!(grant(&low, 10, 1, &LEADING), Ok((10, 0, 1)));
    assert_eq!(grant(&high, 10, 1, &LEADING), wait(11, WaitCause::Exhausted));
    assert_eq!(grant(&low, 10, 1, &LEADING), Ok((10, 1, 1)));
    assert_eq!(grant(&high, 11, 1, &LEADING), Ok((11, 5, 1)));
    assert_eq!(grant(&low, 11, 1, &LEADING), wait(12, WaitCause::Exhausted));
    // All sequencers that are connected by rivals take turns, also sequencers that come later, and sequencers
    // that had other rivals before.
    let (third, fourth) =
        (Sequencer::new((0, 9), RESET, UNLIMITED), Sequencer::new((0, 1), RESET, UNLIMITED));
    take_turns(&third, &fourth);
    assert_eq!(grant(&fourth, 11, 1, &LEADING), Ok((11, 0, 1)));
    take_turns(&third, &low);
    for (sequencer, tick) in [(&third, 11), (&fourth, 11), (&low, 11), (&high, 11)] {
        assert_eq!(grant(sequencer, tick, 1, &LEADING), wait(12, WaitCause::Exhausted));
    }
    for (sequencer, tick) in [(&high, 12), (&fourth, 13), (&low, 14), (&third, 15)] {
        assert_eq!(grant(sequencer, tick - 1, 1, &LEADING), wait(tick, WaitCause::Exhausted));
        assert_eq!(grant(sequencer, tick, 1, &LEADING).map(|run| run.0), Ok(tick));
    }
}

#[test]
fn restore_takes_back_all_grants_since_the_checkpoint() {
    let sequencer = Sequencer::new((0, 9), RESET, UNLIMITED);
    assert_eq!(grant(&sequencer, 1, 4, &LEADING), Ok((1, 0, 4)));
    let checkpoint = sequencer.checkpoint();
    assert_eq!(grant(&sequencer, 1, 2, &LEADING), Ok((1, 4, 2)));
    assert_eq!(grant(&sequencer, 2, 9, &LEADING), Ok((2, 0, 9)));
    sequencer.restore(&checkpoint);
    assert_eq!(grant(&sequencer, 1, 9, &LEADING), Ok((1, 4, 6)));
}

#[test]
fn a_rolling_sequence_continues_over_ticks_and_uses_each_number_once_per_tick() {
    let sequencer = Sequencer::new((0, 7), Start::Rolling, UNLIMITED);
    assert_eq!(grant(&sequencer, 1, 5, &LEADING), Ok((1, 0, 5)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 5, 3)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 0, 5)));
    assert!(grant(&sequencer, 2, 8, &LEADING).is_err());
    assert_eq!(grant(&sequencer, 3, 1, &LEADING), Ok((3, 5, 1)));
}

#[test]
fn a_random_start_uses_each_number_once_per_tick_and_requires_random_bits() {
    let sequencer = Sequencer::new((0, 7), Start::Random, UNLIMITED);
    let first = 0xDEAD_BEEF % 8;
    assert_eq!(grant(&sequencer, 1, 8, &LEADING), Ok((1, first, 8 - first)));
    assert_eq!(grant(&sequencer, 1, 8, &LEADING), Ok((1, 0, first)));
    assert!(grant(&sequencer, 1, 8, &LEADING).is_err());
    assert_eq!(sequencer.grant(2, 1, &LEADING, false, || None), Err(GrantError::NoRandomness));
    assert_eq!(grant(&sequencer, 2, 1, &LEADING), Ok((2, first, 1)));
}

#[test]
fn the_last_numbers_of_a_run_can_be_taken_back_wherever_it_ends() {
    for start in [RESET, Start::Rolling] {
        for (used, want, unused, expected) in [
            (0, 4, 0, (1, 4, 1)),
            (0, 4, 1, (1, 3, 1)),
            (0, 4, 4, (1, 0, 1)),
            (4, 4, 4, (1, 4, 1)),
            // Up to the highest number.
            (0, 10, 3, (1, 7, 1)),
            (4, 9, 1, (1, 9, 1)),
            (4, 9, 6, (1, 4, 1)),
        ] {
            let sequencer = Sequencer::new((0, 9), start, UNLIMITED);
            if used > 0 {
                grant(&sequencer, 1, used, &LEADING).unwrap();
            }
            grant(&sequencer, 1, want, &LEADING).unwrap();
            sequencer.take_back(unused);
            assert_eq!(grant(&sequencer, 1, 1, &LEADING), Ok(expected), "{start:?}");
        }
    }
}

#[test]
fn the_revision_changes_with_each_grant_and_each_resumed_state_and_never_goes_back() {
    let sequencer = Sequencer::new((0, 9), RESET, UNLIMITED);
    assert_eq!(sequencer.revision(), 0);
    let checkpoint = sequencer.checkpoint();
    for (clock, revision) in [(1, 1), (1, 2), (2, 3)] {
        grant(&sequencer, clock, 2, &LEADING).unwrap();
        assert_eq!(sequencer.revision(), revision);
    }
    sequencer.restore(&checkpoint);
    assert_eq!(sequencer.revision(), 3);
    let saved = State { tick: 1, seen: 1, next: 0, used: 10, safe: 0, drifts: 0 };
    for revision in [4, 5] {
        sequencer.resume(saved).unwrap();
        assert_eq!(sequencer.revision(), revision);
    }
    assert!(sequencer.resume(State { seen: 2, ..saved }).is_none());
    assert!(grant(&sequencer, 1, 2, &LEADING).is_err());
    assert_eq!(sequencer.revision(), 5);
}

#[test]
fn nothing_is_granted_outside_the_window_and_the_state_does_not_change() {
    let sequencer = Sequencer::new((0, 0), RESET, (10, 12));
    let leading = Policy { on_exhausted: OnExhausted::Lead, ..LEADING };
    assert_eq!(grant(&sequencer, 9, 1, &leading), Err(GrantError::OutsideWindow));
    assert_eq!(sequencer.state(), None);
    assert_eq!(grant(&sequencer, 10, 1, &leading), Ok((10, 0, 1)));
    assert_eq!(grant(&sequencer, 12, 1, &leading), Ok((12, 0, 1)));
    let state = sequencer.state();
    assert_eq!(grant(&sequencer, 12, 1, &leading), Err(GrantError::OutsideWindow));
    assert_eq!(grant(&sequencer, 13, 1, &leading), Err(GrantError::OutsideWindow));
    assert_eq!(sequencer.state(), state);
}

#[test]
fn after_a_resume_no_number_of_either_history_is_granted() {
    let saved = State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 };
    let fresh = Sequencer::new((0, 9), RESET, UNLIMITED);
    fresh.resume(saved).unwrap();
    assert_eq!(grant(&fresh, 50, 1, &LEADING), Ok((50, 4, 1)));

    let behind = Sequencer::new((0, 9), RESET, UNLIMITED);
    grant(&behind, 40, 1, &LEADING).unwrap();
    behind.resume(saved).unwrap();
    assert_eq!(grant(&behind, 41, 1, &LEADING), Ok((50, 4, 1)));

    let ahead = Sequencer::new((0, 9), RESET, UNLIMITED);
    grant(&ahead, 60, 1, &LEADING).unwrap();
    ahead.resume(saved).unwrap();
    assert_eq!(grant(&ahead, 60, 1, &LEADING), Ok((60, 1, 1)));

    let same_tick = Sequencer::new((0, 9), RESET, UNLIMITED);
    grant(&same_tick, 50, 2, &LEADING).unwrap();
    same_tick.resume(saved).unwrap();
    assert!(grant(&same_tick, 50, 1, &LEADING).is_err());
}

#[test]
fn a_resume_with_two_timelines_keeps_what_either_history_used_in_each() {
    let sequencer = Sequencer::new((0, 3), RESET, UNLIMITED);
    grant(&sequencer, 100, 1, &TOGGLING).unwrap();
    grant(&sequencer, 50, 1, &TOGGLING).unwrap();
    let elsewhere = State { tick: 80, seen: 80, next: 1, used: 1, safe: 120, drifts: 1 };
    sequencer.resume(elsewhere).unwrap();
    assert_eq!(grant(&sequencer, 80, 9, &TOGGLING), Ok((80, 1, 3)));
    assert_eq!(grant(&sequencer, 80, 1, &TOGGLING), wait(81, WaitCause::Exhausted));
    assert_eq!(grant(&sequencer, 200, 1, &TOGGLING), Ok((200, 0, 1)));
    assert_eq!(grant(&sequencer, 115, 1, &TOGGLING), wait(121, WaitCause::Rollback));
    assert_eq!(grant(&sequencer, 121, 1, &TOGGLING), Ok((121, 0, 1)));
}

#[test]
fn a_state_that_contradicts_itself_the_range_or_the_window_is_not_resumed() {
    let good = State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 };
    for bad in [
        State { next: 10, ..good },
        State { used: 11, ..good },
        State { seen: 51, ..good },
        State { tick: 1001, ..good },
    ] {
        assert!(Sequencer::new((0, 9), RESET, (0, 1000)).resume(bad).is_none(), "{bad:?}");
    }
}

#[test]
fn a_sequencer_that_resumes_its_own_state_continues_without_a_gap() {
    let sequencer = Sequencer::new((0, 9), RESET, UNLIMITED);
    grant(&sequencer, 50, 4, &LEADING).unwrap();
    sequencer.resume(sequencer.state().unwrap()).unwrap();
    assert_eq!(grant(&sequencer, 50, 9, &LEADING), Ok((50, 4, 6)));
}

#[test]
fn after_a_merge_the_latest_reading_is_that_of_either_history() {
    // One history leads up to tick 60. The other has seen the clock at tick 50.
    let leading = State { tick: 60, seen: 40, next: 4, used: 4, safe: 0, drifts: 0 };
    let saved = State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 };
    for (first, second) in [(leading, saved), (saved, leading)] {
        let sequencer = Sequencer::new((0, 9), RESET, UNLIMITED);
        sequencer.resume(first).unwrap();
        sequencer.resume(second).unwrap();
        let policy = Policy { on_rollback: OnRollback::Throw, ..LEADING };
        assert_eq!(grant(&sequencer, 45, 1, &policy), Err(GrantError::Behind { by: 5 }));
        assert_eq!(grant(&sequencer, 50, 1, &policy), Ok((60, 4, 1)));
    }
}

#[test]
fn a_resumed_state_takes_turns_with_rivals() {
    let saved = State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 };
    for tick in [49, 50, 51] {
        let (one, rival) =
            (Sequencer::new((0, 9), RESET, UNLIMITED), Sequencer::new((5, 9), RESET, UNLIMITED));
        take_turns(&one, &rival);
        grant(&rival, tick, 1, &LEADING).unwrap();
        one.resume(saved).unwrap();
        // Ticks of the resumed state count for the rival too.
        assert_eq!(grant(&rival, 50, 1, &LEADING).is_ok(), tick == 51, "{tick}");
        let waiting = Policy { on_rollback: OnRollback::Wait, ..LEADING };
        assert_eq!(grant(&one, 50, 1, &waiting).is_ok(), tick == 49, "{tick}");
    }
}

#[test]
fn a_rolling_sequence_continues_after_its_last_number_when_a_rival_had_a_turn() {
    let (one, rival) =
        (Sequencer::new((0, 9), Start::Rolling, UNLIMITED), Sequencer::new((5, 9), RESET, UNLIMITED));
    take_turns(&one, &rival);
    assert_eq!(grant(&one, 1, 4, &LEADING), Ok((1, 0, 4)));
    assert_eq!(grant(&rival, 2, 1, &LEADING), Ok((2, 5, 1)));
    assert_eq!(grant(&one, 2, 1, &LEADING), wait(3, WaitCause::Exhausted));
    assert_eq!(grant(&one, 3, 1, &LEADING), Ok((3, 4, 1)));
}

#[test]
fn a_history_of_the_other_timeline_does_not_change_the_latest_reading_of_this_one() {
    let sequencer = Sequencer::new((0, 3), RESET, UNLIMITED);
    grant(&sequencer, 100, 1, &TOGGLING).unwrap();
    sequencer.resume(State { tick: 120, seen: 120, next: 1, used: 1, safe: 90, drifts: 1 }).unwrap();
    assert_eq!(grant(&sequencer, 100, 1, &TOGGLING), Ok((100, 1, 1)));
    // The merged state can be saved and resumed.
    let restored = Sequencer::new((0, 3), RESET, UNLIMITED);
    restored.resume(sequencer.state().unwrap()).unwrap();
    assert_eq!(grant(&restored, 100, 9, &TOGGLING), Ok((100, 2, 2)));
    assert_eq!(grant(&restored, 99, 1, &TOGGLING), wait(100, WaitCause::Rollback));
}

#[test]
fn a_rival_with_ticks_after_the_window_leaves_a_state_that_can_be_resumed() {
    let narrow = || Sequencer::new((0, 9), RESET, (0, 100));
    let (one, rival) = (narrow(), Sequencer::new((0, 9), RESET, UNLIMITED));
    take_turns(&one, &rival);
    grant(&rival, 150, 1, &LEADING).unwrap();
    assert_eq!(grant(&one, 99, 1, &LEADING), Err(GrantError::OutsideWindow));
    assert!(narrow().resume(one.state().unwrap()).is_some());
}

#[test]
fn a_reset_sequence_increases_even_if_it_resumes_a_sequence_that_wrapped() {
    let rolled = State { tick: 50, seen: 50, next: 7, used: 1, safe: 0, drifts: 0 };
    let sequencer = Sequencer::new((0, 7), RESET, UNLIMITED);
    sequencer.resume(rolled).unwrap();
    assert_eq!(grant(&sequencer, 50, 8, &LEADING), wait(51, WaitCause::Exhausted));
    assert_eq!(grant(&sequencer, 51, 8, &LEADING), Ok((51, 0, 8)));
    let rolling = Sequencer::new((0, 7), Start::Rolling, UNLIMITED);
    rolling.resume(rolled).unwrap();
    assert_eq!(grant(&rolling, 50, 8, &LEADING), Ok((50, 7, 1)));
}

#[test]
fn rivals_with_ticks_of_different_lengths_take_turns_in_both_directions() {
    let short = Sequencer::new((0, 9), RESET, UNLIMITED);
    let long = Sequencer::new((0, 9), RESET, UNLIMITED).with_ticks_of(2);
    // A tick of the second sequencer is two ticks of the first one.
    take_turns(&short, &long);
    assert_eq!(grant(&long, 5, 1, &LEADING), Ok((5, 0, 1)));
    // The ticks 10 and 11 of the short sequencer are used up, so it leads.
    assert_eq!(grant(&short, 10, 1, &LEADING), Ok((12, 0, 1)));
    assert_eq!(grant(&long, 6, 1, &LEADING), wait(7, WaitCause::Exhausted));
    assert_eq!(grant(&long, 7, 1, &LEADING), Ok((7, 0, 1)));
}
