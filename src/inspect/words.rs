//! Names of kinds, and candidates in words.

use std::borrow::Cow;

use super::candidate::Candidate;
use super::context::{first_given, kind};
use super::judged::Judged;
use super::reason::Said;
use super::table::{Row, TABLE};
use super::weigh::Reader;
use crate::formats::Format;
use crate::message::{Word, day_of, fill, say};

impl Said {
    /// The sentence, of a candidate of the kind with a number.
    pub(super) fn in_words(&self, reader: &Reader, kind: usize) -> String {
        fill(self.reason.sentence(), |key| {
            let (form, at) = key.split_at(key.len() - 1);
            let figure = self.figures[usize::from(at == "1")];
            match form {
                "i" => say!("{}", Word::Instant(figure)),
                "d" => day_of(figure),
                "f" => reader.names_of(kind)[figure as usize + 1].to_owned(),
                "k" => reader.name_of(figure as usize).to_owned(),
                _ => say!("{}", figure),
            }
        })
    }
}

impl Judged<'_> {
    /// The candidate in words.
    pub fn in_words(&self, reader: &Reader) -> Candidate {
        let kind = self.kind();
        let names = reader.names_of(kind).into_iter().skip(1);
        Candidate {
            format: Cow::Owned(self.maker.name().to_owned()),
            fit: self.fit,
            score: self.score,
            reasons: self.reasons.iter().map(|said| said.in_words(reader, kind)).collect(),
            value: self.value(),
            timestamp: self.timestamp,
            fields: names.map(|name| Cow::Owned(name.to_owned())).zip(self.fields()).collect(),
        }
    }
}

impl Reader {
    /// The name of the kind with a number: the built-in formats, the rows of the table, and the formats that were given. A kind with
    /// several rows has several numbers. Empty if there is no such kind.
    pub fn name_of(&self, number: usize) -> &str {
        kind(number).or_else(|| self.given_format(number).map(Format::name)).unwrap_or_default()
    }

    /// The name of the kind with a number, and the names of its fields.
    pub fn names_of(&self, number: usize) -> Vec<&str> {
        // Loops, because a chain of iterators has 1 KB more code.
        let mut names = vec![self.name_of(number)];
        if let Some(format) = self.format_of(number) {
            for field in format.numbered_fields() {
                names.push(&field.name);
            }
        }
        for field in row_of(number).map_or(&[][..], |row| row.fields) {
            names.push(field.name);
        }
        names
    }

    fn format_of(&self, number: usize) -> Option<&Format> {
        self.built_in_format(number).or_else(|| self.given_format(number))
    }

    fn given_format(&self, number: usize) -> Option<&Format> {
        let at = number.checked_sub(first_given())?;
        self.given.get(at).map(|tried| &*tried.format)
    }

    fn built_in_format(&self, number: usize) -> Option<&Format> {
        self.built_in.iter().find(|tried| tried.number == number).map(|tried| &*tried.format)
    }
}

fn row_of(number: usize) -> Option<&'static Row> {
    TABLE.get(number.checked_sub(Format::names().len())?)
}
