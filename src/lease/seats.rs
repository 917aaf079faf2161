//! The bits of a seat in IDs: its node fields, and its part of the sequence.

use crate::error::{Error, refuse};
use crate::formats::{FieldNumbers, Format, GivenNodes};
use crate::layout::{Kind, Place};
use crate::lease::{SeatId, Section, Terms};
use crate::leased::SeatNumbers;
use crate::limits::{DAY_MS, check_limits};
use crate::message::say;
use crate::options::{RawOptions, Settings};

/// The most bits of node fields that leases number.
pub const MAX_NODE_BITS: u32 = 32;

/// The least count of ticks in a window.
pub const MIN_WINDOW_TICKS: u64 = 10;

/// The longest age of a decision ([`Head::age`](super::Head::age)), in ms.
pub const MAX_AGE_MS: u64 = 2_000;

/// The longest name of a node field that a message has as an option of the command.
const MAX_OPTION: usize = 99;

/// The options of a lease as the caller gives them, not checked yet. `None` is not given.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RawTerms {
    /// The node fields and parts that are the same in every ID, each at its [`Format::position`]. Leases number the
    /// other node fields and parts.
    pub fields: FieldNumbers,
    /// The first and the last node number, in either order. Default: all.
    pub nodes: Option<(u64, u64)>,
    /// How many seats share the sequence of a node, a power of two. Default: 1.
    pub shares: Option<u64>,
    /// The length of a window, in ms: 10 ticks to a day. Default: 10 000, or 10 ticks if that is longer.
    pub window: Option<u64>,
    /// See [`Head::skew`](super::Head::skew), in ms, up to a day. Default: 1000.
    pub skew: Option<u64>,
    /// See [`Terms::is_durable`].
    pub is_durable: bool,
}

/// How the seats of a space use the bits of a format. All node fields that are not given count as one number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    nodes: GivenNodes,
    sequence: Place,
    /// The count of sequence numbers of a seat.
    share_length: u64,
}

impl Seats {
    /// The seats of a format, and the checked terms.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`; `INVALID_LAYOUT` if the IDs of the format are only read; `INVALID_FIELD` if a node field is out of range or contradicts its parts;
    /// `INVALID_OPTION`.
    pub fn new(format: &Format, raw: &RawTerms) -> Result<(Self, Terms), Error> {
        format.epoch()?;
        format.check_making()?;
        let nodes = format.given_nodes(&raw.fields)?;
        let last_node = last_node(&nodes);
        let (one, other) = raw.nodes.unwrap_or((0, last_node));
        let one = check_limits("nodes[0]", one, 0, last_node)?;
        let other = check_limits("nodes[1]", other, 0, last_node)?;
        let sequence = format.layout().place(Kind::Sequence);
        let length = sequence.max() + 1;
        let most_shares = length / format.min_range_length();
        let shares = check_limits("shares", raw.shares.unwrap_or(1), 1, most_shares)?;
        if !shares.is_power_of_two() {
            return Err(refuse!(InvalidOption, "shares is {}; it must be a power of two", shares));
        }
        let min_window = MIN_WINDOW_TICKS * format.unit();
        let window_ms = raw.window.unwrap_or(10_000.max(min_window));
        let window_ms = check_limits("window", window_ms, min_window, DAY_MS.max(min_window))?;
        let section = Section { first: one.min(other), last: one.max(other), shares, window_ms };
        let skew = check_limits("clockSkew", raw.skew.unwrap_or(1_000), 0, DAY_MS)?;
        let layout = layout_of(format, &nodes);
        let age = window_ms.min(MAX_AGE_MS);
        let terms = Terms {
            layout,
            section,
            skew,
            age,
            is_durable: raw.is_durable,
            given: given_options(format, &raw.fields),
            holder: None,
        };
        Ok((Self { nodes, sequence, share_length: length / shares }, terms))
    }

    /// The value of the node fields of a seat.
    pub fn node(&self, id: SeatId) -> u64 {
        let mut value = 0;
        for &(place, number) in &self.nodes.given {
            value |= place.to_value(number);
        }
        let mut rest = id.node;
        for place in self.nodes.free.iter().rev() {
            value |= place.to_value(rest & place.max());
            rest >>= place.bits;
        }
        // Only the time may lie above the low 64 bits.
        value as u64
    }

    /// The seat that a value has by its node fields and its sequence number. `None` if it has another number in a node
    /// field that is given. The seat can be outside of the section of the terms.
    pub fn seat_of(&self, value: u128) -> Option<SeatId> {
        if self.nodes.given.iter().any(|&(place, number)| place.read(value) != number) {
            return None;
        }
        let free = self.nodes.free.iter();
        // Equivalent mutant `replace | with ^`: the shifted number has zeros where the next one is put.
        let node = free.fold(0, |node, place| node << place.bits | u128::from(place.read(value)));
        Some(SeatId { node: u64::try_from(node).ok()?, share: self.sequence.read(value) / self.share_length })
    }

    /// The numbers of a seat's IDs, with these options.
    ///
    /// # Errors
    /// `INVALID_OPTION`.
    pub fn numbers(&self, format: &Format, options: &RawOptions, id: SeatId) -> Result<SeatNumbers, Error> {
        let (node, range) = (self.node(id), self.range(id));
        let start = Settings::of_lease(format, options, range)?.policy.start;
        Ok(SeatNumbers { node, range, start })
    }

    /// The first and the last sequence number of a seat.
    pub fn range(&self, id: SeatId) -> (u32, u32) {
        let first = id.share * self.share_length;
        (first as u32, (first + self.share_length - 1) as u32)
    }
}

/// The highest node number.
fn last_node(nodes: &GivenNodes) -> u64 {
    let bits = nodes.free.iter().map(|place| u32::from(place.bits)).sum::<u32>();
    (1 << bits.min(MAX_NODE_BITS)) - 1
}

/// The given node fields as [`Terms::given`].
fn given_options(format: &Format, numbers: &FieldNumbers) -> String {
    let mut options = String::new();
    for (field, number) in format.numbered_fields().zip(numbers) {
        // The command has no option for another name.
        let is_option =
            field.name.len() <= MAX_OPTION && field.name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let Some(number) = number.filter(|_| is_option) else { continue };
        options.push_str(" --");
        for letter in field.name.chars() {
            if letter.is_ascii_uppercase() {
                options.push('-');
            }
            options.push(letter.to_ascii_lowercase());
        }
        options.push_str(&say!("={}", number));
    }
    options
}

/// The identity of the IDs of a space, as text without spaces: the text of [`Format::snapshot_layout`], and the given
/// node fields by their shifts and widths.
fn layout_of(format: &Format, nodes: &GivenNodes) -> String {
    let mut text = format.snapshot_layout().replace(' ', ",");
    for &(place, number) in &nodes.given {
        text.push_str(&say!(",bits:{}+{}:{}", place.shift, place.bits, number));
    }
    text
}
