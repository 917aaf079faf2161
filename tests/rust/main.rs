//! The Rust suites. They are one binary, so that the crate is linked once and not for each file.

// The suites that run in wasm too test parts that may differ in wasm: numbers of 128 bits in layouts, ranges
// and texts, where `usize` has 32 bits; the cipher of hidden IDs, which is other code there; the sequencer, which reads the clock as an `f64`; many IDs at once;
// and the records and texts by which the protocol of leases speaks to JavaScript. The core that the suites of
// the package run has no overflow checks; these suites have them. All other suites run natively only: they
// test code that is built of these parts, and the package's suites run this code in wasm.

#[cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "the suites that run in wasm use a part of it")
)]
mod support;

#[cfg(feature = "hidden")]
mod hidden;
mod layout;
mod lease_records;
mod lease_wire;
mod ranges;
mod ready;
mod runs;
mod sequencer;
mod text;
mod windows;

#[cfg(not(target_family = "wasm"))]
mod batches;
#[cfg(not(target_family = "wasm"))]
mod column;
#[cfg(not(target_family = "wasm"))]
mod fine;
#[cfg(not(target_family = "wasm"))]
mod formats;
#[cfg(not(target_family = "wasm"))]
mod generator;
#[cfg(not(target_family = "wasm"))]
mod handles;
#[cfg(not(target_family = "wasm"))]
mod identity;
#[cfg(not(target_family = "wasm"))]
mod ids;
#[cfg(not(target_family = "wasm"))]
mod inspect;
#[cfg(not(target_family = "wasm"))]
mod lease_adapting;
#[cfg(not(target_family = "wasm"))]
mod lease_callers;
mod lease_keeper;
#[cfg(not(target_family = "wasm"))]
mod lease_orders;
#[cfg(not(target_family = "wasm"))]
mod lease_preparing;
#[cfg(not(target_family = "wasm"))]
mod lease_quotas;
#[cfg(not(target_family = "wasm"))]
mod lease_seats;
#[cfg(not(target_family = "wasm"))]
mod lease_simulation;
#[cfg(not(target_family = "wasm"))]
mod leased_model;
#[cfg(not(target_family = "wasm"))]
mod leased_numbers;
#[cfg(not(target_family = "wasm"))]
mod leased_seats;
#[cfg(not(target_family = "wasm"))]
mod leases;
#[cfg(not(target_family = "wasm"))]
mod model;
#[cfg(not(target_family = "wasm"))]
mod nodes;
#[cfg(not(target_family = "wasm"))]
mod options;
#[cfg(not(target_family = "wasm"))]
mod published;
#[cfg(not(target_family = "wasm"))]
mod refusals;
#[cfg(not(target_family = "wasm"))]
mod scan;
#[cfg(not(target_family = "wasm"))]
mod snapshots;
#[cfg(not(target_family = "wasm"))]
mod sno;
#[cfg(not(target_family = "wasm"))]
mod timelines;
#[cfg(not(target_family = "wasm"))]
mod two_fields;
#[cfg(not(target_family = "wasm"))]
mod vectors;
