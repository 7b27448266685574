//! UTF-16: fixes wrong and repeated BOMs and lost bytes, and reports ill-formed code units.

use crate::repair::{
    events::{Ambiguity, Event, Fault, Fix},
    utf16::order::{NEAR, Proof, byte_order},
};
use utfkit::{Finding, Kind};

/// A text in UTF-16 that is being repaired.
#[derive(Clone, Debug)]
pub(crate) struct Utf16 {
    big: bool,
    /// The length of the BOMs at the start, and the bytes that replace them.
    head: Option<(usize, Vec<u8>)>,
    /// The text in both orders, if its only BOM may be wrong.
    doubt: Option<[String; 2]>,
    /// The high byte of all code units so far, if it is the same and they are common letters.
    high: Option<u8>,
    begun: bool,
    /// The first surrogate of an incomplete pair, and its offset.
    half: Option<(u64, [u8; 2])>,
    /// Whether an odd byte was left. If a later byte were added alone, the code units after it
    /// would be out of step.
    is_open: bool,
    /// Whether the processed text ends with a line feed, apart from removed BOMs.
    is_line: bool,
}

const UTF8_BOM: &[u8] = b"\xEF\xBB\xBF";
const BIG: [u8; 2] = [0xFE, 0xFF];
const LITTLE: [u8; 2] = [0xFF, 0xFE];

/// The number of code units before and after a position that must agree if a byte is missing there.
const WITNESSES: usize = 4;

/// The number of bytes that are needed after a position: the odd one and the witnesses.
const AHEAD: usize = 2 * (WITNESSES + 2);

impl Utf16 {
    /// Returns `true` if a text that begins with `bytes` may be UTF-16 with a BOM of UTF-16 or UTF-8.
    pub(crate) fn may_begin(bytes: &[u8]) -> bool {
        match bytes.strip_prefix(UTF8_BOM) {
            Some(rest) => {
                bom(rest).is_some() || matches!(rest, [0, 1..=0xFF, ..] | [1..=0xFF, 0, ..])
            }
            None => bom(bytes).is_some(),
        }
    }

    /// Returns the state for a text that begins with `bytes`, if it is UTF-16 with a BOM. `is_all` is
    /// `true` if these are all its bytes.
    pub(crate) fn of(bytes: &[u8], is_all: bool) -> Option<Self> {
        let rest = bytes.strip_prefix(UTF8_BOM).unwrap_or(bytes);
        let mut text = rest;
        let mut said = None;
        while let Some(order) = bom(text) {
            // FF FE 00 00 is UTF-32.
            if said.is_none() && text.starts_with(b"\xFF\xFE\0\0") {
                return None;
            }
            said = said.or(Some(order));
            text = &text[2..];
        }
        // After a BOM of UTF-8 only, the text itself must be UTF-16. It may be UTF-8 after all.
        let by_text = || {
            let may_be = Self::may_begin(bytes) && rest.len() < bytes.len();
            proven(rest).filter(|&big| may_be && has_letters(rest, big))
        };
        let said = said.or_else(by_text)?;
        let last = bom(&bytes[bytes.len() - text.len() - 2..]).unwrap_or(said);
        // A text with an odd length may be in the wrong order or may have lost its first byte.
        let is_odd = is_all && text.len() % 2 == 1;
        let order = byte_order(text).filter(|&(big, _)| big != last && !is_odd);
        // Without a proof against it, the BOM next to the text is correct, and only it stays.
        let big = if let Some((big, Proof::Full)) = order { big } else { last };
        let head = bytes.len() - text.len();
        let right = if big { BIG } else { LITTLE };
        let is_open = matches!(order, Some((_, Proof::Weak))) && bytes[..head] == right;
        let doubt = is_open.then(|| [last, !last].map(|big| sample(text, big)));
        // FF FE before 00 00 would be read as the BOM of UTF-32.
        let readable = big || !text.starts_with(b"\0\0");
        let head = (bytes[..head] != right && readable).then(|| (head, right.to_vec()));
        Some(Self {
            big,
            head,
            doubt,
            high: None,
            begun: false,
            half: None,
            is_open: false,
            is_line: false,
        })
    }

    /// Returns `true` if the text is big-endian.
    pub(crate) const fn is_big(&self) -> bool {
        self.big
    }

    /// Processes as much of `bytes` as possible, and returns the number of bytes. They are at
    /// `offset`.
    pub(crate) fn process(
        &mut self,
        bytes: &[u8],
        offset: u64,
        last: bool,
        sink: &mut dyn FnMut(Event<'_>),
    ) -> usize {
        let mut kept = 0;
        if let Some((len, becomes)) = self.head.take() {
            let bytes = bytes[..len].to_vec();
            sink(Event::Fix(&Fix::new(offset, bytes, becomes, Fault::WrongBom)));
            kept = len;
        }
        if let Some(readings) = self.doubt.take() {
            let (bytes, code) = (bytes[..2].to_vec(), Fault::WrongBom.code());
            sink(Event::Ambiguous(&Ambiguity { offset, bytes, code, readings, percent: None }));
        }
        let mut at = kept;
        let mut run = Run::default();
        while at + AHEAD <= bytes.len() || (last && at + 2 <= bytes.len()) {
            let unit = [bytes[at], bytes[at + 1]];
            let high = unit[usize::from(!self.big)];
            if self.is_stray_bom(unit, &bytes[kept..at]) {
                let near = &bytes[at.saturating_sub(AHEAD)..bytes.len().min(at + 2 * AHEAD)];
                if !last && bytes.len() - at < 2 * AHEAD {
                    break;
                }
                if !self.hides_shift(near, at.min(AHEAD), run.high) {
                    self.keep_whole(&bytes[kept..at], offset + kept as u64, sink);
                    let (place, nothing) = (offset + at as u64, Vec::new());
                    let fix = Fix::new(place, unit.to_vec(), nothing, Fault::StrayBom);
                    sink(Event::Fix(&fix));
                    at += 2;
                    kept = at;
                    continue;
                }
            }
            let is_shifted = run.len >= WITNESSES && self.is_shifted(&bytes[at..], run.high);
            if is_shifted && !last && bytes.len() - at < NEAR {
                break;
            }
            let out_of_step = if is_shifted { self.out_of_step(&bytes[at..]) } else { None };
            if let Some(is_proven) = out_of_step {
                self.is_open |= !is_proven;
                self.keep_whole(&bytes[kept..at], offset + kept as u64, sink);
                let before = [bytes[at - 2], bytes[at - 1]];
                kept = at + self.restore(&bytes[at..], offset + at as u64, before, sink);
                at = kept;
                run = Run::default();
                continue;
            }
            self.see(unit[usize::from(self.big)], high);
            run = if is_texty(unit[usize::from(self.big)], high) {
                Run { len: if high == run.high { run.len + 1 } else { 1 }, high }
            } else {
                Run::default()
            };
            at += 2;
        }
        if last && at + 1 == bytes.len() {
            self.keep(&bytes[kept..at], offset + kept as u64, sink);
            kept = at;
            self.odd(&bytes[at..], offset + at as u64, sink);
            at += 1;
        } else if !last {
            // The witnesses are examined again with the next bytes.
            at = at.saturating_sub(2 * WITNESSES).max(kept);
        }
        if at > kept {
            self.keep(&bytes[kept..at], offset + kept as u64, sink);
        }
        if last {
            self.lone_half(sink);
        }
        at
    }

    /// Keeps `bytes`, which are at `offset`, and reports lone surrogates in them.
    fn keep(&mut self, bytes: &[u8], offset: u64, sink: &mut dyn FnMut(Event<'_>)) {
        let high = usize::from(!self.big);
        for (at, unit) in bytes.as_chunks::<2>().0.iter().enumerate() {
            let (offset, unit) = (offset + 2 * at as u64, *unit);
            match unit[high] {
                0xD8..=0xDB => {
                    self.lone_half(sink);
                    self.half = Some((offset, unit));
                }
                0xDC..=0xDF if self.half.take().is_none() => {
                    let kind = Kind::LoneLowSurrogate { value: self.value(unit) };
                    sink(Event::IllFormed(Finding::new(offset, kind, &unit)));
                }
                0xDC..=0xDF => {}
                _ => self.lone_half(sink),
            }
        }
        if !bytes.is_empty() {
            self.is_line = bytes.ends_with(&self.unit(b'\n'.into()));
            sink(Event::Kept(bytes));
        }
    }

    /// Keeps `bytes`. A pair cannot continue after them.
    fn keep_whole(&mut self, bytes: &[u8], offset: u64, sink: &mut dyn FnMut(Event<'_>)) {
        self.keep(bytes, offset, sink);
        self.lone_half(sink);
    }

    fn unit(&self, value: u16) -> [u8; 2] {
        if self.big { value.to_be_bytes() } else { value.to_le_bytes() }
    }

    /// Returns `true` if `unit` is a BOM at the start of a line, after the processed text and
    /// `before`. After an odd byte, the result is `false`.
    fn is_stray_bom(&self, unit: [u8; 2], before: &[u8]) -> bool {
        let is_line = || match before {
            [] => self.is_line,
            _ => before.ends_with(&self.unit(b'\n'.into())),
        };
        unit == self.unit(0xFEFF) && !self.is_open && is_line()
    }

    /// Returns `true` if `text` without the BOM at `at` seems to lack a byte nearby. The BOM stays
    /// then, because a second run would add that byte.
    fn hides_shift(&self, text: &[u8], at: usize, high: u8) -> bool {
        let without = [&text[..at], &text[at + 2..]].concat();
        let before = at.checked_sub(4).map_or(high, |at| text[at + usize::from(!self.big)]);
        let mut places = (at % 2..without.len()).step_by(2);
        places.any(|place| {
            [high, before].iter().any(|&high| self.is_shifted(&without[place..], high))
        })
    }

    /// Reports the first surrogate of an incomplete pair, if there is one.
    fn lone_half(&mut self, sink: &mut dyn FnMut(Event<'_>)) {
        if let Some((offset, unit)) = self.half.take() {
            let kind = Kind::LoneHighSurrogate { value: self.value(unit) };
            sink(Event::IllFormed(Finding::new(offset, kind, &unit)));
        }
    }

    fn value(&self, unit: [u8; 2]) -> u16 {
        if self.big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) }
    }

    /// Adds a code unit to the knowledge about the text.
    fn see(&mut self, low: u8, high: u8) {
        if !self.begun {
            if (low, high) == (0xFF, 0xFE) {
                return;
            }
            (self.begun, self.high) = (true, Some(high));
        }
        self.high = self.high.filter(|&all| all == high && is_common(low, high));
    }

    /// Returns `true` if `text`, one byte off, has the high byte of all earlier text. Otherwise
    /// more than one byte could be missing.
    fn is_uniform(&self, text: &[u8], high: u8) -> bool {
        let (low, place) = (usize::from(self.big), usize::from(!self.big));
        let near = &text[1..text.len().min(NEAR)];
        self.high == Some(high)
            && near.chunks_exact(2).all(|unit| unit[place] == high && is_common(unit[low], high))
    }

    /// Returns `true` if `text` continues one byte off after code units with the byte `high`.
    fn is_shifted(&self, text: &[u8], high: u8) -> bool {
        let place = usize::from(!self.big);
        let Some(units) = text.get(..2 * (WITNESSES + 1) + 1) else { return false };
        let stays = units.chunks_exact(2).filter(|unit| unit[place] == high).count();
        let shifted = units[1..].chunks_exact(2);
        stays == 0
            && shifted.clone().all(|unit| unit[place] == high && is_texty(unit[1 - place], high))
    }

    /// Returns `true` if it is certain that `text`, which [`is_shifted`](Self::is_shifted), lacks a
    /// byte. Returns `None` if it is in step: it may be ideographs whose low byte equals the high
    /// one, or one repeated ideograph.
    fn out_of_step(&self, text: &[u8]) -> Option<bool> {
        if proven(&text[1..]) == Some(self.big) {
            return Some(true);
        }
        let is_one = text.windows(5).take(WITNESSES).all(|near| near[..2] == near[2..4]);
        (!is_one && proven(text).is_none()).then_some(false)
    }

    /// Adds the lost byte before or after the odd one at the start of `text`, or reports the odd
    /// one. `before` is the code unit before it. Returns the number of processed bytes.
    fn restore(
        &mut self,
        text: &[u8],
        offset: u64,
        before: [u8; 2],
        sink: &mut dyn FnMut(Event<'_>),
    ) -> usize {
        let (odd, high) = (text[0], before[usize::from(!self.big)]);
        // The byte before it could also be a high one.
        let after_high = before[usize::from(self.big)] == high;
        let uniform = self.is_uniform(text, high) && is_common(odd, high);
        let becomes = if self.big { [high, odd] } else { [odd, high] };
        let fits = self.belongs(before, becomes, [text[1], text[2]]);
        self.is_open |= !uniform || odd == high || after_high || begins_others(odd) || !fits;
        if self.is_open {
            self.odd(&text[..1], offset, sink);
            self.is_line = false;
            sink(Event::Kept(&text[..1]));
            return 1;
        }
        self.is_line = false;
        let becomes = becomes.to_vec();
        let fix = Fix::new(offset, vec![odd], becomes, Fault::LostByte);
        sink(Event::Fix(&fix));
        1
    }

    /// Returns `true` if the character `there` fits between its neighbors. Otherwise it may have
    /// been a character of another script.
    fn belongs(&self, before: [u8; 2], there: [u8; 2], after: [u8; 2]) -> bool {
        let [before, there, after] = [before, there, after].map(|unit| {
            let unit = if self.big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) };
            char::from_u32(unit.into()).unwrap_or(char::REPLACEMENT_CHARACTER)
        });
        match there {
            ' ' => before != ' ' && after != ' ',
            _ if there.is_alphanumeric() => before.is_alphanumeric() && after.is_alphanumeric(),
            // Programs that treat bytes as characters add a carriage return before each line feed.
            _ => !there.is_control() && !after.is_control(),
        }
    }

    fn odd(&self, bytes: &[u8], offset: u64, sink: &mut dyn FnMut(Event<'_>)) {
        let readings =
            ["half a code unit too many", "half a code unit is missing"].map(String::from);
        let (bytes, code) = (bytes.to_vec(), "lost-byte");
        sink(Event::Ambiguous(&Ambiguity { offset, bytes, code, readings, percent: None }));
    }
}

/// Adjacent code units with the same high byte.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    len: usize,
    high: u8,
}

/// Returns `true` if `bytes` begin with a big-endian BOM; `None` if they do not begin with a BOM.
fn bom(bytes: &[u8]) -> Option<bool> {
    match *bytes.first_chunk()? {
        BIG => Some(true),
        LITTLE => Some(false),
        _ => None,
    }
}

/// Returns `true` if text has a code unit with these bytes.
fn is_texty(low: u8, high: u8) -> bool {
    high != 0 || matches!(low, b'\t' | b'\n' | b'\r' | 0x20..=0x7E | 0xA0..)
}

/// Returns `true` if a text may have only characters like this one. Latin text has ASCII.
fn is_common(low: u8, high: u8) -> bool {
    is_texty(low, high) && (high != 0 || low.is_ascii())
}

/// Returns `true` if `byte` is the high byte of characters that appear in text of any script: ASCII,
/// Latin letters, punctuation and symbols. Such a byte alone could be either half.
fn begins_others(byte: u8) -> bool {
    matches!(byte, 0x00..=0x06 | 0x20..=0x27 | 0x30)
}

/// Returns `true` if `text` has ASCII or Latin-1 characters in this order. UTF-8 with a few NULs does
/// not.
fn has_letters(text: &[u8], big: bool) -> bool {
    const FEW: usize = 4;
    let is_letter = |unit: &&[u8]| match **unit {
        [0, low] if big => is_texty(low, 0),
        [low, 0] if !big => is_texty(low, 0),
        _ => false,
    };
    text[..text.len().min(NEAR)].chunks_exact(2).filter(is_letter).count() >= FEW
}

/// Returns `true` if `text` is certainly big-endian, `false` if certainly little-endian.
fn proven(text: &[u8]) -> Option<bool> {
    byte_order(text).filter(|&(_, proof)| proof == Proof::Full).map(|(big, _)| big)
}

/// Returns the start of `text` in a byte order, with the name of the order.
fn sample(text: &[u8], big: bool) -> String {
    const MAX: usize = 12;
    let unit =
        |&unit: &[u8; 2]| if big { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) };
    let units = text.as_chunks::<2>().0.iter().take(MAX).map(unit);
    let shown = char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER));
    let shown: String = shown.map(|one| if one.is_control() { ' ' } else { one }).collect();
    format!("{} in UTF-16{}", shown.trim(), if big { "BE" } else { "LE" })
}
