//! Calls `iconv` of the library to preload with any bytes, between any two charsets.
//!
//! The counters stay inside their buffers, no call reads after its input or writes outside of its
//! room, and the output does not depend on pieces. From UTF-8 to UTF-16, UTF-32, ISO-8859-1 and
//! US-ASCII, the output is that of the standard library.
//!
//! The first five bytes of the input choose the charsets, the suffix, the size of the pieces and the
//! room.
#![no_main]

#[path = "../support/room.rs"]
mod room;

use std::{
    ffi::{CStr, CString, c_char, c_void},
    ptr,
};

use libfuzzer_sys::fuzz_target;
use utfkit_iconv::{iconv, iconv_close, iconv_open};

/// Charsets of every kind: forms, shifts, single bytes and several bytes.
const NAMES: [&str; 24] = [
    "UTF-8",
    "UTF-16",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32",
    "UTF-32LE",
    "UCS-2",
    "UCS-4",
    "UTF-7",
    "UNICODE",
    "ASCII",
    "ISO-8859-1",
    "ISO-8859-15",
    "CP1252",
    "KOI8-R",
    "IBM037",
    "TIS-620",
    "SHIFT_JIS",
    "EUC-JP",
    "ISO-2022-JP",
    "GB18030",
    "BIG5",
    "EUC-KR",
    "CP949",
];

const SUFFIXES: [&str; 4] = ["", "//IGNORE", "//TRANSLIT", "//TRANSLIT//IGNORE"];

struct Descriptor(*mut c_void);

impl Descriptor {
    fn open(to: &CStr, from: &CStr) -> Option<Self> {
        // SAFETY: both are strings.
        let descriptor = unsafe { iconv_open(to.as_ptr(), from.as_ptr()) };
        (descriptor.addr() != usize::MAX).then(|| Self(descriptor))
    }

    /// Makes one call. Returns whether it succeeded, and the number of bytes that it read.
    fn call(&self, input: Option<&[u8]>, room: usize, out: &mut Vec<u8>) -> (bool, usize) {
        let mut memory = input.map(room::input);
        let len = input.map_or(0, <[u8]>::len);
        let (mut unread, mut left) = (len, room);
        let mut from = memory
            .as_mut()
            .map_or(ptr::null_mut(), |memory| memory.at_end(len).as_mut_ptr().cast::<c_char>());
        let (result, block) = room::room(room, |block| {
            let mut to = block.as_mut_ptr().cast::<c_char>();
            // SAFETY: the pointers belong to buffers of these sizes.
            unsafe { iconv(self.0, &mut from, &mut unread, &mut to, &mut left) }
        });
        assert!(unread <= len && left <= room);
        out.extend_from_slice(&block[..room - left]);
        (result != usize::MAX, len - unread)
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        assert_eq!(iconv_close(self.0), 0);
    }
}

/// Converts `bytes` in pieces. Stops at the first error that more room does not solve.
fn converted(to: &CStr, from: &CStr, bytes: &[u8], piece: usize, room: usize) -> Option<Vec<u8>> {
    let descriptor = Descriptor::open(to, from)?;
    let (mut out, mut at) = (Vec::new(), 0);
    let mut end = bytes.len().min(piece);
    while at < bytes.len() {
        let written = out.len();
        let (done, read) = descriptor.call(Some(&bytes[at..end]), room, &mut out);
        at += read;
        let stuck = read == 0 && out.len() == written;
        if !done && stuck && end == bytes.len() {
            break;
        }
        end = bytes.len().min(if stuck { end + piece } else { end.max(at + piece) });
    }
    let _ = descriptor.call(None, room, &mut out);
    Some(out)
}

/// Converts UTF-8 up to the first error. Returns `None` if the standard library does not have the
/// target.
fn by_std(to: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    Some(match to {
        "UTF-8" => text.into(),
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        "UTF-32LE" => text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
        "UCS-4" => text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
        "ISO-8859-1" => text.chars().map_while(|c| u8::try_from(u32::from(c)).ok()).collect(),
        "ASCII" => text.bytes().take_while(u8::is_ascii).collect(),
        _ => return None,
    })
}

fuzz_target!(|data: &[u8]| {
    let [to, from, suffix, piece, room, bytes @ ..] = data else { return };
    let name = |choice: u8| NAMES[usize::from(choice) % NAMES.len()];
    let suffix = SUFFIXES[usize::from(*suffix) % SUFFIXES.len()];
    let by_std = match (name(*from), suffix) {
        ("UTF-8", "") => by_std(name(*to), bytes),
        _ => None,
    };
    let to = CString::new(format!("{}{suffix}", name(*to))).expect("it has no NUL");
    let from = CString::new(name(*from)).expect("it has no NUL");
    let (piece, room) = (1 + usize::from(*piece), 64 + usize::from(*room));
    let Some(whole) = converted(&to, &from, bytes, bytes.len().max(1), 64 + 16 * bytes.len())
    else {
        assert_eq!(by_std, None, "{from:?} to {to:?} must open");
        return;
    };
    if let Some(expected) = by_std {
        assert_eq!(whole, expected, "{from:?} to {to:?}");
    }
    let pieces = converted(&to, &from, bytes, piece, room);
    assert_eq!(pieces.as_ref(), Some(&whole), "{from:?} to {to:?}");
    // Names of charsets may be any bytes.
    if let Ok(name) = CString::new(bytes) {
        drop(Descriptor::open(&name, c"UTF-8"));
        drop(Descriptor::open(c"UTF-8", &name));
    }
});
