//! What a generator has granted, as plain data that survives a restart.

use crate::error::{Error, refuse};
use crate::formats::{Format, Given};
use crate::layout::{Kind, Layout};
use crate::options::{check_names, find};
use crate::plain::{MAX_SAFE, Plain};
use crate::sequencer::State;

mod sno;

/// Which fields a snapshot has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Those that serve every format.
    General,
    /// Those of sno's specification.
    Sno,
}

/// The version of the general form.
const VERSION: u64 = 1;

/// The state of a generator with what it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// Kinds and widths, the high bits first: `time:40 node:5 sequence:8`.
    pub layout: String,
    /// ms per tick.
    pub unit: u64,
    /// Unix ms.
    pub epoch: i64,
    /// The node fields by name.
    pub fields: Vec<(String, u64)>,
    /// The sequence numbers of the generator, both inclusive.
    pub range: (u32, u32),
    /// What has been granted.
    pub state: State,
}

impl Snapshot {
    /// The snapshot as plain data that JSON can hold and options take, in the format's form. `now`
    /// is the clock's reading in ticks.
    pub fn write(&self, format: &Format, now: u64) -> Plain {
        match format.snapshots() {
            Form::General => self.write_general(),
            Form::Sno => sno::write(self, now),
        }
    }

    /// Reads what [`Snapshot::write`] wrote.
    pub(crate) fn read(arg: &Plain, format: &Format) -> Result<Self, Error> {
        match format.snapshots() {
            Form::General => Self::read_general(arg),
            Form::Sno => sno::read(arg, format),
        }
    }

    fn write_general(&self) -> Plain {
        let number = |n: u64| Plain::Number(n as f64);
        let fields = self.fields.iter().map(|(name, n)| (name.clone(), number(*n))).collect();
        let range = vec![number(self.range.0.into()), number(self.range.1.into())];
        Plain::map([
            ("version", number(VERSION)),
            ("layout", Plain::Text(self.layout.clone())),
            ("unit", number(self.unit)),
            ("epoch", Plain::Number(self.epoch as f64)),
            ("fields", Plain::Map(fields)),
            ("sequenceRange", Plain::List(range)),
            ("tick", number(self.state.tick)),
            ("seen", number(self.state.seen)),
            ("next", number(self.state.next.into())),
            ("used", number(self.state.used)),
            ("safe", number(self.state.safe)),
            ("drifts", number(self.state.drifts.into())),
        ])
    }

    fn read_general(arg: &Plain) -> Result<Self, Error> {
        const NAMES: [&str; 12] = [
            "version",
            "layout",
            "unit",
            "epoch",
            "fields",
            "sequenceRange",
            "tick",
            "seen",
            "next",
            "used",
            "safe",
            "drifts",
        ];
        let Plain::Map(entries) = arg else {
            return Err(refuse!(InvalidSnapshot, "snapshot is {arg}; it must be what snapshot() gave"));
        };
        check_names("a snapshot", entries, || NAMES.into_iter()).map_err(|error| damaged(&error))?;
        let whole = |name: &'static str, max| {
            find(entries, name).option(name, 0, max).map_err(|error| damaged(&error))
        };
        let most = MAX_SAFE;
        let number = u64::from(u32::MAX);
        if whole("version", most)? != VERSION {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot has version {}; this flakekit reads {VERSION}",
                find(entries, "version")
            ));
        }
        let (Plain::Text(layout), &Plain::Number(epoch), Plain::Map(fields), Plain::List(range)) = (
            find(entries, "layout"),
            find(entries, "epoch"),
            find(entries, "fields"),
            find(entries, "sequenceRange"),
        ) else {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is damaged: layout is {}, epoch is {}, fields is {}, sequenceRange is {}",
                find(entries, "layout"),
                find(entries, "epoch"),
                find(entries, "fields"),
                find(entries, "sequenceRange")
            ));
        };
        if epoch.trunc() != epoch {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is damaged: epoch is {}",
                find(entries, "epoch")
            ));
        }
        let node = |(name, arg): &(String, Plain)| {
            arg.whole(number)
                .map(|n| (name.clone(), n))
                .ok_or_else(|| refuse!(InvalidSnapshot, "the snapshot's {name} is {arg}"))
        };
        let end = |i: usize| {
            let end = range.get(i).and_then(|arg| arg.whole(number)).filter(|_| range.len() == 2);
            end.map(|end| end as u32)
                .ok_or_else(|| refuse!(InvalidSnapshot, "the snapshot's sequenceRange is no pair of numbers"))
        };
        Ok(Self {
            layout: layout.clone(),
            unit: whole("unit", most)?,
            epoch: epoch as i64,
            fields: fields.iter().map(node).collect::<Result<_, _>>()?,
            range: (end(0)?, end(1)?),
            state: State {
                tick: whole("tick", most)?,
                seen: whole("seen", most)?,
                next: whole("next", number)? as u32,
                used: whole("used", number + 1)?,
                safe: whole("safe", most)?,
                drifts: whole("drifts", number)? as u32,
            },
        })
    }

    /// Hands over the node fields and says what they are in place; refuses a snapshot of another format.
    pub(crate) fn give_nodes(&self, format: &Format, given: &mut Given<'_>) -> Result<u128, Error> {
        let (layout, unit, epoch) = (signature(format.layout()), format.unit(), format.epoch()?);
        if (&self.layout, self.unit, self.epoch) != (&layout, unit, epoch) {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is of another identity: {} in units of {} ms since {}; this format is {layout} in units of {unit} ms since {epoch}",
                self.layout,
                self.unit,
                self.epoch
            ));
        }
        for (name, number) in &self.fields {
            if !given.set(name, &Plain::Number(*number as f64)).map_err(|error| damaged(&error))? {
                return Err(refuse!(
                    InvalidSnapshot,
                    "the snapshot is of another identity: {} has no field {name}",
                    format.name()
                ));
            }
        }
        given.pack(|kind| kind == Kind::Node).map_err(|error| damaged(&error))
    }
}

fn damaged(error: &Error) -> Error {
    refuse!(InvalidSnapshot, "the snapshot is damaged: {error}")
}

/// The kinds and widths of a layout, as a text.
pub(crate) fn signature(layout: &Layout) -> String {
    let fields: Vec<_> = layout.fields().iter().map(|f| format!("{}:{}", f.kind.name(), f.bits)).collect();
    fields.join(" ")
}
