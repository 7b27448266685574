//! A few bytes, looked at, widened or swapped where they are asked for: to call a kernel would take
//! longer.
//!
//! Safe code without intrinsics, compiled into the caller, so that a call of 16 bytes costs what a
//! loop written there would. Each function answers for short text of the simplest kind and leaves
//! all other to the kernels; what it answers is what they would.

use core::mem::MaybeUninit;

use crate::{form::Form, simd::Progress};

/// The longest text that is tested for ASCII, widened or swapped.
const BYTES: usize = 64;

/// The most bytes that text is widened to: what becomes more, kernels widen sooner.
const WIDENED: usize = 192;

/// The longest text of UTF-16 or UTF-32 that is validated, two words of a machine; the shortest is
/// one.
const UNITS: usize = 16;

/// Whether `src` is short, but not very short, and ASCII.
#[inline(always)]
pub(crate) fn is_ascii(src: &[u8]) -> bool {
    // Words are few operations: with more, a compiler would not put callers of this into theirs.
    let any = match src.len() {
        len if len > BYTES => None,
        33.. => ends(src, or_halves),
        17.. => ends(src, |&end| u128::from_ne_bytes(end)),
        _ => ends(src, |&end| u64::from_ne_bytes(end).into()),
    };
    any.is_some_and(|any| any & (u128::MAX / 0xFF * 0x80) == 0)
}

/// What `bits` makes of the first `N` bytes of `src`, and of the last, which may be some of the
/// first; `None` if there are not so many.
#[inline(always)]
fn ends<const N: usize>(src: &[u8], bits: impl Fn(&[u8; N]) -> u128) -> Option<u128> {
    Some(bits(src.first_chunk()?) | bits(src.last_chunk()?))
}

/// The bits that any half of `bytes` has.
#[inline(always)]
fn or_halves(bytes: &[u8; 32]) -> u128 {
    bytes.as_chunks().0.iter().fold(0, |any, &half| any | u128::from_ne_bytes(half))
}

/// Whether `src` is short, and well-formed for a plain reason: no surrogates in UTF-16, or pairs of
/// them and nothing else.
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

/// Whether `src`, of at most 16 bytes, is 8 at least, whole units, and either none of them a
/// surrogate or all of them in pairs; `pairs` is a word that `read` makes of two.
#[inline(always)]
fn is_plain_utf16(src: &[u8], read: impl Fn([u8; 8]) -> u64, pairs: u64) -> bool {
    const EACH: u64 = 0x0001_0001_0001_0001;
    let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) else { return false };
    let [first, last] = [read(*first), read(*last)];
    // A unit is a surrogate if and only if these five bits of it become zeros; only from zeros on
    // does the subtraction borrow.
    let zeros = |word: u64| {
        let bits = (word ^ (EACH * 0xD800)) & (EACH * 0xF800);
        bits.wrapping_sub(EACH) & !bits & (EACH * 0x8000)
    };
    let other = |word: u64| (word & (EACH * 0xFC00)) ^ pairs;
    src.len().is_multiple_of(2) && zeros(first) | zeros(last) == 0
        || src.len().is_multiple_of(4) && other(first) | other(last) == 0
}

/// Whether `src`, of at most 16 bytes, is 8 at least, whole units, and all of them scalar values
/// below the last plane: what is in that, the kernels tell.
#[inline(always)]
fn scalar_values(src: &[u8], read: impl Fn([u8; 8]) -> u64) -> bool {
    const EACH: u64 = 0x0000_0001_0000_0001;
    const HIGHEST: u64 = 1 << 31;
    let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) else { return false };
    let [first, last] = [read(*first), read(*last)];
    let beyond = (first | last) & (EACH * 0xFFF0_0000);
    // The highest bit of a unit tells of surrogates. Nothing is borrowed from another unit, unless
    // one is beyond.
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
    // A compiler makes vectors of this.
    for (slot, &byte) in slots.iter_mut().zip(src) {
        *slot = unit(byte).map(MaybeUninit::new);
    }
    Some(Progress { read: src.len(), written: N * src.len() })
}

/// Copies units of UTF-16 in the other order of bytes into as much room, if they are short; whether
/// it did.
#[inline(always)]
pub(crate) fn swap16(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    if src.len() > BYTES {
        return false;
    }
    // A compiler makes vectors of this.
    for (slot, &unit) in dst.as_chunks_mut().0.iter_mut().zip(src.as_chunks().0) {
        *slot = u16::from_ne_bytes(unit).swap_bytes().to_ne_bytes().map(MaybeUninit::new);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::active;

    /// Every unit of interest at every place of texts of every length, in every form.
    #[test]
    fn what_is_said_to_be_valid_is() {
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

    /// Pairs of surrogates alone, and with one unit in them that is another.
    #[test]
    fn pairs_are_said_to_be_valid() {
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

    /// Ten units `fill`, of which the one at `at` is `unit`.
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
    fn what_is_widened_is_what_kernels_make_of_it() {
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
