//! The compression method of a file, recognized by its first bytes.
//!
//! The name of a file never decides, because a name may be wrong.

use std::{fmt, io, path::Path};

use memchr::memmem;

/// A way to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    #[value(name = "gz", alias = "gzip")]
    Gzip,
    #[value(name = "zst", alias = "zstd")]
    Zstd,
    #[value(name = "bz2", alias = "bzip2")]
    Bzip2,
    Xz,
}

/// The first bytes of a method's data. Only the bits of `mask` count in the first byte.
struct Magic {
    method: Method,
    mask: u8,
    bytes: &'static [u8],
}

const MAGICS: [Magic; 5] = [
    Magic { method: Method::Gzip, mask: 0xFF, bytes: b"\x1F\x8B\x08" },
    Magic { method: Method::Zstd, mask: 0xFF, bytes: b"\x28\xB5\x2F\xFD" },
    // A skippable frame. Its number is in the four bits that are masked out (RFC 8878, section
    // 3.1.2). The output of `pzstd` begins with one.
    Magic { method: Method::Zstd, mask: 0xF0, bytes: b"\x50\x2A\x4D\x18" },
    Magic { method: Method::Bzip2, mask: 0xFF, bytes: b"BZh" },
    Magic { method: Method::Xz, mask: 0xFF, bytes: b"\xFD7zXZ\0" },
];

impl Magic {
    /// Returns `true` if `head` agrees with it, up to the shorter length.
    fn meets(&self, head: &[u8]) -> bool {
        let masks = std::iter::once(self.mask).chain(std::iter::repeat(0xFF));
        self.bytes.iter().zip(head).zip(masks).all(|((byte, found), mask)| *byte == found & mask)
    }
}

impl Method {
    /// The maximum number of bytes that are needed to recognize a method.
    pub const MAX_BYTES: usize = 6;

    /// Returns the method that the file name suggests. The content may be different.
    pub fn of_name(path: &Path) -> Option<Method> {
        <Method as clap::ValueEnum>::from_str(path.extension()?.to_str()?, true).ok()
    }

    /// Returns the method of data that begins with `head`.
    pub fn of(head: &[u8]) -> Option<Method> {
        let whole = |magic: &&Magic| head.len() >= magic.bytes.len() && magic.meets(head);
        let method = MAGICS.iter().find(whole)?.method;
        // `BZh` may also be text. In bzip2, the block size and a block, or the end, follow.
        let is_bzip2 = || matches!(head, [_, _, _, b'1'..=b'9', rest @ ..] if rest.starts_with(b"1A") || rest.starts_with(b"\x17r"));
        (method != Method::Bzip2 || is_bzip2()).then_some(method)
    }

    /// Returns advice for bytes that were read as text but begin like data of the method.
    pub fn unread(self) -> String {
        format!("it seems to be compressed with {self}: use `-z` to read it")
    }

    /// Returns the same advice for runs that write files one by one, where `-z` is not possible.
    pub fn unread_one(self) -> String {
        format!("it seems to be compressed with {self}: use `-z` with `-o FILE` to convert it")
    }

    /// Returns `true` if `head` may be the start of the method's data, up to its length.
    pub fn may_begin(self, head: &[u8]) -> bool {
        let begins = |magic: &Magic| magic.method == self && magic.meets(head);
        !head.is_empty() && MAGICS.iter().any(begins)
    }

    /// Returns `true` if data of the method may begin anywhere in `bytes`.
    pub fn is_in(self, bytes: &[u8]) -> bool {
        // The search leaves out the first byte of a magic, because not all of its bits are fixed.
        let begins = |at: usize| at > 0 && Method::of(&bytes[at - 1..]) == Some(self);
        let magics = MAGICS.iter().filter(|magic| magic.method == self);
        magics.flat_map(|magic| memmem::find_iter(bytes, &magic.bytes[1..])).any(begins)
    }

    /// Returns `true` if `head` may begin compressed data, and more bytes are needed to decide.
    pub fn may_be(head: &[u8]) -> bool {
        head.len() < Method::MAX_BYTES
            && Method::of(head).is_none()
            && MAGICS.iter().any(|magic| magic.meets(head))
    }

    /// Returns the method of data that ends within its first bytes, `bytes`.
    ///
    /// Three bytes are enough, because almost no text ends like that. Two bytes are enough if the
    /// name `says` the same method.
    pub fn cut(bytes: &[u8], says: Option<Method>) -> Option<Method> {
        if Method::of(bytes).is_some() {
            return None;
        }
        let methods = MAGICS.iter().filter(|magic| magic.meets(bytes)).map(|magic| magic.method);
        let is_cut = |method: &Method| match bytes {
            [] | [_] => false,
            [_, _] => says == Some(*method),
            // After `BZh`, the same bytes follow as in `Method::of`.
            [_, _, _, level, rest @ ..] if *method == Method::Bzip2 => {
                (b'1'..=b'9').contains(level)
                    && (b"1A".starts_with(rest) || b"\x17r".starts_with(rest))
            }
            _ => true,
        };
        methods.into_iter().find(is_cut)
    }

    /// Returns the error for data that is [cut](Self::cut).
    pub fn cut_off(self) -> io::Error {
        io::Error::new(io::ErrorKind::UnexpectedEof, format!("{self} data is cut off"))
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Gzip => "gzip",
            Method::Zstd => "zstd",
            Method::Bzip2 => "bzip2",
            Method::Xz => "xz",
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::files::compressed::method::Method;

    #[test]
    fn text_is_not_compressed() {
        for text in [&b"BZh9 is how bzip2 begins"[..], b"BZ", b"\x1F", b"\xFD7zXZ", b"", b"text"] {
            assert_eq!(Method::of(text), None, "{text:X?}");
        }
        assert_eq!(Method::of(b"BZh91AY&SY"), Some(Method::Bzip2));
        assert_eq!(Method::of(b"BZh1\x17rE8P\x90"), Some(Method::Bzip2));
        for (number, skipped) in (0x50..=0x5F).zip(0..) {
            assert_eq!(Method::of(&[number, 0x2A, 0x4D, 0x18, skipped]), Some(Method::Zstd));
        }
    }

    /// Checks that a pipe is read only until the method is known.
    #[test]
    fn no_more_is_waited_for_than_tells() {
        for (head, more) in [
            (&b""[..], true),
            (b"t", false),
            (b"\x1F\x8B", true),
            (b"\x1F\x8B\x08", false),
            (b"BZh9", true),
            (b"P", true),
            (b"Pa", false),
            (b"\x5C*M", true),
            (b"BZh9 i", false),
        ] {
            assert_eq!(Method::may_be(head), more, "{head:X?}");
        }
    }
}
