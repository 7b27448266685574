//! Counts the contents of well-formed UTF-8, in one pass.

use crate::simd::Contents;

/// Implements [`Holds`](crate::simd::shared::kernel::Holds) with sums that the compiler vectorizes.
/// It is inlined, so that it uses the vectors of the set that calls it.
#[inline(always)]
pub(in crate::simd) fn contents(src: &[u8]) -> Contents {
    let mut all = Contents::default();
    // A byte can hold a sum of at most 255 ones.
    for chunk in src.chunks(255) {
        let [mut characters, mut supplementary, mut lines, mut nuls, mut greatest] = [0_u8; 5];
        for &byte in chunk {
            // As signed numbers, continuations are the smallest bytes.
            characters += u8::from(byte as i8 >= 0xC0_u8 as i8);
            supplementary += u8::from(byte >= 0xF0);
            lines += u8::from(byte == b'\n');
            nuls += u8::from(byte == 0);
            greatest = greatest.max(byte);
        }
        all.characters += usize::from(characters);
        all.supplementary += usize::from(supplementary);
        all.lines += usize::from(lines);
        all.nuls += usize::from(nuls);
        all.greatest = all.greatest.max(greatest);
    }
    all
}
