//! The built-in formats, and their fields and epochs in words.

use std::rc::Rc;

use flakekit::Format;
use flakekit::layout::Kind;

/// The built-in formats in the order of their numbers.
pub fn all() -> Vec<Rc<Format>> {
    Format::names().filter_map(Format::named).collect()
}

/// The fields with their widths, for example `time 41, machineId 10 (datacenterId 5, workerId 5)`.
pub fn fields_in_words(format: &Format) -> String {
    let mut words = String::new();
    let mut in_parts = false;
    for field in format.layout().fields() {
        let is_part = field.kind == Kind::Part;
        words += match (in_parts, is_part) {
            (false, true) => " (",
            (true, false) => "), ",
            _ if words.is_empty() => "",
            _ => ", ",
        };
        in_parts = is_part;
        let name = if field.kind == Kind::Time { "time" } else { &*field.name };
        words += &format!("{name} {}", field.place.bits);
    }
    words + if in_parts { ")" } else { "" }
}

/// The epoch as ISO 8601, without a time of day of zero; `yours` if every application chooses its own.
pub fn epoch(format: &Format) -> String {
    if format.known_epoch().is_none() {
        return "yours".to_owned();
    }
    let instant = format.epoch_text();
    instant.strip_suffix("T00:00:00.000Z").unwrap_or(&instant).to_owned()
}
