//! A format as plain data, for those who draw it, list it or offer its fields for input.

use super::Format;
use crate::layout::{Field, Kind};
use crate::plain::{Entries, Plain};

impl Format {
    /// This format as plain data: `name`, `bits`, `unit` (ms per tick), `epoch` (Unix ms, missing
    /// where every application has its own), `native`, `text`, and `fields`, the high bits first,
    /// each with `name`, `kind`, `bits` and `parts`; and `widths`, the names of those that can be changed.
    pub fn describe(&self) -> Plain {
        let mut entries = Entries::default();
        entries.text("name", &self.name);
        entries.number("bits", self.layout.bits().into());
        entries.number("unit", self.unit as f64);
        entries.put("epoch", self.epoch.map_or(Plain::Missing, |epoch| Plain::Number(epoch as f64)));
        entries.text("native", self.native.name());
        entries.text("text", self.text.name());
        entries.put("fields", fields(self.layout.fields()));
        entries.put("widths", Plain::List(self.widths().map(Plain::from).collect()));
        entries.end()
    }
}

fn fields(all: &[Field]) -> Plain {
    let (mut fields, mut parts) = (Vec::new(), Vec::new());
    // From the last to the first, so that the parts are there before their field.
    for Field { name, kind, place } in all.iter().rev() {
        let mut entries = Entries::default();
        entries.text("name", name);
        entries.number("bits", place.bits.into());
        if *kind == Kind::Part {
            parts.insert(0, entries.end());
        } else {
            entries.text("kind", kind.name());
            entries.put("parts", Plain::List(std::mem::take(&mut parts)));
            fields.insert(0, entries.end());
        }
    }
    Plain::List(fields)
}
