//! What formats promise: the table, layouts, definitions, encoding and ranges.

use std::rc::Rc;

use flakekit::layout::{Field, Kind, Layout};
use flakekit::plain::Plain;
use flakekit::{Code, Error, Format};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// 2026-01-01.
const NOW: f64 = 1_767_225_600_000.0;

fn entries(named: &[(&str, Plain)]) -> Vec<(String, Plain)> {
    named.iter().map(|(name, arg)| ((*name).to_owned(), arg.clone())).collect()
}

fn field(kind: Kind, name: &'static str, bits: u8) -> Field {
    Field::new(kind, name, bits)
}

fn with(name: &str, options: &[(&str, Plain)]) -> Result<Rc<Format>, Error> {
    Format::named(name).unwrap().with(&entries(options), Some(NOW))
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
    let epoch = || ("epoch", Plain::Number(1_704_067_200_000.0));
    let widths = |options: &[(&str, Plain)]| {
        with("snowflakeSI", options)
            .map(|format| format.layout().fields().iter().map(|field| field.place.bits).collect::<Vec<_>>())
    };
    assert_eq!(widths(&[epoch()]).unwrap(), [40, 5, 8]);
    assert_eq!(widths(&[epoch(), ("machineBits", 0.0.into())]).unwrap(), [40, 0, 13]);
    assert_eq!(widths(&[epoch(), ("timeBits", 41.0.into())]).unwrap(), [41, 5, 7]);
    assert_eq!(widths(&[epoch(), ("machineBits", 12.0.into())]).unwrap(), [40, 12, 1]);
    for (name, bits) in [
        ("timeBits", 39.0),
        ("timeBits", 48.0),
        ("machineBits", 13.0),
        ("sequenceBits", 7.0),
        ("sequenceBits", 0.0),
    ] {
        assert_eq!(
            widths(&[epoch(), (name, bits.into())]).unwrap_err().code(),
            Code::InvalidLayout,
            "{name} {bits}"
        );
    }
    let twice = with("snowflakeSI", &[epoch(), ("machineBits", 0.0.into())]).unwrap();
    let twice = twice.with(&entries(&[("epoch", 1_720_000_000_000.0.into())]), Some(NOW)).unwrap();
    assert_eq!(twice.layout().fields()[1].place.bits, 0);
}

#[test]
fn an_epoch_that_cannot_be_is_refused() {
    let refused = |name, epoch: Plain| with(name, &[("epoch", epoch)]).unwrap_err().code();
    for epoch in [
        Plain::Number(f64::NAN),
        1.5.into(),
        9e15.into(),
        "2024".into(),
        (NOW + 1.0).into(),
        Plain::Flag(true),
    ] {
        for name in ["snowflakeSI", "nanoflake", "twitter"] {
            assert_eq!(refused(name, epoch.clone()), Code::InvalidEpoch, "{name}: {epoch}");
        }
    }
    assert_eq!(refused("snowflakeSI", 1_047_972_019_224.0.into()), Code::InvalidEpoch);
    assert!(with("snowflakeSI", &[("epoch", 1_047_972_019_225.0.into())]).is_ok());
    assert!(with("snowflakeSI", &[("epoch", 0.0.into()), ("timeBits", 41.0.into())]).is_ok());
    let no_longer = with("snowflakeSI", &[("epoch", 0.0.into()), ("timeBits", 41.0.into())]).unwrap();
    assert_eq!(
        no_longer.with(&entries(&[("timeBits", 40.0.into())]), None).unwrap_err().code(),
        Code::InvalidEpoch
    );
    assert_eq!(with("twitter", &[("epoc", 0.0.into())]).unwrap_err().code(), Code::InvalidOption);
    assert_eq!(Format::named("nanoflake").unwrap().decode(1).unwrap_err().code(), Code::EpochRequired);
}

fn definition(change: &[(&str, Plain)]) -> Vec<(String, Plain)> {
    let field = |kind: &str, name: Plain, bits: f64| {
        Plain::Map(entries(&[("kind", kind.into()), ("name", name), ("bits", bits.into())]))
    };
    let fields = Plain::List(vec![
        field("time", Plain::Missing, 40.0),
        field("node", "region".into(), 4.0),
        field("sequence", Plain::Missing, 14.0),
    ]);
    let mut all = entries(&[
        ("name", "mine".into()),
        ("fields", fields),
        ("bits", 58.0.into()),
        ("epoch", 1_704_067_200_000.0.into()),
    ]);
    for (name, arg) in entries(change) {
        all.retain(|(key, _)| *key != name);
        all.push((name, arg));
    }
    all
}

#[test]
fn a_format_of_ones_own_has_the_powers_of_the_built_in_ones() {
    let format =
        Format::define(&definition(&[("unit", 100.0.into()), ("text", "base62".into())]), Some(NOW)).unwrap();
    let fields = entries(&[
        ("timestamp", 1_704_067_200_500.0.into()),
        ("region", 7.0.into()),
        ("sequence", 9.0.into()),
    ]);
    let id = format.encode(&fields).unwrap();
    assert_eq!(id, 5 << 18 | 7 << 14 | 9);
    assert_eq!(format.decode(id).unwrap().numbers, [("region", 7), ("sequence", 9)]);
}

#[test]
fn a_definition_that_cannot_be_is_refused() {
    let node = |name: &str| {
        Plain::List(vec![Plain::Map(entries(&[
            ("kind", "node".into()),
            ("name", name.into()),
            ("bits", 4.0.into()),
        ]))])
    };
    for (name, arg, expected) in [
        ("name", Plain::Missing, Code::InvalidOption),
        ("name", "".into(), Code::InvalidOption),
        ("fields", Plain::Missing, Code::InvalidOption),
        ("fields", Plain::List(vec![1.0.into()]), Code::InvalidOption),
        ("fields", node("region"), Code::InvalidLayout),
        ("bits", 57.0.into(), Code::InvalidLayout),
        ("bits", 65.0.into(), Code::InvalidOption),
        ("unit", 0.0.into(), Code::InvalidOption),
        ("unit", 1e9.into(), Code::InvalidOption),
        ("epoch", Plain::Missing, Code::InvalidEpoch),
        ("epoch", (NOW + 1.0).into(), Code::InvalidEpoch),
        ("native", "number".into(), Code::InvalidLayout),
        ("native", "string".into(), Code::InvalidOption),
        ("text", "base64".into(), Code::InvalidOption),
        ("text", "rotatedBase64".into(), Code::InvalidOption),
        ("onRollback", "never".into(), Code::InvalidOption),
        ("colour", "blue".into(), Code::InvalidOption),
    ] {
        let refused = Format::define(&definition(&[(name, arg.clone())]), Some(NOW)).unwrap_err();
        assert_eq!(refused.code(), expected, "{name}: {arg}: {refused}");
    }
    let too_long = Format::define(&definition(&[("unit", 86_400_000.0.into())]), None).unwrap_err();
    assert_eq!(too_long.code(), Code::InvalidLayout);
    for taken in ["snapshot", "timestamp", "clock", "onOverflow", "sequenceRange"] {
        let fields = Plain::List(vec![
            Plain::Map(entries(&[("kind", "time".into()), ("bits", 40.0.into())])),
            Plain::Map(entries(&[("kind", "node".into()), ("name", taken.into()), ("bits", 4.0.into())])),
            Plain::Map(entries(&[("kind", "sequence".into()), ("bits", 14.0.into())])),
        ]);
        let refused = Format::define(&definition(&[("fields", fields)]), None).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidLayout, "{taken}");
    }
}

#[test]
fn encoding_refuses_what_decoding_would_not_give_back() {
    let sonyflake = Format::named("sonyflake").unwrap();
    let at = |timestamp: Plain| {
        entries(&[("timestamp", timestamp), ("machineId", 1.0.into()), ("sequence", 2.0.into())])
    };
    assert!(sonyflake.encode(&at(1_700_000_000_000.0.into())).is_ok());
    for (timestamp, expected) in [
        (Plain::Number(1_700_000_000_003.0), Code::InvalidTime),
        (1_700_000_000_000.5.into(), Code::InvalidTime),
        (1_409_529_599_990.0.into(), Code::InvalidTime),
        (1e18.into(), Code::InvalidTime),
        (f64::NAN.into(), Code::InvalidTime),
        ("now".into(), Code::InvalidTime),
        (Plain::Missing, Code::InvalidField),
    ] {
        assert_eq!(sonyflake.encode(&at(timestamp.clone())).unwrap_err().code(), expected, "{timestamp}");
    }
    for (name, arg) in [
        ("machineId", Plain::Number(65_536.0)),
        ("sequence", (-1.0).into()),
        ("machine", 1.0.into()),
        ("date", 0.0.into()),
    ] {
        let mut fields = at(1_700_000_000_000.0.into());
        fields.retain(|(key, _)| key != name);
        fields.push((name.to_owned(), arg));
        assert_eq!(sonyflake.encode(&fields).unwrap_err().code(), Code::InvalidField, "{name}");
    }
}

#[test]
fn a_range_holds_exactly_the_ids_made_between_its_instants() {
    for name in ["twitter", "discord", "sonyflake", "uid60"] {
        let format = Format::named(name).unwrap();
        let (min, max) = format.range(NOW, NOW + 100.0).unwrap();
        assert_eq!(format.decode(min).unwrap().timestamp as f64, NOW);
        assert_eq!(format.decode(max).unwrap().timestamp as f64, NOW + 100.0);
        assert!(format.decode(min - 1).unwrap().timestamp < NOW as i64);
        assert!(format.decode(max + 1).unwrap().timestamp > NOW as i64 + 100);
        assert_eq!(format.range(NOW + 100.0, NOW).unwrap_err().code(), Code::InvalidTime);
        assert_eq!(format.range(0.0, NOW).unwrap_err().code(), Code::InvalidTime);
        assert_eq!(format.range(NOW, f64::NAN).unwrap_err().code(), Code::InvalidTime);
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
                let format = if format.epoch().is_ok() { format } else { with(name, &[("epoch", 1_704_067_200_000.0.into())]).unwrap() };
                let id = u128::from(id) & format.layout().max();
                let decoded = format.decode(id).unwrap();
                let mut fields = entries(&[("timestamp", (decoded.timestamp as f64).into())]);
                fields.extend(decoded.numbers.iter().map(|(name, number)| ((*name).to_owned(), (*number as f64).into())));
                prop_assert_eq!(format.encode(&fields).unwrap(), id);
            }
        }
    }
}
