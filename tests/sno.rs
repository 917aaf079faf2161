//! sno against its reference: `tests/vectors/sno-*.json`.

use std::collections::HashSet;
use std::rc::Rc;

use flakekit::sequencer::WaitCause;
use flakekit::snapshot::NUMBERS;
use flakekit::text::{Encoding, Style, Unreadable};
use flakekit::{Code, Error, Format, Generator, GeneratorOptions, Identities, NextError, RawOptions};
use serde_json::Value;
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, numbers, range, raw_options, snapshot};

macro_rules! vectors {
    ($name:literal) => {
        serde_json::from_str::<Vec<Value>>(include_str!(concat!("vectors/", $name, ".json"))).unwrap()
    };
}

const EPOCH: u64 = 1_262_304_000_000;

#[expect(clippy::unnecessary_wraps, reason = "the signature of a source that may have none")]
fn entropy() -> Option<u32> {
    Some(7)
}

fn sno() -> Rc<Format> {
    built_in("sno")
}

fn try_generator(options: &[(&str, Given)], identities: Option<&mut Identities>) -> Result<Generator, Error> {
    let options = GeneratorOptions::new(&sno(), &raw_options(&sno(), options))?;
    Generator::new(&sno(), &options, identities, entropy)
}

fn generator(options: &[(&str, Given)]) -> Generator {
    try_generator(options, None).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// The numbers of the specification's snapshots, in the core's order. After them comes `used`, which is not given.
const SNAPSHOT: [&str; 7] = ["sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts"];

/// The options that go on from one of the reference's snapshots; the vectors' `config` objects are some too.
fn resuming(config: &Value) -> [(&'static str, Given); 2] {
    let mut numbers = [None; NUMBERS];
    numbers.iter_mut().zip(SNAPSHOT).for_each(|(to, name)| *to = float(&config[name]));
    [("partition", float(&config["partition"]).into()), ("snapshot", Given::Snapshot(numbers))]
}

fn partition(ids: &Generator) -> f64 {
    sno().decode(ids.node()).unwrap().numbers[2].1 as f64
}

fn text(value: u128) -> String {
    sno().write(value, Style::OWN).unwrap().to_string()
}

/// An ID's metadata is added by the caller.
fn with_meta(made: u128, meta: &Value) -> String {
    text(made | sno().metadata(float(meta)).unwrap())
}

#[test]
fn every_vector_of_the_codec_is_written_and_read_as_by_the_reference() {
    let rows = vectors!("sno-codec");
    for row in &rows {
        let value = u128::from_str_radix(row["hex"].as_str().unwrap(), 16).unwrap();
        let expected = row["text"].as_str().unwrap();
        assert_eq!(text(value), expected);
        assert_eq!(sno().read(expected.as_bytes(), Style::OWN), Ok(value));
        let format = sno();
        let decoded = format.decode(value).unwrap();
        assert_eq!(decoded.timestamp, row["timeMs"].as_i64().unwrap());
        let fields = ["toggle", "meta", "partition", "sequence"].map(|name| {
            let column = if name == "toggle" { "tick" } else { name };
            (name, number(&row[column]))
        });
        assert_eq!(decoded.numbers, fields);
        let mut fields: Vec<_> = fields.iter().map(|(name, n)| (*name, *n as f64)).collect();
        fields.push(("timestamp", decoded.timestamp as f64));
        assert_eq!(sno().encode(&numbers(&sno(), &fields)), Ok(value));
    }
    assert_eq!(rows.len(), 192);
}

#[test]
fn what_is_no_sno_is_refused_even_where_the_reference_only_checks_the_length() {
    let rows = vectors!("sno-codec-negative");
    for row in &rows {
        let read = sno().read(row["input"].as_str().unwrap().as_bytes(), Style::OWN);
        assert_eq!(read.is_err(), row["invalid"] == true, "{row}");
    }
    assert_eq!(rows.len(), 109);
}

/// The rows in which the reference is at fault, and what is made here instead.
fn check_quirk(name: &str, step: usize, made: &Result<u128, NextError>, row: &Value) -> bool {
    match name {
        // The reference skips the lowest number of the epoch's first unit.
        "quirk-clock-at-epoch" => {
            let sequence = sno().decode(*made.as_ref().unwrap()).unwrap().numbers[3].1;
            let expected =
                if row["clockUnits"] == 0 { number(&row["sequence"]) - 1 } else { number(&row["sequence"]) };
            assert_eq!(sequence, expected);
        }
        // The reference wraps to 2010 after 2079.
        "quirk-wrap-after-end" if number(&row["clockUnits"]) >= 1 << 39 => {
            assert!(matches!(made, Err(NextError::Error(error)) if error.code() == Code::ClockOutOfRange));
        }
        // The reference repeats the IDs of the unit that the snapshot was not taken in.
        "quirk-snapshot-then-clock-back-to-wallHi" if step >= 6 => {
            assert_eq!(*made, Err(NextError::Wait(4, WaitCause::Exhausted)));
        }
        _ => return false,
    }
    true
}

#[test]
fn every_trace_of_the_reference_is_followed_but_for_its_faults() {
    let traces = vectors!("sno-trace");
    for trace in &traces {
        let name = trace["name"].as_str().unwrap();
        let mut ids = generator(&resuming(&trace["config"]));
        let mut made = HashSet::new();
        for (i, step) in trace["steps"].as_array().unwrap().iter().enumerate() {
            let now = step["clockMs"].as_f64().unwrap_or((number(&step["clockUnits"]) * 4 + EPOCH) as f64);
            match step["op"].as_str().unwrap() {
                "new" => {
                    let next = ids.next(now);
                    if let Ok(id) = next {
                        assert!(made.insert(id), "{name}: repeated at step {i}");
                    }
                    if trace["quirk"] == true && check_quirk(name, i, &next, step) {
                        continue;
                    }
                    assert_eq!(
                        with_meta(next.unwrap(), &step["meta"]),
                        step["text"].as_str().unwrap(),
                        "{name}: {step}"
                    );
                    let state = ids.state().unwrap();
                    assert_eq!(state.tick, number(&step["wallHi"]), "{name}: {step}");
                    assert_eq!(state.safe, number(&step["wallSafe"]), "{name}: {step}");
                    assert_eq!(u64::from(state.drifts), number(&step["drifts"]), "{name}: {step}");
                }
                "snapshot" => {
                    let taken =
                        [("partition", partition(&ids).into()), ("snapshot", snapshot(&mut ids, now))];
                    // As texts: NaN stands for what is not given, and equals nothing.
                    let expected = resuming(&step["snapshot"]);
                    assert_eq!(format!("{taken:?}"), format!("{expected:?}"), "{name}: {step}");
                }
                "restore" => ids = generator(&resuming(&step["snapshot"])),
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!(traces.len(), 47);
}

#[test]
fn a_wait_below_the_safe_mark_ends_at_the_same_reading_as_in_the_reference() {
    let rows = vectors!("sno-unsafe-regression");
    for row in &rows {
        let mut ids = generator(&resuming(&row["config"]));
        let readings = row["clockReads"].as_array().unwrap();
        let (last, waits) = readings.split_last().unwrap();
        assert_eq!(readings.len() as u64, number(&row["readsUsed"]));
        for reading in waits {
            let refused = ids.next((number(reading) * 4 + EPOCH) as f64).unwrap_err();
            assert!(matches!(refused, NextError::Wait(_, WaitCause::Rollback)), "{row}");
        }
        let made = ids.next((number(last) * 4 + EPOCH) as f64).unwrap();
        assert_eq!(with_meta(made, &row["meta"]), row["text"].as_str().unwrap(), "{row}");
    }
    assert_eq!(rows.len(), 8);
}

#[test]
fn ids_of_a_time_of_ones_own_are_the_references_and_out_of_bounds_they_are_refused() {
    let rows = vectors!("sno-newwithtime");
    let mut ids = None;
    let mut calls = 0;
    for row in &rows {
        if row["call"] == 0 {
            let options = [
                ("partition", float(&row["partition"]).into()),
                ("sequenceRange", Given::Range(float(&row["sequenceMin"]), float(&row["sequenceMax"]))),
            ];
            ids = Some(generator(&options));
            calls = 0;
        }
        let ids = ids.as_mut().unwrap();
        // The vectors leave out some calls in between.
        while calls < number(&row["call"]) {
            ids.at(1_700_000_000_000).unwrap();
            calls += 1;
        }
        let made = ids.at(row["timeMs"].as_f64().unwrap());
        if row["inRange"] == true {
            assert_eq!(with_meta(made.unwrap(), &row["meta"]), row["text"].as_str().unwrap(), "{row}");
            calls += 1;
        } else {
            assert!(
                matches!(made, Err(NextError::Error(error)) if error.code() == Code::InvalidTime),
                "{row}"
            );
        }
    }
    assert_eq!(rows.len(), 116);
}

#[test]
fn the_bounds_of_a_snapshot_are_those_of_the_reference_but_pools_of_4_and_5_are_allowed() {
    let rows = vectors!("sno-snapshot-errors");
    for row in &rows {
        let label = row["label"].as_str().unwrap();
        let mut config =
            serde_json::json!({ "partition": 1, "now": 0, "wallHi": 0, "wallSafe": 0, "drifts": 0 });
        for name in ["sequenceMin", "sequenceMax", "sequence"] {
            config[name] = row[name].clone();
        }
        let made = try_generator(&resuming(&config), None);
        // "the capacity could shrink to 4 per 4msec (smallest allowed)"
        let small = label.starts_with("identities-of-4")
            || label.starts_with("identities-of-5")
            || label == "min-65531-max-0";
        assert_eq!(made.is_ok(), row["ok"] == true || small, "{row}");
        match made {
            Ok(mut ids) if row["ok"] == true => {
                assert_eq!(u64::from(ids.range().0), number(&row["effectiveMin"]));
                assert_eq!(u64::from(ids.range().1), number(&row["effectiveMax"]));
                let first = sno().decode(ids.next(1_700_000_000_000).unwrap()).unwrap().numbers[3].1;
                assert_eq!(first, number(&row["firstSequence"]));
            }
            Ok(_) => {}
            Err(error) => assert_eq!(error.code(), Code::InvalidSnapshot),
        }
    }
    assert_eq!(rows.len(), 55);
}

#[test]
fn a_partition_is_a_number_of_two_bytes() {
    for given in [0, 16_650, 65_535] {
        assert_eq!(partition(&generator(&[("partition", given.into())])), given);
    }
    for bad in [65_536, -1, 1.5, f64::INFINITY] {
        let refused = try_generator(&[("partition", bad.into())], None).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidField, "{bad}");
    }
}

#[test]
fn generators_without_a_partition_get_one_each_and_share_them_when_none_is_left() {
    let mut identities = Identities::new();
    let automatic = GeneratorOptions::new(&sno(), &RawOptions::default()).unwrap();
    let number = identities.open(&sno(), &automatic, true, entropy).unwrap();
    assert_eq!(partition(identities.generator(number).unwrap()), 7);
    let taken: HashSet<u64> =
        (0..100).map(|_| partition(&try_generator(&[], Some(&mut identities)).unwrap()) as u64).collect();
    assert_eq!(taken.len(), 100);
    assert!(!taken.contains(&7));
    assert_eq!(try_generator(&[], None).unwrap_err().code(), Code::InvalidField);
    for number in 0..=65_535 {
        try_generator(&[("partition", f64::from(number).into())], Some(&mut identities)).unwrap();
    }
    // Only those that were given automatically are shared: the others may be shared with other processes.
    let mut made = HashSet::new();
    for _ in 0..300 {
        let mut ids = try_generator(&[], Some(&mut identities)).unwrap();
        let number = partition(&ids) as u64;
        assert!(number == 7 || taken.contains(&number));
        assert!(made.insert(ids.next(1_700_000_000_000).unwrap()));
    }
    let refused = try_generator(&[("sequenceRange", range(0, 99))], Some(&mut identities)).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidField);
    assert!(refused.message().contains("all 65536"), "{refused}");
}

#[test]
fn a_partition_whose_generators_were_freed_is_given_again_when_no_other_is_left() {
    let mut identities = Identities::new();
    let automatic = GeneratorOptions::new(&sno(), &RawOptions::default()).unwrap();
    let mut numbers: Vec<_> =
        (0..=65_535).map(|_| identities.open(&sno(), &automatic, true, entropy).unwrap()).collect();
    let (freed, kept) = (numbers.remove(500), numbers.remove(400));
    let ids = identities.generator(freed).unwrap();
    let (free, mut made) = (partition(ids), HashSet::from([ids.next(1_700_000_000_000).unwrap()]));
    identities.close(freed);
    for alone in [true, false] {
        let number = identities.open(&sno(), &automatic, alone, entropy).unwrap();
        let ids = identities.generator(number).unwrap();
        assert_eq!(partition(ids), free);
        // Its numbers go on where its last generator left off.
        assert!(made.insert(ids.next(1_700_000_000_000).unwrap()));
        identities.close(number);
    }
    assert_ne!(partition(identities.generator(kept).unwrap()), free);
}

#[test]
fn ranges_that_overlap_in_part_are_refused_since_ticks_do_not_keep_timelines_apart() {
    let mut identities = Identities::new();
    let mut open = |range: Given| {
        try_generator(&[("partition", 1.into()), ("sequenceRange", range)], Some(&mut identities))
    };
    open(range(0, 99)).unwrap();
    open(range(99, 0)).unwrap();
    open(range(100, 200)).unwrap();
    assert_eq!(open(range(50, 150)).unwrap_err().code(), Code::InvalidOption);
    assert_eq!(open(range(300, 302)).unwrap_err().code(), Code::InvalidOption);
    assert_eq!(open(range(300, 300)).unwrap_err().code(), Code::InvalidOption);
    open(range(300, 303)).unwrap();
    // What was refused has left nothing behind.
    open(range(0, 99)).unwrap();
    open(range(201, 210)).unwrap();
}

#[test]
fn a_version_of_an_id_has_other_metadata_and_nothing_else() {
    let id = sno().read(b"brpk4q72xwf2m63l", Style::OWN).unwrap();
    let next = sno().with_metadata(id, 7).unwrap();
    assert_eq!(next ^ id, (0xff ^ 7) << 32);
    assert_eq!(sno().with_metadata(id, 256).unwrap_err().code(), Code::InvalidField);
    for wrong in [-1, 1.5, None] {
        assert_eq!(sno().metadata(wrong).unwrap_err().code(), Code::InvalidField, "{wrong}");
    }
    assert_eq!(built_in("twitter").metadata(0), Ok(0));
    assert_eq!(built_in("twitter").metadata(1).unwrap_err().code(), Code::InvalidField);
}

#[test]
fn metadata_is_read_from_its_two_characters_alone() {
    for row in vectors!("sno-codec") {
        assert_eq!(
            sno().metadata_from_text(row["text"].as_str().unwrap().as_bytes()),
            Ok(number(&row["meta"]))
        );
    }
    assert_eq!(sno().metadata_from_text(b"aaaaaaaa55aaaaaa"), Ok(0x18));
    assert_eq!(sno().metadata_from_text(b"aaaaaaaa5Aaaaaaa"), Err(Unreadable::Character(9)));
    assert_eq!(sno().metadata_from_text(b"aaaaaaaa55aaaaa"), Err(Unreadable::Length(16, 16)));
}

#[test]
fn a_generator_tells_how_far_it_is_in_its_unit() {
    let mut ids = generator(&[("partition", 3.into()), ("sequenceRange", range(10, 17))]);
    let now = 1_700_000_000_000;
    assert_eq!(ids.range(), (10, 17));
    assert_eq!(ids.progress(now), Ok((10, 0)));
    ids.next(now).unwrap();
    ids.next(now).unwrap();
    assert_eq!(ids.progress(now), Ok((11, 2)));
    assert_eq!(ids.progress(now + 4), Ok((10, 0)));
}

#[test]
fn toggling_is_refused_where_there_is_nothing_to_toggle() {
    let twitter = built_in("twitter");
    let options = raw_options(&twitter, &[("machineId", 1.into()), ("onRollback", "toggle".into())]);
    assert_eq!(GeneratorOptions::new(&twitter, &options).unwrap_err().code(), Code::InvalidOption);
}

#[test]
fn a_snapshot_that_is_none_is_refused() {
    let good = [0, 65_535, 5, 100, 100, 0, 0, 2];
    let made = |partition: f64, numbers| {
        try_generator(&[("partition", partition.into()), ("snapshot", Given::Snapshot(numbers))], None)
            .map(|ids| ids.range())
    };
    assert_eq!(made(1, good), Ok((0, 65_535)));
    let (past_u32, past_safe) = (2f64.powi(32), 2f64.powi(53));
    let past = [65_536, 65_536, past_u32, past_safe, past_safe, past_safe, past_u32, 65_537];
    for (i, name) in SNAPSHOT.into_iter().chain(["used"]).enumerate() {
        for bad in [None, -1, 1.5, 1e300, past[i]] {
            let mut numbers = good;
            if name == "used" && bad.is_nan() {
                continue;
            }
            numbers[i] = bad;
            assert_eq!(made(1, numbers).unwrap_err().code(), Code::InvalidSnapshot, "{name}: {bad}");
        }
    }
    for bad in [65_536, -1, 1.5, 1e300] {
        assert_eq!(made(bad, good).unwrap_err().code(), Code::InvalidSnapshot, "partition: {bad}");
    }
}

#[test]
fn the_last_unit_is_in_2079_and_nothing_follows() {
    let mut ids = generator(&[("partition", 1.into())]);
    let last = 3_461_327_255_548;
    assert_eq!(sno().decode(ids.next(last).unwrap()).unwrap().timestamp as f64, last);
    for out in [last + 4, EPOCH as f64 - 1] {
        assert!(
            matches!(ids.next(out), Err(NextError::Error(error)) if error.code() == Code::ClockOutOfRange)
        );
    }
    assert_eq!(
        sno().read(b"xxxxxxxxxxxxxxxx", Style { encoding: Some(Encoding::Sno), padded: false }),
        Ok((1 << 80) - 1)
    );
}

#[cfg(not(target_family = "wasm"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_id_is_made_twice_however_the_clock_goes_back(
            steps in prop::collection::vec((prop_oneof![Just(0i64), 1i64..40, -400i64..0], 1u32..12, any::<bool>()), 1..120),
        ) {
            let mut ids = generator(&[("partition", 1.into()), ("sequenceRange", range(10, 17))]);
            let mut now = 1_700_000_000_000i64;
            let mut made = HashSet::new();
            for (step, count, restart) in steps {
                now += step;
                for _ in 0..count {
                    // A regression into a past that was used twice is a wait, never a repeat.
                    if let Ok(id) = ids.next(now as f64) {
                        prop_assert!(made.insert(id));
                        prop_assert_eq!(sno().decode(id).unwrap().timestamp, now - now.rem_euclid(4));
                    }
                }
                if restart {
                    let saved = snapshot(&mut ids, now as f64);
                    ids = generator(&[("partition", 1.into()), ("snapshot", saved)]);
                }
            }
        }
    }
}
