//! A few octets, looked at or widened where they are asked for: to call a kernel would take longer.
//!
//! Safe code without intrinsics, compiled into the caller, so that a call of 16 octets costs what a loop
//! written there would. Each function answers for short text of the simplest kind and leaves all other
//! to the kernels; what it answers is what they would.

use core::mem::MaybeUninit;

use crate::{form::Form, scalar, simd::Progress};

/// The longest text that is tested for ASCII, or widened.
const OCTETS: usize = 64;

/// The longest text of UTF-16 or UTF-32 that is validated: two words of a machine.
const UNITS: usize = 16;

/// Whether `src` is short, and ASCII.
#[inline(always)]
pub(crate) fn is_ascii(src: &[u8]) -> bool {
    src.len() <= OCTETS && src.is_ascii()
}

/// Whether `src` is short, and well-formed for a plain reason: no surrogates in UTF-16.
#[inline(always)]
pub(crate) fn is_valid(form: Form, src: &[u8]) -> bool {
    if src.len() > UNITS {
        return false;
    }
    match form {
        Form::Utf16Le => no_surrogates(src, u64::from_le_bytes),
        Form::Utf16Be => no_surrogates(src, u64::from_be_bytes),
        Form::Utf32Le => scalar_values(src, u32::from_le_bytes),
        Form::Utf32Be => scalar_values(src, u32::from_be_bytes),
        Form::Ascii | Form::Latin1 | Form::Utf8 => false,
    }
}

/// Whether `src`, of at most 16 octets, is 8 at least, whole units, and none of them a surrogate.
#[inline(always)]
fn no_surrogates(src: &[u8], read: impl Fn([u8; 8]) -> u64) -> bool {
    const EACH: u64 = 0x0001_0001_0001_0001;
    let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) else { return false };
    // A unit is a surrogate if and only if these five bits of it become zeros; only from zeros on does
    // the subtraction borrow.
    let zeros = |word: u64| {
        let bits = (word ^ (EACH * 0xD800)) & (EACH * 0xF800);
        bits.wrapping_sub(EACH) & !bits & (EACH * 0x8000)
    };
    src.len().is_multiple_of(2) && zeros(read(*first)) | zeros(read(*last)) == 0
}

/// Whether `src` is whole units, and all of them scalar values.
#[inline(always)]
fn scalar_values(src: &[u8], read: impl Fn([u8; 4]) -> u32) -> bool {
    let (units, rest) = src.as_chunks();
    // The highest bit of one of these is set if the unit is a surrogate, or above the limit.
    let wrong = |unit: &[u8; 4]| {
        let unit = read(*unit);
        (unit ^ 0xD800).wrapping_sub(0x800) | scalar::MAX.wrapping_sub(unit) | unit
    };
    let any = match units.first_chunk::<{ UNITS / 4 }>() {
        // A compiler makes one vector of this.
        Some(all) => all.iter().fold(0, |any, unit| any | wrong(unit)),
        None => units.iter().fold(0, |any, unit| any | wrong(unit)),
    };
    rest.is_empty() && any >> 31 == 0
}

/// Writes ISO-8859-1 as units of `to`, if it is short and there is room for all.
#[inline(always)]
pub(crate) fn widen(src: &[u8], to: Form, dst: &mut [MaybeUninit<u8>]) -> Option<Progress> {
    match to {
        Form::Utf16Le => widened(src, dst, |octet| [octet, 0]),
        Form::Utf16Be => widened(src, dst, |octet| [0, octet]),
        Form::Utf32Le => widened(src, dst, |octet| [octet, 0, 0, 0]),
        Form::Utf32Be => widened(src, dst, |octet| [0, 0, 0, octet]),
        Form::Ascii | Form::Latin1 | Form::Utf8 => None,
    }
}

#[inline(always)]
fn widened<const N: usize>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    unit: impl Fn(u8) -> [u8; N],
) -> Option<Progress> {
    let (slots, _) = dst.as_chunks_mut::<N>();
    if src.len() > OCTETS || src.len() > slots.len() {
        return None;
    }
    // A compiler makes vectors of this.
    for (slot, &octet) in slots.iter_mut().zip(src) {
        *slot = unit(octet).map(MaybeUninit::new);
    }
    Some(Progress { read: src.len(), written: N * src.len() })
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
                        let octets = text(form, fill, unit, at);
                        for len in 0..octets.len() {
                            let octets = &octets[..len];
                            let valid = active().validate(form, octets) == len;
                            let said = is_valid(form, octets);
                            assert!(valid || !said, "{form:?} {octets:X?}");
                            let plain = fill < 0xD800 && unit < 0xD800;
                            let meant = (8..=UNITS).contains(&len) && len % form.unit() == 0;
                            assert!(said || !(plain && meant), "{form:?} {octets:X?}");
                        }
                    }
                }
            }
        }
    }

    /// Ten units `fill`, of which the one at `at` is `unit`.
    fn text(form: Form, fill: u32, unit: u32, at: usize) -> std::vec::Vec<u8> {
        let mut octets = std::vec::Vec::new();
        for place in 0..10 {
            let unit = if place == at { unit } else { fill };
            match form {
                Form::Utf16Le => octets.extend((unit as u16).to_le_bytes()),
                Form::Utf16Be => octets.extend((unit as u16).to_be_bytes()),
                Form::Utf32Le => octets.extend(unit.to_le_bytes()),
                _ => octets.extend(unit.to_be_bytes()),
            }
        }
        octets
    }

    #[test]
    fn what_is_widened_is_what_kernels_make_of_it() {
        let src: [u8; 70] = core::array::from_fn(|at| (at * 7 + 100) as u8);
        for to in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
            for len in 0..=src.len() {
                for room in [0, to.unit() * len, to.unit() * len + 1, 290] {
                    let (mut dst, mut expected) = ([0xAA; 290], [0xAA; 290]);
                    let done = widen(&src[..len], to, crate::trusted::room(&mut dst[..room]));
                    let fits = room >= to.unit() * len;
                    assert_eq!(done.is_some(), fits && len <= OCTETS, "{to:?} {len} {room}");
                    let Some(done) = done else { continue };
                    let room = crate::trusted::room(&mut expected[..room]);
                    let kernel = active().convert(Form::Latin1, to, &src[..len], room);
                    assert_eq!((done.read, done.written), (kernel.read, kernel.written));
                    assert_eq!(dst[..done.written], expected[..done.written]);
                }
            }
        }
    }
}
