//! What the core reports on the cold paths: descriptions, candidates.

/// A plain value.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain {
    /// Nothing.
    Missing,
    /// A number, whole or not.
    Number(f64),
    /// An integer that a number may not hold exactly.
    Integer(u64),
    /// A text.
    Text(String),
    /// A list of values.
    List(Vec<Plain>),
    /// Named values.
    Map(Vec<(String, Plain)>),
}

/// Named values being put together.
#[derive(Default)]
pub struct Entries(Vec<(String, Plain)>);

impl Entries {
    /// Adds a value.
    #[inline(never)]
    pub fn put(&mut self, name: &str, value: Plain) {
        self.0.push((name.to_owned(), value));
    }

    /// Adds a number.
    pub fn number(&mut self, name: &str, number: f64) {
        self.put(name, Plain::Number(number));
    }

    /// Adds a text.
    pub fn text(&mut self, name: &str, text: &str) {
        self.put(name, Plain::Text(text.to_owned()));
    }

    /// All of them.
    pub fn end(self) -> Plain {
        Plain::Map(self.0)
    }
}

impl From<f64> for Plain {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Plain {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Plain {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing => serializer.serialize_none(),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Integer(integer) => serializer.serialize_u64(*integer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(entries) => serializer.collect_map(entries.iter().map(|(name, arg)| (name, arg))),
        }
    }
}
