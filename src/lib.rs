//! Compact, time-sortable unique IDs: makes, reads and checks every format of the Snowflake family, and never
//! makes an ID twice.
//!
//! A [`Format`] is the meaning of an ID's bits. A [`sequencer::Sequencer`] grants each sequence number at
//! most once. A [`Generator`] makes IDs from both, from the clock's readings and from random bits. This crate
//! reads no clock: the caller passes in the readings, and a source of random bits such as `system_entropy`
//! (feature `getrandom`). [`lease`] is the protocol by which processes share node numbers. [`inspect()`]
//! tells which formats could have made an ID.
//!
//! ```
//! use flakekit::{Format, Generator, GeneratorOptions, Identities, RawOptions};
//!
//! let twitter = Format::named("twitter").unwrap();
//! let mut identities = Identities::new();
//! let mut raw = RawOptions::default();
//! raw.fields[twitter.position("machineId").unwrap()] = Some(378);
//! let options = GeneratorOptions::new(&twitter, &raw)?;
//! let mut ids = Generator::new(&twitter.scheme()?, &options, Some(&mut identities), || Some(4))?;
//!
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
