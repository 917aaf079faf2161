//! The sizes, frames and lists that the wrapper and the core share.

use flakekit::formats::{MAX_CUSTOM_BITS, Native};
use flakekit::hidden::{CHECK_BITS, MAX_TWEAK, MIN_BITS as MIN_HIDDEN_BITS};
use flakekit::inspect;
use flakekit::layout::{Kind, MAX_NAMES, MIN_BITS};
use flakekit::lease::{
    DATABASE, Demand, HEAD_KEY, KEEPER_LENGTH, LAST_WINDOW_MS, MAX_AGE_MS, MAX_NODE_BITS, MAX_RECORD,
    MIN_WINDOW_TICKS, Order, SeatState, State, Task, WORDS, name_text, pauses,
};
use flakekit::limits::{DAY_MS, DOUBTFUL_MS};
use flakekit::refusal::{CAUSES, LONGEST_WAIT_MS, REMEDIES, Reason};
use flakekit::sequencer::Policy;
use flakekit::snapshot;
use flakekit::text::Encoding;
use flakekit::{Code, DEFAULT_WAIT_MS, Origin};
use flakekit_contract::hidden::{CIPHERS, EXCHANGED, MAX_KEY};
use flakekit_contract::{ENCODED_LENGTH, FRAMES, Frame, NUMBERS_LENGTH, RANDOM_LENGTH, VALUES_LENGTH};

use super::encodings::{imported, named};
use super::quoted;
use crate::words::{COMMON, GENERATOR, LEASE, OF_RESULTS, PolicyWords, TERMS, policies};

/// The length of the longest text that is inspected, in UTF-16 units: that of a long link.
const MAX_INSPECTED: u64 = 4096;

/// The pattern of a UUID.
const UUID_PATTERN: &str = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/// The pattern of the base64 of up to 27 decimal digits: groups of three, of which the last may have fewer.
const BASE64_PATTERN: &str =
    "(?:[MNO][DTjz][AEIMQUYcgk][0-5w-z]){0,8}(?:[MNO][DTjz][AEIMQUYcgk][0-5w-z=]|[MNO][AQgw]==)";

pub fn typescript() -> String {
    let mut text = String::new();
    for (name, number, doc) in [
        ("MAX_INSPECTED", MAX_INSPECTED, "The longest text with an ID that is inspected, in UTF-16 units."),
        (
            "GIVEN_KINDS",
            inspect::first_given() as u64,
            "The number of the first format that the caller of `inspect` gives, as the number of a kind.",
        ),
        ("NUMBERS_LENGTH", NUMBERS_LENGTH as u64, "The length of the number buffer in numbers."),
        ("VALUES_LENGTH", VALUES_LENGTH as u64, "The length of the value buffer in IDs of 64 bits."),
        (
            "ENCODED_LENGTH",
            ENCODED_LENGTH as u64,
            "The length of the buffer for texts and bytes of a batch, in bytes.",
        ),
        ("RANDOM_LENGTH", RANDOM_LENGTH as u64, "The count of random words that are written at a time."),
        ("MAX_FIELDS", MAX_NAMES as u64, "The largest count of fields and parts of a format."),
        ("MIN_BITS", MIN_BITS.into(), "The smallest total width of a custom format."),
        ("MAX_BITS", MAX_CUSTOM_BITS.into(), "The largest total width of a custom format."),
        ("MAX_NUMBER_BITS", 53, "The largest total width of a custom format whose IDs are numbers."),
        ("MAX_DURATION_MS", DAY_MS, "The longest tick, lead and wait in ms: a day."),
        (
            "FIRST_DOUBTFUL_MS",
            *DOUBTFUL_MS.start() as u64,
            "The first number that may be seconds, where Unix ms must be given.",
        ),
        ("LAST_DOUBTFUL_MS", *DOUBTFUL_MS.end() as u64, "The last such number."),
        (
            "FAST_CLOCK_MS",
            inspect::FAST_CLOCK_MS as u64,
            "How far in the future the time of a likely ID may be, in ms: clocks can be fast.",
        ),
        ("DEFAULT_LEAD_MS", Policy::standard(1).max_lead, "The longest lead by default, in ms."),
        ("DEFAULT_WAIT_MS", DEFAULT_WAIT_MS, "The longest wait for an ID by default, in ms."),
        ("MAX_RECORD", MAX_RECORD as u64, "The longest record that every store keeps, in characters."),
        ("MAX_NODE", (1 << MAX_NODE_BITS) - 1, "The largest number of a node, and of a share, of a lease."),
        ("MAX_AGE_MS", MAX_AGE_MS, "The longest age of a decision of a lease, in ms."),
        (
            "LAST_WINDOW_MS",
            LAST_WINDOW_MS,
            "The end of the window of a seat that is reserved for a database, in Unix ms.",
        ),
        ("LONGEST_WAIT_MS", LONGEST_WAIT_MS, "The longest wait that other settings can help against, in ms."),
        ("MIN_WINDOW_TICKS", MIN_WINDOW_TICKS, "The length of the shortest window of a lease, in ticks."),
        ("KEEPER_LENGTH", KEEPER_LENGTH as u64, "The count of numbers that are the state of a keeper."),
        ("MAX_ANSWER_MS", pauses::MAX_ANSWER_MS, "The longest wait for an answer of a store, in ms."),
        ("MIN_HIDDEN_BITS", MIN_HIDDEN_BITS.into(), "The smallest width of hidden IDs."),
        ("MAX_TWEAK", MAX_TWEAK as u64, "The longest tweak of hidden IDs, in bytes."),
        ("CHECK_BITS", CHECK_BITS.into(), "The width of the check of hidden IDs."),
        ("CIPHERS", CIPHERS as u64, "The count of ciphers in the table of the module of hidden IDs."),
        (
            "MAX_KEY",
            MAX_KEY as u64,
            "The longest key of hidden IDs, in bytes. In the words of the module, a tweak follows.",
        ),
        (
            "EXCHANGED",
            EXCHANGED as u64,
            "The count of words of 32 bits that the module of hidden IDs exchanges with the wrapper.",
        ),
        (
            "MAX_SWAPS",
            pauses::MAX_SWAPS,
            "How often a task or an order begins again because others were faster.",
        ),
    ] {
        text += &format!("/** {doc} */\nexport const {name} = {number};\n\n");
    }
    text += &format!(
        "/** The key of a space's record for all seats, its head. */\nexport const HEAD_KEY = {HEAD_KEY:?};\n\n"
    );
    text += &format!(
        "/** The owner of seats that are reserved for a database. */\nexport const DATABASE_NAME = {:?};\n\n",
        name_text(Some(DATABASE))
    );
    for (name, doc, names) in [
        (
            "LEASE_WORDS",
            "The answers of the protocol of leases. Attempts end with the first four.",
            &WORDS[..],
        ),
        ("LEASE_TASKS", "The tasks of a claimant.", &Task::NAMES),
        ("LEASE_ORDERS", "The orders of an operator.", &Order::NAMES),
        ("SEAT_STATES", "The states of a seat.", &SeatState::NAMES),
        ("KEEPER_STATES", "The states of a keeper.", &State::NAMES),
        ("KEEPER_DEMANDS", "What a keeper does when IDs are wanted.", &Demand::NAMES),
    ] {
        text += &list(name, doc, names.iter().copied());
    }
    for frame in FRAMES {
        text += &frame_of(frame);
    }
    let named = named().map(Encoding::name);
    text += &list(
        "ENCODINGS",
        "The encodings that are known by their names, in the order of their numbers.",
        named,
    );
    let imported = imported().map(Encoding::name);
    text += &list("IMPORTED_ENCODINGS", "The encodings that users import. Their numbers follow.", imported);
    for encoding in Encoding::ALL {
        let (constant, pattern) = if encoding.is_uuid() {
            ("UUID_PATTERN", UUID_PATTERN)
        } else if encoding.is_base64() {
            ("BASE64_PATTERN", BASE64_PATTERN)
        } else {
            continue;
        };
        text +=
            &format!("/** The pattern of the texts of {}, which are not just digits. */\n", encoding.name());
        text += &format!("export const {constant} = {pattern:?};\n\n");
    }
    let kinds = Kind::ALL.iter().map(|kind| kind.name());
    text += &list(
        "FIELD_KINDS",
        "The kinds of fields, and of their parts, in the order of their numbers.",
        kinds,
    );
    text += "/** A part belongs to the node field before it. */\n";
    text += "export type Kind = (typeof FIELD_KINDS)[number];\n\n";
    text +=
        "/** The smallest and the largest count of fields of each kind in a layout; 255 stands for any. */\n";
    text += "export const FIELD_COUNTS = [";
    text += &Kind::ALL.map(|kind| format!("[{}, {}]", kind.counts().0, kind.counts().1)).join(", ");
    text += "] as const;\n\n";
    text += "/** The smallest and the largest width of each kind. */\nexport const FIELD_BITS = [";
    text += &Kind::ALL.map(|kind| format!("[{}, {}]", kind.limits().0, kind.limits().1)).join(", ");
    text += "] as const;\n\n";
    let types = Native::CUSTOM.iter().map(|native| native.name());
    text +=
        &list("CUSTOM_TYPES", "The JavaScript types of custom formats in the order of their numbers.", types);
    let types = Native::ALL.iter().map(|native| native.name());
    text +=
        &list("NATIVE_TYPES", "The JavaScript types of all formats in the order of their numbers.", types);
    text += "/** The words of each policy in the order of their numbers. */\nexport const POLICIES = {\n";
    for PolicyWords { option, words, .. } in policies() {
        text += &format!("  {option}: [{}],\n", quoted(words.into_iter().map(|(word, _)| word)));
    }
    text += "} as const;\n\n";
    for (name, doc, names) in [
        ("COMMON_NAMES", "generators and leases have, beside the policies", &COMMON[..]),
        ("GENERATOR_NAMES", "only generators have", &GENERATOR),
        ("TERM_NAMES", "make up the terms of a space", &TERMS),
        ("LEASE_NAMES", "only leases have, beside the terms", &LEASE),
    ] {
        text += &list(name, &format!("The names of options that {doc}."), names.iter().copied());
    }
    text += &list(
        "RESULT_NAMES",
        "What results of `decode` and `decodeColumns` have beside the fields.",
        OF_RESULTS,
    );
    text += &codes("BAD_INPUT", "whose `statusCode` is 400", |code| code.status().is_some());
    text += &codes("BAD_USAGE", "of wrong arguments of the command", |code| {
        matches!(code.origin(), Origin::Argument | Origin::Setup)
    });
    text += &codes("TEMPORARY", "that another attempt may not have", |code| code.origin() == Origin::Moment);
    text += &list(
        "FOREIGN_FORMATS",
        "The formats of other families that `inspect` reads.",
        inspect::foreign_names(),
    );
    text += &list(
        "WARNINGS",
        "What a reader should know of the digits of an ID that was found, in the order of the numbers, from 1 on.",
        inspect::Warning::ALL.iter().map(|warning| warning.name()),
    );
    text += &list(
        "FITS",
        "How the time of an ID fits a kind, in the order of the numbers.",
        inspect::Fit::ALL.map(inspect::Fit::name),
    );
    text += &list(
        "REASONS",
        "The reasons for the scores of candidates, in the order of their numbers: see `Reason` of the crate's `inspect`.",
        inspect::Reason::ALL.iter().map(|reason| reason.sentence()),
    );
    text += "/** The number of a reason. */\nexport const enum REASON {\n";
    text += &format!(
        "  /** Another candidate is almost as likely. */\n  rival = {},\n}}\n\n",
        inspect::Reason::Rival as u8
    );
    for (name, doc, names, limits) in [
        ("GENERAL_SNAPSHOT", "a general snapshot", snapshot::GENERAL, snapshot::GENERAL_LIMITS),
        ("SNO_SNAPSHOT", "a sno snapshot", snapshot::SNO, snapshot::SNO_LIMITS),
    ] {
        let rows = names.iter().zip(limits).map(|(name, limit)| format!("[{name:?}, {limit}]"));
        let rows = rows.collect::<Vec<_>>().join(", ");
        text += &format!("/** The numbers of {doc} in order, and their limits. */\n");
        text += &format!("export const {name} = [{rows}] as const;\n\n");
    }
    text + &refusals()
}

/// A list of codes.
fn codes(name: &str, doc: &str, is_in: impl Fn(Code) -> bool) -> String {
    let codes = Code::ALL.iter().filter(|code| is_in(**code)).map(|code| code.as_str());
    list(name, &format!("The codes of errors {doc}."), codes)
}

/// The sentences of the core's refusals.
fn refusals() -> String {
    let mut text = String::new();
    let of = |reason: Reason| match reason {
        Reason::Contradiction => "SNAPSHOT_REFUSALS =",
        Reason::Expired | Reason::SeatUsed => "LEASE_REFUSALS =",
        _ => "refusals = () =>",
    };
    // The first table is the value of a function. SWC's minifier would leave a constant in bundles that only read: 500 bytes,
    // gzipped.
    for (name, doc) in [
        ("refusals = () =>", ""),
        ("SNAPSHOT_REFUSALS =", " that only `resume` meets"),
        ("LEASE_REFUSALS =", " that only leases meet"),
    ] {
        text += &format!("/** The core's refusals{doc}, by their numbers: the code and the sentence. */\n");
        text += &format!("export const {name} ({{\n");
        for (number, reason) in Reason::ALL.iter().enumerate().filter(|(_, reason)| of(**reason) == name) {
            text += &format!("  {number}: [{:?}, {:?}],\n", reason.code().as_str(), reason.sentence());
        }
        text += "} as const);\n\n";
    }
    text += &list("CAUSES", "The causes of waits in the order of their numbers.", CAUSES);
    text + &list("REMEDIES", "What to do about waits that are too long.", REMEDIES)
}

fn frame_of(frame: &Frame) -> String {
    let mut text = format!("/** {} */\nexport const enum {} {{\n", frame.doc.trim(), frame.name);
    let mut position = 0;
    for item in frame.items {
        let count = if item.count == 1 { String::new() } else { format!(" {} numbers.", item.count) };
        text += &format!("  /** {}{count} */\n  {} = {position},\n", item.doc.trim(), item.name);
        position += item.count;
    }
    text + &format!("  /** The count of numbers. */\n  length = {position},\n}}\n\n")
}

fn list<'a>(name: &str, doc: &str, items: impl IntoIterator<Item = &'a str>) -> String {
    format!("/** {doc} */\nexport const {name} = [{}] as const;\n\n", quoted(items))
}
