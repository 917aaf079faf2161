//! Reports: serializable data.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// Serializable data.
///
/// It is one type instead of a `#[derive(Serialize)]` for each report, because the members of a report depend on the format.
#[derive(Debug, Clone, PartialEq)]
pub enum Report<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A `bigint`.
    BigInt(u64),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Report<'a>>),
    /// An object.
    Object(Vec<(&'a str, Report<'a>)>),
}

impl<'a> Report<'a> {
    pub(crate) fn text(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    pub(crate) fn number(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(bool) => serializer.serialize_bool(*bool),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::BigInt(integer) => serializer.serialize_u64(*integer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => {
                let mut list = serializer.serialize_seq(None)?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Self::Object(entries) => {
                let mut map = serializer.serialize_map(None)?;
                for (name, value) in entries {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}
