//! The file of the built-in model, in parts that are compressed separately.

/// The file.
static FILE: &[u8] = include_bytes!("model.bin");

/// Returns an unpacked part by its number, or an empty one if the file does not have it. Each part
/// follows its length, which has four bytes, the lowest first.
pub(super) fn unpacked(number: usize) -> Vec<u8> {
    let mut rest = FILE;
    for _ in 0..number {
        rest = next(rest).map_or(&[], |(_, rest)| rest);
    }
    let part = next(rest).map_or(&[][..], |(part, _)| part);
    miniz_oxide::inflate::decompress_to_vec(part).unwrap_or_default()
}

/// Returns the first part of `bytes`, and the bytes after it.
fn next(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}
