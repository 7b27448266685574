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
    detect::Detector,
    repair::{Event, Fault, Options, Repairer},
};

use super::beginning::Beginning;
use crate::{
    files::reading::{self, FileAt, Source},
    system::facts::Facts,
};
use utfkit_text::detect::likeliest::Likeliest;
use utfkit_text::streams::block;

/// The number of ill-formed sequences per character that may be UTF-8 by chance.
const CHANCE: u64 = 50;

/// From this many unfixed sequences on, the file gets one report, even if nothing would be fixed.
const MANY: u64 = 8;

/// Returns the charset of the file that starts with `begun`, if it does not have UTF-8 and would be
/// fixed only in part with `options`.
///
/// A regular file is read to its end, and its offset does not change. In a stream, only the start
/// is examined.
pub fn charset(
    file: &mut File,
    begun: &mut Beginning,
    options: Options,
) -> io::Result<Option<Encoding>> {
    // A BOM and a named encoding are stronger than statistics.
    if options.mixed.is_some() || Bom::of(begun.bytes()).is_some() {
        return Ok(None);
    }
    match file.regular().is_some() {
        true => {
            let start = file.stream_position()?.saturating_sub(begun.bytes().len() as u64);
            Sample::All { file, start }.charset(options)
        }
        false => {
            begun.fill(file)?;
            Sample::Start { bytes: begun.bytes(), ended: begun.ended() }.charset(options)
        }
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
}

impl Tally {
    /// Returns `true` if there is more UTF-8 than by chance.
    fn is_utf8(&self) -> bool {
        self.utf8 * CHANCE > self.strays
    }
}

impl Sample<'_> {
    fn charset(&self, options: Options) -> io::Result<Option<Encoding>> {
        let mut seen = self.forms()?;
        if seen.strays == 0 || seen.is_utf8() {
            return Ok(None);
        }
        // The detector is faster than the repairer.
        let Some(encoding) = self.legacy()? else { return Ok(None) };
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
        // If all sequences are fixed, the file is converted. The rest of a stream is not known. A few
        // unfixed sequences are reported one by one.
        let is_all = !matches!(self, Self::Start { ended: false, .. });
        if seen.left == 0 && is_all || seen.is_utf8() || (seen.fixed == 0 && seen.left < MANY) {
            return Ok(None);
        }
        Ok(Some(encoding))
    }

    /// Returns the legacy charset of the text, if one is likely.
    fn legacy(&self) -> io::Result<Option<Encoding>> {
        let mut detector = Detector::new();
        self.each(|bytes| {
            detector.feed(bytes);
            true
        })?;
        let detection = match self {
            Self::Start { ended: false, .. } => detector.so_far(),
            _ => detector.finish(),
        };
        let encoding = Likeliest::of(&detection).and_then(Likeliest::one);
        Ok(encoding.filter(|encoding| matches!(encoding, Encoding::Charset(_))))
    }

    /// Counts UTF-8 and ill-formed sequences. It stops when there is enough UTF-8 for all possible
    /// rests of the text.
    fn forms(&self) -> io::Result<Tally> {
        let (mut seen, mut stream) = (Tally::default(), Utf8Stream::new());
        let mut rest = self.len()?;
        self.each(|bytes| {
            rest = rest.saturating_sub(bytes.len() as u64);
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

/// Returns `bytes` without the last line, or without the last word, which may be incomplete.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = |wanted| bytes.iter().rposition(|&byte| byte == wanted);
    &bytes[..end(b'\n').or_else(|| end(b' ')).map_or(bytes.len(), |at| at + 1)]
}
