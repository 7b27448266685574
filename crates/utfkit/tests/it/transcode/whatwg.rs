//! Tests the streams of browsers against `encoding_rs`: every split of random text, in all
//! encodings of the standard.
#![cfg(feature = "legacy-charsets")]

use encoding_rs::{CoderResult, Encoding as Theirs};
use utfkit::{
    Encoding, Status, decode_whatwg,
    transcode::{Policy, Transcoder},
};

use crate::support::text::Random;

/// The names of all encodings of the standard.
const NAMES: [&str; 40] = [
    "UTF-8",
    "IBM866",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "KOI8-R",
    "KOI8-U",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "GBK",
    "gb18030",
    "Big5",
    "EUC-JP",
    "ISO-2022-JP",
    "Shift_JIS",
    "EUC-KR",
    "replacement",
    "UTF-16BE",
    "UTF-16LE",
    "x-user-defined",
];

/// The result of decoding: the text, whether there was an error, and the name of the encoding.
type Decoded = (String, bool, String);

/// Returns the pieces of `bytes`, which end after each bit of `cuts` that is set.
fn pieces(bytes: &[u8], cuts: u64) -> impl Iterator<Item = (&[u8], bool)> {
    let mut start = 0;
    (1..=bytes.len().max(1)).filter_map(move |end| {
        let last = end >= bytes.len();
        let is_cut = last || cuts & 1 << ((end - 1) % 64) != 0;
        is_cut.then(|| {
            let piece = &bytes[start..end.min(bytes.len())];
            start = end;
            (piece, last)
        })
    })
}

fn theirs(label: &'static Theirs, bytes: &[u8], cuts: u64) -> Decoded {
    let mut decoder = label.new_decoder();
    let (mut text, mut failed) = (String::new(), false);
    for (mut piece, last) in pieces(bytes, cuts) {
        loop {
            text.reserve(64);
            let (result, read, has_errors) = decoder.decode_to_string(piece, &mut text, last);
            failed |= has_errors;
            piece = &piece[read..];
            if result == CoderResult::InputEmpty {
                break;
            }
        }
    }
    (text, failed, decoder.encoding().name().to_ascii_lowercase())
}

/// Returns the name in the standard of an encoding.
fn standard(encoding: Encoding) -> String {
    encoding.whatwg_name().unwrap().to_owned()
}

fn ours(transcoder: &mut Transcoder<'_>, bytes: &[u8], cuts: u64, room: usize) -> Decoded {
    transcoder.reset();
    let mut out = Vec::new();
    for (mut piece, last) in pieces(bytes, cuts) {
        loop {
            let mut buffer = [0; 64];
            let outcome = transcoder.transcode(piece, &mut buffer[..room], last);
            out.extend_from_slice(&buffer[..outcome.written]);
            piece = &piece[outcome.read..];
            match outcome.status {
                Status::Done => break,
                Status::OutputFull => {}
                Status::IllFormed(finding) => panic!("{finding:?}"),
            }
        }
    }
    let text = String::from_utf8(out).unwrap();
    let failed = transcoder.counts().replaced > 0;
    (text, failed, standard(transcoder.input_encoding()))
}

/// Returns text in `encoding`: characters, bytes that matter to some decoder, BOMs, and noise.
fn text(random: &mut Random, encoding: &'static Theirs, len: usize) -> Vec<u8> {
    const MATTER: &[u8] = b"\x1B$(BJI@\x0E\x0F a0\\~\x7E\x80\x81\x88\x8E\x8F\xA1\xA4\xC6\xC7\xD8\xDB\xDC\xE0\xED\xF0\xF4\xFE\xFF\x30\x62";
    const BOMS: [&[u8]; 5] =
        [b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE", b"\xEF\xBB", b"\0\0\xFE\xFF"];
    const ESCAPES: [&[u8]; 5] = [b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$B", b"\x1B$@"];
    const CHARACTERS: [&str; 8] = ["a", "é", "я", "あ", "中", "한", "\u{1F600}", "\u{FFFE}"];
    let mut bytes = Vec::new();
    if random.below(4) == 0 {
        bytes.extend_from_slice(BOMS[random.below(BOMS.len())]);
    }
    while bytes.len() < len {
        match random.below(8) {
            0 => bytes.push(random.below(256) as u8),
            1 | 2 => bytes.push(MATTER[random.below(MATTER.len())]),
            3 => bytes.extend_from_slice(ESCAPES[random.below(ESCAPES.len())]),
            4 if encoding.name().starts_with("UTF-16") => {
                bytes.extend_from_slice(
                    [b"\xD8\0", b"\0\xD8", b"\xDC\0", b"\0\xDC"][random.below(4)],
                );
            }
            _ => {
                let character = CHARACTERS[random.below(CHARACTERS.len())];
                match encoding.name() {
                    "UTF-16BE" => bytes.extend(character.encode_utf16().flat_map(u16::to_be_bytes)),
                    "UTF-16LE" => bytes.extend(character.encode_utf16().flat_map(u16::to_le_bytes)),
                    _ => bytes.extend_from_slice(&encoding.encode(character).0),
                }
            }
        }
    }
    bytes.truncate(len);
    bytes
}

/// Compares all three ways of decoding with one call of `encoding_rs`, for the given splits.
fn check(label: &'static str, bytes: &[u8], splits: impl Iterator<Item = u64>) -> u64 {
    let encoding = Theirs::for_label(label.as_bytes()).unwrap();
    let mut transcoder = Transcoder::whatwg(label).unwrap();
    let whole = decode_whatwg(bytes, label).unwrap();
    let (text, used, failed) = encoding.decode(bytes);
    let expected = (text.into_owned(), failed, used.name().to_ascii_lowercase());
    let one_call = (whole.text.into_owned(), whole.replaced > 0, standard(whole.encoding));
    assert_eq!(one_call, expected, "{label} {bytes:X?}");
    let mut checked = 1;
    for cuts in splits {
        let split = theirs(encoding, bytes, cuts);
        assert_eq!(split, expected, "{label} {bytes:X?} {cuts:b}");
        let room = if cuts % 3 == 0 { Transcoder::MIN_OUTPUT } else { 64 };
        assert_eq!(ours(&mut transcoder, bytes, cuts, room), split, "{label} {bytes:X?} {cuts:b}");
        assert_eq!(transcoder.counts().replaced, whole.replaced as u64, "{label} {bytes:X?}");
        checked += 1;
    }
    checked
}

#[test]
fn every_split_of_short_texts_decodes_as_in_browsers() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let rounds: usize = std::env::var("UTFKIT_ROUNDS").map_or(8, |rounds| rounds.parse().unwrap());
    let mut checked = 0;
    for label in NAMES {
        let encoding = Theirs::for_label(label.as_bytes()).unwrap();
        assert_eq!(encoding.name(), label);
        for len in 0..10 {
            for _ in 0..rounds {
                let bytes = text(&mut random, encoding, len);
                checked += check(label, &bytes, 0..1 << len.saturating_sub(1));
            }
        }
    }
    println!("{checked} splits");
}

#[test]
fn every_cut_of_longer_texts_decodes_as_in_browsers() {
    let mut random = Random::new(0xD1B5_4A32_D192_ED03);
    for label in NAMES {
        let encoding = Theirs::for_label(label.as_bytes()).unwrap();
        for _ in 0..8 {
            let len = 10 + random.below(50);
            let bytes = text(&mut random, encoding, len);
            let cuts = (0..len).map(|at| 1 << at);
            let pairs: Vec<_> = (0..64).map(|_| random.next()).collect();
            check(label, &bytes, cuts.chain(pairs).chain([0, u64::MAX]));
        }
    }
}

#[test]
fn long_texts_decode_as_in_browsers() {
    let mut random = Random::new(0x2545_F491_4F6C_DD1D);
    for label in NAMES {
        let encoding = Theirs::for_label(label.as_bytes()).unwrap();
        let bytes = text(&mut random, encoding, 5000);
        check(label, &bytes, [0, 1 << 40, 0x8000_0001, u64::MAX].into_iter());
    }
}

#[test]
fn another_policy_still_sniffs_boms() {
    let mut transcoder = Transcoder::whatwg("utf-8").unwrap().policy(Policy::Skip);
    let mut out = Vec::new();
    transcoder.transcode_to_vec(b"\xFE\xFF\0a\xDC\0\0b", &mut out, true).unwrap();
    assert_eq!(out, b"ab");
}
