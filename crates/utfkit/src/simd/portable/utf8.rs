//! UTF-8: validation, and conversion into other forms, in blocks.

use core::mem::MaybeUninit;

use crate::{
    form::{Codec, Sequence, Utf8, cut},
    simd::{
        Progress,
        portable::{
            block::{BLOCK, Block},
            convert::step,
            plain::{self, Plain, STEPS},
        },
    },
};

/// Implements [`Validate`](crate::simd::shared::kernel::Validate) for UTF-8.
pub(super) fn validate(src: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += plain::run::<Utf8, Utf8>(cut::rest(src, at));
        if let Some(block) = Block::at(src, at).filter(Block::is_well_formed) {
            at += block.whole();
            continue;
        }
        if is_well_formed_end(cut::rest(src, at)) {
            return src.len();
        }
        for _ in 0..STEPS {
            match Utf8::first(cut::rest(src, at), false) {
                Sequence::Value { len, .. } => at += len,
                _ => return at,
            }
        }
    }
}

/// Returns `true` if `rest` is less than a block, and all of it is well-formed.
#[inline(always)]
fn is_well_formed_end(rest: &[u8]) -> bool {
    rest.len() < BLOCK && (rest.is_ascii() || Block::with(rest, |block| block.is_well_formed()))
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8.
pub(super) fn convert<T: Plain>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let mut done = Progress::default();
    loop {
        let units = plain::convert_run::<Utf8, T>(
            cut::rest(src, done.read),
            cut::rest_mut(dst, done.written),
        );
        done.read += units;
        done.written += units * T::UNIT;
        if convert_block::<T>(src, dst, &mut done).is_some() {
            continue;
        }
        for _ in 0..STEPS {
            if !step::<Utf8, T>(src, dst, &mut done) {
                return done;
            }
        }
    }
}

/// Implements [`Convert`](crate::simd::shared::kernel::Convert) from UTF-8 to itself: copies the
/// well-formed prefix that fits.
pub(super) fn copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Progress {
    let fitting = src.len().min(dst.len());
    let valid = validate(cut::prefix(src, fitting));
    for (slot, &byte) in dst.iter_mut().zip(cut::prefix(src, valid)) {
        slot.write(byte);
    }
    Progress { read: valid, written: valid }
}

/// Converts the complete sequences of a block. Returns `None` unless the block is well-formed, has
/// only characters of one unit, and is certain to fit.
#[inline(always)]
fn convert_block<T: Plain>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    done: &mut Progress,
) -> Option<()> {
    let block = Block::at(src, done.read)?;
    let room = dst.get_mut(done.written..done.written + BLOCK * T::UNIT)?;
    if !block.is_basic() || !block.is_well_formed() {
        return None;
    }
    let characters = block.characters();
    let leads = block.leads();
    if T::MAX < 0xFFFF && any_above(T::MAX, &characters, &leads) {
        return None;
    }
    let mut units = 0;
    for (&character, &lead) in characters.iter().zip(&leads) {
        // Units that are not the start of a character will be overwritten.
        if let Some(slot) = room.get_mut(units * T::UNIT..(units + 1) * T::UNIT) {
            T::put_unit(character.into(), slot);
        }
        units += usize::from(lead);
    }
    let whole = block.whole();
    done.read += whole;
    done.written += (units - usize::from(whole < BLOCK)) * T::UNIT;
    Some(())
}

/// Returns `true` if a character is greater than `most`.
#[inline(always)]
fn any_above(most: u32, characters: &[u16; BLOCK], leads: &[u8; BLOCK]) -> bool {
    let mut any = false;
    for (&character, &lead) in characters.iter().zip(leads) {
        any |= (lead != 0) & (u32::from(character) > most);
    }
    any
}
