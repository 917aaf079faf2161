//! Promises of handles: numbers that are ready for a generator are ready for its handle, and calls between
//! change no ID.

use std::cell::Cell;

use flakekit::layout::Kind;
use flakekit::sequencer::WaitCause;
use flakekit::{Code, Generator, GeneratorOptions, Identities, NextError, RawOptions};

use crate::support::leased::Process;
use crate::support::{
    EPOCH, Given, NOW, built_in, code, custom_format, formats, generator, one_machine, range, snapshot,
    twitter,
};

/// A process with two generators of one identity and different policies, and with a generator that has a
/// clock of its own.
fn process() -> (Process, [usize; 3]) {
    let mut process = Process::default();
    let twitter = built_in("twitter");
    let mut open = |more: &[(&str, Given)], has_own_clock| {
        process.open(&twitter, &one_machine(more), has_own_clock).unwrap()
    };
    let handles = [open(&[], false), open(&[("maxLead", 5.into())], false), open(&[], true)];
    (process, handles)
}

fn is_ready(process: &Process, handle: usize, ms: f64) -> bool {
    process.ready(handle, NOW as f64 + ms).is_some()
}

/// The next ID if it is ready.
fn ready(process: &Process, handle: usize, ms: f64) -> Option<u128> {
    let hot = process.ready(handle, NOW as f64 + ms)?;
    Some(u128::from(hot.take()) | u128::from(hot.high()) << 64)
}

#[test]
fn after_an_id_the_next_ones_are_ready_for_the_same_handle_as_the_clock_moves_on() {
    for (format, nodes) in formats() {
        let mut process = Process::default();
        let handle = process.open(&format, &nodes, false).unwrap();
        assert!(!is_ready(&process, handle, 0.0));
        let step = process.generator(handle).step();
        let first = process.next(handle, 0).unwrap();
        let random = format.layout().place(Kind::Random);
        let bare = |id| id & !random.to_value(random.max());
        let is_random = process.ready(handle, NOW as f64).unwrap().is_random();
        assert_eq!(is_random, random.bits > 0, "{}", format.name());
        let next = ready(&process, handle, 0.75).unwrap();
        assert_eq!(next, bare(first) + u128::from(step), "{}", format.name());
        // The reading is a day later.
        let later = ready(&process, handle, 86_400_000.5).unwrap();
        let mut other = generator(&format, &nodes, None);
        let expected = [0, 0, 86_400_000].map(|ms| bare(other.next(NOW + ms).unwrap()));
        assert_eq!([bare(first), next, later], expected, "{}", format.name());
    }
}

#[test]
fn numbers_are_ready_for_the_policy_that_asked_last() {
    let (mut process, [one, other, own_clock]) = process();
    let first = process.next(one, 0).unwrap();
    assert!(is_ready(&process, one, 0.0));
    assert!(!is_ready(&process, other, 0.0) && !is_ready(&process, own_clock, 0.0));
    assert!(!is_ready(&process, other, 1.0));
    process.next(own_clock, 0).unwrap();
    assert_eq!(ready(&process, one, 0.0), Some(first + 1));
    // The other generator continues without a gap.
    assert_eq!(process.next(other, 0), Ok(first + 2));
    assert!(is_ready(&process, other, 0.0) && !is_ready(&process, one, 0.0));
    assert_eq!(process.next(one, 0), Ok(first + 3));
    assert!(process.handles.ready(1000, 0, NOW as f64).is_none());
}

#[test]
fn each_of_many_equal_generators_takes_one_number() {
    let mut process = Process::default();
    let twitter = built_in("twitter");
    let made: Vec<_> = (0..9)
        .map(|at| {
            let handle = process.open(&twitter, &one_machine(&[]), false).unwrap();
            assert_eq!(ready(&process, handle, 0.0).is_some(), at > 0);
            process.next(handle, 0).unwrap()
        })
        .collect();
    // Each second ID was ready for the same handle.
    assert!(made.windows(2).all(|pair| pair[1] == pair[0] + 2), "{made:?}");
}

#[test]
fn a_thousand_policies_of_one_identity_have_one_handle_and_each_call_has_its_own_policy() {
    let mut process = Process::default();
    let twitter = built_in("twitter");
    let mut open = |options: &[(&str, Given)]| process.open(&twitter, &one_machine(options), false).unwrap();
    let usual = open(&[]);
    let strict = open(&[("onRollback", "throw".into())]);
    let bounded = open(&[("onExhausted", "lead".into()), ("maxLead", 0.into())]);
    let others: Vec<_> =
        (0..1_000).map(|ms| open(&[("maxWait", ms.into()), ("maxLead", ms.into())])).collect();
    let handle = process.handle(usual);
    assert!(others.iter().chain([&strict, &bounded]).all(|&other| process.handle(other) == handle));

    // Numbers that are ready after a rollback, or because of a lead, are ready under the policy that allowed
    // them.
    let first = process.next(usual, 0).unwrap();
    process.next(usual, -5).unwrap();
    assert!(is_ready(&process, usual, -5.0) && !is_ready(&process, strict, -5.0));
    assert_eq!(code(process.next(strict, -5).unwrap_err()), Code::ClockBehind);
    assert_eq!(process.next(usual, -5), Ok(first + 2));
    assert!(matches!(process.next(bounded, -5), Err(NextError::Wait(5, WaitCause::MaxLead))));
    // Each generator goes on without a gap.
    let made: Vec<_> = others.iter().map(|&other| process.next(other, 0).unwrap()).collect();
    assert!(made.iter().enumerate().all(|(at, id)| *id == first + 3 + at as u128));
}

#[test]
fn after_a_generator_was_closed_others_continue_without_a_gap() {
    let (mut process, [one, other, own_clock]) = process();
    let first = process.next(one, 0).unwrap();
    process.close(one);
    assert_eq!(process.next(other, 0), Ok(first + 1));
    assert_eq!(process.next(one, 0), Ok(first + 2));

    assert_eq!(process.next(own_clock, 0), Ok(first));
    process.close(own_clock);
    assert!(!is_ready(&process, own_clock, 0.0));
    // A generator that has this handle later has numbers of its own.
    let again = process.open(&built_in("twitter"), &one_machine(&[]), true).unwrap();
    assert_eq!(again, own_clock);
    assert!(!is_ready(&process, own_clock, 0.0));
    assert_eq!(process.next(again, 5).unwrap(), first + (5 << 22));

    assert!(process.handles.reset());
    for handle in [one, other, again] {
        assert!(!is_ready(&process, handle, 0.0) && !is_ready(&process, handle, 1.0));
    }
}

#[test]
fn generators_of_a_seat_share_what_is_ready_and_its_end() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lease = process.first_lease(&twitter, &[], (0, 1_000));
    let other = process.open_on_seat(&twitter, lease.seat, &[]);
    let first = process.next(lease.handle, 0).unwrap();
    assert_eq!(ready(&process, lease.handle, 0.0), Some(first + 1));
    assert!(!is_ready(&process, other, 0.0));
    process.close(lease.handle);
    assert_eq!(process.next(other, 0), Ok(first + 2));
    assert_eq!(ready(&process, other, 999.9), Some(first + (999 << 22)));
    assert!(!is_ready(&process, other, 1_000.0));
    // The window moves while numbers are ready.
    process.move_window(lease, (0, 2_000));
    assert!(!is_ready(&process, other, 999.0));
    assert_eq!(process.next(other, 999), Ok(first + (999 << 22) + 1));
    assert!(is_ready(&process, other, 1_999.0));
    assert_eq!(process.end(lease), 2_000);
    assert!(!is_ready(&process, other, 1_999.0));
}

#[test]
fn calls_between_ids_leave_no_gap_and_see_exactly_what_was_handed_out() {
    type Call = fn(&mut Generator);
    let calls: [(&str, Call); 8] = [
        ("progress", |ids| assert_eq!(ids.progress(NOW), Ok((1, 2)))),
        ("state", |ids| assert_eq!(ids.state().unwrap().used, 2)),
        ("saved", |ids| assert_eq!(ids.saved().state.next, 2)),
        ("left_in_window", |ids| assert_eq!(ids.left_in_window(NOW) % 4096, 4094)),
        ("stall", |ids| ids.stall(NOW)),
        ("waited", |ids| ids.waited(3)),
        ("batch", |ids| {
            let batch = ids.begin_batch();
            assert_eq!(ids.fill_runs(NOW, 5, batch, &mut |(_, low), _| assert_eq!(low & 4095, 2)), Ok(5));
            ids.cancel_batch(batch);
        }),
        ("id_for_time", |ids| assert!(ids.id_for_time(NOW).is_ok())),
    ];
    for (name, call) in calls {
        let mut ids = twitter(&[], None);
        let first = ids.next(NOW).unwrap();
        ids.next(NOW).unwrap();
        call(&mut ids);
        assert_eq!(ids.next(NOW), Ok(first + 2), "{name}");
        assert_eq!(ids.next(NOW + 1), Ok(first + (1 << 22)), "{name}");
    }
}

#[test]
fn a_snapshot_states_exactly_what_was_handed_out_and_continues_without_a_gap() {
    for (sequence, ticks) in [("reset", [0, 0, 0]), ("rolling", [0, 1, 2])] {
        let options = [("sequence", Given::from(sequence))];
        let mut ids = twitter(&options, None);
        let numbers = [0, 1, 2].map(|ms| ids.next(NOW + ms).unwrap() as u64 & 4095);
        assert_eq!(numbers, ticks, "{sequence}");
        let saved = snapshot(&mut ids, NOW + 2);
        let next = ids.next(NOW + 2).unwrap();
        let mut restored = twitter(&[&options[..], &[("snapshot", saved)]].concat(), None);
        assert_eq!(restored.next(NOW + 2), Ok(next));
    }
}

#[test]
fn readings_with_a_fraction_are_those_of_their_ms() {
    let sonyflake = built_in("sonyflake");
    let options = [("machineId", 1.into()), ("sequenceRange", range(0, 1))];
    let mut whole = generator(&sonyflake, &options, None);
    let mut ids = generator(&sonyflake, &options, None);
    // A tick of 10 ms begins at `NOW`.
    for tenths in [0, 3, 5, 99, 100, 101, 109, 199, 200, 150, 205, 310, 399, 395, 1009, 1010] {
        let ms = NOW as f64 + f64::from(tenths) / 10.0;
        assert_eq!(
            ids.next_low(ms).map(|low| u128::from(low) | u128::from(ids.high()) << 64),
            whole.next(NOW + i64::from(tenths / 10)),
            "{tenths}"
        );
    }
}

#[test]
fn a_rival_ends_the_tick_of_a_generator_that_has_made_an_id() {
    let mut identities = Identities::new();
    let mut low = twitter(&[("sequenceRange", range(0, 5))], Some(&mut identities));
    let first = low.next(NOW).unwrap();
    let mut high = twitter(&[("sequenceRange", range(5, 9))], Some(&mut identities));
    // This request comes after five numbers were ready for the other generator.
    assert_eq!(high.next(NOW), Err(NextError::Wait(1, WaitCause::Exhausted)));
    assert_eq!(low.next(NOW), Ok(first + 1));
    high.next(NOW + 1).unwrap();
    // The clock goes back: the other generator leads, beyond the tick of its rival.
    assert_eq!(low.next(NOW), Ok(first + (2 << 22)));
    assert_eq!(low.next(NOW), Ok(first + (2 << 22) + 1));
    assert_eq!(high.next(NOW + 2), Err(NextError::Wait(1, WaitCause::Exhausted)));
}

#[test]
fn a_request_that_is_answered_ends_the_wait_of_its_caller() {
    let mut ids = twitter(&[("onRollback", "wait".into()), ("maxWait", 100.into())], None);
    ids.next(NOW).unwrap();
    ids.waited(41);
    ids.next(NOW).unwrap();
    assert_eq!(ids.next(NOW - 60), Err(NextError::Wait(60, WaitCause::Rollback)));
    ids.next(NOW).unwrap();
    ids.waited(41);
    ids.next(NOW + 1).unwrap();
    assert_eq!(ids.next(NOW - 59), Err(NextError::Wait(60, WaitCause::Rollback)));
}

thread_local! { static RANDOM: Cell<Option<u32>> = const { Cell::new(None) }; }

#[test]
fn a_lack_of_random_bits_leaves_no_gap() {
    let uid60 = built_in("uid60");
    let options = GeneratorOptions::new(&uid60, &RawOptions::default()).unwrap();
    let mut ids = Generator::new(&uid60.scheme().unwrap(), &options, None, || RANDOM.take()).unwrap();
    let sequence = |id| uid60.layout().place(Kind::Sequence).read(id);
    RANDOM.set(Some(0));
    // 32 random bits are enough for three IDs.
    for number in 0..3 {
        assert_eq!(ids.next(NOW).map(sequence), Ok(number));
    }
    for ms in [0, 0, 1] {
        assert_eq!(code(ids.next(NOW + ms).unwrap_err()), Code::NoRandomness);
    }
    RANDOM.set(Some(0));
    // The sequence of uid60 is rolling.
    assert_eq!(ids.next(NOW + 1).map(sequence), Ok(3));
    assert_eq!(ids.next(NOW + 1).map(sequence), Ok(4));
    assert_eq!(ids.saved().state.used, 2);
}

#[test]
fn formats_with_other_bits_of_one_identity_take_what_is_left_each_in_its_own_way() {
    // The same bits are random in one format, and metadata in the other format.
    let fields = |kind| {
        let fields =
            [(Kind::Time, "timestamp", 41), (Kind::Node, "node", 3), (Kind::Sequence, "sequence", 12)];
        custom_format(&[&fields[..], &[(kind, "rest", 8)]].concat(), 1, EPOCH)
    };
    let (random, plain) = (fields(Kind::Random), fields(Kind::Metadata));
    let mut process = Process::default();
    let [one, other] =
        [&random, &plain].map(|format| process.open(format, &[("node", 1.into())], false).unwrap());
    let mut last = 0;
    for at in 0..4 {
        let made = process.next(if at % 2 == 0 { one } else { other }, 0).unwrap();
        assert_eq!(made & 255 != 0, at % 2 == 0, "the {at}th");
        assert!(at == 0 || made >> 8 == last + 1);
        last = made >> 8;
    }
}
