//! US-ASCII: octets up to 7F, the same in UTF-8.

use crate::{
    Finding,
    form::Form,
    slices::{engine, unchecked},
};

/// `octets` as text, if they are ASCII.
///
/// # Errors
/// The first octet above 7F ([`Kind::NeverUsedOctet`](crate::Kind::NeverUsedOctet)).
///
/// Cost: one pass, at the speed of the active kernels.
///
/// ```
/// use utfkit::ascii;
/// assert_eq!(ascii::validate(b"plain"), Ok("plain"));
/// let finding = ascii::validate("caf\u{E9}".as_bytes()).unwrap_err();
/// assert_eq!((finding.offset(), finding.octets()), (3, &[0xC3][..]));
/// ```
#[inline]
pub fn validate(octets: &[u8]) -> Result<&str, Finding> {
    let (text, rest) = unchecked::split_ascii(octets);
    if rest.is_empty() { Ok(text) } else { Err(beyond(octets, text.len())) }
}

/// The finding at the first octet above 7F. Out of line, lest callers take no more in than that.
#[inline(never)]
fn beyond(octets: &[u8], at: usize) -> Finding {
    engine::finding_in(Form::Ascii, octets, at)
}

/// Whether `octets` are ASCII.
///
/// ```
/// assert!(utfkit::ascii::is_valid(b"plain"));
/// ```
#[inline]
#[must_use]
pub fn is_valid(octets: &[u8]) -> bool {
    engine::ascii(octets) == octets.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_octet_above_is_found() {
        for len in 0..200 {
            let mut octets = std::vec![b'a'; len];
            assert_eq!(validate(&octets).map(str::len), Ok(len));
            for at in 0..len {
                octets[at] = 0x80;
                assert_eq!(validate(&octets).map_err(|finding| finding.offset()), Err(at as u64));
                assert!(!is_valid(&octets));
                octets[at] = b'a';
            }
        }
    }
}
