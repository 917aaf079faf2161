//! What a generator can be told, and what it goes on from.

use std::collections::HashSet;

use flakekit::{Code, Format, GeneratorOptions};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, asked, formats, generator, one_machine, range, snapshot, try_generator, twitter};

#[test]
fn a_snapshot_goes_on_where_its_generator_left_off() {
    for (format, nodes) in formats() {
        let mut first = generator(&format, &nodes, None);
        let mut made: HashSet<u128> = (0..100).map(|_| first.next(NOW).unwrap()).collect();
        let saved = [("snapshot", snapshot(&mut first, NOW))];
        let mut second = generator(&format, &[&nodes[..], &saved].concat(), None);
        assert!((0..100).all(|_| made.insert(second.next(NOW).unwrap())), "{}", format.name());
    }
}

#[test]
fn a_snapshot_of_nothing_resumes_as_nothing() {
    let saved = snapshot(&mut twitter(&[], None), NOW);
    let mut resumed = twitter(&[("snapshot", saved)], None);
    assert_eq!(resumed.next(NOW), twitter(&[], None).next(NOW));
}

#[test]
fn a_snapshot_keeps_the_range_of_its_generator() {
    let mut ids = twitter(&[("sequenceRange", range(5, 9))], None);
    ids.next(NOW).unwrap();
    let saved = snapshot(&mut ids, NOW);
    assert_eq!(twitter(&[("snapshot", saved)], None).range(), (5, 9));
    assert_eq!(twitter(&[("snapshot", saved), ("sequenceRange", range(9, 5))], None).range(), (5, 9));
}

#[test]
fn a_snapshot_of_another_identity_or_a_damaged_one_is_refused() {
    let mut ids = twitter(&[], None);
    ids.next(NOW).unwrap();
    let saved = snapshot(&mut ids, NOW);
    let Given::Saved(good) = saved else { panic!("no snapshot") };
    let format = Format::named("twitter").unwrap();
    let refused = |options: &[(&str, Given)]| try_generator(&format, options, None).unwrap_err().code();
    assert_eq!(
        refused(&one_machine(&[("snapshot", saved), ("sequenceRange", range(0, 9))])),
        Code::InvalidSnapshot
    );
    // Its node fields are given beside it.
    for machine in [1024.0, -1.0, 1.5, f64::NAN] {
        let options = [("snapshot", saved), ("machineId", machine.into())];
        assert_eq!(refused(&options), Code::InvalidSnapshot, "{machine}");
    }
    let names = ["first", "last", "tick", "seen", "next", "used", "safe", "drifts"];
    let changed = |changes: &[(&str, f64)]| {
        let mut numbers = good;
        for (name, number) in changes {
            numbers[names.iter().position(|known| known == name).unwrap()] = *number;
        }
        refused(&one_machine(&[("snapshot", Given::Saved(numbers))]))
    };
    for name in names {
        for number in [f64::NAN, f64::INFINITY, -1.0, 1.5, 1e300] {
            assert_eq!(changed(&[(name, number)]), Code::InvalidSnapshot, "{name}: {number}");
        }
    }
    for changes in [
        &[("first", 5.0), ("last", 4.0)][..],
        &[("last", 5000.0)],
        &[("tick", 9e15)],
        &[("seen", 9e15)],
        &[("seen", good[2] + 1.0)],
        &[("tick", 2f64.powi(41)), ("seen", 0.0)],
        &[("next", 4096.0)],
        &[("used", 4097.0)],
        &[("drifts", 2f64.powi(32))],
    ] {
        assert_eq!(changed(changes), Code::InvalidSnapshot, "{changes:?}");
    }
}

#[test]
fn options_that_cannot_be_are_refused() {
    let twitter = Format::named("twitter").unwrap();
    let refused = |options: &[(&str, Given)]| {
        GeneratorOptions::new(&twitter, &asked(&twitter, options)).unwrap_err().code()
    };
    for machine in [1024.0, -1.0, 1.5, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(&[("machineId", machine.into())]), Code::InvalidField);
    }
    assert_eq!(refused(&[]), Code::InvalidField);
    assert_eq!(refused(&[("datacenterId", 1.0.into())]), Code::InvalidField);
    assert_eq!(refused(&[("datacenterId", 32.0.into()), ("workerId", 0.0.into())]), Code::InvalidField);
    assert_eq!(refused(&[("machineId", 1.0.into()), ("workerId", 2.0.into())]), Code::InvalidField);
    for (name, given) in [
        ("onRollback", Given::Word("toggle")),
        ("maxLead", (-1.0).into()),
        ("maxLead", 1e12.into()),
        ("maxLead", f64::INFINITY.into()),
        ("maxWait", 0.5.into()),
        ("maxWait", 86_400_001.0.into()),
        ("sequenceRange", range(0, 4096)),
        ("sequenceRange", Given::Range(-1.0, 5.0)),
        ("sequenceRange", Given::Range(0.5, 5.0)),
        ("sequenceRange", Given::Range(5.0, f64::NAN)),
        ("sequenceRange", Given::Range(f64::NAN, 5.0)),
        ("sequenceResetThreshold", 4096.0.into()),
        ("sequenceResetThreshold", (-1.0).into()),
        ("sequenceResetThreshold", 1.5.into()),
    ] {
        assert_eq!(refused(&one_machine(&[(name, given)])), Code::InvalidOption, "{name}: {given:?}");
    }
    for start in ["rolling", "random"] {
        let options = [("sequence", start.into()), ("sequenceResetThreshold", 1.0.into())];
        assert_eq!(refused(&one_machine(&options)), Code::InvalidOption, "{start}");
    }
}

#[test]
fn a_field_with_parts_can_be_given_whole_in_parts_or_both() {
    let twitter = Format::named("twitter").unwrap();
    let next = |options: &[(&str, Given)]| generator(&twitter, options, None).next(NOW).unwrap();
    let whole = next(&[("machineId", 378.0.into())]);
    assert_eq!(next(&[("datacenterId", 11.0.into()), ("workerId", 26.0.into())]), whole);
    assert_eq!(next(&[("machineId", 378.0.into()), ("workerId", 26.0.into())]), whole);
}
