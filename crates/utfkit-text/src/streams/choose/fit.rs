//! Whether text is well-formed in an encoding.

use std::io::{self, Read};

use utfkit::{
    Encoding, Kind, Status,
    encoding::{BomPolicy, Label},
    transcode::Transcoder,
};

use super::plausible::Plausible;
use crate::streams::block::{BLOCK, read_some};

/// Whether a stream is well-formed in an encoding, as far as it was read.
pub struct Fit {
    label: Label,
    transcoder: Transcoder<'static>,
    /// What is seen of the text, if being well-formed says too little.
    plausible: Option<Plausible>,
}

impl Fit {
    /// A stream with this label, of which nothing was read.
    pub fn new(label: Label) -> Self {
        let transcoder = Transcoder::labelled(label, Encoding::Utf8.into());
        Self { label, transcoder, plausible: None }
    }

    /// With BOMs read as `policy` says, not as the label does.
    fn bom(self, policy: BomPolicy) -> Self {
        Self { transcoder: self.transcoder.bom(policy), ..self }
    }

    /// One of several that it may be: units of several bytes must be [`Plausible`].
    fn candidate(label: Label) -> Self {
        let wide = label.encoding().unit_bytes() > 1;
        Self { plausible: wide.then(Plausible::default), ..Self::new(label) }
    }

    /// What it is well-formed as.
    pub fn label(&self) -> Label {
        self.label
    }

    /// Whether it began with a BOM.
    pub fn found_bom(&self) -> bool {
        self.transcoder.found_bom()
    }

    /// Whether it still is with `src` behind what was read.
    pub fn holds(&mut self, mut src: &[u8], unused: &mut [u8], last: bool) -> bool {
        loop {
            let outcome = self.transcoder.transcode(src, &mut *unused, last);
            src = &src[outcome.read..];
            if let Some(plausible) = &mut self.plausible {
                plausible.see(&unused[..outcome.written]);
                if !plausible.may_be() {
                    return false;
                }
            }
            match outcome.status {
                Status::Done if last => {
                    return self.plausible.as_ref().is_none_or(Plausible::is);
                }
                Status::Done => return true,
                Status::OutputFull => {}
                // A value beyond Unicode is well-formed in what holds it; only UTF-8 does not.
                Status::IllFormed(finding) if is_beyond(finding.kind()) => {}
                Status::IllFormed(_) => return false,
            }
        }
    }
}

/// The first of `labels` in which all that `reader` still has is well-formed, with BOMs read as
/// `bom` says, or as the labels do.
pub fn first(
    reader: &mut dyn Read,
    labels: &[Label],
    bom: Option<BomPolicy>,
) -> io::Result<Option<Label>> {
    let mut fits: Vec<_> = labels.iter().map(|&label| Fit::candidate(label)).collect();
    if let Some(policy) = bom {
        fits = fits.into_iter().map(|fit| fit.bom(policy)).collect();
    }
    let (mut block, mut unused) = (vec![0; BLOCK], vec![0; BLOCK]);
    while !fits.is_empty() {
        let len = read_some(reader, &mut block)?;
        fits.retain_mut(|fit| fit.holds(&block[..len], &mut unused, len == 0));
        if len == 0 {
            break;
        }
    }
    Ok(fits.first().map(|fit| fit.label))
}

/// What became of a line.
pub enum Decoded {
    /// So much of it is there in UTF-8: all, but for half a character at the end of what goes on.
    All(usize),
    /// It is well-formed, and has values beyond Unicode.
    Beyond,
    /// It is ill-formed.
    Nothing,
}

/// Appends `line` to `out` in UTF-8 if it is well-formed as `label` says, and all of it has UTF-8.
pub fn decode(line: &[u8], label: Label, out: &mut Vec<u8>, goes_on: bool) -> Decoded {
    let before = out.len();
    // Within a stream there are no BOMs.
    let mut fit = Fit::new(label).bom(BomPolicy::Forbid);
    let Err(finding) = fit.transcoder.transcode_to_vec(line, out, !goes_on) else {
        return Decoded::All(settled(&fit.transcoder, line));
    };
    out.truncate(before);
    if !is_beyond(finding.kind()) {
        return Decoded::Nothing;
    }
    let mut again = Fit::new(label).bom(BomPolicy::Forbid);
    let mut unused = vec![0; line.len().clamp(Transcoder::MIN_OUTPUT, BLOCK)];
    match again.holds(line, &mut unused, !goes_on) {
        true => Decoded::Beyond,
        false => Decoded::Nothing,
    }
}

/// How much of `text`, of which it was given all, `transcoder` has dealt with.
pub fn settled(transcoder: &Transcoder<'_>, text: &[u8]) -> usize {
    usize::try_from(transcoder.offset()).unwrap_or(text.len()).min(text.len())
}

fn is_beyond(kind: Kind) -> bool {
    matches!(kind, Kind::Unencodable { .. })
}
