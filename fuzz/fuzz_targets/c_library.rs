//! Calls the functions of the C library that take text, with any bytes and any numbers.
//!
//! Every status is one that the header documents for correct pointers, no call reads after its
//! input or writes outside of its room, and the lists of a result can be read. Conversions between
//! the forms of Unicode, ISO-8859-1 and US-ASCII write what the standard library writes.
//!
//! The first eight bytes of the input choose the arguments. One bit of the last of them makes both
//! encodings ones that the standard library has.
#![no_main]

#[path = "../support/characters.rs"]
#[allow(dead_code, reason = "other targets use all of it")]
mod characters;
#[path = "../support/room.rs"]
mod room;

use std::{
    ffi::{c_char, c_void},
    mem::MaybeUninit,
    ptr, slice,
};

use characters::sequences;
use utfkit::{Encoding, encoding::ByteOrder};

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

/// The output of a conversion, and how it ended.
struct Converted {
    status: utfkit_status,
    result: utfkit_result,
    bytes: Vec<u8>,
}

/// Makes a call that converts into `room` bytes, and checks its counts.
fn converts(
    len: usize,
    room: usize,
    unit: usize,
    call: impl FnOnce(*mut c_void, &mut utfkit_result) -> utfkit_status,
) -> Converted {
    let mut result = MaybeUninit::zeroed();
    // SAFETY: zeros are numbers.
    let result = unsafe { result.assume_init_mut() };
    let (status, mut bytes) = room::room(room, |room| call(room.as_mut_ptr().cast(), result));
    checked(status);
    assert!(result.read <= len && result.written * unit <= room);
    bytes.truncate(result.written * unit);
    Converted { status, result: *result, bytes }
}

impl Converted {
    /// Checks that `expected` was written, or as much of it as there is room for. If the text is
    /// not `whole`, the conversion must stop where `expected` ends.
    fn check(&self, expected: &[u8], is_whole: bool, room: usize) {
        match self.status {
            utfkit_status::Ok => assert!(is_whole && self.bytes == expected),
            utfkit_status::IllFormed => assert!(!is_whole && self.bytes == expected),
            utfkit_status::OutputFull => {
                assert!(expected.starts_with(&self.bytes));
                // No character needs more room than this.
                assert!(expected.len() > self.bytes.len() && self.bytes.len() + 8 > room);
            }
            status => panic!("{status:?}"),
        }
    }
}

/// The encodings that the standard library has, without BOMs.
const BY_STD: [Encoding; 6] = [
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
    Encoding::Iso8859_1,
    Encoding::UsAscii,
];

/// Converts `bytes` up to the first error. Returns whether there is none.
fn by_std(from: Encoding, to: Encoding, bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::new();
    for sequence in sequences(from, ByteOrder::Big, bytes, 0) {
        let Some(character) = sequence.value.and_then(char::from_u32) else { return (out, false) };
        let value = u32::from(character);
        let mut units = [0; 2];
        let units = character.encode_utf16(&mut units).iter();
        match to {
            Encoding::Utf16Le => out.extend(units.flat_map(|unit| unit.to_le_bytes())),
            Encoding::Utf16Be => out.extend(units.flat_map(|unit| unit.to_be_bytes())),
            Encoding::Utf32Le => out.extend(value.to_le_bytes()),
            Encoding::Utf32Be => out.extend(value.to_be_bytes()),
            Encoding::Iso8859_1 if value < 0x100 => out.push(value as u8),
            Encoding::UsAscii if value < 0x80 => out.push(value as u8),
            _ => return (out, false),
        }
    }
    (out, true)
}

/// Returns the number of an encoding.
fn number(encoding: Encoding) -> u32 {
    let (name, mut number) = (encoding.name(), 0);
    // SAFETY: the pointers belong to the name and the number.
    let status = unsafe { utfkit_encoding_find(name.as_ptr().cast(), name.len(), 0, &mut number) };
    assert!(checked(status), "{name}");
    number
}

/// Reads the text of a result.
fn read(text: utfkit_string) -> usize {
    // SAFETY: the library says that `length` bytes and a NUL are there.
    let bytes = unsafe { slice::from_raw_parts(text.data.cast::<u8>(), text.length + 1) };
    assert_eq!(bytes.last(), Some(&0));
    text.length
}

/// Returns a list of a result.
fn list<T>(data: *const T, count: usize) -> &'static [T] {
    assert_eq!(data.is_null(), count == 0);
    // SAFETY: the library says that `count` items are there, and they are not used after it.
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
    let mut memory = room::input(text);
    let (start, len, room) = (memory.at_end(text.len()).as_ptr(), text.len(), usize::from(room));
    let (bytes, chars) = (start.cast::<c_void>(), start.cast::<c_char>());

    // SAFETY: in each block, the pointers belong to texts and rooms of these lengths.
    unsafe {
        let mut first = MaybeUninit::<utfkit_finding>::uninit();
        let valid = checked(utfkit_utf8_validate(chars, len, first.as_mut_ptr()));
        assert_eq!(valid, str::from_utf8(text).is_ok());
        let mut findings = [const { MaybeUninit::<utfkit_finding>::uninit() }; 3];
        let mut count = 0;
        checked(utfkit_utf8_findings(chars, len, findings[0].as_mut_ptr(), 3, &mut count));
        let ill_formed = text.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
        assert_eq!(count, ill_formed);
        let lossy = converts(len, room, 1, |out, result| {
            utfkit_utf8_to_utf8_lossy(chars, len, out.cast(), room, result)
        });
        lossy.check(String::from_utf8_lossy(text).as_bytes(), true, room);
        let utf16 = converts(len, room / 2 * 2, 2, |out, result| {
            utfkit_utf8_to_utf16(chars, len, out.cast(), room / 2, result)
        });
        let units = text.utf8_chunks().next().map_or("", |chunk| chunk.valid()).encode_utf16();
        let units: Vec<_> = units.flat_map(u16::to_ne_bytes).collect();
        utf16.check(&units, valid, room);
        if flags & 4 != 0 {
            let [from, to] = [from, to].map(|choice| BY_STD[choice as usize % BY_STD.len()]);
            let (expected, is_whole) = by_std(from, to, text);
            // A BOM of the other byte order is an error.
            let swapped = sequences(from, ByteOrder::Big, text, 0)
                .first()
                .is_some_and(|first| first.value == Some(0xFFFE) && from.unit_bytes() == 2);
            if !swapped {
                let (from, to) = (number(from), number(to));
                let converted = converts(len, room, 1, |out, result| {
                    utfkit_convert(from, to, 0, bytes, len, out, room, result)
                });
                converted.check(&expected, is_whole, room);
            }
        }

        let once = converts(len, room, 1, |out, result| {
            utfkit_convert(from, to, policy, bytes, len, out, room, result)
        });
        let mut length = MaybeUninit::<utfkit_result>::zeroed();
        let whole =
            checked(utfkit_convert_length(from, to, policy, bytes, len, length.as_mut_ptr()));
        let length = length.assume_init().written;
        assert!(!whole || once.result.written <= length);
        assert!(once.status != utfkit_status::Ok || whole && once.result.written == length);

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
