//! What the page knows of the core beside the public API of the package.

use flakekit::text::Encoding;

use super::encodings::named;
use super::quoted;

pub fn typescript() -> String {
    format!(
        "/** The encodings that are known by their names, in the order of their numbers. */\n\
         export const ENCODINGS = [{}] as const;\n",
        quoted(named().map(Encoding::name))
    )
}
