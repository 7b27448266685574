//! Reads a text one sequence at a time: the oracle of several targets.
//!
//! The standard library decodes UTF-8, UTF-16, UTF-32, US-ASCII and ISO-8859-1. In other encodings,
//! the decoder of `utfkit` returns one sequence at a time. The functions under test convert blocks.

use utfkit::{
    Encoding,
    codec::Step,
    encoding::{ByteOrder, Charset, Label},
};

/// A character, or an ill-formed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    /// The offset after the sequence before this one. Shifts are between it and `start`.
    pub(crate) after: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The code value; `None` if the sequence is ill-formed.
    pub(crate) value: Option<u32>,
}

/// Returns every encoding, with all charsets.
pub(crate) fn encodings() -> Vec<Encoding> {
    let all: Vec<_> =
        Encoding::ALL.iter().copied().chain(Charset::all().map(Encoding::Charset)).collect();
    assert!(all.len() > 200, "charsets are compiled in");
    all
}

/// Returns the byte order of a text and the length of its BOM. A BOM of the other byte order counts
/// too.
pub(crate) fn start(encoding: Encoding, bytes: &[u8]) -> (ByteOrder, usize) {
    let begins = |mark: &[u8]| bytes.starts_with(mark);
    let (big, little): (&[u8], &[u8]) = match encoding {
        Encoding::UsAscii | Encoding::Iso8859_1 => return (ByteOrder::Big, 0),
        Encoding::Utf8 => return (ByteOrder::Big, if begins(b"\xEF\xBB\xBF") { 3 } else { 0 }),
        Encoding::Utf16 => (b"\xFE\xFF", b"\xFF\xFE"),
        Encoding::Utf32 => (b"\0\0\xFE\xFF", b"\xFF\xFE\0\0"),
        other => return Label::from(other).start(bytes, true).expect("all is there"),
    };
    match (begins(big), begins(little)) {
        (true, _) => (ByteOrder::Big, big.len()),
        (_, true) => (ByteOrder::Little, little.len()),
        _ => (ByteOrder::Big, 0),
    }
}

/// Returns the sequences of `bytes` from `start` on, where the BOM ends.
pub(crate) fn sequences(
    encoding: Encoding,
    order: ByteOrder,
    bytes: &[u8],
    start: usize,
) -> Vec<Sequence> {
    let mut all = Vec::new();
    let (mut after, mut at) = (start, start);
    if let Some(read) = by_std(encoding, order, &bytes[start..]) {
        for (value, len) in read {
            all.push(Sequence { after: at, start: at, end: at + len, value });
            at += len;
        }
        assert_eq!(at, bytes.len());
        return all;
    }
    let mut decoder = encoding.decoder(order);
    if start > 0 {
        // In BOCU-1, the BOM changes the meaning of the bytes after it.
        decoder.pass(&bytes[..start]);
    }
    while at < bytes.len() {
        let (value, len) = match decoder.first(&bytes[at..], true) {
            Step::Shift { len } => (None, len),
            Step::Value { value, len } => (Some(Some(value)), len),
            Step::IllFormed { len, .. } => (Some(None), len),
            Step::Incomplete => panic!("{encoding}: nothing follows"),
        };
        assert!(len > 0, "{encoding}: it must end");
        decoder.pass(&bytes[at..at + len]);
        let begin = at;
        at += len;
        if let Some(value) = value {
            all.push(Sequence { after, start: begin, end: at, value });
            after = at;
        }
    }
    all
}

/// Returns the values and the lengths of the sequences of `bytes`; `None` if the standard library
/// does not know the encoding.
fn by_std(encoding: Encoding, order: ByteOrder, bytes: &[u8]) -> Option<Vec<(Option<u32>, usize)>> {
    let is_big = match encoding {
        Encoding::Utf16Be | Encoding::Utf32Be => true,
        Encoding::Utf16Le | Encoding::Utf32Le => false,
        _ => order == ByteOrder::Big,
    };
    let mut all = Vec::new();
    match encoding {
        Encoding::Utf8 => {
            for chunk in bytes.utf8_chunks() {
                all.extend(chunk.valid().chars().map(|c| (Some(u32::from(c)), c.len_utf8())));
                if !chunk.invalid().is_empty() {
                    all.push((None, chunk.invalid().len()));
                }
            }
        }
        Encoding::UsAscii => {
            all.extend(bytes.iter().map(|&byte| (byte.is_ascii().then_some(byte.into()), 1)));
        }
        Encoding::Iso8859_1 => all.extend(bytes.iter().map(|&byte| (Some(byte.into()), 1))),
        Encoding::Utf16 | Encoding::Utf16Be | Encoding::Utf16Le => {
            let (units, rest) = bytes.as_chunks::<2>();
            let unit = if is_big { u16::from_be_bytes } else { u16::from_le_bytes };
            let read = char::decode_utf16(units.iter().map(|&bytes| unit(bytes)));
            all.extend(read.map(|c| match c {
                Ok(c) => (Some(u32::from(c)), 2 * c.len_utf16()),
                Err(_) => (None, 2),
            }));
            all.extend((!rest.is_empty()).then_some((None, rest.len())));
        }
        Encoding::Utf32 | Encoding::Utf32Be | Encoding::Utf32Le => {
            let (units, rest) = bytes.as_chunks::<4>();
            let unit = if is_big { u32::from_be_bytes } else { u32::from_le_bytes };
            let value = |&bytes: &[u8; 4]| char::from_u32(unit(bytes)).map(u32::from);
            all.extend(units.iter().map(|bytes| (value(bytes), 4)));
            all.extend((!rest.is_empty()).then_some((None, rest.len())));
        }
        _ => return None,
    }
    Some(all)
}
