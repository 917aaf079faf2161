//! Promises of a seat that a lease holds: its IDs are in its window, and no other IDs are made.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use flakekit::layout::Kind;
use flakekit::lease::{RawTerms, SeatId, Seats};
use flakekit::sequencer::{Start, WaitCause};
use flakekit::{Code, Format, NextError, Settings};

use crate::support::leased::{FIRST, Process, default_terms, instant, seat, shares};
use crate::support::{self, EPOCH, Given, NOW, built_in, code, custom_format, numbers, raw_options};

/// With these options, IDs neither lead nor lag.
const STRICT: [(&str, Given); 2] = [("maxLead", Given::Number(0)), ("maxLag", Given::Number(0))];

/// Formats with ticks of 1, 4 (with two timelines) and 10 ms. A tick of each begins at [`NOW`].
fn formats() -> [(Rc<Format>, i64); 3] {
    [("twitter", 1), ("sno", 4), ("sonyflake", 10)].map(|(name, unit)| (built_in(name), unit))
}

fn expired<T>(answer: Result<T, NextError>) -> bool {
    answer.is_err_and(|error| matches!(error, NextError::Error(_)) && code(error) == Code::LeaseExpired)
}

fn wait<T>(ms: u32, cause: WaitCause) -> Result<T, NextError> {
    Err(NextError::Wait(ms, cause))
}

#[test]
fn a_tick_belongs_to_the_window_that_contains_its_first_ms() {
    for (format, unit) in formats() {
        for from in 20..=20 + unit {
            for until in from + 10 * unit..=from + 11 * unit {
                let mut process = Process::default();
                let lease = process.first_lease(&format, &STRICT, (from as u64, until as u64));
                let ticks: BTreeSet<_> =
                    (0..200).map(|i| i * unit).filter(|ms| (from..until).contains(ms)).collect();
                let (first, last) = (*ticks.first().unwrap(), *ticks.last().unwrap());
                let mut made = BTreeSet::new();
                for now in 0..until + 20 {
                    let answer = process.next(lease.handle, now);
                    if now < first {
                        assert_eq!(answer, wait((first - now) as u32, WaitCause::Window));
                    } else if now < last + unit {
                        made.insert(instant(&format, answer.unwrap()));
                    } else {
                        assert!(expired(answer), "{now}");
                    }
                }
                assert_eq!(made, ticks, "[{from}, {until})");
            }
        }
    }
}

#[test]
fn consecutive_windows_of_two_processes_have_each_tick_once() {
    for (format, unit) in formats() {
        for border in 100..=100 + unit as u64 {
            let windows = [(0, border), (border, 200)];
            let mut made = BTreeSet::new();
            for window in windows {
                let mut process = Process::default();
                let lease = process.first_lease(&format, &STRICT, window);
                let ids: HashSet<_> =
                    (0..250).filter_map(|now| process.next(lease.handle, now).ok()).collect();
                let ticks: BTreeSet<_> = ids.into_iter().map(|id| instant(&format, id)).collect();
                assert!(ticks.iter().all(|tick| made.insert(*tick)), "{border}");
            }
            assert_eq!(made, (0..200).step_by(unit as usize).collect());
        }
    }
}

#[test]
fn a_seat_makes_no_id_before_it_has_a_window() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lease = process.lease(&twitter, &default_terms(), &[], FIRST);
    for now in [-20_000, 0, 20_000] {
        assert!(expired(process.next(lease.handle, now)));
        assert_eq!(process.generator(lease.handle).left_in_window(NOW + now), 0);
    }
    process.move_window(lease, (0, 0));
    assert!(expired(process.next(lease.handle, 0)));
}

#[test]
fn a_window_moves_without_a_gap_or_to_a_later_time() {
    for (format, unit) in formats() {
        let mut process = Process::default();
        let lease = process.first_lease(&format, &STRICT, (0, 100));
        process.next(lease.handle, 0).unwrap();
        let last = 100 - unit + i64::from(100 % unit > 0);
        process.next(lease.handle, last).unwrap();
        assert!(expired(process.next(lease.handle, 100)));
        // This extension is as late as an extension may be.
        process.move_window(lease, (0, 200));
        assert_eq!(instant(&format, process.next(lease.handle, 100).unwrap()), 100);
        // The seat was lost and claimed again.
        process.move_window(lease, (500, 600));
        assert!(matches!(process.next(lease.handle, 150), Err(NextError::Wait(350, WaitCause::Window))));
        assert_eq!(instant(&format, process.next(lease.handle, 500).unwrap()), 500);
        // The window is closed.
        process.move_window(lease, (0, 0));
        assert!(expired(process.next(lease.handle, 510)));
    }
}

#[test]
fn before_the_window_ids_lead_the_clock_by_at_most_max_lead() {
    for (format, unit) in formats() {
        for (options, max_lead) in [(vec![("maxLead", 25.into())], 25), (Vec::new(), 10_000)] {
            let lead = max_lead / unit * unit;
            let mut process = Process::default();
            let lease = process.first_lease(&format, &options, (20_000, 30_000));
            let first = 20_000 - lead;
            assert_eq!(process.next(lease.handle, first - 1), wait(1, WaitCause::Window));
            assert_eq!(process.next(lease.handle, first - 1_000), wait(1_000, WaitCause::Window));
            let Err(NextError::Error(error)) = process.next(lease.handle, first - 1_001) else {
                panic!("an ID is too early")
            };
            assert_eq!(error.code(), Code::WaitTooLong);
            let message = format!(
                "the window of the lease begins later than maxLead ({lead} ms) from now; the next ID is 1001 ms away, \
                 more than maxWait (1000 ms): raise maxWait or maxLead, or ask again later"
            );
            assert_eq!(error.message(), message);
            assert_eq!(instant(&format, process.next(lease.handle, first).unwrap()), 20_000);
        }
    }
}

#[test]
fn after_the_window_its_rest_is_used_at_most_max_lag_behind_the_clock() {
    for (format, unit) in formats() {
        for (options, max_lag) in [
            (vec![("maxLag", Given::from(25)), ("maxLead", 0.into())], 25),
            // The default of `maxLag` is `maxLead`.
            (vec![("maxLead", 35.into())], 35),
            (Vec::new(), 10_000),
        ] {
            let lag = max_lag / unit * unit;
            let mut process = Process::default();
            let lease = process.first_lease(&format, &options, (0, 20_000));
            assert_eq!(instant(&format, process.next(lease.handle, 20_000).unwrap()), 20_000 - lag);
            // The last tick of the window, one tick later it is too far behind.
            let last = 20_000 - unit;
            assert_eq!(instant(&format, process.next(lease.handle, last + lag).unwrap()), last);
            assert_eq!(instant(&format, process.next(lease.handle, 20_000 + lag - 1).unwrap()), last);
            assert!(expired(process.next(lease.handle, 20_000 + lag)));
        }
    }
}

#[test]
fn the_rest_of_a_window_has_each_number_once_and_left_in_window_counts_them() {
    for (format, unit) in formats() {
        let options = [("maxLag", 20.into())];
        let mut process = Process::default();
        let lease = process.first_lease(&format, &options, (0, 40));
        let mut made = HashSet::new();
        for now in [10, 20] {
            made.insert(process.next(lease.handle, now).unwrap());
        }
        let numbers = u64::from(process.generator(lease.handle).range().1) + 1;
        let left =
            |process: &mut Process, now: i64| process.generator(lease.handle).left_in_window(NOW + now);
        let per_window = |from: i64| ((40 - from / unit * unit) as u64).div_ceil(unit as u64) * numbers;
        assert_eq!(left(&mut process, 20), per_window(20) - 1);
        assert_eq!(left(&mut process, 31), per_window(31));
        // 20 ms behind the clock, the tick of 20 has numbers left.
        assert_eq!(left(&mut process, 40), per_window(20) - 1);
        assert_eq!(left(&mut process, 10_000_000), 0);
        let rest = process.fill(lease.handle, 40);
        assert_eq!(rest.len() as u64, per_window(20) - 1);
        for id in rest {
            assert!((20..40).contains(&instant(&format, id)) && made.insert(id));
        }
        assert_eq!(left(&mut process, 40), 0);
        assert!(expired(process.next(lease.handle, 40)));
        // A reading outside of the format's span.
        assert_eq!(left(&mut process, -NOW), 0);
    }
}

#[test]
fn a_window_is_cut_at_the_span_of_the_format() {
    let short = custom_format(&[(Kind::Time, "time", 6), (Kind::Sequence, "n", 10)], 4, EPOCH);
    let span = (EPOCH - 50, EPOCH + 64 * 4 + 50);
    for (from, until, expected) in [
        (EPOCH - 100, EPOCH - 50, None),
        (EPOCH - 100, EPOCH, None),
        (EPOCH - 100, EPOCH + 1, Some((0, 0))),
        (EPOCH - 100, EPOCH + 40, Some((0, 9))),
        (EPOCH + 200, EPOCH + 1_000, Some((50, 63))),
        (EPOCH + 252, EPOCH + 256, Some((63, 63))),
        (EPOCH + 253, EPOCH + 1_000, None),
        (EPOCH + 256, EPOCH + 1_000, None),
        (0, 1 << 53, Some((0, 63))),
    ] {
        let mut process = Process::default();
        let lease = process.lease(&short, &default_terms(), &STRICT, FIRST);
        process.handles.seat(lease.seat).unwrap().move_window(from as u64, until as u64);
        let ids = process.generator(lease.handle);
        let ticks: Vec<_> = (span.0..span.1)
            .filter_map(|now| ids.next(now).ok())
            .map(|id| (short.decode(id).unwrap().timestamp - EPOCH) / 4)
            .collect();
        assert_eq!(ticks.first().copied().zip(ticks.last().copied()), expected, "[{from}, {until})");
        assert!(ticks.is_sorted());
    }
}

#[test]
fn a_window_that_ends_after_the_last_tick_of_the_format_has_no_id_after_it() {
    let short = custom_format(&[(Kind::Time, "time", 6), (Kind::Sequence, "n", 2)], 4, EPOCH);
    let mut process = Process::default();
    let lease = process.lease(&short, &default_terms(), &[("onExhausted", "lead".into())], FIRST);
    process.handles.seat(lease.seat).unwrap().move_window(EPOCH as u64, EPOCH as u64 + 10_000);
    let ids = process.generator(lease.handle);
    let begin = EPOCH + 60 * 4;
    assert_eq!(ids.left_in_window(begin), 4 * 4);
    let made: Vec<_> = (0..16).map(|_| ids.next(begin).unwrap()).collect();
    assert_eq!(made, (240..256).collect::<Vec<_>>());
    assert!(expired(ids.next(begin)));
}

#[test]
fn ids_have_the_given_node_fields_and_those_of_the_seat() {
    let discord = built_in("discord");
    for (given, expected) in [
        (&[][..], [("workerId", 3), ("processId", 1)]),
        (&[("workerId", 7)], [("workerId", 7), ("processId", 3)]),
        (&[("processId", 7)], [("workerId", 3), ("processId", 7)]),
    ] {
        let terms = RawTerms { fields: numbers(&discord, given), ..default_terms() };
        let mut process = Process::default();
        let node = if given.is_empty() { 97 } else { 3 };
        let lease = process.lease(&discord, &terms, &[], seat(node, 0));
        process.move_window(lease, (0, 10_000));
        let id = process.next(lease.handle, 5).unwrap();
        let fields = discord.decode(id).unwrap();
        assert_eq!(fields.timestamp, NOW + 5);
        assert_eq!(fields.numbers[..2], expected);
        let node = process.handles.seat(lease.seat).unwrap().node();
        assert_eq!(discord.decode(node.into()).unwrap().numbers[..2], expected);
        assert_eq!(process.generator(lease.handle).node(), node);
    }
}

#[test]
fn seats_of_one_node_have_disjoint_numbers_that_are_all_of_a_tick() {
    for (format, _) in formats() {
        let mut process = Process::default();
        let mut made = HashSet::new();
        let length = format.layout().place(Kind::Sequence).max() as u32 + 1;
        for share in 0..4 {
            let lease = process.lease(&format, &shares(4), &[], seat(5, share));
            process.move_window(lease, (0, 10_000));
            let range = (share as u32 * length / 4, (share as u32 + 1) * length / 4 - 1);
            assert_eq!(process.handles.seat(lease.seat).unwrap().range(), range);
            assert_eq!(process.generator(lease.handle).range(), range);
            let ids = process.fill(lease.handle, 0);
            assert_eq!(ids.len() as u32, length / 4);
            assert!(matches!(process.next(lease.handle, 0), Err(NextError::Wait(_, WaitCause::Exhausted))));
            assert!(ids.into_iter().all(|id| made.insert(id)));
        }
        assert_eq!(made.len() as u32, length);
    }
}

#[test]
fn generators_of_one_seat_share_one_counter_and_its_start() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let rolling = [("sequence", "rolling".into())];
    let lease = process.first_lease(&twitter, &rolling, (0, 10_000));
    // The start of the seat counts, not that of the generator.
    let other = process.open_on_seat(&twitter, lease.seat, &[("maxWait", 5.into())]);
    assert_ne!(lease.handle, other);
    let first = process.next(lease.handle, 0).unwrap();
    assert_eq!(process.next(other, 0), Ok(first + 1));
    assert_eq!(process.next(lease.handle, 0), Ok(first + 2));
    let number = |id| twitter.decode(id).unwrap().numbers[3].1;
    assert!(number(process.next(other, 1).unwrap()) >= number(first) + 3);
}

#[test]
fn a_generator_of_a_seat_has_the_numbers_of_the_seat_whatever_its_settings_are() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lease = process.lease(&twitter, &shares(4), &[], seat(1, 3));
    process.move_window(lease, (0, 10_000));
    let settings = Settings::of_lease(&twitter, &raw_options(&twitter, &[]), (0, 1_023)).unwrap();
    let other = process.handles.open_on_seat(lease.seat, settings, support::entropy).unwrap();
    let ids = process.handles.generator(other).unwrap();
    assert_eq!(ids.range(), (3_072, 4_095));
    assert_eq!(ids.progress(NOW), Ok((3_072, 0)));
    assert_eq!(ids.next(NOW).unwrap() & 4_095, 3_072);
    assert_eq!(ids.id_for_time(NOW).unwrap() & 4_095, 3_072);
}

#[test]
fn a_seat_that_does_not_exist_has_no_generator_and_no_end() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let settings = Settings::of_lease(&twitter, &raw_options(&twitter, &[]), (0, 4_095)).unwrap();
    let open =
        |process: &mut Process, number| process.handles.open_on_seat(number, settings, support::entropy);
    assert_eq!(open(&mut process, 0), None);
    assert_eq!(process.handles.end_seat(0), None);
    assert!(process.handles.seat(0).is_none());

    let seats = [0, 1, 2].map(|node| process.lease(&twitter, &default_terms(), &[], seat(node, 0)).seat);
    assert_eq!(seats, [0, 1, 2]);
    process.handles.end_seat(1).unwrap();
    assert_eq!(open(&mut process, 1), None);
    assert_eq!(process.handles.end_seat(1), None);
    assert!(process.handles.seat(1).is_none() && process.handles.seat(2).is_some());
    // The number of the seat is used again.
    assert_eq!(process.lease(&twitter, &default_terms(), &[], seat(3, 0)).seat, 1);
    assert_eq!(process.lease(&twitter, &default_terms(), &[], seat(4, 0)).seat, 3);
}

#[test]
fn a_closed_generator_of_a_seat_is_freed_and_the_others_continue() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lease = process.first_lease(&twitter, &[], (0, 10_000));
    let other = process.open_on_seat(&twitter, lease.seat, &[]);
    let first = process.next(lease.handle, 0).unwrap();
    process.close(lease.handle);
    assert!(process.handles.generator(process.handle(lease.handle)).is_none());
    assert_eq!(process.next(other, 0), Ok(first + 1));
    // The handle of the generator is used again.
    assert_eq!(process.open_on_seat(&twitter, lease.seat, &[]), lease.handle);
}

#[test]
fn the_end_of_what_was_used_is_the_end_of_the_last_tick() {
    for (format, unit) in formats() {
        let mut process = Process::default();
        let unused = process.first_lease(&format, &[], (0, 10_000));
        assert_eq!(process.end(unused), -NOW);

        let lease = process.lease(&format, &default_terms(), &[], seat(1, 0));
        process.move_window(lease, (0, 10_000));
        for now in [0, 7, 45] {
            process.next(lease.handle, now).unwrap();
        }
        // The window has moved on, and nothing of it was used.
        process.move_window(lease, (500, 10_000));
        assert_eq!(process.end(lease), 45 / unit * unit + unit);
    }
}

#[test]
fn the_end_of_what_was_used_counts_ids_that_lead_the_clock() {
    for (format, unit) in formats() {
        let mut process = Process::default();
        let lease = process.first_lease(&format, &[], (1_000, 10_000));
        process.next(lease.handle, 0).unwrap();
        assert_eq!(process.end(lease), 1_000 + unit);
    }
}

#[test]
fn the_end_of_what_was_used_is_that_of_the_later_timeline() {
    let sno = built_in("sno");
    for (readings, toggle, end) in [
        (&[400][..], 0, 404),
        // The clock goes back, and the other timeline is used.
        (&[400, 100], 1, 404),
        (&[400, 100, 300], 1, 404),
        (&[400, 100, 800], 1, 804),
        // The clock goes back once more.
        (&[400, 100, 800, 500], 0, 804),
    ] {
        let mut process = Process::default();
        let lease = process.first_lease(&sno, &[("onRollback", "toggle".into())], (0, 10_000));
        let mut toggles = 0;
        for &now in readings {
            let id = process.next(lease.handle, now).unwrap();
            assert_eq!(instant(&sno, id), now);
            toggles = sno.decode(id).unwrap().numbers[0].1;
        }
        assert_eq!(toggles, toggle);
        assert_eq!(process.end(lease), end, "{readings:?}");
    }
}

#[test]
fn the_end_of_what_was_used_counts_ticks_that_began_without_a_request() {
    for (format, unit) in formats() {
        let mut process = Process::default();
        let lease = process.first_lease(&format, &[], (0, 10_000));
        for ms in [20, 40, 60] {
            process.next(lease.handle, ms).unwrap();
        }
        assert_eq!(process.end(lease), 60 + unit);
    }
}

#[test]
fn a_batch_in_progress_counts_as_used() {
    for (format, unit) in formats() {
        let mut process = Process::default();
        let lease = process.first_lease(&format, &[], (0, 10_000));
        let ids = process.generator(lease.handle);
        let batch = ids.begin_batch();
        ids.fill_runs(NOW + 20, 4, batch, &mut |_, _| ()).unwrap();
        assert_eq!(process.end(lease), 20 + unit);
        // The batch may be cancelled later.
        process.generator(lease.handle).cancel_batch(batch);
        assert!(expired(process.next(lease.handle, 20)));
    }
}

#[test]
fn a_cancelled_batch_counts_as_unused() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    let lease = process.first_lease(&twitter, &[], (0, 10_000));
    process.next(lease.handle, 3).unwrap();
    let ids = process.generator(lease.handle);
    let batch = ids.begin_batch();
    for ms in 20..30 {
        ids.fill_runs(NOW + ms, 5_000, batch, &mut |_, _| ()).unwrap();
    }
    ids.cancel_batch(batch);
    assert_eq!(process.end(lease), 4);
}

#[test]
fn after_the_end_of_a_lease_its_generators_make_no_ids() {
    for (format, _) in formats() {
        let mut process = Process::default();
        let lease = process.first_lease(&format, &[], (0, 10_000));
        let other = process.open_on_seat(&format, lease.seat, &[]);
        // More numbers are ready.
        for _ in 0..3 {
            process.next(lease.handle, 5).unwrap();
        }
        process.end(lease);
        for handle in [lease.handle, other] {
            for now in [5, 6, 9_999, 10_001, -5] {
                assert!(expired(process.next(handle, now)), "{now}");
                assert_eq!(process.fill(handle, now), []);
            }
        }
    }
}

#[test]
fn a_seat_of_a_format_without_an_epoch_is_refused() {
    let snowflake = Format::named("snowflakeSI").unwrap();
    let mut process = Process::default();
    let refused = process.try_take(&snowflake, &default_terms(), &[], FIRST).unwrap_err();
    assert_eq!(refused.code(), Code::EpochRequired);
    let refused = process.can_take(&snowflake, &default_terms(), FIRST.1).unwrap_err();
    assert_eq!(refused.code(), Code::EpochRequired);
}

#[test]
fn a_reset_threshold_counts_from_the_first_number_of_the_seat() {
    let twitter = built_in("twitter");
    for share in [0, 3] {
        let first = share * 1_024;
        for (threshold, expected) in [(0, 0), (3, 0), (4, 3)] {
            let mut process = Process::default();
            let options = [("sequenceResetThreshold", Given::from(threshold))];
            let lease = process.try_lease(&twitter, &shares(4), &options, seat(1, share)).unwrap();
            process.move_window(lease, (0, 10_000));
            let sequence = |id: u128| id as u64 % 4_096 - first;
            for number in 0..3 {
                assert_eq!(sequence(process.next(lease.handle, 5).unwrap()), number);
            }
            assert_eq!(sequence(process.next(lease.handle, 6).unwrap()), expected, "{share}, {threshold}");
        }
    }
    let (seats, _) = Seats::new(&twitter, &shares(4)).unwrap();
    let start = |share, threshold: u64| {
        let options = raw_options(&twitter, &[("sequenceResetThreshold", threshold.into())]);
        seats.numbers(&twitter, &options, SeatId { node: 1, share }).map(|numbers| numbers.start)
    };
    for (share, last) in [(0, 1_023), (3, 4_095)] {
        assert_eq!(start(share, 1_023), Ok(Start::Reset { threshold: last }));
        assert_eq!(start(share, 1_024).unwrap_err().code(), Code::InvalidOption);
    }
}

#[test]
fn with_long_ticks_a_seat_makes_ids_at_once_unless_a_lead_is_refused() {
    let format = custom_format(
        &[(Kind::Time, "timestamp", 30), (Kind::Node, "node", 10), (Kind::Sequence, "sequence", 20)],
        60_000,
        NOW,
    );
    for (options, is_granted) in
        [(Vec::new(), true), (vec![("maxLead", 0.into())], false), (vec![("maxLead", 60_000.into())], true)]
    {
        let mut process = Process::default();
        let lease = process.first_lease(&format, &options, (70_000, 670_000));
        assert_eq!(process.next(lease.handle, 70_000).is_ok(), is_granted, "{options:?}");
    }
}

#[test]
fn a_lease_toggles_only_if_it_is_asked_to() {
    let sno = built_in("sno");
    for (options, toggle) in [(Vec::new(), 0), (vec![("onRollback", "toggle".into())], 1)] {
        let mut process = Process::default();
        let lease = process.first_lease(&sno, &options, (0, 10_000));
        let before = process.next(lease.handle, 5_000).unwrap();
        let after = process.next(lease.handle, 4_000).unwrap();
        assert_eq!(sno.decode(after).unwrap().numbers[0].1, toggle);
        assert_eq!(after > before, toggle == 0);
    }
}

#[test]
fn wrong_options_of_a_seat_are_refused_and_change_nothing() {
    let twitter = built_in("twitter");
    let mut process = Process::default();
    for options in [
        [("maxLead", Given::from(86_400_001))],
        [("maxLag", 86_400_001.into())],
        [("maxWait", 86_400_001.into())],
        [("onRollback", "toggle".into())],
        [("sequenceResetThreshold", 4_096.into())],
    ] {
        let refused = process.try_take(&twitter, &default_terms(), &options, FIRST).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidOption);
        let refused = process.can_take(&twitter, &shares(3), FIRST.1).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidOption);
    }
    // A generator may have the numbers.
    process.open(&twitter, &[("machineId", 0.into())], false).unwrap();
    let mut process = Process::default();
    let seat = process.try_take(&twitter, &default_terms(), &[], FIRST).unwrap();
    let refused = process.try_open_on_seat(&twitter, seat, &[("maxLag", 86_400_001.into())]).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidOption);
}

#[test]
fn nothing_is_reset_while_there_is_a_leased_seat() {
    for (format, _) in formats() {
        let mut process = Process::default();
        let lease = process.first_lease(&format, &[], (0, 20_000));
        assert!(!process.handles.reset());
        process.next(lease.handle, 100).unwrap();
        process.handles.end_seat(lease.seat);
        assert!(process.handles.reset());
        assert!(process.handles.generator(process.handle(lease.handle)).is_none());
    }
}
