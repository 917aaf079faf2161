//! Promises of many IDs at once, and of random bits.

use std::cell::Cell;

use flakekit::generator::NO_BATCH;
use flakekit::layout::Kind;
use flakekit::text::{Encoding, Style};
use flakekit::{Code, Generator, GeneratorOptions, RawOptions};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::support::{
    EPOCH, Given, NOW, built_in, code, custom_format, custom_format_written, formats, generator, range,
    saved_numbers, twitter,
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
    let mut ids = Generator::new(&uid60, &options, None, entropy).unwrap();
    let mut bits = Vec::new();
    // Of single IDs in several ticks, of batches, and of IDs for a given time.
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

    let mut without = Generator::new(&uid60, &options, None, || None).unwrap();
    assert_eq!(code(without.next(NOW).unwrap_err()), Code::NoRandomness);
}

#[test]
fn all_32_random_bits_of_a_request_are_used_before_the_next_request() {
    let fields =
        [(Kind::Time, "timestamp", 36), (Kind::Sequence, "sequence", 8), (Kind::Random, "random", 16)];
    let format = custom_format(&fields, 1, EPOCH);
    let options = GeneratorOptions::new(&format, &RawOptions::default()).unwrap();
    let entropy = || {
        REQUESTS.set(REQUESTS.get() + 1);
        Some(nth(REQUESTS.get()))
    };
    REQUESTS.set(0);
    let mut ids = Generator::new(&format, &options, None, entropy).unwrap();
    for n in 0..4 {
        let random = ids.next(NOW).unwrap() as u32 & 0xFFFF;
        assert_eq!(random, nth(n / 2 + 1) >> (16 * (n % 2)) & 0xFFFF, "the {n}th");
    }
    assert_eq!(REQUESTS.get(), 2);
}

#[test]
fn records_are_the_texts_or_the_bytes_of_the_same_ids() {
    let sno = built_in("sno");
    let partition = [("partition", 5.into())];
    let mut values = Vec::new();
    let filled = generator(&sno, &partition, None).fill(NOW, 1000, |id| values.push(id)).unwrap();
    assert_eq!(filled, 1000);

    let metadata = sno.metadata(7).unwrap();
    let (mut texts, mut bytes) = (vec![0; 16_000], vec![0; 10_000]);
    for (as_texts, buffer) in [(true, &mut texts), (false, &mut bytes)] {
        let mut ids = generator(&sno, &partition, None);
        assert_eq!(
            ids.fill_records(NOW, 2000, NO_BATCH, metadata, as_texts, buffer),
            Ok(1000),
            "no more than the buffer has room for"
        );
    }
    for (at, value) in values.iter().map(|value| value | metadata).enumerate() {
        assert_eq!(&texts[at * 16..][..16], sno.write(value, Style::OWN).unwrap().as_bytes());
        assert_eq!(&bytes[at * 10..][..10], &value.to_be_bytes()[6..]);
    }
}

#[test]
fn records_of_ids_that_count_up_by_more_than_one_are_their_texts() {
    let fields =
        [(Kind::Time, "timestamp", 42), (Kind::Sequence, "sequence", 12), (Kind::Node, "machine", 10)];
    let format = custom_format_written(Encoding::Crockford, &fields, 1, EPOCH);
    let machine = [("machine", 5.into())];
    let mut expected = Vec::new();
    let put = |id| expected.extend_from_slice(format.write(id, Style::OWN).unwrap().as_bytes());
    generator(&format, &machine, None).fill(NOW, 100, put).unwrap();
    let mut texts = vec![0; 1300];
    let mut ids = generator(&format, &machine, None);
    assert_eq!(ids.fill_records(NOW, 100, NO_BATCH, 0, true, &mut texts), Ok(100));
    assert_eq!(texts, expected);
}

#[test]
#[should_panic(expected = "no records of 8 to 16 bytes")]
fn records_require_texts_of_one_length() {
    let mut buffer = [0; 100];
    let _ = twitter(&[], None).fill_records(NOW, 5, NO_BATCH, 0, true, &mut buffer);
}

#[test]
fn a_batch_is_filled_run_by_run_unless_each_id_has_random_bits() {
    let counts = |ids: &mut Generator| {
        let mut runs = Vec::new();
        assert_eq!(ids.fill_runs(NOW, 7, NO_BATCH, |_, count| runs.push(count)), Ok(7));
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
fn single_ids_and_batches_are_the_same_ids_at_every_position_of_the_sequence() {
    for (format, nodes) in formats() {
        let random = format.layout().place(Kind::Random);
        let bare = |id: u128| id & !random.to_value(random.max());
        let mut ids = generator(&format, &nodes, None);
        let one_by_one: Vec<u128> = (0..40).map(|_| bare(ids.next(NOW).unwrap())).collect();

        let (mut ids, mut filled) = (generator(&format, &nodes, None), Vec::new());
        ids.fill(NOW, 40, |id| filled.push(bare(id))).unwrap();
        assert_eq!(filled, one_by_one, "{}", format.name());

        let (mut ids, mut mixed) = (generator(&format, &nodes, None), Vec::new());
        while mixed.len() < 40 {
            ids.fill(NOW, 2, |id| mixed.push(bare(id))).unwrap();
            mixed.extend([(); 3].map(|()| bare(ids.next(NOW).unwrap())));
        }
        assert_eq!(mixed, one_by_one, "{}", format.name());
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
