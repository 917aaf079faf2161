//! What generators promise, on scripted clocks.

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

use flakekit::formats::{Defaults, Definition, Native};
use flakekit::layout::{Field, Kind};
use flakekit::sequencer::Because;
use flakekit::text::{Encoding, Style};
use flakekit::{Asked, Code, Error, Format, Generator, GeneratorOptions, Pool, Refused};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, asked, range, snapshot, with};

#[expect(clippy::unnecessary_wraps, reason = "the signature of a source that may have none")]
fn entropy() -> Option<u32> {
    Some(0x5EED)
}

/// Every format of the table, with an epoch, and the node fields of one machine.
fn formats() -> impl Iterator<Item = (Rc<Format>, Vec<(&'static str, Given)>)> {
    Format::names().map(|name| {
        let format = Format::named(name).unwrap();
        let format = if format.epoch().is_ok() {
            format
        } else {
            with(&format, &[("epoch", 1_704_067_200_000.0)], Some(NOW)).unwrap()
        };
        let nodes = ["machineId", "workerId", "processId", "shardId", "generatorId", "partition"];
        let named = |node: &&str| format.layout().fields().iter().any(|field| field.name == **node);
        // Twitter's `workerId` is the low bits of its `machineId`, and so 3 as well.
        let nodes = nodes.into_iter().filter(named).map(|node| (node, 3.0.into())).collect();
        (format, nodes)
    })
}

fn try_generator(
    format: &Rc<Format>,
    options: &[(&str, Given)],
    pool: Option<&mut Pool>,
) -> Result<Generator, Error> {
    Generator::new(format, &GeneratorOptions::new(format, &asked(format, options))?, pool, entropy)
}

fn generator(format: &Rc<Format>, options: &[(&str, Given)], pool: Option<&mut Pool>) -> Generator {
    try_generator(format, options, pool).unwrap()
}

/// One machine's, and these options.
fn one_machine<'a>(options: &[(&'a str, Given)]) -> Vec<(&'a str, Given)> {
    [&[("machineId", 1.0.into())], options].concat()
}

fn twitter(options: &[(&str, Given)], pool: Option<&mut Pool>) -> Generator {
    generator(&Format::named("twitter").unwrap(), &one_machine(options), pool)
}

/// For formats without random bits.
fn no_noise(_: usize, _: u64) {}

fn code(refused: Refused) -> Code {
    match refused {
        Refused::Error(error) => error.code(),
        Refused::Wait(ms, because) => panic!("a wait of {ms} ms for {because:?}"),
    }
}

#[test]
fn every_format_reaches_exactly_its_capacity_in_a_tick_and_then_waits() {
    let capacities = [
        ("twitter", 4096),
        ("discord", 4096),
        ("instagram", 1024),
        ("mastodon", 65_536),
        ("sonyflake", 256),
        ("uid60", 512),
        ("snowflakeSI", 256),
        ("nanoflake", 4096),
        ("sno", 65_536),
    ];
    for (format, nodes) in formats() {
        let capacity = capacities.iter().find(|(name, _)| *name == format.name()).unwrap().1;
        let mut ids = generator(&format, &nodes, None);
        let made: HashSet<u128> = (0..capacity).map(|_| ids.next(NOW).unwrap()).collect();
        assert_eq!(made.len(), capacity, "{}", format.name());
        assert_eq!(
            ids.next(NOW),
            Err(Refused::Wait(format.unit() as u32, Because::Exhausted)),
            "{}",
            format.name()
        );
        assert!(ids.next(NOW + format.unit() as f64).is_ok());

        let mut batch = Vec::new();
        let mut ids = generator(&format, &nodes, None);
        while ids.fill(NOW, 1_000_000, |id| batch.push(id)).is_ok() {}
        assert_eq!(batch.len(), capacity, "{}", format.name());
    }
}

#[test]
fn ids_strictly_increase_whatever_the_clock_does_with_the_default_policies() {
    for (format, nodes) in
        formats().filter(|(format, _)| !["nanoflake", "uid60", "sno"].contains(&format.name()))
    {
        let mut ids = generator(&format, &nodes, None);
        let script = [0, 1, 1, 5, 3, -400, -400, -399, 0, 12, 12, -9000, 13, 2000];
        let made: Vec<u128> = script
            .iter()
            .flat_map(|ms| [ids.next(NOW + f64::from(*ms)), ids.next(NOW + f64::from(*ms))])
            .map(Result::unwrap)
            .collect();
        assert!(made.windows(2).all(|pair| pair[0] < pair[1]), "{}", format.name());
    }
}

#[test]
fn a_generator_made_for_each_id_goes_on_where_the_last_left_off() {
    let mut pool = Pool::new();
    for (format, nodes) in formats() {
        let made: HashSet<u128> =
            (0..200).map(|_| generator(&format, &nodes, Some(&mut pool)).next(NOW).unwrap()).collect();
        assert_eq!(made.len(), 200, "{}", format.name());
    }
}

#[test]
fn formats_of_the_same_bits_share_their_numbers_whatever_their_names() {
    let fields = vec![
        Field::new(Kind::Time, "timestamp", 41),
        Field::new(Kind::Node, "host", 10),
        Field::new(Kind::Sequence, "sequence", 12),
    ];
    let twin = Definition {
        name: "twin".to_owned(),
        fields,
        bits: 63.0,
        unit: f64::NAN,
        epoch: 1_288_834_974_657.0,
        native: Native::BigInt,
        text: Encoding::Decimal,
        defaults: Defaults::STANDARD,
    };
    let twin = Format::define(twin, None).unwrap();
    let mut pool = Pool::new();
    let first = twitter(&[], Some(&mut pool)).next(NOW).unwrap();
    let second = generator(&twin, &[("host", 1.0.into())], Some(&mut pool)).next(NOW).unwrap();
    assert_eq!(second, first + 1);
}

#[test]
fn generators_of_overlapping_ranges_never_make_the_same_id() {
    let mut pool = Pool::new();
    let ranges = [(0, 99), (50, 149), (0, 4095), (99, 99)];
    let mut generators: Vec<_> = ranges
        .iter()
        .map(|(first, last)| twitter(&[("sequenceRange", range(*first, *last))], Some(&mut pool)))
        .collect();
    let mut made = HashSet::new();
    for ms in 0..400 {
        for ids in &mut generators {
            if let Ok(id) = ids.next(NOW + f64::from(ms / 4)) {
                assert!(made.insert(id));
            }
        }
    }
    assert!(made.len() > 350, "{}", made.len());
}

#[test]
fn generators_of_disjoint_ranges_share_a_machine_at_full_capacity() {
    let mut pool = Pool::new();
    let mut low = twitter(&[("sequenceRange", range(0, 2047))], Some(&mut pool));
    let mut high = twitter(&[("sequenceRange", range(2048, 4095))], Some(&mut pool));
    let made: HashSet<u128> =
        (0..2048).flat_map(|_| [low.next(NOW).unwrap(), high.next(NOW).unwrap()]).collect();
    assert_eq!(made.len(), 4096);
    assert_eq!(low.next(NOW), Err(Refused::Wait(1, Because::Exhausted)));
}

#[test]
fn two_generators_of_one_identity_and_different_starts_never_make_the_same_id() {
    let mut pool = Pool::new();
    let starts = ["reset", "rolling", "random"];
    let mut generators: Vec<_> =
        starts.iter().map(|start| twitter(&[("sequence", (*start).into())], Some(&mut pool))).collect();
    let mut made = HashSet::new();
    for ms in 0..300 {
        for ids in &mut generators {
            if let Ok(id) = ids.next(NOW + f64::from(ms / 3)) {
                assert!(made.insert(id));
            }
        }
    }
}

#[test]
fn each_start_is_kept_where_generators_of_one_identity_differ_in_it() {
    let mut pool = Pool::new();
    let format = Format::named("twitter").unwrap();
    let sequence = |id| format.decode(id).unwrap().numbers.last().unwrap().1;
    let mut reset = twitter(&[], Some(&mut pool));
    let mut rolling = twitter(&[("sequence", "rolling".into())], Some(&mut pool));
    assert_eq!(sequence(reset.next(NOW).unwrap()), 0);
    let rolled: Vec<u64> = (1..4).map(|ms| sequence(rolling.next(NOW + f64::from(ms)).unwrap())).collect();
    assert_eq!(rolled, [0, 1, 2]);
    assert_eq!(sequence(reset.next(NOW + 4.0).unwrap()), 0);
}

#[test]
fn a_run_that_is_lent_is_granted_to_nobody_else_and_what_is_given_back_is_granted_again() {
    let mut pool = Pool::new();
    let mut lender = twitter(&[], Some(&mut pool));
    let (_, count) = lender.lend(NOW, 0, no_noise).unwrap();
    let (first, more) = lender.lend(NOW, count, no_noise).unwrap();
    assert_eq!((count, more), (1, 4));
    let other = twitter(&[], Some(&mut pool)).next(NOW).unwrap();
    assert_eq!(other, first + 4);

    let mut alone = twitter(&[], None);
    alone.lend(NOW, 0, no_noise).unwrap();
    let (first, count) = alone.lend(NOW, 8, no_noise).unwrap();
    assert_eq!(count, 32);
    alone.give_back(first, count - 2);
    alone.give_back(first, count);
    alone.give_back(first + 5, count - 1);
    assert_eq!(alone.next(NOW), Ok(first + 32));

    let (first, count) = alone.lend(NOW, 8, no_noise).unwrap();
    alone.give_back(first + 1, count - 2);
    alone.give_back(first + 1, count - 2);
    assert_eq!(alone.next(NOW), Ok(first + 2));
    assert_eq!(alone.lend(NOW, 0, no_noise).unwrap().0, first + 3);
}

#[test]
fn a_new_tick_begins_with_what_the_last_one_asked_for_and_with_one_id_where_that_was_one() {
    let mut ids = twitter(&[], None);
    let lent = |(_, count): (u128, u32)| count;
    assert_eq!(lent(ids.lend(NOW, 0, no_noise).unwrap()), 1);
    assert_eq!(lent(ids.lend(NOW + 1.0, 1, no_noise).unwrap()), 1);
    assert_eq!(lent(ids.lend(NOW + 2.0, 64, no_noise).unwrap()), 16);
}

#[test]
fn a_pool_gives_equal_generators_one_number_and_lets_go_of_those_that_stand_alone() {
    let format = Format::named("twitter").unwrap();
    let options =
        |more: &[(&str, Given)]| GeneratorOptions::new(&format, &asked(&format, &one_machine(more))).unwrap();
    let mut pool = Pool::new();
    let mut open =
        |more: &[(&str, Given)], alone| pool.open(&format, &options(more), alone, entropy).unwrap();
    let (first, second) = (open(&[], false), open(&[], false));
    assert_eq!(first, second);
    let other = open(&[("maxWait", 5.0.into())], false);
    assert_ne!(first, other);
    let (alone, also_alone) = (open(&[], true), open(&[], true));
    assert_ne!(alone, also_alone);

    let id = pool.generator(first).unwrap().next(NOW).unwrap();
    assert_eq!(pool.generator(other).unwrap().next(NOW), Ok(id + 1));
    assert_eq!(pool.generator(alone).unwrap().next(NOW), Ok(id));
    pool.close(alone);
    pool.close(first);
    pool.close(1000);
    assert!(pool.generator(alone).is_none());
    assert_eq!(pool.generator(first).unwrap().next(NOW), Ok(id + 2));
    assert_eq!(pool.open(&format, &options(&[]), true, entropy), Ok(alone));
}

#[test]
fn a_clock_that_cannot_be_used_is_refused_and_changes_nothing() {
    for (format, nodes) in formats() {
        let mut ids = generator(&format, &nodes, None);
        let epoch = format.epoch().unwrap() as f64;
        let past_the_end = epoch + (format.last_tick() + 1) as f64 * format.unit() as f64;
        let first = ids.next(NOW).unwrap();
        for (clock, expected) in [
            (f64::NAN, Code::ClockInvalid),
            (f64::INFINITY, Code::ClockInvalid),
            (f64::NEG_INFINITY, Code::ClockInvalid),
            (epoch - 1.0, Code::ClockOutOfRange),
            (-1e300, Code::ClockOutOfRange),
            (past_the_end, Code::ClockOutOfRange),
            (1e300, Code::ClockOutOfRange),
        ] {
            assert_eq!(code(ids.next(clock).unwrap_err()), expected, "{} at {clock}", format.name());
        }
        let (second, first) = (format.decode(ids.next(NOW).unwrap()).unwrap(), format.decode(first).unwrap());
        let sequence = |fields: &flakekit::formats::Fields<'_>| {
            fields.numbers.iter().find(|(name, _)| ["sequence", "increment"].contains(name)).unwrap().1
        };
        assert_eq!((second.timestamp, sequence(&second)), (first.timestamp, sequence(&first) + 1));
    }
}

#[test]
fn the_last_tick_is_used_up_to_its_last_number() {
    let mut ids = twitter(&[("onExhausted", "lead".into())], None);
    let last = 1_288_834_974_657.0 + 2f64.powi(41) - 1.0;
    let made = (0..4096).map(|_| ids.next(last).unwrap()).last().unwrap();
    assert_eq!(made, (1 << 63) - 1 - (1023 << 12) + (1 << 12));
    assert_eq!(code(ids.next(last).unwrap_err()), Code::ClockOutOfRange);
}

#[test]
fn a_wait_longer_than_max_wait_is_an_error_at_once() {
    let mut ids = twitter(&[("onRollback", "wait".into()), ("maxWait", 100.0.into())], None);
    ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW - 100.0), Err(Refused::Wait(100, Because::Rollback)));
    assert_eq!(code(ids.next(NOW - 101.0).unwrap_err()), Code::WaitTooLong);
    assert!(ids.next(NOW).is_ok());

    let mut ids = twitter(&[("maxLead", 500.0.into())], None);
    ids.next(NOW).unwrap();
    assert!(ids.next(NOW - 500.0).is_ok());
    assert_eq!(ids.next(NOW - 501.0), Err(Refused::Wait(1, Because::MaxLead)));
    assert_eq!(code(ids.next(NOW - 3_600_000.0).unwrap_err()), Code::WaitTooLong);
}

#[test]
fn policies_that_throw_say_so_and_go_on_afterwards() {
    let mut ids = twitter(&[("onRollback", "throw".into()), ("onExhausted", "throw".into())], None);
    ids.next(NOW).unwrap();
    assert_eq!(code(ids.next(NOW - 1.0).unwrap_err()), Code::ClockBehind);
    for _ in 1..4096 {
        ids.next(NOW).unwrap();
    }
    assert_eq!(code(ids.next(NOW).unwrap_err()), Code::SequenceExhausted);
    assert!(ids.next(NOW + 1.0).is_ok());
}

#[test]
fn a_clock_held_still_leads_up_to_max_lead_and_then_says_so() {
    let mut ids = twitter(&[("sequenceRange", range(0, 0)), ("maxLead", 3.0.into())], None);
    ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW), Err(Refused::Wait(1, Because::Exhausted)));
    ids.stall(NOW);
    for _ in 0..3 {
        ids.next(NOW).unwrap();
    }
    assert_eq!(code(ids.next(NOW).unwrap_err()), Code::ClockStalled);
    assert!(ids.next(NOW + 1.0).is_ok());
}

thread_local! { static ASKED: Cell<u32> = const { Cell::new(0) }; }

/// The random bits that are given when they are asked for the nth time, from 1 on.
fn nth(n: u32) -> u32 {
    n.wrapping_mul(0x9E37_79B1)
}

#[test]
fn random_bits_are_new_for_each_id_and_are_asked_for() {
    let uid60 = Format::named("uid60").unwrap();
    let options = GeneratorOptions::new(&uid60, &Asked::default()).unwrap();
    let random = |id| uid60.decode(id).unwrap().numbers[1];
    let entropy = || {
        ASKED.set(ASKED.get() + 1);
        Some(nth(ASKED.get()))
    };
    let mut ids = Generator::new(&uid60, &options, None, entropy).unwrap();
    let mut bits = vec![random(ids.next(NOW).unwrap()).1];
    let (first, count) = ids
        .lend(NOW, 4, |at, noise| {
            assert_eq!(at + 1, bits.len());
            bits.push(noise);
        })
        .unwrap();
    assert_eq!((count, bits.len(), random(first)), (16, 17, ("random", 0)));
    // 32 bits are 9 for each of three IDs, and no bit is used twice.
    for (n, bits) in bits.iter().enumerate() {
        let word = u64::from(nth(n as u32 / 3 + 1));
        assert_eq!(*bits, word >> (9 * (n % 3)) & 511, "the {n}th");
    }
    assert_eq!(ASKED.get(), 6);

    let mut without = Generator::new(&uid60, &options, None, || None).unwrap();
    assert_eq!(code(without.next(NOW).unwrap_err()), Code::NoRandomness);
}

#[test]
fn a_snapshot_goes_on_where_its_generator_left_off() {
    for (format, nodes) in formats() {
        let mut first = generator(&format, &nodes, None);
        let mut made: HashSet<u128> = (0..100).map(|_| first.next(NOW).unwrap()).collect();
        let saved = [("snapshot", snapshot(&mut first, NOW))];
        let mut second = generator(&format, &[&nodes[..], &saved].concat(), None);
        assert!((0..100).all(|_| made.insert(second.next(NOW).unwrap())), "{}", format.name());
    }
}

#[test]
fn a_snapshot_of_nothing_resumes_as_nothing() {
    let saved = snapshot(&mut twitter(&[], None), NOW);
    let mut resumed = twitter(&[("snapshot", saved)], None);
    assert_eq!(resumed.next(NOW), twitter(&[], None).next(NOW));
}

#[test]
fn a_snapshot_keeps_the_range_of_its_generator() {
    let mut ids = twitter(&[("sequenceRange", range(5, 9))], None);
    ids.next(NOW).unwrap();
    let saved = snapshot(&mut ids, NOW);
    assert_eq!(twitter(&[("snapshot", saved)], None).range(), (5, 9));
    assert_eq!(twitter(&[("snapshot", saved), ("sequenceRange", range(9, 5))], None).range(), (5, 9));
}

#[test]
fn a_snapshot_of_another_identity_or_a_damaged_one_is_refused() {
    let mut ids = twitter(&[], None);
    ids.next(NOW).unwrap();
    let saved = snapshot(&mut ids, NOW);
    let Given::Saved(good) = saved else { panic!("no snapshot") };
    let format = Format::named("twitter").unwrap();
    let refused = |options: &[(&str, Given)]| try_generator(&format, options, None).unwrap_err().code();
    assert_eq!(
        refused(&one_machine(&[("snapshot", saved), ("sequenceRange", range(0, 9))])),
        Code::InvalidSnapshot
    );
    // Its node fields are given beside it.
    for machine in [1024.0, -1.0, 1.5, f64::NAN] {
        let options = [("snapshot", saved), ("machineId", machine.into())];
        assert_eq!(refused(&options), Code::InvalidSnapshot, "{machine}");
    }
    let names = ["first", "last", "tick", "seen", "next", "used", "safe", "drifts"];
    let changed = |changes: &[(&str, f64)]| {
        let mut numbers = good;
        for (name, number) in changes {
            numbers[names.iter().position(|known| known == name).unwrap()] = *number;
        }
        refused(&one_machine(&[("snapshot", Given::Saved(numbers))]))
    };
    for name in names {
        for number in [f64::NAN, f64::INFINITY, -1.0, 1.5, 1e300] {
            assert_eq!(changed(&[(name, number)]), Code::InvalidSnapshot, "{name}: {number}");
        }
    }
    for changes in [
        &[("first", 5.0), ("last", 4.0)][..],
        &[("last", 5000.0)],
        &[("tick", 9e15)],
        &[("seen", 9e15)],
        &[("seen", good[2] + 1.0)],
        &[("tick", 2f64.powi(41)), ("seen", 0.0)],
        &[("next", 4096.0)],
        &[("used", 4097.0)],
        &[("drifts", 2f64.powi(32))],
    ] {
        assert_eq!(changed(changes), Code::InvalidSnapshot, "{changes:?}");
    }
}

#[test]
fn options_that_cannot_be_are_refused() {
    let twitter = Format::named("twitter").unwrap();
    let refused = |options: &[(&str, Given)]| {
        GeneratorOptions::new(&twitter, &asked(&twitter, options)).unwrap_err().code()
    };
    for machine in [1024.0, -1.0, 1.5, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(&[("machineId", machine.into())]), Code::InvalidField);
    }
    assert_eq!(refused(&[]), Code::InvalidField);
    assert_eq!(refused(&[("datacenterId", 1.0.into())]), Code::InvalidField);
    assert_eq!(refused(&[("datacenterId", 32.0.into()), ("workerId", 0.0.into())]), Code::InvalidField);
    assert_eq!(refused(&[("machineId", 1.0.into()), ("workerId", 2.0.into())]), Code::InvalidField);
    for (name, given) in [
        ("onRollback", Given::Word("toggle")),
        ("maxLead", (-1.0).into()),
        ("maxLead", 1e12.into()),
        ("maxLead", f64::INFINITY.into()),
        ("maxWait", 0.5.into()),
        ("maxWait", 86_400_001.0.into()),
        ("sequenceRange", range(0, 4096)),
        ("sequenceRange", Given::Range(-1.0, 5.0)),
        ("sequenceRange", Given::Range(0.5, 5.0)),
        ("sequenceRange", Given::Range(5.0, f64::NAN)),
        ("sequenceRange", Given::Range(f64::NAN, 5.0)),
        ("sequenceResetThreshold", 4096.0.into()),
        ("sequenceResetThreshold", (-1.0).into()),
        ("sequenceResetThreshold", 1.5.into()),
    ] {
        assert_eq!(refused(&one_machine(&[(name, given)])), Code::InvalidOption, "{name}: {given:?}");
    }
    for start in ["rolling", "random"] {
        let options = [("sequence", start.into()), ("sequenceResetThreshold", 1.0.into())];
        assert_eq!(refused(&one_machine(&options)), Code::InvalidOption, "{start}");
    }
}

#[test]
fn a_field_with_parts_can_be_given_whole_in_parts_or_both() {
    let twitter = Format::named("twitter").unwrap();
    let next = |options: &[(&str, Given)]| generator(&twitter, options, None).next(NOW).unwrap();
    let whole = next(&[("machineId", 378.0.into())]);
    assert_eq!(next(&[("datacenterId", 11.0.into()), ("workerId", 26.0.into())]), whole);
    assert_eq!(next(&[("machineId", 378.0.into()), ("workerId", 26.0.into())]), whole);
}

#[cfg(not(target_family = "wasm"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_mix_of_generators_batches_and_clocks_repeats_an_id(
            requests in prop::collection::vec((0usize..6, -30i32..40, 1u32..40), 1..150),
        ) {
            let mut pool = Pool::new();
            let snowflake = Format::named("snowflakeSI").unwrap();
            let format = with(&snowflake, &[("epoch", 1_704_067_200_000.0)], Some(NOW)).unwrap();
            let mut generators = [
                generator(&format, &one_machine(&[]), Some(&mut pool)),
                generator(&format, &one_machine(&[]), Some(&mut pool)),
                generator(&format, &one_machine(&[("onExhausted", "lead".into())]), Some(&mut pool)),
                generator(&format, &one_machine(&[("sequence", "rolling".into())]), Some(&mut pool)),
                generator(&format, &one_machine(&[("sequenceRange", range(10, 20))]), Some(&mut pool)),
                generator(&format, &one_machine(&[("onRollback", "wait".into())]), Some(&mut pool)),
            ];
            let mut made = HashSet::new();
            let mut now = NOW;
            for (which, step, count) in requests {
                now += f64::from(step / 4);
                let ids = &mut generators[which];
                match count % 3 {
                    0 => {
                        let mut batch = Vec::new();
                        let _ = ids.fill(now, count, |id| batch.push(id));
                        for id in batch {
                            prop_assert!(made.insert(id));
                        }
                    }
                    1 => {
                        if let Ok((first, lent)) = ids.lend(now, count, no_noise) {
                            let used = count.min(lent);
                            for i in 0..used {
                                prop_assert!(made.insert(first + u128::from(i) * ids.step()));
                            }
                            ids.give_back(first + u128::from(used - 1) * ids.step(), lent - used);
                        }
                    }
                    _ => {
                        if let Ok(id) = ids.next(now) {
                            prop_assert!(made.insert(id));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn records_are_the_texts_and_the_bytes_of_the_same_ids() {
    let sno = Format::named("sno").unwrap();
    let partition = [("partition", 5.0.into())];
    let mut values = Vec::new();
    let filled = generator(&sno, &partition, None).fill(NOW, 1000, |id| values.push(id)).unwrap();
    assert_eq!(filled, 1000);

    let metadata = sno.metadata(7.0).unwrap();
    let (mut texts, mut bytes) = (vec![0; 16_000], vec![0; 10_000]);
    for (as_texts, place) in [(true, &mut texts), (false, &mut bytes)] {
        let mut ids = generator(&sno, &partition, None);
        assert_eq!(
            ids.fill_records(NOW, 2000, metadata, as_texts, place),
            Ok(1000),
            "no more than there is room for"
        );
    }
    for (at, value) in values.iter().map(|value| value | metadata).enumerate() {
        assert_eq!(&texts[at * 16..][..16], sno.write(value, Style::OWN).unwrap().as_bytes());
        assert_eq!(&bytes[at * 10..][..10], &value.to_be_bytes()[6..]);
    }
}
