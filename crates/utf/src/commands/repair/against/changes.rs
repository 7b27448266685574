//! The bytes that differ between a text and its restored version, for a patch.

use super::super::patch::Patch;
use crate::process::problem::Problem;

/// The maximum number of bytes of a change. A patch has them in hexadecimal, on one line.
const LONGEST: usize = 256 << 10;

/// Adds the changes from `old` to `new` to `patch`.
pub(super) fn add(patch: &mut Patch, old: &[u8], new: &[u8]) -> Result<(), Problem> {
    let lines = |text| memchr::memchr_iter(b'\n', text).count();
    if lines(old) != lines(new) {
        return change(patch, 0, old, new);
    }
    let mut offset = 0;
    let is_end = |byte: &u8| *byte == b'\n';
    let (mut olds, mut news) = (old.split_inclusive(is_end), new.split_inclusive(is_end));
    loop {
        let (old, new) = (olds.next(), news.next());
        if old.is_none() && new.is_none() {
            return Ok(());
        }
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        change(patch, offset, old, new)?;
        offset += old.len();
    }
}

/// Adds the change from `old`, at `offset`, to `new`.
fn change(patch: &mut Patch, mut offset: usize, old: &[u8], new: &[u8]) -> Result<(), Problem> {
    let common = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let start = common(&mut old.iter().zip(new));
    let (kept, old, new) = (&old[..start], &old[start..], &new[start..]);
    patch.keep(kept);
    offset += start;
    let end = common(&mut old.iter().rev().zip(new.iter().rev()));
    let (mut old, kept) = old.split_at(old.len() - end);
    let mut new = &new[..new.len() - end];
    while !old.is_empty() || !new.is_empty() {
        let (old_part, new_part) = (old.len().min(LONGEST), new.len().min(LONGEST));
        patch.change(offset as u64, &old[..old_part], &new[..new_part])?;
        offset += old_part;
        (old, new) = (&old[old_part..], &new[new_part..]);
    }
    patch.keep(kept);
    Ok(())
}
