//! flakekit's core for JavaScript.
//!
//! This crate only translates; the crate `flakekit` decides. Calls take primitives and return primitives, and a
//! sentinel if they are refused; `refusal` returns the reason. Generators and seats are numbers. Everything larger than
//! a few numbers is exchanged through buffers. The module imports nothing.

mod buffers;
mod entropy;
mod generator;
mod kept;
mod lease;
mod opening;
mod refusals;

use flakekit_memory as _;
