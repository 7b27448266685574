//! Borrowed code units, and room to write them.

use core::{fmt, marker::PhantomData, mem::MaybeUninit};

use super::{
    forms::Form,
    unit::{self, Unit},
};

/// Bytes that hold code units in little-endian order, aligned or not.
#[derive(Clone, Copy, Debug)]
pub struct Le<T>(pub T);

/// Bytes that hold code units in big-endian order, aligned or not.
#[derive(Clone, Copy, Debug)]
pub struct Be<T>(pub T);

/// The form of units of type `U`, by byte order.
const fn form_of<U: Unit>(big: bool) -> Form {
    U::FORMS[big as usize]
}

/// Whether this machine is big-endian.
const NATIVE: bool = cfg!(target_endian = "big");

/// Borrowed code units, ill-formed or not: a native slice, or bytes in a known order.
///
/// Bytes at the end that do not fill a unit are part of the text, and ill-formed
/// ([`Kind::OddLength`](crate::Kind::OddLength)).
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

    /// The bytes of the units, in the order of the slice or the wrapper that they were made of.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The form with its byte order.
    pub(crate) const fn form(self) -> Form {
        self.form
    }

    /// How many whole units there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bytes.len() / size_of::<U>()
    }

    /// Whether there is no whole unit; there may be bytes that do not fill one.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The units from `at` on, with what bytes are left at the end; all if `at` is 0, none if it
    /// is beyond the end.
    pub(crate) fn tail(self, at: usize) -> Self {
        let bytes = self.bytes.get(at.saturating_mul(size_of::<U>())..).unwrap_or_default();
        Self { bytes, ..self }
    }

    /// The units before byte `at`, and the rest; all before, if there are not so many bytes.
    pub(crate) fn split_at_byte(self, at: usize) -> (Self, Self) {
        let (before, behind) = self.bytes.split_at(at.min(self.bytes.len()));
        (Self { bytes: before, ..self }, Self { bytes: behind, ..self })
    }
}

impl<'a> Units<'a, u16> {
    /// The unit at `at`, if there is one.
    #[must_use]
    pub fn get(self, at: usize) -> Option<u16> {
        let pair = *self.tail(at).bytes.first_chunk()?;
        Some(match self.form {
            Form::Utf16Be => u16::from_be_bytes(pair),
            _ => u16::from_le_bytes(pair),
        })
    }

    /// The units, one after the other.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + 'a {
        let big = self.form == Form::Utf16Be;
        let read =
            move |&pair| if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
        self.bytes.as_chunks().0.iter().map(read)
    }
}

impl<'a> Units<'a, u32> {
    /// The unit at `at`, if there is one.
    #[must_use]
    pub fn get(self, at: usize) -> Option<u32> {
        let bytes = *self.tail(at).bytes.first_chunk()?;
        Some(match self.form {
            Form::Utf32Be => u32::from_be_bytes(bytes),
            _ => u32::from_le_bytes(bytes),
        })
    }

    /// The units, one after the other.
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
/// Room of bytes that do not fill a unit at the end stays as it is.
pub struct Room<'a, U> {
    bytes: &'a mut [MaybeUninit<u8>],
    form: Form,
    unit: PhantomData<&'a mut [U]>,
}

impl<'a, U: Unit> Room<'a, U> {
    fn new(bytes: &'a mut [MaybeUninit<u8>], big: bool) -> Self {
        Self { bytes, form: form_of::<U>(big), unit: PhantomData }
    }

    /// How many units fit.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / size_of::<U>()
    }

    /// Whether no unit fits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes to write, and the form to write in them.
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

/// The elements of the vector: its length stays as it is. For its spare capacity, use
/// [`Vec::spare_capacity_mut`](alloc::vec::Vec::spare_capacity_mut).
#[cfg(feature = "alloc")]
impl<'a, U: Unit> From<&'a mut alloc::vec::Vec<U>> for Room<'a, U> {
    fn from(units: &'a mut alloc::vec::Vec<U>) -> Self {
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
            assert_eq!(Room::<u16>::from(Le(&mut vec)).len(), 1);
            assert_eq!(Room::<u8>::from(&mut vec).len(), 2);
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
