//! The type declarations of names: encodings, kinds of fields, error codes.

use flakekit::layout::Kind;
use flakekit::sequencer::OnRollback;
use flakekit::text::{Encoding, Style};
use flakekit::{Code, Format};

use super::encodings::{imported, named};
use super::{quoted, with_example};
use crate::words::{PolicyWords, on_rollback, policies};

/// A program that writes an ID in an imported encoding.
fn example(encoding: Encoding) -> String {
    const ID: u128 = 1_541_815_603_606_036_480;
    let twitter = Format::named("twitter").expect("a built-in format");
    let style = Style { encoding: Some(encoding), ..Style::OWN };
    let text = twitter.write(ID, style).expect("the encoding is of any width");
    let name = encoding.name();
    format!(
        "import {{ {name}, twitter }} from \"flakekit\";\n\ntwitter.toText({ID}n, {{ as: {name} }}); // → \"{}\"\n",
        &*text
    )
}

pub fn declarations() -> String {
    let mut text =
        "import type { ImportedEncoding } from \"../text.js\";\n\n/**\n * An encoding of IDs as text.\n *\n"
            .to_owned();
    for encoding in named() {
        text += &format!(" * - `{}`: {}\n", encoding.name(), encoding.description().trim());
    }
    text += " *\n * Others are imported: see {@link ImportedEncoding}.\n";
    text += &format!(" */\nexport type Encoding = {};\n\n", union(named().map(Encoding::name)));
    text += "/** The names of encodings that are imported. */\n";
    text += &format!("export type ImportedEncodingName = {};\n\n", union(imported().map(Encoding::name)));
    for encoding in imported() {
        text += &with_example(encoding.description().trim(), &example(encoding));
        text += &format!("export const {0}: ImportedEncoding<\"{0}\">;\n\n", encoding.name());
    }
    let kinds = Kind::ALL.iter().filter(|kind| **kind != Kind::Part).map(|kind| kind.name());
    text += &format!("/** What a field contains. */\nexport type FieldKind = {};\n\n", union(kinds));
    for PolicyWords { type_name, about, words, .. } in policies() {
        // `toggle` is added in the types of the options in which it is allowed.
        let words: Vec<_> =
            words.into_iter().filter(|(word, _)| *word != on_rollback(OnRollback::Toggle).0).collect();
        text += &format!("/**\n * {about}\n *\n");
        for (word, meaning) in &words {
            text += &format!(" * - `{word}`: {meaning}\n");
        }
        let union = union(words.iter().map(|(word, _)| *word));
        text += &format!(" */\nexport type {type_name} = {union};\n\n");
    }
    text += "/**\n * The kind of a {@link FlakeError}. Codes are stable.\n *\n";
    for code in Code::ALL {
        let status = code.status().map_or_else(String::new, |status| format!(" `statusCode` is {status}."));
        text += &format!(" * - `{}`: {}{status}\n", code.as_str(), code.meaning());
    }
    text += " *\n * Functions that make or inspect IDs may throw `CORE_FAILED` at their first use.\n */\n";
    text + &format!("export type FlakeErrorCode = {};\n", union(Code::ALL.iter().map(|code| code.as_str())))
}

fn union<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    quoted(names).replace(", ", " | ")
}
