//! Reference vectors, made by independent implementations; see `tests/vectors/README.md`.

use std::rc::Rc;

use flakekit::text::{Encoding, Style};
use flakekit::{Format, Generator, GeneratorOptions, NextError};
use serde_json::Value;
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{numbers, raw_options, with};

macro_rules! vectors {
    ($name:literal) => {
        rows(include_str!(concat!("vectors/", $name, ".json")))
    };
}

fn rows(json: &str) -> Vec<Value> {
    serde_json::from_str(json).unwrap()
}

/// An integer, which is a text where it is 2^53 or more.
fn integer(value: &Value) -> u128 {
    value.as_str().map_or_else(|| value.as_u64().unwrap().into(), |digits| digits.parse().unwrap())
}

/// A number as the core takes it, NaN where there is none; `js:…` stands for what JSON can't carry.
fn float(value: &Value) -> f64 {
    let text = value.as_str().and_then(|text| text.strip_prefix("js:"));
    value.as_f64().or_else(|| text?.parse().ok()).unwrap_or(None)
}

/// Whether something is given that is no number.
fn is_no_number(value: &Value) -> bool {
    !value.is_null() && value != "js:undefined" && float(value).is_nan()
}

fn with_epoch(name: &str, epoch: &Value) -> Rc<Format> {
    with(&Format::named(name).unwrap(), &[("epoch", float(epoch))], None).unwrap()
}

/// Decodes to these fields, and encodes back from them.
fn check(format: &Format, id: u128, timestamp: &Value, fields: &[(&str, &Value)]) {
    let decoded = format.decode(id).unwrap();
    assert_eq!(decoded.timestamp, timestamp.as_i64().unwrap(), "{id}");
    let mut given = vec![("timestamp", float(timestamp))];
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        let number = decoded.numbers.iter().find(|(found, _)| found == name).unwrap().1;
        assert_eq!(number, value.as_u64().unwrap(), "{name} of {id}");
        given.push((name, float(value)));
    }
    assert_eq!(format.encode(&numbers(format, &given)), Ok(id));
}

#[test]
fn the_family_of_64_bits_decodes_and_encodes_as_its_references() {
    let rows = vectors!("snowflake-family");
    for row in &rows {
        let name = row["format"].as_str().unwrap();
        let format = Format::named(name).unwrap();
        assert_eq!(format.epoch().ok(), row["epoch"].as_i64());
        let sequence = if name == "mastodon" { &row["tail"] } else { &row["sequence"] };
        let fields = [
            ("machineId", &row["machine"]),
            ("datacenterId", &row["datacenter"]),
            ("processId", &row["process"]),
            ("workerId", &row["worker"]),
            ("shardId", &row["shard"]),
            ("sequence", sequence),
            ("increment", &row["increment"]),
        ];
        check(&format, integer(&row["id"]), &row["timestamp"], &fields);
    }
    assert_eq!(rows.len(), 235);
}

#[test]
fn snowflake_si_decodes_and_encodes_as_its_reference() {
    let rows = vectors!("snowflake-si");
    for row in &rows {
        let changes = [
            ("epoch", float(&row["epoch"])),
            ("timeBits", float(&row["clockBits"])),
            ("machineBits", float(&row["machineBits"])),
            ("sequenceBits", float(&row["sequenceBits"])),
        ];
        let format = with(&Format::named("snowflakeSI").unwrap(), &changes, None).unwrap();
        let fields = [("machineId", &row["machineId"]), ("sequence", &row["sequence"])];
        check(&format, integer(&row["id"]), &row["timestamp"], &fields);
    }
    assert_eq!(rows.len(), 145);
}

#[test]
fn snowflake_si_refuses_and_accepts_what_its_reference_does_and_refuses_more() {
    /// What the reference accepts by an oversight, and what is no option of ours.
    const REFUSED_HERE: &[&str] = &[
        "sequence-negative-not-checked",
        "sequence-fraction-not-checked",
        "time-fraction-not-checked",
        "time-over-40-bits-not-checked",
        "time-NaN-not-checked",
        "sequence-NaN-not-checked",
        "time-Infinity-not-checked",
    ];
    /// What the reference calls the options of formats, and what they are here.
    const CHANGES: [(&str, &str); 4] = [
        ("epoch", "epoch"),
        ("clockBitWidth", "timeBits"),
        ("machineIdBitWidth", "machineBits"),
        ("sequenceBitWidth", "sequenceBits"),
    ];
    let (rows, mut left_out) = (vectors!("snowflake-si-errors"), 0);
    for row in &rows {
        let (label, options) = (row["label"].as_str().unwrap(), &row["options"]);
        // What is no number never gets here: tests/js/formats.test.mjs has all rows.
        if CHANGES.iter().any(|(theirs, _)| is_no_number(&options[*theirs])) {
            left_out += 1;
            continue;
        }
        let changes = CHANGES.map(|(theirs, ours)| (ours, float(&options[theirs])));
        let made = with(&Format::named("snowflakeSI").unwrap(), &changes, None).and_then(|format| {
            let machine = float(&options["machineId"]);
            let mut generator = vec![("machineId", machine.into())];
            // The reference ignores a threshold that its policy has no use for; here it is refused.
            if options["onTimeChanged"].is_null() {
                generator.push(("sequenceResetThreshold", float(&options["sequenceResetThreshold"]).into()));
            }
            let generator = GeneratorOptions::new(&format, &raw_options(&format, &generator))?;
            Generator::new(&format, &generator, None, || None)?;
            if row["kind"] == "constructor" {
                return Ok((format, None));
            }
            let fields = [
                ("timestamp", float(&row["timestamp"])),
                ("machineId", machine),
                ("sequence", float(&row["sequence"])),
            ];
            let id = format.encode(&numbers(&format, &fields))?;
            Ok((format, Some(id)))
        });
        // An epoch in the year 287396 is no Date.
        let no_date = options["epoch"].as_f64().is_some_and(|epoch| epoch > 8.64e15);
        let expected = row["ok"] == true && !REFUSED_HERE.contains(&label) && !no_date;
        assert_eq!(made.is_ok(), expected, "{row}: {:?}", made.err());
        if let (true, Ok((_, Some(id)))) = (expected, made) {
            assert_eq!(id, integer(&row["result"]), "{row}");
        }
    }
    assert_eq!((rows.len(), left_out), (76, 8));
}

#[test]
fn snowflake_si_makes_what_its_reference_makes_on_a_scripted_clock() {
    let rows = vectors!("snowflake-si-trace");
    for row in &rows {
        let (name, options) = (row["name"].as_str().unwrap(), &row["options"]);
        let changes =
            [("epoch", float(&options["epoch"])), ("machineBits", float(&options["machineIdBitWidth"]))];
        let format = with(&Format::named("snowflakeSI").unwrap(), &changes, None).unwrap();
        let rolling = options["onTimeChanged"] == 1;
        let options = [
            ("machineId", float(&options["machineId"]).into()),
            ("onExhausted", "throw".into()),
            ("onRollback", if options["onTimeReversed"] == 2 { "lead" } else { "throw" }.into()),
            ("sequence", if rolling { "rolling" } else { "reset" }.into()),
            ("sequenceResetThreshold", float(&options["sequenceResetThreshold"]).into()),
        ];
        let options = GeneratorOptions::new(&format, &raw_options(&format, &options)).unwrap();
        let mut generator = Generator::new(&format, &options, None, || None).unwrap();
        for step in row["steps"].as_array().unwrap() {
            let made = generator.next(step["clockMs"].as_f64().unwrap());
            if name == "time reversed: use reversed" && step["clockMs"] == 1_699_702_070_999_u64 {
                // The reference goes back in time here, and so repeats its first two IDs right after.
                assert!(
                    matches!(&made, Err(NextError::Error(error)) if error.code().as_str() == "CLOCK_BEHIND")
                );
                break;
            }
            let code = match &made {
                Err(NextError::Error(error)) => Some(error.code().as_str()),
                _ => None,
            };
            let expected = step["error"].as_str().map(|error| match error {
                "sequence_overflowed" => "SEQUENCE_EXHAUSTED",
                "time_reversed" => "CLOCK_BEHIND",
                "time_before_epoch" => "CLOCK_OUT_OF_RANGE",
                other => panic!("{other}"),
            });
            assert_eq!(code, expected, "{name}: {step}");
            if let Ok(id) = made {
                assert_eq!(id, integer(&step["id"]), "{name}: {step}");
            }
        }
    }
    assert_eq!(rows.len(), 9);
}

#[test]
fn nanoflake_decodes_and_encodes_as_its_specification_and_in_base36() {
    let rows = vectors!("nanoflake");
    for row in &rows {
        // The columns `ref…` are an implementation that contradicts the specification.
        let (format, id) = (with_epoch("nanoflake", &row["epoch"]), integer(&row["id"]));
        check(
            &format,
            id,
            &row["timestamp"],
            &[("generatorId", &row["generatorId"]), ("sequence", &row["sequence"])],
        );
        let padded = Style { padded: true, ..Style::OWN };
        for (style, column) in [(Style::OWN, "base36"), (padded, "base36Padded")] {
            let text = row[column].as_str().unwrap();
            assert_eq!(&*format.write(id, style).unwrap(), text);
            assert_eq!(format.read(text.as_bytes(), style), Ok(id));
            assert_eq!(format.read(text.to_uppercase().as_bytes(), style), Ok(id));
        }
    }
    assert_eq!(rows.len(), 113);
}

#[test]
fn uid60_decodes_and_encodes_as_its_specification_and_in_rotated_base64() {
    let format = built_in("uid60");
    let rows = vectors!("uid60");
    for row in &rows {
        let id = integer(&row["id"]);
        check(&format, id, &row["timestamp"], &[("sequence", &row["sequence"]), ("random", &row["random"])]);
        let padded = row["padded"].as_str().unwrap();
        assert_eq!(&*format.write(id, Style::OWN).unwrap(), padded);
        for text in [padded, row["unpadded"].as_str().unwrap()] {
            assert_eq!(format.read(text.as_bytes(), Style::OWN), Ok(id), "{text}");
        }
        let decimal = Style { encoding: Some(Encoding::Decimal), padded: false };
        assert_eq!(&*format.write(id, decimal).unwrap(), id.to_string());
    }
    assert_eq!(rows.len(), 102);
}
