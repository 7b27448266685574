//! What a receiver refuses of the repaired text, by its place in the file.

use std::collections::VecDeque;

use utfkit::{Finding, utf8};
use utfkit_text::receivers::Receiver;
use utfkit_text::repair::Event;

use super::line_counter::LineCounter;
use utfkit_text::diagnose::refusals::Refusals;

/// Follows a repair for what a receiver refuses.
pub struct Follower {
    pub receiver: Receiver,
    refusals: Refusals,
    /// Pieces of the text that may have characters in them of which it is not known yet whether
    /// they are refused.
    behind: VecDeque<Piece>,
    /// How long the text is, and the file, up to here.
    repaired: u64,
    original: u64,
}

/// A character that is refused, and where it is.
pub struct Refused {
    pub finding: Finding,
    /// Where in the file it is, or what becomes it.
    pub offset: u64,
    /// What is before it.
    pub counted: LineCounter,
    /// The line, where the text is none of bytes.
    pub line: Option<u64>,
}

/// A piece of the text, and where it comes from.
struct Piece {
    /// Where it begins: in the text, and in the file.
    repaired: u64,
    original: u64,
    /// What is before it.
    counted: LineCounter,
    /// Its bytes, where they are those of the file.
    kept: Option<Vec<u8>>,
    len: u64,
}

/// So many bytes may be held back until it is known what they are.
const HELD: usize = 32;

impl Follower {
    pub fn new(receiver: Receiver) -> Self {
        Self::by(receiver, Refusals::new(receiver))
    }

    /// That of a file that is known to be UTF-8: what is refused of a line is told before what is
    /// behind it.
    pub fn of_utf8(receiver: Receiver) -> Self {
        Self::by(receiver, Refusals::of_utf8(receiver))
    }

    fn by(receiver: Receiver, refusals: Refusals) -> Self {
        Self { receiver, refusals, behind: VecDeque::new(), repaired: 0, original: 0 }
    }

    /// The repair goes on with `event`, which stands behind what is `counted`: what is refused, as
    /// far as that is settled.
    pub fn push(&mut self, event: &Event<'_>, counted: LineCounter) -> Vec<Refused> {
        let (bytes, kept, original, len) = match event {
            Event::Kept(bytes) => (*bytes, true, self.original, bytes.len()),
            Event::Fix(fix) => (&*fix.becomes, false, fix.offset, fix.bytes.len()),
            _ => return Vec::new(),
        };
        let found: Vec<_> = self.refusals.push(bytes).collect();
        // Up to where `bytes` are counted, and what is there.
        let mut cursor = (0, counted);
        let refused = found
            .into_iter()
            .map(|(line, finding)| match finding.offset().checked_sub(self.repaired) {
                Some(at) => {
                    let at = if kept { at as usize } else { 0 };
                    cursor.1.pass(&bytes[cursor.0..at]);
                    cursor.0 = at;
                    self.refused(line, finding, original + at as u64, cursor.1)
                }
                None => self.held(line, finding),
            })
            .collect();
        // Of a long piece only the end may be asked for.
        let tail = if kept { bytes.len().saturating_sub(HELD).max(cursor.0) } else { 0 };
        let tail = utf8::floor_boundary(bytes, tail).max(cursor.0);
        cursor.1.pass(&bytes[cursor.0..tail]);
        self.behind.push_back(Piece {
            repaired: self.repaired + tail as u64,
            original: original + tail as u64,
            counted: cursor.1,
            kept: kept.then(|| bytes[tail..].to_vec()),
            len: (bytes.len() - tail) as u64,
        });
        self.repaired += bytes.len() as u64;
        self.original = original + len as u64;
        let settled = self.repaired.saturating_sub(HELD as u64);
        self.behind.retain(|piece| piece.len > 0 && piece.repaired + piece.len > settled);
        refused
    }

    /// The text is at its end.
    pub fn finish(&mut self) -> Vec<Refused> {
        let refusals = std::mem::replace(&mut self.refusals, Refusals::new(self.receiver));
        refusals.finish().into_iter().map(|(line, finding)| self.held(line, finding)).collect()
    }

    /// A character is refused that was held back.
    fn held(&self, line: u64, finding: Finding) -> Refused {
        let at = finding.offset();
        let Some(piece) = self.behind.iter().rev().find(|piece| piece.repaired <= at) else {
            return self.refused(line, finding, self.original, LineCounter::default());
        };
        let (mut offset, mut counted) = (piece.original, piece.counted);
        if let Some(bytes) = &piece.kept {
            let at = bytes.len().min((at - piece.repaired) as usize);
            counted.pass(&bytes[..at]);
            offset += at as u64;
        }
        self.refused(line, finding, offset, counted)
    }

    fn refused(&self, line: u64, finding: Finding, offset: u64, counted: LineCounter) -> Refused {
        let line = (!self.refusals.is_of_bytes()).then_some(line);
        Refused { finding, offset, counted, line }
    }
}
