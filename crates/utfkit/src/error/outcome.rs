//! The results of conversions over slices.

use crate::Finding;

/// The result of a conversion: how far it got, and why it stopped.
///
/// A conversion never writes a part of a character. To continue, call again with the input from
/// [`read`](Self::read) on. The content of the output after [`written`](Self::written) is
/// unspecified.
///
/// Counts are in code units: bytes for UTF-8, `u16` or `u32` for the other forms. The offset and
/// length of a [finding](Status::IllFormed) are in bytes.
///
/// ```
/// use utfkit::{Outcome, Status, utf8};
/// let mut units = [0_u16; 2];
/// let outcome = utf8::to_utf16("naïve", &mut units);
/// assert_eq!(outcome, Outcome { read: 2, written: 2, status: Status::OutputFull });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Outcome {
    /// The number of code units of the input that were converted.
    pub read: usize,
    /// The number of code units of the output that were written.
    pub written: usize,
    /// The reason why the conversion stopped.
    pub status: Status,
}

/// The reason why a conversion stopped.
///
/// To continue after an ill-formed sequence, skip as many bytes as the finding has. A finding
/// counts bytes, and [`Outcome::read`] counts code units: divide the length by two in UTF-16 and by
/// four in UTF-32. Bytes after the last whole unit are a finding shorter than a unit, and the last
/// one.
///
/// ```
/// use utfkit::{Status, utf16};
/// let text = [0x61, 0xD800, 0x62];
/// let mut room = [0; 8];
/// let outcome = utf16::to_utf8(&text, &mut room);
/// let Status::IllFormed(finding) = outcome.status else { panic!("it has half of a pair") };
/// assert_eq!((outcome.read, finding.offset(), finding.len()), (1, 2, 2));
///
/// let next = outcome.read + finding.len() / size_of::<u16>();
/// let outcome = utf16::to_utf8(&text[next..], &mut room);
/// assert_eq!((&room[..outcome.written], outcome.status), (&b"b"[..], Status::Done));
/// ```
#[doc(alias = "result")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of the input was converted.
    Done,
    /// The next character does not fit the output.
    OutputFull,
    /// The next sequence is ill-formed, or a character that the target cannot encode.
    ///
    /// In conversions over slices, the finding begins where the conversion stopped. Its offset and
    /// its length are in bytes for any input, even if [`Outcome::read`] counts units of two or four
    /// bytes. A [`Transcoder`](crate::transcode::Transcoder) has already read the bytes of the
    /// finding.
    IllFormed(Finding),
}

/// The result of a conversion with replacement: how far it got, and whether it is complete.
///
/// It is like [`Outcome`], but ill-formed text does not stop the conversion.
///
/// ```
/// use utfkit::utf8;
/// let mut out = [0_u8; 8];
/// let outcome = utf8::to_utf8_lossy(b"a\xFF", &mut out);
/// assert_eq!((outcome.read, outcome.written, outcome.replaced, outcome.done), (2, 4, 1, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct LossyOutcome {
    /// The number of code units of the input that were converted or replaced. Bytes at the end that
    /// do not fill a unit count as one, so the units may be more bytes than the input has.
    pub read: usize,
    /// The number of code units of the output that were written.
    pub written: usize,
    /// The number of maximal subparts that were replaced with U+FFFD.
    pub replaced: usize,
    /// Whether all of the input was converted. If not, the output is full.
    pub done: bool,
}

/// The length of the result of a conversion with replacement.
///
/// Room for `units` code units is enough. In bytes ([`Le`](crate::Le), [`Be`](crate::Be)), that is
/// two or four per unit. An incomplete code unit at the end of bytes is replaced once.
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
    /// The number of code units that the output will have. On 32-bit machines, it is [`usize::MAX`]
    /// if there are more.
    pub units: usize,
    /// The number of maximal subparts that will be replaced with U+FFFD. If it is 0, the input is
    /// well-formed.
    pub replaced: usize,
}

/// The progress of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of bytes of the input that were converted.
    pub read: usize,
    /// The number of bytes of the output that were written.
    pub written: usize,
}

/// The progress of a conversion with replacement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossyProgress {
    /// The number of bytes of the input that were converted or replaced.
    pub read: usize,
    /// The number of bytes of the output that were written.
    pub written: usize,
    /// The number of maximal subparts that were replaced.
    pub replaced: usize,
}

/// The counts of a well-formed UTF-8 text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The number of code points.
    pub characters: usize,
    /// The number of code points above U+FFFF.
    pub supplementary: usize,
    /// The number of line feeds.
    pub lines: usize,
    /// The number of NULs.
    pub nuls: usize,
    /// The greatest byte, which is the lead of the greatest character; 0 if the text is empty.
    pub greatest: u8,
}
