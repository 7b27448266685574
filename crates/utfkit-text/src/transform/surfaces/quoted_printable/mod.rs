//! Quoted-printable (RFC 2045, 6.7): `=C3=A9`, and lines of at most 76 bytes.

mod reader;
mod writer;

pub(super) use reader::Reader;
pub(super) use writer::Writer;

/// Returns the byte with two digits in hexadecimal.
pub(super) fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}

/// Writes `byte` as an escape.
pub(super) fn escape(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.extend([b'=', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}
