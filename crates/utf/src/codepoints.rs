//! A text as code points, block by block, with the octets that each comes from.

use std::{fs::File, io};

use utfkit::{
    Encoding, Finding, Status,
    encoding::{Label, SignaturePolicy},
    transcode::Transcoder,
};

use crate::{
    input::{self, BLOCK},
    source::Opened,
};

/// The value that stands for a maximal subpart that is ill-formed: beyond all that any encoding has.
pub const ILL_FORMED: u32 = u32::MAX;

/// A stream as code points.
///
/// Memory is that of a block, whatever the stream.
pub struct CodePoints {
    file: File,
    label: Label,
    transcoder: Transcoder<'static>,
    /// The signature that the stream began with.
    signature: Vec<u8>,
    /// The octets of the values of this block, and behind them those that are not settled.
    octets: Vec<u8>,
    /// The offset of the first of them.
    base: u64,
    values: Vec<u32>,
    /// What is ill-formed, one for each [`ILL_FORMED`].
    findings: Vec<Finding>,
    scratch: Vec<u8>,
    begun: bool,
    ended: bool,
}

impl CodePoints {
    /// The text of an operand that was opened.
    pub fn new(opened: Opened) -> io::Result<Self> {
        let Opened { mut file, from } = opened;
        let mut octets = vec![0; BLOCK];
        let head = input::read_head(&mut file, &mut octets, true)?;
        octets.truncate(head);
        let label = from.of(&octets);
        Ok(Self {
            file,
            label,
            transcoder: to_values(label),
            signature: Vec::new(),
            octets,
            base: 0,
            values: Vec::new(),
            findings: Vec::new(),
            scratch: vec![0; 4 * BLOCK],
            begun: false,
            ended: false,
        })
    }

    /// What the text is read as.
    pub fn encoding(&self) -> Encoding {
        self.label.encoding()
    }

    /// The signature that the stream began with, if it did; settled with the first block.
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// Reads the next block; whether there is one. A block may have no values.
    pub fn advance(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.values.clear();
        self.findings.clear();
        let settled = distance(self.base, self.transcoder.offset());
        self.octets.drain(..settled);
        self.base = self.transcoder.offset();
        let kept = if self.begun { self.octets.len() } else { 0 };
        if self.begun {
            self.octets.resize(kept + BLOCK, 0);
            let len = input::read_some(&mut self.file, &mut self.octets[kept..])?;
            self.octets.truncate(kept + len);
        }
        self.ended = self.octets.len() == kept;
        let (octets, scratch) = (&self.octets[kept..], &mut self.scratch);
        let (values, findings) = (&mut self.values, &mut self.findings);
        each(&mut self.transcoder, octets, scratch, self.ended, |part| match part {
            Part::Values(octets) => values.extend(values_of(octets)),
            Part::IllFormed(finding) => {
                values.push(ILL_FORMED);
                findings.push(finding);
            }
        });
        if !self.begun {
            self.begun = true;
            if self.transcoder.found_signature() {
                self.signature = signature(self.label, &self.octets).to_vec();
            }
        }
        Ok(true)
    }

    /// The values of this block.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// What is ill-formed in this block, one for each [`ILL_FORMED`].
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The offset behind the last value of this block.
    pub fn end(&self) -> u64 {
        self.transcoder.offset()
    }

    /// The octets from offset `start` up to `end`, which this block has.
    pub fn octets(&self, start: u64, end: u64) -> &[u8] {
        &self.octets[distance(self.base, start)..distance(self.base, end)]
    }

    /// Finds the places of this block's values, going forward.
    ///
    /// Text of an encoding with shifts has no such places: what octets mean depends on those before.
    pub fn places(&self) -> Places {
        let mut transcoder = to_values(self.label);
        let mut before = 0;
        if self.base > 0 {
            // What stands at the start of a block is no signature, and what the stream's was still counts.
            let prelude = match self.signature.is_empty() {
                true => letter(self.label.encoding()),
                false => self.signature.clone(),
            };
            let _ = transcoder.transcode(&prelude, &mut [0; 16][..], false);
            before = transcoder.offset();
        }
        Places { transcoder, fed: 0, index: 0, base: self.base, before }
    }
}

/// The signature that `octets`, read as `label`, begin with: all before the first value.
fn signature(label: Label, octets: &[u8]) -> &[u8] {
    let mut transcoder = to_values(label);
    let mut room = [0; 16];
    let len = octets.iter().position(|octet| {
        let _ = transcoder.transcode(std::slice::from_ref(octet), &mut room[..], false);
        transcoder.found_signature() && transcoder.offset() > 0
    });
    &octets[..len.map_or(0, |last| last + 1)]
}

/// A letter in `encoding`, without a signature.
fn letter(encoding: Encoding) -> Vec<u8> {
    let mut letter = Vec::new();
    let mut writer =
        Transcoder::new(Encoding::Utf8, encoding).signature(SignaturePolicy::Forbid);
    // Every encoding has it.
    let _ = writer.transcode_to_vec(b"a", &mut letter, true);
    letter
}

/// The places of the values of a block, found going forward.
pub struct Places {
    transcoder: Transcoder<'static>,
    /// How many octets of the block were looked at.
    fed: usize,
    /// How many values they have.
    index: usize,
    /// The offset of the block, and that of the transcoder there.
    base: u64,
    before: u64,
}

impl Places {
    /// The offset of value `index` of the block of `text`, which is not before those asked for earlier. Cost:
    /// that of the octets since the last.
    pub fn of(&mut self, text: &CodePoints, index: usize) -> u64 {
        if index >= text.values.len() {
            return text.end();
        }
        let mut room = [0; 1024];
        while self.index < index {
            let octets = &text.octets[self.fed..];
            let wanted = (4 * (index - self.index)).min(room.len());
            let outcome = self.transcoder.transcode(octets, &mut room[..wanted], text.ended);
            self.fed += outcome.read;
            self.index += outcome.written / 4;
            if let Status::IllFormed(_) = outcome.status {
                self.index += 1;
            }
            if outcome.read + outcome.written == 0 {
                break;
            }
        }
        self.offset()
    }

    /// The last boundary between values that is not behind `offset`; not before those asked for earlier.
    pub fn boundary_before(&mut self, text: &CodePoints, offset: u64) -> u64 {
        let limit = distance(text.base, offset).min(text.octets.len());
        let mut room = [0; 1024];
        while self.fed < limit {
            let octets = &text.octets[self.fed..limit];
            let outcome = self.transcoder.transcode(octets, &mut room[..], false);
            self.fed += outcome.read;
        }
        self.offset()
    }

    fn offset(&self) -> u64 {
        self.base + (self.transcoder.offset() - self.before)
    }
}

/// What a transcoder gives.
enum Part<'t> {
    Values(&'t [u8]),
    IllFormed(Finding),
}

/// Converts all of `octets`, and passes on what comes of it.
fn each(
    transcoder: &mut Transcoder<'_>,
    mut octets: &[u8],
    room: &mut [u8],
    last: bool,
    mut pass: impl FnMut(Part<'_>),
) {
    loop {
        let outcome = transcoder.transcode(octets, &mut *room, last);
        octets = &octets[outcome.read..];
        pass(Part::Values(&room[..outcome.written]));
        match outcome.status {
            Status::Done => return,
            Status::OutputFull => {}
            Status::IllFormed(finding) => pass(Part::IllFormed(finding)),
        }
    }
}

/// UCS-4 has every value that any encoding has.
fn to_values(label: Label) -> Transcoder<'static> {
    Transcoder::labelled(label, Encoding::Ucs4Le.into())
}

fn values_of(octets: &[u8]) -> impl Iterator<Item = u32> {
    octets.as_chunks::<4>().0.iter().map(|unit| u32::from_le_bytes(*unit))
}

/// How far it is from `base` to `offset`, both within a block.
fn distance(base: u64, offset: u64) -> usize {
    usize::try_from(offset.saturating_sub(base)).unwrap_or(usize::MAX)
}
