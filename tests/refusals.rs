//! Promises of error messages: distances, durations, and the remedy.

use flakekit::report::Report;
use flakekit::sequencer::WaitCause;
use flakekit::{Code, NextError};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, built_in, generator, range, twitter};

fn message(answer: Result<u128, NextError>) -> String {
    match answer {
        Err(NextError::Error(error)) => error.message().to_string(),
        other => panic!("{other:?} is no error"),
    }
}

#[test]
fn an_error_states_times_in_ms_whatever_the_tick_length() {
    let ids = |options: &[(&'static str, Given)]| {
        let common = [("machineId", 1.into()), ("sequenceRange", range(3, 5))];
        generator(&built_in("sonyflake"), &[&common[..], options].concat(), None)
    };
    let mut throwing = ids(&[("onRollback", "throw".into()), ("onExhausted", "throw".into())]);
    for _ in 0..3 {
        throwing.next(NOW).unwrap();
    }
    let exhausted = message(throwing.next(NOW));
    assert!(exhausted.contains("all 3 sequence numbers of this tick (10 ms) are used up"), "{exhausted}");
    let behind = message(throwing.next(NOW - 40));
    assert!(behind.contains("the clock went back by 40 ms"), "{behind}");

    let mut waiting = ids(&[("onRollback", "wait".into()), ("maxWait", 30.into())]);
    waiting.next(NOW).unwrap();
    let long = message(waiting.next(NOW - 40));
    assert!(
        long.contains("the next ID is 40 ms away, more than maxWait (30 ms): raise maxWait, or"),
        "{long}"
    );
    waiting.stall(NOW - 20);
    let stalled = message(waiting.next(NOW - 20));
    assert!(stalled.starts_with("the clock went back, and the clock stands still at"), "{stalled}");

    let mut leading = ids(&[("maxLead", 50.into()), ("maxWait", 30.into())]);
    leading.next(NOW).unwrap();
    let lead = message(leading.next(NOW - 100));
    assert!(lead.contains("the last ID leads the clock by maxLead (50 ms) or more"), "{lead}");
    assert!(lead.contains("raise maxWait or maxLead"), "{lead}");
}

#[test]
fn a_wait_lasts_until_the_next_tick_begins_and_an_error_is_reported_with_its_code() {
    let sonyflake = built_in("sonyflake");
    let mut ids = generator(&sonyflake, &[("machineId", 1.into()), ("sequenceRange", range(0, 0))], None);
    ids.next(NOW).unwrap();
    for late in [0, 1, 9] {
        let wait = NextError::Wait(10 - late, WaitCause::Exhausted);
        assert_eq!(ids.next(NOW + i64::from(late)), Err(wait));
    }
    let Err(NextError::Error(error)) = twitter(&[], None).next(-1) else { panic!("no error") };
    assert_eq!(error.code(), Code::ClockOutOfRange);
    let text = |text: &'static str| Report::Text(text.into());
    let (code, message) = (text("CLOCK_OUT_OF_RANGE"), Report::Text(error.message().into()));
    assert_eq!(error.report(), Report::Object(vec![("code", code), ("message", message)]));
}

#[test]
fn each_code_has_its_own_stable_text_and_a_meaning() {
    let mut texts: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(texts.len(), 25);
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), 25);
    assert!(Code::ALL.iter().all(|code| code.meaning().ends_with('.')));
}
