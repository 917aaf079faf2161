//! Promises of inspection about IDs that services have published: see `tests/vectors/README.md`.

use flakekit::inspect;
use serde_json::Value;

/// 2026-11-22 and 2030-01-01.
const NOW: i64 = 1_795_305_600_000;
const LATER: i64 = 1_893_456_000_000;

const FILES: [(&str, &str); 6] = [
    ("twitter", include_str!("../vectors/published/twitter.json")),
    ("discord", include_str!("../vectors/published/discord.json")),
    ("mastodon", include_str!("../vectors/published/mastodon.json")),
    ("instagram", include_str!("../vectors/published/instagram.json")),
    ("tsid", include_str!("../vectors/published/tsid.json")),
    ("others", include_str!("../vectors/published/others.json")),
];

/// The published IDs of a file, each with its format, and whether the weights were chosen with it, as with
/// every second ID of a file. The IDs of a file are sorted.
fn published(json: &str) -> Vec<(String, String, bool)> {
    let rows: Vec<Value> = serde_json::from_str(json).unwrap();
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).unwrap().to_owned();
    let rows = rows.iter().enumerate().map(|(at, row)| {
        let _has_a_source = text(&row["source"]);
        (text(&row["id"]), text(&row["format"]), at % 2 == 0)
    });
    rows.collect()
}

/// The name of the likeliest format.
fn first(id: &str, now: i64) -> String {
    inspect(id, now)[0].format.to_string()
}

/// The count of IDs, and the count of IDs whose format comes first.
#[derive(Clone, Copy, Default)]
struct Tally {
    all: usize,
    first: usize,
}

impl Tally {
    fn percent(self) -> f64 {
        self.first as f64 * 100.0 / self.all as f64
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} ({:.1} %)", self.first, self.all, self.percent())
    }
}

/// The tallies of the half with which the weights were chosen, and of the other half. Prints the tallies of
/// each service.
fn tallies(now: i64) -> [Tally; 2] {
    let mut sums = [Tally::default(); 2];
    for (name, json) in FILES {
        let mut halves = [Tally::default(); 2];
        for (id, format, was_used) in published(json) {
            for tally in [&mut halves[usize::from(!was_used)], &mut sums[usize::from(!was_used)]] {
                tally.all += 1;
                tally.first += usize::from(first(&id, now) == format);
            }
        }
        println!("{name}: {}; held out: {}", halves[0], halves[1]);
    }
    println!("all: {}; held out: {}", sums[0], sums[1]);
    sums
}

#[test]
fn the_format_of_nine_in_ten_published_ids_comes_first_also_of_those_that_the_weights_were_not_chosen_with() {
    let [used, held_out] = tallies(NOW);
    assert!(used.all + held_out.all >= 300);
    assert!(used.percent() >= 92.0, "{used}");
    assert!(held_out.percent() >= 91.0, "{held_out}");
}

#[test]
fn the_order_hardly_depends_on_the_year_of_the_inspection() {
    let [used, held_out] = tallies(LATER);
    assert!(used.percent() >= 90.0, "{used}");
    assert!(held_out.percent() >= 89.0, "{held_out}");
    let ids: Vec<_> = FILES.iter().flat_map(|(_, json)| published(json)).collect();
    let same = ids.iter().filter(|(id, ..)| first(id, NOW) == first(id, LATER)).count();
    println!("{same} of {} have the same first format in 2030", ids.len());
    assert!(same * 100 >= ids.len() * 95, "{same}");
}
