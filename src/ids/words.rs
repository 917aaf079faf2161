//! The messages of errors with the names that options have in Rust.

use crate::error::{Code, Error};
use crate::formats::Format;
use crate::message::Word;
use crate::refusal::Refusal;

/// The words of the messages for JavaScript, each with the words for Rust.
const WORDS: [(&str, &str); 12] = [
    ("maxLead", "max_lead"),
    ("maxWait", "max_wait"),
    ("onExhausted", "on_exhausted"),
    ("onRollback", "on_rollback"),
    ("sequenceRange", "sequence_range"),
    ("sequenceResetThreshold", "the threshold"),
    ("the same sequence", "the same start"),
    ("'lead'", "Lead"),
    ("'throw'", "Throw"),
    ("'toggle'", "Toggle"),
    ("'wait'", "Wait"),
    ("; in tests, use flakekit/testing", ""),
];

/// The error of an option, in the words of Rust.
pub(super) fn of_option(error: &Error) -> Error {
    said(error.code(), error.message())
}

/// The refusal of a generator of a format, in the words of Rust.
pub(super) fn of_refusal(refusal: Refusal, format: &Format) -> Error {
    said(refusal.code(), &refusal.message().replace("the format", &format.called()))
}

fn said(code: Code, message: &str) -> Error {
    let message = WORDS.iter().fold(message.to_owned(), |text, (word, own)| text.replace(word, own));
    let mut error = Error::new(code, "{}");
    error.fill(Word::Text(&message));
    error
}
