//! Validates and converts UTF-8 and UTF-16, one block at a time, for JavaScript. Converts charsets by tables.
//!
//! JavaScript writes a block to [`input`], calls a function, and reads [`output`] and [`outcome`].
//! The module keeps no state between calls: if a block ends inside a character, the function
//! returns the number of bytes before it, and JavaScript passes the rest again with the next block.
//! So memory is constant, any number of streams can be open, and no pointer comes from outside.
#![cfg_attr(target_arch = "wasm32", no_std)]

mod blocks;
mod tables;

use core::fmt::Write as _;

use blocks::{CAPACITY, with};
use utfkit::{Finding, Le, LossyOutcome, utf8, utf16};

/// Stops the module. No input reaches this.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The forms, as JavaScript numbers them. Number 1 is UTF-16LE.
const UTF8: u32 = 0;
const UTF16_BE: u32 = 2;

/// Returns the address of the input block.
#[unsafe(no_mangle)]
pub extern "C" fn input() -> *mut u8 {
    with(|blocks| blocks.input.as_mut_ptr())
}

/// Returns the address of the output block.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|blocks| blocks.output.as_ptr())
}

/// Returns the address of the numbers that functions return in addition to their result.
#[unsafe(no_mangle)]
pub extern "C" fn outcome() -> *const u32 {
    with(|blocks| blocks.outcome.as_ptr())
}

/// Returns the length of the input block in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn capacity() -> usize {
    CAPACITY
}

/// Validates the first `len` bytes of the input as `form`, and returns the number of well-formed
/// bytes at the start.
///
/// If it is less than `len`, `outcome[0]` is the length of the ill-formed sequence. The length is 0
/// if `last` is 0 and the rest is a character that the next block may complete. Otherwise the
/// output has the code and the description of the error, the code point that it means (or nothing),
/// and the number of its subparts: `outcome[1]` bytes, with a line feed between two of them.
#[unsafe(no_mangle)]
pub extern "C" fn validate(form: u32, len: usize, last: u32) -> usize {
    with(|blocks| {
        let bytes = native(form, &mut blocks.input[..len.min(CAPACITY)]);
        let end = if last != 0 { bytes.len() } else { complete(form, bytes) };
        let found = match form {
            UTF8 => utf8::validate(&bytes[..end]).err().map(|error| error.finding()),
            _ => utf16::validate(Le(&bytes[..end])).err().map(|error| error.finding()),
        };
        blocks.outcome = [0; 4];
        let Some(finding) = found else { return end };
        describe(&finding, &mut blocks.output, &mut blocks.outcome);
        finding.offset() as usize
    })
}

/// Writes the code and the description of `finding`, the code point that it means, and the number of its
/// subparts.
fn describe(finding: &Finding, output: &mut [u8], outcome: &mut [u32; 4]) {
    let mut text = Text { room: output, len: 0 };
    // A text that does not fit is cut.
    let _ = write!(text, "{}\n{}\n", finding.kind().code(), finding.what());
    if let Some(point) = finding.means() {
        let _ = write!(text, "U+{point:04X}");
    }
    let _ = write!(text, "\n{}", finding.subparts());
    outcome[0] = finding.len() as u32;
    outcome[1] = text.len as u32;
}

/// Converts the first `len` bytes of the input, in the form `from`, to UTF-16 in little-endian order,
/// and returns the number of bytes in the output.
///
/// `outcome[0]` is the number of bytes that were read, `outcome[1]` the number of ill-formed
/// sequences, which became U+FFFD. If `last` is 0, a character that the block cuts is not read. If
/// `last` is 1, it is ill-formed, one error of all its bytes (WHATWG Encoding Standard, sections
/// 8.1.1 and 14.2.1).
#[unsafe(no_mangle)]
pub extern "C" fn convert(from: u32, len: usize, last: u32) -> usize {
    with(|blocks| {
        let bytes = native(from, &mut blocks.input[..len.min(CAPACITY)]);
        let end = complete(from, bytes);
        let output = &mut blocks.output[..];
        let done = converted(from, &bytes[..end], output);
        let (mut read, mut written, mut replaced) = (done.read, done.written, done.replaced);
        if done.done
            && last != 0
            && end < bytes.len()
            && let Some(room) = output.get_mut(written..written + 2)
        {
            room.copy_from_slice(b"\xFD\xFF");
            (read, written, replaced) = (bytes.len(), written + 2, replaced + 1);
        }
        blocks.outcome = [read as u32, replaced as u32, 0, 0];
        written
    })
}

/// Swaps UTF-16 in big-endian order, so that the module needs kernels only for one order.
fn native(form: u32, bytes: &mut [u8]) -> &[u8] {
    if form == UTF16_BE {
        bytes.as_chunks_mut::<2>().0.iter_mut().for_each(|unit| unit.reverse());
    }
    bytes
}

/// Converts `bytes`, which end at the end of a character. The counts of the result are in bytes.
fn converted(from: u32, bytes: &[u8], output: &mut [u8]) -> LossyOutcome {
    if from != UTF8 {
        return copied(bytes, output);
    }
    let outcome = utf8::to_utf16_lossy(bytes, Le(output));
    LossyOutcome { written: 2 * outcome.written, ..outcome }
}

/// Copies UTF-16 with replacement: well-formed parts at once, which needs only the kernel that
/// validates.
fn copied(bytes: &[u8], output: &mut [u8]) -> LossyOutcome {
    let mut done = LossyOutcome { read: 0, written: 0, replaced: 0, done: true };
    while done.read < bytes.len() {
        let rest = &bytes[done.read..];
        let finding = utf16::validate(Le(rest)).err().map(|error| error.finding());
        let valid = finding.map_or(rest.len(), |finding| finding.offset() as usize);
        let replaced = usize::from(finding.is_some());
        let Some(room) = output.get_mut(done.read..done.read + valid + 2 * replaced) else { break };
        room[..valid].copy_from_slice(&rest[..valid]);
        room[valid..].copy_from_slice(&b"\xFD\xFF"[..2 * replaced]);
        done.replaced += replaced;
        done.read += room.len();
        done.written = done.read;
    }
    done
}

/// Returns the length of the first `len` bytes of the input, UTF-8, in code units of UTF-16, after
/// replacement. `outcome[0]` is the number of bytes that were measured, as for [`convert`].
#[unsafe(no_mangle)]
pub extern "C" fn utf16_length(len: usize, last: u32) -> usize {
    with(|blocks| {
        let bytes = &blocks.input[..len.min(CAPACITY)];
        let end = if last != 0 { bytes.len() } else { utf8::complete_up_to(bytes) };
        blocks.outcome = [end as u32, 0, 0, 0];
        utf8::utf16_len_lossy(&bytes[..end]).units
    })
}

/// Returns the number of bytes before a character that the end of `bytes` cuts. UTF-16 is in
/// little-endian order.
fn complete(form: u32, bytes: &[u8]) -> usize {
    if form == UTF8 {
        return utf8::complete_up_to(bytes);
    }
    let whole = bytes.len() & !1;
    // A byte after a high surrogate belongs to the same error at the end of the text.
    match &bytes[..whole] {
        [.., 0xD8..=0xDB] => whole - 2,
        _ => whole,
    }
}

/// Text in a slice.
struct Text<'a> {
    room: &'a mut [u8],
    len: usize,
}

impl core::fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let room = self.room.get_mut(self.len..self.len + text.len()).ok_or(core::fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

// A byte of UTF-8 becomes at most one unit, so the output is never full.
const _: () = assert!(blocks::OUTPUT >= 2 * CAPACITY + 2);
