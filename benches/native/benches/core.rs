//! The times of the core's work, measured by criterion: `cargo bench -p flakekit-native`.

#[cfg(not(target_family = "wasm"))]
fn main() {
    use std::time::Instant;

    let mut criterion = criterion::Criterion::default().configure_from_args();
    for (name, mut work) in flakekit_native::works().unwrap_or_default() {
        criterion.bench_function(name, |bencher| {
            bencher.iter_custom(|times| {
                let start = Instant::now();
                work(times);
                start.elapsed()
            });
        });
    }
    criterion.final_summary();
}

#[cfg(target_family = "wasm")]
fn main() {}
