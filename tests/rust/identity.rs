//! Promises of identities: generators that could make the same ID share one counter or take turns, and all
//! other generators do not affect one another.

use std::collections::HashSet;

use flakekit::layout::Kind;
use flakekit::sequencer::WaitCause;
use flakekit::{Code, Format, Generator, Identities, NextError};

use crate::support::{
    Given, NOW, built_in, custom_format, formats, generator, range, try_generator, twitter, with,
};

/// The epoch of twitter's format.
const EPOCH: i64 = 1_288_834_974_657;

const fn time(bits: u8) -> (Kind, &'static str, u8) {
    (Kind::Time, "timestamp", bits)
}

const fn node(bits: u8) -> (Kind, &'static str, u8) {
    (Kind::Node, "node", bits)
}

const fn sequence(bits: u8) -> (Kind, &'static str, u8) {
    (Kind::Sequence, "sequence", bits)
}

/// A generator of a custom format with these fields, and with the epoch and the tick length of twitter's format.
fn of(
    fields: &[(Kind, &'static str, u8)],
    options: &[(&str, Given)],
    identities: &mut Identities,
) -> Generator {
    generator(&custom_format(fields, 1, EPOCH), options, Some(identities))
}

/// A generator of twitter's format with this machine.
fn machine(number: u64, identities: &mut Identities) -> Generator {
    generator(&built_in("twitter"), &[("machineId", number.into())], Some(identities))
}

/// Whether two generators take turns: each makes no ID in a tick in which the other has made one.
fn take_turns(one: &mut Generator, other: &mut Generator) -> bool {
    let first = one.next(NOW);
    let (second, later) = (other.next(NOW), other.next(NOW + 10));
    let (back, last) = (one.next(NOW + 10), one.next(NOW + 20));
    let wait = |answer| matches!(answer, Err(NextError::Wait(_, WaitCause::Exhausted)));
    first.is_ok() && wait(second) && later.is_ok() && wait(back) && last.is_ok()
}

/// Whether two generators do not affect each other: alternately, each makes all IDs of one tick.
fn are_independent(one: &mut Generator, other: &mut Generator) -> bool {
    let count = |ids: &Generator| u64::from(ids.range().1 - ids.range().0) + 1;
    let all = [count(one), count(other)].map(|count| count.min(5000));
    let mut made = [0, 0];
    for _ in 0..all[0].max(all[1]) {
        made[0] += u64::from(one.next(NOW).is_ok());
        made[1] += u64::from(other.next(NOW).is_ok());
    }
    made == all
}

#[test]
fn formats_that_divide_the_same_node_bits_into_other_fields_share_one_counter() {
    let mut identities = Identities::new();
    let parts = [time(41), (Kind::Node, "datacenterId", 5), (Kind::Node, "workerId", 5), sequence(12)];
    let divided = [("datacenterId", 11.into()), ("workerId", 26.into())];
    let (mut one, mut other) = (machine(378, &mut identities), of(&parts, &divided, &mut identities));
    let first = one.next(NOW).unwrap();
    assert_eq!(other.next(NOW), Ok(first + 1));
    assert_eq!(one.next(NOW), Ok(first + 2));
    // With another number in either field, the generators are independent.
    for options in [[("datacenterId", 11), ("workerId", 25)], [("datacenterId", 12), ("workerId", 26)]] {
        let mut identities = Identities::new();
        let options = options.map(|(name, number)| (name, Given::Number(number)));
        let (mut one, mut other) = (machine(378, &mut identities), of(&parts, &options, &mut identities));
        assert!(are_independent(&mut one, &mut other));
    }
}

#[test]
fn a_node_field_with_0_bits_makes_no_difference() {
    let mut identities = Identities::new();
    let snowflake = Format::named("snowflakeSI").unwrap();
    let widths = [("timeBits", 42), ("machineBits", 0)];
    let without = with(&snowflake, Some(EPOCH), &widths, None).unwrap();
    let first = generator(&without, &[], Some(&mut identities)).next(NOW).unwrap();
    let mut bare = of(&[time(42), sequence(11)], &[], &mut identities);
    assert_eq!(bare.next(NOW), Ok(first + 1));
    let empty = [time(42), (Kind::Node, "a", 0), sequence(11), (Kind::Node, "b", 0)];
    assert_eq!(of(&empty, &[], &mut identities).next(NOW), Ok(first + 2));
}

#[test]
fn equal_generators_of_each_format_share_one_counter() {
    let mut identities = Identities::new();
    for (format, nodes) in formats() {
        let mut made = HashSet::new();
        for _ in 0..3 {
            let (mut one, mut other) = (
                generator(&format, &nodes, Some(&mut identities)),
                generator(&format, &nodes, Some(&mut identities)),
            );
            assert!(made.insert(one.next(NOW).unwrap()) && made.insert(other.next(NOW).unwrap()));
        }
    }
}

#[test]
fn a_format_with_a_wider_time_takes_turns_if_it_could_make_the_same_ids() {
    let mut identities = Identities::new();
    let wider = [time(42), node(10), sequence(12)];
    let mut wide = of(&wider, &[("node", 1.into())], &mut identities);
    assert!(take_turns(&mut twitter(&[], Some(&mut identities)), &mut wide));
    assert!(are_independent(
        &mut machine(2, &mut Identities::new()),
        &mut of(&wider, &[("node", 1.into())], &mut Identities::new())
    ));

    // The sequence fields are the same, so generators with disjoint ranges have no ID in common.
    let mut identities = Identities::new();
    let mut low = twitter(&[("sequenceRange", range(0, 99))], Some(&mut identities));
    let mut high = of(&wider, &[("node", 1.into()), ("sequenceRange", range(100, 4095))], &mut identities);
    assert!(are_independent(&mut low, &mut high));
    let mut across = of(&wider, &[("node", 1.into()), ("sequenceRange", range(99, 100))], &mut identities);
    assert!(across.next(NOW).is_err());
    let mut other_node =
        of(&wider, &[("node", 2.into()), ("sequenceRange", range(99, 100))], &mut identities);
    assert!(other_node.next(NOW).is_ok());
}

#[test]
fn a_longer_sequence_takes_turns_with_all_nodes_whose_bits_it_covers() {
    for covered in [0, 1, 1023] {
        let mut identities = Identities::new();
        let mut ids = machine(covered, &mut identities);
        assert!(take_turns(&mut ids, &mut of(&[time(41), sequence(22)], &[], &mut identities)), "{covered}");
    }
    // If the sequence covers only a part of the node, the other bits of the node decide.
    let shorter = [time(41), node(5), sequence(17)];
    for (number, same) in [(1, true), (2, false), (0, false), (3, false)] {
        let mut identities = Identities::new();
        let (mut one, mut other) =
            (machine(33, &mut identities), of(&shorter, &[("node", Given::from(number))], &mut identities));
        assert_eq!(take_turns(&mut one, &mut other), same, "{number}");
        let mut identities = Identities::new();
        let (mut other, mut one) =
            (of(&shorter, &[("node", Given::from(number))], &mut identities), machine(33, &mut identities));
        assert_eq!(are_independent(&mut one, &mut other), !same, "{number}");
    }
}

#[test]
fn random_bits_and_metadata_take_turns_with_all_nodes_at_their_position() {
    for kind in [Kind::Random, Kind::Metadata] {
        for number in [0, 5, 1023] {
            let mut identities = Identities::new();
            let mut varying = of(&[time(41), (kind, "varying", 10), sequence(12)], &[], &mut identities);
            assert!(take_turns(&mut varying, &mut machine(number, &mut identities)), "{kind:?} at {number}");
        }
        let mut identities = Identities::new();
        let fields = [time(41), node(5), (kind, "varying", 5), sequence(12)];
        let mut varying = of(&fields, &[("node", 1.into())], &mut identities);
        assert!(are_independent(&mut varying, &mut machine(31, &mut identities)), "{kind:?}");
    }
}

#[test]
fn a_sequence_at_another_position_takes_turns_if_the_ids_can_be_equal() {
    let swapped = [time(41), sequence(12), node(10)];
    let mut identities = Identities::new();
    let mut low = twitter(&[], Some(&mut identities));
    assert!(take_turns(&mut low, &mut of(&swapped, &[("node", 1.into())], &mut identities)));
    // The bits that are fixed in both formats decide.
    let fields = [time(41), sequence(8), (Kind::Node, "high", 6), (Kind::Node, "low", 8)];
    let numbers = |high: u64| [("high", high.into()), ("low", 0.into())];
    for (high, same) in [(16, true), (32, false)] {
        let mut identities = Identities::new();
        let mut short = of(&[time(41), node(14), sequence(8)], &[("node", high.into())], &mut identities);
        assert_eq!(take_turns(&mut short, &mut of(&fields, &numbers(16), &mut identities)), same, "{high}");
    }
}

#[test]
fn formats_whose_ticks_are_other_instants_are_independent() {
    let fields = [time(41), node(10), sequence(12)];
    for other in [
        custom_format(&fields, 1, EPOCH - 1),
        custom_format(&fields, 2, EPOCH),
        custom_format(&[time(41), node(10), sequence(11)], 1, EPOCH),
        custom_format(&[time(40), node(11), sequence(12)], 1, EPOCH - 1),
    ] {
        let mut identities = Identities::new();
        let mut ids = twitter(&[], Some(&mut identities));
        assert!(are_independent(
            &mut ids,
            &mut generator(&other, &[("node", 1.into())], Some(&mut identities))
        ));
    }
}

/// Overlapping ranges, in a chain and all over one another; and disjoint ones between them.
#[test]
fn thousands_of_overlapping_ranges_take_turns_and_disjoint_ones_are_independent() {
    let mut identities = Identities::new();
    let mut open =
        |first: u64, last: u64| twitter(&[("sequenceRange", range(first, last))], Some(&mut identities));
    let mut chain: Vec<_> = (0..1_000).map(|at| open(at, at + 1)).collect();
    let mut all_over: Vec<_> = (0..1_000).map(|at| open(1_100 + at % 500, 1_600 + at)).collect();
    let mut disjoint: Vec<_> = (0..1_000).rev().map(|at| open(2_700 + at, 2_700 + at)).collect();
    assert!(disjoint.iter_mut().all(|ids| ids.next(NOW).is_ok()));
    for connected in [&mut chain, &mut all_over] {
        let mut made = HashSet::new();
        // Only one of the generators makes an ID of a tick.
        for ms in [0, 7] {
            let granted = connected.iter_mut().filter_map(|ids| ids.next(NOW + ms).ok());
            assert_eq!(granted.filter(|id| made.insert(*id)).count(), 1);
        }
        for (at, ids) in connected.iter_mut().enumerate() {
            let ms = 8 + at as i64;
            assert!(made.insert(ids.next(NOW + ms).unwrap()));
        }
    }
    // One range connects both.
    let mut bridge = open(1_000, 1_100);
    assert!(bridge.next(NOW + 1_007).is_err());
    assert!(bridge.next(NOW + 1_008).is_ok());
    assert!(chain[0].next(NOW + 1_008).is_err() && all_over[0].next(NOW + 1_008).is_err());
    assert!(disjoint.iter_mut().all(|ids| ids.next(NOW + 1_008).is_ok()));
}

#[test]
fn only_generators_that_could_make_the_same_id_take_turns() {
    // Rivals do not affect generators that are no rivals of theirs.
    let mut identities = Identities::new();
    let mut first = twitter(&[("sequenceRange", range(0, 9))], Some(&mut identities));
    let mut second = twitter(&[("sequenceRange", range(5, 14))], Some(&mut identities));
    let mut third = twitter(&[("sequenceRange", range(15, 19))], Some(&mut identities));
    assert!(are_independent(&mut first, &mut third));
    assert!(second.next(NOW).is_err());
    assert!(second.next(NOW + 1).is_ok());
    assert!(third.next(NOW + 1).is_ok());
    assert!(first.next(NOW + 1).is_err());
    assert!(machine(2, &mut identities).next(NOW).is_ok());
    // The common number can be the first, the last, or any other number of a range.
    for (one, other) in [((5, 9), (9, 20)), ((9, 20), (5, 9)), ((5, 9), (7, 7)), ((7, 7), (5, 9))] {
        let mut identities = Identities::new();
        let mut of_range =
            |(first, last)| twitter(&[("sequenceRange", range(first, last))], Some(&mut identities));
        let (mut one, mut other) = (of_range(one), of_range(other));
        assert!(take_turns(&mut one, &mut other));
    }
}

const TOGGLING: [(Kind, &str, u8); 4] = [time(39), (Kind::Toggle, "toggle", 1), node(9), sequence(12)];

#[test]
fn a_rival_of_a_generator_with_two_timelines_is_refused_in_either_order() {
    let toggling = custom_format(&TOGGLING, 1, EPOCH);
    let plain = custom_format(&[time(39), node(10), sequence(12)], 1, EPOCH);
    let longer = custom_format(&[time(39), (Kind::Toggle, "toggle", 1), node(5), sequence(16)], 1, EPOCH);
    let of = |number: u64| vec![("node", Given::from(number))];
    let part = |number: u64| vec![("node", Given::from(number)), ("sequenceRange", range(0, 9))];
    let rest = |number: u64| vec![("node", Given::from(number)), ("sequenceRange", range(10, 4095))];
    for ((one, ones), (other, others), accepted) in [
        // The plain format has the toggle bit in its node: 0 for node 1, and 1 for node 513.
        ((&toggling, of(1)), (&plain, of(1)), false),
        ((&toggling, of(1)), (&plain, of(513)), false),
        ((&toggling, of(1)), (&plain, of(2)), true),
        ((&toggling, part(1)), (&plain, rest(1)), true),
        ((&toggling, part(1)), (&plain, of(1)), false),
        ((&toggling, part(1)), (&toggling, rest(1)), true),
        ((&toggling, part(1)), (&toggling, of(1)), false),
        ((&toggling, of(1)), (&toggling, of(1)), true),
        ((&toggling, of(1)), (&longer, of(0)), false),
        ((&toggling, of(16)), (&longer, of(1)), false),
        ((&toggling, of(16)), (&longer, of(2)), true),
    ] {
        for ((first, firsts), (second, seconds)) in
            [((one, &ones), (other, &others)), ((other, &others), (one, &ones))]
        {
            let mut identities = Identities::new();
            generator(first, firsts, Some(&mut identities)).next(NOW).unwrap();
            let opened = try_generator(second, seconds, Some(&mut identities));
            let refused = opened.as_ref().is_err_and(|error| error.code() == Code::InvalidOption);
            assert_eq!((opened.is_ok(), refused), (accepted, !accepted), "{ones:?} {others:?}");
            // The refusal has changed nothing.
            assert!(generator(first, firsts, Some(&mut identities)).next(NOW).is_ok());
        }
    }
}

#[test]
fn a_refused_rival_of_two_timelines_affects_no_other_generator() {
    let toggling = custom_format(&TOGGLING, 1, EPOCH);
    let mut identities = Identities::new();
    let mut open = |first, last| {
        let options = [("node", 1.into()), ("sequenceRange", range(first, last))];
        try_generator(&toggling, &options, Some(&mut identities))
    };
    open(0, 99).unwrap();
    let refused = open(50, 150).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidOption);
    assert!(refused.message().contains("[50, 150], but another generator has [0, 99]"), "{refused}");
    open(100, 200).unwrap();
    open(201, 300).unwrap();
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    /// Fields of random formats with 8 bits below the time.
    fn fields() -> impl Strategy<Value = Vec<(Kind, &'static str, u8)>> {
        let kinds = [Kind::Node, Kind::Random, Kind::Metadata];
        (40u8..43, 0usize..3, 1u8..4, 1u8..4, prop::sample::select(vec![0, 1, 2])).prop_map(
            move |(times, kind, sequences, others, place)| {
                let rest = 8 - sequences - others;
                let mut fields =
                    vec![sequence(sequences), (kinds[kind], "other", others), (Kind::Node, "node", rest)];
                fields.rotate_left(place);
                fields.insert(0, time(times));
                fields
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_mix_of_formats_repeats_an_id(
            formats in prop::collection::vec((fields(), 0u64..2, 0u64..2, 0u64..2), 2..6),
            requests in prop::collection::vec((0usize..6, -2i64..3), 1..150),
        ) {
            let mut identities = Identities::new();
            let mut generators = Vec::new();
            for (fields, node, other, first) in formats {
                let mut options = vec![("node", Given::from(node))];
                if fields.iter().any(|field| (field.0, field.1) == (Kind::Node, "other")) {
                    options.push(("other", other.into()));
                }
                options.push(("sequenceRange", range(first, 1)));
                let varying = fields.iter().any(|field| field.0 == Kind::Metadata);
                generators.push((of(&fields, &options, &mut identities), varying));
            }
            let mut made = HashSet::new();
            let mut now = NOW;
            for (which, step) in requests {
                now += step;
                let at = which % generators.len();
                let (ids, varying) = &mut generators[at];
                let Ok(id) = ids.next(now) else { continue };
                let place = ids.scheme().metadata;
                // The caller may add any metadata.
                for metadata in 0..if *varying { 1u64 << place.bits } else { 1 } {
                    prop_assert!(made.insert(id | place.to_value(metadata)));
                }
            }
        }
    }
}

#[test]
fn formats_whose_time_bits_mean_the_same_instants_take_turns_by_the_longer_tick() {
    for (unit, bits) in [(2, 23), (4, 24), (8, 25)] {
        let coarse = custom_format(&[time(38), sequence(bits)], unit, EPOCH);
        for swapped in [false, true] {
            let mut identities = Identities::new();
            let mut long = generator(&coarse, &[], Some(&mut identities));
            let mut short = machine(0, &mut identities);
            // A tick of 8 ms begins here.
            let start = EPOCH + 8 * 60_000_000_000;
            let mut made = HashSet::new();
            for ms in 0..200 {
                let now = start + ms / 4;
                for is_long in [swapped, !swapped] {
                    let ids = if is_long { &mut long } else { &mut short };
                    if let Ok(id) = ids.next(now) {
                        assert!(made.insert(id), "{id} at {ms}, tick {unit} ms");
                    }
                }
            }
            assert!(made.len() > 40, "{}", made.len());
        }
    }
}

#[test]
fn formats_whose_time_fields_are_equal_and_whose_ticks_differ_are_independent() {
    let mut identities = Identities::new();
    let mut long = generator(&custom_format(&[time(40), sequence(22)], 2, EPOCH), &[], Some(&mut identities));
    assert!(are_independent(&mut long, &mut machine(0, &mut identities)));
}

#[test]
fn machines_in_place_of_the_lowest_time_bits_take_turns_with_shorter_ticks() {
    let fine = custom_format(&[time(40), sequence(22)], 1, EPOCH);
    let coarse = custom_format(&[time(38), (Kind::Node, "machine", 2), sequence(22)], 4, EPOCH);
    for number in 0..4 {
        for swapped in [false, true] {
            let mut identities = Identities::new();
            let mut long = generator(&coarse, &[("machine", number.into())], Some(&mut identities));
            let mut short = generator(&fine, &[], Some(&mut identities));
            let mut made = HashSet::new();
            for now in EPOCH..EPOCH + 100 {
                for is_long in [swapped, !swapped] {
                    let ids = if is_long { &mut long } else { &mut short };
                    if let Ok(id) = ids.next(now) {
                        assert!(made.insert(id), "{id} of machine {number} at {now}");
                    }
                }
            }
            assert!(made.len() > 40, "{}", made.len());
        }
    }
}

#[test]
fn ticks_that_are_a_power_of_two_longer_take_turns_if_their_time_field_is_as_many_bits_higher() {
    for (unit, by) in [(1, 1), (1, 2), (1, 20), (1, 26), (3, 1), (3, 24)] {
        let length = unit << by;
        let of = |higher: u8, unit: u64, identities: &mut Identities| {
            let format = custom_format(&[time(50 - higher), sequence(5 + higher)], unit, EPOCH);
            generator(&format, &[("onRollback", "throw".into())], Some(identities))
        };
        // Ticks of both formats begin at these instants.
        let begin = |ticks: i64| EPOCH + (1000 + ticks) * length as i64;
        for is_long_first in [false, true] {
            let mut identities = Identities::new();
            let [mut first, mut second] = [is_long_first, !is_long_first].map(|is_long| {
                if is_long { of(by, length, &mut identities) } else { of(0, unit, &mut identities) }
            });
            assert!(first.next(begin(0)).is_ok());
            assert!(second.next(begin(0)).is_err(), "{length} ms after {unit} ms, or before");
            assert!(second.next(begin(1)).is_ok());
            assert!(first.next(begin(1)).is_err(), "{length} ms after {unit} ms, or before");
            assert!(first.next(begin(2)).is_ok());
        }
        // With another ratio of the ticks, or another distance of the fields, equal bits mean other instants.
        for (higher, longer) in [(by, length - 1), (by, length + 1), (by - 1, length), (by + 1, length)] {
            let mut identities = Identities::new();
            let mut long = of(higher, longer, &mut identities);
            let mut short = of(0, unit, &mut identities);
            assert!(are_independent(&mut long, &mut short), "{longer} ms, {higher} bits higher");
        }
    }
}
