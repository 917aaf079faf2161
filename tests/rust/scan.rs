//! Promises of the scan: what people paste is found, with its kind and its time, and no other text gets a
//! date.

use flakekit::inspect::{Fit, Reader, Warning};
use serde_json::Value;

/// 2026-11-25.
const NOW: i64 = 1_795_564_800_000;

/// An ID with a score of at least 0.5.
#[derive(Debug, PartialEq)]
struct Seen {
    text: String,
    kind: String,
    time: Option<i64>,
    warning: Option<Warning>,
    fit: Fit,
}

fn seen(text: &str) -> Vec<Seen> {
    let reader = Reader::new(NOW, None, Vec::new());
    let units: Vec<u16> = text.encode_utf16().collect();
    let found = reader.scan(&units).into_iter().filter_map(|found| {
        let id = &units[found.start..found.end];
        let first = found.candidates[0].in_words(&reader);
        (first.score >= 0.5).then(|| Seen {
            text: String::from_utf16_lossy(id),
            kind: first.format.to_string(),
            time: first.timestamp,
            warning: found.warning,
            fit: first.fit,
        })
    });
    found.collect()
}

/// Unix ms of ISO 8601.
fn ms(iso: &str) -> i64 {
    let number = |from: usize, to: usize| iso[from..to].parse::<i64>().unwrap();
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    // Days since 1970-01-01 in the proleptic Gregorian calendar.
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468;
    days * 86_400_000
        + number(11, 13) * 3_600_000
        + number(14, 16) * 60_000
        + number(17, 19) * 1000
        + number(20, 23)
}

/// What is wrong with the reading of a paste, or `None`.
fn mistake(paste: &Value) -> Option<String> {
    let text = paste["text"].as_str().unwrap();
    let seen = seen(text);
    let expected = |list: &str| paste[list].as_array().cloned().unwrap_or_default();
    let is = |seen: &Seen, wanted: &Value| {
        let has_time = match &wanted["time"] {
            Value::String(time) => seen.time == Some(ms(time)),
            Value::Null if wanted.get("time").is_some() => seen.time.is_none(),
            _ => true,
        };
        seen.kind == wanted["kind"].as_str().unwrap() && has_time
    };
    let finds = expected("finds");
    if let Some(missing) = finds.iter().find(|wanted| !seen.iter().any(|seen| is(seen, wanted))) {
        return Some(format!("missing {missing}, seen {seen:?}"));
    }
    let all: Vec<Value> = finds.into_iter().chain(expected("also")).collect();
    for (name, warning) in
        [("rounded", Warning::Rounded), ("exponent", Warning::Exponent), ("counter", Warning::Counter)]
    {
        if paste[name] == true {
            let has_warning = seen.iter().any(|seen| seen.warning == Some(warning));
            return (!has_warning).then(|| format!("no warning {name}, seen {seen:?}"));
        }
    }
    if let Some(count) = paste["count"].as_u64() {
        let of_kind = seen.iter().filter(|seen| paste["kind"] == seen.kind.as_str()).count();
        return (of_kind as u64 != count).then(|| format!("{of_kind} of {count}, seen {seen:?}"));
    }
    let wrong = seen.iter().find(|seen| seen.time.is_some() && !all.iter().any(|wanted| is(seen, wanted)));
    wrong.map(|wrong| format!("wrong date {wrong:?}"))
}

/// The pastes of a file, and how many are not read as expected, which it prints.
fn mistakes(pastes: &str) -> (usize, usize) {
    let pastes: Vec<Value> = serde_json::from_str(pastes).unwrap();
    let mistakes: Vec<_> = pastes
        .iter()
        .filter_map(|paste| mistake(paste).map(|why| format!("{}: {why}", paste["text"])))
        .collect();
    println!("{}", mistakes.join("\n"));
    (pastes.len(), mistakes.len())
}

#[test]
fn the_key_before_an_id_names_the_service() {
    for (text, kind) in [
        (r#"{"discord_id":"1035342667379599058"}"#, "discord"),
        (r#"{"guild_id":"1035342667379599058"}"#, "discord"),
        (r#"{"twitter_id":"1063728432166342657"}"#, "twitter"),
        (r#"{"in_reply_to_status_id":1063728432166342657}"#, "twitter"),
        ("mastodon_status: 109372843216634265", "mastodon"),
        ("linkedin_urn=7012345678901234567", "linkedin"),
        ("package/messages/c1063728432166342657/messages.json", "discord"),
        ("c1063728432166342657", "discord"),
    ] {
        let units: Vec<u16> = text.encode_utf16().collect();
        let reader = Reader::new(1_795_824_000_000, None, Vec::new());
        let [found] = &reader.scan(&units)[..] else { panic!("{text}") };
        assert_eq!(found.candidates[0].in_words(&reader).format, kind, "{text}");
    }
}

#[test]
fn what_people_paste_is_found() {
    assert_eq!(mistakes(include_str!("../vectors/pastes.json")).1, 0);
}

#[test]
fn what_else_people_paste_is_found() {
    let (all, mistakes) = mistakes(include_str!("../vectors/ours.json"));
    println!("{} of {all} as expected", all - mistakes);
    assert!(mistakes * 20 <= all);
}

#[test]
fn each_published_example_of_a_kind_is_read_as_its_document_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/kinds");
    let mut count = 0;
    let mut wrong = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let rows: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for row in &rows {
            count += 1;
            let text = row["text"].as_str().unwrap();
            let seen = seen(text);
            let kind = row.get("kind").map_or(Some(name), Value::as_str);
            // Nothing tells the kind, so it is only one of several candidates.
            if row["ambiguous"] == true {
                let id = text.rsplit(' ').next().unwrap();
                assert!(
                    flakekit::inspect(id, NOW)
                        .iter()
                        .any(|other| other.format == name && other.timestamp == row["time"].as_str().map(ms))
                );
                continue;
            }
            let is_right = match kind {
                // The texts are almost of the kind: no text has a likely time.
                None => seen.iter().all(|seen| seen.kind != name || seen.fit != Fit::Plausible),
                Some(kind) => seen.iter().any(|seen| {
                    (seen.kind == kind || row["also"] == *seen.kind)
                        && seen.time == row["time"].as_str().map(ms)
                }),
            };
            if !is_right {
                wrong += 1;
                println!("{name} {text}: {kind:?} {}; seen {seen:?}", row["time"]);
            }
        }
    }
    println!("{wrong} of {count} wrong");
    assert_eq!(wrong, 0);
}

/// A text that was published with its kind, or a text that is no ID with a time (an empty kind); and whether
/// the weights were chosen with it, as with every second text of a file.
fn judged() -> Vec<(String, String, bool)> {
    let mut all = Vec::new();
    let mut add = |rows: Vec<(String, String)>| {
        all.extend(rows.into_iter().enumerate().map(|(at, (text, kind))| (text, kind, at % 2 == 0)));
    };
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let read = |path: &str| std::fs::read_to_string(format!("{vectors}/{path}")).unwrap();
    for name in ["twitter", "discord", "mastodon", "instagram", "tsid", "others"] {
        let rows: Vec<Value> = serde_json::from_str(&read(&format!("published/{name}.json"))).unwrap();
        add(rows
            .iter()
            .map(|row| (row["id"].as_str().unwrap().into(), row["format"].as_str().unwrap().into()))
            .collect());
    }
    for name in ["words", "numbers", "hashes", "tokens", "dates"] {
        let lines = read(&format!("corpora/{name}.txt"));
        add(lines.lines().map(|line| (line.to_owned(), String::new())).collect());
    }
    all
}

/// The upper bounds of bins of scores.
const BINS: [f64; 7] = [0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1.01];

#[test]
fn a_score_is_the_share_of_the_right_ones_among_those_with_this_score() {
    let reader = Reader::new(NOW, None, Vec::new());
    // For each half and each bin: the count of finds, the count of right finds, and the sum of the scores.
    let mut halves = [[(0_u32, 0_u32, 0.0); BINS.len()]; 2];
    for (text, kind, was_used) in judged() {
        let units: Vec<u16> = text.encode_utf16().collect();
        for candidate in reader.inspect(&units, false) {
            if candidate.timestamp.is_none() || candidate.score < 0.01 {
                continue;
            }
            let bin = BINS.iter().position(|&end| candidate.score < end).unwrap();
            let (all, right, sum) = &mut halves[usize::from(!was_used)][bin];
            *all += 1;
            *right += u32::from(candidate.format == kind);
            *sum += candidate.score;
            if candidate.score > 0.5 && candidate.format != kind {
                println!("WRONG {text} {kind} {} {:.3} {was_used}", candidate.format, candidate.score);
            }
        }
    }
    for (bin, end) in BINS.iter().enumerate() {
        let cell = |(all, right, sum): (u32, u32, f64)| {
            let count = f64::from(all.max(1));
            format!("{all:4} IDs, mean score {:.2}, right {:.2}", sum / count, f64::from(right) / count)
        };
        println!("below {end:.2}: {}; held out: {}", cell(halves[0][bin]), cell(halves[1][bin]));
        // The corpora have far more texts that are almost IDs than life has: a hash of 24 digits is an ObjectId elsewhere.
        let (all, right, sum) = halves[1][bin];
        assert!(
            sum - f64::from(right) < 0.2 * f64::from(all) + 2.0,
            "below {end}: {right} of {all}, sum {sum}"
        );
    }
}

#[test]
fn a_word_a_small_number_and_a_phone_number_have_no_time() {
    let reader = Reader::new(NOW, None, Vec::new());
    let highest = |text: &str| {
        let units: Vec<u16> = text.encode_utf16().collect();
        let all = reader.inspect(&units, false);
        all.iter()
            .filter(|candidate| candidate.timestamp.is_some())
            .map(|candidate| candidate.score)
            .fold(0.0, f64::max)
    };
    let words = include_str!("../vectors/corpora/words.txt").lines().map(str::to_owned);
    let numbers =
        (0..1000).chain((0..9).map(|power| 10_i64.pow(power) * 7 + 3)).map(|number| number.to_string());
    let phones = [
        "+1 (555) 123-4567",
        "+49 1512 3456789",
        "+4915123456789",
        "06 12 34 56 78",
        "0612345678",
        "555-0199",
    ];
    for text in words.chain(numbers).chain(phones.map(str::to_owned)) {
        assert!(highest(&text) <= 0.1, "{text}: {}", highest(&text));
    }
}

/// Random numbers, the same in each run.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// A number as 13 digits in base 36, in which the package writes IDs with a prefix.
fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    for _ in 0..13 {
        digits.push(char::from_digit((number % 36) as u32, 36).unwrap());
        number /= 36;
    }
    digits.into_iter().rev().collect()
}

#[test]
fn an_id_in_base_36_that_follows_a_prefix_is_found_if_its_numbers_are_usual() {
    let ids = [
        ("twitter", 1_541_815_603_606_036_480, 1_656_432_460_105),
        ("discord", 1_568_671_334_400_131_072, (1_568_671_334_400_131_072 >> 22) + 1_420_070_400_000),
    ];
    for (kind, id, time) in ids {
        let text = base36(id);
        for prefix in ["order", "order_item"] {
            let [seen] = &seen(&format!("the order {prefix}_{text}, was late"))[..] else {
                panic!("{prefix}_{text} of {kind} is not found")
            };
            assert_eq!((&seen.text, &*seen.kind, seen.time), (&text, kind, Some(time)));
        }
        let no_prefixes = ["", "order-", "ORDER_", "_", "order_0", "order_a"];
        for before in no_prefixes {
            let all = seen(&format!("{before}{text}"));
            assert!(all.iter().all(|seen| seen.kind != kind), "{before}{text}");
        }
        let upper = format!("order_{}", text.to_uppercase());
        assert!(seen(&upper).iter().all(|seen| seen.kind != kind), "{upper}");
    }
}

#[test]
fn a_random_text_after_the_prefix_of_a_secret_is_as_seldom_an_id_as_elsewhere() {
    let found_after = |before: &str, length: usize| {
        let mut state = 1;
        let is_found = |_: &usize| {
            let digit = |_| char::from_digit((random(&mut state) % 36) as u32, 36).unwrap();
            let secret: String = (0..length).map(digit).collect();
            seen(&format!("{before}{secret}")).iter().any(|seen| seen.time.is_some())
        };
        (0..5000).filter(is_found).count()
    };
    for length in 11..=14 {
        let (after_prefix, elsewhere) = (found_after("key_live_", length), found_after("key-live-", length));
        assert!(after_prefix <= elsewhere + 10, "{length}: {after_prefix}, {elsewhere}");
    }
}

/// The IDs of a text, each with its warning.
fn all_of(text: &str) -> Vec<(String, Option<Warning>)> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let reader = Reader::new(NOW, None, Vec::new());
    let found = reader.scan(&units);
    found.into_iter().map(|found| (text[found.start..found.end].to_owned(), found.warning)).collect()
}

#[test]
fn an_id_of_a_service_with_an_epoch_of_its_own_is_found_also_if_no_kind_is_likely() {
    for id in ["286437408768012288", "54871562649612288"] {
        assert_eq!(all_of(&format!("order {id} was late")), [(id.to_owned(), None)]);
    }
}

#[test]
fn a_negative_number_is_one_word_and_a_hyphen_after_a_word_is_no_sign() {
    assert_eq!(seen("the group -1001234567890"), []);
    assert_eq!(seen("-1712345678901"), []);
    assert_eq!(seen("backup-1712345678901")[0].kind, "unix");
    assert_eq!(seen("backup-2024-05-17-1541815603606036480.tar")[0].kind, "twitter");
}

#[test]
fn a_key_with_the_name_of_a_service_tells_the_kind() {
    for (text, kind) in [
        ("DISCORD_OWNER_ID=80351110224678912", "discord"),
        ("\"twitter_id\": \"80351110224678912\"", "twitter"),
        ("twitter-status-id: 80351110224678912", "twitter"),
    ] {
        assert_eq!(seen(text)[0].kind, kind, "{text}");
    }
}

#[test]
fn an_id_that_json_has_rounded_is_called_rounded_and_an_intact_one_that_looks_so_by_chance_is_not() {
    // The last one is of Mastodon, and one integer in 16 is the text of a double there.
    for (id, is_rounded) in [
        ("1568671334400131000", true),
        ("1541815603606036500", true),
        ("381887113391505400", true),
        ("1568671334400131072", false),
        ("112345678901234560", false),
    ] {
        let expected = is_rounded.then_some(Warning::Rounded);
        assert_eq!(all_of(id), [(id.to_owned(), expected)], "{id}");
    }
}

#[test]
fn no_id_begins_within_a_percent_encoded_character() {
    for text in ["%2D00000001ANNB0H0SPKJJ", "x %2DD00000001ANNB0H0SPKJ"] {
        let units: Vec<u16> = text.encode_utf16().collect();
        let reader = Reader::new(NOW, None, Vec::new());
        for found in reader.scan(&units) {
            assert_ne!(found.start, text.find('%').unwrap() + 2, "{text}");
        }
    }
}

#[test]
fn eight_bytes_in_base_16_are_found_as_people_write_them() {
    for (digits, kind, time) in [
        ("1565a11f6217a000", "twitter", "2022-06-28T16:07:40.105Z"),
        ("0271065ac1020007", "discord", "2016-04-30T11:18:25.796Z"),
    ] {
        let pairs: Vec<&str> = (0..16).step_by(2).map(|at| &digits[at..at + 2]).collect();
        let forms = [
            digits.to_owned(),
            digits.to_uppercase(),
            format!("0x{digits}"),
            format!("\\x{digits}"),
            format!("X'{}'", digits.to_uppercase()),
            pairs.join(" "),
            pairs.join(":"),
        ];
        for form in forms {
            let text = format!("made {form} at once");
            let [seen] = &seen(&text)[..] else { panic!("{text}") };
            assert_eq!((&*seen.kind, seen.time), (kind, Some(ms(time))), "{text}");
        }
    }
}

#[test]
fn of_the_hashes_with_as_many_digits_few_are_called_ids() {
    let mut state = 1;
    let mut word = || -> String {
        let digit = |_| char::from_digit((random(&mut state) % 16) as u32, 16).unwrap();
        (0..16).map(digit).collect()
    };
    let count = (0..5000).filter(|_| !seen(&format!("span {}", word())).is_empty()).count();
    assert!(count < 40, "{count}");
}

#[test]
fn bytes_of_a_longer_list_and_the_ids_of_traces_are_no_ids() {
    for text in [
        "15:65:a1:1f:62:17:a0:00:15:65:a1:1f:62:17:a0:00",
        "be 15 65 a1 1f 62 17 a0 00",
        "15 65 a1 1f 62 17 a0 00 be",
        "trace_id=1565a11f6217a000",
        "1565a11f6217A000",
    ] {
        assert_eq!(seen(text), [], "{text}");
    }
}
