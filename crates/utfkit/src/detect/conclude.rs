//! From what was seen to what is said.

use alloc::{vec, vec::Vec};

use super::{
    Alternative, Detection, Evidence, Segment, Verdict,
    head::Head,
    judge::{self, Opinion},
    reading::Reading,
    scan::Scan,
    text::{BIT, Price},
};
use crate::Encoding;

/// The most alternatives that are named.
const MOST_ALTERNATIVES: usize = 4;

/// A stream of which all has been seen that will be.
pub(super) struct Seen {
    pub(super) head: Head,
    pub(super) scan: Scan,
    pub(super) octets: u64,
    /// It is at its end.
    pub(super) whole: bool,
}

impl Seen {
    /// What it is.
    pub(super) fn conclude(mut self) -> Detection {
        if self.octets == 0 {
            return self.proven(Encoding::UsAscii, 1.0, vec![Evidence::Empty]);
        }
        match self.head.signature {
            Some((Encoding::Utf8, _)) | None => {}
            Some((encoding, octets)) => return self.signed(encoding, octets),
        }
        match self.head.opinion.take() {
            Some(Opinion::Foreign(name)) if self.ill_formed() == 0 => {
                self.unknown(Evidence::Escapes(name))
            }
            Some(Opinion::Text { best, margin, others }) if self.follows(&best) => {
                self.likely(&best, margin, &others)
            }
            opinion => self.by_scan(opinion),
        }
    }

    /// Whether the whole stream was read as the head was, and that was right.
    fn follows(&self, best: &Reading) -> bool {
        let Some(track) = &self.head.track else { return false };
        match self.head.may_be_utf8 {
            true => track.ill_formed() == 0,
            false => best.ill_formed * 50 <= best.characters(),
        }
    }

    /// Maximal subparts that are no UTF-8, but for a character that the end cuts.
    fn ill_formed(&self) -> u64 {
        self.scan.ill_formed - u64::from(self.scan.cut)
    }

    /// A signature says what it is.
    fn signed(self, encoding: Encoding, octets: &'static [u8]) -> Detection {
        let signature = Evidence::Signature(octets);
        let (ill_formed, settled) = match &self.head.track {
            Some(track) => (track.ill_formed(), track.settled()),
            None => (0, 0),
        };
        let cut = settled < self.octets;
        let named = unordered(encoding);
        if ill_formed == 0 && !(cut && self.whole) {
            return self.proven(named, 1.0, vec![signature, Evidence::WellFormed]);
        }
        let mut evidence = vec![signature];
        evidence.extend((ill_formed > 0).then_some(Evidence::IllFormed(ill_formed)));
        evidence.extend(cut.then_some(Evidence::EndsInside));
        // Every unit wrong: it is no text, whatever it begins with.
        let confidence = 1.0 - ratio(ill_formed * 8, self.octets);
        match confidence > 0.5 {
            true => self.detection(Some(named), Verdict::Likely, confidence, evidence),
            false => self.detection(None, Verdict::Unknown, 0.0, evidence),
        }
    }

    /// It is no UTF-8, and `best` is the reading of its head.
    fn likely(self, best: &Reading, margin: Price, others: &[Reading]) -> Detection {
        let (ill_formed, settled) = match &self.head.track {
            Some(track) => (track.ill_formed(), track.settled()),
            None => (0, self.octets),
        };
        let mut evidence = kind_of(best);
        evidence.push(match ill_formed {
            0 => Evidence::WellFormed,
            _ => Evidence::IllFormed(ill_formed),
        });
        evidence.push(Evidence::ReadsAsText(best.characters()));
        evidence.extend((settled < self.octets && self.whole).then_some(Evidence::EndsInside));
        let confidence = confidence(margin) * (1.0 - ratio(ill_formed * 8, self.octets));
        let mut said = self.detection(Some(best.encoding), Verdict::Likely, confidence, evidence);
        said.alternatives = alternatives(best, confidence, others);
        said
    }

    /// It is UTF-8 in whole or in part, or a charset that is none of Unicode's, or nothing known.
    fn by_scan(mut self, opinion: Option<Opinion>) -> Detection {
        let parts = self.scan.stretches.iter().any(|stretch| stretch.wide().is_some());
        if self.scan.tail.is_some() || (parts && self.scan.good + self.plain_octets() > 0) {
            return self.mixed(None);
        }
        if self.ill_formed() == 0 {
            return self.well_formed(opinion);
        }
        if self.scan.shaped >= 2 && self.scan.shaped * 5 >= self.ill_formed() {
            return self.damaged();
        }
        let joined = core::mem::take(&mut self.scan.joined);
        let lines = judge::ill_formed(&joined);
        let mixed = self.scan.good >= 3 && self.scan.good * 3 >= self.ill_formed();
        match (lines, opinion) {
            (Opinion::Text { best, .. }, _) if best.encoding == Encoding::Utf8 => self.damaged(),
            (lines, _) if mixed => match lines {
                Opinion::Text { best, .. } => self.mixed(Some(best.encoding)),
                _ => self.mixed(None),
            },
            (Opinion::Text { best, margin, others }, _) => self.charset(&best, margin, &others),
            // The head has more about it than lines that are ill-formed.
            (_, Some(Opinion::Text { best, margin, others })) => match best.encoding {
                Encoding::Utf8 => self.damaged(),
                _ => self.charset(&best, margin, &others),
            },
            _ => self.unknown(Evidence::NoText),
        }
    }

    /// How many octets are in no stretch.
    fn plain_octets(&self) -> u64 {
        let stretches = self.scan.stretches.iter();
        self.octets
            - stretches.map(|stretch| stretch.end - stretch.offset).sum::<u64>().min(self.octets)
    }

    /// All of it is UTF-8, but for a character that the end cuts.
    fn well_formed(self, opinion: Option<Opinion>) -> Detection {
        let sequences = self.scan.sequences;
        let mut evidence: Vec<_> = self.signature().collect();
        if sequences == 0 && evidence.is_empty() {
            return self.ascii(opinion);
        }
        evidence.push(Evidence::WellFormed);
        evidence.extend((sequences > 0).then_some(Evidence::Sequences(sequences)));
        let confidence = match evidence.first() {
            Some(Evidence::Signature(_)) => 1.0,
            _ => chance(sequences),
        };
        match self.scan.cut && self.whole {
            false => self.proven(Encoding::Utf8, confidence, evidence),
            true => {
                evidence.push(Evidence::EndsInside);
                self.detection(Some(Encoding::Utf8), Verdict::Likely, confidence, evidence)
            }
        }
    }

    /// All octets are below 80, but for some of a character that the end cuts.
    fn ascii(self, opinion: Option<Opinion>) -> Detection {
        match opinion {
            Some(Opinion::None) if !self.scan.cut => return self.unknown(Evidence::NoText),
            Some(Opinion::Text { best, margin, others })
                if self.scan.cut && self.whole && best.encoding != Encoding::Utf8 =>
            {
                return self.charset(&best, margin, &others);
            }
            _ => {}
        }
        if self.scan.cut && self.whole {
            let evidence = vec![Evidence::EndsInside];
            return self.detection(Some(Encoding::Utf8), Verdict::Likely, 0.5, evidence);
        }
        let mut evidence = vec![Evidence::OnlyAscii];
        evidence.extend((self.scan.zeros > 0).then_some(Evidence::Zeros(self.scan.zeros)));
        self.proven(Encoding::UsAscii, 1.0, evidence)
    }

    /// UTF-8 in which some sequences are ill-formed.
    fn damaged(self) -> Detection {
        let mut evidence: Vec<_> = self.signature().collect();
        let ill_formed = self.ill_formed();
        evidence.push(Evidence::Sequences(self.scan.sequences));
        evidence.push(Evidence::IllFormed(ill_formed));
        // One mistake is often several maximal subparts.
        let sequences = u64::from(self.scan.sequences) + self.scan.shaped;
        let right = 1.0 - ratio(ill_formed, 3 * sequences + ill_formed);
        let confidence = chance(sequences.min(1 << 16) as u32) * right;
        self.detection(Some(Encoding::Utf8), Verdict::Likely, confidence, evidence)
    }

    /// Lines, or parts, are in other encodings; those that are ill-formed and no UTF-16 in `lines`.
    fn mixed(self, lines: Option<Encoding>) -> Detection {
        let main = match self.scan.good {
            0 if self.head.signature.is_none() => Encoding::UsAscii,
            _ => Encoding::Utf8,
        };
        let segments = self.segments(main, lines);
        let longest = segments.iter().max_by_key(|segment| segment.length);
        let encoding = match self.scan.good {
            0 => longest.and_then(|segment| segment.encoding),
            _ => Some(main),
        };
        let mut evidence: Vec<_> = self.signature().collect();
        evidence.push(Evidence::Mixed);
        evidence
            .extend((self.scan.sequences > 0).then_some(Evidence::Sequences(self.scan.sequences)));
        evidence.extend((self.ill_formed() > 0).then_some(Evidence::IllFormed(self.ill_formed())));
        evidence.extend((self.scan.more > 0).then_some(Evidence::MoreSegments(self.scan.more)));
        let (verdict, confidence) = match encoding {
            Some(_) => (Verdict::Likely, chance(self.scan.sequences).max(0.75) * 0.95),
            // The greater part of it is in nothing known.
            None => (Verdict::Unknown, 0.0),
        };
        let mut said = self.detection(encoding, verdict, confidence, evidence);
        said.segments = segments;
        said
    }

    fn segments(&self, main: Encoding, lines: Option<Encoding>) -> Vec<Segment> {
        let mut segments = Segments { parts: Vec::new(), offset: 0 };
        for stretch in &self.scan.stretches {
            let wide = stretch.wide();
            if wide.is_none() && stretch.ill_formed == 0 {
                continue;
            }
            segments.up_to(stretch.offset, Some(main));
            segments.up_to(stretch.end, wide.or(lines));
        }
        if let Some(tail) = &self.scan.tail {
            segments.up_to(tail.offset, Some(main));
            segments.up_to(self.octets, Some(tail.encoding));
        }
        segments.up_to(self.octets, Some(main));
        segments.parts
    }

    /// A charset that is not Unicode's, or what else was read so.
    fn charset(self, best: &Reading, margin: Price, others: &[Reading]) -> Detection {
        let mut evidence = vec![Evidence::IllFormed(self.scan.ill_formed)];
        evidence.extend(kind_of(best));
        evidence.push(Evidence::ReadsAsText(best.characters()));
        // Neighbours among charsets read alike.
        let confidence = confidence(margin) * 0.9;
        let mut said = self.detection(Some(best.encoding), Verdict::Likely, confidence, evidence);
        said.alternatives = alternatives(best, confidence, others);
        said
    }

    /// The signature of UTF-8, as evidence.
    fn signature(&self) -> impl Iterator<Item = Evidence> + use<> {
        self.head.signature.into_iter().map(|(_, octets)| Evidence::Signature(octets))
    }

    fn proven(self, encoding: Encoding, confidence: f32, evidence: Vec<Evidence>) -> Detection {
        let verdict = if self.whole { Verdict::Proven } else { Verdict::SoFar };
        self.detection(Some(encoding), verdict, confidence, evidence)
    }

    fn unknown(self, why: Evidence) -> Detection {
        let mut evidence = vec![why];
        let ill_formed = self.ill_formed();
        evidence.extend((ill_formed > 0).then_some(Evidence::IllFormed(ill_formed)));
        self.detection(None, Verdict::Unknown, 0.0, evidence)
    }

    fn detection(
        self,
        encoding: Option<Encoding>,
        verdict: Verdict,
        confidence: f32,
        evidence: Vec<Evidence>,
    ) -> Detection {
        Detection {
            encoding,
            verdict,
            confidence,
            octets: self.octets,
            evidence,
            alternatives: Vec::new(),
            segments: Vec::new(),
        }
    }
}

/// Segments, from the start up to an offset.
struct Segments {
    parts: Vec<Segment>,
    offset: u64,
}

impl Segments {
    /// Up to `end` the encoding is this.
    fn up_to(&mut self, end: u64, encoding: Option<Encoding>) {
        if end <= self.offset {
            return;
        }
        let length = end - self.offset;
        match self.parts.last_mut() {
            Some(last) if last.encoding == encoding => last.length += length,
            _ => self.parts.push(Segment { offset: self.offset, length, encoding }),
        }
        self.offset = end;
    }
}

/// What is peculiar about a reading.
fn kind_of(reading: &Reading) -> Vec<Evidence> {
    use Encoding::{
        Cesu8, JavaModifiedUtf8, Utf7, Utf7Imap, Utf8Rfc2279, Utf16Be, Utf16Le, Utf32Be, Utf32Le,
    };
    let evidence = match reading.encoding {
        Utf16Be | Utf16Le | Utf32Be | Utf32Le => Evidence::OtherOrder,
        Cesu8 => Evidence::SurrogatePairs,
        JavaModifiedUtf8 => Evidence::LongNul,
        Utf8Rfc2279 => Evidence::LongSequences,
        Utf7 => Evidence::Base64(b'+'),
        Utf7Imap => Evidence::Base64(b'&'),
        Encoding::Charset(charset) if charset.name() == "iso-2022-jp" => {
            Evidence::Escapes(charset.name())
        }
        Encoding::Charset(_) => Evidence::Statistics,
        _ => return Vec::new(),
    };
    vec![evidence]
}

/// The encoding of text that begins with a signature, which tells the order.
const fn unordered(encoding: Encoding) -> Encoding {
    match encoding {
        Encoding::Utf16Be | Encoding::Utf16Le => Encoding::Utf16,
        Encoding::Utf32Be | Encoding::Utf32Le => Encoding::Utf32,
        other => other,
    }
}

/// `part` of `whole`, at most 1.
fn ratio(part: u64, whole: u64) -> f32 {
    (part as f32 / whole.max(1) as f32).min(1.0)
}

/// How unlikely it is that text in another encoding has so many multi-octet sequences of UTF-8, and
/// nothing else besides ASCII: of octets from 80 up one in eight is a lead that its like follows.
fn chance(sequences: u32) -> f32 {
    let powers = core::iter::successors(Some(1.0_f32), |chance| Some(chance / 8.0));
    1.0 - powers.take(8).nth(sequences.min(7) as usize).unwrap_or_default()
}

/// How sure a reading is that is cheaper by so many bits than the next. The model knows little of text,
/// so a bit counts for a quarter.
fn confidence(margin: Price) -> f32 {
    1.0 - doubt(margin)
}

/// A half, and for four bits half of that.
fn doubt(bits: Price) -> f32 {
    let whole = (0..(bits / 4).min(16)).fold(0.5_f32, |doubt, _| doubt / 2.0);
    whole * (1.0 - (bits % 4) as f32 / 8.0)
}

/// The next best readings.
fn alternatives(best: &Reading, confidence: f32, others: &[Reading]) -> Vec<Alternative> {
    let rest = (1.0 - confidence).max(0.0);
    let named = others.iter().filter(|other| other.encoding != best.encoding);
    named
        .take(MOST_ALTERNATIVES)
        .map(|other| Alternative {
            encoding: other.encoding,
            confidence: doubt(other.price().saturating_sub(best.price()) / BIT).min(rest),
        })
        .filter(|alternative| alternative.confidence >= 0.005)
        .collect()
}
