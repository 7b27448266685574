//! An input whose bytes are escapes, such as quoted-printable.

use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use utfkit_text::transform::{self, Surface};

use super::stream::Stream;
use crate::files::reading::Source as _;

/// The bytes that the escapes of a source stand for.
struct Decoded {
    source: Stream,
    escapes: transform::SurfaceStream,
    raw: Vec<u8>,
    ready: Vec<u8>,
    read: usize,
    ended: bool,
    kept: Arc<AtomicU64>,
}

impl Stream {
    /// Reads the escapes of `surface`. The number of those that are ill-formed is in `kept` after
    /// all is read.
    pub fn decoded(self, surface: Surface, kept: &Arc<AtomicU64>) -> io::Result<Self> {
        let (facts, method) = (self.facts()?, self.method());
        let reader = Decoded {
            source: self,
            escapes: surface.decode(),
            raw: vec![0; 1 << 16],
            ready: Vec::new(),
            read: 0,
            ended: false,
            kept: Arc::clone(kept),
        };
        Ok(Stream::Through { reader: Box::new(reader), method, facts })
    }
}

impl Read for Decoded {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.read == self.ready.len() && !self.ended {
            self.ready.clear();
            self.read = 0;
            let len = self.source.read_some(&mut self.raw)?;
            self.escapes.push(&self.raw[..len], &mut self.ready);
            if len == 0 {
                self.escapes.finish(&mut self.ready);
                self.ended = true;
                self.kept.store(self.escapes.kept(), Ordering::Relaxed);
            }
        }
        let ready = &self.ready[self.read..];
        let len = ready.len().min(room.len());
        room[..len].copy_from_slice(&ready[..len]);
        self.read += len;
        Ok(len)
    }
}
