//! What a generator has granted, as numbers that survive a restart.

mod sno;

use crate::error::{Code, Error, refuse};
use crate::formats::Format;
use crate::layout::Kind;
use crate::sequencer::State;
use crate::whole::{MAX_SAFE, whole};

/// Which numbers a snapshot has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Those that serve every format.
    General,
    /// Those of sno's specification.
    Sno,
}

/// How many numbers a snapshot has.
pub const NUMBERS: usize = 8;

/// What has been granted, of which numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// The sequence numbers of the generator, both inclusive.
    pub range: (u32, u32),
    /// What has been granted.
    pub state: State,
}

impl Saved {
    /// The numbers, in the format's form: `first` and `last` of the range, `tick`, `seen`, `next`, `used`,
    /// `safe`, `drifts`; or those of sno's specification: `sequenceMin`, `sequenceMax`, `sequence`, `now`
    /// (the clock's reading in ticks), `wallHi`, `wallSafe`, `drifts`; and `used`, how many numbers of the
    /// unit `wallHi` are used, or NaN where the others say it.
    pub fn numbers(&self, format: &Format, now: u64) -> [f64; NUMBERS] {
        if format.snapshots() == Form::Sno {
            return sno::write(self, now);
        }
        let State { tick, seen, next, used, safe, drifts } = self.state;
        let (first, last) = (self.range.0.into(), self.range.1.into());
        [first, last, tick as f64, seen as f64, next.into(), used as f64, safe as f64, drifts.into()]
    }
}

/// Reads what [`Saved::numbers`] wrote.
///
/// # Errors
/// `INVALID_SNAPSHOT`.
pub(crate) fn read(format: &Format, numbers: &[f64; NUMBERS]) -> Result<Saved, Error> {
    let saved = match format.snapshots() {
        Form::General => read_general(numbers),
        Form::Sno => sno::read(numbers),
    };
    let saved = saved.map_err(|error| error.coded(Code::InvalidSnapshot))?;
    let (first, last) = (u64::from(saved.range.0), u64::from(saved.range.1));
    let max = format.layout().place(Kind::Sequence).max();
    if first > last || last > max || last - first + 1 < format.least_range() {
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
            "the snapshot is damaged: safe is {} and drifts is {}; both must be 0, since {} has no toggle field",
            safe,
            drifts,
            format.name()
        ));
    }
    Ok(saved)
}

fn read_general(numbers: &[f64; NUMBERS]) -> Result<Saved, Error> {
    const MAX: u64 = u32::MAX as u64;
    const ALLOWED: [(&str, u64); NUMBERS] = [
        ("sequenceRange[0] of the snapshot", MAX),
        ("sequenceRange[1] of the snapshot", MAX),
        ("tick of the snapshot", MAX_SAFE),
        ("seen of the snapshot", MAX_SAFE),
        ("next of the snapshot", MAX),
        ("used of the snapshot", MAX + 1),
        ("safe of the snapshot", MAX_SAFE),
        ("drifts of the snapshot", MAX),
    ];
    let [first, last, tick, seen, next, used, safe, drifts] = check(numbers, &ALLOWED)?;
    let state = State { tick, seen, next: next as u32, used, safe, drifts: drifts as u32 };
    Ok(Saved { range: (first as u32, last as u32), state })
}

/// The numbers as integers, each at most what is allowed.
fn check(numbers: &[f64; NUMBERS], allowed: &[(&str, u64); NUMBERS]) -> Result<[u64; NUMBERS], Error> {
    let mut checked = [0; NUMBERS];
    for i in 0..NUMBERS {
        let (name, most) = allowed[i];
        checked[i] = whole(name, numbers[i], 0, most)?;
    }
    Ok(checked)
}
