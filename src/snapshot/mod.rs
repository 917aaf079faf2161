//! Snapshots: the state of a generator as data that survives a restart.

mod sno;

use std::borrow::Cow;

use crate::error::{Code, Error, refuse};
use crate::formats::{Format, SnapshotForm};
use crate::layout::Kind;
use crate::limits::MAX_SAFE;
use crate::report::Report;
use crate::sequencer::State;

/// The count of numbers of a snapshot.
pub const NUMBERS: usize = 8;

/// The numbers of a snapshot, in the order of [`GENERAL`] or [`SNO`]; `None` if not given.
pub type RawSnapshot = [Option<u64>; NUMBERS];

/// The numbers of [`SnapshotForm::General`]: the sequence range, and the fields of [`State`].
pub const GENERAL: [&str; NUMBERS] = ["first", "last", "tick", "seen", "next", "used", "safe", "drifts"];

/// The largest numbers of [`GENERAL`].
pub const GENERAL_LIMITS: [u64; NUMBERS] = {
    const MAX: u64 = u32::MAX as u64;
    [MAX, MAX, MAX_SAFE, MAX_SAFE, MAX, MAX + 1, MAX_SAFE, MAX]
};

/// The numbers of [`SnapshotForm::Sno`]: the fields of sno's specification ("Snapshots"), times in ticks of
/// 4 ms; and `used`, the count of used numbers of the tick `wallHi`, if the other fields do not imply it.
pub const SNO: [&str; NUMBERS] =
    ["sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts", "used"];

/// The largest numbers of [`SNO`].
pub const SNO_LIMITS: [u64; NUMBERS] =
    [65_535, 65_535, u32::MAX as u64, MAX_SAFE, MAX_SAFE, MAX_SAFE, u32::MAX as u64, 65_536];

/// The state of a generator, and its sequence range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// The first and the last sequence number, both inclusive.
    pub range: (u32, u32),
    /// The state of the sequencer.
    pub state: State,
}

impl Saved {
    /// The numbers in the format's form. `now` is the clock's reading in ticks.
    pub fn numbers(&self, format: &Format, now: u64) -> RawSnapshot {
        if format.snapshot_form() == SnapshotForm::Sno {
            return sno::write(self, now);
        }
        self.general().map(Some)
    }

    /// The numbers of [`GENERAL`].
    pub fn general(&self) -> [u64; NUMBERS] {
        let State { tick, seen, next, used, safe, drifts } = self.state;
        let (first, last) = (self.range.0.into(), self.range.1.into());
        [first, last, tick, seen, next.into(), used, safe, drifts.into()]
    }

    /// The snapshot of a generator of a format as serializable data: an object with the node fields and the
    /// [`Saved::numbers`]. `node` is the value of the node fields, `now` the clock's reading in ticks.
    pub fn report<'f>(&self, format: &'f Format, node: u64, now: u64) -> Report<'f> {
        let numbers = self.numbers(format, now);
        let mut nodes = Vec::new();
        for field in format.layout().fields() {
            if field.kind == Kind::Node {
                nodes.push((&*field.name, Report::number(field.place.read(node.into()))));
            }
        }
        if format.snapshot_form() == SnapshotForm::Sno {
            push_numbers(&mut nodes, &SNO, &numbers);
            return Report::Object(nodes);
        }
        let range = vec![Report::number(self.range.0.into()), Report::number(self.range.1.into())];
        let mut entries = vec![
            ("version", Report::Number(1.0)),
            ("layout", Report::Text(Cow::Owned(format.snapshot_layout()))),
            ("fields", Report::Object(nodes)),
            ("sequenceRange", Report::List(range)),
        ];
        push_numbers(&mut entries, &GENERAL[2..], &numbers[2..]);
        Report::Object(entries)
    }
}

fn push_numbers<'f>(
    entries: &mut Vec<(&'f str, Report<'f>)>,
    names: &[&'static str],
    numbers: &[Option<u64>],
) {
    for (name, number) in names.iter().zip(numbers) {
        if let Some(number) = number {
            entries.push((name, Report::number(*number)));
        }
    }
}

/// Reads the numbers that [`Saved::numbers`] has written, and checks them.
///
/// # Errors
/// `INVALID_SNAPSHOT`.
pub(crate) fn read(format: &Format, numbers: &RawSnapshot) -> Result<Saved, Error> {
    let saved = match format.snapshot_form() {
        SnapshotForm::General => read_general(numbers),
        SnapshotForm::Sno => sno::read(numbers),
    };
    let saved = saved.map_err(|error| error.with_code(Code::InvalidSnapshot))?;
    let (first, last) = (u64::from(saved.range.0), u64::from(saved.range.1));
    let max = format.layout().place(Kind::Sequence).max();
    if first > last || last > max || last - first + 1 < format.min_range_length() {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: its sequence range is {} to {} of 0 to {}, or too short",
            first,
            last,
            max
        ));
    }
    let State { safe, drifts, .. } = saved.state;
    if format.layout().place(Kind::Toggle).bits == 0 && (safe, drifts) != (0, 0) {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: safe is {} and drifts is {}; both must be 0: {} has no toggle field",
            safe,
            drifts,
            &format.called()
        ));
    }
    Ok(saved)
}

fn read_general(numbers: &RawSnapshot) -> Result<Saved, Error> {
    let [first, last, tick, seen, next, used, safe, drifts] = check(numbers, &GENERAL, &GENERAL_LIMITS)?;
    let state = State { tick, seen, next: next as u32, used, safe, drifts: drifts as u32 };
    Ok(Saved { range: (first as u32, last as u32), state })
}

/// The numbers of a snapshot, each of which must be given and at most its limit.
fn check(
    numbers: &RawSnapshot,
    names: &[&'static str; NUMBERS],
    limits: &[u64; NUMBERS],
) -> Result<[u64; NUMBERS], Error> {
    let mut checked = [0; NUMBERS];
    for i in 0..NUMBERS {
        let Some(number) = numbers[i] else {
            return Err(refuse!(InvalidSnapshot, "the snapshot is damaged: {} is missing", names[i]));
        };
        if number > limits[i] {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is damaged: {} is {}; it must be {}",
                names[i],
                number,
                0..=limits[i]
            ));
        }
        checked[i] = number;
    }
    Ok(checked)
}
