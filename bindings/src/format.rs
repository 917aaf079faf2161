//! Formats: reading, writing, checking.

use std::rc::Rc;

use flakekit::GeneratorOptions;
use flakekit::layout::MAX_NAMES;
use flakekit::plain::Plain;
use flakekit::text::Style;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::args::{arg, entries};
use crate::errors::thrown;
use crate::generator::open;
use crate::plain;
use crate::scratch::scratch;

/// A format of the table, or one made from it, or a defined one.
#[wasm_bindgen]
pub struct Format(pub(crate) Rc<flakekit::Format>);

/// A clock's reading to hold an epoch against. Where no clock can be read it reads 0.
fn reading(now: f64) -> Option<f64> {
    (now > 0.0).then_some(now)
}

#[wasm_bindgen]
impl Format {
    /// The built-in format of this name.
    pub fn named(name: &JsValue) -> Result<Format, JsValue> {
        let name = match arg(name) {
            Plain::Text(name) => name,
            other => other.to_string(),
        };
        flakekit::Format::named(&name).map(Format).map_err(|error| thrown(&error))
    }

    /// The names of the built-in formats.
    pub fn names() -> Vec<String> {
        flakekit::Format::names().map(str::to_owned).collect()
    }

    /// A format from its description.
    pub fn define(options: &JsValue, now: f64) -> Result<Format, JsValue> {
        let format = flakekit::Format::define(&entries(options), reading(now));
        format.map(Format).map_err(|error| thrown(&error))
    }

    /// This format with another epoch or other widths.
    #[wasm_bindgen(js_name = with)]
    pub fn with(&self, options: &JsValue, now: f64) -> Result<Format, JsValue> {
        self.0.with(&entries(options), reading(now)).map(Format).map_err(|error| thrown(&error))
    }

    /// The format as plain data.
    pub fn describe(&self) -> JsValue {
        plain(&self.0.describe())
    }

    /// The code of a text style, for the calls below; 0 is the format's own encoding, not padded.
    pub fn style(options: &JsValue) -> Result<u32, JsValue> {
        Style::new(&entries(options)).map(Style::code).map_err(|error| thrown(&error))
    }

    /// Puts what a value says into the numbers; `false` where it is refused.
    #[wasm_bindgen(js_name = decodeNumber)]
    pub fn decode_number(&self, value: f64) -> bool {
        self.decode(value as u64 as u128)
    }

    /// As `decodeNumber`, for the low 64 bits of a bigint.
    #[wasm_bindgen(js_name = decodeBigint)]
    pub fn decode_bigint(&self, value: i64) -> bool {
        self.decode(value as u64 as u128)
    }

    /// As `decodeNumber`, for a text that has been put into the text scratch.
    #[wasm_bindgen(js_name = decodeText)]
    pub fn decode_text(&self, length: usize, style: u32) -> bool {
        self.read(length, style).is_some_and(|value| self.decode(value))
    }

    fn decode(&self, value: u128) -> bool {
        let mut numbers = [0.0; MAX_NAMES];
        let decoded = self.0.decode_into(value, &mut numbers).is_ok();
        scratch().numbers.iter().zip(numbers).for_each(|(to, from)| to.set(from));
        decoded
    }

    /// Whether a number is an ID of the format.
    #[wasm_bindgen(js_name = holdsNumber)]
    pub fn holds_number(&self, value: f64) -> bool {
        self.0.holds(value as u64 as u128)
    }

    /// Whether the low 64 bits of a bigint are an ID of the format.
    #[wasm_bindgen(js_name = holdsBigint)]
    pub fn holds_bigint(&self, value: i64) -> bool {
        self.0.holds(value as u64 as u128)
    }

    /// Whether the text in the text scratch is an ID of the format; if so, it is the first of the values.
    #[wasm_bindgen(js_name = readText)]
    pub fn read_text(&self, length: usize, style: u32) -> bool {
        let value = self.read(length, style);
        scratch().values[0].set(value.unwrap_or(0) as u64);
        value.is_some()
    }

    fn read(&self, length: usize, style: u32) -> Option<u128> {
        let (text, length) = scratch().read_text(length);
        self.0.read(&text[..length], Style::of_code(style)).ok()
    }

    /// Puts the text of a value into the text scratch and tells its length.
    #[wasm_bindgen(js_name = writeText)]
    pub fn write_text(&self, value: i64, style: u32) -> Result<usize, JsValue> {
        let text = self.0.write(value as u64 as u128, Style::of_code(style));
        let text = text.map_err(|error| thrown(&error))?;
        scratch().write_text(text.as_bytes());
        Ok(text.len())
    }

    /// Why one of the calls above refused this ID, of which `length` is a text's length: the error to throw.
    pub fn refusal(&self, id: &JsValue, length: usize, style: u32) -> JsValue {
        thrown(&self.0.refusal(&arg(id), length, Style::of_code(style)))
    }

    /// Throws where the format has no epoch, without which an ID says no time.
    #[wasm_bindgen(js_name = requireEpoch)]
    pub fn require_epoch(&self) -> Result<(), JsValue> {
        self.0.epoch().map(|_| ()).map_err(|error| thrown(&error))
    }

    /// The value that says this.
    pub fn encode(&self, fields: &JsValue) -> Result<u64, JsValue> {
        self.0.encode(&entries(fields)).map(|value| value as u64).map_err(|error| thrown(&error))
    }

    /// Puts the smallest and the largest value made between two instants into the values.
    pub fn range(&self, from: f64, to: f64) -> Result<(), JsValue> {
        let (min, max) = self.0.range(from, to).map_err(|error| thrown(&error))?;
        scratch().values[0].set(min as u64);
        scratch().values[1].set(max as u64);
        Ok(())
    }

    /// The number of a generator: the same one for the same options, or one of its own if it is to
    /// stand `alone`.
    pub fn generator(&self, options: &JsValue, alone: bool) -> Result<usize, JsValue> {
        let options = GeneratorOptions::new(&self.0, &entries(options));
        let number = options.and_then(|options| open(&self.0, &options, alone));
        number.map_err(|error| thrown(&error))
    }
}
