//! A format as plain data, for those who draw it, list it or offer its fields for input.

use super::{Format, Native};
use crate::layout::Kind;
use crate::text::Encoding;

/// What there is to know about a format.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Description<'f> {
    /// Its name.
    pub name: &'f str,
    /// The total width.
    pub bits: u8,
    /// ms per tick.
    pub unit: f64,
    /// Unix ms; `None` where every application has its own.
    pub epoch: Option<f64>,
    /// The JavaScript type of the values.
    pub native: Native,
    /// The usual encoding.
    pub text: Encoding,
    /// The fields, the high bits first.
    pub fields: Vec<FieldDescription<'f>>,
}

/// One field of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FieldDescription<'f> {
    /// Its name.
    pub name: &'f str,
    /// What it counts or carries.
    pub kind: Kind,
    /// Its width.
    pub bits: u8,
    /// Names and widths of its parts, the high bits first.
    pub parts: Vec<PartDescription<'f>>,
}

/// A named group of a field's bits.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PartDescription<'f> {
    /// Its name.
    pub name: &'f str,
    /// Its width.
    pub bits: u8,
}

impl Format {
    /// This format as plain data.
    pub fn describe(&self) -> Description<'_> {
        let fields = self.layout.fields().iter().map(|field| FieldDescription {
            name: &field.name,
            kind: field.kind,
            bits: field.bits,
            parts: field
                .parts
                .iter()
                .map(|part| PartDescription { name: &part.name, bits: part.bits })
                .collect(),
        });
        Description {
            name: &self.name,
            bits: self.layout.bits(),
            unit: self.unit as f64,
            epoch: self.epoch.map(|epoch| epoch as f64),
            native: self.native,
            text: self.text,
            fields: fields.collect(),
        }
    }
}
