//! Time-sortable IDs of others, read only.

use super::{Candidate, judge};
use crate::plain::Plain;

/// An ID of another family, read.
pub(super) struct Foreign {
    format: &'static str,
    /// Unix ms.
    timestamp: f64,
    /// Unix ms before which there were none.
    since: f64,
    fields: Vec<(&'static str, Plain)>,
}

impl Foreign {
    pub(super) fn judge(self, now: f64) -> Candidate {
        let (fit, reason) = judge(self.timestamp, self.since, now);
        let fields = self.fields.into_iter().map(|(name, content)| (name.to_owned(), content)).collect();
        Candidate {
            format: self.format.to_owned(),
            fit,
            reason,
            value: None,
            timestamp: Some(self.timestamp),
            fields,
        }
    }
}

/// Every reading that fits.
pub(super) fn candidates(text: &str) -> impl Iterator<Item = Foreign> {
    let text = text.as_bytes();
    [uuid(text), ulid(text), ksuid(text), xid(text), object_id(text)].into_iter().flatten()
}

/// UUID versions 1, 6 and 7 of the variant of RFC 9562 (clauses 5.1, 5.6, 5.7), with or without hyphens.
fn uuid(text: &[u8]) -> Option<Foreign> {
    /// 100 ns intervals from 1582-10-15, where versions 1 and 6 begin, to 1970.
    const GREGORIAN: u64 = 0x01B2_1DD2_1381_4000;
    let digits: Vec<u8> = match text.len() {
        32 => text.to_vec(),
        36 if [8, 13, 18, 23].iter().all(|&i| text[i] == b'-') => text
            .iter()
            .copied()
            .enumerate()
            .filter(|(i, _)| ![8, 13, 18, 23].contains(i))
            .map(|(_, c)| c)
            .collect(),
        _ => return None,
    };
    let value = positional::<1>(&digits, 16, |c| char::from(c).to_digit(16))?[0];
    if value >> 62 & 3 != 0b10 {
        return None;
    }
    let (high, low) = ((value >> 64) as u64, value as u64);
    let gregorian = |ticks: u64| (ticks as i64 - GREGORIAN as i64).div_euclid(10_000) as f64;
    let clock_and_node = vec![
        ("clockSequence", Plain::Number((low >> 48 & 0x3FFF) as f64)),
        ("node", Plain::Text(format!("{:012x}", low & 0xFFFF_FFFF_FFFF))),
    ];
    let (format, timestamp, since, fields) = match high >> 12 & 0xF {
        1 => {
            let ticks = high >> 32 | (high >> 16 & 0xFFFF) << 32 | (high & 0xFFF) << 48;
            ("uuid v1", gregorian(ticks), 631_152_000_000.0, clock_and_node)
        }
        6 => ("uuid v6", gregorian(high >> 16 << 12 | high & 0xFFF), 1_577_836_800_000.0, clock_and_node),
        7 => {
            let random = u128::from(high & 0xFFF) << 62 | u128::from(low & ((1 << 62) - 1));
            let fields = vec![("random", Plain::Text(format!("{random:019x}")))];
            ("uuid v7", (high >> 16) as f64, 1_577_836_800_000.0, fields)
        }
        _ => return None,
    };
    Some(Foreign { format, timestamp, since, fields })
}

/// ULID: 48 bits of ms and 80 random bits in Crockford's base32.
fn ulid(text: &[u8]) -> Option<Foreign> {
    const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    if text.len() != 26 {
        return None;
    }
    let digit = |c: u8| DIGITS.iter().position(|&d| d == c.to_ascii_uppercase()).map(|i| i as u32);
    // 26 digits are 130 bits; the first may be 7 at the most.
    let value = positional::<1>(text, 32, digit).filter(|_| text[0] <= b'7')?[0];
    Some(Foreign {
        format: "ulid",
        timestamp: (value >> 80) as f64,
        since: 1_451_606_400_000.0,
        fields: vec![("random", Plain::Text(format!("{:020x}", value & ((1 << 80) - 1))))],
    })
}

/// KSUID: 32 bits of seconds since 1 400 000 000 and 128 random bits in base62.
fn ksuid(text: &[u8]) -> Option<Foreign> {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if text.len() != 27 {
        return None;
    }
    let digit = |c: u8| DIGITS.iter().position(|&d| d == c).map(|i| i as u32);
    let [seconds, payload] = positional::<2>(text, 62, digit).filter(|[high, _]| high >> 32 == 0)?;
    Some(Foreign {
        format: "ksuid",
        timestamp: (seconds + 1_400_000_000) as f64 * 1000.0,
        since: 1_400_000_000_000.0,
        fields: vec![("payload", Plain::Text(format!("{payload:032x}")))],
    })
}

/// xid: 4 bytes of seconds, 3 of machine, 2 of process, 3 of counter, in lower-case base32hex.
fn xid(text: &[u8]) -> Option<Foreign> {
    if text.len() != 20 || text.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    // 20 digits are 100 bits; the last 4 of them are no part of the 12 bytes, and zero.
    let value = positional::<1>(text, 32, |c| char::from(c).to_digit(32))
        .filter(|[value]| value.trailing_zeros() >= 4)?[0]
        >> 4;
    Some(Foreign {
        format: "xid",
        timestamp: (value >> 64) as f64 * 1000.0,
        since: 1_420_070_400_000.0,
        fields: vec![
            ("machine", Plain::Text(format!("{:06x}", value >> 40 & 0xFF_FFFF))),
            ("process", Plain::Number((value >> 24 & 0xFFFF) as f64)),
            ("counter", Plain::Number((value & 0xFF_FFFF) as f64)),
        ],
    })
}

/// MongoDB's `ObjectId`: 4 bytes of seconds, 5 random ones, 3 of counter, in hex.
fn object_id(text: &[u8]) -> Option<Foreign> {
    if text.len() != 24 {
        return None;
    }
    let value = positional::<1>(text, 16, |c| char::from(c).to_digit(16))?[0];
    Some(Foreign {
        format: "objectid",
        timestamp: (value >> 64) as f64 * 1000.0,
        since: 1_234_310_400_000.0,
        fields: vec![
            ("random", Plain::Text(format!("{:010x}", value >> 24 & 0xFF_FFFF_FFFF))),
            ("counter", Plain::Number((value & 0xFF_FFFF) as f64)),
        ],
    })
}

/// The value of positional digits in `N` words of 128 bits, the high one first; bits that don't fit
/// the first word are dropped, which every caller's length or first digit rules out.
fn positional<const N: usize>(
    text: &[u8],
    base: u128,
    digit: impl Fn(u8) -> Option<u32>,
) -> Option<[u128; N]> {
    const HALF: u128 = u64::MAX as u128;
    let mut words = [0u128; N];
    for &character in text {
        let mut carry = u128::from(digit(character)?);
        for word in words.iter_mut().rev() {
            let low = (*word & HALF) * base + carry;
            let high = (*word >> 64) * base + (low >> 64);
            *word = high << 64 | low & HALF;
            carry = high >> 64;
        }
    }
    Some(words)
}
