//! Makes the answer from the facts about a stream.

use crate::detect::{
    detection::Alternative,
    detection::Detection,
    detection::Evidence,
    detection::Segment,
    detection::Utf8Line,
    detection::Verdict,
    head::Head,
    judge::candidate::{BIT, Candidate, Cost},
    judge::opinion::{self as judge, Opinion, Text},
    judge::strange,
    model::visual,
    utf8::kept::Meant,
    utf8::lines::SURE,
    utf8::scan::Scan,
};
use crate::receivers::declared::Format;
use utfkit::{Encoding, transcode};

/// The maximum number of alternatives.
const MAX_ALTERNATIVES: usize = 4;

/// The number of bits that lines must save as UTF-8, if other lines are in a charset.
const MEANT: Cost = 24 * BIT;

/// The number of ill-formed subparts among which one character can be UTF-8 by chance.
const MANY: u64 = 1000;

/// The confidence in a declared encoding whose escape sequences are well-formed.
const ESCAPED: f32 = 0.99;

/// The lowest confidence of an answer for a very short text.
const LEAST: f32 = 0.9;
/// The length of a very short text, in bytes.
const FEW: u64 = 1;

/// All facts about a stream.
pub(crate) struct Facts {
    pub(crate) head: Head,
    pub(crate) scan: Scan,
    pub(crate) bytes: u64,
    /// Whether the stream is at its end.
    pub(crate) whole: bool,
    /// The number of lines that only make sense in charsets other than that of most lines, and the
    /// number of lines that were judged.
    pub(crate) strange: (u64, u64),
    /// The number of words that are UTF-8 in lines that are not, if some certainly are.
    pub(crate) within: Option<u64>,
    /// Whether the text is Hebrew in visual order.
    pub(crate) is_visual: bool,
    /// The format of the records, if these are the stream.
    pub(crate) records: Option<Format>,
}

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

    /// The answer for data that is not text.
    fn binary(self) -> Detection {
        let file_type = self.head.file_type;
        let mut evidence = Vec::new();
        evidence.extend((self.head.controls > 0).then_some(Evidence::Controls(self.head.controls)));
        let confidence = if file_type.is_some() { 1.0 } else { 0.0 };
        let mut detection = self.detection(None, Verdict::Binary, confidence, evidence);
        detection.file_type = file_type;
        detection
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

    /// Returns the number of ill-formed maximal subparts of UTF-8, except for a character that the
    /// end cuts.
    fn ill_formed(&self) -> u64 {
        self.scan.ill_formed - u64::from(self.scan.cut)
    }

    /// The answer for a stream with a BOM.
    fn with_bom(self, encoding: Encoding, bytes: &'static [u8]) -> Detection {
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
        match confidence > 0.5 {
            true => self.detection(Some(named), Verdict::Likely, confidence, evidence),
            false => self.detection(None, Verdict::Unknown, 0.0, evidence),
        }
    }

    /// The answer for UTF-16 whose line ends were changed byte by byte, so that half of its lines
    /// are misread.
    fn spoiled(self, change: Evidence) -> Detection {
        let bom = self.head.bom;
        let named = bom.map(|(encoding, _)| encoding.without_order());
        let named = named.or_else(|| self.head.opinion.as_ref()?.wide());
        let mut evidence: Vec<_> = bom.into_iter().map(|(_, bytes)| Evidence::Bom(bytes)).collect();
        evidence.push(change);
        self.detection(named, Verdict::Likely, 0.75, evidence)
    }

    /// Returns `true` if the whole stream is in the encoding of `best`.
    fn is_all(&self, best: &Candidate) -> bool {
        self.scan.wide.as_ref().is_some_and(|wide| wide.named == best.encoding)
    }

    /// Returns the number of ill-formed subparts in the encoding that the stream was read in, and
    /// the number of bytes that are settled.
    fn tracked(&self) -> (u64, u64) {
        let wide = self.scan.wide.as_ref().map(|wide| &wide.track);
        match self.head.track.as_ref().or(wide) {
            Some(track) => (track.ill_formed(), track.settled()),
            None => (0, self.bytes),
        }
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

    /// The answer for a stream that was read as UTF-8: UTF-8, other encodings in parts or in all of
    /// it, or unknown.
    fn by_scan(mut self, is_odd: bool) -> Detection {
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
            _ => judge::lines(&joined, self.head.declared.as_ref()),
        };
        if !is_one {
            return self.mixed(&lines);
        }
        if self.ill_formed() == 0 && lines.encoding().is_none_or(|one| one == Encoding::Utf8) {
            return self.well_formed(is_odd);
        }
        let is_relative = lines.is_relative();
        let good_lines = &self.scan.lines.good_lines;
        let meant = lines.encoding().filter(|_| !is_relative);
        let meant = meant.map(|charset| good_lines.judge(charset, lines.language()));
        let meant = meant.unwrap_or_default();
        if !is_relative && self.scan.shaped >= 2 && self.scan.shaped * 5 >= self.ill_formed() {
            return self.damaged();
        }
        match lines {
            Opinion::Text(text) if is_relative => self.charset(&text),
            Opinion::Text(text) if text.best.encoding == Encoding::Utf8 => self.damaged(),
            lines if self.is_mixed(&lines, &meant) => {
                self.strange = strange::lines(&joined, lines.encoding(), lines.language());
                if let Some(charset) = lines.encoding() {
                    self.find_parts(&joined, charset, lines.language());
                }
                let utf8_line = meant.line.filter(|_| !meant.are_several);
                Detection { utf8_line, ..self.mixed(&lines) }.with_line()
            }
            Opinion::Text(text) => {
                let best = &text.best;
                self.strange = strange::lines(&joined, Some(best.encoding), best.language);
                self.is_visual = best.language == Some("he") && visual::is(&joined, best.encoding);
                let part = self.find_parts(&joined, best.encoding, best.language);
                let is_one = self.is_one_byte(&joined, best.encoding);
                let line = meant.line.filter(|_| is_one);
                let utf8_line = if self.within.is_some() { part } else { line.or(part) };
                Detection { utf8_line, ..self.charset(&text) }.with_line()
            }
            Opinion::Ebcdic => self.unknown(Evidence::Ebcdic),
            Opinion::Letters => self.unknown(Evidence::Letters),
            _ => self.unknown(Evidence::NoText),
        }
    }

    /// Returns `true` if some lines are UTF-8, and `opinion` is about the others. A line must be UTF-8
    /// for certain, or all lines together.
    fn is_mixed(&self, opinion: &Opinion, meant: &Meant) -> bool {
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

    /// Finds words that are UTF-8 in the lines that are not, whose text is `bytes` in `charset`. Returns
    /// the first such part of a line, or one that may be UTF-8.
    fn find_parts(
        &mut self,
        bytes: &[u8],
        charset: Encoding,
        language: Option<&str>,
    ) -> Option<Utf8Line> {
        let parts = &self.scan.lines.good_parts;
        let is_one = self.is_one_byte(bytes, charset);
        let meant = parts.judge(charset, language);
        let mut line = meant.line.filter(|line| is_one || line.is_sure);
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

    /// Returns `true` if each character of `bytes` has one byte in `encoding`. In other charsets,
    /// lines of two characters are often UTF-8 by chance.
    fn is_one_byte(&self, bytes: &[u8], encoding: Encoding) -> bool {
        transcode::decode_lossy(bytes, encoding).0.chars().count() == bytes.len()
    }

    /// The answer for UTF-8, except for a character that the end may cut.
    fn well_formed(self, is_odd: bool) -> Detection {
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
    fn ascii(self, is_odd: bool) -> Detection {
        if is_odd && !self.scan.cut {
            return self.unknown(Evidence::NoText);
        }
        if self.scan.cut && self.whole {
            let evidence = vec![Evidence::EndsInside];
            return self.detection(Some(Encoding::Utf8), Verdict::Likely, 0.5, evidence);
        }
        let mut evidence = vec![Evidence::OnlyAscii];
        evidence.extend((self.scan.zeros > 0).then_some(Evidence::Zeros(self.scan.zeros)));
        match self.has_many_zeros() {
            true => self.detection(Some(Encoding::UsAscii), Verdict::Likely, 0.5, evidence),
            false => self.proven(Encoding::UsAscii, 1.0, evidence),
        }
    }

    /// Returns `true` if the text has as many NULs as UTF-16, and no other signs of it.
    fn has_many_zeros(&self) -> bool {
        self.scan.zeros * 4 >= self.bytes
    }

    /// The answer for UTF-8 in which some sequences are ill-formed.
    fn damaged(self) -> Detection {
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

    /// The answer for a stream with parts in several encodings. `lines` is the opinion about the
    /// ill-formed lines.
    fn mixed(self, lines: &Opinion) -> Detection {
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

    fn segments(&self, main: Encoding, lines: Option<Encoding>) -> Vec<Segment> {
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
    fn charset(self, text: &Text) -> Detection {
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
    fn agreement(&self) -> f32 {
        let (strange, all) = self.strange;
        let fits = 1.0 - ratio(strange, all);
        fits * fits
    }

    /// Returns the number of lines that make sense only in other charsets, as evidence.
    fn other_charsets(&self) -> Option<Evidence> {
        let (strange, _) = self.strange;
        (strange > 0).then_some(Evidence::OtherCharsets(strange))
    }

    /// Returns the BOM of UTF-8, as evidence.
    fn bom(&self) -> impl Iterator<Item = Evidence> + use<> {
        self.head.bom.into_iter().map(|(_, bytes)| Evidence::Bom(bytes))
    }

    fn proven(self, encoding: Encoding, confidence: f32, evidence: Vec<Evidence>) -> Detection {
        let verdict = if self.whole { Verdict::Proven } else { Verdict::SoFar };
        self.detection(Some(encoding), verdict, confidence, evidence)
    }

    fn unknown(self, why: Evidence) -> Detection {
        if why == Evidence::NoText && self.head.controls > 0 {
            return self.binary();
        }
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
            bytes: self.bytes,
            evidence,
            alternatives: Vec::new(),
            segments: Vec::new(),
            language: None,
            file_type: None,
            declared: self.head.declared,
            records: self.records,
            utf8_line: None,
            confidence_of_lines: 0.0,
        }
    }
}

impl Detection {
    /// Adds the line that is UTF-8, or may be, as evidence. If most of the text is UTF-8, such a line
    /// is nothing special.
    fn with_line(mut self) -> Self {
        let is_charset = self.encoding.is_some_and(Encoding::is_legacy);
        self.utf8_line = self.utf8_line.filter(|_| is_charset);
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

/// Returns the special feature of an encoding, as evidence.
fn kind_of(best: &Candidate) -> Vec<Evidence> {
    use Encoding::{
        Cesu8, JavaModifiedUtf8, Utf7, Utf7Imap, Utf8Rfc2279, Utf16Be, Utf16Le, Utf32Be, Utf32Le,
    };
    let evidence = match best.encoding {
        Utf16Be | Utf16Le | Utf32Be | Utf32Le => Evidence::OtherOrder,
        Cesu8 => Evidence::SurrogatePairs,
        JavaModifiedUtf8 => Evidence::LongNul,
        Utf8Rfc2279 => Evidence::LongSequences,
        Utf7 => Evidence::Base64(b'+'),
        Utf7Imap => Evidence::Base64(b'&'),
        Encoding::Charset(charset) if has_escapes(charset.name()) => {
            Evidence::Escapes(charset.name())
        }
        Encoding::Charset(_) => match best.language {
            Some(language) => Evidence::Language(language),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    vec![evidence]
}

/// Returns `true` if the charset with this name has escape sequences between characters.
fn has_escapes(name: &str) -> bool {
    name.starts_with("iso-2022-") || name == "hz"
}

/// Returns `part` divided by `whole`, at most 1.
fn ratio(part: u64, whole: u64) -> f32 {
    (part as f32 / whole.max(1) as f32).min(1.0)
}

/// Returns the probability that text with this number of multi-byte sequences is UTF-8, if all its
/// other characters are ASCII. By chance, one in eight bytes from 80 up is a lead byte with the
/// right bytes after it.
fn chance(sequences: u32) -> f32 {
    let powers = std::iter::successors(Some(1.0_f32), |chance| Some(chance / 8.0));
    1.0 - powers.take(8).nth(sequences.min(7) as usize).unwrap_or_default()
}

/// Returns the next best candidates.
fn alternatives(text: &Text, confidence: f32) -> Vec<Alternative> {
    let rest = (1.0 - confidence).max(0.0);
    let alternatives = text.others.iter().take(MAX_ALTERNATIVES).map(|other| Alternative {
        encoding: other.encoding,
        confidence: other.confidence.min(confidence).min(rest),
    });
    alternatives.filter(|alternative| alternative.confidence >= 0.005).collect()
}
