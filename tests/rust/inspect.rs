//! Promises of inspection: all formats that fit, the likeliest first, each with its score and reasons.

use crate::support;
use flakekit::inspect::{Candidate, FieldValue, Fit, Reader, Reason, Said};
use flakekit::{Format, inspect};

/// 2026-11-21.
const NOW: i64 = 1_795_219_200_000;

fn integers(text: &str, epoch: Option<i64>) -> Vec<Candidate> {
    let units: Vec<u16> = text.encode_utf16().collect();
    Reader::new(NOW, epoch, Vec::new()).inspect(&units, true)
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
    }
}

#[test]
fn the_documented_example_of_discord_is_most_likely_discords() {
    let best = first("175928847299117063");
    assert_eq!((&*best.format, best.fit), ("discord", Fit::Plausible));
    assert!(best.score > 0.9, "{}", best.score);
    assert_eq!(
        best.reasons,
        [
            "made 2016-04-30, after the first such ID, 2015-01-01",
            "workerId 1 is usual",
            "processId 0 is usual",
            "increment 7 is usual",
        ]
    );
}

#[test]
fn all_formats_that_an_integer_fits_are_listed_the_likeliest_first_and_their_scores_add_up_to_at_most_1() {
    for text in ["175928847299117063", "1541815603606036480", "11093174944930914", "42", "0", "xiAnaS8QBh"] {
        for now in [NOW, 0, i64::MIN, i64::MAX] {
            let found = inspect(text, now);
            assert!(found.is_sorted_by(|a, b| a.score >= b.score), "{text}");
            let sum: f64 = found.iter().map(|candidate| candidate.score).sum();
            assert!(sum < 1.0, "{text}: {sum}");
            assert!(found.iter().all(|candidate| candidate.score >= 0.0 && !candidate.reasons.is_empty()));
        }
    }
    let found = inspect("175928847299117063", NOW);
    let names: Vec<_> = found.iter().map(|candidate| (&*candidate.format, candidate.fit)).collect();
    assert!(names.contains(&("twitter", Fit::Plausible)), "{names:?}");
    assert!(names.contains(&("nanoflake", Fit::Unknown)), "{names:?}");
    assert!(found.iter().all(|candidate| candidate.value == Some(175_928_847_299_117_063)));
}

/// The first candidates and their scores for a format of 41, 10 and 12 bits with the same epoch as others.
fn with_twins(id: u64, twins: &[&str]) -> Vec<Candidate> {
    let units: Vec<u16> = id.to_string().encode_utf16().collect();
    let given = twins.iter().map(|name| Format::named(name).unwrap()).collect();
    Reader::new(NOW, None, given).inspect(&units, true)
}

#[test]
fn formats_that_are_almost_as_likely_as_the_first_one_are_said_to_be_equally_likely() {
    let found = with_twins(1_541_815_603_606_036_480, &["twitter", "x", "twitter"]);
    let tie = |candidate: &Candidate| candidate.reasons.last().unwrap() == "twitter is also likely";
    assert_eq!(found.iter().map(tie).filter(|tie| *tie).count(), 3);
    assert!(found[..3].iter().all(|twin| tie(twin) && (twin.score - found[0].score).abs() < 1e-9));
    let alone = with_twins(1_541_815_603_606_036_480, &["twitter"]);
    assert!(alone.iter().all(|candidate| !tie(candidate)), "{alone:?}");
}

#[test]
fn a_tie_between_services_names_the_other_one() {
    // A published ID of Instagram (tests/vectors/published) whose numbers are common nowhere else.
    let found = inspect("1117625108441743798", NOW);
    let (best, second) = (&found[0], &found[1]);
    assert!(best.score < 2.0 * second.score, "{best:?} {second:?}");
    assert_eq!(best.reasons.last().unwrap(), &format!("{} is also likely", second.format));
    assert_eq!(second.reasons.last().unwrap(), &format!("{} is also likely", best.format));
}

#[test]
fn a_format_that_the_caller_gives_is_likelier_than_others() {
    let id = 175_928_847_299_117_063;
    assert_eq!(&*with_twins(id, &["tsid"])[0].format, "discord");
    assert_eq!(&*with_twins(id, &["twitter", "discord"])[0].format, "discord");
    let score = |twins: &[&str]| {
        let found = with_twins(id, twins);
        found.iter().find(|candidate| candidate.format == "instagram").unwrap().score
    };
    assert!(score(&["instagram"]) > 4.0 * score(&[]));
}

#[test]
fn numbers_that_are_rare_in_a_format_are_said_to_be_unusual_and_lower_its_score() {
    // The increments 7 and 4000 in the same ms of the same process.
    let (usual, unusual) = (find("175928847299117063", "discord"), find("175928847299121056", "discord"));
    assert_eq!(number(&unusual, "increment"), 4000);
    assert_eq!(
        unusual.reasons[1..4],
        ["workerId 1 is usual", "processId 0 is usual", "increment 4000 is unusual"]
    );
    assert!(unusual.score < usual.score);
}

#[test]
fn a_newer_time_is_likelier() {
    // Nanoflake has no epoch, so all times are equally likely, and the low bits of both IDs are equal.
    let ratio = |age_in_days: i64| {
        let id = ((NOW - 1_420_070_400_000 - age_in_days * 86_400_000) as u64) << 22 | 1 << 17 | 7;
        let found = inspect(&id.to_string(), NOW);
        let score = |name| found.iter().find(|candidate| candidate.format == name).unwrap().score;
        score("discord") / score("nanoflake")
    };
    assert!(ratio(1) > 2.0 * ratio(5 * 365), "{} {}", ratio(1), ratio(5 * 365));
    assert!(ratio(1) > 3.0 * ratio(10 * 365));
}

#[test]
fn a_short_word_is_no_id() {
    for word in ["hello", "a", "id", "Password", "xinaS8QBh", "zzzzzzzzz"] {
        assert!(inspect(word, NOW).is_empty(), "{word}");
    }
    let long = inspect("impossible", NOW);
    assert!(long.iter().all(|candidate| candidate.score < 0.001), "{long:?}");
}

#[test]
fn a_time_in_the_future_or_before_the_first_id_of_the_service_is_unlikely_and_the_reason_says_so() {
    let future = find("1541815603606036480", "mastodon");
    assert_eq!(future.fit, Fit::Unlikely);
    assert_eq!(future.reasons[0], "made 2715-07-09T10:24:28.695Z, after now, 2026-11-21T00:00:00.000Z");
    let early = find("11637205501278089", "mastodon");
    assert_eq!(early.fit, Fit::Unlikely);
    assert_eq!(early.reasons[0], "made 1975-08-18, before the first such ID, 2016-10-06");
}

#[test]
fn a_number_in_the_first_tick_of_every_epoch_is_unlikely() {
    let found = inspect("42", NOW);
    let (timeless, others): (Vec<_>, Vec<_>) =
        found.iter().partition(|candidate| candidate.fit == Fit::Unknown);
    assert!(others.iter().all(|candidate| candidate.fit == Fit::Unlikely));
    // The counters from before snowflakes.
    assert_eq!(
        timeless.iter().map(|candidate| &*candidate.format).collect::<Vec<_>>(),
        ["twitter", "mastodon"]
    );
    assert!(timeless.iter().all(|candidate| candidate.timestamp.is_none()));
}

#[test]
fn a_time_after_now_is_not_the_likelier_answer_unless_the_text_is_of_one_kind_only() {
    // -2^62, a pointer, and an ID of 2^63.
    for text in ["-4611686018427387904", "0xffffffff81000000", "9223372036854775808"] {
        let found = inspect(text, NOW);
        assert!(found.len() > 1 && found.iter().all(|candidate| candidate.score < 0.5), "{text}: {found:?}");
    }
    // A UUID of version 7 of 2100.
    assert!(first("03bb2cc3-d800-7cc3-98c4-dc0c0c07398f").score > 0.5);
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
    assert_eq!(first("xiAnaS8QBh").format, "uid60");
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
    for text in ["", " ", "hello world", "+1", "99999999999999999999999", "🦀", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"]
    {
        assert!(inspect(text, NOW).is_empty(), "{text}");
    }
}

#[test]
fn a_candidate_in_numbers_has_what_its_words_have() {
    let reader = Reader::new(NOW, None, vec![Format::named("discord").unwrap()]);
    let units: Vec<u16> = "11093174944930914".encode_utf16().collect();
    let judged = reader.judge(&units, false);
    let told = reader.inspect(&units, false);
    for (judged, told) in judged.iter().zip(&told) {
        assert_eq!(reader.name_of(judged.kind()), told.format);
        assert_eq!((judged.fit, judged.score, judged.timestamp), (told.fit, told.score, told.timestamp));
        assert_eq!(judged.value(), told.value);
        let fields: Vec<_> = told.fields.iter().map(|(_, value)| value.clone()).collect();
        assert_eq!(judged.fields(), fields);
    }
    let at = told.iter().position(|candidate| candidate.format == "uid60").unwrap();
    let [made] = judged[at].reasons[..] else { panic!("{:?}", judged[at]) };
    assert_eq!(made, Said { reason: Reason::Made, figures: [1_562_179_504_129, 1_519_862_400_000] });
    assert_eq!(reader.names_of(judged[at].kind()), ["uid60", "sequence", "random"]);
}

/// An ID of 41 bits of ms, 10 of the machine and 12 of the sequence.
fn snowflake(ms: u64, machine: u64, sequence: u64) -> String {
    (ms << 22 | machine << 12 | sequence).to_string()
}

/// 151 days and 730 days in ms.
const HALF_A_YEAR: u64 = 13_082_400_000;
const TWO_YEARS: u64 = 63_072_000_000;

#[test]
fn an_epoch_of_its_own_is_a_candidate_without_a_date_which_says_what_would_settle_it() {
    let own = first(&snowflake(HALF_A_YEAR, 3, 0));
    assert_eq!((&*own.format, own.fit, own.timestamp), ("own", Fit::Unknown, None));
    assert!(own.score > 0.9);
    let fields = ["msSinceEpoch", "machine", "sequence"].map(|name| number(&own, name));
    assert_eq!(fields, [HALF_A_YEAR, 3, 0]);
    assert_eq!(
        own.reasons,
        [
            "made 13082400000 ms after its epoch, which is not given",
            "the epoch of its service, or other IDs of it, would tell the date",
            "machine 3 is usual",
            "sequence 0 is usual",
        ]
    );
}

#[test]
fn an_epoch_of_its_own_that_is_not_far_likelier_than_any_kind_is_no_candidate_but_counts() {
    // Discord's documented example, and an ID that could be Discord's of 2016-12.
    assert!(inspect("175928847299117063", NOW).iter().all(|candidate| candidate.format != "own"));
    let found = inspect(&snowflake(TWO_YEARS, 3, 0), NOW);
    assert!(found.iter().all(|candidate| candidate.format != "own"), "{found:?}");
    assert!(found[0].score < 0.2 && found[0].format == "discord", "{found:?}");
    assert_eq!(found[0].reasons.last().unwrap(), "a service with an epoch of its own is likelier");
}

#[test]
fn services_with_a_layout_or_an_epoch_of_their_own_are_told() {
    // 2026-06-01 and 2026-01-01 in the layouts of Nextcloud 33 and of NocoBase.
    let nextcloud = first(&(20_995_200_u64 << 32 | 345 << 22 | 77 << 13).to_string());
    assert_eq!((&*nextcloud.format, nextcloud.timestamp), ("nextcloud", Some(1_780_272_000_000)));
    assert_eq!((number(&nextcloud, "ms"), number(&nextcloud, "server")), (345, 77));
    let nocobase = first(&(162_201_600_u64 << 21 | 4 << 16).to_string());
    assert_eq!((&*nocobase.format, nocobase.timestamp), ("nocobase", Some(1_767_225_600_000)));
}

#[test]
fn counts_of_other_units_are_times_from_2000_to_a_year_after_now() {
    // 2026-06-01T12:34:56.789Z; 2027-06-01.
    for (text, format) in [
        ("1780317296", "unix"),
        ("1780317296789", "unix"),
        ("1780317296789123", "unix"),
        ("1780317296000000000", "unix"),
        ("134247908967891234", "filetime"),
        ("639159140967891234", "ticks"),
        ("13424790896789123", "webkit"),
        ("1811808000123", "unix"),
    ] {
        let found = first(text);
        assert_eq!((&*found.format, found.fit), (format, Fit::Plausible), "{text}");
        assert!(found.score > 0.5, "{text}: {}", found.score);
    }
    assert_eq!(first("134247908967891234").timestamp, Some(1_780_317_296_789));
    assert_eq!(find("1843344000123", "unix").fit, Fit::Unlikely);
}

#[test]
fn an_id_that_json_has_rounded_is_weighed_by_all_ids_that_it_may_have_been_and_has_no_fields() {
    for (text, kind, day) in [
        // 1568671334400131072 of Discord, and a published tweet.
        ("1568671334400131000", "discord", 1_794_070_790_625),
        ("1541815603606036500", "twitter", 1_656_432_460_105),
    ] {
        let found = first(text);
        assert_eq!((&*found.format, found.timestamp), (kind, Some(day)), "{text}");
        assert!(found.score > 0.9 && found.fields.is_empty(), "{found:?}");
        assert!(found.reasons.last().unwrap().ends_with(" digits are lost"), "{found:?}");
    }
}

#[test]
fn a_number_that_begins_with_a_time_of_the_day_repeats_a_digit_or_has_a_check_digit_is_rather_no_id() {
    let odds = |text: &str| {
        let sum: f64 = inspect(text, NOW).iter().map(|candidate| candidate.score).sum();
        (1.0 - sum) / sum
    };
    for (number, other) in [
        // An order number, counting digits, a parcel (GS1), a test card, an account of Mexico (CLABE).
        ("202405171234560042", "202475171234560042"),
        ("123456789012345678", "123456789012345687"),
        ("777777777777777777", "777777777777777767"),
        ("347123459786431960", "347123459786431968"),
        ("378282246310005", "378282246310006"),
        ("968180157342875769", "968180157342875760"),
    ] {
        assert!(odds(number) > 1.02 * odds(other), "{number}: {} {}", odds(number), odds(other));
    }
}

#[test]
fn the_version_of_a_uuid_whose_time_is_none_is_told_without_a_date() {
    for (text, kind, reason) in [
        (
            "c232ab00-9414-1fff-b3c8-9f6bdeced846",
            "uuid v1",
            "version 1 by its bits; 5235-11-15 is no time at which it was made",
        ),
        (
            "00000000-0000-7cc3-98c4-dc0c0c07398f",
            "uuid v7",
            "version 7 by its bits; 1970-01-01 is no time at which it was made",
        ),
    ] {
        let found = first(text);
        assert_eq!((&*found.format, found.fit, found.timestamp), (kind, Fit::Unlikely, None));
        assert_eq!(found.reasons, [reason]);
    }
    // Old records get such UUIDs too.
    assert_eq!(first("00dc6acf-ac00-7cc3-98c4-dc0c0c07398f").timestamp, Some(946_684_800_000));
}

#[test]
fn a_low_sequence_is_usual_for_linkedin() {
    let score = |sequence: u64| {
        find(&((1_700_000_000_000_u64 << 22) + (77 << 12) + sequence).to_string(), "linkedin").score
    };
    assert!(score(0) > 0.9 && score(0) > score(777), "{} {}", score(0), score(777));
}

#[test]
fn a_format_of_the_caller_wins_also_with_another_epoch_than_the_services() {
    // The layout of Discord with the epoch 2024-01-01 has neither Discord's numbers nor its first day.
    let format =
        support::with(&Format::named("discord").unwrap(), Some(1_704_067_200_000), &[], None).unwrap();
    for (ms, machine, sequence) in [(TWO_YEARS, 3, 0), (60_000, 900, 4000), (TWO_YEARS, 1 << 5, 7)] {
        let units: Vec<u16> = snowflake(ms, machine, sequence).encode_utf16().collect();
        let found = Reader::new(NOW, None, vec![format.clone()]).inspect(&units, true);
        assert_eq!(found[0].timestamp, Some(1_704_067_200_000 + ms as i64), "{found:?}");
    }
}
