//! The cost of bytes that are not text.

use super::candidate::{BIT, Cost};
use crate::detect::judge::text::in_bits;
use crate::detect::model::meter::price_of_bytes;

/// A byte value counts as if it had been there so many 16ths of a time before.
const BEFORE: u32 = 1;

/// The cost of `bytes`, if they are numbers of `unit` bytes each or anything else: each place in a
/// unit has values of its own, which get cheaper the more often they are there.
pub(crate) fn cost(bytes: &[u8], unit: usize) -> Cost {
    let mut counts = vec![[0_u32; 256]; unit];
    let mut totals = vec![0_u32; unit];
    let mut sum: Cost = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let (counts, total) = (&mut counts[at % unit], &mut totals[at % unit]);
        let count = &mut counts[usize::from(byte)];
        sum += log2(16 * *total + 256 * BEFORE) - log2(16 * *count + BEFORE);
        *count += 1;
        *total += 1;
    }
    sum.min(in_bits(price_of_bytes(bytes)))
}

/// The logarithm of `value` in quarters of a bit, by whole numbers, so that all machines agree.
fn log2(value: u32) -> Cost {
    let floor = value.max(1).ilog2();
    // The bits behind the first one are near enough to the logarithm of the rest.
    let fraction = (u64::from(value) << 2 >> floor) & 3;
    Cost::from(floor) * BIT + fraction as Cost
}
