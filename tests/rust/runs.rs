//! Promises of many IDs at once, and of random bits.

use std::cell::Cell;
use std::collections::HashSet;

use flakekit::generator::NO_BATCH;
use flakekit::layout::Kind;
#[cfg(feature = "getrandom")]
use flakekit::system_entropy;
use flakekit::text::Style;
use flakekit::{Code, Generator, GeneratorOptions, RawOptions};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::support::{
    EPOCH, Given, NOW, built_in, code, custom_format, formats, generator, range, saved_numbers, twitter,
};

thread_local! { static REQUESTS: Cell<u32> = const { Cell::new(0) }; }

/// The random bits of the nth request, counted from 1.
fn nth(n: u32) -> u32 {
    n.wrapping_mul(0x9E37_79B1)
}

#[test]
fn each_id_has_new_random_bits_and_no_random_bit_is_used_twice() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    let random = |id| uid60.decode(id).unwrap().numbers[1];
    let entropy = || {
        REQUESTS.set(REQUESTS.get() + 1);
        Some(nth(REQUESTS.get()))
    };
    // In wasm, all tests share a thread.
    REQUESTS.set(0);
    let mut ids = Generator::new(&uid60.scheme().unwrap(), &options, None, entropy).unwrap();
    let mut bits = Vec::new();
    // The random bits are those of single IDs in several ticks, of batches, and of IDs for a given time.
    for ms in [0, 0, 0, 1, 1, 8] {
        bits.push(random(ids.next(NOW + ms).unwrap()));
    }
    ids.fill(NOW + 8, 20, |id| bits.push(random(id))).unwrap();
    bits.push(random(ids.id_for_time(NOW).unwrap()));
    bits.push(random(ids.next(NOW + 8).unwrap()));
    assert_eq!(bits.len(), 28);
    // 32 bits are enough for three IDs with 9 random bits each.
    for (n, bits) in bits.iter().enumerate() {
        let word = u64::from(nth(n as u32 / 3 + 1));
        assert_eq!(*bits, ("random", word >> (9 * (n % 3)) & 511), "the {n}th");
    }
    assert_eq!(REQUESTS.get(), 10);

    let mut without = Generator::new(&uid60.scheme().unwrap(), &options, None, || None).unwrap();
    assert_eq!(code(without.next(NOW).unwrap_err()), Code::NoRandomness);
}

#[test]
fn all_32_random_bits_of_a_request_are_used_before_the_next_request() {
    let fields =
        [(Kind::Time, "timestamp", 36), (Kind::Random, "random", 16), (Kind::Sequence, "sequence", 8)];
    let format = custom_format(&fields, 1, EPOCH);
    let place = format.layout().place(Kind::Random);
    let options = GeneratorOptions::new(&format, &RawOptions::default()).unwrap();
    let entropy = || {
        REQUESTS.set(REQUESTS.get() + 1);
        Some(nth(REQUESTS.get()))
    };
    REQUESTS.set(0);
    let mut ids = Generator::new(&format.scheme().unwrap(), &options, None, entropy).unwrap();
    for n in 0..4 {
        let random = place.read(ids.next(NOW).unwrap()) as u32;
        assert_eq!(random, nth(n / 2 + 1) >> (16 * (n % 2)) & 0xFFFF, "the {n}th");
    }
    assert_eq!(REQUESTS.get(), 2);
}

/// The values of IDs with this metadata, as texts or bytes in one buffer.
fn written(values: &[u128], metadata: u64, as_texts: bool) -> Vec<u8> {
    let sno = built_in("sno");
    let metadata = sno.metadata(metadata).unwrap();
    let record = |value: &u128| {
        let value = value | metadata;
        if as_texts {
            sno.write(value, Style::OWN).unwrap().as_bytes().to_vec()
        } else {
            value.to_be_bytes()[6..].to_vec()
        }
    };
    values.iter().flat_map(record).collect()
}

#[test]
fn records_are_the_texts_or_the_bytes_of_the_same_ids() {
    let sno = built_in("sno");
    let partition = [("partition", 5.into())];
    let mut values = Vec::new();
    let filled = generator(&sno, &partition, None).fill(NOW, 1000, |id| values.push(id)).unwrap();
    assert_eq!(filled, 1000);

    let (mut texts, mut bytes) = (vec![0; 16_000], vec![0; 10_000]);
    for (as_texts, buffer) in [(true, &mut texts), (false, &mut bytes)] {
        let mut ids = generator(&sno, &partition, None);
        assert_eq!(
            ids.fill_encoded(NOW, 2000, NO_BATCH, 7, as_texts, buffer),
            Ok(1000),
            "no more than the buffer has room for"
        );
    }
    assert_eq!(texts, written(&values, 7, true));
    assert_eq!(bytes, written(&values, 7, false));
}

#[test]
fn records_are_those_of_the_same_ids_at_the_extremes_of_all_fields_and_in_batches_that_cross_ticks() {
    const FIRST: i64 = 1_262_304_000_000;
    /// The beginnings of the first tick, of a tick in the middle, and of a tick near the last.
    const BEGINS: [i64; 3] = [FIRST, NOW, FIRST + ((1 << 39) - 500) * 4];
    let ranges = [(0, 65_535), (0, 3), (5, 40), (32_767, 32_770), (65_532, 65_535)];
    for (begin, (first, last)) in BEGINS.into_iter().flat_map(|begin| ranges.map(|range| (begin, range))) {
        let starts = ["reset", "rolling"];
        for (partition, start) in
            [0, 255, 43_690, 65_535].into_iter().flat_map(|node| starts.map(|at| (node, at)))
        {
            let options = [
                ("partition", Given::from(partition)),
                ("sequenceRange", range(first, last)),
                ("sequence", start.into()),
                ("onExhausted", "lead".into()),
            ];
            for (metadata, as_texts) in [(0, true), (255, true), (170, false), (255, false)] {
                let [mut plain, mut ids] = [(); 2].map(|()| generator(&built_in("sno"), &options, None));
                let width = if as_texts { 16 } else { 10 };
                let mut ticks = HashSet::new();
                // The clock goes back by 200 ms, to the other timeline, and on.
                for (ms, want) in [(0, 1), (0, 9), (1, 2), (7, 30), (500, 6), (300, 7), (1000, 5)] {
                    let mut values = Vec::new();
                    assert_eq!(plain.fill(begin + ms, want, |id| values.push(id)), Ok(want));
                    ticks.extend(values.iter().map(|value| value >> 40));
                    // There is no room for one more.
                    let length = want as usize * width;
                    let mut buffer = vec![0xA5; length + width - 1];
                    let filled =
                        ids.fill_encoded(begin + ms, want + 3, NO_BATCH, metadata, as_texts, &mut buffer);
                    assert_eq!(filled, Ok(want));
                    assert_eq!(buffer[..length], written(&values, metadata, as_texts), "{options:?}");
                    assert!(buffer[length..].iter().all(|byte| *byte == 0xA5));
                }
                assert!(ticks.len() > 2 && (last - first > 40 || ticks.len() >= 5), "{options:?}");
                assert!([0, 1].iter().all(|toggle| ticks.iter().any(|tick| tick & 1 == *toggle)));
            }
        }
    }
}

#[test]
fn records_belong_to_their_batch() {
    let mut ids = generator(&built_in("sno"), &[("partition", 5.into())], None);
    let first = ids.next(NOW).unwrap();
    for as_texts in [true, false] {
        let batch = ids.begin_batch();
        let mut buffer = [0; 160];
        assert_eq!(ids.fill_encoded(NOW, 10, batch, 7, as_texts, &mut buffer), Ok(10));
        assert_eq!(ids.state().unwrap().used, 11);
        ids.cancel_batch(batch);
        assert_eq!(ids.state().unwrap().used, 1);
    }
    assert_eq!(ids.next(NOW), Ok(first + 1));
}

#[test]
fn a_batch_is_filled_run_by_run_unless_each_id_has_random_bits() {
    let counts = |ids: &mut Generator| {
        let mut runs = Vec::new();
        assert_eq!(ids.fill_runs(NOW, 7, NO_BATCH, &mut |_, count| runs.push(count)), Ok(7));
        runs
    };
    assert_eq!(counts(&mut twitter(&[], None)), [7]);
    assert_eq!(counts(&mut generator(&built_in("uid60"), &[], None)), [1; 7]);
}

#[test]
fn the_progress_in_a_tick_without_used_numbers_is_the_lowest_number_and_0() {
    let mut ids = twitter(&[], None);
    for _ in 0..5 {
        ids.next(NOW).unwrap();
    }
    assert_eq!(ids.progress(NOW), Ok((4, 5)));
    let mut numbers = saved_numbers(&mut ids, NOW);
    // `used`: all numbers were taken back.
    numbers[5] = Some(0);
    let restored = twitter(&[("snapshot", Given::Snapshot(numbers))], None);
    assert_eq!(restored.progress(NOW), Ok((0, 0)));
    assert_eq!(restored.progress(NOW + 1), Ok((0, 0)));
}

#[test]
fn single_ids_and_batches_are_the_same_ids_at_every_position_of_the_sequence_and_in_every_tick() {
    for (format, nodes) in formats() {
        let random = format.layout().place(Kind::Random);
        let bare = |id: u128| id & !random.to_value(random.max());
        let scheme = format.scheme().unwrap();
        for now in [scheme.epoch, NOW, scheme.last_instant()] {
            let mut ids = generator(&format, &nodes, None);
            let one_by_one: Vec<u128> = (0..40).map(|_| bare(ids.next(now).unwrap())).collect();
            assert_eq!(scheme.time.read(one_by_one[0]), scheme.tick(now).unwrap(), "{}", format.name());
            // The first ID is made again, for a time of the caller's choice.
            assert_eq!(ids.id_for_time(now).map(bare), Ok(one_by_one[0]), "{}", format.name());

            let (mut ids, mut filled) = (generator(&format, &nodes, None), Vec::new());
            ids.fill(now, 40, |id| filled.push(bare(id))).unwrap();
            assert_eq!(filled, one_by_one, "{}", format.name());

            let (mut ids, mut mixed) = (generator(&format, &nodes, None), Vec::new());
            while mixed.len() < 40 {
                ids.fill(now, 2, |id| mixed.push(bare(id))).unwrap();
                mixed.extend([(); 3].map(|()| bare(ids.next(now).unwrap())));
            }
            assert_eq!(mixed, one_by_one, "{}", format.name());
        }
    }
}

#[test]
fn a_batch_of_several_runs_has_no_more_ids_than_requested() {
    let mut ids = twitter(&[("sequence", "rolling".into()), ("sequenceRange", range(0, 7))], None);
    assert_eq!(ids.fill(NOW, 5, |_| ()), Ok(5));
    let mut made = Vec::new();
    let filled = ids.fill(NOW + 1, 5, |id| made.push(id & 4095));
    assert_eq!((filled, made), (Ok(5), vec![5, 6, 7, 0, 1]));
    assert_eq!(ids.next(NOW + 1).map(|id| id & 4095), Ok(2));
}

#[cfg(feature = "getrandom")]
#[test]
fn the_system_provides_random_bits_which_differ() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    let mut ids = Generator::new(&uid60.scheme().unwrap(), &options, None, system_entropy).unwrap();
    let random = uid60.layout().place(Kind::Random);
    let made: Vec<_> = (0..64).map(|_| random.read(ids.next(NOW).unwrap())).collect();
    // 64 equal numbers of 9 bits have a probability of 2^-567.
    assert!(made.iter().any(|number| *number != made[0]), "{made:?}");
}
