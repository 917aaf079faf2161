//! Writes what both languages know, and what follows from the table of formats, to a folder. The script
//! `scripts/generate.mjs` runs it and copies the files to their places.

mod generate;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: flakekit-contract <folder>");
        return ExitCode::FAILURE;
    };
    for (name, text) in generate::files() {
        if let Err(error) = fs::write(folder.join(name), text) {
            eprintln!("{name} cannot be written to {}: {error}", folder.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
