//! Measures any UTF-8 in each UTF, with U+FFFD for each ill-formed maximal subpart.
//!
//! [`pieces`] measures well-formed text. From an error on, the structure of each block is read off
//! it as masks. A length depends only on the number of bits in these. There is no branch that
//! depends on errors. A text of at most one block is measured only by its structure.
//!
//! Correctness: see [`Structure::length`]. Cost, for well-formed text: validation plus measuring.
//! After an error: the structure, about 30 operations per register, and about 50 operations on
//! masks per 64 bytes.

use crate::simd::generic::set::Set;
use crate::simd::shared::text::Text;
use crate::{
    LossyLength,
    simd::{
        generic::{
            subparts::{self, BLOCK},
            validate::utf8::Checker,
            vector::Vector,
        },
        shared::{
            by_pieces as pieces,
            utf8_subparts::{Carry, Structure},
        },
        short,
    },
};

/// The number of blocks without an error after which the next error is expected to be far away.
const CALM: u32 = 4;

/// Implements [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-8.
#[inline(always)]
pub(in crate::simd) fn measure<S: Set, F: Text, T: Text>(v: S, src: &[u8]) -> LossyLength {
    if src.len() <= BLOCK {
        return of_block::<S, T>(v, src);
    }
    let (validate, length, damaged) =
        (S::validate::<F>, S::length::<F, T>, S::measure_damaged::<F, T>);
    // SAFETY: the token `v` proves that the machine has the instructions of the set.
    unsafe { pieces::length_lossy(validate, length, damaged, src) }
}

/// Implements [`measure`] for at most one block.
#[inline(always)]
pub(in crate::simd) fn of_block<V: Vector, T: Text>(v: V, src: &[u8]) -> LossyLength {
    if src.is_empty() || short::is_ascii(src) {
        return LossyLength { units: src.len(), replaced: 0 };
    }
    let structure = subparts::read_whole(v, Checker::new(v), src);
    structure.length(T::UNIT, src.len())
}

/// Implements [`Damaged`](pieces::Damaged) for UTF-8.
#[inline(always)]
pub(in crate::simd) fn damaged<'a, V: Vector, T: Text>(
    v: V,
    src: &'a [u8],
    total: &mut LossyLength,
) -> &'a [u8] {
    let (checker, mut carry) = (Checker::new(v), Carry::default());
    let mut calm = 0;
    let mut at = 0;
    while at < src.len() && (calm < CALM || carry.is_open()) {
        let bytes = (src.len() - at).min(BLOCK);
        let structure = if src.len() - at > BLOCK {
            subparts::read(v, checker, &src[at..], &mut carry)
        } else {
            last::<V>(v, checker, &src[at..], &mut carry)
        };
        let length = structure.length(T::UNIT, bytes);
        total.units = total.units.saturating_add(length.units);
        total.replaced += length.replaced;
        calm = if length.replaced == 0 { calm + 1 } else { 0 };
        at += bytes;
    }
    &src[at..]
}

/// Reads the structure of the rest, which is at most one block. The zeros after it are not
/// continuations.
#[inline(always)]
fn last<V: Vector>(v: V, checker: Checker<V>, rest: &[u8], carry: &mut Carry) -> Structure {
    let mut block = [0; BLOCK + 1];
    block[..rest.len()].copy_from_slice(rest);
    subparts::read(v, checker, &block, carry)
}
