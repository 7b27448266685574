//! The file of the built-in model.

/// Returns the unpacked table.
pub(super) fn unpacked() -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec(include_bytes!("model.bin")).unwrap_or_default()
}
