//! Labels: find, list, and suggest.

use std::{
    ffi::{c_char, c_void},
    ptr,
};

use utfkit::{
    encoding::{Bom, Label, LabelSet},
    utf8,
};

use super::{numbers, table};
use crate::{
    memory::{
        guard::guard,
        numbers::{EncodingNumber, LabelSetNumber},
        owned::{self, Memory, utfkit_string},
        panics::guard_value,
        pointers,
    },
    status::utfkit_status,
};

/// Finds the encoding that `name` means in a label set. Case and surrounding white space do not
/// matter.
///
/// If the set does not have the name, the status is `UTFKIT_STATUS_UNKNOWN_ENCODING` and `encoding`
/// gets `UTFKIT_ENCODING_NONE`. `utfkit_labels_nearest` then suggests others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_encoding_find(
    name: *const c_char,
    length: usize,
    set: LabelSetNumber,
    encoding: *mut EncodingNumber,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (name, encoding) =
            unsafe { (pointers::slice(name.cast::<u8>(), length)?, pointers::place(encoding)?) };
        let set = numbers::label_set(set)?;
        let label = utf8::validate(name).ok().and_then(|name| Label::parse(name, set).ok());
        let number = label.map_or(0, table::number_of_label);
        encoding.write(number);
        Ok(if number == 0 { utfkit_status::UnknownEncoding } else { utfkit_status::Ok })
    })
}

/// Returns the name of an encoding in lower case, such as "shift_jis". The text is static.
///
/// It is NULL if the number is unknown. A name is not unique: browsers read some charsets in another
/// way under the same name.
#[unsafe(no_mangle)]
pub extern "C" fn utfkit_encoding_name(encoding: EncodingNumber) -> *const c_char {
    guard_value(ptr::null(), || table::row(encoding).map_or(ptr::null(), |row| row.name.as_ptr()))
}

/// Returns the number of bytes of a code unit: 1, 2 or 4. It is 0 if the number is unknown.
#[unsafe(no_mangle)]
pub extern "C" fn utfkit_encoding_unit(encoding: EncodingNumber) -> usize {
    guard_value(0, || table::label(encoding).map_or(0, |label| label.encoding().unit_bytes()))
}

/// Finds the byte order mark (BOM) at the start of a text.
///
/// `encoding` gets the encoding of the text after the BOM, such as `UTFKIT_ENCODING_UTF16_LE`, and
/// `bom_length` the length of the BOM in bytes. Without a BOM, they get `UTFKIT_ENCODING_NONE` and
/// 0. Both may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_bom_find(
    text: *const c_void,
    length: usize,
    encoding: *mut EncodingNumber,
    bom_length: *mut usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (text, encoding, bom_length) = unsafe {
            (
                pointers::slice(text.cast::<u8>(), length)?,
                pointers::optional_place(encoding)?,
                pointers::optional_place(bom_length)?,
            )
        };
        let found = Bom::of(text);
        if let Some(encoding) = encoding {
            encoding.write(found.map_or(0, |bom| table::number_of(bom.encoding_after())));
        }
        if let Some(bom_length) = bom_length {
            bom_length.write(found.map_or(0, |bom| bom.bytes().len()));
        }
        Ok(utfkit_status::Ok)
    })
}

/// A label and its meaning.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_label {
    /// The label.
    pub name: utfkit_string,
    /// A note about the label, or an empty string.
    pub note: utfkit_string,
    /// The encoding.
    pub encoding: EncodingNumber,
    /// Always 0.
    pub reserved: [u32; 5],
}

/// A list of labels.
#[repr(C)]
#[derive(Debug)]
pub struct utfkit_labels {
    /// The labels.
    pub labels: *const utfkit_label,
    /// The number of labels.
    pub count: usize,
}

/// Lists all labels of a set. Free the result with `utfkit_labels_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_labels_list(
    set: LabelSetNumber,
    labels: *mut *const utfkit_labels,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointer of the caller, as the start of the header says.
        let place = unsafe { pointers::new_object(labels)? };
        let (view, memory) = list(numbers::label_set(set)?.labels());
        owned::give_view(place, view, memory);
        Ok(utfkit_status::Ok)
    })
}

/// Lists at most three labels of a set that are similar to `name`, the nearest first. Free the
/// result with `utfkit_labels_free`. If `name` is known, the list is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_labels_nearest(
    name: *const c_char,
    length: usize,
    set: LabelSetNumber,
    labels: *mut *const utfkit_labels,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (place, name) =
            unsafe { (pointers::new_object(labels)?, pointers::slice(name.cast::<u8>(), length)?) };
        let set = numbers::label_set(set)?;
        let parsed = utf8::validate(name).map(|name| Label::parse(name, set));
        let (view, memory) = match parsed {
            Ok(Err(unknown)) => list(unknown.nearest().filter_map(|near| meaning(near, set))),
            Ok(Ok(_)) | Err(_) => list([]),
        };
        owned::give_view(place, view, memory);
        Ok(utfkit_status::Ok)
    })
}

/// Frees a list of labels. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_labels_free(labels: *const utfkit_labels) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the list came from this library and was not freed.
        unsafe { owned::free_view(labels) }
    });
}

fn meaning(name: &'static str, set: LabelSet) -> Option<(&'static str, Label)> {
    Some((name, Label::parse(name, set).ok()?))
}

fn list(labels: impl IntoIterator<Item = (&'static str, Label)>) -> (utfkit_labels, Memory) {
    let mut memory = Memory::default();
    let labels = labels.into_iter().map(|(name, label)| utfkit_label {
        name: memory.string(name),
        note: memory.string(label.note().unwrap_or_default()),
        encoding: table::number_of_label(label),
        reserved: [0; 5],
    });
    let labels: Vec<_> = labels.collect();
    let (labels, count) = memory.list(labels);
    (utfkit_labels { labels, count }, memory)
}
