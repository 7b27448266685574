//! Input and output whose ends are guarded.

#[allow(dead_code, reason = "the other tests use all of it")]
#[path = "../../crates/utfkit/tests/it/support/fenced.rs"]
mod fenced;

use fenced::FencedMemory;

/// The value of a byte that no call may change.
const UNTOUCHED: u8 = 0xA5;

/// The minimum number of bytes before a room that are checked.
const BEFORE: usize = 64;

/// The size of a page of memory, or a part of it.
const PAGE: usize = 4096;

/// Returns memory that holds `bytes` at its end. A read after them stops the program.
pub(crate) fn input(bytes: &[u8]) -> FencedMemory {
    let mut memory = FencedMemory::new(bytes.len());
    memory.at_end(bytes.len()).copy_from_slice(bytes);
    memory
}

/// Calls `write` with `len` bytes of room, and returns what it returns with the content of the room.
///
/// A write after the room stops the program, and so does one that is far before it. The bytes before
/// the room must not change.
pub(crate) fn room<T>(len: usize, write: impl FnOnce(&mut [u8]) -> T) -> (T, Vec<u8>) {
    let before = (len + BEFORE).next_multiple_of(PAGE) - len;
    let mut memory = FencedMemory::new(before + len);
    memory.at_end(before + len).fill(UNTOUCHED);
    let result = write(memory.at_end(len));
    let all = memory.at_end(before + len);
    assert!(all[..before].iter().all(|&byte| byte == UNTOUCHED), "it wrote before its room");
    (result, all[before..].to_vec())
}
