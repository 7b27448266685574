//! The encoder of a charset.

use core::mem::MaybeUninit;

use encoding_rs::{
    EUC_JP, EncoderResult, Encoding as Whatwg, GB18030, GBK, ISO_2022_JP, SHIFT_JIS,
};

use super::{super::step::MAX_BYTES, BLOCK, State, state::ESCAPE_LEN};
#[cfg(feature = "std")]
use super::{super::step::Step, Decoder, table};
#[cfg(feature = "std")]
use crate::simd::shared::page::{KeptWindows, Windows};
use crate::{
    codec::{
        charset::{
            cells::FromUtf8,
            double::{Pairs, iso_2022_jp, johab},
            engine::Engine,
            name::Charset,
            variant::{Twin, Variant, partners, twin_of_page},
        },
        plain::Plain,
    },
    form::{Encoded, Form},
    simd::Progress,
};

/// The maximum number of bytes of a character: an escape sequence and two more, in ISO-2022-JP.
const MAX: usize = ESCAPE_LEN + 2;

/// If more characters than these were common, `encoding_rs` encodes at most this number.
const FEW: usize = 16;

/// The end of text in ISO-2022-JP that is not in the ASCII state.
const TO_ASCII: [u8; 8] = *b"\x1B(B\0\0\0\0\0";

/// The encoder of a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoder {
    charset: Charset,
    state: State,
}

impl Encoder {
    pub(crate) const fn new(charset: Charset) -> Self {
        Self { charset, state: State::Start }
    }

    /// Implements [`crate::codec::encoder::Encoder::encode`].
    pub(crate) fn encode(&self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        let character = char::from_u32(value)?;
        let (encoding, variant) = match self.charset.engine() {
            Engine::Page(page) => return Some(whole(&[page.encode(character)?])),
            Engine::Shifted(shifted) => return Some(shifted.encode(self.state, value)?.0),
            Engine::Sets(sets) => return Some(sets.encode(self.state, value)?.0),
            Engine::Johab if value < 0x80 => return Some(whole(&[value as u8])),
            Engine::Johab => return Some(whole(&johab::encode_pair(value)?)),
            Engine::Replacement => return None,
            Engine::Whatwg(encoding, variant) => (*encoding, *variant),
        };
        if let Some((bytes, len)) = variant.extra(value) {
            return Some(whole(&bytes[..len]));
        }
        let (mut utf8, mut bytes) = ([0; 4], [0; 16]);
        let text = character.encode_utf8(&mut utf8);
        let (result, _, written) =
            self.resumed(encoding).encode_from_utf8_without_replacement(text, &mut bytes, false);
        let possible = result == EncoderResult::InputEmpty
            && reads_back(encoding, character)
            && variant.prefix(self.state, &bytes[..written]).is_none();
        possible.then(|| whole(&bytes[..written]))
    }

    /// Implements [`crate::codec::encoder::Encoder::twin`].
    pub(crate) fn twin(&self, value: u32) -> Option<Twin> {
        match self.charset.engine() {
            Engine::Whatwg(encoding, Variant::Standard) => twin_of_page(encoding, value),
            Engine::Whatwg(_, variant) => variant.twin(value),
            Engine::Shifted(_) | Engine::Sets(_) => {
                let start = Self::new(self.charset);
                let has_it = |twin: &u32| start.encode(*twin).is_some();
                Some([partners(value).find(has_it)?, 0, 0])
            }
            Engine::Page(_) | Engine::Johab | Engine::Replacement => None,
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::pass`].
    pub(crate) fn pass(&mut self, value: u32) {
        if !self.has_states() {
            return;
        }
        let next = match self.charset.engine() {
            Engine::Sets(sets) => sets.encode(self.state, value).map(|(_, next)| next),
            Engine::Shifted(shifted) => shifted.encode(self.state, value).map(|(_, next)| next),
            _ => self.encode(value).map(|bytes| self.state.after(bytes.bytes())),
        };
        self.state = next.unwrap_or(self.state);
    }

    /// Implements [`crate::codec::encoder::Encoder::encode_all`].
    pub(crate) fn encode_all(&mut self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let (encoding, variant) = match self.charset.engine() {
            Engine::Page(page) => return page.encode_all(values, dst),
            Engine::Shifted(shifted) => return shifted.encode_all(&mut self.state, values, dst),
            Engine::Sets(sets) => return sets.encode_all(&mut self.state, values, dst),
            Engine::Johab => return johab::encode_all(values, dst),
            Engine::Replacement => return Progress::default(),
            Engine::Whatwg(encoding, variant) => (*encoding, *variant),
        };
        let pairs = Pairs::of(encoding, variant);
        let mut done = Progress::default();
        loop {
            let (rest, room) = (&values[done.read..], &mut dst[done.written..]);
            let common = match pairs {
                Some(pairs) => pairs.encode_all(rest, room),
                None if encoding == ISO_2022_JP => {
                    iso_2022_jp::encode_all(&mut self.state, rest, room)
                }
                None => Progress::default(),
            };
            done.read += common.read;
            done.written += common.written;
            let (rest, room) = (&values[done.read..], &mut dst[done.written..]);
            if rest.is_empty() {
                return done;
            }
            let most = (room.len() / MAX).min(if common.read < FEW { BLOCK } else { FEW });
            let more = self.block(encoding, variant, &rest[..rest.len().min(most)], room);
            if more.read > 0 {
                done.read += more.read;
                done.written += more.written;
            } else if let (Some((bytes, len)), true) =
                (rest.first().and_then(|value| variant.extra(*value)), most > 0)
            {
                room.iter_mut().zip(&bytes[..len]).for_each(|(slot, &byte)| {
                    slot.write(byte);
                });
                done.read += 1;
                done.written += len;
            } else {
                return done;
            }
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::tail`].
    pub(crate) fn tail(&self) -> Encoded<MAX_BYTES> {
        match (self.charset.engine(), self.state) {
            (Engine::Sets(sets), state) => sets.tail(state),
            (Engine::Shifted(shifted), state) => shifted.tail(state),
            (_, State::Start) => Encoded::EMPTY,
            _ => Encoded::new(TO_ASCII, ESCAPE_LEN as u8),
        }
    }

    /// Implements [`crate::codec::encoder::Encoder::end`].
    pub(crate) fn end(&mut self) {
        self.state = State::Start;
    }

    /// Implements [`crate::codec::encoder::Encoder::utf8_windows`].
    pub(crate) fn utf8_windows(&self) -> Option<FromUtf8> {
        #[cfg(feature = "std")]
        {
            static KEPT: [KeptWindows; table::LEN] = [const { KeptWindows::empty() }; table::LEN];
            let decoder = Decoder::new(self.charset);
            if self.base().is_none() || !decoder.is_single_byte() {
                return None;
            }
            let make = || {
                let characters =
                    (0x80..=0xFF).filter_map(|byte| match decoder.first(&[byte], true) {
                        Step::Value { value, .. } => {
                            let is_written =
                                self.encode(value).is_some_and(|it| it.bytes() == [byte]);
                            char::from_u32(value).filter(|_| is_written).map(|it| (it, byte))
                        }
                        _ => None,
                    });
                Windows::of(characters)
            };
            KEPT.get(self.charset.number())?.get(make).map(FromUtf8)
        }
        // A table that is not kept is not worth its price.
        #[cfg(not(feature = "std"))]
        None
    }

    /// Returns the form that encodes the same for plain text, and that text, if there is one.
    pub(crate) fn base(&self) -> Option<(Form, Plain)> {
        let ascii = (Form::Utf8, Plain::ALL.without_beyond_ascii());
        // A kernel would write before a character that is held back.
        Some(ascii).filter(|_| self.charset.is_ascii_compatible() && !self.has_states())
    }

    /// Returns `true` if the output depends on earlier output.
    pub(crate) fn has_states(&self) -> bool {
        match self.charset.engine() {
            Engine::Whatwg(encoding, _) => *encoding == ISO_2022_JP,
            Engine::Shifted(_) => true,
            Engine::Sets(sets) => sets.has_states(),
            Engine::Page(_) | Engine::Johab | Engine::Replacement => false,
        }
    }

    /// Creates an encoder in the current state.
    fn resumed(&self, encoding: &'static Whatwg) -> encoding_rs::Encoder {
        let mut inner = encoding.new_encoder();
        let replay = match self.state {
            State::Start
            | State::Half
            | State::Katakana
            | State::Replaced
            | State::Double
            | State::DoubleHalf(_)
            | State::DoubleHeld(_)
            | State::Sets(_)
            | State::Held(_) => {
                return inner;
            }
            State::Roman => "\u{A5}",
            State::Kanji => "\u{3042}",
        };
        let _ = inner.encode_from_utf8_without_replacement(replay, &mut [0; 16], false);
        inner
    }

    /// Encodes `values`, at most [`BLOCK`], up to the first that cannot be encoded. `dst` has
    /// enough room.
    fn block(
        &mut self,
        encoding: &'static Whatwg,
        variant: Variant,
        values: &[u32],
        dst: &mut [MaybeUninit<u8>],
    ) -> Progress {
        let mut units = [0; 2 * BLOCK];
        let len = narrow(encoding, values, &mut units);
        let mut bytes = [0; MAX * BLOCK];
        let (result, mut read, mut written) = self
            .resumed(encoding)
            .encode_from_utf16_without_replacement(&units[..len], &mut bytes, false);
        if let EncoderResult::Unmappable(character) = result {
            read -= character.len_utf16();
        }
        if let Some((characters, bytes)) = variant.prefix(self.state, &bytes[..written]) {
            let characters = char::decode_utf16(units.iter().copied()).take(characters);
            read = characters.map(|one| one.map_or(1, char::len_utf16)).sum();
            written = bytes;
        }
        if self.has_states() {
            // An escape sequence belongs to the character after it, so it is not written before a
            // character that cannot be encoded.
            let end = written.saturating_sub(ESCAPE_LEN);
            if State::escaped(&bytes[end..written]).is_some() {
                written = end;
            }
            self.state = self.state.after(&bytes[..written]);
        }
        for (slot, &byte) in dst.iter_mut().zip(&bytes[..written]) {
            slot.write(byte);
        }
        let low = units[..read].iter().filter(|unit| matches!(unit, 0xDC00..0xE000)).count();
        Progress { read: read - low, written }
    }
}

/// Writes `values` into `units` as UTF-16. It stops at the first value that is not a character, or
/// that would decode as another one. Returns the number of units.
fn narrow(encoding: &'static Whatwg, values: &[u32], units: &mut [u16; 2 * BLOCK]) -> usize {
    // These values need a closer test in some charset. Without branches, the compiler can test
    // several at once.
    let hard = |value: u32| {
        (value > 0xFFFF)
            | (value & 0xF800 == 0xD800)
            | (value == 0xA5)
            | (value == 0x203E)
            | (value == 0x2212)
            | (value.wrapping_sub(0xE78D) < 0xE865 - 0xE78D)
            | (value.wrapping_sub(0xFF61) < 0xFFA0 - 0xFF61)
    };
    if !values.iter().fold(false, |any, &value| any | hard(value)) {
        for (unit, &value) in units.iter_mut().zip(values) {
            *unit = value as u16;
        }
        return values.len();
    }
    let mut len = 0;
    for &value in values {
        let possible = char::from_u32(value).filter(|&c| reads_back(encoding, c));
        let Some(character) = possible else { break };
        len += character.encode_utf16(&mut units[len..]).len();
    }
    len
}

/// Returns `bytes` as those of one character.
fn whole(bytes: &[u8]) -> Encoded<MAX_BYTES> {
    let mut whole = Encoded::EMPTY;
    for &byte in bytes {
        whole.push(byte);
    }
    whole
}

/// Returns `true` if the bytes that `encoding` writes for `character` decode as `character`.
///
/// The WHATWG standard encodes some characters as others.
pub(super) fn reads_back(encoding: &'static Whatwg, character: char) -> bool {
    let other = match character {
        '\u{A5}' | '\u{203E}' => encoding == SHIFT_JIS || encoding == EUC_JP,
        '\u{2212}' => encoding == SHIFT_JIS || encoding == EUC_JP || encoding == ISO_2022_JP,
        '\u{FF61}'..='\u{FF9F}' => encoding == ISO_2022_JP,
        // These were private-use characters before GB18030-2022.
        '\u{E78D}'..='\u{E796}'
        | '\u{E81E}'
        | '\u{E826}'
        | '\u{E82B}'
        | '\u{E82C}'
        | '\u{E832}'
        | '\u{E843}'
        | '\u{E854}'
        | '\u{E864}' => encoding == GB18030 || encoding == GBK,
        _ => false,
    };
    !other
}
