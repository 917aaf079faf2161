//! Inspection: which formats could have made an ID.

use flakekit::inspect::Candidate;
use flakekit::plain::Plain;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::format::Format;
use crate::plain;

/// An ID being looked into.
#[wasm_bindgen]
pub struct Inspection(flakekit::inspect::Inspection);

#[wasm_bindgen]
impl Inspection {
    /// Looks into a text; `integer` says that it only writes down an integer.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, integer: bool, now: f64) -> Self {
        Self(flakekit::inspect::Inspection::new(text, integer, now))
    }

    /// Tries a format.
    pub fn format(&mut self, format: &Format) {
        self.0.format(&format.0);
    }

    /// Tries the built-in formats, those without an epoch with this one.
    #[wasm_bindgen(js_name = builtIn)]
    pub fn built_in(&mut self, epoch: Option<f64>) {
        self.0.built_in(epoch);
    }

    /// The candidates, best first.
    pub fn finish(self) -> JsValue {
        let found = self.0.finish();
        plain(&Plain::List(found.iter().map(Candidate::report).collect()))
    }
}
