//! Replaces text, and keeps every other byte.

use std::ffi::{c_char, c_void};

use utfkit_text::transform::{self, Place, Times};

use crate::{
    encoding::table,
    memory::{
        guard::guard,
        numbers::EncodingNumber,
        owned::{self, Memory, utfkit_string},
        panics::guard_value,
        pointers,
    },
    status::utfkit_status,
};

/// A replaced place.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_edit_place {
    /// The offset in bytes before the edit.
    pub offset: u64,
    /// The number of bytes before the edit.
    pub length: u64,
    /// The offset in bytes after the edit.
    pub new_offset: u64,
    /// The number of bytes after the edit.
    pub new_length: u64,
    /// Always 0. Later versions can have fields here.
    pub reserved: [u64; 4],
}

/// An edited text, or the reason why the text was not edited.
#[repr(C)]
#[derive(Debug)]
pub struct utfkit_edited {
    /// The text after the edit. It is empty if the edit was refused.
    pub text: utfkit_string,
    /// The encoding of the text, or `UTFKIT_ENCODING_NONE` if the edit was refused.
    pub encoding: EncodingNumber,
    /// The replaced places, in order.
    pub places: *const utfkit_edit_place,
    /// The number of replaced places.
    pub place_count: usize,
    /// The stable code of the reason: "not-found", "found-elsewhere", "not-in-encoding", "joins",
    /// "lost-characters", "empty", "too-many", "uncertain-encoding" or "is-utf-8". It is empty after
    /// an edit.
    pub refusal: utfkit_string,
    /// The reason in a few words. It is empty after an edit.
    pub message: utfkit_string,
}

/// Replaces `old_text` by `new_text`, both in UTF-8, and keeps every other byte. Free the result with
/// `utfkit_edited_free`.
///
/// The encoding of `text` is that of its BOM, or `encoding`, or the detected one if `encoding` is
/// `UTFKIT_ENCODING_NONE`. The old text has to be there `count` times, or at least once if `count`
/// is 0. A line feed in it also matches CRLF. The result is read again: it is the old text with the
/// new one in these places. If that is not possible, the status is `UTFKIT_STATUS_REFUSED`, and the
/// result has the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_edit(
    text: *const c_void,
    length: usize,
    encoding: EncodingNumber,
    old_text: *const c_char,
    old_length: usize,
    new_text: *const c_char,
    new_length: usize,
    count: usize,
    edited: *mut *const utfkit_edited,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (place, text, old, new) = unsafe {
            (
                pointers::new_object(edited)?,
                pointers::slice(text.cast::<u8>(), length)?,
                pointers::text(old_text, old_length)?,
                pointers::text(new_text, new_length)?,
            )
        };
        let encoding = table::optional_label(encoding)?.map(|label| label.encoding());
        let times = match count {
            0 => Times::All,
            1 => Times::Once,
            count => Times::Exactly(count),
        };
        let mut memory = Memory::default();
        let (status, view) = match transform::edit(text, encoding, old, new, times) {
            Ok(edited) => {
                let places = edited.places.iter().map(self::place).collect();
                let (places, place_count) = memory.list(places);
                let view = utfkit_edited {
                    text: memory.string(&edited.bytes),
                    encoding: table::number_of(edited.encoding),
                    places,
                    place_count,
                    refusal: memory.string(""),
                    message: memory.string(""),
                };
                (utfkit_status::Ok, view)
            }
            Err(refusal) => {
                let (places, place_count) = memory.list(Vec::new());
                let view = utfkit_edited {
                    text: memory.string(""),
                    encoding: 0,
                    places,
                    place_count,
                    refusal: memory.string(refusal.code()),
                    message: memory.string(refusal.to_string()),
                };
                (utfkit_status::Refused, view)
            }
        };
        owned::give_view(place, view, memory);
        Ok(status)
    })
}

/// Frees an edited text. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_edited_free(edited: *const utfkit_edited) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the result came from this library and was not freed.
        unsafe { owned::free_view(edited) }
    });
}

fn place(one: &Place) -> utfkit_edit_place {
    utfkit_edit_place {
        offset: one.old.start as u64,
        length: one.old.len() as u64,
        new_offset: one.new.start as u64,
        new_length: one.new.len() as u64,
        reserved: [0; 4],
    }
}
