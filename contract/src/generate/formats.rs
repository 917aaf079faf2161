//! The built-in formats: exports and type declarations.

use std::rc::Rc;

use flakekit::Format;
use flakekit::formats::JsType;
use flakekit::layout::{Field, Kind};

use super::capitalized;
use super::readme::{epoch, fields_in_words};

/// The built-in formats in the order of their numbers.
pub fn all() -> Vec<Rc<Format>> {
    Format::names().filter_map(Format::named).collect()
}

/// The exports of the package.
pub fn typescript() -> String {
    let mut text = "import type * as api from \"../../types/index.js\";\n".to_owned();
    text += "import { builtIn } from \"../registry.js\";\nimport { Sno } from \"../sno.js\";\n\n";
    for (number, format) in all().iter().enumerate() {
        let name = format.name();
        let class = if format.js_type() == JsType::Text { ", Sno" } else { "" };
        let names: Vec<_> = names_of(format).map(|name| format!("\"{name}\"")).collect();
        let names = names.join(", ");
        text += &format!("export const {name} = builtIn<typeof api.{name}>([{names}], {number}{class});\n");
        if !format.alias().is_empty() {
            text += &format!("export {{ {name} as {} }};\n", format.alias());
        }
    }
    text
}

/// The type declarations of the exports.
pub fn declarations() -> String {
    let mut text =
        "import type { Format, FormatWithoutEpoch, SimpleFormat } from \"../format.js\";\n".to_owned();
    text += "import type { SnowflakeSIWithoutEpoch } from \"../snowflake-si.js\";\n";
    text += "import type { SnoFormat } from \"../sno.js\";\n\n";
    for format in all() {
        let name = format.name();
        for node in nodes_with_parts(&format) {
            text += &node_type(&format, node);
        }
        text += &format!("/** {} */\nexport const {name}: {};\n\n", documentation(&format), type_of(&format));
        if !format.alias().is_empty() {
            text += &format!(
                "/** The same format as {{@link {name}}}. */\nexport const {}: typeof {name};\n\n",
                format.alias()
            );
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
        None => ". It has no epoch: set one by `with`".to_owned(),
        Some(_) => format!(" since {}", epoch(format)),
    };
    format!(
        "{}; {} bits, written in `{}`. Ticks of {} ms{since}.",
        fields_in_words(format),
        format.layout().bits(),
        format.encoding().name(),
        format.tick_ms()
    )
}

/// Formats with methods of their own have hand-written types: those whose IDs are texts, and those whose
/// widths can be changed.
fn type_of(format: &Format) -> String {
    let own = capitalized(format.name());
    if format.js_type() == JsType::Text {
        return format!("{own}Format");
    }
    if !format.widths().is_empty() {
        return format!("{own}WithoutEpoch");
    }
    let id = format.js_type().name();
    let is_node = |field: &&Field| field.kind == Kind::Node;
    let is_part_of_id = |field: &&Field| field.kind != Kind::Time;
    let is_other = |field: &&Field| !matches!(field.kind, Kind::Time | Kind::Node | Kind::Part);
    let nodes = object(format, is_node);
    let fields = object(format, is_part_of_id);
    let others = object(format, is_other);
    let Some(node) = nodes_with_parts(format).next() else {
        return match format.known_epoch() {
            Some(_) => format!("SimpleFormat<{id}, {nodes}, {others}>"),
            None => format!("FormatWithoutEpoch<{id}, {nodes}, {fields}>"),
        };
    };
    let node = node_type_name(format, node);
    let class = if format.known_epoch().is_some() { "Format" } else { "FormatWithoutEpoch" };
    format!("{class}<{id}, {node}, {fields}, {node} & {others}>")
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
