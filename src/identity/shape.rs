//! How a format uses the bits of its IDs.

use crate::scheme::Scheme;

/// How a format uses the bits of its IDs, except for the numbers of its node fields. The names of the node
/// fields and the division of bits among them do not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Equal if the time bits that two shapes have in common mean the same instants: the epoch, and the length of a tick
    /// divided by the place value of the lowest time bit, as an odd number and a power of two. For example, a tick
    /// of 2 ms whose time field begins one bit higher is a tick of 1 ms without its lowest bit.
    pub family: [u64; 2],
    /// The shift of the time field.
    time: u8,
    /// The bits, other than the time, that differ between the IDs of one generator.
    varying: u64,
    /// The shift and the width of the sequence field.
    sequence: (u8, u8),
    last_tick: u64,
    pub toggles: bool,
}

impl Shape {
    pub fn new(scheme: &Scheme) -> Self {
        let Scheme { epoch, unit, sequence, random, metadata, toggle, .. } = *scheme;
        // A loop, because `map` and `fold` take 33 bytes more of core.wasm, gzipped.
        let mut varying = 0;
        for place in [sequence, random, metadata, toggle] {
            varying |= place.max() << place.shift;
        }
        let twos = unit.trailing_zeros();
        Self {
            // An ID has at most 128 bits.
            family: [
                epoch as u64,
                (unit >> twos) << 8 | u64::from(twos + 128 - u32::from(scheme.time.shift)),
            ],
            time: scheme.time.shift,
            varying,
            sequence: (sequence.shift, sequence.bits),
            last_tick: scheme.last_tick(),
            toggles: toggle.bits > 0,
        }
    }

    /// How IDs of this shape overlap with those of another one; `None` if they do not.
    pub fn overlap(&self, other: &Self) -> Option<Overlap> {
        (self.family == other.family).then(|| Overlap {
            fixed: self.fixed_bits(other),
            has_same_bits: (self.time, self.varying) == (other.time, other.varying),
            has_same_sequence: self.sequence == other.sequence,
        })
    }

    /// Of the low 64 bits, those that are equal in all IDs of one node, in both shapes.
    fn fixed_bits(&self, other: &Self) -> u64 {
        // Bits that are time in one shape only can have any value.
        let (low, high) = (self.time.min(other.time), self.time.max(other.time));
        let time_of_one = (1_u64 << high) - (1 << low);
        // Equivalent mutant `replace | with ^`: bits that two of these have in common are 0 in both nodes.
        !(self.varying | other.varying | time_of_one)
    }
}

/// How the IDs of two shapes overlap.
pub(crate) struct Overlap {
    /// See [`Shape::fixed_bits`].
    fixed: u64,
    /// Whether the same bits are fixed, so that only the same node makes the same IDs.
    pub has_same_bits: bool,
    pub has_same_sequence: bool,
}

impl Overlap {
    /// Whether the two shapes have an ID in common, made with the node and a sequence number of the range of
    /// `one` in the one shape, and of `other` in the other shape.
    pub fn contains(&self, one: (u64, (u32, u32)), other: (u64, (u32, u32))) -> bool {
        (one.0 ^ other.0) & self.fixed == 0 && (!self.has_same_sequence || overlap(one.1, other.1))
    }
}

/// Whether two ranges of sequence numbers have a number in common.
pub(super) const fn overlap(one: (u32, u32), other: (u32, u32)) -> bool {
    one.0 <= other.1 && other.0 <= one.1
}
