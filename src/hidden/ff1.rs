//! FF1, the format-preserving encryption of NIST SP 800-38G Rev. 1.

use super::aes::{Aes, Block, xor};
use crate::error::{Error, refuse};

/// The count of rounds.
const ROUNDS: u8 = 10;

/// The count of values of the largest half. One more byte than such a half must fit into 64 bits.
const MAX_HALF: u64 = 1 << 56;

/// The smallest count of texts.
const MIN_TEXTS: u64 = 1_000_000;

/// FF1 with AES: a permutation of the texts of `count` numerals, for a key and a tweak.
///
/// A text is given as the numbers of its two halves, whose first numerals are the high ones. The first half has
/// `count / 2` numerals, rounded down.
///
/// ```
/// use flakekit::hidden::Ff1;
///
/// // 64 bits, as two halves of 32.
/// let ff1 = Ff1::new(&[7; 16], b"orders", 2, 64)?;
/// let hidden = ff1.encrypt([0, 1]);
/// assert_eq!(ff1.decrypt(hidden), [0, 1]);
/// # Ok::<(), flakekit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ff1 {
    rounds: Rounds,
    /// The counts of values of the halves.
    values: Halves,
}

impl Ff1 {
    /// FF1 for texts of `count` numerals in a radix.
    ///
    /// # Errors
    /// `INVALID_OPTION` if the key has not 16, 24 or 32 bytes, if the radix is not 2 to 65535, if there are fewer
    /// than 1 000 000 texts, if a half has more than 2^56 values, or if the tweak has more than 255 bytes.
    pub fn new(key: &[u8], tweak: &[u8], radix: u16, count: u8) -> Result<Self, Error> {
        let aes = Aes::new(key).ok_or_else(|| refuse_key(key))?;
        let values = (power(radix, count / 2), power(radix, count.div_ceil(2)));
        let ((Some(first), Some(second)), ..=255) = (values, tweak.len()) else {
            return Err(refuse!(
                InvalidOption,
                "{} numerals in radix {} and a tweak of {} bytes; half of the numerals must have at most 2^56 values, and the tweak 0 to 255 bytes",
                count,
                u64::from(radix),
                tweak.len()
            ));
        };
        let texts = first.saturating_mul(second);
        if texts < MIN_TEXTS {
            return Err(refuse!(
                InvalidOption,
                "{} numerals in radix {} make {} texts; FF1 needs at least {}",
                count,
                u64::from(radix),
                texts,
                MIN_TEXTS
            ));
        }
        let half_bits = (u64::BITS - (second - 1).leading_zeros()) as u8;
        Ok(Self { rounds: Rounds::new(aes, tweak, radix, count, half_bits), values: [first, second] })
    }

    /// The halves of the encrypted text. Each given half must be less than its count of values.
    pub fn encrypt(&self, halves: Halves) -> Halves {
        self.rounds.forth(halves, |at, half, number| (half + self.rest(at, number)) % self.values[at])
    }

    /// The halves of the text that [`Ff1::encrypt`] has encrypted.
    pub fn decrypt(&self, halves: Halves) -> Halves {
        self.rounds.back(halves, |at, half, number| {
            (half + self.values[at] - self.rest(at, number)) % self.values[at]
        })
    }

    /// The remainder of the number of a round.
    fn rest(&self, at: usize, number: &[u8]) -> u64 {
        // Equivalent mutant `replace | with ^`: the shifted rest has zeros where the byte is put.
        number.iter().fold(0, |rest, byte| (rest << 8 | u64::from(*byte)) % self.values[at])
    }
}

/// FF1 in radix 2, for texts of at most 112 bits. It takes as long for each key and each text, because it divides nothing
/// and has no branch that depends on them.
#[derive(Clone, Debug)]
pub(super) struct Binary {
    rounds: Rounds,
    /// The largest values of the halves.
    masks: Halves,
}

impl Binary {
    pub fn new(aes: Aes, tweak: &[u8], bits: u8) -> Self {
        let (first, second) = (bits / 2, bits.div_ceil(2));
        let masks = [first, second].map(|bits| (1 << bits) - 1);
        Self { rounds: Rounds::new(aes, tweak, 2, bits, second), masks }
    }

    pub fn encrypt(&self, halves: Halves) -> Halves {
        self.rounds.forth(halves, |at, half, number| half.wrapping_add(low_bits(number)) & self.masks[at])
    }

    pub fn decrypt(&self, halves: Halves) -> Halves {
        self.rounds.back(halves, |at, half, number| half.wrapping_sub(low_bits(number)) & self.masks[at])
    }
}

/// The low 64 bits of a number.
fn low_bits(number: &[u8]) -> u64 {
    number.last_chunk().map_or(0, |low| u64::from_be_bytes(*low))
}

/// The halves of a text as numbers, the first one first.
type Halves = [u64; 2];

/// What FF1 does in each radix.
#[derive(Clone, Debug)]
struct Rounds {
    aes: Aes,
    /// The specification's b: the count of bytes of a half.
    half_bytes: u8,
    /// The specification's d: the count of bytes of a round's number, at least 8.
    number_bytes: u8,
    /// What the last block of each round starts from. All blocks before it are the same in all rounds, so each round
    /// encrypts one block.
    start: Block,
}

impl Rounds {
    /// `half_bits` is the width of the largest number of a half, at most 56.
    fn new(aes: Aes, tweak: &[u8], radix: u16, count: u8, half_bits: u8) -> Self {
        let half_bytes = half_bits.div_ceil(8);
        let tweak_length = tweak.len() as u8;
        // The specification's P.
        let mut first = [1, 2, 1, 0, 0, 0, ROUNDS, count / 2, 0, 0, 0, count, 0, 0, 0, tweak_length];
        first[4..6].copy_from_slice(&radix.to_be_bytes());
        let mut start = aes.encrypt(first);
        // The specification's Q: the tweak, zeros, and in the last bytes the number of the round and a half.
        let blocks = (tweak.len() + 1 + usize::from(half_bytes)).div_ceil(size_of::<Block>());
        let mut parts = tweak.chunks(size_of::<Block>());
        for at in 1..=blocks {
            let mut block = Block::default();
            let part = parts.next().unwrap_or_default();
            block[..part.len()].copy_from_slice(part);
            start = xor(start, block);
            if at < blocks {
                start = aes.encrypt(start);
            }
        }
        Self { aes, half_bytes, number_bytes: half_bytes.next_multiple_of(4) + 4, start }
    }

    /// The halves after all rounds. `add` adds the number of a round to a half, which is the first or the second of the text.
    fn forth(&self, [mut a, mut b]: Halves, add: impl Fn(usize, u64, &[u8]) -> u64) -> Halves {
        for round in 0..ROUNDS {
            (a, b) = (b, add(usize::from(round % 2), a, self.number(round, b, &mut Block::default())));
        }
        [a, b]
    }

    /// The halves before all rounds. `subtract` takes the number of a round from a half.
    fn back(&self, [mut a, mut b]: Halves, subtract: impl Fn(usize, u64, &[u8]) -> u64) -> Halves {
        for round in (0..ROUNDS).rev() {
            (a, b) = (subtract(usize::from(round % 2), b, self.number(round, a, &mut Block::default())), a);
        }
        [a, b]
    }

    /// The number of a round, high byte first, which depends on the other half.
    fn number<'a>(&self, round: u8, other: u64, block: &'a mut Block) -> &'a [u8] {
        // The other half has at most 7 bytes, and the round is the byte before them.
        // Equivalent mutant `replace | with ^`: the two have no bit in common.
        let end = other | u64::from(round) << (8 * self.half_bytes);
        *block = self.aes.encrypt(xor(self.start, u128::from(end).to_be_bytes()));
        &block[..usize::from(self.number_bytes)]
    }
}

pub(super) fn refuse_key(key: &[u8]) -> Error {
    refuse!(InvalidOption, "the key has {} bytes; it must have 16, 24 or 32", key.len())
}

/// The count of texts of so many numerals, if it is at most [`MAX_HALF`].
fn power(radix: u16, count: u8) -> Option<u64> {
    u64::from(radix).checked_pow(count.into()).filter(|&power| power <= MAX_HALF)
}
