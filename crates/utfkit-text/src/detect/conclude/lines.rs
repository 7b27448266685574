//! Answers for a stream that was read as UTF-8, and has lines or parts in other encodings.

use crate::detect::conclude::candidates::{alternatives, kind_of};
use crate::detect::conclude::facts::{Facts, chance, ratio};
use crate::detect::weights::answer::{FEW, LEAST, MANY, MEANT};
use crate::detect::weights::lines::SURE;
use crate::detect::{
    detection::Detection,
    detection::Evidence,
    detection::Segment,
    detection::Utf8Line,
    detection::Verdict,
    judge::opinion::{self as judge, Opinion, Text},
    judge::strange,
    model::visual,
    utf8::kept::{Meant, Others},
};
use utfkit::Encoding;

impl Facts {
    /// The answer for a stream that was read as UTF-8: UTF-8, other encodings in parts or in all of
    /// it, or unknown.
    pub(super) fn by_scan(mut self, is_odd: bool) -> Detection {
        let joined = std::mem::take(&mut self.scan.lines.joined);
        let is_one = self.scan.wide.is_none()
            && self.scan.lines.stretches.iter().all(|part| part.wide.is_none());
        // ASCII with an incomplete sequence at the end can be in many encodings.
        let is_cut = self.scan.cut && self.whole && self.scan.sequences == 0;
        if is_one && self.ill_formed() == 0 && !is_cut {
            return self.well_formed(is_odd);
        }
        let lines = match self.scan.ill_formed {
            0 => Opinion::None,
            _ => judge::hinted(&joined, self.head.declared.as_ref(), &self.hints),
        };
        if !is_one {
            return self.mixed(&lines);
        }
        if self.ill_formed() == 0 && lines.encoding().is_none_or(|one| one == Encoding::Utf8) {
            return self.well_formed(is_odd);
        }
        let is_relative = lines.is_relative();
        let good_lines = &self.scan.lines.good_lines;
        let charset = lines.encoding().filter(|_| !is_relative);
        let others = charset.map(|charset| Others::of(&joined, charset, lines.language()));
        let meant = others.map(|others| good_lines.judge(others)).unwrap_or_default();
        if !is_relative && self.scan.shaped >= 2 && self.scan.shaped * 5 >= self.ill_formed() {
            return self.damaged();
        }
        match lines {
            Opinion::Text(text) if is_relative => self.charset(&text),
            Opinion::Text(text) if text.best.encoding == Encoding::Utf8 => self.damaged(),
            lines if self.is_mixed(&lines, &meant) => {
                self.strange = strange::lines(&joined, lines.encoding(), lines.language());
                let part = others.and_then(|others| self.find_parts(others));
                let line = meant.line.filter(|_| !meant.are_several);
                let utf8_line = if self.within.is_some() { part } else { line };
                Detection { utf8_line, ..self.mixed(&lines) }.with_line()
            }
            Opinion::Text(text) => {
                let best = &text.best;
                self.strange = strange::lines(&joined, Some(best.encoding), best.language);
                self.is_visual = best.language == Some("he") && visual::is(&joined, best.encoding);
                // In EBCDIC, `The` has the bytes of a character in UTF-8.
                let others = Others::of(&joined, best.encoding, best.language);
                let part = if best.encoding.is_ascii_compatible() {
                    self.find_parts(others)
                } else {
                    None
                };
                let utf8_line = if self.within.is_some() { part } else { meant.line.or(part) };
                Detection { utf8_line, ..self.charset(&text) }.with_line()
            }
            Opinion::Ebcdic => self.unknown(Evidence::Ebcdic),
            Opinion::Letters => self.unknown(Evidence::Letters),
            _ => self.unknown(Evidence::NoText),
        }
    }

    /// Returns `true` if some lines are UTF-8, and `opinion` is about the others. A line must be UTF-8
    /// for certain, or all lines together.
    pub(super) fn is_mixed(&self, opinion: &Opinion, meant: &Meant) -> bool {
        let lines = &self.scan.lines;
        if opinion.encoding().is_none() {
            return lines.good >= 3 && lines.good * 3 >= self.ill_formed() || lines.longest >= SURE;
        }
        if lines.good_lines.is_empty() {
            return lines.longest >= SURE;
        }
        let is_sure = meant.line.as_ref().is_some_and(|line| line.is_sure);
        let is_frequent = u64::from(self.scan.sequences) * MANY > self.ill_formed();
        is_sure || lines.good > 1 && is_frequent && meant.total > MEANT
    }

    /// Finds words that are UTF-8 in the lines that are not, whose text is in `others`. Returns the first
    /// such part of a line, or one that may be UTF-8.
    pub(super) fn find_parts(&mut self, others: Others<'_>) -> Option<Utf8Line> {
        let parts = &self.scan.lines.good_parts;
        let is_one = others.is_one_byte;
        let meant = parts.judge(others);
        let mut line = meant.line;
        if let Some(line) = line.as_mut().filter(|_| !is_one) {
            // The scan counts each byte of the charset as a character.
            line.column = None;
        }
        // About one Cyrillic word in some thousand is UTF-8 by chance.
        let are_many = parts.count > 1 && parts.count * 64 >= self.scan.ill_formed;
        self.within = match line.as_ref().is_some_and(|line| line.is_sure) {
            _ if is_one && are_many && meant.total > MEANT => Some(parts.count),
            true => Some(if meant.are_several { 2 } else { 1 }),
            false => None,
        };
        line
    }

    /// The answer for a stream with parts in several encodings. `lines` is the opinion about the
    /// ill-formed lines.
    pub(super) fn mixed(self, lines: &Opinion) -> Detection {
        let has_bom = matches!(self.head.bom, Some((Encoding::Utf8, _)));
        let main = match self.scan.lines.good {
            0 if !has_bom => Encoding::UsAscii,
            _ => Encoding::Utf8,
        };
        let confidence_of_lines = lines.confidence() * self.agreement();
        let segments = self.segments(main, lines.encoding());
        let encoding = most(&segments);
        let mut evidence: Vec<_> = self.bom().collect();
        evidence.push(Evidence::Mixed);
        evidence
            .extend((self.scan.sequences > 0).then_some(Evidence::Sequences(self.scan.sequences)));
        evidence.extend((self.ill_formed() > 0).then_some(Evidence::IllFormed(self.ill_formed())));
        evidence.extend(
            (self.scan.lines.more > 0).then_some(Evidence::MoreSegments(self.scan.lines.more)),
        );
        evidence.extend(self.within.map(Evidence::Utf8Within));
        evidence.extend(self.other_charsets());
        let (verdict, confidence) = match encoding {
            Some(_) => {
                let confidence = chance(self.scan.sequences).max(0.75) * 0.95;
                (Verdict::Likely, confidence * self.agreement())
            }
            // Most of the stream is in an unknown encoding.
            None => (Verdict::Unknown, 0.0),
        };
        let mut detection = self.detection(encoding, verdict, confidence, evidence);
        detection.segments = segments;
        detection.confidence_of_lines = confidence_of_lines;
        detection
    }

    pub(super) fn segments(&self, main: Encoding, lines: Option<Encoding>) -> Vec<Segment> {
        let mut segments = Segments { parts: Vec::new(), offset: 0, joins: true };
        for stretch in &self.scan.lines.stretches {
            segments.up_to(stretch.offset, Some(main));
            if stretch.wide.is_some() {
                segments.joins = false;
            }
            segments.up_to(stretch.end, stretch.wide.or(lines));
        }
        if let Some(wide) = &self.scan.wide {
            segments.up_to(wide.offset, Some(main));
            segments.joins = false;
            segments.up_to(self.bytes, Some(wide.named));
        }
        segments.up_to(self.bytes, Some(main));
        segments.parts
    }

    /// The answer for a legacy charset, or for another encoding of the ill-formed lines.
    pub(super) fn charset(self, text: &Text) -> Detection {
        let best = &text.best;
        if best.confidence < LEAST && self.bytes <= FEW {
            return self.unknown(Evidence::NoText);
        }
        let mut evidence = kind_of(best);
        evidence.extend(self.is_visual.then_some(Evidence::VisualOrder));
        evidence.extend(best.family.has_several().then_some(Evidence::EbcdicFamily(best.family)));
        evidence.push(Evidence::ReadsAsText(best.characters));
        if let Encoding::Charset(_) = best.encoding {
            evidence.push(Evidence::NotUtf8(self.scan.ill_formed));
        }
        evidence.extend(self.head.declared.as_ref().and_then(|declared| {
            let agrees = declared.agrees(best.encoding);
            let kind = if agrees { Evidence::Declared } else { Evidence::Overruled };
            Some(kind(declared.format, declared.encoding()?))
        }));
        evidence.extend(text.hint);
        evidence.extend(self.within.map(Evidence::Utf8Within));
        let confidence = best.confidence * self.agreement();
        evidence.extend(self.other_charsets());
        let mut detection =
            self.detection(Some(best.encoding), Verdict::Likely, confidence, evidence);
        detection.alternatives = alternatives(text, confidence);
        detection.language = best.language;
        detection
    }

    /// Returns the factor for the confidence if lines do not fit the charset of the others. It is
    /// the chance that two random lines fit.
    pub(super) fn agreement(&self) -> f32 {
        let (strange, all) = self.strange;
        let fits = 1.0 - ratio(strange, all);
        fits * fits
    }

    /// Returns the number of lines that make sense only in other charsets, as evidence.
    pub(super) fn other_charsets(&self) -> Option<Evidence> {
        let (strange, _) = self.strange;
        (strange > 0).then_some(Evidence::OtherCharsets(strange))
    }
}

impl Detection {
    /// Adds the line that is UTF-8, or may be, as evidence. If most of the text is UTF-8, such a line
    /// is nothing special, but a part of another line is.
    fn with_line(mut self) -> Self {
        let is_charset = self.encoding.is_some_and(Encoding::is_legacy);
        let is_special = |line: &Utf8Line| is_charset || line.is_part;
        self.utf8_line = self.utf8_line.filter(is_special);
        self.evidence.extend(self.utf8_line.as_ref().and_then(|line| match line.is_sure {
            // The number of such words is evidence already.
            true if line.is_part => None,
            true => Some(Evidence::Utf8Line(line.number)),
            false => Some(Evidence::MaybeUtf8Line(line.number)),
        }));
        self
    }
}

/// The segments from the start up to an offset.
struct Segments {
    parts: Vec<Segment>,
    offset: u64,
    /// Whether the next segment can extend the last one, if their encodings are equal.
    joins: bool,
}

impl Segments {
    /// Adds a segment from the last end to `end`.
    fn up_to(&mut self, end: u64, encoding: Option<Encoding>) {
        if end <= self.offset {
            return;
        }
        let length = end - self.offset;
        match self.parts.last_mut() {
            Some(last) if self.joins && last.encoding == encoding => last.length += length,
            _ => self.parts.push(Segment { offset: self.offset, length, encoding }),
        }
        (self.offset, self.joins) = (end, true);
    }
}

/// Returns the encoding that most bytes of `segments` are in. If two have as many, it is the first
/// one.
fn most(segments: &[Segment]) -> Option<Encoding> {
    let bytes = |encoding| {
        let parts = segments.iter().filter(|part| part.encoding == encoding);
        parts.map(|part| part.length).sum::<u64>()
    };
    let parts = segments.iter().rev();
    parts.max_by_key(|part| bytes(part.encoding)).and_then(|part| part.encoding)
}
