//! What is made in a batch can be taken back; and how waits and stalled clocks are met.

use std::cell::Cell;
use std::collections::HashSet;

use flakekit::generator::NO_BATCH;
use flakekit::sequencer::WaitCause;
use flakekit::{Code, Format, Generator, GeneratorOptions, Identities, NextError, RawOptions};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, code, generator, no_random, range, snapshot, twitter, with};

/// The IDs of a batch for this reading, up to so many.
fn fill(ids: &mut Generator, now: f64, want: u32, batch: u32) -> Result<Vec<u128>, NextError> {
    let (mut made, step) = (Vec::new(), ids.step());
    ids.fill_runs(now, want, batch, |first, count| {
        made.extend((0..count).map(|i| first + u128::from(i) * step));
    })?;
    Ok(made)
}

/// A generator of eight numbers a tick.
fn eight(options: &[(&str, Given)], identities: &mut Identities) -> Generator {
    twitter(&[&[("sequenceRange", range(0, 7))], options].concat(), Some(identities))
}

#[test]
fn a_batch_that_is_cancelled_has_used_no_number() {
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let first = ids.next(NOW).unwrap();
    let state = ids.state();
    // Over several ticks, too.
    let batch = ids.begin_batch();
    assert_ne!(batch, NO_BATCH);
    assert_eq!(fill(&mut ids, NOW, 100, batch).unwrap().len(), 7);
    assert_eq!(fill(&mut ids, NOW, 1, batch), Err(NextError::Wait(1, WaitCause::Exhausted)));
    assert_eq!(fill(&mut ids, NOW + 1, 5, batch).unwrap().len(), 5);
    ids.cancel_batch(batch);
    assert_eq!(ids.state(), state);
    assert_eq!(ids.next(NOW), Ok(first + 1));
    // As for one that nobody cancels, it can't be cancelled again.
    ids.cancel_batch(batch);
    assert_eq!(ids.next(NOW), Ok(first + 2));
    // One that made nothing takes nothing back.
    let batch = ids.begin_batch();
    ids.cancel_batch(batch);
    assert_eq!(ids.next(NOW), Ok(first + 3));
    // What is left of a run when a batch begins is not lost.
    ids.next(NOW).unwrap();
    let batch = ids.begin_batch();
    assert_eq!(fill(&mut ids, NOW, 1, batch), Ok(vec![first + 5]));
    ids.cancel_batch(batch);
    assert_eq!(fill(&mut ids, NOW, 8, NO_BATCH).unwrap(), [first + 5, first + 6, first + 7]);
}

#[test]
fn a_cancelled_batch_leaves_a_generator_that_has_made_nothing_as_it_was() {
    let mut identities = Identities::new();
    let mut ids = eight(&[("sequence", "rolling".into())], &mut identities);
    let batch = ids.begin_batch();
    let made = fill(&mut ids, NOW, 5, batch).unwrap();
    ids.cancel_batch(batch);
    assert_eq!(ids.state(), None);
    // A clock that is behind the cancelled IDs finds nothing in the way.
    let earlier = ids.next(NOW - 500).unwrap();
    assert!(earlier < made[0]);
    assert_eq!(ids.next(NOW), Ok(made[1]));
}

#[test]
fn a_batch_is_not_taken_back_where_somebody_else_was_granted_numbers_since() {
    let mut identities = Identities::new();
    let mut ids = twitter(&[], Some(&mut identities));
    let mut other = twitter(&[("maxWait", 5.into())], Some(&mut identities));
    let mut made = HashSet::new();
    for before in [0, 3] {
        let now = NOW + f64::from(before);
        let batch = ids.begin_batch();
        fill(&mut ids, now, before, batch).unwrap_or_default();
        assert!(made.insert(other.next(now).unwrap()));
        fill(&mut ids, now, 2, batch).unwrap();
        ids.cancel_batch(batch);
        assert!(made.insert(other.next(now).unwrap()));
        assert!(made.insert(ids.next(now).unwrap()));
    }
    // An ID of the same generator that is not of the batch is somebody else's, too.
    let now = NOW + 10;
    let batch = ids.begin_batch();
    fill(&mut ids, now, 2, batch).unwrap();
    assert!(made.insert(ids.next(now).unwrap()));
    fill(&mut ids, now, 2, batch).unwrap();
    ids.cancel_batch(batch);
    for _ in 0..3 {
        assert!(made.insert(ids.next(now).unwrap()));
    }
    // So are those that are lent, and those of a batch of nobody.
    let now = NOW + 20;
    let batch = ids.begin_batch();
    fill(&mut ids, now, 2, batch).unwrap();
    let (first, count) = ids.lend(now, 0, no_random).unwrap();
    assert_eq!(count, 1);
    ids.cancel_batch(batch);
    assert_eq!(ids.next(now), Ok(first + 1));
    let batch = ids.begin_batch();
    let made = fill(&mut ids, now, 2, NO_BATCH).unwrap();
    ids.cancel_batch(batch);
    assert_eq!(ids.next(now), Ok(made[1] + 1));
}

#[test]
fn of_batches_one_in_another_only_the_latest_is_taken_back() {
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let outer = ids.begin_batch();
    let kept = fill(&mut ids, NOW, 2, outer).unwrap();
    let inner = ids.begin_batch();
    assert_ne!(outer, inner);
    fill(&mut ids, NOW, 2, inner).unwrap();
    ids.cancel_batch(inner);
    assert_eq!(fill(&mut ids, NOW, 1, outer), Ok(vec![kept[1] + 1]));
    ids.cancel_batch(outer);
    assert_eq!(ids.next(NOW), Ok(kept[1] + 2));

    // Where the outer one is cancelled, what the inner one made may have been handed out.
    let outer = ids.begin_batch();
    fill(&mut ids, NOW, 1, outer).unwrap();
    let inner = ids.begin_batch();
    let made = fill(&mut ids, NOW, 1, inner).unwrap();
    ids.cancel_batch(outer);
    assert_eq!(ids.next(NOW), Ok(made[0] + 1));
    // And where the outer one goes on after the inner one, neither is.
    let now = NOW + 1;
    let outer = ids.begin_batch();
    let inner = ids.begin_batch();
    fill(&mut ids, now, 1, inner).unwrap();
    let made = fill(&mut ids, now, 1, outer).unwrap();
    ids.cancel_batch(inner);
    ids.cancel_batch(outer);
    assert_eq!(ids.next(now), Ok(made[0] + 1));
}

#[test]
fn a_batch_is_taken_back_beside_a_run_that_is_lent_elsewhere() {
    let mut identities = Identities::new();
    let (mut ids, mut lender) =
        (eight(&[], &mut identities), eight(&[("maxWait", 5.into())], &mut identities));
    lender.next(NOW).unwrap();
    let (first, count) = lender.lend(NOW, 1, no_random).unwrap();
    assert_eq!(count, 4);
    let batch = ids.begin_batch();
    let made = fill(&mut ids, NOW, 2, batch).unwrap();
    assert_eq!(made, [first + 4, first + 5]);
    ids.cancel_batch(batch);
    // The run is the latest again, so what is left of it can be given back.
    lender.give_back(first + 1, 2);
    assert_eq!(lender.saved().state.used, 3);
    assert_eq!(ids.next(NOW), Ok(first + 2));
    // Given back while the batch is being made, it changes the state; then the batch is not taken back.
    let now = NOW + 1;
    lender.next(now).unwrap();
    let (first, count) = lender.lend(now, 1, no_random).unwrap();
    assert_eq!(count, 4);
    let batch = ids.begin_batch();
    lender.give_back(first, 3);
    assert_eq!(lender.saved().state.used, 2);
    assert_eq!(fill(&mut ids, now, 2, batch), Ok(vec![first + 1, first + 2]));
    ids.cancel_batch(batch);
    assert_eq!(ids.next(now), Ok(first + 3));
}

#[test]
fn generators_that_take_turns_find_the_ticks_of_a_cancelled_batch_free() {
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let mut rival = twitter(&[("sequenceRange", range(7, 9))], Some(&mut identities));
    let batch = ids.begin_batch();
    fill(&mut ids, NOW, 2, batch).unwrap();
    ids.cancel_batch(batch);
    let made = rival.next(NOW).unwrap();
    assert_eq!(ids.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
    assert_eq!(rival.next(NOW), Ok(made + 1));
    // A batch that was not cancelled keeps its ticks.
    let batch = ids.begin_batch();
    fill(&mut ids, NOW + 1, 2, batch).unwrap();
    assert!(rival.next(NOW + 1).is_err());
}

#[test]
fn what_a_caller_has_waited_counts_towards_max_wait_of_that_one_request() {
    let waiting = [("onRollback", "wait".into()), ("maxWait", 100.into())];
    let mut ids = twitter(&waiting, None);
    ids.next(NOW).unwrap();
    let wait = |ms| Err(NextError::Wait(ms, WaitCause::Rollback));
    ids.waited(40);
    assert_eq!(ids.next(NOW - 60), wait(60));
    ids.waited(40.5);
    assert_eq!(code(ids.next(NOW - 60).unwrap_err()), Code::WaitTooLong);
    assert_eq!(ids.next(NOW - 60), wait(60));
    ids.waited(100);
    assert!(ids.next(NOW).is_ok());
    for request in [
        |ids: &mut Generator| ids.lend(NOW - 60, 0, no_random).map(|_| ()),
        |ids: &mut Generator| ids.fill(NOW - 60, 5, |_| ()).map(|_| ()),
    ] {
        ids.waited(41);
        assert_eq!(code(request(&mut ids).unwrap_err()), Code::WaitTooLong);
        assert_eq!(request(&mut ids), Err(NextError::Wait(60, WaitCause::Rollback)));
    }
    // A clock that can't be used ends the request, too.
    ids.waited(41);
    assert_eq!(code(ids.next(None).unwrap_err()), Code::ClockInvalid);
    assert_eq!(ids.next(NOW - 60), wait(60));
}

#[test]
fn a_clock_that_was_seen_to_stand_still_is_trusted_again_when_it_has_moved_by_a_ms() {
    let sonyflake = built_in("sonyflake");
    let options = [("machineId", 1.into()), ("sequenceRange", range(0, 0))];
    // The beginning of a tick of 10 ms.
    let now = NOW;
    let wait = |ms| Err(NextError::Wait(ms, WaitCause::Exhausted));
    let mut ids = generator(&sonyflake, &options, None);
    ids.next(now).unwrap();
    assert_eq!(ids.next(now + 3), wait(7));
    ids.stall(now + 3);
    assert_eq!(ids.next(now + 2.9), wait(8));
    assert_eq!(ids.next(now + 4), wait(6));
    let tick = |id: Result<u128, NextError>| sonyflake.decode(id.unwrap()).unwrap().timestamp as f64;
    assert_eq!(tick(ids.next(now + 3.9)), now + 10);
    assert_eq!(tick(ids.next(now + 3)), now + 20);
}

#[test]
fn a_nanoflake_generator_refuses_where_the_clock_stands_still_and_leads_only_if_asked() {
    let nanoflake = Format::named("nanoflake").unwrap();
    let nanoflake = with(&nanoflake, &[("epoch", 1_704_067_200_000)], Some(NOW)).unwrap();
    let options = [("generatorId", 1.into()), ("sequenceRange", range(0, 0))];
    let mut ids = generator(&nanoflake, &options, None);
    let first = ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
    ids.stall(NOW);
    assert_eq!(code(ids.next(NOW).unwrap_err()), Code::ClockStalled);
    ids.stall(NOW - 5);
    assert_eq!(code(ids.next(NOW - 5).unwrap_err()), Code::ClockStalled);
    assert_eq!(ids.next(NOW + 1), Ok(first + (1 << 22)));

    let mut leading =
        generator(&nanoflake, &[&options[..], &[("onExhausted", "lead".into())]].concat(), None);
    for tick in 0..5 {
        assert_eq!(leading.next(NOW), Ok(first + (tick << 22)));
    }
}

#[test]
fn a_lead_is_limited_in_ms_whatever_the_unit() {
    let sonyflake = built_in("sonyflake");
    let options = [("machineId", 1.into()), ("sequenceRange", range(0, 0)), ("onExhausted", "lead".into())];
    for (max_lead, leads) in [(9, 0), (10, 1), (29, 2), (30, 3)] {
        let mut ids =
            generator(&sonyflake, &[&options[..], &[("maxLead", Given::from(max_lead))]].concat(), None);
        for _ in 0..=leads {
            ids.next(NOW).unwrap();
        }
        assert_eq!(ids.next(NOW), Err(NextError::Wait(10, WaitCause::MaxLead)), "{max_lead}");
    }
}

#[test]
fn a_batch_is_not_taken_back_where_a_snapshot_was_restored_since() {
    let mut saved = eight(&[], &mut Identities::new());
    saved.fill(NOW, 5, |_| ()).unwrap();
    let saved = snapshot(&mut saved, NOW);
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let first = ids.next(NOW - 1).unwrap() + (1 << 22);
    let batch = ids.begin_batch();
    fill(&mut ids, NOW - 1, 2, batch).unwrap();
    let mut restored = eight(&[("snapshot", saved)], &mut identities);
    ids.cancel_batch(batch);
    assert_eq!(restored.next(NOW), Ok(first + 5));
}

#[test]
fn a_batch_is_not_taken_back_where_the_numbers_of_another_that_was_are_in_use() {
    let mut identities = Identities::new();
    let mut ids = ["1", "2", "3"].map(|_| eight(&[], &mut identities));
    let mut made = HashSet::new();
    let [one, other, third] = &mut ids;
    let first = one.begin_batch();
    fill(one, NOW, 1, first).unwrap();
    let second = other.begin_batch();
    one.cancel_batch(first);
    assert!(made.insert(third.next(NOW).unwrap()));
    other.cancel_batch(second);
    for _ in 0..7 {
        assert!(made.insert(other.next(NOW).unwrap()));
    }
    assert!(other.next(NOW).is_err());
    // Both at once, one in the other: none of their numbers is lost.
    let now = NOW + 1;
    let first = one.begin_batch();
    let outer = fill(one, now, 1, first).unwrap();
    let second = other.begin_batch();
    fill(other, now, 1, second).unwrap();
    other.cancel_batch(second);
    one.cancel_batch(first);
    let next = third.next(now).unwrap();
    assert!(next == outer[0] || next == outer[0] + 1);
}

thread_local! { static RANDOM: Cell<Option<u32>> = const { Cell::new(None) }; }

#[test]
fn a_batch_that_runs_out_of_random_bits_leaves_nothing_that_is_handed_out_and_taken_back() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    // 32 random bits are enough for three IDs.
    let mut ids = Generator::new(&uid60, &options, None, || RANDOM.take()).unwrap();
    RANDOM.set(Some(0));
    let batch = ids.begin_batch();
    assert_eq!(fill(&mut ids, NOW, 10, batch).unwrap().len(), 3);
    RANDOM.set(Some(0));
    let handed_out = ids.next(NOW).unwrap();
    ids.cancel_batch(batch);
    let mut made = HashSet::from([handed_out]);
    for _ in 0..5 {
        RANDOM.set(Some(0));
        assert!(made.insert(ids.next(NOW).unwrap()));
    }
}

#[test]
fn a_batch_that_ran_out_of_random_bits_and_went_on_is_taken_back_as_a_whole() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    let mut ids = Generator::new(&uid60, &options, None, || RANDOM.take()).unwrap();
    RANDOM.set(None);
    let before = ids.saved();
    let batch = ids.begin_batch();
    assert!(fill(&mut ids, NOW, 10, batch).is_err());
    for _ in 0..3 {
        RANDOM.set(Some(0));
        assert_eq!(fill(&mut ids, NOW, 10, batch).unwrap().len(), 3);
    }
    ids.cancel_batch(batch);
    assert_eq!(ids.saved(), before);
}
