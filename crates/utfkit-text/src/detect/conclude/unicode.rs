//! Answers for one encoding of Unicode, and for ASCII.

use crate::detect::conclude::facts::{Facts, chance, ratio};
use crate::detect::{detection::Detection, detection::Evidence, detection::Verdict};
use utfkit::Encoding;

impl Facts {
    /// The answer for a stream with a BOM.
    pub(super) fn with_bom(self, encoding: Encoding, bytes: &'static [u8]) -> Detection {
        let bom = Evidence::Bom(bytes);
        let (ill_formed, settled) = self.tracked();
        let cut = settled < self.bytes;
        let named = encoding.without_order();
        let also = self.head.also.map(Evidence::AlsoBom);
        if ill_formed == 0 && !(cut && self.whole) && also.is_none() {
            return self.proven(named, 1.0, vec![bom, Evidence::WellFormed]);
        }
        let mut evidence = vec![bom];
        evidence.extend(also);
        evidence.extend((ill_formed > 0).then_some(Evidence::IllFormed(ill_formed)));
        evidence.extend(cut.then_some(Evidence::EndsInside));
        // If most units are ill-formed, the stream is not text in spite of its BOM.
        let confidence = 1.0 - ratio(ill_formed * 8 + u64::from(also.is_some()), self.bytes);
        if confidence > 0.5 {
            self.detection(Some(named), Verdict::Likely, confidence, evidence)
        } else {
            self.detection(None, Verdict::Unknown, 0.0, evidence)
        }
    }

    /// The answer for UTF-16 whose line ends were changed byte by byte, so that half of its lines
    /// are misread.
    pub(super) fn spoiled(self, change: Evidence) -> Detection {
        let bom = self.head.bom;
        let named = bom.map(|(encoding, _)| encoding.without_order());
        // The change is in the first part.
        let first = self.scan.lines.stretches.first().and_then(|part| part.wide);
        let named = named.or(first).or_else(|| Some(self.scan.wide.as_ref()?.named));
        let mut evidence: Vec<_> = bom.into_iter().map(|(_, bytes)| Evidence::Bom(bytes)).collect();
        evidence.push(change);
        self.detection(named, Verdict::Likely, 0.75, evidence)
    }

    /// The answer for UTF-8, except for a character that the end may cut.
    pub(super) fn well_formed(self, is_odd: bool) -> Detection {
        let sequences = self.scan.sequences;
        let mut evidence: Vec<_> = self.bom().collect();
        if sequences == 0 && evidence.is_empty() {
            return self.ascii(is_odd);
        }
        evidence.push(Evidence::WellFormed);
        evidence.extend((sequences > 0).then_some(Evidence::Sequences(sequences)));
        let confidence = match evidence.first() {
            Some(Evidence::Bom(_)) => 1.0,
            _ => chance(sequences),
        };
        evidence.extend((self.scan.zeros > 0).then_some(Evidence::Zeros(self.scan.zeros)));
        let declared = self.head.declared.as_ref().filter(|one| !one.agrees(Encoding::Utf8));
        evidence.extend(
            declared.and_then(|one| Some(Evidence::Overruled(one.format, one.encoding()?))),
        );
        if self.has_many_zeros() {
            return self.detection(Some(Encoding::Utf8), Verdict::Likely, 0.5, evidence);
        }
        match self.scan.cut && self.whole {
            false => self.proven(Encoding::Utf8, confidence, evidence),
            true => {
                evidence.push(Evidence::EndsInside);
                self.detection(Some(Encoding::Utf8), Verdict::Likely, confidence, evidence)
            }
        }
    }

    /// The answer for bytes below 80, except for a character that the end may cut.
    pub(super) fn ascii(self, is_odd: bool) -> Detection {
        if is_odd && !self.scan.cut {
            return self.unknown(Evidence::NoText);
        }
        if self.scan.cut && self.whole {
            let evidence = vec![Evidence::EndsInside];
            return self.detection(Some(Encoding::Utf8), Verdict::Likely, 0.5, evidence);
        }
        let mut evidence = vec![Evidence::OnlyAscii];
        evidence.extend((self.scan.zeros > 0).then_some(Evidence::Zeros(self.scan.zeros)));
        if self.has_many_zeros() {
            self.detection(Some(Encoding::UsAscii), Verdict::Likely, 0.5, evidence)
        } else {
            self.proven(Encoding::UsAscii, 1.0, evidence)
        }
    }

    /// Returns `true` if the text has as many NULs as UTF-16, and no other signs of it.
    pub(super) fn has_many_zeros(&self) -> bool {
        self.scan.zeros * 4 >= self.bytes
    }

    /// The answer for UTF-8 in which some sequences are ill-formed.
    pub(super) fn damaged(self) -> Detection {
        let mut evidence: Vec<_> = self.bom().collect();
        let ill_formed = self.ill_formed();
        evidence.push(Evidence::Sequences(self.scan.sequences));
        evidence.push(Evidence::IllFormed(ill_formed));
        // One error often makes several maximal subparts.
        let sequences = u64::from(self.scan.sequences) + self.scan.shaped;
        let right = 1.0 - ratio(ill_formed, 3 * sequences + ill_formed);
        let confidence = chance(sequences.min(1 << 16) as u32) * right;
        self.detection(Some(Encoding::Utf8), Verdict::Likely, confidence, evidence)
    }
}
