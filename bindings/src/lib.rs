//! flakekit's core for JavaScript.
//!
//! This crate only translates; every decision is the core's. Hot calls pass primitives and answer
//! with a sentinel where the core refuses, and a second, cold call tells why. Cold calls pass plain
//! JavaScript values and throw.

mod args;
mod entropy;
mod errors;
mod format;
mod generator;
mod inspection;
mod scratch;

use flakekit::plain::Plain;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// What the core reports, as plain JavaScript objects; an integer becomes a `bigint`.
fn plain(report: &Plain) -> JsValue {
    let serializer = Serializer::new()
        .serialize_maps_as_objects(true)
        .serialize_missing_as_null(true)
        .serialize_large_number_types_as_bigints(true);
    report.serialize(&serializer).unwrap_or(JsValue::NULL)
}
