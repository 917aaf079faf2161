//! What the page knows of the core beside the public API of the package.

use flakekit::inspect::FAST_CLOCK_MS;
use flakekit::text::Encoding;

use super::encodings::named;
use super::quoted;

pub fn typescript() -> String {
    format!(
        "/** The encodings that are known by their names, in the order of their numbers. */\n\
         export const ENCODINGS = [{}] as const;\n\n\
         /** How far in the future the time of a likely ID may be, in ms: clocks can be fast. */\n\
         export const FAST_CLOCK_MS = {FAST_CLOCK_MS};\n",
        quoted(named().map(Encoding::name))
    )
}
