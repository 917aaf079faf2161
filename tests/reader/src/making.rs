//! The commands about what generators and leases are made of.

use flakekit::formats::FieldNumbers;
use flakekit::layout::{Kind, MAX_NAMES};
use flakekit::lease::{RawTerms, SeatId, Seats};
use flakekit::{Error, Format, Generator, GeneratorOptions, RawOptions};
use serde_json::{Value, json};

use crate::commands::{Answer, Command};

/// The terms of leases, and the node fields and the sequence numbers of a seat.
pub fn seats(format: &Format, command: &Command) -> Answer {
    let pair = |name| command.optional_pair(name);
    let raw = RawTerms {
        fields: given_fields(format, command),
        nodes: pair("nodes"),
        shares: command.optional_natural("shares"),
        window: command.optional_natural("window"),
        skew: command.optional_natural("skew"),
        is_durable: true,
    };
    let (seats, terms) = Seats::new(format, &raw)?;
    let id = SeatId { node: terms.section.first, share: 0 };
    let numbers = seats.numbers(format, &RawOptions::default(), id)?;
    Ok(json!({ "terms": terms.write(), "fields": nodes(format, numbers.node)?, "range": numbers.range }))
}

/// The snapshot of a generator that goes on from a snapshot. Both are the numbers of the format's form.
pub fn resume(format: &Format, command: &Command) -> Answer {
    let mut snapshot = [None; flakekit::snapshot::NUMBERS];
    for (number, given) in snapshot.iter_mut().zip(command.list("snapshot")) {
        *number = given.as_u64();
    }
    let fields = given_fields(format, command);
    let raw = RawOptions { fields, snapshot: Some(snapshot), ..RawOptions::default() };
    let options = GeneratorOptions::new(format, &raw)?;
    let ids = Generator::new(&format.scheme()?, &options, None, || Some(4))?;
    let tick = ids.tick(command.integer("now"))?;
    Ok(json!(ids.saved().numbers(format, tick)))
}

fn given_fields(format: &Format, command: &Command) -> FieldNumbers {
    let mut numbers = [None; MAX_NAMES];
    for row in command.list("numbers") {
        let row = Command(row);
        numbers[format.position(row.text("name")).expect("a field")] = Some(row.natural("number"));
    }
    numbers
}

/// The node fields and their parts of a value.
fn nodes(format: &Format, value: u64) -> Result<Value, Error> {
    let fields = format.layout().fields().iter().filter(|field| field.kind != Kind::Time);
    let numbers = format.decode(value.into())?.numbers;
    let nodes = fields.zip(numbers).filter(|(field, _)| matches!(field.kind, Kind::Node | Kind::Part));
    Ok(nodes.map(|(_, number)| json!(number)).collect())
}
