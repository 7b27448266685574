//! Checks whether text is well-formed in an encoding.

use std::io::{self, Read};

use utfkit::{
    Encoding, Kind, Status,
    encoding::{BomPolicy, Label},
    transcode::Transcoder,
};

use super::plausible::{Plausible, has_odd};
use crate::streams::block::{BLOCK, read_some};

/// Checks whether a stream is well-formed in an encoding.
pub struct Fit {
    label: Label,
    transcoder: Transcoder<'static>,
    /// Additional checks of the text, for encodings in which almost any bytes are well-formed.
    plausible: Option<Plausible>,
    /// Whether the text has characters that suggest another encoding; `None` if it is not watched.
    is_odd: Option<bool>,
}

impl Fit {
    /// Creates the check of a stream with this label.
    pub fn new(label: Label) -> Self {
        let transcoder = Transcoder::labelled(label, Encoding::Utf8.into());
        Self { label, transcoder, plausible: None, is_odd: None }
    }

    /// Sets the policy for BOMs, instead of that of the label.
    fn bom(self, policy: BomPolicy) -> Self {
        Self { transcoder: self.transcoder.bom(policy), ..self }
    }

    /// Creates the check of one of several candidates. If code units have several bytes, the text
    /// must be [`Plausible`].
    fn candidate(label: Label) -> Self {
        let wide = label.encoding().unit_bytes() > 1;
        Self { plausible: wide.then(Plausible::default), ..Self::new(label) }
    }

    /// Returns the label that is checked.
    pub fn label(&self) -> Label {
        self.label
    }

    /// Returns `true` if the stream began with a BOM.
    pub fn found_bom(&self) -> bool {
        self.transcoder.found_bom()
    }

    /// Reads `src`, the next bytes, and returns `true` if the stream is still well-formed and
    /// plausible. `unused` is a buffer for the converted text. `last` ends the stream.
    pub fn holds(&mut self, mut src: &[u8], unused: &mut [u8], last: bool) -> bool {
        loop {
            let outcome = self.transcoder.transcode(src, &mut *unused, last);
            src = &src[outcome.read..];
            if self.is_odd == Some(false) {
                self.is_odd = Some(has_odd(&unused[..outcome.written]));
            }
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
                // A value beyond Unicode is well-formed in its encoding; only UTF-8 lacks it.
                Status::IllFormed(finding) if is_beyond(finding.kind()) => {}
                Status::IllFormed(_) => return false,
            }
        }
    }
}

/// Reads the rest of `reader`, and returns the first of `labels` in which it is well-formed.
///
/// If code units have several bytes, the text must also be plausible. `is_seen` omits this check, if
/// the first bytes show that there are such units. A candidate that gives private, unassigned or
/// control characters beyond ASCII is only chosen if no later one avoids them. Charsets in which
/// every byte is a character do not count as such a later one. `bom` is the policy for BOMs, if it
/// is not that of the labels.
///
/// # Errors
///
/// Returns the error of `reader`.
pub fn first(
    reader: &mut dyn Read,
    labels: &[Label],
    bom: Option<BomPolicy>,
    is_seen: bool,
) -> io::Result<Option<Label>> {
    let fit = |&label| if is_seen { Fit::new(label) } else { Fit::candidate(label) };
    let mut fits: Vec<_> = labels.iter().map(fit).collect();
    if let Some(policy) = bom {
        fits = fits.into_iter().map(|fit| fit.bom(policy)).collect();
    }
    if fits.len() > 1 {
        fits.iter_mut().for_each(|fit| fit.is_odd = Some(false));
    }
    let (mut block, mut unused) = (vec![0; BLOCK], vec![0; BLOCK]);
    while !fits.is_empty() {
        let len = read_some(reader, &mut block)?;
        fits.retain_mut(|fit| fit.holds(&block[..len], &mut unused, len == 0));
        if len == 0 {
            break;
        }
    }
    // A charset in which every byte is a character says nothing against the others.
    let is_better = |(at, fit): &(usize, &Fit)| {
        fit.is_odd != Some(true) && (*at == 0 || !fits_everything(fit.label))
    };
    let clean = fits.iter().enumerate().find(is_better).map(|(_, fit)| fit);
    Ok(clean.or(fits.first()).map(|fit| fit.label))
}

/// Returns `true` if every text fits the encoding of `label`: each byte is a character of text, or a
/// control of ASCII. No candidate after it can be chosen.
pub fn fits_everything(label: Label) -> bool {
    let is_text = |byte: u8| {
        let mut text = Vec::new();
        let read = decode(&[byte], label, &mut text, false);
        matches!(read, Decoded::All(1)) && !has_odd(&text)
    };
    label.encoding().unit_bytes() == 1 && (0..=0xFF).all(is_text)
}

/// The result of [`decode`].
pub enum Decoded {
    /// This number of bytes was converted: all, except a character that is cut at the end.
    All(usize),
    /// The line is well-formed, but has values beyond Unicode.
    Beyond,
    /// The line is ill-formed.
    Nothing,
}

/// Appends `line` to `out` in UTF-8 if it is well-formed in the encoding of `label` and has no
/// values beyond Unicode.
///
/// If the line `goes_on`, its last character may be cut.
pub fn decode(line: &[u8], label: Label, out: &mut Vec<u8>, goes_on: bool) -> Decoded {
    let before = out.len();
    // There are no BOMs inside a stream.
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
    if again.holds(line, &mut unused, !goes_on) { Decoded::Beyond } else { Decoded::Nothing }
}

/// Returns the number of bytes of `text` that `transcoder` has settled. It must have received all
/// of `text`, and nothing else.
pub fn settled(transcoder: &Transcoder<'_>, text: &[u8]) -> usize {
    usize::try_from(transcoder.offset()).unwrap_or(text.len()).min(text.len())
}

fn is_beyond(kind: Kind) -> bool {
    matches!(kind, Kind::Unencodable { .. })
}
