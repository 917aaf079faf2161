//! The built-in formats: exports and type declarations.

use flakekit::Format;
use flakekit::formats::{Native, SnapshotForm};
use flakekit::layout::{Field, Kind};
use flakekit::sequencer::Policy;
use flakekit::text::Encoding;

use super::described::{all, epoch, fields_in_words};
use super::{capitalized, with_example};

/// The exports of the package: a descriptor for each format.
pub fn typescript() -> String {
    let mut text = HEAD.to_owned();
    for format in all() {
        let name = format.name();
        let descriptor = descriptor(&format);
        let extras = extras(&format);
        let extras = match extras.as_slice() {
            [] => String::new(),
            // `PARTS` stands alone, without braces, because bundlers keep an object that is spread.
            ["...PARTS"] => ", PARTS".to_owned(),
            extras => format!(", {{ {} }}", extras.join(", ")),
        };
        let made = if format.native() == Native::Text {
            format!("snoFormat<typeof api.{name}>({descriptor})")
        } else if format.name_of_machine().is_some() {
            let extras = format!("/* @__PURE__ */ withMachine(wholeNumber{extras})");
            format!("format<typeof api.{name}>({descriptor}, {extras})")
        } else {
            format!("format<typeof api.{name}>({descriptor}{extras})")
        };
        text += &format!("export const {name} = /* @__PURE__ */ {made};\n\n");
        if !format.alias().is_empty() {
            text += &format!("export {{ {name} as {} }};\n\n", format.alias());
        }
    }
    text
}

/// The formats by their names. No export of the package, so the descriptors are in a file without it.
pub fn by_name() -> String {
    let mut text = "import {\n".to_owned();
    for format in all() {
        text += &format!("  {},\n", format.name());
    }
    text += "} from \"./generated.js\";\n\n";
    text += "/** All built-in formats by their names, in the order of the table. */\n";
    text += "export const builtIns = (): Record<string, unknown> => ({\n";
    for format in all() {
        for name in names_of(&format) {
            text += &format!("  {name}: {},\n", format.name());
        }
    }
    text + "});\n"
}

const HEAD: &str = "import type * as api from \"../../types/index.js\";
import { format, wholeNumber } from \"../ids/index.js\";
import { checkBegin, decimalHint, noEpoch, numberSchema, valueAsNumber } from \"./extras.js\";
import { withMachine } from \"./machine.js\";
import { numberGenerators } from \"../generators/index.js\";
import { PARTS } from \"./parts.js\";
import { ROTATED } from \"./rotated.js\";
import { snoFormat } from \"./sno.js\";

";

/// The descriptor of a format, without the members whose values are usual.
fn descriptor(format: &Format) -> String {
    let mut text = format!("{{ _name: {:?}, _bits: {}", format.name(), format.layout().bits());
    let epoch = format.known_epoch().map_or_else(|| "null".to_owned(), |epoch| epoch.to_string());
    text += &format!(", _epoch: {epoch}");
    if format.unit() != 1 {
        text += &format!(", _unit: {}", format.unit());
    }
    if format.native() != Native::BigInt {
        text += &format!(", _native: {:?}", format.native().name());
    }
    if format.encoding() != Encoding::Decimal {
        text += &format!(", _text: {:?}", format.encoding().name());
    }
    if format.reach() != i64::MIN {
        text += &format!(", _reach: {}", format.reach());
    }
    let (policy, usual) = (format.policy(), Policy::standard(format.unit()));
    // In Workers, the wrapper leads when a sequence is used up, unless the format's policy is stated here.
    let named = [
        (policy.on_rollback != usual.on_rollback).then_some(policy.on_rollback as usize),
        (policy.on_exhausted != usual.on_exhausted).then_some(policy.on_exhausted as usize),
        (policy.start != usual.start).then_some(policy.start.parts().0),
    ];
    if let Some(last) = named.iter().rposition(Option::is_some) {
        let number =
            |named: &Option<usize>| named.map_or_else(|| "NaN".to_owned(), |number| number.to_string());
        let numbers = named[..=last].iter().map(number).collect::<Vec<_>>();
        text += &format!(", _policies: [{}]", numbers.join(", "));
    }
    if !policy.leads_when_stalled {
        text += ", _waitsInStalls: true";
    }
    if format.min_range_length() > 1 {
        text += &format!(", _leastNumbers: {}", format.min_range_length());
    }
    if format.chooses_node() {
        text += ", _choosesNode: true";
    }
    if format.has_default_generator() {
        text += ", _hasDefault: true";
    }
    if format.snapshot_form() == SnapshotForm::Sno {
        text += ", _hasSnoSnapshots: true";
    }
    if !format.widths().is_empty() {
        let widths = format.widths().iter();
        let widths = widths.map(|width| format!("[{:?}, {}, {}]", width.option, width.min, width.max));
        text += &format!(", _widths: [{}]", widths.collect::<Vec<_>>().join(", "));
    }
    let fields = format.layout().fields().iter();
    let fields =
        fields.map(|field| format!("[{:?}, {:?}, {}]", field.kind.name(), field.name, field.place.bits));
    text + &format!(", _fields: [{}] }}", fields.collect::<Vec<_>>().join(", "))
}

/// The members of the format that few formats need.
fn extras(format: &Format) -> Vec<&'static str> {
    let mut extras = Vec::new();
    if nodes_with_parts(format).next().is_some() {
        extras.push("...PARTS");
    }
    // `as` takes each encoding of the format's width, also one that is not the format's own.
    let has_width = |one: &Encoding| one.only_width() == Some(format.layout().bits());
    if Encoding::ALL.iter().any(|one| one.moves_last_two() && has_width(one)) {
        extras.push("_forms: ROTATED");
    }
    if format.encoding() != Encoding::Decimal {
        extras.push("_hint: decimalHint");
    }
    if format.known_epoch().is_none() {
        extras.push("_noEpoch: noEpoch");
    }
    if format.native() == Native::Number {
        extras.push("_generators: numberGenerators");
        extras.push("_toNative: valueAsNumber");
        extras.push("_schema: numberSchema");
    }
    if format.unit() > 1 {
        extras.push("_checkBegin: checkBegin");
    }
    extras
}

/// The type declarations of the exports.
pub fn declarations() -> String {
    let mut text = "import type { Format, FormatWithoutEpoch, OneNode } from \"../format.js\";\n".to_owned();
    text += "import type { SnowflakeSIWithoutEpoch } from \"../snowflake-si.js\";\n";
    text += "import type { SnoFormat } from \"../sno.js\";\n\n";
    for format in all() {
        let name = format.name();
        for node in nodes_with_parts(&format) {
            text += &node_type(&format, node);
        }
        let (document, of_name) = (documentation(&format), type_name(&format));
        if !has_own_type(&format) {
            text += &format_type(&format);
        }
        text += &with_example(&document, &example(&format, name));
        text += &format!("export const {name}: {of_name};\n\n");
        let alias = format.alias();
        if !alias.is_empty() {
            let document = format!("The same format as {{@link {name}}}.");
            text += &with_example(&document, &example(&format, alias));
            text += &format!("export const {alias}: typeof {name};\n\n");
        }
    }
    text += "/** The built-in formats by name. */\nexport interface BuiltInFormats {\n";
    for format in all() {
        for name in names_of(&format) {
            text += &format!("  {name}: typeof {name};\n");
        }
    }
    text + "}\n"
}

/// The name of a format and its other name, if it has one.
fn names_of(format: &Format) -> impl Iterator<Item = &str> {
    [format.name(), format.alias()].into_iter().filter(|name| !name.is_empty())
}

fn documentation(format: &Format) -> String {
    let since = match format.known_epoch() {
        None => ". It has no epoch: set one by `withOptions`".to_owned(),
        Some(_) => format!(" since {}", epoch(format)),
    };
    format!(
        "{}; {} bits, written in `{}`. Ticks of {} ms{since}.",
        fields_in_words(format),
        format.layout().bits(),
        format.encoding().name(),
        format.unit()
    )
}

/// A program that makes an ID of a format, whose constant has this name.
fn example(format: &Format, name: &str) -> String {
    let has_epoch = format.known_epoch().is_some();
    let mut imports = vec!["generator", name];
    imports.extend((!has_epoch).then_some("withOptions"));
    imports.sort_unstable();
    let used = if has_epoch { name } else { "format" };
    let nodes = format.layout().fields().iter().filter(|field| field.kind == Kind::Node);
    let nodes: Vec<_> = nodes.map(|field| format!("{}: 1", field.name)).collect();
    let options = if nodes.is_empty() { String::new() } else { format!(", {{ {} }}", nodes.join(", ")) };
    let mut code = format!("import {{ {} }} from \"flakekit\";\n\n", imports.join(", "));
    if !has_epoch {
        code += &format!("const format = withOptions({name}, {{ epoch: \"2024-01-01\" }});\n");
    }
    code + &format!("const ids = generator({used}{options});\n{used}.isValid(ids.next()); // → true\n")
}

/// Whether the type of a format is written by hand: formats with methods of their own have such types, whose IDs are texts or whose
/// widths can be changed.
fn has_own_type(format: &Format) -> bool {
    format.native() == Native::Text || !format.widths().is_empty()
}

/// The name of the type of a format. Editors show it in place of the fields.
fn type_name(format: &Format) -> String {
    let ending = if format.native() == Native::Text || format.known_epoch().is_some() {
        "Format"
    } else {
        "WithoutEpoch"
    };
    capitalized(format.name()) + ending
}

/// The type of a format, and that of a format without an epoch.
fn format_type(format: &Format) -> String {
    let (name, own) = (format.name(), capitalized(format.name()));
    let id = format.native().name();
    let nodes = object(format, |field| field.kind == Kind::Node);
    let fields = object(format, |field| field.kind != Kind::Time);
    let others = object(format, |field| !matches!(field.kind, Kind::Time | Kind::Node | Kind::Part));
    let node = if let Some(node) = nodes_with_parts(format).next() {
        Some(node_type_name(format, node))
    } else {
        format.name_of_machine().map(|name| format!("OneNode<{name:?}>"))
    };
    let (node, given) = match node {
        Some(node) => (node.clone(), format!("{node} & {others}")),
        None => (nodes, fields.clone()),
    };
    let with = if format.known_epoch().is_none() { " with an epoch" } else { "" };
    let mut text = format!(
        "/** The type of the format {{@link {name}}}{with}. */\nexport interface {own}Format extends Format<{id}, {node}, {fields}, {given}> {{}}\n\n"
    );
    if format.known_epoch().is_none() {
        text += &format!(
            "/** The type of the format {{@link {name}}}. */\nexport interface {own}WithoutEpoch extends FormatWithoutEpoch<{id}, {fields}, {own}Format> {{}}\n\n"
        );
    }
    text
}

/// An object type with a number for each chosen field.
fn object(format: &Format, is_chosen: impl Fn(&&Field) -> bool) -> String {
    let fields: Vec<_> = format
        .layout()
        .fields()
        .iter()
        .filter(|field| is_chosen(field))
        .map(|field| format!("{}: number", field.name))
        .collect();
    if fields.is_empty() { "object".to_owned() } else { format!("{{ {} }}", fields.join("; ")) }
}

/// A node field, followed by its parts.
fn nodes_with_parts(format: &Format) -> impl Iterator<Item = &[Field]> {
    let fields = format.layout().fields();
    (0..fields.len()).filter_map(|i| {
        let parts = fields[i + 1..].iter().take_while(|field| field.kind == Kind::Part).count();
        (fields[i].kind == Kind::Node && parts > 0).then(|| &fields[i..=i + parts])
    })
}

fn node_type_name(format: &Format, node: &[Field]) -> String {
    capitalized(format.name()) + &capitalized(node[0].name.trim_end_matches("Id"))
}

/// The type of a node field with parts: given by itself, or by all its parts.
fn node_type(format: &Format, node: &[Field]) -> String {
    let name = &node[0].name;
    let optional: Vec<_> = node[1..].iter().map(|part| format!("{}?: number", part.name)).collect();
    let required: Vec<_> = node[1..].iter().map(|part| format!("{}: number", part.name)).collect();
    format!(
        "/** The `{name}` of `{}`, as one number or as its parts. */\nexport type {} =\n  | {{ {name}: number; {} }}\n  | {{ {name}?: undefined; {} }};\n\n",
        format.name(),
        node_type_name(format, node),
        optional.join("; "),
        required.join("; ")
    )
}
