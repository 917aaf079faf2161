//! Formats of one's own: new ones, and existing ones with another epoch or other widths.

use std::borrow::Cow;
use std::rc::Rc;

use super::{Defaults, Format, Instant, Named, Native, Special};
use crate::error::{Error, refuse};
use crate::instant::LAST_MS;
use crate::layout::{Field, Kind, Layout, Part};
use crate::options;
use crate::plain::Plain;
use crate::text::Encoding;

/// The widest format that users can define: what a `bigint` column holds.
const MAX_DEFINED_BITS: u8 = 64;

/// Names that mean something else in options or in decoded fields.
const RESERVED: &[&str] = &["timestamp", "date", "clock", "onOverflow"];

const OPTIONS: &[&str] =
    &["name", "fields", "bits", "unit", "epoch", "native", "text", "onRollback", "onExhausted", "sequence"];

impl Format {
    /// A format without an epoch, its parts checked against each other.
    pub(super) fn of(
        name: Cow<'static, str>,
        layout: Layout,
        unit: u64,
        native: Native,
        text: Encoding,
    ) -> Result<Self, Error> {
        text.check(layout.bits())?;
        if native == Native::Number && layout.bits() > 53 {
            return Err(refuse!(
                InvalidLayout,
                "{name} has {} bits; a JavaScript number holds 53 exactly, so its values must be bigint",
                layout.bits()
            ));
        }
        if native == Native::Number && layout.place(Kind::Metadata).is_some() {
            return Err(refuse!(
                InvalidLayout,
                "{name} has a metadata field; numbers are handed out without asking, so its values must be bigint"
            ));
        }
        let time =
            layout.place(Kind::Time).ok_or_else(|| refuse!(InvalidLayout, "{name} has no time field"))?;
        let names = Named::all(&layout);
        let defaults = Defaults::STANDARD;
        Ok(Self {
            name,
            layout,
            names,
            time,
            unit,
            epoch: None,
            native,
            text,
            defaults,
            since: 0,
            adjustable: None,
            special: Special::NONE,
        })
    }

    /// A format from its description: `name`, `fields` (each `{ kind, name?, bits, parts? }`, the
    /// high bits first), `bits` (what they sum to), `unit` (ms per tick, 1 unless given), `epoch`
    /// (Unix ms), `native` (`bigint` unless given), `text` (`decimal` unless given), and what its
    /// generators do unless told otherwise. `now` is the clock's reading, which the epoch must not
    /// pass; `None` where no clock can be read.
    ///
    /// # Errors
    /// `INVALID_LAYOUT`, `INVALID_EPOCH` or `INVALID_OPTION`, with what is wrong and what is allowed.
    pub fn define(options: &[(String, Plain)], now: Option<f64>) -> Result<Rc<Self>, Error> {
        options::check_names("defineFormat", options, || OPTIONS.iter().copied())?;
        let get = |name| options::find(options, name);
        let name = match get("name") {
            Plain::Text(name) if !name.is_empty() => name.clone(),
            other => return Err(refuse!(InvalidOption, "name is {other}; it must be a text")),
        };
        let Plain::List(fields) = get("fields") else {
            return Err(refuse!(InvalidOption, "fields is {}; it must be a list of fields", get("fields")));
        };
        let fields = fields.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let bits = get("bits").option("bits", 1, u64::from(MAX_DEFINED_BITS))? as u8;
        let unit = match get("unit") {
            Plain::Missing => 1,
            unit => unit.option("unit", 1, 86_400_000)?,
        };
        let native = match get("native") {
            Plain::Missing => Native::BigInt,
            native => native.choice("native", Native::OF_INTEGERS)?,
        };
        let text = match get("text") {
            Plain::Missing => Encoding::Decimal,
            text => Encoding::named("text", text)?,
        };
        let mut format = Self::of(Cow::Owned(name), Layout::new(fields, bits)?, unit, native, text)?;
        format.check_field_names()?;
        format.defaults = options::defaults(options, format.defaults)?;
        format.set_epoch(get("epoch"), now)?;
        Ok(Rc::new(format))
    }

    /// This format with another `epoch` (Unix ms) and, where its specification allows, other widths.
    /// The last of the adjustable widths takes what the others leave.
    ///
    /// # Errors
    /// As [`Format::define`].
    pub fn with(&self, options: &[(String, Plain)], now: Option<f64>) -> Result<Rc<Self>, Error> {
        let widths = self.adjustable.map_or(&[][..], |adjustable| adjustable.widths);
        let names = || std::iter::once("epoch").chain(widths.iter().map(|width| width.option));
        options::check_names("with", options, names)?;

        let mut fields = self.layout.fields().to_vec();
        let total = u64::from(self.layout.bits());
        for (i, width) in widths.iter().enumerate() {
            let least = u64::from(width.least);
            fields[i].bits = match options::find(options, width.option) {
                // The last one takes the rest; 0 where nothing is left, which its range refuses.
                Plain::Missing if i + 1 == widths.len() => {
                    let others: u64 = fields[..i].iter().map(|field| u64::from(field.bits)).sum();
                    total.saturating_sub(others) as u8
                }
                Plain::Missing => fields[i].bits,
                bits => {
                    bits.option(width.option, least, total).map_err(|e| refuse!(InvalidLayout, "{e}"))? as u8
                }
            };
        }
        let mut format = Self { layout: Layout::new(fields, self.layout.bits())?, ..self.clone() };
        format.names = Named::all(&format.layout);
        format.time = format.layout.place(Kind::Time).unwrap_or(format.time);
        match options::find(options, "epoch") {
            Plain::Missing => format.check_reach()?,
            epoch => format.set_epoch(epoch, now)?,
        }
        Ok(Rc::new(format))
    }

    fn set_epoch(&mut self, epoch: &Plain, now: Option<f64>) -> Result<(), Error> {
        let epoch = match *epoch {
            Plain::Number(ms) if ms.trunc() == ms && ms.abs() <= LAST_MS as f64 => ms as i64,
            _ => {
                return Err(refuse!(
                    InvalidEpoch,
                    "epoch is {epoch}; it must be a Date, an ISO 8601 text or Unix ms, a whole number of ms"
                ));
            }
        };
        if let Some(now) = now.filter(|&now| epoch as f64 > now) {
            let (epoch, now) = (Instant(epoch as f64), Instant(now));
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {epoch}, in the future; it must not be later than now, {now}"
            ));
        }
        self.epoch = Some(epoch);
        self.check_reach()
    }

    /// The last instant must be one that a `Date` can hold, and far enough for the specification.
    fn check_reach(&self) -> Result<(), Error> {
        let Some(epoch) = self.epoch else { return Ok(()) };
        let ticks = i128::from(self.last_tick()) + 1;
        let end = i128::from(epoch) + ticks * i128::from(self.unit);
        if end > i128::from(LAST_MS) {
            return Err(refuse!(
                InvalidLayout,
                "{} bits of {} ms after {} pass the last instant of a Date; use fewer bits or a finer unit",
                self.time.bits,
                self.unit,
                Instant(epoch as f64)
            ));
        }
        if let Some(adjustable) = self.adjustable.filter(|adjustable| i128::from(adjustable.reach) >= end) {
            let (reach, bits) = (adjustable.reach, self.time.bits);
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {epoch}, too early for {bits} bits of time: {reach} - epoch must be below 2^{bits}, so it must be later than {}",
                i128::from(reach) - ticks
            ));
        }
        Ok(())
    }

    fn check_field_names(&self) -> Result<(), Error> {
        for named in &self.names {
            let name = &*named.name;
            let taken =
                RESERVED.contains(&name) || (options::NAMES.contains(&name) && named.kind != Kind::Sequence);
            if taken {
                return Err(refuse!(
                    InvalidLayout,
                    "a {} field can't be named {name}, which is an option's name; choose another",
                    self.name
                ));
            }
        }
        Ok(())
    }
}

/// One field of a definition.
fn field(arg: &Plain) -> Result<Field, Error> {
    let Plain::Map(entries) = arg else {
        return Err(refuse!(InvalidOption, "a field is {arg}; it must be an object {{ kind, name, bits }}"));
    };
    options::check_names("a field", entries, || ["kind", "name", "bits", "parts"].into_iter())?;
    let kind = options::find(entries, "kind").choice("kind", &Kind::ALL)?;
    let name = match (options::find(entries, "name"), kind) {
        (_, Kind::Time) => "timestamp".to_owned(),
        (Plain::Text(name), _) => name.clone(),
        (Plain::Missing, kind) if kind != Kind::Node => kind.name().to_owned(),
        (other, _) => {
            return Err(refuse!(InvalidOption, "the name of a node field is {other}; it must be a text"));
        }
    };
    let parts = match options::find(entries, "parts") {
        Plain::Missing => Vec::new(),
        Plain::List(parts) => parts.iter().map(part).collect::<Result<_, _>>()?,
        other => {
            return Err(refuse!(InvalidOption, "parts is {other}; it must be a list of {{ name, bits }}"));
        }
    };
    Ok(Field { name: Cow::Owned(name), kind, bits: bits(entries)?, parts: Cow::Owned(parts) })
}

fn part(arg: &Plain) -> Result<Part, Error> {
    let Plain::Map(entries) = arg else {
        return Err(refuse!(InvalidOption, "a part is {arg}; it must be an object {{ name, bits }}"));
    };
    options::check_names("a part", entries, || ["name", "bits"].into_iter())?;
    let Plain::Text(name) = options::find(entries, "name") else {
        return Err(refuse!(
            InvalidOption,
            "the name of a part is {}; it must be a text",
            options::find(entries, "name")
        ));
    };
    Ok(Part { name: Cow::Owned(name.clone()), bits: bits(entries)? })
}

fn bits(entries: &[(String, Plain)]) -> Result<u8, Error> {
    options::find(entries, "bits").option("bits", 0, u64::from(MAX_DEFINED_BITS)).map(|bits| bits as u8)
}
