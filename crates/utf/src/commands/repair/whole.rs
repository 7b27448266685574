//! Files that are in a legacy charset as a whole. After fixes of only some parts, such a file would
//! not be in any encoding.

use std::{
    fs::File,
    io::{self, Seek},
};

use utfkit::{
    Encoding,
    encoding::Bom,
    utf8::{Piece, Utf8Stream},
};
use utfkit_text::{
    detect::{Detection, Detector},
    repair::{Event, Fault, Options, Repairer},
};

use super::beginning::Beginning;
use crate::{
    files::reading::{self, FileAt, Source},
    reading::{choose::shifts, declared::DeclaredCharset, looks::Looks, sample},
    system::facts::Facts,
};
use utfkit_text::detect::Likeliest;
use utfkit_text::streams::block;

/// The number of ill-formed sequences per character that may be UTF-8 by chance.
const CHANCE: u64 = 50;

/// From this many unfixed sequences on, the file gets one report, even if nothing would be fixed.
const MANY: u64 = 8;

/// The minimum confidence of an encoding with escape sequences, in percent.
const SURE_PERCENT: u32 = (100.0 * Likeliest::SURE) as u32;

/// The judgement of a file that may be in another encoding as a whole.
pub enum Whole {
    /// The file is in the charset that it declares, so it is correct.
    Declared(DeclaredCharset),
    /// The file would be fixed only in part, so it stays.
    Left(Looks),
    /// The file is fixed as a whole, or it has few other bytes. Or it has the escape sequences of this
    /// encoding.
    Looks(Looks),
}

/// Returns what the file is that starts with `begun` and is repaired with `options`, if it does not
/// have UTF-8.
///
/// A regular file is read to its end, and its offset does not change. In a stream, only the start
/// is examined.
pub fn of(file: &mut File, begun: &mut Beginning, options: Options) -> io::Result<Option<Whole>> {
    // A BOM and a named encoding are stronger than statistics.
    if options.mixed.is_some() || Bom::of(begun.bytes()).is_some() {
        return Ok(None);
    }
    if file.regular().is_some() {
        let start = file.stream_position()?.saturating_sub(begun.bytes().len() as u64);
        Sample::All { file, start }.whole(options)
    } else {
        begun.fill(file)?;
        Sample::Start { bytes: begun.bytes(), ended: begun.ended() }.whole(options)
    }
}

/// The part of a text that is examined.
enum Sample<'a> {
    /// The part of a regular file after this offset.
    All { file: &'a File, start: u64 },
    /// The start of a stream, or all of it.
    Start { bytes: &'a [u8], ended: bool },
}

/// The number of sequences of each kind in a text.
#[derive(Default)]
struct Tally {
    /// Non-ASCII characters of UTF-8, and fixes of text that was UTF-8.
    utf8: u64,
    /// Ill-formed sequences.
    strays: u64,
    /// The ones that would be fixed, and those that would stay.
    fixed: u64,
    left: u64,
    /// Whether it may have escape sequences.
    may_shift: bool,
}

impl Tally {
    /// Returns `true` if there is more UTF-8 than by chance.
    fn is_utf8(&self) -> bool {
        self.utf8 * CHANCE > self.strays
    }
}

impl Sample<'_> {
    fn whole(&self, options: Options) -> io::Result<Option<Whole>> {
        let mut seen = self.forms()?;
        if seen.strays == 0 {
            let shifted = if seen.utf8 == 0 && seen.may_shift { self.shifted()? } else { None };
            return Ok(shifted.map(Whole::Looks));
        }
        if seen.is_utf8() {
            // Characters of several bytes may be UTF-8 by chance.
            if seen.strays < MANY.max(2 * seen.utf8) {
                return Ok(None);
            }
            let looks = self.start_looks()?.filter(|looks| is_charset(looks.encoding()));
            return Ok(looks.map(Whole::Looks));
        }
        // The detector is faster than the repairer.
        let detection = self.detection()?;
        if let Some(charset) = DeclaredCharset::by(&detection) {
            return Ok(Some(Whole::Declared(charset)));
        }
        let encoding = Likeliest::of(&detection).and_then(Likeliest::one);
        let looks = Looks::of(detection).filter(|_| is_charset(encoding));
        let Some(looks) = looks else { return Ok(None) };
        let mut repairer = Repairer::new(options);
        let mut count = |event: Event<'_>| match event {
            Event::Fix(fix) if matches!(fix.fault, Fault::StrayByte { .. }) => seen.fixed += 1,
            Event::Fix(_) => seen.utf8 += 1,
            Event::Ambiguous(_) | Event::IllFormed(_) => seen.left += 1,
            _ => {}
        };
        self.each(|bytes| {
            repairer.push(bytes, false, &mut count);
            true
        })?;
        repairer.push(&[], true, &mut count);
        if seen.is_utf8() {
            return Ok(None);
        }
        // If all sequences are fixed, the file is converted. The rest of a stream is not known. A few
        // unfixed sequences are reported one by one.
        let is_all = !matches!(self, Self::Start { ended: false, .. });
        let is_left = !(seen.left == 0 && is_all) && (seen.fixed > 0 || seen.left >= MANY);
        Ok(Some(if is_left { Whole::Left(looks) } else { Whole::Looks(looks) }))
    }

    /// Returns what the text is, if it has the escape sequences of an encoding.
    fn shifted(&self) -> io::Result<Option<Looks>> {
        let detection = self.detection()?;
        let is_shifted = shifts::is_shifted(&detection, SURE_PERCENT);
        Ok(if is_shifted { Looks::of(detection) } else { None })
    }

    fn detection(&self) -> io::Result<Detection> {
        let mut detector = Detector::new();
        self.each(|bytes| {
            detector.feed(bytes);
            true
        })?;
        Ok(match self {
            Self::Start { ended: false, .. } => detector.so_far(),
            _ => detector.finish(),
        })
    }

    /// Returns what the start of the text is.
    fn start_looks(&self) -> io::Result<Option<Looks>> {
        Ok(Looks::of(match *self {
            Self::All { file, start } => sample::by_sample(file, start, 0)?,
            Self::Start { bytes, .. } => {
                let mut detector = Detector::new();
                detector.feed(bytes);
                detector.so_far()
            }
        }))
    }

    /// Counts UTF-8 and ill-formed sequences. It stops when there is enough UTF-8 for all possible
    /// rests of the text.
    fn forms(&self) -> io::Result<Tally> {
        let (mut seen, mut stream) = (Tally::default(), Utf8Stream::new());
        let mut rest = self.len()?;
        self.each(|bytes| {
            rest = rest.saturating_sub(bytes.len() as u64);
            seen.may_shift |= seen.utf8 == 0 && shifts::has_shift(bytes);
            for piece in stream.feed(bytes) {
                match piece {
                    Piece::Text(text) if text.is_ascii() => {}
                    Piece::Text(text) => {
                        let leads = text.bytes().filter(|&byte| byte >= 0xC0);
                        seen.utf8 += leads.count() as u64;
                    }
                    Piece::IllFormed(_) => seen.strays += 1,
                }
            }
            seen.utf8 * CHANCE <= seen.strays + rest
        })?;
        Ok(seen)
    }

    /// Returns the number of bytes.
    fn len(&self) -> io::Result<u64> {
        Ok(match *self {
            Self::Start { bytes, .. } => bytes.len() as u64,
            Self::All { file, start } => Facts::of(file)?.len().saturating_sub(start),
        })
    }

    /// Calls `take` for each block until that returns `false`.
    fn each(&self, mut take: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
        match *self {
            Self::Start { bytes, ended } => {
                take(if ended { bytes } else { whole_lines(bytes) });
            }
            Self::All { file, start } => {
                let mut source = FileAt { file, offset: start };
                let mut room = vec![0; block::BLOCK];
                loop {
                    let len = reading::read_some(&mut source, &mut room)?;
                    if len == 0 || !take(&room[..len]) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns `true` for a legacy charset.
fn is_charset(encoding: Option<Encoding>) -> bool {
    matches!(encoding, Some(Encoding::Charset(_)))
}

/// Returns `bytes` without the last line, or without the last word, which may be incomplete.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = |wanted| bytes.iter().rposition(|&byte| byte == wanted);
    &bytes[..end(b'\n').or_else(|| end(b' ')).map_or(bytes.len(), |at| at + 1)]
}
