//! Plain JavaScript values as the core's [`Arg`].

use flakekit::arg::Arg;
use js_sys::{Array, BigInt, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// How deep options nest: `fields`, a field, its `parts`, a part, and one more to be refused.
const DEEPEST: u32 = 5;

/// More than any list or object of options has.
const LONGEST: u32 = 64;

/// More than any text that means something here has.
const LONGEST_TEXT: u32 = 64;

/// The named values of an options object.
pub fn entries(options: &JsValue) -> Vec<(String, Arg)> {
    match arg(options) {
        Arg::Map(entries) => entries,
        Arg::Missing => Vec::new(),
        // No option has this name, so the core refuses it and says what was given.
        other => vec![(other.to_string(), Arg::Missing)],
    }
}

/// Any JavaScript value.
pub fn arg(value: &JsValue) -> Arg {
    convert(value, DEEPEST)
}

fn convert(value: &JsValue, depth: u32) -> Arg {
    if value.is_undefined() {
        return Arg::Missing;
    }
    if let Some(number) = value.as_f64() {
        return Arg::Number(number);
    }
    if let Some(flag) = value.as_bool() {
        return Arg::Flag(flag);
    }
    if let Some(text) = value.dyn_ref::<js_sys::JsString>() {
        return Arg::Text(String::from(text.slice(0, LONGEST_TEXT)));
    }
    if Array::is_array(value) {
        return list(value.unchecked_ref(), depth);
    }
    if value.is_object() {
        return map(value, depth);
    }
    Arg::Other(describe(value))
}

fn list(array: &Array, depth: u32) -> Arg {
    if depth == 0 || array.length() > LONGEST {
        return Arg::Other("a long list".to_owned());
    }
    Arg::List(array.iter().map(|item| convert(&item, depth - 1)).collect())
}

fn map(object: &JsValue, depth: u32) -> Arg {
    // A proxy or a getter may throw; what can't be read is nothing that is allowed.
    let keys = Reflect::own_keys(object).ok().filter(|keys| depth > 0 && keys.length() <= LONGEST);
    let entry = |key: JsValue| {
        let value = Reflect::get(object, &key).ok()?;
        Some((key.as_string().unwrap_or_else(|| "a symbol".to_owned()), convert(&value, depth - 1)))
    };
    match keys.and_then(|keys| keys.iter().map(entry).collect()) {
        Some(entries) => Arg::Map(entries),
        None => Arg::Other("an object".to_owned()),
    }
}

fn describe(value: &JsValue) -> String {
    if value.is_null() {
        return "null".to_owned();
    }
    if let Some(bigint) = value.dyn_ref::<BigInt>() {
        let digits = bigint.to_string(10).map(|digits| String::from(digits.slice(0, 24))).unwrap_or_default();
        return format!("{digits}{}n", if digits.len() == 24 { "…" } else { "" });
    }
    format!("a {}", value.js_typeof().as_string().unwrap_or_default())
}
