//! Lossy conversion into strings, with U+FFFD or an ASCII byte for ill-formed sequences.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{
    form::{Form, Sequence, cut},
    simd,
    slices::unchecked,
};

/// Converts `bytes` into text, with U+FFFD for each ill-formed maximal subpart. Returns the number
/// of replacements too.
///
/// The text is the same as that of [`String::from_utf8_lossy`] (Unicode section 3.9; WHATWG
/// decoder).
///
/// Cost: if `bytes` are well-formed, one pass and no copy. Otherwise one pass, and an allocation
/// that grows at most once.
///
/// ```
/// use utfkit::utf8;
/// let (text, replaced) = utf8::to_string_lossy(b"caf\xE9!");
/// assert_eq!((&*text, replaced), ("caf\u{FFFD}!", 1));
/// ```
#[doc(alias = "from_utf8_lossy")]
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_string_lossy(bytes: &[u8]) -> (Cow<'_, str>, usize) {
    let (text, rest) = unchecked::split_well_formed(bytes);
    if rest.is_empty() {
        return (Cow::Borrowed(text), 0);
    }
    let (text, replaced) = replace(text, rest);
    (Cow::Owned(text), replaced)
}

/// Converts `bytes` into a string, with U+FFFD for each ill-formed maximal subpart. Returns the
/// number of replacements too.
///
/// Cost: if `bytes` are well-formed, one pass without a copy or an allocation. Otherwise one pass,
/// and an allocation that grows at most once.
///
/// ```
/// use utfkit::utf8;
/// let bytes = b"no copy".to_vec();
/// let address = bytes.as_ptr();
/// let (text, replaced) = utf8::into_string_lossy(bytes);
/// assert_eq!((&*text, replaced, text.as_ptr()), ("no copy", 0, address));
/// ```
#[doc(alias = "from_utf8_lossy_owned")]
#[cfg(feature = "alloc")]
#[must_use]
pub fn into_string_lossy(bytes: Vec<u8>) -> (String, usize) {
    unchecked::into_string(bytes).map_or_else(
        |bytes| {
            let (text, rest) = unchecked::split_well_formed(&bytes);
            replace(text, rest)
        },
        |text| (text, 0),
    )
}

/// Returns `text` followed by `rest`, with U+FFFD for each maximal subpart of `rest`, and the
/// number of replacements.
#[cfg(feature = "alloc")]
fn replace(text: &str, rest: &[u8]) -> (String, usize) {
    // U+FFFD takes up to three times the bytes that it replaces. Only a rest that did not fit is
    // measured.
    const SPARE: usize = 128;
    let mut string = String::with_capacity(text.len() + rest.len() + SPARE.min(2 * rest.len()));
    string.push_str(text);
    let done = unchecked::append_str_lossy(&mut string, rest);
    let rest = &rest[done.read..];
    if !rest.is_empty() {
        string.reserve_exact(super::utf8_len_lossy(rest).units);
    }
    let more = unchecked::append_str_lossy(&mut string, rest);
    string.shrink_to_fit();
    (string, done.replaced + more.replaced)
}

/// Overwrites each ill-formed byte of `bytes` with the ASCII byte `with`.
///
/// Returns the resulting text, which has the same length, and the number of maximal subparts that
/// were overwritten.
///
/// If `with` is not ASCII, the result is `None` and `bytes` stay unchanged.
///
/// Cost: two passes, without allocation.
///
/// ```
/// use utfkit::utf8;
/// let mut bytes = *b"caf\xE9 \xE2\x82 \xE2\x82\xAC";
/// let (text, scrubbed) = utf8::scrub_in_place(&mut bytes, b'?').unwrap();
/// assert_eq!((&*text, scrubbed), ("caf? ?? €", 2));
/// assert_eq!(utf8::scrub_in_place(&mut bytes, 0xFF), None);
/// ```
#[doc(alias = "sanitize")]
pub fn scrub_in_place(bytes: &mut [u8], with: u8) -> Option<(&mut str, usize)> {
    if !with.is_ascii() {
        return None;
    }
    let (mut at, mut scrubbed) = (0, 0);
    loop {
        at += simd::active().validate(Form::Utf8, cut::rest(bytes, at));
        let Sequence::IllFormed { len, .. } = Form::Utf8.first(cut::rest(bytes, at), true) else {
            break;
        };
        cut::rest_mut(bytes, at).iter_mut().take(len).for_each(|byte| *byte = with);
        at += len;
        scrubbed += 1;
    }
    Some((unchecked::well_formed_mut(bytes), scrubbed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[cfg(feature = "alloc")]
    #[test]
    fn strings_are_those_of_the_standard_library() {
        testing::hostile(|bytes| {
            let expected = String::from_utf8_lossy(bytes);
            let findings =
                crate::slices::utf8::chunks(bytes).filter_map(|chunk| chunk.finding()).count();
            let borrowed = to_string_lossy(bytes);
            assert_eq!(borrowed, (expected.clone(), findings), "{bytes:X?}");
            let owned = into_string_lossy(bytes.to_vec());
            assert_eq!(owned, (expected.into_owned(), findings), "{bytes:X?}");
            assert!(findings == 0 || owned.0.capacity() == owned.0.len());
        });
    }

    #[test]
    fn scrubbing_keeps_well_formed_text() {
        testing::hostile(|bytes| {
            let mut expected = std::string::String::new();
            for chunk in bytes.utf8_chunks() {
                expected += chunk.valid();
                expected.extend(chunk.invalid().iter().map(|_| '_'));
            }
            let mut scrubbed = bytes.to_vec();
            let text = scrub_in_place(&mut scrubbed, b'_').unwrap().0;
            assert_eq!(*text, *expected, "{bytes:X?}");
        });
    }
}
