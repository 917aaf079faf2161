//! Promises of batches: a cancelled batch uses no number. Promises of waits and stalls.

use std::cell::Cell;
use std::collections::HashSet;

use flakekit::generator::NO_BATCH;
use flakekit::layout::Kind;
use flakekit::sequencer::WaitCause;
use flakekit::{Code, Generator, GeneratorOptions, Identities, NextError, RawOptions};

use crate::support::{Given, NOW, built_in, code, generator, range, run_of, snapshot, twitter};

/// Up to `want` IDs of a batch for a reading of the clock.
fn fill(ids: &mut Generator, now: i64, want: u32, batch: u32) -> Result<Vec<u128>, NextError> {
    let (mut made, step) = (Vec::new(), ids.step());
    ids.fill_runs(now, want, batch, &mut |first, count| made.extend(run_of(first, count, step)))?;
    Ok(made)
}

/// A generator with eight numbers per tick.
fn eight(options: &[(&str, Given)], identities: &mut Identities) -> Generator {
    twitter(&[&[("sequenceRange", range(0, 7))], options].concat(), Some(identities))
}

#[test]
fn a_cancelled_batch_has_used_no_number() {
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let first = ids.next(NOW).unwrap();
    let state = ids.state();
    // The batch takes several ticks.
    let batch = ids.begin_batch();
    assert_ne!(batch, NO_BATCH);
    assert_eq!(fill(&mut ids, NOW, 100, batch).unwrap().len(), 7);
    assert_eq!(fill(&mut ids, NOW, 1, batch), Err(NextError::Wait(1, WaitCause::Exhausted)));
    assert_eq!(fill(&mut ids, NOW + 1, 5, batch).unwrap().len(), 5);
    ids.cancel_batch(batch);
    assert_eq!(ids.state(), state);
    assert_eq!(ids.next(NOW), Ok(first + 1));
    // A batch cannot be cancelled twice.
    ids.cancel_batch(batch);
    assert_eq!(ids.next(NOW), Ok(first + 2));
    // Cancelling an empty batch changes nothing.
    let batch = ids.begin_batch();
    ids.cancel_batch(batch);
    assert_eq!(ids.next(NOW), Ok(first + 3));
    // The remaining numbers of a run are not lost when a batch begins.
    ids.next(NOW).unwrap();
    let batch = ids.begin_batch();
    assert_eq!(fill(&mut ids, NOW, 1, batch), Ok(vec![first + 5]));
    ids.cancel_batch(batch);
    assert_eq!(fill(&mut ids, NOW, 8, NO_BATCH).unwrap(), [first + 5, first + 6, first + 7]);
}

#[test]
fn a_cancelled_batch_leaves_an_unused_generator_unused() {
    let mut identities = Identities::new();
    let mut ids = eight(&[("sequence", "rolling".into())], &mut identities);
    let batch = ids.begin_batch();
    let made = fill(&mut ids, NOW, 5, batch).unwrap();
    ids.cancel_batch(batch);
    assert_eq!(ids.state(), None);
    // The cancelled IDs do not count as a later reading of the clock.
    let earlier = ids.next(NOW - 500).unwrap();
    assert!(earlier < made[0]);
    assert_eq!(ids.next(NOW), Ok(made[1]));
}

#[test]
fn a_batch_is_not_taken_back_if_anybody_else_was_granted_numbers_since_it_began() {
    let mut identities = Identities::new();
    let mut ids = twitter(&[], Some(&mut identities));
    let mut other = twitter(&[("maxWait", 5.into())], Some(&mut identities));
    let mut made = HashSet::new();
    for before in [0, 3] {
        let now = NOW + i64::from(before);
        let batch = ids.begin_batch();
        fill(&mut ids, now, before, batch).unwrap_or_default();
        assert!(made.insert(other.next(now).unwrap()));
        fill(&mut ids, now, 2, batch).unwrap();
        ids.cancel_batch(batch);
        assert!(made.insert(other.next(now).unwrap()));
        assert!(made.insert(ids.next(now).unwrap()));
    }
    // A grant to the same generator outside of the batch also keeps the numbers of the batch used.
    let now = NOW + 10;
    let batch = ids.begin_batch();
    fill(&mut ids, now, 2, batch).unwrap();
    assert!(made.insert(ids.next(now).unwrap()));
    fill(&mut ids, now, 2, batch).unwrap();
    ids.cancel_batch(batch);
    for _ in 0..3 {
        assert!(made.insert(ids.next(now).unwrap()));
    }
    // The begin of a tick without a request, and IDs of no batch, also keep the numbers of the batch used.
    let now = NOW + 20;
    let batch = ids.begin_batch();
    fill(&mut ids, now, 2, batch).unwrap();
    ids.next(now).unwrap();
    let next = ids.next(now + 1).unwrap();
    ids.cancel_batch(batch);
    assert_eq!(ids.next(now + 1), Ok(next + 1));
    let now = now + 1;
    let batch = ids.begin_batch();
    let made = fill(&mut ids, now, 2, NO_BATCH).unwrap();
    ids.cancel_batch(batch);
    assert_eq!(ids.next(now), Ok(made[1] + 1));
}

#[test]
fn of_nested_batches_only_the_latest_is_taken_back() {
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

    // The IDs of the inner batch may have been handed out when the outer one is cancelled.
    let outer = ids.begin_batch();
    fill(&mut ids, NOW, 1, outer).unwrap();
    let inner = ids.begin_batch();
    let made = fill(&mut ids, NOW, 1, inner).unwrap();
    ids.cancel_batch(outer);
    assert_eq!(ids.next(NOW), Ok(made[0] + 1));
    // If the outer batch continues after the inner batch, neither batch is taken back.
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
fn a_batch_begins_after_the_last_id_of_every_generator_and_is_taken_back_to_there() {
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let mut other = eight(&[("maxWait", 5.into())], &mut identities);
    // The rest of the tick is ready for the other generator when the batch begins.
    let first = other.next(NOW).unwrap();
    for made in [1, 2] {
        let batch = ids.begin_batch();
        assert_eq!(fill(&mut ids, NOW, 2, batch), Ok(vec![first + made, first + made + 1]));
        ids.cancel_batch(batch);
        assert_eq!(other.state().unwrap().used, made as u64);
        assert_eq!(other.next(NOW), Ok(first + made));
    }
}

#[test]
fn a_batch_stays_whole_though_the_state_is_read_and_windows_of_calls_are_noted_meanwhile() {
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let mut other = eight(&[("maxWait", 5.into())], &mut identities);
    let first = ids.next(NOW).unwrap();
    let before = ids.state();
    let batch = ids.begin_batch();
    fill(&mut ids, NOW, 2, batch).unwrap();
    other.state();
    other.stall(NOW);
    other.waited(1);
    // A refused request is no grant.
    assert!(other.next(-1).is_err());
    fill(&mut ids, NOW, 2, batch).unwrap();
    ids.cancel_batch(batch);
    assert_eq!(ids.state(), before);
    assert_eq!(other.next(NOW), Ok(first + 1));
}

#[test]
fn the_ticks_of_a_cancelled_batch_are_free_for_rivals() {
    let mut identities = Identities::new();
    let mut ids = eight(&[], &mut identities);
    let mut rival = twitter(&[("sequenceRange", range(7, 9))], Some(&mut identities));
    let batch = ids.begin_batch();
    fill(&mut ids, NOW, 2, batch).unwrap();
    ids.cancel_batch(batch);
    let made = rival.next(NOW).unwrap();
    assert_eq!(ids.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
    assert_eq!(rival.next(NOW), Ok(made + 1));
    // A batch that is not cancelled keeps its ticks.
    let batch = ids.begin_batch();
    fill(&mut ids, NOW + 1, 2, batch).unwrap();
    assert!(rival.next(NOW + 1).is_err());
}

#[test]
fn the_time_a_caller_has_waited_counts_towards_max_wait_of_one_request() {
    let waiting = [("onRollback", "wait".into()), ("maxWait", 100.into())];
    let mut ids = twitter(&waiting, None);
    ids.next(NOW).unwrap();
    let wait = |ms| Err(NextError::Wait(ms, WaitCause::Rollback));
    ids.waited(40);
    assert_eq!(ids.next(NOW - 60), wait(60));
    ids.waited(41);
    assert_eq!(code(ids.next(NOW - 60).unwrap_err()), Code::WaitTooLong);
    assert_eq!(ids.next(NOW - 60), wait(60));
    ids.waited(100);
    assert!(ids.next(NOW).is_ok());
    let mut fill = || {
        ids.waited(41);
        assert_eq!(code(ids.fill(NOW - 60, 5, |_| ()).unwrap_err()), Code::WaitTooLong);
        assert_eq!(ids.fill(NOW - 60, 5, |_| ()), wait(60).map(|_| 0));
    };
    fill();
    // A call that is answered ends the waiting request too, though a number was ready.
    ids.waited(41);
    assert!(ids.next(NOW).is_ok());
    assert_eq!(ids.next(NOW - 60), wait(60));
    // A reading that is refused ends the request too.
    ids.waited(41);
    assert_eq!(code(ids.next(-1).unwrap_err()), Code::ClockOutOfRange);
    assert_eq!(ids.next(NOW - 60), wait(60));
}

#[test]
fn a_stall_holds_for_exactly_one_reading_of_the_clock() {
    let sonyflake = built_in("sonyflake");
    let options = [("machineId", 1.into()), ("sequenceRange", range(0, 0))];
    let wait = |ms| Err(NextError::Wait(ms, WaitCause::Exhausted));
    let mut ids = generator(&sonyflake, &options, None);
    // A tick of 10 ms begins here.
    ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW + 3), wait(7));
    ids.stall(NOW + 3);
    assert_eq!(ids.next(NOW + 2), wait(8));
    assert_eq!(ids.next(NOW + 4), wait(6));
    let tick = |id: Result<u128, NextError>| sonyflake.decode(id.unwrap()).unwrap().timestamp;
    assert_eq!(tick(ids.next(NOW + 3)), NOW + 10);
    assert_eq!(tick(ids.next(NOW + 3)), NOW + 20);
}

#[test]
fn a_stalled_nanoflake_generator_refuses_and_leads_only_if_on_exhausted_is_lead() {
    let nanoflake = built_in("nanoflake");
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
fn a_lead_is_limited_in_ms_whatever_the_tick_length() {
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
fn a_batch_is_not_taken_back_if_a_snapshot_was_resumed_since_it_began() {
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
fn a_batch_is_not_taken_back_if_the_numbers_of_another_cancelled_batch_are_in_use() {
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
    // With two batches at once, one number may be lost, but no number repeats.
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
fn a_batch_that_runs_out_of_random_bits_leaves_no_number_that_is_handed_out_and_taken_back() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    // 32 random bits are enough for three IDs.
    let mut ids = Generator::new(&uid60.scheme().unwrap(), &options, None, || RANDOM.take()).unwrap();
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
fn a_lack_of_random_bits_in_a_batch_leaves_no_gap() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    let mut ids = Generator::new(&uid60.scheme().unwrap(), &options, None, || RANDOM.take()).unwrap();
    let sequence = |id| uid60.layout().place(Kind::Sequence).read(id);
    RANDOM.set(None);
    assert_eq!(code(ids.fill(NOW, 10, |_| ()).unwrap_err()), Code::NoRandomness);
    RANDOM.set(Some(0));
    assert_eq!(ids.fill(NOW, 10, |_| ()), Ok(3));
    assert_eq!(ids.saved().state.used, 3);
    RANDOM.set(Some(0));
    assert_eq!(ids.next(NOW).map(sequence), Ok(3));
}

#[test]
fn a_batch_that_continues_after_a_lack_of_random_bits_is_taken_back_as_a_whole() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    let mut ids = Generator::new(&uid60.scheme().unwrap(), &options, None, || RANDOM.take()).unwrap();
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
