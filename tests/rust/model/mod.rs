//! Sequencers and generators against a naive model that remembers every number ever granted.

mod grants;
mod numbers;
mod scripts;
mod steps;
mod world;
