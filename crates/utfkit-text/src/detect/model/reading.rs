//! Some bytes, read in an encoding: is that text?

use crate::detect::model::meter::{BIT, Meter, Price, price_of_bytes};
use utfkit::{
    Encoding, Kind,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder},
    utf8::{self, is_continuation},
};

/// What an ill-formed maximal subpart costs, or a value that is no character.
const ILL_FORMED: Price = 40 * BIT;

/// What a byte costs of a character that the end cuts.
const CUT: Price = 12 * BIT;

/// What a maximal subpart costs that is no UTF-8 where more than it is.
const DAMAGE: Price = 20 * BIT;

/// So many pairs of characters show whether a table ascends.
const MIN_ASCENT: usize = 12;

/// What stands for a byte in a charset without a name.
const LETTER: char = 'é';

/// What bytes are, read in an encoding.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) encoding: Encoding,
    /// The text, as UTF-8, without what is ill-formed.
    text: Vec<u8>,
    meter: Meter,
    pub(crate) ill_formed: u64,
    /// How many of them the text was damaged by: they are no sign of another encoding. And how many
    /// of these explain nothing.
    damage: u64,
    pub(crate) unexplained: u64,
    /// Values above U+10FFFF.
    pub(crate) beyond: u64,
    /// Bytes of a character that the end cuts.
    pub(crate) cut: u64,
    /// What it costs to believe it.
    prior: Price,
}

impl Reading {
    /// Reads `bytes`, which may end inside a character.
    pub(crate) fn of(bytes: &[u8], encoding: Encoding) -> Self {
        let mut text = Vec::new();
        let mut transcoder = transcoder(encoding);
        // The policy is to go on.
        let _ = transcoder.transcode_to_vec(bytes, &mut text, false);
        let cut = bytes.len() as u64 - transcoder.offset().min(bytes.len() as u64);
        let (ill_formed, beyond) =
            (transcoder.counts().ill_formed, transcoder.counts().unencodable);
        let meter = Meter::of(str::from_utf8(&text).unwrap_or_default());
        Self { encoding, text, meter, ill_formed, damage: 0, unexplained: 0, beyond, cut, prior: 0 }
    }

    /// Reads `bytes` as UTF-8 that was damaged, cut inside characters or mixed with something
    /// else, if there are more multi-byte sequences in it than mistakes.
    pub(crate) fn damaged(bytes: &[u8]) -> Option<Self> {
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

    /// The same, which takes so many bits to believe.
    pub(crate) fn unlikely_by(mut self, bits: Price) -> Self {
        self.prior = bits * BIT;
        self
    }

    /// The same of text that may be names, each with U+0000 behind it.
    pub(crate) fn of_names(bytes: &[u8]) -> Self {
        let reading = Self::of(bytes, Encoding::Utf8);
        let meter = Meter::of_names(str::from_utf8(&reading.text).unwrap_or_default());
        Self { meter, ..reading }
    }

    /// Whether it is a run of what someone wrote: letters of one script, or next to all, and
    /// nothing that is no text.
    pub(crate) fn is_coherent(&self) -> bool {
        self.ill_formed == 0 && self.odd() == 0 && self.meter.turns * 6 <= self.characters()
    }

    /// Whether it has a character that `predicate` says is one.
    pub(crate) fn has_ascii(&self, predicate: impl Fn(u8) -> bool) -> bool {
        self.text.iter().any(|&byte| byte.is_ascii() && predicate(byte))
    }

    /// How many of its characters are U+0000.
    pub(crate) fn zeros(&self) -> u64 {
        self.text.iter().filter(|&&byte| byte == 0).count() as u64
    }

    /// What it costs: of several readings, the cheapest explains the bytes best.
    pub(crate) fn price(&self) -> Price {
        let cut = self.cut * CUT;
        let ill_formed = self.ill_formed - self.damage + self.beyond;
        self.meter.price() + ill_formed * ILL_FORMED + self.unexplained * DAMAGE + cut + self.prior
    }

    /// The price of `bytes`, most of them UTF-8 or ASCII, in a charset that has a letter for each
    /// other byte.
    pub(crate) fn unnamed(bytes: &[u8]) -> Price {
        let mut text = String::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| LETTER));
        }
        Meter::of(&text).price()
    }

    /// The text, without what is ill-formed.
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.text).unwrap_or_default()
    }

    /// What the characters of it cost that are whole.
    pub(crate) fn price_of_text(&self) -> Price {
        self.meter.price()
    }

    /// Whether nearly all characters are greater than the one before: so are tables of offsets, and
    /// no text.
    pub(crate) fn ascends(&self) -> bool {
        let characters = || self.text().chars();
        let pairs = characters().zip(characters().skip(1));
        let (ascents, all) = pairs.fold((0, 0), |(ascents, all), (before, after)| {
            (ascents + usize::from(before < after), all + 1)
        });
        all >= MIN_ASCENT && ascents * 8 > all * 7
    }

    /// Whether it is text rather than any `bytes`.
    pub(crate) fn is_text(&self, bytes: &[u8]) -> bool {
        self.is_clean() && self.price() < price_of_bytes(bytes)
    }

    /// Whether next to nothing of it is ill-formed, or what nobody writes: one of these may be in
    /// any text.
    pub(crate) fn is_clean(&self) -> bool {
        self.characters() > 0
            && (self.ill_formed - self.damage) * 50 <= self.characters()
            && self.odd() * 25 <= self.characters() + 25
    }

    pub(crate) fn characters(&self) -> u64 {
        self.meter.characters
    }

    /// Characters that nobody writes.
    pub(crate) fn odd(&self) -> u64 {
        self.meter.odd
    }

    /// Whether all its characters are of US-ASCII.
    pub(crate) fn is_ascii(&self) -> bool {
        self.text.is_ascii()
    }
}

/// How many sequences of UTF-8 in `bytes` have a line break inside, as a mailer puts it there, and
/// how many maximal subparts that are ill-formed these are.
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

/// Whether `bytes`, which may be cut from a text, are UTF-8 without controls.
pub(crate) fn is_plain(bytes: &[u8]) -> bool {
    let is_text = |byte: u8| (byte >= 0x20) | matches!(byte, b'\t' | b'\n' | b'\r');
    if !bytes.iter().fold(true, |all, &byte| all & is_text(byte)) {
        return false;
    }
    // What is none is seldom anything near it, and known so at less cost.
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

/// A converter that leaves out what is ill-formed, and takes an initial U+FEFF for text.
fn transcoder(encoding: Encoding) -> Transcoder<'static> {
    Transcoder::new(encoding, Encoding::Utf8).policy(Policy::Skip).bom(BomPolicy::Forbid)
}

/// A whole stream, read in an encoding: only what is ill-formed counts.
#[derive(Debug)]
pub(crate) struct Track {
    transcoder: Transcoder<'static>,
    unused: Vec<u8>,
}

impl Track {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self { transcoder: transcoder(encoding), unused: Vec::new() }
    }

    /// The stream goes on with `bytes`.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.unused.clear();
        // The policy is to go on.
        let _ = self.transcoder.transcode_to_vec(bytes, &mut self.unused, false);
    }

    /// Maximal subparts that are ill-formed, but for the end.
    pub(crate) fn ill_formed(&self) -> u64 {
        self.transcoder.counts().ill_formed
    }

    /// How many bytes are settled.
    pub(crate) fn settled(&self) -> u64 {
        self.transcoder.offset()
    }
}
