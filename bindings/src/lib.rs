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
#[cfg(target_family = "wasm")]
mod memory;
mod opening;
mod refusals;

#[cfg(target_family = "wasm")]
use talc::{cell::TalcSyncCell, wasm::WasmBinning};

/// An allocator that is 2.5 KB smaller than the standard one, gzipped.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<memory::Growth, WasmBinning> = TalcSyncCell::new_wasm(memory::Growth);
