//! Promises of inspection: all formats that fit, best first, each with its reason.

use flakekit::inspect;
use flakekit::inspect::{Candidate, FieldValue, Fit, Inspection};
use flakekit::report::Report;
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// 2026-11-21.
const NOW: i64 = 1_795_219_200_000;

fn integers(text: &str, epoch: Option<i64>) -> Vec<Candidate> {
    let mut inspection = Inspection::new(text.as_bytes(), true, NOW);
    inspection.built_in(epoch);
    inspection.finish()
}

fn first(text: &str) -> Candidate {
    inspect(text, NOW).into_iter().next().unwrap_or_else(|| panic!("no candidate for {text}"))
}

fn find(text: &str, format: &str) -> Candidate {
    inspect(text, NOW).into_iter().find(|candidate| candidate.format == format).unwrap()
}

fn number(candidate: &Candidate, name: &str) -> u64 {
    match candidate.fields.iter().find(|(field, _)| field == name) {
        Some((_, FieldValue::Number(number))) => *number,
        _ => panic!("no number {name} in {:?}", candidate.fields),
    }
}

#[test]
fn the_first_candidate_for_a_published_tweet_is_twitter() {
    for (text, timestamp, machine) in
        [("1541815603606036480", 1_656_432_460_105, 378), ("1859982040506564608", 1_732_289_249_909, 0)]
    {
        let best = first(text);
        assert_eq!((&*best.format, best.fit, best.timestamp), ("twitter", Fit::Plausible, Some(timestamp)));
        assert_eq!(number(&best, "machineId"), machine);
        assert_eq!(best.reason, "in the past, and not before the first such ID");
    }
}

#[test]
fn all_formats_that_an_integer_fits_are_listed_best_fit_first() {
    let found = inspect("175928847299117063", NOW);
    let names: Vec<_> = found.iter().map(|candidate| (&*candidate.format, candidate.fit)).collect();
    assert!(names.contains(&("discord", Fit::Plausible)), "{names:?}");
    assert!(names.contains(&("nanoflake", Fit::Unknown)), "{names:?}");
    assert!(found.is_sorted_by_key(|candidate| candidate.fit as u8));
    assert!(found.iter().all(|candidate| candidate.value == Some(175_928_847_299_117_063)));
}

#[test]
fn a_time_in_the_future_or_before_the_first_id_of_the_service_is_unlikely_and_the_reason_says_so() {
    let future = find("1541815603606036480", "mastodon");
    assert_eq!((future.fit, &*future.reason), (Fit::Unlikely, "in the future"));
    let early = find("11637205501278089", "mastodon");
    assert_eq!(early.fit, Fit::Unlikely);
    assert_eq!(early.reason, "before the first such ID, 2016-10-06T00:00:00.000Z");
}

#[test]
fn a_number_in_the_first_tick_of_every_epoch_is_unlikely() {
    assert!(inspect("42", NOW).iter().all(|candidate| candidate.fit == Fit::Unlikely));
}

#[test]
fn a_given_epoch_tells_the_time_of_formats_that_have_none() {
    let found = integers("746582284673792", Some(1_704_067_200_000));
    let snowflake = found.iter().find(|candidate| candidate.format == "snowflakeSI").unwrap();
    assert_eq!(snowflake.fit, Fit::Plausible);
    assert_eq!(number(snowflake, "machineId"), 3);
    let too_early = integers("746582284673792", Some(0));
    assert!(too_early.iter().all(|candidate| candidate.format != "snowflakeSI"));
}

#[test]
fn a_text_in_the_encoding_of_a_format_is_read() {
    assert_eq!(first("xinaS8QBh").format, "uid60");
    assert_eq!(first("xiAnaS8QBh").timestamp, Some(1_562_179_504_129));
}

#[test]
fn an_integer_is_not_read_as_a_text_in_another_encoding() {
    assert!(integers("1234567890", None).iter().all(|candidate| candidate.value == Some(1_234_567_890)));
}

#[test]
fn ids_of_foreign_formats_are_read_as_their_documents_say() {
    // UUIDs: RFC 9562, appendices A.1, A.5 and A.6. ULID, KSUID, xid: their READMEs. ObjectId: MongoDB's manual.
    for (text, format, timestamp) in [
        ("C232AB00-9414-11EC-B3C8-9F6BDECED846", "uuid v1", 1_645_557_742_000),
        ("1EC9414C-232A-6B00-B3C8-9F6BDECED846", "uuid v6", 1_645_557_742_000),
        ("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "uuid v7", 1_645_557_742_000),
        ("017f22e279b07cc398c4dc0c0c07398f", "uuid v7", 1_645_557_742_000),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid", 1_469_922_850_259),
        ("01arz3ndektsv4rrffq69g5fav", "ulid", 1_469_922_850_259),
        ("0ujtsYcgvSTl8PAuAdqWYSMnLOv", "ksuid", 1_507_608_047_000),
        ("9m4e2mr0ui3e8a215n4g", "xid", 1_300_816_219_000),
        ("507f1f77bcf86cd799439011", "objectid", 1_350_508_407_000),
    ] {
        let found = first(text);
        assert_eq!((&*found.format, found.timestamp), (format, Some(timestamp)), "{text}");
        assert_eq!(found.value, None, "{text}");
    }
    let ksuid = first("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    let payload = FieldValue::Hex("b5a1cd34b5f99d1154fb6853345c9735".to_owned());
    assert_eq!(ksuid.fields, [("payload".into(), payload)]);
    let xid = first("9m4e2mr0ui3e8a215n4g");
    assert_eq!((number(&xid, "process"), number(&xid, "counter")), (58_408, 4_271_561));
    let uuid = first("C232AB00-9414-11EC-B3C8-9F6BDECED846");
    assert_eq!(number(&uuid, "clockSequence"), 13_256);
}

#[test]
fn a_text_that_no_format_could_have_made_has_no_candidates() {
    for text in [
        "",
        " ",
        "hello world",
        "+1",
        "99999999999999999999999",
        "f47ac10b-58cc-4372-a567-0e02b2c3d479",
        "🦀",
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    ] {
        assert!(inspect(text, NOW).is_empty(), "{text}");
    }
}

#[test]
fn a_report_has_the_fields_of_its_candidate() {
    let text = |text: &'static str| Report::Text(text.into());
    let candidate = first("11093174944930914");
    let fields = vec![("sequence", Report::Number(270.0)), ("random", Report::Number(98.0))];
    let expected = vec![
        ("format", text("uid60")),
        ("fit", text("plausible")),
        ("reason", text("in the past, and not before the first such ID")),
        ("value", Report::BigInt(11_093_174_944_930_914)),
        ("timestamp", Report::Number(1_562_179_504_129.0)),
        ("fields", Report::Object(fields)),
    ];
    // Other formats fit this integer too.
    let uid60 = find("11093174944930914", "uid60");
    assert_eq!(uid60.report(), Report::Object(expected));
    assert_eq!(candidate.value, uid60.value);

    let ulid = first("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    let Report::Object(ulid) = ulid.report() else { panic!("no object") };
    assert_eq!(ulid[3], ("value", Report::Null));
    let nanoflake = find("175928847299117063", "nanoflake");
    let Report::Object(unknown) = nanoflake.report() else { panic!("no object") };
    assert_eq!((&unknown[1].1, &unknown[4].1), (&text("unknown"), &Report::Null));
}
