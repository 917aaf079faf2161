//! Promises of a generator's options, and of the snapshots that it resumes.

use std::collections::HashSet;

use flakekit::layout::Kind;
use flakekit::{Code, GeneratorOptions};

use crate::support::{
    EPOCH, Given, NOW, built_in, custom_format, formats, generator, one_machine, range, raw_options,
    saved_numbers, snapshot, try_generator, twitter,
};

#[test]
fn a_generator_that_resumes_a_snapshot_repeats_no_id() {
    for (format, nodes) in formats() {
        let mut first = generator(&format, &nodes, None);
        let mut made: HashSet<u128> = (0..100).map(|_| first.next(NOW).unwrap()).collect();
        let saved = [("snapshot", snapshot(&mut first, NOW))];
        let mut second = generator(&format, &[&nodes[..], &saved].concat(), None);
        assert!((0..100).all(|_| made.insert(second.next(NOW).unwrap())), "{}", format.name());
    }
}

#[test]
fn the_snapshot_of_an_unused_generator_resumes_as_an_unused_one() {
    let saved = snapshot(&mut twitter(&[], None), NOW);
    let mut resumed = twitter(&[("snapshot", saved)], None);
    assert_eq!(resumed.next(NOW), twitter(&[], None).next(NOW));
}

#[test]
fn a_snapshot_contains_the_sequence_range() {
    let mut ids = twitter(&[("sequenceRange", range(5, 9))], None);
    ids.next(NOW).unwrap();
    let saved = snapshot(&mut ids, NOW);
    assert_eq!(twitter(&[("snapshot", saved)], None).range(), (5, 9));
    assert_eq!(twitter(&[("snapshot", saved), ("sequenceRange", range(9, 5))], None).range(), (5, 9));
}

#[test]
fn a_damaged_snapshot_or_one_of_another_identity_is_refused() {
    let mut ids = twitter(&[], None);
    ids.next(NOW).unwrap();
    let good = saved_numbers(&mut ids, NOW);
    let saved = Given::Snapshot(good);
    let format = built_in("twitter");
    let refused = |options: &[(&str, Given)]| try_generator(&format, options, None).unwrap_err().code();
    assert_eq!(
        refused(&one_machine(&[("snapshot", saved), ("sequenceRange", range(0, 9))])),
        Code::InvalidSnapshot
    );
    // The node fields are given with the snapshot, so they are a part of the snapshot.
    for machine in [1024, u64::MAX] {
        let options = [("snapshot", saved), ("machineId", machine.into())];
        assert_eq!(refused(&options), Code::InvalidSnapshot, "{machine}");
    }
    assert_eq!(refused(&[("snapshot", saved)]), Code::InvalidSnapshot);
    let names = flakekit::snapshot::GENERAL;
    let adjusted = |changes: &[(&str, Option<u64>)]| {
        let mut numbers = good;
        for (name, number) in changes {
            numbers[names.iter().position(|known| known == name).unwrap()] = *number;
        }
        refused(&one_machine(&[("snapshot", Given::Snapshot(numbers))]))
    };
    for name in names {
        for number in [None, Some(1 << 53), Some(u64::MAX)] {
            assert_eq!(adjusted(&[(name, number)]), Code::InvalidSnapshot, "{name}: {number:?}");
        }
    }
    let tick = good[2].unwrap();
    for changes in [
        &[("first", 5), ("last", 4)][..],
        &[("last", 5000)],
        &[("tick", 9_000_000_000_000_000)],
        &[("seen", 9_000_000_000_000_000)],
        &[("seen", tick + 1)],
        &[("tick", 1 << 41), ("seen", 0)],
        &[("next", 4096)],
        &[("used", 4097)],
        &[("drifts", 1 << 32)],
    ] {
        let changes: Vec<_> = changes.iter().map(|(name, number)| (*name, Some(*number))).collect();
        assert_eq!(adjusted(&changes), Code::InvalidSnapshot, "{changes:?}");
    }
}

#[test]
fn an_option_that_is_missing_out_of_range_or_contradictory_is_refused() {
    let twitter = built_in("twitter");
    let refused = |options: &[(&str, Given)]| {
        GeneratorOptions::new(&twitter, &raw_options(&twitter, options)).unwrap_err().code()
    };
    for machine in [1024, u64::MAX] {
        assert_eq!(refused(&[("machineId", machine.into())]), Code::InvalidField);
    }
    assert_eq!(refused(&[]), Code::InvalidField);
    assert_eq!(refused(&[("datacenterId", 1.into())]), Code::InvalidField);
    assert_eq!(refused(&[("datacenterId", 32.into()), ("workerId", 0.into())]), Code::InvalidField);
    assert_eq!(refused(&[("machineId", 1.into()), ("workerId", 2.into())]), Code::InvalidField);
    for (name, given) in [
        ("onRollback", Given::Word("toggle")),
        ("maxLead", 86_400_001.into()),
        ("maxLead", u64::MAX.into()),
        ("maxWait", 86_400_001.into()),
        ("sequenceRange", range(0, 4096)),
        ("sequenceRange", range(4096, 0)),
        ("sequenceRange", range(5, u64::MAX)),
        ("sequenceRange", range(1 << 32, 5)),
        ("sequenceResetThreshold", 4096.into()),
        ("sequenceResetThreshold", (1 << 32).into()),
    ] {
        assert_eq!(refused(&one_machine(&[(name, given)])), Code::InvalidOption, "{name}: {given:?}");
    }
    for start in ["rolling", "random"] {
        let options = [("sequence", start.into()), ("sequenceResetThreshold", 1.into())];
        assert_eq!(refused(&one_machine(&options)), Code::InvalidOption, "{start}");
    }
}

#[test]
fn the_limits_of_options_are_accepted() {
    let twitter = built_in("twitter");
    for (name, given) in [
        ("machineId", 1023.into()),
        ("maxLead", 86_400_000.into()),
        ("maxLead", 0.into()),
        ("maxWait", 86_400_000.into()),
        ("maxWait", 0.into()),
        ("sequenceRange", range(0, 4095)),
        ("sequenceRange", range(4095, 4095)),
        ("sequenceResetThreshold", 0.into()),
        ("sequenceResetThreshold", 4095.into()),
    ] {
        let raw = raw_options(&twitter, &one_machine(&[(name, given)]));
        assert!(GeneratorOptions::new(&twitter, &raw).is_ok(), "{name}: {given:?}");
    }
}

#[test]
fn a_field_with_parts_is_given_by_itself_by_its_parts_or_by_both() {
    let twitter = built_in("twitter");
    let next = |options: &[(&str, Given)]| generator(&twitter, options, None).next(NOW).unwrap();
    let by_itself = next(&[("machineId", 378.into())]);
    assert_eq!(next(&[("datacenterId", 11.into()), ("workerId", 26.into())]), by_itself);
    assert_eq!(next(&[("machineId", 378.into()), ("workerId", 26.into())]), by_itself);
}

#[test]
fn a_part_without_bits_need_not_be_given() {
    let node = [(Kind::Node, "place", 8), (Kind::Part, "region", 0), (Kind::Part, "rack", 8)];
    let fields = [&[(Kind::Time, "timestamp", 41)], &node[..], &[(Kind::Sequence, "sequence", 12)]].concat();
    let format = custom_format(&fields, 1, EPOCH);
    let next = |options: &[(&str, Given)]| generator(&format, options, None).next(NOW).unwrap();
    assert_eq!(next(&[("rack", 7.into())]), next(&[("region", 0.into()), ("rack", 7.into())]));
    let refused = try_generator(&format, &[("region", 0.into())], None).map(|_| ()).unwrap_err();
    assert_eq!(refused.message(), "rack is missing; give a whole number from 0 to 255, or give place");
}
