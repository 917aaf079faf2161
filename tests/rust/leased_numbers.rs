//! Promises of who may have the numbers of a seat: a lease or generators without a lease, never both.

use std::collections::HashSet;
use std::rc::Rc;

use flakekit::layout::Kind;
use flakekit::lease::{RawTerms, SeatId};
use flakekit::{Code, Error, Format};

use crate::support::leased::{FIRST, Process, default_terms, instant, seat, shares};
use crate::support::{self, Given, NOW, built_in, code, custom_format, range};

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

/// A format, the options of its generators, and whether they can make IDs of a seat.
type Case = (Rc<Format>, Vec<(&'static str, Given)>, bool);

/// Generators beside a lease of all numbers of twitter's machine 33.
fn cases() -> Vec<Case> {
    let twitter = built_in("twitter");
    let of = |fields: &[_], unit| custom_format(fields, unit, EPOCH);
    let machine = |number: u64| ("machineId", Given::from(number));
    let node_is = |number: u64| vec![("node", Given::from(number))];
    let parts = of(&[time(41), (Kind::Node, "high", 5), (Kind::Node, "low", 5), sequence(12)], 1);
    let in_parts = |high: u64, low: u64| vec![("high", high.into()), ("low", low.into())];
    let wider = of(&[time(42), node(10), sequence(12)], 1);
    let longer = of(&[time(41), node(5), sequence(17)], 1);
    let varying = |kind| of(&[time(41), node(5), (kind, "varying", 5), sequence(12)], 1);
    let swapped = of(&[time(41), sequence(12), node(10)], 1);
    vec![
        (Rc::clone(&twitter), vec![machine(33)], true),
        (Rc::clone(&twitter), vec![("datacenterId", 1.into()), ("workerId", 1.into())], true),
        (Rc::clone(&twitter), vec![machine(33), ("sequence", "rolling".into())], true),
        (Rc::clone(&twitter), vec![machine(33), ("sequenceRange", range(7, 7))], true),
        (Rc::clone(&twitter), vec![machine(32)], false),
        (Rc::clone(&twitter), vec![machine(34), ("sequenceRange", range(7, 7))], false),
        // The format has the same bits in other fields.
        (Rc::clone(&parts), in_parts(1, 1), true),
        (parts, in_parts(1, 2), false),
        // The format has a wider time.
        (Rc::clone(&wider), node_is(33), true),
        (wider, node_is(34), false),
        // The format's sequence covers bits of the node.
        (of(&[time(41), sequence(22)], 1), Vec::new(), true),
        (Rc::clone(&longer), node_is(1), true),
        (longer, node_is(2), false),
        // Bits of the node that are random, or given with each ID.
        (varying(Kind::Random), node_is(1), true),
        (varying(Kind::Random), node_is(2), false),
        (varying(Kind::Metadata), node_is(1), true),
        (varying(Kind::Metadata), node_is(2), false),
        // Each field covers bits of another one.
        (swapped, node_is(33), true),
        // The format has longer ticks that mean the same instants.
        (of(&[time(38), sequence(23)], 2), Vec::new(), true),
        (of(&[time(38), sequence(25)], 8), Vec::new(), true),
        // The IDs of this format mean other instants.
        (custom_format(&[time(41), node(10), sequence(12)], 1, EPOCH - 1), node_is(33), false),
        (of(&[time(41), node(10), sequence(12)], 2), node_is(33), false),
    ]
}

/// Whether numbers were refused because of a lease.
fn is_refused(answer: &Result<usize, Error>) -> bool {
    answer.as_ref().is_err_and(|error| {
        assert_eq!(error.code(), Code::InvalidField);
        error.message().starts_with("a lease has or had these node fields of ")
    })
}

#[test]
fn numbers_that_a_lease_holds_are_refused_to_every_generator() {
    for has_own_clock in [false, true] {
        for (format, options, is_rival) in cases() {
            let mut process = Process::default();
            let lease = process.lease(&built_in("twitter"), &default_terms(), &[], seat(33, 0));
            process.move_window(lease, (0, 10_000));
            let first = process.next(lease.handle, 0).unwrap();
            let opened = process.open(&format, &options, has_own_clock);
            assert_eq!(is_refused(&opened), is_rival, "{options:?} of {:?}", format.layout());
            assert_eq!(opened.is_ok(), !is_rival, "{opened:?}");
            // The refusal has changed nothing.
            assert_eq!(process.next(lease.handle, 0), Ok(first + 1));
            if let Ok(handle) = opened {
                assert!(process.next(handle, 0).is_ok());
            }
        }
    }
}

#[test]
fn the_refusal_of_a_generator_says_what_to_do() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    process.lease(&twitter, &default_terms(), &[], seat(33, 0));
    let refused = process.open(&twitter, &[("machineId", 33.into())], false).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidField);
    assert_eq!(
        refused.message(),
        "a lease has or had these node fields of the format: give others, or use a lease"
    );
}

#[test]
fn a_seat_whose_ids_a_generator_can_make_is_refused() {
    let twitter = built_in("twitter");
    for ((format, options, is_rival), has_own_clock) in
        cases().into_iter().flat_map(|case| [(case.clone(), false), (case, true)])
    {
        let mut process = Process::default();
        let handle = process.open(&format, &options, has_own_clock).unwrap();
        let id = SeatId { node: 33, share: 0 };
        let can_take = process.can_take(&twitter, &default_terms(), id);
        assert_eq!(can_take, Ok(!is_rival), "{options:?} of {:?}", format.layout());
        let taken = process.try_take(&twitter, &default_terms(), &[], seat(33, 0));
        if !is_rival {
            assert!(taken.is_ok());
            continue;
        }
        let refused = taken.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidField);
        assert_eq!(
            refused.message(),
            "a generator has or had the numbers of this seat of the format: lease another seat"
        );
        assert!(process.handles.seat(0).is_none());
        // The generator of the seat continues, and other seats can be taken.
        assert!(process.next(handle, 0).is_ok());
        assert!(process.next(handle, 20_000).is_ok());
        assert!(process.try_take(&built_in("sonyflake"), &default_terms(), &[], seat(33, 0)).is_ok());
    }
}

#[test]
fn the_shares_of_a_node_are_independent() {
    let twitter = built_in("twitter");
    let of = |first, last| [("machineId", 33.into()), ("sequenceRange", range(first, last))];
    for (first, last, is_rival) in [
        (0, 1_023, false),
        (2_048, 4_095, false),
        (0, 1_024, true),
        (2_047, 4_095, true),
        (1_500, 1_500, true),
        (0, 4_095, true),
    ] {
        let mut process = Process::default();
        process.lease(&twitter, &shares(4), &[], seat(33, 1));
        for has_own_clock in [false, true] {
            let opened = process.open(&twitter, &of(first, last), has_own_clock);
            assert_eq!(is_refused(&opened), is_rival, "[{first}, {last}]");
        }
        for has_own_clock in [false, true] {
            let mut process = Process::default();
            process.open(&twitter, &of(first, last), has_own_clock).unwrap();
            let id = SeatId { node: 33, share: 1 };
            assert_eq!(process.can_take(&twitter, &shares(4), id), Ok(!is_rival));
            assert_eq!(process.try_take(&twitter, &shares(4), &[], (0, id)).is_ok(), !is_rival);
        }
    }
}

#[test]
fn numbers_that_own_clock_generators_have_had_are_never_leased() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    for share in [3, 0] {
        let options = [("machineId", 33.into()), ("sequenceRange", range(share * 1_024, share * 1_024 + 9))];
        let handle = process.open(&twitter, &options, true).unwrap();
        process.close(handle);
    }
    let can_take = |process: &mut Process, node, share| {
        process.can_take(&twitter, &shares(4), SeatId { node, share }).unwrap()
    };
    assert!(!can_take(&mut process, 33, 0));
    assert!(!can_take(&mut process, 33, 3));
    assert!((0..4).all(|share| can_take(&mut process, 32, share) && can_take(&mut process, 34, share)));
}

#[test]
fn given_node_fields_count_when_numbers_are_compared() {
    let discord = built_in("discord");
    let terms = RawTerms { fields: support::numbers(&discord, &[("workerId", 7)]), ..default_terms() };
    let of = |worker: u64, process: u64| [("workerId", worker.into()), ("processId", process.into())];
    let mut process = Process::default();
    process.lease(&discord, &terms, &[], seat(3, 0));
    assert!(is_refused(&process.open(&discord, &of(7, 3), false)));
    for (worker, number) in [(7, 4), (3, 7), (0, 3)] {
        assert!(process.open(&discord, &of(worker, number), false).is_ok());
    }
    // All node fields of the same process as one number.
    let all = |worker: u64, number| SeatId { node: worker * 32 + number, share: 0 };
    assert_eq!(process.can_take(&discord, &default_terms(), all(7, 4)), Ok(false));
    assert_eq!(process.can_take(&discord, &default_terms(), all(7, 5)), Ok(true));
}

#[test]
fn after_the_end_of_a_lease_generators_have_its_numbers_and_repeat_none_of_its_ids() {
    for (format, options, _) in cases().into_iter().filter(|(_, _, is_rival)| *is_rival) {
        let mut process = Process::default();
        let lease = process.lease(&built_in("twitter"), &default_terms(), &[], seat(33, 0));
        process.move_window(lease, (0, 10_000));
        let mut made = HashSet::new();
        for now in [0, 0, 0, 3, 3, 7, 5, 9] {
            assert!(made.insert(process.next(lease.handle, now).unwrap()));
        }
        process.end(lease);
        let handle = process.open(&format, &options, false).unwrap();
        let place = format.layout().place(Kind::Metadata);
        let (mut count, mut late) = (0, 0);
        for now in -2..40 {
            let Ok(id) = process.next(handle, now) else {
                assert!(now < 20, "{options:?} at {now}");
                continue;
            };
            // The caller may give any metadata.
            for metadata in 0..1u64 << place.bits {
                assert!(made.insert(id | place.to_value(metadata)), "{options:?} at {now}");
            }
            count += 1;
            late += usize::from(now >= 20);
        }
        assert!(late == 20 && count >= 20, "{count} IDs of {options:?}");
        // The numbers are the generator's now.
        let id = SeatId { node: 33, share: 0 };
        assert_eq!(process.can_take(&built_in("twitter"), &default_terms(), id), Ok(false));
    }
}

#[test]
fn after_the_end_of_a_lease_a_generator_continues_its_sequence() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lease = process.first_lease(&twitter, &[], (1_000, 10_000));
    let first = process.next(lease.handle, 0).unwrap();
    process.end(lease);
    let handle = process.open(&twitter, &[("machineId", 0.into())], false).unwrap();
    // The next ID is in the tick of the last ID, which leads the clock.
    assert_eq!(process.next(handle, 0), Ok(first + 1));
    assert_eq!(process.open(&twitter, &[("machineId", 0.into())], false).unwrap(), handle);
}

#[test]
fn after_the_end_of_a_lease_a_generator_has_the_whole_span_of_the_format_again() {
    for name in ["twitter", "sno", "sonyflake"] {
        let format = built_in(name);
        let field = if name == "sno" { "partition" } else { "machineId" };
        let epoch = format.known_epoch().unwrap() - NOW;
        let end = epoch + (1 << format.layout().place(Kind::Time).bits) * format.unit() as i64;
        let mut process = Process::default();
        // Nothing of the window was used.
        let lease = process.first_lease(&format, &[], (0, 10_000));
        process.end(lease);
        let handle = process.open(&format, &[(field, 0.into())], false).unwrap();
        let left = process.generator(handle).left_in_window(NOW + epoch);
        assert_eq!(left, (format.last_tick() + 1) * (u64::from(process.generator(handle).range().1) + 1));
        for now in [epoch, 0, 20_000, end - 1] {
            let made = instant(&format, process.next(handle, now).unwrap());
            assert_eq!(made, now / format.unit() as i64 * format.unit() as i64);
        }
        assert_eq!(process.next(handle, end).map_err(code), Err(Code::ClockOutOfRange));
        // A clock that goes back is not before a window.
        let back = process.next(handle, 0);
        if name == "sno" {
            assert_eq!(instant(&format, back.unwrap()), 0);
        } else {
            assert_eq!(back.map_err(code), Err(Code::WaitTooLong));
        }
    }
}

#[test]
fn after_the_end_of_a_lease_with_two_timelines_other_ranges_are_refused_and_the_same_one_is_not() {
    let sno = built_in("sno");
    let mut process = Process::default();
    let lease = process.lease(&sno, &shares(2), &[], FIRST);
    process.move_window(lease, (0, 10_000));
    let mut made: HashSet<_> =
        [400, 100, 300].map(|now| process.next(lease.handle, now).unwrap()).into_iter().collect();
    process.end(lease);
    let of = |last| [("partition", 0.into()), ("sequenceRange", range(0, last))];
    let refused = process.open(&sno, &of(65_535), false).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidOption);
    let handle = process.open(&sno, &of(32_767), false).unwrap();
    let ids: Vec<_> = [300, 100, 50, 302, 400, 350, 404, 500]
        .into_iter()
        .filter_map(|now| process.next(handle, now).ok())
        .collect();
    assert!(ids.len() > 4);
    assert!(ids.into_iter().all(|id| made.insert(id)));
}

#[test]
fn one_seat_of_two_spaces_is_independent() {
    for name in ["twitter", "sno", "sonyflake"] {
        let format = built_in(name);
        let mut process = Process::default();
        let leases = [0, 1].map(|space| process.lease(&format, &default_terms(), &[], (space, FIRST.1)));
        process.move_window(leases[0], (0, 100));
        process.move_window(leases[1], (0, 200));
        // Spaces have the same IDs.
        for now in [0, 0, 5, 50] {
            let [one, other] = leases.map(|lease| process.next(lease.handle, now).unwrap());
            assert_eq!(one, other);
        }
        // Each lease has its own window and end.
        assert!(process.next(leases[1].handle, 160).is_ok());
        process.move_window(leases[0], (0, 0));
        assert_eq!(process.next(leases[0].handle, 160).map_err(code), Err(Code::LeaseExpired));
        assert!(process.next(leases[1].handle, 160).is_ok());
        assert!(process.end(leases[0]) <= 60);
        assert!(process.next(leases[1].handle, 160).is_ok());
        assert!(process.end(leases[1]) > 160);
    }
}

#[test]
fn numbers_that_leases_of_two_spaces_have_held_are_refused_to_a_generator_that_knows_one_of_them() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let leases = [0, 1].map(|space| process.lease(&twitter, &default_terms(), &[], (space, FIRST.1)));
    let mut made = HashSet::new();
    for (lease, now) in leases.into_iter().zip([10, 20]) {
        process.move_window(lease, (0, 10_000));
        made.insert(process.next(lease.handle, now).unwrap());
    }
    for (i, lease) in leases.into_iter().enumerate() {
        let refused = process.open(&twitter, &[("machineId", 0.into())], false);
        assert!(is_refused(&refused), "{i}");
        process.end(lease);
    }
    assert!(is_refused(&process.open(&twitter, &[("machineId", 0.into())], false)));
    // A generator that takes turns with both leases repeats no ID of either.
    let options = [("machineId", 0.into()), ("sequence", "rolling".into())];
    let handle = process.open(&twitter, &options, false).unwrap();
    for now in [10, 20, 21, 22] {
        let id = process.next(handle, now).unwrap();
        assert!(instant(&twitter, id) > 20 && made.insert(id));
    }
}

#[test]
fn a_seat_that_is_taken_again_in_its_space_continues_above_what_was_used() {
    for name in ["twitter", "sno", "sonyflake"] {
        let format = built_in(name);
        let mut process = Process::default();
        let (mut made, mut last) = (HashSet::new(), None);
        for round in 0..5 {
            let lease = process.first_lease(&format, &[], (0, 10_000));
            for _ in 0..3 {
                let id = process.next(lease.handle, 40 - round).unwrap();
                assert!(made.insert(id) && last < Some(id), "round {round} of {name}");
                last = name.ne("sno").then_some(id);
            }
            process.end(lease);
        }
        // The end of the lease does not concern another space.
        let lease = process.lease(&format, &default_terms(), &[], (1, FIRST.1));
        process.move_window(lease, (0, 10_000));
        assert!(made.contains(&process.next(lease.handle, 40).unwrap()));
    }
}

#[test]
fn a_reset_threshold_of_0_is_none() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let mut made = HashSet::new();
    for options in [Vec::new(), vec![("sequenceResetThreshold", 0.into())], Vec::new()] {
        let lease = process.try_lease(&twitter, &shares(4), &options, seat(1, 3)).unwrap();
        process.move_window(lease, (0, 10_000));
        // The lease continues above the used numbers.
        assert!(made.insert(process.next(lease.handle, 5).unwrap()), "{options:?}");
        process.end(lease);
    }
}

#[test]
fn a_seat_that_is_taken_again_while_it_is_held_has_a_counter_of_its_own() {
    // The first lease was lost when its window had passed, and may still use it up.
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lost = process.first_lease(&twitter, &[], (0, 1_000));
    let again = process.first_lease(&twitter, &[], (1_000, 2_000));
    let mut made = HashSet::new();
    for now in [999, 1_000, 1_500] {
        for (lease, window) in [(lost, 0..1_000), (again, 1_000..2_000)] {
            let id = process.next(lease.handle, now).unwrap();
            assert!(made.insert(id) && window.contains(&instant(&twitter, id)), "{now}");
        }
    }
    assert_eq!(process.end(lost), 1_000);
    assert!(is_refused(&process.open(&twitter, &[("machineId", 0.into())], false)));
    process.end(again);
}

#[test]
fn a_process_that_often_claims_and_releases_seats_of_a_space_needs_no_more_memory() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let sequencers = |process: &Process| format!("{process:?}").matches("Sequencer {").count();
    for round in 0..10_000 {
        let lease = process.lease(&twitter, &shares(2), &[], (round as u32 % 2, FIRST.1));
        assert_eq!((lease.seat, lease.handle), (0, 0));
        process.move_window(lease, (0, 10_000));
        process.next(lease.handle, round).unwrap();
        process.end(lease);
        process.close(lease.handle);
    }
    // There is one sequencer for each space.
    assert_eq!(sequencers(&process), 2);
}

#[test]
fn a_seat_with_another_range_or_start_has_a_counter_of_its_own() {
    let twitter = built_in("twitter");
    let rolling = [("sequence", "rolling".into())];
    let mut process = Process::default();
    let mut first_ids = Vec::new();
    for (terms, options) in [(default_terms(), &[][..]), (default_terms(), &rolling), (shares(2), &[])] {
        let lease = process.lease(&twitter, &terms, options, FIRST);
        process.move_window(lease, (0, 10_000));
        first_ids.push(process.next(lease.handle, 0).unwrap());
        assert_eq!(process.next(lease.handle, 0), Ok(first_ids[0] + 1));
        process.end(lease);
    }
    // Only the windows of the leases keep their IDs apart.
    assert!(first_ids.iter().all(|id| *id == first_ids[0]));
}

#[test]
fn a_chosen_partition_is_never_one_of_a_lease() {
    let sno = built_in("sno");
    // This is the first partition that is chosen.
    let first = 0x5EED;
    let partition = |process: &mut Process, has_own_clock| {
        let handle = process.open(&sno, &[], has_own_clock).unwrap();
        sno.decode(process.generator(handle).node().into()).unwrap().numbers[2].1
    };
    for has_own_clock in [false, true] {
        let mut process = Process::default();
        assert_eq!(partition(&mut process, has_own_clock), first);
        let mut process = Process::default();
        let held = process.lease(&sno, &default_terms(), &[], seat(first, 0));
        process.lease(&sno, &shares(4), &[], seat(first + 1, 3));
        let ended = process.lease(&sno, &default_terms(), &[], seat(first + 2, 0));
        process.end(ended);
        assert_eq!(partition(&mut process, has_own_clock), first + 3);
        process.end(held);
        assert_eq!(partition(&mut process, has_own_clock), first + 4);
    }
}

#[test]
fn when_no_other_partition_is_left_a_chosen_one_is_shared_and_not_one_of_a_lease() {
    let sno = built_in("sno");
    let mut process = Process::default();
    let chosen = process.open(&sno, &[], true).unwrap();
    let node = process.generator(chosen).node();
    let leases = [0, 1].map(|share| process.lease(&sno, &shares(2), &[], seat(7, share)));
    for number in (0..65_536).filter(|number| *number != 7) {
        if number != 0x5EED {
            process.open(&sno, &[("partition", number.into())], false).unwrap();
        }
    }
    for lease in leases {
        let handle = process.open(&sno, &[], true).unwrap();
        assert_eq!(process.generator(handle).node(), node);
        let part = [("sequenceRange", range(0, 32_767))];
        assert_eq!(process.open(&sno, &part, true).unwrap_err().code(), Code::InvalidField);
        process.end(lease);
    }
    let handle = process.open(&sno, &[], true).unwrap();
    assert_eq!(process.generator(handle).node(), node);
}

#[test]
fn a_partition_that_was_chosen_for_a_generator_is_never_leased_even_if_it_is_free_again() {
    let sno = built_in("sno");
    let mut process = Process::default();
    let handle = process.open(&sno, &[], true).unwrap();
    let id = SeatId { node: 0x5EED, share: 0 };
    assert_eq!(process.can_take(&sno, &default_terms(), id), Ok(false));
    process.next(handle, 0).unwrap();
    process.close(handle);
    assert_eq!(process.can_take(&sno, &default_terms(), id), Ok(false));
    assert_eq!(
        process.try_take(&sno, &default_terms(), &[], (0, id)).unwrap_err().code(),
        Code::InvalidField
    );
}

#[test]
fn after_the_end_of_a_lease_a_generator_continues_with_the_numbers_that_were_ready_or_in_a_batch() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lease = process.first_lease(&twitter, &[], (0, 10_000));
    let first = process.next(lease.handle, 0).unwrap();
    process.end(lease);
    let handle = process.open(&twitter, &[("machineId", 0.into())], false).unwrap();
    assert_eq!(process.next(handle, 0), Ok(first + 1));

    // A batch that is cancelled after another request repeats nothing.
    let mut process = Process::default();
    let lease = process.first_lease(&twitter, &[], (0, 10_000));
    let ids = process.generator(lease.handle);
    let batch = ids.begin_batch();
    ids.fill_runs(NOW, 2, batch, &mut |_, _| ()).unwrap();
    process.end(lease);
    let handle = process.open(&twitter, &[("machineId", 0.into())], false).unwrap();
    assert_eq!(process.next(handle, 0), Ok(first + 2));
    process.generator(lease.handle).cancel_batch(batch);
    assert_eq!(process.next(handle, 0), Ok(first + 3));
}
