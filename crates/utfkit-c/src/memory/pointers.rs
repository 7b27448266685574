//! The pointers of C, checked as far as possible.

use std::{
    ffi::c_char,
    mem::MaybeUninit,
    ptr::{self, NonNull},
};

use crate::status::utfkit_status;

/// Checks a pointer to `length` values of type `T`. Returns a dangling pointer if there are none.
///
/// The result is not null, it is aligned, and it has at most `isize::MAX` bytes.
fn checked<T>(data: *const T, length: usize) -> Result<NonNull<[T]>, utfkit_status> {
    if length == 0 {
        return Ok(NonNull::slice_from_raw_parts(NonNull::dangling(), 0));
    }
    let Some(data) = NonNull::new(data.cast_mut()) else { return Err(utfkit_status::NullPointer) };
    if !data.is_aligned() {
        return Err(utfkit_status::Misaligned);
    }
    match length.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => {
            Ok(NonNull::slice_from_raw_parts(data, length))
        }
        _ => Err(utfkit_status::TooLong),
    }
}

/// Returns the `length` values at `data`.
///
/// # Safety
/// If `length` is not 0 and `data` is not NULL, `data` points to `length` initialized values, which
/// do not change during `'a`.
pub(crate) unsafe fn slice<'a, T>(data: *const T, length: usize) -> Result<&'a [T], utfkit_status> {
    let data = checked(data, length)?;
    // SAFETY: the pointer is checked. The caller guarantees the rest.
    Ok(unsafe { data.as_ref() })
}

/// Returns the `length` values of room at `data`.
///
/// # Safety
/// If `length` is not 0 and `data` is not NULL, `data` points to room for `length` values, which
/// nothing else uses during `'a`.
pub(crate) unsafe fn room<'a, T>(
    data: *mut T,
    length: usize,
) -> Result<&'a mut [MaybeUninit<T>], utfkit_status> {
    let mut data = checked(data.cast_const().cast(), length)?;
    // SAFETY: as in `slice`. The room need not be initialized.
    Ok(unsafe { data.as_mut() })
}

/// Returns the input and the output of a conversion.
///
/// # Safety
/// As for [`slice`] and [`room`]. Output that overlaps the input is an error.
pub(crate) unsafe fn input_and_room<'a, T, U>(
    input: *const T,
    input_length: usize,
    output: *mut U,
    output_length: usize,
) -> Result<(&'a [T], &'a mut [MaybeUninit<U>]), utfkit_status> {
    let input = checked(input, input_length)?;
    let mut room = checked(output.cast_const().cast(), output_length)?;
    let (from, to) = (input.addr().get(), room.addr().get());
    // `checked` returned, so the lengths in bytes do not overflow.
    let from_end = from.saturating_add(input_length * size_of::<T>());
    let to_end = to.saturating_add(output_length * size_of::<U>());
    if input_length > 0 && output_length > 0 && from < to_end && to < from_end {
        return Err(utfkit_status::Overlap);
    }
    // SAFETY: as in `slice` and `room`. They do not overlap.
    unsafe { Ok((input.as_ref(), room.as_mut())) }
}

/// Returns the place that a result is written to.
///
/// # Safety
/// If `place` is not NULL, it points to room for a value, which nothing else uses during `'a`.
pub(crate) unsafe fn place<'a, T>(place: *mut T) -> Result<&'a mut MaybeUninit<T>, utfkit_status> {
    let place = checked(place.cast_const(), 1)?;
    // SAFETY: the pointer is checked. The caller guarantees the rest, and the room need not be
    // initialized.
    Ok(unsafe { place.cast().as_mut() })
}

/// Returns the place that a result is written to, or `None` if it is NULL.
///
/// # Safety
/// As for [`place`].
pub(crate) unsafe fn optional_place<'a, T>(
    to: *mut T,
) -> Result<Option<&'a mut MaybeUninit<T>>, utfkit_status> {
    if to.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller guarantees it.
    unsafe { place(to) }.map(Some)
}

/// Returns the place of a new object, after NULL is written to it.
///
/// Functions call this before they check other arguments: then the place is NULL after each error.
///
/// # Safety
/// As for [`place`].
pub(crate) unsafe fn new_object<'a, T>(
    to: *mut *const T,
) -> Result<&'a mut MaybeUninit<*const T>, utfkit_status> {
    // SAFETY: the caller guarantees it.
    let place = unsafe { place(to)? };
    place.write(ptr::null());
    Ok(place)
}

/// Returns the value at `value`, which C made or keeps.
///
/// # Safety
/// If `value` is not NULL, it points to an initialized value, which does not change during `'a`.
pub(crate) unsafe fn value<'a, T>(value: *const T) -> Result<&'a T, utfkit_status> {
    let value = checked(value, 1)?;
    // SAFETY: the pointer is checked. The caller guarantees the rest.
    Ok(unsafe { value.cast().as_ref() })
}

/// Returns the object at `object`, which this library made.
///
/// # Safety
/// If `object` is not NULL, it is an object of this library that was not freed, and that no other
/// call uses during `'a`.
pub(crate) unsafe fn object<'a, T>(object: *mut T) -> Result<&'a mut T, utfkit_status> {
    let object = checked(object.cast_const(), 1)?;
    // SAFETY: the caller guarantees that the object exists and that nothing else uses it.
    Ok(unsafe { object.cast().as_mut() })
}

/// Returns the text at `text`, which must be well-formed UTF-8.
///
/// # Safety
/// As for [`slice`].
pub(crate) unsafe fn text<'a>(
    text: *const c_char,
    length: usize,
) -> Result<&'a str, utfkit_status> {
    // SAFETY: the caller guarantees it; bytes have no invalid values.
    let bytes = unsafe { slice(text.cast(), length)? };
    utfkit::utf8::validate(bytes).map_err(|_| utfkit_status::BadText)
}

/// Writes a pointer to `value`, which now belongs to C, to `place`.
pub(crate) fn give<T>(place: &mut MaybeUninit<*mut T>, value: T) {
    place.write(Box::into_raw(Box::new(value)));
}

/// Frees an object that [`give`] gave to C. NULL is not an object.
///
/// # Safety
/// `object` is NULL, or it came from `give` and was not freed.
pub(crate) unsafe fn free<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the box was made by `give`, and the caller guarantees that it still exists.
        drop(unsafe { Box::from_raw(object) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_checked() {
        let units = [0_u16; 4];
        let odd = units.as_ptr().wrapping_byte_add(1);
        // SAFETY: errors are returned before the memory is used, and the rest exists.
        unsafe {
            assert_eq!(slice(ptr::null::<u16>(), 0), Ok(&[][..]));
            assert_eq!(slice(ptr::null::<u16>(), 1), Err(utfkit_status::NullPointer));
            assert_eq!(slice(odd, 1), Err(utfkit_status::Misaligned));
            assert_eq!(slice(odd, 0), Ok(&[][..]));
            assert_eq!(slice(units.as_ptr(), usize::MAX), Err(utfkit_status::TooLong));
            assert_eq!(slice(units.as_ptr(), 1 << 62), Err(utfkit_status::TooLong));
            assert_eq!(slice(units.as_ptr(), 4), Ok(&units[..]));
        }
    }

    #[test]
    fn overlaps_are_found() {
        let mut bytes = [0_u8; 8];
        let start = bytes.as_mut_ptr();
        let overlaps = |from: usize, from_length, to: usize, to_length| {
            // SAFETY: all of it is inside `bytes`, which nothing else uses.
            let pair = unsafe {
                let (from, to) = (start.add(from), start.add(to));
                input_and_room(from.cast_const(), from_length, to, to_length)
            };
            pair.err() == Some(utfkit_status::Overlap)
        };
        assert!(overlaps(0, 8, 0, 8) && overlaps(0, 5, 4, 4) && overlaps(4, 4, 0, 5));
        assert!(overlaps(2, 2, 0, 8) && overlaps(0, 8, 2, 2));
        assert!(!overlaps(0, 4, 4, 4) && !overlaps(4, 4, 0, 4) && !overlaps(0, 0, 0, 8));
        assert!(!overlaps(0, 8, 4, 0));
    }
}
