//! flakekit's core for JavaScript.
//!
//! This crate only translates; every decision is the core's. Calls pass primitives and answer with a
//! sentinel where the core refuses; `refusal` then tells why. Formats and generators are numbers. What
//! doesn't fit a primitive passes through places in memory; what the core reports is serialised.

mod entropy;
mod format;
mod generator;
mod kept;
mod refusals;
mod scratch;

use flakekit::stack::require_room;
#[cfg(target_family = "wasm")]
use talc::{
    cell::TalcSyncCell,
    wasm::{WasmBinning, WasmGrowAndClaim},
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// 2.5 KB gzipped less than the standard library's allocator; what it does to save memory, we do without.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<WasmGrowAndClaim, WasmBinning> = TalcSyncCell::new_wasm(WasmGrowAndClaim);

/// Returns if there is room on the engine's stack for whatever this package does.
#[wasm_bindgen]
pub fn check_room() {
    require_room();
}

/// What the core reports, a text of JSON: to make JavaScript's objects here, one by one, would need more code
/// than all else that passes between the two.
fn reported(report: &str) -> JsValue {
    serde_wasm_bindgen::to_value(report).unwrap_or(JsValue::NULL)
}
