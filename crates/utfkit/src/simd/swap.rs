//! UTF-16 in the other order of octets where it stands.
//!
//! Safe code without intrinsics, which a compiler vectorizes: each set has it compiled with its own
//! target features. Why it is right: units do not depend on each other. Cost: a load, a shuffle and
//! a store for each register.

/// [`Kernels::swap16_in_place`](super::Kernels::swap16_in_place).
#[inline(always)]
pub(super) fn in_place(units: &mut [u16]) {
    for unit in units {
        *unit = unit.swap_bytes();
    }
}

#[cfg(test)]
mod tests {
    use crate::{simd::available, trusted};
    use std::vec::Vec;

    /// Beyond steps, and where output goes past the caches (in tests).
    const LENGTHS: [usize; 5] = [2046, 2500, 4096, 5000, 6001];

    #[test]
    fn every_set_swaps_every_unit_and_nothing_else() {
        for kernels in available() {
            for len in (0..300).chain(LENGTHS) {
                for shift in 0..len % 16 + 1 {
                    let text: Vec<u8> =
                        (0..shift + len).map(|at| (at * 7 + at / 256) as u8).collect();
                    let src = &text[shift..];
                    let mut dst = std::vec![0xAA; len + 66];
                    let room = trusted::room(&mut dst[shift % 3..][..len]);
                    let done = kernels.swap16(src, room);
                    assert_eq!((done.read, done.written), (len & !1, len & !1));
                    let (before, rest) = dst.split_at(shift % 3);
                    let (swapped, behind) = rest.split_at(len & !1);
                    assert!(before.iter().chain(behind).all(|&octet| octet == 0xAA), "{len}");
                    let pairs = src.as_chunks::<2>().0;
                    assert!(pairs.iter().flat_map(|&[a, b]| [b, a]).eq(swapped.iter().copied()));

                    let mut units: Vec<u16> =
                        pairs.iter().map(|&pair| u16::from_ne_bytes(pair)).collect();
                    kernels.swap16_in_place(&mut units);
                    assert!(
                        units
                            .iter()
                            .flat_map(|unit| unit.to_ne_bytes())
                            .eq(swapped.iter().copied())
                    );
                }
            }
        }
    }
}
