//! Reading options: which names there may be, and what each may be.

use crate::error::{Error, refuse};
use crate::message::Word;
use crate::plain::Plain;

/// Reads named values one after the other and remembers the first refusal, so that it has to be asked
/// for only once, at the end; what is read in between may then be anything.
pub(crate) struct Reader<'a> {
    entries: &'a [(String, Plain)],
    refused: Option<Error>,
}

impl<'a> Reader<'a> {
    /// Refuses a name that is none of these: a misspelt option must not pass for one left out.
    #[inline(never)]
    pub fn new(what: &str, entries: &'a [(String, Plain)], names: &[&str]) -> Self {
        let mut reader = Self { entries, refused: None };
        for (name, _) in entries {
            if !names.contains(&&**name) {
                let (name, names) = (Word::Quoted(name), Word::List(names));
                reader.refuse(refuse!(InvalidOption, "{} has no option {}; it has {}", what, name, names));
            }
        }
        reader
    }

    /// As [`Reader::new`], of a value that has to have names.
    #[inline(never)]
    pub fn of(what: &str, given: &'a Plain, names: &[&str]) -> Self {
        if let Plain::Map(entries) = given {
            return Self::new(what, entries, names);
        }
        let names = Word::List(names);
        let refused = refuse!(InvalidOption, "{} is {}; it must be an object with {}", what, given, names);
        Self { entries: &[], refused: Some(refused) }
    }

    /// What was given under this name, or `Missing`.
    #[inline(never)]
    pub fn get(&self, name: &str) -> &'a Plain {
        self.entries.iter().find(|(key, _)| key == name).map_or(&Plain::Missing, |(_, arg)| arg)
    }

    /// A whole number in `least..=most`.
    #[inline(never)]
    pub fn whole(&mut self, name: &str, least: u64, most: u64) -> u64 {
        let arg = self.get(name);
        if let Some(number) = arg.whole(most)
            && number >= least
        {
            return number;
        }
        self.refuse(refuse!(
            InvalidOption,
            "{} is {}; it must be a whole number from {} to {}",
            name,
            arg,
            least,
            most
        ));
        least
    }

    /// As [`Reader::whole`], or this where nothing is given.
    pub fn whole_or(&mut self, otherwise: u64, name: &str, least: u64, most: u64) -> u64 {
        if self.get(name).is_missing() { otherwise } else { self.whole(name, least, most) }
    }

    /// Which of the words it is, or this where nothing is given.
    #[inline(never)]
    pub fn choice(&mut self, name: &str, words: &[&str], otherwise: usize) -> usize {
        let arg = self.get(name);
        if let Some(choice) = arg.word(words) {
            return choice;
        }
        if !arg.is_missing() {
            let words = Word::List(words);
            self.refuse(refuse!(InvalidOption, "{} is {}; it must be one of {}", name, arg, words));
        }
        otherwise
    }

    /// A text that is not empty.
    #[inline(never)]
    pub fn text(&mut self, name: &str) -> &'a str {
        match self.get(name) {
            Plain::Text(text) if !text.is_empty() => text,
            arg => {
                self.refuse(refuse!(InvalidOption, "{} is {}; it must be a text", name, arg));
                ""
            }
        }
    }

    /// A list.
    #[inline(never)]
    pub fn list(&mut self, name: &str) -> &'a [Plain] {
        match self.get(name) {
            Plain::List(items) => items,
            arg => {
                self.refuse(refuse!(InvalidOption, "{} is {}; it must be a list", name, arg));
                &[]
            }
        }
    }

    /// The first and the last number of a range, given in either order; neither is above `most`.
    #[inline(never)]
    pub fn range(&mut self, name: &str, most: u64) -> (u32, u32) {
        let arg = self.get(name);
        if let Plain::List(ends) = arg
            && let [one, other] = &**ends
            && let (Some(one), Some(other)) = (one.whole(most), other.whole(most))
        {
            return (one.min(other) as u32, one.max(other) as u32);
        }
        self.refuse(refuse!(
            InvalidOption,
            "{} is {}; it must be [first, last], from 0 to {}",
            name,
            arg,
            most
        ));
        (0, 0)
    }

    /// Remembers a refusal, unless there has been one before.
    pub fn refuse(&mut self, error: Error) {
        self.refused.get_or_insert(error);
    }

    /// Whether all was well so far.
    ///
    /// # Errors
    /// The first refusal.
    pub fn check(&mut self) -> Result<(), Error> {
        self.refused.take().map_or(Ok(()), Err)
    }
}
