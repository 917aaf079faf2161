//! The table of encodings, as the wrapper reads it.

use flakekit::text::Encoding;

pub fn typescript() -> String {
    let mut text = HEAD.to_owned();
    for encoding in named() {
        text += &format!("  {},\n", row(encoding));
    }
    text += "];\n";
    for encoding in imported() {
        text += &format!("\n/** {} */\n", encoding.description().trim());
        text += &format!("export const {}: Encoding = {};\n", encoding.name().to_uppercase(), row(encoding));
    }
    text
}

/// The encodings that are known by their names. In the order of all encodings, they come first.
pub fn named() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.iter().copied().take_while(|encoding| !encoding.is_imported())
}

/// The encodings that users import.
pub fn imported() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.iter().copied().skip_while(|encoding| !encoding.is_imported())
}

const HEAD: &str = "/** An encoding: how the digits of a value are written. */
export type Encoding = readonly [
  name: string,
  /** The alphabet in words. */
  characters: string,
  /** The digits in the order of their values: each range as in a character class, `a-z`. */
  ranges: string,
  /** The sum of its traits. */
  traits: number,
  /** The only width in bits that it is defined for; 0: any. Default: 0. */
  width?: number,
  /** Other characters that are read, each followed by its digit. */
  aliases?: string,
];

export const enum Trait {
  /** `toString` of a bigint writes these digits. */
  native = 1,
  /** All texts are as long as that of the largest value. */
  fixed = 2,
  /** Letters of the other case are read too. */
  eitherCase = 4,
}

/** The encodings that are known by their names, in the order of their numbers. The other encodings are constants of their own. */
export const ENCODINGS: readonly Encoding[] = /* @__PURE__ */ [
";

/// The digits that `toString` of a bigint writes.
const NATIVE: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

fn row(encoding: Encoding) -> String {
    let digits = encoding.digits();
    let traits = [NATIVE.starts_with(digits), encoding.is_fixed_length(), reads_either_case(encoding)];
    let traits: u8 = traits.iter().enumerate().map(|(bit, &has)| u8::from(has) << bit).sum();
    let mut row =
        format!("[{:?}, {:?}, {:?}, {traits}", encoding.name(), encoding.characters(), ranges(digits));
    let width = encoding.only_width().unwrap_or(0);
    let aliases = aliases(encoding);
    if width > 0 || !aliases.is_empty() {
        row += &format!(", {width}");
    }
    if !aliases.is_empty() {
        row += &format!(", {aliases:?}");
    }
    row + "]"
}

/// The ranges of consecutive digits, as in a character class.
fn ranges(digits: &[u8]) -> String {
    let ranges = digits.chunk_by(|first, second| first + 1 == *second);
    ranges.flat_map(|range| [char::from(range[0]), '-', char::from(range[range.len() - 1])]).collect()
}

/// Whether each letter is read in both cases.
fn reads_either_case(encoding: Encoding) -> bool {
    let mut letters = encoding.digits().iter().filter(|digit| digit.is_ascii_alphabetic());
    letters.all(|&letter| encoding.digit_value(letter ^ 32) == encoding.digit_value(letter))
}

/// The characters that are read as digits, except the digits and, if both cases are read, their other case.
fn aliases(encoding: Encoding) -> String {
    let digits = encoding.digits();
    let either = reads_either_case(encoding);
    let mut aliases = String::new();
    for character in 0..128 {
        let Some(value) = encoding.digit_value(character) else { continue };
        let is_other_case = either && character.is_ascii_alphabetic() && digits.contains(&(character ^ 32));
        if !digits.contains(&character) && !is_other_case {
            aliases.push(char::from(character));
            aliases.push(char::from(digits[usize::from(value)]));
        }
    }
    aliases
}
