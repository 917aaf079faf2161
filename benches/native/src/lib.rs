//! The measurements of the core: criterion measures times, callgrind counts instructions.

use std::hint::black_box;
use std::rc::Rc;

use flakekit::layout::MAX_NAMES;
use flakekit::sequencer::{OnExhausted, Policy, Sequencer, Start};
use flakekit::text::{Encoding, Style, Text, Zeros};
use flakekit::{Error, Format, Generator, GeneratorOptions, RawOptions};

/// A piece of work, to be done this many times.
pub type Work = Box<dyn FnMut(u64)>;

/// The clock's reading. It does not change, so that all counts are reproducible.
const NOW: i64 = 1_767_225_600_000;
/// A time that is longer than any lead of the measurements, in ms.
const MAX_LEAD: u64 = 86_400_000;
/// The count of IDs per batch.
const BATCH: u32 = 4096;

/// All pieces of work with their names. If a name ends with `/id`, the work is done for each ID of a batch.
///
/// # Errors
/// None, unless the core refuses these options.
///
/// # Panics
/// Never: the names are those of built-in formats.
pub fn works() -> Result<Vec<(&'static str, Work)>, Error> {
    let mut works = vec![("grant 1", grant(1)), ("grant 256", grant(256))];
    let [twitter, sno] = ["twitter", "sno"].map(|name| Format::named(name).expect("a built-in format"));
    works.extend([
        ("twitter next", next(generator(&twitter, "machineId", 378)?)),
        ("twitter fill/id", fill(generator(&twitter, "machineId", 378)?)),
        ("sno next", next(generator(&sno, "partition", 4097)?)),
        ("sno fill/id", fill(generator(&sno, "partition", 4097)?)),
    ]);
    let id = 1_541_815_603_606_036_480;
    works.extend([
        ("twitter pack", pack(&twitter, id)?),
        ("twitter unpack", unpack(&twitter, id)),
        ("twitter encode", encode(&twitter, id)?),
        ("twitter decode", decode(&twitter, id)),
        ("twitter write decimal", write(&twitter, id)),
        ("twitter read decimal", read(&twitter, id)?),
    ]);
    let id = Encoding::Sno.read(b"brpk4q72xwf2m63l", 80, Zeros::Usual).unwrap_or_default();
    works.extend([
        ("sno encode", write(&sno, id)),
        ("sno decode", read(&sno, id)?),
        ("sno decode to fields", decode(&sno, id)),
    ]);
    Ok(works)
}

fn repeated<T>(mut work: impl FnMut() -> T + 'static) -> Work {
    Box::new(move |times| {
        for _ in 0..times {
            black_box(work());
        }
    })
}

fn generator(format: &Rc<Format>, node: &str, number: u64) -> Result<Generator, Error> {
    let mut raw = RawOptions {
        on_exhausted: Some(OnExhausted::Lead),
        max_lead: Some(MAX_LEAD),
        ..RawOptions::default()
    };
    raw.fields[format.position(node).unwrap_or_default()] = Some(number);
    Ok(Generator::new(&format.scheme()?, &GeneratorOptions::new(format, &raw)?, None, || Some(4))?)
}

fn grant(want: u32) -> Work {
    let policy = Policy { on_exhausted: OnExhausted::Lead, max_lead: u64::MAX, ..Policy::standard(1) };
    let sequencer = Sequencer::new((0, 4095), Start::Reset { threshold: 0 }, (0, u64::MAX - 1));
    repeated(move || sequencer.grant(black_box(1000), want, &policy, false, || None))
}

fn next(mut ids: Generator) -> Work {
    repeated(move || ids.next(black_box(NOW)))
}

fn fill(mut ids: Generator) -> Work {
    let mut values = vec![0; BATCH as usize];
    Box::new(move |times| {
        let mut left = times;
        while left > 0 {
            let want = left.min(u64::from(BATCH)) as u32;
            let mut places = values.iter_mut();
            let filled = ids.fill(black_box(NOW), want, |value| {
                if let Some(place) = places.next() {
                    *place = value as u64;
                }
            });
            left -= u64::from(filled.unwrap_or(want));
            black_box(&mut values);
        }
    })
}

fn pack(format: &Rc<Format>, id: u128) -> Result<Work, Error> {
    let numbers: Vec<_> = format.layout().unpack(id)?.collect();
    let format = Rc::clone(format);
    Ok(repeated(move || format.layout().pack(black_box(&numbers))))
}

fn unpack(format: &Rc<Format>, id: u128) -> Work {
    let format = Rc::clone(format);
    repeated(move || {
        format.layout().unpack(black_box(id)).map(|numbers| numbers.fold(0, |all, one| all ^ one))
    })
}

fn encode(format: &Rc<Format>, id: u128) -> Result<Work, Error> {
    let mut numbers = [None; MAX_NAMES];
    let timestamp = format.decode_each(id, |at, number| numbers[at] = Some(number))?;
    let format = Rc::clone(format);
    Ok(repeated(move || format.encode(black_box(timestamp), black_box(&numbers), false)))
}

fn decode(format: &Rc<Format>, id: u128) -> Work {
    let format = Rc::clone(format);
    let mut numbers = [0; MAX_NAMES];
    repeated(move || {
        let done = format.decode_each(black_box(id), |at, number| numbers[at] = number);
        black_box(&mut numbers);
        done
    })
}

fn write(format: &Rc<Format>, id: u128) -> Work {
    let format = Rc::clone(format);
    let mut text = Text::EMPTY;
    repeated(move || {
        let done = format.write_to(&mut text, black_box(id), Style::OWN);
        black_box(&mut text);
        done
    })
}

fn read(format: &Rc<Format>, id: u128) -> Result<Work, Error> {
    let text = format.write(id, Style::OWN)?;
    let format = Rc::clone(format);
    Ok(repeated(move || format.read(black_box(text.as_bytes()), Style::OWN)))
}
