//! Promises of the judgement of columns: IDs of one kind, that are judged together.

use std::rc::Rc;

use flakekit::inspect::{Cell, Column, Fit, Reader, Warning, first_given};
use flakekit::{Format, inspect};

use crate::support;

/// 2026-11-28.
const NOW: i64 = 1_795_824_000_000;

fn judge(given: Vec<Rc<Format>>, texts: &[String]) -> Column {
    let units: Vec<Vec<u16>> = texts.iter().map(|text| text.encode_utf16().collect()).collect();
    let cells: Vec<_> = units.iter().map(|units| Cell { units, is_integer: false }).collect();
    Reader::new(NOW, None, given).inspect_all(&cells)
}

fn column(texts: &[&str]) -> Column {
    let texts: Vec<_> = texts.iter().map(|&text| text.to_owned()).collect();
    judge(Vec::new(), &texts)
}

/// The name of a kind that is not the caller's.
fn name_of(kind: usize) -> String {
    Reader::new(NOW, None, Vec::new()).name_of(kind).to_owned()
}

fn first(column: &Column) -> (String, f64) {
    column.candidates.first().map_or((String::new(), 0.0), |first| (name_of(first.kind), first.score))
}

/// Random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// ms from a time to now, after an epoch.
    fn since(&mut self, from: u64, epoch: u64) -> u64 {
        from + self.below(NOW as u64 - from) - epoch
    }

    /// The sequence of a maker that is seldom busy.
    fn seldom(&mut self) -> u64 {
        if self.below(5) < 4 { 0 } else { self.below(4) }
    }

    fn pick(&mut self, of: &[u64]) -> u64 {
        of[self.below(of.len() as u64) as usize]
    }
}

type Draw = fn(&mut Random) -> u64;

const YEAR_2012: u64 = 1_325_376_000_000;
const YEAR_2015: u64 = 1_420_070_400_000;
const YEAR_2024: u64 = 1_704_067_200_000;
const YEAR_2025: u64 = 1_735_689_600_000;

fn discord(random: &mut Random) -> u64 {
    let worker = random.pick(&[0, 0, 1, 1, 1, 2, 2, 10, 5]);
    let process = random.pick(&[0, 0, 0, 0, 1, 4, 20]);
    let increment = random.pick(&[0, 0, 0, 10, 20, 1, 2, 11, 30, 120, 900]);
    random.since(YEAR_2015 + 1, YEAR_2015) << 22 | worker << 17 | process << 12 | increment
}

fn x(random: &mut Random) -> u64 {
    let machine = 320 + random.below(65);
    random.since(YEAR_2012, 1_288_834_974_657) << 22 | machine << 12 | random.seldom()
}

fn mastodon(random: &mut Random) -> u64 {
    random.since(1_480_000_000_000, 0) << 16 | random.below(1 << 16)
}

fn instagram(random: &mut Random) -> u64 {
    random.since(YEAR_2012, 1_314_220_021_721) << 23 | random.below(1 << 23)
}

fn own(random: &mut Random) -> u64 {
    random.since(YEAR_2025, YEAR_2024) << 22 | random.below(8) << 12 | random.seldom()
}

fn nanoseconds(random: &mut Random) -> u64 {
    random.since(YEAR_2015, 0) * 1_000_000 + random.below(1_000_000)
}

fn digits(random: &mut Random) -> u64 {
    100_000_000_000_000_000 + random.below(900_000_000_000_000_000)
}

/// A number as `JSON.parse` and `String` of JavaScript write it.
fn by_json(value: u64) -> String {
    (value as f64).to_string()
}

/// So many columns of a population.
fn columns(draw: Draw, length: usize, write: fn(u64) -> String) -> Vec<Column> {
    let mut random = Random(7);
    let one = |_| judge(Vec::new(), &(0..length).map(|_| write(draw(&mut random))).collect::<Vec<_>>());
    (0..50).map(one).collect()
}

fn intact(draw: Draw, length: usize) -> Vec<Column> {
    columns(draw, length, |value| value.to_string())
}

/// How many of 50 columns have this kind first, with this score or a higher one.
fn count(columns: &[Column], format: &str, score: f64) -> usize {
    columns.iter().map(first).filter(|first| first.0 == format && first.1 >= score).count()
}

#[test]
fn of_five_ids_the_right_kind_comes_first_with_a_score_of_0_9() {
    for (draw, format, least) in
        [(own as Draw, "own", 48), (x, "twitter", 48), (nanoseconds, "unix", 34), (discord, "discord", 38)]
    {
        let right = count(&intact(draw, 5), format, 0.9);
        assert!(right >= least, "{format}: {right}");
    }
}

#[test]
fn the_judgement_of_a_column_gets_no_worse_with_more_ids() {
    for (draw, format) in [(instagram as Draw, "instagram"), (discord, "discord"), (nanoseconds, "unix")] {
        let right = |length| count(&intact(draw, length), format, 0.5);
        let (short, long) = (right(5), right(100));
        assert!(long >= short && long >= 49, "{format}: {short}, {long}");
    }
    let wrong = |length| intact(digits, length).iter().filter(|column| first(column).1 > 0.5).count();
    let (short, long) = (wrong(5), wrong(100));
    assert!(long <= short && long <= 1, "{short}, {long}");
}

#[test]
fn a_column_of_a_service_whose_numbers_do_not_follow_the_habit_is_of_the_service() {
    let high_shards: Draw = |random| {
        let shard = 4096 + random.below(4096);
        random.since(YEAR_2012, 1_314_220_021_721) << 23 | shard << 10 | random.below(1024)
    };
    let right = count(&intact(high_shards, 20), "instagram", 0.9);
    assert!(right >= 44, "{right}");
}

#[test]
fn a_column_of_random_digits_is_likelier_of_no_kind_than_of_each_kind() {
    let is_right = |column: &&Column| {
        let sum: f64 = column.candidates.iter().map(|candidate| candidate.score).sum();
        1.0 - sum > first(column).1
    };
    for (length, least) in [(5, 44), (20, 48)] {
        let right = intact(digits, length).iter().filter(is_right).count();
        assert!(right >= least, "{length}: {right}");
    }
}

#[test]
fn one_id_of_another_time_does_not_change_the_dates_of_a_column() {
    let mut random = Random(9);
    let week = NOW as u64 - 604_800_000;
    let mut texts: Vec<_> = (0..40)
        .map(|_| (random.since(week, 1_288_834_974_657) << 22 | 371 << 12 | random.seldom()).to_string())
        .collect();
    texts.push("175928847299117063".to_owned());
    let found = judge(Vec::new(), &texts);
    let (from, _) = found.candidates[0].times.unwrap();
    assert_eq!(first(&found).0, "twitter");
    assert!(from >= week as i64, "{from}");
}

#[test]
fn ids_of_one_day_with_some_of_other_years_are_of_their_service() {
    let of: [(&str, Draw, u64); 3] =
        [("discord", discord, YEAR_2015), ("twitter", x, 1_288_834_974_657), ("mastodon", mastodon, 0)];
    for (kind, draw, epoch) in of {
        let shift = if epoch == 0 { 16 } else { 22 };
        for seed in 0..20 {
            let mut random = Random(seed);
            let day = random.since(YEAR_2024, epoch);
            let ids = (0..256).map(|_| {
                let id = draw(&mut random);
                let is_of_day = random.below(100) >= 7;
                let low = id & ((1 << shift) - 1);
                let id = if is_of_day { (day - random.below(86_400_000)) << shift | low } else { id };
                id.to_string()
            });
            let judged = first(&judge(Vec::new(), &ids.collect::<Vec<_>>()));
            assert!(judged.0 == kind && judged.1 >= 0.9, "{kind}, seed {seed}: {judged:?}");
        }
    }
}

#[test]
fn a_column_of_rounded_ids_is_called_rounded_from_three_ids_on() {
    let published = ["1541815603606036500", "1541934469743640600", "1545831557906829300"];
    let found = column(&published);
    assert_eq!(found.warning, Some(Warning::Rounded));
    assert!(found.warning_score > 0.9 && found.misfits.is_empty(), "{found:?}");
    assert_eq!(column(&published[..2]).warning, None);
    for (draw, format) in [(x as Draw, "twitter"), (discord, "discord")] {
        let rounded = columns(draw, 5, by_json);
        let warned = rounded.iter().filter(|column| column.warning == Some(Warning::Rounded)).count();
        assert!(warned >= 49, "{format}: {warned}");
        assert!(count(&rounded, format, 0.5) >= 47, "{format}");
    }
}

#[test]
fn a_column_of_intact_ids_is_not_called_rounded() {
    for draw in [discord as Draw, x, instagram, own, nanoseconds, digits] {
        for length in [5, 20, 100] {
            let warned = intact(draw, length).iter().filter(|column| column.warning.is_some()).count();
            assert!(warned <= 1, "{warned} of 50 columns of {length}");
        }
    }
}

#[test]
fn a_column_with_exponents_is_said_to_miss_its_last_digits() {
    let found = column(&["1.54182E+18", "1.54193E+18", "1.54583E+18", "1.54601E+18"]);
    assert_eq!(found.warning, Some(Warning::Exponent));
}

#[test]
fn ids_of_another_kind_are_misfits_and_empty_cells_are_not() {
    let mut random = Random(1);
    let mut texts: Vec<_> = (0..30).map(|_| x(&mut random).to_string()).collect();
    texts[3] = String::new();
    texts[5] = "0190163d-8694-739b-aea5-966c26f8ad91".to_owned();
    texts[7] = "none".to_owned();
    texts[9] = " ".to_owned();
    texts[11] = "42".to_owned();
    let found = judge(Vec::new(), &texts);
    assert_eq!((&*first(&found).0, &found.misfits[..]), ("twitter", &[5, 7, 11][..]));
}

/// IDs of two draws, one after the other.
fn of_two(first: Draw, second: Draw, count: usize, more: usize) -> Vec<String> {
    let mut random = Random(11);
    let mut drawn = |draw: Draw, count| (0..count).map(|_| draw(&mut random).to_string()).collect::<Vec<_>>();
    [drawn(first, count), drawn(second, more)].concat()
}

#[test]
fn a_column_half_of_one_service_and_half_of_another_is_of_both() {
    for (first, second, names) in [
        (x as Draw, discord as Draw, ["twitter", "discord"]),
        (x, nanoseconds, ["twitter", "unix"]),
        (discord, nanoseconds, ["discord", "unix"]),
    ] {
        let column = judge(Vec::new(), &of_two(first, second, 100, 100));
        let score = |name: &str| {
            column.candidates.iter().filter(|one| name_of(one.kind) == name).map(|one| one.score).sum::<f64>()
        };
        for name in names {
            assert!((0.35..0.62).contains(&score(name)), "{name}: {}", score(name));
            let fits = column.candidates.iter().filter(|one| name_of(one.kind) == name).map(|one| one.fit);
            assert!(fits.clone().all(|fit| fit == Fit::Plausible), "{name}: {:?}", fits.collect::<Vec<_>>());
        }
        assert!(column.misfits.is_empty(), "{names:?}: nobody knows which of the two kinds was meant");
    }
}

#[test]
fn a_column_of_one_day_of_which_a_third_is_of_another_service_is_said_to_be_of_both() {
    let mut random = Random(3);
    let first_day = discord(&mut random) >> 22;
    let mut on_that_day = || (first_day + random.below(86_400_000)) << 22 | discord(&mut random) & 0x3f_ffff;
    let mut ids: Vec<String> = (0..40).map(|_| on_that_day().to_string()).collect();
    ids.extend(of_two(x, x, 20, 0));
    let column = judge(Vec::new(), &ids);
    let (name, score) = first(&column);
    assert_eq!(name, "discord");
    assert!(score < 0.875, "{score}");
    assert_eq!(name_of(column.candidates[1].kind), "twitter");
    assert!(column.misfits.len() > 5 && column.misfits.iter().all(|&at| at >= 40), "{:?}", column.misfits);
}

#[test]
fn a_column_with_one_id_is_judged_as_inspect_judges_the_id() {
    let text = "175928847299117063";
    let (found, candidates) = (column(&[text, "", text]), inspect(text, NOW));
    let scores = |scores: &mut dyn Iterator<Item = (String, f64)>| scores.collect::<Vec<_>>();
    let one = scores(&mut candidates.iter().map(|one| (one.format.to_string(), one.score)));
    assert_eq!(one, scores(&mut found.candidates.iter().map(|one| (name_of(one.kind), one.score))));
    assert!(found.misfits.is_empty() && found.warning.is_none());
}

#[test]
fn a_column_without_ids_has_no_likely_kind_and_no_misfits() {
    for texts in [&[][..], &["", " "], &["none", "name", "a sentence of words"], &["1", "2", "3", "4", "5"]] {
        let found = column(texts);
        assert!(first(&found).1 < 0.5 && found.misfits.is_empty() && found.warning.is_none(), "{found:?}");
    }
}

#[test]
fn a_column_of_texts_has_their_kind_and_the_dates_of_the_first_and_the_last_one() {
    let found = column(&[
        "0190163d-8694-739b-aea5-966c26f8ad90",
        "0190163d-8695-7000-8ea5-966c26f8ad92",
        "0190163d-8694-739b-aea5-966c26f8ad91",
    ]);
    assert_eq!(first(&found).0, "uuid v7");
    assert!(first(&found).1 > 0.9, "{found:?}");
    assert_eq!(found.candidates[0].times, Some((0x0190_163d_8694, 0x0190_163d_8695)));
}

#[test]
fn the_scores_of_a_column_add_up_to_at_most_1() {
    let found = column(&["1541815603606036480", "1859982040506564608", "1545831557906829312"]);
    assert!(found.candidates.is_sorted_by(|a, b| a.score >= b.score));
    let sum: f64 = found.candidates.iter().map(|candidate| candidate.score).sum();
    assert!((0.9..=1.0).contains(&sum), "{sum}");
}

#[test]
fn five_published_ids_of_a_service_are_a_column_of_the_service() {
    for (published, format, least) in [
        (include_str!("../vectors/published/discord.json"), "discord", 44),
        (include_str!("../vectors/published/instagram.json"), "instagram", 46),
        (include_str!("../vectors/published/mastodon.json"), "mastodon", 48),
        (include_str!("../vectors/published/twitter.json"), "twitter", 44),
    ] {
        let rows: Vec<serde_json::Value> = serde_json::from_str(published).unwrap();
        let mut random = Random(11);
        let mut id = |_| rows[random.below(rows.len() as u64) as usize]["id"].as_str().unwrap().to_owned();
        let columns: Vec<_> =
            (0..50).map(|_| judge(Vec::new(), &(0..5).map(&mut id).collect::<Vec<_>>())).collect();
        let right = count(&columns, format, 0.9);
        assert!(right >= least, "{format}: {right}");
    }
}

#[test]
fn a_column_of_a_format_that_the_caller_gives_is_of_this_format() {
    let twitter = Format::named("twitter").unwrap();
    let orders = support::with(&twitter, Some(YEAR_2024 as i64), &[], None).unwrap();
    let machines: [fn(&mut Random) -> u64; 4] =
        [|_| 5, |_| 566, |random| random.below(8), |random| random.below(1024)];
    for (seed, machine) in machines.into_iter().enumerate() {
        let mut random = Random(seed as u64);
        for count in [1, 2, 3, 5, 20, 100] {
            let draw = |_| {
                let made = random.since(YEAR_2024 + 1, YEAR_2024);
                (made << 22 | machine(&mut random) << 12 | random.seldom()).to_string()
            };
            let texts: Vec<_> = (0..count).map(draw).collect();
            let found = judge(vec![orders.clone()], &texts);
            assert_eq!(found.candidates[0].kind, first_given(), "{count} IDs: {found:?}");
        }
    }
}

#[test]
fn a_long_column_is_judged_by_some_of_its_ids_and_all_are_compared_with_them() {
    let mut random = Random(5);
    let mut texts: Vec<_> = (0..5000).map(|_| x(&mut random).to_string()).collect();
    texts[4321] = "none".to_owned();
    let found = judge(Vec::new(), &texts);
    assert_eq!((&*first(&found).0, &found.misfits[..]), ("twitter", &[4321][..]));
}

#[test]
fn any_texts_are_judged_without_a_panic() {
    let texts =
        ["99999999999999999999", "18446744073709551615", "-1", "0", "0x10", "1e5", "\u{fffd}", "١٢٣", "1.0"];
    for length in 1..=texts.len() {
        for now in [i64::MIN, 0, NOW, i64::MAX] {
            let units: Vec<Vec<u16>> =
                texts[..length].iter().map(|text| text.encode_utf16().collect()).collect();
            let cells: Vec<_> =
                units.iter().map(|units| Cell { units, is_integer: length % 2 == 0 }).collect();
            let found = Reader::new(now, Some(0), Vec::new()).inspect_all(&cells);
            let is_share = |score: f64| (0.0..=1.0).contains(&score);
            assert!(is_share(found.warning_score), "{found:?}");
            assert!(found.candidates.iter().all(|candidate| is_share(candidate.score)), "{found:?}");
        }
    }
}
