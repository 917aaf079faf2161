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
    /// Digits of the kind's base: the smallest and the largest count. All of them make one number. A piece with a choice
    /// is the last one.
    Digits(u8, u8),
    /// So many digits, which make a number of so many bits of their own.
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

/// Reads a text of this pattern: the count of its digits and, if `keeps` is true, their value. `None` if the text has another
/// pattern, or a value of more than 160 bits.
pub(super) fn read(pattern: &[Piece], digits: Digits, keeps: bool, text: &[u8]) -> Option<(usize, Wide)> {
    if !has_length(pattern, text.len()) {
        return None;
    }
    let (mut value, mut rest, mut count) = ([0; 5], text, 0);
    for piece in pattern {
        let (piece_digits, bits) = match *piece {
            Piece::Is(literal) => {
                rest = rest.strip_prefix(literal.as_bytes())?;
                continue;
            }
            Piece::OneOf(literals) => {
                rest = literals.iter().find_map(|literal| rest.strip_prefix(literal.as_bytes()))?;
                continue;
            }
            Piece::Prefix => {
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
            Piece::Digits(min, max) => (rest.len().clamp(min.into(), max.into()), 0),
            Piece::Number(digits, bits) => (digits.into(), bits),
        };
        let (these, others) = rest.split_at_checked(piece_digits)?;
        rest = others;
        count += piece_digits;
        let mut number = 0;
        for &character in these {
            let digit = digits.value(character)?;
            if bits > 0 {
                number = number * digits.all.len() as u64 + digit;
            } else if keeps {
                push(&mut value, digits.all.len() as u64, digit)?;
            }
        }
        if bits > 0 {
            push(&mut value, 1 << bits, number)?;
        }
    }
    rest.is_empty().then_some((count, value))
}

/// Whether a text of this pattern can have this length. Most texts are of no pattern, so the reader asks this first.
fn has_length(pattern: &[Piece], length: usize) -> bool {
    let (mut min, mut max) = (0, 0);
    for piece in pattern {
        let (shortest, longest) = match *piece {
            Piece::Is(literal) => (literal.len(), literal.len()),
            Piece::OneOf(_) | Piece::Prefix => (1, 64),
            Piece::Digits(min, max) => (min.into(), max.into()),
            Piece::Number(digits, _) => (digits.into(), digits.into()),
        };
        min += shortest;
        max += longest;
    }
    (min..=max).contains(&length)
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
    let mut number = 0;
    for (width, shift) in groups {
        for at in (shift..shift + width).rev() {
            number = number << 1 | bit(value, at);
        }
    }
    number
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
