//! flakekit's core for JavaScript.
//!
//! This crate only translates; the crate `flakekit` decides. Calls take primitives and return primitives, and
//! a sentinel if they are refused; `refusal` returns the reason. Formats and generators are numbers. What is
//! no primitive is exchanged through the shared memory; reports are JavaScript objects.

mod entropy;
mod format;
mod generator;
mod kept;
mod lease;
mod memory;
mod refusals;
mod report;
mod shared;

#[cfg(target_family = "wasm")]
use talc::{
    cell::TalcSyncCell,
    wasm::{WasmBinning, WasmGrowAndClaim},
};

/// 2.5 KB gzipped smaller than the standard allocator.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<WasmGrowAndClaim, WasmBinning> = TalcSyncCell::new_wasm(WasmGrowAndClaim);
