//! Reports the characters that a receiver rejects, among the events of a stream.

use crate::receivers::Receiver;
use utfkit::{Outcome, Status, transcode::Transcoder};

use super::events::Events;

/// Reports `text`, and the characters in it that `receiver` rejects, to `events`. `offset` is the
/// offset of `text` in a stream of UTF-8.
pub fn tell(receiver: Option<Receiver>, text: &str, offset: u64, events: &mut dyn Events) {
    let Some(receiver) = receiver else { return events.text(text) };
    let mut reported = 0;
    for finding in receiver.refused(text, offset == 0) {
        let at = finding.offset() as usize;
        events.text(&text[reported..at]);
        events.refused(finding.moved(offset));
        reported = at + finding.len();
        if events.is_satisfied() {
            return;
        }
    }
    events.text(&text[reported..]);
}

/// Returns `true` if `receiver` accepts all of `text`. `text` must not begin a stream.
pub fn takes(receiver: Option<Receiver>, text: &str) -> bool {
    receiver.is_none_or(|receiver| receiver.refused(text, false).next().is_none())
}

/// Returns `true` if `receiver` rejects the BOM of UTF-8.
pub fn refuses_bom(receiver: Option<Receiver>) -> bool {
    receiver.is_some_and(|receiver| receiver.refused("\u{FEFF}", true).next().is_some())
}

/// Finds the offsets of rejected characters in a stream that is converted.
///
/// It decodes the stream again, with its own transcoder, which stops before and after such a
/// character. So the offsets are exact in every encoding, even if the meaning of a byte depends on
/// the bytes before it.
pub struct Follower {
    receiver: Receiver,
    transcoder: Box<Transcoder<'static>>,
    /// The last bytes before the current call. A character may have begun in them.
    recent: Vec<u8>,
    /// The number of bytes before the current call.
    base: u64,
    room: Vec<u8>,
}

/// The maximum number of earlier bytes that can belong to a character: more than any transcoder
/// keeps.
const RECENT: usize = 32;

/// The progress of a call.
#[derive(Default)]
struct Progress {
    read: usize,
    written: usize,
    /// The offset of an ill-formed sequence, which ends the call.
    stopped: Option<u64>,
}

impl Follower {
    /// Creates the follower of a stream. `transcoder` must have the same options as the one that
    /// converts the stream.
    pub fn new(receiver: Receiver, transcoder: Box<Transcoder<'static>>) -> Self {
        Self { receiver, transcoder, recent: Vec::new(), base: 0, room: vec![0; 4096] }
    }

    /// Reports `text`, which a call converted from `bytes`, and its rejected characters to
    /// `events`. `outcome` and `last` are those of the call.
    pub fn tell(
        &mut self,
        bytes: &[u8],
        text: &str,
        (outcome, last): (&Outcome, bool),
        events: &mut dyn Events,
    ) {
        let mut progress = Progress::default();
        let mut reported = 0;
        for refused in self.receiver.refused(text, false) {
            let at = refused.offset() as usize;
            let after = at + refused.len();
            let start = self.advance(bytes, at, last, &mut progress);
            let end = self.advance(bytes, after, last, &mut progress);
            events.text(&text[reported..at]);
            reported = after;
            let spelled = self.spelled(bytes, start, end);
            let character = text[at..].chars().next();
            let finding =
                character.and_then(|character| self.receiver.refusal(character, start, &spelled));
            finding.into_iter().for_each(|finding| events.refused(finding));
            if events.is_satisfied() {
                return;
            }
        }
        events.text(&text[reported..]);
        self.catch_up(bytes, text.len(), (outcome, last), &mut progress);
        self.remember(&bytes[..outcome.read]);
    }

    /// Records that `read` was converted.
    fn remember(&mut self, read: &[u8]) {
        self.base += read.len() as u64;
        self.recent.extend_from_slice(&read[read.len().saturating_sub(RECENT)..]);
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
    }

    /// Skips `bytes`, which `part` has converted. They must not contain rejected characters.
    pub fn pass(&mut self, part: &Transcoder<'_>, bytes: &[u8]) {
        self.transcoder.pass(part);
        self.remember(bytes);
    }

    /// Decodes until `to` bytes of text are written, and returns the offset there.
    fn advance(&mut self, bytes: &[u8], to: usize, last: bool, progress: &mut Progress) -> u64 {
        if self.transcoder.offset() == 0 {
            // Bytes before the first character are not part of it.
            self.step(bytes, 0, last, progress);
        }
        while progress.written < to {
            let wanted = (to - progress.written).min(self.room.len());
            if !self.step(bytes, wanted, last, progress) {
                break;
            }
        }
        progress.stopped.unwrap_or(self.transcoder.offset())
    }

    /// Advances to the position of the transcoder that is followed.
    fn catch_up(
        &mut self,
        bytes: &[u8],
        to: usize,
        (outcome, last): (&Outcome, bool),
        progress: &mut Progress,
    ) {
        self.advance(bytes, to, last, progress);
        let stops = matches!(outcome.status, Status::IllFormed(_));
        // The other transcoder wrote no more text, so this one writes none. But without room, a
        // transcoder may not read at all.
        let room = if outcome.status == Status::OutputFull { 0 } else { Transcoder::MIN_OUTPUT };
        while (progress.read < outcome.read || (stops && progress.stopped.is_none()))
            && self.step(bytes, room, last, progress)
        {}
    }

    /// Makes one call with `room` bytes of output, and returns `true` if it made progress.
    fn step(&mut self, bytes: &[u8], room: usize, last: bool, progress: &mut Progress) -> bool {
        let rest = &bytes[progress.read..];
        let outcome = self.transcoder.transcode(rest, &mut self.room[..room], last);
        progress.read += outcome.read;
        progress.written += outcome.written;
        if let Status::IllFormed(finding) = outcome.status {
            progress.stopped = Some(finding.offset());
            return true;
        }
        outcome.read + outcome.written > 0
    }

    /// Returns the bytes of the stream from offset `start` to `end`. The last of them are in
    /// `bytes`.
    fn spelled(&self, bytes: &[u8], start: u64, end: u64) -> Vec<u8> {
        let first = self.base - self.recent.len() as u64;
        let [start, end] = [start, end].map(|offset| offset.saturating_sub(first) as usize);
        let all = self.recent.iter().chain(bytes);
        all.skip(start).take(end.saturating_sub(start)).copied().collect()
    }
}
