//! A large file in another encoding than UTF-8, looked at by several threads: they convert chunks
//! and measure what comes of them.
//!
//! A chunk with something ill-formed or refused in it goes through the stream's own transcoder,
//! event by event. So all is told as it would be by one thread.

use std::ops::ControlFlow;

use utfkit_text::{
    receivers::Receiver,
    streams::{
        decoder::Converter,
        events::{Events, Stretch},
        refused,
    },
};

use crate::{
    reading::chunks::{self, Chunk, Rest, Room},
    threads::{ahead, idle::Spare},
};

/// Tells `events` what is in `rest`, but for its end; gives where that begins. `None` where
/// `converter` is in the midst of a sequence, or its encoding shows no boundaries.
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
        // What changed while it was read is not what was converted.
        if chunk.start != at {
            return ControlFlow::Break(());
        }
        at += chunk.bytes().len() as u64;
        tell(&chunk, stretch, converter, events);
        match events.is_satisfied() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(chunk.room),
        }
    };
    ahead::ahead::<Room, _, _>(spare, rest.chunks(), chunks::ahead(spare), worker, follow);
    Some(at)
}

/// What `text` is, the UTF-8 of a chunk, if `receiver` takes it.
fn stretch(text: &[u8], receiver: Option<Receiver>, measure: bool) -> Option<Stretch> {
    // A transcoder writes well-formed text; only who refuses some of it has to look.
    if receiver.is_some() {
        str::from_utf8(text).ok().filter(|text| refused::takes(receiver, text))?;
    }
    Some(Stretch::measured(text, measure))
}

/// Tells `events` what `chunk` is, which comes next.
fn tell(
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
