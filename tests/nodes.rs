//! Node fields that are chosen: each generator has one of its own as long as there are enough; then they are shared.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;

use flakekit::snapshot::NUMBERS;
use flakekit::{Code, Format, Generator, GeneratorOptions, Identities, RawOptions};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

mod support;

use support::{Given, NOW, range, raw_options, try_generator};

fn partition(ids: &Generator) -> u64 {
    ids.format().decode(ids.node()).unwrap().numbers[2].1
}

/// Opens generators of sno in a identities, with these options and this source of random bits.
struct Opener {
    identities: Identities,
    entropy: fn() -> Option<u32>,
}

impl Opener {
    fn new(entropy: fn() -> Option<u32>) -> Self {
        Self { identities: Identities::new(), entropy }
    }

    fn open(&mut self, options: &[(&str, Given)], alone: bool) -> Result<usize, Code> {
        let sno = Format::named("sno").unwrap();
        let options = GeneratorOptions::new(&sno, &raw_options(&sno, options)).unwrap();
        self.identities.open(&sno, &options, alone, self.entropy).map_err(|error| error.code())
    }

    /// The number and the partition of a generator that is given none.
    fn automatic(&mut self, options: &[(&str, Given)], alone: bool) -> (usize, u64) {
        let number = self.open(options, alone).unwrap();
        (number, partition(self.identities.generator(number).unwrap()))
    }

    /// Gives generators of their own these partitions, so that they are not chosen.
    fn take(&mut self, partitions: Range<u32>) {
        let sno = Format::named("sno").unwrap();
        for number in partitions {
            try_generator(&sno, &[("partition", f64::from(number).into())], Some(&mut self.identities))
                .unwrap();
        }
    }

    fn next(&mut self, number: usize) -> u128 {
        self.identities.generator(number).unwrap().next(NOW).unwrap()
    }
}

thread_local! { static RANDOM: Cell<Option<u32>> = const { Cell::new(None) }; }

#[test]
fn partitions_are_counted_up_from_a_random_one_and_go_round() {
    for (random, expected) in [(7, [7, 8, 9]), (65_534, [65_534, 65_535, 0]), (0xFFFF_FFFF, [65_535, 0, 1])] {
        RANDOM.set(Some(random));
        let mut opener = Opener::new(|| RANDOM.get());
        for alone in [true, false] {
            let first = opener.automatic(&[], alone).1;
            assert_eq!(first, expected[usize::from(!alone)], "{random}");
        }
        // One random number suffices.
        RANDOM.set(None);
        assert_eq!(opener.automatic(&[], true).1, expected[2]);
    }
}

#[test]
fn a_partition_that_a_generator_was_given_is_not_chosen() {
    let mut opener = Opener::new(|| Some(7));
    opener.open(&[("partition", 8.0.into())], false).unwrap();
    opener.open(&[("partition", 7.0.into()), ("sequenceRange", range(0, 9))], false).unwrap();
    assert_eq!(opener.automatic(&[], true).1, 9);
    assert_eq!(opener.automatic(&[], false).1, 10);
}

#[test]
fn without_randomness_no_partition_is_chosen_and_nothing_is_changed() {
    RANDOM.set(None);
    let mut opener = Opener::new(|| RANDOM.get());
    assert_eq!(opener.open(&[], true), Err(Code::NoRandomness));
    assert_eq!(opener.open(&[], false), Err(Code::NoRandomness));
    assert!(opener.open(&[("partition", 5.0.into())], false).is_ok());
    RANDOM.set(Some(5));
    assert_eq!(opener.automatic(&[], true).1, 6);
}

#[test]
fn generators_of_their_own_that_are_freed_leave_their_partitions_to_others() {
    let mut opener = Opener::new(|| Some(0));
    let mut made = HashSet::new();
    // More than there are partitions.
    for round in 0..70_000 {
        let (number, partition) = opener.automatic(&[], true);
        assert_eq!(partition, if round < 65_536 { round } else { 65_535 });
        assert_eq!(number, 0);
        assert!(made.insert(opener.next(number)));
        opener.identities.close(number);
    }
}

#[test]
fn a_shared_partition_is_free_when_the_last_of_its_users_is_freed() {
    let mut opener = Opener::new(|| Some(100));
    let part = [("sequenceRange", range(0, 99))];
    let users = [opener.automatic(&[], true), opener.automatic(&[], true), opener.automatic(&part, true)];
    assert_eq!(users.map(|user| user.1), [100, 101, 102]);
    let closed = opener.automatic(&[], true);
    opener.take(0..100);
    opener.take(104..65_536);
    opener.identities.close(closed.0);
    opener.identities.close(closed.0);
    // What was freed comes first, then those that are in use, in turn.
    let shared = [(); 5].map(|()| opener.automatic(&[], true));
    assert_eq!(shared.map(|user| user.1), [103, 100, 101, 103, 100]);
    // Of another range there is only one, and of a third there is none.
    for _ in 0..2 {
        assert_eq!(opener.automatic(&part, true).1, 102);
    }
    assert_eq!(opener.open(&[("sequenceRange", range(0, 50))], true), Err(Code::InvalidField));
    let mut made = HashSet::new();
    for user in users.iter().chain(&shared) {
        assert!(made.insert(opener.next(user.0)));
    }

    // Two of the three users of 100 are freed: it is not chosen before its turn.
    opener.identities.close(users[0].0);
    opener.identities.close(shared[1].0);
    assert_eq!(opener.automatic(&[], true).1, 103);
    let third = opener.automatic(&[], true);
    assert_eq!(third.1, 100);
    // The last ones are freed: it is chosen at once.
    opener.identities.close(shared[4].0);
    opener.identities.close(third.0);
    let last = opener.automatic(&[], true);
    assert_eq!(last.1, 100);
    assert!(made.insert(opener.next(last.0)));
}

#[test]
fn a_freed_partition_is_chosen_only_where_its_numbers_are_the_same_or_apart() {
    let mut opener = Opener::new(|| Some(0));
    let low = [("sequenceRange", range(0, 99))];
    let numbers =
        [opener.automatic(&low, true).0, opener.automatic(&[("sequenceRange", range(50, 149))], true).0];
    opener.take(2..65_536);
    for number in numbers {
        opener.identities.close(number);
    }
    assert_eq!(opener.open(&[], true), Err(Code::InvalidField));
    // Beside 50 to 149 this would overlap, but not beside 0 to 99.
    let (number, partition) = opener.automatic(&[("sequenceRange", range(100, 199))], true);
    assert_eq!(partition, 0);
    // In use by another range, it is nobody else's.
    assert_eq!(opener.automatic(&[("sequenceRange", range(50, 149))], true).1, 1);
    assert_eq!(opener.open(&low, true), Err(Code::InvalidField));
    opener.identities.close(number);
    assert_eq!(opener.automatic(&low, true).1, 0);
}

#[test]
fn the_same_generator_that_is_shared_in_the_pool_is_one_number_and_is_released_by_each_of_its_users() {
    let mut opener = Opener::new(|| Some(0));
    let (first, second) = (opener.automatic(&[], false), opener.automatic(&[], false));
    assert_eq!((first.1, second.1), (0, 1));
    opener.take(2..65_536);
    assert_eq!([(); 2].map(|()| opener.automatic(&[], false)), [second, first]);
    // One user of the first is left, so it is shared in turn.
    opener.identities.close(first.0);
    assert_eq!([(); 2].map(|()| opener.automatic(&[], false)), [second, first]);
    // None is left, so it comes first.
    opener.identities.close(first.0);
    opener.identities.close(first.0);
    assert_eq!([(); 3].map(|()| opener.automatic(&[], false)), [first, second, first]);
    assert_eq!(opener.next(first.0) + 1, opener.next(first.0));
    // One that was given its partition has another number, and shares nothing but the IDs.
    let given = opener.open(&[("partition", 0.0.into())], false).unwrap();
    assert_ne!(given, first.0);
    opener.identities.close(given);
    // A partition that was given is not free when its generator is.
    let given = opener.open(&[("partition", 9.0.into())], false).unwrap();
    opener.identities.close(given);
    assert_eq!(opener.automatic(&[], false), second);
}

#[test]
fn a_generator_that_stands_alone_without_a_pool_needs_its_partition() {
    let sno = Format::named("sno").unwrap();
    let options = GeneratorOptions::new(&sno, &RawOptions::default()).unwrap();
    let refused = Generator::new(&sno, &options, None, || Some(0)).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidField);
}

#[test]
fn a_refused_snapshot_leaves_nothing_registered() {
    let good = [0, 99, 5, 100, 100, 0, 0, None];
    let mut opener = Opener::new(|| Some(7));
    // Its time is past the last tick, which only the generator notices.
    for (at, bad) in [(4, 2f64.powi(39)), (5, 2f64.powi(39))] {
        let mut numbers: [f64; NUMBERS] = good;
        numbers[3] = numbers[3].max(if at == 4 { bad } else { 0 });
        numbers[at] = bad;
        for alone in [true, false] {
            let options = [("partition", 7.0.into()), ("snapshot", Given::Saved(numbers))];
            assert_eq!(opener.open(&options, alone), Err(Code::InvalidSnapshot));
        }
    }
    // Its range would overlap this one's.
    opener.open(&[("partition", 7.0.into())], false).unwrap();
    assert_eq!(opener.automatic(&[], true).1, 8);
}

#[test]
fn a_partition_of_a_generator_that_stands_alone_is_never_chosen() {
    let mut opener = Opener::new(|| Some(0));
    opener.open(&[("partition", 3.0.into())], true).unwrap();
    let chosen: Vec<u64> = (0..5).map(|_| opener.automatic(&[], false).1).collect();
    assert_eq!(chosen, [0, 1, 2, 4, 5]);
    // Nor when it was chosen before, and its generators were freed.
    let (number, freed) = opener.automatic(&[], true);
    opener.identities.close(number);
    opener.open(&[("partition", (freed as f64).into())], true).unwrap();
    opener.take(0..65_536);
    assert_ne!(opener.automatic(&[], false).1, freed);
}
