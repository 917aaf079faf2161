//! What survives a restart: nothing that was made before a snapshot is made after it.

use flakekit::formats::{Definition, JsType};
use flakekit::layout::{Field, Kind};
use flakekit::sequencer::WaitCause;
use flakekit::snapshot::NUMBERS;
use flakekit::text::Encoding;
use flakekit::{Code, Format, Generator, Identities, NextError};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, generator, range, snapshot, try_generator, twitter, with};

/// The beginning of sno's first unit.
const FIRST: f64 = 1_262_304_000_000;

fn sno(options: &[(&str, Given)]) -> Generator {
    let partition: (&str, Given) = ("partition", 1.into());
    generator(&built_in("sno"), &[&[partition], options].concat(), None)
}

/// The sequence number of the next ID.
fn sequence(ids: &mut Generator, now: f64) -> Option<u64> {
    let id = ids.next(now).ok()?;
    Some(ids.format().decode(id).unwrap().numbers.last().unwrap().1)
}

/// The sequence numbers of all IDs that are left at this reading.
fn rest(ids: &mut Generator, now: f64) -> Vec<u64> {
    (0..100).map_while(|_| sequence(ids, now)).collect()
}

fn numbers(given: Given) -> [f64; NUMBERS] {
    match given {
        Given::Snapshot(numbers) => numbers,
        other => panic!("{other:?} is no snapshot"),
    }
}

#[test]
fn a_unit_whose_sequence_has_wrapped_goes_on_where_it_was_after_a_restart() {
    let rolling = [("sequence", Given::from("rolling")), ("sequenceRange", range(0, 7))];
    let mut ids = sno(&rolling);
    for _ in 0..5 {
        ids.next(NOW).unwrap();
    }
    // 5, 6, 7, 0 and 1 of the next unit.
    let made = [(); 5].map(|()| sequence(&mut ids, NOW + 4).unwrap());
    assert_eq!(made, [5, 6, 7, 0, 1]);
    let saved = snapshot(&mut ids, NOW + 4);
    assert_eq!(numbers(saved)[7], 5);
    let mut restored = sno(&[("snapshot", saved), ("sequence", "rolling".into())]);
    assert_eq!(rest(&mut restored, NOW + 4), [2, 3, 4]);
    // What the specification's fields say is not said twice.
    let mut ids = sno(&[("sequenceRange", range(10, 17))]);
    for used in 1..=8 {
        ids.next(NOW).unwrap();
        let saved = snapshot(&mut ids, NOW);
        assert!(numbers(saved)[7].is_nan(), "{used}");
        assert_eq!(rest(&mut sno(&[("snapshot", saved)]), NOW).len(), 8 - used);
    }
}

#[test]
fn a_snapshot_of_snos_first_unit_forgets_nothing() {
    for at in [FIRST, FIRST + 400] {
        let mut ids = sno(&[("sequenceRange", range(0, 7))]);
        for _ in 0..3 {
            ids.next(FIRST).unwrap();
        }
        let mut restored = sno(&[("snapshot", snapshot(&mut ids, at))]);
        let left = rest(&mut restored, FIRST);
        assert!(left.iter().all(|number| *number > 2), "{left:?} after 0, 1 and 2, at {at}");
    }
}

#[test]
fn a_snapshot_taken_while_the_clock_reads_snos_epoch_forgets_nothing() {
    let mut ids = sno(&[("sequenceRange", range(0, 7))]);
    for _ in 0..5 {
        ids.next(FIRST + 400).unwrap();
    }
    let mut restored = sno(&[("snapshot", snapshot(&mut ids, FIRST))]);
    let left = rest(&mut restored, FIRST + 400);
    assert!(left.iter().all(|number| *number > 4), "{left:?} after 0 to 4");
}

#[test]
fn a_snapshot_of_a_generator_that_has_made_nothing_is_one_of_a_fresh_one() {
    for at in [FIRST, FIRST + 400, NOW] {
        let mut fresh = sno(&[("sequenceRange", range(4, 9))]);
        let saved = numbers(snapshot(&mut fresh, at));
        assert_eq!(saved[..7], [4, 9, 4, ((at - FIRST) / 4).floor(), 0, 0, 0]);
        assert!(saved[7].is_nan());
        assert_eq!(rest(&mut sno(&[("snapshot", Given::Snapshot(saved))]), FIRST), [4, 5, 6, 7, 8, 9]);
    }
}

#[test]
fn used_says_how_many_numbers_of_the_unit_are_used_whatever_the_sequence() {
    let taken = (NOW - FIRST) / 4;
    let restored = |sequence, used| {
        let numbers = [2, 7, sequence, taken, taken, 0, 0, used];
        rest(&mut sno(&[("sequence", "rolling".into()), ("snapshot", Given::Snapshot(numbers))]), NOW)
    };
    assert_eq!(restored(4, 2), [5, 6, 7, 2]);
    assert_eq!(restored(7, 1), [2, 3, 4, 5, 6]);
    assert_eq!(restored(4, 0), [2, 3, 4, 5, 6, 7]);
    assert_eq!(restored(4, 6), [0; 0]);
    assert_eq!(restored(4, None), [5, 6, 7]);
    assert_eq!(restored(7, None), [0; 0]);
    // As the reference has it: 0 is the lowest, and past the highest is used up.
    assert_eq!(restored(0, None), [3, 4, 5, 6, 7]);
    assert_eq!(restored(9, None), [0; 0]);
    // A tick later, a rolling sequence goes on after the last number.
    let next_unit = |sequence, used| {
        let numbers = [2, 7, sequence, taken, taken, 0, 0, used];
        let options = [("sequence", "rolling".into()), ("snapshot", Given::Snapshot(numbers))];
        crate::sequence(&mut sno(&options), NOW + 4)
    };
    assert_eq!(next_unit(4, 6), Some(5));
    assert_eq!(next_unit(7, None), Some(2));
    let refused = |used| {
        let numbers = [2, 7, 4, taken, taken, 0, 0, used];
        let options = [("partition", 1.into()), ("snapshot", Given::Snapshot(numbers))];
        try_generator(&built_in("sno"), &options, None).unwrap_err().code()
    };
    assert_eq!(refused(7), Code::InvalidSnapshot);
}

#[test]
fn a_format_without_a_toggle_has_snapshots_without_timelines() {
    let mut ids = twitter(&[], None);
    ids.next(NOW).unwrap();
    let good = numbers(snapshot(&mut ids, NOW));
    assert_eq!(good[6..], [0, 0]);
    let twitter = built_in("twitter");
    let with = |numbers| {
        try_generator(&twitter, &[("machineId", 1.into()), ("snapshot", Given::Snapshot(numbers))], None)
    };
    assert!(with(good).is_ok());
    for (at, number) in [(6, 1), (7, 1), (7, 2), (6, good[2])] {
        let mut bad = good;
        bad[at] = number;
        let refused = with(bad).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidSnapshot);
        assert!(refused.message().contains("no toggle field"), "{refused}");
    }
}

#[test]
fn every_number_of_a_snapshot_is_kept_by_the_formats_that_have_no_form_of_their_own() {
    let snowflake = Format::named("snowflakeSI").unwrap();
    let snowflake = with(&snowflake, &[("epoch", 1_704_067_200_000)], Some(NOW)).unwrap();
    let options = |more: &[(&'static str, Given)]| [&[("machineId", 1.into())], more].concat();
    let leading = [("sequenceRange", range(3, 9)), ("sequence", "rolling".into())];
    let mut ids = generator(&snowflake, &options(&leading), None);
    for _ in 0..11 {
        ids.next(NOW - 5).or_else(|_| ids.next(NOW)).unwrap();
    }
    ids.next(NOW - 2).unwrap();
    let saved = snapshot(&mut ids, NOW - 2);
    let mut restored =
        generator(&snowflake, &options(&[("snapshot", saved), ("sequence", "rolling".into())]), None);
    assert_eq!(restored.state(), ids.state());
    assert_eq!(restored.range(), (3, 9));
    assert_eq!(snapshot(&mut restored, NOW), saved);
    assert_eq!(restored.next(NOW), ids.next(NOW));
}

#[test]
fn a_range_of_one_number_and_a_sequence_of_32_bits_can_be_saved() {
    let mut one = twitter(&[("sequenceRange", range(5, 5))], None);
    one.next(NOW).unwrap();
    let saved = snapshot(&mut one, NOW);
    assert!(twitter(&[("snapshot", saved)], None).next(NOW).is_err());
    assert!(twitter(&[("snapshot", saved)], None).next(NOW + 1).is_ok());

    let fields = [("timestamp", Kind::Time, 32), ("sequence", Kind::Sequence, 32)];
    let definition = Definition {
        name: "long".to_owned(),
        fields: fields.map(|(name, kind, bits)| Field::new(kind, name, bits)).to_vec(),
        bits: 64,
        unit: 1000,
        epoch: 1_704_067_200_000,
        js_type: JsType::BigInt,
        encoding: Encoding::Decimal,
        defaults: POLICY,
    };
    let long = Format::define(definition, None).unwrap();
    let most = f64::from(u32::MAX);
    let full = [0, most, 1000, 1000, 0, most + 1, 0, 0];
    let mut restored = generator(&long, &[("snapshot", Given::Snapshot(full))], None);
    assert!(restored.next(1_704_067_200_000 + 1_000_000).is_err());
    assert_eq!(numbers(snapshot(&mut restored, NOW)), full);
}

#[cfg(not(target_family = "wasm"))]
mod properties {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn snos_snapshots_repeat_nothing_whatever_the_start_and_lose_nothing_within_a_unit(
            start in prop::sample::select(vec!["reset", "rolling", "random"]),
            threshold in prop::sample::select(vec![None, 3, 7]),
            at_epoch in any::<bool>(),
            steps in prop::collection::vec(
                (prop_oneof![3 => Just(0i64), 3 => 1i64..40, 1 => -100i64..0], 0u32..10, any::<bool>()),
                1..60,
            ),
        ) {
            let mut options = vec![("sequence", Given::from(start))];
            if start == "reset" && !threshold.is_nan() {
                options.push(("sequenceResetThreshold", threshold.into()));
            }
            let mut ids = sno(&[&options[..], &[("sequenceRange", range(2, 9))]].concat());
            let begin = if at_epoch { FIRST } else { NOW };
            let mut now = begin;
            let mut made = HashSet::new();
            for (step, count, restart) in steps {
                now = (now + step as f64).max(begin);
                for _ in 0..count {
                    if let Ok(id) = ids.next(now) {
                        prop_assert!(made.insert(id));
                    }
                }
                if restart {
                    let saved = snapshot(&mut ids, now);
                    let mut restored = sno(&[&options[..], &[("snapshot", saved)]].concat());
                    let before = ids.saved().state;
                    if ids.tick(now) == Ok(before.tick) && before.used > 0 {
                        prop_assert_eq!(restored.saved().state, before);
                    }
                    ids = restored;
                }
            }
        }
    }
}

#[test]
fn a_run_that_is_held_is_not_used_on_after_a_snapshot_was_restored_beside_it() {
    let mut identities = Identities::new();
    let mut live = twitter(&[], Some(&mut identities));
    // The second ID is the first of a run.
    live.next(NOW).unwrap();
    live.next(NOW).unwrap();
    let mut elsewhere = twitter(&[], None);
    let made: Vec<u128> = (0..7).map(|_| elsewhere.next(NOW).unwrap()).collect();
    let saved = snapshot(&mut elsewhere, NOW);
    twitter(&[("snapshot", saved)], Some(&mut identities));
    // Both have used this tick, and nobody knows what of it is left.
    assert_eq!(live.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
    assert!(!made.contains(&live.next(NOW + 1).unwrap()));
}
