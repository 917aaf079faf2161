//! The table of encodings, as the wrapper reads it.

use flakekit::text::Encoding;

pub fn typescript() -> String {
    let mut text = HEAD.to_owned();
    for &encoding in Encoding::ALL {
        text += &format!("  {},\n", row(encoding));
    }
    text + "];\n"
}

const HEAD: &str = "/** An encoding: how the digits of a value are written. */
export interface Encoding {
  readonly _name: string;
  /** The digits in the order of their values. */
  readonly _digits: string;
  /** The alphabet in words. */
  readonly _characters: string;
  /** The only width in bits that it is defined for. Default: any. */
  readonly _width?: number;
  /** Whether all texts are as long as that of the largest value. */
  readonly _isFixed?: boolean;
  /** Whether letters of the other case are read too. */
  readonly _isEitherCase?: boolean;
  /** Other characters that are read, each followed by its digit. */
  readonly _aliases?: string;
  /** How many digits at the end are moved to the front. Such an encoding also has short texts. */
  readonly _moved?: number;
  /** Whether the digits are the bytes of a UUID. */
  readonly _isUuid?: boolean;
  /** Whether `toString` of a bigint writes these digits. */
  readonly _isNative?: boolean;
}

/** The encodings in the order of their numbers. */
export const ENCODINGS: readonly Encoding[] = /* @__PURE__ */ [
";

/// The digits that `toString` of a bigint writes.
const NATIVE: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

fn row(encoding: Encoding) -> String {
    let digits = encoding.digits();
    let mut row = format!(
        "{{ _name: {:?}, _digits: {:?}, _characters: {:?}",
        encoding.name(),
        String::from_utf8_lossy(digits),
        encoding.characters()
    );
    if let Some(width) = encoding.only_width() {
        row += &format!(", _width: {width}");
    }
    for (name, value) in [
        ("_isFixed", encoding.is_fixed_length()),
        ("_isEitherCase", reads_either_case(encoding)),
        ("_isUuid", encoding.is_uuid()),
        ("_isNative", NATIVE.starts_with(digits)),
    ] {
        if value {
            row += &format!(", {name}: true");
        }
    }
    let aliases = aliases(encoding);
    if !aliases.is_empty() {
        row += &format!(", _aliases: {aliases:?}");
    }
    if encoding.moved_digits() > 0 {
        row += &format!(", _moved: {}", encoding.moved_digits());
    }
    row + " }"
}

/// Whether each letter is read in both cases.
fn reads_either_case(encoding: Encoding) -> bool {
    let mut letters = encoding.digits().iter().filter(|digit| digit.is_ascii_alphabetic());
    letters.all(|&letter| encoding.digit_value(letter ^ 32) == encoding.digit_value(letter))
}

/// The characters that are read as digits, except the digits and, if both cases are read, small letters of which the capital
/// one is an alias or a digit.
fn aliases(encoding: Encoding) -> String {
    let digits = encoding.digits();
    let either = reads_either_case(encoding);
    let mut aliases = String::new();
    for character in 0..128 {
        let Some(value) = encoding.digit_value(character) else { continue };
        let is_other_case = either
            && character.is_ascii_alphabetic()
            && (digits.contains(&(character ^ 32)) || character.is_ascii_lowercase());
        if !digits.contains(&character) && !is_other_case {
            aliases.push(char::from(character));
            aliases.push(char::from(digits[usize::from(value)]));
        }
    }
    aliases
}
