//! The generated files.

mod contract;
mod described;
mod encodings;
mod for_page;
mod for_tests;
mod foreign;
mod formats;
mod names;
mod tables;

/// The first line of each generated source file.
const HEADER: &str = "// Generated from Rust by `npm run build`. Do not edit.\n\n";

/// All files: names and texts.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("contract.ts", format!("{HEADER}{}", contract::typescript())),
        ("encodings.ts", format!("{HEADER}{}", encodings::typescript())),
        ("foreign.ts", format!("{HEADER}{}", foreign::typescript())),
        ("formats.ts", format!("{HEADER}{}", formats::typescript())),
        ("built-ins.ts", format!("{HEADER}{}", formats::by_name())),
        ("formats.d.ts", format!("{HEADER}{}", formats::declarations())),
        ("names.d.ts", format!("{HEADER}{}", names::declarations())),
        ("formats.mjs", format!("{HEADER}{}", for_tests::javascript())),
        ("page.ts", format!("{HEADER}{}", for_page::typescript())),
        ("formats.md", tables::formats()),
        ("policies.md", tables::policies_table()),
        ("codes.md", tables::codes()),
    ]
}

/// A list of quoted texts, separated by commas.
fn quoted<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<_> = texts.into_iter().map(|text| format!("{text:?}")).collect();
    quoted.join(", ")
}

/// A comment of a declaration, with an example.
fn with_example(document: &str, code: &str) -> String {
    let code: String = code.lines().map(|line| format!(" * {line}").trim_end().to_owned() + "\n").collect();
    format!("/**\n * {document}\n *\n * @example\n * ```js\n{code} * ```\n */\n")
}

/// A name with a capital first letter.
fn capitalized(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}
