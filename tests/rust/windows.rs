//! Promises of a sequencer with the window of a lease, on scripted clocks. `model/` compares such sequencers
//! with a naive model.

use flakekit::sequencer::{GrantError, OnExhausted, OnRollback, Policy, Sequencer, Start, WaitCause};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::support::grants::{LEADING, RESET, UNLIMITED, entropy, grant, wait};

#[test]
fn a_start_has_a_number_and_a_threshold() {
    for (number, start) in Start::ALL.into_iter().enumerate() {
        assert_eq!(start.parts(), (number, 0));
    }
    assert_eq!(Start::Reset { threshold: 7 }.parts(), (0, 7));
}

#[test]
fn before_the_window_of_a_lease_grants_lead_the_clock_from_its_first_tick_on() {
    let policy = Policy { max_lead: 5, ..LEADING };
    let sequencer = Sequencer::new((0, 1), RESET, UNLIMITED);
    sequencer.move_window(100, 199);
    assert_eq!(grant(&sequencer, 94, 1, &policy), wait(95, WaitCause::Window));
    assert_eq!(grant(&sequencer, 95, 2, &policy), Ok((100, 0, 2)));
    // When the window is used up, the policy decides.
    assert_eq!(grant(&sequencer, 99, 1, &policy), wait(101, WaitCause::Exhausted));
    let throwing = Policy { on_exhausted: OnExhausted::Throw, ..policy };
    assert_eq!(grant(&sequencer, 99, 1, &throwing), Err(GrantError::Exhausted));
    let leading = Policy { on_exhausted: OnExhausted::Lead, ..policy };
    assert_eq!(grant(&sequencer, 95, 1, &leading), wait(96, WaitCause::MaxLead));
    assert_eq!(grant(&sequencer, 97, 2, &leading), Ok((101, 0, 2)));
    assert_eq!(grant(&sequencer, 97, 2, &leading), Ok((102, 0, 2)));
    // The clock was set back from the window to before it: as always, IDs lead at the full rate.
    sequencer.move_window(120, 199);
    assert_eq!(grant(&sequencer, 130, 2, &policy), Ok((130, 0, 2)));
    assert_eq!(grant(&sequencer, 119, 1, &Policy { max_lead: 50, ..policy }), Ok((131, 0, 1)));
}

#[test]
fn after_the_window_of_a_lease_its_rest_is_used_up_and_then_grants_are_refused() {
    let policy = Policy { max_lag: 5, ..LEADING };
    let sequencer = Sequencer::new((0, 1), RESET, UNLIMITED);
    sequencer.move_window(100, 199);
    assert_eq!(grant(&sequencer, 150, 1, &policy), Ok((150, 0, 1)));
    assert_eq!(sequencer.left_in_window(150, &policy), 1 + 49 * 2);
    assert_eq!(sequencer.left_in_window(202, &policy), 3 * 2);
    assert_eq!(grant(&sequencer, 202, 2, &policy), Ok((197, 0, 2)));
    assert_eq!(grant(&sequencer, 202, 1, &policy), Ok((198, 0, 1)));
    assert_eq!(grant(&sequencer, 204, 2, &policy), Ok((199, 0, 2)));
    assert_eq!(grant(&sequencer, 204, 1, &policy), Err(GrantError::Expired));
    assert_eq!(sequencer.left_in_window(204, &policy), 0);
    assert_eq!(grant(&sequencer, 205, 1, &policy), Err(GrantError::Expired));
    // An extension continues at the clock.
    sequencer.move_window(100, 299);
    assert_eq!(grant(&sequencer, 205, 1, &policy), Ok((205, 0, 1)));
}

#[test]
fn a_lead_stays_in_the_window_of_a_lease() {
    let policy = Policy { on_exhausted: OnExhausted::Lead, ..LEADING };
    let sequencer = Sequencer::new((0, 0), RESET, UNLIMITED);
    sequencer.move_window(100, 102);
    for tick in 100..=102 {
        assert_eq!(grant(&sequencer, 100, 1, &policy), Ok((tick, 0, 1)));
    }
    assert_eq!(grant(&sequencer, 100, 1, &policy), Err(GrantError::Expired));
}

#[test]
fn ticks_below_the_window_of_a_lease_count_as_used_in_both_timelines() {
    let toggling = Policy { on_rollback: OnRollback::Toggle, ..LEADING };
    let sequencer = Sequencer::new((0, 9), Start::Rolling, UNLIMITED);
    sequencer.move_window(100, 199);
    assert_eq!(grant(&sequencer, 150, 1, &toggling), Ok((150, 0, 1)));
    assert!(sequencer.grant(140, 1, &toggling, false, entropy).unwrap().toggle);
    sequencer.move_window(145, 199);
    // Both timelines lead, from the window's first tick on.
    let run = sequencer.grant(143, 1, &toggling, false, entropy).unwrap();
    assert_eq!((run.tick, run.toggle), (145, true));
    assert_eq!(grant(&sequencer, 144, 1, &toggling).map(|(tick, ..)| tick), Ok(145));
}

#[test]
fn numbers_of_ticks_below_the_window_that_were_taken_back_are_not_granted_again() {
    let sequencer = Sequencer::new((0, 9), RESET, UNLIMITED);
    sequencer.move_window(100, 199);
    grant(&sequencer, 150, 8, &LEADING).unwrap();
    sequencer.take_back(5);
    sequencer.move_window(151, 299);
    assert_eq!(grant(&sequencer, 150, 1, &LEADING), Ok((151, 0, 1)));
}
