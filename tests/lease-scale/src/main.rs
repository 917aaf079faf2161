//! Prints the table of this folder's README.md: `npm run simulate`. Arguments: parts of the names of scenarios.

use std::process::ExitCode;

use flakekit_lease_scale::{Figures, Rate, World, all};

const SEED: u64 = 1;

fn main() -> ExitCode {
    let parts: Vec<_> = std::env::args().skip(1).collect();
    let mut scenarios = all();
    scenarios.retain(|scenario| parts.is_empty() || parts.iter().any(|part| scenario.name.contains(part)));
    if scenarios.is_empty() {
        eprintln!("no scenario has one of these in its name: {}", parts.join(", "));
        return ExitCode::FAILURE;
    }
    println!(
        "| scenario | reads/s (peak) | records/s | swaps/s (peak) | refused swaps | first seat: p50, p99, max (s) | no seat in 30 s | dead seats (peak) | longest gap (s) |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for scenario in scenarios {
        print_row(&scenario.name, &World::run(&scenario, SEED));
    }
    ExitCode::SUCCESS
}

fn print_row(name: &str, figures: &Figures) {
    let count = |number: f64| format!("{number:.0}");
    let rate = |Rate { mean, peak }: Rate| format!("{} ({})", count(mean), count(peak));
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let [half, most, all] = figures.waits;
    let waits = match figures.seated {
        0 => "–".to_owned(),
        _ => format!("{half:.3}, {most:.3}, {all:.3}"),
    };
    let cells = [
        name.to_owned(),
        rate(figures.reads),
        count(figures.records.mean),
        rate(figures.swaps),
        percent(figures.refused_swaps),
        waits,
        percent(figures.without_seat),
        rate(figures.dead_seats),
        format!("{:.1}", figures.longest_gap),
    ];
    println!("| {} |", cells.join(" | "));
}
