//! What formats promise: the table, layouts, definitions, encoding and ranges.

use std::rc::Rc;

use flakekit::formats::{Definition, JsType};
use flakekit::layout::{Field, Kind, Layout, MAX_NAMES};
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::text::Encoding;
use flakekit::{Code, Error, Format};
use serde_json::{Value, json};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{NOW, numbers};

fn field(kind: Kind, name: &'static str, bits: u8) -> Field {
    Field::new(kind, name, bits)
}

fn with(name: &str, changes: &[(&str, f64)]) -> Result<Rc<Format>, Error> {
    support::with(&Format::named(name).unwrap(), changes, Some(NOW))
}

#[test]
fn every_entry_of_the_table_makes_a_format() {
    let names: Vec<_> = Format::names().map(|name| Format::named(name).unwrap().name().to_owned()).collect();
    assert_eq!(
        names,
        [
            "twitter",
            "discord",
            "instagram",
            "mastodon",
            "sonyflake",
            "uid60",
            "sno",
            "snowflakeSI",
            "nanoflake"
        ]
    );
    assert_eq!(Format::named("x"), Format::named("twitter"));
    assert_eq!(Format::named("twiter").unwrap_err().code(), Code::UnknownFormat);
}

#[test]
fn the_package_exports_every_entry_of_the_table_in_its_order() {
    let exported = include_str!("../pkg-template/src/index.ts")
        .lines()
        .filter_map(|line| line.strip_prefix("export const ")?.split_once(" = builtIn<"))
        .map(|(name, _)| name);
    assert!(exported.eq(Format::names()), "the wrapper knows formats by their places");
}

#[test]
fn published_ids_say_what_was_published() {
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
fn a_layout_that_cannot_be_is_refused() {
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
        (&|fields| fields[2].kind = Kind::Node, 63),
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
fn the_widest_layout_has_80_bits_and_every_kind_of_field() {
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
fn snowflake_si_widths_can_be_changed_within_the_specification() {
    const EPOCH: (&str, f64) = ("epoch", 1_704_067_200_000);
    let widths = |changes: &[(&str, f64)]| {
        with("snowflakeSI", &[&[EPOCH], changes].concat())
            .map(|format| format.layout().fields().iter().map(|field| field.place.bits).collect::<Vec<_>>())
    };
    assert_eq!(widths(&[]).unwrap(), [40, 5, 8]);
    assert_eq!(widths(&[("machineBits", 0)]).unwrap(), [40, 0, 13]);
    assert_eq!(widths(&[("timeBits", 41)]).unwrap(), [41, 5, 7]);
    assert_eq!(widths(&[("machineBits", 12)]).unwrap(), [40, 12, 1]);
    for (name, bits) in [
        ("timeBits", 39),
        ("timeBits", 40.5),
        ("timeBits", 48),
        ("timeBits", f64::INFINITY),
        ("machineBits", -1),
        ("machineBits", 13),
        ("sequenceBits", 7),
        ("sequenceBits", 0),
    ] {
        assert_eq!(widths(&[(name, bits)]).unwrap_err().code(), Code::InvalidLayout, "{name} {bits}");
    }
    let once = with("snowflakeSI", &[EPOCH, ("machineBits", 0)]).unwrap();
    let twice = support::with(&once, &[("epoch", 1_720_000_000_000)], Some(NOW)).unwrap();
    assert_eq!(twice.layout().fields()[1].place.bits, 0);
}

#[test]
fn an_epoch_that_cannot_be_is_refused() {
    let refused = |name, epoch| with(name, &[("epoch", epoch)]).unwrap_err().code();
    for epoch in [f64::INFINITY, f64::NEG_INFINITY, 1.5, 9e15, -9e15, NOW + 1] {
        for name in ["snowflakeSI", "nanoflake", "twitter"] {
            assert_eq!(refused(name, epoch), Code::InvalidEpoch, "{name}: {epoch}");
        }
    }
    assert_eq!(refused("snowflakeSI", 1_047_972_019_224), Code::InvalidEpoch);
    assert!(with("snowflakeSI", &[("epoch", 1_047_972_019_225)]).is_ok());
    let longer = with("snowflakeSI", &[("epoch", 0), ("timeBits", 41)]).unwrap();
    let no_longer = support::with(&longer, &[("timeBits", 40)], None);
    assert_eq!(no_longer.unwrap_err().code(), Code::InvalidEpoch);
    assert_eq!(Format::named("nanoflake").unwrap().decode(1).unwrap_err().code(), Code::EpochRequired);
}

fn definition() -> Definition {
    Definition {
        name: "mine".to_owned(),
        fields: vec![
            field(Kind::Time, "timestamp", 40),
            field(Kind::Node, "region", 4),
            field(Kind::Sequence, "sequence", 14),
        ],
        bits: 58,
        unit: None,
        epoch: 1_704_067_200_000,
        js_type: JsType::BigInt,
       encoding: Encoding::Decimal,
        defaults: POLICY,
    }
}

#[test]
fn a_format_of_ones_own_has_the_powers_of_the_built_in_ones() {
    let definition = Definition { unit: 100,encoding: Encoding::Base62, ..definition() };
    let format = Format::define(definition, Some(NOW)).unwrap();
    let fields = [("timestamp", 1_704_067_200_500), ("region", 7), ("sequence", 9)];
    let id = format.encode(&numbers(&format, &fields)).unwrap();
    assert_eq!(id, 5 << 18 | 7 << 14 | 9);
    assert_eq!(format.decode(id).unwrap().numbers, [("region", 7), ("sequence", 9)]);
}

#[test]
fn a_definition_says_what_generators_do() {
    let chosen = Defaults {
        on_rollback: OnRollback::Throw,
        on_exhausted: OnExhausted::Lead,
        start: Start::Random,
        ..POLICY
    };
    let format = Format::define(Definition { defaults: chosen, ..definition() }, Some(NOW)).unwrap();
    assert_eq!(format.defaults(), chosen);
}

#[test]
fn a_definition_that_cannot_be_is_refused() {
    type Change<'a> = &'a dyn Fn(&mut Definition);
    let cases: &[(Change<'_>, Code)] = &[
        (&|it| it.fields.clear(), Code::InvalidLayout),
        (&|it| it.native = JsType::Text, Code::InvalidLayout),
        (&|it| it.fields = vec![field(Kind::Node, "region", 4)], Code::InvalidLayout),
        (&|it| it.bits = 57, Code::InvalidLayout),
        (&|it| it.bits = 57.5, Code::InvalidOption),
        (&|it| it.bits = 65, Code::InvalidOption),
        (&|it| it.bits = 0, Code::InvalidOption),
        (&|it| it.bits = None, Code::InvalidOption),
        (&|it| it.unit = 0, Code::InvalidOption),
        (&|it| it.unit = 1.5, Code::InvalidOption),
        (&|it| it.unit = 1e9, Code::InvalidOption),
        (&|it| it.epoch = None, Code::InvalidEpoch),
        (&|it| it.epoch = NOW + 1, Code::InvalidEpoch),
        (&|it| it.native = JsType::Number, Code::InvalidLayout),
        (&|it| it.text = Encoding::RotatedBase64, Code::InvalidOption),
        (&|it| it.unit = 86_400_000, Code::InvalidLayout),
    ];
    for (i, (change, expected)) in cases.iter().enumerate() {
        let mut definition = definition();
        change(&mut definition);
        let refused = Format::define(definition, Some(NOW)).unwrap_err();
        assert_eq!(refused.code(), *expected, "case {i}: {refused}");
    }
    for bits in [-1, 4.5, 65, None] {
        let refused = Field::named(Kind::Node, "region".into(), bits).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidOption, "{bits}");
    }
    for taken in ["snapshot", "timestamp", "clock", "onOverflow", "sequenceRange", "sequence"] {
        let mut definition = definition();
        definition.fields[0].name = "time".into();
        definition.fields[1].name = taken.into();
        definition.fields[2].name = "number".into();
        let refused = Format::define(definition, None).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidLayout, "{taken}");
    }
}

#[test]
fn a_description_lists_each_field_with_its_width_its_kind_and_its_parts() {
    let described = |format: &Format| -> Value { serde_json::from_str(&format.describe()).unwrap() };
    let fields = |format: &Format| described(format)["fields"].clone();
    let entry = |name, bits, kind| json!({ "name": name, "bits": bits, "kind": kind, "parts": [] });

    let mut machine = entry("machineId", 10, "node");
    machine["parts"] = json!([{ "name": "datacenterId", "bits": 5 }, { "name": "workerId", "bits": 5 }]);
    let twitter = described(&Format::named("twitter").unwrap());
    let expected = json!({
        "name": "twitter",
        "bits": 63,
        "unit": 1,
        "epoch": 1_288_834_974_657_i64,
        "native": "bigint",
        "text": "decimal",
        "fields": [entry("timestamp", 41, "time"), machine, entry("sequence", 12, "sequence")],
        "widths": [],
    });
    assert_eq!(twitter, expected);

    let uid60 = fields(&Format::named("uid60").unwrap());
    assert_eq!(uid60.as_array().unwrap().last(), Some(&entry("random", 9, "random")));
    let sno = fields(&Format::named("sno").unwrap());
    assert_eq!(sno[1], entry("toggle", 1, "toggle"));
    assert_eq!(sno[2], entry("meta", 8, "metadata"));

    let snowflake = described(&Format::named("snowflakeSI").unwrap());
    assert_eq!(snowflake["epoch"], Value::Null);
    assert_eq!(snowflake["widths"], json!(["timeBits", "machineBits", "sequenceBits"]));
}

#[test]
fn encoding_refuses_what_decoding_would_not_give_back() {
    let sonyflake = Format::named("sonyflake").unwrap();
    let encode = |timestamp, machine, sequence| {
        let fields = [("timestamp", timestamp), ("machineId", machine), ("sequence", sequence)];
        sonyflake.encode(&numbers(&sonyflake, &fields))
    };
    let time = 1_700_000_000_000;
    assert!(encode(time, 1, 2).is_ok());
    for wrong in [time + 3, time + 0.5, 1_409_529_599_990, 1e18, f64::INFINITY, None] {
        assert_eq!(encode(wrong, 1, 2).unwrap_err().code(), Code::InvalidTime, "{wrong}");
    }
    for (machine, sequence) in
        [(65_536, 2), (1, -1), (1, 256), (1.5, 2), (None, 2), (1, None)]
    {
        let refused = encode(time, machine, sequence).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidField, "{machine} {sequence}");
    }
}

#[test]
fn the_numbers_of_a_decoded_id_stand_at_the_positions_of_their_names() {
    let twitter = Format::named("twitter").unwrap();
    let mut decoded = [None; MAX_NAMES];
    twitter.decode_each(1_541_815_603_606_036_480, |at, number| decoded[at] = number).unwrap();
    assert_eq!(decoded[0], 1_656_432_460_105);
    let named = [("machineId", 378), ("datacenterId", 11), ("workerId", 26), ("sequence", 0)];
    for (name, number) in named {
        assert_eq!(decoded[twitter.position(name).unwrap()], number, "{name}");
    }
    assert_eq!(twitter.encode(&decoded), Ok(1_541_815_603_606_036_480));
    assert_eq!(twitter.position("timestamp"), None);
    assert_eq!(twitter.position("machine"), None);
}

#[test]
fn a_range_holds_exactly_the_ids_made_between_its_instants() {
    for name in ["twitter", "discord", "sonyflake", "uid60"] {
        let format = Format::named(name).unwrap();
        let (min, max) = format.range(NOW, NOW + 100).unwrap();
        assert_eq!(format.decode(min).unwrap().timestamp as f64, NOW);
        assert_eq!(format.decode(max).unwrap().timestamp as f64, NOW + 100);
        assert!(format.decode(min - 1).unwrap().timestamp < NOW as i64);
        assert!(format.decode(max + 1).unwrap().timestamp > NOW as i64 + 100);
        assert_eq!(format.range(NOW + 100, NOW).unwrap_err().code(), Code::InvalidTime);
        assert_eq!(format.range(0, NOW).unwrap_err().code(), Code::InvalidTime);
        assert_eq!(format.range(NOW, None).unwrap_err().code(), Code::InvalidTime);
    }
}

#[cfg(not(target_family = "wasm"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    /// Layouts of any fields in any order.
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
        fn encoding_what_was_decoded_gives_the_same_id(id in any::<u64>()) {
            for name in Format::names() {
                let format = Format::named(name).unwrap();
                let format = if format.epoch().is_ok() { format } else { with(name, &[("epoch", 1_704_067_200_000)]).unwrap() };
                let id = u128::from(id) & format.layout().max();
                let decoded = format.decode(id).unwrap();
                let mut fields = vec![("timestamp", decoded.timestamp as f64)];
                fields.extend(decoded.numbers.iter().map(|(name, number)| (*name, *number as f64)));
                prop_assert_eq!(format.encode(&numbers(&format, &fields)).unwrap(), id);
            }
        }
    }
}
