//! Detects the encoding of a large file by its start and the text around an offset.

use std::{fs::File, io, ops::Range, path::Path};

use utfkit_text::detect::{Detection, Detector};

use super::{detection, looks::Looks};
use crate::{
    files::reading::{FileAt, Head},
    system::files::open_regular,
};

/// The number of bytes at the start that are used.
const START: usize = 1 << 20;

/// The number of bytes that are used on each side of the offset.
const AROUND: u64 = 32 << 10;

/// Detects the encoding of `file` from `start` on, by its first bytes and those around `place`, an
/// offset from there. So the time does not depend on the length of the file.
pub fn by_sample(file: &File, start: u64, place: u64) -> io::Result<Detection> {
    by_sample_with(Detector::new(), file, start, place)
}

/// Like [`by_sample`], by `detector`.
pub fn by_sample_with(
    mut detector: Detector,
    file: &File,
    start: u64,
    place: u64,
) -> io::Result<Detection> {
    let mut room = vec![0; START];
    let head = Head::read_to(&mut FileAt { file, offset: start }, &mut room, START)?;
    let bytes = &room[..head.len];
    let from = place.saturating_sub(AROUND).max(START as u64);
    let to = place.saturating_add(AROUND);
    if head.ended || to <= START as u64 {
        detector.feed(bytes);
        return Ok(if head.ended { detector.finish() } else { detector.so_far() });
    }
    // The gap between the two pieces must not cut characters.
    let gap = from > START as u64;
    detector.feed(if gap { &bytes[..last_seam(bytes)] } else { bytes });
    let most = usize::try_from(to - from).unwrap_or(START).min(START);
    let around = FileAt { file, offset: start + from };
    let window = Head::read_to(&mut { around }, &mut room[..most], most)?;
    let bytes = &room[..window.len];
    detector.feed(if gap { &bytes[first_seam(bytes)..] } else { bytes });
    Ok(if window.ended { detector.finish() } else { detector.so_far() })
}

/// Detects the encoding of the file at `path`, which has an error at `offset`.
pub fn of_file(path: &Path, offset: u64) -> Option<Detection> {
    let file = open_regular(path).ok()?;
    by_sample_with(detection::detector(path), &file, 0, offset).ok()
}

/// Returns what the file at `path` looks like, which has an error at `offset`.
pub fn looks(path: &Path, offset: u64) -> Option<Looks> {
    Looks::of(of_file(path, offset)?)
}

/// The maximum distance to search for a boundary of code units.
const NEAR: usize = 64;

/// Returns the first offset in `bytes` that is between characters of UTF-8. If one is near, it is
/// also between the code units of every encoding.
fn first_seam(bytes: &[u8]) -> usize {
    let near = 0..bytes.len().min(NEAR);
    seams(bytes, near.clone(), 4).next().or_else(|| seams(bytes, near, 1).next()).unwrap_or(0)
}

/// Returns the last such offset, or the end of `bytes`.
fn last_seam(bytes: &[u8]) -> usize {
    let near = bytes.len().saturating_sub(NEAR)..bytes.len();
    let mut last = seams(bytes, near.clone(), 4).next_back();
    last = last.or_else(|| seams(bytes, near, 1).next_back());
    last.unwrap_or(bytes.len())
}

/// Returns the offsets in `near`, multiples of `unit`, that are between characters of UTF-8.
fn seams(bytes: &[u8], near: Range<usize>, unit: usize) -> impl DoubleEndedIterator<Item = usize> {
    let is_seam = |&at: &usize| !matches!(bytes[at], 0x80..0xC0);
    near.filter(move |at| at.is_multiple_of(unit)).filter(is_seam)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use utfkit::Encoding;

    use super::*;

    /// Returns the encoding of a file with these `bytes`, by the sample around `place`.
    fn sampled(bytes: &[u8], place: usize) -> Option<Encoding> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        by_sample(&file, 0, place as u64).unwrap().encoding()
    }

    /// Checks that the text around the offset decides, at any offset, if the start is US-ASCII.
    #[test]
    fn what_stands_around_the_place_decides() {
        let plain = b"plain text, line by line\n".repeat((START + 300_000) / 25);
        let cyrillic = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0?\n".repeat(20);
        for at in [0, 25 * 41_000, START / 25 * 25, START + 249] {
            for after in [0, 200_000] {
                let (before, rest) = plain.split_at(at / 25 * 25);
                let bytes = [before, &cyrillic, &rest[..after]].concat();
                let found = sampled(&bytes, before.len());
                assert_eq!(found.map(Encoding::name), Some("windows-1251"), "{at} {after}");
            }
        }
    }

    /// Checks that the gap causes no errors, so that text with one wrong byte is still mostly
    /// UTF-8.
    #[test]
    fn the_gap_is_between_characters() {
        for text in ["\u{20AC}", "\u{E9}a\u{20AC}\u{1F600}", "\u{1F600}"] {
            for shift in [0, 1] {
                let many = text.repeat(2 * START / text.len());
                let mut bytes = [&b"abcd"[..shift], many.as_bytes()].concat();
                assert_eq!(sampled(&bytes, bytes.len()), Some(Encoding::Utf8), "{text} {shift}");
                bytes.extend_from_slice(b"\xFF and more\n");
                let place = bytes.len() - 10;
                assert_eq!(sampled(&bytes, place), Some(Encoding::Utf8), "{text} {shift}");
            }
        }
    }
}
