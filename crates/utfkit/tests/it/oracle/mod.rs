//! The expected result of a conversion, computed as plainly as possible. It converts the whole
//! input, one sequence after the other, with the standard library and the tables of documents (see
//! [`legacy`]). It does not share code with `transcode`.
//!
//! [`expected`] computes it. [`actual`] runs a `Transcoder`, in pieces and with little room.

mod legacy;

use utfkit::{
    Encoding, Finding, Kind, Status,
    encoding::{BomPolicy, ByteOrder},
    transcode::{Action, Policy, Transcoder},
};

/// A policy without its borrowed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PolicyKind {
    Strict,
    Replace,
    Skip,
    Escape,
    ReplaceWith,
    /// [`decide`] chooses an action for each finding.
    Call,
}

/// The encodings that the oracle knows: those of the forms, then their relatives.
pub(crate) const KNOWN: [Encoding; 21] = [
    Encoding::Utf8,
    Encoding::Utf16,
    Encoding::Utf16Be,
    Encoding::Utf16Le,
    Encoding::Utf32,
    Encoding::Utf32Be,
    Encoding::Utf32Le,
    Encoding::UsAscii,
    Encoding::Iso8859_1,
    Encoding::Utf8Rfc2279,
    Encoding::Cesu8,
    Encoding::JavaModifiedUtf8,
    Encoding::Wtf8,
    Encoding::Ucs2,
    Encoding::Ucs2Be,
    Encoding::Ucs2Le,
    Encoding::Ucs4,
    Encoding::Ucs4Be,
    Encoding::Ucs4Le,
    Encoding::Unicode11Utf8,
    Encoding::Unicode11,
];

/// All policies.
pub(crate) const POLICIES: [PolicyKind; 6] = [
    PolicyKind::Strict,
    PolicyKind::Replace,
    PolicyKind::Skip,
    PolicyKind::Escape,
    PolicyKind::ReplaceWith,
    PolicyKind::Call,
];

/// All BOM policies.
pub(crate) const BOMS: [BomPolicy; 6] = [
    BomPolicy::Auto,
    BomPolicy::Keep,
    BomPolicy::Strip,
    BomPolicy::Add,
    BomPolicy::Require,
    BomPolicy::Forbid,
];

/// The replacement of [`PolicyKind::ReplaceWith`]. Only the Unicode forms can encode all of it.
const TEXT: &str = "<\u{E9}\u{20AC}\u{1F600}>";

/// A conversion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) from: Encoding,
    pub(crate) to: Encoding,
    pub(crate) how: PolicyKind,
    pub(crate) bom: BomPolicy,
    pub(crate) input_order: ByteOrder,
    pub(crate) output_order: ByteOrder,
}

impl Case {
    /// Creates a case with the defaults.
    pub(crate) fn new(from: Encoding, to: Encoding, how: PolicyKind) -> Self {
        let (bom, order) = (BomPolicy::Auto, ByteOrder::Big);
        Self { from, to, how, bom, input_order: order, output_order: order }
    }
}

/// The parts of a finding that are known without a decoder.
pub(crate) type PlainFinding = (u64, Kind, Vec<u8>);

/// The result of a conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) out: Vec<u8>,
    /// The findings at which it stopped, with the length of the output.
    pub(crate) stops: Vec<(PlainFinding, usize)>,
    /// The findings that were passed to the callback.
    pub(crate) asked: Vec<PlainFinding>,
    pub(crate) first: Option<PlainFinding>,
    /// Ill-formed, unencodable, replaced, skipped, escaped.
    pub(crate) counts: [u64; 5],
    pub(crate) found_bom: bool,
}

/// A form of text: the width of its code units in bytes, and their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Ascii,
    Latin1,
    Eight,
    Sixteen(ByteOrder),
    ThirtyTwo(ByteOrder),
    Relative(Relative),
    /// Hangul at its old code points: in UTF-8, or in big-endian UCS-2.
    Unicode11 {
        eight: bool,
    },
}

use ByteOrder::{Big, Little};
use legacy::{Column, Relative};

fn shape(encoding: Encoding, order: ByteOrder) -> Shape {
    match encoding.name() {
        "utf-8" => Shape::Eight,
        "utf-16" => Shape::Sixteen(order),
        "utf-16be" => Shape::Sixteen(Big),
        "utf-16le" => Shape::Sixteen(Little),
        "utf-32" => Shape::ThirtyTwo(order),
        "utf-32be" => Shape::ThirtyTwo(Big),
        "utf-32le" => Shape::ThirtyTwo(Little),
        "utf-8-rfc2279" => Shape::Relative(Relative::Eight(Column::Rfc2279)),
        "cesu-8" => Shape::Relative(Relative::Eight(Column::Cesu8)),
        "java-modified-utf-8" => Shape::Relative(Relative::Eight(Column::Modified)),
        "wtf-8" => Shape::Relative(Relative::Eight(Column::Wtf8)),
        "ucs-2" => Shape::Relative(Relative::Ucs2(order)),
        "ucs-2be" => Shape::Relative(Relative::Ucs2(Big)),
        "ucs-2le" => Shape::Relative(Relative::Ucs2(Little)),
        "ucs-4" => Shape::Relative(Relative::Ucs4(order)),
        "ucs-4be" => Shape::Relative(Relative::Ucs4(Big)),
        "ucs-4le" => Shape::Relative(Relative::Ucs4(Little)),
        "unicode-1-1-utf-8" => Shape::Unicode11 { eight: true },
        "unicode-1-1" => Shape::Unicode11 { eight: false },
        "us-ascii" => Shape::Ascii,
        "iso-8859-1" => Shape::Latin1,
        other => panic!("the oracle does not know {other}"),
    }
}

/// Returns the shape of today that corresponds to `Shape::Unicode11`.
fn today(eight: bool) -> Shape {
    if eight { Shape::Eight } else { Shape::Relative(Relative::Ucs2(Big)) }
}

/// Returns the bytes of `value`, if the form can encode it.
fn encode(value: u32, shape: Shape) -> Option<Vec<u8>> {
    let text = char::from_u32(value).map(String::from);
    match shape {
        Shape::Ascii => (value < 0x80).then(|| vec![value as u8]),
        Shape::Latin1 => (value < 0x100).then(|| vec![value as u8]),
        Shape::Eight => text.map(String::into_bytes),
        Shape::Sixteen(order) => {
            let units = text?.encode_utf16().collect::<Vec<_>>();
            Some(units.into_iter().flat_map(|unit| sixteen(unit, order)).collect())
        }
        Shape::ThirtyTwo(order) => text.map(|_| thirty_two(value, order).into()),
        Shape::Relative(relative) => legacy::encode(value, relative),
        Shape::Unicode11 { eight } => encode(legacy::to_old(value)?, today(eight)),
    }
}

/// Returns the bytes of a 16-bit unit.
pub(crate) fn sixteen(unit: u16, order: ByteOrder) -> [u8; 2] {
    if order == Big { unit.to_be_bytes() } else { unit.to_le_bytes() }
}

/// Returns the bytes of a 32-bit unit.
pub(crate) fn thirty_two(unit: u32, order: ByteOrder) -> [u8; 4] {
    if order == Big { unit.to_be_bytes() } else { unit.to_le_bytes() }
}

/// A sequence of the input: a value or the kind of its error, and its bytes.
type Piece<'a> = (Result<u32, Kind>, &'a [u8]);

/// Returns all sequences of `bytes`.
fn decode(bytes: &[u8], shape: Shape) -> Vec<Piece<'_>> {
    match shape {
        Shape::Ascii | Shape::Latin1 => bytes.chunks(1).map(|one| single(one, shape)).collect(),
        Shape::Eight => decode_eight(bytes),
        Shape::Sixteen(order) => decode_sixteen(bytes, order),
        Shape::ThirtyTwo(order) => bytes.chunks(4).map(|four| word(four, order)).collect(),
        Shape::Relative(relative) => legacy::decode(bytes, relative),
        Shape::Unicode11 { eight } => {
            decode(bytes, today(eight)).into_iter().map(legacy::to_modern).collect()
        }
    }
}

fn single(one: &[u8], shape: Shape) -> Piece<'_> {
    let known = shape == Shape::Latin1 || one[0].is_ascii();
    (if known { Ok(one[0].into()) } else { Err(Kind::InvalidByte) }, one)
}

/// Decodes UTF-8: lengths by the standard library, kinds by the shape of the bytes.
fn decode_eight(bytes: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            pieces.push((Ok(character.into()), &bytes[at..at + character.len_utf8()]));
            at += character.len_utf8();
        }
        if !chunk.invalid().is_empty() {
            pieces.push((Err(kind_of_eight(&bytes[at..])), chunk.invalid()));
            at += chunk.invalid().len();
        }
    }
    pieces
}

/// Returns the kind of the ill-formed UTF-8 at the start of `bytes`.
fn kind_of_eight(bytes: &[u8]) -> Kind {
    let lead = bytes[0];
    let (announced, head) = match lead {
        0x80..=0xBF => return Kind::UnexpectedContinuation,
        0xC0..=0xDF => (2, lead & 0x1F),
        0xE0..=0xEF => (3, lead & 0x0F),
        0xF0..=0xF7 => (4, lead & 0x07),
        _ => return Kind::InvalidByte,
    };
    let follow = bytes[1..].iter().take(announced - 1);
    let follow = follow.take_while(|&&byte| (0x80..0xC0).contains(&byte)).collect::<Vec<_>>();
    if follow.len() < announced - 1 {
        let never = matches!(lead, 0xC0 | 0xC1 | 0xF5..);
        return if never { Kind::InvalidByte } else { Kind::Truncated };
    }
    let value =
        follow.iter().fold(u32::from(head), |value, &&byte| value * 64 + u32::from(byte) % 64);
    match (char::from_u32(value), value) {
        (Some(means), _) => {
            assert!(means.len_utf8() < announced, "{bytes:02X?} is well-formed");
            Kind::Overlong { means: value }
        }
        (None, 0xD800..=0xDFFF) => Kind::Surrogate { value: value as u16 },
        (None, _) => Kind::OutOfRange { value },
    }
}

fn decode_sixteen(bytes: &[u8], order: ByteOrder) -> Vec<Piece<'_>> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let from = if order == Big { u16::from_be_bytes } else { u16::from_le_bytes };
    let mut at = 0;
    let mut pieces = Vec::new();
    for decoded in char::decode_utf16(pairs.iter().map(|&pair| from(pair))) {
        let len = decoded.as_ref().map_or(2, |character| 2 * character.len_utf16());
        let result = decoded.map(u32::from).map_err(|lone| match lone.unpaired_surrogate() {
            value @ ..0xDC00 => Kind::LoneHighSurrogate { value },
            value => Kind::LoneLowSurrogate { value },
        });
        pieces.push((result, &bytes[at..at + len]));
        at += len;
    }
    pieces.extend((!odd.is_empty()).then_some((Err(Kind::OddLength), odd)));
    pieces
}

fn word(four: &[u8], order: ByteOrder) -> Piece<'_> {
    let Ok(bytes) = <[u8; 4]>::try_from(four) else { return (Err(Kind::OddLength), four) };
    let value = if order == Big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
    let result = char::from_u32(value).map(u32::from).ok_or(match value {
        0xD800..=0xDFFF => Kind::Surrogate { value: value as u16 },
        _ => Kind::OutOfRange { value },
    });
    (result, four)
}

/// Returns the action of [`PolicyKind::Call`] for a finding.
fn decide(offset: u64, bytes: &[u8]) -> Action<'static> {
    match (offset + u64::from(bytes[0])) % 5 {
        0 => Action::Stop,
        1 => Action::Replace,
        2 => Action::Skip,
        3 => Action::Escape,
        _ => Action::ReplaceWith(TEXT),
    }
}

/// The output, as it grows.
struct Writer {
    report: Report,
    how: PolicyKind,
    to: Shape,
}

impl Writer {
    /// Writes `text`, with `?` for characters that cannot be encoded.
    fn write(&mut self, text: &str) {
        for character in text.chars() {
            let bytes = encode(character.into(), self.to).or_else(|| encode('?'.into(), self.to));
            self.report.out.extend(bytes.unwrap());
        }
    }

    fn escape(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write(&format!("\\x{byte:02X}"));
        }
    }

    fn find(&mut self, offset: usize, kind: Kind, bytes: &[u8]) {
        let offset = offset as u64;
        let found = (offset, kind, bytes.to_vec());
        self.report.first.get_or_insert(found.clone());
        let unencodable = matches!(kind, Kind::Unencodable { .. });
        self.report.counts[usize::from(unencodable)] += 1;
        let action = match self.how {
            // No policy repairs a missing BOM.
            _ if kind == Kind::MissingBom => Action::Stop,
            PolicyKind::Strict => Action::Stop,
            PolicyKind::Replace => Action::Replace,
            PolicyKind::Skip => Action::Skip,
            PolicyKind::Escape => Action::Escape,
            PolicyKind::ReplaceWith => Action::ReplaceWith(TEXT),
            PolicyKind::Call => {
                self.report.asked.push(found.clone());
                decide(offset, bytes)
            }
        };
        match action {
            Action::Stop => {
                let len = self.report.out.len();
                self.report.stops.push((found, len));
            }
            Action::Replace => {
                self.report.counts[2] += 1;
                self.write("\u{FFFD}");
            }
            Action::Skip => self.report.counts[3] += 1,
            Action::Escape => {
                self.report.counts[4] += 1;
                self.escape(bytes);
            }
            Action::ReplaceWith(text) => {
                self.report.counts[2] += 1;
                self.write(text);
            }
            other => panic!("the oracle does not know {other:?}"),
        }
    }
}

/// Returns the expected result of the conversion of `bytes`.
pub(crate) fn expected(case: Case, bytes: &[u8]) -> Report {
    use BomPolicy::{Add, Auto, Forbid, Keep, Require, Strip};
    let decides =
        |encoding: Encoding| matches!(encoding.name(), "utf-16" | "ucs-2" | "utf-32" | "ucs-4");
    let has_boms = |encoding: Encoding| {
        let names = ["utf-8", "utf-8-rfc2279", "cesu-8", "unicode-1-1-utf-8"];
        decides(encoding) || names.contains(&encoding.name())
    };
    let mut form = shape(case.from, case.input_order);
    let mut bom: &[u8] = &[];
    let mut swapped: &[u8] = &[];
    let reads = has_boms(case.from) && case.bom != Forbid;
    for order in [Big, Little] {
        let candidate = shape(case.from, order);
        let mark = encode(0xFEFF, candidate).unwrap_or_default();
        if reads && bom.is_empty() && bytes.starts_with(&mark) {
            form = candidate;
            bom = &bytes[..mark.len()];
        }
    }
    let other = match form {
        Shape::Sixteen(Big) => Some(Shape::Sixteen(Little)),
        Shape::Sixteen(Little) => Some(Shape::Sixteen(Big)),
        Shape::ThirtyTwo(Big) => Some(Shape::ThirtyTwo(Little)),
        Shape::ThirtyTwo(Little) => Some(Shape::ThirtyTwo(Big)),
        Shape::Relative(Relative::Ucs2(Little)) => Some(Shape::Sixteen(Big)),
        Shape::Relative(Relative::Ucs2(Big)) | Shape::Unicode11 { eight: false } => {
            Some(Shape::Sixteen(Little))
        }
        Shape::Relative(Relative::Ucs4(Little)) => Some(Shape::ThirtyTwo(Big)),
        Shape::Relative(Relative::Ucs4(Big)) => Some(Shape::ThirtyTwo(Little)),
        _ => None,
    };
    if let Some(mark) = other.filter(|_| !reads).and_then(|other| encode(0xFEFF, other))
        && bytes.starts_with(&mark)
    {
        swapped = &bytes[..mark.len()];
    }

    let found = !bom.is_empty();
    let to = shape(case.to, case.output_order);
    let report = Report { found_bom: found, ..Report::default() };
    let mut writer = Writer { report, how: case.how, to };
    if case.bom == Require && !found && swapped.is_empty() {
        writer.find(0, Kind::MissingBom, &[]);
    }
    let writes = match case.bom {
        Strip | Forbid => false,
        Keep => found,
        Add => true,
        // An empty stream stays empty.
        Auto | Require => {
            (decides(case.to) && !bytes.is_empty()) || (found && case.from == case.to)
        }
        other => unreachable!("a policy without a rule: {other:?}"),
    };
    if writes && has_boms(case.to) {
        writer.write("\u{FEFF}");
    }

    let mut at = bom.len();
    if !swapped.is_empty() {
        writer.find(0, Kind::SwappedBom, swapped);
        at = swapped.len();
    }
    let pieces = decode(&bytes[at..], form);
    for (index, (result, sequence)) in pieces.iter().enumerate() {
        match *result {
            Err(kind) => writer.find(at, kind, sequence),
            Ok(0x5C)
                if case.how == PolicyKind::Escape
                    && pieces.get(index + 1).is_some_and(|next| next.0 == Ok(0x78)) =>
            {
                writer.escape(sequence);
            }
            Ok(value) => match encode(value, to) {
                Some(encoded) => writer.report.out.extend(encoded),
                None => {
                    let kind = Kind::Unencodable { value };
                    writer.find(at, kind, sequence);
                }
            },
        }
        at += sequence.len();
    }
    writer.report
}

fn found(finding: &Finding) -> PlainFinding {
    assert_eq!(finding.len(), finding.bytes().len());
    assert_eq!(finding.subparts(), 1);
    (finding.offset(), finding.kind(), finding.bytes().to_vec())
}

/// Returns the result of a transcoder for `pieces`, with `room` bytes of output per call.
///
/// The last piece is passed as the last. The promises of a single call are checked on the way.
pub(crate) fn actual(case: Case, pieces: &[&[u8]], room: usize, by_pivot: bool) -> Report {
    let mut asked = Vec::new();
    let mut report = Report::default();
    let policy = match case.how {
        PolicyKind::Strict | PolicyKind::Call => Policy::Strict,
        PolicyKind::Replace => Policy::Replace,
        PolicyKind::Skip => Policy::Skip,
        PolicyKind::Escape => Policy::Escape,
        PolicyKind::ReplaceWith => Policy::ReplaceWith(TEXT),
    };
    let mut transcoder = Transcoder::new(case.from, case.to)
        .policy(policy)
        .bom(case.bom)
        .input_order(case.input_order)
        .output_order(case.output_order);
    if by_pivot {
        transcoder = transcoder.by_pivot();
    }
    let longest = match case.to {
        to if !KNOWN.contains(&to) => Transcoder::MIN_OUTPUT,
        to if matches!(shape(to, Big), Shape::Relative(_)) => 6,
        _ => 4,
    };
    let mut buffer = vec![0; room];
    let total = pieces.iter().map(|piece| piece.len()).sum::<usize>();
    let mut fed = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let last = index + 1 == pieces.len();
        let mut rest = *piece;
        loop {
            let outcome = transcoder.transcode(rest, &mut buffer[..], last);
            report.out.extend(&buffer[..outcome.written]);
            rest = &rest[outcome.read..];
            fed += outcome.read;
            match outcome.status {
                Status::Done => {
                    assert!(rest.is_empty(), "done, but not all is read");
                    break;
                }
                Status::OutputFull => {
                    assert!(outcome.written + longest > room, "output full, but there is room");
                }
                Status::IllFormed(finding) => {
                    assert_eq!(transcoder.offset(), finding.end(), "a finding's bytes are read");
                    assert!(fed as u64 >= finding.end());
                    if case.how == PolicyKind::Call && finding.kind() != Kind::MissingBom {
                        asked.push(found(&finding));
                        let action = decide(finding.offset(), finding.bytes());
                        if transcoder.resolve(&finding, action) {
                            continue;
                        }
                    }
                    report.stops.push((found(&finding), report.out.len()));
                }
            }
        }
    }
    assert_eq!(transcoder.offset(), total as u64, "all is settled at the end");
    let again = transcoder.transcode(b"", &mut buffer[..], true);
    assert_eq!((again.written, again.status), (0, Status::Done), "the end comes once");
    let counts = transcoder.counts();
    report.counts =
        [counts.ill_formed, counts.unencodable, counts.replaced, counts.skipped, counts.escaped];
    report.first = counts.first.as_ref().map(found);
    report.found_bom = transcoder.found_bom();
    report.asked = asked;
    report
}

/// Asserts that a conversion has the expected result.
#[track_caller]
pub(crate) fn check(case: Case, expected: &Report, pieces: &[&[u8]], room: usize, by_pivot: bool) {
    let actual = actual(case, pieces, room, by_pivot);
    assert!(
        actual == *expected,
        "{case:?}, {room} bytes of room, by pivot: {by_pivot}\npieces {pieces:02X?}\n\
         expected {expected:02X?}\nactual   {actual:02X?}"
    );
}
