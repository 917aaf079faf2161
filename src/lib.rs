//! Compact, time-sortable unique IDs: every format of the Snowflake family, made, read and checked,
//! and never the same one twice.
//!
//! A [`Format`] says what the bits mean. A [`sequencer::Sequencer`] grants every number once. A
//! [`Generator`] joins the two with the clock's readings, which the caller passes in: nothing here
//! reads a clock or a random source by itself.
//!
//! ```
//! use flakekit::{Asked, Format, Generator, GeneratorOptions, Pool};
//!
//! let twitter = Format::named("twitter")?;
//! let mut pool = Pool::new();
//! let mut asked = Asked::default();
//! asked.fields[twitter.position("machineId").unwrap()] = 378.0;
//! let options = GeneratorOptions::new(&twitter, &asked)?;
//! let mut ids = Generator::new(&twitter, &options, Some(&mut pool), || Some(4))?;
//!
//! let id = ids.next(1_656_432_460_105.0).unwrap();
//! assert_eq!(id, 1541815603606036480);
//! assert_eq!(twitter.decode(id)?.timestamp, 1_656_432_460_105);
//! # Ok::<(), flakekit::Error>(())
//! ```

pub mod error;
pub mod formats;
pub mod generator;
mod identity;
pub mod inspect;
mod instant;
pub mod layout;
mod message;
mod options;
mod pool;
pub mod records;
pub mod sequencer;
pub mod snapshot;
pub mod stack;
pub mod text;
mod whole;

pub use error::{Code, Error};
pub use formats::Format;
pub use generator::{Generator, Refused};
pub use inspect::inspect;
pub use options::{Asked, GeneratorOptions};
pub use pool::Pool;
