//! Promises of generators, on scripted clocks.

use std::collections::HashSet;

use flakekit::formats::Fields;
use flakekit::layout::Kind;
use flakekit::sequencer::WaitCause;
use flakekit::{Code, GeneratorOptions, Handles, Identities, NextError};

use crate::support::{
    Given, NOW, built_in, code, custom_format, entropy, formats, generator, one_machine, range, raw_options,
    twitter,
};

#[test]
fn each_format_makes_exactly_its_capacity_per_tick_and_then_waits() {
    for (format, nodes) in formats() {
        let capacity = format.layout().place(Kind::Sequence).max() as usize + 1;
        let mut ids = generator(&format, &nodes, None);
        let made: HashSet<u128> = (0..capacity).map(|_| ids.next(NOW).unwrap()).collect();
        assert_eq!(made.len(), capacity, "{}", format.name());
        assert_eq!(
            ids.next(NOW),
            Err(NextError::Wait(format.unit() as u32, WaitCause::Exhausted)),
            "{}",
            format.name()
        );
        assert!(ids.next(NOW + format.unit() as i64).is_ok());

        let mut batch = Vec::new();
        let mut ids = generator(&format, &nodes, None);
        while ids.fill(NOW, 1_000_000, |id| batch.push(id)).is_ok() {}
        assert_eq!(batch.len(), capacity, "{}", format.name());
    }
}

#[test]
fn with_the_standard_policy_ids_strictly_increase_whatever_the_clock_does() {
    for (format, nodes) in
        formats().filter(|(format, _)| !["nanoflake", "uid60", "sno"].contains(&format.name()))
    {
        let mut ids = generator(&format, &nodes, None);
        let script = [0, 1, 1, 5, 3, -400, -400, -399, 0, 12, 12, -9000, 13, 2000];
        let made: Vec<u128> = script
            .iter()
            .flat_map(|ms| [ids.next(NOW + ms), ids.next(NOW + ms)])
            .map(Result::unwrap)
            .collect();
        assert!(made.windows(2).all(|pair| pair[0] < pair[1]), "{}", format.name());
    }
}

#[test]
fn a_generator_made_for_each_id_continues_after_the_last_one() {
    let mut identities = Identities::new();
    for (format, nodes) in formats() {
        let made: HashSet<u128> =
            (0..200).map(|_| generator(&format, &nodes, Some(&mut identities)).next(NOW).unwrap()).collect();
        assert_eq!(made.len(), 200, "{}", format.name());
    }
}

#[test]
fn formats_with_the_same_bits_share_one_counter_whatever_their_names() {
    let fields = [(Kind::Time, "timestamp", 41), (Kind::Node, "host", 10), (Kind::Sequence, "sequence", 12)];
    let twin = custom_format(&fields, 1, 1_288_834_974_657);
    let mut identities = Identities::new();
    let first = twitter(&[], Some(&mut identities)).next(NOW).unwrap();
    let second = generator(&twin, &[("host", 1.into())], Some(&mut identities)).next(NOW).unwrap();
    assert_eq!(second, first + 1);
}

#[test]
fn generators_with_overlapping_ranges_never_make_the_same_id() {
    let mut identities = Identities::new();
    let ranges = [(0, 99), (50, 149), (0, 4095), (99, 99)];
    let mut generators: Vec<_> = ranges
        .iter()
        .map(|(first, last)| twitter(&[("sequenceRange", range(*first, *last))], Some(&mut identities)))
        .collect();
    let mut made = HashSet::new();
    for ms in 0..400 {
        for ids in &mut generators {
            if let Ok(id) = ids.next(NOW + ms / 4) {
                assert!(made.insert(id));
            }
        }
    }
    assert!(made.len() > 350, "{}", made.len());
}

#[test]
fn generators_with_disjoint_ranges_make_the_full_capacity_together() {
    let mut identities = Identities::new();
    let mut low = twitter(&[("sequenceRange", range(0, 2047))], Some(&mut identities));
    let mut high = twitter(&[("sequenceRange", range(2048, 4095))], Some(&mut identities));
    let made: HashSet<u128> =
        (0..2048).flat_map(|_| [low.next(NOW).unwrap(), high.next(NOW).unwrap()]).collect();
    assert_eq!(made.len(), 4096);
    assert_eq!(low.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
}

#[test]
fn generators_that_differ_in_the_start_never_make_the_same_id() {
    let mut identities = Identities::new();
    let starts = ["reset", "rolling", "random"];
    let mut generators: Vec<_> =
        starts.iter().map(|start| twitter(&[("sequence", (*start).into())], Some(&mut identities))).collect();
    let mut made = HashSet::new();
    for ms in 0..300 {
        for ids in &mut generators {
            if let Ok(id) = ids.next(NOW + ms / 3) {
                assert!(made.insert(id));
            }
        }
    }
}

#[test]
fn generators_that_differ_in_the_start_keep_their_starts() {
    let mut identities = Identities::new();
    let format = built_in("twitter");
    let sequence = |id| format.decode(id).unwrap().numbers.last().unwrap().1;
    let mut reset = twitter(&[], Some(&mut identities));
    let mut rolling = twitter(&[("sequence", "rolling".into())], Some(&mut identities));
    assert_eq!(sequence(reset.next(NOW).unwrap()), 0);
    let rolled: Vec<u64> = (1..4).map(|ms| sequence(rolling.next(NOW + ms).unwrap())).collect();
    assert_eq!(rolled, [0, 1, 2]);
    assert_eq!(sequence(reset.next(NOW + 4).unwrap()), 0);
}

#[test]
fn equal_generators_have_one_handle_and_closing_frees_own_clock_generators() {
    let format = built_in("twitter");
    let options = |more: &[(&str, Given)]| {
        GeneratorOptions::new(&format, &raw_options(&format, &one_machine(more))).unwrap()
    };
    let mut handles = Handles::new();
    let mut open = |more: &[(&str, Given)], has_own_clock| {
        handles.open(&format.scheme().unwrap(), &options(more), has_own_clock, entropy).unwrap()
    };
    let (first, second) = (open(&[], false), open(&[], false));
    assert_eq!(first, second);
    // Policies are no part of an identity.
    let other = open(&[("maxWait", 5.into()), ("maxLead", 6.into()), ("onRollback", "throw".into())], false);
    assert_eq!(first, other);
    let rolling = open(&[("sequence", "rolling".into())], false);
    assert_ne!(first, rolling);
    let (own_clock, another) = (open(&[], true), open(&[], true));
    assert_ne!(own_clock, another);

    let id = handles.generator(first).unwrap().next(NOW).unwrap();
    assert_eq!(handles.generator(other).unwrap().next(NOW), Ok(id + 1));
    assert_eq!(handles.generator(own_clock).unwrap().next(NOW), Ok(id));
    assert!(handles.generator(own_clock).unwrap().has_own_clock());
    assert!(!handles.generator(first).unwrap().has_own_clock());
    handles.close(own_clock);
    handles.close(own_clock);
    handles.close(first);
    handles.close(1000);
    assert!(handles.generator(own_clock).is_none());
    assert!(handles.generator(1000).is_none());
    assert_eq!(handles.generator(first).unwrap().next(NOW), Ok(id + 2));
    // The handle of a freed generator is used again, once.
    assert_eq!(handles.open(&format.scheme().unwrap(), &options(&[]), true, entropy), Ok(own_clock));
    assert_ne!(handles.open(&format.scheme().unwrap(), &options(&[]), true, entropy), Ok(own_clock));
    assert_eq!(handles.generator(own_clock).unwrap().next(NOW), Ok(id));
}

#[test]
fn a_clock_outside_of_the_format_is_refused_and_changes_nothing() {
    for (format, nodes) in formats() {
        let mut ids = generator(&format, &nodes, None);
        let epoch = format.epoch().unwrap();
        let past_the_end = epoch + (format.last_tick() + 1) as i64 * format.unit() as i64;
        let first = ids.next(NOW).unwrap();
        for clock in [epoch - 1, past_the_end, i64::MIN, i64::MAX] {
            let refused = ids.next(clock).unwrap_err();
            assert_eq!(code(refused), Code::ClockOutOfRange, "{} at {clock}", format.name());
        }
        let (second, first) = (format.decode(ids.next(NOW).unwrap()).unwrap(), format.decode(first).unwrap());
        let sequence = |fields: &Fields<'_>| {
            fields.numbers.iter().find(|(name, _)| ["sequence", "increment"].contains(name)).unwrap().1
        };
        assert_eq!((second.timestamp, sequence(&second)), (first.timestamp, sequence(&first) + 1));
    }
}

#[test]
fn the_last_tick_of_a_format_is_used_up_to_its_last_number() {
    let mut ids = twitter(&[("onExhausted", "lead".into())], None);
    let last = 1_288_834_974_657 + (1 << 41) - 1;
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
fn with_throw_policies_rollback_and_exhaustion_are_errors_until_the_clock_advances() {
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
fn a_stalled_generator_leads_up_to_max_lead_and_then_refuses() {
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

mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_mix_of_generators_batches_and_clocks_repeats_an_id(
            requests in prop::collection::vec((0usize..6, -30i64..40, 1u32..40), 1..150),
        ) {
            let mut identities = Identities::new();
            let format = built_in("snowflakeSI");
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
                now += step / 4;
                let ids = &mut generators[which];
                let mut batch = Vec::new();
                if count % 3 == 0 {
                    let _ = ids.fill(now, count, |id| batch.push(id));
                } else {
                    batch.extend((0..count).map_while(|_| ids.next(now).ok()));
                }
                for id in batch {
                    prop_assert!(made.insert(id));
                }
            }
        }
    }
}
