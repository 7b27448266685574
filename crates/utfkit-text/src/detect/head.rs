//! The facts about the first block of a stream: its BOM, or the judge's opinion.

use crate::detect::{
    binary::{self, FileType},
    judge::{
        escapes,
        opinion::{self as judge, Opinion},
    },
    model::reading::{Reading, Track},
    model::without_bom,
    parts::opening,
    parts::wide::Wide,
};
use crate::receivers::declared::{self, Declared, Records};
use utfkit::{
    Encoding::{self, Utf16Le, Utf32Le},
    encoding::Bom,
    utf8,
};

/// The size of a block. The stream is always cut at multiples of this.
pub(crate) const BLOCK: usize = 64 << 10;

/// The number of bytes that are read in other encodings.
const MAX: usize = 16 << 10;

/// The byte that begins an escape sequence.
pub(crate) const ESCAPE: u8 = 0x1B;

/// The number of bits that two joined files must save, so that they are likelier than one file.
const SPLIT: u64 = 12;

/// The facts about the first block.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// The BOM, and the encoding that it means.
    pub(crate) bom: Option<(Encoding, &'static [u8])>,
    /// Another encoding that has the same BOM.
    pub(crate) also: Option<Encoding>,
    /// The opinion of the judge, if the judge was needed.
    pub(crate) opinion: Option<Opinion>,
    /// The whole stream in the encoding of the opinion, if that is a relative of UTF-8 or has
    /// shifts.
    pub(crate) track: Option<Track>,
    /// The part in UTF-16 or UTF-32 at the start.
    pub(crate) wide: Option<Wide>,
    /// Whether the stream is read as UTF-8.
    pub(crate) may_be_utf8: bool,
    /// The type, if the stream is not text.
    pub(crate) file_type: Option<FileType>,
    /// The encoding that the text declares.
    pub(crate) declared: Option<Declared>,
    /// The number of NULs and of control characters that are rare in text.
    pub(crate) controls: u64,
    /// Whether records have an escape sequence.
    pub(crate) escaped: bool,
}

impl Default for Head {
    fn default() -> Self {
        Self {
            bom: None,
            also: None,
            opinion: None,
            track: None,
            wide: None,
            may_be_utf8: true,
            file_type: None,
            declared: None,
            controls: 0,
            escaped: false,
        }
    }
}

impl Head {
    /// Returns the facts about `block`, which is the whole stream or its first bytes, or the text of
    /// `records`. A declaration `beside` the stream counts more than one in it.
    pub(crate) fn of(block: &[u8], records: Option<Records>, beside: Option<Declared>) -> Self {
        let beside = beside.filter(|declared| declared.encoding().is_some());
        let look = &block[..block.len().min(MAX)];
        if let Some((encoding, bytes)) = bom(look) {
            let other =
                (encoding == Utf16Le && look[2..].starts_with(b"\0\0")).then_some(Encoding::Utf32);
            return Self { also: other, ..Self::with_bom(encoding, bytes) };
        }
        if let Some((encoding, bytes)) = signature(look) {
            let (bom, track) = (Some((encoding, bytes)), Some(Track::new(encoding)));
            return Self { bom, track, may_be_utf8: false, ..Self::default() };
        }
        if let Some(file_type) = FileType::of(look) {
            return Self { file_type: Some(file_type), may_be_utf8: false, ..Self::default() };
        }
        let controls = look.iter().filter(|&&byte| binary::is_binary(byte)).count() as u64;
        if let Some(records) = records {
            let within = || records.declared().filter(|declared| declared.encoding().is_some());
            let declared = beside.or_else(within);
            let encoding = declared.as_ref().and_then(Declared::encoding);
            // Escape sequences designate sets of MARC-8. The bytes after them are like ASCII.
            let track = encoding.filter(|one| one.has_shifts()).map(Track::new);
            let escaped = block.contains(&ESCAPE);
            return Self { controls, declared, track, escaped, ..Self::default() };
        }
        let declared = beside.or_else(|| declared::find_hint(block, block.len() < BLOCK));
        Self { controls, declared, ..Self::text(block, look) }
    }

    /// Returns the facts about `block`, a text that begins with `look`.
    fn text(block: &[u8], look: &[u8]) -> Self {
        let zeros = look.iter().filter(|&&byte| byte == 0).count();
        if zeros * 10 > look.len() * 9 || is_joined(look) {
            return Self::default();
        }
        let opinion = match (Self::opinion(block, look), opening::at_start(look)) {
            // The stream begins as UTF-8, or UTF-16 or UTF-32 comes first and plain text follows.
            (Some(opinion), Some(at)) if opinion.wide().is_some() && at > 0 => {
                return Self { opinion: None, ..Self::default() };
            }
            (Some(opinion), Some(0)) => Some(Self::first(look).unwrap_or(opinion)),
            (opinion, _) => opinion,
        };
        let Some(encoding) = opinion.as_ref().and_then(Opinion::encoding) else {
            return Self { opinion, ..Self::default() };
        };
        if let Some(encoding) = opinion.as_ref().and_then(Opinion::wide) {
            let wide = Some(Wide::first(look, encoding));
            return Self { opinion, wide, ..Self::default() };
        }
        // An encoding other than UTF-8 has shifts here.
        let track = (encoding != Encoding::Utf8).then(|| Track::new(encoding));
        Self { opinion, track, ..Self::default() }
    }

    /// Looks for the first shift in `block`, after `before` bytes that were plain US-ASCII. If there
    /// is one, the stream from the block on is tracked in its encoding.
    ///
    /// Cost: for a block without a shift, two searches for its bytes.
    pub(crate) fn shift_in(&mut self, block: &[u8], before: u64) {
        let is_plain = |opinion: &Opinion| opinion.encoding() == Some(Encoding::Utf8);
        let is_settled = self.opinion.as_ref().is_some_and(|opinion| !is_plain(opinion));
        if is_settled || self.track.is_some() || self.bom.is_some() {
            return;
        }
        let Some(at) = escapes::first_shift(block).filter(|_| block.is_ascii()) else { return };
        let line = block[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let look = &block[line.max(at.saturating_sub(MAX / 2))..];
        let Some(opinion) = judge::shifted(&look[..look.len().min(MAX)]) else { return };
        let shifted = opinion.encoding().filter(|one| one.has_shifts());
        self.track = shifted.map(|encoding| Track::after(before, encoding));
        self.opinion = Some(opinion);
    }

    fn with_bom(encoding: Encoding, bytes: &'static [u8]) -> Self {
        let bom = Some((encoding, bytes));
        match encoding {
            Encoding::Utf8 => Self { bom, ..Self::default() },
            _ => {
                let wide = Some(Wide::with_bom(0, encoding, bytes));
                Self { bom, wide, ..Self::default() }
            }
        }
    }

    /// Returns the opinion about the start of `look`, if that is UTF-16 or UTF-32 and plain text
    /// follows.
    fn first(look: &[u8]) -> Option<Opinion> {
        let first = &look[..opening::first(look)?];
        let believed = |opinion: &Opinion| matches!(opinion, Opinion::Text(text) if text.margin >= SPLIT as i64);
        Some(judge::ill_formed(first)).filter(believed)
    }

    /// Returns the opinion about `look`, the first bytes of `block`. Returns `None` for ordinary
    /// UTF-8.
    fn opinion(block: &[u8], look: &[u8]) -> Option<Opinion> {
        let valid = match utf8::validate(block) {
            Ok(_) => look,
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
                &look[..look.len().min(error.valid_up_to())]
            }
            Err(_) => return Some(judge::ill_formed(look)),
        };
        if valid.is_ascii()
            && let Some(opinion) = judge::ascii(valid)
        {
            return Some(opinion);
        }
        if valid.iter().all(|&byte| is_usual(byte)) {
            return None;
        }
        Some(judge::well_formed(valid, &Reading::of(valid, Encoding::Utf8)))
    }
}

/// Returns `true` if text often has `byte`, and it is neither a control character nor a shift.
const fn is_usual(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' '..=b'%' | b'\''..=b'*' | b','..=b'}' | 0x80..)
}

/// The number of bytes that are read to check a BOM of UTF-32.
const FIRST: usize = 64;

/// Returns the BOM at the start of a stream, and its encoding with the byte order.
fn bom(look: &[u8]) -> Option<(Encoding, &'static [u8])> {
    let bom = Bom::of(look)?;
    let encoding = bom.encoding_after();
    // `FF FE 00 00` can also be UTF-16 that begins with U+0000.
    let first = &look[..look.len().min(FIRST)];
    let cut = !look.len().is_multiple_of(4) && look.len() < FIRST;
    if encoding == Utf32Le && (cut || Reading::of(first, Utf32Le).ill_formed > 0) {
        let utf16 = Reading::of(first, Utf16Le);
        if utf16.ill_formed == 0 {
            return Some((Utf16Le, &bom.bytes()[..2]));
        }
    }
    Some((encoding, bom.bytes()))
}

/// U+FEFF in the encodings that have their own bytes for it: SCSU (UTS #6), BOCU-1 (UTN #6),
/// UTF-EBCDIC (UTR #16) and UTF-1.
const SIGNATURES: [(Encoding, &[u8]); 4] = [
    (Encoding::Scsu, b"\x0E\xFE\xFF"),
    (Encoding::Bocu1, b"\xFB\xEE\x28"),
    (Encoding::UtfEbcdic, b"\xDD\x73\x66\x73"),
    (Encoding::Utf1, b"\xF7\x64\x4C"),
];

/// Returns the encoding that has U+FEFF at the start of `look`, if the text after it makes sense.
fn signature(look: &[u8]) -> Option<(Encoding, &'static [u8])> {
    let signed = |(encoding, bytes): &(Encoding, &'static [u8])| {
        let rest = look.strip_prefix(*bytes);
        rest.is_some_and(|rest| rest.is_empty() || Reading::of(look, *encoding).is_clean())
    };
    SIGNATURES.into_iter().find(signed)
}

/// Returns `true` if lines of UTF-8 come first and UTF-16 or UTF-32 follows, rather than one
/// encoding for all.
fn is_joined(look: &[u8]) -> bool {
    let valid = utf8::validate(look).map_or_else(|error| error.valid_up_to(), str::len);
    let plain = look[..valid].iter().position(|&byte| byte == 0).unwrap_or(valid);
    if plain == look.len() {
        return false;
    }
    let split = match Bom::of(&look[plain..]) {
        Some(_) => plain,
        None => look[..plain].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1),
    };
    let (first, rest) = look.split_at(split);
    let first = Reading::of(first, Encoding::Utf8).unlikely_by(SPLIT);
    let cheapest = |bytes: &[u8]| without_bom::wide(bytes).iter().map(Reading::price).min();
    match (first.is_clean(), cheapest(rest)) {
        (true, Some(rest)) => {
            let parts = first.price() + rest;
            let names = Reading::of_names(look);
            let are_names = names.is_clean() && names.price() <= parts;
            !are_names && cheapest(look).is_none_or(|whole| parts < whole)
        }
        _ => false,
    }
}
