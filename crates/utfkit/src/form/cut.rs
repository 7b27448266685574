//! Cuts slices without a panic.
//!
//! Kernels stop at an offset in their text, and at one in their room. Proofs and tests show that
//! these are never beyond the end. The compiler does not know that, so an index would leave a panic
//! in each function. Here, an offset beyond the end means the end.

/// Returns the part of `slice` from `at` on.
#[inline(always)]
pub(crate) fn rest<T>(slice: &[T], at: usize) -> &[T] {
    slice.get(at..).unwrap_or_default()
}

/// Returns the part of `slice` from `at` on.
#[inline(always)]
pub(crate) fn rest_mut<T>(slice: &mut [T], at: usize) -> &mut [T] {
    slice.get_mut(at..).unwrap_or_default()
}

/// Returns the first `len` elements of `slice`.
#[inline(always)]
pub(crate) fn prefix<T>(slice: &[T], len: usize) -> &[T] {
    slice.get(..len).unwrap_or(slice)
}

/// Returns the first `len` elements of `slice`, and the others.
#[inline(always)]
pub(crate) fn split<T>(slice: &[T], len: usize) -> (&[T], &[T]) {
    slice.split_at_checked(len).unwrap_or((slice, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_beyond_the_end_means_the_end() {
        for len in 0..4 {
            let mut slice = std::vec![7; len];
            for at in (0..6).chain([usize::MAX]) {
                let end = at.min(len);
                assert_eq!(split(&slice, at), slice.split_at(end));
                assert_eq!((prefix(&slice, at).len(), rest(&slice, at).len()), (end, len - end));
                assert_eq!(rest_mut(&mut slice, at).len(), len - end);
            }
        }
    }
}
