//! What a generator has granted, as plain data that survives a restart.

mod sno;

use crate::error::{Code, Error, refuse};
use crate::formats::{Format, Given};
use crate::layout::Kind;
use crate::message::say;
use crate::plain::{Entries, MAX_SAFE, Plain};
use crate::reader::Reader;
use crate::sequencer::State;

/// Which fields a snapshot has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Those that serve every format.
    General,
    /// Those of sno's specification.
    Sno,
}

/// What a snapshot says.
pub(crate) struct Saved {
    /// The node fields, in place.
    pub node: u128,
    /// The sequence numbers of the generator, both inclusive.
    pub range: (u32, u32),
    /// What has been granted.
    pub state: State,
}

/// The version of the general form.
const VERSION: u64 = 1;

const NAMES: [&str; 10] =
    ["version", "layout", "fields", "sequenceRange", "tick", "seen", "next", "used", "safe", "drifts"];

impl Saved {
    /// The snapshot as plain data that JSON can hold and options take, in the format's form. `now`
    /// is the clock's reading in ticks.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`.
    pub fn write(&self, format: &Format, now: u64) -> Result<Plain, Error> {
        let mut entries = Entries::default();
        match format.snapshots() {
            Form::General => self.write_general(format, &mut entries)?,
            Form::Sno => sno::write(self, format, now, &mut entries),
        }
        Ok(entries.end())
    }

    fn write_general(&self, format: &Format, entries: &mut Entries) -> Result<(), Error> {
        let mut nodes = Entries::default();
        for field in format.layout().fields() {
            if field.kind == Kind::Node {
                nodes.number(&field.name, field.place.read(self.node) as f64);
            }
        }
        let State { tick, seen, next, used, safe, drifts } = self.state;
        let range = [self.range.0, self.range.1].map(|number| Plain::Number(number.into()));
        entries.number("version", VERSION as f64);
        entries.text("layout", &signature(format)?);
        entries.put("fields", nodes.end());
        entries.put("sequenceRange", Plain::List(range.into()));
        entries.number("tick", tick as f64);
        entries.number("seen", seen as f64);
        entries.number("next", next.into());
        entries.number("used", used as f64);
        entries.number("safe", safe as f64);
        entries.number("drifts", drifts.into());
        Ok(())
    }
}

/// Reads what [`Saved::write`] wrote, and hands over its node fields.
pub(crate) fn read(arg: &Plain, format: &Format, given: &mut Given<'_>) -> Result<Saved, Error> {
    let saved = match format.snapshots() {
        Form::General => read_general(arg, format, given),
        Form::Sno => sno::read(arg, given),
    };
    let saved = saved.map_err(|error| {
        if error.code() == Code::InvalidSnapshot {
            return error;
        }
        refuse!(InvalidSnapshot, "the snapshot is damaged: {}", error.message())
    })?;
    let (first, last) = (u64::from(saved.range.0), u64::from(saved.range.1));
    let max = format.layout().place(Kind::Sequence).max();
    if last > max || last - first + 1 < format.least_range() {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: its sequence range is {} to {} of 0 to {}, or too short",
            first,
            last,
            max
        ));
    }
    Ok(saved)
}

fn read_general(arg: &Plain, format: &Format, given: &mut Given<'_>) -> Result<Saved, Error> {
    let mut reader = Reader::of("snapshot", arg, &NAMES);
    reader.whole("version", VERSION, VERSION);
    let (layout, own) = (reader.text("layout"), signature(format)?);
    if !layout.is_empty() && layout != own {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is of another identity: its layout is '{}', this format's is '{}'",
            layout,
            &own
        ));
    }
    let number = u64::from(u32::MAX);
    let state = State {
        tick: reader.whole("tick", 0, MAX_SAFE),
        seen: reader.whole("seen", 0, MAX_SAFE),
        next: reader.whole("next", 0, number) as u32,
        used: reader.whole("used", 0, number + 1),
        safe: reader.whole("safe", 0, MAX_SAFE),
        drifts: reader.whole("drifts", 0, number) as u32,
    };
    let range = reader.range("sequenceRange", number);
    let names = given.names();
    let mut fields = Reader::of("fields", reader.get("fields"), &names);
    for name in &names {
        given.set(name, fields.get(name))?;
    }
    fields.check()?;
    reader.check()?;
    Ok(Saved { node: given.pack()?, range, state })
}

/// What two formats must have in common for a snapshot of one to be one of the other: kinds and
/// widths, ms per tick, and the epoch in Unix ms.
fn signature(format: &Format) -> Result<String, Error> {
    let mut signature = String::new();
    for field in format.layout().fields() {
        if field.kind != Kind::Part {
            signature.push_str(&say!("{}:{} ", field.kind.name(), field.place.bits));
        }
    }
    let (unit, epoch) = (format.unit(), format.epoch()?);
    signature.push_str(&say!("unit:{} epoch:{}", unit, epoch));
    Ok(signature)
}
