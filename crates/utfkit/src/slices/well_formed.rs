//! Text that is known to be well-formed: its conversions cannot fail, and its lengths are exact.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use crate::{
    Finding, Outcome,
    form::{
        unit::Unit,
        units::{Room, Units},
    },
    slices::engine,
};
#[cfg(feature = "alloc")]
use crate::{
    form::Form,
    slices::{rows, unchecked},
};

/// Borrowed code units that are known to be well-formed: a `str`, or [`Units`] that were checked.
///
/// Conversions cannot meet ill-formed text, so owned results are not a `Result`. The lengths are
/// exact.
///
/// Cost: conversions are never slower than those of unchecked text. With AVX-512, conversions of
/// `str` to UTF-16 and UTF-32 leave out the checks, and are up to 1.3 times as fast. All others use
/// the same kernels.
///
/// ```
/// use utfkit::{Status, WellFormed, utf16};
/// let text = WellFormed::from("naïve \u{1F600}");
/// let mut units = [0_u16; 8];
/// assert_eq!(text.utf16_len(), units.len());
/// assert_eq!(text.to_utf16(&mut units).status, Status::Done);
///
/// let text = WellFormed::<u16>::new(&units)?;
/// assert_eq!(text.to_utf8_string(), "naïve \u{1F600}");
/// # Ok::<(), utfkit::Finding>(())
/// ```
#[doc(alias("str", "valid"))]
#[derive(Clone, Copy, Debug)]
pub struct WellFormed<'a, U>(Units<'a, U>);

impl<'a> From<&'a str> for WellFormed<'a, u8> {
    #[inline]
    fn from(text: &'a str) -> Self {
        Self(text.as_bytes().into())
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<&'a String> for WellFormed<'a, u8> {
    #[inline]
    fn from(text: &'a String) -> Self {
        text.as_str().into()
    }
}

impl<'a, U: Unit> WellFormed<'a, U> {
    /// Wraps `text`, which is known to be well-formed.
    pub(crate) const fn known(text: Units<'a, U>) -> Self {
        Self(text)
    }

    /// Checks `text`: a native slice, or bytes in [`Le`](crate::Le) or [`Be`](crate::Be).
    ///
    /// # Errors
    /// Returns the first ill-formed sequence.
    ///
    /// Cost: one pass, at the speed of the active kernels.
    ///
    /// ```
    /// use utfkit::{Be, Kind, WellFormed};
    /// assert!(WellFormed::<u16>::new(Be(&b"\xD8\x3D\xDE\0"[..])).is_ok());
    /// let finding = WellFormed::<u32>::new(&[0x41, 0xD800]).unwrap_err();
    /// assert_eq!(finding.kind(), Kind::Surrogate { value: 0xD800 });
    /// ```
    pub fn new(text: impl Into<Units<'a, U>>) -> Result<Self, Finding> {
        let text = text.into();
        engine::validate(text)?;
        Ok(Self(text))
    }

    /// Returns the code units.
    #[must_use]
    pub const fn units(self) -> Units<'a, U> {
        self.0
    }

    /// Returns the number of bytes that the text takes in UTF-8 (RFC 3629 section 3).
    ///
    /// ```
    /// use utfkit::WellFormed;
    /// assert_eq!(WellFormed::from("naïve").utf8_len(), 6);
    /// ```
    #[must_use]
    pub fn utf8_len(self) -> usize {
        engine::length::<U, u8>(self.0)
    }

    /// Returns the number of code units that the text takes in UTF-16 (RFC 2781 section 2).
    ///
    /// ```
    /// use utfkit::WellFormed;
    /// assert_eq!(WellFormed::from("a\u{1F600}").utf16_len(), 3);
    /// ```
    #[must_use]
    pub fn utf16_len(self) -> usize {
        engine::length::<U, u16>(self.0)
    }

    /// Returns the number of code units that the text takes in UTF-32, which is its number of code
    /// points.
    ///
    /// ```
    /// use utfkit::WellFormed;
    /// assert_eq!(WellFormed::from("a\u{1F600}").utf32_len(), 2);
    /// ```
    #[must_use]
    pub fn utf32_len(self) -> usize {
        engine::length::<U, u32>(self.0)
    }

    /// Converts the text into UTF-8, until `dst` is full. [`Self::utf8_len`] bytes are enough.
    ///
    /// ```
    /// use utfkit::{Status, WellFormed};
    /// let mut bytes = [0_u8; 5];
    /// let outcome = WellFormed::<u16>::new(&[0x41, 0x20AC, 0x20AC])?.to_utf8(&mut bytes);
    /// assert_eq!((outcome.read, outcome.written, outcome.status), (2, 4, Status::OutputFull));
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[inline]
    pub fn to_utf8<'d>(self, dst: impl Into<Room<'d, u8>>) -> Outcome {
        engine::convert_known(self.0, dst.into())
    }

    /// Converts the text into UTF-16, until `dst` is full. [`Self::utf16_len`] units are enough.
    ///
    /// `dst` is a slice of `u16`, initialized or not, or bytes in [`Le`](crate::Le) or
    /// [`Be`](crate::Be).
    ///
    /// ```
    /// use utfkit::WellFormed;
    /// let mut units = [0_u16; 2];
    /// assert_eq!(WellFormed::from("\u{1F600}").to_utf16(&mut units).written, 2);
    /// assert_eq!(units, [0xD83D, 0xDE00]);
    /// ```
    #[inline]
    pub fn to_utf16<'d>(self, dst: impl Into<Room<'d, u16>>) -> Outcome {
        engine::convert_known(self.0, dst.into())
    }

    /// Converts the text into UTF-32, until `dst` is full. [`Self::utf32_len`] units are enough.
    ///
    /// `dst` is a slice of `u32`, initialized or not, or bytes in [`Le`](crate::Le) or
    /// [`Be`](crate::Be).
    ///
    /// ```
    /// use utfkit::WellFormed;
    /// let mut units = [0_u32; 1];
    /// assert_eq!(WellFormed::from("\u{1F600}").to_utf32(&mut units).written, 1);
    /// assert_eq!(units, [0x1F600]);
    /// ```
    #[inline]
    pub fn to_utf32<'d>(self, dst: impl Into<Room<'d, u32>>) -> Outcome {
        engine::convert_known(self.0, dst.into())
    }

    /// Converts the text into ISO-8859-1, up to the first character above U+00FF or until `dst` is
    /// full.
    ///
    /// That character is the finding of the outcome. [`Self::utf32_len`] bytes are enough.
    ///
    /// ```
    /// use utfkit::{Kind, Status, WellFormed};
    /// let mut bytes = [0; 8];
    /// assert_eq!(WellFormed::from("naïve").to_latin1(&mut bytes).status, Status::Done);
    /// assert_eq!(bytes[..5], *b"na\xEFve");
    /// let Status::IllFormed(finding) = WellFormed::from("5 €").to_latin1(&mut bytes).status else { panic!() };
    /// assert_eq!(finding.kind(), Kind::Unencodable { value: 0x20AC });
    /// ```
    pub fn to_latin1<'d>(self, dst: impl Into<Room<'d, u8>>) -> Outcome {
        engine::convert_to_latin1(self.0, dst.into())
    }
}

#[cfg(feature = "alloc")]
impl<U: Unit> WellFormed<'_, U> {
    /// Returns the text as a string, in one allocation of the exact size.
    ///
    /// ```
    /// assert_eq!(utfkit::WellFormed::<u32>::new(&[0x48, 0x69])?.to_utf8_string(), "Hi");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn to_utf8_string(self) -> String {
        let mut out = String::with_capacity(self.utf8_len());
        unchecked::append_str(&mut out, self.0);
        out
    }

    /// Appends the text to `out`, which grows as needed.
    ///
    /// ```
    /// use utfkit::WellFormed;
    /// let mut text = String::from("> ");
    /// WellFormed::<u16>::new(&[0xD83D, 0xDE00])?.append_to(&mut text);
    /// assert_eq!(text, "> \u{1F600}");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    pub fn append_to(self, out: &mut String) {
        out.reserve(self.utf8_len());
        unchecked::append_str(out, self.0);
    }

    /// Returns the text in UTF-16, in one allocation of the exact size.
    ///
    /// ```
    /// assert_eq!(utfkit::WellFormed::from("a€").to_utf16_vec(), [0x61, 0x20AC]);
    /// ```
    #[must_use]
    pub fn to_utf16_vec(self) -> Vec<u16> {
        let mut out = Vec::with_capacity(self.utf16_len());
        unchecked::append(
            &mut out,
            rows::known_row::<U, u16>(self.0.form(), Form::UTF16),
            self.0.bytes(),
        );
        out
    }

    /// Returns the text in UTF-32, in one allocation of the exact size.
    ///
    /// ```
    /// assert_eq!(utfkit::WellFormed::from("a€").to_utf32_vec(), [0x61, 0x20AC]);
    /// ```
    #[must_use]
    pub fn to_utf32_vec(self) -> Vec<u32> {
        let mut out = Vec::with_capacity(self.utf32_len());
        unchecked::append(
            &mut out,
            rows::known_row::<U, u32>(self.0.form(), Form::UTF32),
            self.0.bytes(),
        );
        out
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::{Be, Status, form::unit::written, simd};
    use core::mem::MaybeUninit;
    use std::vec;

    /// Checks that every conversion of `text` is `expected`, and that every length is exact.
    fn check<U: Unit>(text: WellFormed<'_, U>, expected: &str) {
        let units: Vec<u16> = expected.encode_utf16().collect();
        let values: Vec<u32> = expected.chars().map(u32::from).collect();
        assert_eq!(text.to_utf8_string(), expected);
        assert_eq!((text.to_utf16_vec(), text.utf16_len()), (units.clone(), units.len()));
        assert_eq!((text.to_utf32_vec(), text.utf32_len()), (values.clone(), values.len()));
        let mut room = vec![0; text.utf8_len()];
        assert_eq!(text.to_utf8(&mut room[..]).status, Status::Done);
        assert_eq!(room, expected.as_bytes());
        let mut room = vec![0; units.len()];
        assert_eq!(text.to_utf16(&mut room[..]).status, Status::Done);
        assert_eq!(room, units);
        let mut room = vec![0; values.len()];
        assert_eq!(text.to_utf32(&mut room[..]).status, Status::Done);
        assert_eq!(room, values);
        let narrow = values.iter().take_while(|&&value| value <= 0xFF).count();
        let mut room = vec![0; values.len()];
        let outcome = text.to_latin1(&mut room[..]);
        assert_eq!(outcome.written, narrow);
        assert_eq!(matches!(outcome.status, Status::Done), narrow == values.len());
        assert!(room.iter().zip(&values[..narrow]).all(|(&byte, &value)| value == byte.into()));
    }

    #[test]
    fn every_set_converts_known_text_as_it_converts_any() {
        let text: String = ["plain text, ", "na\u{EF}ve \u{44F}", "\u{20AC}\u{4E00}", "\u{1F600}"]
            .iter()
            .enumerate()
            .flat_map(|(at, piece)| core::iter::repeat_n(*piece, 1 + 29 * at))
            .collect();
        for kernels in simd::available() {
            for (start, _) in text.char_indices().filter(|(at, _)| at % 5 < 2) {
                for end in [text.len(), text.len().min(start + 200)] {
                    let src = &text.as_bytes()
                        [start..crate::slices::utf8::floor_boundary(text.as_bytes(), end)];
                    for to in Form::ALL {
                        let mut rooms = [vec![MaybeUninit::new(0); 4 * src.len() + 8], Vec::new()];
                        let whole = kernels.convert(Form::Utf8, to, src, &mut rooms[0]);
                        for room in [whole.written, whole.written + 300, whole.written / 2] {
                            rooms = [(); 2].map(|()| vec![MaybeUninit::new(0); room]);
                            let [checked, known] = &mut rooms;
                            let done = kernels.convert(Form::Utf8, to, src, checked);
                            assert_eq!(kernels.convert_known(Form::Utf8, to, src, known), done);
                            let [checked, known] =
                                rooms.each_ref().map(|room| written(room, done.written));
                            assert_eq!(checked, known, "{}", kernels.name());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn known_text_converts_as_any_other() {
        for text in
            ["", "plain", "na\u{EF}ve", "\u{20AC}\u{10FFFF}", &"a\u{E9}\u{1F600}".repeat(99)]
        {
            check(text.into(), text);
            let units: Vec<u16> = text.encode_utf16().collect();
            check(WellFormed::<u16>::new(&units).unwrap(), text);
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            check(WellFormed::<u16>::new(Be(&bytes[..])).unwrap(), text);
            let values: Vec<u32> = text.chars().map(u32::from).collect();
            check(WellFormed::<u32>::new(&values).unwrap(), text);
        }
    }
}
