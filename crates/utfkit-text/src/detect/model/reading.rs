//! A reading of bytes in an encoding.

use crate::detect::model::meter::{BIT, Meter, Price, price_of_bytes};
use crate::detect::weights::reading::{CUT, DAMAGE, ILL_FORMED, MIN_ASCENT};
use utfkit::{
    Encoding, Kind,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder},
    utf8::{self, is_continuation},
};

/// The letter for each byte in a charset without a name.
const LETTER: char = 'é';

/// A reading of bytes in an encoding.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) encoding: Encoding,
    /// The text as UTF-8, without the ill-formed parts.
    text: Vec<u8>,
    meter: Meter,
    pub(crate) ill_formed: u64,
    /// The number of ill-formed parts that are damage, and not a sign of another encoding. And the
    /// number of these that have no known reason.
    damage: u64,
    pub(crate) unexplained: u64,
    /// The number of values above U+10FFFF.
    pub(crate) beyond: u64,
    /// The number of bytes of a character that the end cuts.
    pub(crate) cut: u64,
    /// The prior price of the reading.
    prior: Price,
}

impl Reading {
    /// Reads `bytes`, which may end inside a character.
    pub(crate) fn of(bytes: &[u8], encoding: Encoding) -> Self {
        let mut text = Vec::new();
        let mut transcoder = transcoder(encoding);
        // With this policy, there is never an error.
        let _ = transcoder.transcode_to_vec(bytes, &mut text, false);
        let cut = bytes.len() as u64 - transcoder.offset().min(bytes.len() as u64);
        let (ill_formed, beyond) =
            (transcoder.counts().ill_formed, transcoder.counts().unencodable);
        let meter = Meter::of(str::from_utf8(&text).unwrap_or_default());
        Self { encoding, text, meter, ill_formed, damage: 0, unexplained: 0, beyond, cut, prior: 0 }
    }

    /// Reads `bytes` as UTF-8 that was damaged, cut inside characters or mixed with other data.
    /// Returns `None` if there are more errors than multi-byte sequences.
    pub(crate) fn damaged(bytes: &[u8]) -> Option<Self> {
        if has_more_errors(bytes) {
            return None;
        }
        let utf8 = Self::of(bytes, Encoding::Utf8);
        let damage = utf8.ill_formed;
        if damage == 0 {
            return (utf8.cut > 0).then_some(utf8);
        }
        let (sequences, subparts) = interrupted(bytes);
        let leads = utf8.text.iter().filter(|&&byte| byte >= 0xC0).count() as u64;
        let unexplained = damage.saturating_sub(subparts);
        (leads + sequences >= unexplained).then_some(Self { damage, unexplained, ..utf8 })
    }

    /// Returns the reading with a prior price of this number of bits.
    pub(crate) fn unlikely_by(mut self, bits: Price) -> Self {
        self.prior = bits * BIT;
        self
    }

    /// Reads text that may consist of names, each with U+0000 after it.
    pub(crate) fn of_names(bytes: &[u8]) -> Self {
        let reading = Self::of(bytes, Encoding::Utf8);
        let meter = Meter::of_names(str::from_utf8(&reading.text).unwrap_or_default());
        Self { meter, ..reading }
    }

    /// Returns `true` if someone may have written the text: nearly all letters are of one script,
    /// and all characters occur in text.
    pub(crate) fn is_coherent(&self) -> bool {
        self.ill_formed == 0 && self.odd() == 0 && self.meter.turns * 6 <= self.characters()
    }

    /// Returns `true` if `predicate` is true for an ASCII character of the text.
    pub(crate) fn has_ascii(&self, predicate: impl Fn(u8) -> bool) -> bool {
        self.text.iter().any(|&byte| byte.is_ascii() && predicate(byte))
    }

    /// Returns the number of U+0000.
    pub(crate) fn zeros(&self) -> u64 {
        self.text.iter().filter(|&&byte| byte == 0).count() as u64
    }

    /// Returns the price. The cheapest of several readings explains the bytes best.
    pub(crate) fn price(&self) -> Price {
        let cut = self.cut * CUT;
        let ill_formed = self.ill_formed - self.damage + self.beyond;
        self.meter.price() + ill_formed * ILL_FORMED + self.unexplained * DAMAGE + cut + self.prior
    }

    /// Returns the price of `bytes`, most of them UTF-8 or ASCII, in a charset in which every other
    /// byte is a letter.
    pub(crate) fn unnamed(bytes: &[u8]) -> Price {
        let mut text = String::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| LETTER));
        }
        Meter::of(&text).price()
    }

    /// Returns the text, without the ill-formed parts.
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.text).unwrap_or_default()
    }

    /// Returns the price of the complete characters.
    pub(crate) fn price_of_text(&self) -> Price {
        self.meter.price()
    }

    /// Returns `true` if nearly all characters are greater than the one before, as in tables of
    /// offsets.
    pub(crate) fn ascends(&self) -> bool {
        let characters = || self.text().chars();
        let pairs = characters().zip(characters().skip(1));
        let (ascents, all) = pairs.fold((0, 0), |(ascents, all), (before, after)| {
            (ascents + usize::from(before < after), all + 1)
        });
        all >= MIN_ASCENT && ascents * 8 > all * 7
    }

    /// Returns `true` if this text is likelier than any other meaning of `bytes`.
    pub(crate) fn is_text(&self, bytes: &[u8]) -> bool {
        self.is_clean() && self.price() < price_of_bytes(bytes)
    }

    /// Returns `true` if next to no characters are ill-formed, or never written. Any text can have
    /// one of these.
    pub(crate) fn is_clean(&self) -> bool {
        self.characters() > 0
            && (self.ill_formed - self.damage) * 50 <= self.characters()
            && self.odd() * 25 <= self.characters() + 25
    }

    pub(crate) fn characters(&self) -> u64 {
        self.meter.characters
    }

    /// Returns the number of characters that nobody writes.
    pub(crate) fn odd(&self) -> u64 {
        self.meter.odd
    }

    /// Returns `true` if all characters are US-ASCII.
    pub(crate) fn is_ascii(&self) -> bool {
        self.text.is_ascii()
    }
}

/// Returns `true` if `bytes` surely have more errors in UTF-8 than sequences, even if each lead byte
/// with a continuation byte or a line break after it is a sequence. This check is cheap, and excludes
/// most charsets.
fn has_more_errors(bytes: &[u8]) -> bool {
    let (mut sequences, mut errors) = (0_usize, 0_usize);
    for (at, &byte) in bytes.iter().enumerate() {
        if byte < 0xC0 {
            continue;
        }
        match bytes.get(at + 1) {
            Some(&next) if is_continuation(next) || matches!(next, b'\r' | b'\n') => sequences += 1,
            Some(_) => errors += 1,
            None => {}
        }
    }
    errors > sequences
}

/// Returns the number of UTF-8 sequences in `bytes` with a line break inside, which mailers insert,
/// and the number of their ill-formed maximal subparts.
fn interrupted(bytes: &[u8]) -> (u64, u64) {
    let (mut sequences, mut subparts) = (0, 0);
    for finding in utf8::chunks(bytes).filter_map(|chunk| chunk.finding()) {
        if !matches!(finding.kind(), Kind::Truncated) {
            continue;
        }
        let rest = bytes.get(finding.end() as usize..).unwrap_or_default();
        let behind = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n"));
        let rest = behind.unwrap_or_default();
        let missing = rest.iter().take(3).take_while(|&&byte| is_continuation(byte)).count();
        let whole = [finding.bytes(), &rest[..missing]].concat();
        if missing > 0 && utf8::is_valid(&whole) {
            sequences += 1;
            subparts += 1 + missing as u64;
        }
    }
    (sequences, subparts)
}

/// Returns `true` if `bytes`, which may be cut from a text, are UTF-8 without control characters.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    let is_text = |byte: u8| (byte >= 0x20) | matches!(byte, b'\t' | b'\n' | b'\r');
    if !bytes.iter().fold(true, |all, &byte| all & is_text(byte)) {
        return false;
    }
    // A fast check: bytes that are not UTF-8 seldom look like it.
    let breaks = |before: u8, byte: u8| (before >= 0xC0) != is_continuation(byte);
    let pairs = bytes.iter().zip(bytes.iter().skip(1));
    let ends = |(&before, &byte): (&u8, &u8)| !is_continuation(before) & breaks(before, byte);
    if pairs.fold(false, |any, pair| any | ends(pair)) {
        return false;
    }
    let cut = bytes.iter().take(3).take_while(|&&byte| is_continuation(byte)).count();
    match utf8::validate(&bytes[cut..]) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}

/// Returns a converter that omits ill-formed parts, and reads an initial U+FEFF as text.
fn transcoder(encoding: Encoding) -> Transcoder<'static> {
    Transcoder::new(encoding, Encoding::Utf8).policy(Policy::Skip).bom(BomPolicy::Forbid)
}

/// A whole stream, read in an encoding. It only counts the ill-formed parts.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    transcoder: Transcoder<'static>,
    unused: Vec<u8>,
    /// The number of bytes before those that are read, which are US-ASCII.
    before: u64,
}

impl Track {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self::after(0, encoding)
    }

    /// Reads a stream from the offset `before` on. The bytes before it are US-ASCII.
    pub(crate) fn after(before: u64, encoding: Encoding) -> Self {
        Self { transcoder: transcoder(encoding), unused: Vec::new(), before }
    }

    /// Takes the next bytes of the stream.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.unused.clear();
        // With this policy, there is never an error.
        let _ = self.transcoder.transcode_to_vec(bytes, &mut self.unused, false);
    }

    /// Returns the number of ill-formed maximal subparts, except at the end.
    pub(crate) fn ill_formed(&self) -> u64 {
        self.transcoder.counts().ill_formed
    }

    /// Returns the number of bytes that are settled.
    pub(crate) fn settled(&self) -> u64 {
        self.before + self.transcoder.offset()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str) -> Reading {
        Reading::of(text.as_bytes(), Encoding::Utf8)
    }

    /// One change of the script in six characters is usual, such as a name. Latin may be in any text.
    #[test]
    fn coherent_text_has_few_changes_of_script() {
        for (text, expected) in [
            ("abcdef", true),
            ("привет мир", true),
            ("aбcдeж", true),
            ("привет, \u{3B1}", true),
            ("бβвδдζ", false),
            ("д\u{3B1}", false),
            ("привет\u{1}мир", false),
        ] {
            assert_eq!(reading(text).is_coherent(), expected, "{text}");
        }
    }

    #[test]
    fn only_characters_of_ascii_are_asked_for() {
        let is_any = |_: u8| true;
        assert!(reading("éa").has_ascii(is_any));
        assert!(!reading("éß").has_ascii(is_any));
        assert!(!reading("abc").has_ascii(|byte| byte == b'd'));
    }
}
