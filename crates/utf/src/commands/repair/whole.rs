//! Text that is as a whole in a charset that is not Unicode's: fixed in places it would be in
//! none.

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

use super::begun::Beginning;
use crate::files::reading::{self, FileAt, Source};
use utfkit_text::detect::likeliest::Likeliest;
use utfkit_text::streams::block;

/// So many times what is no UTF-8 may be one character of it, by chance.
const CHANCE: u64 = 50;

/// What is left alone in so many places is told in one line, though nothing would be fixed either.
const MANY: u64 = 8;

/// The charset that the file is in as a whole of which this was `begun`, if it has no UTF-8 and
/// would be fixed only in part with `options`.
///
/// All of a regular file tells, which is not moved in; of a stream what it begins with: that much
/// is waited for in any case before anything is fixed.
pub fn charset(
    file: &mut File,
    begun: &mut Beginning,
    options: Options,
) -> io::Result<Option<Encoding>> {
    // What a BOM says is more than any statistics, and who names an encoding has said what it
    // is.
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

/// What a text is judged by, which can be read again.
enum Sample<'a> {
    /// What of a regular file stands behind this offset.
    All { file: &'a File, start: u64 },
    /// What a stream begins with, or all of it.
    Start { bytes: &'a [u8], ended: bool },
}

/// What there is in a text.
#[derive(Default)]
struct Tally {
    /// Characters beyond ASCII, and fixes of what has been UTF-8.
    utf8: u64,
    /// Places that are no UTF-8.
    strays: u64,
    /// Of these, what would be fixed, and what would stay.
    fixed: u64,
    left: u64,
}

impl Tally {
    /// Whether there is more UTF-8 than comes by chance.
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
        let (mut detector, mut repairer) = (Detector::new(), Repairer::new(options));
        let mut count = |event: Event<'_>| match event {
            Event::Fix(fix) if fix.fault == Fault::StrayByte => seen.fixed += 1,
            Event::Fix(_) => seen.utf8 += 1,
            Event::Ambiguous(_) | Event::IllFormed(_) => seen.left += 1,
            _ => {}
        };
        self.each(|bytes| {
            detector.feed(bytes);
            repairer.push(bytes, false, &mut count);
            true
        })?;
        repairer.push(&[], true, &mut count);
        // What is fixed in all places is converted, and what has few is told of each.
        if seen.left == 0 || seen.is_utf8() || (seen.fixed == 0 && seen.left < MANY) {
            return Ok(None);
        }
        let detection = match self {
            Self::Start { ended: false, .. } => detector.so_far(),
            _ => detector.finish(),
        };
        let encoding = Likeliest::of(&detection).and_then(Likeliest::one);
        Ok(encoding.filter(|encoding| matches!(encoding, Encoding::Charset(_))))
    }

    /// What of it is UTF-8, and what is not; no further than it takes to know that there is UTF-8,
    /// whatever follows.
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

    /// How many bytes it has.
    fn len(&self) -> io::Result<u64> {
        Ok(match *self {
            Self::Start { bytes, .. } => bytes.len() as u64,
            Self::All { file, start } => file.metadata()?.len().saturating_sub(start),
        })
    }

    /// Gives `take` all of it, a block at a time, until that is told to be enough.
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

/// `bytes` without the line, or else the word, that they end in: who knows what it would be.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = |wanted| bytes.iter().rposition(|&byte| byte == wanted);
    &bytes[..end(b'\n').or_else(|| end(b' ')).map_or(bytes.len(), |at| at + 1)]
}
