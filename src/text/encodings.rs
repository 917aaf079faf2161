//! The table of encodings: everything that is particular to an encoding, as data.

use super::alphabet::Alphabet;

/// A row of the table.
pub(super) struct Row {
    /// The name in options.
    pub name: &'static str,
    /// The alphabet in words, for messages.
    pub characters: &'static str,
    pub alphabet: Alphabet,
    /// The only width of values in bits that the encoding is defined for; 0 if it is defined for all.
    pub width: u8,
    /// Whether every text has as many digits as that of the largest value.
    pub is_fixed_length: bool,
    /// Whether texts without leading zero digits are defined too, beside those of a fixed length.
    pub has_short_form: bool,
    /// Whether users of the npm package import the encoding, because few users need it: the bundles of other users do
    /// not contain it. All other encodings are known by their names.
    pub is_imported: bool,
    pub form: Form,
}

/// How the digits make the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The text is the digits.
    Digits,
    /// The last two digits are at the front.
    RotatedDigits,
    /// The text is the digits; eight are written at a time.
    PackedDigits,
    /// The digits are the bytes of a UUID.
    Uuid,
    /// The text is the base64 of the digits.
    Base64,
}

macro_rules! encodings {
    ($($(#[doc = $doc:literal])+ $name:ident: $row:expr,)+) => {
        /// A way to write a value as text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Encoding { $($(#[doc = $doc])+ $name,)+ }

        impl Encoding {
            /// All encodings, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The form of the texts, and which other texts are read.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc,)+),)+ }
            }
        }

        pub(super) static TABLE: [Row; Encoding::ALL.len()] = [$($row,)+];
    };
}

const ALPHANUMERIC: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LOWER_CASE: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const BINARY: &[u8; 2] = b"01";
const BASE64_URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const fn decimal() -> Row {
    Row {
        name: "decimal",
        characters: "0-9",
        alphabet: Alphabet::new(LOWER_CASE.split_at(10).0, &[]),
        width: 0,
        is_fixed_length: false,
        has_short_form: false,
        is_imported: false,
        form: Form::Digits,
    }
}

/// An encoding of the Go package snowflake, <https://github.com/bwmarrin/snowflake>. Its `Base2` and `Base36` are those of other
/// rows.
const fn bwmarrin() -> Row {
    Row { is_imported: true, ..decimal() }
}

/// sno's alphabet is "2-9a-x": it lacks 0, 1, y and z.
const fn sno() -> Row {
    Row {
        name: "sno",
        characters: "2-9 and a-x",
        alphabet: Alphabet::new(LOWER_CASE.split_at(2).1.split_at(32).0, &[]),
        width: 80,
        is_fixed_length: true,
        has_short_form: false,
        is_imported: false,
        form: Form::PackedDigits,
    }
}

encodings! {
    /// digits `0-9`
    Decimal: decimal(),
    /// digits `0-9a-f`
    Hex: Row {
        name: "hex",
        characters: "0-9 and a-f",
        alphabet: Alphabet::new(LOWER_CASE.split_at(16).0, &[]),
        ..decimal()
    },
    /// digits `0-9a-z`; capital letters are read too
    Base36: Row {
        name: "base36",
        characters: "0-9 and a-z",
        alphabet: Alphabet::new(LOWER_CASE, &[]).with_either_case(),
        ..decimal()
    },
    /// digits `0-9A-Za-z`, in the order of ASCII
    Base62: Row {
        name: "base62",
        characters: "0-9, A-Z and a-z",
        alphabet: Alphabet::new(ALPHANUMERIC, &[]),
        ..decimal()
    },
    /// uid60's 10 base64url digits, the last two first; only for 60-bit formats
    RotatedBase64: Row {
        name: "rotatedBase64",
        characters: "A-Z, a-z, 0-9, '-' and '_'",
        alphabet: Alphabet::new(BASE64_URL, &[]),
        width: 60,
        is_fixed_length: true,
        has_short_form: true,
        is_imported: false,
        form: Form::RotatedDigits,
    },
    /// sno's 16 characters `2-9a-x`; only for 80-bit formats
    Sno: sno(),
    /// the 16 characters of `sno` as the bytes of a UUID; hex digits of either case are read
    SnoUuid: Row {
        name: "snoUuid",
        characters: "the 16 characters of a sno as the bytes of a UUID",
        form: Form::Uuid,
        ..sno()
    },
    /// Crockford's base32 with leading zeros; either case is read, `i` and `l` as 1, `o` as 0
    Crockford: Row {
        name: "crockford",
        characters: "0-9 and A-Z except I, L, O and U",
        alphabet: Alphabet::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", &[*b"I1", *b"L1", *b"O0"])
            .with_either_case(),
        is_fixed_length: true,
        ..decimal()
    },
    /// digits `0` and `1`
    Base2: Row {
        name: "base2",
        characters: "0 and 1",
        alphabet: Alphabet::new(BINARY, &[]),
        ..decimal()
    },
    /// digits `A-Za-z0-9-_`, the alphabet of base64url, without padding: the short codes of Instagram and Threads
    Base64Url: Row {
        name: "base64url",
        characters: "A-Z, a-z, 0-9, '-' and '_'",
        alphabet: Alphabet::new(BASE64_URL, &[]),
        ..decimal()
    },
    /// `Base32` of Go's bwmarrin/snowflake: digits `ybndrfg8ejkmcpqxot1uwisza345h769`
    Bwmarrin32: Row {
        name: "bwmarrin32",
        characters: "1, 3-9 and a-z except l and v",
        alphabet: Alphabet::new(b"ybndrfg8ejkmcpqxot1uwisza345h769", &[]),
        ..bwmarrin()
    },
    /// `Base58` of Go's bwmarrin/snowflake: digits `1-9a-zA-Z` without `l`, `I` and `O`
    Bwmarrin58: Row {
        name: "bwmarrin58",
        characters: "1-9, a-z except l and A-Z except I and O",
        alphabet: Alphabet::new(b"123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", &[]),
        ..bwmarrin()
    },
    /// `Base64` of Go's bwmarrin/snowflake: the decimal digits as base64, padded by `=`
    Bwmarrin64: Row {
        name: "bwmarrin64",
        characters: "groups of 4 characters, the base64 of digits 0-9",
        form: Form::Base64,
        ..bwmarrin()
    },
}
