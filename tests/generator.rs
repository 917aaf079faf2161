//! What generators promise, on scripted clocks.

use std::collections::HashSet;

use flakekit::formats::{Definition, JsType};
use flakekit::layout::{Field, Kind};
use flakekit::sequencer::WaitCause;
use flakekit::text::Encoding;
use flakekit::{Code, Format, GeneratorOptions, Identities, NextError};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, code, entropy, formats, generator, one_machine, range, raw_options, twitter};

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
            Err(NextError::Wait(format.tick_ms() as u32, WaitCause::Exhausted)),
            "{}",
            format.name()
        );
        assert!(ids.next(NOW + format.tick_ms() as f64).is_ok());

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
    let mut identities = Identities::new();
    for (format, nodes) in formats() {
        let made: HashSet<u128> =
            (0..200).map(|_| generator(&format, &nodes, Some(&mut identities)).next(NOW).unwrap()).collect();
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
        bits: 63,
        unit: None,
        epoch: 1_288_834_974_657,
        js_type: JsType::BigInt,
        encoding: Encoding::Decimal,
        defaults: POLICY,
    };
    let twin = Format::define(twin, None).unwrap();
    let mut identities = Identities::new();
    let first = twitter(&[], Some(&mut identities)).next(NOW).unwrap();
    let second = generator(&twin, &[("host", 1.into())], Some(&mut identities)).next(NOW).unwrap();
    assert_eq!(second, first + 1);
}

#[test]
fn generators_of_overlapping_ranges_never_make_the_same_id() {
    let mut identities = Identities::new();
    let ranges = [(0, 99), (50, 149), (0, 4095), (99, 99)];
    let mut generators: Vec<_> = ranges
        .iter()
        .map(|(first, last)| twitter(&[("sequenceRange", range(*first, *last))], Some(&mut identities)))
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
    let mut identities = Identities::new();
    let mut low = twitter(&[("sequenceRange", range(0, 2047))], Some(&mut identities));
    let mut high = twitter(&[("sequenceRange", range(2048, 4095))], Some(&mut identities));
    let made: HashSet<u128> =
        (0..2048).flat_map(|_| [low.next(NOW).unwrap(), high.next(NOW).unwrap()]).collect();
    assert_eq!(made.len(), 4096);
    assert_eq!(low.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
}

#[test]
fn two_generators_of_one_identity_and_different_starts_never_make_the_same_id() {
    let mut identities = Identities::new();
    let starts = ["reset", "rolling", "random"];
    let mut generators: Vec<_> =
        starts.iter().map(|start| twitter(&[("sequence", (*start).into())], Some(&mut identities))).collect();
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
    let mut identities = Identities::new();
    let format = built_in("twitter");
    let sequence = |id| format.decode(id).unwrap().numbers.last().unwrap().1;
    let mut reset = twitter(&[], Some(&mut identities));
    let mut rolling = twitter(&[("sequence", "rolling".into())], Some(&mut identities));
    assert_eq!(sequence(reset.next(NOW).unwrap()), 0);
    let rolled: Vec<u64> = (1..4).map(|ms| sequence(rolling.next(NOW + f64::from(ms)).unwrap())).collect();
    assert_eq!(rolled, [0, 1, 2]);
    assert_eq!(sequence(reset.next(NOW + 4).unwrap()), 0);
}

#[test]
fn a_pool_gives_equal_generators_one_number_and_lets_go_of_those_that_stand_alone() {
    let format = built_in("twitter");
    let options = |more: &[(&str, Given)]| {
        GeneratorOptions::new(&format, &raw_options(&format, &one_machine(more))).unwrap()
    };
    let mut identities = Identities::new();
    let mut open =
        |more: &[(&str, Given)], alone| identities.open(&format, &options(more), alone, entropy).unwrap();
    let (first, second) = (open(&[], false), open(&[], false));
    assert_eq!(first, second);
    let other = open(&[("maxWait", 5.into())], false);
    assert_ne!(first, other);
    let (alone, also_alone) = (open(&[], true), open(&[], true));
    assert_ne!(alone, also_alone);

    let id = identities.generator(first).unwrap().next(NOW).unwrap();
    assert_eq!(identities.generator(other).unwrap().next(NOW), Ok(id + 1));
    assert_eq!(identities.generator(alone).unwrap().next(NOW), Ok(id));
    identities.close(alone);
    identities.close(first);
    identities.close(1000);
    assert!(identities.generator(alone).is_none());
    assert_eq!(identities.generator(first).unwrap().next(NOW), Ok(id + 2));
    assert_eq!(identities.open(&format, &options(&[]), true, entropy), Ok(alone));
}

#[test]
fn a_clock_that_cannot_be_used_is_refused_and_changes_nothing() {
    for (format, nodes) in formats() {
        let mut ids = generator(&format, &nodes, None);
        let epoch = format.epoch().unwrap() as f64;
        let past_the_end = epoch + (format.last_tick() + 1) as f64 * format.tick_ms() as f64;
        let first = ids.next(NOW).unwrap();
        for (clock, expected) in [
            (None, Code::ClockInvalid),
            (f64::INFINITY, Code::ClockInvalid),
            (f64::NEG_INFINITY, Code::ClockInvalid),
            (epoch - 1, Code::ClockOutOfRange),
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
    let last = 1_288_834_974_657 + 2f64.powi(41) - 1;
    let made = (0..4096).map(|_| ids.next(last).unwrap()).last().unwrap();
    assert_eq!(made, (1 << 63) - 1 - (1023 << 12) + (1 << 12));
    assert_eq!(code(ids.next(last).unwrap_err()), Code::ClockOutOfRange);
}

#[test]
fn a_wait_longer_than_max_wait_is_an_error_at_once() {
    let mut ids = twitter(&[("onRollback", "wait".into()), ("maxWait", 100.into())], None);
    ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW - 100), Err(NextError::Wait(100, WaitCause::Rollback)));
    assert_eq!(code(ids.next(NOW - 101).unwrap_err()), Code::WaitTooLong);
    assert!(ids.next(NOW).is_ok());

    let mut ids = twitter(&[("maxLead", 500.into())], None);
    ids.next(NOW).unwrap();
    assert!(ids.next(NOW - 500).is_ok());
    assert_eq!(ids.next(NOW - 501), Err(NextError::Wait(1, WaitCause::MaxLead)));
    assert_eq!(code(ids.next(NOW - 3_600_000).unwrap_err()), Code::WaitTooLong);
}

#[test]
fn policies_that_throw_say_so_and_go_on_afterwards() {
    let mut ids = twitter(&[("onRollback", "throw".into()), ("onExhausted", "throw".into())], None);
    ids.next(NOW).unwrap();
    assert_eq!(code(ids.next(NOW - 1).unwrap_err()), Code::ClockBehind);
    for _ in 1..4096 {
        ids.next(NOW).unwrap();
    }
    assert_eq!(code(ids.next(NOW).unwrap_err()), Code::SequenceExhausted);
    assert!(ids.next(NOW + 1).is_ok());
}

#[test]
fn a_clock_held_still_leads_up_to_max_lead_and_then_says_so() {
    let mut ids = twitter(&[("sequenceRange", range(0, 0)), ("maxLead", 3.into())], None);
    ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
    ids.stall(NOW);
    for _ in 0..3 {
        ids.next(NOW).unwrap();
    }
    assert_eq!(code(ids.next(NOW).unwrap_err()), Code::ClockStalled);
    assert!(ids.next(NOW + 1).is_ok());
}

#[cfg(not(target_family = "wasm"))]
mod properties {
    use proptest::prelude::*;

    use super::support::{no_random, with};
    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_mix_of_generators_batches_and_clocks_repeats_an_id(
            requests in prop::collection::vec((0usize..6, -30i32..40, 1u32..40), 1..150),
        ) {
            let mut identities = Identities::new();
            let snowflake = Format::named("snowflakeSI").unwrap();
            let format = with(&snowflake, &[("epoch", 1_704_067_200_000)], Some(NOW)).unwrap();
            let mut generators = [
                generator(&format, &one_machine(&[]), Some(&mut identities)),
                generator(&format, &one_machine(&[]), Some(&mut identities)),
                generator(&format, &one_machine(&[("onExhausted", "lead".into())]), Some(&mut identities)),
                generator(&format, &one_machine(&[("sequence", "rolling".into())]), Some(&mut identities)),
                generator(&format, &one_machine(&[("sequenceRange", range(10, 20))]), Some(&mut identities)),
                generator(&format, &one_machine(&[("onRollback", "wait".into())]), Some(&mut identities)),
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
                        if let Ok((first, lent)) = ids.lend(now, count, no_random) {
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
