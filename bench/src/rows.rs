//! An input of many strings in one buffer: their number, their offsets, then their bytes.

use std::ops::Range;

use crate::{buffer::Buffer, random::Random};

/// The maximum number of characters of a row. The numbers are evenly distributed from 1.
const LONGEST: usize = 32;

/// Creates calls of about `size` bytes of `text` in rows, which fill at least `pass` bytes.
///
/// Returns the buffer, the range of each call, and the number of bytes of text that a pass counts.
pub fn lay_out(text: &str, size: usize, pass: usize) -> (Buffer, Vec<Range<usize>>, usize) {
    let mut random = Random::new(3);
    let mut characters = text.chars().cycle();
    let (mut bytes, mut pieces, mut counted) = (Vec::new(), Vec::new(), 0);
    while counted < size.max(pass) {
        let (mut values, mut offsets) = (String::new(), vec![0]);
        while values.len() < size {
            values.extend(characters.by_ref().take(1 + random.below(LONGEST)));
            offsets.push(values.len() as i32);
        }
        let start = bytes.len();
        bytes.extend_from_slice(&(offsets.len() as u32).to_ne_bytes());
        bytes.extend(offsets.iter().flat_map(|offset| offset.to_ne_bytes()));
        bytes.extend_from_slice(values.as_bytes());
        pieces.push(start..bytes.len());
        counted += values.len();
        // Padding aligns the next number.
        bytes.resize(bytes.len().next_multiple_of(4), 0);
    }
    let mut buffer = Buffer::new(bytes.len());
    buffer.bytes_mut().copy_from_slice(&bytes);
    (buffer, pieces, counted)
}

/// Returns the values and the offsets of a call.
#[inline(always)]
pub fn read(src: &[u8]) -> (&[u8], &[i32]) {
    let (number, rest) = src.split_at(4);
    let number = bytemuck::cast_slice::<_, u32>(number)[0] as usize;
    let (offsets, values) = rest.split_at(4 * number);
    (values, bytemuck::cast_slice(offsets))
}

/// Returns the number of offsets if `is_valid` accepts every row, otherwise 0.
#[inline(always)]
pub fn each(src: &[u8], is_valid: impl Fn(&[u8]) -> bool) -> usize {
    let (values, offsets) = read(src);
    let mut rows = offsets.windows(2).map(|pair| &values[pair[0] as usize..pair[1] as usize]);
    if rows.all(is_valid) { offsets.len() } else { 0 }
}
