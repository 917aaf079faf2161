//! Patterns of texts, and the numbers that the digits of a text make.

/// A piece of a pattern.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    /// This text.
    Is(&'static str),
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// The prefix of a `TypeID`: lower-case letters and underscores, with a letter at both ends.
    Prefix,
    /// Digits of the kind's base: the smallest and the largest count. All digits make one number. A piece with a choice
    /// of counts is the last piece.
    Digits(u8, u8),
    /// So many digits, which make a number of their own, of so many bits.
    Number(u8, u8),
}

/// 160 bits, the high ones first.
pub(super) type Wide = [u32; 5];

/// The digits of a kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Digits {
    pub all: &'static [u8],
    /// Whether letters of the other case are read too.
    pub any_case: bool,
}

impl Digits {
    fn value(self, character: u8) -> Option<u64> {
        let is_same =
            |digit: &u8| *digit == character || (self.any_case && digit.eq_ignore_ascii_case(&character));
        self.all.iter().position(is_same).map(|value| value as u64)
    }
}

/// The patterns of a kind, compiled: see [`patterns`].
pub(super) type Patterns = &'static [u8];

/// `patterns![[Is("c"), Digits(8, 8)], [Digits(26, 26)]]`: the patterns of a kind as bytes. As lists of pieces they would be 700 bytes
/// larger, gzipped, and be read more slowly.
macro_rules! patterns {
    ($($pattern:expr),+ $(,)?) => {{
        const COMPILED: ([u8; $crate::inspect::pattern::ROOM], usize) =
            $crate::inspect::pattern::compile(&[$(&$pattern),+]);
        const BYTES: [u8; COMPILED.1] = $crate::inspect::pattern::shortened(&COMPILED.0);
        &BYTES
    }};
}
pub(super) use patterns;

/// Room for the longest patterns, in bytes.
pub(super) const ROOM: usize = 1024;

/// What a byte of a pattern stands for. The other bytes are ASCII characters, which stand for themselves.
mod code {
    /// One of the texts that follow. Each text ends with 0, and one more 0 ends their list.
    pub const ONE_OF: u8 = 1;
    pub const PREFIX: u8 = 2;
    /// A count of digits and a count of bits follow.
    pub const NUMBER: u8 = 3;
    /// The smallest and the largest count of digits follow.
    pub const DIGITS_FROM: u8 = 4;
    /// The low bits of such a byte are a count of digits.
    pub const DIGITS: u8 = 0x80;
}

/// The count of bytes before the pieces of a pattern: the length of the pattern, and the smallest and the largest length of
/// its texts.
const HEAD: usize = 3;

/// Compiles patterns. Returns the bytes and their count.
pub(super) const fn compile(patterns: &[&[Piece]]) -> ([u8; ROOM], usize) {
    let (mut bytes, mut length) = ([0; ROOM], 0);
    let mut number = 0;
    while number < patterns.len() {
        let pattern = patterns[number];
        let (start, mut min, mut max) = (length, 0, 0);
        length += HEAD;
        let mut at = 0;
        while at < pattern.len() {
            let (shortest, longest) = match pattern[at] {
                Piece::Is(text) => {
                    (bytes, length) = appended(bytes, length, text.as_bytes());
                    (text.len(), text.len())
                }
                Piece::OneOf(texts) => {
                    bytes[length] = code::ONE_OF;
                    length += 1;
                    let mut one = 0;
                    while one < texts.len() {
                        (bytes, length) = appended(bytes, length, texts[one].as_bytes());
                        length += 1;
                        one += 1;
                    }
                    length += 1;
                    (1, 64)
                }
                Piece::Prefix => {
                    bytes[length] = code::PREFIX;
                    length += 1;
                    (1, 64)
                }
                Piece::Digits(min, max) => {
                    if min == max {
                        // The largest count that fits beside the mark is 127.
                        let first = if min < 128 { min } else { 64 };
                        bytes[length] = code::DIGITS | first;
                        length += 1;
                        if first < min {
                            bytes[length] = code::DIGITS | (min - first);
                            length += 1;
                        }
                    } else {
                        bytes[length] = code::DIGITS_FROM;
                        bytes[length + 1] = min;
                        bytes[length + 2] = max;
                        length += 3;
                    }
                    (min as usize, max as usize)
                }
                Piece::Number(digits, bits) => {
                    bytes[length] = code::NUMBER;
                    bytes[length + 1] = digits;
                    bytes[length + 2] = bits;
                    length += 3;
                    (digits as usize, digits as usize)
                }
            };
            min += shortest;
            max += longest;
            at += 1;
        }
        assert!(max < 256 && length - start < 256);
        bytes[start] = (length - start) as u8;
        bytes[start + 1] = min as u8;
        bytes[start + 2] = max as u8;
        number += 1;
    }
    (bytes, length)
}

/// Puts a text of ASCII behind so many bytes. Returns the bytes and their count.
pub(super) const fn appended<const ROOM: usize>(
    mut bytes: [u8; ROOM],
    length: usize,
    text: &[u8],
) -> ([u8; ROOM], usize) {
    let mut at = 0;
    while at < text.len() {
        assert!(text[at] >= b' ' && text[at] < code::DIGITS);
        bytes[length + at] = text[at];
        at += 1;
    }
    (bytes, length + text.len())
}

/// The first `LENGTH` bytes.
pub(super) const fn shortened<const ROOM: usize, const LENGTH: usize>(bytes: &[u8; ROOM]) -> [u8; LENGTH] {
    let (mut first, mut at) = ([0; LENGTH], 0);
    while at < LENGTH {
        first[at] = bytes[at];
        at += 1;
    }
    first
}

/// The smallest and the largest count of digits in texts of the first pattern, if these are digits and nothing else.
pub(super) fn only_digits(patterns: Patterns) -> Option<(usize, usize)> {
    let &[length, min, max, piece, ..] = patterns else { return None };
    let is_alone = length == if piece == code::DIGITS_FROM { 6 } else { 4 };
    let has_digits = piece == code::DIGITS_FROM || piece >= code::DIGITS;
    (is_alone && has_digits).then(|| (min.into(), max.into()))
}

/// The count of digits in texts of the first pattern, if these are one number, with hyphens if `may_have_hyphens` is true.
pub(super) fn count_of_digits(patterns: Patterns, may_have_hyphens: bool) -> Option<u64> {
    let (mut sum, mut has_others) = (0, false);
    for &piece in &patterns[HEAD..patterns[0].into()] {
        match piece {
            b'-' if may_have_hyphens => {}
            code::DIGITS.. => sum += u64::from(piece & !code::DIGITS),
            _ => has_others = true,
        }
    }
    (!has_others).then_some(sum)
}

/// Reads a text of one of these patterns, or of one after the first if `skips_first` is true: the count of its digits and, if `keeps`
/// is true, their value. `None` if the text has another pattern, or a value of more than 160 bits.
pub(super) fn read(
    patterns: Patterns,
    skips_first: bool,
    digits: Digits,
    keeps: bool,
    text: &[u8],
) -> Option<(usize, Wide)> {
    let mut rest = patterns;
    let mut skips = skips_first;
    while let &[length, min, max, ..] = rest {
        let (pattern, others) = rest.split_at(length.into());
        rest = others;
        // Most texts are of no pattern, so the length is compared first.
        if (usize::from(min)..=usize::from(max)).contains(&text.len())
            && !skips
            && let Some(read) = read_one(&pattern[HEAD..], digits, keeps, text)
        {
            return Some(read);
        }
        skips = false;
    }
    None
}

fn read_one(pattern: &[u8], digits: Digits, keeps: bool, text: &[u8]) -> Option<(usize, Wide)> {
    let base = digits.all.len() as u64;
    let (mut value, mut rest, mut count, mut pieces) = ([0; 5], text, 0, pattern);
    while let [piece, after @ ..] = pieces {
        pieces = after;
        let (piece_digits, bits) = match *piece {
            code::ONE_OF => {
                let mut found = None;
                loop {
                    let end = pieces.iter().position(|&byte| byte == 0)?;
                    let (literal, others) = pieces.split_at(end);
                    pieces = &others[1..];
                    if literal.is_empty() {
                        break;
                    }
                    found = found.or_else(|| rest.strip_prefix(literal));
                }
                rest = found?;
                continue;
            }
            code::PREFIX => {
                let end = rest.iter().rposition(|&character| character == b'_')?;
                let (prefix, others) = rest.split_at(end);
                let is_prefix = prefix.iter().all(|character| matches!(character, b'a'..=b'z' | b'_'));
                let has_letters_at_both_ends = prefix.first() != Some(&b'_') && prefix.last()? != &b'_';
                if !is_prefix || !has_letters_at_both_ends || prefix.len() > 63 {
                    return None;
                }
                rest = others;
                continue;
            }
            code::NUMBER | code::DIGITS_FROM => {
                let &[first, second, ref after @ ..] = pieces else { return None };
                pieces = after;
                if *piece == code::NUMBER {
                    (first.into(), second)
                } else {
                    (rest.len().clamp(first.into(), second.into()), 0)
                }
            }
            literal if literal < code::DIGITS => {
                rest = rest.strip_prefix(&[literal])?;
                continue;
            }
            digits => ((digits & !code::DIGITS).into(), 0),
        };
        let (these, others) = rest.split_at_checked(piece_digits)?;
        rest = others;
        count += piece_digits;
        let mut number = 0;
        for &character in these {
            let digit = digits.value(character)?;
            if bits > 0 {
                number = number * base + digit;
            } else if keeps {
                push(&mut value, base, digit)?;
            }
        }
        if bits > 0 {
            push(&mut value, 1 << bits, number)?;
        }
    }
    rest.is_empty().then_some((count, value))
}

/// Multiplies a value and adds a number. `None` if the result has more than 160 bits.
fn push(value: &mut Wide, factor: u64, number: u64) -> Option<()> {
    let mut carry = u128::from(number);
    for word in value.iter_mut().rev() {
        carry += u128::from(*word) * u128::from(factor);
        *word = carry as u32;
        carry >>= 32;
    }
    (carry == 0).then_some(())
}

/// An integer as a value of 160 bits.
pub(super) fn wide(integer: u64) -> Wide {
    [0, 0, 0, (integer >> 32) as u32, integer as u32]
}

/// Groups of bits that make one number, the high bits first: the width and the shift of each group.
pub(super) type Bits = [(u8, u8); 3];

/// No group.
pub(super) const NO: (u8, u8) = (0, 0);

/// The count of the bits of all groups.
pub(super) fn width(groups: Bits) -> u8 {
    groups.iter().map(|&(width, _)| width).sum()
}

/// The number that the groups make, of at most 64 bits.
pub(super) fn number(value: &Wide, groups: Bits) -> u64 {
    // Shifts of 64 bits: in wasm, a shift of 128 bits by a variable amount calls a slow library routine.
    let word = |at: u8| value[..5 - usize::from(at.min(5))].last().map_or(0, |word| u64::from(*word));
    let mut number = 0_u64;
    for (width, shift) in groups.into_iter().filter(|&group| group != NO) {
        let (at, within) = (shift / 32, shift % 32);
        let low = (word(at) | word(at + 1) << 32) >> within;
        let above = if within == 0 { low } else { low | word(at + 2) << (64 - within) };
        let below = number.checked_shl(width.into()).unwrap_or(0);
        number = below | above & (u64::MAX >> (64 - width));
    }
    number
}

/// The low 128 bits as an integer.
pub(super) fn low_bits(value: &Wide) -> u128 {
    u128::from(number(value, [(64, 64), NO, NO])) << 64 | u128::from(number(value, [(64, 0), NO, NO]))
}

/// The hexadecimal digits that the groups make; the first digit may have less than 4 bits.
pub(super) fn hex_digits(value: &Wide, groups: Bits) -> String {
    let (mut digits, mut digit, mut left) = (String::new(), 0, 0);
    for (width, _) in groups {
        left += width;
    }
    for (width, shift) in groups {
        for at in (shift..shift + width).rev() {
            digit = digit << 1 | bit(value, at);
            left -= 1;
            if left % 4 == 0 {
                digits.push(char::from(b"0123456789abcdef"[digit as usize & 15]));
            }
        }
    }
    digits
}

/// The bit at a position, counted from the low end.
fn bit(value: &Wide, at: u8) -> u64 {
    u64::from(value[4 - usize::from(at / 32)] >> (at % 32) & 1)
}
