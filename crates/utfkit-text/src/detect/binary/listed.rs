//! Finds the types of files that the crate `infer` knows.

use super::FileType;

/// Returns the type according to the library.
pub(super) fn listed(head: &[u8]) -> Option<FileType> {
    let found = infer::Infer::new().get(head)?;
    let (extension, media_type) = (found.extension(), found.mime_type());
    if found.matcher_type() == infer::MatcherType::Text || !is_credible(extension, head) {
        return None;
    }
    let named = NAMES.iter().find(|(known, _)| *known == extension);
    Some(FileType { name: named.map_or(extension, |(_, name)| name), media_type })
}

/// Returns `false` if the library compares only two or three bytes for this type, and the next
/// bytes of `head` do not fit.
fn is_credible(extension: &str, head: &[u8]) -> bool {
    let at =
        |from: usize, bytes: &[u8]| head.get(from..).is_some_and(|rest| rest.starts_with(bytes));
    match extension {
        "bmp" => at(6, b"\0\0\0\0"),
        "exe" | "dll" => head.len() >= 64 && head[2..64].contains(&0),
        "bc" => at(2, b"\xC0\xDE"),
        "jxl" => !at(0, b"\xFF\x0A"),
        "pdf" => at(0, b"%PDF-"),
        "bz2" => at(4, b"1AY&SY") || at(4, b"\x17\x72\x45\x38\x50\x90"),
        "cpio" => at(0, b"0707"),
        "obj" | "der" | "pem" | "rtf" => false,
        _ => true,
    }
}

/// The names for extensions that are not clear by themselves.
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    ("elf", "ELF"), ("exe", "Windows program"), ("dll", "Windows program"), ("mach", "Mach-O"),
    ("class", "Java class"), ("wasm", "WebAssembly"), ("bc", "LLVM bitcode"), ("gz", "gzip"),
    ("zst", "zstd"), ("bz2", "bzip2"), ("bz3", "bzip3"), ("lz", "lzip"), ("Z", "compress"),
    ("png", "PNG"), ("jpg", "JPEG"), ("gif", "GIF"), ("webp", "WebP"), ("tif", "TIFF"),
    ("bmp", "BMP"), ("ico", "Windows icon"), ("psd", "Photoshop"), ("pdf", "PDF"),
    ("sqlite", "SQLite"), ("ttf", "TrueType font"), ("otf", "OpenType font"), ("woff", "WOFF"),
    ("woff2", "WOFF2"), ("deb", "Debian package"), ("ar", "ar archive"), ("rpm", "RPM package"),
    ("msi", "OLE document"), ("mp3", "MP3"), ("mp4", "MP4"), ("ogg", "Ogg"), ("opus", "Opus"),
    ("flac", "FLAC"), ("wav", "WAV"), ("midi", "MIDI"), ("mkv", "Matroska"), ("avi", "AVI"),
    ("ps", "PostScript"),
];
