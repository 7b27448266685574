//! Code point order of code units of sixteen or thirty-two bits.

use core::{cmp::Ordering, iter};

use crate::form::{Sequence, cut, unit::Unit, units::Units};

/// Compares in code point order.
///
/// After the common start, the first code points decide. The last common unit may begin a surrogate
/// pair, so the code points are read from that unit on.
#[inline]
pub(crate) fn compare<U: Unit>(a: Units<'_, U>, b: Units<'_, U>) -> Ordering {
    // Cost: this is the fastest way to compare equal texts, and stops early at others.
    if a.form() == b.form() && a.bytes() == b.bytes() {
        return Ordering::Equal;
    }
    compare_different(a, b)
}

/// Implements [`compare`] for texts that may be equal only in different byte orders.
fn compare_different<U: Unit>(a: Units<'_, U>, b: Units<'_, U>) -> Ordering {
    let common = common(a, b);
    if common * size_of::<U>() == a.bytes().len() && a.bytes().len() == b.bytes().len() {
        return Ordering::Equal;
    }
    let start = common.saturating_sub(1);
    ranks(a.tail(start)).cmp(ranks(b.tail(start)))
}

/// Returns the number of units that `a` and `b` have in common at their starts.
fn common<U: Unit>(a: Units<'_, U>, b: Units<'_, U>) -> usize {
    if a.form() == b.form() {
        return common_bytes(a.bytes(), b.bytes()) / size_of::<U>();
    }
    let units = a.bytes().chunks_exact(size_of::<U>()).zip(b.bytes().chunks_exact(size_of::<U>()));
    units.take_while(|(a, b)| a.iter().eq(b.iter().rev())).count()
}

/// Returns the number of bytes that `a` and `b` have in common at their starts.
///
/// It compares whole blocks first, for speed.
fn common_bytes(a: &[u8], b: &[u8]) -> usize {
    let at = common_blocks::<64>(a, b);
    let at = at + common_blocks::<8>(cut::rest(a, at), cut::rest(b, at));
    at + iter::zip(cut::rest(a, at), cut::rest(b, at)).take_while(|(a, b)| a == b).count()
}

/// Returns the number of bytes in the blocks of `N` bytes that `a` and `b` have in common.
fn common_blocks<const N: usize>(a: &[u8], b: &[u8]) -> usize {
    let blocks = iter::zip(a.as_chunks::<N>().0, b.as_chunks::<N>().0);
    blocks.take_while(|(a, b)| a == b).count() * N
}

/// Returns the sort keys: code points, and below them the left-over bytes at the end. An ill-formed
/// unit with a value counts as that value.
fn ranks<U: Unit>(text: Units<'_, U>) -> impl Iterator<Item = u64> {
    const CODE_POINT: u64 = 0x100;
    let (form, mut rest) = (text.form(), text.bytes());
    iter::from_fn(move || {
        let (rank, len) = match form.first(rest, true) {
            Sequence::Value { value, len } => (CODE_POINT + u64::from(value), len),
            Sequence::IllFormed { kind, len } => match kind.value() {
                Some(value) => (CODE_POINT + u64::from(value), len),
                None => (rest.first().copied().unwrap_or_default().into(), 1),
            },
            Sequence::Incomplete => return None,
        };
        rest = cut::rest(rest, len);
        Some(rank)
    })
}
