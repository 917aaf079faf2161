//! Compact, time-sortable unique IDs: makes, reads and checks every format of the Snowflake family, and never
//! makes an ID twice.
//!
//! [`Ids`] make IDs: with a clock, waits, and a counter that the whole process shares. They need the feature
//! `getrandom`, which is on by default. The rest is the core of the npm package `flakekit`, which reads no
//! clock: A [`Format`] is the meaning of an ID's bits. A [`sequencer::Sequencer`] grants each sequence number
//! at most once. A [`Generator`] makes IDs from both, from the clock's readings and from random bits, which
//! the caller passes in. [`lease`] is the protocol by which processes share node numbers. [`inspect()`] tells
//! which formats could have made an ID. The module `hidden`, which needs the feature `hidden`, writes IDs as texts
//! that hide their times.
//!
//! ```
//! use flakekit::{Format, Generator, GeneratorOptions, Identities, RawOptions};
//!
//! let twitter: Format = "twitter".parse()?;
//! let mut raw = RawOptions::default();
//! raw.fields[twitter.position("machineId").unwrap()] = Some(378);
//! let options = GeneratorOptions::new(&twitter, &raw)?;
//! // Generators that could make the same ID share a counter in it.
//! let mut identities = Identities::new();
//! let mut ids = Generator::new(&twitter.scheme()?, &options, Some(&mut identities), || Some(4))?;
//!
//! // The clock's reading, in ms since 1970. If no ID can be made now, the error is the time to wait, or the
//! // reason with its figures.
//! let id = ids.next(1_656_432_460_105).unwrap();
//! assert_eq!(id, 1541815603606036480);
//! assert_eq!(twitter.decode(id)?.timestamp, 1_656_432_460_105);
//! # Ok::<(), flakekit::Error>(())
//! ```

mod digits;
#[cfg(feature = "getrandom")]
mod entropy;
pub mod error;
pub mod formats;
pub mod generator;
mod handles;
#[cfg(feature = "hidden")]
pub mod hidden;
mod identity;
#[cfg(feature = "getrandom")]
mod ids;
pub mod inspect;
mod instant;
pub mod layout;
pub mod lease;
mod leased;
pub mod limits;
mod message;
mod options;
pub mod refusal;
pub mod report;
mod scheme;
pub mod sequencer;
pub mod snapshot;
pub mod stack;
pub mod text;

#[cfg(feature = "getrandom")]
pub use entropy::system_entropy;
pub use error::{Code, Error, Origin};
pub use formats::Format;
pub use generator::{Generator, NextError};
pub use handles::Handles;
pub use identity::Identities;
#[cfg(feature = "getrandom")]
pub use ids::{Ids, IdsOptions, TryNextError};
pub use inspect::inspect;
pub use leased::{LeasedSeat, SeatNumbers};
pub use options::{DEFAULT_WAIT_MS, GeneratorOptions, RawOptions, Settings};
pub use refusal::Refusal;
pub use scheme::Scheme;

/// The example of the crate's README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../CRATE.md")]
pub struct Readme;
