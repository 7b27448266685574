//! The parts of the model: those of the built-in file, or those that the program provides.

use std::sync::OnceLock;

/// Returns a part by its number, or an empty one if there is none.
type Part = fn(usize) -> Vec<u8>;

/// The function that the program provided.
static PROVIDED: OnceLock<Part> = OnceLock::new();

/// Provides a function that returns the parts of the model by their numbers. It replaces the
/// built-in file. Without the feature `model`, that file is empty, and a program must call this
/// before its first judgment. The parts stay in memory until the process ends.
///
/// Returns `false` if a function was provided before.
pub fn provide(part: fn(usize) -> Vec<u8>) -> bool {
    PROVIDED.set(part).is_ok()
}

/// Returns a part by its number, or an empty one if there is none. Each part is requested once.
pub(in crate::model) fn part(number: usize) -> &'static [u8] {
    PROVIDED.get().map_or_else(|| built_in(number), |part| part(number).leak())
}

#[cfg(not(feature = "model"))]
fn built_in(_: usize) -> &'static [u8] {
    &[]
}

/// Returns a part of the file. Each part follows its length, which has four bytes, the lowest first.
#[cfg(feature = "model")]
fn built_in(number: usize) -> &'static [u8] {
    let mut rest: &[u8] = include_bytes!("../model.bin");
    for _ in 0..number {
        rest = next(rest).map_or(&[], |(_, rest)| rest);
    }
    next(rest).map_or(&[], |(part, _)| part)
}

/// Returns the first part of `bytes`, and the bytes after it.
#[cfg(feature = "model")]
fn next(bytes: &'static [u8]) -> Option<(&'static [u8], &'static [u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}
