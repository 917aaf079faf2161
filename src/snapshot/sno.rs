//! Snapshots with the numbers of sno's specification ("Snapshots"); times in units of 4 ms.

use super::{NUMBERS, Saved, check};
use crate::error::{Error, refuse};
use crate::sequencer::State;
use crate::whole::MAX_SAFE;

const ALLOWED: [(&str, u64); NUMBERS] = [
    ("sequenceMin of the snapshot", 65_535),
    ("sequenceMax of the snapshot", 65_535),
    ("sequence of the snapshot", u32::MAX as u64),
    ("now of the snapshot", MAX_SAFE),
    ("wallHi of the snapshot", MAX_SAFE),
    ("wallSafe of the snapshot", MAX_SAFE),
    ("drifts of the snapshot", u32::MAX as u64),
    ("the rest of the snapshot", 0),
];

/// `now` is the clock's reading in ticks.
pub(super) fn write(saved: &Saved, now: u64) -> [f64; NUMBERS] {
    let (State { tick, used, safe, drifts, .. }, (min, max)) = (saved.state, saved.range);
    let sequence = if now == tick && used > 0 { saved.state.last(saved.range) } else { min };
    [min.into(), max.into(), sequence.into(), now as f64, tick as f64, safe as f64, drifts.into(), 0.0]
}

pub(super) fn read(numbers: &[f64; NUMBERS]) -> Result<Saved, Error> {
    let [min, max, sequence, now, tick, safe, drifts, _] = check(numbers, &ALLOWED)?;
    let (min, max) = range(min, max);
    // As the reference has it: a sequence left at 0 means the lowest.
    let sequence = if sequence == 0 { min } else { sequence };
    if sequence < min {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: sequence is {}, below sequenceMin {}",
            sequence,
            min
        ));
    }
    let length = max - min + 1;
    let used = match tick {
        // A configuration, not a snapshot: nothing has been granted.
        0 => 0,
        // Taken in another unit than that of the last ID, a snapshot says nothing of how far that
        // was used, and the reference repeats its IDs if the clock comes back to it.
        _ if now != 0 && now != tick => length,
        _ => (sequence - min + 1).min(length),
    };
    let next = if used == length { min } else { min + used } as u32;
    let state = State { tick, seen: tick, next, used, safe, drifts: drifts as u32 };
    Ok(Saved { range: (min as u32, max as u32), state })
}

/// The bounds in order; an upper one left at 0 means the highest number there is.
fn range(min: u64, max: u64) -> (u64, u64) {
    match (min, max) {
        (0 | 65_535, 0) => (0, 65_535),
        (min, 0) => (min, 65_535),
        (min, max) => (min.min(max), min.max(max)),
    }
}
