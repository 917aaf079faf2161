//! What is lent, and what is made many at a time.

use std::cell::Cell;
use std::rc::Rc;

use flakekit::formats::{Definition, JsType};
use flakekit::generator::NO_BATCH;
use flakekit::layout::{Field, Kind};
use flakekit::text::{Encoding, Style};
use flakekit::{Code, Format, Generator, GeneratorOptions, Identities, RawOptions};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, code, formats, generator, no_random, range, snapshot, twitter};

#[test]
fn a_run_that_is_lent_is_granted_to_nobody_else_and_what_is_given_back_is_granted_again() {
    let mut identities = Identities::new();
    let mut lender = twitter(&[], Some(&mut identities));
    let (_, count) = lender.lend(NOW, 0, no_random).unwrap();
    let (first, more) = lender.lend(NOW, count, no_random).unwrap();
    assert_eq!((count, more), (1, 4));
    let other = twitter(&[], Some(&mut identities)).next(NOW).unwrap();
    assert_eq!(other, first + 4);

    let mut alone = twitter(&[], None);
    alone.lend(NOW, 0, no_random).unwrap();
    let (first, count) = alone.lend(NOW, 8, no_random).unwrap();
    assert_eq!(count, 32);
    alone.give_back(first, count - 2);
    alone.give_back(first, count);
    alone.give_back(first + 5, count - 1);
    assert_eq!(alone.next(NOW), Ok(first + 32));

    let (first, count) = alone.lend(NOW, 8, no_random).unwrap();
    alone.give_back(first + 1, count - 2);
    alone.give_back(first + 1, count - 2);
    assert_eq!(alone.next(NOW), Ok(first + 2));
    assert_eq!(alone.lend(NOW, 0, no_random).unwrap().0, first + 3);
}

#[test]
fn a_new_tick_begins_with_what_the_last_one_asked_for_and_with_one_id_where_that_was_one() {
    let mut ids = twitter(&[], None);
    let lent = |(_, count): (u128, u32)| count;
    assert_eq!(lent(ids.lend(NOW, 0, no_random).unwrap()), 1);
    assert_eq!(lent(ids.lend(NOW + 1, 1, no_random).unwrap()), 1);
    assert_eq!(lent(ids.lend(NOW + 2, 64, no_random).unwrap()), 16);
}

thread_local! { static ASKED: Cell<u32> = const { Cell::new(0) }; }

/// The random bits that are given when they are raw_options for the nth time, from 1 on.
fn nth(n: u32) -> u32 {
    n.wrapping_mul(0x9E37_79B1)
}

#[test]
fn random_bits_are_new_for_each_id_and_are_asked_for() {
    let uid60 = Format::named("uid60").unwrap();
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
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
fn records_are_the_texts_and_the_bytes_of_the_same_ids() {
    let sno = Format::named("sno").unwrap();
    let partition = [("partition", 5.0.into())];
    let mut values = Vec::new();
    let filled = generator(&sno, &partition, None).fill(NOW, 1000, |id| values.push(id)).unwrap();
    assert_eq!(filled, 1000);

    let metadata = sno.metadata(7).unwrap();
    let (mut texts, mut bytes) = (vec![0; 16_000], vec![0; 10_000]);
    for (as_texts, place) in [(true, &mut texts), (false, &mut bytes)] {
        let mut ids = generator(&sno, &partition, None);
        assert_eq!(
            ids.fill_records(NOW, 2000, NO_BATCH, metadata, as_texts, place),
            Ok(1000),
            "no more than there is room for"
        );
    }
    for (at, value) in values.iter().map(|value| value | metadata).enumerate() {
        assert_eq!(&texts[at * 16..][..16], sno.write(value, Style::OWN).unwrap().as_bytes());
        assert_eq!(&bytes[at * 10..][..10], &value.to_be_bytes()[6..]);
    }
}

#[test]
#[should_panic(expected = "no records of 8 to 16 bytes")]
fn records_are_refused_where_texts_differ_in_length() {
    let mut place = [0; 100];
    let _ = twitter(&[], None).fill_records(NOW, 5, NO_BATCH, 0, true, &mut place);
}

/// A format with these fields, by kind, name and width.
fn defined(fields: &[(Kind, &'static str, u8)]) -> Rc<Format> {
    let definition = Definition {
        name: "defined".to_owned(),
        fields: fields.iter().map(|(kind, name, bits)| Field::new(*kind, name, *bits)).collect(),
        bits: fields.iter().map(|(_, _, bits)| f64::from(*bits)).sum(),
        unit: 1000,
        epoch: 1_704_067_200_000,
        js_type: JsType::BigInt,
        encoding: Encoding::Decimal,
        defaults: POLICY,
    };
    Format::define(definition, None).unwrap()
}

#[test]
fn a_run_is_lent_whole_where_it_stands_in_the_low_32_bits_and_one_by_one_where_it_does_not() {
    for (below, whole) in [(0, true), (19, true), (20, true), (21, false), (22, false)] {
        for kind in [Kind::Sequence, Kind::Random] {
            let other = if kind == Kind::Random { Kind::Sequence } else { Kind::Random };
            // The first of these ends 12 bits above those below it.
            let high = [(Kind::Time, "timestamp", 30), (kind, "high", 9), (other, "low", 3)];
            let low = (Kind::Node, "below", below);
            let mut ids = generator(&defined(&[&high[..], &[low]].concat()), &[("below", 0.0.into())], None);
            ids.next(NOW).unwrap();
            let (_, count) = ids.lend(NOW, 1, no_random).unwrap();
            assert_eq!(count > 1, whole, "{kind:?} with {below} bits below");
        }
    }
}

#[test]
fn formats_without_random_bits_are_lent_none() {
    twitter(&[], None).lend(NOW, 4, |_, _| panic!("random bits of twitter")).unwrap();
}

#[test]
fn what_is_given_back_without_a_loan_changes_nothing() {
    let mut ids = twitter(&[], None);
    ids.next(NOW).unwrap();
    let id = ids.next(NOW).unwrap();
    ids.give_back(id, 0);
    ids.give_back(id, 1);
    assert_eq!(ids.next(NOW), Ok(id + 1));
}

#[test]
fn a_run_is_filled_at_once_unless_each_id_has_random_bits() {
    let count = |ids: &mut Generator| {
        let mut runs = Vec::new();
        assert_eq!(ids.fill_runs(NOW, 7, NO_BATCH, |_, count| runs.push(count)), Ok(7));
        runs
    };
    assert_eq!(count(&mut twitter(&[], None)), [7]);
    assert_eq!(count(&mut generator(&Format::named("uid60").unwrap(), &[], None)), [1; 7]);
}

#[test]
fn no_number_of_a_tick_is_the_last_one_where_none_was_handed_out() {
    let mut ids = twitter(&[], None);
    for _ in 0..5 {
        ids.next(NOW).unwrap();
    }
    assert_eq!(ids.progress(NOW), Ok((4, 5)));
    let Given::Saved(mut numbers) = snapshot(&mut ids, NOW) else { unreachable!() };
    // `used`: all of them were given back.
    numbers[5] = 0;
    let mut restored = twitter(&[("snapshot", Given::Saved(numbers))], None);
    assert_eq!(restored.progress(NOW), Ok((0, 0)));
    assert_eq!(restored.progress(NOW + 1), Ok((0, 0)));
}

#[test]
fn an_id_is_the_same_whether_it_is_made_alone_in_a_batch_or_lent_wherever_the_sequence_stands() {
    for (format, nodes) in formats() {
        let random = format.layout().place(Kind::Random);
        let bare = |id: u128| id & !random.to_value(random.max());
        let mut ids = generator(&format, &nodes, None);
        let one_by_one: Vec<u128> = (0..40).map(|_| bare(ids.next(NOW).unwrap())).collect();

        let (mut ids, mut filled) = (generator(&format, &nodes, None), Vec::new());
        ids.fill(NOW, 40, |id| filled.push(bare(id))).unwrap();
        assert_eq!(filled, one_by_one, "{}", format.name());

        let (mut ids, mut lent) = (generator(&format, &nodes, None), Vec::new());
        while lent.len() < 37 {
            let (first, count) = ids.lend(NOW, 4, |_, _| ()).unwrap();
            let used = count.min(3);
            lent.extend((0..used).map(|i| bare(first + u128::from(i) * ids.step())));
            ids.give_back(first + u128::from(used - 1) * ids.step(), count - used);
        }
        lent.push(bare(ids.next(NOW).unwrap()));
        assert_eq!(lent, one_by_one[..38], "{}", format.name());
    }
}

#[test]
fn no_more_ids_are_made_than_are_wanted_where_they_take_several_runs() {
    let mut ids = twitter(&[("sequence", "rolling".into()), ("sequenceRange", range(0, 7))], None);
    assert_eq!(ids.fill(NOW, 5, |_| ()), Ok(5));
    let mut made = Vec::new();
    let filled = ids.fill(NOW + 1, 5, |id| made.push(id & 4095));
    assert_eq!((filled, made), (Ok(5), vec![5, 6, 7, 0, 1]));
    assert_eq!(ids.next(NOW + 1).map(|id| id & 4095), Ok(2));
}
