//! Follows a large file in another encoding than UTF-8 with several threads, which convert chunks
//! and measure the results.
//!
//! A chunk with ill-formed or rejected text goes through the reader of the stream, event by event.
//! So the events are the same as with one thread.

use std::ops::ControlFlow;

use utfkit_text::{
    receivers::Receiver,
    streams::{Events, Stretch, TextDecoder, refused},
};

use crate::{
    reading::chunks::{self, Chunk, Rest, Room},
    threads::{ahead, idle::Spare},
};

/// Reports the text of `rest` to `events`, except its end, and returns the offset where the end
/// begins. Returns `None` if `decoder` is inside a sequence, or if its encoding has no boundaries.
pub fn read(
    rest: &Rest<'_>,
    decoder: &mut TextDecoder,
    spare: &Spare,
    events: &mut dyn Events,
) -> Option<u64> {
    let part = decoder.reader.part()?;
    let (measure, receiver) = (events.measures(), decoder.receiver);
    let worker = || {
        let part = part.part();
        move |number, room| {
            let chunk = rest.chunk(number, part.as_ref()?, room)?;
            let stretch = chunk.text().and_then(|text| stretch(text, receiver, measure));
            Some((chunk, stretch))
        }
    };
    let mut at = rest.start;
    let follow = |_, (chunk, stretch): (Chunk<'_>, Option<Stretch>)| {
        // The file changed while it was read, so the chunk is not the next one.
        if chunk.start != at {
            return ControlFlow::Break(());
        }
        at += chunk.bytes().len() as u64;
        report(&chunk, stretch, decoder, events);
        if events.is_satisfied() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(chunk.room)
        }
    };
    ahead::ahead::<Room, _, _>(spare, rest.chunks(), chunks::ahead(spare), worker, follow);
    Some(at)
}

/// Measures `text`, the UTF-8 of a chunk, if `receiver` accepts it.
fn stretch(text: &[u8], receiver: Option<Receiver>, measure: bool) -> Option<Stretch> {
    // A transcoder writes well-formed text, so the check is needed only for a receiver.
    if receiver.is_some() {
        str::from_utf8(text).ok().filter(|text| refused::takes(receiver, text))?;
    }
    Some(Stretch::measured(text, measure))
}

/// Reports `chunk`, the next one, to `events`.
fn report(
    chunk: &Chunk<'_>,
    stretch: Option<Stretch>,
    decoder: &mut TextDecoder,
    events: &mut dyn Events,
) {
    let reader = &mut decoder.reader;
    match chunk.text().zip(stretch).filter(|_| reader.pending() == 0) {
        Some((text, stretch)) => {
            reader.continue_at(reader.offset() + chunk.bytes().len() as u64);
            events.stretch(text, &stretch);
        }
        None => decoder.feed(chunk.bytes(), events),
    }
    events.read(chunk.bytes());
}
