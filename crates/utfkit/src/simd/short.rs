//! Fast paths for short text, inlined into the caller because a kernel call would take longer.
//!
//! This is safe code without intrinsics, so that a call for 16 bytes costs the same as a loop in
//! its place. Each function handles short text of the simplest kind and leaves all other text to
//! the kernels. Its results are those of the kernels.

use core::mem::MaybeUninit;

use crate::{form::Form, simd::Progress};

/// The maximum number of bytes of a text that is tested for ASCII, widened or swapped.
const BYTES: usize = 64;

/// The maximum number of bytes that a text is widened to. For larger results, kernels are faster.
const WIDENED: usize = 192;

/// The maximum number of bytes of a UTF-16 or UTF-32 text that is validated: two machine words. The
/// minimum is one word.
const UNITS: usize = 16;

/// Returns `true` if `src` is short, but at least 8 bytes, and ASCII.
#[inline(always)]
pub(crate) fn is_ascii(src: &[u8]) -> bool {
    // Words need only a few operations: with more, the compiler would not inline the callers.
    let any = match src.len() {
        len if len > BYTES => None,
        33.. => ends(src, or_halves),
        17.. => ends(src, |&end| u128::from_ne_bytes(end)),
        _ => ends(src, |&end| u64::from_ne_bytes(end).into()),
    };
    any.is_some_and(|any| any & (u128::MAX / 0xFF * 0x80) == 0)
}

/// Applies `bits` to the first `N` bytes of `src` and to the last `N`, which may overlap, and
/// returns the union. Returns `None` if there are fewer bytes.
#[inline(always)]
fn ends<const N: usize>(src: &[u8], bits: impl Fn(&[u8; N]) -> u128) -> Option<u128> {
    Some(bits(src.first_chunk()?) | bits(src.last_chunk()?))
}

/// Returns the union of both halves of `bytes`.
#[inline(always)]
fn or_halves(bytes: &[u8; 32]) -> u128 {
    bytes.as_chunks().0.iter().fold(0, |any, &half| any | u128::from_ne_bytes(half))
}

/// Returns `true` if `src` is short and simple: UTF-16 without surrogates or with only surrogate
/// pairs, or scalar values of UTF-32 below the last plane. Such text is well-formed.
#[inline(always)]
pub(crate) fn is_valid(form: Form, src: &[u8]) -> bool {
    if src.len() > UNITS {
        return false;
    }
    match form {
        Form::Utf16Le => is_plain_utf16(src, u64::from_le_bytes, 0xDC00_D800_DC00_D800),
        Form::Utf16Be => is_plain_utf16(src, u64::from_be_bytes, 0xD800_DC00_D800_DC00),
        Form::Utf32Le => scalar_values(src, u64::from_le_bytes),
        Form::Utf32Be => scalar_values(src, u64::from_be_bytes),
        Form::Latin1 | Form::Utf8 => false,
    }
}

/// Returns `true` if `src` has 8 to 16 bytes in whole units, and either no surrogates or only
/// surrogate pairs. `pairs` is a word of two pairs, as returned by `read`, with only their tags.
#[inline(always)]
fn is_plain_utf16(src: &[u8], read: impl Fn([u8; 8]) -> u64, pairs: u64) -> bool {
    const EACH: u64 = 0x0001_0001_0001_0001;
    let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) else { return false };
    let [first, last] = [read(*first), read(*last)];
    // A unit is a surrogate if and only if these five bits of it become zeros, and the subtraction
    // borrows only from zeros.
    let zeros = |word: u64| {
        let bits = (word ^ (EACH * 0xD800)) & (EACH * 0xF800);
        bits.wrapping_sub(EACH) & !bits & (EACH * 0x8000)
    };
    let other = |word: u64| (word & (EACH * 0xFC00)) ^ pairs;
    src.len().is_multiple_of(2) && zeros(first) | zeros(last) == 0
        || src.len().is_multiple_of(4) && other(first) | other(last) == 0
}

/// Returns `true` if `src` has 8 to 16 bytes in whole units, and all are scalar values below the
/// last plane. Units of the last plane are left to the kernels.
#[inline(always)]
fn scalar_values(src: &[u8], read: impl Fn([u8; 8]) -> u64) -> bool {
    const EACH: u64 = 0x0000_0001_0000_0001;
    const HIGHEST: u64 = 1 << 31;
    let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) else { return false };
    let [first, last] = [read(*first), read(*last)];
    let beyond = (first | last) & (EACH * 0xFFF0_0000);
    // The highest bit of a unit shows surrogates. There is no borrow from another unit, unless one
    // is in the last plane or beyond.
    let surrogates = |word: u64| (EACH * (HIGHEST + 0x7FF)).wrapping_sub(word ^ (EACH * 0xD800));
    let surrogates = (surrogates(first) | surrogates(last)) & (EACH * HIGHEST);
    src.len().is_multiple_of(4) && beyond | surrogates == 0
}

/// Writes ISO-8859-1 as units of `to`, if it is short and there is room for all.
#[inline(always)]
pub(crate) fn widen(src: &[u8], to: Form, dst: &mut [MaybeUninit<u8>]) -> Option<Progress> {
    match to {
        Form::Utf16Le => widened(src, dst, |byte| [byte, 0]),
        Form::Utf16Be => widened(src, dst, |byte| [0, byte]),
        Form::Utf32Le => widened(src, dst, |byte| [byte, 0, 0, 0]),
        Form::Utf32Be => widened(src, dst, |byte| [0, 0, 0, byte]),
        Form::Latin1 | Form::Utf8 => None,
    }
}

#[inline(always)]
fn widened<const N: usize>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    unit: impl Fn(u8) -> [u8; N],
) -> Option<Progress> {
    let (slots, _) = dst.as_chunks_mut::<N>();
    if src.len() > BYTES || N * src.len() > WIDENED || src.len() > slots.len() {
        return None;
    }
    // The compiler vectorizes this.
    for (slot, &byte) in slots.iter_mut().zip(src) {
        *slot = unit(byte).map(MaybeUninit::new);
    }
    Some(Progress { read: src.len(), written: N * src.len() })
}

/// Copies units of UTF-16 to `dst`, which has the same length, in the other byte order. Returns
/// `false` if there are too many.
#[inline(always)]
pub(crate) fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    if src.len() > BYTES {
        return false;
    }
    // The compiler vectorizes this.
    for (slot, &unit) in dst.as_chunks_mut().0.iter_mut().zip(src.as_chunks().0) {
        *slot = u16::from_ne_bytes(unit).swap_bytes().to_ne_bytes().map(MaybeUninit::new);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::active;

    /// Tries each interesting unit at every position of texts of every length, in every form.
    #[test]
    fn is_valid_accepts_only_valid_text() {
        let units = [0, 0x7F, 0x80, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
        let beyond = [0x1_0000, 0x10_FFFF, 0x11_0000, 0xD800_0000, u32::MAX];
        for form in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
            for fill in units.into_iter().chain(beyond) {
                for unit in units.into_iter().chain(beyond) {
                    for at in 0..10 {
                        let bytes = text(form, fill, unit, at);
                        for len in 0..bytes.len() {
                            let bytes = &bytes[..len];
                            let valid = active().validate(form, bytes) == len;
                            let said = is_valid(form, bytes);
                            assert!(valid || !said, "{form:?} {bytes:X?}");
                            let plain = fill < 0xD800 && unit < 0xD800;
                            let meant = (8..=UNITS).contains(&len) && len % form.unit() == 0;
                            assert!(said || !(plain && meant), "{form:?} {bytes:X?}");
                        }
                    }
                }
            }
        }
    }

    /// Tries surrogate pairs only, and with one of their units replaced.
    #[test]
    fn is_valid_accepts_surrogate_pairs() {
        for form in [Form::Utf16Le, Form::Utf16Be] {
            let pairs: [u16; 8] = [0xD800, 0xDC00, 0xDBFF, 0xDFFF, 0xD83D, 0xDE00, 0xD800, 0xDFFF];
            for unit in [0, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF] {
                for at in 0..=pairs.len() {
                    let mut units = pairs;
                    units.iter_mut().skip(at).take(1).for_each(|it| *it = unit);
                    let bytes: std::vec::Vec<u8> = match form {
                        Form::Utf16Le => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
                        _ => units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
                    };
                    for len in 0..=bytes.len() {
                        let bytes = &bytes[..len];
                        let valid = active().validate(form, bytes) == len;
                        let said = is_valid(form, bytes);
                        assert!(valid || !said, "{form:?} {bytes:X?}");
                        let meant = [8, 12, 16].contains(&len) && at == pairs.len();
                        assert!(said || !meant, "{form:?} {bytes:X?}");
                    }
                }
            }
        }
    }

    /// Returns ten units `fill`, except that the one at `at` is `unit`.
    fn text(form: Form, fill: u32, unit: u32, at: usize) -> std::vec::Vec<u8> {
        let mut bytes = std::vec::Vec::new();
        for place in 0..10 {
            let unit = if place == at { unit } else { fill };
            match form {
                Form::Utf16Le => bytes.extend((unit as u16).to_le_bytes()),
                Form::Utf16Be => bytes.extend((unit as u16).to_be_bytes()),
                Form::Utf32Le => bytes.extend(unit.to_le_bytes()),
                _ => bytes.extend(unit.to_be_bytes()),
            }
        }
        bytes
    }

    #[test]
    fn widen_agrees_with_kernels() {
        let src: [u8; 70] = core::array::from_fn(|at| (at * 7 + 100) as u8);
        for to in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
            for len in 0..=src.len() {
                for room in [0, to.unit() * len, to.unit() * len + 1, 290] {
                    let (mut dst, mut expected) = ([0xAA; 290], [0xAA; 290]);
                    let done = widen(&src[..len], to, crate::form::unit::room(&mut dst[..room]));
                    let fits = room >= to.unit() * len;
                    let few = len <= BYTES && to.unit() * len <= WIDENED;
                    assert_eq!(done.is_some(), fits && few, "{to:?} {len} {room}");
                    let Some(done) = done else { continue };
                    let room = crate::form::unit::room(&mut expected[..room]);
                    let kernel = active().convert(Form::Latin1, to, &src[..len], room);
                    assert_eq!((done.read, done.written), (kernel.read, kernel.written));
                    assert_eq!(dst[..done.written], expected[..done.written]);
                }
            }
        }
    }
}
