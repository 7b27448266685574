//! Examines a whole file, after a watcher saw something unexpected in it.

use std::io;

use utfkit::Encoding;
use utfkit_text::{
    detect::{Detection, Detector},
    diagnose::RawLineEnds,
    streams::block::BLOCK,
};

use crate::files::reading::{self, Source};

/// The facts about a whole file.
pub struct Assessment {
    pub detection: Detection,
    /// The offset of the first line end that was written as raw bytes into UTF-16, their number,
    /// and what each is read as.
    pub raw_line_ends: Option<(u64, u64, char)>,
}

impl Assessment {
    /// Reads all of `source`, which seems to be in `encoding`, in constant memory.
    pub fn of(source: &mut impl Source, encoding: Encoding) -> io::Result<Self> {
        let (mut detector, mut ends) = (Detector::new(), None::<RawLineEnds>);
        let mut block = vec![0; BLOCK];
        loop {
            let len = reading::read_some(source, &mut block)?;
            let bytes = &block[..len];
            if len == 0 {
                let raw_line_ends = ends.as_ref().and_then(RawLineEnds::found);
                return Ok(Self { detection: detector.finish(), raw_line_ends });
            }
            let ends = ends.get_or_insert_with(|| {
                // Only the BOM at the start tells the byte order of UTF-16.
                let is_big = encoding == Encoding::Utf16 && bytes.starts_with(b"\xFE\xFF");
                RawLineEnds::new(if is_big { Encoding::Utf16Be } else { encoding })
            });
            ends.push(bytes);
            detector.feed(bytes);
        }
    }
}
