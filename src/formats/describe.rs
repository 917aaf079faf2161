//! A format as plain data, for those who draw it, list it or offer its fields for input.

use super::Format;
use crate::layout::Kind;
use crate::message::{Word, join, say};

impl Format {
    /// This format as plain data, in JSON: `name`, `bits`, `unit` (ms per tick), `epoch` (Unix ms, `null`
    /// where every application has its own), `native`, `text`, and `fields`, the high bits first,
    /// each with `name`, `bits`, `kind` and `parts`; and `widths`, the names of those that can be changed.
    pub fn describe(&self) -> String {
        let mut widths = String::new();
        self.widths().for_each(|width| join(&mut widths, &say!(r#""{}""#, width)));
        let epoch = self.epoch.map_or(Word::Text("null"), Word::Integer);
        say!(
            r#"{"name":{},"bits":{},"unit":{},"epoch":{},"native":"{}","text":"{}","fields":[{}],"widths":[{}]}"#,
            Word::Json(&self.name),
            self.layout.bits(),
            self.unit,
            epoch,
            self.native.name(),
            self.text.name(),
            &self.describe_fields(),
            &widths
        )
    }

    fn describe_fields(&self) -> String {
        let (mut described, mut fields) = (String::new(), self.layout.fields());
        while let [field, rest @ ..] = fields {
            fields = rest;
            let mut parts = String::new();
            while let [part, rest @ ..] = fields
                && part.kind == Kind::Part
            {
                fields = rest;
                join(&mut parts, &say!(r#"{"name":{},"bits":{}}"#, Word::Json(&part.name), part.place.bits));
            }
            let (name, bits, kind) = (Word::Json(&field.name), field.place.bits, field.kind.name());
            join(
                &mut described,
                &say!(r#"{"name":{},"bits":{},"kind":"{}","parts":[{}]}"#, name, bits, kind, &parts),
            );
        }
        described
    }
}
