//! Promises of times in two fields, of which the low one counts only so many values: 1000 ms in 10 bits beside seconds.

use std::collections::HashSet;

use flakekit::layout::Kind;
use flakekit::{Code, Generator, GeneratorOptions, Identities, Scheme};
use proptest::prelude::*;

use crate::support::{EPOCH, Given, code, custom_format, raw_options};

const FIELDS: [(Kind, &str, u8); 3] =
    [(Kind::Time, "timestamp", 41), (Kind::Node, "server", 10), (Kind::Sequence, "sequence", 12)];

/// The layout of Nextcloud: 31 bits of seconds, 10 bits of ms.
fn scheme() -> Scheme {
    Scheme { per: 1000, ..custom_format(&FIELDS, 1, EPOCH).scheme().unwrap() }
}

fn open(scheme: &Scheme, options: &[(&str, Given)], identities: Option<&mut Identities>) -> Generator {
    let format = custom_format(&FIELDS, 1, EPOCH);
    let all = [&[("server", Given::from(5))], options].concat();
    let options = GeneratorOptions::new(&format, &raw_options(&format, &all)).unwrap();
    Generator::new(scheme, &options, identities, || Some(7)).unwrap()
}

/// The seconds, the ms and the sequence number of an ID.
fn parts(id: u128) -> (u64, u64, u64) {
    assert_eq!(id >> 12 & 1023, 5, "the server");
    ((id >> 32) as u64, (id >> 22) as u64 & 1023, id as u64 & 4095)
}

#[test]
fn the_ms_of_each_second_are_0_to_999_and_ids_ascend() {
    let mut ids = open(&scheme(), &[], None);
    let mut last = 0;
    for ms in (0..5000).step_by(7).chain(60_000..62_100).chain([86_400_999, 86_401_000]) {
        for number in 0..2 {
            let id = ids.next(EPOCH + ms).unwrap();
            assert_eq!(parts(id), (ms as u64 / 1000, ms as u64 % 1000, number));
            assert!(id > last);
            last = id;
        }
    }
}

#[test]
fn the_last_tick_is_the_last_ms_of_the_last_second() {
    let end = EPOCH + (1_i64 << 31) * 1000;
    let mut ids = open(&scheme(), &[], None);
    assert_eq!(parts(ids.next(end - 1).unwrap()), ((1 << 31) - 1, 999, 0));
    assert_eq!(code(ids.next(end).unwrap_err()), Code::ClockOutOfRange);
    assert_eq!(scheme().last_instant(), end - 1);
    assert_eq!(scheme().last_tick(), (1 << 31) * 1000 - 1);
}

#[test]
fn a_time_in_one_field_shares_no_sequencer_with_a_time_in_two() {
    let mut identities = Identities::new();
    let one = Scheme { per: 1, ..scheme() };
    let mut first = open(&scheme(), &[], Some(&mut identities));
    let mut again = open(&scheme(), &[], Some(&mut identities));
    let mut other = open(&one, &[], Some(&mut identities));
    let number = |ids: &mut Generator| parts(ids.next(EPOCH + 1).unwrap()).2;
    assert_eq!([number(&mut first), number(&mut again), number(&mut other)], [0, 1, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_id_has_its_tick_whatever_the_policies_and_the_way_it_is_made(
        start in prop::sample::select(vec!["reset", "rolling", "random"]),
        exhausted in prop::sample::select(vec!["lead", "wait"]),
        steps in prop::collection::vec((prop_oneof![4 => 0i64..3, 2 => 1i64..1500, 1 => -30i64..0], 1u32..12, any::<bool>()), 1..80),
    ) {
        let range = crate::support::range(0, 3);
        let options = [("sequence", Given::from(start)), ("onExhausted", Given::from(exhausted)), ("sequenceRange", range)];
        let mut ids = open(&scheme(), &options, None);
        let mut now = EPOCH + 990;
        let mut made = HashSet::new();
        for (step, count, in_batch) in steps {
            now = (now + step).max(EPOCH);
            let mut some = Vec::new();
            if in_batch {
                let _ = ids.fill(now, count, |id| some.push(id));
            } else {
                for _ in 0..count {
                    let Ok(id) = ids.next(now) else { break };
                    some.push(id);
                }
            }
            for &id in &some {
                let (_, ms, number) = parts(id);
                prop_assert!(ms < 1000 && number < 4, "{:?}", parts(id));
                prop_assert!(made.insert(id));
            }
            if let Some(&id) = some.last() {
                let (seconds, ms, _) = parts(id);
                prop_assert_eq!(ids.saved().state.tick, seconds * 1000 + ms);
            }
        }
    }
}
