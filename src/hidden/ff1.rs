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
    aes: Aes,
    /// The counts of values of the halves.
    values: [u64; 2],
    /// The specification's b: the count of bytes of a half.
    half_bytes: u8,
    /// The specification's d: the count of bytes of a round's number.
    number_bytes: u8,
    /// What the last block of each round starts from. All blocks before it are the same in all rounds, so each round
    /// encrypts one block.
    start: Block,
}

impl Ff1 {
    /// FF1 for texts of `count` numerals in a radix.
    ///
    /// # Errors
    /// `INVALID_OPTION` if the key has not 16, 24 or 32 bytes, if the radix is not 2 to 65535, if there are fewer
    /// than 1 000 000 texts, if a half has more than 2^56 values, or if the tweak has more than 255 bytes.
    pub fn new(key: &[u8], tweak: &[u8], radix: u16, count: u8) -> Result<Self, Error> {
        Self::of_aes(Aes::new(key)?, tweak, radix, count)
    }

    pub(super) fn of_aes(aes: Aes, tweak: &[u8], radix: u16, count: u8) -> Result<Self, Error> {
        let values = (power(radix, count / 2), power(radix, count.div_ceil(2)));
        let ((Some(first), Some(second)), Ok(tweak_length)) = (values, u8::try_from(tweak.len())) else {
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
        let half_bytes = (u64::BITS - (second - 1).leading_zeros()).div_ceil(8) as u8;
        // The specification's P, then Q, whose last bytes are the number of the round and a half. Zeros precede them.
        let mut blocks = vec![1, 2, 1, 0, 0, 0, ROUNDS, count / 2, 0, 0, 0, count, 0, 0, 0, tweak_length];
        blocks[4..6].copy_from_slice(&radix.to_be_bytes());
        blocks.extend_from_slice(tweak);
        let length = (blocks.len() + 1 + usize::from(half_bytes)).next_multiple_of(size_of::<Block>());
        blocks.resize(length, 0);
        let (equal, last) = blocks.split_at(length - size_of::<Block>());
        let mut start = aes.chain(equal);
        for (byte, other) in start.iter_mut().zip(last) {
            *byte ^= other;
        }
        let number_bytes = half_bytes.next_multiple_of(4) + 4;
        Ok(Self { aes, values: [first, second], half_bytes, number_bytes, start })
    }

    /// The halves of the encrypted text. Each given half must be less than its count of values.
    pub fn encrypt(&self, [mut a, mut b]: [u64; 2]) -> [u64; 2] {
        for round in 0..ROUNDS {
            let values = self.values[usize::from(round % 2)];
            let sum = a + self.number(round, b, values);
            (a, b) = (b, if sum < values { sum } else { sum - values });
        }
        [a, b]
    }

    /// The halves of the text that [`Ff1::encrypt`] has encrypted.
    pub fn decrypt(&self, [mut a, mut b]: [u64; 2]) -> [u64; 2] {
        for round in (0..ROUNDS).rev() {
            let values = self.values[usize::from(round % 2)];
            let number = self.number(round, a, values);
            (a, b) = (if b < number { b + values - number } else { b - number }, a);
        }
        [a, b]
    }

    /// The number that a round adds to a half with this count of values, or takes from it. It depends on the other half.
    fn number(&self, round: u8, other: u64, values: u64) -> u64 {
        // The other half has at most 7 bytes, and the round is the byte before them.
        let end = other | u64::from(round) << (8 * self.half_bytes);
        let block = self.aes.encrypt(xor(self.start, u128::from(end).to_be_bytes()));
        remainder(&block[..usize::from(self.number_bytes)], values)
    }
}

/// The count of texts of so many numerals, if it is at most [`MAX_HALF`].
fn power(radix: u16, count: u8) -> Option<u64> {
    u64::from(radix).checked_pow(count.into()).filter(|&power| power <= MAX_HALF)
}

/// The remainder of a number of at least 8 bytes, high byte first.
fn remainder(number: &[u8], divisor: u64) -> u64 {
    let fold = |rest: u64, byte: &u8| rest << 8 | u64::from(*byte);
    if divisor.is_power_of_two() {
        // The shifts drop the high bytes. This is as fast for each number, so it tells nothing of a key.
        return number.iter().fold(0, fold) & (divisor - 1);
    }
    number.iter().fold(0, |rest, byte| fold(rest, byte) % divisor)
}
