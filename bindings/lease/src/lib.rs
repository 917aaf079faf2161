//! Leases for JavaScript: a module of its own, so that users without leases do not load it. The build compiles it three times:
//! complete; without the calls of servers and operators, for bundles that only lease; and with the states of keepers alone, for
//! pages that ask a server.
//!
//! This crate only translates; `flakekit::lease` decides. The module imports nothing.

#[cfg(feature = "complete")]
mod complete;
mod keeper;
mod numbers;
#[cfg(feature = "protocol")]
mod opener;
#[cfg(feature = "protocol")]
mod protocol;

/// The allocator of the core: see `bindings/src/lib.rs`.
#[cfg(all(target_family = "wasm", feature = "protocol"))]
#[global_allocator]
static ALLOCATOR: talc::cell::TalcSyncCell<talc::wasm::WasmGrowAndClaim, talc::wasm::WasmBinning> =
    talc::cell::TalcSyncCell::new_wasm(talc::wasm::WasmGrowAndClaim);
