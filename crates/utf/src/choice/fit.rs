//! Whether text is well-formed in an encoding.

use std::{fs::File, io};

use utfkit::{Encoding, Status, encoding::Label, transcode::Transcoder};

use crate::input;

/// Whether a stream is well-formed in an encoding, as far as it was read.
pub struct Fit {
    label: Label,
    transcoder: Transcoder<'static>,
}

impl Fit {
    pub fn new(label: Label) -> Self {
        Self { label, transcoder: Transcoder::labelled(label, Encoding::Utf8.into()) }
    }

    /// What it is well-formed as.
    pub fn label(&self) -> Label {
        self.label
    }

    /// Whether it began with a signature.
    pub fn found_signature(&self) -> bool {
        self.transcoder.found_signature()
    }

    /// Whether it still is with `src` behind what was read.
    pub fn holds(&mut self, mut src: &[u8], unused: &mut [u8], last: bool) -> bool {
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

/// The first of `labels` in which all that `file` still has is well-formed.
pub(super) fn first(file: &mut File, labels: &[Label]) -> io::Result<Option<Label>> {
    let mut fits: Vec<_> = labels.iter().map(|&label| Fit::new(label)).collect();
    let (mut block, mut unused) = (vec![0; input::BLOCK], vec![0; input::BLOCK]);
    while !fits.is_empty() {
        let len = input::read_some(file, &mut block)?;
        fits.retain_mut(|fit| fit.holds(&block[..len], &mut unused, len == 0));
        if len == 0 {
            break;
        }
    }
    Ok(fits.first().map(|fit| fit.label))
}

/// Appends `line`, a whole line, to `out` in UTF-8 if it is well-formed as `label` says; tells whether it is.
pub(super) fn decode(line: &[u8], label: Label, out: &mut Vec<u8>) -> bool {
    let before = out.len();
    let mut transcoder = Transcoder::labelled(label, Encoding::Utf8.into());
    let done = transcoder.transcode_to_vec(line, out, true);
    if done.is_err() {
        out.truncate(before);
    }
    done.is_ok()
}
