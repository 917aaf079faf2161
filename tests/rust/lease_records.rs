//! Promises of the records of leases: they are read exactly as they are written, and all other texts are
//! refused.

use flakekit::lease::{Entry, Head, Holder, LeasedTo, List, ListId, Seat, SeatId, Section};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const META: &str = "1 nonce=00000000000000ff generation=r1 since=1790000000000 skew=1000 age=2000 grace=60000 layout=time42 sections=0-31/4/10000,40-40/1/60000";
const SEAT: &str = "1 owner=000000000000000a from=1790000000000 until=1790000010000";
const CALLERS_SEAT: &str = "1 owner=000000000000000a from=1790000000000 until=1790000010000 caller=0000000000000ada since=1789999400000";

#[test]
fn a_record_is_read_as_it_was_written() {
    let head = Head::read(META.as_bytes()).unwrap();
    assert_eq!(head.nonce, 255);
    assert_eq!(head.generation, "r1");
    assert_eq!((head.since, head.skew, head.age), (1_790_000_000_000, 1_000, 2_000));
    assert_eq!(head.grace, 60_000);
    assert_eq!(head.layout, "time42");
    let sections = [(0, 31, 4, 10_000), (40, 40, 1, 60_000)]
        .map(|(first, last, shares, window_ms)| Section { first, last, shares, window_ms });
    assert_eq!(head.sections, sections);
    assert_eq!(head.write(), META);

    let seat = Seat::read(SEAT.as_bytes()).unwrap();
    assert_eq!(
        seat,
        Seat {
            owner: Some(10),
            from: 1_790_000_000_000,
            until: 1_790_000_010_000,
            leased_to: None,
            holder: None
        }
    );
    assert_eq!(seat.write(), SEAT);

    let free = Seat { owner: None, from: 0, until: 7, leased_to: None, holder: None };
    assert_eq!(free.write(), "1 owner=- from=0 until=7");
    assert_eq!(Seat::read(b"1 owner=- from=0 until=7"), Some(free));

    let callers = Seat { leased_to: Some(LeasedTo { caller: 0xADA, since: 1_789_999_400_000 }), ..seat };
    assert_eq!(callers.write(), CALLERS_SEAT);
    assert_eq!(Seat::read(CALLERS_SEAT.as_bytes()), Some(callers));

    let holder = Some(Holder { host: 0xB5C1_A0D7, process: 4211 });
    let taken = Seat { holder, ..callers };
    let text = CALLERS_SEAT.replace(" caller", " holder=b5c1a0d700001073 caller");
    assert_eq!(taken.write(), text);
    assert_eq!(Seat::read(text.as_bytes()), Some(taken));

    let largest =
        Seat { owner: Some(u64::MAX), from: 0, until: (1 << 53) - 1, leased_to: None, holder: None };
    assert_eq!(Seat::read(largest.write().as_bytes()), Some(largest));
}

/// The text with one piece replaced, which it must have once.
fn changed(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    text.replace(from, to)
}

#[test]
fn a_meta_record_that_was_changed_in_any_way_is_not_read() {
    for (from, to) in [
        ("1 nonce", "2 nonce"),
        ("1 nonce", "nonce"),
        ("00ff", "00FF"),
        ("00ff", "ff"),
        ("00ff", "00fg"),
        (" generation=r1", ""),
        ("=r1", "= r1"),
        ("since=1790000000000", "since=-1"),
        ("since=1790000000000", "since=1.5"),
        ("since=1790000000000", "since=+1"),
        ("since=1790000000000", "since=01"),
        ("since=1790000000000", "since=9007199254740992"),
        ("since=1790000000000", "since=99999999999999999999"),
        ("skew=1000 age=2000", "age=2000 skew=1000"),
        (" grace=60000", ""),
        (" layout", "  layout"),
        ("0-31", "31-0"),
        ("0-31", "0"),
        ("/4/10000", "/3/10000"),
        ("/4/10000", "/0/10000"),
        ("/4/10000", "/4"),
        ("40-40", "31-40"),
        ("0-31/4/10000,40-40/1/60000", "40-40/1/60000,0-31/4/10000"),
        ("1/60000", "1/60000,"),
        ("1/60000", "1/60000 "),
        ("1/60000", "1/60000\n"),
        ("1/60000", "1/60000 more=1"),
    ] {
        assert_eq!(Head::read(changed(META, from, to).as_bytes()), None, "{from} -> {to}");
    }
    assert_eq!(Head::read(b""), None);
    assert_eq!(Head::read(SEAT.as_bytes()), None);
}

#[test]
fn a_seat_record_that_was_changed_in_any_way_is_not_read() {
    for (from, to) in [
        ("1 owner", "2 owner"),
        ("owner=0", "owner="),
        ("owner=0", "owner=00"),
        ("000a", "000A"),
        ("000a", "000g"),
        ("owner=000000000000000a", "owner="),
        ("owner=000000000000000a", "owner=--"),
        ("owner=000000000000000a ", ""),
        (" until=1790000010000", ""),
        ("until=1790000010000", "until=1789999999999"),
        ("until=1790000010000", "until=1790000010000 "),
        ("until=1790000010000", "until=9007199254740992"),
        ("from=", "From="),
    ] {
        assert_eq!(Seat::read(changed(SEAT, from, to).as_bytes()), None, "{from} -> {to}");
    }
    for (from, to) in [
        (" caller=0000000000000ada", ""),
        (" caller", " holder=b5c1a0d7 caller"),
        (" caller", " holder= caller"),
        (" caller", " holder=B5C1A0D700001073 caller"),
        ("since=1789999400000", "since=1789999400000 holder=b5c1a0d700001073"),
        ("caller=0000000000000ada", "caller=-"),
        ("caller=0000000000000ada", "caller=ada"),
        (" since=1789999400000", ""),
        ("since=1789999400000", "since=-"),
        ("since=1789999400000", "since=1789999400000 "),
        (" caller=0000000000000ada since=1789999400000", " since=1789999400000 caller=0000000000000ada"),
    ] {
        assert_eq!(Seat::read(changed(CALLERS_SEAT, from, to).as_bytes()), None, "{from} -> {to}");
    }
    assert_eq!(Seat::read(b""), None);
    assert_eq!(Seat::read(META.as_bytes()), None);
}

const LIST: &str = "1 0000000000000ada:5.0:1790000002000 0000000000000b0b:1023.63:0";

#[test]
fn a_list_of_callers_is_read_as_it_was_written() {
    let entry = |caller, node, share, until| Entry { caller, seat: SeatId { node, share }, until };
    let list = List { entries: vec![entry(0xADA, 5, 0, 1_790_000_002_000), entry(0xB0B, 1_023, 63, 0)] };
    assert_eq!(List::read(LIST.as_bytes()), Some(list.clone()));
    assert_eq!(list.write(), LIST);
    assert_eq!((List::read(b"1"), List::default().write().as_str()), (Some(List::default()), "1"));
    let id = ListId { first: 512, number: 3 };
    assert_eq!((id.key().as_str(), ListId::read(b"callers 512.3")), ("callers 512.3", Some(id)));
    for key in
        ["callers 512", "callers 512.", "callers 0512.3", "callers 512.3 ", "seat 512.3", "Callers 512.3", ""]
    {
        assert_eq!(ListId::read(key.as_bytes()), None, "{key}");
    }
}

#[test]
fn a_list_of_callers_that_was_changed_in_any_way_is_not_read() {
    for (from, to) in [
        ("1 0000000000000ada", "2 0000000000000ada"),
        ("1 0000000000000ada", "0000000000000ada"),
        ("0ada", "0ADA"),
        ("0ada", "ada"),
        (":5.0:", ":05.0:"),
        (":5.0:", ":5:"),
        (":5.0:", ":5,0:"),
        (":1790000002000 ", " "),
        (":1790000002000", ":-1"),
        (":1790000002000", ":01"),
        (":1790000002000", ":9007199254740992"),
        (":1790000002000 ", ":1790000002000  "),
        ("63:0", "63:0 "),
        ("63:0", "63:0:0"),
        ("63:0", "63:0\n"),
    ] {
        assert_eq!(List::read(changed(LIST, from, to).as_bytes()), None, "{from} -> {to}");
    }
    for text in ["", "1 ", " ", SEAT, META] {
        assert_eq!(List::read(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn a_list_of_more_than_4000_characters_is_too_long() {
    let entry = Entry { caller: 0xADA, seat: SeatId { node: 5, share: 0 }, until: 1_790_000_002_000 };
    // Each entry has 35 characters, after the version; the last entry makes up for the rest.
    let mut list = List { entries: vec![entry; 114] };
    list.entries[0].seat.share = 1_000_000_000;
    assert_eq!((list.write().len(), list.is_too_long()), (4_000, false));
    list.entries[1].seat.share = 10;
    assert_eq!((list.write().len(), list.is_too_long()), (4_001, true));
}

#[test]
fn the_key_of_a_seat_names_its_share_if_there_are_several() {
    let seat = SeatId { node: 5, share: 0 };
    assert_eq!(seat.key(), "seat 5.0");
    assert_eq!(SeatId { node: (1 << 53) - 1, share: 3 }.key(), "seat 9007199254740991.3");
    for id in [seat, SeatId { node: 1023, share: 63 }] {
        assert_eq!(SeatId::read(id.key().as_bytes()), Some(id));
    }
    for key in ["seat 5", "seat 5.", "seat 05.0", "seat 5.0 ", "head", "seat -1.0", "Seat 5.0", ""] {
        assert_eq!(SeatId::read(key.as_bytes()), None, "{key}");
    }
}

#[test]
fn a_meta_record_of_more_than_4000_characters_is_too_long() {
    let mut head = Head::read(META.as_bytes()).unwrap();
    let section = Section { first: 1_000, last: 1_000, shares: 1, window_ms: 10_000 };
    // These are nearly as many sections as fit; the length of the generation decides.
    head.sections = vec![section; 190];
    head.generation = "g".repeat(4_000 - head.write().len() + head.generation.len());
    assert_eq!((head.write().len(), head.is_too_long()), (4_000, false));
    head.generation.push('g');
    assert_eq!((head.write().len(), head.is_too_long()), (4_001, true));
}
