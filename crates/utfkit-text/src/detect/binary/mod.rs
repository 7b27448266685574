//! Finds the type of a file that is not text from its first bytes.

#[cfg(feature = "file-types")]
mod listed;

use std::fmt;

/// A type of binary data.
///
/// ```
/// # #[cfg(feature = "file-types")] {
/// use utfkit_text::detect::detect;
/// let detection = detect(b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x4B\x04\0\x43\xBE\xB7\xE8\x01\0\0\0");
/// let file_type = detection.file_type().unwrap();
/// assert_eq!((file_type.name(), file_type.media_type()), ("gzip", "application/gzip"));
/// assert_eq!(detection.encoding(), None);
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileType {
    name: &'static str,
    media_type: &'static str,
}

impl FileType {
    /// Returns the type of the file that begins with `head`, or `None` if it can be text.
    ///
    /// Some types begin with a few letters. They only count if the next bytes cannot be text. Without
    /// the feature `file-types`, few types are known.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<FileType> {
        let look = &head[..head.len().min(LOOK)];
        if !look.iter().any(|&byte| is_binary(byte)) && !look.starts_with(b"%PDF-") {
            return None;
        }
        let own = OWN.iter().find(|(_, _, matches)| matches(look));
        let own = own.map(|&(name, media_type, _)| FileType { name, media_type });
        #[cfg(feature = "file-types")]
        let own = own.or_else(|| listed::listed(head));
        own
    }

    /// Returns the common name, such as `gzip`, `PNG` or `Java class`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the media type, such as `application/gzip`.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        self.media_type
    }
}

impl fmt::Display for FileType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// The number of bytes in which to look for bytes that are rare in text.
const LOOK: usize = 1024;

/// Returns `true` if `byte` is rare in text.
pub(crate) const fn is_binary(byte: u8) -> bool {
    matches!(byte, 0..=6 | 0x0E..=0x1A | 0x1C..=0x1F)
}

/// The name and the media type, and a function that recognizes the first bytes.
type Own = (&'static str, &'static str, fn(&[u8]) -> bool);

/// The types that the library does not know.
const OWN: &[Own] = &[
    ("gettext catalog", "application/x-gettext-translation", |head| {
        head.starts_with(b"\xDE\x12\x04\x95") || head.starts_with(b"\x95\x04\x12\xDE")
    }),
    ("time zone", "application/tzif", |head| {
        head.starts_with(b"TZif") && matches!(head.get(4), Some(0 | b'2'..=b'4'))
    }),
    ("strfile index", "application/octet-stream", is_strfile),
    ("git pack", "application/x-git-pack", |head| {
        head.starts_with(b"PACK\0\0\0\x02") || head.starts_with(b"PACK\0\0\0\x03")
    }),
    ("git pack index", "application/x-git-pack-index", |head| head.starts_with(b"\xFFtOc\0\0\0")),
    ("git index", "application/x-git-index", |head| head.starts_with(b"DIRC\0\0\0")),
    ("NumPy array", "application/x-numpy", |head| head.starts_with(b"\x93NUMPY")),
    ("terminal description", "application/x-terminfo", |head| {
        head.starts_with(b"\x1A\x01") || head.starts_with(b"\x1E\x02")
    }),
    ("Python bytecode", "application/x-python-code", |head| {
        // There is a version number, and then a line end.
        matches!(head, [_, 0x0C..=0x0F, b'\r', b'\n', ..])
    }),
    ("X11 font", "application/x-font-pcf", |head| head.starts_with(b"\x01fcp")),
    ("X11 cursor", "image/x-xcursor", |head| head.starts_with(b"Xcur\x10\0\0\0")),
    ("GVariant database", "application/x-gvdb", |head| head.starts_with(b"GVariant\0")),
    ("Lua bytecode", "application/x-lua-bytecode", |head| head.starts_with(b"\x1BLua")),
    ("Erlang bytecode", "application/x-erlang-beam", |head| {
        head.starts_with(b"FOR1") && head.get(8..12) == Some(b"BEAM")
    }),
    ("OpenPGP keys", "application/pgp-keys", |head| {
        // This is a public key packet of version 4 with a length of two bytes.
        matches!(head, [0x99, _, _, 4, ..])
    }),
    ("icon cache", "application/x-gtk-icon-cache", |head| head.starts_with(b"\0\x01\0\0\0\0")),
    ("PNG", "image/png", |head| head.starts_with(b"\x89PNG\r\n")),
    ("ELF", "application/x-executable", |head| head.starts_with(b"\x7FELF")),
];

/// Returns `true` if `head` begins like the index that `strfile` makes for `fortune`: a version, a
/// count, the longest and the shortest length, flags, and the delimiter.
fn is_strfile(head: &[u8]) -> bool {
    let number = |at: usize| {
        let bytes = head.get(4 * at..4 * at + 4)?;
        Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    let [Some(version), Some(count), Some(longest), Some(shortest), Some(flags)] =
        [0, 1, 2, 3, 4].map(number)
    else {
        return false;
    };
    let is_delimiter = matches!(head.get(20..24), Some([b' '..=b'~', 0, 0, 0]));
    matches!(version, 1 | 2)
        && (1..1 << 24).contains(&count)
        && shortest <= longest
        && longest < 1 << 24
        && flags < 16
        && is_delimiter
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(head: &[u8]) -> Option<&'static str> {
        FileType::of(head).map(FileType::name)
    }

    #[test]
    fn names_the_types_that_the_library_lacks() {
        let strfile = b"\0\0\0\x02\0\0\0\x05\0\0\x01\0\0\0\0\x20\0\0\0\0%\0\0\0\0\0\0\0\0\0\0\x40";
        assert_eq!(name(strfile), Some("strfile index"));
        assert_eq!(name(b"TZif2\0\0\0\0\0\0\0"), Some("time zone"));
        assert_eq!(name(b"\xDE\x12\x04\x95\0\0\0\0"), Some("gettext catalog"));
        assert_eq!(name(b"PACK\0\0\0\x02\0\0\0\x09"), Some("git pack"));
    }

    #[cfg(feature = "file-types")]
    #[test]
    fn names_the_types_of_the_library() {
        assert_eq!(
            name(b"\xCA\xFE\xBA\xBE\0\0\x004\x01\0\x03\xED\xA0\x81\xED\xB0\x80abc"),
            Some("Java class")
        );
        assert_eq!(name(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj"), Some("PDF"));
        assert_eq!(name(b"PK\x03\x04\x14\0\x08\0"), Some("zip"));
    }

    /// The first letters of a text can be equal to those of a type.
    #[test]
    fn letters_are_not_a_type() {
        for text in [
            &b"BMW and MZ"[..],
            b"MZ\x92s motorcycles",
            b"BC was long ago\x1A",
            b"0\x82\xA0\x82\xA2\n\x1A",
            b"%!PS-Adobe-3.0\n",
            b"<!DOCTYPE html>\0",
            b"-----BEGIN PGP MESSAGE-----\0",
            b"#!/bin/sh\n\0",
        ] {
            assert_eq!(name(text), None, "{text:?}");
        }
    }
}
