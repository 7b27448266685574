//! The cost of bytes that are not text.

use super::candidate::{BIT, Cost};
use crate::detect::judge::text::in_bits;
use crate::detect::model::meter::price_of_bytes;

/// The count of each byte value before its first occurrence, in sixteenths.
const BEFORE: u32 = 1;

/// Returns the cost of `bytes` as numbers of `unit` bytes, or as any other data. Each position in a
/// unit has its own values, and a value is cheaper the more often it occurred.
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

/// Returns the logarithm of `value` in quarters of a bit. It uses integers, so the result is the
/// same on all machines.
fn log2(value: u32) -> Cost {
    let floor = value.max(1).ilog2();
    // The bits after the first one approximate the fraction of the logarithm.
    let fraction = (u64::from(value) << 2 >> floor) & 3;
    Cost::from(floor) * BIT + fraction as Cost
}
