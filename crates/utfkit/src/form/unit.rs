//! The types of code units, and views of their slices as bytes and as room.
//!
//! This is the only unsafe code below the kernels. All functions are safe to call, and each block
//! gives its reason.

use core::mem::MaybeUninit;

use super::forms::Form;

/// The type of a code unit: `u8`, `u16` or `u32`.
///
/// This trait is sealed: no other types implement it.
///
/// ```
/// use utfkit::units::{Unit, Units};
/// fn is_even<U: Unit>(text: Units<'_, U>) -> bool {
///     text.bytes().len() % size_of::<U>() == 0
/// }
/// assert!(is_even::<u16>((&[0x61, 0x62]).into()));
/// ```
pub trait Unit: Copy + sealed::Sealed + 'static {
    /// The forms whose code units this type holds, little-endian first.
    #[doc(hidden)]
    const FORMS: [Form; 2];
    /// The form of native units.
    #[doc(hidden)]
    const NATIVE: Form = Self::FORMS[cfg!(target_endian = "big") as usize];
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
}

impl Unit for u8 {
    const FORMS: [Form; 2] = [Form::Utf8, Form::Utf8];
}

impl Unit for u16 {
    const FORMS: [Form; 2] = [Form::Utf16Le, Form::Utf16Be];
}

impl Unit for u32 {
    const FORMS: [Form; 2] = [Form::Utf32Le, Form::Utf32Be];
}

/// Returns the bytes of `units`, in the byte order of this machine.
pub(crate) fn bytes<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: `Unit` is sealed over integers, which have no padding and may be read as bytes.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Returns the room for the bytes of `units`.
pub(crate) fn room_bytes<U: Unit>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same memory under the same borrow. `MaybeUninit` allows any content.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Returns initialized `units` as room.
///
/// Only for kernels, and for [`Room`](crate::units::Room), which passes it only to kernels.
pub(crate) fn room<U: Unit>(units: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: the same layout. Kernels and `form` write only initialized bytes, and any bytes are
    // valid integers, so the slice always stays initialized.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), units.len()) }
}

/// Returns the first `len` units of `units`, which a conversion has written.
pub(crate) fn written<U: Unit>(units: &[MaybeUninit<U>], len: usize) -> &[U] {
    let written = units.get(..len).unwrap_or_default();
    // SAFETY: the same layout, and the conversion has initialized `len` units.
    unsafe { core::slice::from_raw_parts(written.as_ptr().cast(), written.len()) }
}
