//! Tests UTF-7 and UTF-7-IMAP against a decoder of whole texts, run by run and bit by bit, and in
//! pieces against the whole. Tests UTF-1 in pieces too.
use crate::oracle::{BOMS, Case, POLICIES, actual};
use crate::support::convert_pieces;
use utfkit::{
    Encoding, Finding, Kind, Status,
    error::Base64Fault,
    transcode::{Action, Policy, Transcoder, convert, convert_with, unescape},
};

use Encoding::{Utf1, Utf7, Utf7Imap, Utf8, Utf16Le};

const MIN: usize = Transcoder::MIN_OUTPUT;

/// A sequence: a code point or the kind of its error, its offset, and its length.
type Part = (Result<u32, Kind>, usize, usize);

/// The sequences of a text, according to RFC 2152 and RFC 3501.
struct Plain<'a> {
    bytes: &'a [u8],
    imap: bool,
    parts: Vec<Part>,
}

fn bad(fault: Base64Fault) -> Kind {
    Kind::BadBase64 { fault }
}

impl<'a> Plain<'a> {
    fn read(bytes: &'a [u8], imap: bool) -> Vec<Part> {
        let mut plain = Plain { bytes, imap, parts: Vec::new() };
        let mut at = 0;
        while at < bytes.len() {
            at = plain.outside(at);
        }
        plain.parts
    }

    fn sextet(&self, byte: u8) -> Option<usize> {
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
        let last = if self.imap { ',' } else { '/' };
        digits.chars().chain([last]).position(|digit| u32::from(digit) == u32::from(byte))
    }

    /// Decodes the sequence at `at`, outside of a run. Returns the offset of the next one.
    fn outside(&mut self, at: usize) -> usize {
        let byte = self.bytes[at];
        let known = if self.imap { (0x20..0x7F).contains(&byte) } else { byte < 0x80 };
        let shift = if self.imap { b'&' } else { b'+' };
        let (part, len) = match self.bytes.get(at + 1) {
            Some(b'-') if byte == shift => (Ok(byte.into()), 2),
            Some(&next) if byte == shift && self.sextet(next).is_some() => {
                return self.run(at, at + 1);
            }
            _ if byte == shift => (Err(bad(Base64Fault::NoRun)), 1),
            _ if known => (Ok(byte.into()), 1),
            _ => (Err(Kind::InvalidByte), 1),
        };
        self.parts.push((part, at, len));
        at + len
    }

    /// Decodes the run whose base64 begins at `base`, and its first character at `start`.
    fn run(&mut self, mut start: usize, base: usize) -> usize {
        let bytes = self.bytes;
        let sextets = bytes[base..].iter().map_while(|&byte| self.sextet(byte));
        let bits = sextets.flat_map(|sextet| (0..6).rev().map(move |bit| sextet >> bit & 1));
        let bits = bits.collect::<Vec<_>>();
        let number = |bits: &[usize]| bits.iter().fold(0, |number, bit| number * 2 + bit);
        let units = bits.chunks_exact(16).map(|bits| number(bits) as u16).collect::<Vec<_>>();
        let end = base + bits.len() / 6;
        // Returns the end of the last byte that has a bit of the first `units` units.
        let after = |units: usize| base + (units * 16).div_ceil(6);
        let closed = bytes.get(end) == Some(&b'-');
        let fault = if bits[units.len() * 16..].iter().any(|&bit| bit != 0) {
            Some(Base64Fault::Padding)
        } else {
            (!closed && self.imap).then_some(Base64Fault::Unclosed)
        };
        let mut done = 0;
        for decoded in char::decode_utf16(units.iter().copied()) {
            done += decoded.as_ref().map_or(1, |character| character.len_utf16());
            let next = after(done);
            let part = match decoded {
                Err(lone) => Err(match lone.unpaired_surrogate() {
                    value @ ..0xDC00 => Kind::LoneHighSurrogate { value },
                    value => Kind::LoneLowSurrogate { value },
                }),
                Ok(means @ ' '..='~') if self.imap => Err(Kind::Overlong { means: means.into() }),
                Ok(character) => match fault.filter(|_| next == end) {
                    Some(fault) => Err(bad(fault)),
                    None => Ok(character.into()),
                },
            };
            self.parts.push((part, start, next - start));
            start = next;
        }
        if start < end {
            self.parts.push((Err(bad(Base64Fault::CutUnit)), start, end - start));
        }
        match bytes[end..] {
            [b'-', b'&', next, ..] if self.imap && self.sextet(next).is_some() => {
                self.parts.push((Err(bad(Base64Fault::Adjoining)), end, 2));
                self.run(end + 2, end + 2)
            }
            _ => end + usize::from(closed),
        }
    }
}

/// Decodes `pieces` with the library. Returns the text with U+FFFD for findings, and the findings.
fn read(pieces: &[&[u8]], from: Encoding) -> (Vec<u32>, Vec<(Kind, usize, usize)>) {
    let mut found = Vec::new();
    let mut note = |finding: &Finding| {
        found.push((finding.kind(), finding.offset() as usize, finding.len()));
        Action::Replace
    };
    let transcoder = Transcoder::new(from, Encoding::Utf32Be);
    let out = convert_pieces(transcoder, pieces, &mut note);
    (out.as_chunks().0.iter().map(|&word| u32::from_be_bytes(word)).collect(), found)
}

#[track_caller]
fn reads_as_plainly(bytes: &[u8], pieces: &[&[u8]], from: Encoding) {
    let parts = Plain::read(bytes, from == Utf7Imap);
    let values = parts.iter().map(|part| part.0.unwrap_or(0xFFFD)).collect::<Vec<_>>();
    let findings = parts.iter().filter_map(|&(part, at, len)| Some((part.err()?, at, len)));
    let report = read(pieces, from);
    let words = String::from_utf8_lossy(bytes);
    assert_eq!(report, (values, findings.collect()), "{words:?} as {from}, {pieces:02X?}");
}

/// Parts of hard texts.
const PARTS: [&[u8]; 17] = [
    b"+", b"&", b"-", b"A", b"R", b"p", b"Jj", b"Jjo", b"AEE", b"2D0", b"2D3eAA", b"3gA", b"/",
    b",", b" ", b"~\\x", b"\x80",
];

/// Calls `run` for every text of at most `most` of [`PARTS`].
fn every_text(most: u32, mut run: impl FnMut(&[u8])) {
    for len in 0..=most {
        for number in 0..PARTS.len().pow(len) {
            let part = |place| PARTS[number / PARTS.len().pow(place) % PARTS.len()];
            run(&(0..len).map(part).collect::<Vec<_>>().concat());
        }
    }
}

#[test]
fn every_short_text_is_read_according_to_the_standards() {
    every_text(if cfg!(debug_assertions) { 3 } else { 5 }, |text| {
        for from in [Utf7, Utf7Imap] {
            reads_as_plainly(text, &[text], from);
            let shift = if from == Utf7 { b"+" } else { b"&" };
            let shifted = [shift, text, b"-"].concat();
            reads_as_plainly(&shifted, &[&shifted], from);
        }
    });
}

#[test]
fn every_short_text_is_read_so_in_pieces() {
    every_text(if cfg!(debug_assertions) { 2 } else { 4 }, |text| {
        for from in [Utf7, Utf7Imap] {
            let shift = if from == Utf7 { b"+" } else { b"&" };
            let text = [shift, text].concat();
            for at in 0..=text.len() {
                reads_as_plainly(&text, &[&text[..at], &text[at..]], from);
            }
            reads_as_plainly(&text, &text.chunks(1).collect::<Vec<_>>(), from);
        }
    });
}

/// Base64 in whole groups, with everything that can stop a run at each position of a group.
#[test]
fn long_runs_are_read_according_to_the_standards() {
    for before in 0..8 {
        for run in 0..30 {
            for part in PARTS {
                for shift in [b"+", b"&"] {
                    let text =
                        [&b"a".repeat(before * 11), &shift[..], &b"JjomOgDp".repeat(run)[..run]];
                    let text = [&text.concat()[..], part, b"JjomOgDpJjomOgDp-", b"b"].concat();
                    for from in [Utf7, Utf7Imap] {
                        reads_as_plainly(&text, &[&text], from);
                    }
                }
            }
        }
    }
}

/// Returns hard texts in `encoding`.
fn hard(encoding: Encoding) -> Vec<Vec<u8>> {
    let character = "a\u{E9}\\x\u{5C78}\\\u{1F600}x-+&/\0\n\u{10FFFF}~\u{FFFD}";
    let whole = convert(character.as_bytes(), Utf8, encoding).unwrap();
    let mut texts = vec![vec![], whole, vec![0xFF]];
    texts.extend(match encoding {
        Utf7 | Utf7Imap => {
            let texts: [&[u8]; 14] = [
                b"+Jjo-+Jjo-+ZeVnLIqe!&Jjo-&Jjo-&ZeVnLIqe!",
                b"+-+--+++A-&-&--&&&A-",
                b"+2D3eAA-+2D0-+3gA-&2D3eAA-&2D0-&3gA-",
                b"+2D0A6dg93gDYPdg9-&2D0A6dg93gDYPdg9-",
                b"+AOkA6dg93gAmOg",
                b"&AOkA6dg93gAmOg",
                b"+Jjp-+Jjp&Jjp-&Jjp",
                b"\\x\\\\x+AFw-x&AFw-x",
                b"+AFwAeA-+AFwA6QBcAHg-",
                b"+AFwAeABcAFwAeNg9-x",
                b"\\+AHg-\\+AOkA6Q-x\\",
                b"\\&AOk-x&AOkA6Q-\\x",
                b"+AF\x80-+AFw\x80x+\x80&AF\x80-&AOk\x80x&\x80",
                b"+AGEAYgBjAGQ-&AGEAYgBjAGQ-",
            ];
            texts.map(<[u8]>::to_vec).to_vec()
        }
        Utf1 => {
            let texts: [&[u8]; 6] = [
                b"\xF7\x64\x4Ca\xF7\x64\x4C",
                b"\xF7\x64",
                b"\xA1\x5Cx\\\xA1\x78\xF6\x5C\x78\x5Cx\\\xA0x",
                b"\xFC\x21\x39\x6E\x6C\xFC\x21\x39\x6E\x6D\xFD\xBD\x2B\xB9\x41",
                b"\xF7\x2F\xC4x\xF6\x21\x80\xFC\x21\x21\x21 \xFC\x21\x21",
                b"\xFE\xFF\\\xFEx\xA0\\x",
            ];
            texts.map(<[u8]>::to_vec).to_vec()
        }
        Utf8 => {
            let texts: [&[u8]; 3] = [
                "\u{E9}a\u{E9}-\u{E9}.\u{E9}\u{E9}+\u{E9}&\u{1F600}\u{E9}\u{1F600}a-".as_bytes(),
                b"\xC3\xA9\xFF\xC3\xA9\\x\xE2\x82\xAC\xE2\x82a\xF0\x9F\x98\x80\xED\xA0\x80",
                b"!\"#$%&*;<=>@[]^_`{|} \t\r\n'(),-./:?09AZaz~\\+\x7F",
            ];
            texts.map(<[u8]>::to_vec).to_vec()
        }
        _ => vec![b"\xD8\xD8a\0\\\0x\0\x3D\xD8\0\xDEa".to_vec()],
    });
    texts
}

/// Returns every pair that involves these encodings.
fn pairs() -> impl Iterator<Item = (Encoding, Encoding)> {
    let ours = [Utf7, Utf7Imap, Utf1];
    let others =
        move |one| [Utf8, Utf16Le].into_iter().flat_map(move |other| [(one, other), (other, one)]);
    ours.into_iter().flat_map(others).chain([
        (Utf7, Utf7Imap),
        (Utf7Imap, Utf7),
        (Utf7, Utf7),
        (Utf1, Utf7),
    ])
}

#[test]
fn neither_pieces_nor_room_matter() {
    for (from, to) in pairs() {
        for text in hard(from) {
            for how in POLICIES {
                let case = Case::new(from, to, how);
                let whole = actual(case, &[&text], 1 << 10, false);
                let check = |pieces: &[&[u8]], room: usize, by_pivot| {
                    let report = actual(case, pieces, room, by_pivot);
                    assert!(
                        report == whole,
                        "{case:?}, {room} bytes of room, by pivot: {by_pivot}\n\
                         {pieces:02X?}\nwhole  {whole:02X?}\npieces {report:02X?}"
                    );
                };
                check(&[&text], 1 << 10, true);
                let singles = text.chunks(1).chain([&b""[..]]).collect::<Vec<_>>();
                for room in MIN..MIN + 9 {
                    check(&singles, room, room % 2 == 0);
                    for at in 0..=text.len() {
                        let some = cfg!(debug_assertions) && (at + room) % 4 != 0;
                        if !some {
                            check(&[&text[..at], &text[at..]], room, at % 2 == 0);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn bom_policies_do_not_depend_on_pieces() {
    for (from, to) in pairs() {
        let mark = convert("\u{FEFF}a".as_bytes(), Encoding::Utf8, from);
        for text in hard(from).into_iter().chain(mark).filter(|text| text.len() < 12) {
            for bom in BOMS {
                let case = Case { bom, ..Case::new(from, to, crate::oracle::PolicyKind::Replace) };
                let whole = actual(case, &[&text], 1 << 10, false);
                for at in 0..=text.len() {
                    let report = actual(case, &[&text[..at], &text[at..]], MIN, at % 2 == 0);
                    assert!(report == whole, "{case:?} {text:02X?}, {at}");
                }
            }
        }
    }
}

/// The output can be decoded by itself to the same text, with every policy for findings.
#[test]
fn output_is_well_formed() {
    for (from, to) in pairs() {
        for text in hard(from) {
            for policy in
                [Policy::Replace, Policy::Skip, Policy::Escape, Policy::ReplaceWith("\u{E9}\\x")]
            {
                let (out, _) = convert_with(&text, from, to, policy).unwrap();
                let back = convert(&out, to, Utf8);
                assert!(back.is_ok(), "{text:02X?} from {from} to {to}: {out:02X?}");
            }
        }
    }
}

#[test]
fn optional_direct_characters_on_request() {
    let text = b"!\"#$%&*;<=>@[]^_`{|}~\\+";
    let mut out = Vec::new();
    let mut transcoder = Transcoder::new(Utf8, Utf7).utf7_optional_direct(true);
    transcoder.transcode_to_vec(text, &mut out, true).unwrap();
    assert_eq!(out, b"!\"#$%&*;<=>@[]^_`{|}+AH4AXAAr-");
    // The settings stay after the end of the stream.
    transcoder.reset();
    out.clear();
    transcoder.transcode_to_vec(b"&+", &mut out, true).unwrap();
    assert_eq!(out, b"&+-");
    // IMAP does not have this choice.
    for optional in [false, true] {
        let mut out = Vec::new();
        let mut transcoder = Transcoder::new(Utf8, Utf7Imap).utf7_optional_direct(optional);
        transcoder.transcode_to_vec(text, &mut out, true).unwrap();
        assert_eq!(out, b"!\"#$%&-*;<=>@[]^_`{|}~\\+");
    }
}

#[test]
fn a_stream_that_stopped_can_be_completed() {
    let mut transcoder = Transcoder::new(Utf8, Utf7);
    let mut out = Vec::new();
    transcoder.transcode_to_vec(b"\xE6\x97\xA5\xFF", &mut out, false).unwrap_err();
    let mut room = [0; MIN];
    assert_eq!(transcoder.complete(&mut room[..1]).status, Status::OutputFull);
    let rest = transcoder.complete(&mut room);
    out.extend(&room[..rest.written]);
    assert_eq!((&*out, rest.status), (&b"+ZeU-"[..], Status::Done));
    assert_eq!(transcoder.complete(&mut room).written, 0);
}

#[test]
fn an_escaped_backslash_is_restored_at_any_position() {
    for (bytes, escaped) in [
        (&b"+AFwAeA-+AFw-x"[..], r"\x5Cx\x5Cx"),
        (b"\\x \\+AHg-", r"\x5Cx \x5Cx"),
        (b"\\x+\xFF", r"\x5Cx\x2B\xFF"),
    ] {
        let (text, _) = convert_with(bytes, Utf7, Utf8, Policy::Escape).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, escaped);
        let back = unescape(&text, Utf7).unwrap();
        let (again, _) = convert_with(&back, Utf7, Utf8, Policy::Escape).unwrap();
        assert_eq!(again, text.as_bytes());
    }
}

/// UTF-7 encodes only Unicode. UTF-1 has the values of UCS-4.
#[test]
fn values_beyond_unicode() {
    let values = b"\0\x11\0\0\x7F\xFF\xFF\xFF";
    let bytes = convert(values, Encoding::Ucs4Be, Utf1).unwrap();
    assert_eq!(bytes, b"\xFC\x21\x39\x6E\x6D\xFD\xBD\x2B\xB9\x40");
    assert_eq!(convert(&bytes, Utf1, Encoding::Ucs4Be).unwrap(), values);
    let finding = convert(&bytes, Utf1, Utf7).unwrap_err();
    assert_eq!(finding.kind(), Kind::Unencodable { value: 0x11_0000 });
    assert_eq!(finding.bytes(), &bytes[..5]);
}
