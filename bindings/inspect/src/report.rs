//! Candidates as numbers.

use flakekit::inspect::{FieldValue, Judged, Said};

/// Candidates as numbers: their count, the position of each, and the candidates. A candidate is the number of its kind, its fit, its score,
/// its time in Unix ms or NaN, the high 32 bits of its value or NaN, the low 32 bits, the count of its fields, the fields, the count of its
/// reasons, the reasons, and two figures for each reason. A field of hexadecimal digits is the negative count of the digits, and their
/// characters.
pub fn numbers_of(candidates: &[Judged<'_>]) -> Vec<f64> {
    let mut numbers = vec![candidates.len() as f64; candidates.len() + 1];
    for (at, candidate) in candidates.iter().enumerate() {
        numbers[at + 1] = numbers.len() as f64;
        push_candidate(&mut numbers, candidate);
    }
    numbers
}

fn push_candidate(numbers: &mut Vec<f64>, candidate: &Judged<'_>) {
    let timestamp = candidate.timestamp.map_or(f64::NAN, |ms| ms as f64);
    let high = candidate.value().map_or(f64::NAN, |value| (value >> 32) as f64);
    let low = f64::from(candidate.value().unwrap_or_default() as u32);
    let fields = candidate.fields();
    let (kind, fit) = (candidate.kind() as f64, f64::from(candidate.fit as u8));
    numbers.extend([kind, fit, candidate.score, timestamp, high, low, fields.len() as f64]);
    for field in fields {
        match field {
            FieldValue::Number(number) => numbers.push(number as f64),
            FieldValue::Hex(digits) => {
                numbers.push(-(digits.len() as f64));
                numbers.extend(digits.bytes().map(f64::from));
            }
        }
    }
    push_reasons(numbers, &candidate.reasons);
}

/// The count of reasons, the reasons, and their figures.
pub fn push_reasons(numbers: &mut Vec<f64>, reasons: &[Said]) {
    numbers.push(reasons.len() as f64);
    for Said { reason, .. } in reasons {
        numbers.push(f64::from(*reason as u8));
    }
    for Said { figures: [first, second], .. } in reasons {
        numbers.extend([*first as f64, *second as f64]);
    }
}
