//! The commands, one function each. All but those that make a format are about the format that was made last.

use std::rc::Rc;

use flakekit::formats::{Definition, FieldNumbers, Native, Span};
use flakekit::layout::{Field, Kind, MAX_NAMES};
use flakekit::limits::MS_US;
use flakekit::text::{Encoding, Style, Zeros};
use flakekit::{Error, Format};
use serde_json::{Value, json};

use crate::making;

/// The state between two commands.
#[derive(Default)]
pub struct Reader {
    format: Option<Rc<Format>>,
}

pub type Answer = Result<Value, Error>;

impl Reader {
    /// The answer to a line; `null` if the format could not be made.
    ///
    /// # Panics
    /// If the line is no command.
    pub fn answer(&mut self, line: &str) -> Value {
        let command = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        match self.run(&Command(&command)) {
            None => Value::Null,
            Some(Ok(value)) => json!({ "ok": value }),
            Some(Err(error)) => json!({ "code": error.code().as_str(), "message": error.message() }),
        }
    }

    fn run(&mut self, command: &Command) -> Option<Answer> {
        let made = match command.text("do") {
            "named" => Ok(Format::named(command.text("name")).expect("a built-in format")),
            "define" => define(command),
            "with" => with(self.format.as_ref()?, command),
            _ => return Some(read(self.format.as_ref()?, command)),
        };
        // After a refusal there is none, so that nothing is read with the wrong one.
        self.format = made.as_ref().ok().cloned();
        Some(made.map(|format| describe(&format)))
    }
}

fn define(command: &Command) -> Result<Rc<Format>, Error> {
    let mut fields = Vec::new();
    for row in command.list("fields") {
        let row = Command(row);
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == row.text("kind")).expect("a kind");
        fields.push(Field::checked(kind, row.text("name").to_owned(), row.natural("bits"))?);
    }
    let native = Native::ALL.into_iter().find(|native| native.name() == command.text("native"));
    let definition = Definition {
        name: command.text("name").to_owned(),
        fields,
        bits: command.optional_natural("bits"),
        // A fraction of a ms is given in µs.
        unit_us: command
            .optional_natural("us")
            .or_else(|| command.optional_natural("unit").map(|ms| ms.saturating_mul(MS_US))),
        epoch: command.integer("epoch"),
        native: native.expect("a type"),
        encoding: encoding(command.text("text")),
        on_rollback: None,
        on_exhausted: None,
        start: None,
    };
    Format::define(definition, command.optional_integer("now"))
}

fn with(format: &Format, command: &Command) -> Result<Rc<Format>, Error> {
    let widths: Vec<_> = command.list("widths").iter().map(Value::as_u64).collect();
    let adjusted =
        format.with(command.optional_integer("epoch"), &widths, command.optional_integer("now"))?;
    Ok(match command.optional("name", |name| name.as_str().map(str::to_owned)) {
        None => adjusted,
        Some(name) => {
            let mut named = Rc::unwrap_or_clone(adjusted);
            named.rename(name);
            Rc::new(named)
        }
    })
}

/// Everything that a format says of itself, what a snapshot says of it, the field that `machineId` stands for, and why its IDs
/// are only read.
fn describe(format: &Format) -> Value {
    let refusal = format.check_making().err().map(|error| error.to_string());
    json!({ "description": format.describe(), "machine": format.name_of_machine(), "refusal": refusal })
}

/// Runs a command about a format.
fn read(format: &Format, command: &Command) -> Answer {
    match command.text("do") {
        "decode" => decode(format, command.value()),
        "decodeText" => decode(format, read_text(format, command)?),
        "holds" => Ok(format.holds(command.value()).into()),
        "isText" => Ok(format.read(command.text("text").as_bytes(), command.style()).is_ok().into()),
        "read" => read_text(format, command).map(digits),
        "write" => format.write(command.value(), command.style()).map(|text| (*text).into()),
        "encode" => encode(format, command),
        "tick" => format.tick(command.integer("ms")).map(Value::from),
        "range" => range(format, command),
        "metadataFromText" => metadata_from_text(format, command.text("text")),
        "seats" => making::seats(format, command),
        "resume" => making::resume(format, command),
        "withMetadata" => format.with_metadata(command.value(), command.natural("metadata")).map(digits),
        unknown => panic!("there is no command {unknown}"),
    }
}

/// A list, because JavaScript may order the names of an object in another way.
fn decode(format: &Format, value: u128) -> Answer {
    let decoded = format.decode(value)?;
    let ticks = (!format.unit_us().is_multiple_of(MS_US)).then(|| format.ticks(value));
    Ok(json!({ "timestamp": decoded.timestamp, "numbers": decoded.numbers, "ticks": ticks }))
}

fn read_text(format: &Format, command: &Command) -> Result<u128, Error> {
    let (text, style) = (command.text("text"), command.style());
    format.read(text.as_bytes(), style).map_err(|_| format.refuse_text(text, text.chars().count(), style))
}

fn encode(format: &Format, command: &Command) -> Answer {
    let mut numbers: FieldNumbers = [None; MAX_NAMES];
    for row in command.list("numbers") {
        let row = Command(row);
        numbers[format.position(row.text("name")).expect("a field")] = Some(row.natural("number"));
    }
    let partial = command.flag("partial");
    match command.optional_natural("ticks") {
        Some(tick) => format.encode_tick(tick, &numbers, partial),
        None => format.encode(command.integer("ms"), &numbers, partial),
    }
    .map(digits)
}

fn range(format: &Format, command: &Command) -> Answer {
    let span = Span {
        from: command.optional_integer("from"),
        to: command.optional_integer("to"),
        is_half_open: command.flag("halfOpen"),
        clamps: command.flag("clamp"),
    };
    let (first, last) = format.range(&span)?;
    Ok(json!([digits(first), last.map(digits)]))
}

/// The whole text explains a refusal, and not only the characters that were read.
fn metadata_from_text(format: &Format, text: &str) -> Answer {
    let read = format.metadata_from_text(text.as_bytes());
    read.map(Value::from).map_err(|_| format.refuse_text(text, text.chars().count(), Style::OWN))
}

fn encoding(name: &str) -> Encoding {
    Encoding::ALL.iter().copied().find(|encoding| encoding.name() == name).expect("an encoding")
}

/// JSON has no integers of this size.
fn digits(value: u128) -> Value {
    value.to_string().into()
}

/// A command, or an object in one. A name or a type that is not expected ends the program.
pub struct Command<'c>(pub &'c Value);

impl<'c> Command<'c> {
    pub fn text(&self, name: &str) -> &'c str {
        self.0[name].as_str().unwrap_or_else(|| panic!("{name} is no text: {}", self.0))
    }

    pub fn natural(&self, name: &str) -> u64 {
        self.optional_natural(name).unwrap_or_else(|| panic!("{name} is missing: {}", self.0))
    }

    pub fn integer(&self, name: &str) -> i64 {
        self.optional_integer(name).unwrap_or_else(|| panic!("{name} is missing: {}", self.0))
    }

    pub fn optional_natural(&self, name: &str) -> Option<u64> {
        self.optional(name, Value::as_u64)
    }

    pub fn optional_integer(&self, name: &str) -> Option<i64> {
        self.optional(name, Value::as_i64)
    }

    pub fn optional<T>(&self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let given = &self.0[name];
        (!given.is_null())
            .then(|| read(given).unwrap_or_else(|| panic!("{name} is out of range: {}", self.0)))
    }

    pub fn optional_pair(&self, name: &str) -> Option<(u64, u64)> {
        self.optional(name, |pair| pair[0].as_u64().zip(pair[1].as_u64()))
    }

    pub fn flag(&self, name: &str) -> bool {
        self.0[name].as_bool().unwrap_or_default()
    }

    pub fn list(&self, name: &str) -> &'c [Value] {
        self.0[name].as_array().unwrap_or_else(|| panic!("{name} is no list: {}", self.0))
    }

    /// An ID, in decimal digits.
    pub fn value(&self) -> u128 {
        self.text("value").parse().unwrap_or_else(|error| panic!("{error}: {}", self.0))
    }

    pub fn style(&self) -> Style {
        let zeros = Zeros::ALL.into_iter().find(|zeros| zeros.option() == self.text("zeros"));
        Style { encoding: self.0["as"].as_str().map(encoding), zeros: zeros.expect("zeros") }
    }
}
