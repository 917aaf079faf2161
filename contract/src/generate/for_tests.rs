//! The lists from which the tests of the package derive what they try: formats, encodings, policies, codes.

use flakekit::layout::{Kind, MAX_BITS};
use flakekit::sequencer::Start;
use flakekit::text::{Encoding, Zeros};
use flakekit::{Code, Format};

use super::described::all;
use super::quoted;
use crate::words::{PolicyWords, on_rollback, policies};

pub fn javascript() -> String {
    let mut text =
        "/** The built-in formats in the order of their numbers. */\nexport const builtIns = [\n".to_owned();
    for format in all() {
        text += &format!("  {},\n", built_in(&format));
    }
    text += "];\n\n/** The encodings in the order of their numbers. */\nexport const encodings = [\n";
    for &encoding in Encoding::ALL {
        text += &format!("  {},\n", described(encoding));
    }
    text +=
        "];\n\n/** The words of each policy in the order of their numbers. */\nexport const policies = {\n";
    for PolicyWords { option, words, .. } in policies() {
        text += &format!("  {option}: [{}],\n", quoted(words.into_iter().map(|(word, _)| word)));
    }
    text += "};\n\n/** The codes of all errors. */\n";
    text + &format!("export const codes = [{}];\n", quoted(Code::ALL.iter().map(|code| code.as_str())))
}

/// A format: its names, the numbers of one node, and what its generators promise.
fn built_in(format: &Format) -> String {
    let (layout, policy) = (format.layout(), format.policy());
    let nodes: Vec<_> = layout
        .fields()
        .iter()
        .filter(|field| field.kind == Kind::Node)
        .map(|field| format!("{}: {}", field.name, field.place.max() / 3))
        .collect();
    format!(
        "{{ name: {:?}, alias: {:?}, bits: {}, unit: {}, type: {:?}, text: {:?}, hasEpoch: {}, \
         nodes: {{ {} }}, capacity: {}, increases: {}, onRollback: {:?}, leadsWhenStalled: {} }}",
        format.name(),
        format.alias(),
        layout.bits(),
        format.unit(),
        format.native().name(),
        format.encoding().name(),
        format.known_epoch().is_some(),
        nodes.join(", "),
        layout.place(Kind::Sequence).max() + 1,
        matches!(policy.start, Start::Reset { .. }),
        on_rollback(policy.on_rollback).0,
        policy.leads_when_stalled
    )
}

/// An encoding: the only width in bits that it is defined for, or `null`, whether it is imported, and what its texts promise.
fn described(encoding: Encoding) -> String {
    let widths: Vec<_> =
        (1..=MAX_BITS).filter(|&bits| encoding.write(0, bits, Zeros::Usual).is_ok()).collect();
    let width = if let [width] = widths[..] { width.to_string() } else { "null".to_owned() };
    format!(
        "{{ name: {:?}, width: {width}, acceptsOnlyCanonical: {}, hasShortForm: {}, isImported: {}, sorts: {} }}",
        encoding.name(),
        encoding.accepts_only_canonical(),
        encoding.has_short_form(),
        encoding.is_imported(),
        encoding.sorts()
    )
}
