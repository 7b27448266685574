//! The types of code units, and views of their slices as bytes and as room.
//!
//! These are the unsafe lines below the kernels. All are safe to call; each block gives its reason.

use core::mem::MaybeUninit;

use super::forms::Form;

/// The type of a code unit: `u8`, `u16` or `u32`.
///
/// Sealed: these three are all there are.
pub trait Unit: Copy + sealed::Sealed + 'static {
    /// The form whose code units this type holds, in little-endian and in big-endian order.
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

/// The bytes of `units`, in the order of this machine.
pub(crate) fn bytes<U: Unit>(units: &[U]) -> &[u8] {
    // SAFETY: `Unit` is sealed over integers, which have no padding and may be read as bytes.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Room for the bytes of `units`.
pub(crate) fn room_bytes<U: Unit>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the same memory under the same borrow; as for what it holds, `MaybeUninit` asks
    // nothing.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), size_of_val(units)) }
}

/// Initialized `units` as room. Only for kernels, and for [`Room`](crate::units::Room), which hands
/// it to nothing else.
pub(crate) fn room<U: Unit>(units: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: the same layout. Kernels and `form` write only initialized bytes, and all bytes
    // make valid integers, so the slice stays initialized whatever is written.
    unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast(), units.len()) }
}

/// The first `len` units of `units`, which a conversion has written.
pub(crate) fn written<U: Unit>(units: &[MaybeUninit<U>], len: usize) -> &[U] {
    let written = &units[..len];
    // SAFETY: the same layout, and the conversion has initialized so many units.
    unsafe { core::slice::from_raw_parts(written.as_ptr().cast(), written.len()) }
}
