//! Finds text that is US-ASCII by its bytes, but shifts to other characters, such as ISO-2022-JP.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
};

use memchr::memmem;
use utfkit::Encoding;
use utfkit_text::{
    detect::{Detection, Likeliest},
    streams::block::BLOCK,
};

use crate::{
    files::reading::{FileAt, read_some},
    reading::detection,
};

/// The minimum confidence of UTF-7, in percent. Its shift is a usual character of text.
const MIN_PERCENT_OF_BASE64: u32 = 98;

/// Returns the detection of `file` from `start` on, if all its bytes are below 80 and an encoding
/// with shifts has a confidence of at least `min_percent`.
///
/// Cost: a pass up to the first byte from 80 on, and detection if there may be shifts.
pub fn detect(file: &mut File, start: u64, min_percent: u32) -> io::Result<Option<Detection>> {
    if !may_shift(file, start)? {
        return Ok(None);
    }
    let detection = detection::read(file, None)?;
    file.seek(SeekFrom::Start(start))?;
    Ok(is_shifted(&detection, min_percent).then_some(detection))
}

/// Returns `true` if `detection` has a confidence of at least `min_percent` in an encoding with
/// shifts.
pub fn is_shifted(detection: &Detection, min_percent: u32) -> bool {
    let encoding = Likeliest::of(detection).and_then(Likeliest::one);
    let least = match encoding {
        Some(Encoding::Utf7 | Encoding::Utf7Imap) => min_percent.max(MIN_PERCENT_OF_BASE64),
        Some(encoding) if encoding.has_shifts() => min_percent,
        _ => return false,
    };
    detection::percent(detection.confidence()) >= least
}

/// Returns `true` if all bytes of `file` from `start` on are below 80, and some may be shifts.
fn may_shift(file: &File, start: u64) -> io::Result<bool> {
    let mut source = FileAt { file, offset: start };
    let mut block = vec![0; BLOCK];
    let (mut is_start, mut may_shift) = (true, false);
    loop {
        let len = read_some(&mut source, &mut block)?;
        let bytes = &block[..len];
        if len == 0 || !bytes.is_ascii() {
            return Ok(len == 0 && may_shift);
        }
        // The detector looks for base64 only at the start.
        may_shift |= has_shift(bytes) || is_start && memchr::memchr2(b'+', b'&', bytes).is_some();
        is_start = false;
    }
}

/// Returns `true` if `bytes` have an escape sequence for characters of several bytes, or a shift of
/// HZ.
pub fn has_shift(bytes: &[u8]) -> bool {
    memmem::find(bytes, b"\x1B$").is_some() || memmem::find(bytes, b"~{").is_some()
}
