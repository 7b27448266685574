//! Calls the functions of the C library that take text, with any bytes and any numbers.
//!
//! Every status is one that the header documents for correct pointers, no call writes past its
//! room, and the lists of a result can be read. The first eight bytes of the input choose the
//! arguments.
#![no_main]

use std::{
    ffi::{c_char, c_void},
    mem::MaybeUninit,
    ptr, slice,
};

use libfuzzer_sys::fuzz_target;
use utfkit_c::{
    convert::{
        converter::{
            utfkit_converter_complete, utfkit_converter_convert, utfkit_converter_free,
            utfkit_converter_new, utfkit_converter_set_bom, utfkit_converter_set_policy,
        },
        once::{utfkit_convert, utfkit_convert_length},
    },
    encoding::labels::{utfkit_bom_find, utfkit_encoding_find},
    finding::utfkit_finding,
    forms::{
        result::utfkit_result,
        utf8::{
            utfkit_utf8_findings, utfkit_utf8_to_utf8_lossy, utfkit_utf8_to_utf16,
            utfkit_utf8_validate,
        },
    },
    judge::{
        audit::{utfkit_audit, utfkit_audited_free},
        check::{utfkit_check, utfkit_report_free},
        detect::{utfkit_detect, utfkit_detection_free},
        repair::{utfkit_repair, utfkit_repaired_free},
    },
    memory::owned::utfkit_string,
    status::utfkit_status,
};

/// The value of a byte that no call may change.
const UNTOUCHED: u8 = 0xA5;

/// Checks the status of a call whose pointers are correct.
fn checked(status: utfkit_status) -> bool {
    assert!(
        matches!(
            status,
            utfkit_status::Ok
                | utfkit_status::OutputFull
                | utfkit_status::IllFormed
                | utfkit_status::UnknownEncoding
                | utfkit_status::UnknownName
                | utfkit_status::BadValue
                | utfkit_status::BadText
        ),
        "{status:?}"
    );
    status == utfkit_status::Ok
}

/// Makes a call that writes a result into a place, and returns the result.
fn made<T>(call: impl FnOnce(*mut T) -> utfkit_status) -> Option<T> {
    let mut place = MaybeUninit::uninit();
    // SAFETY: after this status, the result is written.
    checked(call(place.as_mut_ptr())).then(|| unsafe { place.assume_init() })
}

/// Makes a call that converts into `room` bytes, and checks its counts.
fn converts(
    len: usize,
    room: usize,
    unit: usize,
    call: impl FnOnce(*mut c_void, &mut utfkit_result) -> utfkit_status,
) -> utfkit_result {
    let mut block = vec![u64::from_ne_bytes([UNTOUCHED; 8]); room.div_ceil(8) + 1];
    let mut result = MaybeUninit::zeroed();
    // SAFETY: zeros are numbers.
    let result = unsafe { result.assume_init_mut() };
    checked(call(block.as_mut_ptr().cast(), result));
    // SAFETY: the block has so many bytes.
    let after = unsafe {
        slice::from_raw_parts(block.as_ptr().cast::<u8>().add(room), block.len() * 8 - room)
    };
    assert!(after.iter().all(|&byte| byte == UNTOUCHED), "it wrote past its room");
    assert!(result.read <= len && result.written * unit <= room);
    *result
}

/// Reads the text of a result.
fn read(text: utfkit_string) -> usize {
    // SAFETY: the library says that so many bytes and a NUL are there.
    let bytes = unsafe { slice::from_raw_parts(text.data.cast::<u8>(), text.length + 1) };
    assert_eq!(bytes.last(), Some(&0));
    bytes.len()
}

/// Returns a list of a result.
fn list<T>(data: *const T, count: usize) -> &'static [T] {
    assert_eq!(data.is_null(), count == 0);
    // SAFETY: the library says that so many items are there, and they are not used after it.
    if count == 0 { &[] } else { unsafe { slice::from_raw_parts(data, count) } }
}

fuzz_target!(|data: &[u8]| {
    let Some((&[from, to, policy, bom, room, cut, receiver, flags], text)) =
        data.split_first_chunk()
    else {
        return;
    };
    let [from, to, policy, bom, receiver] =
        [from, to, policy % 8, bom % 8, receiver % 16].map(u32::from);
    let (start, len, room) = (text.as_ptr(), text.len(), usize::from(room));
    let (bytes, chars) = (start.cast::<c_void>(), start.cast::<c_char>());

    // SAFETY: in each block, the pointers belong to texts and rooms of these lengths.
    unsafe {
        let mut first = MaybeUninit::<utfkit_finding>::uninit();
        let valid = checked(utfkit_utf8_validate(chars, len, first.as_mut_ptr()));
        assert_eq!(valid, str::from_utf8(text).is_ok());
        let mut findings = [const { MaybeUninit::<utfkit_finding>::uninit() }; 3];
        let mut count = 0;
        checked(utfkit_utf8_findings(chars, len, findings[0].as_mut_ptr(), 3, &mut count));
        assert_eq!(count == 0, valid);
        converts(len, room, 1, |out, result| {
            utfkit_utf8_to_utf8_lossy(chars, len, out.cast(), room, result)
        });
        converts(len, room / 2 * 2, 2, |out, result| {
            utfkit_utf8_to_utf16(chars, len, out.cast(), room / 2, result)
        });

        let once = converts(len, room, 1, |out, result| {
            utfkit_convert(from, to, policy, bytes, len, out, room, result)
        });
        let mut length = MaybeUninit::<utfkit_result>::zeroed();
        let whole =
            checked(utfkit_convert_length(from, to, policy, bytes, len, length.as_mut_ptr()));
        assert!(!whole || once.written <= length.assume_init().written);

        if let Some(converter) = made(|place| utfkit_converter_new(from, to, place)) {
            checked(utfkit_converter_set_policy(converter, policy, chars, len.min(3)));
            checked(utfkit_converter_set_bom(converter, bom));
            let cut = usize::from(cut) % (len + 1);
            for (start, len, last) in [(start, cut, 0), (start.add(cut), len - cut, 1)] {
                converts(len, room, 1, |out, result| {
                    utfkit_converter_convert(converter, start.cast(), len, out, room, last, result)
                });
            }
            converts(0, room, 1, |out, result| {
                utfkit_converter_complete(converter, out, room, result)
            });
            utfkit_converter_free(converter);
        }

        if let Some(found) = made(|place| utfkit_detect(bytes, len, flags & 1, place)) {
            let evidence = list((*found).evidence, (*found).evidence_count);
            evidence.iter().for_each(|&text| assert!(read(text) > 0));
            utfkit_detection_free(found);
        }
        if let Some(found) = made(|place| utfkit_check(bytes, len, from, receiver, 4, place)) {
            let count = (*found).diagnostic_count;
            assert!(count <= 4 && count as u64 <= (*found).error_count);
            for one in list((*found).diagnostics, count) {
                for text in [one.message, one.hint, one.section] {
                    read(text);
                }
            }
            utfkit_report_free(found);
        }
        if let Some(done) = made(|place| utfkit_repair(bytes, len, u32::from(flags), to, place)) {
            read((*done).text);
            utfkit_repaired_free(done);
        }
        let name = (chars, len.min(12));
        let none = (ptr::null(), 0);
        let (allow, deny) = if flags & 2 == 0 { (none, none) } else { (name, none) };
        let audited = made(|place| {
            utfkit_audit(bytes, len, from, receiver, allow.0, allow.1, deny.0, deny.1, 4, place)
        });
        if let Some(found) = audited {
            assert!((*found).observation_count as u64 <= (*found).total_count);
            utfkit_audited_free(found);
        }

        let (mut encoding, mut length) = (0, 0);
        checked(utfkit_bom_find(bytes, len, &mut encoding, &mut length));
        assert!(length <= len);
        checked(utfkit_encoding_find(chars, len, u32::from(flags) % 10, &mut encoding));
    }
});
