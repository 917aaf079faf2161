//! Inspection of IDs of unknown formats.

use flakekit::inspect::{Candidate, Inspection};
use flakekit::report::Report;
use flakekit::stack::require_room;
use flakekit_contract::TEXT_LENGTH;
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::format::format;
use crate::report::to_js;
use crate::shared::{shared, unix_ms};

/// The formats that could have made the ID in the text buffer, best first: a list of candidates. It tries
/// `formats`, a list of numbers of formats, and then the built-in ones, with `epoch` for those without one,
/// unless it is NaN. `is_integer` means that the text is the digits of an integer.
#[wasm_bindgen]
pub fn inspect(length: usize, is_integer: bool, now: f64, epoch: f64, formats: &Array) -> JsValue {
    require_room();
    let mut text = [0; TEXT_LENGTH];
    let text = shared().read_text(length, &mut text);
    let mut inspection = Inspection::new(text, is_integer, unix_ms(now));
    for number in 0..formats.length() {
        let number = formats.get(number).as_f64().unwrap_or_default();
        inspection.format(format(number as usize));
    }
    inspection.built_in((!epoch.is_nan()).then(|| unix_ms(epoch)));
    let candidates = inspection.finish();
    to_js(&Report::List(candidates.iter().map(Candidate::report).collect()))
}
