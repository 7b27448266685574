//! Borrowed code units, and room to write them.

use core::{fmt, marker::PhantomData, mem::MaybeUninit};

use super::{
    cut,
    forms::Form,
    unit::{self, Unit},
};

/// Bytes that hold code units in little-endian order, aligned or not.
///
/// ```
/// use utfkit::{Le, utf16};
/// assert_eq!(utf16::to_string(Le(b"h\0i\0"))?, "hi");
/// # Ok::<(), utfkit::Utf16Error>(())
/// ```
#[doc(alias("little endian", "LSB"))]
#[derive(Clone, Copy, Debug)]
pub struct Le<T>(pub T);

/// Bytes that hold code units in big-endian order, aligned or not.
///
/// ```
/// use utfkit::{Be, utf16};
/// assert_eq!(utf16::to_string(Be(b"\0h\0i"))?, "hi");
/// # Ok::<(), utfkit::Utf16Error>(())
/// ```
#[doc(alias("big endian", "MSB", "network order"))]
#[derive(Clone, Copy, Debug)]
pub struct Be<T>(pub T);

/// Returns the form of units of type `U` in a byte order.
const fn form_of<U: Unit>(big: bool) -> Form {
    U::FORMS[big as usize]
}

/// Whether this machine is big-endian.
const NATIVE: bool = cfg!(target_endian = "big");

/// Borrowed code units, ill-formed or not: a native slice, or bytes in a known order.
///
/// Bytes at the end that do not fill a unit are part of the text, and ill-formed
/// ([`Kind::OddLength`](crate::Kind::OddLength)).
///
/// ```
/// use utfkit::{Be, units::Units};
/// let text = Units::<u16>::from(Be(b"\0h\0i\0"));
/// assert_eq!((text.len(), text.get(1), text.bytes().len()), (2, Some(0x69), 5));
/// ```
#[doc(alias("code units", "octet"))]
#[derive(Clone, Copy)]
pub struct Units<'a, U> {
    bytes: &'a [u8],
    form: Form,
    unit: PhantomData<&'a [U]>,
}

impl<'a, U: Unit> Units<'a, U> {
    const fn new(bytes: &'a [u8], big: bool) -> Self {
        Self { bytes, form: form_of::<U>(big), unit: PhantomData }
    }

    /// Returns the bytes of the units, in the byte order of the slice or wrapper that they came
    /// from.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the form with its byte order.
    pub(crate) const fn form(self) -> Form {
        self.form
    }

    /// Returns the number of whole units.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bytes.len() / size_of::<U>()
    }

    /// Returns `true` if there is not a whole unit. There may be bytes that do not fill one.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the units from `at` on, with the bytes left at the end. If `at` is beyond the end,
    /// the result is empty.
    pub(crate) fn tail(self, at: usize) -> Self {
        let bytes = cut::rest(self.bytes, at.saturating_mul(size_of::<U>()));
        Self { bytes, ..self }
    }

    /// Returns the bytes before byte `at`, and the rest. If there are fewer bytes, the rest is
    /// empty.
    pub(crate) fn split_at_byte(self, at: usize) -> (Self, Self) {
        let (before, after) = cut::split(self.bytes, at);
        (Self { bytes: before, ..self }, Self { bytes: after, ..self })
    }
}

impl<'a> Units<'a, u16> {
    /// Returns the unit at `at`, or `None` if `at` is beyond the end.
    ///
    /// ```
    /// use utfkit::{Be, units::Units};
    /// let text = Units::<u16>::from(Be(b"\0h\0i"));
    /// assert_eq!((text.get(1), text.get(2)), (Some(0x69), None));
    /// ```
    #[must_use]
    pub fn get(self, at: usize) -> Option<u16> {
        let pair = *self.tail(at).bytes.first_chunk()?;
        Some(match self.form {
            Form::Utf16Be => u16::from_be_bytes(pair),
            _ => u16::from_le_bytes(pair),
        })
    }

    /// Iterates over the units.
    ///
    /// ```
    /// use utfkit::{Be, units::Units};
    /// let text = Units::<u16>::from(Be(b"\0h\0i"));
    /// assert!(text.iter().eq([0x68, 0x69]));
    /// ```
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + 'a {
        let big = self.form == Form::Utf16Be;
        let read =
            move |&pair| if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
        self.bytes.as_chunks().0.iter().map(read)
    }
}

impl<'a> Units<'a, u32> {
    /// Returns the unit at `at`, or `None` if `at` is beyond the end.
    #[must_use]
    pub fn get(self, at: usize) -> Option<u32> {
        let bytes = *self.tail(at).bytes.first_chunk()?;
        Some(match self.form {
            Form::Utf32Be => u32::from_be_bytes(bytes),
            _ => u32::from_le_bytes(bytes),
        })
    }

    /// Iterates over the units.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + 'a {
        let big = self.form == Form::Utf32Be;
        let read =
            move |&unit| if big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) };
        self.bytes.as_chunks().0.iter().map(read)
    }
}

impl<U> fmt::Debug for Units<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Units").field("form", &self.form).field("bytes", &self.bytes).finish()
    }
}

impl<'a, U: Unit> From<&'a [U]> for Units<'a, U> {
    fn from(units: &'a [U]) -> Self {
        Self::new(unit::bytes(units), NATIVE)
    }
}

impl<'a, U: Unit, const N: usize> From<&'a [U; N]> for Units<'a, U> {
    fn from(units: &'a [U; N]) -> Self {
        units.as_slice().into()
    }
}

#[cfg(feature = "alloc")]
impl<'a, U: Unit> From<&'a alloc::vec::Vec<U>> for Units<'a, U> {
    fn from(units: &'a alloc::vec::Vec<U>) -> Self {
        units.as_slice().into()
    }
}

impl<'a, U: Unit, T: AsRef<[u8]> + ?Sized> From<Le<&'a T>> for Units<'a, U> {
    fn from(Le(bytes): Le<&'a T>) -> Self {
        Self::new(bytes.as_ref(), false)
    }
}

impl<'a, U: Unit, T: AsRef<[u8]> + ?Sized> From<Be<&'a T>> for Units<'a, U> {
    fn from(Be(bytes): Be<&'a T>) -> Self {
        Self::new(bytes.as_ref(), true)
    }
}

/// Borrowed room to write code units, initialized or not: a native slice, or bytes in a known
/// order.
///
/// Bytes of the room at the end that do not fill a unit stay unchanged.
///
/// A vector is not room, because its length could be 0 by accident. Pass its elements
/// (`&mut v[..]`) or its
/// [spare capacity](https://doc.rust-lang.org/std/vec/struct.Vec.html#method.spare_capacity_mut).
///
/// ```
/// use core::mem::MaybeUninit;
/// use utfkit::{Be, utf8};
/// let mut room = [MaybeUninit::<u8>::uninit(); 4];
/// assert_eq!(utf8::to_utf16("hi", Be(&mut room)).written, 2);
/// ```
#[doc(alias("output buffer", "MaybeUninit"))]
pub struct Room<'a, U> {
    bytes: &'a mut [MaybeUninit<u8>],
    form: Form,
    unit: PhantomData<&'a mut [U]>,
}

impl<'a, U: Unit> Room<'a, U> {
    fn new(bytes: &'a mut [MaybeUninit<u8>], big: bool) -> Self {
        Self { bytes, form: form_of::<U>(big), unit: PhantomData }
    }

    /// Returns the number of units that fit.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / size_of::<U>()
    }

    /// Returns `true` if no unit fits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes to write, and the form to write in.
    pub(crate) fn into_parts(self) -> (&'a mut [MaybeUninit<u8>], Form) {
        (self.bytes, self.form)
    }
}

impl<U> fmt::Debug for Room<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room").field("form", &self.form).field("bytes", &self.bytes.len()).finish()
    }
}

impl<'a, U: Unit> From<&'a mut [MaybeUninit<U>]> for Room<'a, U> {
    fn from(units: &'a mut [MaybeUninit<U>]) -> Self {
        Self::new(unit::room_bytes(units), NATIVE)
    }
}

impl<'a, U: Unit> From<&'a mut [U]> for Room<'a, U> {
    fn from(units: &'a mut [U]) -> Self {
        unit::room(units).into()
    }
}

impl<'a, U: Unit, const N: usize> From<&'a mut [U; N]> for Room<'a, U> {
    fn from(units: &'a mut [U; N]) -> Self {
        units.as_mut_slice().into()
    }
}

impl<'a, U: Unit, const N: usize> From<&'a mut [MaybeUninit<U>; N]> for Room<'a, U> {
    fn from(units: &'a mut [MaybeUninit<U>; N]) -> Self {
        units.as_mut_slice().into()
    }
}

impl<'a, U: Unit, T: ?Sized> From<Le<&'a mut T>> for Room<'a, U>
where
    Room<'a, u8>: From<&'a mut T>,
{
    fn from(Le(bytes): Le<&'a mut T>) -> Self {
        Self::new(Room::<u8>::from(bytes).bytes, false)
    }
}

impl<'a, U: Unit, T: ?Sized> From<Be<&'a mut T>> for Room<'a, U>
where
    Room<'a, u8>: From<&'a mut T>,
{
    fn from(Be(bytes): Be<&'a mut T>) -> Self {
        Self::new(Room::<u8>::from(bytes).bytes, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_any_owner_are_units_and_room() {
        let (array, text) = ([0x61, 0, 0x62], "ab");
        assert_eq!(Units::<u16>::from(Le(&array)).get(0), Some(0x61));
        assert_eq!(Units::<u16>::from(Be(text)).get(0), Some(0x6162));
        let mut array = [0_u8; 5];
        assert_eq!(Room::<u16>::from(Be(&mut array)).len(), 2);
        assert_eq!(Room::<u32>::from(Le(&mut [MaybeUninit::<u8>::uninit(); 4])).len(), 1);
        #[cfg(feature = "alloc")]
        {
            let mut vec = alloc::vec![0x61, 0];
            assert_eq!(Units::<u16>::from(Be(&vec)).get(0), Some(0x6100));
            assert_eq!(Room::<u16>::from(Le(&mut vec[..])).len(), 1);
            let boxed: alloc::boxed::Box<[u8]> = vec.into();
            assert_eq!(Units::<u16>::from(Le(&boxed)).get(0), Some(0x61));
        }
    }

    #[test]
    fn no_index_is_too_great() {
        for at in [3, usize::MAX / 4 + 1, usize::MAX / 2 + 1, usize::MAX] {
            assert_eq!(Units::<u16>::from(&[1, 2, 3]).get(at), None);
            assert_eq!(Units::<u32>::from(&[1, 2, 3]).get(at), None);
        }
    }
}
