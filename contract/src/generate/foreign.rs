//! The kinds of other families whose texts are a number in a base, for `foreignFormats` of the npm package.

use flakekit::inspect::foreign_formats;
use flakekit::report::Report;

pub fn typescript() -> String {
    format!("{HEAD}{};\n", literal(&foreign_formats()))
}

const HEAD: &str = "/** See `ForeignFormat`. */
export const FOREIGN_FORMATS = ";

/// A report as a literal.
fn literal(report: &Report<'_>) -> String {
    match report {
        Report::Null => "null".to_owned(),
        Report::Bool(bool) => bool.to_string(),
        Report::Number(number) => number.to_string(),
        Report::BigInt(integer) => format!("{integer}n"),
        Report::Text(text) => format!("{text:?}"),
        Report::List(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Report::Object(entries) => {
            let entries = entries.iter().map(|(name, value)| format!("{name}: {}", literal(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}
