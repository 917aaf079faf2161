//! Snapshots with the fields of sno's specification ("Snapshots"): `partition`, `sequenceMin`,
//! `sequenceMax`, `sequence`, `now`, `wallHi`, `wallSafe`, `drifts`; times in units of 4 ms.

use super::{Snapshot, damaged};
use crate::error::{Error, refuse};
use crate::formats::{Format, Given};
use crate::layout::Kind;
use crate::options::{check_names, find};
use crate::plain::{MAX_SAFE, Plain};
use crate::sequencer::State;

const NAMES: [&str; 8] =
    ["partition", "sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts"];

/// `now` is the clock's reading in ticks.
pub(super) fn write(snapshot: &Snapshot, now: u64) -> Plain {
    let number = |n: u64| Plain::Number(n as f64);
    let (State { tick, next, used, safe, drifts, .. }, (min, max)) = (snapshot.state, snapshot.range);
    // The number handed out last in the unit of `now`; the lowest where there is none.
    let last = if next == min { max } else { next - 1 };
    let sequence = if now == tick && used > 0 { last } else { min };
    Plain::map([
        ("partition", number(snapshot.fields.first().map_or(0, |(_, partition)| *partition))),
        ("sequenceMin", number(min.into())),
        ("sequenceMax", number(max.into())),
        ("sequence", number(sequence.into())),
        ("now", number(now)),
        ("wallHi", number(tick)),
        ("wallSafe", number(safe)),
        ("drifts", number(drifts.into())),
    ])
}

pub(super) fn read(arg: &Plain, format: &Format) -> Result<Snapshot, Error> {
    let Plain::Map(entries) = arg else {
        return Err(refuse!(InvalidSnapshot, "snapshot is {arg}; it must be what snapshot() gave"));
    };
    check_names("a snapshot", entries, || NAMES.into_iter()).map_err(|error| damaged(&error))?;
    let whole = |name: &str, max| find(entries, name).option(name, 0, max).map_err(|error| damaged(&error));

    let mut partition = Given::new(format);
    partition.set("partition", find(entries, "partition")).map_err(|error| damaged(&error))?;
    let node = partition.pack(|kind| kind == Kind::Node).map_err(|error| damaged(&error))?;
    let place = format.layout().place(Kind::Node);

    let (min, max) = range(whole("sequenceMin", 65_535)? as u32, whole("sequenceMax", 65_535)? as u32);
    let sequence = match whole("sequence", u32::MAX.into())? as u32 {
        // As the reference has it: a sequence left at 0 means the lowest.
        0 => min,
        sequence if sequence < min => {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is damaged: sequence is {sequence}, below sequenceMin {min}"
            ));
        }
        sequence => sequence,
    };
    let (now, tick, safe) =
        (whole("now", MAX_SAFE)?, whole("wallHi", MAX_SAFE)?, whole("wallSafe", MAX_SAFE)?);
    let drifts = whole("drifts", u32::MAX.into())? as u32;
    let length = u64::from(max - min) + 1;
    let used = match tick {
        // A configuration, not a snapshot: nothing has been granted.
        0 => 0,
        // Taken in another unit than that of the last ID, a snapshot says nothing of how far that
        // was used, and the reference repeats its IDs if the clock comes back to it.
        _ if now != 0 && now != tick => length,
        _ => (u64::from(sequence.saturating_sub(min)) + 1).min(length),
    };
    let next = if used == length { min } else { min + used as u32 };
    Ok(Snapshot {
        layout: super::signature(format.layout()),
        unit: format.unit(),
        epoch: format.epoch()?,
        fields: vec![("partition".to_owned(), place.map_or(0, |place| place.read(node)))],
        range: (min, max),
        state: State { tick, seen: tick, next, used, safe, drifts },
    })
}

/// The bounds in order; an upper one left at 0 means the highest number there is.
fn range(min: u32, max: u32) -> (u32, u32) {
    match (min, max) {
        (0 | 65_535, 0) => (0, 65_535),
        (min, 0) => (min, 65_535),
        (min, max) => (min.min(max), min.max(max)),
    }
}
