//! Makes the answer from the facts about a stream.

use crate::detect::weights::conclude::ESCAPED;
mod candidates;
pub(crate) mod facts;
mod lines;
mod unicode;

use crate::detect::conclude::candidates::{alternatives, kind_of};
use crate::detect::conclude::facts::{Facts, ratio};
use crate::detect::{
    detection::Detection,
    detection::Evidence,
    detection::Verdict,
    judge::candidate::Candidate,
    judge::opinion::{Opinion, Text},
};
use utfkit::Encoding;

impl Facts {
    /// Returns the answer.
    pub(crate) fn conclude(mut self) -> Detection {
        if self.bytes == 0 {
            return self.proven(Encoding::UsAscii, 1.0, vec![Evidence::Empty]);
        }
        if self.head.file_type.is_some() || self.is_nul() {
            return self.binary();
        }
        if let Some(change) = self.scan.spoiled {
            return self.spoiled(change);
        }
        if self.scan.wide.is_some() && self.scan.is_one() {
            return self.wide();
        }
        if let Some((encoding, bytes)) = self.head.bom
            && self.head.track.is_some()
        {
            return self.with_bom(encoding, bytes);
        }
        if let Some(encoding) = self.escaped() {
            let format = self.head.declared.as_ref().map(|declared| declared.format);
            let mut evidence = vec![Evidence::WellFormed];
            evidence.extend(format.map(|format| Evidence::Declared(format, encoding)));
            return self.detection(Some(encoding), Verdict::Likely, ESCAPED, evidence);
        }
        match self.head.opinion.take() {
            Some(Opinion::Foreign(name)) if self.ill_formed() == 0 => {
                self.unknown(Evidence::Escapes(name))
            }
            Some(Opinion::Text(text)) if self.follows() => self.likely(&text),
            opinion => self.by_scan(matches!(opinion, Some(Opinion::None))),
        }
    }

    /// Returns the encoding that records declare, if the whole stream is well-formed in it, with escape
    /// sequences.
    fn escaped(&self) -> Option<Encoding> {
        let is_whole = self.head.escaped && self.head.opinion.is_none() && self.follows();
        self.head.declared.as_ref().filter(|_| is_whole)?.encoding()
    }

    /// Returns `true` if nearly all bytes are NULs.
    fn is_nul(&self) -> bool {
        self.head.bom.is_none() && self.scan.zeros * 10 > self.bytes * 9
    }

    /// Returns `true` if the whole stream is well-formed in the encoding of its head.
    fn follows(&self) -> bool {
        self.head.track.as_ref().is_some_and(|track| track.ill_formed() == 0)
    }

    /// The answer for UTF-16 or UTF-32 in the whole stream.
    fn wide(mut self) -> Detection {
        match (self.head.bom, self.head.opinion.take()) {
            (Some((encoding, bytes)), _) => self.with_bom(encoding, bytes),
            (None, Some(Opinion::Text(text))) if self.is_all(&text.best) => self.likely(&text),
            // The part was found during the scan, and begins at the start.
            _ => self.mixed(&Opinion::None),
        }
    }

    /// Returns `true` if the whole stream is in the encoding of `best`.
    fn is_all(&self, best: &Candidate) -> bool {
        self.scan.wide.as_ref().is_some_and(|wide| wide.named == best.encoding)
    }

    /// The answer for a stream that is `text` like its head.
    fn likely(self, text: &Text) -> Detection {
        let best = &text.best;
        let (ill_formed, settled) = self.tracked();
        let mut evidence = kind_of(best);
        evidence.extend(best.family.has_several().then_some(Evidence::EbcdicFamily(best.family)));
        evidence.push(match ill_formed {
            0 => Evidence::WellFormed,
            _ => Evidence::IllFormed(ill_formed),
        });
        evidence.push(Evidence::ReadsAsText(best.characters));
        evidence.extend((settled < self.bytes && self.whole).then_some(Evidence::EndsInside));
        let confidence = best.confidence * (1.0 - ratio(ill_formed * 8, self.bytes));
        let mut detection =
            self.detection(Some(best.encoding), Verdict::Likely, confidence, evidence);
        detection.alternatives = alternatives(text, confidence);
        detection.language = best.language;
        detection
    }
}
