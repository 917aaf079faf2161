//! Promises of formats whose IDs are only read: formats without a sequence, or with ticks that are no whole
//! number of ms.

use std::rc::Rc;

use flakekit::formats::{Definition, Native, Span};
use flakekit::inspect::{Fit, Reader};
use flakekit::layout::{Field, Kind};
use flakekit::lease::{RawTerms, Seats};
use flakekit::text::Encoding;
use flakekit::{Code, Error, Format, GeneratorOptions, RawOptions};

use crate::support::{NOW, numbers};

fn define(unit_us: u64, epoch: i64, fields: &[(Kind, &'static str, u8)]) -> Result<Rc<Format>, Error> {
    let fields: Vec<_> = fields.iter().map(|&(kind, name, bits)| Field::new(kind, name, bits)).collect();
    let definition = Definition {
        name: "own".to_owned(),
        bits: None,
        fields,
        unit_us: Some(unit_us),
        epoch,
        native: Native::BigInt,
        encoding: Encoding::Decimal,
        on_rollback: None,
        on_exhausted: None,
        start: None,
    };
    Format::define(definition, Some(NOW))
}

/// The clock of a TID.
const CLOCK: u128 = 362;

/// 2015-01-01.
const COCKROACH_EPOCH: i64 = 1_420_070_400_000;

/// `unique_rowid()`: 48 bits of 10 us, 15 bits of the node.
fn cockroach() -> Rc<Format> {
    define(10, COCKROACH_EPOCH, &[(Kind::Time, "timestamp", 48), (Kind::Node, "nodeId", 15)]).unwrap()
}

/// Bluesky's TIDs: 53 bits of us, 10 bits of the clock, below a bit of 0.
fn tid() -> Rc<Format> {
    define(1, 0, &[(Kind::Time, "timestamp", 53), (Kind::Node, "clockId", 10)]).unwrap()
}

fn own(unit_us: u64, bits: u8) -> Rc<Format> {
    define(unit_us, 0, &[(Kind::Time, "timestamp", bits), (Kind::Node, "node", 4)]).unwrap()
}

#[test]
fn times_are_rounded_down_to_ms_and_ticks_are_exact() {
    // The TID 3modsapilapfe.
    let id = 1_781_544_068_269_269 << 10 | CLOCK;
    let tid = tid();
    let decoded = tid.decode(id).unwrap();
    assert_eq!((decoded.timestamp, &*decoded.numbers), (1_781_544_068_269, &[("clockId", 362)][..]));
    assert_eq!(tid.ticks(id), 1_781_544_068_269_269);
    assert_eq!(tid.decode(tid.layout().max()).unwrap().timestamp, 9_007_199_254_740);
    let cockroach = cockroach();
    let row = cockroach.decode(4_536_651_440_000 << 15 | 1).unwrap();
    assert_eq!((row.timestamp, &*row.numbers), (COCKROACH_EPOCH + 45_366_514_400, &[("nodeId", 1)][..]));
    for (unit_us, tick, ms) in [
        (1, 999, 0),
        (1, 1000, 1),
        (1500, 1, 1),
        (1500, 2, 3),
        (2250, 3, 6),
        (2250, 4, 9),
        (86_399_999_999, 1, 86_399_999),
        (86_399_999_999, 1_000, 86_399_999_999),
    ] {
        let id =
            own(unit_us, 20).encode_tick(tick, &numbers(&own(unit_us, 20), &[("node", 0)]), false).unwrap();
        assert_eq!(own(unit_us, 20).decode(id).unwrap().timestamp, ms, "tick {tick} of {unit_us} us");
    }
    // The us of the last tick exceed 53 bits by far.
    let widest = define(
        86_399_999_999,
        -8_640_000_000_000_000,
        &[(Kind::Time, "timestamp", 27), (Kind::Node, "n", 4)],
    );
    let widest = widest.unwrap();
    let last = (1 << 27) - 1;
    let expected = -8_640_000_000_000_000 + (i128::from(last) * 86_399_999_999 / 1000) as i64;
    assert_eq!(widest.decode(widest.layout().max()).unwrap().timestamp, expected);
}

#[test]
fn a_tick_is_encoded_exactly_and_an_instant_only_at_the_beginning_of_a_tick() {
    let tid = tid();
    let clock = numbers(&tid, &[("clockId", 362)]);
    let id = 1_781_544_068_269_269 << 10 | CLOCK;
    assert_eq!(tid.encode_tick(1_781_544_068_269_269, &clock, false), Ok(id));
    assert_eq!(tid.encode(1_781_544_068_269, &clock, false), Ok(1_781_544_068_269_000 << 10 | CLOCK));
    let refused = tid.encode_tick(1 << 53, &clock, false).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidField);
    assert_eq!(
        refused.to_string(),
        "ticks is 9007199254740992; it must be a whole number from 0 to 9007199254740991"
    );
    let uneven = own(1500, 20);
    let node = numbers(&uneven, &[("node", 1)]);
    assert_eq!(uneven.encode(3, &node, false), Ok(2 << 4 | 1));
    let refused = uneven.encode(4, &node, false).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidTime);
    assert_eq!(refused.to_string(), "4 is not at the beginning of a tick of 1.5 ms; its tick begins at 3");
}

#[test]
fn a_range_holds_exactly_the_ids_whose_ticks_overlap_its_ms() {
    for unit_us in [1, 10, 7, 999, 1001, 1500, 2250, 3333, 1000, 2000] {
        let format = own(unit_us, 16);
        let last = format.last_tick();
        // The ms in which a tick begins, and the ms in which its last us is.
        let first_ms = |tick: u64| (tick * unit_us / 1000) as i64;
        let last_ms = |tick: u64| ((tick * unit_us + unit_us - 1) / 1000) as i64;
        let end = last_ms(last);
        for from in [0, 1, 2, 3, end / 2, end / 2 + 1, end - 2, end - 1, end] {
            for length in [0, 1, 2, 5] {
                let to = (from + length).min(end);
                let span = Span { from: Some(from), to: Some(to), ..Span::default() };
                let (min, max) = format.range(&span).unwrap();
                // An ID is in the range if its tick contains the beginning of `from`, or begins later, but
                // not after `to`.
                let is_in = |tick: u64| {
                    last_ms(tick) >= from
                        && tick * unit_us + unit_us > from as u64 * 1000
                        && first_ms(tick) <= to
                };
                let (low, high) = (format.ticks(min), format.ticks(max.unwrap()));
                assert!(
                    is_in(low) && is_in(high) && low <= high,
                    "{unit_us} us, {from} to {to}: {low} to {high}"
                );
                assert!(low == 0 || !is_in(low - 1), "{unit_us} us, {from} to {to}");
                assert!(high == last || !is_in(high + 1), "{unit_us} us, {from} to {to}");
                assert_eq!((min & 15, max.unwrap() & 15), (0, 15));
                let half_open = Span { is_half_open: true, ..span };
                let (begin, below) = format.range(&half_open).unwrap();
                let next = Span { from: Some(to), to: None, ..half_open };
                assert_eq!((begin, below), (min, Some(format.range(&next).unwrap().0)));
            }
        }
        let late = Span { from: Some(end + 1), to: None, ..Span::default() };
        let refused = format.range(&late).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidTime);
        let clamped = Span { clamps: true, to: Some(end + 100), from: Some(0), ..Span::default() };
        assert_eq!(format.range(&clamped), Ok((0, Some(format.layout().max()))));
    }
}

#[test]
fn no_id_is_made_of_a_format_that_is_only_read() {
    let with_sequence = |unit_us| {
        define(unit_us, 0, &[(Kind::Time, "timestamp", 48), (Kind::Sequence, "sequence", 10)]).unwrap()
    };
    let without = "own has no sequence; define one to make IDs";
    let fine = "own has ticks of 0.01 ms; define whole ms to make IDs";
    for (format, message) in [(own(1000, 40), without), (cockroach(), without), (with_sequence(10), fine)] {
        for refused in [
            format.scheme().unwrap_err(),
            GeneratorOptions::new(&format, &RawOptions::default()).unwrap_err(),
            Seats::new(&format, &RawTerms::default()).map(|_| ()).unwrap_err(),
            format.check_making().unwrap_err(),
        ] {
            assert_eq!((refused.code(), &*refused.to_string()), (Code::InvalidLayout, message));
        }
    }
    assert!(with_sequence(1000).scheme().is_ok());
    assert_eq!(with_sequence(2000).unit(), 2);
}

#[test]
fn a_unit_is_a_multiple_of_a_us_and_its_last_tick_must_be_in_the_range_of_a_date() {
    let unit = |unit_us| define(unit_us, 0, &[(Kind::Time, "timestamp", 53), (Kind::Node, "node", 4)]);
    let refused = unit(0).unwrap_err().to_string();
    assert_eq!(refused, "unit is 0; it must be a multiple of 0.001 from 0.001 to 86400000");
    let refused = unit(86_400_000_001).unwrap_err().to_string();
    assert_eq!(refused, "unit is 86400000.001; it must be a multiple of 0.001 from 0.001 to 86400000");
    assert!(unit(959).is_ok());
    let refused = unit(960).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidLayout);
    assert!(
        refused
            .to_string()
            .starts_with("53 bits of 0.96 ms after 1970-01-01T00:00:00.000Z exceed the year 275760")
    );
}

#[test]
fn inspect_finds_the_time_of_a_format_with_fine_ticks() {
    let id = (1_767_225_500_123_456_u64 << 10 | 5).to_string();
    let units: Vec<u16> = id.encode_utf16().collect();
    let found = Reader::new(NOW, None, vec![tid()]).inspect(&units, false);
    let own = found.iter().find(|candidate| candidate.format == "own").unwrap();
    assert_eq!((own.timestamp, own.fit), (Some(1_767_225_500_123), Fit::Plausible));
}
