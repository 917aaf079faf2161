//! The sequencer's promises, on scripted clocks.

use flakekit::sequencer::{Because, OnExhausted, OnRollback, Policy, Refusal, Run, Sequencer, Start, State};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const EVER: (u64, u64) = (0, u64::MAX);
const RESET: Start = Start::Reset { threshold: 0 };
const LEADING: Policy = Policy {
    on_rollback: OnRollback::Lead,
    on_exhausted: OnExhausted::Wait,
    leads_when_stalled: true,
    max_lead: 100,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of a source that may have none")]
fn entropy() -> Option<u32> {
    Some(0xDEAD_BEEF)
}

fn grant(sequencer: &Sequencer, clock: u64, want: u32, policy: &Policy) -> Result<(u64, u32, u32), Refusal> {
    sequencer.grant(clock, want, policy, false, entropy).map(|run| (run.tick, run.first, run.count))
}

#[test]
fn a_tick_has_exactly_as_many_numbers_as_its_range() {
    let sequencer = Sequencer::new((10, 19), RESET, EVER);
    assert_eq!(grant(&sequencer, 5, 4, &LEADING), Ok((5, 10, 4)));
    assert_eq!(grant(&sequencer, 5, 100, &LEADING), Ok((5, 14, 6)));
    let wait = Refusal::Wait { until: 6, because: Because::Exhausted };
    assert_eq!(grant(&sequencer, 5, 1, &LEADING), Err(wait));
    assert_eq!(grant(&sequencer, 6, 1, &LEADING), Ok((6, 10, 1)));
}

#[test]
fn a_clock_that_goes_back_is_met_on_the_last_tick_and_then_one_further() {
    let sequencer = Sequencer::new((0, 3), RESET, EVER);
    assert_eq!(grant(&sequencer, 50, 2, &LEADING), Ok((50, 0, 2)));
    assert_eq!(grant(&sequencer, 20, 4, &LEADING), Ok((50, 2, 2)));
    assert_eq!(grant(&sequencer, 20, 4, &LEADING), Ok((51, 0, 4)));
    assert_eq!(grant(&sequencer, 21, 4, &LEADING), Ok((52, 0, 4)));
}

#[test]
fn a_lead_never_grows_past_its_limit_and_then_waits_a_tick_at_a_time() {
    let policy = Policy { max_lead: 2, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, EVER);
    assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((10, 0, 1)));
    assert_eq!(grant(&sequencer, 9, 1, &policy), Ok((11, 0, 1)));
    let wait = Refusal::Wait { until: 10, because: Because::MaxLead };
    assert_eq!(grant(&sequencer, 9, 1, &policy), Err(wait));
    assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((12, 0, 1)));
}

#[test]
fn a_rollback_can_be_waited_out_or_refused() {
    for (on_rollback, refusal) in [
        (OnRollback::Wait, Refusal::Wait { until: 50, because: Because::Rollback }),
        (OnRollback::Throw, Refusal::Behind { by: 30 }),
    ] {
        let policy = Policy { on_rollback, ..LEADING };
        let sequencer = Sequencer::new((0, 3), RESET, EVER);
        assert_eq!(grant(&sequencer, 50, 1, &policy), Ok((50, 0, 1)));
        assert_eq!(grant(&sequencer, 20, 1, &policy), Err(refusal));
        assert_eq!(grant(&sequencer, 50, 1, &policy), Ok((50, 1, 1)));
    }
}

#[test]
fn an_own_lead_is_not_mistaken_for_a_clock_that_went_back() {
    let policy =
        Policy { on_rollback: OnRollback::Throw, on_exhausted: OnExhausted::Lead, max_lead: 5, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, EVER);
    for tick in 10..=15 {
        assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((tick, 0, 1)));
    }
    assert_eq!(grant(&sequencer, 11, 1, &policy), Ok((16, 0, 1)));
    assert_eq!(grant(&sequencer, 10, 1, &policy), Err(Refusal::Behind { by: 1 }));
}

const TOGGLING: Policy = Policy { on_rollback: OnRollback::Toggle, ..LEADING };

#[test]
fn a_rollback_goes_on_at_once_in_the_other_timeline() {
    let sequencer = Sequencer::new((0, 3), RESET, EVER);
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
fn a_rollback_into_a_past_that_was_used_twice_waits_until_it_is_safe_or_made_up() {
    let sequencer = Sequencer::new((0, 3), RESET, EVER);
    let next = |clock| sequencer.grant(clock, 1, &TOGGLING, false, entropy).map(|run| (run.tick, run.toggle));
    let wait = |until| Err(Refusal::Wait { until, because: Because::Rollback });
    assert_eq!(next(100), Ok((100, false)));
    assert_eq!(next(50), Ok((50, true)));
    assert_eq!(next(40), wait(50));
    assert_eq!(next(50), Ok((50, true)));
    assert_eq!(next(150), Ok((150, true)));
    assert_eq!(next(100), wait(101));
    assert_eq!(next(101), Ok((101, false)));
}

const fn wait<T>(until: u64, because: Because) -> Result<T, Refusal> {
    Err(Refusal::Wait { until, because })
}

#[test]
fn an_exhausted_tick_can_be_refused() {
    let policy = Policy { on_exhausted: OnExhausted::Throw, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, EVER);
    assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((10, 0, 1)));
    assert_eq!(grant(&sequencer, 10, 1, &policy), Err(Refusal::Exhausted));
    assert_eq!(grant(&sequencer, 11, 1, &policy), Ok((11, 0, 1)));
}

#[test]
fn a_clock_that_stands_still_turns_a_wait_for_the_next_tick_into_a_lead_and_other_waits_into_errors() {
    let waiting = Policy { on_rollback: OnRollback::Wait, max_lead: 1, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, EVER);
    let stalled = |clock| sequencer.grant(clock, 1, &waiting, true, entropy).map(|run| run.tick);
    assert_eq!(stalled(10), Ok(10));
    assert_eq!(stalled(10), Ok(11));
    assert_eq!(stalled(10), Err(Refusal::Stalled(Because::MaxLead)));
    assert_eq!(stalled(9), Err(Refusal::Stalled(Because::Rollback)));
}

#[test]
fn a_clock_that_stands_still_leads_only_where_the_policy_allows_it() {
    for (policy, refusal) in [
        (Policy { leads_when_stalled: false, ..LEADING }, Refusal::Stalled(Because::Exhausted)),
        (Policy { on_exhausted: OnExhausted::Throw, ..LEADING }, Refusal::Exhausted),
    ] {
        let sequencer = Sequencer::new((0, 0), RESET, EVER);
        assert_eq!(grant(&sequencer, 10, 1, &policy), Ok((10, 0, 1)));
        assert_eq!(sequencer.grant(10, 1, &policy, true, entropy), Err(refusal));
        assert_eq!(grant(&sequencer, 11, 1, &policy), Ok((11, 0, 1)));
    }
}

#[test]
fn a_threshold_keeps_a_tick_going_round_as_its_reference_does() {
    let sequencer = Sequencer::new((0, 7), Start::Reset { threshold: 6 }, EVER);
    assert_eq!(grant(&sequencer, 1, 5, &LEADING), Ok((1, 0, 5)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 5, 3)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 0, 5)));
    assert!(grant(&sequencer, 2, 1, &LEADING).is_err());
    assert_eq!(grant(&sequencer, 3, 1, &LEADING), Ok((3, 5, 1)));
    assert_eq!(grant(&sequencer, 4, 1, &LEADING), Ok((4, 0, 1)));
}

#[test]
fn rivals_never_grant_from_the_same_tick_or_an_earlier_one() {
    let (low, high) = (Sequencer::new((0, 5), RESET, EVER), Sequencer::new((5, 9), RESET, EVER));
    low.take_turns_with(&high, 0);
    assert_eq!(grant(&low, 10, 1, &LEADING), Ok((10, 0, 1)));
    assert_eq!(grant(&high, 10, 1, &LEADING), wait(11, Because::Exhausted));
    assert_eq!(grant(&low, 10, 1, &LEADING), Ok((10, 1, 1)));
    assert_eq!(grant(&high, 11, 1, &LEADING), Ok((11, 5, 1)));
    assert_eq!(grant(&low, 11, 1, &LEADING), wait(12, Because::Exhausted));
    let alone = Sequencer::new((0, 9), RESET, EVER);
    alone.take_turns_with(&low, 0);
    assert_eq!(grant(&alone, 11, 1, &LEADING), Ok((11, 0, 1)));
}

#[test]
fn a_checkpoint_is_the_state_to_which_a_sequencer_goes_back() {
    let sequencer = Sequencer::new((0, 9), RESET, EVER);
    let outstanding = sequencer.grant(1, 4, &LEADING, false, entropy).unwrap();
    let checkpoint = sequencer.checkpoint();
    assert_eq!(grant(&sequencer, 1, 2, &LEADING), Ok((1, 4, 2)));
    assert_eq!(grant(&sequencer, 2, 9, &LEADING), Ok((2, 0, 9)));
    sequencer.restore(&checkpoint);
    // The run that was the latest then can still be put back.
    sequencer.put_back(outstanding, 1);
    assert_eq!(grant(&sequencer, 1, 9, &LEADING), Ok((1, 3, 7)));
}

#[test]
fn a_rolling_sequence_goes_on_over_ticks_and_makes_at_most_one_full_turn_a_tick() {
    let sequencer = Sequencer::new((0, 7), Start::Rolling, EVER);
    assert_eq!(grant(&sequencer, 1, 5, &LEADING), Ok((1, 0, 5)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 5, 3)));
    assert_eq!(grant(&sequencer, 2, 8, &LEADING), Ok((2, 0, 5)));
    assert!(grant(&sequencer, 2, 8, &LEADING).is_err());
    assert_eq!(grant(&sequencer, 3, 1, &LEADING), Ok((3, 5, 1)));
}

#[test]
fn a_random_start_makes_at_most_one_full_turn_a_tick_and_needs_randomness() {
    let sequencer = Sequencer::new((0, 7), Start::Random, EVER);
    let first = 0xDEAD_BEEF % 8;
    assert_eq!(grant(&sequencer, 1, 8, &LEADING), Ok((1, first, 8 - first)));
    assert_eq!(grant(&sequencer, 1, 8, &LEADING), Ok((1, 0, first)));
    assert!(grant(&sequencer, 1, 8, &LEADING).is_err());
    assert_eq!(sequencer.grant(2, 1, &LEADING, false, || None), Err(Refusal::NoRandomness));
    assert_eq!(grant(&sequencer, 2, 1, &LEADING), Ok((2, first, 1)));
}

#[test]
fn only_the_latest_run_can_be_put_back() {
    let sequencer = Sequencer::new((0, 9), RESET, EVER);
    let run = |s: &Sequencer, want| s.grant(1, want, &LEADING, false, entropy).unwrap();
    let (first, second) = (run(&sequencer, 4), run(&sequencer, 4));
    sequencer.put_back(first, 4);
    assert_eq!(run(&sequencer, 1), Run { tick: 1, first: 8, count: 1, toggle: false });
    sequencer.put_back(second, 4);
    assert_eq!(run(&sequencer, 1), Run { tick: 1, first: 9, count: 1, toggle: false });

    let sequencer = Sequencer::new((0, 9), RESET, EVER);
    let whole = run(&sequencer, 10);
    sequencer.put_back(whole, 3);
    sequencer.put_back(whole, 3);
    assert_eq!(run(&sequencer, 10), Run { tick: 1, first: 7, count: 3, toggle: false });
}

#[test]
fn nothing_is_granted_outside_the_window_and_the_state_stays() {
    let sequencer = Sequencer::new((0, 0), RESET, (10, 12));
    let leading = Policy { on_exhausted: OnExhausted::Lead, ..LEADING };
    assert_eq!(grant(&sequencer, 9, 1, &leading), Err(Refusal::OutsideWindow));
    assert_eq!(sequencer.state(), None);
    assert_eq!(grant(&sequencer, 10, 1, &leading), Ok((10, 0, 1)));
    assert_eq!(grant(&sequencer, 12, 1, &leading), Ok((12, 0, 1)));
    let state = sequencer.state();
    assert_eq!(grant(&sequencer, 12, 1, &leading), Err(Refusal::OutsideWindow));
    assert_eq!(grant(&sequencer, 13, 1, &leading), Err(Refusal::OutsideWindow));
    assert_eq!(sequencer.state(), state);
}

#[test]
fn resuming_grants_nothing_that_either_side_has_granted() {
    let saved = State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 };
    let fresh = Sequencer::new((0, 9), RESET, EVER);
    fresh.resume(saved).unwrap();
    assert_eq!(grant(&fresh, 50, 1, &LEADING), Ok((50, 4, 1)));

    let behind = Sequencer::new((0, 9), RESET, EVER);
    grant(&behind, 40, 1, &LEADING).unwrap();
    behind.resume(saved).unwrap();
    assert_eq!(grant(&behind, 41, 1, &LEADING), Ok((50, 4, 1)));

    let ahead = Sequencer::new((0, 9), RESET, EVER);
    grant(&ahead, 60, 1, &LEADING).unwrap();
    ahead.resume(saved).unwrap();
    assert_eq!(grant(&ahead, 60, 1, &LEADING), Ok((60, 1, 1)));

    let same_tick = Sequencer::new((0, 9), RESET, EVER);
    grant(&same_tick, 50, 2, &LEADING).unwrap();
    same_tick.resume(saved).unwrap();
    assert!(grant(&same_tick, 50, 1, &LEADING).is_err());
}

#[test]
fn resuming_beside_two_timelines_keeps_what_either_history_used_in_each() {
    let sequencer = Sequencer::new((0, 3), RESET, EVER);
    grant(&sequencer, 100, 1, &TOGGLING).unwrap();
    grant(&sequencer, 50, 1, &TOGGLING).unwrap();
    let elsewhere = State { tick: 80, seen: 80, next: 1, used: 1, safe: 120, drifts: 1 };
    sequencer.resume(elsewhere).unwrap();
    assert_eq!(grant(&sequencer, 80, 9, &TOGGLING), Ok((80, 1, 3)));
    assert_eq!(grant(&sequencer, 80, 1, &TOGGLING), wait(81, Because::Exhausted));
    assert_eq!(grant(&sequencer, 200, 1, &TOGGLING), Ok((200, 0, 1)));
    assert_eq!(grant(&sequencer, 115, 1, &TOGGLING), wait(121, Because::Rollback));
    assert_eq!(grant(&sequencer, 121, 1, &TOGGLING), Ok((121, 0, 1)));
}

#[test]
fn a_state_that_cannot_be_is_refused() {
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
fn a_sequencer_resumed_from_its_own_state_goes_on_without_a_gap() {
    let sequencer = Sequencer::new((0, 9), RESET, EVER);
    grant(&sequencer, 50, 4, &LEADING).unwrap();
    sequencer.resume(sequencer.state().unwrap()).unwrap();
    assert_eq!(grant(&sequencer, 50, 9, &LEADING), Ok((50, 4, 6)));
}

#[test]
fn after_a_merge_the_clock_is_behind_where_either_history_has_seen_it_later() {
    // One leads up to 60; the other has seen the clock at 50.
    let leading = State { tick: 60, seen: 40, next: 4, used: 4, safe: 0, drifts: 0 };
    let saved = State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 };
    for (first, second) in [(leading, saved), (saved, leading)] {
        let sequencer = Sequencer::new((0, 9), RESET, EVER);
        sequencer.resume(first).unwrap();
        sequencer.resume(second).unwrap();
        let policy = Policy { on_rollback: OnRollback::Throw, ..LEADING };
        assert_eq!(grant(&sequencer, 45, 1, &policy), Err(Refusal::Behind { by: 5 }));
        assert_eq!(grant(&sequencer, 50, 1, &policy), Ok((60, 4, 1)));
    }
}

#[test]
fn a_state_that_is_resumed_beside_a_rival_takes_turns_with_it() {
    let saved = State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 };
    for tick in [49, 50, 51] {
        let (one, rival) = (Sequencer::new((0, 9), RESET, EVER), Sequencer::new((5, 9), RESET, EVER));
        one.take_turns_with(&rival, 0);
        grant(&rival, tick, 1, &LEADING).unwrap();
        one.resume(saved).unwrap();
        // What was granted elsewhere counts, too.
        assert_eq!(grant(&rival, 50, 1, &LEADING).is_ok(), tick == 51, "{tick}");
        let waiting = Policy { on_rollback: OnRollback::Wait, ..LEADING };
        assert_eq!(grant(&one, 50, 1, &waiting).is_ok(), tick == 49, "{tick}");
    }
}

#[test]
fn a_sequencer_tells_how_often_a_state_was_resumed() {
    let sequencer = Sequencer::new((0, 9), RESET, EVER);
    grant(&sequencer, 5, 1, &LEADING).unwrap();
    assert_eq!(sequencer.resumes(), 0);
    sequencer.resume(State { tick: 50, seen: 50, next: 4, used: 4, safe: 0, drifts: 0 }).unwrap();
    sequencer.resume(sequencer.state().unwrap()).unwrap();
    assert_eq!(sequencer.resumes(), 2);
    assert!(sequencer.resume(State { tick: 60, seen: 61, next: 4, used: 4, safe: 0, drifts: 0 }).is_none());
    assert_eq!(sequencer.resumes(), 2);
}

#[test]
fn a_rolling_sequence_goes_on_where_it_left_off_after_the_turn_of_a_rival() {
    let (one, rival) = (Sequencer::new((0, 9), Start::Rolling, EVER), Sequencer::new((5, 9), RESET, EVER));
    one.take_turns_with(&rival, 0);
    assert_eq!(grant(&one, 1, 4, &LEADING), Ok((1, 0, 4)));
    assert_eq!(grant(&rival, 2, 1, &LEADING), Ok((2, 5, 1)));
    assert_eq!(grant(&one, 2, 1, &LEADING), wait(3, Because::Exhausted));
    assert_eq!(grant(&one, 3, 1, &LEADING), Ok((3, 4, 1)));
}

#[test]
fn a_history_of_the_other_timeline_does_not_move_the_clock_of_this_one() {
    let sequencer = Sequencer::new((0, 3), RESET, EVER);
    grant(&sequencer, 100, 1, &TOGGLING).unwrap();
    sequencer.resume(State { tick: 120, seen: 120, next: 1, used: 1, safe: 90, drifts: 1 }).unwrap();
    assert_eq!(grant(&sequencer, 100, 1, &TOGGLING), Ok((100, 1, 1)));
    // What was merged can be saved and resumed.
    let restored = Sequencer::new((0, 3), RESET, EVER);
    restored.resume(sequencer.state().unwrap()).unwrap();
    assert_eq!(grant(&restored, 100, 9, &TOGGLING), Ok((100, 2, 2)));
    assert_eq!(grant(&restored, 99, 1, &TOGGLING), wait(100, Because::Rollback));
}

#[test]
fn a_rival_of_later_ticks_leaves_a_state_that_can_be_resumed() {
    let narrow = || Sequencer::new((0, 9), RESET, (0, 100));
    let (one, rival) = (narrow(), Sequencer::new((0, 9), RESET, EVER));
    one.take_turns_with(&rival, 0);
    grant(&rival, 150, 1, &LEADING).unwrap();
    assert_eq!(grant(&one, 99, 1, &LEADING), Err(Refusal::OutsideWindow));
    assert!(narrow().resume(one.state().unwrap()).is_some());
}

#[test]
fn a_sequence_that_resets_increases_though_the_one_that_it_resumes_did_not() {
    let rolled = State { tick: 50, seen: 50, next: 7, used: 1, safe: 0, drifts: 0 };
    let sequencer = Sequencer::new((0, 7), RESET, EVER);
    sequencer.resume(rolled).unwrap();
    assert_eq!(grant(&sequencer, 50, 8, &LEADING), wait(51, Because::Exhausted));
    assert_eq!(grant(&sequencer, 51, 8, &LEADING), Ok((51, 0, 8)));
    let rolling = Sequencer::new((0, 7), Start::Rolling, EVER);
    rolling.resume(rolled).unwrap();
    assert_eq!(grant(&rolling, 50, 8, &LEADING), Ok((50, 7, 1)));
}
