//! Lines in UTF-8 that a change added to text in another encoding.

use utfkit::{Encoding, codec::Step, encoding::ByteOrder};

/// A line in UTF-8 among lines in another encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MixedLine {
    /// Its number in the new version, from 1.
    pub line: usize,
    /// Its offset, in bytes.
    pub offset: usize,
    /// Its length without the line feed, in bytes.
    pub len: usize,
}

/// Returns the first line in UTF-8 of `new`, if `new` has other lines that are not UTF-8, and no
/// line of `old` was UTF-8.
///
/// `encoding` is that of `old`. If its characters have several bytes, they may look like UTF-8, and
/// the result is `None`.
///
/// ```
/// use utfkit_text::heal::mixed_line;
/// let (old, new) = (b"caf\xE9\n", b"caf\xE9\ncr\xC3\xA8me\n");
/// let mixed = mixed_line(old, new, utfkit::Encoding::Iso8859_1).expect("a line in UTF-8");
/// assert_eq!((mixed.line, mixed.offset, mixed.len), (2, 5, 6));
/// ```
#[must_use]
pub fn mixed_line(old: &[u8], new: &[u8], encoding: Encoding) -> Option<MixedLine> {
    let is_utf8 = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
    let is_in_utf8 = |line: &&[u8]| !line.is_ascii() && is_utf8(line);
    let lines = |bytes| <[u8]>::split(bytes, |&byte| byte == b'\n');
    let first = encoding.decoder(ByteOrder::Big).first("é".as_bytes(), true);
    let is_single = matches!(first, Step::Value { len: 1, .. });
    if is_utf8(old) || is_utf8(new) || !is_single || lines(old).any(|line| is_in_utf8(&line)) {
        return None;
    }
    let mut offset = 0;
    for (number, line) in lines(new).enumerate() {
        if is_in_utf8(&line) {
            return Some(MixedLine { line: number + 1, offset, len: line.len() });
        }
        offset += line.len() + 1;
    }
    None
}
