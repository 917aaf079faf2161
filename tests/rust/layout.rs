//! Promises of layouts: widths, names, and the positions of fields.

use flakekit::layout::{Field, Kind, Layout, MAX_BITS, MAX_NAMES};
use flakekit::{Code, Error};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const NAMES: [&str; 17] =
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"];

/// A layout of these fields, as wide as the sum of their widths.
fn layout(fields: Vec<Field>) -> Result<Layout, Error> {
    let bits = fields.iter().filter(|field| field.kind != Kind::Part).map(|field| field.place.bits).sum();
    Layout::new(fields, bits)
}

/// A layout with a field of this kind and width, and the required fields with 1 bit each.
fn layout_with(kind: Kind, bits: u8) -> Result<Layout, Error> {
    let mut fields = vec![Field::new(kind, "tested", bits)];
    if kind == Kind::Part {
        fields.insert(0, Field::new(Kind::Node, "node", bits));
    }
    for (required, name) in [(Kind::Time, "timestamp"), (Kind::Sequence, "sequence")] {
        if kind != required {
            fields.push(Field::new(required, name, 1));
        }
    }
    layout(fields)
}

/// A time field of 1 bit above `below` bits: node fields, and a sequence field of 1 bit.
fn layout_below(below: u8) -> Layout {
    let mut fields = vec![Field::new(Kind::Time, "timestamp", 1)];
    let mut left = below - 1;
    for name in &NAMES[..3] {
        let bits = left.min(32);
        fields.push(Field::new(Kind::Node, name, bits));
        left -= bits;
    }
    fields.push(Field::new(Kind::Sequence, "sequence", 1));
    layout(fields).unwrap()
}

fn is_refused(layout: Result<Layout, Error>) -> bool {
    layout.is_err_and(|error| error.code() == Code::InvalidLayout)
}

#[test]
fn each_kind_of_field_accepts_exactly_the_documented_widths() {
    let widths = [
        (Kind::Time, 1, 53),
        (Kind::Node, 0, 32),
        (Kind::Sequence, 1, 32),
        (Kind::Random, 1, 32),
        (Kind::Metadata, 1, 32),
        (Kind::Toggle, 1, 1),
        (Kind::Part, 0, 32),
    ];
    for (kind, min, max) in widths {
        for bits in [min, max] {
            assert!(layout_with(kind, bits).is_ok(), "{kind:?} of {bits} bits");
        }
        for bits in [min.wrapping_sub(1), max + 1].into_iter().filter(|bits| *bits < 64) {
            assert!(is_refused(layout_with(kind, bits)), "{kind:?} of {bits} bits");
        }
    }
}

#[test]
fn a_layout_has_at_most_16_names() {
    let with = |count: usize| {
        let nodes = NAMES[..count - 2].iter().map(|name| Field::new(Kind::Node, name, 1));
        let required =
            [Field::new(Kind::Time, "timestamp", 1), Field::new(Kind::Sequence, "sequence", 1)].into_iter();
        layout(nodes.chain(required).collect())
    };
    assert_eq!(with(MAX_NAMES).unwrap().fields().len(), 16);
    for count in [17, 18] {
        assert!(is_refused(with(count)), "{count} names");
    }
}

#[test]
fn a_layout_has_at_most_80_bits() {
    let with = |sequence| {
        layout(vec![
            Field::new(Kind::Time, "timestamp", 53),
            Field::new(Kind::Sequence, "sequence", sequence),
        ])
    };
    assert_eq!(with(27).unwrap().bits(), MAX_BITS);
    for sequence in [28, 29] {
        assert!(is_refused(with(sequence)), "{} bits", 53 + sequence);
    }
}

#[test]
fn a_field_is_packed_and_unpacked_at_every_position() {
    for below in 1..MAX_BITS {
        let layout = layout_below(below);
        let lowest = 1 << below;
        assert_eq!(layout.pack(&[1, 0, 0, 0, 0]), Ok(lowest), "at bit {below}");
        assert!(layout.unpack(lowest).unwrap().eq([1, 0, 0, 0, 0]), "at bit {below}");
        assert!(layout.unpack(lowest - 2).unwrap().eq(layout.fields().iter().map(
            |field| match field.kind {
                Kind::Node => field.place.max(),
                _ => 0,
            }
        )));
    }
}

#[test]
fn the_largest_value_has_the_largest_numbers_and_larger_values_are_refused() {
    for below in 1..MAX_BITS {
        let layout = layout_below(below);
        let numbers: Vec<u64> = layout.fields().iter().map(|field| field.place.max()).collect();
        assert_eq!(layout.pack(&numbers), Ok(layout.max()), "{} bits", below + 1);
        assert!(layout.unpack(layout.max()).unwrap().eq(numbers), "{} bits", below + 1);
        let wider = layout.unpack(layout.max() + 1).err().map(|error| error.code());
        assert_eq!(wider, Some(Code::InvalidId), "{} bits", below + 1);
    }
}
