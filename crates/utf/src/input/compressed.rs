//! What is compressed, told by what it begins with, never by its name.

use std::{
    fmt,
    io::{self, BufRead, Read},
    path::Path,
};

use memchr::memmem;

use super::members::{Behind, Member, Members};
use crate::process::problem::Trouble;

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

/// Whether mistakes of a text may come of the `trouble` there is with what it was compressed in:
/// that is damaged or cut off, so that nothing is known of the text. What is behind the end of the
/// data says nothing of that.
pub fn is_damage(trouble: &Trouble) -> bool {
    matches!(trouble.kind(), Some(io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof))
}

/// The `trouble` there is with what a text is compressed in, of which mistakes were told.
pub fn doubting(trouble: Trouble) -> Trouble {
    match is_damage(&trouble) {
        true => trouble.hint("what is wrong with the text may come of that"),
        false => trouble,
    }
}

/// What a method's data begin with: these bytes, of the first one only what `mask` has.
struct Magic {
    method: Method,
    mask: u8,
    bytes: &'static [u8],
}

const MAGICS: [Magic; 5] = [
    Magic { method: Method::Gzip, mask: 0xFF, bytes: b"\x1F\x8B\x08" },
    Magic { method: Method::Zstd, mask: 0xFF, bytes: b"\x28\xB5\x2F\xFD" },
    // A frame to be skipped, of which these four bits are a number (RFC 8878, 3.1.2): `pzstd`
    // begins with one.
    Magic { method: Method::Zstd, mask: 0xF0, bytes: b"\x50\x2A\x4D\x18" },
    Magic { method: Method::Bzip2, mask: 0xFF, bytes: b"BZh" },
    Magic { method: Method::Xz, mask: 0xFF, bytes: b"\xFD7zXZ\0" },
];

impl Magic {
    /// Whether `head` is like it, as far as both go.
    fn meets(&self, head: &[u8]) -> bool {
        let masks = std::iter::once(self.mask).chain(std::iter::repeat(0xFF));
        self.bytes.iter().zip(head).zip(masks).all(|((byte, found), mask)| *byte == found & mask)
    }
}

impl Method {
    /// How many bytes tell the method at most.
    pub const MAX_BYTES: usize = 6;

    /// The method that the name of the file at `path` says, which tells nothing of what is in it.
    pub fn of_name(path: &Path) -> Option<Method> {
        <Method as clap::ValueEnum>::from_str(path.extension()?.to_str()?, true).ok()
    }

    /// The method of what begins with `head`.
    pub fn of(head: &[u8]) -> Option<Method> {
        let whole = |magic: &&Magic| head.len() >= magic.bytes.len() && magic.meets(head);
        let method = MAGICS.iter().find(whole)?.method;
        // `BZh` is text, too; behind it come the block size and a block, or the end.
        let is_bzip2 = || matches!(head, [_, _, _, b'1'..=b'9', rest @ ..] if rest.starts_with(b"1A") || rest.starts_with(b"\x17r"));
        (method != Method::Bzip2 || is_bzip2()).then_some(method)
    }

    /// What to do about bytes that were read as text, and begin as the method's data do.
    pub fn unread(self) -> String {
        format!("compressed by {self}? `-z` reads what is in it")
    }

    /// The same where files are written one by one, which does not go with `-z`.
    pub fn unread_one(self) -> String {
        format!("compressed by {self}? `-z` with `-o FILE` converts what is in it")
    }

    /// Whether what begins with `head` begins as the method's data do, as far as it goes.
    pub fn may_begin(self, head: &[u8]) -> bool {
        let begins = |magic: &Magic| magic.method == self && magic.meets(head);
        !head.is_empty() && MAGICS.iter().any(begins)
    }

    /// Whether the method's data may begin somewhere in `bytes`.
    pub fn is_in(self, bytes: &[u8]) -> bool {
        // Of a magic's first byte not all bits need be the same.
        let begins = |at: usize| at > 0 && Method::of(&bytes[at - 1..]) == Some(self);
        let magics = MAGICS.iter().filter(|magic| magic.method == self);
        magics.flat_map(|magic| memmem::find_iter(bytes, &magic.bytes[1..])).any(begins)
    }

    /// Whether what begins with `head` may be compressed, and more bytes are needed to know.
    pub fn may_be(head: &[u8]) -> bool {
        head.len() < Method::MAX_BYTES
            && Method::of(head).is_none()
            && MAGICS.iter().any(|magic| magic.meets(head))
    }

    /// The method of what ends after `bytes`, within what its data begin with: two of them tell
    /// where the name `says` the same, and three anywhere, for next to no text ends so.
    pub fn cut(bytes: &[u8], says: Option<Method>) -> Option<Method> {
        if Method::of(bytes).is_some() {
            return None;
        }
        let methods = MAGICS.iter().filter(|magic| magic.meets(bytes)).map(|magic| magic.method);
        let is_cut = |method: &Method| match bytes {
            [] | [_] => false,
            [_, _] => says == Some(*method),
            // Behind `BZh`, as in `of`.
            [_, _, _, level, rest @ ..] if *method == Method::Bzip2 => {
                (b'1'..=b'9').contains(level)
                    && (b"1A".starts_with(rest) || b"\x17r".starts_with(rest))
            }
            _ => true,
        };
        methods.into_iter().find(is_cut)
    }

    /// The trouble with what is [cut](Self::cut).
    pub fn cut_off(self) -> io::Error {
        io::Error::new(io::ErrorKind::UnexpectedEof, format!("{self} data is cut off"))
    }

    /// What is compressed in `source`, one member behind the other.
    ///
    /// Its errors say that the data is damaged, or why `source` could not be read.
    pub fn decompress(
        self,
        source: impl BufRead + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
        let reader: Box<dyn Read + Send> = match self {
            #[cfg(feature = "gz")]
            Method::Gzip => members::<flate2::bufread::GzDecoder<_>>(self, source)?,
            #[cfg(feature = "zst")]
            Method::Zstd => members::<zstd::Decoder<'_, _>>(self, source)?,
            #[cfg(feature = "bz2")]
            Method::Bzip2 => members::<bzip2::bufread::BzDecoder<_>>(self, source)?,
            #[cfg(feature = "xz")]
            Method::Xz => members::<lzma_rust2::XzReader<_>>(self, source)?,
            #[allow(unreachable_patterns, reason = "a build may lack some of them")]
            method => unread(method, source)?,
        };
        Ok(Box::new(Checked { reader, method: self }))
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

/// What is in the members that begin in `source`.
#[allow(dead_code, reason = "a build may lack all of them")]
fn members<D: Member<Source: Send> + Send + 'static>(
    method: Method,
    source: D::Source,
) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(Members::<D>::new(method, source)?))
}

/// What this build has no decoder for.
fn unread(method: Method, _: impl BufRead) -> io::Result<Box<dyn Read + Send>> {
    let words = format!("{method} data: this build of `utf` cannot read it");
    Err(io::Error::new(io::ErrorKind::Unsupported, words))
}

/// Whether `error` of a decoder says that the data is well, but takes more memory than it may.
fn is_too_much(error: &io::Error) -> bool {
    // What zstd's library calls it.
    error.kind() == io::ErrorKind::OutOfMemory || error.to_string().contains("too much memory")
}

/// Says of the decoder's errors that they are such.
struct Checked {
    reader: Box<dyn Read + Send>,
    method: Method,
}

impl Read for Checked {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.reader.read(room).map_err(|error| {
            let is_systems = error.raw_os_error().is_some();
            if is_systems || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let method = self.method;
            // What kinds of errors decoders give is a matter of theirs.
            let (kind, words) = match error.kind() {
                _ if error.get_ref().is_some_and(|error| error.is::<Behind>()) => {
                    (io::ErrorKind::Other, error.to_string())
                }
                io::ErrorKind::UnexpectedEof => return method.cut_off(),
                _ if is_too_much(&error) => {
                    let words = "data was made to take more memory than a decoder may have here";
                    (io::ErrorKind::OutOfMemory, format!("{method} {words}"))
                }
                _ => (io::ErrorKind::InvalidData, format!("{method} data is damaged: {error}")),
            };
            io::Error::new(kind, words)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Method;

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

    /// Of a pipe only as much is read as tells.
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
