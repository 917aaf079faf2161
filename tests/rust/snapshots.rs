//! Promises of snapshots: a generator that resumes a snapshot repeats no ID.

use flakekit::layout::Kind;
use flakekit::report::Report;
use flakekit::sequencer::WaitCause;
use flakekit::snapshot::RawSnapshot;
use flakekit::{Code, Format, Generator, Identities, NextError};

use crate::support::{
    EPOCH, Given, NOW, built_in, custom_format, generator, one_machine, range, saved_numbers, snapshot,
    try_generator, twitter,
};

/// The epoch of sno's format, which is the beginning of its first tick.
const FIRST: i64 = 1_262_304_000_000;

fn sno(options: &[(&str, Given)]) -> Generator {
    let partition: (&str, Given) = ("partition", 1.into());
    generator(&built_in("sno"), &[&[partition], options].concat(), None)
}

/// The sequence number of the next ID.
fn sequence(ids: &mut Generator, now: i64) -> Option<u64> {
    let id = ids.next(now).ok()?;
    Some(ids.scheme().sequence.read(id))
}

/// The sequence numbers of all remaining IDs at a reading of the clock.
fn rest(ids: &mut Generator, now: i64) -> Vec<u64> {
    (0..100).map_while(|_| sequence(ids, now)).collect()
}

/// A snapshot in sno's form without `used`.
fn sno_numbers(numbers: [u64; 7]) -> RawSnapshot {
    let [min, max, sequence, now, tick, safe, drifts] = numbers.map(Some);
    [min, max, sequence, now, tick, safe, drifts, None]
}

#[test]
fn a_sequence_that_has_wrapped_continues_after_a_restart() {
    let rolling = [("sequence", Given::from("rolling")), ("sequenceRange", range(0, 7))];
    let mut ids = sno(&rolling);
    for _ in 0..5 {
        ids.next(NOW).unwrap();
    }
    // These IDs are in the next tick.
    let made = [(); 5].map(|()| sequence(&mut ids, NOW + 4).unwrap());
    assert_eq!(made, [5, 6, 7, 0, 1]);
    let saved = snapshot(&mut ids, NOW + 4);
    assert_eq!(saved_numbers(&mut ids, NOW + 4)[7], Some(5));
    let mut restored = sno(&[("snapshot", saved), ("sequence", "rolling".into())]);
    assert_eq!(rest(&mut restored, NOW + 4), [2, 3, 4]);
    // `used` is written only if the specification's fields do not imply it.
    let mut ids = sno(&[("sequenceRange", range(10, 17))]);
    for used in 1..=8 {
        ids.next(NOW).unwrap();
        let saved = snapshot(&mut ids, NOW);
        assert_eq!(saved_numbers(&mut ids, NOW)[7], None, "{used}");
        assert_eq!(rest(&mut sno(&[("snapshot", saved)]), NOW).len(), 8 - used);
    }
}

#[test]
fn a_sno_snapshot_of_the_first_tick_loses_no_used_number() {
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
fn a_sno_snapshot_taken_while_the_clock_reads_the_epoch_loses_no_used_number() {
    let mut ids = sno(&[("sequenceRange", range(0, 7))]);
    for _ in 0..5 {
        ids.next(FIRST + 400).unwrap();
    }
    let mut restored = sno(&[("snapshot", snapshot(&mut ids, FIRST))]);
    let left = rest(&mut restored, FIRST + 400);
    assert!(left.iter().all(|number| *number > 4), "{left:?} after 0 to 4");
}

#[test]
fn a_sno_snapshot_of_an_unused_generator_resumes_as_an_unused_one() {
    for at in [FIRST, FIRST + 400, NOW] {
        let mut fresh = sno(&[("sequenceRange", range(4, 9))]);
        let saved = saved_numbers(&mut fresh, at);
        assert_eq!(saved, sno_numbers([4, 9, 4, (at - FIRST) as u64 / 4, 0, 0, 0]));
        assert_eq!(rest(&mut sno(&[("snapshot", Given::Snapshot(saved))]), FIRST), [4, 5, 6, 7, 8, 9]);
    }
}

#[test]
fn used_is_the_count_of_used_numbers_of_the_last_tick_whatever_the_sequence() {
    let taken = (NOW - FIRST) as u64 / 4;
    let numbers = |sequence, used| {
        let mut numbers = sno_numbers([2, 7, sequence, taken, taken, 0, 0]);
        numbers[7] = used;
        numbers
    };
    let restored = |sequence, used| {
        let numbers = numbers(sequence, used);
        rest(&mut sno(&[("sequence", "rolling".into()), ("snapshot", Given::Snapshot(numbers))]), NOW)
    };
    assert_eq!(restored(4, Some(2)), [5, 6, 7, 2]);
    assert_eq!(restored(7, Some(1)), [2, 3, 4, 5, 6]);
    assert_eq!(restored(2, Some(0)), [2, 3, 4, 5, 6, 7]);
    assert_eq!(restored(4, Some(6)), [0; 0]);
    assert_eq!(restored(4, None), [5, 6, 7]);
    assert_eq!(restored(7, None), [0; 0]);
    // As in the reference: 0 is the lowest number, and a sequence after the highest one is used up.
    assert_eq!(restored(0, None), [3, 4, 5, 6, 7]);
    assert_eq!(restored(9, None), [0; 0]);
    // In the next tick, a rolling sequence continues after the last number.
    let next_tick = |sequence, used| {
        let numbers = numbers(sequence, used);
        let options = [("sequence", "rolling".into()), ("snapshot", Given::Snapshot(numbers))];
        self::sequence(&mut sno(&options), NOW + 4)
    };
    assert_eq!(next_tick(4, Some(6)), Some(5));
    assert_eq!(next_tick(7, None), Some(2));
    let refused = |used| {
        let numbers = numbers(4, used);
        let options = [("partition", 1.into()), ("snapshot", Given::Snapshot(numbers))];
        try_generator(&built_in("sno"), &options, None).unwrap_err().code()
    };
    assert_eq!(refused(Some(7)), Code::InvalidSnapshot);
    // The sequence says that some numbers are used.
    assert_eq!(refused(Some(0)), Code::InvalidSnapshot);
}

#[test]
fn a_snapshot_with_two_timelines_is_refused_by_a_format_without_a_toggle() {
    let mut ids = twitter(&[], None);
    ids.next(NOW).unwrap();
    let good = saved_numbers(&mut ids, NOW);
    assert_eq!(good[6..], [Some(0), Some(0)]);
    let twitter = built_in("twitter");
    let with =
        |numbers| try_generator(&twitter, &one_machine(&[("snapshot", Given::Snapshot(numbers))]), None);
    assert!(with(good).is_ok());
    for (at, number) in [(6, 1), (7, 1), (7, 2), (6, good[2].unwrap())] {
        let mut bad = good;
        bad[at] = Some(number);
        let refused = with(bad).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidSnapshot);
        assert!(refused.message().contains("no toggle field"), "{refused}");
    }
}

#[test]
fn a_snapshot_in_the_general_form_keeps_the_whole_state() {
    let snowflake = built_in("snowflakeSI");
    let leading = [("sequenceRange", range(3, 9)), ("sequence", "rolling".into())];
    let mut ids = generator(&snowflake, &one_machine(&leading), None);
    for _ in 0..11 {
        ids.next(NOW - 5).or_else(|_| ids.next(NOW)).unwrap();
    }
    ids.next(NOW - 2).unwrap();
    let saved = snapshot(&mut ids, NOW - 2);
    let mut restored =
        generator(&snowflake, &one_machine(&[("snapshot", saved), ("sequence", "rolling".into())]), None);
    assert_eq!(restored.state(), ids.state());
    assert_eq!(restored.range(), (3, 9));
    assert_eq!(snapshot(&mut restored, NOW), saved);
    assert_eq!(restored.next(NOW), ids.next(NOW));
}

#[test]
fn ranges_of_one_number_and_of_32_bits_survive_a_snapshot() {
    let mut one = twitter(&[("sequenceRange", range(5, 5))], None);
    one.next(NOW).unwrap();
    let saved = snapshot(&mut one, NOW);
    assert!(twitter(&[("snapshot", saved)], None).next(NOW).is_err());
    assert!(twitter(&[("snapshot", saved)], None).next(NOW + 1).is_ok());

    let fields = [(Kind::Time, "timestamp", 32), (Kind::Sequence, "sequence", 32)];
    let long = custom_format(&fields, 1000, EPOCH);
    let most = u64::from(u32::MAX);
    let full = [0, most, 1000, 1000, 0, most + 1, 0, 0].map(Some);
    let mut restored = generator(&long, &[("snapshot", Given::Snapshot(full))], None);
    assert!(restored.next(EPOCH + 1_000_000).is_err());
    assert_eq!(saved_numbers(&mut restored, NOW), full);
}

mod properties {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn sno_snapshots_repeat_nothing_whatever_the_start_and_lose_nothing_within_a_tick(
            start in prop::sample::select(vec!["reset", "rolling", "random"]),
            threshold in prop::sample::select(vec![None, Some(3u64), Some(7)]),
            at_epoch in any::<bool>(),
            steps in prop::collection::vec(
                (prop_oneof![3 => Just(0i64), 3 => 1i64..40, 1 => -100i64..0], 0u32..10, any::<bool>()),
                1..60,
            ),
        ) {
            let mut options = vec![("sequence", Given::from(start))];
            if start == "reset" && let Some(threshold) = threshold {
                options.push(("sequenceResetThreshold", threshold.into()));
            }
            let mut ids = sno(&[&options[..], &[("sequenceRange", range(2, 9))]].concat());
            let begin = if at_epoch { FIRST } else { NOW };
            let mut now = begin;
            let mut made = HashSet::new();
            for (step, count, restart) in steps {
                now = (now + step).max(begin);
                for _ in 0..count {
                    if let Ok(id) = ids.next(now) {
                        prop_assert!(made.insert(id));
                    }
                }
                if restart {
                    let saved = snapshot(&mut ids, now);
                    let restored = sno(&[&options[..], &[("snapshot", saved)]].concat());
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
fn a_generator_does_not_use_the_rest_of_its_tick_after_another_one_resumed_a_snapshot() {
    let mut identities = Identities::new();
    let mut live = twitter(&[], Some(&mut identities));
    live.next(NOW).unwrap();
    let mut elsewhere = twitter(&[], None);
    let made: Vec<u128> = (0..7).map(|_| elsewhere.next(NOW).unwrap()).collect();
    let saved = snapshot(&mut elsewhere, NOW);
    twitter(&[("snapshot", saved)], Some(&mut identities));
    // Both histories have used this tick, so it counts as used up.
    assert_eq!(live.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
    assert!(!made.contains(&live.next(NOW + 1).unwrap()));
}

/// The report of the snapshot of a format's generator at a reading of the clock.
fn entries(format: &Format, ids: &mut Generator, now: i64) -> Vec<(String, Report<'static>)> {
    let (tick, node, saved) = (ids.tick(now).unwrap(), ids.node(), ids.saved());
    let Report::Object(entries) = saved.report(format, node, tick) else { panic!("no object") };
    let owned = |(name, report): (&str, Report<'_>)| match report {
        Report::Number(number) => (name.to_owned(), Report::Number(number)),
        Report::Text(text) => (name.to_owned(), Report::Text(text.into_owned().into())),
        report => (name.to_owned(), Report::Text(format!("{report:?}").into())),
    };
    entries.into_iter().map(owned).collect()
}

#[test]
fn a_report_contains_the_node_fields_and_the_numbers_of_the_general_form() {
    let discord = built_in("discord");
    let mut ids = generator(&discord, &[("workerId", 3.into()), ("processId", 1.into())], None);
    ids.next(NOW).unwrap();
    ids.next(NOW).unwrap();
    let tick = discord.tick(NOW).unwrap() as f64;
    let number = |number: f64| Report::Number(number);
    let text = |text: &str| Report::Text(text.to_owned().into());
    let expected = [
        ("version", number(1.0)),
        ("layout", text("time:42 node:5 node:5 sequence:12 unit:1 epoch:1420070400000")),
        ("fields", text("Object([(\"workerId\", Number(3.0)), (\"processId\", Number(1.0))])")),
        ("sequenceRange", text("List([Number(0.0), Number(4095.0)])")),
        ("tick", number(tick)),
        ("seen", number(tick)),
        ("next", number(2.0)),
        ("used", number(2.0)),
        ("safe", number(0.0)),
        ("drifts", number(0.0)),
    ];
    assert_eq!(entries(&discord, &mut ids, NOW), expected.map(|(name, report)| (name.to_owned(), report)));
}

#[test]
fn a_report_of_sno_contains_the_partition_and_the_fields_of_its_specification() {
    let mut ids = sno(&[]);
    ids.next(NOW).unwrap();
    let entries = entries(&built_in("sno"), &mut ids, NOW);
    let names: Vec<_> = entries.iter().map(|(name, _)| name.as_str()).collect();
    let expected =
        ["partition", "sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts"];
    assert_eq!(names, expected);
    assert_eq!(entries[0].1, Report::Number(1.0));
    assert_eq!(entries[2].1, Report::Number(65_535.0));
    assert_eq!(entries[5].1, Report::Number(built_in("sno").tick(NOW).unwrap() as f64));
}

#[test]
fn an_increasing_sequence_resumes_an_unused_tick_from_its_lowest_number() {
    let format = built_in("twitter");
    let tick = format.tick(NOW).ok();
    // A rolling sequence would continue at 5.
    let saved = [Some(0), Some(9), tick, tick, Some(5), Some(0), Some(0), Some(0)];
    let options = [("snapshot", Given::Snapshot(saved)), ("sequenceRange", range(0, 9))];
    let mut ids = twitter(&options, None);
    assert_eq!([(); 10].map(|()| sequence(&mut ids, NOW).unwrap()), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let mut rolling = twitter(&[&options[..], &[("sequence", "rolling".into())]].concat(), None);
    assert_eq!([(); 10].map(|()| sequence(&mut rolling, NOW).unwrap()), [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]);
}
