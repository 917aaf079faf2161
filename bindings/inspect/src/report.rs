//! Candidates as numbers.

use flakekit::inspect::{FieldValue, Judged, Said};
use flakekit_contract::candidate;

/// Adds a list: the count of its items, the position of each, and the items, which `push` adds.
pub fn push_list<T>(numbers: &mut Vec<f64>, items: &[T], push: impl Fn(&mut Vec<f64>, &T)) {
    numbers.push(items.len() as f64);
    let positions = numbers.len();
    numbers.resize(positions + items.len(), 0.0);
    for (at, item) in items.iter().enumerate() {
        numbers[positions + at] = numbers.len() as f64;
        push(numbers, item);
    }
}

/// A candidate without a time, a value, fields and reasons.
pub fn candidate_of(kind: usize, fit: u8, score: f64) -> [f64; candidate::LENGTH] {
    let mut numbers = [0.0; candidate::LENGTH];
    numbers[candidate::KIND] = kind as f64;
    numbers[candidate::FIT] = fit.into();
    numbers[candidate::SCORE] = score;
    numbers[candidate::TIME] = f64::NAN;
    numbers[candidate::HIGH] = f64::NAN;
    numbers
}

/// Adds a candidate. A field of hexadecimal digits is the negative count of the digits, and their characters.
pub fn push_candidate(numbers: &mut Vec<f64>, judged: &Judged<'_>) {
    let mut beginning = candidate_of(judged.kind(), judged.fit as u8, judged.score);
    if let Some(ms) = judged.timestamp {
        beginning[candidate::TIME] = ms as f64;
    }
    if let Some(value) = judged.value() {
        beginning[candidate::HIGH] = (value >> 32) as f64;
        beginning[candidate::LOW] = f64::from(value as u32);
    }
    let fields = judged.fields();
    beginning[candidate::FIELDS] = fields.len() as f64;
    numbers.extend(beginning);
    for field in fields {
        match field {
            FieldValue::Number(number) => numbers.push(number as f64),
            FieldValue::Hex(digits) => {
                numbers.push(-(digits.len() as f64));
                numbers.extend(digits.bytes().map(f64::from));
            }
        }
    }
    push_reasons(numbers, &judged.reasons);
}

/// Adds the count of reasons, the reasons, and two figures for each reason.
pub fn push_reasons(numbers: &mut Vec<f64>, reasons: &[Said]) {
    numbers.push(reasons.len() as f64);
    for Said { reason, .. } in reasons {
        numbers.push(f64::from(*reason as u8));
    }
    for Said { figures: [first, second], .. } in reasons {
        numbers.extend([*first as f64, *second as f64]);
    }
}
