//! Converts a large file with several threads.

use std::{io::Seek as _, mem, ops::ControlFlow};

use utfkit::transcode::Transcoder;

use super::{Converter, Stop, Stream, write};
use crate::{
    files::reading::Source as _,
    process::problem::Problem,
    reading::chunks::{self, Chunk, Rest, Room},
    system::{facts::Facts, files::ByOffset},
    threads::ahead,
};

impl<'a> Converter<'a> {
    /// Converts the next part of `stream` with other threads, if any are idle. Returns `false` if
    /// it should be tried again after the next block. The rest is converted like any stream.
    pub(super) fn spread(&mut self, stream: &mut Stream<'a>) -> Result<bool, Stop> {
        if !self.common.spare.has_any() {
            return Ok(false);
        }
        // Chunks cannot begin inside a character. Try again after the next block.
        let Some(part) = stream.pipeline.direct().and_then(Transcoder::part) else {
            return Ok(false);
        };
        let problem = |name: &str, error| Stop::Input(Problem::with(name, &error));
        let Some(file) = stream.source.regular() else { return Ok(true) };
        let file = file.try_clone().map_err(|error| problem(&stream.input.name, error))?;
        let start =
            (&file).stream_position().map_err(|error| problem(&stream.input.name, error))?;
        let size = Facts::of(&file).map_err(|error| problem(&stream.input.name, error))?.len();
        let Ok(by_offset) = ByOffset::of(&file) else { return Ok(true) };
        let rest = Rest { file: by_offset, start, size };
        let (mut at, mut done) = (start, Ok(()));
        let worker = || {
            let (part, rest) = (part.part(), &rest);
            move |number, room| rest.chunk(number, part.as_ref()?, room)
        };
        ahead::ahead(
            &self.common.spare,
            rest.chunks(),
            chunks::ahead(&self.common.spare),
            worker,
            |_, chunk: Chunk<'_>| {
                // If the file changes while it is read, the chunks do not join any more.
                if chunk.start != at {
                    return ControlFlow::Break(());
                }
                let len = chunk.bytes().len();
                at += len as u64;
                self.common.progress.counters().read(len);
                match self.follow(stream, chunk, at) {
                    Ok(room) => ControlFlow::Continue(room),
                    Err(stop) => {
                        done = Err(stop);
                        ControlFlow::Break(())
                    }
                }
            },
        );
        done?;
        stream.seek(at)?;
        Ok(true)
    }

    /// Writes `chunk`, after which the file continues at `end`. Converts the chunk again, as part
    /// of the stream, if its text cannot be used. Returns its buffers.
    fn follow(
        &mut self,
        stream: &mut Stream<'a>,
        mut chunk: Chunk<'_>,
        end: u64,
    ) -> Result<Room, Stop> {
        stream.watches.see(chunk.bytes());
        if let Some(whole) = stream.pipeline.direct_mut()
            && let Some((part, text)) = chunk.fits(whole)
        {
            whole.pass(part);
            stream.watches.see_text(text);
            write(&mut self.declarations, self.output, text)?;
            return Ok(chunk.room);
        }
        stream.seek(end)?;
        let (block, len) = chunk.block();
        mem::swap(&mut self.block, block);
        let done = self.push(stream, len);
        mem::swap(&mut self.block, block);
        done.map(|()| chunk.room)
    }
}
