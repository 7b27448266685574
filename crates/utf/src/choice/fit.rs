//! Whether text is well-formed in an encoding.

use std::{fs::File, io};

use utfkit::{Encoding, Status, transcode::Transcoder};

use crate::input;

/// Whether a stream is well-formed in an encoding, as far as it was read.
struct Fit {
    encoding: Encoding,
    transcoder: Transcoder<'static>,
}

impl Fit {
    fn new(encoding: Encoding) -> Self {
        Self { encoding, transcoder: Transcoder::new(encoding, Encoding::Utf8) }
    }

    /// Whether it still is with `src` behind what was read.
    fn holds(&mut self, mut src: &[u8], unused: &mut [u8], last: bool) -> bool {
        loop {
            let outcome = self.transcoder.transcode(src, &mut *unused, last);
            src = &src[outcome.read..];
            match outcome.status {
                Status::Done => return true,
                Status::OutputFull => {}
                Status::IllFormed(_) => return false,
            }
        }
    }
}

/// The first of `encodings` in which all that `file` still has is well-formed.
pub(super) fn first(file: &mut File, encodings: &[Encoding]) -> io::Result<Option<Encoding>> {
    let mut fits: Vec<_> = encodings.iter().map(|&encoding| Fit::new(encoding)).collect();
    let (mut block, mut unused) = (vec![0; input::BLOCK], vec![0; input::BLOCK]);
    while !fits.is_empty() {
        let len = input::read_some(file, &mut block)?;
        fits.retain_mut(|fit| fit.holds(&block[..len], &mut unused, len == 0));
        if len == 0 {
            break;
        }
    }
    Ok(fits.first().map(|fit| fit.encoding))
}

/// Appends `line`, a whole line, to `out` in UTF-8 if it is well-formed in `encoding`; says whether it is.
pub(super) fn decode(line: &[u8], encoding: Encoding, out: &mut Vec<u8>) -> bool {
    let before = out.len();
    let done = Transcoder::new(encoding, Encoding::Utf8).transcode_to_vec(line, out, true);
    if done.is_err() {
        out.truncate(before);
    }
    done.is_ok()
}
