//! Snapshots with the numbers of sno's specification ("Snapshots"); times in units of 4 ms.

use super::{NUMBERS, Saved, check};
use crate::error::{Error, refuse};
use crate::sequencer::{State, length};
use crate::whole::MAX_SAFE;

const ALLOWED: [(&str, u64); NUMBERS] = [
    ("sequenceMin of the snapshot", 65_535),
    ("sequenceMax of the snapshot", 65_535),
    ("sequence of the snapshot", u32::MAX as u64),
    ("now of the snapshot", MAX_SAFE),
    ("wallHi of the snapshot", MAX_SAFE),
    ("wallSafe of the snapshot", MAX_SAFE),
    ("drifts of the snapshot", u32::MAX as u64),
    ("used of the snapshot", 65_536),
];

/// `now` is the clock's reading in ticks. Where the specification's fields don't say how many numbers of
/// the unit are used, because the sequence has wrapped or one of the units is the epoch's first, a field of
/// ours does; else that is NaN.
pub(super) fn write(saved: &Saved, now: u64) -> [f64; NUMBERS] {
    let (State { tick, used, safe, drifts, .. }, (min, max)) = (saved.state, saved.range);
    // A unit that the clock has left counts as used up.
    let used = if used == 0 || now == tick { used } else { length(saved.range) };
    let sequence = if used > 0 && now == tick { saved.state.last(saved.range) } else { min };
    let said = used_by_specification(sequence.into(), now, tick, saved.range);
    let unsaid = if said == used { f64::NAN } else { used as f64 };
    [min.into(), max.into(), sequence.into(), now as f64, tick as f64, safe as f64, drifts.into(), unsaid]
}

pub(super) fn read(numbers: &[f64; NUMBERS]) -> Result<Saved, Error> {
    let mut given = *numbers;
    let said_used = !given[7].is_nan();
    if !said_used {
        given[7] = 0.0;
    }
    let [min, max, sequence, now, tick, safe, drifts, used] = check(&given, &ALLOWED)?;
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
    let range = (min as u32, max as u32);
    let used = if said_used { used } else { used_by_specification(sequence, now, tick, range) };
    let next = if sequence >= max { min } else { sequence + 1 };
    // Before the first number, and where it doesn't matter, a unit begins at the lowest.
    let next = if used == 0 || (used == length(range) && !said_used) { min } else { next } as u32;
    let state = State { tick, seen: tick, next, used, safe, drifts: drifts as u32 };
    Ok(Saved { range, state })
}

/// How many numbers of the unit of the last ID are used, as the specification's fields say it.
fn used_by_specification(sequence: u64, now: u64, tick: u64, range: (u32, u32)) -> u64 {
    let length = length(range);
    match tick {
        // A configuration, not a snapshot: nothing has been granted.
        0 => 0,
        // Taken in another unit than that of the last ID, a snapshot says nothing of how far that
        // was used, and the reference repeats its IDs if the clock comes back to it.
        _ if now != 0 && now != tick => length,
        _ => (sequence - u64::from(range.0) + 1).min(length),
    }
}

/// The bounds in order; an upper one left at 0 means the highest number there is.
fn range(min: u64, max: u64) -> (u64, u64) {
    match (min, max) {
        (0 | 65_535, 0) => (0, 65_535),
        (min, 0) => (min, 65_535),
        (min, max) => (min.min(max), min.max(max)),
    }
}
