//! Promises of hidden IDs: FF1 as the standard has it, exact inverses, texts that only their key writes, and keys that
//! no message shows.

use flakekit::hidden::{CHECK_BITS, Cipher, Ff1, Hidden, HiddenOptions, MAX_TWEAK, MIN_BITS};
use flakekit::layout::MAX_BITS;
use flakekit::text::Encoding;
use flakekit::{Code, Format};
#[cfg(target_family = "wasm")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The keys of the standard's samples are its beginnings.
const SAMPLE_KEY: [u8; 32] = [
    0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15, 0x88, 0x09, 0xCF, 0x4F, 0x3C, 0xEF,
    0x43, 0x59, 0xD8, 0xD5, 0x80, 0xAA, 0x4F, 0x7F, 0x03, 0x6D, 0x6F, 0x04, 0xFC, 0x6A, 0x94,
];

/// The bytes 0 to 31.
fn key(length: u8) -> Vec<u8> {
    (0..length).collect()
}

fn built_in(name: &str) -> Format {
    name.parse().unwrap()
}

fn code<T: std::fmt::Debug>(result: Result<T, flakekit::Error>) -> Code {
    result.unwrap_err().code()
}

/// The halves of a text of numerals, as numbers.
fn halves(text: &str, radix: u16) -> [u64; 2] {
    let (first, second) = text.split_at(text.len() / 2);
    [first, second].map(|half| u64::from_str_radix(half, radix.into()).unwrap())
}

/// <https://csrc.nist.gov/CSRC/media/Projects/Cryptographic-Standards-and-Guidelines/documents/examples/FF1samples.pdf>
#[test]
fn the_samples_of_nist_are_encrypted_and_decrypted() {
    let (ten, nineteen) = ("0123456789", "0123456789abcdefghi");
    for (sample, bytes, radix, tweak, text, expected) in [
        (1, 16, 10, "", ten, "2433477484"),
        (2, 16, 10, "9876543210", ten, "6124200773"),
        (3, 16, 36, "7777pqrs777", nineteen, "a9tv40mll9kdu509eum"),
        (4, 24, 10, "", ten, "2830668132"),
        (5, 24, 10, "9876543210", ten, "2496655549"),
        (6, 24, 36, "7777pqrs777", nineteen, "xbj3kv35jrawxv32ysr"),
        (7, 32, 10, "", ten, "6657667009"),
        (8, 32, 10, "9876543210", ten, "1001623463"),
        (9, 32, 36, "7777pqrs777", nineteen, "xs8a0azh2avyalyzuwd"),
    ] {
        let ff1 = Ff1::new(&SAMPLE_KEY[..bytes], tweak.as_bytes(), radix, text.len() as u8).unwrap();
        let (plain, hidden) = (halves(text, radix), halves(expected, radix));
        assert_eq!(ff1.encrypt(plain), hidden, "sample {sample}");
        assert_eq!(ff1.decrypt(hidden), plain, "sample {sample}");
    }
}

/// The vectors in radix 2 of <https://github.com/zcash/zcash-test-vectors/blob/master/ff1.py>; the last is the example of the
/// crate fpe.
#[test]
fn published_texts_in_radix_2_are_encrypted_and_decrypted() {
    let zeros = "0".repeat(88);
    let first = "0000100100110101011101111111110011000001101100111110011101110101011010100100010011001111";
    let alternating = "01".repeat(44);
    let long: Vec<u8> = (0..=254).collect();
    let nulls = [0; 32];
    for (key, tweak, text, expected) in [
        (&SAMPLE_KEY, &[][..], &*zeros, first),
        (
            &SAMPLE_KEY,
            &[],
            first,
            "1101101011010001100011110000010011001111110110011101010110100001111001000101011111011000",
        ),
        (
            &SAMPLE_KEY,
            &[],
            &alternating,
            "0000111101000001111011010111011111110001100101000000001101101110100010010111001100100110",
        ),
        (
            &SAMPLE_KEY,
            &long,
            &alternating,
            "0111110110001000000111010110000100010101101000000011100111100100100010101101111010100011",
        ),
        (&nulls, &[], &zeros[..32], "11011110100111110010000011011000"),
    ] {
        let ff1 = Ff1::new(key, tweak, 2, text.len() as u8).unwrap();
        assert_eq!(ff1.encrypt(halves(text, 2)), halves(expected, 2));
        assert_eq!(ff1.decrypt(halves(expected, 2)), halves(text, 2));
    }
}

/// A program in Python has computed them with the package cryptography: FF1 on lists of numerals, and AES-CMAC.
#[test]
fn the_texts_of_known_ids_are_those_of_another_program() {
    for (format, bytes, tweak, letter, id, expected) in [
        ("instagram", 16, "", None, u128::from(u64::MAX), "0zha7aoz0uib9lfch"),
        ("discord", 32, "orders", None, 175_928_847_299_117_063, "3hwbng5rq2u1y9df4"),
        ("discord", 32, "users", None, 175_928_847_299_117_063, "36ruhwercgqxmdijp"),
        ("sonyflake", 24, "1234567890", Some('b'), 1, "b0extt6gnfjxthbb0x"),
        ("snowflakeSI", 16, "", None, 12345, "0ejqg0s3lwa36cg"),
        ("uid60", 32, "ünïcode", Some('z'), (1 << 60) - 1, "z2xgt26t5w35zm6uq"),
        ("sno", 32, "orders", Some('a'), 0x4e6f_2160_a0ff_9a0a_1033, "a08f8tg240hcrd9p0cg0l"),
        ("sno", 16, "", None, 0, "1qdtkvhqxpamlmzv1tr8"),
    ] {
        let hidden = Hidden::of(&built_in(format)).key(letter, &key(bytes)).tweak(tweak).open().unwrap();
        assert_eq!(hidden.write(id).unwrap(), expected, "{format}");
        assert_eq!(hidden.read(expected).unwrap(), id, "{format}");
        assert_eq!(hidden.read(&expected.to_uppercase()).unwrap(), id, "{format}");
    }
}

/// See `tests/vectors/README.md`.
#[cfg(not(target_family = "wasm"))]
#[test]
fn the_vectors_are_written_and_read() {
    let rows: Vec<serde_json::Value> = serde_json::from_str(include_str!("../vectors/hidden.json")).unwrap();
    for row in rows {
        let text_of = |name: &str| row[name].as_str().unwrap();
        let format = built_in(text_of("format"));
        let digits = text_of("key").as_bytes().as_chunks::<2>().0;
        let key: Vec<u8> = digits
            .iter()
            .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect();
        let letter = row["letter"].as_str().and_then(|letter| letter.chars().next());
        let encoding = Encoding::ALL.iter().find(|encoding| encoding.name() == text_of("as")).unwrap();
        let options = Hidden::of(&format).key(letter, &key).tweak(text_of("tweak")).encoding(*encoding);
        let has_check = row["check"].as_bool().unwrap();
        let hidden = if has_check { options } else { options.without_check() }.open().unwrap();
        let own = if format.layout().bits() > 64 { Encoding::Sno } else { Encoding::Decimal };
        let id =
            own.read(text_of("id").as_bytes(), format.layout().bits(), flakekit::text::Zeros::Usual).unwrap();
        assert_eq!(hidden.write(id).unwrap(), text_of("text"));
        assert_eq!(hidden.read(text_of("text")).unwrap(), id);
    }
}

#[test]
fn each_width_has_a_permutation_whose_inverse_is_exact_also_at_its_ends() {
    for bits in MIN_BITS..=MAX_BITS {
        let cipher = Cipher::new(&key(16), None, b"orders", bits).unwrap();
        let max = (1 << bits) - 1;
        for id in [0, 1, 2, max / 2, max / 2 + 1, max - 1, max] {
            let hidden = cipher.hide(id);
            assert!(hidden <= max, "{bits}");
            assert_eq!(cipher.show(hidden), id, "{bits}");
            assert_eq!(cipher.hide(cipher.show(id)), id, "{bits}");
            assert!(cipher.check(id) < 1 << CHECK_BITS);
        }
    }
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn all_ids_of_the_narrowest_width_have_different_hidden_numbers() {
    let cipher = Cipher::new(&key(32), None, b"", MIN_BITS).unwrap();
    let mut is_taken = vec![false; 1 << MIN_BITS];
    for id in 0..1 << MIN_BITS {
        let taken = &mut is_taken[cipher.hide(id) as usize];
        assert!(!*taken, "{id}");
        *taken = true;
    }
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn each_bit_of_an_id_changes_half_of_the_bits_of_the_hidden_number() {
    const IDS: u128 = 2000;
    for bits in [20, 53, 60, 63, 64, 80] {
        let cipher = Cipher::new(&key(16), None, b"", bits).unwrap();
        let base = (1_u128 << (bits - 1)) / 3;
        for input in 0..bits {
            let mut changes = vec![0; bits.into()];
            for id in base..base + IDS {
                let difference = cipher.hide(id) ^ cipher.hide(id ^ 1 << input);
                for (output, count) in changes.iter_mut().enumerate() {
                    *count += difference >> output & 1;
                }
            }
            // The standard deviation is 22, so these are 9 of them: no key fails by chance.
            let is_half = |count: &u128| (IDS / 2 - 200..IDS / 2 + 200).contains(count);
            assert!(changes.iter().all(is_half), "{bits} bits, bit {input}: {changes:?}");
        }
    }
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn no_pair_of_bits_of_the_hidden_numbers_of_consecutive_ids_depends_on_each_other() {
    const IDS: u128 = 20_000;
    let cipher = Cipher::new(&key(16), None, b"orders", 64).unwrap();
    let base = 175_928_847_299_117_063;
    let numbers: Vec<u64> = (base..base + IDS).map(|id| cipher.hide(id) as u64).collect();
    let (count, mut largest) = (IDS as f64, 0_f64);
    for first in 0..64 {
        for second in 0..first {
            let equal =
                numbers.iter().filter(|number| (*number >> first ^ *number >> second) & 1 == 0).count();
            let distance = equal as f64 - count / 2.0;
            largest = largest.max(distance * distance * 4.0 / count);
        }
    }
    // The chi-square of the 2016 pairs with one degree of freedom: one of 10^9 random tables has a larger one.
    assert!(largest < 52.0, "{largest}");
}

#[test]
fn a_text_of_another_key_tweak_letter_or_format_is_refused() {
    let discord = built_in("discord");
    let of = |format: &Format, key: &[u8], tweak: &str, letter: Option<char>| {
        Hidden::of(format).key(letter, key).tweak(tweak).open().unwrap()
    };
    let mut other_key = key(16);
    other_key[15] ^= 1;
    let hidden = of(&discord, &key(16), "orders", Some('a'));
    let text = hidden.write(175_928_847_299_117_063).unwrap();
    for other in [
        of(&discord, &other_key, "orders", Some('a')),
        of(&discord, &key(32), "orders", Some('a')),
        of(&discord, &key(16), "users", Some('a')),
        of(&discord, &key(16), "orders\0", Some('a')),
        of(&discord, &key(16), "orders", Some('b')),
        of(&discord, &key(16), "orders", None),
        of(&built_in("sonyflake"), &key(16), "orders", Some('a')),
        of(&built_in("sno"), &key(16), "orders", Some('a')),
    ] {
        assert_eq!(code(other.read(&text)), Code::InvalidText);
        let theirs = other.write(1).unwrap();
        assert_eq!(code(hidden.read(&theirs)), Code::InvalidText);
    }
    // The key of another letter does not read a text whose letter was changed, although both keys are equal.
    let same = Hidden::of(&discord).key('b', &key(16)).key('a', &key(16)).tweak("orders").open().unwrap();
    assert_eq!(code(same.read(&text.replacen('a', "b", 1))), Code::InvalidText);
}

#[test]
fn a_mistyped_character_and_an_exchange_of_neighbours_are_noticed() {
    let hidden = Hidden::of(&built_in("discord")).key('k', &key(16)).open().unwrap();
    let text = hidden.write(175_928_847_299_117_063).unwrap();
    let characters: Vec<char> = text.chars().collect();
    for at in 0..characters.len() {
        for typed in ('0'..='9').chain('a'..='z').filter(|typed| *typed != characters[at]) {
            let mut changed = characters.clone();
            changed[at] = typed;
            assert_eq!(code(hidden.read(&String::from_iter(changed))), Code::InvalidText);
        }
        let mut changed = characters.clone();
        changed.swap(at, (at + 1) % characters.len());
        if changed != characters {
            assert_eq!(code(hidden.read(&String::from_iter(changed))), Code::InvalidText);
        }
    }
}

#[test]
fn a_text_of_another_length_is_refused_with_the_lengths_of_the_given_keys() {
    let discord = built_in("discord");
    let plain = Hidden::of(&discord).key(None, &key(16)).open().unwrap();
    let lettered = Hidden::of(&discord).key('a', &key(16)).open().unwrap();
    let said = |hidden: &Hidden| hidden.read("a").unwrap_err().to_string();
    assert_eq!(said(&plain), "'a' has 1 characters; a hidden ID of discord has 17");
    assert_eq!(said(&lettered), "'a' has 1 characters; a hidden ID of discord has 18");
}

#[test]
fn hostile_texts_are_refused_with_what_is_wrong() {
    let hidden = Hidden::of(&built_in("discord")).key('a', &key(16)).key(None, &key(24)).open().unwrap();
    for (text, said) in [
        ("", "'' has 0 characters; a hidden ID of discord has 17 or 18"),
        ("a", "'a' has 1 characters; a hidden ID of discord has 17 or 18"),
        (
            "c00000000000000000",
            "'c00000000000000000' has the letter of no given key; the letters are: a, none",
        ),
        ("zzzzzzzzzzzzz0000", "'zzzzzzzzzzzzz' has more than 64 bits"),
        ("000000000000-0000", "'000000000000-' has '-' at character 13; it must have only 0-9 and a-z"),
        (
            "00000000000000000",
            "'00000000000000000' is no hidden ID of discord: it is mistyped or invented, or has another key, tweak or format",
        ),
    ] {
        let error = hidden.read(text).unwrap_err();
        assert_eq!((error.code(), error.message()), (Code::InvalidText, said));
    }
    let long = "a".repeat(100_000);
    for text in [
        "é0000000000000000",
        "0000000000000000é",
        "00000000000000000\0",
        " 0000000000000000",
        "0000000000000zzzz",
        "000000000000😀",
        "\u{130}00000000000000000",
        &long,
    ] {
        let error = hidden.read(text).unwrap_err();
        assert_eq!(error.code(), Code::InvalidText, "{text:?}");
        assert!(error.message().len() < 300, "{error}");
    }
}

#[test]
fn an_id_that_is_too_wide_is_refused() {
    for name in Format::names().filter(|name| !name.is_empty()) {
        let format = built_in(name);
        let hidden = Hidden::of(&format).key(None, &key(16)).open().unwrap();
        let max = format.layout().max();
        assert_eq!(hidden.read(&hidden.write(max).unwrap()).unwrap(), max, "{name}");
        for id in [max + 1, u128::MAX] {
            assert_eq!(code(hidden.write(id)), Code::InvalidId, "{name}");
        }
    }
}

#[test]
fn keys_change_without_breaking_old_texts() {
    let discord = built_in("discord");
    let open = |options: HiddenOptions| options.tweak("orders").open().unwrap();
    let first = open(Hidden::of(&discord).key(None, &key(16)));
    let second = open(Hidden::of(&discord).key('a', &key(32)).key(None, &key(16)));
    let third = open(Hidden::of(&discord).key('b', &key(24)).key('a', &key(32)).key(None, &key(16)));
    let texts = [&first, &second, &third].map(|hidden| hidden.write(7).unwrap());
    assert_eq!(texts.each_ref().map(String::len), [17, 18, 18]);
    assert!(texts[1].starts_with('a') && texts[2].starts_with('b'));
    for text in &texts {
        assert_eq!(third.read(text).unwrap(), 7);
    }
    assert_eq!(code(first.read(&texts[2])), Code::InvalidText);
    assert_eq!(code(second.read(&texts[2])), Code::InvalidText);
    // A key that is left out reads no more.
    let last = open(Hidden::of(&discord).key('b', &key(24)));
    assert_eq!(code(last.read(&texts[0])), Code::InvalidText);
    assert_eq!(code(last.read(&texts[1])), Code::InvalidText);
}

#[test]
fn without_a_check_a_text_is_shorter_and_each_number_is_read() {
    let hidden = Hidden::of(&built_in("discord")).key(None, &key(16)).without_check().open().unwrap();
    let text = hidden.write(7).unwrap();
    assert_eq!(text.len(), 13);
    assert_eq!(hidden.read(&text).unwrap(), 7);
    assert!(hidden.read("0000000000000").is_ok());
    assert_eq!(code(hidden.read("zzzzzzzzzzzzz")), Code::InvalidText);
}

#[test]
fn the_number_is_written_in_each_encoding_of_the_width() {
    for (name, ids) in [
        ("discord", [0, 7, u128::from(u64::MAX)]),
        ("uid60", [0, 7, (1 << 60) - 1]),
        ("sno", [0, 7, (1 << 80) - 1]),
    ] {
        for &encoding in Encoding::ALL {
            let options = Hidden::of(&built_in(name)).key('q', &key(16)).encoding(encoding);
            let Ok(hidden) = options.open() else {
                assert!(encoding.only_width().is_some());
                continue;
            };
            let texts = ids.map(|id| hidden.write(id).unwrap());
            assert!(texts.iter().all(|text| text.len() == texts[0].len()), "{texts:?}");
            assert_eq!(texts.map(|text| hidden.read(&text).unwrap()), ids, "{}", encoding.name());
        }
    }
}

#[test]
fn options_out_of_range_are_refused() {
    let discord = built_in("discord");
    let of = || Hidden::of(&discord);
    let long = "12345678901";
    assert_eq!(long.len(), MAX_TWEAK + 1);
    for (options, said) in [
        (of(), "there is no key; give one of 16, 24 or 32 random bytes"),
        (of().key(None, &[1; 15]), "the key has 15 bytes; it must have 16, 24 or 32"),
        (of().key(None, &[]), "the key has 0 bytes; it must have 16, 24 or 32"),
        (of().key(None, &[1; 64]), "the key has 64 bytes; it must have 16, 24 or 32"),
        (of().key('a', &key(16)).key('b', &[1; 31]), "the key has 31 bytes; it must have 16, 24 or 32"),
        (of().key('A', &key(16)), "the letter of a key is 'A'; it must be one of a to z"),
        (of().key('1', &key(16)), "the letter of a key is '1'; it must be one of a to z"),
        (of().key('é', &key(16)), "the letter of a key is 'é'; it must be one of a to z"),
        (of().key('a', &key(16)).key('a', &key(24)), "two keys have the letter a; each key needs its own"),
        (of().key(None, &key(16)).key(None, &key(24)), "two keys have no letter; each key needs its own"),
        (of().key(None, &key(16)).tweak(long), "the tweak has 11 bytes; it must have at most 10"),
        (of().key(None, &key(16)).tweak("äöüäöü"), "the tweak has 12 bytes; it must have at most 10"),
        (
            of().key(None, &key(16)).encoding(Encoding::Sno),
            "sno writes 80 bits, not 64; choose another encoding",
        ),
    ] {
        let error = options.open().unwrap_err();
        assert_eq!((error.code(), error.message()), (Code::InvalidOption, said));
    }
    for bits in [0, 19, 81, 255] {
        assert_eq!(code(Cipher::new(&key(16), None, b"", bits)), Code::InvalidOption);
        assert!(Cipher::try_new(&key(16), None, b"", bits).is_none());
    }
    assert!(Cipher::try_new(&key(15), None, b"", 64).is_none());
    assert!(Cipher::try_new(&key(16), None, long.as_bytes(), 64).is_none());
    // 2^19 texts; 36^3; a radix without two numerals; halves of 57 bits and of 2^65535; a long tweak.
    for (radix, count) in [(2, 19), (36, 3), (0, 64), (1, 64), (2, 113), (2, 255), (65535, 8)] {
        assert_eq!(code(Ff1::new(&key(16), b"", radix, count)), Code::InvalidOption, "{radix}, {count}");
    }
    assert_eq!(code(Ff1::new(&key(16), &[0; 256], 2, 64)), Code::InvalidOption);
    assert!(Ff1::new(&key(16), &[0; 255], 2, 112).is_ok());
}

#[test]
fn no_key_is_in_messages_or_dumps() {
    let secret = b"SECRETsecretSECR";
    let discord = built_in("discord");
    let options = Hidden::of(&discord).key('a', secret).tweak("orders");
    let hidden = options.clone().open().unwrap();
    let mut shown = vec![
        format!("{options:?} {options:#?}"),
        format!("{hidden:?} {hidden:#?}"),
        format!("{:?}", Cipher::new(secret, None, b"", 64).unwrap()),
        format!("{:?}", Ff1::new(secret, b"", 2, 64).unwrap()),
        Hidden::of(&discord).key('a', &secret[..15]).open().unwrap_err().to_string(),
        hidden.read("a00000000000000000").unwrap_err().to_string(),
        hidden.write(u128::MAX).unwrap_err().to_string(),
    ];
    // Dumps say which value they are of, and what is no secret.
    for (dump, said) in shown.iter().zip([
        "tweak: \"orders\"",
        "Hidden { format: Format",
        "Cipher { ff1: Binary",
        "rounds: Rounds { aes: Aes,",
    ]) {
        assert!(dump.contains(said), "{dump}");
    }
    // Bytes as Debug writes them, and as hex.
    let forms = ["83, 69, 67", "SECRET", "secret", "534543", "53, 45, 43"];
    for text in &mut shown {
        assert!(forms.iter().all(|form| !text.contains(form)), "{text}");
    }
}

#[cfg(not(target_family = "wasm"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    fn keys() -> impl Strategy<Value = Vec<u8>> {
        prop::sample::select(vec![16, 24, 32])
            .prop_flat_map(|length| prop::collection::vec(any::<u8>(), length))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn hide_and_show_are_inverses_for_each_width_key_and_tweak(
            bits in MIN_BITS..=MAX_BITS,
            key in keys(),
            tweak in prop::collection::vec(any::<u8>(), 0..=MAX_TWEAK),
            seed in any::<u128>(),
        ) {
            let cipher = Cipher::new(&key, None, &tweak, bits).unwrap();
            let id = seed & ((1 << bits) - 1);
            let hidden = cipher.hide(id);
            prop_assert!(hidden < 1 << bits);
            prop_assert_eq!(cipher.show(hidden), id);
            prop_assert_eq!(cipher.hide(cipher.show(id)), id);
            // The general code gives the same.
            let ff1 = Ff1::new(&key, &tweak, 2, bits).unwrap();
            let low = bits.div_ceil(2);
            let halves = [(id >> low) as u64, (id as u64) & ((1 << low) - 1)];
            let [high, low_half] = ff1.encrypt(halves);
            prop_assert_eq!(u128::from(high) << low | u128::from(low_half), hidden);
        }

        #[test]
        fn a_text_in_any_radix_is_encrypted_and_decrypted(
            key in keys(),
            tweak in prop::collection::vec(any::<u8>(), 0..=255),
            (radix, count) in prop::sample::select(vec![(2, 20), (2, 112), (3, 70), (10, 7), (10, 32), (36, 4), (62, 18), (65535, 6)]),
            seed in any::<[u64; 2]>(),
        ) {
            let ff1 = Ff1::new(&key, &tweak, radix, count).unwrap();
            let values = [count / 2, count.div_ceil(2)].map(|numerals| u64::from(radix).pow(numerals.into()));
            let halves = [seed[0] % values[0], seed[1] % values[1]];
            let hidden = ff1.encrypt(halves);
            prop_assert!(hidden[0] < values[0] && hidden[1] < values[1]);
            prop_assert_eq!(ff1.decrypt(hidden), halves);
        }

        #[test]
        fn a_text_is_read_as_the_id_that_it_was_written_for(
            name in prop::sample::select(Format::names().filter(|name| !name.is_empty()).collect::<Vec<_>>()),
            key in keys(),
            letter in prop::option::of(prop::char::range('a', 'z')),
            tweak in "[a-zäß]{0,5}",
            seed in any::<u128>(),
        ) {
            let format = built_in(name);
            let hidden = Hidden::of(&format).key(letter, &key).tweak(&tweak).open().unwrap();
            let id = seed & format.layout().max();
            prop_assert_eq!(hidden.read(&hidden.write(id).unwrap()).unwrap(), id);
        }

        #[test]
        fn any_text_is_refused_as_an_invalid_text(text in "\\PC{0,30}|[0-9a-zA-Z]{17,18}") {
            let hidden = Hidden::of(&built_in("discord")).key('a', &key(16)).key(None, &key(24)).open().unwrap();
            // One of a million random texts has a right check.
            if let Err(error) = hidden.read(&text) {
                prop_assert_eq!(error.code(), Code::InvalidText);
            } else {
                prop_assert!(text.len() == 17 || text.len() == 18);
            }
        }
    }
}
