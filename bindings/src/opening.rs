//! Reads the frame `OPENING`: the numbers of a format, and of a generator or a seat. The wrapper has checked
//! them.

use flakekit::layout::Place;
use flakekit::sequencer::{OnExhausted, OnRollback, Policy, Start, State};
use flakekit::{GeneratorOptions, Scheme, SeatNumbers, Settings};
use flakekit_contract::opening::{
    EPOCH, FIRST, LAST, LEADS_WHEN_STALLED, MAX_LAG, MAX_LEAD, NODE_HIGH, NODE_LOW, ON_EXHAUSTED,
    ON_ROLLBACK, PER, PLACES, RESET_THRESHOLD, SAVED, SEQUENCE_START, UNIT,
};

use crate::buffers::buffers;

/// The numbers of the format.
pub fn scheme() -> Scheme {
    let place =
        |at: usize| Place { shift: number(PLACES + 2 * at) as u8, bits: number(PLACES + 2 * at + 1) as u8 };
    Scheme {
        epoch: buffers().number(EPOCH) as i64,
        unit: number(UNIT),
        time: place(0),
        per: number(PER).max(1),
        node: place(1),
        sequence: place(2),
        random: place(3),
        metadata: place(4),
        toggle: place(5),
    }
}

/// The options of a generator, with the state of a snapshot if it `resumes`.
pub fn options(resumes: bool) -> GeneratorOptions {
    GeneratorOptions {
        node: (!buffers().number(NODE_LOW).is_nan()).then(node),
        settings: settings(),
        saved: resumes.then(|| State {
            tick: number(SAVED),
            seen: number(SAVED + 1),
            next: number(SAVED + 2) as u32,
            used: number(SAVED + 3),
            safe: number(SAVED + 4),
            drifts: number(SAVED + 5) as u32,
        }),
    }
}

/// The settings of a generator.
pub fn settings() -> Settings {
    Settings {
        range: range(),
        policy: Policy {
            on_rollback: OnRollback::ALL[number(ON_ROLLBACK) as usize],
            on_exhausted: OnExhausted::ALL[number(ON_EXHAUSTED) as usize],
            start: start(),
            leads_when_stalled: number(LEADS_WHEN_STALLED) != 0,
            max_lead: number(MAX_LEAD),
            max_lag: number(MAX_LAG),
        },
        // The wrapper decides which waits are too long, because each generator of a handle may have another `maxWait`.
        max_wait: 0,
    }
}

/// The numbers of a seat.
pub fn seat_numbers() -> SeatNumbers {
    SeatNumbers { node: node(), range: range(), start: start() }
}

fn node() -> u64 {
    number(NODE_HIGH) << 32 | number(NODE_LOW)
}

fn range() -> (u32, u32) {
    (number(FIRST) as u32, number(LAST) as u32)
}

fn start() -> Start {
    match Start::ALL[number(SEQUENCE_START) as usize] {
        Start::Reset { .. } => Start::Reset { threshold: number(RESET_THRESHOLD) as u32 },
        start => start,
    }
}

/// A natural number of the frame; 0 if it is not given.
fn number(position: usize) -> u64 {
    buffers().number(position) as u64
}
