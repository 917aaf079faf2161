//! Promises of sno, compared with its reference: `tests/vectors/sno-*.json`.

use std::collections::HashSet;
use std::rc::Rc;

use flakekit::sequencer::WaitCause;
use flakekit::snapshot::RawSnapshot;
use flakekit::text::{Encoding, Style, Unreadable, Zeros};
use flakekit::{Code, Error, Format, Generator, GeneratorOptions, Identities, NextError};
use serde_json::Value;

use crate::support::{Given, built_in, numbers, range, raw_options, saved_numbers};

macro_rules! vectors {
    ($name:literal) => {
        serde_json::from_str::<Vec<Value>>(include_str!(concat!("../vectors/", $name, ".json"))).unwrap()
    };
}

const EPOCH: u64 = 1_262_304_000_000;

/// A reading of the clock.
const NOW: i64 = 1_700_000_000_000;

#[expect(clippy::unnecessary_wraps, reason = "the signature of an entropy source, which can fail")]
fn entropy() -> Option<u32> {
    Some(7)
}

fn sno() -> Rc<Format> {
    built_in("sno")
}

fn try_generator(options: &[(&str, Given)], identities: Option<&mut Identities>) -> Result<Generator, Error> {
    let options = GeneratorOptions::new(&sno(), &raw_options(&sno(), options))?;
    Ok(Generator::new(&sno().scheme()?, &options, identities, entropy)?)
}

fn generator(options: &[(&str, Given)]) -> Generator {
    try_generator(options, None).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn ms(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

/// The Unix ms at which a tick begins.
fn ms_of_tick(tick: &Value) -> i64 {
    (number(tick) * 4 + EPOCH) as i64
}

/// The numbers of a snapshot of the reference, which has no `used`.
fn snapshot_of_reference(snapshot: &Value) -> RawSnapshot {
    flakekit::snapshot::SNO.map(|name| snapshot[name].as_u64())
}

/// The options that resume a snapshot of the reference. The `config` objects of the vectors are snapshots too.
fn resuming(config: &Value) -> [(&'static str, Given); 2] {
    let snapshot = Given::Snapshot(snapshot_of_reference(config));
    [("partition", number(&config["partition"]).into()), ("snapshot", snapshot)]
}

fn partition(ids: &Generator) -> u64 {
    sno().decode(ids.node().into()).unwrap().numbers[2].1
}

fn text(value: u128) -> String {
    sno().write(value, Style::OWN).unwrap().to_string()
}

/// The text of an ID with the metadata that its caller adds.
fn with_meta(made: u128, meta: &Value) -> String {
    text(made | sno().metadata(number(meta)).unwrap())
}

#[test]
fn each_codec_vector_is_written_and_read_as_by_the_reference() {
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
        assert_eq!(sno().encode(decoded.timestamp, &numbers(&sno(), &fields), false), Ok(value));
    }
    assert_eq!(rows.len(), 192);
}

#[test]
fn a_text_that_is_no_sno_is_refused_even_if_the_reference_accepts_it_by_its_length() {
    let rows = vectors!("sno-codec-negative");
    for row in &rows {
        let read = sno().read(row["input"].as_str().unwrap().as_bytes(), Style::OWN);
        assert_eq!(read.is_err(), row["invalid"] == true, "{row}");
    }
    assert_eq!(rows.len(), 109);
}

/// Checks the rows in which the reference is at fault; returns whether the row is such a row.
fn check_quirk(name: &str, step: usize, made: &Result<u128, NextError>, row: &Value) -> bool {
    match name {
        // The reference skips the lowest number of the first tick.
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
        // The reference repeats the IDs of the last tick if the snapshot was taken in another tick.
        "quirk-snapshot-then-clock-back-to-wallHi" if step >= 6 => {
            assert_eq!(*made, Err(NextError::Wait(4, WaitCause::Exhausted)));
        }
        _ => return false,
    }
    true
}

#[test]
fn each_trace_of_the_reference_is_repeated_except_for_its_faults() {
    let traces = vectors!("sno-trace");
    for trace in &traces {
        let name = trace["name"].as_str().unwrap();
        let mut ids = generator(&resuming(&trace["config"]));
        let mut made = HashSet::new();
        for (i, step) in trace["steps"].as_array().unwrap().iter().enumerate() {
            let now = step["clockMs"].as_i64().unwrap_or_else(|| ms_of_tick(&step["clockUnits"]));
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
                    let expected = snapshot_of_reference(&step["snapshot"]);
                    assert_eq!(saved_numbers(&mut ids, now), expected, "{name}: {step}");
                    assert_eq!(partition(&ids), number(&step["snapshot"]["partition"]), "{name}: {step}");
                }
                "restore" => ids = generator(&resuming(&step["snapshot"])),
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!(traces.len(), 47);
}

#[test]
fn a_wait_for_the_safe_tick_ends_at_the_same_reading_as_in_the_reference() {
    let rows = vectors!("sno-unsafe-regression");
    for row in &rows {
        let mut ids = generator(&resuming(&row["config"]));
        let readings = row["clockReads"].as_array().unwrap();
        let (last, waits) = readings.split_last().unwrap();
        assert_eq!(readings.len() as u64, number(&row["readsUsed"]));
        for reading in waits {
            let refused = ids.next(ms_of_tick(reading)).unwrap_err();
            assert!(matches!(refused, NextError::Wait(_, WaitCause::Rollback)), "{row}");
        }
        let made = ids.next(ms_of_tick(last)).unwrap();
        assert_eq!(with_meta(made, &row["meta"]), row["text"].as_str().unwrap(), "{row}");
    }
    assert_eq!(rows.len(), 8);
}

#[test]
fn ids_for_a_given_time_equal_those_of_the_reference_and_are_refused_out_of_range() {
    let rows = vectors!("sno-newwithtime");
    let mut ids = None;
    let mut calls = 0;
    for row in &rows {
        if row["call"] == 0 {
            let options = [
                ("partition", number(&row["partition"]).into()),
                ("sequenceRange", range(number(&row["sequenceMin"]), number(&row["sequenceMax"]))),
            ];
            ids = Some(generator(&options));
            calls = 0;
        }
        let ids = ids.as_mut().unwrap();
        // The vectors omit some calls.
        while calls < number(&row["call"]) {
            ids.id_for_time(NOW).unwrap();
            calls += 1;
        }
        let made = ids.id_for_time(ms(&row["timeMs"]));
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
fn the_sequence_range_of_a_snapshot_has_the_limits_of_the_reference_but_4_and_5_numbers_are_allowed() {
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
        let small =
            label.starts_with("pool-of-4") || label.starts_with("pool-of-5") || label == "min-65531-max-0";
        assert_eq!(made.is_ok(), row["ok"] == true || small, "{row}");
        match made {
            Ok(mut ids) if row["ok"] == true => {
                assert_eq!(u64::from(ids.range().0), number(&row["effectiveMin"]));
                assert_eq!(u64::from(ids.range().1), number(&row["effectiveMax"]));
                let first = sno().decode(ids.next(NOW).unwrap()).unwrap().numbers[3].1;
                assert_eq!(first, number(&row["firstSequence"]));
            }
            Ok(_) => {}
            Err(error) => assert_eq!(error.code(), Code::InvalidSnapshot),
        }
    }
    assert_eq!(rows.len(), 55);
}

#[test]
fn numbers_without_a_state_are_a_configuration_whose_bounds_may_be_absent() {
    let opened = |min: Option<u64>, max: Option<u64>| {
        let numbers = [min, max, None, None, None, None, None, None];
        let mut ids = generator(&[("partition", 1.into()), ("snapshot", Given::Snapshot(numbers))]);
        ids.next(NOW).unwrap();
        (ids.range(), ids.progress(NOW).unwrap())
    };
    assert_eq!(opened(None, None), ((0, 65_535), (0, 1)));
    assert_eq!(opened(Some(32_768), None), ((32_768, 65_535), (32_768, 1)));
    assert_eq!(opened(None, Some(32_767)), ((0, 32_767), (0, 1)));
    assert_eq!(opened(Some(10), Some(17)), ((10, 17), (10, 1)));
}

#[test]
fn a_partition_has_two_bytes() {
    for given in [0, 16_650, 65_535] {
        assert_eq!(partition(&generator(&[("partition", given.into())])), given);
    }
    for bad in [65_536, u64::MAX] {
        let refused = try_generator(&[("partition", bad.into())], None).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidField, "{bad}");
    }
}

#[test]
fn ranges_that_overlap_partly_are_refused_because_taking_turns_does_not_keep_timelines_apart() {
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
    // The refusals have changed nothing.
    open(range(0, 99)).unwrap();
    open(range(201, 210)).unwrap();
}

#[test]
fn a_version_of_an_id_differs_in_the_metadata_only() {
    let id = sno().read(b"brpk4q72xwf2m63l", Style::OWN).unwrap();
    let next = sno().with_metadata(id, 7).unwrap();
    assert_eq!(next ^ id, (0xff ^ 7) << 32);
    assert_eq!(sno().with_metadata(id, 256).unwrap_err().code(), Code::InvalidField);
    for wrong in [256, u64::MAX] {
        assert_eq!(sno().metadata(wrong).unwrap_err().code(), Code::InvalidField, "{wrong}");
    }
    assert_eq!(built_in("twitter").metadata(0), Ok(0));
    assert_eq!(built_in("twitter").metadata(1).unwrap_err().code(), Code::InvalidField);
}

#[test]
fn metadata_is_read_from_two_characters_of_the_text() {
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
fn progress_is_the_last_number_and_the_count_of_used_numbers_of_the_tick() {
    let mut ids = generator(&[("partition", 3.into()), ("sequenceRange", range(10, 17))]);
    let now = NOW;
    assert_eq!(ids.range(), (10, 17));
    assert_eq!(ids.progress(now), Ok((10, 0)));
    ids.next(now).unwrap();
    ids.next(now).unwrap();
    assert_eq!(ids.progress(now), Ok((11, 2)));
    assert_eq!(ids.progress(now + 4), Ok((10, 0)));
}

#[test]
fn toggle_is_refused_by_a_format_without_a_toggle_field() {
    let twitter = built_in("twitter");
    let options = raw_options(&twitter, &[("machineId", 1.into()), ("onRollback", "toggle".into())]);
    assert_eq!(GeneratorOptions::new(&twitter, &options).unwrap_err().code(), Code::InvalidOption);
}

#[test]
fn a_damaged_sno_snapshot_is_refused() {
    let good = [0, 65_535, 5, 100, 100, 0, 0, 2].map(Some);
    let made = |partition: u64, numbers| {
        try_generator(&[("partition", partition.into()), ("snapshot", Given::Snapshot(numbers))], None)
            .map(|ids| ids.range())
    };
    assert_eq!(made(1, good), Ok((0, 65_535)));
    let (past_u32, past_safe) = (1 << 32, 1 << 53);
    let past = [65_536, 65_536, past_u32, past_safe, past_safe, past_safe, past_u32, 65_537];
    for (i, name) in flakekit::snapshot::SNO.iter().enumerate() {
        for bad in [None, Some(past[i]), Some(u64::MAX)] {
            let mut numbers = good;
            numbers[i] = bad;
            let code = made(1, numbers).map_err(|error| error.code());
            let is_optional = *name == "used" && bad.is_none();
            let expected = if is_optional { Ok((0, 65_535)) } else { Err(Code::InvalidSnapshot) };
            assert_eq!(code, expected, "{name}: {bad:?}");
        }
    }
    // The sequence says that numbers of the tick are used, unless it is the lowest.
    for (sequence, is_fine) in [(0, true), (1, false), (5, false)] {
        let numbers = [0, 65_535, sequence, 100, 100, 0, 0, 0].map(Some);
        assert_eq!(made(1, numbers).is_ok(), is_fine, "used: 0, sequence: {sequence}");
    }
    for bad in [65_536, u64::MAX] {
        assert_eq!(made(bad, good).unwrap_err().code(), Code::InvalidSnapshot, "partition: {bad}");
    }
}

#[test]
fn the_last_tick_is_in_2079_and_later_readings_are_refused() {
    let mut ids = generator(&[("partition", 1.into())]);
    let last = 3_461_327_255_548;
    assert_eq!(sno().decode(ids.next(last).unwrap()).unwrap().timestamp, last);
    for out in [last + 4, EPOCH as i64 - 1] {
        assert!(
            matches!(ids.next(out), Err(NextError::Error(error)) if error.code() == Code::ClockOutOfRange)
        );
    }
    assert_eq!(
        sno().read(b"xxxxxxxxxxxxxxxx", Style { encoding: Some(Encoding::Sno), zeros: Zeros::Usual }),
        Ok((1 << 80) - 1)
    );
}

mod properties {
    use proptest::prelude::*;

    use super::*;
    use crate::support::snapshot;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_id_repeats_however_the_clock_goes_back(
            steps in prop::collection::vec((prop_oneof![Just(0i64), 1i64..40, -400i64..0], 1u32..12, any::<bool>()), 1..120),
        ) {
            let mut ids = generator(&[("partition", 1.into()), ("sequenceRange", range(10, 17))]);
            let mut now = NOW;
            let mut made = HashSet::new();
            for (step, count, restart) in steps {
                now += step;
                for _ in 0..count {
                    // A rollback to a tick used in both timelines is a wait, never a repeated ID.
                    if let Ok(id) = ids.next(now) {
                        prop_assert!(made.insert(id));
                        prop_assert_eq!(sno().decode(id).unwrap().timestamp, now - now.rem_euclid(4));
                    }
                }
                if restart {
                    let saved = snapshot(&mut ids, now);
                    ids = generator(&[("partition", 1.into()), ("snapshot", saved)]);
                }
            }
        }
    }
}
