//! A format as serializable data.

use std::borrow::Cow;

use super::{Format, Width};
use crate::layout::{Field, Kind};
use crate::limits::MS_US;
use crate::message::say;
use crate::report::Report;

impl Format {
    /// The format as serializable data:
    ///
    /// | name | value |
    /// |---|---|
    /// | `name` | |
    /// | `bits` | the total width |
    /// | `unit` | ms per tick, a multiple of 0.001 |
    /// | `epoch` | Unix ms; `null` if every application chooses its own |
    /// | `native` | the JavaScript type of IDs |
    /// | `text` | the name of the encoding |
    /// | `fields` | from high bits to low bits, each with `name`, `bits`, `kind` and `parts` (`name`, `bits`) |
    /// | `widths` | the widths that [`Format::with`] takes, each a list of its name, its smallest and its largest width |
    /// | `snapshotLayout` | a text, equal for two formats if a snapshot of one fits the other |
    /// | `digits` | the digits of the encoding in the order of their values |
    /// | `movesLastTwo` | whether the last two digits of a text are at its front |
    /// | `acceptsOnlyCanonical` | whether only canonical text is accepted |
    pub fn describe(&self) -> Report<'_> {
        let digits = str::from_utf8(self.encoding.digits()).unwrap_or_default();
        Report::Object(vec![
            ("name", Report::text(&self.name)),
            ("bits", Report::number(self.layout.bits().into())),
            ("unit", Report::Number(self.unit_us as f64 / MS_US as f64)),
            ("epoch", self.epoch.map_or(Report::Null, |epoch| Report::Number(epoch as f64))),
            ("native", Report::text(self.native.name())),
            ("text", Report::text(self.encoding.name())),
            ("fields", Report::List(self.describe_fields())),
            ("widths", Report::List(self.widths().iter().map(describe_width).collect())),
            ("snapshotLayout", Report::Text(Cow::Owned(self.snapshot_layout()))),
            ("digits", Report::text(digits)),
            ("movesLastTwo", Report::Bool(self.encoding.moves_last_two())),
            ("acceptsOnlyCanonical", Report::Bool(self.encoding.accepts_only_canonical())),
        ])
    }

    fn describe_fields(&self) -> Vec<Report<'_>> {
        let (mut described, mut parts) = (Vec::new(), Vec::new());
        for field in self.layout.fields().iter().rev() {
            let mut entries = describe_name(field);
            if field.kind == Kind::Part {
                parts.insert(0, Report::Object(entries));
            } else {
                entries.push(("kind", Report::text(field.kind.name())));
                entries.push(("parts", Report::List(std::mem::take(&mut parts))));
                described.insert(0, Report::Object(entries));
            }
        }
        described
    }

    /// A text that is equal for two formats if a snapshot of one fits the other: kinds and widths of the
    /// fields, the tick length and the epoch.
    pub(crate) fn snapshot_layout(&self) -> String {
        let mut layout = String::new();
        for field in self.layout.fields() {
            if field.kind != Kind::Part {
                layout.push_str(&say!("{}:{} ", field.kind.name(), field.place.bits));
            }
        }
        layout.push_str(&say!("unit:{} epoch:", &*self.unit_text()));
        match self.epoch {
            None => layout.push_str("null"),
            Some(epoch) => layout.push_str(&say!("{}", epoch)),
        }
        layout
    }
}

fn describe_width<'f>(&Width { option, min, max }: &Width) -> Report<'f> {
    Report::List(vec![Report::text(option), Report::number(min.into()), Report::number(max.into())])
}

fn describe_name(field: &Field) -> Vec<(&str, Report<'_>)> {
    vec![("name", Report::text(&field.name)), ("bits", Report::number(field.place.bits.into()))]
}
