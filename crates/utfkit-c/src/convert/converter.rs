//! The streaming converter.

use std::{
    ffi::{c_char, c_void},
    ptr,
    sync::Arc,
};

use utfkit::{
    Encoding, Status,
    transcode::{Policy, Transcoder},
};

use super::{once::report, policy::policy};
use crate::{
    encoding::{numbers, table},
    finding::utfkit_finding,
    forms::result::utfkit_result,
    memory::{
        guard::guard,
        numbers::{BomNumber, ByteOrderNumber, EncodingNumber, Flag, PolicyNumber},
        panics::guard_value,
        pointers,
    },
    status::utfkit_status,
};

/// A converter of one stream, in pieces of any size. It keeps at most a few bytes of a sequence
/// that a piece cut.
pub struct utfkit_converter {
    transcoder: Transcoder<'static>,
    /// The texts of the policies, which the transcoder uses.
    texts: [Option<Arc<str>>; 2],
    /// Whether a piece of the stream was converted.
    begun: bool,
    /// Whether the last piece was converted completely.
    ended: bool,
}

impl utfkit_converter {
    /// Changes the transcoder, if the stream has not begun.
    fn set(
        &mut self,
        change: impl FnOnce(Transcoder<'static>) -> Transcoder<'static>,
    ) -> utfkit_status {
        if self.begun {
            return utfkit_status::Started;
        }
        let unused = Transcoder::new(Encoding::Utf8, Encoding::Utf8);
        self.transcoder = change(std::mem::replace(&mut self.transcoder, unused));
        utfkit_status::Ok
    }

    /// Changes a policy of the transcoder, if the stream has not begun. The converter keeps `text`
    /// at `slot`, which belongs to this policy.
    fn set_policy(
        &mut self,
        slot: usize,
        number: u32,
        text: &str,
        change: impl FnOnce(Transcoder<'static>, Policy<'static>) -> Transcoder<'static>,
    ) -> Result<utfkit_status, utfkit_status> {
        let text: Arc<str> = text.into();
        // SAFETY: the text is in memory of its own, and no one changes it. It stays in `texts` until
        // the transcoder has another policy in its place, or is dropped: `texts` is a later field.
        // Only the converter uses the transcoder.
        let kept: &'static str = unsafe { &*Arc::as_ptr(&text) };
        let policy = policy(number, kept)?;
        let status = self.set(|transcoder| change(transcoder, policy));
        if status == utfkit_status::Ok {
            self.texts[slot] = Some(text);
        }
        Ok(status)
    }
}

/// Creates a converter. Free it with `utfkit_converter_free`.
///
/// It is strict at first. BOMs are read and written as the two encodings say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_new(
    from: EncodingNumber,
    to: EncodingNumber,
    converter: *mut *mut utfkit_converter,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointer of the caller, as the start of the header says.
        let place = unsafe { pointers::place(converter)? };
        place.write(ptr::null_mut());
        let transcoder = Transcoder::labelled(table::label(from)?, table::label(to)?);
        let converter =
            utfkit_converter { transcoder, texts: [None, None], begun: false, ended: false };
        pointers::give(place, converter);
        Ok(utfkit_status::Ok)
    })
}

/// Frees a converter. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_free(converter: *mut utfkit_converter) {
    guard_value((), || {
        // SAFETY: the caller guarantees that the converter came from this library and was not
        // freed.
        unsafe { pointers::free(converter) }
    });
}

/// Sets the policy for ill-formed input, and for characters that the target cannot encode.
///
/// `text` is well-formed UTF-8, which the converter copies. Only `UTFKIT_POLICY_REPLACE_WITH` and
/// `UTFKIT_POLICY_TRANSLITERATE` use it. It may be empty.
///
/// After the first piece, the status of this and the other settings is `UTFKIT_STATUS_STARTED`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_set_policy(
    converter: *mut utfkit_converter,
    with: PolicyNumber,
    text: *const c_char,
    length: usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (converter, text) =
            unsafe { (pointers::object(converter)?, pointers::text(text, length)?) };
        converter.set_policy(0, with, text, Transcoder::policy)
    })
}

/// Sets a separate policy for characters that the target cannot encode, as
/// `utfkit_converter_set_policy` does for all findings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_set_unencodable(
    converter: *mut utfkit_converter,
    with: PolicyNumber,
    text: *const c_char,
    length: usize,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (converter, text) =
            unsafe { (pointers::object(converter)?, pointers::text(text, length)?) };
        converter.set_policy(1, with, text, Transcoder::unencodable)
    })
}

/// Sets the policy for byte order marks, instead of those of the two encodings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_set_bom(
    converter: *mut utfkit_converter,
    bom: BomNumber,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointer of the caller, as the start of the header says.
        let converter = unsafe { pointers::object(converter)? };
        let bom = numbers::bom_policy(bom)?;
        Ok(converter.set(|transcoder| transcoder.bom(bom)))
    })
}

/// Sets the byte order of input without a BOM, if the encoding does not fix it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_set_input_order(
    converter: *mut utfkit_converter,
    order: ByteOrderNumber,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointer of the caller, as the start of the header says.
        let converter = unsafe { pointers::object(converter)? };
        let order = numbers::byte_order(order)?;
        Ok(converter.set(|transcoder| transcoder.input_order(order)))
    })
}

/// Sets the byte order of the output, if the encoding does not fix it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_set_output_order(
    converter: *mut utfkit_converter,
    order: ByteOrderNumber,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointer of the caller, as the start of the header says.
        let converter = unsafe { pointers::object(converter)? };
        let order = numbers::byte_order(order)?;
        Ok(converter.set(|transcoder| transcoder.output_order(order)))
    })
}

/// Converts the next piece of the stream. `last` is true if nothing follows it.
///
/// - `UTFKIT_STATUS_OK`: all of the input was read. With `last`, the stream is complete, and each
///   further call returns `UTFKIT_STATUS_ENDED`, until `utfkit_converter_reset`.
/// - `UTFKIT_STATUS_OUTPUT_FULL`: call again with the input after `read` and more room. With at
///   least 8 bytes of room, each call makes progress. With less room, a program that calls again
///   with the same room can do so for ever. A text that replaces findings must fit too.
/// - `UTFKIT_STATUS_ILL_FORMED`: the policy stops at the finding. All text before it was converted,
///   and its bytes were read. A call with the rest of the input continues after it. To end instead,
///   call `utfkit_converter_complete`.
///
/// `replaced` of the result counts from the start of the stream, and offsets do too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_convert(
    converter: *mut utfkit_converter,
    input: *const c_void,
    length: usize,
    output: *mut c_void,
    room: usize,
    last: Flag,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (converter, input, room, result) = unsafe {
            let (from, to) = (input.cast::<u8>(), output.cast::<u8>());
            let (input, room) = pointers::input_and_room(from, length, to, room)?;
            (pointers::object(converter)?, input, room, pointers::place(result)?)
        };
        if converter.ended {
            return Err(utfkit_status::Ended);
        }
        converter.begun = true;
        let outcome = converter.transcoder.transcode(input, room, last != 0);
        converter.ended = last != 0 && outcome.status == Status::Done;
        Ok(report(outcome, converter.transcoder.counts(), result))
    })
}

/// Writes the bytes that must end the output, if the stream stops early. At most 8 bytes are
/// written. Only encodings with shifts, such as UTF-7 and ISO-2022-JP, have such bytes. Input that
/// ends inside a sequence is dropped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_complete(
    converter: *mut utfkit_converter,
    output: *mut c_void,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (converter, room, result) = unsafe {
            let room = pointers::room(output.cast::<u8>(), room)?;
            (pointers::object(converter)?, room, pointers::place(result)?)
        };
        if converter.ended {
            return Err(utfkit_status::Ended);
        }
        converter.begun = true;
        let outcome = converter.transcoder.complete(room);
        converter.ended = outcome.status == Status::Done;
        Ok(report(outcome, converter.transcoder.counts(), result))
    })
}

/// Begins a new stream with the same settings. All state of the last stream is dropped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_reset(converter: *mut utfkit_converter) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointer of the caller, as the start of the header says.
        let converter = unsafe { pointers::object(converter)? };
        converter.transcoder.reset();
        converter.begun = false;
        converter.ended = false;
        Ok(utfkit_status::Ok)
    })
}

/// The numbers of findings in a stream so far, and of the actions for them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_counts {
    /// The number of input bytes that were converted, or reported and handled.
    pub offset: u64,
    /// The number of ill-formed sequences.
    pub ill_formed: u64,
    /// The number of characters that the target cannot encode.
    pub unencodable: u64,
    /// The number of findings that were replaced.
    pub replaced: u64,
    /// The number of these that were transliterated.
    pub transliterated: u64,
    /// The number of findings that were skipped.
    pub skipped: u64,
    /// The number of findings that were escaped.
    pub escaped: u64,
    /// The number of backslashes of the text that were escaped.
    pub backslashes: u64,
    /// The first finding; its kind is `UTFKIT_KIND_NONE` if there is none.
    pub first: utfkit_finding,
    /// 1 if the input began with a byte order mark, else 0.
    pub found_bom: u8,
    /// 1 if the output begins with a byte order mark, else 0.
    pub writes_bom: u8,
    /// Always 0.
    pub reserved: [u8; 6],
}

/// Writes the counts of the stream so far to `counts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_converter_counts(
    converter: *const utfkit_converter,
    counts: *mut utfkit_counts,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (converter, place) = unsafe { (pointers::value(converter)?, pointers::place(counts)?) };
        let (transcoder, counts) = (&converter.transcoder, converter.transcoder.counts());
        place.write(utfkit_counts {
            offset: transcoder.offset(),
            ill_formed: counts.ill_formed,
            unencodable: counts.unencodable,
            replaced: counts.replaced,
            transliterated: counts.transliterated,
            skipped: counts.skipped,
            escaped: counts.escaped,
            backslashes: counts.backslashes,
            first: counts.first.map_or(utfkit_finding::NONE, utfkit_finding::from),
            found_bom: transcoder.found_bom().into(),
            writes_bom: transcoder.writes_bom().into(),
            reserved: [0; 6],
        });
        Ok(utfkit_status::Ok)
    })
}

#[cfg(test)]
mod tests {
    use std::mem::MaybeUninit;

    use super::*;
    use crate::convert::policy::utfkit_policy;

    #[test]
    fn a_converter_keeps_the_texts_of_its_policies() {
        let mut made = ptr::null_mut();
        let (mut out, mut result) = ([0_u8; 16], MaybeUninit::uninit());
        // SAFETY: the pointers are to values of this function, or of the library.
        unsafe {
            assert_eq!(utfkit_converter_new(1, 1, &raw mut made), utfkit_status::Ok);
            for text in ["unused", "<?>"] {
                let text = text.to_owned();
                let with = utfkit_policy::ReplaceWith as u32;
                let status =
                    utfkit_converter_set_policy(made, with, text.as_ptr().cast(), text.len());
                assert_eq!(status, utfkit_status::Ok);
            }
            // The text of a policy that is not used any more is freed.
            assert_eq!((*made).texts, [Some("<?>".into()), None]);
            let (input, output) = (b"a\xFFb".as_ptr().cast(), out.as_mut_ptr().cast());
            let status =
                utfkit_converter_convert(made, input, 3, output, 16, 1, result.as_mut_ptr());
            assert_eq!(status, utfkit_status::Ok);
            assert_eq!(&out[..result.assume_init_ref().written], b"a<?>b");
            utfkit_converter_free(made);
        }
    }
}
