//! The cipher of IDs: FF1 in radix 2, and the check.

use super::aes::{Aes, Block, Cmac};
use super::ff1::{Binary, refuse_key};
use crate::error::{Error, refuse};
use crate::layout::{MAX_BITS, Place};

/// The width of the narrowest IDs, in bits: FF1 needs a million values.
pub const MIN_BITS: u8 = 20;

/// The length of the longest tweak, in bytes: with it, each round of FF1 encrypts one block.
pub const MAX_TWEAK: usize = 10;

/// The width of the check, in bits.
pub const CHECK_BITS: u8 = 20;

/// The message whose AES-CMAC under the key is the key of the check.
const CHECK_KEY: &[u8] = b"flakekit check";

/// Hides IDs of a width, and shows them, for a key and a tweak.
///
/// The numerals of FF1 are the bits of the ID, high bit first.
#[derive(Clone, Debug)]
pub struct Cipher {
    ff1: Binary,
    /// The halves of an ID.
    halves: [Place; 2],
    check: Cmac,
    /// The state of the check after the block that is the same for all IDs.
    check_state: Block,
}

impl Cipher {
    /// The cipher for IDs of `bits` bits. `letter` is the letter of the key, on which only the check depends.
    ///
    /// # Errors
    /// `INVALID_OPTION` if the key has not 16, 24 or 32 bytes, if the tweak has more than [`MAX_TWEAK`] bytes, or if
    /// `bits` is not [`MIN_BITS`] to [`MAX_BITS`].
    pub fn new(key: &[u8], letter: Option<u8>, tweak: &[u8], bits: u8) -> Result<Self, Error> {
        if !(MIN_BITS..=MAX_BITS).contains(&bits) {
            let range = u64::from(MIN_BITS)..=u64::from(MAX_BITS);
            return Err(refuse!(
                InvalidOption,
                "IDs of {} bits cannot be hidden; bits must be {}",
                bits,
                range
            ));
        }
        if tweak.len() > MAX_TWEAK {
            return Err(refuse!(
                InvalidOption,
                "the tweak has {} bytes; it must have at most {}",
                tweak.len(),
                MAX_TWEAK
            ));
        }
        Self::try_new(key, letter, tweak, bits).ok_or_else(|| refuse_key(key))
    }

    /// As [`Cipher::new`], with `None` in place of an error. It allocates nothing.
    pub fn try_new(key: &[u8], letter: Option<u8>, tweak: &[u8], bits: u8) -> Option<Self> {
        if !(MIN_BITS..=MAX_BITS).contains(&bits) || tweak.len() > MAX_TWEAK {
            return None;
        }
        let aes = Aes::new(key)?;
        let check = Cmac::new(Aes::new(&Cmac::new(aes.clone()).of(CHECK_KEY))?);
        let mut equal = Block::default();
        equal[0] = letter.unwrap_or(0);
        equal[1] = bits;
        equal[2] = tweak.len() as u8;
        equal[3..3 + tweak.len()].copy_from_slice(tweak);
        let low = bits.div_ceil(2);
        Some(Self {
            ff1: Binary::new(aes, tweak, bits),
            halves: [Place { shift: low, bits: bits - low }, Place { shift: 0, bits: low }],
            check_state: check.after(&equal),
            check,
        })
    }

    /// The hidden number of an ID, which has the same width.
    pub fn hide(&self, id: u128) -> u128 {
        self.join(self.ff1.encrypt(self.split(id)))
    }

    /// The ID of a hidden number.
    pub fn show(&self, hidden: u128) -> u128 {
        self.join(self.ff1.decrypt(self.split(hidden)))
    }

    /// The check of an ID: the first [`CHECK_BITS`] bits of AES-CMAC over the letter of the key, the width, the length
    /// of the tweak, the tweak and zeros up to 16 bytes, and over the ID as 16 bytes.
    pub fn check(&self, id: u128) -> u32 {
        let [first, second, third, ..] = self.check.finish(self.check_state, id.to_be_bytes());
        u32::from_be_bytes([0, first, second, third]) >> (24 - CHECK_BITS)
    }

    fn split(&self, value: u128) -> [u64; 2] {
        self.halves.map(|half| half.read(value))
    }

    fn join(&self, [high, low]: [u64; 2]) -> u128 {
        // Equivalent mutant `replace | with ^`: the halves have no bit in common.
        self.halves[0].to_value(high) | u128::from(low)
    }
}
