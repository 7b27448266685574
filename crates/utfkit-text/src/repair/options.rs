//! The options of a repair.

use utfkit::Encoding;

/// The fixes that a repair makes only on request.
///
/// ```
/// use utfkit_text::repair::{self, Options};
/// let mut options = Options::default();
/// options.modified_utf8 = true;
/// assert_eq!(repair::repair(b"a\xC0\x80b", options).bytes, b"a\0b");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Decodes `C0 80` as U+0000, which Java writes.
    pub modified_utf8: bool,
    /// Decodes overlong forms. This is unsafe: a program that checked the text before did not see
    /// the characters in them.
    pub unsafe_overlong: bool,
    /// Decodes ill-formed bytes without another fix in this encoding. In lines with such bytes, it
    /// also decodes bytes that are UTF-8 by chance. Those are characters that this encoding does
    /// not have, whose bytes are letters in it, next to ill-formed bytes or as whole words.
    ///
    /// An encoding that [cannot be mixed](Self::can_be_mixed) with UTF-8 has no effect.
    pub mixed: Option<Encoding>,
    /// Leaves text in which a byte was lost. It is reported with the likeliest text, see
    /// [`Fix::is_guess`](super::Fix::is_guess).
    pub no_guessed_bytes: bool,
}

impl Options {
    /// Returns `true` if UTF-8 can contain some bytes in `encoding`: ASCII has the same bytes, there
    /// are no shifts, the encoding is not a relative of UTF-8, and each character has one byte.
    ///
    /// With several bytes per character, as in Shift_JIS, Big5 and GB 18030, a part of a character can
    /// be UTF-8 or ASCII. So the border between both texts is not certain.
    ///
    /// ```
    /// use utfkit::Encoding;
    /// use utfkit_text::repair::Options;
    /// assert!(Options::can_be_mixed(Encoding::Iso8859_1));
    /// assert!(!Options::can_be_mixed(Encoding::Utf16Le));
    /// assert!(!Options::can_be_mixed(Encoding::Cesu8));
    /// # #[cfg(feature = "charsets")]
    /// assert!(!Options::can_be_mixed("gb18030".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn can_be_mixed(encoding: Encoding) -> bool {
        let is_relative = encoding.has_utf8_units() || encoding == Encoding::Utf1;
        let has_one_byte = || !(0x80..=u8::MAX).any(|byte| encoding.can_be_inside(byte));
        encoding.is_ascii_compatible() && !encoding.has_shifts() && !is_relative && has_one_byte()
    }

    /// Returns the encoding of ill-formed bytes.
    pub(crate) fn mixed_encoding(&self) -> Option<Encoding> {
        self.mixed.filter(|encoding| Self::can_be_mixed(*encoding))
    }
}
