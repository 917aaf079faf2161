//! flakekit's core for JavaScript.
//!
//! This crate only translates; every decision is the core's. Calls pass primitives and answer with a
//! sentinel where the core refuses; `refusal` then tells why. Formats and generators are numbers. What
//! doesn't fit a primitive passes through places in memory; what the core reports is serialised.

mod entropy;
mod format;
mod generator;
mod refusals;
mod scratch;

use flakekit::plain::Plain;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// 2.5 KB gzipped less than the standard library's allocator.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// What the core reports, as plain JavaScript objects; an integer becomes a `bigint`.
fn plain(report: &Plain) -> JsValue {
    let serializer = Serializer::new()
        .serialize_maps_as_objects(true)
        .serialize_missing_as_null(true)
        .serialize_large_number_types_as_bigints(true);
    report.serialize(&serializer).unwrap_or(JsValue::NULL)
}
