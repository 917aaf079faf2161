//! What a refusal says: how far, how long, and what can be done about it.

use flakekit::sequencer::Because;
use flakekit::{Format, Refused};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, generator, range, twitter};

fn message(refused: Result<u128, Refused>) -> String {
    match refused {
        Err(Refused::Error(error)) => error.message().to_string(),
        other => panic!("{other:?} is no error"),
    }
}

#[test]
fn a_refusal_tells_times_in_ms_whatever_the_unit() {
    let sonyflake = Format::named("sonyflake").unwrap();
    let ids = |options: &[(&'static str, Given)]| {
        let common = [("machineId", 1.0.into()), ("sequenceRange", range(3, 5))];
        generator(&sonyflake, &[&common[..], options].concat(), None)
    };
    let mut throwing = ids(&[("onRollback", "throw".into()), ("onExhausted", "throw".into())]);
    for _ in 0..3 {
        throwing.next(NOW).unwrap();
    }
    let exhausted = message(throwing.next(NOW));
    assert!(exhausted.contains("all 3 sequence numbers of this tick (10 ms) are used up"), "{exhausted}");
    let behind = message(throwing.next(NOW - 40.0));
    assert!(behind.contains("the clock went back by 40 ms"), "{behind}");

    let mut waiting = ids(&[("onRollback", "wait".into()), ("maxWait", 30.0.into())]);
    waiting.next(NOW).unwrap();
    let long = message(waiting.next(NOW - 40.0));
    assert!(
        long.contains("the next ID is 40 ms away, more than maxWait (30 ms): raise maxWait, or"),
        "{long}"
    );
    waiting.stall(NOW - 20.0);
    let stalled = message(waiting.next(NOW - 20.0));
    assert!(stalled.starts_with("the clock went back, and the clock stands still at"), "{stalled}");

    let mut leading = ids(&[("maxLead", 50.0.into()), ("maxWait", 30.0.into())]);
    leading.next(NOW).unwrap();
    let lead = message(leading.next(NOW - 100.0));
    assert!(lead.contains("the last ID leads the clock by maxLead (50 ms) or more"), "{lead}");
    assert!(lead.contains("raise maxWait or maxLead"), "{lead}");
}

#[test]
fn a_wait_is_told_in_whole_ms_and_an_error_is_reported_by_its_code() {
    let mut ids = twitter(&[("sequenceRange", range(0, 0))], None);
    ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW + 0.25), Err(Refused::Wait(1, Because::Exhausted)));
    let Err(Refused::Error(error)) = ids.next(f64::NAN) else { panic!("no error") };
    assert!(error.report().contains(r#""code":"CLOCK_INVALID""#), "{}", error.report());
}
