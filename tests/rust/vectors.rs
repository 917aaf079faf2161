//! Promises of formats, compared with vectors of independent implementations: see `tests/vectors/README.md`.

use std::rc::Rc;
use std::str::FromStr;

use flakekit::formats::Definition;
use flakekit::layout::Field;
use flakekit::limits::DOUBTFUL_MS;
use flakekit::text::{Encoding, Style, Zeros};
use flakekit::{Format, Generator, GeneratorOptions, NextError};
use serde_json::Value;

use crate::support::{Given, built_in, numbers, raw_options, with};

macro_rules! vectors {
    ($name:literal) => {
        rows(include_str!(concat!("../vectors/", $name, ".json")))
    };
}

fn rows(json: &str) -> Vec<Value> {
    serde_json::from_str(json).unwrap()
}

/// An integer. The vectors write integers of 2^53 and more as texts.
fn integer(value: &Value) -> u128 {
    value.as_str().map_or_else(|| value.as_u64().unwrap().into(), |digits| digits.parse().unwrap())
}

/// Whether a value is given. `js:undefined` stands for a value that JSON cannot express.
fn is_given(value: &Value) -> bool {
    !value.is_null() && value != "js:undefined"
}

/// An integer that fits `T`. `js:9007199254740992` stands for a number that JSON does not express exactly.
fn fitting<T: FromStr>(value: &Value) -> Option<T> {
    let digits =
        value.as_str().map_or_else(|| Some(value.to_string()), |text| Some(text.strip_prefix("js:")?.into()));
    digits?.parse().ok()
}

/// The numbers of `values` that are given: each name of the vectors with its name in this package.
fn given_numbers<'a>(values: &Value, names: &[(&str, &'a str)]) -> Vec<(&'a str, u64)> {
    names.iter().filter_map(|(theirs, ours)| Some((*ours, fitting(&values[*theirs])?))).collect()
}

fn with_epoch(name: &str, epoch: &Value) -> Rc<Format> {
    with(&Format::named(name).unwrap(), epoch.as_i64(), &[], None).unwrap()
}

/// Decodes an ID to these fields, and encodes them back. Fields that are `null` are not given.
fn check(format: &Format, id: u128, timestamp: &Value, fields: &[(&str, &Value)]) {
    let decoded = format.decode(id).unwrap();
    assert_eq!(decoded.timestamp, timestamp.as_i64().unwrap(), "{id}");
    let mut given = Vec::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        let number = decoded.numbers.iter().find(|(found, _)| found == name).unwrap().1;
        assert_eq!(number, value.as_u64().unwrap(), "{name} of {id}");
        given.push((*name, number));
    }
    assert_eq!(format.encode(decoded.timestamp, &numbers(format, &given), false), Ok(id));
}

#[test]
fn twitter_and_the_other_64_bit_formats_decode_and_encode_as_their_references() {
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

/// The widths of snowflakeSI, by their names in the vectors and here.
const WIDTHS: [(&str, &str); 3] =
    [("clockBits", "timeBits"), ("machineBits", "machineBits"), ("sequenceBits", "sequenceBits")];

/// The widths of snowflakeSI, by the names of the reference's options and here.
const WIDTH_OPTIONS: [(&str, &str); 3] = [
    ("clockBitWidth", "timeBits"),
    ("machineIdBitWidth", "machineBits"),
    ("sequenceBitWidth", "sequenceBits"),
];

/// A built-in format with an epoch and fields.
fn described(format: &Format, epoch: i64, fields: Vec<Field>) -> Rc<Format> {
    let definition = Definition {
        name: format.name().to_owned(),
        fields,
        bits: None,
        unit_us: Some(format.unit_us()),
        epoch,
        native: format.native(),
        encoding: format.encoding(),
        on_rollback: None,
        on_exhausted: None,
        start: None,
    };
    Format::described(definition, true).unwrap().into()
}

#[test]
fn snowflake_si_decodes_and_encodes_as_its_reference() {
    let rows = vectors!("snowflake-si");
    for row in &rows {
        let snowflake = Format::named("snowflakeSI").unwrap();
        let (epoch, widths) = (row["epoch"].as_i64().unwrap(), given_numbers(row, &WIDTHS));
        let format = if DOUBTFUL_MS.contains(&epoch) {
            // As a number that a user writes down, it would be refused.
            let layout = with(&snowflake, None, &widths, None).unwrap().layout().clone();
            described(&snowflake, epoch, layout.fields().to_vec())
        } else {
            with(&snowflake, Some(epoch), &widths, None).unwrap()
        };
        let fields = [("machineId", &row["machineId"]), ("sequence", &row["sequence"])];
        check(&format, integer(&row["id"]), &row["timestamp"], &fields);
    }
    assert_eq!(rows.len(), 145);
}

#[test]
fn snowflake_si_refuses_all_that_its_reference_refuses_and_more() {
    /// The reference accepts these by an oversight.
    const REFUSED_HERE: &[&str] = &["time-over-40-bits-not-checked"];
    let (rows, mut left_out) = (vectors!("snowflake-si-errors"), 0);
    for row in &rows {
        let (label, options) = (row["label"].as_str().unwrap(), &row["options"]);
        // The reference ignores a threshold that its policy does not use. This package refuses it.
        let ignores_threshold = !options["onTimeChanged"].is_null();
        // The wrapper refuses numbers that are no integers or are negative: tests/js/ids/formats.test.mjs
        // tests all rows.
        let options_but_epoch = options.as_object().unwrap().iter().filter(|(name, _)| *name != "epoch");
        let mut naturals = options_but_epoch
            .filter(|(name, _)| !(ignores_threshold && *name == "sequenceResetThreshold"))
            .map(|(_, value)| value)
            .chain([&row["sequence"]]);
        let mut times = [&options["epoch"], &row["timestamp"]].into_iter();
        if naturals.any(|number| is_given(number) && fitting::<u64>(number).is_none())
            || times.any(|time| is_given(time) && fitting::<i64>(time).is_none())
        {
            left_out += 1;
            continue;
        }
        let widths = given_numbers(options, &WIDTH_OPTIONS);
        let snowflake = Format::named("snowflakeSI").unwrap();
        let made = with(&snowflake, fitting(&options["epoch"]), &widths, None).and_then(|format| {
            let mut given = given_numbers(options, &[("machineId", "machineId")]);
            if !ignores_threshold {
                let threshold = ("sequenceResetThreshold", "sequenceResetThreshold");
                given.extend(given_numbers(options, &[threshold]));
            }
            let given: Vec<_> =
                given.into_iter().map(|(name, number)| (name, Given::Number(number))).collect();
            let generator = GeneratorOptions::new(&format, &raw_options(&format, &given))?;
            Generator::new(&format.scheme()?, &generator, None, || None)?;
            if row["kind"] == "constructor" {
                return Ok(None);
            }
            let mut fields = given_numbers(options, &[("machineId", "machineId")]);
            fields.extend(given_numbers(row, &[("sequence", "sequence")]));
            format.encode(row["timestamp"].as_i64().unwrap(), &numbers(&format, &fields), false).map(Some)
        });
        // An epoch in the year 287396 is no Date.
        let no_date = fitting(&options["epoch"]).is_some_and(|epoch: i64| epoch > 8_640_000_000_000_000);
        let expected = row["ok"] == true && !REFUSED_HERE.contains(&label) && !no_date;
        assert_eq!(made.is_ok(), expected, "{row}: {:?}", made.err());
        if let (true, Ok(Some(id))) = (expected, made) {
            assert_eq!(id, integer(&row["result"]), "{row}");
        }
    }
    assert_eq!((rows.len(), left_out), (76, 25));
}

#[test]
fn snowflake_si_makes_the_ids_of_its_reference_on_a_scripted_clock() {
    let rows = vectors!("snowflake-si-trace");
    for row in &rows {
        let (name, options) = (row["name"].as_str().unwrap(), &row["options"]);
        let widths = given_numbers(options, &WIDTH_OPTIONS);
        let snowflake = Format::named("snowflakeSI").unwrap();
        let format = with(&snowflake, options["epoch"].as_i64(), &widths, None).unwrap();
        let rolling = options["onTimeChanged"] == 1;
        let mut given = vec![
            ("machineId", options["machineId"].as_u64().unwrap().into()),
            ("onExhausted", "throw".into()),
            ("onRollback", if options["onTimeReversed"] == 2 { "lead" } else { "throw" }.into()),
            ("sequence", if rolling { "rolling" } else { "reset" }.into()),
        ];
        let threshold = options["sequenceResetThreshold"].as_u64();
        given.extend(threshold.map(|threshold| ("sequenceResetThreshold", threshold.into())));
        let options = GeneratorOptions::new(&format, &raw_options(&format, &given)).unwrap();
        let mut generator = Generator::new(&format.scheme().unwrap(), &options, None, || None).unwrap();
        for step in row["steps"].as_array().unwrap() {
            let made = generator.next(step["clockMs"].as_i64().unwrap());
            if name == "time reversed: use reversed" && step["clockMs"] == 1_699_702_070_999_u64 {
                // The reference goes back in time here, and then repeats its first two IDs.
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
        // The columns `ref…` are of an implementation that contradicts the specification.
        let (format, id) = (with_epoch("nanoflake", &row["epoch"]), integer(&row["id"]));
        check(
            &format,
            id,
            &row["timestamp"],
            &[("generatorId", &row["generatorId"]), ("sequence", &row["sequence"])],
        );
        let padded = Style { zeros: Zeros::All, ..Style::OWN };
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
        let short = Style { zeros: Zeros::None, ..Style::OWN };
        for (style, column) in [(Style::OWN, "padded"), (short, "unpadded")] {
            let text = row[column].as_str().unwrap();
            assert_eq!(&*format.write(id, style).unwrap(), text);
            assert_eq!(format.read(text.as_bytes(), style), Ok(id), "{text}");
            let is_read_by_default = format.read(text.as_bytes(), Style::OWN).is_ok();
            assert_eq!(is_read_by_default, text.len() == 10, "{text}");
        }
        let decimal = Style { encoding: Some(Encoding::Decimal), zeros: Zeros::Usual };
        assert_eq!(&*format.write(id, decimal).unwrap(), id.to_string());
    }
    assert_eq!(rows.len(), 102);
}

#[test]
fn bwmarrins_texts_are_read_and_written_as_its_go_package_does_it() {
    let twitter = built_in("twitter");
    let rows = vectors!("encodings/bwmarrin");
    for row in &rows {
        let (name, text) = (row["encoding"].as_str().unwrap(), row["input"].as_str().unwrap());
        let encoding = Encoding::ALL.iter().copied().find(|encoding| encoding.name() == name);
        let style = Style { encoding, zeros: Zeros::Usual };
        let id = is_given(&row["id"]).then(|| integer(&row["id"]));
        assert_eq!(twitter.read(text.as_bytes(), style).ok(), id, "{name} {text}");
        if let Some(id) = id {
            assert_eq!(&*twitter.write(id, style).unwrap(), text);
        }
    }
    assert_eq!(rows.len(), 116);
}

mod by_format {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The formats with vectors in a folder, and their rows.
    fn formats_in(folder: &str) -> Vec<(Rc<Format>, Vec<Value>)> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(folder);
        let files = fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path());
        files
            .map(|file| {
                let name = file.file_stem().unwrap().to_str().unwrap();
                (Format::named(name).unwrap(), rows(&fs::read_to_string(&file).unwrap()))
            })
            .collect()
    }

    #[test]
    fn each_id_of_the_vectors_is_decoded_encoded_written_and_read() {
        let formats = formats_in("ids");
        assert!(!formats.is_empty());
        for (format, rows) in formats {
            for row in &rows {
                let (id, text) = (integer(&row["id"]), row["text"].as_str().unwrap());
                assert_eq!(&*format.write(id, Style::OWN).unwrap(), text);
                assert_eq!(format.read(text.as_bytes(), Style::OWN), Ok(id), "{text}");
                let decoded = format.decode(id).unwrap();
                assert_eq!(decoded.timestamp, row["timestamp"].as_i64().unwrap(), "{id}");
                assert_eq!(
                    format.encode(decoded.timestamp, &numbers(&format, &decoded.numbers), false),
                    Ok(id)
                );
                for (name, number) in row["fields"].as_object().unwrap() {
                    let found = decoded.numbers.iter().find(|(found, _)| found == name).unwrap();
                    assert_eq!(found.1, number.as_u64().unwrap(), "{name} of {id}");
                }
            }
        }
    }

    #[test]
    fn each_text_of_the_vectors_is_read_as_its_id_or_refused() {
        for (format, rows) in formats_in("texts") {
            for row in &rows {
                let input = row["input"].as_str().unwrap();
                let id = is_given(&row["id"]).then(|| integer(&row["id"]));
                assert_eq!(format.read(input.as_bytes(), Style::OWN).ok(), id, "{input}");
            }
        }
    }
}
