//! How long UTF-8 of any kind is in each UTF, with U+FFFD for each maximal subpart that is
//! ill-formed.
//!
//! Clean text is measured by [`pieces`](crate::simd::shared::by_pieces). From an error on the structure of
//! blocks is read off them as masks, and population counts of the masks are all that a length
//! needs; nothing branches on errors. Text of a block is measured by its structure alone.
//!
//! Why it is right: as [`Structure::length`] says. Cost: of clean text that of its validation and
//! that of its length; behind an error that of the structure, some 30 operations for a register, and
//! some 50 on masks for 64 bytes.

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

/// Blocks without an error after which the next is expected to be far.
const CALM: u32 = 4;

/// [`LengthLossy`](crate::simd::shared::kernel::LengthLossy) from UTF-8.
#[inline(always)]
pub(in crate::simd) fn measure<S: Set, F: Text, T: Text>(v: S, src: &[u8]) -> LossyLength {
    if src.len() <= BLOCK {
        return of_block::<S, T>(v, src);
    }
    let (validate, length, damaged) =
        (S::validate::<F>, S::length::<F, T>, S::measure_damaged::<F, T>);
    // SAFETY: the token of the set is the proof that the machine has the instructions.
    unsafe { pieces::length_lossy(validate, length, damaged, src) }
}

/// [`measure`] of at most a block.
#[inline(always)]
pub(in crate::simd) fn of_block<V: Vector, T: Text>(v: V, src: &[u8]) -> LossyLength {
    if src.is_empty() || short::is_ascii(src) {
        return LossyLength { units: src.len(), replaced: 0 };
    }
    let structure = subparts::read_whole(v, Checker::new(v), src);
    structure.length(T::UNIT, src.len())
}

/// [`Damaged`](pieces::Damaged) for UTF-8.
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

/// The structure of what is left, at most a block, with zeros behind it, which continue nothing.
#[inline(always)]
fn last<V: Vector>(v: V, checker: Checker<V>, rest: &[u8], carry: &mut Carry) -> Structure {
    let mut block = [0; BLOCK + 1];
    block[..rest.len()].copy_from_slice(rest);
    subparts::read(v, checker, &block, carry)
}
