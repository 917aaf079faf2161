//! Promises of seats: which node fields and which sequence numbers belong to a seat.

use std::collections::HashSet;

use flakekit::layout::Kind;
use flakekit::lease::{RawTerms, SeatId, Seats, Section, Terms};
use flakekit::{Code, Format};

use crate::support::{EPOCH, NOW, built_in, custom_format, numbers, with};

fn seats(format: &Format, raw: &RawTerms) -> (Seats, Terms) {
    Seats::new(format, raw).unwrap()
}

fn refusal(format: &Format, raw: &RawTerms) -> (Code, String) {
    let error = Seats::new(format, raw).unwrap_err();
    (error.code(), error.message().to_owned())
}

/// The names and numbers of a seat's node fields and parts.
fn fields(format: &Format, seats: &Seats, node: u64) -> Vec<(String, u64)> {
    let decoded = format.decode(seats.node(SeatId { node, share: 0 }).into()).unwrap();
    let kind = |name: &str| format.layout().fields().iter().find(|field| field.name == name).unwrap().kind;
    let nodes = decoded.numbers.iter().filter(|(name, _)| matches!(kind(name), Kind::Node | Kind::Part));
    nodes.map(|(name, number)| ((*name).to_owned(), *number)).collect()
}

fn named<const COUNT: usize>(numbers: [(&str, u64); COUNT]) -> Vec<(String, u64)> {
    numbers.map(|(name, number)| (name.to_owned(), number)).to_vec()
}

#[test]
fn all_node_fields_together_are_one_number() {
    let discord = built_in("discord");
    let (all, terms) = seats(&discord, &RawTerms::default());
    assert_eq!(terms.section, Section { first: 0, last: 1023, shares: 1, window_ms: 10_000 });
    assert_eq!(terms.section.seats(), 1024);
    assert_eq!(fields(&discord, &all, 97), named([("workerId", 3), ("processId", 1)]));
    let nodes: HashSet<_> = (0..1024).map(|node| all.node(SeatId { node, share: 0 })).collect();
    assert_eq!(nodes.len(), 1024);
}

#[test]
fn given_node_fields_are_kept() {
    let discord = built_in("discord");
    for (given, expected, other) in
        [("workerId", "processId", ",bits:17+5:7"), ("processId", "workerId", ",bits:12+5:7")]
    {
        let raw = RawTerms { fields: numbers(&discord, &[(given, 7)]), ..RawTerms::default() };
        let (seats, terms) = seats(&discord, &raw);
        assert_eq!(terms.section.seats(), 32);
        let mut fields = fields(&discord, &seats, 30);
        fields.sort();
        let mut named = named([(given, 7), (expected, 30)]);
        named.sort();
        assert_eq!(fields, named);
        assert!(terms.layout.ends_with(other), "{}", terms.layout);
    }
    let raw = RawTerms {
        fields: numbers(&discord, &[("workerId", 7), ("processId", 8)]),
        shares: Some(2),
        ..RawTerms::default()
    };
    assert_eq!(seats(&discord, &raw).1.section.seats(), 2);
}

#[test]
fn given_parts_of_a_node_field_are_kept() {
    let twitter = built_in("twitter");
    let one = RawTerms { fields: numbers(&twitter, &[("datacenterId", 7)]), ..RawTerms::default() };
    let (seats_of_datacenter, terms) = seats(&twitter, &one);
    assert_eq!(terms.section.seats(), 32);
    let expected = named([("machineId", 7 * 32 + 9), ("datacenterId", 7), ("workerId", 9)]);
    assert_eq!(fields(&twitter, &seats_of_datacenter, 9), expected);

    // One machine is given in three ways.
    for given in [&[("machineId", 233)][..], &[("datacenterId", 7), ("workerId", 9)]] {
        let raw = RawTerms { fields: numbers(&twitter, given), ..RawTerms::default() };
        let (seats, terms) = seats(&twitter, &raw);
        assert_eq!(terms.section.seats(), 1);
        assert_eq!(fields(&twitter, &seats, 0), expected);
    }
    let wrong = RawTerms { fields: numbers(&twitter, &[("machineId", 0), ("workerId", 9)]), ..one };
    assert_eq!(refusal(&twitter, &wrong).0, Code::InvalidField);
    let wrong = RawTerms { fields: numbers(&twitter, &[("workerId", 32)]), ..one };
    assert_eq!(refusal(&twitter, &wrong).0, Code::InvalidField);
}

#[test]
fn shares_divide_the_sequence() {
    let si = built_in("snowflakeSI");
    let (seats, terms) = seats(&si, &RawTerms { shares: Some(4), ..RawTerms::default() });
    let nodes = terms.section.last + 1;
    assert_eq!(terms.section.seats(), nodes * 4);
    let range = |share| seats.range(SeatId { node: 3, share });
    let last = si.layout().place(Kind::Sequence).max() as u32;
    let quarter = (last + 1) / 4;
    assert_eq!(range(0), (0, quarter - 1));
    assert_eq!(range(1), (quarter, 2 * quarter - 1));
    assert_eq!(range(3), (3 * quarter, last));
    // Every seat has a number of its own, and a node and a share of its own.
    let ids: HashSet<_> = (0..terms.section.seats()).map(|number| terms.section.seat(number)).collect();
    assert_eq!(ids.len() as u64, nodes * 4);
}

#[test]
fn formats_without_node_fields_lease_shares_alone() {
    let uid60 = built_in("uid60");
    let (seats, terms) = seats(&uid60, &RawTerms { shares: Some(8), ..RawTerms::default() });
    assert_eq!(terms.section, Section { first: 0, last: 0, shares: 8, window_ms: 10_000 });
    assert_eq!(seats.node(SeatId { node: 0, share: 7 }), 0);
    assert_eq!(seats.range(SeatId { node: 0, share: 7 }), (448, 511));
}

#[test]
fn node_fields_of_more_than_32_bits_are_leased_by_their_lowest_bits() {
    let fields = [
        (Kind::Time, "time", 10),
        (Kind::Node, "high", 24),
        (Kind::Node, "low", 20),
        (Kind::Sequence, "n", 10),
    ];
    let format = custom_format(&fields, 1, EPOCH);
    let (seats, terms) = seats(&format, &RawTerms { shares: Some(1024), ..RawTerms::default() });
    assert_eq!(terms.section.seats(), 1 << 42);
    let last = terms.section.seat(terms.section.seats() - 1);
    assert_eq!(last, SeatId { node: (1 << 32) - 1, share: 1023 });
    assert_eq!(format.decode(seats.node(last).into()).unwrap().numbers[0].1, (1 << 12) - 1);
    assert_eq!(seats.range(last), (1023, 1023));
}

#[test]
fn spaces_of_other_ids_have_other_layouts() {
    let layout = |format: &Format, raw: &RawTerms| seats(format, raw).1.layout;
    let discord = built_in("discord");
    let plain = layout(&discord, &RawTerms::default());
    assert_eq!(plain, "time:42,node:5,node:5,sequence:12,unit:1,epoch:1420070400000");
    let given =
        |number| RawTerms { fields: numbers(&discord, &[("workerId", number)]), ..RawTerms::default() };
    let later = with(&discord, Some(EPOCH), &[], Some(NOW)).unwrap();
    let others = [
        layout(&discord, &given(0)),
        layout(&discord, &given(1)),
        layout(&later, &RawTerms::default()),
        layout(&built_in("twitter"), &RawTerms::default()),
        layout(&built_in("sno"), &RawTerms::default()),
        plain,
    ];
    assert_eq!(HashSet::from(others.clone()).len(), others.len());
    assert!(others.iter().all(|layout| !layout.contains(' ')));
}

#[test]
fn an_id_is_of_the_seat_that_made_it() {
    for name in Format::names() {
        let format = built_in(name);
        for given in format.layout().fields().iter().filter(|field| field.kind == Kind::Node) {
            for fields in [&[][..], &[(&*given.name, 1)]] {
                let raw =
                    RawTerms { fields: numbers(&format, fields), shares: Some(4), ..RawTerms::default() };
                let (seats, terms) = seats(&format, &raw);
                let time = format.layout().place(Kind::Time).to_value(1);
                let sequence = format.layout().place(Kind::Sequence);
                for number in [0, 1, 2, 3, terms.section.seats() / 2 + 1, terms.section.seats() - 1] {
                    let seat = terms.section.seat(number);
                    let (first, last) = seats.range(seat);
                    for n in [first, last] {
                        let id = time | u128::from(seats.node(seat)) | sequence.to_value(n.into());
                        assert_eq!(seats.seat_of(id), Some(seat), "{name} {fields:?} {id}");
                    }
                }
            }
        }
    }
}

#[test]
fn an_id_with_another_number_in_a_given_field_is_of_no_seat() {
    let discord = built_in("discord");
    let raw = RawTerms { fields: numbers(&discord, &[("workerId", 7)]), ..RawTerms::default() };
    let (seats, _) = seats(&discord, &raw);
    let id = |worker: u128| worker << 17 | 5 << 12;
    assert_eq!(seats.seat_of(id(7)), Some(SeatId { node: 5, share: 0 }));
    assert_eq!([6, 8, 0, 15, 23].map(|worker| seats.seat_of(id(worker))), [None; 5]);
}

#[test]
fn an_id_whose_node_fields_are_more_than_any_node_number_is_of_no_seat_of_the_terms() {
    let fields = [
        (Kind::Time, "time", 2),
        (Kind::Node, "high", 30),
        (Kind::Node, "low", 30),
        (Kind::Sequence, "n", 2),
    ];
    let format = custom_format(&fields, 1, EPOCH);
    let (seats, terms) = seats(&format, &RawTerms::default());
    let seat = |node: u128| seats.seat_of(node << 2).filter(|&seat| terms.section.contains(seat));
    assert_eq!(seat((1 << 32) - 1), Some(SeatId { node: (1 << 32) - 1, share: 0 }));
    assert_eq!([1 << 32, (1 << 60) - 1].map(seat), [None; 2]);
}

#[test]
fn nodes_may_be_given_in_either_order() {
    let raw = RawTerms { nodes: Some((20, 10)), ..RawTerms::default() };
    let section = seats(&built_in("twitter"), &raw).1.section;
    assert_eq!((section.first, section.last, section.seats()), (10, 20, 11));
}

#[test]
fn a_window_has_at_least_10_ticks_and_a_decision_is_no_older_than_a_window() {
    let twitter = built_in("twitter");
    let window = |format: &Format, window| seats(format, &RawTerms { window, ..RawTerms::default() }).1;
    assert_eq!((window(&twitter, None).section.window_ms, window(&twitter, None).age), (10_000, 2_000));
    assert_eq!((window(&twitter, Some(500)).section.window_ms, window(&twitter, Some(500)).age), (500, 500));
    assert_eq!(window(&built_in("sonyflake"), Some(100)).section.window_ms, 100);
    let slow = custom_format(&[(Kind::Time, "time", 32), (Kind::Sequence, "n", 8)], 60_000, EPOCH);
    assert_eq!(window(&slow, None).section.window_ms, 600_000);
}

#[test]
fn options_out_of_range_are_refused_with_the_range() {
    let twitter = built_in("twitter");
    let none = RawTerms::default();
    for (raw, words) in [
        (
            RawTerms { nodes: Some((0, 1024)), ..none },
            "nodes[1] is 1024; it must be a whole number from 0 to 1023",
        ),
        (RawTerms { nodes: Some((5000, 0)), ..none }, "nodes[0] is 5000"),
        (RawTerms { shares: Some(3), ..none }, "shares is 3; it must be a power of two"),
        (RawTerms { shares: Some(0), ..none }, "shares is 0; it must be a whole number from 1 to 4096"),
        (RawTerms { shares: Some(8192), ..none }, "shares is 8192"),
        (RawTerms { window: Some(9), ..none }, "window is 9; it must be a whole number from 10 to 86400000"),
        (RawTerms { window: Some(86_400_001), ..none }, "window is 86400001"),
        (RawTerms { skew: Some(86_400_001), ..none }, "clockSkew is 86400001"),
    ] {
        let (code, message) = refusal(&twitter, &raw);
        assert_eq!(code, Code::InvalidOption);
        assert!(message.starts_with(words), "{message}");
    }
    // A generator of sno has at least 4 numbers.
    let (_, message) = refusal(&built_in("sno"), &RawTerms { shares: Some(1 << 15), ..none });
    assert_eq!(message, "shares is 32768; it must be a whole number from 1 to 16384");
    assert_eq!(refusal(&Format::named("snowflakeSI").unwrap(), &none).0, Code::EpochRequired);
}

#[test]
fn a_section_contains_exactly_the_shares_of_its_nodes() {
    let raw = RawTerms { nodes: Some((3, 5)), shares: Some(4), ..RawTerms::default() };
    let section = seats(&built_in("twitter"), &raw).1.section;
    for (node, share) in [(2, 0), (6, 0), (3, 4), (1_024, 0), (u64::MAX, u64::MAX)] {
        assert!(!section.contains(SeatId { node, share }), "{node}.{share}");
    }
    assert!((0..section.seats()).all(|number| section.contains(section.seat(number))));
    let [first, last] = [0, section.seats() - 1].map(|number| section.seat(number));
    assert_eq!((first, last), (SeatId { node: 3, share: 0 }, SeatId { node: 5, share: 3 }));
}
