//! Reports as JavaScript values.

use flakekit::report::Report;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// Maps become objects, `None` becomes `null`, and integers of 64 bits become bigints.
const SERIALIZER: Serializer = Serializer::new()
    .serialize_missing_as_null(true)
    .serialize_maps_as_objects(true)
    .serialize_large_number_types_as_bigints(true);

/// The report as a JavaScript value. It calls into JavaScript.
pub fn to_js(report: &Report<'_>) -> JsValue {
    report.serialize(&SERIALIZER).unwrap_or(JsValue::NULL)
}
