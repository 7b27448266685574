//! Encodings that use bytes below 80 only: by what shifts into them.

use crate::detect::{
    model::meter::{BIT, Price},
    model::reading::Reading,
};
use utfkit::Encoding;

/// What text of bytes below 80 is, besides US-ASCII.
pub(crate) enum Shifted {
    /// It reads as text in this encoding.
    Read(Reading),
    /// It has escape sequences of this encoding, which is none of ours.
    Foreign(&'static str),
}

/// What it takes to believe that a `+` or an `&` is a shift.
const SHIFT: u64 = 16;

/// What `bytes`, all below 80, say by their shifts; nothing if they have none that make sense.
pub(crate) fn shifted(bytes: &[u8], ascii: &Reading) -> Option<Shifted> {
    let has = |byte| bytes.contains(&byte);
    if has(0x1B) {
        if let Some(foreign) = foreign(bytes) {
            return Some(Shifted::Foreign(foreign));
        }
        if designates(bytes, b"$") || designates(bytes, b"(J") || designates(bytes, b"(I") {
            let reading = "iso-2022-jp".parse().ok().map(|jp| Reading::of(bytes, jp));
            return reading
                .filter(|reading| makes_sense(reading) && !reading.is_ascii())
                .map(Shifted::Read);
        }
    }
    if is_hz(bytes) {
        return Some(Shifted::Foreign("hz-gb-2312"));
    }
    let runs = [(b'+', Encoding::Utf7), (b'&', Encoding::Utf7Imap)];
    let readings: Vec<_> = runs
        .into_iter()
        .filter(|&(shift, _)| has(shift))
        .map(|(_, encoding)| Reading::of(bytes, encoding).unlikely_by(SHIFT))
        .filter(|reading| {
            makes_sense(reading)
                && reading.price() < ascii.price()
                && has_runs_of_text(bytes, reading.encoding)
        })
        .collect();
    readings.into_iter().min_by_key(Reading::price).map(Shifted::Read)
}

/// Whether nothing is wrong with it.
fn makes_sense(reading: &Reading) -> bool {
    reading.ill_formed == 0 && reading.is_clean()
}

/// Whether the runs of base64 in `bytes` are text that someone wrote, and had to write so. Digests
/// and names behind a shift decode to what is assigned as often as not, and that is cheaper than
/// letters that make no words.
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
        // Six bits a digit, sixteen a code unit.
        units += digits as u64 * 6 / 16;
        price += reading.price_of_text();
    }
    // A mistake or two in a long text are no reason.
    strange * FEW <= runs && price < units * NOISE + ARRIVAL
}

/// A run in so many may make no sense.
const FEW: u64 = 16;
/// What a code unit of any 16 bits is worth, less than which text costs.
const NOISE: Price = 15 * BIT;
/// What the first of them costs besides, of a script of its own.
const ARRIVAL: Price = 4 * BIT;

/// Whether nobody need write `byte` in base64 (RFC 2152, set D and rule 3).
const fn is_direct(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'\''..=b')' | b','..=b'/' | b':' | b'?' | b' ')
}

/// The runs of base64 in a text with shifts, each from its shift to what closes it.
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
    /// With how many digits it has.
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
            // The shift alone stands for itself.
            if end > 1 {
                return Some((&run[..closed], end - 1));
            }
        }
    }
}

fn designates(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(1 + what.len()).any(|at| at[0] == 0x1B && &at[1..] == what)
}

/// The encoding with escape sequences that is none of ours.
fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let sets: [(&[u8], _); 3] =
        [(b"$)C", "iso-2022-kr"), (b"$)A", "iso-2022-cn"), (b"$)G", "iso-2022-cn")];
    sets.into_iter().find(|(set, _)| designates(bytes, set)).map(|(_, name)| name)
}

/// Whether each `~{` begins pairs of GB 2312 that a `~}` ends, and there is one.
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
