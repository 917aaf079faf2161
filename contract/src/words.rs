//! The words of the policies in options, with their meanings; the names of options and of members of results.

use flakekit::sequencer::{OnExhausted, OnRollback, Start};

/// A word of an option, and its meaning.
pub type Word = (&'static str, &'static str);

/// The word of a policy for a clock that went back.
pub fn on_rollback(policy: OnRollback) -> Word {
    match policy {
        OnRollback::Lead => (
            "lead",
            "stay on the last tick and continue its sequence; when it is used up, advance by one tick",
        ),
        OnRollback::Wait => ("wait", "wait until the clock reaches its latest reading again"),
        OnRollback::Throw => ("throw", "throw `CLOCK_BEHIND`"),
        OnRollback::Toggle => ("toggle", "continue in the past, in the other timeline (sno only)"),
    }
}

/// The word of a policy for a tick whose sequence is used up.
pub fn on_exhausted(policy: OnExhausted) -> Word {
    match policy {
        OnExhausted::Wait => ("wait", "wait for the next tick"),
        OnExhausted::Lead => ("lead", "advance one tick ahead of the clock"),
        OnExhausted::Throw => ("throw", "throw `SEQUENCE_EXHAUSTED`"),
    }
}

/// The word for the start of a tick's sequence.
pub fn sequence_start(start: Start) -> Word {
    match start {
        Start::Reset { .. } => {
            ("reset", "each tick starts at the lowest number, so that IDs strictly increase")
        }
        Start::Rolling => ("rolling", "each tick continues after the last number of the previous tick"),
        Start::Random => ("random", "each tick starts at a random number"),
    }
}

/// A policy in options.
pub struct PolicyWords {
    /// The name of the option.
    pub option: &'static str,
    /// The name of its type in the declarations, and what it is about.
    pub type_name: &'static str,
    pub about: &'static str,
    pub words: Vec<Word>,
    /// The word of the policy where a format's document states none.
    pub standard: &'static str,
}

/// The policies, in the order in which the core takes them.
pub fn policies() -> [PolicyWords; 3] {
    let standard = flakekit::sequencer::Policy::standard(1);
    [
        PolicyWords {
            option: "onRollback",
            type_name: "OnRollback",
            about: "What to do when the clock reads earlier than before.",
            words: OnRollback::ALL.map(on_rollback).to_vec(),
            standard: on_rollback(standard.on_rollback).0,
        },
        PolicyWords {
            option: "onExhausted",
            type_name: "OnExhausted",
            about: "What to do when all sequence numbers of a tick are used.",
            words: OnExhausted::ALL.map(on_exhausted).to_vec(),
            standard: on_exhausted(standard.on_exhausted).0,
        },
        PolicyWords {
            option: "sequenceStart",
            type_name: "SequenceStart",
            about: "Where the sequence of a new tick starts.",
            words: Start::ALL.map(sequence_start).to_vec(),
            standard: sequence_start(standard.start).0,
        },
    ]
}

/// The names of options that generators and leases have, beside the policies.
pub const COMMON: [&str; 4] = ["maxLead", "maxWait", "sequenceResetThreshold", "onOverflow"];

/// The names of options that only generators have.
pub const GENERATOR: [&str; 2] = ["sequenceRange", "clock"];

/// The names of options that make up the terms of a space.
pub const TERMS: [&str; 5] = ["space", "nodes", "shares", "window", "clockSkew"];

/// The names of options that only leases have, beside the terms.
pub const LEASE: [&str; 4] = ["store", "maxLag", "signal", "onChange"];

/// The names that results of `decode` and `decodeColumns` have beside the fields, and those that every object inherits. It is a
/// fixed list, because the properties of `Object.prototype` differ between runtimes and can be changed.
pub const OF_RESULTS: [&str; 17] = [
    "timestamp",
    "date",
    "ticks",
    "missing",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toJSON",
    "toLocaleString",
    "toString",
    "valueOf",
];
