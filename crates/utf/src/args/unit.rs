//! Code units: how many bytes they have, and in which order.

use utfkit::{
    Encoding, Status,
    encoding::{BomPolicy, ByteOrder},
    transcode::Transcoder,
};

/// A code unit: how many bytes it has, and where in it the byte of ASCII is; the others are 00.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    size: usize,
    at: usize,
}

impl Unit {
    /// That of UTF-8, and of all else that has one byte.
    pub const BYTE: Self = Self { size: 1, at: 0 };

    /// One of so many bytes, the least significant first if `little`.
    pub fn new(size: usize, little: bool) -> Self {
        let size = size.max(1);
        Self { size, at: if little { 0 } else { size - 1 } }
    }

    /// How many bytes it has.
    pub fn bytes(self) -> usize {
        self.size
    }

    /// Where in it the byte of ASCII is.
    pub fn place(self) -> usize {
        self.at
    }

    /// The bytes of `text`, which is ASCII.
    pub fn spell(self, text: &str) -> Vec<u8> {
        let unit = |ascii: u8| (0..self.size).map(move |at| if at == self.at { ascii } else { 0 });
        text.bytes().flat_map(unit).collect()
    }

    /// The byte of ASCII of the code unit `bytes`, if it is one, and whole.
    pub fn ascii(self, bytes: &[u8]) -> Option<u8> {
        let is_ascii = bytes.iter().enumerate().all(|(at, &byte)| at == self.at || byte == 0);
        bytes.get(self.at).copied().filter(|_| is_ascii && bytes.len() == self.size)
    }
}

/// What text may be in that has no BOM, in units of several bytes.
pub const WIDE: [Encoding; 4] =
    [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];

/// How many bytes a code unit of `encoding` has.
pub fn bytes_of_unit(encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf16
        | Encoding::Utf16Be
        | Encoding::Utf16Le
        | Encoding::Ucs2
        | Encoding::Ucs2Be
        | Encoding::Ucs2Le
        | Encoding::Unicode11 => 2,
        Encoding::Utf32
        | Encoding::Utf32Be
        | Encoding::Utf32Le
        | Encoding::Ucs4
        | Encoding::Ucs4Be
        | Encoding::Ucs4Le => 4,
        _ => 1,
    }
}

/// Whether the bytes of a code unit of `encoding` are fixed to come in this order: the least
/// significant first.
pub fn is_little_endian(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Utf16Le | Encoding::Utf32Le | Encoding::Ucs2Le | Encoding::Ucs4Le)
}

/// The bytes of U+FEFF in `encoding`, of which the units are in this order; none where it lacks
/// that character.
pub fn mark(encoding: Encoding, order: ByteOrder) -> Vec<u8> {
    let mut room = [0; 4 * Transcoder::MIN_OUTPUT];
    let mut writer = Transcoder::new(Encoding::Utf8, encoding).bom(BomPolicy::Forbid);
    if bytes_of_unit(encoding) > 1 {
        writer = writer.output_order(order);
    }
    let outcome = writer.transcode("\u{FEFF}".as_bytes(), &mut room[..], true);
    let is_there = outcome.status == Status::Done;
    if is_there { room[..outcome.written].to_vec() } else { Vec::new() }
}

/// Whether what bytes of `encoding` mean depends on those before them.
pub fn has_shifts(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Utf7 | Encoding::Utf7Imap)
        || matches!(encoding, Encoding::Charset(charset) if charset.name() == "iso-2022-jp")
}
