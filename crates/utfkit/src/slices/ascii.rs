//! US-ASCII: bytes up to 7F, which are the same in UTF-8.

use crate::{
    Finding, Kind,
    form::cut,
    slices::{rows, unchecked},
};

/// Returns `bytes` as text, if all of them are ASCII.
///
/// # Errors
/// Returns the first byte above 7F as a finding ([`Kind::InvalidByte`](crate::Kind::InvalidByte)).
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// use utfkit::ascii;
/// assert_eq!(ascii::validate(b"plain"), Ok("plain"));
/// let finding = ascii::validate("caf\u{E9}".as_bytes()).unwrap_err();
/// assert_eq!((finding.offset(), finding.bytes()), (3, &[0xC3][..]));
/// ```
#[doc(alias = "is_ascii")]
#[inline]
pub fn validate(bytes: &[u8]) -> Result<&str, Finding> {
    let (text, rest) = unchecked::split_ascii(bytes);
    if rest.is_empty() { Ok(text) } else { Err(beyond(bytes, text.len())) }
}

/// Creates the finding for the first byte above 7F. It is never inlined, so that callers stay
/// small.
#[inline(never)]
fn beyond(bytes: &[u8], at: usize) -> Finding {
    Finding::new(at as u64, Kind::InvalidByte, cut::prefix(cut::rest(bytes, at), 1))
}

/// Returns the number of bytes at the start of `bytes` that are ASCII.
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// use utfkit::ascii;
/// assert_eq!(ascii::prefix("caf\u{E9}".as_bytes()), 3);
/// ```
#[inline]
#[must_use]
pub fn prefix(bytes: &[u8]) -> usize {
    rows::ascii(bytes)
}

/// Returns `true` if all `bytes` are ASCII.
///
/// ```
/// assert!(utfkit::ascii::is_valid(b"plain"));
/// ```
#[doc(alias = "is_ascii")]
#[inline]
#[must_use]
pub fn is_valid(bytes: &[u8]) -> bool {
    rows::ascii(bytes) == bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_above_is_found() {
        for len in 0..200 {
            let mut bytes = std::vec![b'a'; len];
            assert_eq!(validate(&bytes).map(str::len), Ok(len));
            for at in 0..len {
                bytes[at] = 0x80;
                assert_eq!(validate(&bytes).map_err(|finding| finding.offset()), Err(at as u64));
                assert!(!is_valid(&bytes));
                bytes[at] = b'a';
            }
        }
    }
}
