//! The characters of the repaired text that a receiver rejects, with their positions in the file.

use std::collections::VecDeque;

use utfkit::{Finding, utf8};
use utfkit_text::receivers::Receiver;
use utfkit_text::repair::Event;

use super::report::line_counter::LineCounter;
use utfkit_text::diagnose::Refusals;

/// Finds the characters that a receiver rejects while a text is repaired.
pub struct Follower {
    pub receiver: Receiver,
    refusals: Refusals,
    /// The last pieces of the text. Their characters may still be rejected.
    recent: VecDeque<Piece>,
    /// The lengths of the text and of the file so far.
    repaired: u64,
    original: u64,
}

/// A character that the receiver rejects, with its position.
pub struct Rejection {
    pub finding: Finding,
    /// The offset in the file of the character, or of the bytes that become it.
    pub offset: u64,
    /// The position before it.
    pub counted: LineCounter,
    /// The line, if the code units of the text are not bytes.
    pub line: Option<u64>,
}

/// A piece of the text, with its position in the file.
struct Piece {
    /// The offsets in the text and in the file.
    repaired: u64,
    original: u64,
    /// The position before it.
    counted: LineCounter,
    /// Its bytes, if they are those of the file.
    kept: Option<Vec<u8>>,
    len: u64,
}

/// The maximum number of bytes before a decision about a character.
const HELD: usize = 32;

impl Follower {
    pub fn new(receiver: Receiver) -> Self {
        Self::by(receiver, Refusals::new(receiver))
    }

    /// Returns a follower for a file that is known to be UTF-8. It returns each rejected character
    /// before its line ends.
    pub fn of_utf8(receiver: Receiver) -> Self {
        Self::by(receiver, Refusals::of_utf8(receiver))
    }

    fn by(receiver: Receiver, refusals: Refusals) -> Self {
        Self { receiver, refusals, recent: VecDeque::new(), repaired: 0, original: 0 }
    }

    /// Adds the next `event`, at the position `counted`. Returns the rejected characters that are
    /// known so far.
    pub fn push(&mut self, event: &Event<'_>, counted: LineCounter) -> Vec<Rejection> {
        let (bytes, kept, original, len) = match event {
            Event::Kept(bytes) => (*bytes, true, self.original, bytes.len()),
            Event::Fix(fix) => (&*fix.becomes, false, fix.offset, fix.bytes.len()),
            _ => return Vec::new(),
        };
        let found: Vec<_> = self.refusals.push(bytes).collect();
        // The number of counted bytes, and the position after them.
        let mut cursor = (0, counted);
        let rejected = found
            .into_iter()
            .map(|(line, finding)| match finding.offset().checked_sub(self.repaired) {
                Some(at) => {
                    let at = if kept { at as usize } else { 0 };
                    cursor.1.pass(&bytes[cursor.0..at]);
                    cursor.0 = at;
                    self.rejected(line, finding, original + at as u64, cursor.1)
                }
                None => self.held(line, finding),
            })
            .collect();
        // Only the end of a long piece can be needed later.
        let tail = if kept { bytes.len().saturating_sub(HELD).max(cursor.0) } else { 0 };
        let tail = utf8::floor_boundary(bytes, tail).max(cursor.0);
        cursor.1.pass(&bytes[cursor.0..tail]);
        self.recent.push_back(Piece {
            repaired: self.repaired + tail as u64,
            original: original + tail as u64,
            counted: cursor.1,
            kept: kept.then(|| bytes[tail..].to_vec()),
            len: (bytes.len() - tail) as u64,
        });
        self.repaired += bytes.len() as u64;
        self.original = original + len as u64;
        let decided = self.repaired.saturating_sub(HELD as u64);
        self.recent.retain(|piece| piece.len > 0 && piece.repaired + piece.len > decided);
        rejected
    }

    /// Ends the text. Returns the last rejected characters.
    pub fn finish(&mut self) -> Vec<Rejection> {
        let refusals = std::mem::replace(&mut self.refusals, Refusals::new(self.receiver));
        refusals.finish().into_iter().map(|(line, finding)| self.held(line, finding)).collect()
    }

    /// Returns the rejected character of an earlier piece.
    fn held(&self, line: u64, finding: Finding) -> Rejection {
        let at = finding.offset();
        let Some(piece) = self.recent.iter().rev().find(|piece| piece.repaired <= at) else {
            return self.rejected(line, finding, self.original, LineCounter::default());
        };
        let (mut offset, mut counted) = (piece.original, piece.counted);
        if let Some(bytes) = &piece.kept {
            let at = bytes.len().min((at - piece.repaired) as usize);
            counted.pass(&bytes[..at]);
            offset += at as u64;
        }
        self.rejected(line, finding, offset, counted)
    }

    fn rejected(
        &self,
        line: u64,
        finding: Finding,
        offset: u64,
        counted: LineCounter,
    ) -> Rejection {
        let line = (!self.refusals.is_of_bytes()).then_some(line);
        Rejection { finding, offset, counted, line }
    }
}
