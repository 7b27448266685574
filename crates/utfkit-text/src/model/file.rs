//! The file that the crate comes with.

/// The table, unpacked.
pub(super) fn unpacked() -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec(include_bytes!("model.bin")).unwrap_or_default()
}
