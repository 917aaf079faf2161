//! Formats: reading, writing, checking.

use std::rc::Rc;

use flakekit::GeneratorOptions;
use flakekit::layout::MAX_NAMES;
use flakekit::plain::Plain;
use flakekit::text::Style;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::args::{arg, entries, excerpt};
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

    /// Takes a number to be worked on; `false` where it is no ID of the format.
    #[wasm_bindgen(js_name = putNumber)]
    pub fn put_number(&self, value: f64) -> bool {
        self.put(Some(value as u64 as u128))
    }

    /// Takes the low 64 bits of a bigint.
    #[wasm_bindgen(js_name = putBigint)]
    pub fn put_bigint(&self, value: i64) -> bool {
        self.put(Some(value as u64 as u128))
    }

    /// Takes the value of the text in the text scratch.
    #[wasm_bindgen(js_name = putText)]
    pub fn put_text(&self, length: usize, style: u32) -> bool {
        let (text, length) = scratch().read_text(length);
        self.put(self.0.read(&text[..length], Style::of_code(style)).ok())
    }

    /// Takes the value of so many bytes in the text scratch, the high one first.
    #[wasm_bindgen(js_name = putBytes)]
    pub fn put_bytes(&self, length: usize) -> bool {
        let (bytes, length) = scratch().read_text(length);
        let value = bytes[..length].iter().take(16).fold(0, |value, &byte| value << 8 | u128::from(byte));
        self.put(Some(value).filter(|_| length == self.0.layout().bytes()))
    }

    fn put(&self, value: Option<u128>) -> bool {
        let value = value.filter(|&value| self.0.holds(value));
        value.inspect(|&value| scratch().put(value)).is_some()
    }

    /// Puts what the value says into the numbers; `false` where the format has no epoch.
    pub fn decode(&self) -> bool {
        let mut numbers = [0.0; MAX_NAMES];
        let decoded = self.0.decode_into(scratch().value.get(), &mut numbers).is_ok();
        scratch().numbers.iter().zip(numbers).for_each(|(to, from)| to.set(from));
        decoded
    }

    /// Puts the text of the value into the text scratch and tells its length.
    #[wasm_bindgen(js_name = writeText)]
    pub fn write_text(&self, style: u32) -> Result<usize, JsValue> {
        let text = self.0.write(scratch().value.get(), Style::of_code(style));
        let text = text.map_err(|error| thrown(&error))?;
        scratch().write_text(text.as_bytes());
        Ok(text.len())
    }

    /// Puts the bytes of the value into the text scratch, the high one first, and tells how many.
    #[wasm_bindgen(js_name = writeBytes)]
    pub fn write_bytes(&self) -> usize {
        let bytes = self.0.layout().bytes();
        scratch().write_text(&scratch().value.get().to_be_bytes()[16 - bytes..]);
        bytes
    }

    /// Why this could not be taken, of which `length` is a text's length: the error to throw.
    pub fn refusal(&self, id: &JsValue, length: usize, style: u32) -> JsValue {
        thrown(&self.0.refusal(&excerpt(id), length, Style::of_code(style)))
    }

    /// Throws where the format has no epoch, without which an ID says no time.
    #[wasm_bindgen(js_name = requireEpoch)]
    pub fn require_epoch(&self) -> Result<(), JsValue> {
        self.0.epoch().map(|_| ()).map_err(|error| thrown(&error))
    }

    /// Takes the value that says this.
    pub fn encode(&self, fields: &JsValue) -> Result<(), JsValue> {
        let value = self.0.encode(&entries(fields)).map_err(|error| thrown(&error))?;
        scratch().put(value);
        Ok(())
    }

    /// Takes the smallest or the largest value made between two instants.
    pub fn range(&self, from: f64, to: f64, largest: bool) -> Result<(), JsValue> {
        let (min, max) = self.0.range(from, to).map_err(|error| thrown(&error))?;
        scratch().put(if largest { max } else { min });
        Ok(())
    }

    /// Takes the value with other metadata.
    #[wasm_bindgen(js_name = setMetadata)]
    pub fn set_metadata(&self, metadata: &JsValue) -> Result<(), JsValue> {
        let value = self.0.with_metadata(scratch().value.get(), &arg(metadata));
        scratch().put(value.map_err(|error| thrown(&error))?);
        Ok(())
    }

    /// The metadata of the text in the text scratch; -1 where it is none.
    #[wasm_bindgen(js_name = peekMetadata)]
    pub fn peek_metadata(&self, length: usize) -> f64 {
        let (text, length) = scratch().read_text(length);
        self.0.peek_metadata(&text[..length]).map_or(-1.0, |metadata| metadata as f64)
    }

    /// Throws where this is no metadata of the format.
    #[wasm_bindgen(js_name = checkMetadata)]
    pub fn check_metadata(&self, metadata: &JsValue) -> Result<(), JsValue> {
        self.0.metadata(&arg(metadata)).map(|_| ()).map_err(|error| thrown(&error))
    }

    /// The number of a generator: the same one for the same options, or one of its own if it is to
    /// stand `alone`.
    pub fn generator(&self, options: &JsValue, alone: bool) -> Result<usize, JsValue> {
        let options = GeneratorOptions::new(&self.0, &entries(options));
        let number = options.and_then(|options| open(&self.0, &options, alone));
        number.map_err(|error| thrown(&error))
    }
}
