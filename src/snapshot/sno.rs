//! Snapshots with the fields of sno's specification ("Snapshots"): `partition`, `sequenceMin`,
//! `sequenceMax`, `sequence`, `now`, `wallHi`, `wallSafe`, `drifts`; times in units of 4 ms.

use super::Saved;
use crate::error::{Error, refuse};
use crate::formats::{Format, Given};
use crate::layout::Kind;
use crate::plain::{Entries, MAX_SAFE, Plain};
use crate::reader::Reader;
use crate::sequencer::State;

const NAMES: [&str; 8] =
    ["partition", "sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts"];

/// `now` is the clock's reading in ticks.
pub(super) fn write(saved: &Saved, format: &Format, now: u64, entries: &mut Entries) {
    let (State { tick, used, safe, drifts, .. }, (min, max)) = (saved.state, saved.range);
    let sequence = if now == tick && used > 0 { saved.state.last(saved.range) } else { min };
    let partition = format.layout().place(Kind::Node).read(saved.node);
    entries.number("partition", partition as f64);
    entries.number("sequenceMin", min.into());
    entries.number("sequenceMax", max.into());
    entries.number("sequence", sequence.into());
    entries.number("now", now as f64);
    entries.number("wallHi", tick as f64);
    entries.number("wallSafe", safe as f64);
    entries.number("drifts", drifts.into());
}

pub(super) fn read(arg: &Plain, given: &mut Given<'_>) -> Result<Saved, Error> {
    let mut reader = Reader::of("snapshot", arg, &NAMES);
    let bounds = (reader.whole("sequenceMin", 0, 65_535), reader.whole("sequenceMax", 0, 65_535));
    let (min, max) = range(bounds.0 as u32, bounds.1 as u32);
    let sequence = match reader.whole("sequence", 0, u32::MAX.into()) as u32 {
        // As the reference has it: a sequence left at 0 means the lowest.
        0 => min,
        sequence => sequence,
    };
    let now = reader.whole("now", 0, MAX_SAFE);
    let tick = reader.whole("wallHi", 0, MAX_SAFE);
    let safe = reader.whole("wallSafe", 0, MAX_SAFE);
    let drifts = reader.whole("drifts", 0, u32::MAX.into()) as u32;
    given.set("partition", reader.get("partition"))?;
    reader.check()?;
    if sequence < min {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: sequence is {}, below sequenceMin {}",
            sequence,
            min
        ));
    }
    let length = u64::from(max - min) + 1;
    let used = match tick {
        // A configuration, not a snapshot: nothing has been granted.
        0 => 0,
        // Taken in another unit than that of the last ID, a snapshot says nothing of how far that
        // was used, and the reference repeats its IDs if the clock comes back to it.
        _ if now != 0 && now != tick => length,
        _ => (u64::from(sequence - min) + 1).min(length),
    };
    let next = if used == length { min } else { min + used as u32 };
    let state = State { tick, seen: tick, next, used, safe, drifts };
    Ok(Saved { node: given.pack()?, range: (min, max), state })
}

/// The bounds in order; an upper one left at 0 means the highest number there is.
fn range(min: u32, max: u32) -> (u32, u32) {
    match (min, max) {
        (0 | 65_535, 0) => (0, 65_535),
        (min, 0) => (min, 65_535),
        (min, max) => (min.min(max), min.max(max)),
    }
}
