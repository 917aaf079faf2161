//! A format as plain data, for those who draw it, list it or offer its fields for input.

use super::Format;
use crate::layout::{Field, Part};
use crate::plain::Plain;

impl Format {
    /// This format as plain data: `name`, `bits`, `unit` (ms per tick), `epoch` (Unix ms, missing
    /// where every application has its own), `native`, `text`, and `fields`, the high bits first,
    /// each with `name`, `kind`, `bits` and `parts`.
    pub fn describe(&self) -> Plain {
        Plain::map([
            ("name", self.name().into()),
            ("bits", f64::from(self.layout.bits()).into()),
            ("unit", (self.unit as f64).into()),
            ("epoch", self.epoch.map_or(Plain::Missing, |epoch| (epoch as f64).into())),
            ("native", self.native.name().into()),
            ("text", self.text.name().into()),
            ("fields", Plain::List(self.layout.fields().iter().map(field).collect())),
        ])
    }
}

fn field(field: &Field) -> Plain {
    Plain::map([
        ("name", (&*field.name).into()),
        ("kind", field.kind.name().into()),
        ("bits", f64::from(field.bits).into()),
        ("parts", Plain::List(field.parts.iter().map(part).collect())),
    ])
}

fn part(part: &Part) -> Plain {
    Plain::map([("name", (&*part.name).into()), ("bits", f64::from(part.bits).into())])
}
