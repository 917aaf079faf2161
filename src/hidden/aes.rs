//! AES for the three lengths of keys, and AES-CMAC.

use std::fmt;

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes128Enc, Aes192Enc, Aes256Enc};

/// The bytes that AES encrypts at once.
pub(super) type Block = [u8; 16];

/// AES under a key. FF1 and AES-CMAC encrypt only, also where they read.
#[derive(Clone)]
pub(super) enum Aes {
    Key128(Aes128Enc),
    Key192(Aes192Enc),
    Key256(Aes256Enc),
}

impl Aes {
    /// `None` if the key has not 16, 24 or 32 bytes.
    pub fn new(key: &[u8]) -> Option<Self> {
        // Each of these calls refuses a key of another length.
        None.or_else(|| Aes128Enc::new_from_slice(key).ok().map(Self::Key128))
            .or_else(|| Aes192Enc::new_from_slice(key).ok().map(Self::Key192))
            .or_else(|| Aes256Enc::new_from_slice(key).ok().map(Self::Key256))
    }

    pub fn encrypt(&self, mut block: Block) -> Block {
        let bytes = (&mut block).into();
        match self {
            Self::Key128(aes) => aes.encrypt_block(bytes),
            Self::Key192(aes) => aes.encrypt_block(bytes),
            Self::Key256(aes) => aes.encrypt_block(bytes),
        }
        block
    }

    /// Encrypts whole blocks, each combined with the encrypted block before it, and returns the last one.
    pub fn chain(&self, bytes: &[u8]) -> Block {
        let mut last = Block::default();
        for block in bytes.as_chunks().0 {
            last = self.encrypt(xor(last, *block));
        }
        last
    }
}

impl fmt::Debug for Aes {
    /// Says nothing of the key, not even its length.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Aes")
    }
}

pub(super) fn xor(one: Block, other: Block) -> Block {
    (u128::from_be_bytes(one) ^ u128::from_be_bytes(other)).to_be_bytes()
}

/// AES-CMAC of NIST SP 800-38B and RFC 4493.
#[derive(Clone, Debug)]
pub(super) struct Cmac {
    aes: Aes,
}

impl Cmac {
    pub fn new(aes: Aes) -> Self {
        Self { aes }
    }

    /// The code of a message.
    pub fn of(&self, message: &[u8]) -> Block {
        // The last block is the one that may be incomplete, so an empty message has one.
        let start = message.len().saturating_sub(1) / size_of::<Block>() * size_of::<Block>();
        let (first, rest) = message.split_at(start);
        let mut last = Block::default();
        last[..rest.len()].copy_from_slice(rest);
        let is_complete = rest.len() == last.len();
        if !is_complete {
            last[rest.len()] = 0x80;
        }
        self.aes.encrypt(xor(xor(self.aes.chain(first), self.subkey(is_complete)), last))
    }

    /// The state after the first blocks of a message whose last block is complete: the code is the encrypted xor of
    /// the state and the last block.
    pub fn after(&self, first: &[u8]) -> Block {
        xor(self.aes.chain(first), self.subkey(true))
    }

    /// The code of a message whose last block is complete. `state` is the result of [`Cmac::after`] for its other
    /// blocks.
    pub fn finish(&self, state: Block, last: Block) -> Block {
        self.aes.encrypt(xor(state, last))
    }

    /// The key of a last block.
    fn subkey(&self, is_complete: bool) -> Block {
        let once = double(self.aes.encrypt(Block::default()));
        if is_complete { once } else { double(once) }
    }
}

/// The product with x in the field of 2^128 elements, without a branch that depends on the secret.
fn double(block: Block) -> Block {
    let value = u128::from_be_bytes(block);
    ((value << 1) ^ ((value >> 127).wrapping_neg() & 0x87)).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::{Aes, Cmac};

    fn bytes(hex: &str) -> Vec<u8> {
        hex.as_bytes()
            .as_chunks::<2>()
            .0
            .iter()
            .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    /// <https://www.rfc-editor.org/rfc/rfc4493#section-4>
    #[test]
    fn the_code_is_that_of_rfc_4493() {
        let cmac = Cmac::new(Aes::new(&bytes("2b7e151628aed2a6abf7158809cf4f3c")).unwrap());
        let message = bytes(
            "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710",
        );
        for (length, code) in [
            (0, "bb1d6929e95937287fa37d129b756746"),
            (16, "070a16b46b4d4144f79bdd9dd04a287c"),
            (40, "dfa66747de9ae63030ca32611497c827"),
            (64, "51f0bebf7e3b9d92fc49741779363cfe"),
        ] {
            assert_eq!(cmac.of(&message[..length]).to_vec(), bytes(code), "{length}");
        }
        let (first, last) = message.split_at(48);
        let code = cmac.finish(cmac.after(first), last.try_into().unwrap());
        assert_eq!(code, cmac.of(&message));
    }
}
