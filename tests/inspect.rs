//! What inspection promises: every format that fits, best first, each with a reason.

use flakekit::inspect;
use flakekit::inspect::Inspection;
use serde_json::{Value, json};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// 2026-11-21.
const NOW: f64 = 1_795_219_200_000;

/// A report, taken apart.
#[derive(Debug)]
struct Candidate {
    format: String,
    fit: String,
    reason: String,
    value: Option<u64>,
    timestamp: Option<f64>,
    fields: Value,
}

fn apart(reports: &str) -> Vec<Candidate> {
    let Value::Array(reports) = serde_json::from_str(reports).unwrap() else { panic!("{reports}") };
    let candidate = |mut report: Value| {
        let text =
            |name: &str| report[name].as_str().unwrap_or_else(|| panic!("{name} of {report}")).to_owned();
        Candidate {
            format: text("format"),
            fit: text("fit"),
            reason: text("reason"),
            value: Some(text("value")).filter(|value| !value.is_empty()).map(|value| value.parse().unwrap()),
            timestamp: (!report["timestamp"].is_null()).then(|| report["timestamp"].as_f64().unwrap()),
            fields: report["fields"].take(),
        }
    };
    reports.into_iter().map(candidate).collect()
}

fn all(text: &str) -> Vec<Candidate> {
    apart(&inspect(text, NOW))
}

fn integers(text: &str, epoch: Option<f64>) -> Vec<Candidate> {
    let mut inspection = Inspection::new(text.as_bytes(), true, NOW);
    inspection.built_in(epoch);
    apart(&inspection.finish())
}

fn first(text: &str) -> Candidate {
    all(text).into_iter().next().unwrap_or_else(|| panic!("nothing for {text}"))
}

fn number(candidate: &Candidate, name: &str) -> f64 {
    candidate.fields[name].as_f64().unwrap_or_else(|| panic!("{name} of {}", candidate.fields))
}

#[test]
fn a_published_tweet_is_read_as_one_first() {
    for (text, timestamp, machine) in [
        ("1541815603606036480", 1_656_432_460_105, 378),
        ("1859982040506564608", 1_732_289_249_909, 0),
    ] {
        let best = first(text);
        assert_eq!((&*best.format, &*best.fit, best.timestamp), ("twitter", "plausible", Some(timestamp)));
        assert_eq!(number(&best, "machineId"), machine);
        assert_eq!(best.reason, "in the past, and not before there were any");
    }
}

#[test]
fn every_format_that_an_integer_fits_is_listed_the_plausible_ones_first() {
    let found = all("175928847299117063");
    let names: Vec<_> = found.iter().map(|candidate| (&*candidate.format, &*candidate.fit)).collect();
    assert!(names.contains(&("discord", "plausible")), "{names:?}");
    assert!(names.contains(&("nanoflake", "unknown")), "{names:?}");
    assert!(found.is_sorted_by_key(|candidate| {
        ["plausible", "unknown", "unlikely"].iter().position(|fit| *fit == candidate.fit)
    }));
    assert!(found.iter().all(|candidate| candidate.value == Some(175_928_847_299_117_063)));
}

#[test]
fn what_is_in_the_future_or_before_its_service_is_unlikely_and_says_why() {
    let find = |format: &str| {
        all("1541815603606036480").into_iter().find(|candidate| candidate.format == format).unwrap()
    };
    assert_eq!(find("mastodon").fit, "unlikely");
    assert_eq!(find("mastodon").reason, "in the future");
    let early = all("11637205501278089").into_iter().find(|c| c.format == "mastodon").unwrap();
    assert!(early.reason.contains("before there were any"), "{}", early.reason);
}

#[test]
fn a_number_too_small_to_say_a_time_is_unlikely() {
    assert!(all("42").iter().all(|candidate| candidate.fit == "unlikely"));
}

#[test]
fn an_epoch_makes_the_formats_without_one_readable() {
    let found = integers("746582284673792", Some(1_704_067_200_000));
    let snowflake = found.iter().find(|candidate| candidate.format == "snowflakeSI").unwrap();
    assert_eq!(snowflake.fit, "plausible");
    assert_eq!(number(snowflake, "machineId"), 3);
    let too_early = integers("746582284673792", Some(0));
    assert!(too_early.iter().all(|candidate| candidate.format != "snowflakeSI"));
}

#[test]
fn texts_of_other_encodings_are_read() {
    assert_eq!(first("xinaS8QBh").format, "uid60");
    assert_eq!(first("xiAnaS8QBh").timestamp, Some(1_562_179_504_129));
}

#[test]
fn an_integer_is_not_taken_for_a_text_of_another_encoding() {
    assert!(integers("1234567890", None).iter().all(|candidate| candidate.value == Some(1_234_567_890)));
}

#[test]
fn ids_of_other_families_are_read_as_their_documents_say() {
    // UUIDs: RFC 9562, appendices A.1, A.5 and A.6. ULID, KSUID, xid: their READMEs. ObjectId: MongoDB's manual.
    for (text, format, timestamp) in [
        ("C232AB00-9414-11EC-B3C8-9F6BDECED846", "uuid v1", 1_645_557_742_000),
        ("1EC9414C-232A-6B00-B3C8-9F6BDECED846", "uuid v6", 1_645_557_742_000),
        ("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "uuid v7", 1_645_557_742_000),
        ("017f22e279b07cc398c4dc0c0c07398f", "uuid v7", 1_645_557_742_000),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid", 1_469_922_850_259),
        ("0ujtsYcgvSTl8PAuAdqWYSMnLOv", "ksuid", 1_507_608_047_000),
        ("9m4e2mr0ui3e8a215n4g", "xid", 1_300_816_219_000),
        ("507f1f77bcf86cd799439011", "objectid", 1_350_508_407_000),
    ] {
        let found = first(text);
        assert_eq!((&*found.format, found.timestamp), (format, Some(timestamp)), "{text}");
    }
    let ksuid = first("0ujtsYcgvSTl8PAuAdqWYSMnLOv");
    assert_eq!(ksuid.fields, json!({ "payload": "b5a1cd34b5f99d1154fb6853345c9735" }));
    let xid = first("9m4e2mr0ui3e8a215n4g");
    assert_eq!((number(&xid, "process"), number(&xid, "counter")), (58_408, 4_271_561));
    let uuid = first("C232AB00-9414-11EC-B3C8-9F6BDECED846");
    assert_eq!(number(&uuid, "clockSequence"), 13_256);
}

#[test]
fn what_no_format_could_have_made_is_said_to_be_nothing() {
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
        assert_eq!(inspect(text, NOW), "[]", "{text}");
    }
}
