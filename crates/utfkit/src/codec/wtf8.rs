//! WTF-8: UTF-8 that may also contain lone surrogates, as in file names on Windows and in strings
//! of JavaScript.
//!
//! Text in 16-bit units that is not always UTF-16 is converted to bytes, and back without loss. A
//! pair of surrogates is never encoded as two sequences. So each text has one spelling, and
//! [`push`] joins pairs. WTF-8 is for use inside programs. In conversions to other encodings
//! ([`Encoding::Wtf8`](crate::Encoding::Wtf8)), a lone surrogate is an error.
//!
//! On Windows, `std::os::windows::ffi::OsStrExt::encode_wide` returns the units of an `OsStr`, and
//! `OsString::from_wide` creates one from units.

use alloc::{vec, vec::Vec};

use crate::{
    codec::relatives::Legacy,
    error::{Finding, Kind, outcome::Status},
    form::Sequence,
    scalar,
    slices::{utf8, utf16},
};

/// The number of bytes of a surrogate.
const LEN: usize = 3;

/// Converts `units`, which may be ill-formed UTF-16, to WTF-8.
///
/// Cost: that of [`utf16::to_utf8`], with one more call of it per lone surrogate.
///
/// ```
/// use utfkit::wtf8;
/// let units = [0x61, 0xD800, 0xD83D, 0xDE00];
/// let bytes = wtf8::from_utf16(&units);
/// assert_eq!(bytes, b"a\xED\xA0\x80\xF0\x9F\x98\x80");
/// assert_eq!(wtf8::to_utf16(&bytes)?, units);
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("encode_wide", "OsStr"))]
#[must_use]
pub fn from_utf16(units: &[u16]) -> Vec<u8> {
    // No unit becomes more bytes.
    let mut bytes = vec![0; LEN * units.len()];
    let (mut read, mut written) = (0, 0);
    while read < units.len() {
        let outcome = utf16::to_utf8(&units[read..], &mut bytes[written..]);
        read += outcome.read;
        written += outcome.written;
        let (Status::IllFormed(_), Some(&lone)) = (outcome.status, units.get(read)) else { break };
        bytes[written..][..LEN].copy_from_slice(&surrogate(lone));
        read += 1;
        written += LEN;
    }
    bytes.truncate(written);
    bytes
}

/// Converts `bytes`, well-formed WTF-8, to 16-bit units.
///
/// # Errors
/// Returns the first sequence that is not well-formed WTF-8. A pair of surrogates in two sequences
/// is one too.
///
/// Cost: that of [`utf8::to_utf16`], with one more call of it per lone surrogate.
///
/// ```
/// use utfkit::wtf8;
/// assert_eq!(wtf8::to_utf16(b"a\xED\xA0\x80")?, [0x61, 0xD800]);
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("from_wide", "OsString"))]
pub fn to_utf16(bytes: &[u8]) -> Result<Vec<u16>, Finding> {
    // No byte becomes more units.
    let mut units = vec![0; bytes.len()];
    let (mut read, mut written) = (0, 0);
    while read < bytes.len() {
        let outcome = utf8::to_utf16(&bytes[read..], &mut units[written..]);
        read += outcome.read;
        written += outcome.written;
        if outcome.status == Status::Done {
            break;
        }
        units[written] = lone(bytes, read)?;
        read += LEN;
        written += 1;
    }
    units.truncate(written);
    Ok(units)
}

/// Checks that `bytes` are well-formed WTF-8.
///
/// # Errors
/// Returns the first sequence that is not well-formed WTF-8.
///
/// ```
/// use utfkit::{Kind, wtf8};
/// assert!(wtf8::validate(b"\xED\xA0\x80").is_ok());
/// let finding = wtf8::validate(b"\xED\xA0\x80\xED\xB0\x80").unwrap_err();
/// assert_eq!(finding.kind(), Kind::IrregularPair { means: 0x1_0000 });
/// ```
pub fn validate(bytes: &[u8]) -> Result<(), Finding> {
    let mut at = 0;
    while let Err(error) = utf8::validate(&bytes[at..]) {
        at += error.valid_up_to();
        lone(bytes, at)?;
        at += LEN;
    }
    Ok(())
}

/// Appends `more` to `text`, both well-formed WTF-8.
///
/// If `text` ends with a high surrogate and `more` begins with a low one, they become one
/// character.
///
/// ```
/// use utfkit::wtf8;
/// let mut text = wtf8::from_utf16(&[0xD83D]);
/// wtf8::push(&mut text, &wtf8::from_utf16(&[0xDE00, 0x21]));
/// assert_eq!(text, "\u{1F600}!".as_bytes());
/// ```
pub fn push(text: &mut Vec<u8>, more: &[u8]) {
    let high = text.last_chunk::<LEN>().and_then(|&bytes| value(bytes));
    let low = more.first_chunk::<LEN>().and_then(|&bytes| value(bytes));
    let (Some(high @ 0xD800..0xDC00), Some(low @ 0xDC00..0xE000)) = (high, low) else {
        return text.extend_from_slice(more);
    };
    text.truncate(text.len() - LEN);
    if let Some(character) = char::from_u32(scalar::from_surrogates(high, low)) {
        text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    text.extend_from_slice(&more[LEN..]);
}

/// Returns the lone surrogate at `at` in `bytes`, where the text is not UTF-8.
fn lone(bytes: &[u8], at: usize) -> Result<u16, Finding> {
    let rest = &bytes[at..];
    match Legacy::Wtf8.first(rest, true) {
        Sequence::IllFormed { kind: Kind::Surrogate { value }, len: LEN } => Ok(value),
        Sequence::IllFormed { kind, len } => Err(Finding::new(at as u64, kind, &rest[..len])),
        // All UTF-8 is WTF-8 too.
        Sequence::Value { len, .. } => Err(Finding::new(at as u64, Kind::Truncated, &rest[..len])),
        Sequence::Incomplete => Err(Finding::new(at as u64, Kind::Truncated, rest)),
    }
}

/// Returns the bytes of a surrogate.
const fn surrogate(value: u16) -> [u8; LEN] {
    [0xED, 0x80 | (value >> 6) as u8 & 0x3F, 0x80 | value as u8 & 0x3F]
}

/// Returns the surrogate that `bytes` encode, if they are one.
const fn value(bytes: [u8; LEN]) -> Option<u16> {
    match bytes {
        [0xED, second @ 0xA0..0xC0, third @ 0x80..0xC0] => {
            Some(0xD000 | ((second & 0x3F) as u16) << 6 | (third & 0x3F) as u16)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [u16; 8] = [0x61, 0xE9, 0x4E00, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFF];

    /// Checks that every text of at most four such units comes back, and is joined from any two
    /// parts.
    #[test]
    fn there_and_back_and_joined() {
        for len in 0..=4_u32 {
            for number in 0..8_usize.pow(len) {
                let units: Vec<u16> =
                    (0..len).map(|place| UNITS[number / 8_usize.pow(place) % 8]).collect();
                let bytes = from_utf16(&units);
                assert_eq!(validate(&bytes), Ok(()));
                assert_eq!(to_utf16(&bytes).unwrap(), units);
                for at in 0..=units.len() {
                    let mut joined = from_utf16(&units[..at]);
                    push(&mut joined, &from_utf16(&units[at..]));
                    assert_eq!(joined, bytes, "{units:04X?} at {at}");
                }
            }
        }
    }

    #[test]
    fn finds_invalid_wtf_8() {
        for (bytes, offset, kind) in [
            (&b"a\xED\xA0\x80\xED\xB0\x80"[..], 1, Kind::IrregularPair { means: 0x1_0000 }),
            (b"\xED\xB0\x80\xFF", 3, Kind::InvalidByte),
            (b"ab\xED\xA0", 2, Kind::Truncated),
            (b"\xC0\x80", 0, Kind::Overlong { means: 0 }),
        ] {
            let finding = to_utf16(bytes).unwrap_err();
            assert_eq!((finding.offset(), finding.kind()), (offset, kind));
            assert_eq!(validate(bytes), Err(finding));
        }
    }
}
