//! What a conversion over slices reports.

use crate::Finding;

/// How far a conversion went, and why it stopped.
///
/// It filled what fits and wrote no part of a character; a further call with the input from
/// [`read`](Self::read) on goes on where this one stopped. What the output holds behind
/// [`written`](Self::written) is not specified. Counts are in code units: bytes for UTF-8, `u16`
/// or `u32` for the others; but what a [finding](Status::IllFormed) says is in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Outcome {
    /// Code units of the input that were converted.
    pub read: usize,
    /// Code units of the output that were written.
    pub written: usize,
    /// Why the conversion stopped.
    pub status: Status,
}

/// Why a conversion stopped.
///
/// What is ill-formed is measured in bytes, what was read in code units. To go on behind it, skip
/// as many bytes as the finding has: half as many units in UTF-16, a quarter in UTF-32. What is
/// left over behind the last unit is a finding of less than a unit, and the last one.
///
/// ```
/// use utfkit::{Status, utf16};
/// let text = [0x61, 0xD800, 0x62];
/// let mut room = [0; 8];
/// let outcome = utf16::to_utf8(&text, &mut room);
/// let Status::IllFormed(finding) = outcome.status else { panic!("it has half of a pair") };
/// assert_eq!((outcome.read, finding.offset(), finding.len()), (1, 2, 2));
///
/// let behind = outcome.read + finding.len() / size_of::<u16>();
/// let outcome = utf16::to_utf8(&text[behind..], &mut room);
/// assert_eq!((&room[..outcome.written], outcome.status), (&b"b"[..], Status::Done));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of the input was converted.
    Done,
    /// The next character has no room in the output.
    OutputFull,
    /// The input goes on with something ill-formed, or with a character that the target cannot
    /// encode.
    ///
    /// Over slices, the finding begins where the conversion stopped. Its offset and its length are
    /// in bytes whatever the input is, also where [`Outcome::read`] counts units of two bytes or
    /// four. A [`Transcoder`](crate::transcode::Transcoder) has read them already.
    IllFormed(Finding),
}

/// How far a conversion with replacement went, and why it stopped.
///
/// As [`Outcome`]; ill-formed text does not stop it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct LossyOutcome {
    /// Code units of the input that were converted or replaced; bytes at the end that do not fill
    /// a unit count as one, so units read may be more bytes than there are.
    pub read: usize,
    /// Code units of the output that were written.
    pub written: usize,
    /// How many maximal subparts were replaced by U+FFFD.
    pub replaced: usize,
    /// Whether all of the input was converted; if not, the output is full.
    pub done: bool,
}

/// How long the result of a conversion with replacement will be.
///
/// Room of so many units is enough for all; in bytes ([`Le`](crate::Le), [`Be`](crate::Be)) that is
/// two or four for each. What is left of a code unit at the end of bytes is replaced once.
///
/// ```
/// use utfkit::utf16;
/// let text = [0x61, 0xD800, 0x62];
/// let length = utf16::utf8_len_lossy(&text);
/// assert_eq!((length.units, length.replaced), (5, 1));
/// let mut room = vec![0; length.units];
/// assert!(utf16::to_utf8_lossy(&text, &mut room[..]).done);
/// assert_eq!(room, "a\u{FFFD}b".as_bytes());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossyLength {
    /// Code units that the output will have; on machines of 32 bits the greatest number, if there
    /// are more than it counts.
    pub units: usize,
    /// How many maximal subparts will be replaced by U+FFFD; 0 says that the input is well-formed.
    pub replaced: usize,
}

/// How far a conversion went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the input that were converted.
    pub read: usize,
    /// Bytes of the output that were written.
    pub written: usize,
}

/// How far a conversion with replacement went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossyProgress {
    /// Bytes of the input that were converted or replaced.
    pub read: usize,
    /// Bytes of the output that were written.
    pub written: usize,
    /// Maximal subparts that were replaced.
    pub replaced: usize,
}

/// What well-formed UTF-8 holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Code points.
    pub characters: usize,
    /// Those above U+FFFF.
    pub supplementary: usize,
    /// Line feeds.
    pub lines: usize,
    /// NULs.
    pub nuls: usize,
    /// The greatest byte: the lead of the greatest character. 0 if there is none.
    pub greatest: u8,
}
