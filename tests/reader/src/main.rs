//! Reads and writes IDs as commands say: a JSON object on each line of the standard input, an answer on each line of the
//! standard output. An answer is `{ "ok": … }`, or `{ "code": …, "message": … }` for a refusal.
//!
//! `tests/js/ids/compare.test.mjs` compares the answers with those of the npm package. A command that is not understood ends the
//! program.

mod commands;
mod making;

use std::io::{self, BufRead, Write};

use commands::Reader;

fn main() -> io::Result<()> {
    let mut reader = Reader::default();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        writeln!(output, "{}", reader.answer(&line))?;
        output.flush()?;
    }
    Ok(())
}
