//! The decoder of a charset.

use core::{array, mem::MaybeUninit, slice};

use encoding_rs::{
    BIG5, DecoderResult, EUC_KR, Encoding as Whatwg, GB18030, GBK, ISO_2022_JP, SHIFT_JIS,
};

#[cfg(feature = "std")]
use super::table;
use super::{
    super::step::Step,
    BLOCK, State,
    state::{ESCAPE, ESCAPE_LEN},
};
use crate::{
    codec::{
        charset::{
            cells::{Page, SharedCells},
            double::{Pairs, iso_2022_jp, johab},
            engine::Engine,
            name::Charset,
            sets::Sets,
            variant::Variant,
        },
        plain::Plain,
    },
    error::Kind,
    form::{Form, Sequence},
    scalar,
    simd::{Progress, shared::page::Utf8Cells},
};

/// The maximum number of bytes that determine the first sequence.
const MAX: usize = 8;

/// If more bytes than these were common, `encoding_rs` decodes at most this number of characters.
const FEW: usize = 16;

/// With less room for code units, `encoding_rs` may not find room for one character.
const MIN_ROOM: usize = 4;

/// The decoder of a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoder {
    charset: Charset,
    state: State,
}

impl Decoder {
    pub(crate) const fn new(charset: Charset) -> Self {
        Self { charset, state: State::Start }
    }

    /// Implements [`crate::codec::decoder::Decoder::first`].
    pub(crate) fn first(&self, src: &[u8], last: bool) -> Step {
        match self.charset.engine() {
            Engine::Page(page) => Step::from(first_of_page(page, src)),
            Engine::Shifted(shifted) => shifted.first(self.state, src, last),
            Engine::Sets(sets) => sets.first(self.state, src, last),
            Engine::Johab => Step::from(johab::first(src, last)),
            Engine::Replacement => match (self.state, src.len()) {
                (_, 0) => Step::Incomplete,
                // The rest of the text has no meaning.
                (State::Replaced, rest) => Step::Shift { len: rest },
                _ => Step::IllFormed { kind: Kind::InvalidByte, len: 1 },
            },
            Engine::Whatwg(encoding, variant) if *encoding == ISO_2022_JP => {
                self.shift(*variant, src, last).unwrap_or_else(|| {
                    Step::from(match self.step(encoding, src, last) {
                        Sequence::IllFormed { kind, len } => {
                            Sequence::IllFormed { kind: kind_in_iso_2022_jp(src[0], kind), len }
                        }
                        sequence => sequence,
                    })
                })
            }
            Engine::Whatwg(encoding, variant) => match self.state.second(src) {
                Some(value) => Step::Value { value, len: 1 },
                None => Step::from(match variant.own(src) {
                    Some(sequence) => sequence,
                    None => self.step(encoding, src, last),
                }),
            },
        }
    }

    /// Implements [`crate::codec::decoder::Decoder::pass`].
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        match self.charset.engine() {
            Engine::Whatwg(encoding, _) if *encoding == ISO_2022_JP => {
                self.state = State::escaped(bytes).unwrap_or(self.state);
            }
            Engine::Whatwg(encoding, _) if *encoding == BIG5 => self.state = State::half(bytes),
            Engine::Shifted(shifted) => self.state = shifted.after(self.state, bytes),
            Engine::Sets(sets) => self.state = sets.after(self.state, bytes),
            Engine::Whatwg(..) | Engine::Page(_) | Engine::Johab => {}
            Engine::Replacement if bytes.is_empty() => {}
            Engine::Replacement => self.state = State::Replaced,
        }
    }

    /// Implements [`crate::codec::decoder::Decoder::decode`].
    pub(crate) fn decode(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        let (encoding, variant) = match self.charset.engine() {
            Engine::Page(page) => return page.decode_all(src, values),
            Engine::Shifted(shifted) => return shifted.decode(&mut self.state, src, values),
            Engine::Sets(sets) => return sets.decode(&mut self.state, src, values),
            Engine::Johab => return johab::decode(src, values),
            Engine::Replacement => {
                let read = if self.state == State::Replaced { src.len() } else { 0 };
                return Progress { read, written: 0 };
            }
            Engine::Whatwg(..) if self.state.second(src).is_some() => return Progress::default(),
            Engine::Whatwg(encoding, variant) => (*encoding, *variant),
        };
        let pairs = Pairs::of(encoding, variant);
        let mut done = Progress::default();
        while values.len() - done.written >= MIN_ROOM {
            let (rest, room) = (&src[done.read..], &mut values[done.written..]);
            let common = match pairs {
                Some(pairs) => pairs.decode(rest, room),
                None if encoding == ISO_2022_JP => iso_2022_jp::decode(&mut self.state, rest, room),
                None => Progress::default(),
            };
            done.read += common.read;
            done.written += common.written;
            if encoding == BIG5 && common.read > 0 {
                self.state = State::Start;
            }
            let (rest, room) = (&src[done.read..], &mut values[done.written..]);
            if rest.is_empty() || room.len() < MIN_ROOM {
                break;
            }
            let mut units = [0; BLOCK];
            let most = room.len().min(if common.read < FEW { BLOCK } else { FEW });
            let same = &rest[..variant.before(&rest[..rest.len().min(4 * most)])];
            let (read, written) = self.block(encoding, same, &mut units[..most]);
            if read > 0 {
                done.read += read;
                done.written += widen(&units[..written], room);
            } else if let Some(Sequence::Value { value, len }) = variant.own(rest) {
                room[0].write(value);
                done.read += len;
                done.written += 1;
            } else {
                break;
            }
        }
        done
    }

    /// Returns the form that decodes the same for plain text, and that text, if there is one.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        let ascii = (Form::Utf8, Plain::ALL.without_beyond_ascii());
        match self.charset.engine() {
            // The state of a pair must not be lost.
            Engine::Whatwg(encoding, _) if *encoding == BIG5 => None,
            Engine::Whatwg(encoding, _) => Some(ascii).filter(|_| encoding.is_ascii_compatible()),
            Engine::Page(page) => Some(ascii).filter(|_| page.is_ascii_compatible()),
            Engine::Sets(sets) => {
                // A byte after a letter of ASCII may change it.
                Some(ascii).filter(|_| {
                    sets.is_ascii_compatible() && !sets.has_pairs() && !matches!(sets, Sets::Vni)
                })
            }
            Engine::Johab => Some(ascii),
            Engine::Shifted(_) | Engine::Replacement => None,
        }
    }

    /// Returns `true` if each byte is a character of its own.
    pub(crate) fn is_single_byte(&self) -> bool {
        match self.charset.engine() {
            Engine::Whatwg(encoding, _) => encoding.is_single_byte(),
            Engine::Page(_) => true,
            Engine::Shifted(_) | Engine::Sets(_) | Engine::Johab | Engine::Replacement => false,
        }
    }

    /// Implements [`crate::codec::decoder::Decoder::utf8_cells`].
    pub(crate) fn utf8_cells(&self) -> Option<SharedCells> {
        if !self.is_single_byte() {
            return None;
        }
        #[cfg(feature = "std")]
        let cells = {
            static KEPT: [Utf8Cells; table::LEN] = [const { Utf8Cells::empty() }; table::LEN];
            KEPT.get(self.charset.number())?
        };
        #[cfg(not(feature = "std"))]
        let cells = Utf8Cells::empty();
        if !cells.is_filled() {
            match self.charset.engine() {
                Engine::Page(page) => cells.fill(|byte| page.decode(byte).map(u32::from)),
                Engine::Whatwg(encoding, _) => {
                    let values = singles(encoding);
                    cells.fill(|byte| values[usize::from(byte)].map(u32::from));
                }
                _ => return None,
            }
        }
        Some(SharedCells(cells))
    }

    /// Implements [`crate::codec::decoder::Decoder::decode_utf8`].
    pub(crate) fn decode_utf8(&mut self, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let (encoding, variant) = match self.charset.engine() {
            // These two have states.
            Engine::Whatwg(encoding, _) if *encoding == BIG5 || *encoding == ISO_2022_JP => {
                return Progress::default();
            }
            // The table is faster if it is kept.
            Engine::Whatwg(encoding, _) if cfg!(feature = "std") && encoding.is_single_byte() => {
                return Progress::default();
            }
            Engine::Whatwg(encoding, variant) => (*encoding, *variant),
            _ => return Progress::default(),
        };
        let mut text = [0; 4 * BLOCK];
        let room = &mut text[..dst.len().min(4 * BLOCK)];
        let src = &src[..src.len().min(4 * BLOCK)];
        let same = &src[..variant.before(src)];
        let mut inner = encoding.new_decoder_without_bom_handling();
        let (result, consumed, written) =
            inner.decode_to_utf8_without_replacement(same, room, false);
        let read = match result {
            DecoderResult::Malformed(len, after) => consumed - usize::from(len + after),
            DecoderResult::InputEmpty | DecoderResult::OutputFull => consumed - kept(inner),
        };
        for (slot, &byte) in dst.iter_mut().zip(&text[..written]) {
            slot.write(byte);
        }
        Progress { read, written }
    }

    /// Returns the number of bytes at the start of `src` that are neither a backslash nor a part of
    /// one.
    pub(crate) fn before_backslash(&self, src: &[u8]) -> usize {
        let is_backslash = |byte: u8| match self.charset.engine() {
            // Some pages have two.
            Engine::Page(page) => page.decode(byte) == Some('\\'),
            Engine::Shifted(shifted) => shifted.byte('\\') == Some(byte),
            Engine::Sets(sets) => sets.backslash() == byte,
            Engine::Whatwg(..) | Engine::Johab | Engine::Replacement => byte == b'\\',
        };
        src.iter().position(|&byte| is_backslash(byte)).unwrap_or(src.len())
    }

    /// Creates a decoder in the current state.
    fn resumed(&self, encoding: &'static Whatwg) -> encoding_rs::Decoder {
        let mut inner = encoding.new_decoder_without_bom_handling();
        let replay = self.state.replay();
        if !replay.is_empty() {
            let _ = inner.decode_to_utf16_without_replacement(replay, &mut [0; 4], false);
        }
        inner
    }

    /// Returns the step for the escape sequence of ISO-2022-JP at the start of `src`; `None` if
    /// there is none.
    fn shift(&self, variant: Variant, src: &[u8], last: bool) -> Option<Step> {
        State::escaped(src)?;
        let rest = &src[ESCAPE_LEN..];
        Some(if variant != Variant::Standard {
            // RFC 1468 and ISO 2022 accept an escape sequence directly before another one.
            Step::Shift { len: ESCAPE_LEN }
        } else if State::escaped(rest).is_some() {
            // In the WHATWG standard, such a sequence is an error.
            Step::IllFormed { kind: Kind::BadEscape, len: ESCAPE_LEN }
        } else if !last && State::may_escape(rest) {
            Step::Incomplete
        } else {
            Step::Shift { len: ESCAPE_LEN }
        })
    }

    /// Decodes the sequence at the start of `src`, byte by byte.
    fn step(&self, encoding: &'static Whatwg, src: &[u8], last: bool) -> Sequence {
        let mut inner = self.resumed(encoding);
        let mut units = [0; MIN_ROOM];
        let mut consumed = 0;
        for (at, &last_byte) in src.iter().take(MAX).enumerate() {
            let byte = slice::from_ref(&last_byte);
            let (result, read, written) =
                inner.decode_to_utf16_without_replacement(byte, &mut units, false);
            consumed += read;
            if let DecoderResult::Malformed(len, after) = result {
                let len = usize::from(len);
                debug_assert_eq!(consumed, len + usize::from(after), "it is the first");
                let kind = match len {
                    1 if at == 0 => Kind::InvalidByte,
                    // All bytes that the sequence needs are there.
                    _ if len == at + 1 => Kind::Unassigned,
                    // They are there too if the second is ASCII. The standard reads that byte
                    // again.
                    1 if at == 1 && is_second(encoding, last_byte) => Kind::Unassigned,
                    _ => Kind::Truncated,
                };
                return Sequence::IllFormed { kind, len };
            }
            match units[..written] {
                [] => {}
                [unit] => return Sequence::Value { value: unit.into(), len: at + 1 },
                [high, low, ..] if scalar::is_surrogate(high.into()) => {
                    let value = scalar::from_surrogates(high, low);
                    return Sequence::Value { value, len: at + 1 };
                }
                // A pair of Big5: one byte for each character, so that a finding can name either.
                [first, ..] => return Sequence::Value { value: first.into(), len: 1 },
            }
        }
        if !last || src.is_empty() {
            return Sequence::Incomplete;
        }
        match inner.decode_to_utf16_without_replacement(&[], &mut units, true).0 {
            DecoderResult::Malformed(len, _) => {
                Sequence::IllFormed { kind: Kind::Truncated, len: len.into() }
            }
            DecoderResult::InputEmpty | DecoderResult::OutputFull => Sequence::Incomplete,
        }
    }

    /// Decodes characters of `src` until one is ill-formed or incomplete, or `units` is full.
    /// Returns the numbers of bytes read and of units written.
    fn block(
        &mut self,
        encoding: &'static Whatwg,
        src: &[u8],
        units: &mut [u16],
    ) -> (usize, usize) {
        let mut inner = self.resumed(encoding);
        let (result, consumed, written) =
            inner.decode_to_utf16_without_replacement(src, units, false);
        let mut read = match result {
            DecoderResult::Malformed(len, after) => consumed - usize::from(len + after),
            _ if encoding.is_single_byte() => consumed,
            DecoderResult::InputEmpty | DecoderResult::OutputFull => consumed - kept(inner),
        };
        if encoding == BIG5 {
            let second = units[..written].iter().position(|unit| matches!(unit, 0x304 | 0x30C));
            if let Some(second) = second {
                // Stop before the pair, which is settled alone.
                return self.block(encoding, src, &mut units[..second.saturating_sub(1)]);
            }
            self.state = State::Start;
        } else if encoding == ISO_2022_JP {
            if State::escaped(&src[read.saturating_sub(ESCAPE_LEN)..read]).is_some() {
                // The next bytes decide whether it has an effect.
                read -= ESCAPE_LEN;
            }
            self.state = self.state.after(&src[..read]);
        }
        (read, written)
    }
}

/// Returns the characters of all bytes of a single-byte charset, which are below U+10000.
fn singles(encoding: &'static Whatwg) -> [Option<u16>; 256] {
    let bytes: [u8; 256] = array::from_fn(|byte| byte as u8);
    let mut values = [None; 256];
    let mut done = 0;
    while done < bytes.len() {
        let mut units = [0; 256];
        let mut inner = encoding.new_decoder_without_bom_handling();
        let (_, _, written) =
            inner.decode_to_utf16_without_replacement(&bytes[done..], &mut units, true);
        for (value, &unit) in values[done..].iter_mut().zip(&units[..written]) {
            *value = Some(unit);
        }
        // The byte after them has no character.
        done += written + 1;
    }
    values
}

/// Returns the number of bytes that `inner` has read but not decided.
fn kept(mut inner: encoding_rs::Decoder) -> usize {
    match inner.decode_to_utf16_without_replacement(&[], &mut [0; MIN_ROOM], true).0 {
        DecoderResult::Malformed(len, after) => usize::from(len + after),
        DecoderResult::InputEmpty | DecoderResult::OutputFull => 0,
    }
}

/// Writes the characters of `units`, well-formed UTF-16, into `values`. Returns their number.
fn widen(units: &[u16], values: &mut [MaybeUninit<u32>]) -> usize {
    // Without branches, the compiler can test several units at once.
    if !units.iter().fold(false, |any, unit| any | (unit & 0xF800 == 0xD800)) {
        for (slot, &unit) in values.iter_mut().zip(units) {
            slot.write(unit.into());
        }
        return units.len();
    }
    let mut written = 0;
    let mut high = 0;
    for (at, &unit) in units.iter().enumerate() {
        let value = match unit {
            0xD800..0xDC00 => {
                high = at;
                continue;
            }
            0xDC00..0xE000 => scalar::from_surrogates(units[high], unit),
            _ => unit.into(),
        };
        values[written].write(value);
        written += 1;
    }
    written
}

/// Returns `true` if `byte`, an ASCII character, can be the second byte of a pair.
fn is_second(encoding: &'static Whatwg, byte: u8) -> bool {
    if encoding == EUC_KR {
        return byte.is_ascii_alphabetic();
    }
    let any_from_40 = [SHIFT_JIS, BIG5, GBK, GB18030].contains(&encoding);
    any_from_40 && matches!(byte, 0x40..0x7F)
}

/// Returns the kind of an error in ISO-2022-JP that begins with `byte`, and that would be `kind`
/// elsewhere.
fn kind_in_iso_2022_jp(byte: u8, kind: Kind) -> Kind {
    match (byte, kind) {
        (ESCAPE, _) => Kind::BadEscape,
        // The same byte has a meaning in another of its character sets.
        (..0x0E | 0x10..0x80, Kind::InvalidByte) => Kind::Unassigned,
        _ => kind,
    }
}

fn first_of_page(page: &Page, src: &[u8]) -> Sequence {
    match src.first().map(|&byte| page.decode(byte)) {
        None => Sequence::Incomplete,
        Some(None) => Sequence::IllFormed { kind: Kind::InvalidByte, len: 1 },
        Some(Some(character)) => Sequence::Value { value: character.into(), len: 1 },
    }
}
