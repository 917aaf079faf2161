//! Texts of UTF-16 units as ASCII, in which IDs are found.

/// A text as one byte for each UTF-16 unit: ASCII, with the digits of other scripts as `0-9`; all other characters are
/// [`OTHER`].
pub(super) fn to_ascii(units: &[u16]) -> Vec<u8> {
    let mut text: Vec<u8> = units.iter().map(|&unit| ascii(unit)).collect();
    for at in 2..text.len() {
        decode_percent(&mut text, at - 2);
    }
    text
}

/// Decodes a character of a link, such as `%2F`, into two `%` and the character. Outside of links, a `%` may stand before a number.
/// So a sequence is decoded only if its last digit is a letter, or if it follows a word. A hyphen, which links need not encode, is not
/// decoded: it could begin an ID, whose text would then begin within the sequence.
fn decode_percent(text: &mut [u8], at: usize) {
    // A character that was decoded before has two `%` before it.
    let follows_word = at > 0 && is_word(text[at - 1]) || at > 2 && text[at - 3..at - 1] == *b"%%";
    let [b'%', high, low] = text[at..at + 3] else { return };
    let (Some(h), Some(l)) = (char::from(high).to_digit(16), char::from(low).to_digit(16)) else { return };
    let decoded = (h * 16 + l) as u8;
    if decoded.is_ascii_graphic() && !is_word(decoded) && decoded != b'-' && (follows_word || l > 9)
        || (decoded == b' ' && follows_word)
    {
        text[at + 1] = b'%';
        text[at + 2] = decoded;
    }
}

/// A character that ends links and words.
const OTHER: u8 = 0xFF;

/// The digits 0 of scripts with decimal digits (Unicode, category Nd), and of the full-width forms.
const ZEROS: [u16; 22] = [
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0E50,
    0x0ED0, 0x0F20, 0x1040, 0x17E0, 0x1810, 0x1946, 0x1B50, 0xA8D0, 0xFF10,
];

fn ascii(unit: u16) -> u8 {
    match unit {
        0..0x80 => unit as u8,
        // No-break and thin spaces separate thousands, and so does the Arabic separator.
        0xA0 | 0x2009 | 0x202F => b' ',
        0x66C => b',',
        0x2019 => b'\'',
        0x2011 | 0x2212 => b'-',
        _ => {
            let zero = ZEROS.iter().find(|&&zero| (zero..zero + 10).contains(&unit));
            zero.map_or(OTHER, |zero| b'0' + (unit - zero) as u8)
        }
    }
}

/// Whether a character is a letter or a digit.
pub(super) fn is_word(character: u8) -> bool {
    character.is_ascii_alphanumeric()
}
