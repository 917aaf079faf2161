//! Leases for JavaScript: the states of keepers, and the protocol, which pages that ask a server do without. It is a module of
//! its own, so that users without leases do not load it. The build compiles it twice: with the protocol, and without it.
//!
//! This crate only translates; `flakekit::lease` decides. The module imports nothing.

mod keeper;
mod numbers;
#[cfg(feature = "protocol")]
mod protocol;

/// As in `bindings/src/lib.rs`.
#[cfg(all(target_family = "wasm", feature = "protocol"))]
#[global_allocator]
static ALLOCATOR: talc::cell::TalcSyncCell<talc::wasm::WasmGrowAndClaim, talc::wasm::WasmBinning> =
    talc::cell::TalcSyncCell::new_wasm(talc::wasm::WasmGrowAndClaim);
