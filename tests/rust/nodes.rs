//! Promises of the choice of nodes: each generator gets an unused node as long as there is one; then nodes are shared.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;

use flakekit::{Code, Generator, GeneratorOptions, Handles, Identities, RawOptions};

use crate::support::{Given, NOW, built_in, entropy, range, raw_options, try_generator};

fn partition(ids: &Generator) -> u64 {
    built_in("sno").decode(ids.node().into()).unwrap().numbers[2].1
}

/// Opens generators of sno with this entropy source.
struct Opener {
    handles: Handles,
    entropy: fn() -> Option<u32>,
}

impl Opener {
    fn new(entropy: fn() -> Option<u32>) -> Self {
        Self { handles: Handles::new(), entropy }
    }

    fn open(&mut self, options: &[(&str, Given)], has_own_clock: bool) -> Result<usize, Code> {
        let sno = built_in("sno");
        let options = GeneratorOptions::new(&sno, &raw_options(&sno, options)).unwrap();
        self.handles
            .open(&sno.scheme().unwrap(), &options, has_own_clock, self.entropy)
            .map_err(|error| error.code())
    }

    /// The handle and the partition of an own-clock generator that is given no partition.
    fn own_clock(&mut self, options: &[(&str, Given)]) -> (usize, u64) {
        let handle = self.open(options, true).unwrap();
        (handle, self.partition(handle))
    }

    /// The handle and the partition of a pooled generator that is given no partition.
    fn pooled(&mut self) -> (usize, u64) {
        let handle = self.open(&[], false).unwrap();
        (handle, self.partition(handle))
    }

    fn partition(&mut self, handle: usize) -> u64 {
        partition(self.handles.generator(handle).unwrap())
    }

    /// Gives these partitions to generators, so that they are not chosen.
    fn take(&mut self, partitions: Range<u64>) {
        for number in partitions {
            self.open(&[("partition", number.into())], false).unwrap();
        }
    }

    fn next(&mut self, handle: usize) -> u128 {
        self.handles.generator(handle).unwrap().next(NOW).unwrap()
    }
}

thread_local! { static RANDOM: Cell<Option<u32>> = const { Cell::new(None) }; }

#[test]
fn partitions_are_chosen_upwards_from_a_random_one_and_wrap() {
    for (random, expected) in [(7, [7, 8, 9]), (65_534, [65_534, 65_535, 0]), (0xFFFF_FFFF, [65_535, 0, 1])] {
        RANDOM.set(Some(random));
        let mut opener = Opener::new(|| RANDOM.get());
        assert_eq!(opener.own_clock(&[]).1, expected[0], "{random}");
        assert_eq!(opener.pooled().1, expected[1], "{random}");
        // One random number is enough for all choices.
        RANDOM.set(None);
        assert_eq!(opener.own_clock(&[]).1, expected[2]);
    }
}

#[test]
fn a_partition_that_a_generator_was_given_is_not_chosen() {
    let mut opener = Opener::new(|| Some(7));
    opener.open(&[("partition", 8.into())], false).unwrap();
    opener.open(&[("partition", 7.into()), ("sequenceRange", range(0, 9))], false).unwrap();
    assert_eq!(opener.own_clock(&[]).1, 9);
    assert_eq!(opener.pooled().1, 10);
}

#[test]
fn without_random_bits_no_partition_is_chosen_and_nothing_changes() {
    RANDOM.set(None);
    let mut opener = Opener::new(|| RANDOM.get());
    assert_eq!(opener.open(&[], true), Err(Code::NoRandomness));
    assert_eq!(opener.open(&[], false), Err(Code::NoRandomness));
    assert!(opener.open(&[("partition", 5.into())], false).is_ok());
    RANDOM.set(Some(5));
    assert_eq!(opener.own_clock(&[]).1, 6);
}

#[test]
fn freed_partitions_of_own_clock_generators_are_chosen_again() {
    let mut opener = Opener::new(|| Some(0));
    let mut made = HashSet::new();
    // More rounds than partitions.
    for round in 0..70_000 {
        let (handle, partition) = opener.own_clock(&[]);
        assert_eq!(partition, if round < 65_536 { round } else { 65_535 });
        assert_eq!(handle, 0);
        assert!(made.insert(opener.next(handle)));
        opener.handles.close(handle);
    }
}

#[test]
fn a_shared_partition_is_free_when_its_last_user_is_freed() {
    let mut opener = Opener::new(|| Some(100));
    let part = [("sequenceRange", range(0, 99))];
    let users = [opener.own_clock(&[]), opener.own_clock(&[]), opener.own_clock(&part)];
    assert_eq!(users.map(|user| user.1), [100, 101, 102]);
    let closed = opener.own_clock(&[]);
    opener.take(0..100);
    opener.take(104..65_536);
    opener.handles.close(closed.0);
    opener.handles.close(closed.0);
    // Freed partitions are chosen first, then partitions in use, in turn.
    let shared = [(); 5].map(|()| opener.own_clock(&[]));
    assert_eq!(shared.map(|user| user.1), [103, 100, 101, 103, 100]);
    // Only one partition in use has this range, and no partition has the range 0 to 50.
    for _ in 0..2 {
        assert_eq!(opener.own_clock(&part).1, 102);
    }
    assert_eq!(opener.open(&[("sequenceRange", range(0, 50))], true), Err(Code::InvalidField));
    let mut made = HashSet::new();
    for user in users.iter().chain(&shared) {
        assert!(made.insert(opener.next(user.0)));
    }

    // Two of the three users of partition 100 are freed: the partition is chosen in its turn, and not
    // earlier.
    opener.handles.close(users[0].0);
    opener.handles.close(shared[1].0);
    assert_eq!(opener.own_clock(&[]).1, 103);
    let third = opener.own_clock(&[]);
    assert_eq!(third.1, 100);
    // The last users are freed: the partition is chosen at once.
    opener.handles.close(shared[4].0);
    opener.handles.close(third.0);
    let last = opener.own_clock(&[]);
    assert_eq!(last.1, 100);
    assert!(made.insert(opener.next(last.0)));
}

#[test]
fn a_freed_partition_is_chosen_only_if_its_ranges_are_identical_or_disjoint() {
    let mut opener = Opener::new(|| Some(0));
    let low = [("sequenceRange", range(0, 99))];
    let freed = [opener.own_clock(&low).0, opener.own_clock(&[("sequenceRange", range(50, 149))]).0];
    opener.take(2..65_536);
    for handle in freed {
        opener.handles.close(handle);
    }
    assert_eq!(opener.open(&[], true), Err(Code::InvalidField));
    // This range overlaps 50 to 149, but not 0 to 99.
    let (handle, partition) = opener.own_clock(&[("sequenceRange", range(100, 199))]);
    assert_eq!(partition, 0);
    // A partition in use is shared by generators of its range only.
    assert_eq!(opener.own_clock(&[("sequenceRange", range(50, 149))]).1, 1);
    assert_eq!(opener.open(&low, true), Err(Code::InvalidField));
    opener.handles.close(handle);
    assert_eq!(opener.own_clock(&low).1, 0);
}

#[test]
fn equal_pooled_generators_have_one_handle_and_each_user_closes_it() {
    let mut opener = Opener::new(|| Some(0));
    let (first, second) = (opener.pooled(), opener.pooled());
    assert_eq!((first.1, second.1), (0, 1));
    opener.take(2..65_536);
    assert_eq!([(); 2].map(|()| opener.pooled()), [first, second]);
    // The first generator has one user left, so its partition is shared in turn.
    opener.handles.close(first.0);
    assert_eq!([(); 2].map(|()| opener.pooled()), [first, second]);
    // The first generator has no user left, so its partition is chosen first.
    opener.handles.close(first.0);
    opener.handles.close(first.0);
    assert_eq!([(); 3].map(|()| opener.pooled()), [first, first, second]);
    assert_eq!(opener.next(first.0) + 1, opener.next(first.0));
    // A generator that is given its partition has another handle. It shares only the sequencer.
    let given = opener.open(&[("partition", 0.into())], false).unwrap();
    assert_ne!(given, first.0);
    opener.handles.close(given);
    // A given partition is not freed with its generator.
    let given = opener.open(&[("partition", 9.into())], false).unwrap();
    opener.handles.close(given);
    assert_eq!(opener.pooled(), first);
}

#[test]
fn a_generator_without_identities_must_be_given_its_partition() {
    let sno = built_in("sno");
    let options = GeneratorOptions::new(&sno, &RawOptions::default()).unwrap();
    let refused = Generator::new(&sno.scheme().unwrap(), &options, None, || Some(0)).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidField);
}

#[test]
fn a_refused_snapshot_leaves_nothing_registered() {
    let mut opener = Opener::new(|| Some(7));
    // `now` and `wallHi`, or `wallSafe`, are after the last tick, which only the generator checks.
    let late = 1 << 39;
    for (now, tick, safe) in [(late, late, 0), (100, 100, late)] {
        let [now, tick, safe] = [now, tick, safe].map(Some);
        let numbers = [Some(0), Some(99), Some(5), now, tick, safe, Some(0), None];
        for has_own_clock in [true, false] {
            let options = [("partition", 7.into()), ("snapshot", Given::Snapshot(numbers))];
            assert_eq!(opener.open(&options, has_own_clock), Err(Code::InvalidSnapshot));
        }
    }
    // The snapshot's range would overlap this one.
    opener.open(&[("partition", 7.into())], false).unwrap();
    assert_eq!(opener.own_clock(&[]).1, 8);
}

#[test]
fn a_partition_given_to_an_own_clock_generator_is_never_chosen() {
    let mut opener = Opener::new(|| Some(0));
    opener.open(&[("partition", 3.into())], true).unwrap();
    let chosen: Vec<u64> = (0..5).map(|_| opener.pooled().1).collect();
    assert_eq!(chosen, [0, 1, 2, 4, 5]);
    // A given partition is not chosen, even if it was chosen before and its generators were freed.
    let (handle, freed) = opener.own_clock(&[]);
    opener.handles.close(handle);
    opener.open(&[("partition", freed.into())], true).unwrap();
    opener.take(0..65_536);
    assert_ne!(opener.pooled().1, freed);
}

#[test]
fn generators_without_a_partition_get_one_each_and_share_chosen_ones_when_none_is_left() {
    let mut identities = Identities::new();
    let chosen: HashSet<u64> = (0..100)
        .map(|_| partition(&try_generator(&built_in("sno"), &[], Some(&mut identities)).unwrap()))
        .collect();
    assert_eq!(chosen.len(), 100);
    assert!(chosen.contains(&u64::from(entropy().unwrap())));
    assert_eq!(try_generator(&built_in("sno"), &[], None).unwrap_err().code(), Code::InvalidField);
    for number in 0..=65_535 {
        try_generator(&built_in("sno"), &[("partition", number.into())], Some(&mut identities)).unwrap();
    }
    // Only chosen partitions are shared. Other processes may have the given partitions.
    let mut made = HashSet::new();
    for _ in 0..300 {
        let mut ids = try_generator(&built_in("sno"), &[], Some(&mut identities)).unwrap();
        assert!(chosen.contains(&partition(&ids)));
        assert!(made.insert(ids.next(NOW).unwrap()));
    }
    let refused = try_generator(&built_in("sno"), &[("sequenceRange", range(0, 99))], Some(&mut identities))
        .unwrap_err();
    assert_eq!(refused.code(), Code::InvalidField);
    assert!(refused.message().contains("all 65536"), "{refused}");
}

#[test]
fn a_freed_partition_is_chosen_again_when_no_unused_one_is_left_and_its_sequence_continues() {
    let mut handles = Handles::new();
    let options = GeneratorOptions::new(&built_in("sno"), &RawOptions::default()).unwrap();
    let open = |handles: &mut Handles, has_own_clock| {
        handles.open(&built_in("sno").scheme().unwrap(), &options, has_own_clock, entropy).unwrap()
    };
    let mut all: Vec<_> = (0..=65_535).map(|_| open(&mut handles, true)).collect();
    let (freed, kept) = (all.remove(500), all.remove(400));
    let ids = handles.generator(freed).unwrap();
    let (free, mut made) = (partition(ids), HashSet::from([ids.next(NOW).unwrap()]));
    handles.close(freed);
    for has_own_clock in [true, false] {
        let handle = open(&mut handles, has_own_clock);
        let ids = handles.generator(handle).unwrap();
        assert_eq!(partition(ids), free);
        // The sequence continues after the last ID of the freed generator.
        assert!(made.insert(ids.next(NOW).unwrap()));
        handles.close(handle);
    }
    assert_ne!(partition(handles.generator(kept).unwrap()), free);
}

#[test]
fn after_a_reset_old_handles_stay_unknown_and_nodes_and_ids_start_anew() {
    let mut opener = Opener::new(|| Some(7));
    let (pooled, own_clock) = (opener.pooled().0, opener.own_clock(&[]).0);
    let made = opener.next(pooled);
    assert!(opener.handles.reset());
    for handle in [pooled, own_clock] {
        assert!(opener.handles.generator(handle).is_none());
        opener.handles.close(handle);
    }
    let (again, partition) = opener.pooled();
    assert_eq!(partition, 7);
    assert!(![pooled, own_clock].contains(&again));
    assert_eq!(opener.next(again), made);
}
