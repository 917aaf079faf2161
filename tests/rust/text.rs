//! Promises of texts: one canonical text per value, strict reading, and padded texts that sort.

use flakekit::Format;
use flakekit::text::{Encoding, Style, Unreadable, Zeros};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn known_values_have_known_texts() {
    for (encoding, value, text) in [
        (Encoding::Decimal, u128::from(u64::MAX), "18446744073709551615"),
        (Encoding::Hex, u128::from(u64::MAX), "ffffffffffffffff"),
        (Encoding::Base36, u128::from(u64::MAX), "3w5e11264sgsf"),
        (Encoding::Base62, u128::from(u64::MAX), "LygHa16AHYF"),
        (Encoding::Base62, 61, "z"),
        (Encoding::Decimal, (1 << 80) - 1, "1208925819614629174706175"),
        (Encoding::Decimal, 0, "0"),
        (Encoding::Sno, 0x4e6f_2160_a0ff_9a0a_1033, "brpk4q72xwf2m63l"),
        (Encoding::SnoUuid, 0x4e6f_2160_a0ff_9a0a_1033, "6272706b-3471-3732-7877-66326d36336c"),
    ] {
        assert_eq!(&*encoding.write(value, 80, Zeros::Usual).unwrap(), text);
        assert_eq!(encoding.read(text.as_bytes(), 80, Zeros::Usual), Ok(value));
    }
}

#[test]
fn a_text_that_the_encoding_does_not_write_is_refused_with_the_position() {
    let read = |encoding: Encoding, text: &str| encoding.read(text.as_bytes(), 64, Zeros::Usual);
    for (encoding, text, expected) in [
        (Encoding::Decimal, "", Unreadable::Length(1, 20)),
        (Encoding::Decimal, "00", Unreadable::LeadingZero(0)),
        (Encoding::Decimal, " 1", Unreadable::Character(0)),
        (Encoding::Decimal, "1 ", Unreadable::Character(1)),
        (Encoding::Decimal, "12a4", Unreadable::Character(2)),
        (Encoding::Decimal, "-1", Unreadable::Character(0)),
        (Encoding::Decimal, "18446744073709551616", Unreadable::TooWide),
        (Encoding::Decimal, "99999999999999999999", Unreadable::TooWide),
        (Encoding::Decimal, "111111111111111111111", Unreadable::Length(1, 20)),
        (Encoding::Decimal, "111111111111111111111x", Unreadable::Character(21)),
        (Encoding::Hex, "fF", Unreadable::Character(1)),
        (Encoding::Hex, "0x10", Unreadable::Character(1)),
        (Encoding::Base36, "a_", Unreadable::Character(1)),
        (Encoding::Base62, "a-", Unreadable::Character(1)),
    ] {
        assert_eq!(read(encoding, text), Err(expected), "{text}");
    }
    assert_eq!(Encoding::Decimal.read(b"9223372036854775808", 63, Zeros::Usual), Err(Unreadable::TooWide));
}

#[test]
fn a_padded_text_is_as_long_as_the_text_of_the_largest_value() {
    for (encoding, bits, width) in [
        (Encoding::Decimal, 64, 20),
        (Encoding::Hex, 53, 14),
        (Encoding::Base36, 63, 13),
        (Encoding::Base62, 60, 11),
    ] {
        assert_eq!(encoding.write(0, bits, Zeros::All).unwrap().len(), width);
        assert_eq!(encoding.read(&b"0".repeat(width), bits, Zeros::All), Ok(0));
        assert_eq!(encoding.read(b"1", bits, Zeros::All), Err(Unreadable::Length(width, width)));
    }
}

/// The widths that an encoding is defined for.
fn widths(encoding: Encoding) -> impl Iterator<Item = u8> {
    (1..=80).filter(move |bits| encoding.write(0, *bits, Zeros::Usual).is_ok())
}

/// The count of digits of a value, found by division.
fn count_digits(value: u128, base: usize) -> usize {
    std::iter::successors(Some(value), |rest| Some(rest / base as u128)).take_while(|rest| *rest > 0).count()
}

#[test]
fn the_count_of_digits_is_exact_for_every_width_and_encoding() {
    for &encoding in Encoding::ALL {
        for bits in widths(encoding) {
            let largest = (1 << bits) - 1;
            let mut length = count_digits(largest, encoding.digits().len());
            if encoding.is_base64() {
                length = length.div_ceil(3) * 4;
            }
            if encoding == Encoding::SnoUuid {
                // 16 bytes as hex digits, and four hyphens.
                length = 2 * length + 4;
            }
            for zeros in [Zeros::Usual, Zeros::All] {
                let text = encoding.write(largest, bits, zeros).unwrap();
                assert_eq!(text.len(), length, "{encoding:?}, {bits} bits");
                assert_eq!(encoding.read(text.as_bytes(), bits, zeros), Ok(largest));
            }
            assert_eq!(
                encoding.write(0, bits, Zeros::All).unwrap().len(),
                length,
                "{encoding:?}, {bits} bits"
            );
        }
    }
}

#[test]
fn each_encoding_is_defined_for_all_widths_or_for_the_width_of_its_specification() {
    for (encoding, name, defined) in [
        (Encoding::Decimal, "decimal", 1..=80),
        (Encoding::Hex, "hex", 1..=80),
        (Encoding::Base36, "base36", 1..=80),
        (Encoding::Base62, "base62", 1..=80),
        (Encoding::RotatedBase64, "rotatedBase64", 60..=60),
        (Encoding::Sno, "sno", 80..=80),
        (Encoding::SnoUuid, "snoUuid", 80..=80),
        (Encoding::Base2, "base2", 1..=80),
        (Encoding::Base64Url, "base64url", 1..=80),
        (Encoding::Bwmarrin32, "bwmarrin32", 1..=80),
        (Encoding::Bwmarrin58, "bwmarrin58", 1..=80),
        (Encoding::Bwmarrin64, "bwmarrin64", 1..=80),
    ] {
        assert_eq!(Encoding::ALL[encoding as usize], encoding);
        assert_eq!(encoding.name(), name);
        assert!(!encoding.description().is_empty());
        assert!(widths(encoding).eq(defined), "{name}");
        assert!(encoding.digits().iter().all(u8::is_ascii), "{name}");
    }
}

/// The characters that an encoding reads, each with the character that it writes for the same value.
fn characters_read(encoding: Encoding) -> Vec<(char, char)> {
    let bits = widths(encoding).last().unwrap();
    let text = encoding.write(0, bits, Zeros::All).unwrap();
    let mut read = Vec::new();
    for character in '\0'..='\u{ff}' {
        let mut changed = text.to_string();
        changed.pop();
        changed.push(character);
        if let Ok(value) = encoding.read(changed.as_bytes(), bits, Zeros::All) {
            read.push((character, encoding.write(value, bits, Zeros::All).unwrap().chars().last().unwrap()));
        }
    }
    read
}

#[test]
fn an_encoding_that_accepts_only_canonical_text_reads_its_digits_alone() {
    let has_own_characters = |encoding: &&Encoding| !encoding.is_uuid() && !encoding.is_base64();
    for &encoding in Encoding::ALL.iter().filter(has_own_characters) {
        let digits: Vec<_> = encoding.digits().iter().map(|digit| (*digit as char, *digit as char)).collect();
        let mut read = characters_read(encoding);
        assert!(digits.iter().all(|digit| read.contains(digit)), "{encoding:?}");
        if encoding.accepts_only_canonical() {
            read.sort_unstable();
            let mut expected = digits;
            expected.sort_unstable();
            assert_eq!(read, expected, "{encoding:?}");
        }
    }
}

#[test]
fn base36_also_reads_capital_letters() {
    let mut expected: Vec<_> = ('0'..='9').chain('a'..='z').map(|digit| (digit, digit)).collect();
    expected.extend(('A'..='Z').map(|capital| (capital, capital.to_ascii_lowercase())));
    let mut read = characters_read(Encoding::Base36);
    expected.sort_unstable();
    read.sort_unstable();
    assert_eq!(read, expected);
    assert_eq!(
        Encoding::Base36.read(b"aBcXyZ", 63, Zeros::Usual),
        Encoding::Base36.read(b"abcxyz", 63, Zeros::Usual)
    );
}

#[test]
fn rotated_base64_has_ten_characters_or_on_request_no_leading_zeros() {
    let read = |text: &str, zeros| Encoding::RotatedBase64.read(text.as_bytes(), 60, zeros);
    for zeros in [Zeros::Usual, Zeros::All] {
        assert_eq!(read("xiAnaS8QBh", zeros), Ok(11_093_174_944_930_914));
        for text in ["x", "hello", "xinaS8QBh", "xinaS8QBhAA"] {
            assert_eq!(read(text, zeros), Err(Unreadable::Length(10, 10)), "{text}");
        }
        assert_eq!(read("xiAnaS8QB+", zeros), Err(Unreadable::Character(9)));
    }
    assert_eq!(read("xinaS8QBh", Zeros::None), Ok(11_093_174_944_930_914));
    for text in ["x", "xinaS8QBhAA"] {
        assert_eq!(read(text, Zeros::None), Err(Unreadable::Length(2, 10)));
    }
    assert_eq!(read("xiAnaS8QBh", Zeros::None), Err(Unreadable::LeadingZero(2)));
    assert_eq!(
        Encoding::RotatedBase64.write(1, 64, Zeros::Usual).unwrap_err().code().as_str(),
        "INVALID_OPTION"
    );
}

#[test]
fn base64url_writes_the_short_codes_of_instagram() {
    let instagram = Format::named("instagram").unwrap();
    let style = Style { encoding: Some(Encoding::Base64Url), zeros: Zeros::Usual };
    let id = instagram.read(b"CuVdfsNtmvh", style).unwrap();
    assert_eq!(instagram.decode(id).unwrap().timestamp, 1_688_602_283_508);
    assert_eq!(&*instagram.write(id, style).unwrap(), "CuVdfsNtmvh");
    let read = |text: &[u8]| Encoding::Base64Url.read(text, 64, Zeros::Usual);
    assert_eq!(read(b"P__________"), Ok(u128::from(u64::MAX)));
    assert_eq!(read(b"Q__________"), Err(Unreadable::TooWide));
    assert_eq!(read(b"ACuVdfsNtmv"), Err(Unreadable::LeadingZero(0)));
    assert_eq!(read(b"CuVdfsNtmv="), Err(Unreadable::Character(10)));
    assert_eq!(read(b"CuVdfsNt+vh"), Err(Unreadable::Character(8)));
    assert_eq!(read(b"CuVdfsNtmvhA"), Err(Unreadable::Length(1, 11)));
}

#[test]
fn bwmarrin64_is_read_only_where_each_group_of_characters_is_the_base64_of_digits() {
    let read = |text: &str| Encoding::Bwmarrin64.read(text.as_bytes(), 64, Zeros::Usual);
    for (text, expected) in [
        ("MTExNjgxOTQ5NDY2MDk5NzEyMA==", Ok(1_116_819_494_660_997_120)),
        ("MA==", Ok(0)),
        ("OQ==", Ok(9)),
        ("MTA=", Ok(10)),
        ("OTk5", Ok(999)),
        ("MTg0NDY3NDQwNzM3MDk1NTE2MTU=", Ok(u128::from(u64::MAX))),
        ("MTg0NDY3NDQwNzM3MDk1NTE2MTY=", Err(Unreadable::TooWide)),
        // The texts lack their padding, or a part of it.
        ("MTExNjgxOTQ5NDY2MDk5NzEyMA", Err(Unreadable::Length(4, 28))),
        ("MTExNjgxOTQ5NDY2MDk5NzEyMA=", Err(Unreadable::Length(4, 28))),
        ("", Err(Unreadable::Length(4, 28))),
        ("MTExMTExMTExMTExMTExMTExMTExMTEx", Err(Unreadable::Length(4, 28))),
        // Leading zeros: 0, 0 0; and 0 1.
        ("MDA=", Err(Unreadable::LeadingZero(0))),
        ("MDE=", Err(Unreadable::LeadingZero(0))),
        // Padding within the text; a character of no digit; bits behind the last digit.
        ("MQ==MQ==", Err(Unreadable::Character(1))),
        ("MTEx=", Err(Unreadable::Character(4))),
        ("MTExOj==", Err(Unreadable::Character(5))),
        ("MR==", Err(Unreadable::Character(1))),
        ("MTB=", Err(Unreadable::Character(2))),
        ("MTEé", Err(Unreadable::Character(3))),
        ("QUJD", Err(Unreadable::Character(0))),
        ("hello", Err(Unreadable::Character(0))),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    let write = |value, zeros| Encoding::Bwmarrin64.write(value, 10, zeros).unwrap().to_string();
    assert_eq!(write(7, Zeros::Usual), "Nw==");
    assert_eq!(write(7, Zeros::All), "MDAwNw==");
    let padded = |text: &str| Encoding::Bwmarrin64.read(text.as_bytes(), 10, Zeros::All);
    assert_eq!(padded("MDAwNw=="), Ok(7));
    assert_eq!(padded("Nw=="), Err(Unreadable::Length(8, 8)));
    // The same length, but a digit more.
    assert_eq!(padded("MDAwMDc="), Err(Unreadable::Digits(5, 4, 4)));
}

#[test]
fn a_short_text_has_no_leading_zeros_and_at_least_two_digits() {
    for (value, text) in [
        (0, "AA"),
        (1, "AB"),
        (63, "A_"),
        (64, "BA"),
        (4095, "__"),
        (4096, "AAB"),
        (11_093_174_944_930_914, "xinaS8QBh"),
        ((1 << 54) - 1, "_________"),
        (1 << 54, "AABAAAAAAA"),
        ((1 << 60) - 1, "__________"),
    ] {
        assert_eq!(&*Encoding::RotatedBase64.write(value, 60, Zeros::None).unwrap(), text);
        assert_eq!(Encoding::RotatedBase64.read(text.as_bytes(), 60, Zeros::None), Ok(value), "{text}");
    }
}

#[test]
fn only_an_encoding_with_a_short_form_has_short_texts() {
    for &encoding in Encoding::ALL {
        let bits = widths(encoding).last().unwrap();
        let written = encoding.write(1, bits, Zeros::None);
        assert_eq!(written.is_ok(), encoding.has_short_form(), "{encoding:?}");
        assert_eq!(encoding.has_short_form(), encoding == Encoding::RotatedBase64);
        if let Err(error) = written {
            assert_eq!(error.code().as_str(), "INVALID_OPTION");
            assert_eq!(encoding.read(b"1", bits, Zeros::None), Err(Unreadable::NoShortForm));
        }
    }
}

#[test]
fn a_sno_is_exactly_sixteen_characters_of_its_alphabet() {
    let read = |text: &str| Encoding::Sno.read(text.as_bytes(), 80, Zeros::Usual);
    assert_eq!(read("xxxxxxxxxxxxxxxx"), Ok((1 << 80) - 1));
    assert_eq!(read("222222222222222"), Err(Unreadable::Length(16, 16)));
    assert_eq!(read("22222222222222222"), Err(Unreadable::Length(16, 16)));
    for at in 0..16 {
        for wrong in ["1", "y", "A", "X", "0", " "] {
            let mut text = "brpk4q72xwf2m63l".to_owned();
            text.replace_range(at..=at, wrong);
            assert_eq!(read(&text), Err(Unreadable::Character(at)), "{text}");
        }
    }
}

#[test]
fn a_uuid_that_is_no_sno_is_refused_at_the_first_byte_that_is_no_character_of_a_sno() {
    let read = |text: &str| Encoding::SnoUuid.read(text.as_bytes(), 80, Zeros::Usual);
    assert_eq!(read("6272706B-3471-3732-7877-66326D36336C"), Ok(0x4e6f_2160_a0ff_9a0a_1033));
    assert_eq!(read("6272706b-3471-3732-7877-66326d363361"), Ok(0x4e6f_2160_a0ff_9a0a_1028));
    assert_eq!(read("6272706b-3471-3732-7877-66326d363300"), Err(Unreadable::Character(35)));
    assert_eq!(read("f47ac10b-58cc-4372-a567-0e02b2c3d479"), Err(Unreadable::Character(1)));
    assert_eq!(read("6272706b34713732787766326d36336c"), Err(Unreadable::Character(8)));
    assert_eq!(read("6272706b-3471-3732-7877-66326d36336"), Err(Unreadable::Length(36, 36)));
    assert_eq!(read("6272706b-3471-3732-7877-66326d36336c2"), Err(Unreadable::Length(36, 36)));
}

#[test]
fn messages_name_the_text_the_position_and_the_allowed_characters() {
    let message = |text: &str, why: Unreadable| {
        why.explain(text, text.chars().count(), Encoding::Decimal, 63).to_string()
    };
    assert_eq!(
        message("12x4", Unreadable::Character(2)),
        "'12x4' has 'x' at character 3; it must have only 0-9"
    );
    assert_eq!(
        message("🦀", Unreadable::Character(0)),
        "'🦀' has '🦀' at character 1; it must have only 0-9"
    );
    let short = Unreadable::Length(16, 16).explain("22", 2, Encoding::Sno, 80).to_string();
    assert_eq!(short, "'22' has length 2; it must be 16: 2-9 and a-x");
    let single = Unreadable::Length(16, 16).explain("2", 1, Encoding::Sno, 80).to_string();
    assert_eq!(single, "'2' has length 1; it must be 16: 2-9 and a-x");
    let digits = Unreadable::Digits(5, 4, 4).explain("MDAwMDc=", 8, Encoding::Bwmarrin64, 10).to_string();
    assert_eq!(digits, "'MDAwMDc=' has the base64 of 5 digits; it must have that of 4");
    let digits = Unreadable::Digits(5, 1, 4).explain("MTIzNDU=", 8, Encoding::Bwmarrin64, 10).to_string();
    assert_eq!(digits, "'MTIzNDU=' has the base64 of 5 digits; it must have that of 1 to 4");
    let long = message(&"9".repeat(100), Unreadable::Length(1, 19));
    assert_eq!(long, format!("'{}…' has length 100; it must be 1 to 19: 0-9", "9".repeat(40)));
}

#[cfg(not(target_family = "wasm"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn reading_what_was_written_gives_the_same_value(seed in any::<u128>(), bits in 1u8..=80) {
            for &encoding in Encoding::ALL {
                for bits in [bits, 60, 80] {
                    let value = seed & ((1 << bits) - 1);
                    for zeros in Zeros::ALL {
                        let Ok(text) = encoding.write(value, bits, zeros) else {
                            let read = encoding.read(b"", bits, zeros);
                            prop_assert!(matches!(read, Err(Unreadable::WrongWidth | Unreadable::NoShortForm)));
                            continue;
                        };
                        prop_assert_eq!(encoding.read(text.as_bytes(), bits, zeros), Ok(value));
                    }
                }
            }
        }

        #[test]
        fn padded_texts_sort_as_their_values(a in any::<u128>(), b in any::<u128>(), bits in 1u8..=80) {
            for &encoding in Encoding::ALL.iter().filter(|encoding| encoding.sorts()) {
                for bits in [bits, 64, 80] {
                    let (a, b) = (a & ((1 << bits) - 1), b & ((1 << bits) - 1));
                    // Values that differ only in the low bits are compared, too.
                    for b in [b, a ^ (b & 3)] {
                        let text = |value| encoding.write(value, bits, Zeros::All).map(|text| text.to_string());
                        if let (Ok(first), Ok(second)) = (text(a), text(b)) {
                            prop_assert_eq!(first.cmp(&second), a.cmp(&b), "{:?}", encoding);
                        }
                    }
                }
            }
        }

        #[test]
        fn a_text_that_is_read_is_the_canonical_text_of_its_value(
            text in "[0-9A-Za-z_-]{0,14}|[01]{0,90}|([MNO][ADQTgjwz][AEIMQUYcgk=][w-z0-5=]){0,9}",
            bits in 1u8..=80,
        ) {
            let is_case_alone = |encoding: &&Encoding| **encoding == Encoding::Base36 || encoding.accepts_only_canonical();
            for &encoding in Encoding::ALL.iter().filter(is_case_alone) {
                for zeros in [Zeros::Usual, Zeros::All] {
                    if let Ok(value) = encoding.read(text.as_bytes(), bits, zeros) {
                        let written = encoding.write(value, bits, zeros).unwrap();
                        let canonical = if encoding == Encoding::Base36 { text.to_lowercase() } else { text.clone() };
                        prop_assert_eq!(&*written, canonical.as_str());
                    }
                }
            }
        }
    }
}
