//! Promises of formats: the table, layouts, definitions and encoding.

use std::rc::Rc;

use flakekit::formats::{Definition, Native};
use flakekit::layout::{Field, Kind, Layout, MAX_NAMES};
use flakekit::report::Report;
use flakekit::sequencer::{OnExhausted, OnRollback, Policy, Start};
use flakekit::text::{Encoding, Style};
use flakekit::{Code, Error, Format};
use serde_json::{Value, json};

use crate::support::{self, EPOCH, NOW, built_in, numbers};

fn field(kind: Kind, name: &'static str, bits: u8) -> Field {
    Field::new(kind, name, bits)
}

fn with(name: &str, epoch: Option<i64>, widths: &[(&str, u64)]) -> Result<Rc<Format>, Error> {
    support::with(&Format::named(name).unwrap(), epoch, widths, Some(NOW))
}

#[test]
fn each_row_of_the_table_makes_a_format() {
    let names: Vec<_> = Format::names().map(|name| Format::named(name).unwrap().name().to_owned()).collect();
    for (number, name) in names.iter().enumerate() {
        assert_eq!(Format::built_in(number).unwrap(), *Format::named(name).unwrap());
    }
    assert_eq!(Format::named("x"), Format::named("twitter"));
    assert_eq!(Format::named("twiter"), None);
    // Formats without an alias are not found by an empty name.
    assert_eq!(Format::named(""), None);
}

#[test]
fn published_ids_decode_to_the_published_fields() {
    type Published<'a> = (&'a str, u128, i64, &'a [(&'a str, u64)]);
    let published: [Published<'_>; 5] = [
        (
            "twitter",
            1_541_815_603_606_036_480,
            1_656_432_460_105,
            &[("machineId", 378), ("datacenterId", 11), ("workerId", 26), ("sequence", 0)],
        ),
        (
            "twitter",
            1_859_982_040_506_564_608,
            1_732_289_249_909,
            &[("machineId", 0), ("datacenterId", 0), ("workerId", 0), ("sequence", 0)],
        ),
        (
            "discord",
            175_928_847_299_117_063,
            1_462_015_105_796,
            &[("workerId", 1), ("processId", 0), ("increment", 7)],
        ),
        ("instagram", 11_637_205_501_278_089, 1_315_607_284_721, &[("shardId", 1341), ("sequence", 905)]),
        ("uid60", 11_093_174_944_930_914, 1_562_179_504_129, &[("sequence", 270), ("random", 98)]),
    ];
    for (name, id, timestamp, numbers) in published {
        let format = Format::named(name).unwrap();
        let fields = format.decode(id).unwrap();
        assert_eq!((fields.timestamp, &*fields.numbers), (timestamp, numbers));
    }
}

type Change<'a> = &'a dyn Fn(&mut Vec<Field>);

#[test]
fn an_invalid_layout_is_refused() {
    let good = || {
        vec![
            field(Kind::Time, "timestamp", 41),
            field(Kind::Node, "machineId", 10),
            field(Kind::Sequence, "sequence", 12),
        ]
    };
    assert!(Layout::new(good(), 63).is_ok());
    let refused = |change: &dyn Fn(&mut Vec<Field>), bits| {
        let mut fields = good();
        change(&mut fields);
        Layout::new(fields, bits).unwrap_err().code()
    };
    let cases: &[(Change<'_>, u8)] = &[
        (&|_| {}, 64),
        (&|_| {}, 0),
        (&|fields| fields[0].place.bits = 54, 76),
        (&|fields| fields[0].place.bits = 0, 22),
        (&|fields| fields[1].place.bits = 33, 86),
        (&|fields| fields[2].place.bits = 0, 51),
        (&|fields| fields[1].name = "sequence".into(), 63),
        (&|fields| fields[1].name = "".into(), 63),
        (&|fields| fields[1].kind = Kind::Time, 63),
        (&|fields| fields[1].kind = Kind::Sequence, 63),
        (&|fields| fields[0].kind = Kind::Node, 63),
        (&|fields| fields.extend([field(Kind::Toggle, "toggle", 2)]), 65),
        (&|fields| fields.insert(0, field(Kind::Part, "part", 0)), 63),
        (&|fields| fields.insert(1, field(Kind::Part, "part", 41)), 63),
        (&|fields| fields.insert(2, field(Kind::Part, "part", 9)), 63),
        (&|fields| fields.insert(2, field(Kind::Part, "part", 11)), 63),
        (&|fields| fields.extend((0..20).map(|_| field(Kind::Node, "more", 0))), 63),
        (&|fields| fields.clear(), 1),
    ];
    for (i, (change, bits)) in cases.iter().enumerate() {
        assert_eq!(refused(change, *bits), Code::InvalidLayout, "case {i}");
    }
}

#[test]
fn a_layout_of_80_bits_packs_and_unpacks_every_kind_of_field() {
    let fields = vec![
        field(Kind::Time, "timestamp", 39),
        field(Kind::Toggle, "toggle", 1),
        field(Kind::Metadata, "meta", 8),
        field(Kind::Node, "partition", 16),
        field(Kind::Sequence, "sequence", 16),
    ];
    let layout = Layout::new(fields, 80).unwrap();
    let value = layout.pack(&[1, 1, 0xAB, 0x1234, 0xFFFF]).unwrap();
    assert_eq!(value, 0x3AB_1234_FFFF);
    assert_eq!(layout.unpack(value).unwrap().collect::<Vec<_>>(), [1, 1, 0xAB, 0x1234, 0xFFFF]);
    assert_eq!(layout.unpack(1 << 80).err().unwrap().code(), Code::InvalidId);
    assert_eq!(layout.pack(&[0, 2, 0, 0, 0]).unwrap_err().code(), Code::InvalidField);
    assert_eq!(layout.pack(&[0]).unwrap_err().code(), Code::InvalidField);
}

#[test]
fn the_widths_of_snowflake_si_can_be_changed_within_the_specification() {
    let widths = |changes: &[(&str, u64)]| {
        with("snowflakeSI", Some(EPOCH), changes)
            .map(|format| format.layout().fields().iter().map(|field| field.place.bits).collect::<Vec<_>>())
    };
    assert_eq!(widths(&[]).unwrap(), [40, 5, 8]);
    assert_eq!(widths(&[("machineBits", 0)]).unwrap(), [40, 0, 13]);
    assert_eq!(widths(&[("timeBits", 41)]).unwrap(), [41, 5, 7]);
    assert_eq!(widths(&[("machineBits", 12)]).unwrap(), [40, 12, 1]);
    for (name, bits) in [
        ("timeBits", 39),
        ("timeBits", 48),
        ("timeBits", u64::MAX),
        ("machineBits", 13),
        ("sequenceBits", 7),
        ("sequenceBits", 0),
    ] {
        assert_eq!(widths(&[(name, bits)]).unwrap_err().code(), Code::InvalidLayout, "{name} {bits}");
    }
    let once = with("snowflakeSI", Some(EPOCH), &[("machineBits", 0)]).unwrap();
    let twice = support::with(&once, Some(1_720_000_000_000), &[], Some(NOW)).unwrap();
    assert_eq!(twice.layout().fields()[1].place.bits, 0);
}

#[test]
fn an_invalid_epoch_is_refused() {
    let refused = |name, epoch| with(name, Some(epoch), &[]).unwrap_err().code();
    for epoch in [i64::MAX, i64::MIN, 8_640_000_000_000_001, -8_640_000_000_000_001, NOW + 1] {
        for name in ["snowflakeSI", "nanoflake", "twitter"] {
            assert_eq!(refused(name, epoch), Code::InvalidEpoch, "{name}: {epoch}");
        }
    }
    assert_eq!(refused("snowflakeSI", 1_047_972_019_224), Code::InvalidEpoch);
    assert!(with("snowflakeSI", Some(1_047_972_019_225), &[]).is_ok());
    assert!(with("twitter", Some(NOW), &[]).is_ok());
    assert!(with("twitter", Some(-8_640_000_000_000_000), &[]).is_ok());
    // With 41 bits of time, the epoch may be earlier than with 40.
    let longer = with("snowflakeSI", Some(0), &[("timeBits", 41)]).unwrap();
    let shorter = support::with(&longer, None, &[("timeBits", 40)], None);
    assert_eq!(shorter.unwrap_err().code(), Code::InvalidEpoch);
    assert_eq!(Format::named("nanoflake").unwrap().decode(1).unwrap_err().code(), Code::EpochRequired);
}

fn definition() -> Definition {
    Definition {
        name: "custom".to_owned(),
        fields: vec![
            field(Kind::Time, "timestamp", 40),
            field(Kind::Node, "region", 4),
            field(Kind::Sequence, "sequence", 14),
        ],
        bits: Some(58),
        unit_us: None,
        epoch: EPOCH,
        native: Native::BigInt,
        encoding: Encoding::Decimal,
        on_rollback: None,
        on_exhausted: None,
        start: None,
    }
}

#[test]
fn a_custom_format_encodes_and_decodes() {
    let definition = Definition { unit_us: Some(100_000), encoding: Encoding::Base62, ..definition() };
    let format = Format::define(definition, Some(NOW)).unwrap();
    let fields = [("region", 7), ("sequence", 9)];
    let id = format.encode(EPOCH + 500, &numbers(&format, &fields), false).unwrap();
    assert_eq!(id, 5 << 18 | 7 << 14 | 9);
    let decoded = format.decode(id).unwrap();
    assert_eq!((decoded.timestamp, decoded.numbers), (EPOCH + 500, fields.to_vec()));
    let text = format.write(id, Style::OWN).unwrap();
    assert_eq!(text.len(), 4);
    assert_eq!(format.read(text.as_bytes(), Style::OWN), Ok(id));
}

#[test]
fn the_width_of_a_definition_without_bits_is_the_sum_of_its_fields() {
    let format = Format::define(Definition { bits: None, ..definition() }, Some(NOW)).unwrap();
    assert_eq!(format, Format::define(definition(), Some(NOW)).unwrap());
    let mut parts = definition();
    parts.bits = None;
    parts.fields.insert(2, field(Kind::Part, "zone", 1));
    parts.fields.insert(3, field(Kind::Part, "rack", 3));
    assert_eq!(Format::define(parts, Some(NOW)).unwrap().layout().bits(), 58);
    for (time, sum) in [(1, 1), (53, 85)] {
        let fields = vec![field(Kind::Time, "timestamp", time), field(Kind::Node, "region", sum - time)];
        let refused =
            Format::define(Definition { bits: None, fields, ..definition() }, Some(NOW)).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidLayout);
        let expected =
            format!("the sum of the fields' bits is {sum}; it must be a whole number from 2 to 64");
        assert_eq!(refused.message(), expected);
    }
}

#[test]
fn a_description_without_bits_is_of_the_built_in_format_that_has_its_fields() {
    for number in 0..Format::names().len() {
        let built_in = Format::built_in(number).unwrap();
        let (definition, has_epoch) = description_of(&built_in);
        assert_eq!(Format::described(Definition { bits: None, ..definition }, has_epoch), Ok(built_in));
    }
}

#[test]
fn a_definition_sets_the_default_policy_of_generators() {
    let definition = || Definition { unit_us: Some(100_000), ..definition() };
    let standard = Format::define(definition(), Some(NOW)).unwrap().policy();
    assert_eq!(standard, Policy::standard(100));
    assert_eq!((standard.max_lead, standard.max_lag), (100, 100));
    let (on_rollback, on_exhausted, start) = (OnRollback::Throw, OnExhausted::Lead, Start::Random);
    let chosen = Definition {
        on_rollback: Some(on_rollback),
        on_exhausted: Some(on_exhausted),
        start: Some(start),
        ..definition()
    };
    let format = Format::define(chosen, Some(NOW)).unwrap();
    assert_eq!(format.policy(), Policy { on_rollback, on_exhausted, start, ..standard });
}

#[test]
fn an_invalid_definition_is_refused() {
    type Change<'a> = &'a dyn Fn(&mut Definition);
    let cases: &[(Change<'_>, Code)] = &[
        (&|it| it.fields.clear(), Code::InvalidLayout),
        (&|it| it.native = Native::Text, Code::InvalidLayout),
        (&|it| it.fields = vec![field(Kind::Node, "region", 4)], Code::InvalidLayout),
        (&|it| it.bits = Some(57), Code::InvalidLayout),
        (&|it| it.bits = Some(65), Code::InvalidOption),
        (&|it| it.bits = Some(0), Code::InvalidOption),
        (&|it| it.bits = Some(1), Code::InvalidOption),
        (&|it| it.bits = Some(u64::MAX), Code::InvalidOption),
        (&|it| it.unit_us = Some(0), Code::InvalidOption),
        (&|it| it.unit_us = Some(86_400_000_001), Code::InvalidOption),
        (&|it| it.unit_us = Some(u64::MAX), Code::InvalidOption),
        (&|it| it.epoch = i64::MAX, Code::InvalidEpoch),
        (&|it| it.epoch = NOW + 1, Code::InvalidEpoch),
        (&|it| it.native = Native::Number, Code::InvalidLayout),
        (&|it| it.encoding = Encoding::RotatedBase64, Code::InvalidOption),
        (&|it| it.unit_us = Some(86_400_000_000), Code::InvalidLayout),
    ];
    for (i, (change, expected)) in cases.iter().enumerate() {
        let mut definition = definition();
        change(&mut definition);
        let refused = Format::define(definition, Some(NOW)).unwrap_err();
        assert_eq!(refused.code(), *expected, "case {i}: {refused}");
    }
    for bits in [65, u64::MAX] {
        let refused = Field::checked(Kind::Node, "region".into(), bits).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidLayout, "{bits}");
    }
    assert_eq!(Field::checked(Kind::Node, "region".into(), 4), Ok(field(Kind::Node, "region", 4)));
}

/// A report as JSON.
fn json_of(report: &Report<'_>) -> Value {
    serde_json::to_value(report).unwrap()
}

#[test]
fn a_description_lists_each_field_with_its_width_its_kind_and_its_parts() {
    let entry = |name, bits: f64, kind| json!({ "name": name, "bits": bits, "kind": kind, "parts": [] });

    let mut machine = entry("machineId", 10.0, "node");
    machine["parts"] = json!([{ "name": "datacenterId", "bits": 5.0 }, { "name": "workerId", "bits": 5.0 }]);
    let expected = json!({
        "name": "twitter",
        "bits": 63.0,
        "unit": 1.0,
        "epoch": 1_288_834_974_657.0,
        "native": "bigint",
        "text": "decimal",
        "fields": [entry("timestamp", 41.0, "time"), machine, entry("sequence", 12.0, "sequence")],
        "widths": [],
        "snapshotLayout": "time:41 node:10 sequence:12 unit:1 epoch:1288834974657",
        "digits": "0123456789",
        "movesLastTwo": false,
        "acceptsOnlyCanonical": true,
    });
    assert_eq!(json_of(&built_in("twitter").describe()), expected);

    let uid60 = json_of(&built_in("uid60").describe());
    assert_eq!(uid60["fields"].as_array().unwrap().last(), Some(&entry("random", 9.0, "random")));
    assert_eq!((&uid60["movesLastTwo"], &uid60["acceptsOnlyCanonical"]), (&json!(true), &json!(true)));
    assert_eq!(json_of(&built_in("tsid").describe())["acceptsOnlyCanonical"], json!(false));
    let sno = json_of(&built_in("sno").describe());
    assert_eq!(sno["fields"][1], entry("toggle", 1.0, "toggle"));
    assert_eq!(sno["fields"][2], entry("meta", 8.0, "metadata"));

    let snowflake = json_of(&Format::named("snowflakeSI").unwrap().describe());
    assert_eq!(snowflake["epoch"], Value::Null);
    assert_eq!(
        snowflake["widths"],
        json!([["timeBits", 40.0, 52.0], ["machineBits", 0.0, 12.0], ["sequenceBits", 1.0, 13.0]])
    );
    let layout = "time:40 node:5 sequence:8 unit:1 epoch:null";
    assert_eq!(snowflake["snapshotLayout"], layout);
}

#[test]
fn numbers_that_decoding_would_not_give_back_are_not_encoded() {
    let sonyflake = Format::named("sonyflake").unwrap();
    let encode = |timestamp, machine, sequence| {
        let fields = [("machineId", machine), ("sequence", sequence)];
        sonyflake.encode(timestamp, &numbers(&sonyflake, &fields), false)
    };
    let time = 1_700_000_000_000;
    assert!(encode(time, 1, 2).is_ok());
    for wrong in [time + 3, 1_409_529_599_990, 1_000_000_000_000_000_000, i64::MAX, i64::MIN] {
        assert_eq!(encode(wrong, 1, 2).unwrap_err().code(), Code::InvalidTime, "{wrong}");
    }
    for (machine, sequence) in [(65_536, 2), (1, 256), (u64::MAX, 2), (1, u64::MAX)] {
        let refused = encode(time, machine, sequence).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidField, "{machine} {sequence}");
    }
    for given in [("machineId", 1), ("sequence", 2)] {
        let refused = sonyflake.encode(time, &numbers(&sonyflake, &[given]), false).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidField, "only {given:?}");
    }
}

#[test]
fn the_numbers_of_a_decoded_id_are_at_the_positions_of_their_names() {
    let twitter = Format::named("twitter").unwrap();
    let mut decoded = [None; MAX_NAMES];
    let id = 1_541_815_603_606_036_480;
    let timestamp = twitter.decode_each(id, |at, number| decoded[at] = Some(number)).unwrap();
    assert_eq!(timestamp, 1_656_432_460_105);
    let named = [("machineId", 378), ("datacenterId", 11), ("workerId", 26), ("sequence", 0)];
    for (name, number) in named {
        assert_eq!(decoded[twitter.position(name).unwrap()], Some(number), "{name}");
    }
    assert_eq!(twitter.encode(timestamp, &decoded, false), Ok(id));
    assert_eq!(twitter.position("timestamp"), None);
    assert_eq!(twitter.position("machine"), None);
}

#[test]
fn the_readers_of_many_ids_read_what_decode_gives() {
    for name in ["twitter", "discord", "sonyflake", "uid60", "tsid"] {
        let format = Format::named(name).unwrap();
        let read_time = format.time_reader().unwrap();
        for id in [0, 1, 1_541_815_603_606_036_480, (1 << format.layout().bits()) - 1] {
            let id = id & ((1 << format.layout().bits()) - 1);
            let fields = format.decode(id).unwrap();
            assert_eq!(read_time(id as u64), fields.timestamp, "{name}");
            for (position, (field, number)) in fields.numbers.iter().enumerate() {
                assert_eq!(format.number_reader(position).unwrap()(id as u64), *number, "{name} {field}");
            }
            assert!(format.number_reader(fields.numbers.len()).is_none());
        }
    }
    let refused = Format::named("nanoflake").unwrap().time_reader().err().unwrap();
    assert_eq!(refused.code(), Code::EpochRequired);
}

#[test]
fn missing_fields_of_partial_ones_are_0() {
    let twitter = Format::named("twitter").unwrap();
    let encode = |given: &[(&str, u64)]| {
        let id = twitter.encode(EPOCH + 500, &numbers(&twitter, given), true).unwrap();
        twitter.decode(id).unwrap().numbers
    };
    let all = |machine, datacenter, worker, sequence| {
        vec![
            ("machineId", machine),
            ("datacenterId", datacenter),
            ("workerId", worker),
            ("sequence", sequence),
        ]
    };
    assert_eq!(encode(&[]), all(0, 0, 0, 0));
    assert_eq!(encode(&[("datacenterId", 1), ("sequence", 7)]), all(32, 1, 0, 7));
    assert_eq!(encode(&[("machineId", 33)]), all(33, 1, 1, 0));
    let refused = twitter.encode(EPOCH, &numbers(&twitter, &[("workerId", 32)]), true).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidField);
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// Layouts of random fields in random order.
    fn layouts() -> impl Strategy<Value = Layout> {
        let widths = (1u8..=39, prop::collection::vec(0u8..=8, 0..3), 1u8..=16, 0u8..=9, any::<bool>());
        widths.prop_flat_map(|(time, nodes, sequence, random, toggle)| {
            let mut fields =
                vec![field(Kind::Time, "timestamp", time), field(Kind::Sequence, "sequence", sequence)];
            fields
                .extend(nodes.iter().zip(["a", "b", "c"]).map(|(bits, name)| field(Kind::Node, name, *bits)));
            fields.extend((random > 0).then(|| field(Kind::Random, "random", random)));
            fields.extend(toggle.then(|| field(Kind::Toggle, "toggle", 1)));
            Just(fields).prop_shuffle().prop_map(|fields| {
                let bits = fields.iter().map(|field| field.place.bits).sum();
                Layout::new(fields, bits).unwrap()
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn pack_and_unpack_are_inverses(layout in layouts(), seed in any::<u128>()) {
            let value = seed & layout.max();
            let numbers: Vec<u64> = layout.unpack(value).unwrap().collect();
            prop_assert_eq!(layout.pack(&numbers).unwrap(), value);
            for (i, field) in layout.fields().iter().enumerate() {
                let mut over = numbers.clone();
                over[i] = field.place.max() + 1;
                prop_assert!(layout.pack(&over).is_err());
            }
        }

        #[test]
        fn a_random_id_of_each_row_is_decoded_and_encoded_and_written_and_read(seed in any::<u128>()) {
            for name in Format::names() {
                let format = built_in(name);
                let id = seed & format.layout().max();
                let decoded = format.decode(id).unwrap();
                let fields = numbers(&format, &decoded.numbers);
                prop_assert_eq!(format.encode(decoded.timestamp, &fields, false).unwrap(), id);
                let text = format.write(id, Style::OWN).unwrap();
                prop_assert_eq!(format.read(text.as_bytes(), Style::OWN), Ok(id));
            }
        }
    }
}

/// The content of a format's description, as the module of inspection passes it on.
fn description_of(format: &Format) -> (Definition, bool) {
    let definition = Definition {
        name: format.name().to_owned(),
        fields: format.layout().fields().to_vec(),
        bits: Some(format.layout().bits().into()),
        unit_us: Some(format.unit_us()),
        epoch: format.known_epoch().unwrap_or_default(),
        native: format.native(),
        encoding: format.encoding(),
        on_rollback: None,
        on_exhausted: None,
        start: None,
    };
    (definition, format.known_epoch().is_some())
}

#[test]
fn each_format_is_the_format_of_its_description() {
    let mut formats = vec![Format::define(definition(), Some(NOW)).unwrap()];
    for number in 0..Format::names().len() {
        let built_in = Format::built_in(number).unwrap();
        formats.push(built_in.with(Some(NOW - 1), &[], Some(NOW)).unwrap());
        formats.push(built_in.into());
    }
    let wide = Format::named("snowflakeSI").unwrap().with(None, &[Some(43), Some(3), None], None).unwrap();
    formats.push(wide);
    for format in formats {
        let (definition, has_epoch) = description_of(&format);
        assert_eq!(Format::described(definition, has_epoch).unwrap(), *format, "{}", format.name());
    }
}

#[test]
fn a_description_with_the_name_of_a_built_in_format_and_another_layout_is_of_a_custom_one() {
    let (discord, _) = description_of(&Format::named("discord").unwrap());
    let described = Format::described(Definition { unit_us: Some(2000), ..discord.clone() }, true).unwrap();
    assert_eq!((described.name(), described.unit(), described.since()), ("discord", 2, discord.epoch));
    // The adjusted format does not have the habits of Discord's numbers.
    let adjusted = Format::named("discord").unwrap().with(Some(0), &[], None).unwrap();
    assert_ne!(described, *adjusted);
}

#[test]
fn a_description_that_no_format_has_is_refused() {
    let (sno, _) = description_of(&Format::named("sno").unwrap());
    assert!(Format::described(Definition { bits: Some(79), ..sno.clone() }, true).is_err());
    assert_eq!(Format::described(sno, false).unwrap_err().code(), Code::EpochRequired);
    assert!(Format::described(Definition { unit_us: Some(0), ..definition() }, true).is_err());
}

#[test]
fn the_ticks_and_instants_of_the_numbers_of_a_format_are_those_of_the_format() {
    const FIRST: i64 = -8_640_000_000_000_000;
    let fields = [(Kind::Time, "timestamp", 26), (Kind::Sequence, "sequence", 8)];
    let early = [1, 86_400_000].map(|unit| support::custom_format(&fields, unit, FIRST));
    for format in support::formats().map(|(format, _)| format).chain(early) {
        let scheme = format.scheme().unwrap();
        let (epoch, end) = (format.epoch().unwrap(), scheme.last_instant());
        let unit = format.unit() as i64;
        assert_eq!((scheme.epoch, scheme.unit), (epoch, format.unit()));
        assert_eq!(scheme.last_tick(), format.last_tick());
        // The last instant is in the last tick, and the instant after it is in no tick.
        assert_eq!(format.tick(end), Ok(format.last_tick()));
        assert!(format.tick(end + 1).is_err(), "{}", format.name());
        let around = |ms: i64| [ms - 1, ms, ms + 1];
        let begins = [epoch, epoch + unit, end + 1 - unit, end + 1, end + 1 + unit, 0, NOW];
        let extremes = [i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX];
        for ms in begins.into_iter().flat_map(around).chain(extremes) {
            assert_eq!(scheme.tick(ms), format.tick(ms).ok(), "{} at {ms}", format.name());
        }
        for tick in [0, 1, format.last_tick() / 3, format.last_tick() - 1, format.last_tick()] {
            let decoded = format.decode(scheme.time.to_value(tick)).unwrap();
            assert_eq!(scheme.instant(tick), decoded.timestamp, "{} in tick {tick}", format.name());
        }
    }
}

#[test]
fn the_numbers_of_a_format_have_the_places_of_its_fields() {
    for (format, _) in support::formats() {
        let (scheme, layout) = (format.scheme().unwrap(), format.layout());
        for (kind, place) in [
            (Kind::Time, scheme.time),
            (Kind::Node, scheme.node),
            (Kind::Sequence, scheme.sequence),
            (Kind::Random, scheme.random),
            (Kind::Metadata, scheme.metadata),
            (Kind::Toggle, scheme.toggle),
        ] {
            assert_eq!(place, layout.place(kind), "{kind:?} of {}", format.name());
        }
    }
    let refused = Format::named("snowflakeSI").unwrap().scheme().unwrap_err();
    assert_eq!(refused.code(), Code::EpochRequired);
}
