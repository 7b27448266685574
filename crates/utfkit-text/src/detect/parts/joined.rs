//! Finds another file with its BOM inside a stream: files were joined byte by byte.

use crate::detect::{model::without_bom::without_bom, parts::opening, parts::wide::Wide};
use utfkit::encoding::Bom;

/// The number of bytes after a BOM that must be text.
const MAX: usize = 512;

/// Returns the file that begins with `rest` at `offset`, if there is one. `ahead` follows `rest`.
pub(crate) fn joined(rest: &[u8], ahead: &[u8], offset: u64) -> Option<Wide> {
    // Only the BOMs of UTF-16 and UTF-32 begin with a byte that is ill-formed here.
    let [first, second] = [rest.first(), rest.get(1).or(ahead.first())];
    if !is_mark(*first?, *second?) {
        return None;
    }
    let bytes = rest.iter().chain(ahead).copied();
    let look: Vec<u8> = bytes.take(Bom::MAX_BYTES + MAX).collect();
    let bom = Bom::of(&look)?;
    let behind = &look[bom.bytes().len()..];
    let behind = &behind[..behind.len().min(MAX)];
    // This may be all of the part.
    let end = opening::end_behind(behind, 0).next_multiple_of(bom.encoding().unit_bytes());
    let behind = &behind[..end.min(behind.len())];
    without_bom(behind, bom.encoding_after())?;
    Some(Wide::with_bom(offset, bom.encoding_after(), bom.bytes()))
}

/// Returns the offset in `bytes` of the first possible BOM for [`joined`]. It is the last byte if
/// the BOM may continue after it.
pub(crate) fn first_mark(bytes: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let pairs = |from: usize| bytes[from..].iter().zip(bytes[from..].iter().skip(1));
    let has = |from: usize| {
        pairs(from).take(BLOCK).fold(false, |any, (&first, &second)| any | is_mark(first, second))
    };
    let from = (0..blocks.len()).map(|block| block * BLOCK).find(|&from| has(from));
    let from = from.unwrap_or(blocks.len() * BLOCK);
    let within = pairs(from).position(|(&first, &second)| is_mark(first, second));
    let last = bytes.len().checked_sub(1).filter(|&last| bytes[last] >= 0xFE);
    within.map(|at| from + at).or(last)
}

/// Returns `true` if two bytes are U+FEFF in UTF-16.
#[inline(always)]
const fn is_mark(first: u8, second: u8) -> bool {
    (first >= 0xFE) & (first ^ second == 1)
}
