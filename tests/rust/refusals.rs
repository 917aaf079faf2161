//! Promises of error messages: distances, durations, and the remedy.

use flakekit::formats::Width;
use flakekit::layout::{Field, Kind, Layout};
use flakekit::refusal::{CAUSES, FIGURES, REMEDIES, Reason};
use flakekit::report::Report;
use flakekit::sequencer::WaitCause;
use flakekit::{Code, Error, Format, NextError, Refusal};

use crate::support::{Given, NOW, built_in, generator, numbers, range, twitter};

fn message(answer: Result<u128, NextError>) -> String {
    match answer {
        Err(NextError::Error(error)) => error.message(),
        other => panic!("{other:?} is no error"),
    }
}

#[test]
fn an_error_states_times_in_ms_whatever_the_tick_length() {
    let ids = |options: &[(&'static str, Given)]| {
        let common = [("machineId", 1.into()), ("sequenceRange", range(3, 5))];
        generator(&built_in("sonyflake"), &[&common[..], options].concat(), None)
    };
    let mut throwing = ids(&[("onRollback", "throw".into()), ("onExhausted", "throw".into())]);
    for _ in 0..3 {
        throwing.next(NOW).unwrap();
    }
    let exhausted = message(throwing.next(NOW));
    assert!(exhausted.contains("all 3 sequence numbers of this tick (10 ms) are used up"), "{exhausted}");
    let behind = message(throwing.next(NOW - 40));
    assert!(behind.contains("the clock went back by 40 ms"), "{behind}");

    let mut waiting = ids(&[("onRollback", "wait".into()), ("maxWait", 30.into())]);
    waiting.next(NOW).unwrap();
    let long = message(waiting.next(NOW - 40));
    assert!(
        long.contains("the next ID is 40 ms away, more than maxWait (30 ms): raise maxWait, or"),
        "{long}"
    );
    waiting.stall(NOW - 20);
    let stalled = message(waiting.next(NOW - 20));
    assert!(stalled.starts_with("the clock went back, and the clock stands still at"), "{stalled}");

    let mut leading = ids(&[("maxLead", 50.into()), ("maxWait", 30.into())]);
    leading.next(NOW).unwrap();
    let lead = message(leading.next(NOW - 100));
    assert!(lead.contains("the last ID leads the clock by maxLead (50 ms) or more"), "{lead}");
    assert!(lead.contains("raise maxWait or maxLead"), "{lead}");
}

#[test]
fn a_wait_of_more_than_a_day_means_that_the_clock_was_set_back() {
    const DAY: i64 = 86_400_000;
    for (by, remedy) in [(DAY, "raise maxWait, or ask again later"), (DAY + 1, "the clock was set back")] {
        let mut ids = twitter(&[("onRollback", "wait".into())], None);
        ids.next(NOW).unwrap();
        let refused = message(ids.next(NOW - by));
        assert!(refused.contains(&format!("the next ID is {by} ms away")), "{refused}");
        assert!(refused.contains(remedy), "{refused}");
    }
}

#[test]
fn a_wait_lasts_until_the_next_tick_begins_and_an_error_is_reported_with_its_code() {
    let sonyflake = built_in("sonyflake");
    let mut ids = generator(&sonyflake, &[("machineId", 1.into()), ("sequenceRange", range(0, 0))], None);
    ids.next(NOW).unwrap();
    for late in [0, 1, 9] {
        let wait = NextError::Wait(10 - late, WaitCause::Exhausted);
        assert_eq!(ids.next(NOW + i64::from(late)), Err(wait));
    }
    let Err(NextError::Error(error)) = twitter(&[], None).next(-1) else { panic!("no error") };
    assert_eq!(error.code(), Code::ClockOutOfRange);
    let error = Error::from(error);
    let text = |text: &'static str| Report::Text(text.into());
    let (code, message) = (text("CLOCK_OUT_OF_RANGE"), Report::Text(error.message().into()));
    assert_eq!(error.report(), Report::Object(vec![("code", code), ("message", message)]));
}

#[test]
fn a_part_that_is_missing_is_named() {
    let refused = |format: &Format, given: &[(&str, u64)]| {
        let error = format.encode(NOW, &numbers(format, given), false).unwrap_err();
        assert_eq!(error.code(), Code::InvalidField);
        error.message().to_string()
    };
    let twitter = built_in("twitter");
    let whole = "machineId is missing; give a whole number from 0 to 1023, or give all its parts";
    assert_eq!(refused(&twitter, &[("sequence", 0)]), whole);
    for (given, missing) in [("datacenterId", "workerId"), ("workerId", "datacenterId")] {
        let expected = format!("{missing} is missing; give a whole number from 0 to 31, or give machineId");
        assert_eq!(refused(&twitter, &[(given, 1), ("sequence", 0)]), expected);
    }
    let plain = "processId is missing; give a whole number from 0 to 31";
    assert_eq!(refused(&built_in("discord"), &[("workerId", 1), ("increment", 0)]), plain);
}

#[test]
fn a_width_is_refused_with_the_range_of_its_kind_wherever_it_is_given() {
    for kind in Kind::ALL {
        let (min, max) = kind.limits();
        let range = if min == max { format!("{min}") } else { format!("a whole number from {min} to {max}") };
        for bits in [min.wrapping_sub(1), max + 1] {
            let expected = format!("own: bits is {bits}; it must be {range}");
            let checked = Field::checked(kind, "own".into(), bits.into()).unwrap_err();
            assert_eq!((checked.code(), checked.message()), (Code::InvalidLayout, &*expected));
            let usual = [Kind::Time, Kind::Sequence].into_iter().filter(|usual| *usual != kind);
            let others = usual.map(|usual| Field::new(usual, usual.name(), 1));
            let fields = [Field::new(kind, "own", bits)].into_iter().chain(others).collect();
            assert_eq!(Layout::new(fields, 60).unwrap_err(), checked);
        }
    }
    for bits in [0, 1, 81] {
        let fields = vec![Field::new(Kind::Time, "time", 1), Field::new(Kind::Sequence, "sequence", 1)];
        let error = Layout::new(fields, bits).unwrap_err();
        assert_eq!(error.code(), Code::InvalidLayout);
        assert_eq!(error.message(), format!("bits is {bits}; it must be a whole number from 2 to 80"));
    }
}

#[test]
fn the_largest_adjustable_width_leaves_the_smallest_ones_to_the_other_fields() {
    let snowflake = built_in("snowflakeSI");
    for (i, &Width { option, min, max }) in snowflake.widths().iter().enumerate() {
        let others = |width: &Width| u64::from(if width.option == option { max } else { width.min });
        let widths: Vec<_> = snowflake.widths().iter().map(|width| Some(others(width))).collect();
        assert_eq!(snowflake.with(None, &widths, None).unwrap().layout().fields()[i].place.bits, max);
        for bits in [min.wrapping_sub(1), max + 1].map(u64::from) {
            let mut widths = widths.clone();
            widths[i] = Some(bits);
            let error = snowflake.with(None, &widths, None).unwrap_err();
            let expected = format!("{option} is {bits}; it must be a whole number from {min} to {max}");
            assert_eq!((error.code(), error.message()), (Code::InvalidLayout, &*expected));
        }
    }
}

#[test]
fn parts_without_a_node_field_of_their_width_are_refused() {
    let (time, sequence) = (Field::new(Kind::Time, "time", 40), Field::new(Kind::Sequence, "sequence", 8));
    let (node, part) = (Field::new(Kind::Node, "node", 5), Field::new(Kind::Part, "part", 4));
    for (fields, name, width) in [
        (vec![&time, &node, &part, &sequence], "node", 5),
        (vec![&time, &sequence, &part], "sequence", 8),
        (vec![&part, &time, &sequence], "part", 0),
    ] {
        let bits = fields.iter().filter(|field| field.kind != Kind::Part).map(|field| field.place.bits).sum();
        let error = Layout::new(fields.into_iter().cloned().collect(), bits).unwrap_err();
        let expected =
            format!("the parts of {name} have 4 bits; only a node field has parts, with its {width} bits");
        assert_eq!((error.code(), error.message()), (Code::InvalidLayout, &*expected));
    }
}

#[test]
fn each_code_has_its_own_stable_text_and_a_meaning() {
    let mut texts: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(texts.len(), 27);
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), 27);
    assert!(Code::ALL.iter().all(|code| code.meaning().ends_with('.')));
}

#[test]
fn the_status_of_http_is_400_for_what_a_request_can_contain_and_for_nothing_else() {
    let bad_input: Vec<_> =
        Code::ALL.iter().filter(|code| code.status().is_some()).map(|code| code.as_str()).collect();
    assert_eq!(bad_input, ["INVALID_ID", "INVALID_TEXT", "INVALID_FIELD", "INVALID_TIME", "INVALID_COUNT"]);
    assert!(Code::ALL.iter().all(|code| matches!(code.status(), None | Some(400))));
}

/// The keys in the braces of a sentence, which are balanced and not nested.
fn keys(sentence: &str) -> Vec<&str> {
    let (mut keys, mut rest) = (Vec::new(), sentence);
    while let Some((before, after)) = rest.split_once('{') {
        let (key, after) = after.split_once('}').expect(sentence);
        assert!(!before.contains('}') && !key.contains('{'), "{sentence}");
        keys.push(key);
        rest = after;
    }
    assert!(!rest.contains('}'), "{sentence}");
    keys
}

/// A sentence with these figures. Each figure is also given as the instant of this many ms after 1970.
fn worded(sentence: &str, figures: [i64; FIGURES]) -> String {
    figures.iter().enumerate().fold(sentence.to_owned(), |said, (at, figure)| {
        let instant = format!("1970-01-01T00:00:00.{figure:03}Z");
        said.replace(&format!("{{{at}}}"), &figure.to_string()).replace(&format!("{{i{at}}}"), &instant)
    })
}

#[test]
fn the_sentence_of_each_reason_has_known_keys_in_its_braces_and_is_said_without_braces() {
    let known: Vec<_> = (0..FIGURES).flat_map(|at| [format!("{at}"), format!("i{at}")]).collect();
    let words = ["format", "cause", "remedy"];
    for reason in Reason::ALL {
        let keys = keys(reason.sentence());
        assert!(keys.iter().all(|key| words.contains(key) || known.iter().any(|known| known == key)));
        for cause in 0..CAUSES.len() as i64 {
            let figures = [cause, 101, 202, 303, 404];
            let said = Refusal { reason: *reason, figures }.message();
            assert!(!said.contains(['{', '}']), "{said}");
            let expected = reason
                .sentence()
                .replace("{format}", "the format")
                .replace("{cause}", CAUSES[cause as usize])
                .replace("{remedy}", REMEDIES[usize::from(cause > 1)]);
            assert_eq!(said, worded(&expected, figures));
        }
    }
    assert!(CAUSES.iter().flat_map(|cause| keys(cause)).all(|key| ["1", "2"].contains(&key)));
}

#[test]
fn reasons_and_causes_are_numbered_in_the_order_of_their_tables_and_those_of_leases_come_last() {
    assert!(Reason::ALL.iter().enumerate().all(|(at, reason)| *reason as usize == at));
    assert!(Reason::ALL.ends_with(&[Reason::Expired, Reason::SeatUsed]));
    assert!(WaitCause::ALL.iter().enumerate().all(|(at, cause)| *cause as usize == at));
    assert_eq!(WaitCause::ALL.len(), CAUSES.len());
}

#[test]
fn a_refusal_becomes_an_error_with_its_code_and_its_sentence() {
    for reason in Reason::ALL {
        let refusal = Refusal { reason: *reason, figures: [1, 2, 3, 4, 5] };
        assert_eq!(refusal.code(), reason.code());
        let error = Error::from(refusal);
        assert_eq!((error.code(), error.message()), (refusal.code(), &*refusal.message()));
    }
}
