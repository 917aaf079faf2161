//! Formats of one's own: new ones, and existing ones with another epoch or other widths.

use std::borrow::Cow;
use std::rc::Rc;

use super::table::OWN;
use super::{Defaults, Format, Native};
use crate::error::{Code, Error, refuse};
use crate::instant::LAST_MS;
use crate::layout::{Field, Kind, Layout, Place};
use crate::message::Word;
use crate::options;
use crate::plain::Plain;
use crate::reader::Reader;
use crate::text::Encoding;

/// The widest format that users can define: what a `bigint` column holds.
const MAX_DEFINED_BITS: u64 = 64;

/// Names that mean something else in options or in decoded fields.
const RESERVED: [&str; 4] = ["timestamp", "date", "clock", "onOverflow"];

const OPTIONS: [&str; 10] =
    ["name", "fields", "bits", "unit", "epoch", "native", "text", "onRollback", "onExhausted", "sequence"];

impl Format {
    /// A format from its description: `name`, `fields` (each `{ kind, name?, bits, parts? }`, the
    /// high bits first), `bits` (what they sum to), `unit` (ms per tick, 1 unless given), `epoch`
    /// (Unix ms), `native` (`bigint` unless given), `text` (`decimal` unless given), and what its
    /// generators do unless told otherwise. `now` is the clock's reading, which the epoch must not
    /// pass; `None` where no clock can be read.
    ///
    /// # Errors
    /// `INVALID_LAYOUT`, `INVALID_EPOCH` or `INVALID_OPTION`, with what is wrong and what is allowed.
    pub fn define(options: &[(String, Plain)], now: Option<f64>) -> Result<Rc<Self>, Error> {
        let mut reader = Reader::new("defineFormat", options, &OPTIONS);
        let name = reader.text("name");
        let mut fields = Vec::new();
        for given in reader.list("fields") {
            field(given, &mut fields)?;
        }
        let bits = reader.whole("bits", 1, MAX_DEFINED_BITS) as u8;
        let unit = reader.whole_or(1, "unit", 1, 86_400_000);
        let native = Native::ALL[reader.choice("native", &Native::OF_INTEGERS, Native::BigInt as usize)];
        let text = Encoding::ALL[reader.choice("text", &Encoding::NAMES, Encoding::Decimal as usize)];
        let defaults = options::defaults(&mut reader, Defaults::STANDARD);
        let epoch = reader.get("epoch");
        reader.check()?;

        let layout = Layout::new(fields, bits)?;
        let time = layout.place(Kind::Time);
        let name = Cow::Owned(name.to_owned());
        let mut format = Self { name, layout, time, unit, epoch: None, native, text, defaults, row: &OWN };
        format.check_native()?;
        format.check_field_names()?;
        format.set_epoch(epoch, now)?;
        Ok(Rc::new(format))
    }

    /// This format with another `epoch` (Unix ms) and, where its specification allows, other widths.
    /// The last of the adjustable widths takes what the others leave.
    ///
    /// # Errors
    /// As [`Format::define`].
    pub fn with(&self, options: &[(String, Plain)], now: Option<f64>) -> Result<Rc<Self>, Error> {
        let widths = self.row.widths;
        let mut names = vec!["epoch"];
        names.extend(widths.iter().map(|width| width.option));
        let mut reader = Reader::new("with", options, &names);
        reader.check()?;

        let total = self.layout.bits();
        let mut fields = self.layout.fields().to_vec();
        let mut left = total;
        for (i, width) in widths.iter().enumerate() {
            let bits = &mut fields[i].place.bits;
            // The last one takes the rest; 0 where nothing is left, which its range refuses.
            let otherwise = if i + 1 == widths.len() { left } else { *bits };
            *bits = reader.whole_or(otherwise.into(), width.option, width.least.into(), total.into()) as u8;
            left = left.saturating_sub(*bits);
        }
        reader.check().map_err(|error| error.coded(Code::InvalidLayout))?;

        let mut format = Self { layout: Layout::new(fields, total)?, ..self.clone() };
        format.time = format.layout.place(Kind::Time);
        let epoch = reader.get("epoch");
        if epoch.is_missing() {
            format.check_reach()?;
        } else {
            format.set_epoch(epoch, now)?;
        }
        Ok(Rc::new(format))
    }

    fn set_epoch(&mut self, epoch: &Plain, now: Option<f64>) -> Result<(), Error> {
        let ms = match *epoch {
            Plain::Number(ms) if ms.trunc() == ms && ms.abs() <= LAST_MS as f64 => ms,
            _ => {
                return Err(refuse!(
                    InvalidEpoch,
                    "epoch is {}; it must be a Date, an ISO 8601 text or Unix ms, a whole number of ms",
                    epoch
                ));
            }
        };
        if let Some(now) = now
            && ms > now
        {
            let (epoch, now) = (Word::Instant(ms), Word::Instant(now));
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {}, in the future; it must not be later than now, {}",
                epoch,
                now
            ));
        }
        self.epoch = Some(ms as i64);
        self.check_reach()
    }

    /// The last instant must be one that a `Date` can hold, and far enough for the specification.
    fn check_reach(&self) -> Result<(), Error> {
        let Some(epoch) = self.epoch else { return Ok(()) };
        let (bits, unit) = (u64::from(self.time.bits), self.unit);
        // Exact as far as a `Date` reaches, and beyond that it need not be.
        let end = epoch as f64 + (self.last_tick() + 1) as f64 * unit as f64;
        if end > LAST_MS as f64 {
            let epoch = Word::Instant(epoch as f64);
            return Err(refuse!(
                InvalidLayout,
                "{} bits of {} ms after {} pass the last instant of a Date; use fewer bits or a finer unit",
                bits,
                unit,
                epoch
            ));
        }
        if self.row.reach as f64 >= end {
            let (reach, ticks) = (self.row.reach, self.last_tick() as i64 + 1);
            let least = reach - ticks;
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {}, too early for {} bits of time: {} - epoch must be below 2^{}, so it must be later than {}",
                epoch,
                bits,
                reach,
                bits,
                least
            ));
        }
        Ok(())
    }

    /// What a JavaScript number can't do.
    fn check_native(&self) -> Result<(), Error> {
        self.text.check(self.layout.bits())?;
        let (name, bits) = (&self.name, u64::from(self.layout.bits()));
        if self.native == Native::Number && (bits > 53 || self.layout.place(Kind::Metadata).bits > 0) {
            return Err(refuse!(
                InvalidLayout,
                "{} has {} bits; a JavaScript number holds 53 exactly, and numbers are handed out without metadata, so its values must be bigint",
                name,
                bits
            ));
        }
        Ok(())
    }

    fn check_field_names(&self) -> Result<(), Error> {
        for field in self.numbered() {
            let name = &*field.name;
            if RESERVED.contains(&name) || (options::NAMES.contains(&name) && field.kind != Kind::Sequence) {
                return Err(refuse!(
                    InvalidLayout,
                    "a field can't be named {}, which is an option's name; choose another",
                    name
                ));
            }
        }
        Ok(())
    }
}

/// One field of a definition, with its parts.
fn field(given: &Plain, fields: &mut Vec<Field>) -> Result<(), Error> {
    let mut reader = Reader::of("a field", given, &["kind", "name", "bits", "parts"]);
    // A choice that is missing is none of the kinds.
    let choice = reader.choice("kind", &Kind::NAMES, Kind::ALL.len());
    let Some(&kind) = Kind::ALL.get(choice) else {
        let kind = reader.get("kind");
        return Err(refuse!(
            InvalidOption,
            "kind is {}; it must be one of {}",
            kind,
            Word::List(&Kind::NAMES)
        ));
    };
    let name = match (kind, reader.get("name")) {
        (Kind::Time, _) => "timestamp",
        (Kind::Sequence | Kind::Random | Kind::Metadata | Kind::Toggle, Plain::Missing) => kind.name(),
        _ => reader.text("name"),
    };
    push(&mut reader, kind, name, fields);
    let parts = if reader.get("parts").is_missing() { &[] } else { reader.list("parts") };
    reader.check()?;
    for part in parts {
        let mut reader = Reader::of("a part", part, &["name", "bits"]);
        let name = reader.text("name");
        push(&mut reader, Kind::Part, name, fields);
        reader.check()?;
    }
    Ok(())
}

fn push(reader: &mut Reader<'_>, kind: Kind, name: &str, fields: &mut Vec<Field>) {
    let bits = reader.whole("bits", 0, MAX_DEFINED_BITS) as u8;
    fields.push(Field { name: Cow::Owned(name.to_owned()), kind, place: Place { shift: 0, bits } });
}
