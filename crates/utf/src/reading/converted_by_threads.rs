//! Follows a large file in another encoding than UTF-8 with several threads, which convert chunks
//! and measure the results.
//!
//! A chunk with ill-formed or rejected text goes through the transcoder of the stream, event by
//! event. So the events are the same as with one thread.

use std::ops::ControlFlow;

use utfkit_text::{
    receivers::Receiver,
    streams::{Converter, Events, Stretch, refused},
};

use crate::{
    reading::chunks::{self, Chunk, Rest, Room},
    threads::{ahead, idle::Spare},
};

/// Reports the text of `rest` to `events`, except its end, and returns the offset where the end
/// begins. Returns `None` if `converter` is inside a sequence, or if its encoding has no
/// boundaries.
pub fn read(
    rest: &Rest<'_>,
    converter: &mut Converter,
    spare: &Spare,
    events: &mut dyn Events,
) -> Option<u64> {
    let part = converter.transcoder.part()?;
    let (measure, receiver) = (events.measures(), converter.receiver);
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
        report(&chunk, stretch, converter, events);
        match events.is_satisfied() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(chunk.room),
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
    converter: &mut Converter,
    events: &mut dyn Events,
) {
    match chunk.fits(&converter.transcoder).zip(stretch) {
        Some(((part, text), stretch)) => {
            converter.pass(part, chunk.bytes());
            events.stretch(text, &stretch);
        }
        None => converter.convert(chunk.bytes(), false, events),
    }
    events.read(chunk.bytes());
}
