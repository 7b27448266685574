//! Finds the encodings that use only bytes below 80, from their shifts to other characters.

use crate::detect::weights::Cost;
use utfkit::Encoding;

use super::{candidate::Candidate, text, unicode};
use crate::detect::model::reading::Reading;
use crate::detect::weights::escapes::{ARRIVAL, FEW, MIN_UNITS, NOISE, SHIFT};

/// An encoding with shifts.
pub(crate) enum Shifted {
    /// The text makes sense in one of these.
    Read(Vec<Candidate>),
    /// The text has escape sequences of this encoding, which is not supported.
    Foreign(&'static str),
}

/// Returns the encoding of `bytes`, which are below 80, from their shifts. Returns `None` if there
/// are no shifts that make sense.
pub(crate) fn shifted(bytes: &[u8]) -> Option<Shifted> {
    let has = |byte| bytes.contains(&byte);
    if has(0x1B)
        && let Some(found) = designated(bytes)
    {
        return Some(found);
    }
    if is_hz(bytes) {
        let Some(hz) = reading(bytes, "hz") else { return Some(Shifted::Foreign("hz-gb-2312")) };
        if !has_ideographs(hz.text()) {
            return None;
        }
        let candidates = [&hz, &Reading::of(bytes, Encoding::Utf8)];
        let [hz, ascii] = candidates.map(|reading| candidate(bytes, reading));
        return (hz.cost < ascii.cost).then(|| Shifted::Read(vec![hz, ascii]));
    }
    let runs = [(b'+', Encoding::Utf7), (b'&', Encoding::Utf7Imap)];
    let mut candidates: Vec<Candidate> = runs
        .into_iter()
        .filter(|&(shift, encoding)| has(shift) && has_runs_of_text(bytes, encoding))
        .map(|(_, encoding)| Reading::of(bytes, encoding))
        .filter(|reading| reading.ill_formed == 0 && reading.is_clean())
        .map(|reading| candidate(bytes, &reading))
        .collect();
    if candidates.is_empty() {
        return None;
    }
    let ascii = candidate(bytes, &Reading::of(bytes, Encoding::Utf8));
    candidates.iter_mut().for_each(|shifted| shifted.cost += SHIFT);
    candidates.retain(|shifted| shifted.cost < ascii.cost);
    if candidates.is_empty() {
        return None;
    }
    candidates.push(ascii);
    Some(Shifted::Read(candidates))
}

/// Returns the offset of the first escape sequence for several sets, or of the first `~{` of HZ.
pub(crate) fn first_shift(bytes: &[u8]) -> Option<usize> {
    let hz = memchr::memmem::find(bytes, b"~{");
    let escape = memchr::memmem::find(&bytes[..hz.unwrap_or(bytes.len())], b"\x1B$");
    escape.or(hz)
}

/// Returns the candidate of a reading, from its first bytes.
fn candidate(bytes: &[u8], reading: &Reading) -> Candidate {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let (language, cost) = text::cost(Reading::of(sample, reading.encoding).text());
    unicode::of(reading, language, cost)
}

/// The number of bytes that are judged.
const SAMPLE: usize = 4 << 10;

/// Returns `true` if the runs of base64 in `bytes` are text that had to be encoded. Digests and
/// names after a shift often decode to assigned characters, and these can be cheaper than letters
/// that make no words. A single run of one or two characters can be a name.
fn has_runs_of_text(bytes: &[u8], encoding: Encoding) -> bool {
    let (mut runs, mut strange, mut units, mut price) = (0_u64, 0_u64, 0_u64, 0);
    for (run, digits) in Runs::of(bytes, encoding) {
        let reading = Reading::of(run, encoding);
        let direct = |byte| match encoding {
            Encoding::Utf7 => is_direct(byte),
            _ => matches!(byte, b' '..=b'~'),
        };
        runs += 1;
        strange += u64::from(!reading.is_coherent() || reading.has_ascii(direct));
        // A digit has six bits, and a code unit has sixteen.
        units += digits as u64 * 6 / 16;
        price += text::in_bits(reading.price_of_text());
    }
    // A few errors in a long text are possible.
    let is_enough = runs > 1 || units >= MIN_UNITS;
    is_enough && strange * FEW <= runs && price < units as Cost * NOISE + ARRIVAL
}

/// Returns `true` if `byte` needs no base64 (RFC 2152, set D and rule 3).
const fn is_direct(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'\''..=b')' | b','..=b'/' | b':' | b'?' | b' ')
}

/// The runs of base64 in a text with shifts, each with its shift and its end.
struct Runs<'o> {
    rest: &'o [u8],
    shift: u8,
    /// The last of the 64 digits.
    last: u8,
}

impl<'o> Runs<'o> {
    fn of(rest: &'o [u8], encoding: Encoding) -> Self {
        match encoding {
            Encoding::Utf7 => Self { rest, shift: b'+', last: b'/' },
            _ => Self { rest, shift: b'&', last: b',' },
        }
    }
}

impl<'o> Iterator for Runs<'o> {
    /// The run, and the number of its digits.
    type Item = (&'o [u8], usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.rest.iter().position(|&byte| byte == self.shift)?;
            let run = &self.rest[start..];
            let last = self.last;
            let is_digit =
                |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == last;
            let end = 1 + run[1..].iter().take_while(|&byte| is_digit(byte)).count();
            let closed = end + usize::from(run.get(end) == Some(&b'-'));
            self.rest = &run[closed..];
            // A shift without digits is the character itself.
            if end > 1 {
                return Some((&run[..closed], end - 1));
            }
        }
    }
}

/// The designations of sets of characters after ESC, and the charsets that have each, the most
/// frequent first.
const DESIGNATIONS: [(&[u8], &[&str]); 12] = [
    (b"$)C", &["iso-2022-kr"]),
    (b"$)A", &["iso-2022-cn", "iso-2022-cn-ext"]),
    (b"$)G", &["iso-2022-cn", "iso-2022-cn-ext"]),
    (b"$)E", &["iso-2022-cn-ext"]),
    (b"$(Q", &["iso-2022-jp-2004"]),
    (b"$(O", &["iso-2022-jp-3"]),
    (b"$(P", &["iso-2022-jp-3", "iso-2022-jp-2004"]),
    (b"$(D", &["iso-2022-jp-1", "iso-2022-jp-2"]),
    (b"$(C", &["iso-2022-jp-2"]),
    (b"(J", JAPANESE),
    (b"(I", JAPANESE),
    (b"$", JAPANESE),
];
const JAPANESE: &[&str] = &["iso-2022-jp", "iso-2022-jp-1", "iso-2022-jp-2"];

/// Returns the charset of text with escape sequences that designate sets of characters.
fn designated(bytes: &[u8]) -> Option<Shifted> {
    let has = |(set, _): &&(&[u8], _)| designates(bytes, set);
    let (_, names) = DESIGNATIONS.iter().find(has)?;
    let reading = names.iter().find_map(|name| reading(bytes, name));
    match (reading, names.first()) {
        (Some(reading), _) => Some(Shifted::Read(vec![candidate(bytes, &reading)])),
        (None, Some(name)) if !name.starts_with("iso-2022-jp") => Some(Shifted::Foreign(name)),
        _ => None,
    }
}

/// Returns the reading of `bytes` in the charset with this name if it is text beyond ASCII.
fn reading(bytes: &[u8], name: &str) -> Option<Reading> {
    let reading = Reading::of(bytes, name.parse().ok()?);
    let is_text = reading.ill_formed == 0 && reading.is_clean() && !reading.is_ascii();
    is_text.then_some(reading)
}

/// Returns `true` if `bytes` have ESC with `what` after it.
fn designates(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(1 + what.len()).any(|at| at[0] == 0x1B && &at[1..] == what)
}

/// Returns `true` if `text` has two different ideographs. Signs of programs may be `~{` and `~}` with
/// a pair for a space or a sign between them.
fn has_ideographs(text: &str) -> bool {
    let mut ideographs = text.chars().filter(|one| matches!(one, '\u{4E00}'..='\u{9FFF}'));
    ideographs.next().is_some_and(|first| ideographs.any(|other| other != first))
}

/// Returns `true` if there is at least one run of pairs of GB 2312 between `~{` and `~}`, and no
/// run of anything else.
fn is_hz(bytes: &[u8]) -> bool {
    let (mut rest, mut runs) = (bytes, 0_u32);
    while let Some(start) = rest.windows(2).position(|pair| pair == b"~{") {
        rest = &rest[start + 2..];
        let (pairs, _) = rest.as_chunks::<2>();
        let Some(end) = pairs.iter().position(|pair| pair == b"~}") else { break };
        let is_pair = |pair: &[u8; 2]| {
            matches!(pair[0], 0x21..=0x29 | 0x30..=0x77) && matches!(pair[1], 0x21..=0x7E)
        };
        if end == 0 || !pairs[..end].iter().all(is_pair) {
            return false;
        }
        rest = &rest[2 * end + 2..];
        runs += 1;
    }
    runs > 0
}
