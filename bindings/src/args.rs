//! Plain JavaScript values as the core's [`Plain`].

use flakekit::plain::Plain;
use js_sys::{Array, ArrayBuffer, BigInt, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// How deep options nest: `fields`, a field, its `parts`, a part, and one more to be refused.
const DEEPEST: u32 = 5;

/// More than any list or object of options has.
const LONGEST: u32 = 64;

/// More than any text of options has: the longest is the layout of a snapshot.
const LONGEST_TEXT: u32 = 1024;

/// As much of an ID's text as decides why it is none.
const EXCERPT: u32 = 64;

/// The named values of an options object.
pub fn entries(options: &JsValue) -> Vec<(String, Plain)> {
    match arg(options) {
        Plain::Map(entries) => entries,
        Plain::Missing => Vec::new(),
        // No option has this name, so the core refuses it and says what was given.
        other => vec![(other.to_string(), Plain::Missing)],
    }
}

/// What was given for an ID; of a text, no more than the beginning.
pub fn excerpt(id: &JsValue) -> Plain {
    match id.dyn_ref::<js_sys::JsString>() {
        Some(text) => Plain::Text(String::from(text.slice(0, EXCERPT))),
        None => arg(id),
    }
}

/// Any JavaScript value.
pub fn arg(value: &JsValue) -> Plain {
    convert(value, DEEPEST)
}

fn convert(value: &JsValue, depth: u32) -> Plain {
    if value.is_undefined() {
        return Plain::Missing;
    }
    if let Some(number) = value.as_f64() {
        return Plain::Number(number);
    }
    if let Some(flag) = value.as_bool() {
        return Plain::Flag(flag);
    }
    if let Some(text) = value.dyn_ref::<js_sys::JsString>() {
        return if text.length() > LONGEST_TEXT {
            Plain::Other(format!("a text of {} characters", text.length()))
        } else {
            Plain::Text(String::from(text))
        };
    }
    if Array::is_array(value) {
        return list(value.unchecked_ref(), depth);
    }
    // Bytes, of this realm or another.
    if ArrayBuffer::is_view(value) {
        return list(&Array::from(value), depth);
    }
    if value.is_object() {
        return map(value, depth);
    }
    Plain::Other(describe(value))
}

fn list(array: &Array, depth: u32) -> Plain {
    if depth == 0 || array.length() > LONGEST {
        return Plain::Other("a long list".to_owned());
    }
    Plain::List(array.iter().map(|item| convert(&item, depth - 1)).collect())
}

fn map(object: &JsValue, depth: u32) -> Plain {
    // A proxy or a getter may throw; what can't be read is nothing that is allowed.
    let keys = Reflect::own_keys(object).ok().filter(|keys| depth > 0 && keys.length() <= LONGEST);
    let entry = |key: JsValue| {
        let value = Reflect::get(object, &key).ok()?;
        Some((key.as_string().unwrap_or_else(|| "a symbol".to_owned()), convert(&value, depth - 1)))
    };
    match keys.and_then(|keys| keys.iter().map(entry).collect()) {
        Some(entries) => Plain::Map(entries),
        None => Plain::Other("an object".to_owned()),
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
