//! Finds the IDs of a text.
//!
//! A text is cut into words of letters, digits, hyphens and underscores. Each word, its parts between hyphens and underscores, and
//! numbers in the forms that go beyond a word are weighed. All looks ahead and back are bounded, so the time is linear in the length.

use super::ascii::{is_word, to_ascii};
use super::context::{Context, Warning};
use super::judged::Judged;
use super::number;
use super::sites::{Place, Rule, Says, has_key, rule_at};
use super::weigh::{FOUND, Reader, Token};

/// An ID in a text.
#[derive(Debug)]
pub struct Found<'a> {
    /// The positions of its first character and after its last one, in UTF-16 units.
    pub start: usize,
    /// See `start`.
    pub end: usize,
    /// What a reader should know of its digits.
    pub warning: Option<Warning>,
    /// What could have made it, the likeliest first: judged with the text around it.
    pub candidates: Vec<Judged<'a>>,
}

/// What is remembered of an ID until its neighbours are known.
struct Seen<'a> {
    found: Found<'a>,
    context: Context<'a>,
    /// The ID as an integer; 0 if it is no integer.
    value: u64,
    /// The likeliest kind, and its score.
    kind: Option<&'a str>,
    score: f64,
}

/// How many IDs before and after an ID are its neighbours.
const NEIGHBOURS: usize = 8;

/// Neighbours differ by at most this share of their value: one in 8192. Their kinds put the time into the high bits, so they were
/// made within days of each other.
const CLOSE: u64 = 8192;

/// The shortest text that can be an ID where no rule names its kind; and the shortest one if the caller has given
/// formats.
const SHORTEST: usize = 7;
const SHORTEST_GIVEN: usize = 4;

/// The shortest text of letters of one case, apart from the first letter, that is weighed. Shorter texts are words. Without this
/// limit, prose is scanned half as fast.
const SHORTEST_OF_LETTERS: usize = 20;

/// The shortest text of such words and joiners that is weighed.
const SHORTEST_OF_WORDS: usize = 40;

/// The fewest digits that are read after the letter of a folder: see [`sites`](super::sites).
const SHORTEST_AFTER_LETTER: usize = 17;

/// The longest ID, and the longest number.
const LONGEST: usize = 128;

/// Texts with hyphens at fixed places, of UUIDs, X-Ray and traceparent: the length of the text, the length of the part before the
/// first hyphen, and the first characters.
const HYPHENATED: [(usize, usize, &[u8]); 3] = [(36, 8, b""), (35, 1, b"1-"), (55, 2, b"00-")];

/// Whether a character ends a link.
fn ends_link(character: u8) -> bool {
    character <= b' ' || character >= 0x7F || b"\"'`()[]{}<>|\\^,;".contains(&character)
}

fn is_joiner(character: u8) -> bool {
    matches!(character, b'-' | b'_')
}

/// The link that a position of the text is in.
#[derive(Clone, Copy, Default)]
struct Link {
    start: usize,
    /// Where its host begins and ends, once the host has ended.
    host: Option<(usize, usize)>,
    /// Whether the path has begun.
    has_path: bool,
}

/// A word of a text.
struct Word {
    start: usize,
    end: usize,
    /// How many parts between its hyphens and underscores are neither words nor numbers.
    odd_parts: usize,
    /// Whether all parts are words.
    has_only_words: bool,
}

impl Reader {
    /// The IDs of a text of UTF-16 units, in order. Lone surrogates and control characters are as good as spaces.
    pub fn scan(&self, units: &[u16]) -> Vec<Found<'_>> {
        let text = to_ascii(units);
        let (mut seen, mut link, mut at) = (Vec::new(), Link::default(), 0);
        while let Some(&character) = text.get(at) {
            if is_word(character) || is_joiner(character) {
                at = self.word(&text, at, link, &mut seen);
                continue;
            }
            if text[at..].starts_with(b"\\x") {
                // PostgreSQL writes bytes after this mark.
                at += 1;
            }
            if ends_link(character) {
                link = Link { start: at + 1, ..Link::default() };
            } else if let Some(start) = start_of_host(&text, at, link.start) {
                link.host = Some(host_from(&text, start));
                at = start - 1;
            } else if character == b'/' && !link.has_path {
                link.has_path = true;
                if link.host.is_none() {
                    link.host = Some((link.start, at)).filter(|&(from, to)| text[from..to].contains(&b'.'));
                }
            }
            at += 1;
        }
        for at in 0..seen.len() {
            let neighbour = kind_of_neighbour(&seen, at);
            if neighbour.is_some() {
                let Seen { found: Found { start, end, candidates, .. }, context, .. } = &mut seen[at];
                let weighed = self.weigh(&Token::of(&text[*start..*end]), Context { neighbour, ..*context });
                *candidates = self.report(weighed);
            }
        }
        seen.into_iter().map(|seen| seen.found).collect()
    }

    /// Adds the IDs of the word at a position, and returns where the word ends, or a date in it, or a number that goes
    /// beyond the word.
    fn word<'a>(&'a self, text: &[u8], start: usize, link: Link, seen: &mut Vec<Seen<'a>>) -> usize {
        let goes_on = |character: &&u8| is_word(**character) || is_joiner(**character);
        let end = start + text[start..].iter().take_while(goes_on).count();
        let parts = text[start..end].split(|&character| is_joiner(character));
        let odd_parts = parts.filter(|part| !is_plain(part)).count();
        let has_only_words = odd_parts == 0 && !text[start..end].iter().any(u8::is_ascii_digit);
        let word = Word { start, end, odd_parts, has_only_words };
        let mut at = start;
        while at < end {
            let date = length_of_date(&text[at..end]);
            if date > 0 {
                // A new word begins after the date.
                return at + date;
            }
            if text[at] == b'c' && count_of_digits(&text[at + 1..end]) >= SHORTEST_AFTER_LETTER {
                at += 1;
            }
            let part = text[at..end].iter().take_while(|character| !is_joiner(**character)).count();
            let place =
                Place { host: link.host.map_or(&[], |(from, to)| &text[from..to]), before: &text[..at] };
            let id = self.id_at(text, at, part, &word, place);
            if let Some(id) = id {
                at = id.found.end;
                seen.push(id);
                continue;
            }
            // After a word, a hyphen is no sign.
            if is_negative(&text[at..end]) && !text[..at].last().copied().is_some_and(is_word) {
                // Its digits without the sign are another number.
                return end;
            }
            // The next part.
            at += part + usize::from(at + part < end);
        }
        at
    }

    /// The ID that begins at a position of a word, with a part of so many characters.
    fn id_at(
        &self,
        text: &[u8],
        start: usize,
        part: usize,
        word: &Word,
        place: Place<'_>,
    ) -> Option<Seen<'_>> {
        let rule = rule_of(text[start], place);
        let kinds = rule.as_ref().and_then(Rule::named);
        let this = &text[start..start + part];
        // Links of services have hashes.
        let is_hash = number::bytes(this).is_some_and(|number| number.length == part);
        let is_of_site = kinds.is_some() && rule.is_some_and(|rule| !rule.site.is_empty());
        let is_long_number = part >= SHORTEST && this.iter().all(u8::is_ascii_digit);
        let says_no_number = rule.is_some_and(|rule| matches!(rule.says, Says::NoNumber));
        if kinds.is_some_and(<[_]>::is_empty)
            || (says_no_number && (is_long_number || is_hash))
            || (is_of_site && is_hash)
        {
            return None;
        }
        let shortest = match rule {
            Some(rule) if kinds.is_some() && !rule.before.is_empty() => 1,
            _ if self.has_given() => SHORTEST_GIVEN,
            _ => SHORTEST,
        };
        let near = &text[start..text.len().min(start + LONGEST)];
        let has_prefix = text[word.start].is_ascii_lowercase() && text[word.start..start].ends_with(b"_");
        let context = Context { rule, neighbour: None, has_prefix };
        lengths_at(text, start, part, word, kinds.is_some()).into_iter().flatten().find_map(|length| {
            let id = near.get(..length).filter(|_| length >= shortest)?;
            if text.get(start + length).is_some_and(|next| is_word(*next)) {
                return None;
            }
            let token = Token::of(id);
            let weighed = self.weigh(&token, context);
            if weighed.sum() < FOUND {
                return None;
            }
            let (kind, score) = weighed.best();
            let value = token.number.map_or(0, |number| number.value);
            let warning = weighed.warning();
            let found = Found { start, end: start + length, warning, candidates: self.report(weighed) };
            Some(Seen { found, context, value, kind, score })
        })
    }
}

/// The rule that fits a place. Most places have neither a link nor a mark, so that no rule can fit. Text before a place ends
/// with a letter only where `Reader::word` has skipped it.
fn rule_of(first: u8, place: Place<'_>) -> Option<Rule> {
    let has_mark = place.before.last().is_some_and(|before| b"/=@&!#:c".contains(before));
    let can_fit = !place.host.is_empty() || has_mark || (first.is_ascii_digit() && has_key(place.before));
    if can_fit { rule_at(place) } else { None }
}

/// The lengths that an ID at a position of a word can have, in the order in which they are tried: the lengths of numbers that go
/// beyond the word, of texts with hyphens at fixed places, of the rest of the word, and of the part.
fn lengths_at(text: &[u8], start: usize, part: usize, word: &Word, is_named: bool) -> [Option<usize>; 6] {
    let near = &text[start..text.len().min(start + LONGEST)];
    let (before, after) = (text[..start].last().copied().unwrap_or(b' '), &text[word.end..]);
    // Digits after a decimal point, and parts of text in base 64, are no IDs by themselves.
    let is_fraction = before == b'.' && text[..start].iter().rev().nth(1).is_some_and(u8::is_ascii_digit);
    let is_padded = after.first() == Some(&b'=') && after.get(1).is_none_or(|next| !is_word(*next));
    let is_base64 = before == b'+' || after.first() == Some(&b'+') || is_padded;

    let mut lengths = [None; 6];
    if near[0].is_ascii_digit() && !is_fraction {
        if part == 10 && near.get(10) == Some(&b'.') {
            lengths[0] = Some(11 + count_of_digits(&near[11..]));
        }
        let number = number::read(near).filter(|number| {
            let is_part = number.is_bytes && follows_byte(text, start);
            !is_part && (number.length != part || number.loss.is_some())
        });
        lengths[1] = number.map(|number| number.length);
    }
    if near[0] == b'-' {
        lengths[2] = number::read(&near[1..]).map(|number| number.length + 1);
    }
    let is_hyphenated = |&&(_, first, begin): &&(usize, usize, &[u8])| {
        first == part && near.get(part) == Some(&b'-') && near.starts_with(begin)
    };
    lengths[3] = HYPHENATED.iter().find(is_hyphenated).map(|&(length, ..)| length);

    let this = &text[start..start + part];
    let (is_plain, has_letters) = (is_plain(this), count_of_digits(this) < part);
    if is_fraction || (has_letters && is_base64) {
        return lengths;
    }
    // A random text may have several parts.
    let is_in_random = has_letters && word.odd_parts > usize::from(!is_plain);
    let (rest, is_whole) = (word.end - start, start == word.start);
    let is_word = is_plain && has_letters && part < SHORTEST_OF_LETTERS && !is_named;
    let are_words = word.has_only_words && rest < SHORTEST_OF_WORDS && !is_named;
    if rest != part && !are_words && (is_whole || !is_in_random) {
        lengths[4] = Some(rest);
    }
    if !is_in_random && !is_word {
        lengths[5] = Some(part);
    }
    lengths
}

/// Whether a byte in base 16 stands before a place, with the same sign after it as after the byte at the place: as in a fingerprint.
fn follows_byte(text: &[u8], start: usize) -> bool {
    let is_digit = |back: usize| text.get(start.wrapping_sub(back)).is_some_and(u8::is_ascii_hexdigit);
    start > 0 && text.get(start - 1) == text.get(start + 2) && is_digit(2) && is_digit(3) && !is_digit(4)
}

/// Whether a word is a negative number.
fn is_negative(word: &[u8]) -> bool {
    matches!(word, [b'-', digits @ ..] if digits.iter().all(u8::is_ascii_digit))
}

/// The length of a date at the beginning of a text, with its hour: `2026-11-25T10`. 0 if there is none.
fn length_of_date(text: &[u8]) -> usize {
    match text {
        [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, rest @ ..]
            if [y1, y2, y3, y4, m1, m2, d1, d2].iter().all(|digit| digit.is_ascii_digit()) =>
        {
            match rest {
                [b'T', after @ ..] => 11 + after.iter().take_while(|character| is_word(**character)).count(),
                _ => 10,
            }
        }
        _ => 0,
    }
}

/// The count of digits at the beginning of a text.
fn count_of_digits(text: &[u8]) -> usize {
    text.iter().take_while(|character| character.is_ascii_digit()).count()
}

/// Whether a part between hyphens and underscores is a word, or a number.
fn is_plain(part: &[u8]) -> bool {
    let [first, rest @ ..] = part else { return true };
    part.iter().all(u8::is_ascii_digit)
        || (first.is_ascii_alphabetic() && rest.iter().all(u8::is_ascii_lowercase))
        || part.iter().all(u8::is_ascii_uppercase)
}

/// The kind of a close neighbour, if it is another kind and surer.
fn kind_of_neighbour<'a>(seen: &[Seen<'a>], at: usize) -> Option<&'a str> {
    let this = &seen[at];
    let near = &seen[at.saturating_sub(NEIGHBOURS)..seen.len().min(at + NEIGHBOURS + 1)];
    let is_close = |other: &&Seen<'_>| {
        this.value > 0 && other.value.abs_diff(this.value) < this.value / CLOSE && other.score > this.score
    };
    let surest = near.iter().filter(is_close).max_by(|a, b| a.score.total_cmp(&b.score))?;
    surest.kind.filter(|kind| Some(*kind) != this.kind)
}

/// The position of the host after a colon and two slashes, or after two slashes at the beginning of a link.
fn start_of_host(text: &[u8], at: usize, start: usize) -> Option<usize> {
    match text[at] {
        b':' => after_slashes(text, at + 1),
        b'/' if at == start => after_slashes(text, at),
        _ => None,
    }
}

/// The position after two slashes, which may have been `%2F`.
fn after_slashes(text: &[u8], start: usize) -> Option<usize> {
    let slash = |at: usize| {
        let skipped = text[at..].iter().take_while(|&&character| character == b'%').count().min(4);
        (text.get(at + skipped) == Some(&b'/')).then_some(at + skipped + 1)
    };
    slash(start).and_then(slash)
}

/// The host that begins at a position.
fn host_from(text: &[u8], start: usize) -> (usize, usize) {
    let ends = |character: &u8| ends_link(*character) || b"/?#:%".contains(character);
    let length = text[start..].iter().take(254).position(ends).unwrap_or(text.len().min(start + 254) - start);
    (start, start + length)
}
