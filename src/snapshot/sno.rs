//! Snapshots with the fields of sno's specification ("Snapshots"); times in ticks of 4 ms.

use super::{RawSnapshot, SNO, SNO_LIMITS, Saved, check};
use crate::error::{Error, refuse};
use crate::sequencer::{State, length};

/// Writes the numbers of [`SNO`]. `now` is the clock's reading in ticks.
///
/// In two cases the specification's fields do not imply how many numbers of the last tick are used: if the sequence has
/// wrapped, and in the first tick of the epoch. `used` is written only in these cases.
pub(super) fn write(saved: &Saved, now: u64) -> RawSnapshot {
    let (State { tick, used, safe, drifts, .. }, (min, max)) = (saved.state, saved.range);
    // A tick that the clock has left counts as used up.
    let used = if used == 0 || now == tick { used } else { length(saved.range) };
    let sequence = if used > 0 && now == tick { saved.state.last(saved.range) } else { min };
    let implied = implied_used(sequence.into(), now, tick, saved.range);
    let [min, max, sequence, drifts] = [min, max, sequence, drifts].map(|number| Some(number.into()));
    let used = (implied != used).then_some(used);
    [min, max, sequence, Some(now), Some(tick), Some(safe), drifts, used]
}

pub(super) fn read(numbers: &RawSnapshot) -> Result<Saved, Error> {
    let mut given = *numbers;
    // Without a state, the numbers are a configuration, of which the specification's examples leave out bounds.
    if given[2..].iter().all(Option::is_none) {
        given[..7].iter_mut().for_each(|number| *number = number.or(Some(0)));
    }
    let given_used = given[7].replace(given[7].unwrap_or_default());
    let [min, max, sequence, now, tick, safe, drifts, _] = check(&given, &SNO, &SNO_LIMITS)?;
    let (min, max) = range(min, max);
    // The reference reads a sequence of 0 as the lowest number.
    let sequence = if sequence == 0 { min } else { sequence };
    if sequence < min {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: sequence is {}, below sequenceMin {}",
            sequence,
            min
        ));
    }
    if given_used == Some(0) && sequence > min {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: sequence is {}, but used is 0",
            sequence
        ));
    }
    let range = (min as u32, max as u32);
    let used = given_used.unwrap_or_else(|| implied_used(sequence, now, tick, range));
    let next = if sequence >= max { min } else { sequence + 1 };
    // Before the first grant, and in a tick that is used up, the sequence starts at the lowest number.
    let starts_anew = used == 0 || (used == length(range) && given_used.is_none());
    let next = if starts_anew { min } else { next } as u32;
    let state = State { tick, seen: tick, next, used, safe, drifts: drifts as u32 };
    Ok(Saved { range, state })
}

/// The count of used numbers of the last tick that the specification's fields imply.
fn implied_used(sequence: u64, now: u64, tick: u64, range: (u32, u32)) -> u64 {
    let length = length(range);
    match tick {
        // Tick 0 means a configuration instead of a snapshot: nothing was granted.
        0 => 0,
        // A snapshot that was taken in a later tick does not state how many numbers of the last ID's tick are
        // used, so the tick counts as used up. The reference repeats its IDs if the clock goes back to that
        // tick.
        _ if now != 0 && now != tick => length,
        _ => (sequence - u64::from(range.0) + 1).min(length),
    }
}

/// The bounds in ascending order. An upper bound of 0 stands for the highest number.
fn range(min: u64, max: u64) -> (u64, u64) {
    match (min, max) {
        (0 | 65_535, 0) => (0, 65_535),
        (min, 0) => (min, 65_535),
        (min, max) => (min.min(max), min.max(max)),
    }
}
