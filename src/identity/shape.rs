//! How a format uses the bits of its IDs.

use super::order::Key;
use crate::scheme::Scheme;

/// How a format uses the bits of its IDs, except for the numbers of its node fields. The names of the node
/// fields and the division of bits among them do not matter. It is a key, by which its group is found:
///
/// - Two words that are equal if the time bits that two shapes have in common mean the same instants: the epoch, and the length of
///   a tick divided by the place value of the lowest time bit, as an odd number and a power of two; and how many ticks the low bits
///   of the time count. For example, a tick of 2 ms whose time field begins one bit higher is a tick of 1 ms without its lowest
///   bit. Shapes with equal ones are a family.
/// - The bits, other than the time, that differ between the IDs of one generator.
/// - The shifts and widths of time and sequence, and whether there is a toggle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape(pub Key);

impl Shape {
    pub fn new(scheme: &Scheme) -> Self {
        let Scheme { epoch, unit, time, per, sequence, random, metadata, toggle, .. } = *scheme;
        // A loop, because `map` and `fold` take 33 bytes more of core.wasm, gzipped.
        let mut varying = 0;
        for place in [sequence, random, metadata, toggle] {
            varying |= place.max() << place.shift;
        }
        let twos = unit.trailing_zeros();
        Self([
            // An epoch is within the range of a `Date`, so this is greater than the first word of every other key.
            epoch as u64 ^ 1 << 63,
            // An ID has at most 128 bits, and the longest tick of a day has 27 bits.
            per << 36 | (unit >> twos) << 8 | u64::from(twos + 128 - u32::from(time.shift)),
            varying,
            u64::from(u32::from_le_bytes([time.shift, time.bits, sequence.shift, sequence.bits]))
                | u64::from(toggle.bits) << 32,
        ])
    }

    /// The shift of the time field.
    fn time(&self) -> u8 {
        self.0[3] as u8
    }

    /// Whether IDs have two timelines.
    pub fn toggles(&self) -> bool {
        self.0[3] >> 32 > 0
    }

    /// How IDs of this shape overlap with IDs of another shape of its family.
    pub fn overlap(&self, other: &Self) -> Overlap {
        let ([.., varying, places], [.., others, other_places]) = (self.0, other.0);
        Overlap {
            fixed: self.fixed_bits(other),
            has_same_bits: (self.time(), varying) == (other.time(), others),
            has_same_sequence: (places >> 16) as u16 == (other_places >> 16) as u16,
        }
    }

    /// The bits, of the low 64 bits, that are equal in all IDs of one node, in both shapes.
    fn fixed_bits(&self, other: &Self) -> u64 {
        // Bits that are time in one shape only can have any value.
        let (low, high) = (self.time().min(other.time()), self.time().max(other.time()));
        let time_of_one = (1_u64 << high) - (1 << low);
        // Equivalent mutant `replace | with ^`: bits that two of these have in common are 0 in both nodes.
        !(self.0[2] | other.0[2] | time_of_one)
    }
}

/// How the IDs of two shapes overlap: they have one in common if the fixed bits of their nodes are equal, and, if they have the
/// same sequence, their ranges overlap.
pub(crate) struct Overlap {
    /// See [`Shape::fixed_bits`].
    pub fixed: u64,
    /// Whether both shapes fix the same bits. Then only equal nodes make equal IDs.
    pub has_same_bits: bool,
    /// Whether the sequence numbers of both shapes have the same bits.
    pub has_same_sequence: bool,
}

/// Whether two ranges of sequence numbers have a number in common.
pub(super) const fn overlap(one: (u32, u32), other: (u32, u32)) -> bool {
    one.0 <= other.1 && other.0 <= one.1
}
