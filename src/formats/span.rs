//! The IDs of a span of time.

use super::Format;
use crate::error::{Error, refuse};
use crate::message::Word;

/// A span of time. Its instants are in Unix ms, and each stands for its whole tick, and for all ticks that begin in its ms.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    /// The first instant; `None` stands for the beginning of the format's time.
    pub from: Option<i64>,
    /// The last instant; `None` stands for the end of the format's time.
    pub to: Option<i64>,
    /// Whether the tick of `to` is not part of the span.
    pub is_half_open: bool,
    /// Whether instants that the format cannot hold count as the beginning or the end of its time.
    pub clamps: bool,
}

impl Format {
    /// The smallest and the largest value of a span of time. If the span is half-open, the second value is
    /// the smallest one after the span; `None` if there is none. If no tick is in the span, the values are 1
    /// and 0, or equal if the span is half-open, so that no value is between them.
    ///
    /// # Errors
    /// `INVALID_TIME` if the format cannot hold one of the instants, unless the span clamps them, or if `from`
    /// is later than `to`; `INVALID_OPTION` if the span is half-open and the time is not the format's first
    /// field, because then values do not sort by time; `EPOCH_REQUIRED`.
    pub fn range(&self, span: &Span) -> Result<(u128, Option<u128>), Error> {
        self.epoch()?;
        if let (Some(from), Some(to)) = (span.from, span.to)
            && from > to
        {
            let (from, to) = (Word::Instant(from), Word::Instant(to));
            return Err(refuse!(InvalidTime, "from, {}, is later than to, {}", from, to));
        }
        if span.is_half_open && self.time.shift + self.time.bits < self.layout.bits() {
            return Err(refuse!(
                InvalidOption,
                "halfOpen is true, but IDs of {} do not sort by time: omit it",
                &self.called()
            ));
        }
        let first = span.from.map_or(Ok(0), |from| self.edge(from, span.clamps, self.tick(from)))?;
        let end = match span.to {
            None => self.last_tick() + 1,
            Some(to) if span.is_half_open => self.edge(to, span.clamps, self.tick(to))?,
            Some(to) => self.edge(to, span.clamps, self.last_tick_of(to).map(|tick| tick + 1))?,
        };
        let smallest = |tick| self.time.to_value(tick);
        if span.is_half_open {
            let upper = (end <= self.last_tick()).then(|| smallest(end));
            // No value is in a span after the last tick, and none is below 0.
            return Ok(if first > self.last_tick() { (0, Some(0)) } else { (smallest(first), upper) });
        }
        if first >= end {
            return Ok((1, Some(0)));
        }
        let below = self.layout.max() & !smallest(self.time.max());
        Ok((smallest(first), Some(smallest(end - 1) | below)))
    }

    /// The tick at an instant in Unix ms; if the instant is clamped, tick 0 or the tick after the last one.
    fn edge(&self, ms: i64, clamps: bool, tick: Result<u64, Error>) -> Result<u64, Error> {
        match tick {
            Ok(tick) => Ok(tick),
            Err(_) if clamps => Ok(if ms < self.epoch()? { 0 } else { self.last_tick() + 1 }),
            Err(error) => Err(error),
        }
    }
}
