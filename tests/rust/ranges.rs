//! Promises of ranges: the IDs of a span of time.

use flakekit::formats::Span;
use flakekit::layout::Kind;
use flakekit::{Code, Format};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::support::{EPOCH, NOW, custom_format};

fn between(from: i64, to: i64) -> Span {
    Span { from: Some(from), to: Some(to), ..Span::default() }
}

#[test]
fn a_range_holds_exactly_the_ids_made_between_two_instants() {
    for name in ["twitter", "discord", "sonyflake", "uid60"] {
        let format = Format::named(name).unwrap();
        let (min, max) = format.range(&between(NOW, NOW + 100)).unwrap();
        let max = max.unwrap();
        assert_eq!(format.decode(min).unwrap().timestamp, NOW);
        assert_eq!(format.decode(max).unwrap().timestamp, NOW + 100);
        assert!(format.decode(min - 1).unwrap().timestamp < NOW);
        assert!(format.decode(max + 1).unwrap().timestamp > NOW + 100);
        for (from, to) in [(NOW + 100, NOW), (0, NOW), (NOW, i64::MAX)] {
            assert_eq!(format.range(&between(from, to)).unwrap_err().code(), Code::InvalidTime);
        }
    }
}

#[test]
fn half_open_ranges_of_consecutive_spans_hold_every_id_once() {
    for name in ["twitter", "sonyflake", "sno"] {
        let format = Format::named(name).unwrap();
        let half_open = |from, to| {
            let span = Span { from, to, is_half_open: true, clamps: false };
            format.range(&span).unwrap()
        };
        let (first, middle, last) = (
            half_open(None, Some(NOW)),
            half_open(Some(NOW), Some(NOW + 105)),
            half_open(Some(NOW + 105), None),
        );
        assert_eq!(first.0, 0);
        assert_eq!(first.1, Some(middle.0));
        assert_eq!(middle.1, Some(last.0));
        assert_eq!(last.1, None);
    }
}

#[test]
fn a_half_open_range_within_a_tick_is_empty_and_begins_at_the_tick() {
    let format = Format::named("sonyflake").unwrap();
    let (min, max) = format.range(&between(NOW, NOW)).unwrap();
    let empty = Span { is_half_open: true, ..between(NOW, NOW + 9) };
    assert_eq!(format.range(&empty), Ok((min, Some(min))));
    assert!(max.unwrap() > min);
    // A `from` that is later than `to` is refused within a tick too.
    for is_half_open in [false, true] {
        let backwards = Span { is_half_open, ..between(NOW + 9, NOW) };
        assert_eq!(format.range(&backwards).unwrap_err().code(), Code::InvalidTime);
    }
}

#[test]
fn a_half_open_range_needs_ids_that_sort_by_time() {
    let fields =
        [(Kind::Metadata, "type", 4), (Kind::Time, "timestamp", 41), (Kind::Sequence, "sequence", 12)];
    let format = custom_format(&fields, 1, EPOCH);
    let half_open = Span { is_half_open: true, ..between(NOW, NOW + 1) };
    assert_eq!(format.range(&half_open).unwrap_err().code(), Code::InvalidOption);
    assert!(format.range(&between(NOW, NOW + 1)).is_ok());
}

#[test]
fn an_open_end_of_a_range_is_the_end_of_the_format() {
    let format = Format::named("discord").unwrap();
    let (from, to) = (Span { from: Some(NOW), ..Span::default() }, Span { to: Some(NOW), ..Span::default() });
    assert_eq!(format.range(&Span::default()), Ok((0, Some(u128::from(u64::MAX)))));
    assert_eq!(format.range(&from).unwrap().1, Some(u128::from(u64::MAX)));
    assert_eq!(format.range(&to).unwrap().0, 0);
    let error = Format::named("nanoflake").unwrap().range(&Span::default()).unwrap_err();
    assert_eq!(error.code(), Code::EpochRequired);
}

#[test]
fn a_clamped_range_holds_the_ids_of_the_part_of_the_span_that_the_format_can_hold() {
    let format = Format::named("twitter").unwrap();
    let all = (0, Some(u128::from(u64::MAX >> 1)));
    let clamped = |from, to, is_half_open| {
        let span = Span { is_half_open, clamps: true, ..between(from, to) };
        format.range(&span)
    };
    assert_eq!(clamped(0, i64::MAX, false), Ok(all));
    assert_eq!(clamped(i64::MIN, i64::MAX, true), Ok((0, None)));
    let inside = format.range(&Span { to: Some(NOW), ..Span::default() });
    assert_eq!(clamped(0, NOW, false), inside);
    // Nothing lies before the epoch or after the last tick.
    for (from, to) in [(0, 1), (i64::MAX - 1, i64::MAX)] {
        assert_eq!(clamped(from, to, false), Ok((1, Some(0))), "{from} to {to}");
        assert_eq!(clamped(from, to, true), Ok((0, Some(0))), "{from} to {to}");
    }
    assert_eq!(clamped(1, 0, false).unwrap_err().code(), Code::InvalidTime);
    assert_eq!(clamped(NOW + 1, NOW, true).unwrap_err().code(), Code::InvalidTime);
}
