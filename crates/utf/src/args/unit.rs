//! Code units of encodings.

use utfkit::{Encoding, encoding::ByteOrder};

pub use utfkit_text::lines::Unit;

/// Returns the number of bytes of a code unit of `encoding`.
pub fn bytes_of_unit(encoding: Encoding) -> usize {
    encoding.unit_bytes()
}

/// Returns `true` if the least significant byte of a code unit of `encoding` always comes first.
pub fn is_little_endian(encoding: Encoding) -> bool {
    encoding.is_little_endian()
}

/// Returns the bytes of U+FEFF in `encoding`, of which the units are in this order.
pub fn mark(encoding: Encoding, order: ByteOrder) -> Vec<u8> {
    encoding.mark(order).map_or_else(Vec::new, |mark| mark.bytes().to_vec())
}

/// Returns `true` if the meaning of bytes of `encoding` depends on those before them.
pub fn has_shifts(encoding: Encoding) -> bool {
    encoding.has_shifts()
}

/// What text of units of several bytes may be in that has no BOM.
pub const WIDE: [Encoding; 4] =
    [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];
