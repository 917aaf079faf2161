//! Promises of `Ids`. The process has one registry, so each test has nodes or formats of its own.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use flakekit::layout::Kind;
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::{Code, Error, Format, Ids, IdsOptions, TryNextError};

use crate::support::{EPOCH, NOW, custom_format};

fn instant(ms: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(ms)
}

/// Options of twitter's format, for a machine that only one test has.
fn twitter(machine: u64) -> IdsOptions {
    Ids::of(&"twitter".parse().unwrap()).field("machineId", machine).unwrap()
}

/// A clock that a test sets, and that stands still in between.
fn set_clock() -> (Arc<AtomicU64>, impl Fn() -> SystemTime + Send + Sync + Clone + 'static) {
    let ms = Arc::new(AtomicU64::new(NOW as u64));
    let read = Arc::clone(&ms);
    (ms, move || instant(read.load(Ordering::Relaxed)))
}

/// The IDs that threads make at the same time, a thread for each of these options.
fn made_in_threads(options: &[IdsOptions], count: usize) -> Vec<u128> {
    let made = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for options in options {
            scope.spawn(|| {
                let ids = options.clone().open().unwrap();
                let own: Vec<u128> = (0..count).map(|_| ids.next_u128().unwrap()).collect();
                made.lock().unwrap().extend(own);
            });
        }
    });
    made.into_inner().unwrap()
}

fn assert_no_repeats(made: &[u128]) {
    assert_eq!(made.iter().collect::<HashSet<_>>().len(), made.len());
}

#[test]
fn ids_can_be_sent_to_other_threads_and_shared_by_them() {
    fn check<T: Send + Sync + Clone + 'static>() {}
    check::<Ids>();
    check::<IdsOptions>();
    check::<TryNextError>();
    check::<Error>();
    check::<Format>();
}

#[test]
fn threads_that_open_equal_ids_never_make_one_twice() {
    let made = made_in_threads(&[901; 4].map(twitter), 6000);
    assert_eq!(made.len(), 24_000);
    assert_no_repeats(&made);
}

#[test]
fn threads_with_other_policies_ranges_and_formats_of_the_same_bits_never_make_one_twice() {
    let fields = [(Kind::Time, "timestamp", 41), (Kind::Node, "host", 9), (Kind::Sequence, "sequence", 13)];
    let wider = custom_format(&fields, 1, 1_288_834_974_657);
    let long = Duration::from_secs(60);
    let options = [
        twitter(902),
        twitter(902).on_exhausted(OnExhausted::Lead),
        twitter(902).sequence_range(0..=99),
        twitter(902).sequence_range(50..=149),
        twitter(902).start(Start::Rolling),
        // The node and the highest bit of the sequence of this format are twitter's machine 902.
        Ids::of(&wider).field("host", 451).unwrap(),
    ];
    let made = made_in_threads(&options.map(|options| options.max_wait(long)), 300);
    assert_eq!(made.len(), 1800);
    assert_no_repeats(&made);
}

#[test]
fn the_clock_and_the_fields_that_are_given_are_those_of_the_ids() {
    let ids = twitter(378).clock(|| instant(1_656_432_460_105)).open().unwrap();
    assert_eq!(ids.next(), Ok(1_541_815_603_606_036_480));
    assert_eq!(&*ids.next_text().unwrap(), "1541815603606036481");
    assert_eq!(ids.clone().next_u128(), Ok(1_541_815_603_606_036_482));
    assert_eq!(ids.try_next(), Ok(1_541_815_603_606_036_483));
    let mastodon = Ids::of(&"mastodon".parse().unwrap()).clock(|| instant(5)).open().unwrap();
    assert_eq!(mastodon.next(), Ok(5 << 16));
}

#[test]
fn the_only_node_field_of_a_format_can_be_given_as_machine_id() {
    let ids = |name: &str| {
        let options = Ids::of(&"instagram".parse().unwrap()).field(name, 77).unwrap();
        options.clock(|| instant(NOW as u64)).open().unwrap()
    };
    assert_eq!(ids("machineId").next().unwrap() + 1, ids("shardId").next().unwrap());
}

#[test]
fn a_field_that_is_no_node_field_of_the_format_is_refused() {
    let twitter: Format = "twitter".parse().unwrap();
    for name in ["shardId", "sequence", "timestamp", "", "machineid"] {
        let error = Ids::of(&twitter).field(name, 1).unwrap_err();
        assert_eq!(error.code(), Code::InvalidField);
        assert_eq!(error.message(), format!("'{name}' is no node field of twitter"));
    }
    let error = Ids::of(&twitter).open().unwrap_err();
    assert_eq!(error.code(), Code::InvalidField);
    assert!(error.message().starts_with("machineId is missing"), "{error}");
}

#[test]
fn ids_of_more_than_64_bits_are_numbers_of_128_bits_or_texts() {
    let ids = Ids::of(&"sno".parse().unwrap()).open().unwrap();
    let error = ids.next().unwrap_err();
    assert_eq!(error.code(), Code::InvalidOption);
    assert_eq!(error.message(), "sno has 80 bits: use next_u128 or next_text");
    assert_eq!(ids.try_next(), Err(TryNextError::Refused(error)));
    let id = ids.next_u128().unwrap();
    assert!(ids.format().holds(id) && id >> 64 > 0);
    let text = ids.next_text().unwrap();
    assert_eq!(text.len(), 16);
    assert!(ids.format().parse(&text).unwrap() > id);
}

#[test]
fn ids_without_a_node_field_share_a_random_node_and_never_make_one_twice() {
    let options = Ids::of(&"sno".parse().unwrap());
    let made = made_in_threads(&[options.clone(), options.clone(), options.clone()], 3000);
    assert_no_repeats(&made);
    let nodes: HashSet<u128> = made.iter().map(|id| id >> 16 & 0xFFFF).collect();
    assert_eq!(nodes.len(), 1);
}

#[test]
fn overlapping_ranges_of_a_format_with_two_timelines_are_refused() {
    let options = || Ids::of(&"sno".parse().unwrap()).field("partition", 4711).unwrap();
    options().sequence_range(0..=99).open().unwrap();
    let error = options().sequence_range(50..=149).open().unwrap_err();
    assert_eq!(error.code(), Code::InvalidOption);
    assert!(error.message().starts_with("sequence_range is [50, 149], but another"), "{error}");
    options().sequence_range(100..=149).open().unwrap();
}

#[test]
fn try_next_tells_the_wait_and_next_waits_for_it() {
    let (clock, read) = set_clock();
    let ids = twitter(907).sequence_range(7..=7).clock(read).open().unwrap();
    let first = ids.try_next().unwrap();
    let wait = TryNextError::Wait(Duration::from_millis(1));
    assert_eq!(ids.try_next(), Err(wait.clone()));
    assert_eq!(wait.to_string(), "the next ID is 1 ms away");
    let waiting = thread::spawn({
        let ids = ids.clone();
        move || ids.next()
    });
    clock.fetch_add(1, Ordering::Relaxed);
    assert_eq!(waiting.join().unwrap(), Ok(first + (1 << 22)));
}

#[test]
fn a_clock_that_stands_still_ends_the_wait_after_max_wait() {
    let (_, read) = set_clock();
    let options = twitter(904).sequence_range(0..=0).clock(read).max_wait(Duration::from_millis(3));
    let ids = options.open().unwrap();
    ids.next().unwrap();
    let error = ids.next().unwrap_err();
    assert_eq!(error.code(), Code::WaitTooLong);
    assert_eq!(
        error.message(),
        "all 1 sequence numbers of this tick (1 ms) are used up; the next ID is 1 ms away, more than max_wait \
         (3 ms): raise max_wait, or ask again later"
    );
}

#[test]
fn equal_ids_with_other_policies_keep_their_own() {
    let (clock, read) = set_clock();
    let lead = twitter(905).clock(read.clone()).open().unwrap();
    let throw = twitter(905).clock(read).on_rollback(OnRollback::Throw).open().unwrap();
    let first = lead.next().unwrap();
    assert_eq!(throw.next(), Ok(first + 1));
    clock.fetch_sub(5, Ordering::Relaxed);
    let error = throw.next().unwrap_err();
    assert_eq!(error.code(), Code::ClockBehind);
    assert_eq!(lead.next(), Ok(first + 2));
    assert_eq!(throw.next().unwrap_err().code(), Code::ClockBehind);
    assert_eq!(lead.next(), Ok(first + 3));
}

#[test]
fn numbers_that_are_ready_for_some_ids_are_not_given_to_others_that_must_not_lead() {
    let (_, read) = set_clock();
    let options = || twitter(908).clock(read.clone()).sequence_range(0..=1);
    let lead = options().on_exhausted(OnExhausted::Lead).open().unwrap();
    let wait = options().max_lead(Duration::ZERO).open().unwrap();
    let first = lead.next().unwrap();
    lead.next().unwrap();
    assert_eq!(lead.next(), Ok(first + (1 << 22)));
    assert_eq!(wait.try_next(), Err(TryNextError::Wait(Duration::from_millis(1))));
    assert_eq!(lead.next(), Ok(first + (1 << 22) + 1));
}

#[test]
fn the_messages_name_the_options_and_words_of_rust() {
    let (clock, read) = set_clock();
    let day = Duration::from_secs(86_400);
    let message = |options: IdsOptions| options.open().unwrap_err().message().to_owned();
    let limits = "it must be a whole number from 0 to 86400000";
    assert_eq!(message(twitter(906).max_wait(day * 2)), format!("max_wait is 172800000; {limits}"));
    assert_eq!(message(twitter(906).max_lead(day * 2)), format!("max_lead is 172800000; {limits}"));
    assert_eq!(
        message(twitter(906).sequence_range(0..=4096)),
        "sequence_range[1] is 4096; it must be a whole number from 0 to 4095"
    );
    assert_eq!(
        message(twitter(906).start(Start::Reset { threshold: 4096 })),
        "the threshold is 4096; it must be a whole number from 0 to 4095"
    );
    assert_eq!(
        message(twitter(906).on_rollback(OnRollback::Toggle)),
        "on_rollback is Toggle, but twitter has no toggle field"
    );
    let options = twitter(906).clock(read).sequence_range(0..=0);
    let ids = options.on_rollback(OnRollback::Throw).on_exhausted(OnExhausted::Throw).open().unwrap();
    ids.next().unwrap();
    assert_eq!(
        ids.next().unwrap_err().message(),
        "all 1 sequence numbers of this tick (1 ms) are used up, and on_exhausted is Throw: ask again later, or use \
         Lead or Wait"
    );
    clock.fetch_sub(1000, Ordering::Relaxed);
    assert_eq!(
        ids.next().unwrap_err().message(),
        "the clock went back by 1000 ms, to 2025-12-31T23:59:59.000Z, and on_rollback is Throw: ask again later, or \
         use Lead or Wait"
    );
    clock.store(0, Ordering::Relaxed);
    let Err(TryNextError::Refused(error)) = ids.try_next() else { panic!("refused") };
    assert_eq!(
        error.message(),
        "the clock reads 1970-01-01T00:00:00.000Z; twitter can hold 2010-11-04T01:42:54.657Z to \
         2080-07-10T17:30:30.208Z"
    );
}

#[test]
fn a_clock_before_1970_is_rounded_down_and_read_as_it_is() {
    let fields = [(Kind::Time, "timestamp", 41), (Kind::Sequence, "sequence", 12)];
    let format = custom_format(&fields, 1, -1000);
    let ids = Ids::of(&format).clock(|| UNIX_EPOCH - Duration::from_micros(500)).open().unwrap();
    assert_eq!(ids.next(), Ok(999 << 12));
    let ids = Ids::of(&format).clock(|| UNIX_EPOCH - Duration::from_secs(2)).open().unwrap();
    assert_eq!(ids.next().unwrap_err().code(), Code::ClockOutOfRange);
}

#[test]
fn a_format_without_an_epoch_or_a_sequence_makes_no_ids() {
    let open = |format: &Format| Ids::of(format).open().unwrap_err().code();
    let nanoflake: Format = "nanoflake".parse().unwrap();
    assert_eq!(
        Ids::of(&nanoflake).field("generatorId", 1).unwrap().open().unwrap_err().code(),
        Code::EpochRequired
    );
    let fields = [(Kind::Time, "timestamp", 41), (Kind::Node, "host", 0)];
    assert_eq!(open(&custom_format(&fields, 1, EPOCH)), Code::InvalidLayout);
}

#[test]
fn a_format_is_known_by_its_name_or_alias_and_reads_what_it_writes() {
    for name in Format::names() {
        let format: Format = name.parse().unwrap();
        assert_eq!(format.name(), name);
        let text = format.write(12_345_678, flakekit::text::Style::OWN).unwrap();
        assert_eq!(format.parse(&text), Ok(12_345_678), "{name}");
    }
    assert_eq!("x".parse::<Format>().unwrap().name(), "twitter");
    let error = "snowflake".parse::<Format>().unwrap_err();
    assert_eq!(error.code(), Code::UnknownFormat);
    assert!(error.message().starts_with("'snowflake' is no built-in format; there are twitter, discord, "));
}

#[test]
fn a_text_that_is_no_id_is_refused_with_its_first_mistake() {
    let twitter: Format = "twitter".parse().unwrap();
    let error = twitter.parse("12x4").unwrap_err();
    assert_eq!(error.code(), Code::InvalidText);
    assert_eq!(error.message(), "'12x4' has 'x' at character 3; it must have only 0-9");
    assert_eq!(twitter.parse("99999999999999999999").unwrap_err().code(), Code::InvalidText);
}

#[test]
fn a_refusal_of_a_generator_is_a_standard_error_with_its_message() {
    let mut ids = crate::support::twitter(&[], None);
    let flakekit::NextError::Error(refusal) = ids.next(0).unwrap_err() else { panic!("refused") };
    let error: Box<dyn std::error::Error> = refusal.into();
    assert_eq!(error.to_string(), refusal.message());
}
