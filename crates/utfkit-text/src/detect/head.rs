//! What a stream begins with: a BOM, or bytes that are read in each encoding.

use crate::detect::{
    binary::{self, FileType},
    judge::opinion::{self as judge, Opinion},
    model::reading::{Reading, Track},
    model::unsigned,
    parts::joined::ordered,
    parts::opening,
    parts::wide::Wide,
};
use crate::receivers::declared::{self, Declared};
use utfkit::{
    Encoding::{self, Utf16Le, Utf32Le},
    encoding::Bom,
    utf8,
};

/// How much is looked at as a piece: the stream is cut at multiples of this, however it comes.
pub(crate) const BLOCK: usize = 64 << 10;

/// How much is read in other encodings.
const MAX: usize = 16 << 10;

/// What it takes to believe that two files were joined.
const SPLIT: u64 = 12;

/// What the first block says.
#[derive(Debug)]
pub(crate) struct Head {
    /// The BOM, and the encoding that it means.
    pub(crate) bom: Option<(Encoding, &'static [u8])>,
    /// Another encoding that begins with such a BOM.
    pub(crate) also: Option<Encoding>,
    /// What it is, if it was read in other encodings.
    pub(crate) opinion: Option<Opinion>,
    /// The stream in the encoding that it seems to be in, if that is a relative of UTF-8 or has
    /// shifts.
    pub(crate) track: Option<Track>,
    /// The part in UTF-16 or UTF-32 that it begins with.
    pub(crate) wide: Option<Wide>,
    /// Whether the stream is to be read as UTF-8.
    pub(crate) may_be_utf8: bool,
    /// The type, if it is not text.
    pub(crate) file_type: Option<FileType>,
    /// What it says that it is in.
    pub(crate) declared: Option<Declared>,
    /// The number of NULs and control characters that text hardly ever has.
    pub(crate) controls: u64,
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
        }
    }
}

impl Head {
    /// What `block` says, all of the stream or its first bytes.
    pub(crate) fn of(block: &[u8]) -> Self {
        let look = &block[..block.len().min(MAX)];
        if let Some((encoding, bytes)) = bom(look) {
            let other =
                (encoding == Utf16Le && look[2..].starts_with(b"\0\0")).then_some(Encoding::Utf32);
            return Self { also: other, ..Self::signed(encoding, bytes) };
        }
        if let Some(file_type) = FileType::of(look) {
            return Self { file_type: Some(file_type), may_be_utf8: false, ..Self::default() };
        }
        let controls = look.iter().filter(|&&byte| binary::is_binary(byte)).count() as u64;
        let declared = declared::find_hint(block, block.len() < BLOCK);
        Self { controls, declared, ..Self::text(block, look) }
    }

    /// What `block`, which begins with `look`, says if it is text.
    fn text(block: &[u8], look: &[u8]) -> Self {
        let zeros = look.iter().filter(|&&byte| byte == 0).count();
        if zeros * 10 > look.len() * 9 || is_joined(look) {
            return Self::default();
        }
        let opinion = match (Self::opinion(block, look), opening::at_start(look)) {
            // What comes first is UTF-8, or it is UTF-16 or UTF-32 that plain text follows.
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
        // It has shifts, if it is not UTF-8.
        let track = (encoding != Encoding::Utf8).then(|| Track::new(encoding));
        Self { opinion, track, ..Self::default() }
    }

    fn signed(encoding: Encoding, bytes: &'static [u8]) -> Self {
        let bom = Some((encoding, bytes));
        match encoding {
            Encoding::Utf8 => Self { bom, ..Self::default() },
            _ => {
                let wide = Some(Wide::signed(0, encoding, bytes));
                Self { bom, wide, ..Self::default() }
            }
        }
    }

    /// What `look` begins with, if that is UTF-16 or UTF-32 and plain text follows.
    fn first(look: &[u8]) -> Option<Opinion> {
        let first = &look[..opening::first(look)?];
        let believed = |opinion: &Opinion| matches!(opinion, Opinion::Text(text) if text.margin >= SPLIT as i64);
        Some(judge::ill_formed(first)).filter(believed)
    }

    /// What `look`, the first bytes of `block`, is; `None` if it is UTF-8 that is not worth a look.
    fn opinion(block: &[u8], look: &[u8]) -> Option<Opinion> {
        let valid = match utf8::validate(block) {
            Ok(_) => look,
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
                &look[..look.len().min(error.valid_up_to())]
            }
            Err(_) => return Some(judge::ill_formed(look)),
        };
        if valid.iter().all(|&byte| is_usual(byte)) {
            return None;
        }
        Some(judge::well_formed(valid, &Reading::of(valid, Encoding::Utf8)))
    }
}

/// Whether a byte is found in text, and neither a control nor a shift.
const fn is_usual(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' '..=b'%' | b'\''..=b'*' | b','..=b'}' | 0x80..)
}

/// So much of it is read to see whether it is in UTF-32.
const FIRST: usize = 64;

/// The BOM that a stream begins with, and the encoding with the order that it tells.
fn bom(look: &[u8]) -> Option<(Encoding, &'static [u8])> {
    let bom = Bom::of(look)?;
    let encoding = ordered(bom);
    // `FF FE 00 00` could be UTF-16 that begins with U+0000.
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

/// Whether lines of UTF-8 come first and UTF-16 or UTF-32 behind them, rather than one of these
/// from the start.
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
    let cheapest = |bytes: &[u8]| unsigned::wide(bytes).iter().map(Reading::price).min();
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
