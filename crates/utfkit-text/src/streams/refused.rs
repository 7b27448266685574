//! Characters that a receiver refuses, told among the events of a stream.

use crate::receivers::Receiver;
use utfkit::{Outcome, Status, transcode::Transcoder};

use super::events::Events;

/// Tells `events` of `text`, which stands at `offset` in UTF-8, and of what `receiver` refuses of
/// it.
pub fn tell(receiver: Option<Receiver>, text: &str, offset: u64, events: &mut dyn Events) {
    let Some(receiver) = receiver else { return events.text(text) };
    let mut told = 0;
    for finding in receiver.refused(text, offset == 0) {
        let at = finding.offset() as usize;
        events.text(&text[told..at]);
        events.refused(finding.moved(offset));
        told = at + finding.len();
        if events.is_satisfied() {
            return;
        }
    }
    events.text(&text[told..]);
}

/// Whether `receiver` refuses nothing of `text`, which does not begin a stream.
pub fn takes(receiver: Option<Receiver>, text: &str) -> bool {
    receiver.is_none_or(|receiver| receiver.refused(text, false).next().is_none())
}

/// Whether `receiver` refuses the BOM of UTF-8.
pub fn refuses_bom(receiver: Option<Receiver>) -> bool {
    receiver.is_some_and(|receiver| receiver.refused("\u{FEFF}", true).next().is_some())
}

/// Follows a stream that is converted, to know where in it each character stands that is refused.
///
/// It reads the stream once more by a transcoder of its own, which stops before such a character
/// and behind it. So places are exact in every encoding, also where bytes mean what those before
/// them say.
pub struct Follower {
    receiver: Receiver,
    transcoder: Box<Transcoder<'static>>,
    /// The bytes that were read last, in which a character may have begun.
    recent: Vec<u8>,
    /// How many bytes were read before those at hand.
    base: u64,
    room: Vec<u8>,
}

/// How many bytes before those at hand may belong to a character: more than any transcoder keeps.
const RECENT: usize = 32;

/// How far a call has come.
#[derive(Default)]
struct Progress {
    read: usize,
    written: usize,
    /// Where something ill-formed was met, which ends the call.
    stopped: Option<u64>,
}

impl Follower {
    /// Follows a stream that another transcoder of the same kind reads.
    pub fn new(receiver: Receiver, transcoder: Box<Transcoder<'static>>) -> Self {
        Self { receiver, transcoder, recent: Vec::new(), base: 0, room: vec![0; 4096] }
    }

    /// Tells `events` of `text`, which a call made that was given `bytes`, and of what is refused
    /// of it; `outcome` and `last` are those of the call.
    pub fn tell(
        &mut self,
        bytes: &[u8],
        text: &str,
        (outcome, last): (&Outcome, bool),
        events: &mut dyn Events,
    ) {
        let mut progress = Progress::default();
        let mut told = 0;
        for refused in self.receiver.refused(text, false) {
            let at = refused.offset() as usize;
            let behind = at + refused.len();
            let start = self.advance(bytes, at, last, &mut progress);
            let end = self.advance(bytes, behind, last, &mut progress);
            events.text(&text[told..at]);
            told = behind;
            let spelled = self.spelled(bytes, start, end);
            let character = text[at..].chars().next();
            let finding =
                character.and_then(|character| self.receiver.refusal(character, start, &spelled));
            finding.into_iter().for_each(|finding| events.refused(finding));
            if events.is_satisfied() {
                return;
            }
        }
        events.text(&text[told..]);
        self.catch_up(bytes, text.len(), (outcome, last), &mut progress);
        self.remember(&bytes[..outcome.read]);
    }

    /// `read` is behind.
    fn remember(&mut self, read: &[u8]) {
        self.base += read.len() as u64;
        self.recent.extend_from_slice(&read[read.len().saturating_sub(RECENT)..]);
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
    }

    /// Goes on behind `bytes`, of which nothing is refused: `part` has converted them.
    pub fn pass(&mut self, part: &Transcoder<'_>, bytes: &[u8]) {
        self.transcoder.pass(part);
        self.remember(bytes);
    }

    /// Goes on until so much text is written; gives the offset there.
    fn advance(&mut self, bytes: &[u8], to: usize, last: bool, progress: &mut Progress) -> u64 {
        if self.transcoder.offset() == 0 {
            // What is before the first character is none of it.
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

    /// Comes to where the transcoder is that is followed.
    fn catch_up(
        &mut self,
        bytes: &[u8],
        to: usize,
        (outcome, last): (&Outcome, bool),
        progress: &mut Progress,
    ) {
        self.advance(bytes, to, last, progress);
        let stops = matches!(outcome.status, Status::IllFormed(_));
        // No more was written, so no more is; but a transcoder may look at nothing that it has no
        // room for.
        let room = if outcome.status == Status::OutputFull { 0 } else { Transcoder::MIN_OUTPUT };
        while (progress.read < outcome.read || (stops && progress.stopped.is_none()))
            && self.step(bytes, room, last, progress)
        {}
    }

    /// One call, with so much room; whether it came any further.
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

    /// The bytes of the stream from offset `start` to `end`, of which the last are among `bytes`.
    fn spelled(&self, bytes: &[u8], start: u64, end: u64) -> Vec<u8> {
        let first = self.base - self.recent.len() as u64;
        let [start, end] = [start, end].map(|offset| offset.saturating_sub(first) as usize);
        let all = self.recent.iter().chain(bytes);
        all.skip(start).take(end.saturating_sub(start)).copied().collect()
    }
}
